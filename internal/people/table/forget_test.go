package table_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
)

// The name of somebody who was deleted is shown no longer than it takes to hear of that: at
// once where another process has forgotten them, and within seconds where there is no bus.
func TestNamesOfWhoIsGone(t *testing.T) {
	// game has Ann play a game to its end, and returns what b shows as her name.
	game := func(t *testing.T, b *house) (ann, token string, name func() string) {
		p := api.Person{ID: "99"}
		var err error
		for p.ID >= "99" { // there the other process begins
			if p, token, err = b.NewGuest(t.Context(), "Ann", ""); err != nil {
				t.Fatal(err)
			}
		}
		made, err := b.Create(t.Context(), p.ID, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-", Side: "first"}})
		if err != nil {
			t.Fatal(err)
		}
		b.must(b.person("Ben"), api.ToServer{Type: "sit", Table: made.ID})
		b.must(p.ID, send(made.ID, 0, play.Event{Kind: play.Resign}))
		return p.ID, token, func() string { v, _ := b.view("", made.ID); return v.Seats[0].Name }
	}
	t.Run("forgotten by another process", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a, b, buses := processes(t, &tabletest.Hub{})
			// This one begins with the people whose ids are last, and comes to Ann a minute later.
			a.start(func(c *table.Config) { c.Bus, c.Rand = buses[0], nines{} })
			ann, token, name := game(t, b)
			if err := a.EndSession(t.Context(), token); err != nil {
				t.Fatal(err)
			}
			time.Sleep(25 * time.Hour)
			defer a.run()()
			time.Sleep(2*time.Minute - time.Second)
			defer b.run()() // which looks at nobody for a minute
			if name() != "Ann" {
				t.Errorf("before, she is %q", name())
			}
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if _, err := b.store.Person(t.Context(), ann); !errors.Is(err, table.ErrNotFound) {
				t.Fatalf("she was not forgotten: %v", err)
			}
			if name() != "" {
				t.Errorf("she is still %q", name())
			}
		})
	})
	t.Run("deleted by a command", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			_, b, buses := processes(t, &tabletest.Hub{})
			ann, _, name := game(t, b)
			defer b.run()()
			buses[1].Cut(true, true)
			if name() != "Ann" {
				t.Errorf("before, she is %q", name())
			}
			if err := b.store.DeletePerson(t.Context(), ann); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if name() != "" {
				t.Errorf("she is still %q", name())
			}
		})
	})
}

// nines is a source of random numbers that are all 99.
type nines struct{}

func (nines) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 99
	}
	return len(b), nil
}

// Who is not seen for long is forgotten by the service itself, unless they play; a
// session lasts as long as it is used.
func TestForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const day = 24 * time.Hour
		ctx := t.Context()
		h := newHouse(t)
		guest := func(name string) (string, string) {
			p, token, err := h.NewGuest(ctx, name, "")
			if err != nil {
				t.Fatal(err)
			}
			return p.ID, token
		}
		ann, annToken := guest("Ann")
		ben, benToken := guest("Ben")
		_, eveToken := guest("Eve")
		made, err := h.Create(ctx, ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-", Side: "first"}})
		if err != nil {
			t.Fatal(err)
		}
		h.must(ben, api.ToServer{Type: "sit", Table: made.ID})
		// later lets time pass and the service look at everybody.
		later := func(d time.Duration) {
			time.Sleep(d)
			stop := h.run()
			time.Sleep(3 * time.Minute)
			stop()
		}
		known := func(token string) bool {
			_, err := h.BySession(ctx, token)
			if err != nil && codeOf(err) != string(api.MeNeeded) {
				t.Fatal(err)
			}
			return err == nil
		}
		renewed := func(when string, want bool) {
			t.Helper()
			who, err := h.UseSession(ctx, annToken)
			if err != nil || who.Person.ID != ann || who.Renewed != want {
				t.Errorf("%s: %+v, %v", when, who, err)
			}
		}
		renewed("at once", false)
		later(29 * day)
		if !known(eveToken) {
			t.Error("who has not sat down is forgotten before 30 days")
		}
		later(day)
		if known(eveToken) || !known(annToken) || !known(benToken) {
			t.Errorf("after 30 days Eve is known: %v, Ann: %v, Ben: %v", known(eveToken), known(annToken), known(benToken))
		}
		h.store.Fail(func(method, _ string) error {
			if method == "RenewCredential" {
				return table.ErrBusy
			}
			return nil
		}, false)
		renewed("while the store is busy", false)
		h.store.Fail(nil, false)
		renewed("after a month", true)
		renewed("again", false)

		later(table.SessionFor - 31*day)
		if !known(annToken) || !known(benToken) {
			t.Error("a session is over too early")
		}
		later(2 * day)
		if !known(annToken) || known(benToken) {
			t.Errorf("after 400 days Ann is known: %v, Ben: %v", known(annToken), known(benToken))
		}
		if p, err := h.store.Person(ctx, ben); err != nil || p.Name != "Ben" {
			t.Errorf("who still plays is %+v, %v", p, err)
		}
		h.must(ann, send(made.ID, 0, play.Event{Kind: play.Resign}))
		later(time.Minute)
		r, err := h.Record(ctx, made.ID)
		if err != nil || r.First != (api.Person{ID: ann, Name: "Ann"}).Called() || r.Second != "" {
			t.Errorf("the game of who was forgotten names %q and %q, %v", r.First, r.Second, err)
		}
	})
}
