package director

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// world is a store, tables and people in memory, with a clock of its own. Writes fail as a test wants: before or after they
// are done, as when a process is killed.
type world struct {
	t      testing.TB
	now    time.Time
	down   [][2]time.Time
	rows   map[string]Row
	logs   map[string][]Event
	games  map[string]*played
	people map[string]table.PersonRow
	away   map[string]bool // from every board
	busy   map[string]bool // programs that play as many games as they can
	told   []table.Notice
	// kill is asked at every write; an error before it is done, or after.
	kill func() (before, after bool)
}

// played is a game at a table.
type played struct {
	table.Seated
	table.Played
	made   time.Time
	hidden bool
}

var (
	_ Store  = (*world)(nil)
	_ Tables = seats{}
)

var errKilled = errors.New("the process was killed")

func newWorld(t testing.TB, people int) *world {
	w := &world{
		t: t, now: time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC), rows: map[string]Row{}, logs: map[string][]Event{}, games: map[string]*played{},
		people: map[string]table.PersonRow{}, away: map[string]bool{}, kill: func() (bool, bool) { return false, false },
	}
	for i := range people {
		id := who(i)
		w.people[id] = table.PersonRow{ID: id, Name: fmt.Sprint("Member ", i), Kind: "account"}
	}
	return w
}

// who is the id of a person.
func who(i int) string { return fmt.Sprintf("%020d", i+1) }

// service is a new process.
func (w *world) service() *Service {
	return New(Config{Store: w, Tables: seats{w}, Rand: rand.NewChaCha8([32]byte{1}), Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
}

func (w *world) Now() time.Time { return w.now }

func (w *world) Served(from, to time.Time) time.Duration {
	d := to.Sub(from)
	for _, g := range w.down {
		if a, b := later(from, g[0]), g[1]; b.After(a) && to.After(a) {
			if b.After(to) {
				b = to
			}
			d -= b.Sub(a)
		}
	}
	return max(0, d)
}

func (w *world) Heard(context.Context) (time.Time, error) { return w.now, nil }

func (w *world) Person(_ context.Context, id string) (table.PersonRow, error) {
	p, ok := w.people[id]
	if !ok {
		return p, table.ErrNotFound
	}
	return p, nil
}

func (w *world) NewPerson(_ context.Context, p table.PersonRow) error {
	w.people[p.ID] = p
	return nil
}

// write does something unless the process is killed before, or says that it was after.
func (w *world) write(do func() error) error {
	before, after := w.kill()
	if before {
		return errKilled
	}
	if err := do(); err != nil {
		return err
	}
	if after {
		return errKilled
	}
	return nil
}

func (w *world) CreateContest(_ context.Context, row Row, events []Event) error {
	return w.write(func() error {
		if _, there := w.rows[row.ID]; there {
			return table.ErrConflict
		}
		w.rows[row.ID], w.logs[row.ID] = row, slices.Clone(events)
		return nil
	})
}

func (w *world) AppendContest(_ context.Context, row Row, events []Event) error {
	return w.write(func() error {
		if int64(len(w.logs[row.ID])) != events[0].Seq-1 {
			return table.ErrConflict
		}
		for _, e := range events {
			if e.Message != "" && slices.ContainsFunc(w.logs[row.ID], func(o Event) bool { return o.Message == e.Message }) {
				return table.ErrConflict
			}
		}
		w.rows[row.ID], w.logs[row.ID] = row, append(w.logs[row.ID], events...)
		w.told = append(w.told, row.Notices...)
		return nil
	})
}

func (w *world) LoadContest(_ context.Context, id string, since int64) (Row, []Event, error) {
	row, ok := w.rows[id]
	if !ok {
		return row, nil, table.ErrNotFound
	}
	return row, w.logs[id][since:], nil
}

func (w *world) DueContests(context.Context, int) (map[string]int64, error) {
	due := map[string]int64{}
	for id, row := range w.rows {
		if !row.Deadline.IsZero() && !row.Deadline.After(w.now) {
			due[id] = row.Seq
		}
	}
	return due, nil
}

func (w *world) ContestSeqs(_ context.Context, ids []string) (map[string]int64, error) {
	found := map[string]int64{}
	for _, id := range ids {
		found[id] = w.rows[id].Seq
	}
	return found, nil
}

func (w *world) list(which func(Row) bool) []Row {
	var list []Row
	for _, row := range w.rows {
		if which(row) {
			list = append(list, row)
		}
	}
	slices.SortFunc(list, func(a, b Row) int { return cmp.Or(a.Starts.Compare(b.Starts), cmp.Compare(a.ID, b.ID)) })
	return list
}

func (w *world) Contests(_ context.Context, phase string, _ int) ([]Row, error) {
	return w.list(func(r Row) bool { return r.Phase == phase }), nil
}

func (w *world) PlayedContests(context.Context, string, int) ([]Row, error) { return nil, nil }

func (w *world) PastContests(_ context.Context, phase string, _ time.Time, _ string, _ int) ([]Row, error) {
	return w.list(func(r Row) bool { return r.Phase == phase }), nil
}

func (w *world) ContestsOfSeries(_ context.Context, series string, since time.Time, _ int) ([]Row, error) {
	return w.list(func(r Row) bool { return r.Series == series && !r.Starts.Before(since) }), nil
}

func (w *world) OpenContestsOf(_ context.Context, host string) (int, error) {
	return len(w.list(func(r Row) bool { return r.Host == host && r.Phase == "open" })), nil
}

func (w *world) TableBriefs(_ context.Context, ids []string) (map[string]string, error) {
	found := map[string]string{}
	for _, id := range ids {
		if g := w.games[id]; g != nil {
			found[id] = string(g.Phase) + fmt.Sprintf(` {"position":"p","hidden":%v}`, g.hidden)
		}
	}
	return found, nil
}

// seats are the tables of a world.
type seats struct{ *world }

func (s seats) Person(_ context.Context, id string) api.Person { return s.people[id].Shown() }

func (w *world) Standing(person string) (api.Standing, bool) {
	kind := api.Kind(w.people[person].Kind)
	return api.Standing{Busy: w.busy[person]}, (kind == api.KindBot || kind == api.KindLevel) && !w.away[person]
}

func (w *world) IsHere(person string) bool { return !w.away[person] }

func (w *world) CreateSeated(_ context.Context, a table.Seated) error {
	return w.write(func() error {
		if g := w.games[a.ID]; g != nil {
			if g.Contest != a.Contest || g.Seated.People != a.People {
				w.t.Errorf("table %s was made for %v, and is asked for by %v", a.ID, g.Seated.People, a.People)
			}
			return nil
		}
		w.games[a.ID] = &played{Seated: a, Played: table.Played{Phase: api.Playing, People: a.People}, made: w.now, hidden: a.Draw != nil}
		w.told = append(w.told, a.Notices...)
		return nil
	})
}

func (w *world) Played(_ context.Context, id string) (table.Played, error) {
	return w.games[id].Played, nil
}

func (w *world) RuleAbsent(_ context.Context, id string, due bool) (bool, error) {
	g := w.games[id]
	if due && g.Phase == api.Playing {
		for side, person := range g.Seated.People {
			g.Absent[side] = w.away[person] && !g.Moved[side]
		}
		switch g.Absent {
		case [2]bool{true, false}:
			g.end(game.SecondWins)
		case [2]bool{false, true}:
			g.end(game.FirstWins)
		case [2]bool{true, true}:
			g.end(game.Ongoing)
		}
	}
	return g.Phase == api.Over, nil
}

func (w *world) AbortSeated(_ context.Context, id string) error {
	if g := w.games[id]; g != nil && g.Phase == api.Playing {
		g.end(game.Ongoing)
	}
	return nil
}

func (w *world) Show(_ context.Context, id string) error {
	w.games[id].hidden = false
	return nil
}

func (w *world) NewNamed(_ context.Context, name string) (api.Person, error) {
	id := who(len(w.people))
	w.people[id] = table.PersonRow{ID: id, Name: name}
	return w.people[id].Shown(), nil
}

func (g *played) end(o game.Outcome) { g.Phase, g.Outcome = api.Over, o }

// evening is a contest in a world, with the process that serves it.
type evening struct {
	*world
	s  *Service
	id string
}

// announce makes a contest of rounds that starts in half an hour.
func announce(t testing.TB, people int, change func(*api.ContestOptions)) *evening {
	t.Helper()
	e := &evening{world: newWorld(t, people)}
	e.s = e.service()
	o := api.ContestOptions{
		Title: "Club night", Game: "lyngk", Control: "600+5", Rounds: 3, Games: 1, Zone: "Europe/Berlin", Starts: e.now.Add(30 * time.Minute).UnixMilli(),
	}
	if change != nil {
		change(&o)
	}
	v, err := e.s.Create(t.Context(), who(0), o)
	if err != nil {
		t.Fatal(err)
	}
	e.id = v.Contest.ID
	return e
}

// do makes a call that is not refused.
func (e *evening) do(person, action string, c api.ContestCall) *api.ContestView {
	e.t.Helper()
	v, err := e.try(person, action, c)
	if err != nil {
		e.t.Fatalf("%s of %s: %v", action, person, err)
	}
	return v
}

func (e *evening) try(person, action string, c api.ContestCall) (*api.ContestView, error) {
	v, err := e.s.Do(context.Background(), person, e.id, action, c)
	view, _ := v.(*api.ContestView)
	return view, err
}

func (e *evening) refused(code api.Code, person, action string, c api.ContestCall) *api.Error {
	e.t.Helper()
	_, err := e.try(person, action, c)
	refusal := api.Refusal(err)
	if refusal == nil || refusal.Code != string(code) {
		e.t.Errorf("%s of %s: %v, want %s", action, person, err, code)
		return &api.Error{}
	}
	return refusal
}

func (e *evening) view() *api.ContestView {
	e.t.Helper()
	v, err := e.s.View(context.Background(), who(0), e.id)
	if err != nil {
		e.t.Fatal(err)
	}
	return v
}

// pass lets time pass, with a look each few seconds.
func (e *evening) pass(d time.Duration) {
	for until := e.now.Add(d); e.now.Before(until); {
		e.now = e.now.Add(5 * time.Second)
		e.s.Sweep(context.Background())
		e.s.tell(context.Background())
	}
}

// enter lets people join, and be there when check-in is open.
func (e *evening) enter(n int) {
	e.t.Helper()
	for i := range n {
		e.do(who(i), "join", api.ContestCall{})
	}
	e.pass(16 * time.Minute)
	for i := range n {
		e.do(who(i), "check", api.ContestCall{})
	}
}

// round is the last one, whose boards have games.
func (e *evening) round() api.ContestRound {
	e.t.Helper()
	v := e.view().Contest
	if len(v.Rounds) == 0 {
		e.t.Fatalf("no round was paired: %+v", v)
	}
	return v.Rounds[len(v.Rounds)-1]
}

// play ends all games under way: the one whose id comes first wins.
func (e *evening) play() {
	for _, g := range e.games {
		if g.Phase == api.Playing {
			g.Moved = [2]bool{true, true}
			g.end(game.FirstWins)
			if strings.Compare(g.Seated.People[0], g.Seated.People[1]) > 0 {
				g.end(game.SecondWins)
			}
		}
	}
	e.pass(5 * time.Second)
}

// arena makes an arena of half an hour.
func arena(o *api.ContestOptions) {
	o.Format, o.Minutes, o.Rounds = api.FormatArena, 30, 0
}

// page is a page of a contest that somebody has open.
type page struct{ told []api.ToClient }

func (p *page) Tell(m *table.Push) { p.told = append(p.told[:len(p.told):len(p.told)], m.Message) }

// open lets somebody open the page.
func (e *evening) open(person string) *page {
	e.t.Helper()
	p := &page{}
	if err := e.s.Watch(context.Background(), person, p, e.id, true); err != nil {
		e.t.Fatal(err)
	}
	return p
}
