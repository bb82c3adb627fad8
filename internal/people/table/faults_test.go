package table_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
	"cairn.example/record"
)

var errDisk = errors.New("input/output error")

// watcher joins and watches a table.
func (h *house) watcher(person, id string) (*tabletest.Recorder, *table.Session) {
	h.t.Helper()
	ear := &tabletest.Recorder{}
	c := h.Join(person, ear)
	if _, err := c.Do(h.t.Context(), api.ToServer{Type: "watch", Table: id}); err != nil {
		h.t.Fatal(err)
	}
	return ear, c
}

// What is not stored is neither acknowledged nor told, and has changed nothing.
func TestNothingBeforeCommit(t *testing.T) {
	for _, fault := range []error{table.ErrBusy, table.ErrFull, errDisk, table.ErrAmbiguous} {
		h := newHouse(t)
		id, people := h.table(api.Options{Control: "300+3"})
		ear, c := h.watcher("", id)
		defer c.Close()
		before, s := h.view("", id)
		ear.Take()
		h.store.Fail(func(method, _ string) error {
			if method == "Append" {
				return fault
			}
			return nil
		}, false)
		m := send(id, 0, play.Event{Kind: play.Move, Move: moveText(s, 0)})
		m.ID = "x"
		if _, err := h.Do(t.Context(), people[0], m); err == nil || codeOf(err) != "" {
			t.Errorf("%v: answered %v, want a fault", fault, err)
		}
		if told := ear.Events(id); len(told) > 0 {
			t.Errorf("%v: told of %v", fault, told)
		}
		if after, s := h.view("", id); after.Seq != before.Seq || s.Ply() != 0 {
			t.Errorf("%v: at event %d, before %d", fault, after.Seq, before.Seq)
		}
		h.store.Fail(nil, false)
		if seq := h.must(people[0], m); seq != before.Seq+1 {
			t.Errorf("%v: carried out as %d", fault, seq)
		}
		if told := ear.Events(id); len(told) != 1 {
			t.Errorf("%v: told of %v after the commit", fault, told)
		}
	}
}

// TestOpenTablesAtOnce: calls at the same moment make no more tables than one after the other.
func TestOpenTablesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most, calls = 3, 8
		h := newHouse(t, noLimits, func(c *table.Config) { c.Limits.Open = most })
		ann := h.person("Ann")
		// Each call has counted before the first of them stores a table.
		h.store.Fail(func(method, _ string) error {
			if method == "Create" {
				time.Sleep(time.Second)
			}
			return nil
		}, false)
		results := make(chan error, calls)
		for range calls {
			go func() {
				_, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
				results <- err
			}()
		}
		made := 0
		for range calls {
			switch err := <-results; {
			case err == nil:
				made++
			case codeOf(err) != string(api.TableTooMany):
				t.Errorf("refused with %v", err)
			}
		}
		if made != most {
			t.Errorf("%d tables were made, want %d", made, most)
		}
	})
}

// A commit of which nobody knows is found by its message id: it is acknowledged
// where it was stored, and carried out once where it was not.
func TestAmbiguous(t *testing.T) {
	for _, stored := range []bool{true, false} {
		for _, unreachable := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				id, people := h.table(api.Options{Control: "300+3"})
				ear, c := h.watcher(people[1], id)
				defer c.Close()
				_, s := h.view("", id)
				until := time.Now().Add(3 * time.Second)
				h.store.Fail(func(method, _ string) error {
					switch {
					case method == "Append":
						return table.ErrAmbiguous
					case unreachable && time.Now().Before(until):
						return errDisk
					}
					return nil
				}, stored)
				m := send(id, 0, play.Event{Kind: play.Move, Move: moveText(s, 0)})
				m.ID = "x"
				seq, err := h.Do(t.Context(), people[0], m)
				if stored && (err != nil || seq == 0) || !stored && (err == nil || codeOf(err) != "") {
					t.Fatalf("stored %v: %d, %v", stored, seq, err)
				}
				h.store.Fail(nil, false)
				again := h.must(people[0], m)
				if stored && again != seq {
					t.Errorf("acknowledged as %d, then as %d", seq, again)
				}
				if _, s := h.view("", id); s.Ply() != 1 {
					t.Errorf("stored %v: %d plies", stored, s.Ply())
				}
				if told := ear.Events(id); len(told) != 1 || told[0].Seq != again {
					t.Errorf("stored %v: told of %+v", stored, told)
				}
			})
		}
	}
}

// two processes on one store.
func processes(t *testing.T, hub *tabletest.Hub) (a, b *house, buses [2]*tabletest.Bus) {
	buses = [2]*tabletest.Bus{hub.NewBus(), hub.NewBus()}
	a = newHouse(t, noLimits, func(c *table.Config) { c.Bus = buses[0] })
	b = &house{t: t, store: a.store, ids: a.ids, next: 1 << 20}
	b.start(noLimits, func(c *table.Config) { c.Bus = buses[1] })
	return a, b, buses
}

// Players and watchers at different processes see one game: with a bus at once, with
// a bus that doubles hints, without one after a quarter of a second, and with one
// that loses hints and does not know it after ten.
func TestProcesses(t *testing.T) {
	for _, mode := range []string{"bus", "doubled", "cut and known", "cut"} {
		t.Run(mode, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, b, buses := processes(t, &tabletest.Hub{})
				defer a.run()()
				defer b.run()()
				synctest.Wait()
				id, people := a.table(api.Options{Control: "300+3"})
				first, c1 := a.watcher(people[0], id)
				second, c2 := b.watcher(people[1], id)
				looker, c3 := b.watcher("", id)
				defer c1.Close()
				defer c2.Close()
				defer c3.Close()
				wait := time.Millisecond
				switch mode {
				case "doubled":
					buses[0].Double(3)
					buses[1].Double(3)
				case "cut and known", "cut":
					buses[1].Cut(true, mode == "cut and known")
					wait = 260 * time.Millisecond
				}
				houses := [2]*house{a, b}
				for n := range 12 {
					s := houses[n%2].game(id)
					if s.Over() {
						break
					}
					houses[n%2].move(id, people, n)
					time.Sleep(wait)
					synctest.Wait()
				}
				_, want := a.view("", id)
				if mode == "cut" {
					time.Sleep(10 * time.Second) // nobody says that hints are missing
				}
				for i, ear := range []*tabletest.Recorder{first, second, looker} {
					events := ear.Events(id)
					if len(events) != 12 {
						t.Errorf("subscriber %d was told of %d events, want 12", i, len(events))
					}
					for n, e := range events {
						if e.Seq != int64(n)+4 {
							t.Errorf("subscriber %d: event %d comes as number %d", i, e.Seq, n)
						}
					}
				}
				if want.Ply() != 12 {
					t.Errorf("%d plies", want.Ply())
				}
			})
		})
	}
}

// Two processes that get the same message at once carry it out once, and a stale
// process refuses nothing that is in order.
func TestSameMessageEverywhere(t *testing.T) {
	a, b, _ := processes(t, &tabletest.Hub{})
	id, people := a.table(api.Options{Control: "-"})
	b.view("", id) // b has the table in memory from now on
	houses := []*house{a, b}
	for n := range 20 {
		s := a.game(id)
		if s.Over() {
			break
		}
		m := send(id, s.Ply(), play.Event{Kind: play.Move, Move: moveText(s, n)})
		m.ID = fmt.Sprintf("move%d", n)
		person := people[s.Turn()]
		seqs := make(chan int64, 8)
		for i := range 8 {
			go func() {
				seq, err := houses[i%2].Do(t.Context(), person, m)
				if err != nil {
					t.Errorf("move %d: %v", n, err)
				}
				seqs <- seq
			}()
		}
		want := <-seqs
		for range 7 {
			if seq := <-seqs; seq != want {
				t.Errorf("move %d was acknowledged as %d and %d", n, want, seq)
			}
		}
	}
	if v, s := b.view("", id); v.Seq != int64(s.Ply())+3 {
		t.Errorf("%d events for %d plies", v.Seq, s.Ply())
	}
}

// Random messages of players and others, doubled, out of order and out of date, on
// two processes and a store that sometimes fails: each is carried out once or
// refused with a code, acknowledged is what is stored, and the log replays. For the first
// of each round the terms are settled, by messages most of which change nothing.
// CAIRN_MANGLED_MESSAGES=1000000 asks for more.
func TestMangled(t *testing.T) {
	const inRound, unsettled = 300, 60
	rounds := 25
	if testing.Short() {
		rounds = 4
	}
	if n, err := strconv.Atoi(os.Getenv("CAIRN_MANGLED_MESSAGES")); err == nil {
		rounds = n / inRound
	}
	rng := rand.New(rand.NewPCG(20, 26))
	messages, carried, refusals := 0, 0, map[string]int{}
	for round := range rounds {
		a, b, _ := processes(t, &tabletest.Hub{})
		houses := []*house{a, b}
		people := [2]string{a.person(""), a.person("")}
		made, err := a.Create(t.Context(), people[0], api.NewTable{Options: api.Options{
			Game: []string{"lyngk", "lyngk6", "dvonn"}[round%3], Control: []string{"300+3", "-", "1/86400"}[rng.IntN(3)], Side: "first", Takeback: true,
		}})
		if err != nil {
			t.Fatal(err)
		}
		id := made.ID
		stranger := a.person("Eve")
		everybody := []string{people[0], people[1], people[0], people[1], stranger, ""}
		type sent struct {
			person string
			m      api.ToServer
		}
		var all []sent
		acked := map[string]int64{}
		for i := range inRound {
			if i == unsettled {
				a.must(people[1], api.ToServer{Type: "sit", Table: id})
			}
			var x sent
			if len(all) > 0 && rng.IntN(3) == 0 {
				x = all[rng.IntN(len(all))] // again, however old
			} else if i < unsettled {
				x = sent{everybody[rng.IntN(len(everybody))], termsMessage(rng, made.Options, id, people[1])}
				x.m.ID = fmt.Sprintf("r%d", len(all))
				all = append(all, x)
			} else {
				x = sent{everybody[rng.IntN(len(everybody))], randomMessage(rng, a.game(id), id)}
				x.m.ID = fmt.Sprintf("r%d", len(all))
				all = append(all, x)
			}
			if rng.IntN(10) == 0 {
				fault := []error{table.ErrBusy, table.ErrAmbiguous, table.ErrFull, errDisk}[rng.IntN(4)]
				a.store.Fail(func(method, _ string) error {
					if method == "Append" {
						return fault
					}
					return nil
				}, rng.IntN(2) == 0)
			}
			seq, err := houses[rng.IntN(2)].Do(t.Context(), x.person, x.m)
			a.store.Fail(nil, false)
			messages++
			key := x.person + ":" + x.m.ID
			switch {
			case err == nil:
				if before, ok := acked[key]; ok && before != seq {
					t.Fatalf("%s was acknowledged as %d, then as %d", key, before, seq)
				}
				if _, ok := acked[key]; !ok && x.m.Type != "say" {
					carried++
				}
				if x.m.Type != "say" {
					acked[key] = seq
				}
			case codeOf(err) != "":
				refusals[codeOf(err)]++
				if _, ok := acked[key]; ok {
					t.Fatalf("%s was acknowledged, then refused: %v", key, err)
				}
			}
		}
		_, events, err := a.store.Load(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		byMessage := map[string]int64{}
		for i, e := range events {
			if e.Seq != int64(i)+1 {
				t.Fatalf("event %d at place %d", e.Seq, i)
			}
			if _, twice := byMessage[e.Message]; twice && e.Message != "" {
				t.Errorf("%s was carried out twice", e.Message)
			}
			byMessage[e.Message] = e.Seq
		}
		for key, seq := range acked {
			if byMessage[key] != seq {
				t.Errorf("%s was acknowledged as %d and stored as %d", key, seq, byMessage[key])
			}
		}
		fresh := &house{t: t, store: a.store}
		fresh.start()
		want, _ := fresh.view(people[0], id)
		for _, h := range houses {
			if got, _ := h.view(people[0], id); got.Seq != want.Seq || string(got.Log) != string(want.Log) {
				t.Errorf("a process sees another game than the store has")
			}
		}
	}
	t.Logf("%d messages, %d carried out, refusals %v", messages, carried, refusals)
	if carried < rounds*10 || len(refusals) < 8 {
		t.Error("too little of something")
	}
}

// termsMessage is one of those with which terms are settled, of which there are few.
func termsMessage(rng *rand.Rand, o api.Options, id, person string) api.ToServer {
	o.Takeback = rng.IntN(2) == 0
	m := api.ToServer{Type: []string{"terms", "ask"}[rng.IntN(2)], Table: id, Options: &o}
	if m.Type == "ask" && rng.IntN(3) == 0 {
		m.No, m.Person = true, person
	}
	return m
}

// randomMessage is one that could be in order, or nearly.
func randomMessage(rng *rand.Rand, s *play.State, id string) api.ToServer {
	switch rng.IntN(24) {
	case 0:
		return api.ToServer{Type: "sit", Table: id}
	case 1:
		return api.ToServer{Type: "leave", Table: id}
	case 2:
		return api.ToServer{Type: "rematch", Table: id, Same: rng.IntN(2) == 0, No: rng.IntN(3) == 0}
	case 3:
		return api.ToServer{Type: "claim", Table: id, Draw: rng.IntN(2) == 0}
	case 4:
		return api.ToServer{Type: "say", Table: id, Text: "hello"}
	case 5:
		return send(id, 0, play.Event{Kind: []play.Kind{play.Flag, play.Abandon, play.Resume, "dance"}[rng.IntN(4)]})
	case 6:
		return send(id, 0, play.Event{Kind: play.Offer, What: play.OfferDraw})
	case 7:
		return send(id, 0, play.Event{Kind: play.Offer, What: play.OfferTakeback, To: max(0, s.Ply()-1-rng.IntN(3))})
	case 8:
		return send(id, 0, play.Event{Kind: []play.Kind{play.Accept, play.Decline, play.Withdraw}[rng.IntN(3)], Offer: rng.IntN(10)})
	case 9:
		return send(id, 0, play.Event{Kind: play.MoreTime, Add: time.Duration(rng.IntN(20)) * time.Second})
	case 10:
		if rng.IntN(10) > 0 {
			return send(id, 0, play.Event{Kind: "abort"})
		}
		return send(id, 0, play.Event{Kind: play.Resign})
	case 11:
		return api.ToServer{Type: "send", Table: id, Event: []byte([]string{"", "{", "[]", `{"kind":"move","move":7}`}[rng.IntN(4)])}
	}
	moves := s.Position().Moves(nil)
	text := "pass"
	if len(moves) > 0 && rng.IntN(10) > 0 {
		text = s.Game().MoveText(moves[rng.IntN(len(moves))])
	}
	ply := s.Ply()
	if rng.IntN(8) == 0 {
		ply += rng.IntN(3) - 1
	}
	m := send(id, ply, play.Event{Kind: play.Move, Move: text})
	if rng.IntN(3) == 0 {
		m.Since = int64(rng.IntN(12))
	}
	return m
}

// A client that comes back with the last number gets what it missed, once and in order,
// or the whole table where that is shorter or the number is none.
func TestSince(t *testing.T) {
	h := newHouse(t)
	id, people := h.table(api.Options{Control: "300+3"})
	for n := range 10 {
		h.move(id, people, n)
	}
	v, _ := h.view("", id)
	for since := range v.Seq + 3 {
		ear := &tabletest.Recorder{}
		c := h.Join("", ear)
		if _, err := c.Do(t.Context(), api.ToServer{Type: "watch", Table: id, Since: since}); err != nil {
			t.Fatal(err)
		}
		c.Close()
		told := ear.Take()
		var seqs []int64
		for _, e := range told[0].Events {
			seqs = append(seqs, e.Seq)
		}
		var want []int64
		for seq := since + 1; seq <= v.Seq; seq++ {
			want = append(want, seq)
		}
		whole := since == 0 || since > v.Seq
		switch {
		case whole && (told[0].Type != "table" || told[0].Table.Seq != v.Seq):
			t.Errorf("since %d: %+v", since, told[0])
		case !whole && (told[0].Type != "events" || told[0].Seq != v.Seq || !slices.Equal(seqs, want)):
			t.Errorf("since %d: %s up to %d, %v, want %v", since, told[0].Type, told[0].Seq, seqs, want)
		}
	}
}

// A move that was meant for a line which was taken back since is not played in the
// new one.
func TestMoveOfAnotherLine(t *testing.T) {
	h := newHouse(t)
	id, people := h.table(api.Options{Control: "-", Takeback: true})
	for n := range 4 {
		h.move(id, people, n)
	}
	v, s := h.view("", id)
	late := send(id, 4, play.Event{Kind: play.Move, Move: moveText(s, 0)})
	late.Since = v.Seq
	h.must(people[0], send(id, 0, play.Event{Kind: play.Offer, What: play.OfferTakeback, To: 2}))
	h.must(people[1], send(id, 0, play.Event{Kind: play.Accept}))
	h.move(id, people, 2)
	h.move(id, people, 2)
	_, s = h.view("", id)
	if s.Ply() != 4 {
		t.Fatalf("at ply %d", s.Ply())
	}
	h.refused(string(api.TableStale), people[s.Turn()], late)
	late.Since, late.Event = 0, send(id, 0, play.Event{Kind: play.Move, Move: moveText(s, 0)}).Event
	h.must(people[s.Turn()], late)
}

// A client that knows more from another process does not get an older table.
func TestAhead(t *testing.T) {
	a, b, _ := processes(t, &tabletest.Hub{})
	id, people := a.table(api.Options{Control: "-"})
	_, c := b.watcher("", id)
	defer c.Close()
	last := a.move(id, people, 0)
	ear := &tabletest.Recorder{}
	again := b.Join(people[0], ear)
	defer again.Close()
	if _, err := again.Do(t.Context(), api.ToServer{Type: "watch", Table: id, Since: last}); err != nil {
		t.Fatal(err)
	}
	if told := ear.Take(); told[0].Type != "events" || told[0].Seq != last {
		t.Errorf("told %+v, want to be at %d", told[0], last)
	}
}

// A process that has not heard of the last move finds the flag all the same.
func TestStaleSweep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, _ := processes(t, &tabletest.Hub{})
		id, people := a.table(api.Options{Control: "60+0"})
		a.move(id, people, 0)
		a.move(id, people, 0)
		time.Sleep(50 * time.Second)
		a.move(id, people, 0)
		b.move(id, people, 0)
		for range 2 { // the move counts from when it was shown, which is the first sweep
			time.Sleep(12 * time.Second)
			a.Sweep(t.Context())
		}
		if _, s := b.view("", id); s.End().Why != record.Time {
			t.Errorf("no flag: %+v", s.End())
		}
	})
}

// Who made a table is not told of a fault because it could not be read again.
func TestCreateReadsNothing(t *testing.T) {
	h := newHouse(t)
	ann := h.person("Ann")
	h.store.Fail(func(method, _ string) error {
		if method == "Load" || method == "Since" {
			return table.ErrBusy
		}
		return nil
	}, false)
	made, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
	h.store.Fail(nil, false)
	if err != nil || made.Seq != 1 || made.You != api.Sitter {
		t.Fatalf("%+v, %v", made, err)
	}
	fresh := &house{t: t, store: h.store}
	fresh.start()
	if v, _ := fresh.view(ann, made.ID); v.Commit != made.Commit || v.Created != made.Created || v.Updated != made.Updated {
		t.Errorf("shown %+v, stored %+v", made, v)
	}
}

// The host's command decides a game, though its time was over before it came.
func TestCloseTableFlagsNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		id, people := h.table(api.Options{Control: "60+0"})
		for range 3 {
			h.move(id, people, 0)
		}
		time.Sleep(time.Hour)
		if err := h.CloseTable(t.Context(), id, game.Draw); err != nil {
			t.Fatal(err)
		}
		if _, s := h.view("", id); s.End().Outcome != game.Draw || s.End().Why == record.Time {
			t.Errorf("ended by %+v", s.End())
		}
	})
}

// A report that is refused counts too: the store has looked for the line.
func TestReportsAreLimited(t *testing.T) {
	h := newHouse(t, func(c *table.Config) { c.Limits.Reports = rate.Limit{Burst: 2, Every: time.Hour} })
	id, people := h.table(api.Options{Control: "-"})
	for i, want := range []api.Code{api.TableLine, api.TableLine, api.TableRate} {
		if err := h.Report(t.Context(), people[0], id, api.NewReport{Line: 7, Person: people[1]}); codeOf(err) != string(want) {
			t.Errorf("report %d: %v, want %s", i, err, want)
		}
	}
}

// What one person may do only so often: chat, offers at one table, changes of the name, links for another device.
func TestPeopleAreLimited(t *testing.T) {
	once := rate.Limit{Burst: 1, Every: time.Hour}
	h := newHouse(t, func(c *table.Config) { c.Limits = table.Limits{Chat: once, Offers: once, Names: once, Links: once} })
	id, people := h.table(api.Options{Control: "-"})
	ann := people[0]
	for what, do := range map[string]func(n int) error{
		"chat": func(n int) error {
			_, err := h.Do(t.Context(), ann, api.ToServer{Type: "say", Table: id, ID: fmt.Sprintf("say%d", n), Text: "hello"})
			return err
		},
		"offers": func(n int) error {
			event := []string{`{"kind":"offer","what":"draw"}`, `{"kind":"withdraw","offer":1}`}[n]
			_, err := h.Do(t.Context(), ann, api.ToServer{Type: "send", Table: id, ID: fmt.Sprintf("offer%d", n), Event: json.RawMessage(event)})
			return err
		},
		"names": func(n int) error {
			_, err := h.Rename(t.Context(), ann, fmt.Sprintf("Anna %d", n))
			return err
		},
		"links": func(int) error {
			_, err := h.NewLink(t.Context(), table.SignedIn{Person: api.Person{ID: ann}})
			return err
		},
	} {
		if err := do(0); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if err := do(1); codeOf(err) != string(api.TableRate) {
			t.Errorf("%s again: %v, want %s", what, err, api.TableRate)
		}
	}
}

// What the store could not take counts against nobody's limits: it is sent again.
func TestFaultsCostNothing(t *testing.T) {
	once := rate.Limit{Burst: 1, Every: time.Hour}
	h := newHouse(t, func(c *table.Config) {
		c.Limits = table.Limits{Chat: once, Offers: once, Names: once, Links: once, Reports: once, Tables: rate.Limit{Burst: 3, Every: time.Hour}}
	})
	id, people := h.table(api.Options{Control: "-"})
	ended, two := h.table(api.Options{Control: "-"})
	h.must(two[1], send(ended, 0, play.Event{Kind: play.Abort}))
	open, err := h.Create(t.Context(), people[1], api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
	if err != nil {
		t.Fatal(err)
	}
	ann := people[0]
	do := func(person string, m api.ToServer) error {
		_, err := h.Do(t.Context(), person, m)
		return err
	}
	for what, c := range map[string]struct {
		fails string
		left  int      // how many may follow the first one
		then  api.Code // the refusal of the next one
		do    func(id string) error
	}{
		"a line": {"Say", 0, api.TableRate, func(m string) error { return do(ann, api.ToServer{Type: "say", Table: id, ID: m, Text: "hello"}) }},
		"an offer": {"Append", 0, api.Code(play.OfferPending), func(m string) error {
			return do(ann, api.ToServer{Type: "send", Table: id, ID: m, Event: json.RawMessage(`{"kind":"offer","what":"draw"}`)})
		}},
		"other terms": {"Append", 0, api.TableRate, func(m string) error {
			return do(ann, api.ToServer{Type: "ask", Table: open.ID, ID: m, Options: &api.Options{Game: "dvonn", Control: "-"}})
		}},
		"a rematch": {"Create", 0, api.TableRematchPending, func(m string) error { return do(two[0], api.ToServer{Type: "rematch", Table: ended, ID: m}) }},
		"a table": {"Create", 1, api.TableRate, func(string) error {
			_, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
			return err
		}},
		"a name": {"Rename", 0, api.TableRate, func(string) error { _, err := h.Rename(t.Context(), ann, "Anna"); return err }},
		"a link": {"NewCredential", 0, api.TableRate, func(string) error {
			_, err := h.NewLink(t.Context(), table.SignedIn{Person: api.Person{ID: ann}})
			return err
		}},
		"a report": {"NewReport", 0, api.TableRate, func(string) error {
			return h.Report(t.Context(), ann, id, api.NewReport{Person: people[1]})
		}},
	} {
		first := h.id()
		for _, fault := range []error{table.ErrBusy, table.ErrFull, table.ErrBusy} {
			h.store.Fail(func(method, _ string) error {
				if method == c.fails {
					return fault
				}
				return nil
			}, false)
			if err := c.do(first); !errors.Is(err, fault) {
				t.Errorf("%s while the store fails: %v, want %v", what, err, fault)
			}
		}
		h.store.Fail(nil, false)
		for range 1 + c.left {
			if err := c.do(first); err != nil {
				t.Errorf("%s afterwards: %v", what, err)
			}
		}
		if err := c.do(h.id()); codeOf(err) != string(c.then) {
			t.Errorf("%s once more: %v, want %s", what, err, c.then)
		}
	}
}

// What has to be decided again, because another process came first, is charged once.
func TestConflictCostsOnce(t *testing.T) {
	once := func(c *table.Config) { c.Limits.Offers = rate.Limit{Burst: 1, Every: time.Hour} }
	a := newHouse(t, once)
	id, people := a.table(api.Options{Control: "-"})
	b := &house{t: t, store: a.store, ids: a.ids, next: 1 << 20}
	b.start(once)
	a.view("", id)
	b.move(id, people, 0)
	if _, err := a.Do(t.Context(), people[0], api.ToServer{Type: "send", Table: id, ID: "x", Event: json.RawMessage(`{"kind":"offer","what":"draw"}`)}); err != nil {
		t.Error(err)
	}
}

// Offering a rematch at many tables makes no more tables.
func TestRematchesAreTables(t *testing.T) {
	h := newHouse(t, noLimits)
	var ids []string
	ann, ben := h.person("Ann"), h.person("Ben")
	for range 4 {
		made, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
		if err != nil {
			t.Fatal(err)
		}
		h.must(ben, api.ToServer{Type: "sit", Table: made.ID})
		h.must(ben, send(made.ID, 0, play.Event{Kind: play.Abort}))
		ids = append(ids, made.ID)
	}
	h.start(func(c *table.Config) { c.Limits.Tables = rate.Limit{Burst: 2, Every: time.Hour} })
	for i, want := range []api.Code{"", "", api.TableRate, api.TableRate} {
		if _, err := h.Do(t.Context(), ann, withID(h, api.ToServer{Type: "rematch", Table: ids[i]})); codeOf(err) != string(want) {
			t.Errorf("rematch %d: %v, want %q", i, err, want)
		}
	}
	// To accept one makes none.
	h.must(ben, api.ToServer{Type: "rematch", Table: ids[0]})
}

// Neither the many tables of a few nor those of who has left hide others behind them.
func TestLobbyBehindOthers(t *testing.T) {
	h := newHouse(t, noLimits)
	open := func(person, control string, n int) (id string) {
		for range n {
			made, err := h.Create(t.Context(), person, api.NewTable{Options: api.Options{Game: "lyngk", Control: control, Public: true}})
			if err != nil {
				t.Fatal(err)
			}
			id = made.ID
			time.Sleep(time.Millisecond) // the lobby goes by when they were made
		}
		return id
	}
	want := open(h.person("Ann"), "1/86400", 1)
	open(h.person("gone"), "300+3", 130)
	for range 4 {
		open(h.person(""), "-", 30)
	}
	l, err := h.Lobby(t.Context(), "")
	if err != nil || len(l.Open) != 1+4*3 || l.Open[len(l.Open)-1].ID != want {
		t.Errorf("%d tables are listed (%v), want 13, the last one that of Ann", len(l.Open), err)
	}
}

// Tables that were made at the same moment are all listed, and none twice.
func TestLobbyOfOneMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // its time stands still
		h := newHouse(t, noLimits)
		want := map[string]bool{}
		open := func(person, control string) string {
			made, err := h.Create(t.Context(), person, api.NewTable{Options: api.Options{Game: "lyngk", Control: control, Public: true}})
			if err != nil {
				t.Fatal(err)
			}
			return made.ID
		}
		gone := h.person("gone")
		for range 220 {
			open(gone, "300+3")
		}
		for range 20 {
			want[open(h.person(""), "-")] = true
		}
		l, err := h.Lobby(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range l.Open {
			if !want[b.ID] {
				t.Errorf("%s is listed twice, or is nobody's", b.ID)
			}
			delete(want, b.ID)
		}
		if len(want) > 0 {
			t.Errorf("%d of 20 tables are not listed", len(want))
		}
	})
}

// One person does not fill the lobby.
func TestLobbyOfOne(t *testing.T) {
	h := newHouse(t)
	ann := h.person("Ann")
	for range 5 {
		if _, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-", Public: true}}); err != nil {
			t.Fatal(err)
		}
	}
	if l, err := h.Lobby(t.Context(), ""); err != nil || len(l.Open) != 3 {
		t.Errorf("%d tables are listed (%v), want 3", len(l.Open), err)
	}
}

// While the store does not answer, nobody can fill the memory by naming tables.
func TestUnreadTables(t *testing.T) {
	h := newHouse(t)
	ann := h.person("Ann")
	h.store.Fail(func(method, _ string) error {
		if method == "Load" {
			return table.ErrBusy
		}
		return nil
	}, false)
	random := rand.New(rand.NewPCG(1, 2))
	var seed [32]byte
	for range table.MostUnread + table.MostUnread/2 {
		for i := range seed {
			seed[i] = byte(random.Uint32())
		}
		if id, ok := table.NewID(seed[:]); ok {
			if _, err := h.Do(t.Context(), ann, api.ToServer{Type: "leave", Table: id, ID: "x"}); !errors.Is(err, table.ErrBusy) {
				t.Fatal(err)
			}
		}
	}
	if tables, _ := h.Kept(); tables > table.MostUnread {
		t.Errorf("%d tables are kept, of none of which anything is known", tables)
	}
}

// The log names a full disk now and then: the log may lie on it.
func TestFullIsLoggedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		h := newHouse(t, noLimits, func(c *table.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		id, people := h.table(api.Options{Control: "-"})
		h.store.Fail(func(method, _ string) error {
			if method == "Say" {
				return fmt.Errorf("%w: test", table.ErrFull)
			}
			return nil
		}, false)
		for range 3 {
			for range 50 {
				m := api.ToServer{Type: "say", Table: id, ID: h.id(), Text: "x"}
				if _, err := h.Do(t.Context(), people[0], m); !errors.Is(err, table.ErrFull) {
					t.Fatal(err)
				}
			}
			time.Sleep(time.Minute)
		}
		if n := strings.Count(log.String(), table.ErrFull.Error()); n != 3 {
			t.Errorf("in three minutes the log tells of it %d times", n)
		}
	})
}
