package tui

import (
	"errors"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// startScreen is the first screen: unfinished games, and a form for a new one.
type startScreen struct {
	*app
	saved []SavedGame // the unfinished ones that are listed
	past  int         // how many finished ones there are
	wrong error       // what is wrong with the saved games
	form
}

func newStartScreen(a *app) *startScreen {
	s := &startScreen{app: a}
	s.form = form{
		submit:  s.play,
		listed:  func() int { return len(s.saved) },
		choose:  func(row int) tea.Cmd { return s.resume(s.saved[row]) },
		changed: s.changedLanguage,
		others:  listKeys(a, s.remove, s.help),
	}
	s.build()
	w := a.NewGame
	for id, v := range map[string]string{"game": w.Game, "side": w.Side, "clock": w.Clock.String(), "opponent": w.Opponent} {
		s.field(id).pick(v)
	}
	if w.Full {
		s.field("board").pick("full")
	}
	s.field("seed").text.insert(w.Seed)
	s.field("name").text.insert(w.Name)
	return s
}

// listMsg brings the saved games.
type listMsg struct {
	saved []SavedGame
	err   error
}

// list reads the saved games.
func (s *startScreen) list() tea.Cmd {
	saved := s.SavedGames
	if saved == nil {
		return nil
	}
	return func() tea.Msg {
		list, err := saved.List()
		return screenMsg{s, listMsg{list, err}}
	}
}

// unlisted says why saved games are missing in a list, "" for no error.
func (a *app) unlisted(err error) string {
	var unreadable *UnreadableError
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &unreadable):
		return a.t("tui.unlisted", i18n.Args{"reason": say.FileError(a.Catalog, err)})
	}
	// One path says where they are.
	files := []string{game.Printable(unreadable.Files[0])}
	for _, f := range unreadable.Files[1:] {
		files = append(files, game.Printable(filepath.Base(f)))
	}
	const most = 3
	if len(files) > most {
		files = append(files[:most], "…")
	}
	return a.t("tui.unreadable", i18n.Args{"n": len(unreadable.Files), "files": strings.Join(files, ", ")})
}

// savedShown is how many unfinished games the start screen lists; more are found
// among the files.
const savedShown = 6

func (s *startScreen) update(msg tea.Msg) tea.Cmd {
	if m, ok := msg.(listMsg); ok {
		return s.take(m)
	}
	return s.form.update(msg)
}

// take shows the unfinished games.
func (s *startScreen) take(m listMsg) tea.Cmd {
	was := len(s.saved)
	s.saved, s.past, s.wrong = nil, 0, m.err
	for _, k := range m.saved {
		switch {
		case !k.Open:
			s.past++
		case len(s.saved) < savedShown:
			s.saved = append(s.saved, k)
		}
	}
	if was == 0 && len(s.saved) > 0 && s.at == 0 {
		s.at = 0 // the cursor stands on the game played last
		return nil
	}
	s.at = max(s.at+len(s.saved)-was, 0)
	return nil
}

// help shows what can be done here.
func (s *startScreen) help() tea.Cmd {
	return s.push(newHelp(s.app, s.chosenGame(), s.formHelp("tui.help.start", "tui.help.remove")...))
}

// changedLanguage makes a new form where the language was changed.
func (s *startScreen) changedLanguage(f *field) tea.Cmd {
	if f.id != "language" {
		return nil
	}
	s.Catalog = i18n.New(f.value())
	chosen := map[string]string{}
	for _, f := range s.fields {
		chosen[f.id] = f.value()
	}
	at := s.at
	s.build()
	s.at = at
	for _, f := range s.fields {
		if f.text != nil {
			f.text.insert(chosen[f.id])
		} else {
			f.pick(chosen[f.id])
		}
	}
	return s.remember(func(r *Settings) { r.Language = s.Catalog.Lang() })
}

// resume goes on with a saved game.
func (s *startScreen) resume(k SavedGame) tea.Cmd {
	session, err := s.SavedGames.Open(k.ID)
	if err != nil {
		return s.push(s.app.messageBox(s.t("tui.failed"), s.errorText(err)))
	}
	return s.open(setupOf(k, session))
}

// remove deletes a saved game after a yes.
func (s *startScreen) remove() tea.Cmd {
	if s.at >= len(s.saved) {
		return nil
	}
	k := s.saved[s.at]
	return s.push(s.confirm(s.t("tui.remove", i18n.Args{"game": s.describe(k)}), func() tea.Cmd {
		if err := s.SavedGames.Remove(k.ID); err != nil {
			return s.push(s.app.messageBox(s.t("tui.failed"), say.FileError(s.Catalog, err)))
		}
		return s.list()
	}))
}

// play begins the game that the form describes.
func (s *startScreen) play() tea.Cmd {
	s.app.NewGame = s.options()
	w := s.app.NewGame
	remember := s.remember(func(r *Settings) {
		r.Name, r.Game, r.Opponent = w.Name, w.Game, w.Opponent
		if w.Opponent == "" {
			r.Opponent = Person
		}
	})
	setup, err := w.Setup(s.Seed, s.Now())
	if err != nil {
		return s.push(s.app.messageBox(s.t("tui.failed"), s.errorText(err)))
	}
	// The next game has a board of its own.
	s.app.NewGame.Seed = ""
	return tea.Batch(remember, s.open(setup))
}

// describe describes a saved game in a line.
func (s *startScreen) describe(k SavedGame) string {
	r := *k.Record
	stored := strings.Fields(r.Tag(tagPlayers))
	for side, name := range []*string{&r.First, &r.Second} {
		if *name == "" && len(stored) == 2 && stored[side] == Person && stored[1-side] != Person {
			*name = s.t("player.you")
		}
	}
	text := say.Record(s.Catalog, &r, k.Plies)
	if r.Tag(tagPlayers) == storedAnalysis {
		text = s.Catalog.Labeled(s.t("ui.analysis"), text)
	}
	return text
}

func (s *startScreen) view(c *canvas) {
	rows := s.rows()
	w := min(c.Width-4, 76)
	x := (c.Width - w) / 2
	lines := []formLine{textLine(s.t("app.name"), strong), textLine(s.t("app.about"), dim), emptyLine()}
	if len(s.saved) > 0 {
		lines = append(lines, textLine(s.t("tui.go_on"), accent))
		for i, k := range s.saved {
			l := formLine{text: s.describe(k), row: i}
			if w > 60 {
				l.beside = s.Catalog.Date(k.Time.Local())
			}
			lines = append(lines, l)
		}
		lines = append(lines, emptyLine())
	}
	if s.wrong != nil {
		for _, l := range wrap(s.unlisted(s.wrong), w-2) {
			lines = append(lines, textLine(l, bad))
		}
		lines = append(lines, emptyLine())
	}
	lines = append(lines, textLine(s.t("ui.new"), accent))
	for i, f := range rows {
		if f.main || f.id == "open" {
			if c.Height >= 26 && f.id != "lobby" || f.id == "open" && c.Height >= 22 && len(s.saved) == 0 {
				lines = append(lines, emptyLine())
			}
		}
		lines = append(lines, formLine{row: len(s.saved) + i, field: f})
	}
	s.drawLines(c, x, w, lines)
	about := ""
	if f := s.here(); f != nil && f.about != nil {
		about = f.about()
	}
	c.foot(x, w, wrap(about, w-1), dim)
	var hints []keyHint
	add := func(key, text string) { hints = append(hints, keyHint{key: key, text: s.t(text)}) }
	if s.at < len(s.saved) {
		add("Enter", "tui.key.resume")
		add("Del", "ui.delete")
	} else {
		add(c.glyph("←→", "<>"), "tui.key.change")
		add("Enter", "ui.new.start")
	}
	add(c.glyph("↑↓", "Up/Down"), "tui.key.rows")
	add("F1", "ui.help")
	c.keys(x+1, c.Height-1, w, hints)
}
