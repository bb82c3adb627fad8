package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/nn"
)

// ring is a board of spots in a ring, made up.
type ring struct{ spots, planes int }

func (ring) ID() string                     { return "ring-1" }
func (b ring) Planes() int                  { return b.planes }
func (ring) Applies(game.Position) bool     { return true }
func (ring) Viewer(game.Position) game.Side { return game.First }
func (ring) Fill(game.Position, []int16)    { panic("positions of a ring are made up") }

// Windows returns the spot itself, the next one, three others but for one spot, and both
// neighbors.
func (b ring) Windows() [][][]int {
	var list [][][]int
	at := func(s int) int { return (s + b.spots) % b.spots }
	for s := range b.spots {
		others := []int{at(s + 2), at(s + 3), at(s + 5)}
		if s == 4 {
			others = nil
		}
		list = append(list, [][]int{{s}, {at(s + 1)}, others, {at(s - 1), at(s + 1)}})
	}
	return list
}

// madeUp returns positions of a ring; the first side is better the more of the first plane
// it has.
func (b ring) madeUp(rng *rand.Rand, n int) *samples {
	d := &samples{n: b.spots * b.planes}
	for range n {
		x := make([]int16, b.spots*b.planes)
		sum := 0.0
		for i := range x {
			if rng.IntN(3) == 0 {
				x[i] = int16(rng.IntN(2*nn.ConvUnit) + 1)
				if i%b.planes == 0 {
					sum += float64(x[i])/nn.ConvUnit - 1.0/3
				}
			}
		}
		d.x = append(d.x, x...)
		d.list = append(d.list, sample{target: float32(sigmoid(sum)), result: -1})
	}
	return d
}

// The kernel adds the same products in the same order as plain Go.
func TestPanel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		ys, xs, xn, ws, n := 16+rng.IntN(8), rng.IntN(40), rng.IntN(9), 16+rng.IntN(9), 1+rng.IntN(60)
		random := func(n int) []float32 {
			list := make([]float32, n)
			for i := range list {
				list[i] = float32(rng.NormFloat64() * math.Exp(4*rng.NormFloat64()))
			}
			return list
		}
		x, w, y := random(3*xs+n*xn+1), random(n*ws+16), random(4*ys+16)
		want := slices.Clone(y)
		panelGo(want, ys, x, xs, xn, w, ws, n)
		panel(y, ys, x, xs, xn, w, ws, n)
		if !slices.Equal(y, want) {
			t.Fatalf("with strides %d, %d, %d, %d and %d products: %v, in plain Go %v", ys, xs, xn, ws, n, y, want)
		}
	}
}

// The gradient is what small changes of the weights show.
func TestConvGradient(t *testing.T) {
	b := ring{13, 3}
	rng := rand.New(rand.NewPCG(3, 4))
	m := newConvModel(b, FitSettings{Channels: 16, Blocks: 2, Hidden: 16}, rng)
	for _, l := range m.layers {
		for j := range l.outputs {
			m.weights[l.bias+j] = rng.Float32() * 0.2
		}
	}
	m.transpose()
	d := b.madeUp(rng, 1)
	p := m.newPass()
	grad := make([]float32, len(m.weights))
	m.forward(p, d.numbers(0))
	m.backward(p, 1, grad)
	wrong, checked := 0, 0
	for i, g := range grad {
		const step = 1.0 / 512
		w := m.weights[i]
		at := func(v float32) float64 {
			m.weights[i] = v
			return float64(m.forward(p, d.numbers(0)))
		}
		got := (at(w+step) - at(w-step)) / (2 * step)
		m.weights[i] = w
		if math.Abs(got-float64(g)) > 0.03*math.Abs(float64(g))+3e-3 {
			wrong++ // where a number begins or ends to be clamped within the step
		}
		if math.Abs(float64(g)) > 1e-2 {
			checked++
		}
	}
	if wrong > checked/50 || checked < len(grad)/10 {
		t.Errorf("of %d gradients %d are not small and %d wrong", len(grad), checked, wrong)
	}
}

// The loss falls, the net is the same for any number of workers, and its integers say what
// the model says.
func TestConvFit(t *testing.T) {
	b := ring{13, 2}
	s := FitSettings{Channels: 16, Blocks: 1, Hidden: 16, Epochs: 3, Batch: 20, Rate: 0.003}
	var nets []string
	for _, workers := range []int{1, 3} {
		d := b.madeUp(rand.New(rand.NewPCG(5, 6)), 500)
		f := newConvFitter(b, s, len(d.list), Options{Workers: workers})
		before := f.loss(d)
		for range s.Epochs {
			if _, err := f.epoch(context.Background(), d); err != nil {
				t.Fatal(err)
			}
		}
		least := 0.0
		for _, s := range d.list {
			p := float64(s.target)
			least += crossEntropy(math.Log(p/(1-p)), p) / float64(len(d.list))
		}
		after := f.loss(d)
		if after > least+0.1*(before-least) {
			t.Errorf("the loss was %.4f and is %.4f; %.4f is least", before, after, least)
		}
		n, err := f.model.net(b, "made up")
		if err != nil {
			t.Fatal(err)
		}
		data, err := n.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		nets = append(nets, string(data))
		position := &filled{Board: b}
		line, err := nn.NewConvLine(n, position)
		if err != nil {
			t.Fatal(err)
		}
		p := f.model.newPass()
		for i := range 50 {
			position.x = d.numbers(i)
			got, want := float64(line.Evaluate(nil))/scale, float64(f.model.forward(p, d.numbers(i)))
			if math.Abs(got-want) > 0.02 {
				t.Errorf("position %d: %.3f in integers, %.3f", i, got, want)
			}
		}
	}
	if nets[0] != nets[1] {
		t.Error("one worker and three make different nets")
	}
}

// A fit over a board gives the same net for any number of workers, and can be stopped.
func TestFitBoard(t *testing.T) {
	settings := tiny
	settings.Placing, settings.FullNodes, settings.PlacingRandom = 1, 50, 0.5
	r, err := Open(t.TempDir(), settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.SelfPlay(t.Context(), 12, Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	s := FitSettings{Part: "dvonn-placing-board-1", Hidden: 16, Channels: 16, Blocks: 1, Epochs: 2, Batch: 64, Rate: 0.003, Mix: 0.5}
	var files [2][]byte
	told := 0
	for i, name := range []string{"a", "b"} {
		table, err := r.Fit(t.Context(), name, s, Options{Workers: 1 + 2*i, Progress: func(int, int) { told++ }})
		if err != nil {
			t.Fatal(err)
		}
		if all := table[0]; all.Positions == 0 || all.NetLoss < all.BestLoss {
			t.Errorf("%+v", all)
		}
		if files[i], err = os.ReadFile(r.Path(Candidate, name, ".net")); err != nil {
			t.Fatal(err)
		}
		log, err := readLoss(r.Path(Candidate, name, ".loss"))
		if err != nil || len(log) != 2 || log[1].Train >= log[0].Train || log[1].Part != s.Part {
			t.Errorf("loss log %+v, %v", log, err)
		}
	}
	a, err := nn.Parse(files[0])
	if err != nil {
		t.Fatal(err)
	}
	b, err := nn.Parse(files[1])
	if err != nil {
		t.Fatal(err)
	}
	a.Conv[0].Note, b.Conv[0].Note = "", ""
	if !reflect.DeepEqual(a, b) {
		t.Error("one worker and three make different nets")
	}
	if told < 4 {
		t.Errorf("progress was told %d times", told)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	if _, err := r.Fit(ctx, "stopped", s, Options{Progress: func(int, int) { stop(why) }}); !errors.Is(err, why) {
		t.Errorf("stopped: %v", err)
	}
	for _, wrong := range []func(*FitSettings){
		func(s *FitSettings) { s.Channels = 8 },
		func(s *FitSettings) { s.Channels = 1024 },
		func(s *FitSettings) { s.Hidden = 0 },
		func(s *FitSettings) { s.Blocks = -1 },
		func(s *FitSettings) { s.Batch = 0 },
	} {
		s := s
		wrong(&s)
		if _, err := r.Fit(t.Context(), "wrong", s, Options{}); err == nil {
			t.Errorf("%+v is taken", s)
		}
	}
}

// A placing has the score and the result of its full board for a label, seen from First; the
// full board of each game is there.
func TestBoardLabels(t *testing.T) {
	r := openTiny(t, t.TempDir())
	v, err := viewOf(r.game, "dvonn-placing-board-1")
	if err != nil {
		t.Fatal(err)
	}
	l, err := r.newLoader(v, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	// Second wins; the search of the full board, where First moves, is of two minds.
	number := gameWithoutFull()
	var list []Position
	p := dvonn.Game.Start("").(*dvonn.Position)
	for p.Placing() {
		list = append(list, Position{Game: number, Text: p.String(), Score: 500, Result: Win - Result(2*(int(p.Side())^1)), Proved: true})
		p.PlayUnchecked(p.Moves(nil)[0])
	}
	list = append(list, Position{Game: number, Text: p.String(), Score: -100, Result: Loss})
	p.PlayUnchecked(p.Moves(nil)[0])
	list = append(list, Position{Game: number, Text: p.String(), Score: 500, Result: Win})
	d := &samples{n: l.view.inputs}
	if err := l.addGame(d, "made up", list); err != nil {
		t.Fatal(err)
	}
	want := float32(sigmoid(-0.5))
	full := 0
	for _, s := range d.list {
		if s.score != want || s.result != 0 || s.target != want/2 {
			t.Errorf("sample %+v", s)
		}
		if s.phase == dvonn.Spots {
			full++
		}
	}
	if full != 1 || len(d.list) < dvonn.Spots/keepOne || len(d.list) > dvonn.Spots/keepOne+2 {
		t.Errorf("%d samples, %d full boards", len(d.list), full)
	}
}

// gameWithoutFull returns the number of a game of which the share of positions that is kept
// leaves out the full board.
func gameWithoutFull() int {
	number := 1
	for int(mixed(uint64(number))%keepOne) == dvonn.Spots%keepOne {
		number++
	}
	return number
}

func BenchmarkConvStep(b *testing.B) {
	for _, c := range []int{32, 48} {
		b.Run(fmt.Sprint(c), func(b *testing.B) {
			board := ring{49, 6}
			d := board.madeUp(rand.New(rand.NewPCG(5, 6)), 256)
			f := newConvFitter(board, FitSettings{Channels: c, Blocks: 2, Hidden: 32, Epochs: 1, Batch: 256, Rate: 0.003}, b.N*256, Options{Workers: 1})
			batch := f.rng.Perm(256)
			for b.Loop() {
				f.step(d, batch)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/256/1e6, "ms/position")
		})
	}
}
