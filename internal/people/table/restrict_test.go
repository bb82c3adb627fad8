package table_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
)

// What the host of the server decides about a person counts with the next thing that person does: the host
// writes to the store, and no process needs a message.
func TestRestrictedAtOnce(t *testing.T) {
	h := newHouse(t, noLimits)
	id, people := h.table(api.Options{Control: "-"})
	ann, ctx := people[0], t.Context()
	say := api.ToServer{Type: "say", Table: id, Text: "x"}
	hour := h.store.Now().Add(time.Hour)
	untilThen := func(err error) {
		t.Helper()
		if end := " until " + hour.UTC().Format("2006-01-02 15:04") + " UTC"; !strings.HasSuffix(fmt.Sprint(err), end) {
			t.Errorf("refused with %q, which does not end with %q", fmt.Sprint(err), end)
		}
	}
	create := func(want string) error {
		t.Helper()
		_, err := h.Create(ctx, ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
		if codeOf(err) != want {
			t.Errorf("a new table: %v, want %q", err, want)
		}
		return err
	}
	set := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}

	h.must(ann, say)
	set(h.store.Mute(ctx, ann, hour))
	untilThen(h.refused(string(api.TableMuted), ann, say))
	create("")
	set(h.store.Mute(ctx, ann, time.Time{}))
	h.must(ann, say)

	set(h.store.Ban(ctx, ann, hour))
	h.refused(string(api.TableMuted), ann, say)
	untilThen(create(string(api.MeBanned)))
	h.move(id, people, 0) // a game under way may be finished
	set(h.store.Ban(ctx, ann, time.Time{}))
	h.must(ann, say)
	create("")

	set(h.store.DeletePerson(ctx, ann))
	h.refused(string(api.MeNeeded), ann, say)
	create(string(api.MeNeeded))
}

// Nobody sits down with who was banned or deleted since.
func TestMakerGone(t *testing.T) {
	for _, banned := range []bool{true, false} {
		h := newHouse(t)
		ann, ben := h.person("Ann"), h.person("Ben")
		made, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
		if err != nil {
			t.Fatal(err)
		}
		if banned {
			err = h.store.Ban(t.Context(), ann, h.store.Now().Add(time.Hour))
		} else {
			err = h.store.DeletePerson(t.Context(), ann)
		}
		if err != nil {
			t.Fatal(err)
		}
		h.refused(string(api.TableClosed), ben, api.ToServer{Type: "sit", Table: made.ID})
	}
}
