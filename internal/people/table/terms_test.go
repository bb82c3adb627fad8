package table_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
)

// Who made a table changes the terms, others ask for other ones: everybody hears of it, a
// process that reads the log finds the same, nobody sits down by terms they did not see,
// and the game is played and was drawn by the last ones.
func TestTerms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		defer h.run()()
		ann, ben, eve := h.person("Ann"), h.person("Ben"), h.person("Eve")
		made, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "300+3", Side: "first"}})
		if err != nil {
			t.Fatal(err)
		}
		id := made.ID
		ear, c := h.watcher(ben, id)
		defer c.Close()
		defer h.Join(ann, &tabletest.Recorder{}).Close() // else the lobby would not list it
		asks := func(want ...string) {
			t.Helper()
			anew := &house{t: t, store: h.store, ids: h.ids}
			anew.start()
			for _, h := range []*house{h, anew} {
				v, _ := h.view(eve, id)
				var got []string
				for _, a := range v.Asks {
					got = append(got, a.Person.Name+" "+a.Options.Game+" "+a.Options.Control)
				}
				if strings.Join(got, ", ") != strings.Join(want, ", ") {
					t.Fatalf("asked for are %q, want %q", got, want)
				}
			}
		}
		other := api.Options{Game: "dvonn", Control: "600+5", Side: "second", Full: true, Public: true}
		ask := func(person string, o api.Options) { h.must(person, api.ToServer{Type: "ask", Table: id, Options: &o}) }
		ask(ben, other)
		ask(eve, api.Options{Game: "lyngk6", Control: "-"})
		asks("Ben dvonn 600+5", "Eve lyngk6 -")
		ask(ben, other) // the same once more is nothing new, but it is stored: see TestLateDouble
		other.Control = "900+10"
		ask(ben, other)
		asks("Eve lyngk6 -", "Ben dvonn 900+10")
		if v, _ := h.view(eve, id); v.Asks[1].Options.Public || v.Options.Game != "lyngk" {
			t.Errorf("who asks has changed the table: %+v", v)
		}
		h.must(ann, api.ToServer{Type: "ask", Table: id, No: true, Person: eve})
		asks("Ben dvonn 900+10")
		h.must(ben, api.ToServer{Type: "ask", Table: id, No: true})
		asks()
		ask(ben, other)

		before, _ := h.view(eve, id)
		if n := inLobby(h, id); n != 0 {
			t.Errorf("the table is in the lobby %d times", n)
		}
		accepted := api.ToServer{Type: "terms", Table: id, ID: "terms", Options: &other}
		seq := h.must(ann, accepted)
		if again := h.must(ann, accepted); again != seq {
			t.Errorf("acknowledged as %d and as %d", seq, again)
		}
		asks()
		v, _ := h.view(eve, id)
		if v.Options != other || v.Commit != before.Commit {
			t.Errorf("the terms are %+v with commit %s", v.Options, v.Commit)
		}
		if n := inLobby(h, id); n != 1 {
			t.Errorf("the table is in the lobby %d times, want once", n)
		}
		h.refused(string(api.TableChanged), ben, api.ToServer{Type: "sit", Table: id, Since: before.Seq})
		private := other
		private.Public = false
		h.must(ann, api.ToServer{Type: "terms", Table: id, Options: &private})
		time.Sleep(3 * time.Second)
		if n := inLobby(h, id); n != 0 {
			t.Errorf("the table is in the lobby %d times, though it is private now", n)
		}
		h.must(eve, api.ToServer{Type: "ask", Table: id, Options: &api.Options{Game: "lyngk", Control: "-"}})
		v, _ = h.view(ben, id)
		h.must(ben, api.ToServer{Type: "sit", Table: id, Since: v.Seq})
		asks()
		v, s := h.view(eve, id)
		if s.Game().ID() != "dvonn" || s.Log().Terms.Control.String() != "900+10" || v.Seats[0].ID != ben {
			t.Errorf("played is %+v with First %s", s.Log().Terms, v.Seats[0].ID)
		}
		r, err := h.Record(t.Context(), id)
		if err == nil {
			err = setup.Verify(r)
		}
		if err != nil {
			t.Errorf("the draw: %v", err)
		}
		h.refused(string(api.TableStarted), ann, api.ToServer{Type: "terms", Table: id, Options: &other})
		kinds := ""
		for _, e := range ear.Events(id) {
			kinds += string(e.Kind) + " "
		}
		if want := "asked asked asked asked asked asked asked terms terms asked sat started "; kinds != want {
			t.Errorf("who looked on was told %q, want %q", kinds, want)
		}
	})
}

// What is acknowledged is never carried out later: not even what changed nothing when it
// came, where a late double of it comes when it would change something.
func TestLateDouble(t *testing.T) {
	h := newHouse(t, noLimits)
	ann, ben, eve := h.person("Ann"), h.person("Ben"), h.person("Eve")
	first := api.Options{Game: "lyngk", Control: "300+3"}
	other := api.Options{Game: "dvonn", Control: "600+5"}
	made, err := h.Create(t.Context(), ann, api.NewTable{Options: first})
	if err != nil {
		t.Fatal(err)
	}
	id := made.ID
	h.must(eve, api.ToServer{Type: "ask", Table: id, Options: &other})
	same := api.ToServer{Type: "terms", Table: id, ID: "same", Options: &first}
	plain := api.ToServer{Type: "ask", Table: id, ID: "plain", Options: &first}
	again := api.ToServer{Type: "ask", Table: id, ID: "again", Options: &other}
	seqs := []int64{h.must(ann, same), h.must(ben, plain)}
	if v, _ := h.view("", id); len(v.Asks) != 1 || v.Asks[0].Person.ID != eve || v.Options != first {
		t.Errorf("nothing was to change: %+v", v)
	}
	h.must(ben, api.ToServer{Type: "ask", Table: id, Options: &other})
	seqs = append(seqs, h.must(ben, again))
	h.must(ben, api.ToServer{Type: "ask", Table: id, No: true})
	h.must(ann, api.ToServer{Type: "terms", Table: id, Options: &other})
	for _, anew := range []bool{false, true} {
		if anew {
			h.start(noLimits)
		}
		before, _ := h.view("", id)
		for i, m := range []api.ToServer{same, plain, again} {
			if seq := h.must([]string{ann, ben, ben}[i], m); seq != seqs[i] {
				t.Errorf("%s is acknowledged as %d, then as %d", m.ID, seqs[i], seq)
			}
		}
		if v, _ := h.view("", id); v.Seq != before.Seq || len(v.Asks) != 0 || v.Options != other {
			t.Errorf("late doubles have led from %+v to %+v", before, v)
		}
	}
	// Who asks for what is so already wants nothing else any more.
	h.must(ben, api.ToServer{Type: "ask", Table: id, Options: &first})
	h.must(ben, api.ToServer{Type: "ask", Table: id, Options: &other})
	if v, _ := h.view("", id); len(v.Asks) != 0 {
		t.Errorf("asked for are still %+v", v.Asks)
	}
}

// inLobby counts how often a table is listed.
func inLobby(h *house, id string) int {
	h.t.Helper()
	l, err := h.Lobby(h.t.Context(), "")
	if err != nil {
		h.t.Fatal(err)
	}
	n := 0
	for _, b := range l.Open {
		if b.ID == id {
			n++
		}
	}
	return n
}

// Strangers who ask and take it back, one after the other, do not fill the log of a table:
// the game that is played there finds room.
func TestAsksLeaveRoom(t *testing.T) {
	const most = 40
	h := newHouse(t, noLimits, func(c *table.Config) { c.Limits.Events = most })
	ann, ben := h.person("Ann"), h.person("Ben")
	made, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "300+3", Side: "first"}})
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; ; n++ {
		if n > most {
			t.Fatal("the asking has no end")
		}
		eve := h.person("")
		if _, err := h.Do(t.Context(), eve, withID(h, api.ToServer{Type: "ask", Table: made.ID, Options: &api.Options{Game: "dvonn", Control: "-"}})); err != nil {
			if codeOf(err) != string(api.TableLong) {
				t.Fatal(err)
			}
			break
		}
		h.must(eve, api.ToServer{Type: "ask", Table: made.ID, No: true})
	}
	if v, _ := h.view("", made.ID); v.Seq > most/4+1 {
		t.Errorf("the asking has filled %d of %d events", v.Seq, most)
	}
	h.must(ben, api.ToServer{Type: "sit", Table: made.ID})
	h.must(ann, send(made.ID, 0, play.Event{Kind: play.Offer, What: play.OfferDraw}))
}

// Who has many tables asks nobody more often for that.
func TestInvitesAreLimited(t *testing.T) {
	h := newHouse(t, func(c *table.Config) { c.Limits.Offers = rate.Limit{Burst: 3, Every: time.Hour} })
	ann, ben := h.person("Ann"), h.person("Ben")
	defer h.Join(ben, &tabletest.Recorder{}).Close()
	asked := 0
	for range 5 {
		made, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Do(t.Context(), ann, withID(h, api.ToServer{Type: "invite", Table: made.ID, Person: ben})); err == nil {
			asked++
		} else if codeOf(err) != string(api.TableRate) {
			t.Fatal(err)
		}
	}
	if asked != 3 {
		t.Errorf("asked %d times, want 3", asked)
	}
}

// A person who is here is asked to play, at whatever process, on every connection, and
// nobody else hears of it; the answer comes back. Nothing of it is stored.
func TestInvite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, _ := processes(t, &tabletest.Hub{})
		defer a.run()()
		defer b.run()()
		ann, ben, eve := a.person("Ann"), a.person("Ben"), a.person("Eve")
		join := func(h *house, person string) *tabletest.Recorder {
			ear := &tabletest.Recorder{}
			c := h.Join(person, ear)
			t.Cleanup(c.Close)
			return ear
		}
		maker, one, two, nobody := join(a, ann), join(a, ben), join(b, ben), join(b, eve)
		time.Sleep(3 * time.Second) // the processes know of each other
		made, err := a.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "300+3"}})
		if err != nil {
			t.Fatal(err)
		}
		told := func(ear *tabletest.Recorder, want string) {
			t.Helper()
			synctest.Wait()
			got := ""
			for _, m := range ear.Take() {
				if m.Type == "invited" {
					got += m.Invite.Person.Name + " at " + m.Invite.Table.ID
					if m.Invite.No {
						got += ": no"
					}
				}
			}
			if got != want {
				t.Errorf("told is %q, want %q", got, want)
			}
		}
		a.must(ann, api.ToServer{Type: "invite", Table: made.ID, Person: ben})
		for _, ear := range []*tabletest.Recorder{one, two} {
			told(ear, "Ann at "+made.ID)
		}
		told(nobody, "")
		told(maker, "")
		// Somebody who was not asked has nothing to answer, and an answer is one.
		b.must(eve, api.ToServer{Type: "invite", Table: made.ID, No: true})
		told(maker, "")
		b.must(ben, api.ToServer{Type: "invite", Table: made.ID, No: true})
		told(maker, "Ben at "+made.ID+": no")
		told(nobody, "")
		a.must(ben, api.ToServer{Type: "invite", Table: made.ID, No: true})
		told(maker, "")
		// At the process of either, nobody is asked a third time who has declined twice.
		a.must(ann, api.ToServer{Type: "invite", Table: made.ID, Person: ben})
		told(one, "Ann at "+made.ID)
		b.must(ben, api.ToServer{Type: "invite", Table: made.ID, No: true})
		told(maker, "Ben at "+made.ID+": no")
		a.refused(string(api.TableDeclined), ann, api.ToServer{Type: "invite", Table: made.ID, Person: ben})
		b.refused(string(api.TableDeclined), ann, api.ToServer{Type: "invite", Table: made.ID, Person: ben})
		if v, _ := a.view("", made.ID); v.Seq != 1 {
			t.Errorf("something was stored: %d events", v.Seq)
		}
		b.must(ben, api.ToServer{Type: "sit", Table: made.ID})
		a.refused(string(api.TableStarted), ann, api.ToServer{Type: "invite", Table: made.ID, Person: eve})
	})
}
