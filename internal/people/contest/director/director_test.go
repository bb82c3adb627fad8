package director

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// TestThreeGamesAtOnce: six people are there, and sit at three boards within ten seconds of the start and of the last
// result of each round.
func TestThreeGamesAtOnce(t *testing.T) {
	e := announce(t, 6, func(o *api.ContestOptions) { o.Rounds = 5 })
	e.enter(6)
	e.pass(14 * time.Minute)
	for n := 1; n <= 5; n++ {
		if e.pass(10 * time.Second); len(e.view().Contest.Rounds) != n {
			t.Fatalf("round %d: %+v", n, e.view().Contest.Rounds)
		}
		for _, b := range e.round().Boards {
			if len(b.Games) != 1 || b.Games[0].Phase != api.Playing {
				t.Errorf("round %d: %+v", n, b)
			}
		}
		if len(e.round().Boards) != 3 {
			t.Errorf("round %d: %+v", n, e.round())
		}
		e.play()
	}
	if v := e.view().Contest; v.Phase != api.ContestOver || v.Standings[0].Person != who(0) || v.Standings[0].Points != 5 {
		t.Errorf("%+v", v.Standings)
	}
}

// TestTwoOfThree: who joined and is not there keeps nobody waiting; back, they are paired with the next round.
func TestTwoOfThree(t *testing.T) {
	e := announce(t, 3, nil)
	for i := range 3 {
		e.do(who(i), "join", api.ContestCall{})
	}
	e.refused(api.ContestEarly, who(0), "check", api.ContestCall{})
	e.pass(16 * time.Minute)
	e.do(who(0), "check", api.ContestCall{})
	e.do(who(1), "check", api.ContestCall{})
	e.pass(15 * time.Minute)
	if r := e.round(); len(r.Boards) != 1 || len(r.Byes) != 0 {
		t.Fatalf("%+v", r)
	}
	if v := e.do(who(2), "back", api.ContestCall{}); v.You.Away {
		t.Errorf("%+v", v.You)
	}
	e.play()
	if r := e.round(); len(e.view().Contest.Rounds) != 2 || len(r.Boards) != 1 || len(r.Byes) != 1 {
		t.Errorf("%+v", r)
	}
}

// TestAllLeft: a contest that all have left ends, as soon as its games are over.
func TestAllLeft(t *testing.T) {
	e := announce(t, 4, nil)
	e.enter(4)
	e.pass(15 * time.Minute)
	for i := range 4 {
		e.do(who(i), "leave", api.ContestCall{})
	}
	e.play()
	if v := e.view().Contest; v.Phase != api.ContestOver || len(v.Rounds) != 1 {
		t.Errorf("%s, %d rounds", v.Phase, len(v.Rounds))
	}
}

// TestBeginsAtOnce: where the host has said how many it takes, and all who have joined are there, nobody waits for the hour.
func TestBeginsAtOnce(t *testing.T) {
	e := announce(t, 4, func(o *api.ContestOptions) { o.Quorum = 3 })
	e.enter(2)
	if v := e.view().Contest; v.Phase != api.ContestOpen {
		t.Fatalf("begins with two: %s", v.Phase)
	}
	e.do(who(2), "join", api.ContestCall{}) // while check-in is open that is to be there
	e.pass(5 * time.Second)
	if v := e.view().Contest; v.Phase != api.ContestRunning || len(v.Rounds) != 1 {
		t.Errorf("%s", v.Phase)
	}
}

// TestLapses: with too few people a contest waits a quarter of an hour, and then those who joined hear that it is off.
func TestLapses(t *testing.T) {
	e := announce(t, 4, func(o *api.ContestOptions) { o.Quorum = 4 })
	e.enter(3)
	e.pass(28 * time.Minute)
	if v := e.view().Contest; v.Phase != api.ContestOpen || v.Next == nil || v.Next.What != "lapse" {
		t.Fatalf("%s %+v", v.Phase, v.Next)
	}
	e.pass(2 * time.Minute)
	if v := e.view().Contest; v.Phase != api.ContestLapsed {
		t.Fatalf("%s", v.Phase)
	}
	if got := e.count("lapsed"); got != 3 {
		t.Errorf("%d people were told", got)
	}
	if got := e.count("soon"); got != 3 {
		t.Errorf("%d people were called", got)
	}
}

// TestCalledToTheBoard: a quarter of an hour before the start who has joined gets a notice that leads to the contest, and when a
// round begins one that leads to the table at which they sit.
func TestCalledToTheBoard(t *testing.T) {
	e := announce(t, 4, nil)
	for i := range 4 {
		e.do(who(i), "join", api.ContestCall{})
	}
	news := func() map[string]table.NoticeArgs {
		got := map[string]table.NoticeArgs{}
		for _, n := range e.told {
			var args table.NoticeArgs
			if err := json.Unmarshal([]byte(n.Args), &args); err != nil || n.Kind != table.NoticeContest || args.Contest != e.id || n.Due.After(e.now) {
				t.Fatalf("%+v, %v", n, err)
			}
			got[n.Person] = args
		}
		e.told = nil
		return got
	}
	e.pass(14*time.Minute + 50*time.Second)
	if got := news(); len(got) != 0 {
		t.Errorf("long before the start: %+v", got)
	}
	e.pass(15 * time.Second)
	if got := news(); len(got) != 4 || got[who(3)].What != "soon" || got[who(3)].Table != "" {
		t.Errorf("a quarter of an hour before the start: %+v", got)
	}
	for i := range 4 {
		e.do(who(i), "check", api.ContestCall{})
	}
	e.pass(15 * time.Minute)
	got := news()
	for _, b := range e.round().Boards {
		for _, person := range []string{b.First, b.Second} {
			if got[person].What != "board" || got[person].Round != 1 || got[person].Table != b.Games[0].Table {
				t.Errorf("at board %+v %s is told %+v", b, person, got[person])
			}
		}
	}
	if len(got) != 4 {
		t.Errorf("at the start: %+v", got)
	}
}

// count is how many notices there are of a piece of news.
func (w *world) count(what string) (n int) {
	for _, v := range w.told {
		if v.Kind == table.NoticeContest && strings.Contains(v.Args, `"what":"`+what+`"`) {
			n++
		}
	}
	return n
}

// TestNoShow: who does not come to the board loses there after a while and is not paired until back;
// where neither comes, neither is.
func TestNoShow(t *testing.T) {
	e := announce(t, 4, nil)
	e.enter(4)
	e.pass(14 * time.Minute)
	absent := e.round().Boards[0].Second
	e.away[absent] = true
	b := e.round().Boards[1]
	e.away[b.First], e.away[b.Second] = true, true
	e.pass(2 * time.Minute)
	if r := e.round(); r.Boards[0].Result != nil {
		t.Fatalf("too early: %+v", r.Boards[0])
	}
	e.pass(time.Minute)
	v := e.view().Contest
	if r := v.Rounds[0].Boards; r[0].Result == nil || r[0].Result.How != "absent" || r[0].Result.Points != [2]float64{1, 0} ||
		r[1].Result == nil || r[1].Result.Points != [2]float64{0, 0} {
		t.Fatalf("%+v", r)
	}
	if len(v.Rounds) != 1 { // one is here: nobody to play with
		t.Fatalf("%+v", v.Rounds)
	}
	for _, l := range v.Standings {
		want := "absent"
		if l.Person == e.round().Boards[0].First {
			want = "alone"
		}
		if l.Sheet[0].What != want {
			t.Errorf("%s: %+v", l.Person, l.Sheet)
		}
	}
	e.away[absent] = false
	e.do(absent, "back", api.ContestCall{})
	e.pass(5 * time.Second)
	if r := e.round(); len(e.view().Contest.Rounds) != 2 || len(r.Boards) != 1 {
		t.Errorf("%+v", r)
	}
}

// TestResignedAtOnce: who resigns before a first move was there.
func TestResignedAtOnce(t *testing.T) {
	e := announce(t, 2, nil)
	e.enter(2)
	e.pass(15 * time.Minute)
	g := e.games[e.round().Boards[0].Games[0].Table]
	g.Moved[1] = true // a resignation is something that somebody does
	g.end(game.FirstWins)
	e.pass(5 * time.Second)
	v := e.view().Contest
	if r := v.Rounds[0].Boards[0].Result; r == nil || r.How != "" {
		t.Errorf("%+v", r)
	}
	for _, p := range v.Entrants {
		if p.Away {
			t.Errorf("%s is away", p.Person.ID)
		}
	}
}

// TestDowntime: while no server ran no check-in ran out and nobody was absent.
func TestDowntime(t *testing.T) {
	e := announce(t, 4, nil)
	for i := range 4 {
		e.do(who(i), "join", api.ContestCall{})
	}
	e.pass(10 * time.Minute)
	from := e.now
	e.now = e.now.Add(time.Hour)
	e.down = append(e.down, [2]time.Time{from, e.now})
	e.pass(5 * time.Second)
	if v := e.view().Contest; v.Phase != api.ContestOpen || e.count("soon") != 4 {
		t.Fatalf("%s", v.Phase)
	}
	e.pass(14 * time.Minute)
	if v := e.view().Contest; v.Phase != api.ContestOpen {
		t.Fatalf("%s", v.Phase)
	}
	for i := range 4 {
		e.do(who(i), "check", api.ContestCall{})
		e.away[who(i)] = true
	}
	e.pass(time.Minute)
	e.round()
	from = e.now
	e.now = e.now.Add(time.Hour)
	e.down = append(e.down, [2]time.Time{from, e.now})
	for i := range 4 {
		e.away[who(i)] = false
	}
	e.pass(5 * time.Second)
	for _, b := range e.round().Boards {
		if b.Result != nil {
			t.Errorf("%+v", b)
		}
	}
}

// TestHost: calls of a host are the host's, name what they saw, and each refusal names the board in the names of people.
func TestHost(t *testing.T) {
	e := announce(t, 5, func(o *api.ContestOptions) { o.ByHost = true })
	e.enter(4)
	e.refused(api.ContestHost, who(1), "start", api.ContestCall{Seq: e.view().Contest.Seq})
	e.refused(api.ContestStale, who(0), "start", api.ContestCall{Seq: 1})
	e.do(who(0), "start", api.ContestCall{Seq: e.view().Contest.Seq})
	if v := e.view().Contest; v.Phase != api.ContestRunning || len(v.Rounds) != 0 {
		t.Fatalf("%s, %d rounds", v.Phase, len(v.Rounds))
	}
	seq := func() int64 { return e.view().Contest.Seq }
	out, err := e.s.Do(t.Context(), who(0), e.id, "pair", api.ContestCall{Preview: true, Seq: seq()})
	preview, ok := out.(*api.ContestPreview)
	if err != nil || !ok || len(preview.Boards) != 2 {
		t.Fatalf("%+v %v", out, err)
	}
	swapped := [][2]string{{preview.Boards[0][1], preview.Boards[0][0]}, preview.Boards[1]}
	e.do(who(0), "pair", api.ContestCall{Seq: seq(), Boards: swapped})
	first := e.round().Boards[0]
	if first.First != swapped[0][0] {
		t.Errorf("%+v", first)
	}
	// Once more, while there is no result: the games of before are broken off, and the new ones are others.
	e.do(who(0), "pair", api.ContestCall{Seq: seq(), Boards: preview.Boards})
	if g := e.games[first.Games[0].Table]; g.Phase != api.Over {
		t.Error("the game of a board that is no more goes on")
	}
	if again := e.round().Boards[0]; again.First != preview.Boards[0][0] || again.Games[0].Table == first.Games[0].Table {
		t.Errorf("%+v", again)
	}
	e.do(who(0), "result", api.ContestCall{Seq: seq(), Round: 1, Board: 1, Points: &[2]float64{0.5, 0.5}})
	refusal := e.refused(api.ContestResultMissing, who(0), "pair", api.ContestCall{Seq: seq()})
	if !strings.Contains(refusal.Text, "board 2, Member ") {
		t.Errorf("%q", refusal.Text)
	}
	e.do(who(0), "remove", api.ContestCall{Seq: seq(), Person: who(3)})
	e.do(who(0), "join", api.ContestCall{Person: who(4)})
	e.do(who(0), "absent", api.ContestCall{Seq: seq(), Person: who(1)})
	e.do(who(0), "result", api.ContestCall{Seq: seq(), Round: 1, Board: 2, Points: &[2]float64{1, 0}})
	e.do(who(0), "pair", api.ContestCall{Seq: seq()})
	if r := e.round(); len(r.Boards) != 1 || len(r.Byes) != 1 {
		t.Errorf("%+v", r)
	}
	before := e.view().Contest.Standings
	e.do(who(0), "result", api.ContestCall{Seq: seq(), Round: 1, Board: 1, Points: &[2]float64{0, 1}})
	v := e.view().Contest
	if b := v.Rounds[0].Boards[0]; len(b.Results) != 2 || b.Result.How != "host" || b.Result.By != who(0) || len(v.Rounds) != 2 || reflect.DeepEqual(before, v.Standings) {
		t.Errorf("%+v", b)
	}
	e.refused(api.ContestUnfinished, who(0), "end", api.ContestCall{Seq: seq()})
}

// TestWood: at wooden boards a result counts once both say the same, or a host says so; people without a device take part.
func TestWood(t *testing.T) {
	e := announce(t, 3, func(o *api.ContestOptions) { o.Boards = api.BoardsWood; o.Rounds = 2 })
	e.do(who(0), "join", api.ContestCall{Name: "Old Tom"})
	e.refused(api.ContestHost, who(1), "join", api.ContestCall{Name: "Eve"})
	e.enter(3)
	e.pass(15 * time.Minute)
	r := e.round()
	if len(r.Boards) != 2 || len(e.games) != 0 || e.count("board") != 4 {
		t.Fatalf("%+v, %d tables, %d told", r, len(e.games), e.count("board"))
	}
	say := func(person string, first, second float64) {
		e.do(person, "result", api.ContestCall{Round: 1, Board: 1, Points: &[2]float64{first, second}})
	}
	a, b := r.Boards[0].First, r.Boards[0].Second
	say(a, 1, 0)
	if got := e.round().Boards[0]; got.Result != nil || got.Said == nil || got.Said[0] == nil {
		t.Fatalf("%+v", got)
	}
	say(b, 0, 1)
	if got := e.round().Boards[0]; got.Result != nil {
		t.Fatalf("they differ: %+v", got)
	}
	say(b, 1, 0)
	if got := e.round().Boards[0]; got.Result == nil || got.Result.How != "said" || got.Result.Points != [2]float64{1, 0} {
		t.Fatalf("%+v", got)
	}
	e.refused(api.ContestHost, a, "result", api.ContestCall{Round: 1, Board: 2, Points: &[2]float64{1, 0}})
	e.do(who(0), "result", api.ContestCall{Seq: e.view().Contest.Seq, Round: 1, Board: 2, Points: &[2]float64{0.5, 0.5}})
	if v := e.view().Contest; len(v.Rounds) != 2 {
		t.Errorf("%d rounds", len(v.Rounds))
	}
}

// TestTwoGames: who meets plays with both sides on one layout, and the board has the points of both.
func TestTwoGames(t *testing.T) {
	e := announce(t, 2, func(o *api.ContestOptions) { o.Games = 2; o.Rounds = 1 })
	e.enter(2)
	e.pass(15 * time.Minute)
	first := e.round().Boards[0].Games[0].Table
	e.play()
	games := e.round().Boards[0].Games
	if len(games) != 2 || e.games[games[1].Table].Same != first || games[1].First != e.round().Boards[0].Second {
		t.Fatalf("%+v", games)
	}
	e.games[games[1].Table].end(game.Draw)
	e.pass(5 * time.Second)
	v := e.view().Contest
	if r := v.Rounds[0].Boards[0].Result; v.Phase != api.ContestOver || r == nil || r.Points[0]+r.Points[1] != 2 || max(r.Points[0], r.Points[1]) != 1.5 {
		t.Errorf("%+v", r)
	}
}

// TestWeekly: eight evenings are ahead, at the same hour of the zone also after the clocks are changed; the next one is
// announced when one begins, and none once the series has ended.
func TestWeekly(t *testing.T) {
	e := announce(t, 2, func(o *api.ContestOptions) { o.Weekly = true })
	open := func() []Row {
		list, _ := e.Contests(t.Context(), "open", 0)
		return list
	}
	if n := len(open()); n != ahead {
		t.Fatalf("%d are ahead", n)
	}
	zone, _ := time.LoadLocation("Europe/Berlin")
	for range 20 {
		next := open()[0]
		if h := next.Starts.In(zone).Format("Mon 15:04"); h != "Fri 19:30" {
			t.Fatalf("%s", h)
		}
		e.now = next.Starts.Add(31 * time.Minute)
		e.pass(5 * time.Second)
		if n := len(open()); n != ahead {
			t.Fatalf("%d are ahead", n)
		}
	}
	e.id = open()[0].ID
	e.do(who(0), "end", api.ContestCall{Seq: 1, Series: true})
	if n := len(open()); n != 0 {
		t.Fatalf("%d go on", n)
	}
	e.pass(time.Minute)
	if n := len(open()); n != 0 {
		t.Errorf("%d begin once more", n)
	}
}

// TestGone: who was banned or has left the server is not waited for.
func TestGone(t *testing.T) {
	e := announce(t, 4, nil)
	e.enter(4)
	banned := e.people[who(2)]
	banned.Banned = e.now.Add(time.Hour * 24)
	e.people[who(2)] = banned
	e.pass(15 * time.Minute)
	if r := e.round(); len(r.Boards) != 1 || len(r.Byes) != 1 {
		t.Errorf("%+v", r)
	}
	delete(e.people, who(1))
	e.play()
	if v := e.view().Contest; len(v.Rounds) != 2 || len(v.Rounds[1].Boards) != 1 {
		t.Errorf("%+v", v.Rounds)
	}
}

// TestTexts: what people write is plain, and no formula in a spreadsheet.
func TestTexts(t *testing.T) {
	e := announce(t, 2, nil)
	for _, title := range []string{"", strings.Repeat("x", 61), "a\x00b", "\u202e"} {
		o := e.view().Contest.Options
		o.Title = title
		if _, err := e.s.Create(t.Context(), who(0), o); api.Refusal(err) == nil {
			t.Errorf("%q is taken for a title", title)
		}
	}
	p := e.people[who(1)]
	p.Name = "=1+1"
	e.people[who(1)] = p
	e.enter(2)
	e.pass(15 * time.Minute)
	e.play()
	text, err := e.s.Results(t.Context(), e.id)
	if err != nil || !strings.Contains(string(text), "'=1+1") || !strings.HasPrefix(string(text), "place,name,points") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestAway: in a contest over days no clock stands for who is away, unless its terms say so; live ones have no such terms.
func TestAway(t *testing.T) {
	for _, away := range []bool{false, true} {
		e := announce(t, 2, func(o *api.ContestOptions) { o.Control, o.Away, o.Rounds = "1/259200", away, 1 })
		for i := range 2 {
			e.do(who(i), "join", api.ContestCall{})
		}
		e.pass(31 * time.Minute)
		if o := e.games[e.round().Boards[0].Games[0].Table].Options; o.NoAway == away {
			t.Errorf("away %t: the table has %+v", away, o)
		}
		o := e.view().Contest.Options
		o.Control, o.Away = "600+5", true
		if _, err := e.s.Create(t.Context(), who(0), o); api.Refusal(err) == nil {
			t.Error("a live contest lets clocks stand")
		}
	}
}
