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
	"time"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/terminal/computer"
	"cairn.example/internal/terminal/tui"
	"cairn.example/players"
)

// fullScreen plays in the full-screen terminal: at once where the command line
// names a game, else beginning with the start screen.
func (c *playCmd) fullScreen(ctx context.Context, s *streams, catalog *i18n.Catalog) error {
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
	err = tui.Run(ctx, o)
	return quietly(ctx, err) // the game is saved
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
		Engines: computer.Engines{},
		Files:   &gameFiles{catalog: catalog},
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
	if c.Games != "" {
		x, err := openIndex(catalog, c.Games)
		if err != nil {
			return tui.Options{}, err
		}
		o.Explorer = func(ctx context.Context, p game.Position) (tui.Explored, error) {
			return explored(ctx, catalog, c.Games, x, p)
		}
	}
	if theme, named := draw.ThemeNamed(c.Theme); named {
		o.Theme = theme
	} else if lightBackground(os.Getenv("COLORFGBG")) {
		o.Theme = draw.Light()
	}
	if dir, err := stateDir(); err == nil {
		o.SavedGames = tui.NewSavedGames(filepath.Join(dir, "games"))
	} else if o.Notice == "" {
		o.Notice = i18n.Sentence(catalog.T("tui.unlisted", i18n.Args{"reason": errorText(catalog, err)}))
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

// named reports whether the command line says what to play.
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

// errNoHome says that the system does not tell where a person's files are.
var errNoHome = errors.New("no home directory is known")

// homeVariable is the environment variable that tells it.
func homeVariable() string {
	if runtime.GOOS == "windows" {
		return "LOCALAPPDATA"
	}
	return "HOME"
}

// stateDir returns the directory in which programs keep what they must not
// forget: that of the XDG specification, or the system's own on Windows. The error is
// [errNoHome].
func stateDir() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "cairn"), nil
	}
	if runtime.GOOS == "windows" {
		dir, err := os.UserCacheDir() // the local application data
		if err != nil {
			return "", errNoHome
		}
		return filepath.Join(dir, "cairn"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errNoHome
	}
	return filepath.Join(home, ".local", "state", "cairn"), nil
}

// ownFolder is the folder that was asked for, else one's own.
func ownFolder(asked string) (string, error) {
	if asked != "" {
		return asked, nil
	}
	return stateDir()
}

// canFill reports whether both ends of the program are a terminal.
func canFill(s *streams) bool { return isTerminal(s.rawIn) && isTerminal(s.rawOut) }

// noScreen says that there is no terminal to fill.
func noScreen(c *i18n.Catalog) error {
	return usageError(errors.New(c.T("cli.play.no_screen")), c.T("cli.play.plain"))
}
