package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/draw"
	"cairn.example/internal/files"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/tui"
	"cairn.example/players"
)

// fullScreen plays in the full-screen terminal: at once where the command line
// names a game, else beginning with the start screen.
func (c *playCmd) fullScreen(s *streams, catalog *i18n.Catalog) error {
	o, err := c.screenOptions(s, catalog)
	if err != nil {
		return err
	}
	if c.named() {
		setup, err := c.setup(s, o.Catalog, o.NewGame.Clock)
		if err != nil {
			return err
		}
		o.Open = &setup
	}
	ctx, stop := interruptible()
	defer stop()
	err = tui.Run(ctx, o)
	if i, ended := interruption(ctx, err); ended {
		return withCode(i.code(), errSilent, "") // the game is saved
	}
	return err
}

// screenOptions are what the full screen needs, whatever it shows first.
func (c *playCmd) screenOptions(s *streams, catalog *i18n.Catalog) (tui.Options, error) {
	clock, err := play.ParseShort(c.Clock)
	if err != nil {
		return tui.Options{}, usageError(errors.New(errorText(catalog, err)), "")
	}
	catalog, settings, file, notice := c.settings(s, catalog)
	o := tui.Options{
		Catalog: catalog, ErrorText: errorText,
		Engines: engines{},
		Files:   gameFiles{catalog},
		Depth:   terminalOptions(s, catalog, c.Color).Depth,
		ASCII:   c.ASCII || os.Getenv("TERM") == "linux",
		Now:     time.Now,
		Seed:    newSeed,
		Pause:   600 * time.Millisecond,
		Animate: !c.Still && !settings.Still,

		Settings: settings, SettingsFile: file, Notice: notice,

		Alive: func() bool { return canFill(s) },
		NewGame: tui.NewGame{
			Game: strings.ToLower(c.Game), Opponent: c.opponent(), Side: c.Side, Seed: c.Seed, Full: c.Full, Clock: clock, Name: c.Name,
		},
	}
	if theme, named := draw.ThemeNamed(c.Theme); named {
		o.Theme = theme
	} else if lightBackground(os.Getenv("COLORFGBG")) {
		o.Theme = draw.Light()
	}
	if dir, err := stateDir(); err == nil {
		o.SavedGames = tui.NewSavedGames(filepath.Join(dir, "games"))
	}
	if c.Vs == "" {
		o.NewGame.Opponent = suggested(settings)
	}
	if o.NewGame.Game == "" {
		o.NewGame.Game = settings.Game
	}
	if c.Name == "" {
		o.NewGame.Name = settings.Name
	}
	return o, nil
}

// lightBackground reads the variable by which some terminals that cannot be
// asked tell their colors: numbers of sixteen, the background last.
func lightBackground(colors string) bool {
	n, err := strconv.Atoi(colors[strings.LastIndexByte(colors, ';')+1:])
	return err == nil && (n == 7 || n == 15)
}

// beginner is whom the start screen suggests at first.
const beginner = "level3"

// suggested is whom the start screen suggests: whom one played last.
func suggested(s tui.Settings) string {
	switch s.Opponent {
	case "":
		return beginner
	case tui.Person:
		return ""
	}
	return s.Opponent
}

// settings returns what the last run has stored, and where this one stores it.
// What the command line says goes before that, and the settings before the
// locale. The notice tells of settings that cannot be used.
func (c *playCmd) settings(s *streams, catalog *i18n.Catalog) (*i18n.Catalog, tui.Settings, *tui.SettingsFile, string) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return catalog, tui.Settings{}, nil, "" // no home, nothing to remember
	}
	path := filepath.Join(dir, "cairn", "settings.json")
	file := tui.NewSettingsFile(path)
	settings, err := file.Read()
	if known := slices.Contains(languages(), settings.Language); known && !s.langGiven {
		catalog = i18n.New(settings.Language)
	}
	var damaged *files.Damaged
	switch {
	case errors.As(err, &damaged):
		return catalog, settings, file, catalog.T("tui.settings.damaged", i18n.Args{"file": damaged.File, "aside": filepath.Base(damaged.Aside)})
	case errors.Is(err, tui.ErrNewerSettings):
		return catalog, settings, nil, catalog.T("tui.settings.newer", i18n.Args{"file": path})
	case err != nil:
		return catalog, settings, nil, i18n.Sentence(unreadable(catalog, path, err).Error())
	}
	return catalog, settings, file, ""
}

// named tells whether the command line says what to play.
func (c *playCmd) named() bool {
	return c.Game != "" || c.Pos != "" || c.Load != "" || c.Full || c.Seed != ""
}

// opponent is the name of the computer player, "" for a person.
func (c *playCmd) opponent() string {
	if c.Vs == "human" {
		return ""
	}
	return c.Vs
}

// setup makes the game that the command line names.
func (c *playCmd) setup(s *streams, catalog *i18n.Catalog, clock play.Control) (tui.Setup, error) {
	g, err := c.game()
	if err != nil {
		return tui.Setup{}, err
	}
	session, err := c.session(g, s, catalog)
	if err != nil {
		return tui.Setup{}, err
	}
	if c.Load != "" && clock.On() {
		if session, err = tui.WithClock(session, clock); err != nil {
			return tui.Setup{}, err
		}
	}
	setup := tui.Setup{Session: session, Seed: c.Seed}
	me := local.SideOf(session.Game(), c.Side, newSeed)
	if c.Name != "" {
		session.Tags[local.NameTag(me)] = c.Name
	}
	if name := c.opponent(); name != "" {
		if _, err := players.New(session.Game(), name, players.Options{}); err != nil {
			return tui.Setup{}, usageError(err, "")
		}
		setup.Players[me.Other()] = name
		session.Tags[local.NameTag(me.Other())] = name
	}
	return setup, nil
}

// stateDir returns the directory in which programs keep what they must not
// forget: that of the XDG specification, or the system's own on Windows.
func stateDir() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "cairn"), nil
	}
	if runtime.GOOS == "windows" {
		dir, err := os.UserCacheDir() // the local application data
		return filepath.Join(dir, "cairn"), err
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state", "cairn"), err
}

// engines makes players and analysts for package tui.
type engines struct{}

// Opponents returns whom the start screen offers: those to learn from. Others,
// such as "uct", can be asked for on the command line.
func (engines) Opponents(game.Game) []string {
	var names []string
	for _, name := range players.Names() {
		if _, level := players.LevelNamed(name); level || name == "random" || name == "greedy" {
			names = append(names, name)
		}
	}
	return names
}

// Opponent returns a computer player.
func (engines) Opponent(g game.Game, name, seed string) (tui.Opponent, error) {
	p, err := players.New(g, name, players.Options{Seed: seed, Hash: 64, Threads: threads(), Poll: runtime.Gosched})
	if err != nil {
		return nil, err
	}
	return &opponent{player: p}, nil
}

// threads leaves a core to the screen; where there is one only, the search lets
// others run every few hundred positions ([runtime.Gosched]).
func threads() int { return min(max(runtime.GOMAXPROCS(0)-1, 1), 4) }

// opponent is a computer player that is asked by one goroutine at a time.
type opponent struct {
	mu     sync.Mutex
	player players.Player
}

// freeTime is how long a player without a limit of its own thinks where there
// is no clock.
const freeTime = 3 * time.Second

func (o *opponent) Choose(ctx context.Context, p game.Position, clocks play.Clocks) (game.Move, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	l := engine.Limits{MoveTime: freeTime}
	if clocks.Control.On() {
		l = limitsOf(clocks)
	}
	r, err := o.player.Choose(ctx, p, l, nil)
	if err == nil {
		err = ctx.Err() // what was cut short is no answer
	}
	return r.Move, err
}

// Analyst returns an engine for judging positions.
func (engines) Analyst(g game.Game) (tui.Analyst, error) {
	knowledge, err := players.Knowledge(g)
	if err != nil {
		return nil, err
	}
	e, err := players.NewEngine(g, engine.Options{Hash: 64, Threads: threads(), Knowledge: knowledge, Poll: runtime.Gosched})
	if err != nil {
		return nil, err
	}
	return &analyst{reasoner: knowledge(), engine: e}, nil
}

// analyst judges positions, for one goroutine at a time.
type analyst struct {
	mu       sync.Mutex
	reasoner engine.Reasoner
	engine   *engine.Engine
}

func (a *analyst) Analyze(ctx context.Context, p game.Position, n int, budget time.Duration, tell func([]tui.Line)) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	known := map[int]tui.Line{}
	a.engine.Search(ctx, p, engine.Limits{MultiPV: n, MoveTime: budget}, func(i engine.Info) {
		if i.Bound != engine.Exact && !i.Proved || len(i.PV) == 0 {
			return
		}
		l := lineOf(p, i)
		l.Reasons = spokenReasons(engine.Reasons(a.reasoner, p, &engine.Result{Info: i, Move: i.PV[0]}))
		known[i.MultiPV] = l
		var lines []tui.Line
		for rank := 1; known[rank].Moves != nil; rank++ {
			lines = append(lines, known[rank])
		}
		tell(lines)
	})
	return ctx.Err()
}

// lineOf turns what a search reports, for the side to move, into what the screen
// shows, for the first player.
func lineOf(p game.Position, i engine.Info) tui.Line {
	l := tui.Line{Moves: i.PV, Depth: i.Depth, Nodes: i.Nodes, Speed: i.NPS}
	switch side := p.Side(); {
	case i.Score.Won(), i.Score.Lost():
		winner := side
		if i.Score.Lost() {
			winner = side.Other()
		}
		l.Score.Outcome = game.Win(winner)
		// With one count that decides, the margin is a number people know.
		if s, ok := p.(game.Scorer); ok && len(s.Standing(side)) == 1 && i.Bound == engine.Exact {
			_, by := i.Score.Margin()
			l.Score.Margin = max(by, -by)
		}
	case i.Proved:
		l.Score.Outcome = game.Draw
	case side == game.First:
		l.Score.Points = int(i.Score)
	default:
		l.Score.Points = -int(i.Score)
	}
	return l
}

// canFill tells whether both ends of the program are a terminal.
func canFill(s *streams) bool { return isTerminal(s.rawIn) && isTerminal(s.rawOut) }

// noScreen says that there is no terminal to fill.
func noScreen(c *i18n.Catalog) error {
	return usageError(errors.New(c.T("cli.play.no_screen")), c.T("cli.play.plain"))
}
