package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
)

// field is a row of the form or something to do.
type field struct {
	id      string
	label   string
	values  []value // to choose from with left and right
	at      int
	text    *lineEditor // or free text
	about   func() string
	do      func() tea.Cmd // what enter does; nil: the next row
	main    bool           // what the form is for
	visible func() bool
}

// value is one of the things a field can be.
type value struct{ id, text string }

func (f *field) value() string {
	if f.text != nil {
		return f.text.text
	}
	if len(f.values) == 0 {
		return ""
	}
	return f.values[f.at].id
}

// pick chooses the value with that id.
func (f *field) pick(id string) {
	for i, v := range f.values {
		if v.id == id {
			f.at = i
		}
	}
}

// The time controls that the form offers, as people write them.
var controls = []string{"none", "3+2", "5+3", "10+5", "15+10", "30+20", "60+30", "5d3", "15d5", "1/60", "1 day", "3 days"}

// controlText says a time control in words.
func (a *app) controlText(c play.Control) string { return ControlText(a.Catalog, c) }

// ControlText says a time control in words.
func ControlText(catalog *i18n.Catalog, c play.Control) string {
	args := i18n.Args{"minutes": catalog.Number(c.Base.Minutes()), "seconds": catalog.Number(c.Increment.Seconds())}
	days, whole := c.Days()
	switch {
	case whole:
		return catalog.T("tui.clock.days", i18n.Args{"n": days})
	case c.Kind == play.PerMove:
		return catalog.T("tui.clock.move", i18n.Args{"seconds": catalog.Number(c.Base.Seconds())})
	case c.Kind == play.Delay:
		return catalog.T("tui.clock.delay", args)
	case c.Kind == play.Fischer:
		return catalog.T("ui.start.clock.control", args)
	}
	return catalog.T("ui.start.clock.none")
}

// gameField chooses a game.
func (a *app) gameField() *field {
	var list []value
	for _, g := range games.All() {
		list = append(list, value{g.ID(), a.t("game." + g.ID())})
	}
	f := &field{id: "game", label: a.t("ui.start.game"), values: list}
	f.about = func() string { return a.t("game." + f.value() + ".about") }
	return f
}

// boardField chooses between an empty and a full board, where the game has both.
func (a *app) boardField(chosen func() game.Game) *field {
	f := &field{id: "board", label: a.t("ui.new.board"), values: []value{
		{"place", a.t("ui.new.placing")}, {"full", a.t("ui.new.random")},
	}}
	f.visible = func() bool {
		_, can := chosen().(game.FullStarter)
		return can
	}
	return f
}

// sideField chooses who begins.
func (a *app) sideField() *field {
	return &field{id: "side", label: a.t("ui.start.side"), values: []value{
		{"first", a.t("ui.start.side.you")}, {"second", a.t("ui.start.side.opponent")}, {"drawn", a.t("ui.start.side.lots")},
	}}
}

// clockField chooses a time control, one of those named or another that was asked for.
func (a *app) clockField(texts []string, asked play.Control) *field {
	var times []value
	offered := func(c play.Control) {
		if !slices.ContainsFunc(times, func(v value) bool { return v.id == c.String() }) {
			times = append(times, value{c.String(), a.controlText(c)})
		}
	}
	for _, text := range texts {
		if c, err := play.ParseShort(text); err == nil {
			offered(c)
		}
	}
	offered(asked)
	return &field{id: "clock", label: a.t("ui.start.clock"), values: times}
}

// build makes the rows in the language of the catalog.
func (s *startScreen) build() {
	a := s.app
	gameField := a.gameField()

	opponents := []value{{"", a.t("ui.start.device")}}
	// Every game has the same opponents so far; the first one's are asked for.
	for _, name := range a.Engines.Opponents(games.All()[0]) {
		opponents = append(opponents, value{name, playerName(a.Catalog, name)})
	}
	opponent := &field{id: "opponent", label: a.t("ui.start.opponent"), values: opponents}
	opponent.about = func() string {
		key := opponent.value() + ".about"
		if len(key) > 6 && key[:5] == "level" {
			key = "level." + key[5:]
		}
		if a.Catalog.Has(key) {
			return a.t(key)
		}
		return ""
	}
	opponent.pick("level3")

	side := a.sideField()
	side.visible = func() bool { return opponent.value() != "" }

	board := a.boardField(s.chosenGame)

	seed := &field{id: "seed", label: a.t("tui.seed"), text: &lineEditor{}}
	seed.about = func() string { return a.t("ui.start.layout.about") }
	seed.visible = func() bool { return !board.visible() || board.value() == "full" }

	name := &field{id: "name", label: a.t("tui.name"), text: &lineEditor{}}

	var languages []value
	for _, l := range i18n.Languages() {
		languages = append(languages, value{l.Code, l.Name})
	}
	language := &field{id: "language", label: a.t("ui.language"), values: languages}
	language.pick(a.Catalog.Lang())

	s.fields = []*field{
		gameField, opponent, side, board, seed,
		a.clockField(controls, a.NewGame.Clock),
		name,
		{id: "play", label: a.t("ui.new.start"), do: s.play, main: true},
		{id: "lobby", label: a.t("ui.lobby"), do: a.openLobby, visible: func() bool { return a.Server != nil }},
		{id: "training", label: a.t("ui.training"), do: a.nextPuzzle, visible: func() bool { return a.Training != nil }},
		{id: "open", label: a.t("tui.menu.open"), do: func() tea.Cmd { return openFiles(a) }},
		{id: "finished", label: a.t("tui.finished"), do: func() tea.Cmd { return openFinished(a) }, visible: func() bool { return s.past > 0 }},
		language,
		{id: "help", label: a.t("ui.help"), do: func() tea.Cmd { return a.push(newHelp(a, s.chosenGame())) }},
		{id: "quit", label: a.t("tui.menu.quit"), do: func() tea.Cmd { return tea.Quit }},
	}
	s.at = len(s.saved) // on the game
}

func (s *startScreen) field(id string) *field {
	for _, f := range s.fields {
		if f.id == id {
			return f
		}
	}
	return nil
}

func (s *startScreen) chosenGame() game.Game {
	g, err := games.Lookup(s.field("game").value())
	if err != nil {
		return games.All()[0]
	}
	return g
}

// rows returns the fields that are shown.
func (s *startScreen) rows() []*field {
	var list []*field
	for _, f := range s.fields {
		if f.visible == nil || f.visible() {
			list = append(list, f)
		}
	}
	return list
}

// here returns the field the cursor is on, nil on a saved game.
func (s *startScreen) here() *field {
	rows := s.rows()
	if i := s.at - len(s.saved); i >= 0 && i < len(rows) {
		return rows[i]
	}
	return nil
}

// options reads the form.
func (s *startScreen) options() NewGame {
	control, _ := play.ParseControl(s.field("clock").value()) // written by String
	v := func(id string) string { return s.field(id).value() }
	return NewGame{
		Game: v("game"), Opponent: v("opponent"), Side: v("side"), Seed: v("seed"), Full: v("board") == "full",
		Clock: control, Name: v("name"),
	}
}

// Setup makes a new game of the wishes. An empty seed is drawn from fresh.
func (w NewGame) Setup(fresh func() string) (Setup, error) {
	g, err := games.Lookup(w.Game)
	if err != nil {
		return Setup{}, err
	}
	seed := w.Seed
	if seed == "" {
		seed = fresh()
	}
	position := g.Start(seed)
	if w.Full {
		f, ok := g.(game.FullStarter)
		if !ok {
			return Setup{}, fmt.Errorf("%s has no full random board", g.Name())
		}
		position = f.StartFull(seed)
	}
	terms := play.Casual(position, w.Clock)
	terms.Seed = seed
	me := game.First
	switch {
	case w.Opponent == "":
	case w.Side == "second":
		me = game.Second
	case w.Side == "drawn":
		me = game.Side(game.NewStream("cairn side 1", g.ID(), fresh()).Intn(2))
	}
	setup := Setup{Seed: seed}
	terms.Players[me].Name = w.Name
	if w.Opponent != "" {
		setup.Players[me.Other()] = w.Opponent
		terms.Players[me.Other()] = play.Player{Name: w.Opponent, Plays: w.Opponent}
	}
	if setup.Session, err = local.Begin(terms); err != nil {
		return Setup{}, err
	}
	return setup, nil
}

// draw draws a field as a row of a form; here says that the cursor is on it.
func (f *field) draw(c *canvas, x, y, w int, here bool, index int) {
	st := plain
	if here {
		st = picked
		c.row(x, y, w, "", picked)
	}
	label := 24
	if f.do != nil {
		if f.main && !here {
			st = strong
		}
		c.text(x+1, y, w-2, f.label, st)
		c.on(line(x, y, w), rowMsg{index, 0})
		return
	}
	c.text(x+1, y, label-2, f.label, st)
	c.on(line(x, y, w), rowMsg{index, 0})
	left := x + label
	if f.text != nil {
		switch {
		case here:
			f.text.show(c, left+2, y, w-label-3, st)
		case f.text.text == "":
			c.text(left+2, y, w-label-2, c.glyph("…", "..."), dim)
		default:
			c.text(left+2, y, w-label-2, f.text.text, st)
		}
		return
	}
	c.text(left, y, 2, c.glyph("‹ ", "< "), st)
	end := c.text(left+2, y, w-label-5, f.values[f.at].text, st)
	c.text(end, y, 2, c.glyph(" ›", " >"), st)
	c.on(line(left-1, y, 3), rowMsg{index, -1})
}
