package learn

import (
	"context"
	"math"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/players"
)

// TestOutcomesForSides: what a net is trained with is the result for the side to move, so
// nothing here may be seen from the wrong side.
func TestOutcomesForSides(t *testing.T) {
	for _, test := range []struct {
		outcome game.Outcome
		side    game.Side
		want    Result
	}{
		{game.FirstWins, game.First, Win},
		{game.FirstWins, game.Second, Loss},
		{game.SecondWins, game.First, Loss},
		{game.SecondWins, game.Second, Win},
		{game.Draw, game.First, Draw},
		{game.Draw, game.Second, Draw},
	} {
		if got := resultFor(test.outcome, test.side); got != test.want {
			t.Errorf("outcome %v is result %v for side %v", test.outcome, got, test.side)
		}
		score := map[Result]engine.Score{Win: engine.Win(3), Draw: engine.DrawScore, Loss: engine.Loss(3)}[test.want]
		if got := provedOutcome(test.side, score); got != test.outcome {
			t.Errorf("score %v of side %v is outcome %v", score, test.side, got)
		}
		if got, want := chanceOf(score), float64(test.want-Loss)/2; got != want {
			t.Errorf("score %v is a chance of %v, want %v", score, got, want)
		}
	}
	if c := chanceOf(scale); math.Abs(c/(1-c)-math.E) > 1e-9 {
		t.Errorf("at %d hundredths the chance is %v", scale, c)
	}
}

// TestLabels plays games and holds what is recorded of them: after the last random move all
// positions of a game have one outcome, and where that is proved it is found again.
func TestLabels(t *testing.T) {
	for _, id := range []string{"dvonn", "lyngk", "lyngk6"} {
		run, err := Open(t.TempDir(), Settings{Game: id, Seed: "labels", Nodes: 150, Plies: 12, Placing: 0.2})
		if err != nil {
			t.Fatal(err)
		}
		e, err := players.NewEngine(run.game, engine.Options{Hash: 4})
		if err != nil {
			t.Fatal(err)
		}
		prover, err := newProver(run.game, 200_000)
		if err != nil {
			t.Fatal(err)
		}
		known := map[Result]int{}
		for number := range 3 {
			list, err := run.play(context.Background(), e, number)
			if err != nil {
				t.Fatal(err)
			}
			again, err := run.play(context.Background(), e, number)
			if err != nil || len(again) != len(list) || len(list) > 0 && again[len(list)-1] != list[len(list)-1] {
				t.Errorf("%s: game %d played again is another, %v", id, number, err)
			}
			outcome := game.Ongoing
			proved := 0
			for i := range list {
				at := &list[i]
				p, err := run.game.Parse(at.Text)
				if err != nil {
					t.Fatal(err)
				}
				if at.Proved {
					proved++
				}
				if at.Result == Unknown {
					if at.Proved {
						t.Errorf("%s: a proved position has no result: %+v", id, at)
					}
					continue
				}
				known[at.Result]++
				first := map[Result]game.Outcome{Win: game.Win(p.Side()), Draw: game.Draw, Loss: game.Win(p.Side().Other())}[at.Result]
				if outcome == game.Ongoing {
					outcome = first
				}
				if first != outcome {
					t.Errorf("%s: game %d has the outcomes %v and %v", id, number, outcome, first)
				}
				if at.Proved && i == len(list)-1 {
					got, _, err := proveOutcome(context.Background(), prover, p, 200_000)
					if want := map[Result]string{Win: truthWin, Draw: truthDraw, Loss: truthLoss}[at.Result]; err != nil || got != want && got != truthUnproved {
						t.Errorf("%s: %s is %s, its label %s, %v", id, at.Text, got, want, err)
					}
					other, err := outcomeNow(context.Background(), prover, p, p.Side().Other(), 200_000)
					if opposite := map[string]string{truthWin: truthLoss, truthDraw: truthDraw, truthLoss: truthWin, truthUnproved: truthUnproved}; err != nil || other != opposite[got] {
						t.Errorf("%s: %s is %s for one side and %s for the other, %v", id, at.Text, got, other, err)
					}
				}
			}
			if proved == 0 || proved > provedPlies+1 {
				t.Errorf("%s: game %d has %d proved positions", id, number, proved)
			}
		}
		if known[Win] == 0 || known[Loss] == 0 {
			t.Errorf("%s: results %v", id, known)
		}
	}
}

// TestOutcomeNow: the outcome of a finished game is that for the side asked about, with
// either side next.
func TestOutcomeNow(t *testing.T) {
	run := openTiny(t, t.TempDir())
	for _, next := range []string{"w", "b"} {
		p, err := run.game.Parse("DW,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. " + next + " move")
		if err != nil {
			t.Fatal(err)
		}
		for side, want := range map[game.Side]string{game.First: truthWin, game.Second: truthLoss} {
			if got, err := outcomeNow(context.Background(), nil, p, side, 1); err != nil || got != want {
				t.Errorf("%s for side %v, want %s, %v", got, side, want, err)
			}
		}
	}
}

// TestHeldOut: one game in twelve is held out, and the seed says which.
func TestHeldOut(t *testing.T) {
	const n = 6000
	held, alike := 0, 0
	a, b := &Run{Settings: Settings{Seed: "a"}}, &Run{Settings: Settings{Seed: "b"}}
	for number := range n {
		if isHeldOut(a.Seed, number) {
			held++
			if isHeldOut(b.Seed, number) {
				alike++
			}
		}
	}
	if held < n/heldOut*8/10 || held > n/heldOut*12/10 || alike > held/4 {
		t.Errorf("%d of %d games are held out, %d of them with another seed too", held, n, alike)
	}
}

// TestSample: a position becomes the chances of the side to move.
func TestSample(t *testing.T) {
	run := openTiny(t, t.TempDir())
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := game.StartOf(g, "sample", true)
	c := players.Counts(g)[0]
	for _, test := range []struct {
		at                    Position
		score, result, target float64
	}{
		{Position{Score: scale}, 0.7311, -1, 0.7311},
		{Position{Score: scale, Result: Win}, 0.7311, 1, 0.7*0.7311 + 0.3},
		{Position{Score: -scale, Result: Draw}, 0.2689, 0.5, 0.7*0.2689 + 0.15},
		{Position{Score: scale, Result: Loss}, 0.7311, 0, 0.7 * 0.7311},
		{Position{Score: engine.Win(5), Result: Win, Proved: true}, 1, 1, 1},
		{Position{Score: 0, Result: Draw, Proved: true}, 0.5, 0.5, 0.5},
		{Position{Score: engine.Loss(5), Result: Loss, Proved: true}, 0, 0, 0},
		{Position{Score: scale, Result: Draw, Proved: true}, 0.7311, 0.5, 0.5},
	} {
		l, err := run.newLoader(viewOfCounts(c), 0.7)
		if err != nil {
			t.Fatal(err)
		}
		d := &samples{n: l.view.inputs}
		l.add(d, p, &test.at, chanceOf(test.at.Score))
		if len(d.list) != 1 {
			t.Fatal(len(d.list))
		}
		s := d.list[0]
		for i, got := range []float32{s.score, s.result, s.target} {
			if want := [...]float64{test.score, test.result, test.target}[i]; math.Abs(float64(got)-want) > 1e-4 {
				t.Errorf("%+v becomes %+v, want %v", test.at, s, test)
				break
			}
		}
	}
}

// TestWindow: of many shards the newest ones are read, as many as the window holds.
func TestWindow(t *testing.T) {
	run := openTiny(t, t.TempDir())
	if err := run.SelfPlay(context.Background(), 3, Options{}); err != nil {
		t.Fatal(err)
	}
	c := players.Counts(run.game)[0]
	size := func() int {
		train, held, err := run.load(viewOfCounts(c), 0.7)
		if err != nil {
			t.Fatal(err)
		}
		return len(train.list) + len(held.list)
	}
	all := size()
	run.Window = 1 // the newest shard alone
	if newest := size(); newest == 0 || newest > all/2 {
		t.Errorf("of %d positions the newest shard has %d", all, newest)
	}
}
