package storetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/table"
)

func testChat(t *testing.T, s table.Store) {
	for _, id := range []string{"ann", "bob"} {
		must(t, "new person", s.NewPerson(t.Context(), table.PersonRow{ID: id, Created: s.Now()}))
	}
	create(t, s, "table001")
	create(t, s, "table002")
	now := s.Now()
	say := func(id, room, person, text string) table.ChatLine {
		t.Helper()
		l, err := s.Say(t.Context(), table.ChatLine{Table: id, Room: room, Person: person, Text: text, At: now})
		must(t, "say", err)
		if l.Text != text || l.Table != id || l.Person != person {
			t.Errorf("say returned %+v", l)
		}
		return l
	}
	for i, text := range []string{"one", "two", "three", "four"} {
		if l := say("table001", []string{"players", "watchers"}[i%2], "ann", text); l.Number != int64(i)+1 {
			t.Errorf("line %q has number %d, want %d", text, l.Number, i+1)
		}
	}
	if l := say("table002", "players", "bob", "else"); l.Number != 1 {
		t.Errorf("the first line of another table has number %d", l.Number)
	}
	for _, tt := range []struct {
		room  string
		after int64
		limit int
		want  string
	}{
		{"players", 0, 10, "1 one, 3 three"},
		{"watchers", 0, 10, "2 two, 4 four"},
		{"watchers", 2, 10, "4 four"},
		{"watchers", 0, 1, "4 four"},
		{"watchers", 4, 10, ""},
		{"nobody", 0, 10, ""},
	} {
		lines, err := s.Lines(t.Context(), "table001", tt.room, tt.after, tt.limit)
		must(t, "said", err)
		var got []string
		for _, l := range lines {
			got = append(got, fmt.Sprint(l.Number, " ", l.Text))
			if l.Table != "table001" || l.Room != tt.room || l.Person != "ann" || !l.At.Equal(now) {
				t.Errorf("line %+v", l)
			}
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("said in %s after %d, at most %d: %v, want %s", tt.room, tt.after, tt.limit, got, tt.want)
		}
	}
	if l, err := s.Line(t.Context(), "table001", 3); err != nil || l.Number != 3 || l.Text != "three" || l.Room != "players" || l.Person != "ann" || l.Table != "table001" {
		t.Errorf("line 3: %+v, %v", l, err)
	}
	for id, number := range map[string]int64{"table001": 5, "table002": 2, "nowhere": 1} {
		_, err := s.Line(t.Context(), id, number)
		want(t, "a line that is not there", err, table.ErrNotFound)
	}
	_, err := s.Say(t.Context(), table.ChatLine{Table: "nowhere", Room: "players", Person: "ann", Text: "hi", At: now})
	want(t, "say at no table", err, table.ErrNotFound)

	// The same message is the same line, and without an id each is another.
	first, err := s.Say(t.Context(), table.ChatLine{Table: "table001", Room: "players", Person: "ann", Text: "once", Message: "ann-1", At: now})
	must(t, "say", err)
	again, err := s.Say(t.Context(), table.ChatLine{Table: "table001", Room: "players", Person: "ann", Text: "twice", Message: "ann-1", At: now.Add(time.Second)})
	must(t, "say again", err)
	if first.Number != 5 || again.Number != 5 || again.Text != "once" || !again.At.Equal(now) || again.Message != "ann-1" || again.Person != "ann" {
		t.Errorf("said once %+v, again %+v", first, again)
	}
	if n, err := s.Said(t.Context(), "table001", "ann-1"); err != nil || n != 5 {
		t.Errorf("it is line %d, %v", n, err)
	}
	for _, message := range []string{"ann-2", ""} {
		_, err := s.Said(t.Context(), "table001", message)
		want(t, "a line that was not said", err, table.ErrNotFound)
	}
	_, err = s.Said(t.Context(), "table002", "ann-1")
	want(t, "a line of another table", err, table.ErrNotFound)
	if l := say("table001", "players", "ann", "next"); l.Number != 6 {
		t.Errorf("the line after a repeated one has number %d", l.Number)
	}

	// What is said at once gets numbers of its own.
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := s.Say(t.Context(), table.ChatLine{Table: "table002", Room: "players", Person: "bob", Text: "x", At: now}); err != nil {
				t.Errorf("say: %v", err)
			}
		})
	}
	wg.Wait()
	lines, err := s.Lines(t.Context(), "table002", "players", 0, 100)
	must(t, "said", err)
	for i, l := range lines {
		if l.Number != int64(i)+1 {
			t.Errorf("line %d has number %d", i+1, l.Number)
		}
	}
	if len(lines) != 21 {
		t.Errorf("%d lines", len(lines))
	}
}

func testReports(t *testing.T, s table.Store) {
	now := s.Now()
	for _, id := range []string{"ann", "bob"} {
		must(t, "new person", s.NewPerson(t.Context(), table.PersonRow{ID: id, Created: now}))
	}
	for i := range 3 {
		must(t, "report", s.NewReport(t.Context(), table.Report{
			Table: "table001", Line: int64(i), Reporter: "ann", Person: "bob", Text: fmt.Sprint("report ", i), At: now.Add(time.Duration(i) * time.Second),
		}))
	}
	all, err := s.Reports(t.Context(), 10)
	must(t, "reports", err)
	if len(all) != 3 {
		t.Fatalf("%d reports", len(all))
	}
	for i, r := range all {
		n := int64(2 - i)
		if r.Line != n || r.Text != fmt.Sprint("report ", n) || r.Reporter != "ann" || r.Person != "bob" || r.Table != "table001" || r.ID == 0 || !r.At.Equal(now.Add(time.Duration(n)*time.Second)) {
			t.Errorf("report %d is %+v", i, r)
		}
	}
	if some, err := s.Reports(t.Context(), 2); err != nil || len(some) != 2 || some[0].ID != all[0].ID {
		t.Errorf("two reports: %+v, %v", some, err)
	}
}

// testTexts stores what people write.
func testTexts(t *testing.T, s table.Store) {
	must(t, "new person", s.NewPerson(t.Context(), table.PersonRow{ID: "ann", Created: s.Now()}))
	create(t, s, "table001")
	for i, text := range []string{"", "'; DROP TABLE events; --", "ünï 日本 🪨", strings.Repeat("long ", 2000), "tab\tline\nend", `back\slash "quoted" $1 ?1 :a @b`} {
		l, err := s.Say(t.Context(), table.ChatLine{Table: "table001", Room: "players", Person: "ann", Text: text, At: s.Now()})
		must(t, "say", err)
		lines, err := s.Lines(t.Context(), "table001", "players", int64(i), 10)
		if err != nil || len(lines) != 1 || lines[0].Text != text || lines[0].Number != l.Number {
			t.Errorf("said %q, stored %+v, %v", text, lines, err)
		}
	}
}
