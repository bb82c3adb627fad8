package tui

import (
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/gamefile"
	"cairn.example/record"
)

// loadedMsg is what a file holds.
type loadedMsg struct {
	name  string
	first record.Entry
	games []entry // all of them
}

// load reads the games of a file, or the one that its name chooses.
func (o *filePicker) load(name string) tea.Cmd {
	catalog := o.Catalog
	return func() tea.Msg {
		m := loadedMsg{name: name}
		for e := range gamefile.Read(name) {
			n := len(m.games) + 1
			if n == 1 {
				m.first = e
			}
			m.games = append(m.games, entry{name: fmt.Sprintf("%d. %s", n, say.Entry(catalog, e)), path: gamefile.Numbered(name, n)})
		}
		return m
	}
}

// loadFile opens a file by its name, from the command line of a game screen.
func loadFile(a *app, name string) tea.Cmd {
	o := &filePicker{app: a, dir: filepath.Dir(expandHome(name))}
	a.push(o)
	return tea.Batch(o.read(), o.load(expandHome(name)))
}

func (o *filePicker) loaded(m loadedMsg) tea.Cmd {
	switch base := filepath.Base(m.name); {
	case len(m.games) == 0:
		o.failed = i18n.Sentence(o.t("cli.file.no_game", i18n.Args{"file": base}))
	case len(m.games) > 1:
		o.file, o.all, o.at = m.name, m.games, 0
		o.filter = lineEditor{}
		o.applyFilter()
	case m.first.Err != nil:
		o.failed = i18n.Sentence(say.Unreadable(o.Catalog, base, m.first.Err))
	default:
		o.pop()
		return o.record(m.first)
	}
	return nil
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
