package table_test

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// deaf hears nothing and keeps nothing.
type deaf struct{}

func (deaf) Tell(*table.Push) {}

// A table that is only watched holds little: 18,000 of them must fit beside their
// sockets into 250 MB.
func TestIdleTablesAreSmall(t *testing.T) {
	const most = 2500 // bytes for a table and the session that watches it
	tables, hot := 500, 100
	if testing.Short() {
		tables, hot = 100, 20
	}
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		var ids []string
		var people [][2]string
		for range tables {
			id, two := h.table(api.Options{Game: "lyngk", Control: "300+3"})
			for n := range 8 {
				h.move(id, two, n)
			}
			ids, people = append(ids, id), append(people, two)
		}
		var sessions []*table.Session
		heap := func() uint64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		h.start(noLimits)
		h.KeepHot(hot)
		before := heap()
		for i, id := range ids {
			c := h.Join(people[i][0], deaf{})
			if _, err := c.Do(t.Context(), api.ToServer{Type: "watch", Table: id}); err != nil {
				t.Fatal(err)
			}
			sessions = append(sessions, c)
		}
		_, states := h.Kept()
		busy := heap()
		time.Sleep(2 * time.Minute)
		h.Tidy()
		idle := heap()
		kept, left := h.Kept()
		t.Logf("%d tables: %d bytes each while %d states are kept, %d bytes each when idle", kept, (busy-before)/uint64(tables), states, (idle-before)/uint64(tables))
		if states != hot {
			t.Errorf("%d states are kept, want %d", states, hot)
		}
		if left != 0 || kept != tables {
			t.Errorf("%d tables and %d states are kept", kept, left)
		}
		if each := (idle - before) / uint64(tables); each > most {
			t.Errorf("an idle table takes %d bytes, want at most %d", each, most)
		}
		runtime.KeepAlive(sessions)
	})
}
