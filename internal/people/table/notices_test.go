package table_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

const day = 24 * time.Hour

// told returns the kinds and ends of the notices of somebody, the newest first.
func (h *house) told(person string) (all []string) {
	h.t.Helper()
	list, err := h.store.Notices(h.t.Context(), person, 100)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, n := range list {
		kind := n.Kind
		for _, end := range []string{"declined", "lapsed", "withdrawn"} {
			if strings.Contains(n.Args, `"end":"`+end+`"`) {
				kind += " " + end
			}
		}
		all = append(all, kind)
	}
	return all
}

func (h *house) wantTold(person string, want ...string) {
	h.t.Helper()
	got := h.told(person)
	if len(got) != len(want) {
		h.t.Fatalf("told %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			h.t.Fatalf("told %v, want %v", got, want)
		}
	}
}

func (h *house) invite(maker, to string) string {
	h.t.Helper()
	made, err := h.Create(h.t.Context(), maker, api.NewTable{Options: api.Options{Game: "lyngk", Control: "1/259200", Side: "second", Public: true}, For: to})
	if err != nil {
		h.t.Fatal(err)
	}
	return made.ID
}

// TestInvitedAway holds that an invitation to somebody who is away is there tomorrow, that nobody else
// can take the seat or sees it in the lobby, and that it begins when they sit down.
func TestInvitedAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		ann, ben, eve := h.person("Ann"), h.person("Ben"), h.person("Eve")
		id := h.invite(ann, ben)
		h.store.Jump(day, true)
		h.start() // a restart loses nothing
		h.wantTold(ben, "invited")
		for range 3 {
			h.refused(string(api.TableReserved), eve, api.ToServer{Type: "sit", Table: id})
			h.must(ann, api.ToServer{Type: "terms", Table: id, Options: &api.Options{Game: "dvonn", Control: "1/259200", Side: "second"}})
		}
		h.refused(string(api.TableReserved), ann, api.ToServer{Type: "invite", Table: id, Person: eve})
		lobby, err := h.Lobby(t.Context(), "")
		if err != nil || len(lobby.Open) != 0 {
			t.Errorf("%+v, %v", lobby, err)
		}
		if v, _ := h.view(ben, id); !v.Kept || !v.Reserved {
			t.Errorf("%+v", v)
		}
		h.must(ben, api.ToServer{Type: "sit", Table: id})
		h.wantTold(ann, "sat")
	})
}

// TestInvitedStaysPrivate holds that new terms put no invitation into the lobby, and that nobody is asked to play by
// terms by which they could not sit down.
func TestInvitedStaysPrivate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &ratings{}
		h := newHouse(t, noLimits, func(c *table.Config) { c.Ratings = r })
		ann, ben, eve := h.account("10000000000000000000", "Ann"), h.account("10000000000000000001", "Ben"), h.person("Eve")
		level := table.PersonRow{ID: "00000000000000000003", Name: "level3", Kind: "level", Created: h.store.Now()}
		if err := h.store.NewPerson(t.Context(), level); err != nil {
			t.Fatal(err)
		}
		id := h.invite(ann, eve)
		public := api.Options{Game: "dvonn", Control: "1/259200", Public: true}
		h.must(ann, api.ToServer{Type: "terms", Table: id, Options: &public})
		if v, _ := h.view(eve, id); v.Options.Public || v.Options.Game != "dvonn" {
			t.Errorf("%+v", v.Options)
		}
		accounts, slow := public, public
		accounts.Accounts, slow.Rated = true, true
		h.refused(string(api.TableGuest), ann, api.ToServer{Type: "terms", Table: id, Options: &accounts})
		h.refused(string(api.TableRatedAccount), ann, api.ToServer{Type: "terms", Table: id, Options: &slow})
		h.must(ann, api.ToServer{Type: "leave", Table: id})

		refused := func(to string, o api.Options, want api.Code) {
			t.Helper()
			if _, err := h.Create(t.Context(), ann, api.NewTable{Options: o, For: to}); codeOf(err) != string(want) {
				t.Errorf("%+v for %s: %v, want %q", o, to, err, want)
			}
		}
		refused(level.ID, public, api.TableNotHere)
		refused(eve, accounts, api.TableGuest)
		refused(eve, slow, api.TableRatedAccount)
		r.refuse = api.Refuse(api.TableRatedPair, "count", "3", "days", "1")
		refused(ben, slow, api.TableRatedPair)
		refused(ben, accounts, "")
	})
}

// TestInvitationEnds holds that who has invited somebody hears what became of it, and that a seat which nobody took
// is open to nobody else.
func TestInvitationEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		ann, ben, eve := h.person("Ann"), h.person("Ben"), h.person("Eve")
		id := h.invite(ann, ben)
		h.must(ben, api.ToServer{Type: "leave", Table: id})
		h.wantTold(ann, "invited declined")
		again := func(want api.Code) {
			t.Helper()
			_, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "dvonn", Control: "1/259200"}, For: ben})
			if codeOf(err) != string(want) {
				t.Errorf("invited again: %v, want %q", err, want)
			}
		}
		again(api.TableDeclined)
		h.store.Jump(day-time.Minute, true)
		again(api.TableDeclined)
		h.store.Jump(2*time.Minute, true)
		id = h.invite(ann, ben)
		h.must(ben, api.ToServer{Type: "invite", Table: id, No: true})
		h.wantTold(ann, "invited declined", "invited declined")
		id = h.invite(ann, eve)
		h.must(ann, api.ToServer{Type: "leave", Table: id})
		h.wantTold(eve, "invited withdrawn") // in place of the invitation, which was not seen

		h = newHouse(t)
		ann, ben, eve = h.person("Ann"), h.person("Ben"), h.person("Eve")
		id = h.invite(ann, ben)
		h.store.Jump(14*day-time.Minute, true)
		stop := h.run()
		time.Sleep(time.Second)
		h.wantTold(ann)
		h.store.Jump(2*time.Minute, true)
		time.Sleep(time.Second)
		stop()
		h.wantTold(ann, "invited lapsed")
		h.refused(string(api.TableClosed), eve, api.ToServer{Type: "sit", Table: id})
		h.refused(string(api.TableClosed), ben, api.ToServer{Type: "sit", Table: id})
	})
}

// TestFlagTold holds that a game of days whose time is over ends, and that both hear of it, without
// anybody opening it.
func TestFlagTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		_, people := h.table(api.Options{Control: "1/86400"})
		h.start()
		stop := h.run()
		h.store.Jump(day+time.Minute, true)
		time.Sleep(time.Second)
		stop()
		for _, person := range people {
			if told := h.told(person); told[0] != "over" {
				t.Errorf("told %v", told)
			}
		}
	})
}

// TestSeenOnceAMinute holds that somebody who does much is noted once a minute.
func TestSeenOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		ann := h.person("Ann")
		stop := h.run()
		defer stop()
		seen := func() time.Time {
			row, err := h.store.Person(context.Background(), ann)
			if err != nil {
				t.Fatal(err)
			}
			return row.Seen
		}
		changes := 0
		for last := seen(); h.LastActed(ann).IsZero() || changes < 3; {
			h.Acted(ann)
			time.Sleep(5 * time.Second)
			if now := seen(); !now.Equal(last) {
				if changes > 0 && now.Sub(last) < time.Minute {
					t.Errorf("noted again after %v", now.Sub(last))
				}
				changes, last = changes+1, now
			}
		}
		if h.store.Now().Sub(h.LastActed(ann)) > time.Minute {
			t.Error("it is not known exactly")
		}
	})
}
