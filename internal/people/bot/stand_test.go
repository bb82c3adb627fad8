package bot_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
)

// stander is a program that stands on a connection and does nothing.
type stander struct {
	tabletest.Recorder
	session *table.Session
}

func (h *house) stander(id string, most, each int) *stander {
	h.t.Helper()
	s := &stander{}
	s.session = h.tables.Join(id, s)
	h.t.Cleanup(s.session.Close)
	if _, err := s.session.Do(h.t.Context(), api.ToServer{Type: "stand", ID: "s", Offers: offers, Most: most, Each: each}); err != nil {
		h.t.Fatal(err)
	}
	return s
}

// started are the tables that it heard of since it was asked last.
func (s *stander) started() (ids []string) {
	for _, m := range s.Take() {
		if m.Type == "started" {
			ids = append(ids, m.TableID)
		}
	}
	return ids
}

func (h *house) guest(name string) string {
	h.t.Helper()
	p, _, err := h.tables.NewGuest(h.t.Context(), name, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return p.ID
}

var quick = api.Options{Game: "dvonn", Control: "300+3"}

func (h *house) ask(person, program string, o api.Options) (*api.Table, error) {
	return h.tables.Create(h.t.Context(), person, api.NewTable{Options: o, With: program})
}

func (h *house) refused(err error, code api.Code) {
	h.t.Helper()
	if e := api.Refusal(err); e == nil || e.Code != string(code) {
		h.t.Errorf("%v, want %s", err, code)
	}
}

// TestMostIsHeld: of fifty who ask at once, as many get a game as the program plays, and the others hear that it is busy.
// A game that ends makes room; a table that is refused takes none. Games of days are counted apart.
func TestMostIsHeld(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	program, _ := h.program(h.account("Olga"), "Walker")
	s := h.stander(program.ID, 4, 0)
	people := make([]string, 50)
	for i := range people {
		people[i] = h.guest("")
	}
	var mu sync.Mutex
	made := map[string]string{} // by person
	var all sync.WaitGroup
	for _, person := range people {
		all.Go(func() {
			v, err := h.ask(person, program.ID, quick)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				made[person] = v.ID
			} else {
				h.refused(err, api.BotBusy)
			}
		})
	}
	all.Wait()
	if heard := s.started(); len(made) != 4 || len(heard) != 4 {
		t.Fatalf("%d games, heard of %v", len(made), heard)
	}
	if v, err := h.ask(people[0], program.ID, api.Options{Game: "dvonn", Control: "1/86400"}); err != nil && made[people[0]] == "" {
		t.Errorf("a game of days: %v", err)
	} else if err == nil && v.Phase != api.Playing {
		t.Error(v.Phase)
	}
	for person, id := range made {
		if _, err := h.tables.Do(t.Context(), person, api.ToServer{Type: "send", Table: id, ID: "end", Event: []byte(`{"kind":"abort"}`)}); err != nil {
			t.Fatal(err)
		}
		break
	}
	if _, err := h.ask(h.guest(""), program.ID, quick); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
}

// TestWatchesItsGames: a program can watch all games that it plays, though others watch few tables on one connection.
func TestWatchesItsGames(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	program, _ := h.program(h.account("Olga"), "Walker")
	s := h.stander(program.ID, 20, 0)
	for range 20 {
		made, err := h.ask(h.guest(""), program.ID, quick)
		if err == nil {
			_, err = s.session.Do(t.Context(), api.ToServer{Type: "watch", Table: made.ID})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestTermsOfProgram: a program plays by what it offers, one game at a time with one person, up to its limit a day, and only while it
// stands.
func TestTermsOfProgram(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	owner := h.account("Olga")
	program, _ := h.program(owner, "Walker")
	person := h.guest("Paul")
	_, err := h.ask(person, program.ID, quick)
	h.refused(err, api.BotBusy)
	s := h.stander(program.ID, 4, 2)
	for _, o := range []api.Options{
		{Game: "lyngk6", Control: "300+3"},
		{Game: "dvonn", Control: "-"},
		{Game: "dvonn", Control: "59+1"},
		{Game: "dvonn", Control: "60+31"},
		{Game: "dvonn", Control: "60d5"},
		{Game: "lyngk", Control: "1/86400"},
	} {
		_, err := h.ask(person, program.ID, o)
		h.refused(err, api.BotTerms)
	}
	_, err = h.ask(owner.Person().ID, program.ID, api.Options{Game: "lyngk", Control: "300+3", Rated: true})
	h.refused(err, api.BotTerms)
	made, err := h.ask(person, program.ID, quick)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.ask(person, program.ID, quick)
	h.refused(err, api.BotPair)
	end := func(id string) {
		if _, err := h.tables.Do(t.Context(), person, api.ToServer{Type: "send", Table: id, ID: "end", Event: []byte(`{"kind":"resign"}`)}); err != nil {
			t.Fatal(err)
		}
	}
	end(made.ID)
	if made, err = h.ask(person, program.ID, quick); err != nil {
		t.Fatal(err)
	}
	end(made.ID)
	_, err = h.ask(person, program.ID, quick)
	h.refused(err, api.TableRate)
	if _, err := h.ask(h.guest(""), program.ID, quick); err != nil {
		t.Errorf("another person: %v", err)
	}
	open, err := h.tables.Create(t.Context(), person, api.NewTable{Options: quick})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.tables.Do(t.Context(), program.ID, api.ToServer{Type: "sit", Table: open.ID, ID: "sit"})
	h.refused(err, api.BotCall)
	s.session.Close()
	_, err = h.ask(h.guest(""), program.ID, quick)
	h.refused(err, api.BotBusy)
}

// TestOnePersonStarvesNobody: however often somebody asks a program, they have one game with it, and the next person gets theirs.
func TestOnePersonStarvesNobody(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	program, _ := h.program(h.account("Olga"), "Walker")
	h.stander(program.ID, 2, 0)
	greedy := h.guest("")
	made := 0
	for i := range 6 {
		o := quick
		if i%2 == 1 {
			o.Control = "1/86400"
		}
		if _, err := h.ask(greedy, program.ID, o); err == nil {
			made++
		} else {
			h.refused(err, api.BotPair)
		}
	}
	if made != 1 {
		t.Errorf("one person has %d games", made)
	}
	if _, err := h.ask(h.guest(""), program.ID, quick); err != nil {
		t.Errorf("the next person: %v", err)
	}
}

// TestLevelsAreBusyTogether: one program is all levels, so when some play as many games as it can, all are busy, and none of
// them fills in at a contest.
func TestLevelsAreBusyTogether(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	var levels []string
	for n := 1; n <= 3; n++ {
		id := settle.LevelID(n)
		p := table.PersonRow{ID: id, Name: fmt.Sprint("level", n), Kind: string(api.KindLevel), Created: h.store.Now()}
		if err := h.store.NewPerson(t.Context(), p); err != nil && !errors.Is(err, table.ErrConflict) {
			t.Fatal(err)
		}
		levels = append(levels, id)
	}
	var standers []*stander
	for _, id := range levels {
		standers = append(standers, h.stander(id, 2, 0))
	}
	for i := range 2 {
		if _, err := h.ask(h.guest(""), levels[i], quick); err != nil {
			t.Fatal(err)
		}
		if _, err := standers[i].session.Do(t.Context(), api.ToServer{Type: "stand", ID: "look", Offers: offers, Most: 2}); err != nil {
			t.Fatal(err)
		}
		for _, id := range levels {
			if s, ok := h.tables.Standing(id); !ok || s.Busy != (i == 1) {
				t.Errorf("after %d games %s: %+v", i+1, id, s)
			}
		}
	}
	_, err := h.ask(h.guest(""), levels[2], quick)
	h.refused(err, api.BotBusy)
}

// TestStartedOnce: a program hears of a game once on each connection, also when it comes back.
func TestStartedOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	program, _ := h.program(h.account("Olga"), "Walker")
	s := h.stander(program.ID, 4, 0)
	made, err := h.ask(h.guest(""), program.ID, quick)
	if err != nil {
		t.Fatal(err)
	}
	again := func(s *stander) {
		if _, err := s.session.Do(t.Context(), api.ToServer{Type: "stand", ID: "s2", Offers: offers, Most: 4}); err != nil {
			t.Fatal(err)
		}
	}
	again(s)
	if heard := fmt.Sprint(s.started()); heard != fmt.Sprint([]string{made.ID}) {
		t.Errorf("heard of %s", heard)
	}
	s.session.Close()
	s = h.stander(program.ID, 4, 0)
	again(s)
	if heard := fmt.Sprint(s.started()); heard != fmt.Sprint([]string{made.ID}) {
		t.Errorf("back again it heard of %s", heard)
	}
}

// TestIdleProgram: a program that nobody has asked for an hour is asked as before, and hears of its game at once.
func TestIdleProgram(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	program, _ := h.program(h.account("Olga"), "Walker")
	s := h.stander(program.ID, 4, 0)
	h.store.Jump(time.Hour, true)
	made, err := h.ask(h.guest(""), program.ID, quick)
	if err != nil || made.Phase != api.Playing {
		t.Fatal(made, err)
	}
	if heard := s.started(); len(heard) != 1 || heard[0] != made.ID {
		t.Errorf("heard of %v", heard)
	}
}

// TestProgramGone: a program that is away from a live game for a minute loses it, one that comes back before does not, and
// in a game of days its clock runs.
func TestProgramGone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	program, session := h.program(h.account("Olga"), "Walker")
	h.stander(program.ID, 4, 0)
	h.store.Jump(2*time.Minute, true) // since its start the server knows who is away
	phase := func(id string) api.Phase {
		v, err := h.tables.View(t.Context(), program.ID, id)
		if err != nil {
			t.Fatal(err)
		}
		return v.Phase
	}
	begin := func(o api.Options) string {
		person := h.guest("")
		made, err := h.ask(person, program.ID, o)
		if err != nil {
			t.Fatal(err)
		}
		c := h.tables.Join(person, &tabletest.Recorder{})
		t.Cleanup(c.Close)
		if _, err := c.Do(t.Context(), api.ToServer{Type: "watch", Table: made.ID}); err != nil {
			t.Fatal(err)
		}
		return made.ID
	}
	// It is there first, then gone for less than a minute, and back.
	live, days := begin(api.Options{Game: "dvonn", Control: "1800+3"}), begin(api.Options{Game: "dvonn", Control: "1/86400"})
	connection := session.Live(client.LiveOptions{})
	watch := func() {
		if err := connection.Watch(live).Wait(t.Context(), func(v *client.View) bool { return v.Known }); err != nil {
			t.Fatal(err)
		}
	}
	watch()
	connection.Unwatch(live)
	settle := func() { time.Sleep(2500 * time.Millisecond) } // one or two looks at who is there
	settle()
	h.store.Jump(50*time.Second, true)
	watch()
	settle()
	if phase(live) != api.Playing {
		t.Fatal("it came back within a minute and has lost")
	}
	connection.Close()
	settle()
	h.store.Jump(70*time.Second, true)
	for range 600 {
		if phase(live) == api.Over {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	v, err := h.tables.View(context.Background(), program.ID, live)
	if err != nil || v.Phase != api.Over || v.Outcome == "draw" || v.Outcome == string(v.You) {
		t.Errorf("%+v, %v", v, err)
	}
	if phase(days) != api.Playing {
		t.Error("the game of days is over")
	}
}
