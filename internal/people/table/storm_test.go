package table_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
)

// Some people make tables, settle terms, sit down, write, play, offer rematches and look on, from the first message to
// the last at whichever of three processes, while processes are killed, the bus loses hints and the store fails. Whatever
// happens: a message that was acknowledged is stored once, and is acknowledged alike for ever; every log replays; who
// watches has each event once and in order, asking again where one is missing; nobody receives what their role may not read.
// CAIRN_STORMS=1000 asks for more.
func TestStorm(t *testing.T) {
	rounds, steps := 2, 600
	if testing.Short() {
		rounds, steps = 1, 200
	}
	if n, err := strconv.Atoi(os.Getenv("CAIRN_STORMS")); err == nil {
		rounds = n
	}
	for round := range rounds {
		t.Run(strconv.Itoa(round), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { newStorm(t, uint64(round)).run(steps) })
		})
	}
}

// storm is one such world.
type storm struct {
	*testing.T
	rng    *rand.Rand
	hub    *tabletest.Hub
	store  *tabletest.Store
	houses [3]*house
	buses  [3]*tabletest.Bus
	stops  [3]func()
	people []string
	tables []string
	sent   []posted
	acked  map[string]int64
	eyes   []*eye
	counts map[string]int
}

// posted is a message as its sender sends it again.
type posted struct {
	person string
	m      api.ToServer
}

// eye is a client that watches a table.
type eye struct {
	person, table string
	at            int // its process
	ear           *tabletest.Recorder
	session       *table.Session
	seen          *api.Table // what it makes of what it received
	log           *play.Log
	again         bool // the server could not tell
}

func newStorm(t *testing.T, seed uint64) *storm {
	w := &storm{
		T: t, rng: rand.New(rand.NewPCG(seed, 77)), hub: &tabletest.Hub{}, store: tabletest.NewStore(t),
		acked: map[string]int64{}, counts: map[string]int{},
	}
	w.store.Serve(len(w.houses))
	for i := range w.houses {
		w.buses[i] = w.hub.NewBus()
		w.houses[i] = &house{t: t, store: w.store, ids: map[string]string{}, next: i << 20}
		w.begin(i)
	}
	for i := range 4 {
		w.people = append(w.people, w.houses[0].person(fmt.Sprintf("Name%c", 'A'+i)))
	}
	return w
}

func (w *storm) begin(i int) {
	w.houses[i].start(noLimits, func(c *table.Config) { c.Bus = w.buses[i] })
	w.stops[i] = w.houses[i].run()
}

func (w *storm) run(steps int) {
	for range steps {
		w.step()
		w.listen()
		if w.Failed() {
			break
		}
	}
	w.store.Fail(nil, false)
	for _, b := range w.buses {
		b.Cut(false, false)
	}
	time.Sleep(15 * time.Second)
	synctest.Wait()
	w.listen()
	w.check()
	for _, e := range w.eyes {
		e.session.Close()
	}
	for _, stop := range w.stops {
		stop()
	}
	w.Log(w.counts)
}

func pickOf[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

func (w *storm) step() {
	rng := w.rng
	switch n := rng.IntN(100); {
	case len(w.tables) == 0 || n == 0 && len(w.tables) < 6:
		o := w.options()
		if v, err := w.houses[rng.IntN(3)].Create(w.Context(), pickOf(rng, w.people), api.NewTable{Options: o}); err == nil {
			w.tables = append(w.tables, v.ID)
		}
	case n < 12:
		w.watch(rng.IntN(3), append(slices.Clone(w.people), "")[rng.IntN(5)], pickOf(rng, w.tables))
	case n < 14 && len(w.eyes) > 0: // one goes
		i := rng.IntN(len(w.eyes))
		w.eyes[i].session.Close()
		w.eyes = slices.Delete(w.eyes, i, i+1)
	case n < 16: // a process is killed, and begins again
		i := rng.IntN(3)
		w.stops[i]()
		w.begin(i)
		for _, e := range w.eyes {
			if e.at == i {
				e.join(w, rng.IntN(3))
			}
		}
	case n < 19:
		w.buses[rng.IntN(3)].Cut(rng.IntN(2) == 0, rng.IntN(2) == 0)
	case n < 24:
		method := []string{"Append", "Append", "Load", "Since", "Create", "Person", "Stored", "Say", "Seqs", "Lines"}[rng.IntN(10)]
		fault := []error{table.ErrBusy, table.ErrAmbiguous, table.ErrFull, errDisk}[rng.IntN(4)]
		left := 1 + rng.IntN(4)
		w.store.Fail(func(m, _ string) error {
			if m == method && left > 0 {
				left--
				return fault
			}
			return nil
		}, rng.IntN(2) == 0)
	case n < 34:
		time.Sleep(time.Duration(rng.Int64N(int64(pickOf(rng, []time.Duration{time.Millisecond, time.Second, 5 * time.Second, 2 * time.Minute})))))
	default:
		x := posted{}
		if len(w.sent) > 0 && rng.IntN(4) == 0 {
			x = pickOf(rng, w.sent)
		} else {
			x = w.message(pickOf(rng, w.tables))
			x.m.ID = fmt.Sprintf("s%d", len(w.sent))
			w.sent = append(w.sent, x)
		}
		w.post(rng.IntN(3), x)
	}
	if rng.IntN(3) > 0 {
		synctest.Wait()
	}
}

func (w *storm) options() api.Options {
	rng := w.rng
	return api.Options{
		Game: pickOf(rng, []string{"lyngk6", "dvonn"}), Control: pickOf(rng, []string{"300+3", "20+0", "-", "1/86400"}), Takeback: true,
		Public: rng.IntN(2) == 0, Side: pickOf(rng, []string{"", "first", "second"}),
	}
}

// message is one that could be in order at a table, whatever its state.
func (w *storm) message(id string) posted {
	rng := w.rng
	row, events, err := w.store.Store.Load(w.Context(), id)
	if err != nil {
		w.Fatal(err)
	}
	now, err := table.Replay(row, events)
	if err != nil {
		w.Fatal(err)
	}
	person := append(slices.Clone(w.people), "")[rng.IntN(len(w.people)+1)]
	if seat := row.Seats[rng.IntN(2)]; seat != "" && rng.IntN(2) == 0 {
		person = seat
	}
	if rng.IntN(12) == 0 {
		return posted{person, api.ToServer{Type: "say", Table: id}}
	}
	if row.Phase == string(api.Playing) && rng.IntN(10) > 0 {
		if rng.IntN(150) == 0 {
			return posted{person, send(id, 0, play.Event{Kind: play.Resign})}
		}
		if rng.IntN(3) > 0 {
			person = row.Seats[now.Game.Turn()]
		}
		return posted{person, randomMessage(rng, now.Game, id)}
	}
	o := w.options()
	m := api.ToServer{Type: "sit", Table: id, Since: int64(rng.IntN(2)) * row.Seq}
	switch rng.IntN(7) {
	case 0:
		m = api.ToServer{Type: "terms", Table: id, Options: &o}
	case 1:
		m = api.ToServer{Type: "ask", Table: id, Options: &o, No: rng.IntN(3) == 0, Person: pickOf(rng, w.people)}
	case 2:
		m = api.ToServer{Type: "invite", Table: id, Person: pickOf(rng, w.people), No: rng.IntN(3) == 0}
	case 3:
		m = api.ToServer{Type: "claim", Table: id}
		if rng.IntN(3) == 0 {
			m.Type = "leave"
		}
	case 4, 5:
		m = api.ToServer{Type: "rematch", Table: id, Same: rng.IntN(2) == 0, No: rng.IntN(4) == 0}
	}
	return posted{person, m}
}

func (w *storm) post(at int, x posted) {
	if x.m.Type == "say" {
		x.m.Text = w.line(x.person, x.m.ID)
	}
	seq, err := w.houses[at].Do(w.Context(), x.person, x.m)
	if x.m.Type == "rematch" {
		w.findTables()
	}
	key := x.m.Table + " " + x.person + ":" + x.m.ID
	before, known := w.acked[key]
	switch {
	case err == nil && known && before != seq && !told[x.m.Type]:
		w.Errorf("%s %s was acknowledged as %d, then as %d", x.m.Type, key, before, seq)
	case err == nil:
		w.acked[key] = seq
		w.counts[x.m.Type]++
	case codeOf(err) == "":
		w.counts["fault"]++
	case known && !told[x.m.Type]:
		w.Errorf("%s %s was acknowledged, then refused: %v", x.m.Type, key, err)
	default:
		w.counts[codeOf(err)]++
	}
}

// told are the types of messages that are not stored, only told.
var told = map[string]bool{"invite": true}

// findTables finds the tables of rematches too.
func (w *storm) findTables() {
	rows, err := w.store.Store.List(w.Context(), table.Query{Limit: 1000})
	if err != nil {
		w.Fatal(err)
	}
	for _, row := range rows {
		if !slices.Contains(w.tables, row.ID) {
			w.tables = append(w.tables, row.ID)
			w.counts["table of a rematch"]++
		}
	}
}

// line is a text that says who wrote it.
func (w *storm) line(person, id string) string { return "by " + person + " in " + id + "." }

func (w *storm) watch(at int, person, id string) {
	e := &eye{person: person, table: id}
	w.eyes = append(w.eyes, e)
	e.join(w, at)
}

// join connects again, and asks for what is missing.
func (e *eye) join(w *storm, at int) {
	if e.session != nil {
		e.hear(w) // what was on its way
		e.session.Close()
	}
	e.at, e.ear = at, &tabletest.Recorder{}
	e.session = w.houses[at].Join(e.person, e.ear)
	e.ask(w)
}

func (e *eye) ask(w *storm) {
	since := int64(0)
	if e.seen != nil {
		since = e.seen.Seq
	}
	_, err := e.session.Do(w.Context(), api.ToServer{Type: "watch", Table: e.table, Since: since})
	if e.again = err != nil; e.again && codeOf(err) != "" {
		w.Errorf("watch %s: %v", e.table, err)
	}
}

func (w *storm) listen() {
	for _, e := range w.eyes {
		e.hear(w)
	}
}

func (e *eye) hear(w *storm) {
	gap := e.again
	for _, m := range e.ear.Take() {
		switch m.Type {
		case "table":
			e.take(w, m.Table)
		case "events":
			for _, event := range m.Events {
				switch {
				case e.seen == nil:
					gap = true
				case event.Seq <= e.seen.Seq:
				case event.Seq > e.seen.Seq+1:
					gap = true
				default:
					e.apply(w, &event)
				}
			}
		case "chat":
			e.read(w, m.Chat)
		}
	}
	if gap {
		w.counts["gap"]++
		e.ask(w)
	}
}

func (e *eye) take(w *storm, v *api.Table) {
	copied := *v
	e.seen, e.log = &copied, nil
	if v.Log != nil {
		e.log = &play.Log{}
		if err := json.Unmarshal(v.Log, e.log); err != nil {
			w.Error(err)
		}
	}
}

func (e *eye) apply(w *storm, event *api.Event) {
	if err := e.seen.Apply(event, e.person); err != nil {
		w.Error(err)
	}
	switch event.Kind {
	case api.EventStarted:
		e.log = &play.Log{}
		if err := json.Unmarshal(event.Terms, &e.log.Terms); err != nil {
			w.Error(err)
		}
	case api.EventPlay:
		var played play.Event
		if err := json.Unmarshal(event.Play, &played); err != nil {
			w.Error(err)
		}
		e.log.Events = append(e.log.Events, played)
	}
}

// read holds what arrives of the chat against what the role may read.
func (e *eye) read(w *storm, lines []api.Line) {
	row, _, err := w.store.Store.Load(w.Context(), e.table)
	if err != nil {
		w.Error(err)
		return
	}
	seated := e.person != "" && slices.Contains(row.Seats[:], e.person)
	for _, l := range lines {
		if l.Room == "players" && !seated {
			w.Errorf("%q reads %q of the players at %s", e.person, l.Text, e.table)
		}
	}
}

func (w *storm) check() {
	for _, id := range w.tables {
		row, events, err := w.store.Store.Load(w.Context(), id)
		if err != nil {
			w.Error(err)
			continue
		}
		if _, err := table.Replay(row, events); err != nil {
			w.Error(err)
		}
		stored := map[string]int64{}
		for _, e := range events {
			stored[id+" "+e.Message] = e.Seq
		}
		lines := map[string]int64{}
		for _, room := range []string{"players", "watchers"} {
			said, err := w.store.Store.Lines(w.Context(), id, room, 0, 1000)
			if err != nil {
				w.Error(err)
			}
			for _, l := range said {
				if _, twice := lines[l.Text]; twice {
					w.Errorf("%q was said twice", l.Text)
				}
				lines[l.Text] = l.Number
				if room == "players" && !slices.Contains(row.Seats[:], l.Person) {
					w.Errorf("%q stands in the room of the players", l.Text)
				}
			}
		}
		for _, x := range w.sent {
			key := id + " " + x.person + ":" + x.m.ID
			seq, ok := w.acked[key]
			if !ok || x.m.Table != id {
				continue
			}
			switch {
			case told[x.m.Type]:
			case x.m.Type == "say":
				if lines[w.line(x.person, x.m.ID)] != seq {
					w.Errorf("the line %s was acknowledged as %d and is %d", key, seq, lines[w.line(x.person, x.m.ID)])
				}
			default:
				if stored[key] != seq {
					w.Errorf("%s %s was acknowledged as %d and is stored as %d", x.m.Type, key, seq, stored[key])
				}
			}
		}
	}
	for _, e := range w.eyes {
		want, err := w.houses[e.at].View(w.Context(), e.person, e.table)
		if err != nil {
			w.Error(err)
			continue
		}
		if e.seen == nil || e.seen.Seq != want.Seq || e.seen.You != want.You || (e.seen.Phase != want.Phase && want.Phase != api.Over) {
			w.Errorf("%q at %d sees %+v of %s, which is %d, %s, %s", e.person, e.at, e.seen, e.table, want.Seq, want.Phase, want.You)
			continue
		}
		if want.Log != nil {
			got, err := json.Marshal(e.log)
			if err != nil || string(got) != string(want.Log) {
				w.Errorf("%q sees another game at %s (%v):\n%s\n%s", e.person, e.table, err, got, want.Log)
			}
		}
	}
}
