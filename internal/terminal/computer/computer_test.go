package computer_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/study/puzzle/packs"
	"cairn.example/internal/study/training"
	"cairn.example/internal/terminal/computer"
	"cairn.example/internal/terminal/line"
	"cairn.example/internal/terminal/tui"
	"cairn.example/players"
)

// What the two kinds of play want.
var (
	_ tui.Engines   = computer.Engines{}
	_ line.Opponent = (*computer.Opponent)(nil)
	_ line.Adviser  = (*computer.Adviser)(nil)
)

func gameOf(t *testing.T, id string) game.Game {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLimits(t *testing.T) {
	left := [2]time.Duration{time.Minute, 2 * time.Minute}
	for _, test := range []struct {
		control play.Control
		left    [2]time.Duration
		want    engine.Limits
	}{
		{play.Control{}, left, engine.Limits{}},
		{play.Control{Kind: play.PerMove, Base: time.Minute}, [2]time.Duration{4 * time.Second, time.Minute}, engine.Limits{MoveTime: 2 * time.Second}},
		{play.Control{Kind: play.PerMove, Base: 24 * time.Hour}, [2]time.Duration{time.Hour, 24 * time.Hour}, engine.Limits{MoveTime: 10 * time.Second}},
		{
			play.Control{Kind: play.Fischer, Base: time.Minute, Increment: time.Second},
			left,
			engine.Limits{Clock: left, Clocked: true, Base: time.Minute, Ply: 3, Overhead: 50 * time.Millisecond, Increment: [2]time.Duration{time.Second, time.Second}},
		},
	} {
		if got := computer.Limits(play.Clocks{Control: test.control, Left: test.left, Plies: 3}); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%+v with %v left: %+v, want %+v", test.control, test.left, got, test.want)
		}
	}
}

// An opponent changes its level and its game, and stays what it was where that fails.
func TestOpponent(t *testing.T) {
	made := func(g game.Game, name string) (players.Player, error) {
		return players.New(g, name, players.Options{Seed: "1"})
	}
	said := func(error) string { return "in other words" }
	if _, err := computer.NewOpponent(gameOf(t, "dvonn"), "nobody", made, said); !errors.As(err, new(*players.UnknownError)) {
		t.Errorf("nobody is made: %v", err)
	}
	o, err := computer.NewOpponent(gameOf(t, "dvonn"), "random", made, said)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.SetLevel(2); err != nil || o.Name() != "level2" {
		t.Errorf("level 2 is %s, %v", o.Name(), err)
	}
	if err := o.SetLevel(99); err == nil || err.Error() != "in other words" || o.Name() != "level2" {
		t.Errorf("level 99 is %s, %v", o.Name(), err)
	}
	lyngk := gameOf(t, "lyngk")
	if err := o.SetGame(lyngk); err != nil || o.Name() != "level2" {
		t.Errorf("in another game it is %s, %v", o.Name(), err)
	}
	p := lyngk.Start("x")
	if m, err := o.Choose(t.Context(), p, play.Clocks{}); err != nil || p.Legal(m) != nil {
		t.Errorf("chosen %d, %v", m, err)
	}
}

// The full screen gets for the first player what a search says for the side to move.
func TestAnalyst(t *testing.T) {
	var e computer.Engines
	g := gameOf(t, "dvonn")
	if names := e.Opponents(g); !slices.Contains(names, "level1") || slices.Contains(names, "uct") {
		t.Errorf("the opponents are %q", names)
	}
	a, err := e.Analyst(g)
	if err != nil {
		t.Fatal(err)
	}
	// The side to move jumps on the last stack of the other one.
	const rest = "/.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,."
	for pos, want := range map[string]game.Outcome{"D,W,B" + rest + " b move": game.SecondWins, "D,B,W" + rest + " w move": game.FirstWins} {
		p, err := g.Parse(pos)
		if err != nil {
			t.Fatal(err)
		}
		var last []tui.Line
		if err := a.Analyze(t.Context(), p, 1, tui.Budget{Time: time.Minute}, func(lines []tui.Line) { last = lines }); err != nil {
			t.Fatal(err)
		}
		if len(last) != 1 || last[0].Score.Outcome != want || p.Legal(last[0].Moves[0]) != nil {
			t.Errorf("%s is judged %+v", pos, last)
		}
	}
	// Within a number of positions the answer is always the same.
	var hints [2][]tui.Line
	for i := range hints {
		err := a.Analyze(t.Context(), g.Start("again"), 1, tui.Budget{Positions: 20_000}, func(lines []tui.Line) { hints[i] = lines })
		if err != nil {
			t.Fatal(err)
		}
		hints[i][0].Speed = 0
	}
	if !reflect.DeepEqual(hints[0], hints[1]) {
		t.Errorf("asked for a hint %+v, asked again %+v", hints[0], hints[1])
	}
}

func TestAdviser(t *testing.T) {
	computer.SetHintLimits(engine.Limits{Nodes: 40_000})
	a := computer.NewAdviser(i18n.New("en"))
	for _, id := range []string{"lyngk", "dvonn"} {
		p, _ := game.StartOf(gameOf(t, id), "x", true)
		advice, err := a.Advise(t.Context(), p)
		if err != nil || p.Legal(advice.Move) != nil {
			t.Errorf("%s: %+v, %v", id, advice, err)
		}
		if again, err := a.Advise(t.Context(), p); !reflect.DeepEqual(again, advice) || err != nil {
			t.Errorf("%s: asked again %+v, %v, before %+v", id, again, err, advice)
		}
	}
}

// puzzleOfDay returns the puzzle that a pack has for a day.
func puzzleOfDay(t *testing.T, id string) *training.Task {
	t.Helper()
	pack, err := packs.Of(id)
	if err != nil {
		t.Fatal(err)
	}
	trainer := &training.Trainer{
		Store: nothing{}, Packs: []training.Pack{{Game: gameOf(t, id), Puzzles: pack}}, Chance: func(int) int { return 0 },
		Now: func() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) },
	}
	task, _, _, err := trainer.OfDay()
	if err != nil || task == nil {
		t.Fatal(err)
	}
	return task
}

// nothing has been trained.
type nothing struct{}

func (nothing) Read() (*training.Progress, error)            { return training.New(), nil }
func (nothing) Change(change func(*training.Progress)) error { change(training.New()); return nil }

// TestRefutation refutes some wrong first moves of some puzzles, and never a right one.
func TestRefutation(t *testing.T) {
	for _, id := range []string{"lyngk", "dvonn"} {
		task := puzzleOfDay(t, id)
		refuted := 0
		moves := task.Position().Moves(nil)
		for _, m := range moves[:min(len(moves), 6)] {
			r := computer.Refute(t.Context(), task.Position(), m, task.Result, engine.Limits{Nodes: 2_000_000})
			if !r.Proved {
				continue
			}
			refuted++
			if task.Right(m) {
				t.Errorf("%s: the answer %s is refuted", id, task.Game.MoveText(m))
			}
			winner, won := r.Outcome.Winner()
			if won && winner == task.Position().Side() || r.Outcome == game.Ongoing {
				t.Errorf("%s: %s leads to %v", id, task.Game.MoveText(m), r.Outcome)
			}
			after := task.Position().Copy()
			after.PlayUnchecked(m)
			for _, reply := range r.Line {
				if err := after.Play(reply); err != nil {
					t.Errorf("%s: the line after %s: %v", id, task.Game.MoveText(m), err)
				}
			}
		}
		if refuted == 0 {
			t.Errorf("%s: nothing was refuted", id)
		}
	}
}

// What speaks for an answer is said.
func TestExplain(t *testing.T) {
	told := 0
	for _, id := range []string{"lyngk", "dvonn"} {
		told += len(computer.Explain(puzzleOfDay(t, id)))
	}
	if told == 0 {
		t.Error("nothing speaks for the answers")
	}
}
