package learn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/judge"
	"cairn.example/nn"
	"cairn.example/players"
)

// tiny are settings of a run of seconds.
var tiny = Settings{
	Game: "dvonn", Seed: "test", Nodes: 30, ShardGames: 3, Hidden: 16, Epochs: 3, Batch: 16, GateNodes: 30, GatePairs: 2,
}

func openTiny(t *testing.T, dir string) *Run {
	t.Helper()
	r, err := Open(dir, tiny)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// filesOf returns what a run holds, by name.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.Walk(dir, func(name string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		short, _ := filepath.Rel(dir, name)
		all[filepath.ToSlash(short)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The whole loop, twice: what it leaves is the same to the bit, but for the times in
// the games of the gate. A third call finds nothing to do.
func TestLoop(t *testing.T) {
	var left [2]map[string]string
	for i := range left {
		dir := t.TempDir()
		var steps []Step
		var gates []*Gate
		loop := func() {
			t.Helper()
			err := openTiny(t, dir).Loop(context.Background(), 2, 2, Options{Workers: 1 + i, Revision: "r"},
				func(_ int, s Step) { steps = append(steps, s) }, func(g *Gate) { gates = append(gates, g) })
			if err != nil {
				t.Fatal(err)
			}
		}
		loop()
		if want := []Step{Playing, Training, Gating, Playing, Training, Gating}; !slices.Equal(steps, want) || len(gates) != 2 {
			t.Errorf("steps %v, %d gates", steps, len(gates))
		}
		if g := gates[0]; g.Tally.Games() == 0 || g.Verdict != Accepted && g.Verdict != Rejected || g.Revision != "r" {
			t.Errorf("gate %+v", g)
		}
		for _, g := range gates {
			// So few games decide no test, and what is not decided is not better.
			if g.Tally.Games() != 4 || g.Verdict != Rejected {
				t.Errorf("after %d games the verdict is %s", g.Tally.Games(), g.Verdict)
			}
		}
		loop()
		if len(steps) != 6 {
			t.Errorf("a loop that was done does %v", steps[6:])
		}
		if _, err := openTiny(t, dir).Report(judge.Chance); err != nil {
			t.Error(err)
		}
		left[i] = filesOf(t, dir)
	}
	for name, data := range left[0] {
		if strings.HasSuffix(name, ".net") {
			nets, err := nn.ParsePhaseNets([]byte(data))
			if err != nil || len(nets.Dense) != 1 || len(nets.Conv) != 1 || nets.Dense[0].Counts != "dvonn-stacking-1" || nets.Conv[0].Board != "dvonn-placing-board-1" {
				t.Errorf("%s has %d dense nets and %d over boards, %v; want one of each phase", name, len(nets.Dense), len(nets.Conv), err)
			}
		}
	}
	if len(left[0]) < 4+1+4*2+1 {
		t.Errorf("files %v", left[0])
	}
	for name, data := range left[0] {
		if other, ok := left[1][name]; !ok || data != other && !strings.HasSuffix(name, ".games") {
			t.Errorf("%s is not the same twice", name)
		}
		if name == "report.html" && (strings.Count(data, "<svg") != 7 || strings.Count(data, "epoch dvonn-placing-board-1<") != 2*2 || !strings.Contains(data, "gen-002: ") || !strings.Contains(data, "From score to chance")) {
			t.Errorf("the report is %s", data)
		}
	}
}

// A process that is killed while it plays leaves whole shards, and another one goes
// on to the same ones as if nothing had happened.
func TestKilled(t *testing.T) {
	if dir := os.Getenv("LEARN_KILLED"); dir != "" {
		openTiny(t, dir).SelfPlay(context.Background(), 1000, Options{Workers: 2})
		return
	}
	dir := t.TempDir()
	c := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
	c.Env = append(os.Environ(), "LEARN_KILLED="+dir)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	run := openTiny(t, dir)
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if list, _ := run.Shards(); len(list) >= 2 {
			break
		} else if time.Now().After(end) {
			t.Error("it writes no shards")
			break
		}
	}
	c.Process.Kill()
	c.Wait()
	list, err := run.Shards()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range list {
		if _, _, err := ReadShard(name); err != nil {
			t.Errorf("after the kill: %v", err)
		}
	}
	before := len(list)
	if err := run.SelfPlay(context.Background(), before+2, Options{}); err != nil {
		t.Fatal(err)
	}
	whole := openTiny(t, t.TempDir())
	if err := whole.SelfPlay(context.Background(), before+2, Options{}); err != nil {
		t.Fatal(err)
	}
	for n := range before + 2 {
		a, err := os.ReadFile(run.shard(n))
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(whole.shard(n)); !bytes.Equal(a, b) {
			t.Errorf("shard %d differs from that of a run that was not killed", n)
		}
	}
}

// A step that is stopped says so, and writes nothing by halves.
func TestStopped(t *testing.T) {
	run := openTiny(t, t.TempDir())
	ctx, stop := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	stop(why)
	if err := run.SelfPlay(ctx, 2, Options{}); !errors.Is(err, why) {
		t.Errorf("self-play: %v", err)
	}
	if list, _ := run.Shards(); len(list) > 0 {
		t.Errorf("shards %v", list)
	}
	if _, err := run.Train(context.Background(), "x", Options{}); !errors.Is(err, ErrNoPositions) {
		t.Errorf("training without positions: %v", err)
	}
	if err := run.SelfPlay(context.Background(), 1, Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Train(ctx, "x", Options{}); !errors.Is(err, why) {
		t.Errorf("training: %v", err)
	}
}

// What is wrong with a run is told.
func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir, Settings{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no run, no game: %v", err)
	}
	openTiny(t, dir)
	if r, err := Open(dir, Settings{}); err != nil || r.Nodes != tiny.Nodes {
		t.Errorf("a run that is there: %v", err)
	}
	other := tiny
	other.Nodes++
	if _, err := Open(dir, other); !errors.Is(err, ErrSettings) {
		t.Errorf("other settings: %v", err)
	}
	for want, change := range map[string]func(*Settings){
		"hidden must be a multiple of 16 from 16 on, not 17": func(s *Settings) { s.Hidden = 17 },
		"mix must be from 0 to 1, not 2":                     func(s *Settings) { s.Mix = 2 },
		"placingRandom must be from 0 to 1, not -0.5":        func(s *Settings) { s.PlacingRandom = -0.5 },
		"epochs must be above 0, not -1":                     func(s *Settings) { s.Epochs = -1 },
		"elo1 must be above 5, not 5":                        func(s *Settings) { s.Elo0, s.Elo1 = 5, 5 },
		"unknown game \"chess\"":                             func(s *Settings) { s.Game = "chess" },
	} {
		s := tiny
		change(&s)
		if _, err := Open(filepath.Join(dir, "new"), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %s", err, want)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(`{"version":2}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, Settings{}); err == nil || !strings.Contains(err.Error(), "version 2") {
		t.Errorf("a newer version: %v", err)
	}
}

// Lines of positions are read as they were written; broken shards are refused.
func TestShard(t *testing.T) {
	h := Header{Version: version, Game: "dvonn", Seed: "s", Number: 3, Nodes: 7, Evaluator: "linear", Revision: "r"}
	list := []Position{
		{Game: 1, Text: dvonn.Game.StartFull("a").String(), Score: -12, Result: Loss},
		{Game: 2, Text: dvonn.Game.StartFull("b").String(), Score: engine.Win(70), Result: Win, Proved: true},
		{Game: 3, Text: dvonn.Game.Start("").String()},
	}
	data, err := encodeShard(h, list)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "x.shard")
	if err := files.Write(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if g, got, err := ReadShard(name); err != nil || g != h || !slices.Equal(got, list) {
		t.Errorf("%+v %+v, %v", g, got, err)
	}
	for _, line := range []string{"", "1|x|2|3", "x|x|2|3|", "1|x|x|3|", "1|x|2|4|", "1|x|2|3|sure"} {
		if _, ok := parseLine(line); ok {
			t.Errorf("%q is taken", line)
		}
	}
	for cut := range 3 {
		if err := os.WriteFile(name, data[:len(data)*cut/3], 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadShard(name); err == nil {
			t.Errorf("a shard that was cut off is taken")
		}
	}
}

// A gate that was killed between its last two renames goes on with the games that it has.
func TestGateGoesOn(t *testing.T) {
	r := openTiny(t, t.TempDir())
	var first *Gate
	if err := r.Loop(t.Context(), 1, 1, Options{}, nil, func(g *Gate) { first = g }); err != nil {
		t.Fatal(err)
	}
	name := first.Name
	before, err := os.ReadFile(r.Path(first.Verdict, name, ".games"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(r.Path(first.Verdict, name, ".net"), r.Path(Candidate, name, ".net")); err != nil {
		t.Fatal(err)
	}
	played := 0
	again, err := r.Gate(t.Context(), name, Options{Progress: func(int, int) { played++ }})
	if err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(r.Path(first.Verdict, name, ".games"))
	if err != nil || played > 0 || !bytes.Equal(before, after) || again.Tally != first.Tally {
		t.Errorf("%d games were played again: %v, %+v, %+v", played, err, again.Tally, first.Tally)
	}
	if _, err := os.Stat(r.Path(first.Verdict, name, ".net")); err != nil {
		t.Error(err)
	}
}

// A position that comes up in a game that is held out, too, is not trained with.
func TestHeldOutFirst(t *testing.T) {
	r := openTiny(t, t.TempDir())
	var number [2]int // of a game that is trained with, and of one that is held out
	for n := 1; number[0] == 0 || number[1] == 0; n++ {
		if r.isHeldOut(n) {
			number[1] = n
		} else {
			number[0] = n
		}
	}
	p, _ := game.StartOf(dvonn.Game, "both", true)
	for i, shard := range []int{1, 0} { // the newest shard is read first
		data, err := encodeShard(Header{Version: version, Game: "dvonn"}, []Position{{Game: number[i], Text: p.String(), Score: 10, Result: Win}})
		if err != nil {
			t.Fatal(err)
		}
		if err := files.Write(r.shard(shard), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	train, held, err := r.load()
	if err != nil || len(train.list) != 0 || len(held.list) != 1 {
		t.Errorf("%d to train with, %d held out, %v", len(train.list), len(held.list), err)
	}
}

// The name of a run's folder may have any characters.
func TestShardsInAnyFolder(t *testing.T) {
	r := openTiny(t, filepath.Join(t.TempDir(), "run [1]"))
	for _, n := range []int{10, 9} {
		if err := files.Write(r.shard(n), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := r.Shards(); err != nil || !slices.Equal(got, []string{r.shard(9), r.shard(10)}) {
		t.Errorf("%q, %v", got, err)
	}
}

// Shards of several runs of a game may lie in one folder; those of another game are refused
// by every step that reads positions.
func TestShardsOfOthers(t *testing.T) {
	run := openTiny(t, t.TempDir())
	put := func(number int, gameID, seed string) {
		t.Helper()
		list := []Position{{Game: number, Text: dvonn.Game.StartFull(seed).String(), Score: 10, Result: Win}}
		data, err := encodeShard(Header{Version: version, Game: gameID, Seed: seed, Number: number, Nodes: 7, Evaluator: "linear"}, list)
		if err == nil {
			err = files.Write(run.shard(number), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put(0, "dvonn", run.Seed)
	put(1, "dvonn", "another")
	train, held, err := run.load()
	if err != nil || len(train.list)+len(held.list) != 2 {
		t.Fatalf("the shards of two runs: %v", err)
	}

	put(2, "lyngk", run.Seed)
	steps := map[string]func() error{
		"fit":      func() error { _, err := run.Fit(t.Context(), "a", DefaultFit(), Options{}); return err },
		"train":    func() error { _, err := run.Train(t.Context(), "b", Options{}); return err },
		"openings": func() error { _, err := run.Openings(OpeningSettings{Limit: 50, Count: 1}); return err },
		"curve":    func() error { _, err := run.Curve(judge.Chance); return err },
	}
	for name, step := range steps {
		var refused *Error
		if err := step(); !errors.As(err, &refused) || refused.Code != "learn.other_game" || refused.Args["other"] != "lyngk" {
			t.Errorf("%s takes the shard of another game: %v", name, err)
		}
	}
}

// Held-out positions share no game with those of training, and no position, itself
// or an image, is there twice.
func TestLoad(t *testing.T) {
	run := openTiny(t, t.TempDir())
	if err := run.SelfPlay(context.Background(), 12, Options{}); err != nil {
		t.Fatal(err)
	}
	train, held, err := run.load()
	if err != nil {
		t.Fatal(err)
	}
	if len(train.list) == 0 || len(held.list) == 0 {
		t.Fatalf("%d positions, %d held out", len(train.list), len(held.list))
	}
	seen := map[uint64]bool{}
	results := map[float32]int{}
	for _, d := range []*set{train, held} {
		for i := range d.list {
			s := &d.list[i]
			us, them := d.of(s)
			key := keyOf(us, them, run.features.Symmetries())
			if seen[key] {
				t.Error("a position is there twice")
			}
			seen[key] = true
			if s.target < 0 || s.target > 1 || s.proved && s.target != s.result {
				t.Errorf("target %v of result %v, score %v", s.target, s.result, s.score)
			}
			results[s.result]++
		}
	}
	if results[0] == 0 || results[1] == 0 || results[-1] == 0 {
		t.Errorf("results %v", results)
	}
}

// A position, its images and no other position have one key.
func TestKeyOf(t *testing.T) {
	f := players.Features(dvonn.Game)[0].(features)
	names := f.Symmetries()
	keys := map[uint64]bool{}
	for i := range 50 {
		p := dvonn.Game.StartFull(fmt.Sprint("key ", i))
		us, them := f.Active(p, game.First, nil), f.Active(p, game.Second, nil)
		for _, name := range names {
			a, b := renamed(us, name), renamed(them, name)
			keys[keyOf(a, b, names)] = true
		}
		keys[keyOf(them, us, names)] = true
	}
	if len(keys) != 100 {
		t.Errorf("%d keys, want 100", len(keys))
	}
}

func renamed(list, name []nn.Feature) []nn.Feature {
	var image []nn.Feature
	for _, f := range list {
		image = append(image, name[f])
	}
	return image
}

// The gradient is that of the loss.
func TestGradient(t *testing.T) {
	f := players.Features(dvonn.Game)[0].(features)
	rng := rand.New(rand.NewPCG(1, 2))
	m := newModel(f, 16, rng)
	pass := newPass(16)
	p := dvonn.Game.StartFull("gradient")
	sides := [2][]nn.Feature{f.Active(p, game.First, nil), f.Active(p, game.Second, nil)}
	const target = 0.8
	grad := make([]float32, len(m.weights))
	rows := map[int]bool{}
	out := m.forward(pass, 3, sides)
	m.backward(pass, 3, sides, float32(sigmoid(float64(out)))-target, grad, func(row int) { rows[row] = true })
	if len(rows) < dvonn.Spots {
		t.Errorf("%d rows are touched", len(rows))
	}
	loss := func() float64 { return crossEntropy(float64(m.forward(pass, 3, sides)), target) }
	checked := 0
	for i, g := range grad {
		if math.Abs(float64(g)) < 1e-3 && i%997 != 0 {
			continue
		}
		const step = 1e-3
		w := m.weights[i]
		m.weights[i] = w + step
		up := loss()
		m.weights[i] = w - step
		down := loss()
		m.weights[i] = w
		if got := (up - down) / (2 * step); math.Abs(got-float64(g)) > 0.02*math.Abs(float64(g))+2e-3 {
			t.Errorf("gradient %d is %v, measured %v", i, g, got)
		}
		checked++
	}
	if checked < 300 {
		t.Errorf("only %d gradients were checked", checked)
	}
}

// Training learns something, and the integers of the net say what the model says,
// and what the search will hear.
func TestTrainedNet(t *testing.T) {
	f := players.Features(dvonn.Game)[0].(features)
	rng := rand.New(rand.NewPCG(3, 4))
	// Who has more pieces in movable stacks wins, as far as this lesson goes.
	d := &set{}
	var positions []game.Position
	for i := range 300 {
		p := dvonn.Game.StartFull(fmt.Sprint("lesson ", i))
		for range rng.IntN(20) {
			if moves := p.Moves(nil); len(moves) > 0 {
				p.PlayUnchecked(moves[rng.IntN(len(moves))])
			}
		}
		q := p.(*dvonn.Position)
		s := sample{first: len(d.features), bucket: uint8(f.Bucket(p))}
		d.features = f.Active(p, p.Side(), d.features)
		s.n = uint8(len(d.features) - s.first)
		d.features = f.Active(p, p.Side().Other(), d.features)
		s.target = float32(sigmoid(float64(q.Pieces(p.Side())-q.Pieces(p.Side().Other())) / 4))
		d.list = append(d.list, s)
		positions = append(positions, p)
	}
	m := newModel(f, 16, rng)
	trainer := newTrainer(m, f.Symmetries())
	before := trainer.loss(d)
	for range 30 {
		if _, err := trainer.epoch(context.Background(), d, 16, 0.003, rng); err != nil {
			t.Fatal(err)
		}
	}
	if after := trainer.loss(d); after > before-0.05 {
		t.Errorf("the loss was %.4f and is %.4f", before, after)
	}
	n, err := m.net(f, "lesson")
	if err != nil {
		t.Fatal(err)
	}
	line, err := nn.NewLine(n, f)
	if err != nil {
		t.Fatal(err)
	}
	var off float64
	for i := range d.list {
		s := &d.list[i]
		us, them := d.of(s)
		sides := [2][]nn.Feature{us, them}
		got := estimate(n, int(s.bucket), sides)
		line.Reset(positions[i])
		if want := line.Evaluate(positions[i]); got != want {
			t.Fatalf("the estimate is %d, in the search %d", got, want)
		}
		off = max(off, math.Abs(float64(got)-float64(m.forward(trainer.pass, int(s.bucket), sides))*scale))
	}
	if off > 40 {
		t.Errorf("rounding moves an estimate by %.1f", off)
	}
}

// A net's integers are in units that give estimates of the scale.
func TestScale(t *testing.T) {
	if sumUnit*outputUnit != divisor*scale {
		t.Errorf("scale %d, divisor %d", scale, divisor)
	}
}

// The judge counts positions in their bins, and a net that knows nothing is as wrong
// as it can be without guessing.
func TestJudge(t *testing.T) {
	run := openTiny(t, t.TempDir())
	if err := run.SelfPlay(context.Background(), 8, Options{}); err != nil {
		t.Fatal(err)
	}
	f := run.features
	blank := &nn.Net{
		Features: f.ID(), Inputs: f.Count(), Hidden: 16, Buckets: f.Buckets(), MaxActive: f.MaxActive(), Divisor: divisor,
		Rows: make([]int16, f.Count()*16), Bias: make([]int16, 16), Output: make([]int16, f.Buckets()*32), OutputBias: make([]int32, f.Buckets()),
	}
	q, err := run.Judge(blank)
	if err != nil {
		t.Fatal(err)
	}
	if q.Positions == 0 || q.Bins[5].Count != q.Positions || q.Bins[5].Predicted != 0.5 || q.Images != 0 {
		t.Errorf("%+v", q)
	}
	if q.Error > 0.5 || q.Error < 0.3 || q.Search == 0 {
		t.Errorf("error %.3f, of the search %.3f", q.Error, q.Search)
	}
	blank.Features = "other-1"
	if _, err := run.Judge(blank); err == nil {
		t.Error("a net of other features is judged")
	}
}
