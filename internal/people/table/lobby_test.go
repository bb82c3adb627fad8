package table_test

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
)

// open makes a public table.
func (h *house) open(person, control string) string {
	h.t.Helper()
	return h.openWith(person, api.Options{Game: "lyngk", Control: control, Public: true})
}

func (h *house) openWith(person string, o api.Options) string {
	h.t.Helper()
	made, err := h.Create(h.t.Context(), person, api.NewTable{Options: o})
	if err != nil {
		h.t.Fatal(err)
	}
	return made.ID
}

// lists reports whether the last lobby that arrived has a table among those that are open.
func lists(ear *tabletest.Recorder, id string) bool {
	listed := false
	for _, m := range ear.Take() {
		if m.Type != "lobby" {
			continue
		}
		listed = false
		for _, b := range m.Lobby.Open {
			listed = listed || b.ID == id
		}
	}
	return listed
}

// enter shows a new visitor the lobby.
func (h *house) enter(sub table.Subscriber) *table.Session {
	h.t.Helper()
	c := h.Join("", sub)
	if _, err := c.Do(h.t.Context(), api.ToServer{Type: "lobby", On: true}); err != nil {
		h.t.Fatal(err)
	}
	return c
}

// TestTakenAtOnce: a seat shows in every lobby within three seconds, who takes it is at the board with its maker at once, and a
// second later it is in no lobby any more; of two who press at the same time at two processes one hears that it is taken.
func TestTakenAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, _ := processes(t, &tabletest.Hub{})
		defer a.run()()
		defer b.run()()
		time.Sleep(time.Second) // until they hear each other
		ann, ben, cleo := a.person("Ann"), a.person("Ben"), b.person("Cleo")
		maker := &tabletest.Recorder{}
		hers := a.Join(ann, maker)
		defer hers.Close()
		there := []*tabletest.Recorder{{}, {}}
		for i, h := range []*house{a, b} {
			defer h.enter(there[i]).Close()
		}
		id := a.open(ann, "300+3")
		if _, err := hers.Do(t.Context(), api.ToServer{Type: "watch", Table: id}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		for i, ear := range there {
			if !lists(ear, id) {
				t.Errorf("process %d does not list the seat", i)
			}
		}
		maker.Take()
		errs := map[string]error{}
		var both sync.WaitGroup
		var mu sync.Mutex
		for person, h := range map[string]*house{ben: a, cleo: b} {
			both.Go(func() {
				_, err := h.Do(t.Context(), person, api.ToServer{Type: "sit", Table: id, ID: "sit"})
				mu.Lock()
				defer mu.Unlock()
				errs[person] = err
			})
		}
		both.Wait()
		if e := api.Refusal(cmp.Or(errs[ben], errs[cleo])); (errs[ben] == nil) == (errs[cleo] == nil) || e == nil || e.Code != string(api.TableTaken) {
			t.Errorf("both sit down: %v", errs)
		}
		time.Sleep(time.Second + time.Millisecond)
		for i, ear := range there {
			if told := ear.Take(); len(told) == 0 || len(told[len(told)-1].Lobby.Open) != 0 {
				t.Errorf("process %d still lists the seat: %d messages", i, len(told))
			}
		}
		if told := maker.Take(); !slices.ContainsFunc(told, func(m api.ToClient) bool { return m.Type == "events" }) {
			t.Errorf("who waited was told %+v", told)
		}
		if v, err := b.View(t.Context(), cleo, id); err != nil || v.Phase != api.Playing {
			t.Errorf("%+v, %v", v, err)
		}
	})
}

// Nobody can sit down with who was banned or deleted, so their tables are not listed.
func TestLobbyWithoutWhoIsGone(t *testing.T) {
	for name, remove := range map[string]func(*house, string) error{
		"banned": func(h *house, person string) error {
			return h.store.Ban(h.t.Context(), person, h.store.Now().Add(time.Hour))
		},
		"deleted": func(h *house, person string) error { return h.store.DeletePerson(h.t.Context(), person) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				ann := h.person("Ann")
				h.open(ann, "-")
				if err := remove(h, ann); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Minute) // names are kept for a moment
				if l, err := h.Lobby(t.Context(), ""); err != nil || len(l.Open) != 0 {
					t.Errorf("the lobby is %+v (%v)", l, err)
				}
			})
		})
	}
}

// onFirst is a subscriber that does something when the first message arrives.
type onFirst struct {
	tabletest.Recorder
	once sync.Once
	do   func()
}

func (s *onFirst) Tell(p *table.Push) {
	s.Recorder.Tell(p)
	s.once.Do(s.do)
}

// TestPressesMeet: of any number of people who press the same game at the same moment two and two meet at a table, and who is
// left waits at one, before anybody's page of it is there, at whichever process. Nobody meets at other options.
func TestPressesMeet(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 3, 20, 41} {
		h := newHouse(t, noLimits)
		o := api.Options{Game: "lyngk", Control: "300+3", Public: true, Takeback: true}
		var at sync.Map // by person: the table
		var all sync.WaitGroup
		other := o
		other.Control = "600+5"
		h.openWith(h.person(""), other)
		processes := []*table.Service{h.Service, nil}
		h.start(noLimits)
		processes[1] = h.Service
		for i := range n {
			person, h := h.person(""), processes[i%2]
			all.Go(func() {
				for {
					made, err := h.Create(t.Context(), person, api.NewTable{Options: o, Join: true})
					if err == nil && made.You == api.Watcher {
						_, err = h.Do(t.Context(), person, api.ToServer{Type: "sit", Table: made.ID, ID: "sit", Since: made.Seq})
						if e := api.Refusal(err); e != nil && e.Code == string(api.TableTaken) {
							continue
						}
					}
					if err != nil {
						t.Error(err)
						return
					}
					at.Store(person, made.ID)
					return
				}
			})
		}
		all.Wait()
		count := map[string]int{}
		at.Range(func(_, id any) bool { count[id.(string)]++; return true })
		full := 0
		for _, people := range count {
			if people == 2 {
				full++
			}
		}
		if full != n/2 || len(count) != (n+1)/2 {
			t.Errorf("%d people sit at %d tables, of which %d are full", n, len(count), full)
		}
	}
}

// Somebody who enters the lobby while others hear of a change hears of it too.
func TestLobbyChangesOnEntering(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		defer h.run()()
		there := &tabletest.Recorder{}
		defer h.enter(there).Close()
		ann, id := h.person("Ann"), ""
		late := &onFirst{do: func() {
			id = h.open(ann, "-")
			time.Sleep(3 * time.Second)
			if !lists(there, id) {
				t.Error("nobody was told of the table")
			}
		}}
		defer h.enter(late).Close()
		time.Sleep(3 * time.Second)
		if !lists(&late.Recorder, id) {
			t.Error("who has just entered was not told of the table")
		}
	})
}

// A lobby that could not be read is sent when it can be.
func TestLobbyAfterFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		defer h.run()()
		ear := &tabletest.Recorder{}
		defer h.enter(ear).Close()
		id := h.open(h.person("Ann"), "-")
		h.store.Fail(func(method, _ string) error {
			if method == "List" {
				return table.ErrBusy
			}
			return nil
		}, false)
		time.Sleep(3 * time.Second)
		h.store.Fail(nil, false)
		time.Sleep(3 * time.Second)
		if !lists(ear, id) {
			t.Error("the table is not listed after the fault")
		}
	})
}

// What changes at one process shows in the lobby of another one: also when it is not the first change of a moment
// there, and when its maker has only just come.
func TestLobbyElsewhere(t *testing.T) {
	for _, control := range []string{"-", "300+3"} {
		t.Run(control, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hub := &tabletest.Hub{}
				h := newHouse(t, noLimits)
				var houses [2]*house
				for i := range houses {
					bus := hub.NewBus()
					other := *h
					other.start(noLimits, func(c *table.Config) { c.Bus = bus })
					defer other.run()()
					houses[i] = &other
				}
				here, there := houses[0], houses[1]
				ear := &tabletest.Recorder{}
				defer there.enter(ear).Close()
				time.Sleep(time.Minute)
				ann := here.person("Ann")
				defer here.Join(ann, &tabletest.Recorder{}).Close()
				first := here.open(ann, control)
				time.Sleep(5 * time.Second)
				if !lists(ear, first) {
					t.Error("the table of who has just come is not listed elsewhere")
				}
				// Two changes in one moment, and the other process has looked in between.
				for range 20 {
					second := here.open(here.person("Ben"), "-")
					time.Sleep(400 * time.Millisecond)
					third := here.open(here.person("Carl"), "-")
					time.Sleep(5 * time.Second)
					if !lists(ear, third) {
						t.Fatalf("the table after %s is not listed elsewhere", second)
					}
					time.Sleep(37 * time.Millisecond)
				}
			})
		})
	}
}

// The tables of one network do not fill the lobby, at no process: twenty guests with three each leave room for others.
func TestLobbyOfOneNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, _ := processes(t, &tabletest.Hub{})
		defer a.run()()
		defer b.run()()
		time.Sleep(time.Second) // until they hear each other
		from := func(network string, n int) {
			for range n {
				guest := a.person("")
				for range 3 {
					o := api.Options{Game: "lyngk", Control: "-", Public: true}
					if _, err := a.Create(t.Context(), guest, api.NewTable{Options: o, Network: network}); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		from("198.51.100.4/32", 1)
		from("", 1) // the server's own machine
		time.Sleep(time.Second)
		from("203.0.113.7/32", 20)
		time.Sleep(3 * time.Second)
		for i, h := range []*house{a, b} {
			l, err := h.Lobby(t.Context(), "")
			if err != nil || len(l.Open) != 10+3+3 {
				t.Errorf("process %d lists %d tables, want those of others and ten of the network (%v)", i, len(l.Open), err)
			}
		}
	})
}

// TestManyStand: however many programs stand, the lobby and what a process tells the others of them stay small, and each that
// stands can say something else.
func TestManyStand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		stand := api.ToServer{Type: "stand", ID: "s", Offers: []api.Offer{{Game: "dvonn", Controls: []string{"300+3"}}}, Most: 1}
		var first *table.Session
		for n := range 60 {
			id := fmt.Sprintf("3%019d", n)
			if err := h.store.NewPerson(t.Context(), table.PersonRow{ID: id, Name: fmt.Sprint("Walker ", n), Kind: "bot", Created: h.store.Now()}); err != nil {
				t.Fatal(err)
			}
			c := h.Join(id, &tabletest.Recorder{})
			defer c.Close()
			if _, err := c.Do(t.Context(), stand); err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = c
			}
		}
		stand.Most = 2
		if _, err := first.Do(t.Context(), stand); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		l, err := h.Lobby(t.Context(), "")
		if err != nil || len(l.Stand) != 50 {
			t.Errorf("%d programs are listed (%v)", len(l.Stand), err)
		}
	})
}

// TestLobbyNamesWhoWasHere: who finds nobody sees which accounts were here in the last hour, but none whom they do not want
// to meet.
func TestLobbyNamesWhoWasHere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		ann, ben, guest := h.account("ann", "Ann"), h.account("ben", "Ben"), h.person("Otto")
		names := func(reader string) (all []string) {
			t.Helper()
			time.Sleep(3 * time.Second) // the lobby is kept for a moment
			l, err := h.Lobby(t.Context(), reader)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range l.Lately {
				all = append(all, p.Name)
			}
			return all
		}
		for _, person := range []string{ann, guest, ben} {
			c := h.Join(person, &tabletest.Recorder{})
			time.Sleep(time.Second)
			if slices.Contains(names(""), "Ben") {
				t.Error("Ben is here, and listed as somebody who was")
			}
			c.Close()
		}
		if got := names(""); !slices.Equal(got, []string{"Ben", "Ann"}) {
			t.Errorf("in the last hour %v", got)
		}
		if err := h.store.SetBlock(t.Context(), table.Block{Person: ben, Other: ann, At: h.store.Now()}); err != nil {
			t.Fatal(err)
		}
		h.BlocksChanged()
		if got := names(ann); !slices.Equal(got, []string{"Ann"}) {
			t.Errorf("Ann sees %v", got)
		}
		// Another process knows them, too: that one may be the next start of this one.
		for _, person := range []string{ann, guest, ben} {
			if err := h.store.SeePeople(t.Context(), []string{person}, h.store.Now()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
		}
		other := *h
		other.start(noLimits)
		if l, err := other.Lobby(t.Context(), ""); err != nil || len(l.Lately) != 2 || l.Lately[0].Name != "Ben" || l.Lately[1].Name != "Ann" {
			t.Errorf("after a restart %+v, %v", l, err)
		}
		time.Sleep(time.Hour)
		if got := names(""); got != nil {
			t.Errorf("an hour later %v", got)
		}
	})
}
