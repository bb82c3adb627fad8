package ugi_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
	"cairn.example/players"
	"cairn.example/ugi"
)

// gated is a player whose searches end when the test says so, or when they are
// stopped. It notes what became of them.
type gated struct {
	finish chan struct{} // lets one search end by itself

	mutex sync.Mutex
	count int
	notes []string
}

func (g *gated) Choose(ctx context.Context, p game.Position, l engine.Limits, _ func(engine.Info)) (engine.Result, error) {
	g.mutex.Lock()
	g.count++
	n := g.count
	g.mutex.Unlock()
	hit := l.Ponder
	for {
		select {
		case <-ctx.Done():
			g.note("%d stopped", n)
		case <-g.finish:
			g.note("%d finished", n)
		case <-hit:
			g.note("%d hit", n)
			hit = nil
			continue
		}
		return engine.Result{Move: p.Moves(nil)[0]}, nil
	}
}

func (g *gated) note(format string, args ...any) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.notes = append(g.notes, fmt.Sprintf(format, args...))
}

func (g *gated) Name() string { return "gated" }
func (g *gated) Reset()       {}

// TestOrder sends all lines of a session in one write, lets every search end that
// ends by itself, and holds which searches were stopped and in which order the
// answers came. Nothing depends on how long anything takes: time stands still
// until all goroutines wait.
func TestOrder(t *testing.T) {
	const unknown = "info string error: unknown command"
	for name, test := range map[string]struct {
		lines  []string
		notes  []string // what became of the searches
		answer []string // beginnings of the lines that came, without the moves
	}{
		"stop and quit at once":       {[]string{"go infinite", "stop", "quit"}, []string{"1 stopped"}, []string{"bestmove"}},
		"quit without stop":           {[]string{"go infinite", "quit"}, []string{"1 stopped"}, []string{"bestmove"}},
		"quit ends any search":        {[]string{"go nodes 5", "quit"}, []string{"1 stopped"}, []string{"bestmove"}},
		"stop and the next go":        {[]string{"go infinite", "stop", "position startpos seed 2", "go nodes 5"}, []string{"1 stopped", "2 finished"}, []string{"bestmove", "bestmove"}},
		"stop, isready":               {[]string{"go infinite", "stop", "isready"}, []string{"1 stopped"}, []string{"bestmove", "readyok"}},
		"isready, stop":               {[]string{"go infinite", "isready", "stop"}, []string{"1 stopped"}, []string{"readyok", "bestmove"}},
		"stop twice":                  {[]string{"go infinite", "stop", "stop", "isready"}, []string{"1 stopped"}, []string{"bestmove", "readyok"}},
		"stop, go, stop":              {[]string{"go infinite", "stop", "go infinite", "stop", "isready"}, []string{"1 stopped", "2 stopped"}, []string{"bestmove", "bestmove", "readyok"}},
		"wait, then go and stop":      {[]string{"go nodes 5", "wait", "go infinite", "stop"}, []string{"1 finished", "2 stopped"}, []string{"bestmove", "bestmove"}},
		"wait, then go, stop, quit":   {[]string{"go nodes 5", "wait", "go infinite", "stop", "quit"}, []string{"1 finished", "2 stopped"}, []string{"bestmove", "bestmove"}},
		"wait, then stop":             {[]string{"go infinite", "wait", "isready", "stop"}, []string{"1 stopped"}, []string{"bestmove", "readyok"}},
		"wait, then stop and go":      {[]string{"go infinite", "wait", "stop", "go nodes 5", "wait", "isready"}, []string{"1 stopped", "2 finished"}, []string{"bestmove", "bestmove", "readyok"}},
		"wait, go, wait, go, stop":    {[]string{"go nodes 5", "wait", "go nodes 5", "wait", "go infinite", "stop", "isready"}, []string{"1 finished", "2 finished", "3 stopped"}, []string{"bestmove", "bestmove", "bestmove", "readyok"}},
		"endless, wait, quit":         {[]string{"go infinite", "wait", "quit"}, []string{"1 stopped"}, []string{"bestmove"}},
		"endless, wait, go, quit":     {[]string{"go infinite", "wait", "go nodes 5", "wait", "stop", "quit"}, []string{"1 stopped", "2 stopped"}, []string{"bestmove", "bestmove"}},
		"ponder, wait, go":            {[]string{"go ponder", "wait", "go nodes 5", "wait", "isready"}, []string{"1 stopped", "2 finished"}, []string{"bestmove", "bestmove", "readyok"}},
		"ponderhit":                   {[]string{"go ponder", "ponderhit"}, []string{"1 hit", "1 finished"}, []string{"bestmove"}},
		"wait, ponderhit":             {[]string{"go ponder", "wait", "isready", "ponderhit"}, []string{"1 hit", "1 finished"}, []string{"bestmove", "readyok"}},
		"wait, go ponder, ponderhit":  {[]string{"go nodes 5", "wait", "go ponder", "ponderhit"}, []string{"1 finished", "2 hit", "2 finished"}, []string{"bestmove", "bestmove"}},
		"stop, ponderhit":             {[]string{"go ponder", "stop", "ponderhit"}, []string{"1 stopped"}, []string{"bestmove", "info string error: ponderhit"}},
		"a long line in its place":    {[]string{"go nodes 5", "wait", strings.Repeat("x", 1<<17), "isready"}, []string{"1 finished"}, []string{"bestmove", "info string error: the line", "readyok"}},
		"what is not known":           {[]string{"go nodes 5", "wait", "hello", "isready"}, []string{"1 finished"}, []string{"bestmove", unknown, "readyok"}},
		"refused during a search":     {[]string{"go infinite", "position startpos", "go nodes 5", "stop", "hello"}, []string{"1 stopped"}, []string{"info string error: \"position\" must wait", "info string error: \"go\" must wait", "bestmove", unknown}},
		"a count, quit":               {[]string{"go perft 60", "quit"}, nil, []string{"perft stopped"}},
		"end of input":                {[]string{"go infinite", ""}, []string{"1 stopped"}, []string{"bestmove"}},
		"end of input while one held": {[]string{"go infinite", "wait", "go infinite", ""}, []string{"1 stopped", "2 stopped"}, []string{"bestmove", "bestmove"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := &gated{finish: make(chan struct{})}
				server := &ugi.Server{Game: lyngk.Standard, Player: func(game.Game, ugi.Settings) (players.Player, error) { return g, nil }}
				in, more := io.Pipe()
				var out strings.Builder
				ended := make(chan error, 1)
				go func() { ended <- server.Run(context.Background(), in, &out) }()
				lines := test.lines
				last := len(lines) - 1
				closes := lines[last] == ""
				if closes {
					lines = lines[:last]
				}
				go func() {
					fmt.Fprintln(more, strings.Join(lines, "\n"))
					if closes {
						more.Close()
					}
				}()
				for {
					synctest.Wait() // everything was read, and all that could go on has
					select {
					case g.finish <- struct{}{}: // a search that nothing has stopped
						continue
					default:
					}
					break
				}
				more.Close()
				if err := <-ended; err != nil {
					t.Error(err)
				}
				if !slices.Equal(g.notes, test.notes) {
					t.Errorf("the searches: %q, want %q", g.notes, test.notes)
				}
				var got []string
				for line := range strings.Lines(out.String()) {
					if !strings.HasPrefix(line, "perft ") || line == "perft stopped\n" { // not the counts of first moves
						got = append(got, line)
					}
				}
				if !slices.EqualFunc(got, test.answer, strings.HasPrefix) {
					t.Errorf("the answers: %q, want lines that begin with %q", got, test.answer)
				}
			})
		})
	}
}

// TestOrderOfTheEngine sends sessions in one write to the real engine, whose
// searches end when they end: every "go" has its answer, and what follows "stop"
// or "wait" comes after it.
func TestOrderOfTheEngine(t *testing.T) {
	for script, want := range map[string]string{
		"go infinite\nstop\nquit\n": "bestmove",
		"go infinite\nquit\n":       "bestmove",
		"go infinite\nstop\nisready\ngo depth 1\nwait\nisready\nquit\n":    "bestmove readyok bestmove readyok",
		"go nodes 100\nwait\ngo infinite\nstop\nisready\nquit\n":           "bestmove bestmove readyok",
		"go perft 60\nstop\ngo infinite\nstop\nsetoption name Clear Hash":  "perft bestmove",
		"go infinite\nstop\nuginewgame\nposition startpos\ngo depth 1\n\n": "bestmove bestmove",
	} {
		for range 5 {
			var out strings.Builder
			if err := (&ugi.Server{Game: lyngk.Standard}).Run(context.Background(), strings.NewReader(script), &out); err != nil {
				t.Fatal(err)
			}
			var words []string
			for line := range strings.Lines(out.String()) {
				word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
				if word == "bestmove" && rest == "none" {
					t.Errorf("%q: no move", script)
				}
				if word != "info" && (word != "perft" || rest == "stopped") || strings.Contains(rest, "error") {
					words = append(words, word)
				}
			}
			if got := strings.Join(words, " "); got != want {
				t.Errorf("%q is answered by %q, want %q", script, got, want)
			}
		}
	}
}
