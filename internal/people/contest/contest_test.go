package contest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest"
	"cairn.example/internal/people/contest/pair"
)

// evening is a contest and the log that led to it.
type evening struct {
	t *testing.T
	contest.State
	log []contest.Event
}

// begin announces a contest and lets people join; with rounds of one game.
func begin(t *testing.T, rounds int, people ...string) *evening {
	t.Helper()
	e := &evening{t: t}
	e.must(contest.Event{Kind: contest.Announced, Options: &contest.Options{Rounds: rounds, Games: 1}})
	for _, id := range people {
		e.must(contest.Event{Kind: contest.Joined, Person: id})
	}
	return e
}

func (e *evening) must(event contest.Event) {
	e.t.Helper()
	if err := e.Apply(event); err != nil {
		e.t.Fatalf("%+v: %v", event, err)
	}
	e.log = append(e.log, event)
}

// refused applies an event that is to be refused with a text, and must change nothing.
func (e *evening) refused(want string, event contest.Event) {
	e.t.Helper()
	before, _ := json.Marshal(e.State)
	err := e.Apply(event)
	after, _ := json.Marshal(e.State)
	if refusal := new(api.Error); !errors.As(err, &refusal) || err.Error() != want || string(before) != string(after) {
		e.t.Fatalf("%+v: %v, want %q", event, err, want)
	}
}

// play pairs a round and gives each board a result.
func (e *evening) play(result func(b contest.Board) contest.Points) contest.Event {
	e.t.Helper()
	round := e.Pairing()
	e.must(round)
	for i, b := range round.Boards {
		e.must(contest.Event{Kind: contest.Scored, Round: round.Round, Board: i + 1, Points: result(b)})
	}
	return round
}

// byName lets who comes first in the alphabet win.
func byName(b contest.Board) contest.Points {
	if b.First < b.Second {
		return contest.Points{2, 0}
	}
	return contest.Points{0, 2}
}

func names(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("p%02d", i)
	}
	return list
}

func (e *evening) table() string {
	var lines []string
	for _, l := range e.Standings() {
		lines = append(lines, fmt.Sprintf("%d %s %d", l.Place, l.Person, l.Points))
	}
	return strings.Join(lines, ", ")
}

// Eight people and seven rounds: all 28 pairs meet once, and nobody has a side for more than
// one game beyond balance. Twice around, everybody meets everybody twice, with both sides.
func TestEachWithEach(t *testing.T) {
	for n := 2; n <= 10; n++ {
		seats := n + n%2
		e := begin(t, 2*(seats-1), names(n)...)
		e.must(contest.Event{Kind: contest.Started})
		met, sides, byes := map[string]int{}, map[string]int{}, map[string]int{}
		for r := range 2 * (seats - 1) {
			round := e.play(byName)
			for _, b := range round.Boards {
				met[b.First+b.Second]++
				sides[b.First]++
				sides[b.Second]--
			}
			for _, id := range round.Byes {
				byes[id]++
			}
			if r != seats-2 {
				continue
			}
			for _, a := range names(n) {
				if sides[a] > 1 || sides[a] < -1 {
					t.Errorf("%d people: %s is first %d times too often", n, a, sides[a])
				}
				for _, b := range names(n) {
					if a < b && met[a+b]+met[b+a] != 1 {
						t.Errorf("%d people: %s and %s met %d times", n, a, b, met[a+b]+met[b+a])
					}
				}
			}
		}
		for _, a := range names(n) {
			if byes[a] != 2*(n%2) {
				t.Errorf("%d people: %d byes", n, byes[a])
			}
			for _, b := range names(n) {
				if a != b && met[a+b] != 1 {
					t.Errorf("%d people: %s is first against %s %d times", n, a, b, met[a+b])
				}
			}
		}
	}
}

// With fewer rounds equal points meet, in balance of sides, and before that the upper half of
// a group meets the lower one.
func TestByPoints(t *testing.T) {
	e := begin(t, 3, names(8)...)
	e.must(contest.Event{Kind: contest.Started})
	for _, want := range []string{"p00-p04 p05-p01 p02-p06 p07-p03", "p03-p00 p01-p02 p04-p07 p06-p05"} {
		var got []string
		for _, b := range e.play(byName).Boards {
			got = append(got, b.First+"-"+b.Second)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
	e.play(byName)
	if got := e.table(); !strings.HasPrefix(got, "1 p00 6, ") {
		t.Error(got)
	}
}

// With three people there is somebody to meet again only in the fourth round, and everybody
// has had a bye by then.
func TestThree(t *testing.T) {
	e := begin(t, 6, names(3)...)
	e.must(contest.Event{Kind: contest.Started})
	met, byes := map[string]int{}, map[string]int{}
	for r := range 6 {
		round := e.play(byName)
		b := round.Boards[0]
		met[min(b.First, b.Second)+max(b.First, b.Second)]++
		byes[round.Byes[0]]++
		if r == 2 && (len(met) != 3 || len(byes) != 3) {
			t.Errorf("after three rounds: %v, %v", met, byes)
		}
	}
	for id, n := range byes {
		if n != 2 {
			t.Errorf("%s has %d byes", id, n)
		}
	}
	// The second bye counts half.
	if sheet := e.Sheet("p02"); len(sheet) != 6 || points(sheet) != 3 {
		t.Errorf("%+v", sheet)
	}
}

func points(sheet []contest.Entry) (sum int) {
	for _, e := range sheet {
		sum += e.Points
	}
	return sum
}

// Who leaves and comes again has the points of before and no more; who comes late has half a
// point, once.
func TestLeaveAndRejoin(t *testing.T) {
	e := begin(t, 4, names(6)...)
	e.must(contest.Event{Kind: contest.Started})
	e.play(byName)
	e.must(contest.Event{Kind: contest.Left, Person: "p05"})
	e.must(contest.Event{Kind: contest.Joined, Person: "late"})
	e.play(byName)
	e.must(contest.Event{Kind: contest.Joined, Person: "p05"})
	for range 3 {
		e.must(contest.Event{Kind: contest.Left, Person: "p05"})
		e.must(contest.Event{Kind: contest.Joined, Person: "p05"})
	}
	sheet := e.Sheet("p05")
	if sheet[1].What != contest.Gone || points(sheet) != 0 {
		t.Errorf("%+v", sheet)
	}
	if sheet := e.Sheet("late"); sheet[0].What != contest.Late || sheet[0].Points != 1 {
		t.Errorf("%+v", sheet)
	}
	e.must(contest.Event{Kind: contest.Left, Person: "late"})
	e.must(contest.Event{Kind: contest.Joined, Person: "late"})
	if points(e.Sheet("late")) > 3 {
		t.Errorf("%+v", e.Sheet("late"))
	}
	e.play(byName)
	e.refused("half of the rounds have started; no one can join anymore", contest.Event{Kind: contest.Joined, Person: "later"})
}

// Nobody is in twice, is removed twice, or meets himself; who was removed is in no pairing,
// and a round that has no result yet is paired again.
func TestAddedAndRemovedTwice(t *testing.T) {
	e := begin(t, 5, names(4)...)
	e.refused("p01 takes part already", contest.Event{Kind: contest.Joined, Person: "p01"})
	e.must(contest.Event{Kind: contest.Started})
	e.must(e.Pairing())
	e.must(contest.Event{Kind: contest.Left, Person: "p02"})
	e.refused("p02 doesn't take part", contest.Event{Kind: contest.Left, Person: "p02"})
	round := e.Pairing()
	if round.Round != 1 || len(round.Boards) != 1 || len(round.Byes) != 1 {
		t.Fatalf("%+v", round)
	}
	e.refused("p00 isn't paired exactly once", contest.Event{Kind: contest.Paired, Round: 1, Boards: []contest.Board{{First: "p00", Second: "p00"}}})
	e.refused("p02 isn't paired exactly once", contest.Event{
		Kind: contest.Paired, Round: 1, Boards: []contest.Board{{First: "p00", Second: "p02"}, {First: "p01", Second: "p03"}},
	})
	e.must(round)
	e.must(contest.Event{Kind: contest.Joined, Person: "p04"})
	e.must(e.Pairing()) // p04 is in it from the first round on
	if sheet := e.Sheet("p04"); len(sheet) != 1 || sheet[0].What == contest.Late {
		t.Errorf("%+v", sheet)
	}
	e.must(contest.Event{Kind: contest.Scored, Round: 1, Board: 1, Points: contest.Points{1, 1}})
	e.refused("round 1 isn't the next one", round)
}

// A round names the board that it waits for, and an older result that is corrected changes
// the order alone.
func TestWaitsForResult(t *testing.T) {
	e := begin(t, 3, "Ann", "Bob", "Josh", "Lola")
	e.must(contest.Event{Kind: contest.Started})
	first := e.Pairing()
	e.must(first)
	e.must(contest.Event{Kind: contest.Scored, Round: 1, Board: 1, Points: contest.Points{2, 0}})
	b := first.Boards[1]
	e.refused(fmt.Sprintf("round 2 can't start: board 2, %s – %s, has no result", b.First, b.Second), e.Pairing())
	e.refused(fmt.Sprintf("the contest can't end: board 2, %s – %s, has no result", b.First, b.Second), contest.Event{Kind: contest.Ended})
	e.refused("0.5 to 1 isn't a result", contest.Event{Kind: contest.Scored, Round: 1, Board: 2, Points: contest.Points{1, 2}})
	e.must(contest.Event{Kind: contest.Scored, Round: 1, Board: 2, Points: contest.Points{0, 2}})
	second := e.Pairing()
	e.must(second)
	before := e.table()
	e.must(contest.Event{Kind: contest.Scored, Round: 1, Board: 1, Points: contest.Points{0, 2}, By: "host"})
	if e.table() == before || len(e.Rounds[0].Boards[0].Results) != 2 {
		t.Errorf("a correction changed nothing: %s", before)
	}
	if got := e.Rounds[1].Boards; got[0].First != second.Boards[0].First || got[1].Second != second.Boards[1].Second {
		t.Errorf("a correction paired anew: %+v", got)
	}
}

// The sheet says who came late, was absent, had a bye or an opponent who did not come; who
// resigned before a first move was there.
func TestSheet(t *testing.T) {
	e := begin(t, 6, "a", "b", "c", "d", "e")
	e.must(contest.Event{Kind: contest.Started})
	round := e.Pairing()
	e.must(round)
	b := round.Boards[0]
	e.must(contest.Event{Kind: contest.Scored, Round: 1, Board: 1, Points: contest.Points{2, 0}, How: contest.HowAbsent})
	e.must(contest.Event{Kind: contest.Absent, Person: b.Second})
	e.must(contest.Event{Kind: contest.Scored, Round: 1, Board: 2, Points: contest.Points{2, 0}, How: "resignation"})
	what := func(id string, round int) contest.What { return e.Sheet(id)[round-1].What }
	for id, want := range map[string]contest.What{
		b.First: contest.NoOpponent, b.Second: contest.NoShow, round.Byes[0]: contest.Bye, round.Boards[1].Second: contest.Game,
	} {
		if got := what(id, 1); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	if !e.Person(round.Boards[1].Second).Here() || e.Person(b.Second).Here() {
		t.Error("who resigned is away, or who did not come is here")
	}
	e.must(contest.Event{Kind: contest.Joined, Person: "f"})
	e.play(byName)
	e.must(contest.Event{Kind: contest.Back, Person: b.Second})
	e.refused(b.Second+" isn't away", contest.Event{Kind: contest.Back, Person: b.Second})
	e.must(contest.Event{Kind: contest.Left, Person: "f"})
	e.play(byName)
	if what(b.Second, 2) != contest.Away || what(b.Second, 3) == contest.Away || what("f", 1) != contest.Late || what("f", 3) != contest.Gone {
		t.Errorf("%+v %+v", e.Sheet(b.Second), e.Sheet("f"))
	}
	if e.Sheet("nobody") != nil {
		t.Error("somebody unknown has a sheet")
	}
}

// What breaks a tie is the game between those tied, then by the opponents' points,
// then by whom one beat, then by wins as second; else the place is shared.
func TestTies(t *testing.T) {
	e := begin(t, 3, "a", "b", "c", "d")
	e.must(contest.Event{Kind: contest.Started})
	score := func(n int, boards ...contest.Board) {
		e.must(contest.Event{Kind: contest.Paired, Round: n, Boards: boards})
		for i := range boards {
			points := map[string]contest.Points{"1": {2, 0}, "0": {0, 2}, "=": {1, 1}}[boards[i].Tables[0]]
			e.must(contest.Event{Kind: contest.Scored, Round: n, Board: i + 1, Points: points})
		}
	}
	board := func(first, result, second string) contest.Board {
		return contest.Board{First: first, Second: second, Tables: []string{result}}
	}
	score(1, board("a", "1", "b"), board("c", "1", "d"))
	// a and c have met nobody of equal points: all is shared but wins.
	if got := e.table(); got != "1 a 2, 1 c 2, 3 b 0, 3 d 0" {
		t.Error(got)
	}
	score(2, board("a", "0", "c"), board("d", "0", "b"))
	// a and b have one point each, and a has beaten b.
	if got := e.table(); got != "1 c 4, 2 a 2, 3 b 2, 4 d 0" {
		t.Error(got)
	}
	score(3, board("a", "1", "d"), board("b", "1", "c"))
	// a, b and c have each beaten one other of them, and d; b and c have won as second.
	if got := e.table(); got != "1 b 4, 1 c 4, 3 a 4, 4 d 0" {
		t.Error(got)
	}
	lines := e.Standings()
	if lines[0].Direct != 2 || lines[0].Buchholz != 8 || lines[0].Sonneborn != 8 || lines[0].SecondWon != 1 || lines[0].Played != 3 || lines[0].Won != 2 {
		t.Errorf("%+v", lines[0])
	}
}

// All have left: the contest can end, and nothing happens after that.
func TestEnds(t *testing.T) {
	e := begin(t, 5, "a", "b")
	e.refused("the contest hasn't started yet", e.Pairing())
	e.must(contest.Event{Kind: contest.Started})
	e.play(byName)
	e.must(contest.Event{Kind: contest.Left, Person: "a"})
	e.must(contest.Event{Kind: contest.Left, Person: "b"})
	if round := e.Pairing(); len(round.Boards)+len(round.Byes) != 0 {
		t.Errorf("%+v", round)
	}
	e.must(contest.Event{Kind: contest.Ended})
	e.refused("the contest is over", contest.Event{Kind: contest.Joined, Person: "c"})
	e.must(contest.Event{Kind: contest.Scored, Round: 1, Board: 1, Points: contest.Points{0, 2}})
	if got := e.Standings()[0]; got.Person != e.Rounds[0].Boards[0].Second {
		t.Errorf("a correction after the end changed nothing: %+v", got)
	}
	var none contest.State
	if err := none.Apply(contest.Event{Kind: contest.Joined, Person: "a"}); err == nil {
		t.Error("somebody joined what was not announced")
	}
	one := begin(t, 3, "a")
	one.refused("it takes 2 people, and 1 are here", contest.Event{Kind: contest.Started})
	if err := one.Apply(contest.Event{Kind: "dance"}); err == nil {
		t.Error("an event of a later program is taken over")
	}
	one.refused("rounds can't be 21", contest.Event{Kind: contest.Changed, Options: &contest.Options{Rounds: 21, Games: 1}})
}

// Evenings of 3 to 40 people who come, leave, stay away and come back: everybody who is here
// is paired once, nobody has a second bye while another has none, nobody meets again who need
// not, the sheets have the sum of the standings, and the log leads to the same state again.
func TestEvenings(t *testing.T) {
	evenings := 300
	if testing.Short() {
		evenings = 30
	}
	if os.Getenv("CONTEST_EVENINGS") != "" { // as many as that
		evenings, _ = strconv.Atoi(os.Getenv("CONTEST_EVENINGS"))
	}
	rematches, byes, rounds := 0, 0, 0
	for seed := range evenings {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		e := begin(t, 3+rng.IntN(8))
		games := 1 + rng.IntN(2)
		e.must(contest.Event{Kind: contest.Changed, Options: &contest.Options{Rounds: e.Options.Rounds, Games: games}})
		for _, id := range names(3 + rng.IntN(38)) {
			e.must(contest.Event{Kind: contest.Joined, Person: id, Rating: 1000 + rng.IntN(800)})
		}
		e.must(contest.Event{Kind: contest.Started})
		for n := 1; n <= e.Options.Rounds; n++ {
			round := e.Pairing()
			if again := e.Pairing(); !reflect.DeepEqual(again, round) {
				t.Fatalf("seed %d: %+v, then %+v", seed, round, again)
			}
			rematches += e.checkRound(seed, round)
			byes += len(round.Byes)
			rounds++
			e.must(round)
			for i, b := range round.Boards {
				first := rng.IntN(2*games + 1)
				event := contest.Event{Kind: contest.Scored, Round: n, Board: i + 1, Points: contest.Points{first, 2*games - first}}
				if rng.IntN(15) == 0 {
					event.Points, event.How = contest.Points{2 * games, 0}, contest.HowAbsent
					e.must(contest.Event{Kind: contest.Absent, Person: b.Second})
				}
				e.must(event)
			}
			for _, p := range slices.Clone(e.People) {
				switch k := rng.IntN(40); {
				case p.Left && k < 8:
					e.must(contest.Event{Kind: contest.Joined, Person: p.ID})
				case !p.Left && p.Away && k < 20:
					e.must(contest.Event{Kind: contest.Back, Person: p.ID})
				case !p.Left && k == 30:
					e.must(contest.Event{Kind: contest.Left, Person: p.ID})
				}
			}
			if e.CanJoin() && rng.IntN(4) == 0 && len(e.People) < 40 {
				e.must(contest.Event{Kind: contest.Joined, Person: fmt.Sprintf("late%d", n), Rating: 1000 + rng.IntN(800)})
			}
		}
		for _, l := range e.Standings() {
			if got := points(e.Sheet(l.Person)); got != l.Points {
				t.Fatalf("seed %d: the sheet of %s has %d half points, the table %d", seed, l.Person, got, l.Points)
			}
		}
		e.must(contest.Event{Kind: contest.Ended})
		var again contest.State
		for _, event := range e.log {
			text, _ := json.Marshal(event)
			var read contest.Event
			if err := json.Unmarshal(text, &read); err != nil {
				t.Fatal(err)
			}
			if err := again.Apply(read); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		if !reflect.DeepEqual(again.Standings(), e.Standings()) {
			t.Fatalf("seed %d: the log leads elsewhere", seed)
		}
	}
	t.Logf("%d rounds, %d byes, %d rematches", rounds, byes, rematches)
}

// checkRound checks a round before it is paired, and returns how many meet again.
func (e *evening) checkRound(seed int, round contest.Event) (rematches int) {
	e.t.Helper()
	met, byes := map[[2]string]int{}, map[string]int{}
	key := func(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }
	for _, r := range e.Rounds {
		for _, b := range r.Boards {
			met[key(b.First, b.Second)]++
		}
		for _, id := range r.Byes {
			byes[id]++
		}
	}
	var here []string
	fewest := 1000
	for _, p := range e.People {
		if p.Here() {
			here = append(here, p.ID)
			fewest = min(fewest, byes[p.ID])
		}
	}
	if len(round.Byes) != len(here)%2 || 2*len(round.Boards)+len(round.Byes) != len(here) {
		e.t.Fatalf("seed %d: %d are here: %+v", seed, len(here), round)
	}
	for _, id := range round.Byes {
		if byes[id] > fewest {
			e.t.Fatalf("seed %d: %s has bye %d, and others have had %d", seed, id, byes[id]+1, fewest)
		}
	}
	sum := 0
	for _, b := range round.Boards {
		n := met[key(b.First, b.Second)]
		sum += n
		if n > 0 {
			rematches++
		}
	}
	// The fewest that are possible, with a bye for one who has had the fewest.
	n := len(here)
	least := 0
	for _, p := range pair.Pair(n+n%2, func(a, b int) int64 {
		if b == n {
			return int64(byes[here[a]]-fewest) * 1000
		}
		return int64(met[key(here[a], here[b])])
	}) {
		if p[1] < n {
			least += met[key(here[p[0]], here[p[1]])]
		}
	}
	if sum > least {
		e.t.Fatalf("seed %d, round %d: people meet again %d times, and %d would do", seed, round.Round, sum, least)
	}
	return rematches
}

func BenchmarkPairing(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	var s contest.State
	_ = s.Apply(contest.Event{Kind: contest.Announced, Options: &contest.Options{Rounds: 9, Games: 1}})
	for i := range contest.MostPeople {
		_ = s.Apply(contest.Event{Kind: contest.Joined, Person: fmt.Sprint(i), Rating: rng.IntN(2000)})
	}
	_ = s.Apply(contest.Event{Kind: contest.Started})
	for range 6 {
		round := s.Pairing()
		_ = s.Apply(round)
		for i := range round.Boards {
			n := rng.IntN(3)
			_ = s.Apply(contest.Event{Kind: contest.Scored, Round: round.Round, Board: i + 1, Points: contest.Points{n, 2 - n}})
		}
	}
	for b.Loop() {
		if got := len(s.Pairing().Boards); got != contest.MostPeople/2 {
			b.Fatal(got)
		}
	}
}
