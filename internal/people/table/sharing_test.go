package table_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
)

// counting counts the calls of the store by their methods.
func (h *house) counting() (calls func(method string) int) {
	var mu sync.Mutex
	count := map[string]int{}
	h.store.Fail(func(method, _ string) error {
		mu.Lock()
		defer mu.Unlock()
		count[method]++
		return nil
	}, false)
	return func(method string) int {
		mu.Lock()
		defer mu.Unlock()
		return count[method]
	}
}

// A report reads the line that it is about, and no other.
func TestReportReadsOneLine(t *testing.T) {
	h := newHouse(t, noLimits)
	id, people := h.table(api.Options{Control: "-"})
	eve := h.person("Eve")
	for range 3 {
		h.must(people[0], api.ToServer{Type: "say", Table: id, Text: "one of the players"})
	}
	h.must(eve, api.ToServer{Type: "say", Table: id, Text: "one who looks on"})
	calls := h.counting()
	for _, tt := range []struct {
		name     string
		reporter string
		report   api.NewReport
		code     api.Code
	}{
		{"a line", people[1], api.NewReport{Line: 2, Person: people[0]}, ""},
		{"a line of the watchers", eve, api.NewReport{Line: 4, Person: eve}, ""},
		{"the line of somebody else", people[1], api.NewReport{Line: 2, Person: eve}, api.TableLine},
		{"no line", people[1], api.NewReport{Line: 9, Person: people[0]}, api.TableLine},
		{"a line that players do not read yet", people[1], api.NewReport{Line: 4, Person: eve}, api.TableLine},
		{"a line that watchers never read", eve, api.NewReport{Line: 1, Person: people[0]}, api.TableLine},
	} {
		if got := codeOf(h.Report(t.Context(), tt.reporter, id, tt.report)); got != string(tt.code) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.code)
		}
	}
	if lines, rooms := calls("Line"), calls("Lines"); lines != 6 || rooms != 0 {
		t.Errorf("%d lines and %d rooms were read for 6 reports", lines, rooms)
	}
}

// A client that asks for a table again and again has to wait: it is a whole log each time.
func TestWatchRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		id, people := h.table(api.Options{Control: "-"})
		_, c := h.watcher(people[0], id)
		defer c.Close()
		again := func(since int64) string {
			_, err := c.Do(t.Context(), api.ToServer{Type: "watch", Table: id, Since: since})
			return codeOf(err)
		}
		sent := 1
		for ; again(int64(sent%3)) == ""; sent++ {
			if sent > 1000 {
				t.Fatal("a connection may ask as often as it likes")
			}
		}
		if sent < 2*16 {
			t.Errorf("after %d times it is too much; all tables of a connection could not be watched twice", sent)
		}
		if got := again(0); got != string(api.TableRate) {
			t.Errorf("refused as %q, want %q", got, api.TableRate)
		}
		if _, err := c.Do(t.Context(), api.ToServer{Type: "lobby", On: true}); codeOf(err) != string(api.TableRate) {
			t.Errorf("the lobby: %v", err)
		}
		if _, err := c.Do(t.Context(), api.ToServer{Type: "lobby"}); err != nil {
			t.Errorf("to leave the lobby: %v", err)
		}
		// It goes on watching, and others are not concerned.
		_, other := h.watcher(people[1], id)
		defer other.Close()
		time.Sleep(2 * time.Second)
		for i, want := range []string{"", "", string(api.TableRate)} {
			if got := again(0); got != want {
				t.Errorf("two seconds later, message %d: %q, want %q", i+1, got, want)
			}
		}
	})
}

// The ids of tables that are found by their link only are not found by trying, whatever
// message is tried.
func TestTriedIDs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		id, people := h.table(api.Options{Control: "-"})
		_, c := h.watcher(people[0], id)
		defer c.Close()
		types := []string{"sit", "send", "leave", "terms", "ask", "invite", "rematch", "claim", "say"}
		try := func(n int) string {
			_, err := c.Do(t.Context(), withID(h, api.ToServer{Type: types[n%len(types)], Table: fmt.Sprintf("zzzz%04d", 2222+n), Text: "x", Event: []byte("{}")}))
			return codeOf(err)
		}
		tried := 0
		for ; ; tried++ {
			if tried > 1000 {
				t.Fatal("a connection may try as many ids as it likes")
			}
			if got := try(0); got == string(api.TableRate) {
				break
			} else if got != string(api.TableNotFound) {
				t.Fatalf("try %d: %q", tried, got)
			}
		}
		for n := range types {
			if got := try(n); got != string(api.TableRate) {
				t.Errorf("%s: %q, want %q", types[n], got, api.TableRate)
			}
		}
		// At the table that is watched nothing is different.
		if _, err := c.Do(t.Context(), withID(h, api.ToServer{Type: "say", Table: id, Text: "hello"})); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second)
		for i, want := range []api.Code{api.TableNotFound, api.TableRate} {
			if got := try(i); got != string(want) {
				t.Errorf("a second later, try %d: %q, want %q", i+1, got, want)
			}
		}
	})
}

// The lobby is worked out once for all who look at it, and again when it has changed.
func TestLobbyIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		ann := h.person("Ann")
		create := func() {
			t.Helper()
			if _, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-", Public: true}}); err != nil {
				t.Fatal(err)
			}
		}
		create()
		var sessions []*table.Session
		var ears []*tabletest.Recorder
		for range 50 {
			ear := &tabletest.Recorder{}
			c := h.Join("", ear)
			defer c.Close()
			sessions, ears = append(sessions, c), append(ears, ear)
		}
		calls := h.counting()
		show := func() {
			t.Helper()
			for _, c := range sessions {
				if _, err := c.Do(t.Context(), api.ToServer{Type: "lobby", On: true}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := h.Lobby(t.Context(), ""); err != nil {
				t.Fatal(err)
			}
		}
		for tables := 1; tables <= 3; tables++ {
			before := calls("List")
			show()
			if n := calls("List") - before; n != 2 {
				t.Errorf("with %d tables the store was asked for %d lists, want one of those that are open and one of those under way", tables, n)
			}
			for i, ear := range ears {
				if told := ear.Take(); len(told) != 1 || len(told[0].Lobby.Open) != tables {
					t.Fatalf("viewer %d was told %+v, want %d tables", i, told, tables)
				}
			}
			create()
		}
		// Somebody else may have changed it in the store.
		before := calls("List")
		time.Sleep(3 * time.Second)
		show()
		if n := calls("List") - before; n != 2 {
			t.Errorf("a while later the store was asked for %d lists, want 2", n)
		}
	})
}

// A process that hears nothing of another one that lives does not know who is there:
// nobody is away for that, however long it lasts.
func TestClaimCountsProcesses(t *testing.T) {
	after := claimThreshold(t, halfHour)
	for _, tt := range []struct {
		name    string
		cut     func(*house)
		mend    func(*house)
		unknown bool
	}{
		{"one more lives unheard", func(h *house) { h.store.Serve(2) }, func(h *house) { h.store.Serve(1) }, true},
		{"nobody can say how many live", func(h *house) {
			h.store.Fail(func(method, _ string) error {
				if method == "Processes" {
					return fmt.Errorf("no answer")
				}
				return nil
			}, false)
		}, func(h *house) { h.store.Fail(nil, false) }, true},
		{"this one alone lives", func(*house) {}, func(*house) {}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hub := &tabletest.Hub{}
				h := newHouse(t, noLimits, func(c *table.Config) { c.Bus = hub.NewBus() })
				defer h.run()()
				id, people := h.table(api.Options{Control: halfHour})
				h.move(id, people, 0)
				h.move(id, people, 0)
				_, c := h.watcher(people[0], id)
				defer c.Close()
				tt.cut(h)
				time.Sleep(table.SettleTime + 3*after)
				claim := api.ToServer{Type: "claim", Table: id}
				if tt.unknown {
					h.refused(string(api.TableUnknown), people[0], claim)
					if v, _ := h.view("", id); v.Presence.Players[1] != "unknown" || v.Presence.Claimable != nil {
						t.Errorf("presence %+v", v.Presence)
					}
					tt.mend(h)
					time.Sleep(table.SettleTime + after + 10*time.Second)
				}
				// The others are asked once more before.
				for range 3 {
					if _, err := h.Do(t.Context(), people[0], withID(h, claim)); err == nil {
						break
					}
					time.Sleep(1300 * time.Millisecond)
				}
				if _, s := h.view("", id); !s.Over() {
					t.Error("the game could not be claimed")
				}
			})
		})
	}
}

// The log warns once of processes that are not heard of, and again when that comes again.
func TestSilenceIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		h := newHouse(t, func(c *table.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		stop := h.run()
		for _, others := range []int{2, 1, 3, 1} {
			h.store.Serve(others)
			time.Sleep(time.Minute)
		}
		stop()
		text := log.String()
		if strings.Count(text, "nothing is heard") != 2 || strings.Count(text, "unheard=1") != 1 || strings.Count(text, "unheard=2") != 1 {
			t.Errorf("the log says:\n%s", text)
		}
	})
}
