package match_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/lyngk"
	"cairn.example/match"
	"cairn.example/players"
	"cairn.example/record"
	"cairn.example/ugi"
	"cairn.example/ugi/codecup"
)

// TestMain lets this binary be a contestant.
func TestMain(m *testing.M) {
	ctx := context.Background()
	switch os.Getenv("MATCH_TEST_PROGRAM") {
	case "":
		os.Exit(m.Run())
	case "ugi":
		(&ugi.Server{Player: maker}).Run(ctx, os.Stdin, os.Stdout)
	case "codecup":
		codecup.Play(ctx, os.Stdin, os.Stdout, codecup.Options{Player: players.NewRandom("x")})
	case "gone":
		os.Exit(1)
	default:
		fail(os.Getenv("MATCH_TEST_PROGRAM"))
	}
}

// bad is a player with a fault.
type bad struct {
	players.Player
	kind string
	n    int
}

func (b *bad) Choose(ctx context.Context, p game.Position, l engine.Limits, f func(engine.Info)) (engine.Result, error) {
	b.n++
	if b.n%7 == 0 {
		switch b.kind {
		case "crash":
			panic("a bug")
		case "illegal":
			return engine.Result{Move: 1<<31 - 1}, nil
		case "slow":
			time.Sleep(60 * time.Millisecond)
		case "hang":
			<-ctx.Done()
			time.Sleep(5 * time.Millisecond)
		}
	}
	return b.Player.Choose(ctx, p, l, f)
}

func maker(g game.Game, s ugi.Settings) (players.Player, error) {
	if kind, ok := strings.CutPrefix(s.Player, "bad-"); ok {
		return &bad{Player: players.NewRandom(s.Seed), kind: kind}, nil
	}
	if s.Player == "" {
		return players.NewRandom(s.Seed), nil
	}
	return ugi.NewPlayer(g, s)
}

func newMatch(t testing.TB, g game.Game, a, b string) *match.Match {
	t.Helper()
	m := &match.Match{Game: g, Pairs: 4, Openings: match.Openings{Kind: match.Start, Plies: 3, Seed: "test"}, Players: maker, Patience: time.Minute}
	for i, text := range []string{a, b} {
		s, err := match.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		m.Specs[i] = s
	}
	return m
}

func open(t testing.TB, m *match.Match, file *bytes.Buffer) *match.Store {
	t.Helper()
	s, keep, err := match.OpenStore(bytes.NewReader(file.Bytes()), file, m.Game, m.Header())
	if err != nil {
		t.Fatal(err)
	}
	file.Truncate(int(keep))
	if keep == 0 {
		if err := s.Begin(m.Game, m.Header()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestMatch(t *testing.T) {
	for _, g := range games.All() {
		var file bytes.Buffer
		m := newMatch(t, g, "greedy", "random?seed=7")
		store := open(t, m, &file)
		told := 0
		sum, err := m.Run(context.Background(), store, func(match.Result, match.Summary) { told++ })
		if err != nil {
			t.Fatal(err)
		}
		if sum.Games() != 8 || told != 8 || sum.PairCount() != 4 || len(store.Results) != 8 {
			t.Errorf("%s: %d games, told %d, %d pairs, stored %d", g.ID(), sum.Games(), told, sum.PairCount(), len(store.Results))
		}
		if sum.Nodes[0] == 0 || sum.Nodes[1] != 0 {
			t.Errorf("%s: greedy looked at %d moves, random at %d", g.ID(), sum.Nodes[0], sum.Nodes[1])
		}
		if sum.Wins <= sum.Losses {
			t.Errorf("%s: greedy against random %+v", g.ID(), sum.Tally)
		}
		starts := map[int]string{}
		for _, r := range store.Results {
			text := r.Start
			for _, p := range r.Plies[:3] {
				text += " " + p.Move
			}
			if other, ok := starts[r.Pair]; ok && other != text {
				t.Errorf("%s: the games of pair %d begin differently", g.ID(), r.Pair)
			}
			starts[r.Pair] = text
			rec, err := m.Record(r)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (record.Cairn{}).Write(&bytes.Buffer{}, rec); err != nil {
				t.Error(err)
			}
			if want := map[bool]string{false: "greedy", true: "random"}[r.Swap]; rec.First != want {
				t.Errorf("first is %s, want %s", rec.First, want)
			}
			if rec.Result == game.Ongoing || rec.Termination != record.Normal {
				t.Errorf("a record with result %v, %s", rec.Result, rec.Termination)
			}
		}
		if len(starts) != 4 || starts[0] == starts[1] {
			t.Errorf("%s: openings %v", g.ID(), starts)
		}
	}
}

// TestRecordTimes holds what the record of a game with clocks tells of time, and
// how one ends that our solver has decided.
func TestRecordTimes(t *testing.T) {
	m := newMatch(t, lyngk.Standard, "random?time=60+1", "random?nodes=1")
	start := lyngk.Standard.Start("times")
	p := start.Copy()
	r := match.Result{Start: start.String(), Outcome: lyngk.Standard.OutcomeName(game.FirstWins), Reason: match.Proof}
	for i := range 4 {
		move := p.Moves(nil)[0]
		r.Plies = append(r.Plies, match.Ply{Move: lyngk.Standard.MoveText(move), Millis: int64(1000 * (i + 1))})
		p.PlayUnchecked(move)
	}
	rec, err := m.Record(r)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Termination != record.Adjudication {
		t.Errorf("the record ends by %s", rec.Termination)
	}
	for i, move := range rec.Moves {
		var took record.Elapsed
		var left record.Clock
		if i%2 == 0 {
			took = record.Elapsed{Known: true, Time: time.Duration(i+1) * time.Second}
			left = record.Clock{Known: true, Left: []time.Duration{59 * time.Second, 57 * time.Second}[i/2]}
		}
		if move.Took != took || move.Clock != left {
			t.Errorf("move %d took %v and leaves %v, want %v and %v", i+1, move.Took, move.Clock, took, left)
		}
	}
}

// TestRecordNames holds what a record keeps of a match: which game of which pair it is,
// and how deep a move was searched.
func TestRecordNames(t *testing.T) {
	m := newMatch(t, dvonn.Game, "greedy", "random")
	start := dvonn.Game.Start("")
	for swap, round := range map[bool]string{false: "4.1", true: "4.2"} {
		rec, err := m.Record(match.Result{Pair: 3, Swap: swap, Start: start.String(), Outcome: "draw", Reason: match.Proof, Plies: []match.Ply{{Move: "e3", Depth: 7}}})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if _, err := (record.Cairn{}).Write(&text, rec); err != nil {
			t.Fatal(err)
		}
		if got := text.String(); !strings.Contains(got, `[Round "`+round+`"]`) || !strings.Contains(got, "[%depth 7]") {
			t.Errorf("swapped %v, the record is\n%s", swap, got)
		}
	}
}

// TestOpeningsInWords holds what results files compare.
func TestOpeningsInWords(t *testing.T) {
	two := []game.Position{dvonn.Game.Start("a"), dvonn.Game.Start("b")}
	for want, o := range map[string]match.Openings{
		"start": {}, "start+3": {Plies: 3}, "full+4": {Kind: match.Full, Plies: 4}, string(match.Listed) + " 2": {Kind: match.Listed, List: two},
	} {
		if got := o.String(); got != want {
			t.Errorf("%+v is %q, want %q", o, got, want)
		}
	}
}

// TestResume interrupts a match in the middle of a line and of a pair, and
// compares what comes out with an uninterrupted one.
func TestResume(t *testing.T) {
	m := newMatch(t, lyngk.Standard, "level1?nodes=50", "random")
	var whole bytes.Buffer
	want, err := m.Run(context.Background(), open(t, m, &whole), nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(whole.String(), "\n")
	cut := bytes.NewBufferString(strings.Join(lines[:4], "") + lines[4][:len(lines[4])/2])
	store := open(t, m, cut)
	if len(store.Results) != 3 {
		t.Fatalf("%d results survive, want 3", len(store.Results))
	}
	played := 0
	got, err := m.Run(context.Background(), store, func(match.Result, match.Summary) { played++ })
	if err != nil {
		t.Fatal(err)
	}
	if played != 5 || !reflect.DeepEqual(got.Tally, want.Tally) {
		t.Errorf("played %d, %+v; want 5, %+v", played, got.Tally, want.Tally)
	}
	strip := func(b *bytes.Buffer) (all []string) {
		for line := range strings.Lines(b.String()) {
			var r match.Result
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprint(r.Pair, r.Swap, r.Start, r.Outcome)
			for _, p := range r.Plies {
				text += " " + p.Move
			}
			all = append(all, text)
		}
		return all
	}
	if a, b := strip(&whole), strip(cut); !reflect.DeepEqual(a, b) {
		t.Error("the games of the resumed match differ")
	}

	// Another match does not fit.
	other := newMatch(t, lyngk.Standard, "level1?nodes=60", "random")
	if _, _, err := match.OpenStore(bytes.NewReader(cut.Bytes()), cut, other.Game, other.Header()); err == nil || !strings.Contains(err.Error(), "first contestant") {
		t.Errorf("another match was resumed: %v", err)
	}
	for _, bad := range []string{"hello\n", "my notes", lines[0][:20] + "x", "{}\n", lines[0] + "{}\n", lines[0] + "x\n"} {
		if _, _, err := match.OpenStore(strings.NewReader(bad), nil, m.Game, m.Header()); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
	if _, keep, err := match.OpenStore(strings.NewReader(lines[0][:20]), nil, m.Game, m.Header()); err != nil || keep != 0 {
		t.Errorf("a header that was cut off: keep %d, %v", keep, err)
	}
}

// A test needs numbers: against an infinite difference nothing is ever decided.
func TestTestOfInfinity(t *testing.T) {
	m := newMatch(t, lyngk.Standard, "greedy", "random")
	for _, elo1 := range []float64{math.Inf(1), math.NaN()} {
		if m.SPRT = (&match.SPRT{Elo1: elo1, Alpha: 0.05, Beta: 0.05}); m.Check() == nil {
			t.Errorf("a test of 0 against %v is taken", elo1)
		}
	}
	if m.SPRT = (&match.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}); m.Check() != nil {
		t.Error(m.Check())
	}
}

// A match needs no file: a nil store keeps nothing, the zero value what is played.
func TestMatchWithoutFile(t *testing.T) {
	m := newMatch(t, lyngk.Standard, "greedy", "random?seed=7")
	m.Pairs = 2
	if sum, err := m.Run(context.Background(), nil, nil); err != nil || sum.Games() != 4 {
		t.Errorf("without a store %d games, %v", sum.Games(), err)
	}
	store := new(match.Store)
	if sum, err := m.Run(context.Background(), store, nil); err != nil || sum.Games() != 4 || len(store.Results) != 4 {
		t.Errorf("%d games, %d are kept, %v", sum.Games(), len(store.Results), err)
	}
	if sum, err := m.Run(context.Background(), store, nil); err != nil || sum.Games() != 4 || len(store.Results) != 4 {
		t.Errorf("again: %d games, %d are kept, %v", sum.Games(), len(store.Results), err)
	}
}

// A player that searches until a proof needs a limit, under each of its names.
func TestLimitIsNeeded(t *testing.T) {
	for player, needs := range map[string]bool{"engine": true, "level10": true, "uct": true, "ugi:a-program": true, "level9": false, "greedy": false} {
		m := newMatch(t, dvonn.Game, player, "random")
		needed := func() bool {
			var e *game.Error
			return errors.As(m.Check(), &e) && e.Code == "match.limit"
		}
		if needed() != needs {
			t.Errorf("%s without a limit: %v", player, m.Check())
		}
		m.Control.Nodes = 1
		if err := m.Check(); needed() {
			t.Errorf("%s with a limit: %v", player, err)
		}
	}
}

// The zero value of Openings is the start position, also to a CodeCup program, which
// can begin with no other.
func TestZeroOpenings(t *testing.T) {
	m := newMatch(t, dvonn.Game, "codecup:true", "random")
	m.Openings = match.Openings{}
	if err := m.Check(); err != nil {
		t.Error(err)
	}
	if got := m.Header().Openings; got != "start" {
		t.Errorf("a results file calls them %q", got)
	}
}

// A match does not go on from other openings, even where there are as many.
func TestResumeKeepsListedOpenings(t *testing.T) {
	header := func(seeds ...string) (*match.Match, match.Header) {
		m := newMatch(t, lyngk.Standard, "greedy", "random")
		m.Openings = match.Openings{Kind: match.Listed}
		for _, seed := range seeds {
			m.Openings.List = append(m.Openings.List, lyngk.Standard.Start(seed))
		}
		return m, m.Header()
	}
	var file bytes.Buffer
	m, h := header("a", "b")
	store, _, err := match.OpenStore(strings.NewReader(""), &file, m.Game, h)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Begin(m.Game, h); err != nil {
		t.Fatal(err)
	}
	if _, _, err := match.OpenStore(bytes.NewReader(file.Bytes()), nil, m.Game, h); err != nil {
		t.Errorf("the same openings: %v", err)
	}
	_, other := header("a", "c")
	if _, _, err := match.OpenStore(bytes.NewReader(file.Bytes()), nil, m.Game, other); err == nil || !strings.Contains(err.Error(), "list of openings") {
		t.Errorf("other openings: %v", err)
	}
}

// A results file says which program began it, and goes on with any other.
func TestResultsNameTheProgram(t *testing.T) {
	m := newMatch(t, lyngk.Standard, "greedy", "random")
	for _, program := range []string{"", "v1.2.3"} {
		var file bytes.Buffer
		m.Program = program
		store, _, err := match.OpenStore(strings.NewReader(""), &file, m.Game, m.Header())
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Begin(m.Game, m.Header()); err != nil {
			t.Fatal(err)
		}
		m.Program = "v2.0.0"
		again, _, err := match.OpenStore(bytes.NewReader(file.Bytes()), nil, m.Game, m.Header())
		if err != nil || again.Program != program {
			t.Errorf("begun by %q, gone on with as %q: %v", program, again.Program, err)
		}
	}
}

func TestFaults(t *testing.T) {
	for kind, want := range map[string]match.Reason{"crash": match.Crash, "illegal": match.Illegal, "slow": match.TimeLoss, "hang": match.TimeLoss} {
		t.Run(kind, func(t *testing.T) {
			text := "bad-" + kind
			switch kind {
			case "slow":
				text += "?movetime=20ms"
			case "hang":
				text += "?time=0.05"
			}
			m := newMatch(t, lyngk.Six, text, "random")
			m.Pairs, m.Patience = 1, 200*time.Millisecond
			if kind == "illegal" || kind == "crash" {
				m.Patience = time.Minute
			}
			var file bytes.Buffer
			store := open(t, m, &file)
			sum, err := m.Run(context.Background(), store, nil)
			if err != nil {
				t.Fatal(err)
			}
			if sum.Losses != 2 || sum.Faults[0][want] != 2 || sum.FaultCount(1) != 0 {
				t.Errorf("%+v, faults %v", sum.Tally, sum.Faults)
			}
			for _, r := range store.Results {
				rec, err := m.Record(r)
				if err != nil {
					t.Fatal(err)
				}
				if rec.Tag("Reason") != string(want) {
					t.Errorf("reason %q", rec.Tag("Reason"))
				}
			}
		})
	}
}

// TestClock plays by a clock that only moves when it is read: who is slow by
// that clock loses, however fast he is, and the results file says which it was.
func TestClock(t *testing.T) {
	m := newMatch(t, lyngk.Six, "random?name=slow,movetime=20ms", "random?movetime=1h")
	m.Pairs, m.Clock = 1, "turns of a handle"
	var turns int
	m.Now = func() time.Time { turns++; return time.Unix(int64(turns), 0) }
	var file bytes.Buffer
	sum, err := m.Run(context.Background(), open(t, m, &file), nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Losses != 2 || sum.Faults[0][match.TimeLoss] != 2 || sum.FaultCount(1) != 0 {
		t.Errorf("%+v, faults %v", sum.Tally, sum.Faults)
	}
	if !strings.Contains(file.String(), m.Clock) {
		t.Errorf("the results file does not name the clock:\n%s", &file)
	}
}

func TestPrograms(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("MATCH_TEST_PROGRAM", "ugi")
	m := newMatch(t, dvonn.Game, "random", "ugi:'"+self+"'?Hash=1,nodes=100,name=other")
	m.Pairs, m.Openings.Kind, m.Concurrency = 2, match.Full, 2
	sum, err := m.Run(context.Background(), open(t, m, &bytes.Buffer{}), nil)
	if err != nil || sum.Games() != 4 || sum.FaultCount(0)+sum.FaultCount(1) != 0 {
		t.Errorf("ugi: %+v, faults %v, %v", sum.Tally, sum.Faults, err)
	}

	// A program's time is asked of its own process, once before and once after each move.
	const each = 250 * time.Millisecond
	var used time.Duration
	m = newMatch(t, dvonn.Game, "random", "ugi:'"+self+"'?Hash=1,nodes=100,name=other")
	m.Pairs, m.Openings.Kind, m.Clock = 1, match.Full, "steps"
	m.Now = func() time.Time { return time.Unix(0, 0) }
	m.ProcessTime = func(pid int) (time.Duration, error) {
		if pid <= 0 || pid == os.Getpid() {
			t.Errorf("process %d was asked for its time", pid)
		}
		used += each
		return used, nil
	}
	store := open(t, m, &bytes.Buffer{})
	if _, err = m.Run(context.Background(), store, nil); err != nil {
		t.Fatal(err)
	}
	var total time.Duration
	for _, r := range store.Results {
		for _, ply := range r.Plies {
			total += time.Duration(ply.Millis) * time.Millisecond
		}
	}
	// Every second asking is the end of a move, and the other player's clock stands still.
	if total == 0 || total != used/2 {
		t.Errorf("the moves took %v of the %v that were told", total, used)
	}

	t.Setenv("MATCH_TEST_PROGRAM", "codecup")
	m = newMatch(t, dvonn.Game, "greedy", "codecup:'"+self+"'?time=20")
	m.Pairs = 2
	if err := m.Check(); err == nil || !strings.Contains(err.Error(), "empty board") {
		t.Errorf("a contest program with random openings: %v", err)
	}
	m.Openings.Plies = 0
	// Both contestants do the same whenever the board is empty: the second pair repeats the first.
	if sum, err = m.Run(context.Background(), open(t, m, &bytes.Buffer{}), nil); err != nil || sum.Games() != 2 || sum.Repeats != 2 || sum.PairCount() != 1 || sum.FaultCount(0)+sum.FaultCount(1) != 0 {
		t.Errorf("codecup: %+v, %d repeats, faults %v, %v", sum.Tally, sum.Repeats, sum.Faults, err)
	}

	t.Setenv("MATCH_TEST_PROGRAM", "gone")
	m = newMatch(t, dvonn.Game, "random", "ugi:'"+self+"'?nodes=1")
	if _, err = m.Run(context.Background(), open(t, m, &bytes.Buffer{}), nil); err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("a program that ends at once: %v", err)
	}
}

func TestSPRTEndsMatch(t *testing.T) {
	m := newMatch(t, lyngk.Standard, "greedy", "random")
	m.Pairs = 1000
	m.SPRT = &match.SPRT{Elo0: 0, Elo1: 200, Alpha: 0.05, Beta: 0.05}
	var file bytes.Buffer
	sum, err := m.Run(context.Background(), open(t, m, &file), nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := sum.PairCount(); n > 200 || m.SPRT.Verdict(sum.Tally) != match.AcceptH1 {
		t.Errorf("after %d pairs: %q", n, m.SPRT.Verdict(sum.Tally))
	}
	store := open(t, m, &file)
	if again, err := m.Run(context.Background(), store, func(match.Result, match.Summary) { t.Error("a decided match goes on") }); err != nil || again.Games() != sum.Games() {
		t.Errorf("again: %d games, %v", again.Games(), err)
	}
}

func TestProof(t *testing.T) {
	m := newMatch(t, dvonn.Game, "random", "random?seed=2")
	m.Openings.Kind = match.Full
	m.Proofs = 10
	m.Prove = func(_ context.Context, p game.Position, nodes uint64) (game.Outcome, bool) {
		if p.Outcome() != game.Ongoing {
			t.Error("the outcome of a game that is over is to be proved")
		}
		return game.SecondWins, nodes == 10 && len(p.Moves(nil)) < 20
	}
	sum, err := m.Run(context.Background(), open(t, m, &bytes.Buffer{}), nil)
	if err != nil || sum.Reasons[match.Proof] != 8 || sum.First != [3]int{0, 0, 8} {
		t.Errorf("%v, first %v, %v", sum.Reasons, sum.First, err)
	}
}

func TestCancel(t *testing.T) {
	m := newMatch(t, dvonn.Game, "random", "random?seed=2")
	m.Pairs = 100000
	ctx, cancel := context.WithCancel(context.Background())
	sum, err := m.Run(ctx, open(t, m, &bytes.Buffer{}), func(match.Result, match.Summary) { cancel() })
	if err != context.Canceled || sum.Games() != 1 {
		t.Errorf("%d games, %v", sum.Games(), err)
	}
}

func TestParseSpec(t *testing.T) {
	s, err := match.ParseSpec(`ugi:"/a b/bot" --x 'y z'?Hash=64,time=5+0.05,name=Bot`)
	if err != nil || !reflect.DeepEqual(s.Command, []string{"/a b/bot", "--x", "y z"}) || s.Name != "Bot" ||
		s.Control.Increment != 50*time.Millisecond || len(s.Options) != 1 || s.Options[0] != [2]string{"Hash", "64"} {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err = match.ParseSpec("engine?hash=64,threads=2,without=late+reduce"); err != nil || s.Settings.Threads != 2 || s.Settings.Without != engine.LateMovePruning|engine.LateMoveReductions {
		t.Errorf("%+v, %v", s, err)
	}
	for _, bad := range []string{"", "ugi:", "ugi:'x", "engine?", "engine?hash", "engine?hash=0", "engine?color=red", "engine?movetime=5", "codecup:x?hash=1", "engine?time=-1", "engine?nodes=x", "engine?without=luck"} {
		if bad == "engine?" {
			continue // no options
		}
		if _, err := match.ParseSpec(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
	for _, bad := range []string{"", "x", "0", "5+", "5+x", "nan", "-5", "1e99"} {
		if _, _, err := match.ParseTime(bad); err == nil {
			t.Errorf("time %q was read", bad)
		}
	}
}

func TestOpenings(t *testing.T) {
	list, err := match.ReadOpenings(dvonn.Game, strings.NewReader("# full boards\n\n"+dvonn.Game.StartFull("a").String()+"\n"+dvonn.Game.StartFull("b").String()+"\n"))
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	o := match.Openings{Kind: match.Listed, List: list, Seed: "1"}
	for pair, want := range []int{0, 1, 0} {
		if got, err := o.At(dvonn.Game, pair); err != nil || got.Start.Key() != list[want].Key() {
			t.Errorf("pair %d: %v, %v", pair, got, err)
		}
	}
	if _, err := (match.Openings{Kind: match.Full}).At(lyngk.Standard, 0); err == nil {
		t.Error("LYNGK has full boards")
	}
	if _, err := (match.Openings{Kind: match.Start, Plies: 500}).At(lyngk.Standard, 0); err == nil {
		t.Error("an opening that ends the game passed")
	}
	if _, err := match.ReadOpenings(dvonn.Game, strings.NewReader("zz\n")); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Error(err)
	}
}

// endless is a file of one letter that must not be read far.
type endless struct {
	t    *testing.T
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.read += len(p); e.read > 8<<20 {
		e.t.Fatal("it is read on and on")
	}
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestEndlessResults: a results file that does not end is refused for the line that
// does not, at the beginning and after sound lines.
func TestEndlessResults(t *testing.T) {
	m := newMatch(t, lyngk.Standard, "greedy", "random")
	var file bytes.Buffer
	store, _, err := match.OpenStore(strings.NewReader(""), &file, m.Game, m.Header())
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Begin(m.Game, m.Header()); err != nil {
		t.Fatal(err)
	}
	for _, begun := range []string{"", file.String()} {
		in := io.MultiReader(strings.NewReader(begun), &endless{t: t})
		if _, _, err := match.OpenStore(in, io.Discard, m.Game, m.Header()); err == nil || !strings.Contains(err.Error(), "too long") {
			t.Errorf("after %q: %v", begun, err)
		}
	}
}
