package settle_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
)

// club is people at tables of one process, with two services that settle them.
type club struct {
	t     *testing.T
	store *tabletest.Store
	*table.Service
	results, other *settle.Service
	next           int
}

func newClub(t *testing.T) *club {
	t.Helper()
	c := &club{t: t, store: tabletest.NewStore(t)}
	log := slog.New(slog.DiscardHandler)
	c.results, c.other = settle.New(c.store, log), settle.New(c.store, log)
	much := rate.Limit{Burst: 1 << 20, Every: 1}
	c.Service = table.New(table.Config{Store: c.store, Log: log, Ratings: c.results, Limits: table.Limits{Tables: much, Offers: much, Open: 1 << 20}})
	c.results.Serve(c.Service)
	c.other.Serve(c.Service)
	return c
}

func (c *club) person(name, kind string) string {
	c.t.Helper()
	c.next++
	p := table.PersonRow{ID: fmt.Sprintf("9%019d", c.next), Name: name, Kind: kind, Created: c.store.Now()}
	if kind == "account" {
		p.Skeleton = strings.ToLower(name)
	}
	if err := c.store.NewPerson(c.t.Context(), p); err != nil {
		c.t.Fatal(err)
	}
	return p.ID
}

func (c *club) do(person string, m api.ToServer) {
	c.t.Helper()
	c.next++
	m.ID = fmt.Sprintf("m%d", c.next)
	if _, err := c.Do(c.t.Context(), person, m); err != nil {
		c.t.Fatalf("%s: %v", m.Type, err)
	}
}

// begin starts a game in which the first plays First.
func (c *club) begin(o api.Options, first, second string) string {
	c.t.Helper()
	o.Side = "first"
	v, err := c.Create(c.t.Context(), first, api.NewTable{Options: o})
	if err != nil {
		c.t.Fatal(err)
	}
	c.do(second, api.ToServer{Type: "sit", Table: v.ID})
	return v.ID
}

// moves plays some plies, at most until the game is over.
func (c *club) moves(id string, people [2]string, plies int) {
	c.t.Helper()
	for range plies {
		row, events, err := c.store.Load(c.t.Context(), id)
		if err != nil {
			c.t.Fatal(err)
		}
		r, err := table.Replay(row, events)
		if err != nil {
			c.t.Fatal(err)
		}
		p := r.Game.Position()
		if r.Game.Over() {
			return
		}
		text := r.Game.Game().MoveText(p.Moves(nil)[0])
		c.do(people[r.Game.Turn()], send(id, r.Game.Ply(), play.Event{Kind: play.Move, Move: text}))
	}
}

func send(id string, ply int, e play.Event) api.ToServer {
	text, err := e.MarshalJSON()
	if err != nil {
		panic(err)
	}
	return api.ToServer{Type: "send", Table: id, Ply: ply, Event: text}
}

func (c *club) resign(id, person string) { c.do(person, send(id, 0, play.Event{Kind: play.Resign})) }

func (c *club) result(id string) settle.Result {
	c.t.Helper()
	r, err := c.store.Result(c.t.Context(), id)
	if err != nil {
		c.t.Fatalf("the result of %s: %v", id, err)
	}
	return r
}

var ratedGame = api.Options{Game: "dvonn", Full: true, Control: "300+3", Rated: true, Public: true}

// A game is settled once, by any number of services at once, and everybody sees what it did.
func TestSettledOnce(t *testing.T) {
	c := newClub(t)
	ctx := t.Context()
	ann, ben := c.person("Ann", "account"), c.person("Ben", "account")
	id := c.begin(ratedGame, ann, ben)
	ear := &tabletest.Recorder{}
	watcher := c.Join("", ear)
	defer watcher.Close()
	if _, err := watcher.Do(ctx, api.ToServer{Type: "watch", Table: id}); err != nil {
		t.Fatal(err)
	}
	c.moves(id, [2]string{ann, ben}, 8)
	c.resign(id, ben)
	if v, _ := c.View(ctx, "", id); v.Outcome != "first" || v.Rating != nil {
		t.Errorf("before it is settled: %q, %v", v.Outcome, v.Rating)
	}
	ear.Take()
	var all sync.WaitGroup
	for range 4 {
		for _, s := range []*settle.Service{c.results, c.other} {
			all.Go(func() { s.Sweep(ctx) })
		}
	}
	all.Wait()
	if _, err := c.other.Settle(ctx, id); !errors.Is(err, table.ErrConflict) {
		t.Errorf("settled twice: %v", err)
	}
	r := c.result(id)
	if !r.Rated || r.Score != 1 || r.How != "resignation" || r.Plies != 8 || r.People != [2]string{ann, ben} || r.Pool != "dvonn/live" || !r.Public || r.Names != [2]string{"Ann", "Ben"} {
		t.Errorf("the result is %+v", r)
	}
	for side, person := range []string{ann, ben} {
		all, err := c.store.RatingsOf(ctx, person)
		if err != nil || len(all) != 1 || all[0].Games != 1 || all[0].Opponents != 1 || all[0].Rating.Rating != r.After[side] || r.Before[side] != 1500 {
			t.Errorf("ratings of %d: %+v, %v", side, all, err)
		}
	}
	if r.After[0] < 1600 || r.After[1] > 1400 {
		t.Errorf("a first win leads to %v", r.After)
	}
	want := [2][2]int{{1500, int(r.After[0] + 0.5)}, {1500, int(r.After[1] + 0.5)}}
	told := ear.Take()
	if len(told) != 1 || told[0].Type != "table" || told[0].Table.Rating == nil || *told[0].Table.Rating != want || told[0].Table.Seats[0].Rating != want[0][1] || !told[0].Table.Seats[0].Provisional {
		t.Errorf("who looks on is told %+v", told)
	}
	if v, _ := c.View(ctx, ben, id); v.Rating == nil || *v.Rating != want || v.Unrated != "" {
		t.Errorf("the picture has %v, want %v", v.Rating, want)
	}
}

// Which games count, and how a game that doesn't says why.
func TestWhatCounts(t *testing.T) {
	casual, placing := ratedGame, ratedGame
	casual.Rated, placing.Full = false, false
	for _, tt := range []struct {
		name    string
		options api.Options
		plies   int
		end     func(c *club, id string, people [2]string)
		rated   bool
		unrated string
	}{
		{"casual", casual, 8, lost, false, ""},
		{"played", ratedGame, 8, lost, true, ""},
		{"resigned at once", ratedGame, 2, lost, true, ""},
		{"a draw", ratedGame, 8, agreed, true, ""},
		{"out of time", ratedGame, 8, late, true, ""},
		{"no-show", ratedGame, 2, late, false, "short"},
		{"three moves each and one", ratedGame, 7, late, false, "short"},
		{"placing", placing, 15, late, false, "short"},
		{"after eight placings each", placing, 16, late, true, ""},
		{"decided by the host", ratedGame, 8, decided, false, "host"},
		{"one has left for good", ratedGame, 8, gone, false, "person"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newClub(t)
				people := [2]string{c.person("Ann", "account"), c.person("Ben", "account")}
				id := c.begin(tt.options, people[0], people[1])
				c.moves(id, people, tt.plies)
				tt.end(c, id, people)
				c.results.Sweep(t.Context())
				r := c.result(id)
				if r.Rated != tt.rated || r.Unrated != tt.unrated {
					t.Errorf("rated %v, unrated %q", r.Rated, r.Unrated)
				}
				ratings, err := c.store.RatingsOf(t.Context(), people[0])
				if err != nil || (len(ratings) > 0) != tt.rated {
					t.Errorf("the ratings are %+v (%v)", ratings, err)
				}
				v, err := c.View(t.Context(), people[0], id)
				if err != nil || v.Unrated != tt.unrated || (v.Rating != nil) != tt.rated || v.Outcome == "" {
					t.Errorf("the picture says %v, %q, %q (%v)", v.Rating, v.Unrated, v.Outcome, err)
				}
			})
		})
	}
}

func lost(c *club, id string, people [2]string) { c.resign(id, people[1]) }

func agreed(c *club, id string, people [2]string) {
	c.do(people[0], send(id, 0, play.Event{Kind: play.Offer, What: play.OfferDraw}))
	c.do(people[1], send(id, 0, play.Event{Kind: play.Accept}))
}

// late lets the time of who is to move run out.
func late(c *club, id string, people [2]string) {
	ctx, cancel := context.WithCancel(c.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); _ = c.Run(ctx) }()
	time.Sleep(10 * time.Minute)
	cancel()
	<-done
}

func decided(c *club, id string, people [2]string) {
	if err := c.CloseTable(c.t.Context(), id, game.FirstWins); err != nil {
		c.t.Fatal(err)
	}
}

func gone(c *club, id string, people [2]string) {
	c.resign(id, people[1])
	if err := c.store.DeletePerson(c.t.Context(), people[1]); err != nil {
		c.t.Fatal(err)
	}
}

// A game that was called off has no result, and its table is settled all the same.
func TestAborted(t *testing.T) {
	c := newClub(t)
	ann, ben := c.person("Ann", "account"), c.person("Ben", "account")
	id := c.begin(ratedGame, ann, ben)
	c.do(ann, send(id, 0, play.Event{Kind: play.Abort}))
	c.results.Sweep(t.Context())
	if _, err := c.store.Result(t.Context(), id); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("its result: %v", err)
	}
	if settled, err := c.store.Settled(t.Context(), id); err != nil || !settled {
		t.Errorf("settled: %v, %v", settled, err)
	}
}

// Of a pair twelve games in seven days count. The thirteenth is refused before it begins; one
// that had begun by then says why it does not count.
func TestPairLimit(t *testing.T) {
	c := newClub(t)
	ctx := t.Context()
	ann, ben := c.person("Ann", "account"), c.person("Ben", "account")
	running := c.begin(ratedGame, ann, ben)
	for range 12 {
		c.resign(c.begin(ratedGame, ann, ben), ben)
		c.results.Sweep(ctx)
	}
	v, err := c.Create(ctx, ann, api.NewTable{Options: ratedGame})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Do(ctx, ben, api.ToServer{Type: "sit", Table: v.ID, ID: "late"})
	if e := api.Refusal(err); e == nil || e.Code != string(api.TableRatedPair) || e.Args["count"] != "12" || e.Args["days"] != "7" {
		t.Errorf("the thirteenth game: %v", err)
	}
	c.resign(running, ann)
	c.results.Sweep(ctx)
	if r := c.result(running); r.Rated || r.Unrated != "pair" {
		t.Errorf("the game that had begun: %+v", r)
	}
	// In another pool, and with somebody else, they may.
	days := ratedGame
	days.Control = "1/86400"
	c.begin(days, ann, ben)
	c.begin(ratedGame, ann, c.person("Cleo", "account"))
	c.store.Jump(8*24*time.Hour, true)
	c.do(ben, api.ToServer{Type: "sit", Table: v.ID})
}

// Against a level three games a day count, and the level stands still.
func TestLevelLimit(t *testing.T) {
	c := newClub(t)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { c.results.Run(ctx) })
	for made := false; !made; time.Sleep(time.Millisecond) {
		_, err := c.store.Person(ctx, settle.LevelID(settle.Levels))
		made = err == nil
	}
	stop()
	running.Wait()
	ctx = t.Context()
	ann, five := c.person("Ann", "account"), settle.LevelID(5)
	for range 3 {
		c.resign(c.begin(ratedGame, ann, five), five)
		c.results.Sweep(ctx)
	}
	v, err := c.Create(ctx, ann, api.NewTable{Options: ratedGame})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Do(ctx, five, api.ToServer{Type: "sit", Table: v.ID, ID: "fourth"})
	if e := api.Refusal(err); e == nil || e.Code != string(api.TableRatedLevel) || e.Args["count"] != "3" {
		t.Errorf("the fourth game: %v", err)
	}
	if ratings, err := c.store.RatingsOf(ctx, five); err != nil || len(ratings) != 0 {
		t.Errorf("the level has %+v (%v)", ratings, err)
	}
	if ratings, err := c.store.RatingsOf(ctx, ann); err != nil || len(ratings) != 1 || ratings[0].Games != 3 || ratings[0].Opponents != 1 {
		t.Errorf("the person has %+v (%v)", ratings, err)
	}
	if p := c.Person(ctx, five); p.Kind != api.KindLevel || p.Level != 5 {
		t.Errorf("the level is shown as %+v", p)
	}
	// They have no session, and are not forgotten for that.
	later := c.store.Now().Add(1000 * 24 * time.Hour)
	if _, _, err := c.store.Forget(ctx, table.Forgetting{Most: 100, Created: later, Unused: later}); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= settle.Levels; n++ {
		if _, err := c.store.Person(ctx, settle.LevelID(n)); err != nil {
			t.Errorf("level %d: %v", n, err)
		}
	}
}

// A level that fills in at a contest plays as everywhere: the game is one of the contest, it moves the person and never the
// level, and after three games with it that day the next one is casual instead of refused.
func TestFillerGames(t *testing.T) {
	c := newClub(t)
	ctx := t.Context()
	five := settle.LevelID(5)
	if err := c.results.Use(ctx, "dvonn/live", nil); err != nil { // makes the levels
		t.Fatal(err)
	}
	ann := c.person("Ann", "account")
	for n := range 4 {
		id := fmt.Sprint("efgh234", n+2)
		if err := c.CreateSeated(ctx, table.Seated{ID: id, Options: ratedGame, People: [2]string{ann, five}, Contest: "efgh2345"}); err != nil {
			t.Fatal(err)
		}
		c.resign(id, five)
		c.results.Sweep(ctx)
		r := c.result(id)
		if r.Contest != "efgh2345" || r.Rated != (n < 3) || r.Score != 1 || r.Before[1] != r.After[1] || (r.After[0] > r.Before[0]) != r.Rated {
			t.Errorf("game %d: %+v", n+1, r)
		}
	}
	if ratings, err := c.store.RatingsOf(ctx, five); err != nil || len(ratings) != 0 {
		t.Errorf("the level has %+v (%v)", ratings, err)
	}
}

// Who gives up at once has lost a rated game, and hears nothing but that: no warning, no word of why.
func TestQuickLoss(t *testing.T) {
	c := newClub(t)
	ctx := t.Context()
	ann, ben := c.person("Ann", "account"), c.person("Ben", "account")
	for range 5 {
		id := c.begin(ratedGame, ann, ben)
		c.moves(id, [2]string{ann, ben}, 2)
		c.resign(id, ben)
		c.results.Sweep(ctx)
		v, err := c.View(ctx, ben, id)
		if err != nil || v.Rating == nil || v.Unrated != "" {
			t.Errorf("%+v, %v", v, err)
		}
	}
	told, err := c.store.Notices(ctx, ben, 100)
	if err != nil || slices.ContainsFunc(told, func(n table.Notice) bool { return n.Kind == table.NoticeHost }) {
		t.Errorf("%+v, %v", told, err)
	}
	if row, err := c.store.Person(ctx, ben); err != nil || !row.Muted.IsZero() || !row.Banned.IsZero() {
		t.Errorf("%+v, %v", row, err)
	}
}

// What is said of people and their games: figures, lists, leaderboard. A table that is not public is in
// no list but its players'.
func TestShown(t *testing.T) {
	c := newClub(t)
	ctx := t.Context()
	ann, club := c.person("Ann", "account"), []string{}
	for n := range 4 {
		club = append(club, c.person(fmt.Sprintf("Club%d", n), "account"))
	}
	for n := range 16 {
		if n == 10 {
			c.store.Jump(24*time.Hour, true)
		}
		id := c.begin(ratedGame, ann, club[n%4])
		if n%2 == 1 {
			c.resign(id, ann)
		} else {
			c.resign(id, club[n%4])
		}
		c.results.Sweep(ctx)
	}
	secret := api.Options{Game: "lyngk6", Control: "-"}
	private := c.begin(secret, ann, club[0])
	c.resign(private, ann)
	c.results.Sweep(ctx)

	figures, err := c.results.Figures(ctx, ann)
	if err != nil || len(figures) != 1 || figures[0].Pool != "dvonn/live" || figures[0].Games != 16 || figures[0].Opponents != 4 || figures[0].Tally != (api.Tally{Won: 8, Lost: 8}) || !figures[0].Provisional || len(figures[0].Days) != 2 {
		t.Errorf("figures: %+v, %v", figures, err)
	}
	if all, you, err := c.results.Tally(ctx, club[3], ann); err != nil || all != (api.Tally{Won: 8, Lost: 8}) || you == nil || *you != (api.Tally{Won: 4}) {
		t.Errorf("tally: %+v, %+v, %v", all, you, err)
	}
	if _, you, err := c.results.Tally(ctx, club[0], ann); err != nil || you == nil || *you != (api.Tally{Won: 1, Lost: 4}) {
		t.Errorf("with who has played in private, too: %+v, %v", you, err)
	}

	list := func(reader, person string, a settle.Asked) (all []api.Result) {
		t.Helper()
		for {
			page, err := c.results.Results(ctx, reader, person, a)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, page.Results...)
			if a.Before = page.More; a.Before == "" {
				return all
			}
		}
	}
	for _, tt := range []struct {
		reader string
		asked  settle.Asked
		want   int
	}{
		{"", settle.Asked{}, 16},
		{club[1], settle.Asked{}, 16},
		{ann, settle.Asked{}, 17},
		{club[0], settle.Asked{}, 17},
		{ann, settle.Asked{Game: "lyngk"}, 1},
		{ann, settle.Asked{Game: "dvonn"}, 16},
		{ann, settle.Asked{Rated: "true"}, 16},
		{ann, settle.Asked{Rated: "false"}, 1},
		{ann, settle.Asked{With: club[0]}, 5},
	} {
		if got := list(tt.reader, ann, tt.asked); len(got) != tt.want {
			t.Errorf("%q is shown %d games by %+v, want %d", tt.reader, len(got), tt.asked, tt.want)
		}
	}
	if all := list(ann, ann, settle.Asked{}); all[0].Table != private || all[0].Pool != "" || all[0].Rating != nil || all[1].Rating == nil || all[1].Position == "" || all[1].First.Name != "Ann" {
		t.Errorf("the newest are %+v", all[:2])
	}
	whole := c.begin(secret, ann, club[1])
	c.moves(whole, [2]string{ann, club[1]}, 200)
	c.results.Sweep(ctx)
	all, result := list(ann, ann, settle.Asked{}), c.result(whole)
	points := all[0].Points
	if byOthers := result.Margin == 0 && result.Score != 0.5; all[0].Table != whole || all[1].Points != nil || byOthers != (points == nil) {
		t.Errorf("the newest are %+v, %v", all[:2], points)
	} else if points != nil && points[0]-points[1] != result.Margin {
		t.Errorf("%v are a margin of %d", points, result.Margin)
	}
	for range 8 { // more than a page, some of the same millisecond
		c.resign(c.begin(secret, ann, club[1]), ann)
	}
	c.results.Sweep(ctx)
	seen := map[string]bool{}
	for _, r := range list(ann, ann, settle.Asked{}) {
		seen[r.Table] = true
	}
	if len(seen) != 26 {
		t.Errorf("by pages %d games are listed, want 26", len(seen))
	}
	for _, a := range []settle.Asked{{Game: "chess"}, {Rated: "perhaps"}, {Before: "yesterday"}, {Before: "1-!"}} {
		if _, err := c.results.Results(ctx, "", ann, a); api.Refusal(err) == nil {
			t.Errorf("%+v: %v", a, err)
		}
	}

	board, err := c.results.Leaderboard(ctx, ann, "dvonn/live")
	if err != nil || len(board.Rows) != 9 && len(board.Rows) != 10 {
		t.Fatalf("%+v, %v", board, err)
	}
	levels := 0
	for i, row := range board.Rows {
		if row.Person.Kind == api.KindLevel || row.Person.ID == settle.LevelID(row.Person.Level) {
			levels++
		}
		if i > 0 && row.Rating > board.Rows[i-1].Rating {
			t.Errorf("row %d is %+v after %+v", i, row, board.Rows[i-1])
		}
	}
	if board.You == nil || board.You.Person.ID != ann || (board.ToGo == nil) != (board.You.Place == 1) {
		t.Errorf("the reader is %+v, to go %+v", board.You, board.ToGo)
	}
	if other, err := c.results.Leaderboard(ctx, club[0], "dvonn/live"); err != nil || other.You == nil || other.ToGo == nil || other.ToGo.Opponents != 3 || other.ToGo.Games != 6 {
		t.Errorf("who has played one opponent four times: %+v, %+v, %v", other.You, other.ToGo, err)
	}
	if _, err := c.results.Leaderboard(ctx, "", "chess/live"); api.Refusal(err) == nil {
		t.Errorf("a pool that is none: %v", err)
	}
}

// Who has not played for a year is known less and is not on the board, whatever was reached.
func TestIdleYear(t *testing.T) {
	c := newClub(t)
	ctx := t.Context()
	ann := c.person("Ann", "account")
	for n := range 10 {
		other := c.person(fmt.Sprintf("Club%d", n), "account")
		for k := range 3 {
			id := c.begin(ratedGame, ann, other)
			c.resign(id, []string{ann, other}[(n+k)%2])
			c.results.Sweep(ctx)
		}
	}
	listed := func() (place, deviation int) {
		t.Helper()
		board, err := c.results.Leaderboard(ctx, ann, "dvonn/live")
		if err != nil || board.You == nil {
			t.Fatalf("%+v, %v", board, err)
		}
		return board.You.Place, board.You.Deviation
	}
	if place, deviation := listed(); place != 1 || deviation > 90 {
		t.Errorf("after 30 games: place %d, deviation %d", place, deviation)
	}
	c.store.Jump(365*24*time.Hour, true)
	if place, deviation := listed(); place != 0 || deviation < 110 {
		t.Errorf("after a year: place %d, deviation %d", place, deviation)
	}
	figures, err := c.results.Figures(ctx, ann)
	if err != nil || len(figures) != 1 || !figures[0].Provisional || len(figures[0].Days) != 0 {
		t.Errorf("after a year: %+v, %v", figures, err)
	}
}

// A second pool begins with what the first one says.
func TestSecondPool(t *testing.T) {
	c := newClub(t)
	ann, ben, days := c.person("Ann", "account"), c.person("Ben", "account"), ratedGame
	for range 6 {
		c.resign(c.begin(ratedGame, ann, ben), ben)
		c.results.Sweep(t.Context())
	}
	days.Control = "1/86400"
	id := c.begin(days, ann, c.person("Cleo", "account"))
	c.resign(id, ann)
	c.results.Sweep(t.Context())
	live, err := c.store.RatingsOf(t.Context(), ann)
	if err != nil || len(live) != 2 {
		t.Fatalf("%+v, %v", live, err)
	}
	r := c.result(id)
	if r.Before[0] != live[1].Rating.Rating || r.Deviation[0] != 250 || r.Deviation[1] != 350 || r.Before[1] != 1500 {
		t.Errorf("the other pool begins with %v ± %v, the first has %+v", r.Before, r.Deviation, live[1])
	}
}

// A table that cannot be read does not keep others from being settled.
func TestUnreadable(t *testing.T) {
	c := newClub(t)
	ann, ben := c.person("Ann", "account"), c.person("Ben", "account")
	for n := range 70 {
		row := table.Row{
			ID: fmt.Sprintf("bad%05d", n), Created: c.store.Now(), Seq: 1, Updated: c.store.Now(), Game: "dvonn", Phase: "over", Summary: []byte("{}"), Seats: [2]string{ann, ben},
		}
		later := table.Event{Table: row.ID, Seq: 1, Kind: "opened", Payload: []byte(`{"v":99}`), At: row.Created}
		if err := c.store.Create(t.Context(), row, []table.Event{later}); err != nil {
			t.Fatal(err)
		}
	}
	id := c.begin(ratedGame, ann, ben)
	c.resign(id, ben)
	c.results.Sweep(t.Context())
	c.results.Sweep(t.Context())
	c.results.Sweep(t.Context())
	c.result(id)
}

// A table that cannot be read is tried again ever more seldom, at least once a day, and forgotten
// as soon as another process has settled it.
func TestTriedAgainSeldom(t *testing.T) {
	c := newClub(t)
	loads := &countingStore{Store: c.store}
	s := settle.New(loads, slog.New(slog.DiscardHandler))
	row := table.Row{ID: "bad00000", Created: c.store.Now(), Seq: 1, Updated: c.store.Now(), Game: "dvonn", Phase: "over", Summary: []byte("{}")}
	later := table.Event{Table: row.ID, Seq: 1, Kind: "opened", Payload: []byte(`{"v":99}`), At: row.Created}
	if err := c.store.Create(t.Context(), row, []table.Event{later}); err != nil {
		t.Fatal(err)
	}
	tried := func(times int, every time.Duration) int {
		before := loads.n
		for range times {
			c.store.Jump(every, true)
			s.Sweep(t.Context())
		}
		return loads.n - before
	}
	if n := tried(24*60, time.Minute); n > 12 {
		t.Errorf("on the first day it was tried %d times", n)
	}
	tried(3, 24*time.Hour)
	if n := tried(4*25, time.Hour); n < 3 || n > 4 {
		t.Errorf("in four days later on it was tried %d times", n)
	}
	if err := c.store.Settle(t.Context(), settle.Settling{Table: row.ID, At: c.store.Now(), Decide: func(settle.Known) settle.Verdict { return settle.Verdict{} }}); err != nil {
		t.Fatal(err)
	}
	s.Sweep(t.Context())
	if n := s.Failing(); n != 0 {
		t.Errorf("%d tables are remembered", n)
	}
}

// countingStore counts how often a table is read.
type countingStore struct {
	settle.Store
	n int
}

func (s *countingStore) Load(ctx context.Context, id string) (table.Row, []table.Event, error) {
	s.n++
	return s.Store.Load(ctx, id)
}

// Only what accounts have done against levels says where levels stand among people.
func TestFitOfPeople(t *testing.T) {
	c := newClub(t)
	store := &ratedStore{Store: c.store}
	for _, id := range []string{c.person("Ann", "account"), c.person("Robot", "bot"), "90000000000000009999"} {
		for n := range 7 {
			r := settle.Result{Score: 1, People: [2]string{id, settle.LevelID(1 + n)}, Before: [2]float64{1500, 1500}}
			store.list = append(store.list, r)
		}
	}
	f, err := settle.New(store, slog.New(slog.DiscardHandler)).Fit(t.Context(), "dvonn/live")
	if err != settle.ErrFew || f.Games != 7 {
		t.Errorf("%d games, %v", f.Games, err)
	}
}

// A host lets the levels of one pool stand where games of people say: what is shown and rated goes by it from then on, in
// this pool alone, until the host takes it back. A game by itself moves no level.
func TestHostSetsLevels(t *testing.T) {
	c := newClub(t)
	ctx := t.Context()
	ann := c.person("Ann", "account")
	ratings := func(pool string) (list []int) {
		t.Helper()
		c.store.Jump(time.Minute, true) // what is shown is kept for a moment
		for _, n := range []int{1, 5, 9} {
			shown, unsure, err := c.results.Shown(ctx, settle.LevelID(n), pool)
			if err != nil || unsure {
				t.Fatal(shown, unsure, err)
			}
			list = append(list, shown)
		}
		return list
	}
	own, other := ratings("dvonn/live"), ratings("dvonn/days")
	store := &ratedStore{Store: c.store}
	results := settle.New(store, slog.New(slog.DiscardHandler))
	for n, wins := range []int{10, 9, 8, 7, 6, 4, 3, 2, 1} {
		for i := range 10 {
			r := settle.Result{People: [2]string{ann, settle.LevelID(1 + n)}, Before: [2]float64{1700, 0}, Deviation: [2]float64{60, 0}}
			if i < wins {
				r.Score = 1
			}
			store.list = append(store.list, r)
		}
	}
	f, err := results.Fit(ctx, "dvonn/live")
	if err != nil || f.Games != 90 || f.Middle != 1500 || f.Offset.Value < 50 {
		t.Fatalf("%+v, %v", f, err)
	}
	if got := ratings("dvonn/live"); !slices.Equal(got, own) {
		t.Errorf("a fit alone moves the levels to %v", got)
	}
	want := int(math.Round(1500 + f.Offset.Value))
	for _, games := range []int{59, 60} {
		f.Games = games
		if err := c.results.Use(ctx, "dvonn/live", &f); err != nil {
			t.Fatal(err)
		}
		five := settle.LevelID(5)
		id := c.begin(ratedGame, c.person(fmt.Sprint("Ben", games), "account"), five)
		c.resign(id, five)
		c.results.Sweep(ctx)
		r, side, deviation := c.result(id), 1, map[int]float64{59: 100, 60: 60}[games]
		if math.Round(r.Before[side]) != float64(want) || r.After[side] != r.Before[side] || r.Deviation[side] != deviation {
			t.Errorf("after a fit to %d games it is rated by %+v", games, r)
		}
	}
	got := ratings("dvonn/live")
	if got[1] != want || got[0] >= got[1] || got[1] >= got[2] || !slices.Equal(ratings("dvonn/days"), other) {
		t.Errorf("%v and over days %v", got, ratings("dvonn/days"))
	}
	board, err := c.results.Leaderboard(ctx, "", "dvonn/live")
	if err != nil || board.Rows[4].Person.Level != 5 || board.Rows[4].Rating != want {
		t.Errorf("%+v, %v", board.Rows, err)
	}
	if figures, err := c.results.Figures(ctx, settle.LevelID(5)); err != nil || figures[2].Pool != "dvonn/live" || figures[2].Rating != want || figures[3].Rating != 1500 {
		t.Errorf("%+v, %v", figures, err)
	}
	// What was counted before is counted once more when the host says so.
	if _, _, err := c.results.Rerate(ctx, "dvonn/live"); err != nil {
		t.Fatal(err)
	}
	if err := c.results.Use(ctx, "dvonn/live", nil); err != nil {
		t.Fatal(err)
	}
	if got := ratings("dvonn/live"); !slices.Equal(got, own) {
		t.Errorf("taken back they stand at %v", got)
	}
}

// ratedStore has results of its own.
type ratedStore struct {
	settle.Store
	list []settle.Result
}

func (s *ratedStore) RatedIn(context.Context, string) ([]settle.Result, error) { return s.list, nil }

// After rerating without somebody nothing of theirs is left in the numbers of others, though it came first.
func TestRerate(t *testing.T) {
	c := newClub(t)
	ctx := t.Context()
	ann, ben, cheat := c.person("Ann", "account"), c.person("Ben", "account"), c.person("Cleo", "account")
	dan, eve := c.person("Dan", "account"), c.person("Eve", "account")
	c.resign(c.begin(ratedGame, dan, eve), eve)
	c.results.Sweep(ctx)
	clean, err := c.store.RatingsOf(ctx, dan)
	if err != nil {
		t.Fatal(err)
	}
	lost := c.begin(ratedGame, cheat, ann)
	c.resign(lost, ann)
	c.results.Sweep(ctx)
	c.resign(c.begin(ratedGame, ann, ben), ben)
	c.results.Sweep(ctx)
	if _, _, err := c.results.Rerate(ctx, "dvonn/live", "12345678901234567890"); err != (settle.NobodyError{ID: "12345678901234567890"}) {
		t.Errorf("without somebody who is unknown: %v", err)
	}
	if counted, dropped, err := c.results.Rerate(ctx, "dvonn/live", cheat); counted != 2 || dropped != 1 || err != nil {
		t.Errorf("%d counted, %d dropped, %v", counted, dropped, err)
	}
	after, err := c.store.RatingsOf(ctx, ann)
	if err != nil || len(after) != 1 || after[0].Rating != clean[0].Rating || after[0].Games != 1 {
		t.Errorf("%+v, want %+v (%v)", after, clean, err)
	}
	if r := c.result(lost); r.Rated || r.Unrated != "host" {
		t.Errorf("the game that counts no more: %+v", r)
	}
	if gone, err := c.store.RatingsOf(ctx, cheat); err != nil || len(gone) != 0 {
		t.Errorf("who was left out has %+v (%v)", gone, err)
	}
}
