package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
)

// TestBlocked holds that two people of whom one has blocked the other do not meet, at whatever process and
// whichever of the two tries, that the refusals do not say why, and that it ends with the block.
func TestBlocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, _ := processes(t, &tabletest.Hub{})
		defer a.run()()
		defer b.run()()
		ann, ben := a.person("Ann"), b.person("Ben")
		ear := &tabletest.Recorder{}
		reader := b.Join(ben, ear)
		t.Cleanup(reader.Close)
		t.Cleanup(a.Join(ann, &tabletest.Recorder{}).Close)
		time.Sleep(3 * time.Second) // the processes know of each other
		if _, err := reader.Do(t.Context(), api.ToServer{Type: "lobby", On: true}); err != nil {
			t.Fatal(err)
		}
		public := api.Options{Game: "dvonn", Control: "1/259200", Public: true}
		made, err := a.Create(t.Context(), ann, api.NewTable{Options: public})
		if err != nil {
			t.Fatal(err)
		}
		set := func(at time.Time) {
			t.Helper()
			if err := a.store.SetBlock(t.Context(), table.Block{Person: ann, Other: ben, At: at}); err != nil {
				t.Fatal(err)
			}
			a.BlocksChanged()
			time.Sleep(2 * time.Second)
			synctest.Wait()
		}
		listed := func(want bool) {
			t.Helper()
			var last *api.Lobby
			for _, m := range ear.Take() {
				if m.Lobby != nil {
					last = m.Lobby
				}
			}
			if last == nil || (len(last.Open) == 1) != want || (len(last.Here) == 2) != want {
				t.Errorf("the lobby is %+v, want the other in it: %v", last, want)
			}
			asked, err := b.Lobby(t.Context(), ben)
			if err != nil || (len(asked.Open) == 1) != want {
				t.Errorf("the lobby that is asked for is %+v, %v", asked, err)
			}
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		listed(true)
		set(a.store.Now())
		listed(false)
		if all, err := b.Lobby(t.Context(), ""); err != nil || len(all.Open) != 1 {
			t.Errorf("everybody sees %+v, %v", all, err)
		}
		b.refused(string(api.TableTaken), ben, api.ToServer{Type: "sit", Table: made.ID})
		b.refused(string(api.TableTaken), ben, api.ToServer{Type: "ask", Table: made.ID, Options: &api.Options{Game: "lyngk", Control: "1/259200"}})
		a.refused(string(api.TableNotHere), ann, api.ToServer{Type: "invite", Table: made.ID, Person: ben})
		if _, err := b.Create(t.Context(), ben, api.NewTable{Options: public, For: ann}); codeOf(err) != string(api.TableNotHere) {
			t.Errorf("invited: %v", err)
		}
		set(time.Time{})
		listed(true)
		b.must(ben, api.ToServer{Type: "sit", Table: made.ID})
	})
}

// TestBlockedChat holds that neither of two people of whom one has blocked the other reads what the other writes, now
// or later, and that others do.
func TestBlockedChat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		id, people := h.table(api.Options{Game: "lyngk", Control: "-"})
		eve := h.person("Eve")
		if err := h.store.SetBlock(t.Context(), table.Block{Person: people[0], Other: people[1], At: h.store.Now()}); err != nil {
			t.Fatal(err)
		}
		h.BlocksChanged()
		said := func(ear *tabletest.Recorder) (texts string) {
			synctest.Wait()
			for _, m := range ear.Take() {
				for _, l := range m.Chat {
					texts += l.Text + "."
				}
			}
			return texts
		}
		first, _ := h.watcher(people[0], id)
		other, _ := h.watcher(eve, id)
		for i, text := range []string{"one", "two"} {
			h.must(people[i], api.ToServer{Type: "say", Table: id, Text: text})
		}
		h.must(eve, api.ToServer{Type: "say", Table: id, Text: "three"})
		later, _ := h.watcher(people[1], id)
		if got := [3]string{said(first), said(later), said(other)}; got != [3]string{"one.", "two.", "three."} {
			t.Errorf("read was %q", got)
		}
		h.move(id, people, 0)
		h.must(people[0], api.ToServer{Type: "send", Table: id, Event: []byte(`{"kind":"abort"}`)})
		again, _ := h.watcher(people[0], id)
		if got := said(again); got != "one.three." {
			t.Errorf("read after the end was %q", got)
		}
	})
}
