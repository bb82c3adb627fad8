package tui

import (
	"errors"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/draw"
	"cairn.example/internal/i18n"
	"cairn.example/internal/say"
)

// startScreen is the first screen: unfinished games, and a form for a new one.
type startScreen struct {
	*app
	saved []SavedGame // the unfinished ones that are listed
	past  int         // how many finished ones there are
	wrong error       // what is wrong with the saved games

	fields []*field
	at     int // the row the cursor is on, saved games first
	top    int // the first row shown
}

func newStartScreen(a *app) *startScreen {
	s := &startScreen{app: a}
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

func (s *startScreen) pieces() *draw.Style { return nil }

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
		return listMsg{list, err}
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
	switch m := msg.(type) {
	case listMsg:
		return s.listed(m)
	case tea.KeyPressMsg:
		return s.key(m)
	case tea.PasteMsg:
		if f := s.here(); f != nil && f.text != nil {
			f.text.insert(m.Content)
		}
	case rowMsg:
		s.at = m.row
		if m.step != 0 {
			return s.step(m.step)
		}
		return s.enter(true)
	case tea.MouseWheelMsg:
		switch m.Button {
		case tea.MouseWheelUp:
			s.move(-1)
		case tea.MouseWheelDown:
			s.move(1)
		}
	}
	return nil
}

// listed shows the unfinished games.
func (s *startScreen) listed(m listMsg) tea.Cmd {
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

// rowMsg is a click on a row, or on its arrows.
type rowMsg struct{ row, step int }

func (s *startScreen) move(step int) {
	n := len(s.saved) + len(s.rows())
	s.at = (s.at + step + n) % n
}

func (s *startScreen) key(k tea.KeyPressMsg) tea.Cmd {
	f := s.here()
	name := k.String()
	if f != nil && f.text != nil {
		switch name {
		case "up", "down", "tab", "shift+tab", "enter", "esc", "pgup", "pgdown", "f1":
		default:
			f.text.key(k)
			return nil
		}
	}
	switch name {
	case "up", "shift+tab":
		s.move(-1)
	case "down", "tab":
		s.move(1)
	case "home", "pgup":
		s.at = 0
	case "end", "pgdown":
		s.at = len(s.saved) + len(s.rows()) - 1
	case "left":
		return s.step(-1)
	case "right":
		return s.step(1)
	case "enter":
		return s.enter(false)
	case "space":
		if f != nil && f.values != nil {
			return s.step(1)
		}
		return s.enter(false)
	case "delete", "backspace":
		return s.remove()
	case "f1", "?":
		return s.push(newHelp(s.app, s.chosenGame()))
	case "q", "esc":
		return s.push(s.confirm(s.t("tui.leave"), func() tea.Cmd { return tea.Quit }))
	}
	return nil
}

// step goes through the values of the row.
func (s *startScreen) step(n int) tea.Cmd {
	f := s.here()
	if f == nil || len(f.values) == 0 {
		return nil
	}
	f.at = (f.at + n + len(f.values)) % len(f.values)
	if f.id == "language" {
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
	return nil
}

// enter does what the row is for; on a row of the form it begins the game, with
// the mouse it goes to the next value.
func (s *startScreen) enter(click bool) tea.Cmd {
	if s.at < len(s.saved) {
		return s.resume(s.saved[s.at])
	}
	f := s.here()
	switch {
	case f == nil:
		return nil
	case f.do != nil:
		return f.do()
	case click:
		return s.step(1)
	}
	return s.play()
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
	setup, err := w.Setup(s.Seed)
	if err != nil {
		return s.push(s.app.messageBox(s.t("tui.failed"), s.errorText(err)))
	}
	// The next game has a board of its own.
	s.app.NewGame.Seed = ""
	return tea.Batch(remember, s.open(setup))
}

// results are the results of games as everybody writes them.
var results = map[game.Outcome]string{game.FirstWins: "1–0", game.SecondWins: "0–1", game.Draw: "½–½"}

// describe describes a saved game in a line.
func (s *startScreen) describe(k SavedGame) string {
	id := k.Record.Game
	text := s.t("game." + id)
	if k.Record.Tag(tagPlayers) == storedAnalysis {
		text = s.t("ui.analysis") + ": " + text
	}
	if g, err := games.Lookup(id); err == nil {
		names := [2]string{k.Record.First, k.Record.Second}
		stored := strings.Fields(k.Record.Tag(tagPlayers))
		for side := range names {
			if names[side] == "" && len(stored) == 2 && stored[side] == Person && stored[1-side] != Person {
				names[side] = s.t("player.you")
			} else if names[side] == "" {
				names[side] = s.t(sideKey(g, game.Side(side)))
			} else {
				names[side] = knownPlayer(s.Catalog, names[side])
			}
		}
		text += ", " + names[0] + " – " + names[1]
	}
	text += ", " + s.t("unit.moves", i18n.Args{"n": k.Plies})
	if result, ended := results[k.Record.Result]; ended {
		text += ", " + result
	}
	return text
}

func (s *startScreen) view(c *canvas) {
	rows := s.rows()
	w := min(c.Width-4, 76)
	x := (c.Width - w) / 2
	// Lines: title, saved games with a heading, the form with a heading.
	type row struct {
		text  string
		style style
		index int // of the cursor, -1 for none
		field *field
	}
	var list []row
	list = append(list, row{s.t("app.name"), strong, -1, nil}, row{s.t("app.about"), dim, -1, nil}, row{"", plain, -1, nil})
	if len(s.saved) > 0 {
		list = append(list, row{s.t("tui.go_on"), accent, -1, nil})
		for i, k := range s.saved {
			list = append(list, row{s.describe(k), plain, i, nil})
		}
		list = append(list, row{"", plain, -1, nil})
	}
	if s.wrong != nil {
		for _, l := range wrap(s.unlisted(s.wrong), w-2) {
			list = append(list, row{l, bad, -1, nil})
		}
		list = append(list, row{"", plain, -1, nil})
	}
	list = append(list, row{s.t("ui.new"), accent, -1, nil})
	for i, f := range rows {
		if f.main || f.id == "open" {
			if c.Height >= 26 && f.id != "lobby" || f.id == "open" && c.Height >= 22 && len(s.saved) == 0 {
				list = append(list, row{"", plain, -1, nil})
			}
		}
		list = append(list, row{"", plain, len(s.saved) + i, f})
	}
	room := c.Height - 3
	cursor := 0
	for i, r := range list {
		if r.index == s.at {
			cursor = i
		}
	}
	s.top = min(max(s.top, cursor-room+2), max(cursor-1, 0))
	s.top = min(s.top, max(len(list)-room, 0))
	y := max((room-len(list))/3, 0)
	for _, r := range list[s.top:min(s.top+room, len(list))] {
		switch {
		case r.field != nil:
			r.field.draw(c, x, y, w, r.index == s.at, r.index)
		case r.index >= 0:
			st := plain
			if r.index == s.at {
				st = picked
				c.row(x, y, w, "", picked)
			}
			when := s.Catalog.Date(s.saved[r.index].Time.Local())
			end := x + w - 1
			if w > 60 {
				end = c.right(x+w-1, y, when, st) - 2
			}
			c.trim(x+1, y, end-x-1, r.text, st)
			c.on(line(x, y, w), rowMsg{r.index, 0})
		default:
			c.text(x+1, y, w, r.text, r.style)
		}
		y++
	}
	about := ""
	if f := s.here(); f != nil && f.about != nil {
		about = f.about()
	}
	lines := wrap(about, w-1)
	for i, l := range lines {
		c.text(x+1, c.Height-1-len(lines)+i, w-1, l, dim)
	}
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
