package table_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
)

// ratings answer what a test wants.
type ratings struct {
	refuse error
	ended  *table.Ended
}

func (r *ratings) Shown(_ context.Context, person, pool string) (int, bool, error) {
	return 1500 + len(pool), strings.HasSuffix(person, "1"), nil
}

func (r *ratings) MayRate(_ context.Context, _ string, people [2]table.PersonRow) error {
	if people[1].ID == "" {
		return nil // only together they can have played too often
	}
	return r.refuse
}

func (r *ratings) Ended(context.Context, string) (table.Ended, bool, error) {
	if r.ended == nil {
		return table.Ended{}, false, nil
	}
	return *r.ended, true, nil
}

// account makes somebody with a name of their own.
func (h *house) account(id, name string) string {
	h.t.Helper()
	p := table.PersonRow{ID: id, Name: name, Kind: "account", Skeleton: strings.ToLower(name), Created: h.store.Now()}
	if err := h.store.NewPerson(h.t.Context(), p); err != nil {
		h.t.Fatal(err)
	}
	return id
}

// rated are the terms of a rated game.
var rated = api.Options{Game: "lyngk", Control: "300+3", Rated: true}

// Whether a game counts is settled before it begins: by its terms, by who plays, and by
// how often these two have played.
func TestRatedTerms(t *testing.T) {
	r := &ratings{}
	h := newHouse(t, noLimits, func(c *table.Config) { c.Ratings = r })
	ctx := t.Context()
	ann, ben, guest := h.account("10000000000000000000", "Ann"), h.account("10000000000000000001", "Ben"), h.person("Eve")
	create := func(person string, o api.Options, want api.Code) *api.Table {
		t.Helper()
		v, err := h.Create(ctx, person, api.NewTable{Options: o})
		if codeOf(err) != string(want) {
			t.Errorf("%+v by %s: %v, want %q", o, person, err, want)
		}
		return v
	}
	clockless, taken := rated, rated
	clockless.Control, taken.Takeback = "-", true
	create(ann, clockless, api.TableRatedClock)
	create(ann, taken, api.TableRatedTakeback)
	create(guest, rated, api.TableRatedAccount)
	id := create(ann, rated, "").ID
	h.refused(string(api.TableRatedAccount), guest, api.ToServer{Type: "sit", Table: id})
	h.refused(string(api.TableRatedAccount), guest, api.ToServer{Type: "ask", Table: id, Options: &api.Options{Game: "dvonn", Control: "300+3", Rated: true}})
	h.refused(string(api.TableRatedTakeback), ann, api.ToServer{Type: "terms", Table: id, Options: &taken})

	// The opponent is seen with the rating of the pool, and other terms can be another pool.
	v, _ := h.view("", id)
	if p := v.Seats[0]; p.Rating != 1500+len("lyngk/live") || p.Provisional || p.Kind != api.KindAccount {
		t.Errorf("the maker is shown as %+v", p)
	}
	before := *v
	ear, c := h.watcher(guest, id)
	defer c.Close()
	days := rated
	days.Control = "1/86400"
	h.must(ann, api.ToServer{Type: "terms", Table: id, Options: &days})
	v, _ = h.view("", id)
	e := ear.Events(id)[0]
	if err := before.Apply(&e, ""); err != nil || indented(t, before.Seats) != indented(t, v.Seats) {
		t.Errorf("after other terms the seats are %s, and the server shows %s (%v)", indented(t, before.Seats), indented(t, v.Seats), err)
	}
	h.must(ann, api.ToServer{Type: "terms", Table: id, Options: &rated})

	// Who has played enough of such games with the other hears it when sitting down, not afterwards.
	r.refuse = api.Refuse(api.TableRatedPair, "count", "12", "days", "7")
	h.refused(string(api.TableRatedPair), ben, api.ToServer{Type: "sit", Table: id})
	r.refuse = nil
	h.must(ben, api.ToServer{Type: "sit", Table: id})

	// A game that is over says how, and what it has done once that is settled.
	people := h.view2(id)
	h.must(people[0], send(id, 0, play.Event{Kind: play.Resign}))
	if v, _ = h.view(ann, id); v.Outcome != "second" || v.Rating != nil {
		t.Errorf("at the end: %q, %v", v.Outcome, v.Rating)
	}
	ear.Take()
	r.ended = &table.Ended{Rating: &[2][2]int{{1500, 1338}, {1500, 1662}}}
	h.Settled(ctx, id)
	told := ear.Take()
	if len(told) != 1 || told[0].Type != "table" || told[0].Table.Rating == nil || told[0].Table.Rating[1][1] != 1662 {
		t.Errorf("who looks on is told %+v", told)
	}

	// A rematch that would not count is casual, and says so before it begins.
	r.refuse = api.Refuse(api.TableRatedPair, "count", "12", "days", "7")
	h.must(people[0], api.ToServer{Type: "rematch", Table: id})
	v, _ = h.view(ann, id)
	if next, _ := h.view(ann, v.Rematch.Table); next.Options.Rated {
		t.Error("the rematch is by rated terms")
	}

	// Without ratings there are no such terms.
	h.start(noLimits)
	create(ann, rated, api.TableOptions)
}

// Who has cancelled three rated games in a day chooses no side of such a game any more, nor sits down where one was
// chosen, and nothing else changes; the day after they do again.
func TestCancelled(t *testing.T) {
	r := &ratings{}
	h := newHouse(t, noLimits, func(c *table.Config) { c.Ratings = r })
	ann, ben := h.account("10000000000000000000", "Ann"), h.account("10000000000000000001", "Ben")
	chosen := rated
	chosen.Side = "first"
	create := func(person string, o api.Options, want api.Code) string {
		t.Helper()
		v, err := h.Create(t.Context(), person, api.NewTable{Options: o})
		if codeOf(err) != string(want) {
			t.Fatalf("%+v: %v, want %q", o, err, want)
		}
		if v == nil {
			return ""
		}
		return v.ID
	}
	for range 3 {
		id := create(ann, chosen, "")
		h.must(ben, api.ToServer{Type: "sit", Table: id})
		h.must(ann, api.ToServer{Type: "send", Table: id, Event: json.RawMessage(`{"kind":"abort"}`)})
	}
	create(ann, chosen, api.TableRatedSide)
	create(ann, rated, "")
	casual := chosen
	casual.Rated = false
	create(ann, casual, "")
	h.refused(string(api.TableRatedSide), ann, api.ToServer{Type: "sit", Table: create(ben, chosen, "")})
	h.store.Jump(day, true)
	create(ann, chosen, "")
}

// A process of the version before leaves tables alone whose terms it does not know, and
// goes on at all others.
func TestRatedIsNewer(t *testing.T) {
	h := newHouse(t, noLimits, func(c *table.Config) { c.Ratings = &ratings{} })
	ann := h.account("10000000000000000000", "Ann")
	for _, o := range []api.Options{rated, {Game: "lyngk", Control: "300+3"}} {
		v, err := h.Create(t.Context(), ann, api.NewTable{Options: o})
		if err != nil {
			t.Fatal(err)
		}
		_, events, err := h.store.Load(t.Context(), v.ID)
		if err != nil {
			t.Fatal(err)
		}
		var p struct{ V int }
		if err := json.Unmarshal(events[0].Payload, &p); err != nil || (p.V > 2) != o.Rated {
			t.Errorf("rated %v is written as version %d (%v)", o.Rated, p.V, err)
		}
	}
}

func TestPools(t *testing.T) {
	for control, pool := range map[string]string{
		"300+3": "lyngk/live", "60+0": "lyngk/live", "300d5": "lyngk/live", "1/60": "lyngk/live", "1/86400": "lyngk/days", "1/259200": "lyngk/days", "-": "", "": "", "x": "",
	} {
		for _, id := range []string{"lyngk", "lyngk-captured", "lyngk6"} {
			if got := table.PoolOf(api.Options{Game: id, Control: control}); got != pool {
				t.Errorf("%s by %q is rated in %q, want %q", id, control, got, pool)
			}
		}
	}
	if got := table.PoolOf(api.Options{Game: "dvonn", Full: true, Control: "600+5"}); got != "dvonn/live" {
		t.Errorf("DVONN on a full board is rated in %q", got)
	}
	if got := strings.Join(table.Pools(), " "); got != "lyngk/live lyngk/days dvonn/live dvonn/days" {
		t.Errorf("the pools are %s", got)
	}
}
