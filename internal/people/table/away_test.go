package table_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

func (h *house) away(person string, from, until time.Time) {
	h.t.Helper()
	if err := h.SetAway(h.t.Context(), person, from, until); err != nil {
		h.t.Fatal(err)
	}
}

// left is what a side has of its time.
func (h *house) left(id string, seat int) time.Duration {
	h.t.Helper()
	v, _ := h.view("", id)
	return time.Duration(v.Clocks[seat]) * time.Millisecond
}

// However often somebody is away and comes back, a clock of three days gets no time: it stands while they are, with what was
// left, and runs while it is the opponent's.
func TestAwayAddsNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		id, people := h.table(days)
		spent := time.Duration(0)
		for n := range 20 {
			h.store.Jump(time.Hour, true)
			spent += time.Hour
			h.away(people[0], time.Time{}, h.store.Now().Add(7*day))
			h.store.Jump(day/2, true)
			if got, want := h.left(id, 0), 3*day-spent; got < want-time.Second || got > want+time.Second {
				t.Fatalf("absence %d: %v left, want %v", n, got, want)
			}
			h.start() // a restart changes nothing
			h.Sweep(t.Context())
			h.away(people[0], time.Time{}, time.Time{})
		}
		// The opponent's own clock runs all the same.
		h.move(id, people, 0)
		h.store.Jump(time.Hour, true)
		h.away(people[0], time.Time{}, h.store.Now().Add(2*day))
		h.store.Jump(time.Hour, true)
		if got := h.left(id, 1); got > 3*day-2*time.Hour+time.Second {
			t.Errorf("the opponent has %v left", got)
		}
		h.store.Jump(2*day+22*time.Hour+time.Minute, true)
		h.Sweep(t.Context())
		if v, _ := h.view("", id); v.Phase != api.Over {
			t.Errorf("the opponent's flag has not fallen: %+v", v.Clocks)
		}
	})
}

// An absence ends by itself, at its time, though nobody looks at the table and the server was killed; nothing begins one but
// what somebody has said, which may be ahead. The deadlines that others see are those after it.
func TestAwayEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		id, people := h.table(days)
		ear, c := h.watcher(people[1], id)
		defer c.Close()
		begins := h.store.Now().Add(day)
		until := begins.Add(10 * day).Truncate(time.Millisecond)
		h.away(people[0], begins, until)
		h.store.Jump(day/2, true)
		h.LookAway(t.Context())
		if v, _ := h.view("", id); v.Away != nil {
			t.Error("it has begun before its time")
		}
		h.store.Jump(day/2+time.Minute, true)
		before, _ := h.view(people[1], id)
		h.LookAway(t.Context())
		v, _ := h.view(people[1], id)
		told := ear.Events(id)
		if err := before.Apply(&told[len(told)-1], people[1]); err != nil || before.Away == nil || *before.Away != *v.Away {
			t.Errorf("a client has %v, the server %v (%v)", before.Away, v.Away, err)
		}
		if v.Away == nil || v.Away[0] != api.Millis(until) || v.Away[1] != 0 {
			t.Fatalf("away: %v, want until %v", v.Away, until)
		}
		h.store.Jump(5*day, true) // longer than the clock
		h.start()
		h.Sweep(t.Context())
		mine, err := h.Mine(t.Context(), people[1])
		if err != nil || v.Phase != api.Playing {
			t.Fatal(v.Phase, err)
		}
		if got, want := time.UnixMilli(mine.Tables[0].Deadline), until.Add(2*day); got.Before(want.Add(-time.Hour)) || got.After(want) {
			t.Errorf("the deadline is %v, want some minutes before %v", got, want)
		}
		row, _, err := h.store.Load(t.Context(), id)
		if mover, slow, flag := row.Waits(); err != nil || mover != people[0] || !slow || api.Millis(flag) != mine.Tables[0].Deadline {
			t.Errorf("the calendar has %s, %v, %v, %v", mover, slow, flag, err)
		}
		h.store.Jump(5*day, true)
		h.Sweep(t.Context())
		if v, _ := h.view("", id); v.Away != nil || v.Phase != api.Playing {
			t.Errorf("it has not ended: %+v", v)
		}
		h.store.Jump(2*day, true)
		h.Sweep(t.Context())
		if v, _ := h.view("", id); v.Phase != api.Over {
			t.Error("the clock does not run again")
		}
		if !strings.Contains(ear.Text(), `"kind":"hold"`) {
			t.Errorf("the opponent did not hear of it: %s", ear.Text())
		}
	})
}

// No clock stands against a program, in a live game, or where the terms say no; and those games are named.
// Nothing starts by itself, and a year has 28 days of it.
func TestAwayRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		people := [2]string{h.person(""), h.person("")}
		o := days
		o.NoAway = true
		contest := h.seatedAt("c", o, people) // as a contest makes it that does not allow it
		firm := h.seatedAt("", o, people)
		live := h.seatedAt("", api.Options{Game: "lyngk", Control: "300+3"}, people)
		held := h.seatedAt("", days, people)
		bot := table.PersonRow{ID: "20000000000000000000", Name: "Walker", Kind: "bot", Skeleton: "walker", Owner: people[1], Created: h.store.Now()}
		if err := h.store.NewPerson(t.Context(), bot); err != nil {
			t.Fatal(err)
		}
		program := h.seatedAt("", days, [2]string{people[0], bot.ID})
		h.store.Jump(2*day, true)
		h.LookAway(t.Context())
		if v, _ := h.view("", held); v.Away != nil {
			t.Fatal("it has begun by itself")
		}
		h.away(people[0], time.Time{}, h.store.Now().Add(20*day))
		h.LookAway(t.Context())
		for _, id := range []string{contest, firm, live, program} {
			if v, _ := h.view("", id); v.Away != nil {
				t.Errorf("a clock stands at %s: %+v", id, v)
			}
		}
		if v, _ := h.view("", held); v.Away == nil {
			t.Error("no clock stands in a game of days")
		}
		a, err := h.Away(t.Context(), people[0])
		if err != nil || a.Held != 1 || len(a.Running) != 3 || a.Left != 8 {
			t.Errorf("%+v, %v", a, err)
		}
		h.store.Jump(10*day, true)
		h.away(people[0], time.Time{}, time.Time{})
		for _, tt := range []struct {
			from, length time.Duration
			code         api.Code
		}{
			{0, 18*day + time.Minute, api.MeAwayLeft},
			{0, 23 * time.Hour, api.MeAwayShort},
			{400 * day, 2 * day, api.MeAwayShort},
			{0, 18 * day, ""},
		} {
			from := h.store.Now().Add(tt.from)
			if err := h.SetAway(t.Context(), people[0], from, from.Add(tt.length)); codeOf(err) != string(tt.code) {
				t.Errorf("%+v: %v", tt, err)
			}
		}
	})
}

// seatedAt is a table at which people are seated, in a contest where that has a name.
func (h *house) seatedAt(contest string, o api.Options, people [2]string) string {
	h.t.Helper()
	random := make([]byte, 16)
	h.next++
	random[0], random[9] = byte(h.next), 3
	id, ok := table.NewID(random)
	for n := byte(0); !ok; n++ {
		random[1] = n
		id, ok = table.NewID(random)
	}
	if err := h.CreateSeated(h.t.Context(), table.Seated{ID: id, Options: o, People: people, Contest: contest}); err != nil {
		h.t.Fatal(err)
	}
	return id
}

// TestAwayNotTold: who is away hears of no turn; they do when they are back, of all that wait at once.
func TestAwayNotTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		id, people := h.table(days)
		h.move(id, people, 0)
		h.away(people[0], time.Time{}, h.store.Now().Add(3*day))
		if list, err := h.store.Notices(t.Context(), people[0], 1); err != nil || len(list) > 0 && h.store.SeeNotices(t.Context(), people[0], list[0].ID) != nil {
			t.Fatal(err)
		}
		h.move(id, people, 0)
		turns := func() (n int) {
			list, err := h.store.Notices(t.Context(), people[0], 100)
			if err != nil {
				t.Fatal(err)
			}
			for _, notice := range list {
				if notice.Kind == table.NoticeTurn && notice.Seen.IsZero() {
					n++
				}
			}
			return n
		}
		if n := turns(); n != 0 {
			t.Errorf("who is away was told %d times", n)
		}
		h.store.Jump(3*day+time.Minute, true)
		h.Sweep(t.Context())
		if n := turns(); n != 1 {
			t.Errorf("who is back was told %d times", n)
		}
	})
}
