package learn

import (
	"bytes"
	"context"
	"errors"
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
	Game: "dvonn", Seed: "test", Nodes: 30, ShardGames: 3, GateNodes: 30, GatePairs: 2,
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
		if _, err := openTiny(t, dir).Report(judge.Curve{}.Chance); err != nil {
			t.Error(err)
		}
		left[i] = filesOf(t, dir)
	}
	for name, data := range left[0] {
		if strings.HasSuffix(name, ".net") {
			nets, err := nn.Parse([]byte(data))
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
	if _, err := run.Fit(context.Background(), "x", DefaultFit(), Options{}); !errors.Is(err, ErrNoPositions) {
		t.Errorf("a fit without positions: %v", err)
	}
	if err := run.SelfPlay(context.Background(), 1, Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Fit(ctx, "x", DefaultFit(), Options{}); !errors.Is(err, why) {
		t.Errorf("a fit: %v", err)
	}
}

// The error says what is wrong with a run.
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
	var refused *game.Error
	if _, err := Open(dir, other); !errors.As(err, &refused) || refused.Code != "learn.other_settings" || !Refused(err) {
		t.Errorf("other settings: %v", err)
	}
	for want, change := range map[string]func(*Settings){
		"placingRandom must be from 0 to 1, not -0.5": func(s *Settings) { s.PlacingRandom = -0.5 },
		"window must be above 0, not -1":              func(s *Settings) { s.Window = -1 },
		"elo1 must be above 5, not 5":                 func(s *Settings) { s.Elo0, s.Elo1 = 5, 5 },
		"unknown game \"chess\"":                      func(s *Settings) { s.Game = "chess" },
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

// A position that comes up in a game that is held out and in another one is in one set only.
func TestHeldOutOnce(t *testing.T) {
	r := openTiny(t, t.TempDir())
	var number [2]int // of a game that is trained with, and of one that is held out
	for n := 1; number[0] == 0 || number[1] == 0; n++ {
		switch {
		case mixed(uint64(n))%keepOne != 0: // its first position is not used
		case isHeldOut(r.Seed, n):
			number[1] = n
		default:
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
	train, held, err := r.load(viewOfCounts(players.Counts(dvonn.Game)[0]), 0.7)
	if err != nil || len(train.list)+len(held.list) != 1 {
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
	games := 0
	put := func(number int, gameID, seed string) {
		t.Helper()
		for games++; mixed(uint64(games))%keepOne != 0; games++ { // the first position of a game is used
		}
		list := []Position{{Game: games, Text: dvonn.Game.StartFull(seed).String(), Score: 10, Result: Win}}
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
	train, held, err := run.load(viewOfCounts(players.Counts(dvonn.Game)[0]), 0.7)
	if err != nil || len(train.list)+len(held.list) != 2 {
		t.Fatalf("the shards of two runs: %d, %d, %v", len(train.list), len(held.list), err)
	}

	put(2, "lyngk", run.Seed)
	steps := map[string]func() error{
		"fit":      func() error { _, err := run.Fit(t.Context(), "a", DefaultFit(), Options{}); return err },
		"openings": func() error { _, err := run.Openings(OpeningSettings{Limit: 50, Count: 1}); return err },
		"curve":    func() error { _, err := run.Curve(judge.Curve{}.Chance); return err },
	}
	for name, step := range steps {
		var refused *game.Error
		if err := step(); !errors.As(err, &refused) || refused.Code != "learn.other_game" || refused.Args["other"] != "lyngk" {
			t.Errorf("%s takes the shard of another game: %v", name, err)
		}
	}
}

// Held-out positions share no game with those of training, and no position is there twice.
func TestLoad(t *testing.T) {
	run := openTiny(t, t.TempDir())
	if err := run.SelfPlay(context.Background(), 12, Options{}); err != nil {
		t.Fatal(err)
	}
	train, held, err := run.load(viewOfCounts(players.Counts(dvonn.Game)[0]), 0.7)
	if err != nil {
		t.Fatal(err)
	}
	if len(train.list) == 0 || len(held.list) == 0 {
		t.Fatalf("%d positions, %d held out", len(train.list), len(held.list))
	}
	results := map[float32]int{}
	for _, d := range []*samples{train, held} {
		for _, s := range d.list {
			if s.target < 0 || s.target > 1 || s.proved && s.target != s.result {
				t.Errorf("target %v of result %v, score %v", s.target, s.result, s.score)
			}
			results[s.result]++
		}
	}
	if results[0] == 0 || results[1] == 0 {
		t.Errorf("results %v", results)
	}
}

// The judge counts positions in their bins, and a net that knows nothing is as wrong
// as it can be without guessing.
func TestJudge(t *testing.T) {
	run := openTiny(t, t.TempDir())
	if err := run.SelfPlay(context.Background(), 8, Options{}); err != nil {
		t.Fatal(err)
	}
	c := players.Counts(dvonn.Game)[0]
	judged := func(counts string) (*Quality, error) {
		blank := &nn.Dense{Counts: counts, Inputs: c.Inputs(), Phases: c.Phases(), Knots: 1, Linear: make([]int16, c.Inputs()), Note: "blank"}
		data, err := blank.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		note, q, err := run.judgeFile(data)
		if err == nil && note != "blank" {
			t.Errorf("the note is %q", note)
		}
		return q, err
	}
	q, err := judged(c.ID())
	if err != nil {
		t.Fatal(err)
	}
	if q.Positions == 0 || q.Bins[5].Count != q.Positions || q.Bins[5].Predicted != 0.5 {
		t.Errorf("%+v", q)
	}
	if q.Error > 0.5 || q.Error < 0.3 || q.Search == 0 {
		t.Errorf("error %.3f, of the search %.3f", q.Error, q.Search)
	}
	if _, err := judged("other-1"); err == nil {
		t.Error("a net of other counts is judged")
	}
}
