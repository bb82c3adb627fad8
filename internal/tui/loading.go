package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
	"cairn.example/internal/say"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// loadedMsg is what a file holds.
type loadedMsg struct {
	name  string
	games []record.Entry
	more  bool  // there are games after them, which are not offered
	err   error // of the game after them
}

// gamesMost is how many games of one file are offered.
const gamesMost = 300

// load reads the games of a file.
func load(name string) tea.Cmd {
	return func() tea.Msg {
		m := loadedMsg{name: name}
		f, err := os.Open(name)
		if err != nil {
			m.err = err
			return m
		}
		defer f.Close()
		for e := range formats.Read(f, nil, record.Options{File: filepath.Base(name)}) {
			if e.Err != nil {
				m.err = e.Err
				break
			}
			if len(m.games) == gamesMost {
				m.more = true
				break
			}
			m.games = append(m.games, e)
		}
		return m
	}
}

// loadFile opens a file by its name, from the command line of a game screen.
func loadFile(a *app, name string) tea.Cmd {
	o := &filePicker{app: a, dir: filepath.Dir(expandHome(name))}
	a.push(o)
	return tea.Batch(o.read(), load(expandHome(name)))
}

func (o *filePicker) loaded(m loadedMsg) tea.Cmd {
	switch {
	case len(m.games) > 0:
	case m.err == nil:
		o.failed = i18n.Sentence(o.t("cli.file.no_game", i18n.Args{"file": filepath.Base(m.name)}))
		return nil
	default:
		o.failed = i18n.Sentence(say.Unreadable(o.Catalog, filepath.Base(m.name), m.err))
		return nil
	}
	o.pop()
	if len(m.games) == 1 && m.err == nil {
		return o.record(m.games[0])
	}
	d := &dialog{app: o.app, title: filepath.Base(m.name), text: o.t("ui.import.several", i18n.Args{"n": len(m.games)})}
	if m.more {
		d.text += "\n" + o.t("ui.import.rest", i18n.Args{"n": gamesMost})
	}
	if m.err != nil {
		d.text += "\n" + i18n.Sentence(say.FileError(o.Catalog, m.err))
	}
	for i, e := range m.games {
		k := SavedGame{Record: e.Record, Plies: len(e.Record.Moves)}
		text := fmt.Sprintf("%d. %s", i+1, newStartScreen(o.app).describe(k))
		d.items = append(d.items, item{"", text, func() tea.Cmd { return o.record(e) }})
	}
	return o.push(d)
}

// record opens a game that was read from a file.
func (o *filePicker) record(e record.Entry) tea.Cmd {
	r := e.Record
	session, err := local.Open(r)
	if err != nil {
		return o.push(o.app.messageBox(o.t("tui.failed"), o.errorText(err)))
	}
	setup := Setup{Session: session}
	// A computer that took part in the game goes on playing.
	for side, name := range [2]string{r.First, r.Second} {
		if say.KnownPlayer(o.Catalog, name) != name {
			setup.Players[side] = name
		}
	}
	for _, tag := range []string{tagPlayers, tagPly} {
		delete(session.Tags, tag)
	}
	cmd := o.opened(setup, session.Outcome() == game.Ongoing)
	if warnings := say.Warnings(o.Catalog, e.Warnings); len(warnings) > 0 {
		text := o.t("ui.import.warnings", i18n.Args{"n": len(warnings)}) + "\n" + strings.Join(warnings, "\n")
		o.push(o.messageBox(o.t("tui.menu.open"), text))
	}
	return cmd
}

// opened shows a game: an unfinished one can be played on, a finished one is analyzed.
func (o *filePicker) opened(s Setup, ongoing bool) tea.Cmd {
	analysis := s
	analysis.Analysis = true
	if !s.Analysis {
		analysis.ID = "" // what is tried out in analysis leaves the game as it was
	}
	if !ongoing || s.Analysis {
		return o.open(analysis)
	}
	d := &dialog{app: o.app, title: o.t("game." + s.Session.Game().ID()), items: []item{
		{"", o.t("tui.play_on"), func() tea.Cmd { return o.open(s) }},
		{"", o.t("ui.result.analyze"), func() tea.Cmd { return o.open(analysis) }},
	}}
	return o.push(d)
}
