package tui

import (
	"context"
	"errors"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"cairn.example/internal/local"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// Options are what the terminal needs from outside. Catalog, Engines and Files
// must be given.
type Options struct {
	Catalog *i18n.Catalog
	Engines Engines
	Files   Files

	// Explorer is asked in analysis what was played in a position; nil for nothing.
	Explorer Explorer

	// SavedGames keeps games; nil keeps none.
	SavedGames *SavedGames

	// ErrorText says an error in a language; nil says it as package say does.
	ErrorText func(c *i18n.Catalog, err error) string

	// Server is where people play each other, nil for games at home only. Table is the table
	// there to show at once, New one to make; with neither the lobby is shown first.
	Server *Server
	Table  string
	Watch  bool // only look on there, though a seat is free
	New    *api.Options

	// Training are puzzles to solve, shown at once; nil for none.
	Training *Training

	// LeftTable is called at the end with the table that was shown, and a move that was not
	// sent, "" for none. Nil calls nothing.
	LeftTable func(table, unsent string)

	// Settings are those of the last run, with what was asked for this time in
	// their place; SettingsFile is where they are stored, nil for nowhere.
	Settings     Settings
	SettingsFile *SettingsFile

	// Notice is something to tell at the start, "" for nothing.
	Notice string

	// Open is the game to show at once; nil begins with the start screen.
	Open *Setup

	// NewGame fills the start screen's form.
	NewGame NewGame

	Depth draw.Depth
	ASCII bool        // no rune above 126 on boards and frames
	Theme *draw.Theme // nil: as the terminal's background is, where it tells

	// Now is the clock and Seed a source of fresh seeds; both must be given.
	Now  func() time.Time
	Seed func() string

	// Pause is how long the computer's answer and a forced pass are held back,
	// so that a person sees what happens; 0 for not at all, below 0 for passes
	// that wait for a key.
	Pause time.Duration

	// Animate lets played moves travel over the board instead of showing them at
	// once.
	Animate bool

	// Alive, where set, reports whether the terminal is still there; it is asked
	// now and then, for programs that outlive theirs.
	Alive func() bool

	// awaited, where set, is handed what a screen waits for instead of waiting; for tests.
	awaited func(changed, stop <-chan struct{}, msg tea.Msg)

	// Input, Output and Environ are the terminal's; nil means the process's.
	Input   io.Reader
	Output  io.Writer
	Environ []string
}

// NewGame are wishes for the next game.
type NewGame struct {
	Game     string // id
	Opponent string // "" for a second person
	Side     string // "first", "second" or "drawn"
	Seed     string
	Full     bool // begin with a full board where the game can
	Clock    play.Control
	Name     string
}

// Setup is a game to show.
type Setup struct {
	Session *local.Session

	// Players name who plays each side: "" a person, else an opponent of
	// [Engines].
	Players [2]string

	// Seed is what the opponents leave their choices to.
	Seed string

	// Analysis shows the game for analysis: nobody plays, the engine's lines beside it.
	Analysis bool

	// ID is the game's name among the saved games; "" for a new one.
	ID string
}

// Files write games in any format, chosen by the name's end.
type Files interface {
	// Save writes a game; the warnings say what the format cannot hold. The error is
	// [fs.ErrExist] where there is a file that was not written by it, unless it is to be
	// replaced.
	Save(name string, s *local.Session, replace bool) (warnings []string, err error)
}

// ErrNoTerminal says that the terminal has gone away. No game is lost by it.
var ErrNoTerminal = errors.New("the terminal is gone")

// Run shows the terminal until the player leaves or ctx ends. Whatever way it
// ends, each game is among the saved games as far as it was played.
func Run(ctx context.Context, o Options) error {
	a := newApp(o)
	profile := map[draw.Depth]colorprofile.Profile{
		draw.NoColor: colorprofile.ASCII, draw.Colors16: colorprofile.ANSI,
		draw.Colors256: colorprofile.ANSI256, draw.TrueColor: colorprofile.TrueColor,
	}[o.Depth]
	options := []tea.ProgramOption{
		// Signals are the caller's business; with them ctx ends.
		tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithColorProfile(profile),
		// Twice the usual rate: a key must be answered within a few hundredths.
		tea.WithFPS(120),
	}
	if o.Input != nil {
		options = append(options, tea.WithInput(o.Input))
	}
	if o.Output != nil {
		options = append(options, tea.WithOutput(o.Output))
	}
	if o.Environ != nil {
		options = append(options, tea.WithEnvironment(o.Environ))
	}
	p := tea.NewProgram(a, options...)
	lost := watch(p, o.Alive)
	_, err := p.Run()
	a.close()
	switch {
	case lost():
		return ErrNoTerminal
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return nil
	case errors.Is(err, io.EOF):
		return ErrNoTerminal
	}
	return err
}

// watch ends a program whose terminal has gone away without ending it. The
// function returned stops watching and reports whether that has happened.
func watch(p *tea.Program, alive func() bool) (lost func() bool) {
	if alive == nil {
		return func() bool { return false }
	}
	stop, ended := make(chan struct{}), make(chan bool, 1)
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				ended <- false
				return
			case <-tick.C:
				if !alive() {
					p.Kill()
					ended <- true
					return
				}
			}
		}
	}()
	return func() bool {
		close(stop)
		return <-ended
	}
}
