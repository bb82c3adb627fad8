package tui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// build makes the rows in the language of the catalog.
func (s *startScreen) build() {
	a := s.app
	gameField := a.gameField()

	opponents := []value{{"", a.t("ui.start.device")}}
	// Every game has the same opponents so far; the first one's are asked for.
	for _, name := range a.Engines.Opponents(games.All()[0]) {
		opponents = append(opponents, value{name, say.ComputerName(a.Catalog, name)})
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
		a.clockField(play.Presets(false), a.NewGame.Clock),
		name,
		{id: "play", label: a.t("ui.new.start"), do: s.play, main: true},
		{id: "lobby", label: a.t("ui.lobby"), do: a.openLobby, visible: func() bool { return a.Server != nil }},
		{id: "training", label: a.t("ui.training"), do: a.nextPuzzle, visible: func() bool { return a.Training != nil }},
		{id: "open", label: a.t("tui.menu.open"), do: func() tea.Cmd { return openFiles(a) }},
		{id: "finished", label: a.t("tui.finished"), do: func() tea.Cmd { return openFinished(a) }, visible: func() bool { return s.past > 0 }},
		language,
		{id: "help", label: a.t("ui.help"), do: s.help},
		{id: "quit", label: a.t("tui.menu.quit"), do: func() tea.Cmd { return tea.Quit }},
	}
	s.at = len(s.saved) // on the game
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

// Setup makes a new game of the wishes, begun at a time. An empty seed is drawn from fresh.
func (w NewGame) Setup(fresh func() string, begun time.Time) (Setup, error) {
	g, err := games.Lookup(w.Game)
	if err != nil {
		return Setup{}, err
	}
	seed := w.Seed
	if seed == "" {
		seed = fresh()
	}
	position, ok := game.StartOf(g, seed, w.Full)
	if !ok {
		return Setup{}, fmt.Errorf("%s has no full random board", g.Name())
	}
	terms := play.Casual(position, w.Clock)
	terms.Seed = seed
	me := game.First
	if w.Opponent != "" {
		me = local.SideOf(g, w.Side, fresh)
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
	setup.Session.Tags[local.DateTag] = begun.Format(time.DateOnly)
	return setup, nil
}
