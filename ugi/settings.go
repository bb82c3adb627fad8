package ugi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/players"
)

// Settings are the values of a server's options.
type Settings struct {
	Hash     int           // MiB
	Threads  int           //
	MultiPV  int           // best moves to report
	Level    int           // 1 to 10, 10 for full strength
	Ponder   bool          // the driver means to use "go ponder"
	Overhead time.Duration // kept back from every time limit
	Base     time.Duration // of the clock where a person waits; see [engine.Limits]
	Seed     string        // of what a level leaves to chance

	// Player is the name of the player that answers, one of [players.Names]; "" for
	// the engine at Level. It is no option of the protocol.
	Player string

	// Eval names the evaluator of an engine or a level, or the file of a net; ""
	// for the strongest. It is no option of the protocol.
	Eval string

	// Without switches techniques of the search off. It is no option either.
	Without engine.Technique
}

// DefaultSettings returns the values that options have before they are set.
func DefaultSettings() Settings {
	return Settings{Hash: 64, Threads: 1, MultiPV: 1, Level: players.Levels, Overhead: 10 * time.Millisecond}
}

// The bounds of options.
const (
	maxMultiPV  = 500
	maxOverhead = 10_000
	maxBase     = 86_400_000
)

// MaxHash returns how many MiB a hash may take: the memory of the machine, because the
// system kills a program that takes more; 16 GiB where the memory isn't known.
func MaxHash() int {
	if mib := memory() >> 20; mib > 0 {
		return int(mib)
	}
	return 16 << 10
}

// MaxThreads returns how many threads may search: four for each processor. More of them
// only wait for each other.
func MaxThreads() int { return 4 * runtime.NumCPU() }

// ids returns the ids of games.
func ids(list []game.Game) []string {
	var ids []string
	for _, g := range list {
		ids = append(ids, g.ID())
	}
	return ids
}

// options returns the option lines of a server that offers these games, g first, with
// these settings.
func options(offered []game.Game, g game.Game, s Settings) []string {
	lines := []string{"option name Game type combo default " + g.ID()}
	for _, id := range ids(offered) {
		lines[0] += " var " + id
	}
	spin := func(name string, value, low, high int) {
		lines = append(lines, fmt.Sprintf("option name %s type spin default %d min %d max %d", name, value, low, high))
	}
	spin("Hash", s.Hash, 1, MaxHash())
	spin("Threads", s.Threads, 1, MaxThreads())
	spin("MultiPV", s.MultiPV, 1, maxMultiPV)
	spin("Level", s.Level, 1, players.Levels)
	lines = append(lines, fmt.Sprintf("option name Ponder type check default %t", s.Ponder))
	spin("Overhead", int(s.Overhead.Milliseconds()), 0, maxOverhead)
	spin("Base", int(s.Base.Milliseconds()), 0, maxBase)
	return append(lines, "option name Seed type string default "+clean(s.Seed), "option name Clear Hash type button")
}

// optionNames are the names of all options, as a refusal lists them.
const optionNames = "Game, Hash, Threads, MultiPV, Level, Ponder, Overhead, Base, Seed, Clear Hash"

// set changes one option other than Game. It reports whether the option needs a new
// player.
func (s *Settings) set(name, value string) (remake bool, err error) {
	spin := func(to *int, low, high int) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < low || n > high {
			return fmt.Errorf("%s must be a number from %d to %d, not %s", name, low, high, quoted(value))
		}
		*to = n
		return nil
	}
	milliseconds := func(to *time.Duration, high int) error {
		ms := 0
		err := spin(&ms, 0, high)
		if err == nil {
			*to = time.Duration(ms) * time.Millisecond
		}
		return err
	}
	switch strings.ToLower(name) {
	case "hash":
		return true, spin(&s.Hash, 1, MaxHash())
	case "threads":
		return true, spin(&s.Threads, 1, MaxThreads())
	case "level":
		return true, spin(&s.Level, 1, players.Levels)
	case "multipv":
		return false, spin(&s.MultiPV, 1, maxMultiPV)
	case "overhead":
		return false, milliseconds(&s.Overhead, maxOverhead)
	case "base":
		return false, milliseconds(&s.Base, maxBase)
	case "seed":
		s.Seed = value
		return true, nil
	case "ponder":
		b, err := strconv.ParseBool(strings.ToLower(value))
		if err != nil {
			return false, fmt.Errorf("%s must be true or false, not %s", name, quoted(value))
		}
		s.Ponder = b
		return false, nil
	}
	return false, fmt.Errorf("no option is called %s; known options: %s", quoted(name), optionNames)
}

// parseOption reads what follows "setoption": name NAME [value VALUE].
func parseOption(fields []string) (name, value string, err error) {
	if len(fields) < 2 || fields[0] != "name" {
		return "", "", errors.New("setoption needs name and value")
	}
	rest := fields[1:]
	for i, word := range rest {
		if word == "value" && i > 0 {
			return strings.Join(rest[:i], " "), strings.Join(rest[i+1:], " "), nil
		}
	}
	return strings.Join(rest, " "), "", nil
}

// NewPlayer returns the player of these settings.
func NewPlayer(g game.Game, s Settings) (players.Player, error) {
	return NewPlayerBy(nil, g, s)
}

// NewPlayerBy returns the player of these settings, which takes the time from
// now; nil means time.Now.
func NewPlayerBy(now func() time.Time, g game.Game, s Settings) (players.Player, error) {
	o := players.Options{Seed: s.Seed, Hash: s.Hash, Threads: s.Threads, Now: now}
	if s.Eval != "" {
		e, err := players.LoadEvaluator(g, s.Eval, openNet)
		if err != nil {
			return nil, err
		}
		o.Evaluator = e
	}
	switch {
	case s.Player != "" && s.Player != "engine":
		return players.New(g, s.Player, o)
	case s.Player == "" && s.Level < players.Levels:
		return players.New(g, players.LevelName(s.Level), o)
	}
	e, err := players.NewEngine(g, engine.Options{Hash: s.Hash, Threads: s.Threads, Now: now, Evaluator: o.Evaluator, Without: s.Without})
	if err != nil {
		return nil, err
	}
	return &searcher{e}, nil
}

// openNet opens the file of a net.
func openNet(name string) (io.ReadCloser, error) { return os.Open(name) }

// searcher is the engine at full strength. Unlike the player of that name it also
// searches positions with a single move, because an analysis wants their value.
type searcher struct{ engine *engine.Engine }

func (s *searcher) Name() string { return "engine" }
func (s *searcher) Reset()       { s.engine.Clear() }

func (s *searcher) Choose(ctx context.Context, p game.Position, l engine.Limits, onInfo func(engine.Info)) (engine.Result, error) {
	r := s.engine.Search(ctx, p, l, onInfo)
	if r.Move == 0 {
		return r, players.ErrOver
	}
	return r, nil
}
