package main

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // quiet hours, also where the system has no table of time zones

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/notify"
	"cairn.example/internal/show/i18n"
	saytables "cairn.example/internal/show/say/tables"
)

// notices is how people hear of things while they are away.
func (c *serveCmd) notices(catalog *i18n.Catalog, t *tables, log *slog.Logger) notify.Config {
	config := notify.Config{
		Store: t.store, Active: t.service.LastActed, Acted: t.service.Acted, Lobby: t.service.Lobby, Contests: t.contests.Coming, Log: log,
		Title: func(o api.Options) string { return titleOf(catalog, o) },
	}
	if len(c.Host) > 0 { // without a name nobody can be asked about what is sent
		config.Subject = "https://" + c.Host[0]
	}
	if c.PushHost != "" {
		config.PushHosts = append([]string{strings.ToLower(c.PushHost)}, notify.PushHosts...)
	}
	return config
}

// titleOf says what is played at a table.
func titleOf(catalog *i18n.Catalog, o api.Options) string {
	return catalog.T("game."+o.Game) + ", " + saytables.ControlOf(catalog, o.Control)
}

// tell sends notices, and lines to the webhook, until the context ends.
func (c *serveCmd) tell(ctx context.Context, running *sync.WaitGroup, catalog *i18n.Catalog, t *tables, root string, log *slog.Logger) {
	if t.notify == nil {
		return
	}
	running.Go(func() { t.notify.Run(ctx) })
	if c.Webhook == "" {
		return
	}
	if len(c.Host) > 0 {
		root = "https://" + c.Host[0] + "/"
	}
	hook := &notify.Webhook{
		URL: c.Webhook, Root: root, Lobby: t.service.Lobby, Log: log,
		Say: func(name string, o api.Options, address string) string {
			return catalog.T("cli.serve.waits", i18n.Args{"player": name, "game": titleOf(catalog, o), "url": address})
		},
		Contests: t.contests.Coming,
		SayContest: func(what, title string, c api.ContestBrief, address string) string {
			zone, err := time.LoadLocation(c.Options.Zone)
			if err != nil {
				zone = time.UTC
			}
			return catalog.T("cli.serve.contest."+what, i18n.Args{
				"title": title, "url": address, "time": time.UnixMilli(c.Options.Starts).In(zone).Format("2006-01-02 15:04 MST"),
				"game": titleOf(catalog, api.Options{Game: c.Options.Game, Control: c.Options.Control}),
			})
		},
	}
	running.Go(func() { hook.Run(ctx) })
}
