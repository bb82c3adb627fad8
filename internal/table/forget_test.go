package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/api"
	"cairn.example/internal/play"
	"cairn.example/internal/table"
)

// Who is not seen for long is forgotten by the service itself, unless they play; a
// session lasts as long as it is used.
func TestForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const day = 24 * time.Hour
		ctx := t.Context()
		h := newHouse(t)
		guest := func(name string) (string, string) {
			p, token, err := h.NewGuest(ctx, name)
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
			p, got, err := h.UseSession(ctx, annToken)
			if err != nil || p.ID != ann || got != want {
				t.Errorf("%s: %+v, renewed %v, %v", when, p, got, err)
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
		if err != nil || r.First != "Ann" || r.Second != "" {
			t.Errorf("the game of who was forgotten names %q and %q, %v", r.First, r.Second, err)
		}
	})
}
