package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/lyngk"
	"cairn.example/match"
	"cairn.example/nn"
	"cairn.example/players"
)

// tinyFit are settings of a fit of a moment.
var tinyFit = FitSettings{Hidden: 16, Knots: 3, Epochs: 3, Batch: 16, Rate: 0.003, Mix: 0.7}

// A fit gives the same net twice; its file makes an evaluator and a page.
func TestFit(t *testing.T) {
	ctx := context.Background()
	r := openTiny(t, t.TempDir())
	if _, err := r.Fit(ctx, "none", tinyFit, Options{}); !errors.Is(err, ErrNoPositions) {
		t.Errorf("without games: %v", err)
	}
	if err := r.SelfPlay(ctx, 8, Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	var nets [2]*nn.Dense
	for i, name := range []string{"a", "b"} {
		table, err := r.Fit(ctx, name, tinyFit, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if all := table[0]; all.Positions == 0 || all.NetLoss < all.BestLoss || all.NetError <= 0 || all.NetError >= 1 {
			t.Errorf("%+v", all)
		}
		sum := 0
		for _, l := range table[1:] {
			sum += l.Positions
		}
		if sum != table[0].Positions {
			t.Errorf("%d positions in the parts, %d in all", sum, table[0].Positions)
		}
		data, err := readNet(r.Path(Candidate, name, ".net"))
		if err != nil {
			t.Fatal(err)
		}
		read, err := nn.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		nets[i] = read.Dense[0]
		nets[i].Note = strings.TrimPrefix(nets[i].Note, name)
	}
	if !reflect.DeepEqual(nets[0], nets[1]) {
		t.Error("two fits give different nets")
	}
	e, err := players.LoadEvaluator(dvonn.Game, r.Path(Candidate, "a", ".net"), openNet)
	if err != nil {
		t.Fatal(err)
	}
	linear, err := players.Evaluator(dvonn.Game, "linear")
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	p := dvonn.Game.StartFull("x")
	for range 10 {
		p.PlayUnchecked(p.Moves(nil)[1])
		if e().Evaluate(p) != linear().Evaluate(p) {
			differ++
		}
	}
	if differ < 5 {
		t.Error("the net says what the linear evaluator says")
	}
	if _, err := r.Report(judge.Curve{}.Chance); err != nil {
		t.Error(err)
	}
	for _, wrong := range []FitSettings{{}, {Part: "lyngk-1", Hidden: 16, Knots: 1, Epochs: 1, Batch: 1, Rate: 1}, {Hidden: 8, Knots: 1, Epochs: 1, Batch: 1, Rate: 1}} {
		if _, err := r.Fit(ctx, "wrong", wrong, Options{}); err == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
}

// The gradient is what small changes of the weights show, and the loss falls.
func TestFitGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	d := &samples{n: 6}
	for range 200 {
		sum := 0.0
		for k := range d.n {
			v := int16(rng.IntN(9))
			d.x = append(d.x, v)
			sum += float64(v) * (float64(k) - 2.5)
		}
		d.list = append(d.list, sample{phase: uint8(rng.IntN(50)), target: float32(sigmoid(sum / 20))})
	}
	f := newFitter(d, placings{}, FitSettings{Hidden: 16, Knots: 3, Epochs: 40, Batch: 16, Rate: 0.01}, Options{})
	for i := range f.w[:f.rows] {
		f.w[i] = rng.Float32() - 0.5
	}
	s, x := &d.list[0], d.numbers(0)
	s.phase = 30
	out := f.forward(x, s.phase)
	f.backward(x, s.phase, float32(sigmoid(float64(out)))-s.target)
	checked := 0
	for i, g := range f.grad {
		const step = 1e-2
		w := f.w[i]
		loss := func(v float32) float64 {
			f.w[i] = v
			return crossEntropy(float64(f.forward(x, s.phase)), float64(s.target))
		}
		got := (loss(w+step) - loss(w-step)) / (2 * step)
		f.w[i] = w
		if math.Abs(got-float64(g)) > 0.03*math.Abs(float64(g))+2e-3 {
			t.Errorf("gradient %d is %v, measured %v", i, g, got)
		}
		if math.Abs(float64(g)) > 1e-3 {
			checked++
		}
	}
	if checked < 40 {
		t.Errorf("only %d gradients are not zero", checked)
	}
	clear(f.grad)
	before := f.loss(d)
	for range 40 {
		if _, err := f.epoch(context.Background(), d); err != nil {
			t.Fatal(err)
		}
	}
	if after := f.loss(d); after > before-0.03 {
		t.Errorf("the loss was %.4f and is %.4f", before, after)
	}
}

// placings counts nothing of positions of the placing phase.
type placings struct{}

func (placings) ID() string                       { return "placings" }
func (placings) Inputs() int                      { return 1 }
func (placings) Phases() int                      { return dvonn.Spots }
func (placings) Phase(p game.Position) int        { return p.(*dvonn.Position).Placed() }
func (placings) Applies(p game.Position) bool     { return p.(*dvonn.Position).Placing() }
func (placings) Viewer(game.Position) game.Side   { return game.First }
func (placings) Count(_ game.Position, x []int32) { x[0] = 1 }

// A placing has the score of its full board for a label, seen from First.
func TestPlacingLabels(t *testing.T) {
	settings := tiny
	settings.Placing, settings.FullNodes, settings.PlacingRandom = 1, 50, 0.5
	r, err := Open(t.TempDir(), settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.SelfPlay(context.Background(), 2, Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	c := placings{}
	train, held, err := r.load(viewOfCounts(c), 0.7)
	if err != nil {
		t.Fatal(err)
	}
	labels := map[float32]bool{}
	for _, s := range append(train.list, held.list...) {
		if s.target != s.score || s.result >= 0 {
			t.Fatalf("sample %+v", s)
		}
		labels[s.target] = true
	}
	files, err := r.Shards()
	if err != nil {
		t.Fatal(err)
	}
	boards := 0
	for _, name := range files {
		_, list, err := ReadShard(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range list {
			if strings.HasSuffix(at.Text, " w move") {
				boards++
				if i+1 < len(list) && list[i+1].Game == at.Game {
					t.Errorf("a judged game goes on")
				}
				if !labels[float32(chanceOf(at.Score))] {
					t.Errorf("no placing has the score %v of its board", at.Score)
				}
			}
		}
	}
	if boards != 6 || len(labels) > 6 || len(labels) < 2 {
		t.Errorf("%d boards, labels %v", boards, labels)
	}
}

// What the search says of the full board takes the place of what searches said of its
// placings, even where these are proved. No position is there twice.
func TestPlacingsTakeTheScoreOfTheBoard(t *testing.T) {
	r := openTiny(t, t.TempDir())
	c := placings{}
	l, err := r.newLoader(viewOfCounts(c), 0.5)
	if err != nil {
		t.Fatal(err)
	}
	// Second wins; the search of the full board, where First moves, is of two minds.
	var list []Position
	p := dvonn.Game.Start("").(*dvonn.Position)
	for p.Placing() {
		list = append(list, Position{Game: 3, Text: p.String(), Score: 500, Result: Win - Result(2*(int(p.Side())^1)), Proved: true})
		p.PlayUnchecked(p.Moves(nil)[0])
	}
	list = append(list, Position{Game: 3, Text: p.String(), Score: -100, Result: Loss})
	d := &samples{n: c.Inputs()}
	for range 2 {
		if err := l.addGame(d, "made up", list); err != nil {
			t.Fatal(err)
		}
	}
	want := float32(sigmoid(-0.5))
	for _, s := range d.list {
		if s.score != want || s.result != 0 || s.target != want/2 {
			t.Errorf("sample %+v", s)
		}
	}
	if n := len(d.list); n < dvonn.Spots/keepOne || n > dvonn.Spots/keepOne+1 || len(d.x) != n*c.Inputs() {
		t.Errorf("%d samples", n)
	}
}

func forget(int, [2]int) error { return nil }

// A match of placings does not depend on how many games are played at once; those of an
// evaluator with itself are even.
func TestPlayPlacings(t *testing.T) {
	m := PlacingMatch{Evaluators: [2]string{"linear", "linear"}, Stacker: "linear", PlacingNodes: [2]uint64{20, 20}, StackingNodes: 30, Plies: 2, Pairs: 3}
	var tallies [2]match.Tally
	for i := range tallies {
		r, err := playPlacings(context.Background(), dvonn.Game, m, Options{Workers: 1 + 2*i}, nil, forget)
		if err != nil {
			t.Fatal(err)
		}
		tallies[i] = r.Tally
		if r.Sides[0].Games() != 3 || r.Sides[0].Wins != r.Sides[1].Losses {
			t.Errorf("by sides %+v", r.Sides)
		}
	}
	if want := (match.Tally{Wins: tallies[0].Wins, Draws: 6 - 2*tallies[0].Wins, Losses: tallies[0].Wins, Pairs: [5]int{2: 3}}); tallies[0] != want || tallies[1] != want {
		t.Errorf("tallies %+v", tallies)
	}
}

// A match of placings of a run goes on where it was stopped, and comes to what it would have
// come to in one go; with other evaluators or nodes it starts over.
func TestPlacingsGoOn(t *testing.T) {
	m := PlacingMatch{Evaluators: [2]string{"net", "linear"}, Stacker: "linear", PlacingNodes: [2]uint64{20, 20}, StackingNodes: 30, Plies: 2, Pairs: 6}
	o := Options{Revision: "r", Program: "p"}
	whole, err := playPlacings(context.Background(), dvonn.Game, m, o, nil, forget)
	if err != nil {
		t.Fatal(err)
	}
	run := openTiny(t, t.TempDir())
	why := errors.New("enough")
	var played int
	play := func(m PlacingMatch, o Options, most int) (*PlacingResult, error) {
		ctx, stop := context.WithCancelCause(context.Background())
		defer stop(nil)
		played = -1 // the first report comes before any is played
		o.Progress = func(int, int) {
			if played++; played == most {
				stop(why)
			}
		}
		return run.Placings(ctx, m, o)
	}
	if _, err := play(m, o, 2); !errors.Is(err, why) {
		t.Fatalf("stopped: %v", err)
	}
	f, err := os.OpenFile(string(run.placings()), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"evaluators":["net",`); err != nil { // as by a kill
		t.Fatal(err)
	}
	f.Close()
	if _, err := play(m, o, 1); !errors.Is(err, why) {
		t.Fatalf("stopped again: %v", err)
	}
	r, err := play(m, o, -1)
	if err != nil {
		t.Fatal(err)
	}
	if *r != *whole {
		t.Errorf("stopped and gone on with %+v, in one go %+v", r, whole)
	}
	if played != 3 {
		t.Errorf("%d pairs were played after 3 of 6", played)
	}
	net := filepath.Join(t.TempDir(), "a.net")
	counts := players.Counts(dvonn.Game)[0]
	empty := nn.Dense{Counts: counts.ID(), Inputs: counts.Inputs(), Phases: counts.Phases(), Knots: 1, Linear: make([]int16, counts.Inputs())}
	for i, other := range []func() (PlacingMatch, Options){
		func() (PlacingMatch, Options) { m := m; m.PlacingNodes[1]++; return m, o },
		func() (PlacingMatch, Options) { m := m; m.Evaluators[0] = "linear"; return m, o },
		func() (PlacingMatch, Options) { return m, Options{Revision: "s", Program: "p"} },
		func() (PlacingMatch, Options) { return m, Options{Revision: "r", Program: "q"} },
		func() (PlacingMatch, Options) { m := m; m.Stacker = net; return m, o },
		func() (PlacingMatch, Options) { m := m; m.Stacker = net; return m, o },
	} {
		// A file of the same name that holds another net is another evaluator.
		empty.Note = fmt.Sprint(i)
		data, err := empty.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(net, data, 0o644); err != nil {
			t.Fatal(err)
		}
		m, o := other()
		m.Pairs = 1
		if _, err := play(m, o, -1); err != nil {
			t.Fatal(err)
		}
		if played != 1 {
			t.Errorf("%d of a pair of match %d were played", played, i)
		}
	}
}

// countingEvaluator counts how often an evaluator is asked.
type countingEvaluator struct {
	engine.Evaluator
	times *int
}

func (a countingEvaluator) Evaluate(p game.Position) engine.Score {
	*a.times++
	return a.Evaluator.Evaluate(p)
}

// Each side of a match of placings has nodes of its own.
// Each evaluator places for First once and for Second once, so that a match told the other way
// round has the opposite result.
func TestPlacingsSwapSides(t *testing.T) {
	m := PlacingMatch{Evaluators: [2]string{"net", "linear"}, Stacker: "linear", PlacingNodes: [2]uint64{200, 1}, StackingNodes: 30, Pairs: 4, Plies: 2}
	play := func() *PlacingResult {
		t.Helper()
		r, err := playPlacings(t.Context(), dvonn.Game, m, Options{Workers: 2}, nil, forget)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one := play()
	m.Evaluators = [2]string{"linear", "net"}
	m.PlacingNodes = [2]uint64{1, 200}
	other := play()
	for side := range one.Sides {
		a, b := one.Sides[side], other.Sides[1-side]
		if a.Wins != b.Losses || a.Losses != b.Wins || a.Draws != b.Draws {
			t.Errorf("side %d: %+v, the other way round %+v", side, a, b)
		}
	}
	if one.Wins == one.Losses {
		t.Errorf("the stronger placer won %d and lost %d", one.Wins, one.Losses)
	}
}

// Pairs are counted in their order, up to the one that decides the test.
func TestPlacingsEndDecided(t *testing.T) {
	c := &placingCount{match: PlacingMatch{Pairs: 100, Test: &match.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}}, points: map[int][2]int{}}
	for n := 99; n > 0; n-- {
		c.points[n] = [2]int{2, n % 3}
		c.countOn()
	}
	if c.counted != 0 || c.decided {
		t.Fatalf("%d pairs are counted without the first", c.counted)
	}
	c.points[0] = [2]int{2, 2}
	c.countOn()
	if !c.decided || c.counted == 0 || c.counted >= 100 || c.result.Games() != 2*c.counted {
		t.Errorf("%d pairs counted, %d games, decided: %v", c.counted, c.result.Games(), c.decided)
	}
}

func TestPlacingNodes(t *testing.T) {
	linear, err := players.Evaluator(dvonn.Game, "linear")
	if err != nil {
		t.Fatal(err)
	}
	var times [2]int
	makers := [3]func() engine.Evaluator{2: linear}
	for i := range times {
		makers[i] = func() engine.Evaluator { return countingEvaluator{linear(), &times[i]} }
	}
	p, err := newPlacer(dvonn.Game, makers)
	if err != nil {
		t.Fatal(err)
	}
	m := PlacingMatch{PlacingNodes: [2]uint64{20, 500}, StackingNodes: 30}
	if _, err := p.pair(context.Background(), m, 0); err != nil {
		t.Fatal(err)
	}
	if times[0] == 0 || times[1] < 5*times[0] {
		t.Errorf("asked %d times with %d nodes a placing, %d with %d", times[0], m.PlacingNodes[0], times[1], m.PlacingNodes[1])
	}
}

// The games of LYNGK have dense nets only, each its own: the loop fits them, and a net of one
// game is refused by another.
func TestLoopOfDenseNets(t *testing.T) {
	settings := tiny
	settings.Game = "lyngk6"
	r, err := Open(t.TempDir(), settings)
	if err != nil {
		t.Fatal(err)
	}
	var gates []*Gate
	err = r.Loop(context.Background(), 1, 3, Options{Workers: 2}, nil, func(g *Gate) { gates = append(gates, g) })
	if err != nil || len(gates) != 1 {
		t.Fatalf("%d gates, %v", len(gates), err)
	}
	file := r.Path(gates[0].Verdict, gates[0].Name, ".net")
	if _, err := players.LoadEvaluator(lyngk.Six, file, openNet); err != nil {
		t.Error(err)
	}
	if _, err := players.LoadEvaluator(lyngk.Standard, file, openNet); err == nil || !strings.Contains(err.Error(), "lyngk6-1, which LYNGK does not have") {
		t.Errorf("a net of LYNGK-6 for LYNGK: %v", err)
	}
	// A file may hold nets of other games beside its own, as that of LYNGK does; one of other games alone is refused.
	for _, tt := range []struct {
		shipped string
		fits    bool
	}{{"../../lyngk/think/lyngk.net", true}, {"../../dvonn/think/dvonn.net", false}} {
		data, err := os.ReadFile(tt.shipped)
		if err == nil {
			err = os.WriteFile(r.Path(Candidate, "shipped", ".net"), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Report(judge.Curve{}.Chance); (err == nil) != tt.fits {
			t.Errorf("a report with %s: %v", tt.shipped, err)
		}
	}
}

// Where most moves have a claim, random moves mostly have none.
func TestRandomMovesClaimSeldom(t *testing.T) {
	settings := tiny
	settings.Game = "lyngk"
	r, err := Open(t.TempDir(), settings)
	if err != nil {
		t.Fatal(err)
	}
	moves := lyngk.Standard.Start("x").Moves(nil)
	chance := game.NewStream("test", "lyngk", "x")
	claims := 0
	for range 1000 {
		if _, ok := lyngk.Claim(randomMove(r.game, moves, chance)); ok {
			claims++
		}
	}
	if claims < 50 || claims > 150 {
		t.Errorf("%d of 1000 random moves claim", claims)
	}
	if m := moves[len(moves)-1:]; randomMove(r.game, m, chance) != m[0] {
		t.Error("the only move is not played")
	}
}
