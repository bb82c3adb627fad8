package store

import (
	"errors"
	"testing"
	"time"

	"cairn.example/internal/people/contest/director"
	"cairn.example/internal/people/table"
)

// TestContests: an append counts only after the last event and once a message; what is stored is read again.
func TestContests(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) {
		s, ctx := openTest(t, empty(t), Options{}), t.Context()
		now := s.Now().Truncate(time.Millisecond)
		row := director.Row{
			ID: "abcd2345", Secret: []byte{0, 1, 255}, Seq: 1, Phase: "open", Starts: now.Add(time.Hour), Deadline: now.Add(-time.Second), Created: now, Updated: now,
			Host: "ann", Series: "abcd2345", Summary: []byte(`{"a":1}`),
		}
		event := func(seq int64, message string) director.Event {
			return director.Event{Contest: row.ID, Seq: seq, Kind: "joined", Payload: []byte(`{"v":1}`), Message: message, At: now}
		}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(s.CreateContest(ctx, row, []director.Event{event(1, "")}))
		if err := s.CreateContest(ctx, row, []director.Event{event(1, "")}); !errors.Is(err, table.ErrConflict) {
			t.Errorf("a second one of that id: %v", err)
		}
		must(s.NewPerson(ctx, table.PersonRow{ID: "ann", Created: now}))
		next := row
		next.Seq, next.Phase = 3, "running"
		next.Notices = []table.Notice{{Person: "ann", Kind: "contest", Key: row.ID, At: now}}
		must(s.AppendContest(ctx, next, []director.Event{event(2, "one"), event(3, "")}))
		late := row
		late.Seq = 3
		if err := s.AppendContest(ctx, late, []director.Event{event(3, "")}); !errors.Is(err, table.ErrConflict) {
			t.Errorf("after an event that is not the last: %v", err)
		}
		late.Seq = 4
		if err := s.AppendContest(ctx, late, []director.Event{event(4, "one")}); !errors.Is(err, table.ErrConflict) {
			t.Errorf("a message twice: %v", err)
		}
		late.ID = "efgh2345"
		if err := s.AppendContest(ctx, late, []director.Event{{Contest: late.ID, Seq: 4}}); !errors.Is(err, table.ErrNotFound) {
			t.Errorf("of no contest: %v", err)
		}
		got, events, err := s.LoadContest(ctx, row.ID, 1)
		must(err)
		if got.Phase != "running" || got.Seq != 3 || string(got.Secret) != string(row.Secret) || !got.Starts.Equal(row.Starts) || len(events) != 2 || events[0].Message != "one" {
			t.Errorf("%+v %+v", got, events)
		}
		if list, err := s.Notices(ctx, "ann", 9); err != nil || len(list) != 1 {
			t.Errorf("%+v %v", list, err)
		}
		due, err := s.DueContests(ctx, 9)
		if err != nil || due[row.ID] != 3 {
			t.Errorf("%v %v", due, err)
		}
		seqs, err := s.ContestSeqs(ctx, []string{row.ID, "none2345"})
		if err != nil || len(seqs) != 1 || seqs[row.ID] != 3 {
			t.Errorf("%v %v", seqs, err)
		}
		if list, err := s.Contests(ctx, "running", 9); err != nil || len(list) != 1 {
			t.Errorf("%v %v", list, err)
		}
		if list, err := s.PastContests(ctx, "running", row.Starts, row.ID, 9); err != nil || len(list) != 0 {
			t.Errorf("%v %v", list, err)
		}
		if list, err := s.ContestsOfSeries(ctx, row.Series, now, 9); err != nil || len(list) != 1 {
			t.Errorf("%v %v", list, err)
		}
		if n, err := s.OpenContestsOf(ctx, "ann"); err != nil || n != 0 {
			t.Errorf("%d %v", n, err)
		}
	})
}
