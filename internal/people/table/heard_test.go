package table_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Somebody has two seconds left when another process is killed, perhaps theirs. Until it
// is known whether that one lived when the time was over, no flag falls and no late
// message is refused; then the time that the people of the process needed to come here is
// not theirs, or the flag has fallen when the time was over.
func TestFlagWaitsForProcesses(t *testing.T) {
	const left = 2 * time.Second
	// late is when the move comes, counted from when the other process was heard of last.
	for _, tt := range []struct {
		name   string
		late   time.Duration
		killed bool
		fallen bool
	}{
		{"killed, back after the flag", 3500 * time.Millisecond, true, false},
		{"killed, back just after the flag", 2500 * time.Millisecond, true, false},
		{"killed, and not back in time", 4*time.Second + left + 1100*time.Millisecond, true, true},
		{"only late", 3500 * time.Millisecond, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, noLimits)
				id, people := h.table(api.Options{Control: "2"})
				for ply := range 2 { // they cost nothing
					h.move(id, people, ply)
				}
				heard := h.store.Now()
				h.store.HeardUntil(heard)
				over := func() bool { return h.game(id).Over() }
				known := func() {
					if tt.killed {
						h.store.Miss(heard, heard.Add(4*time.Second))
					}
					h.store.HeardUntil(time.Time{})
				}
				m := send(id, 2, play.Event{Kind: play.Move, Move: moveText(h.game(id), 0)})
				m.ID = "late"

				time.Sleep(min(tt.late, 5*time.Second))
				h.Sweep(t.Context())
				if over() {
					t.Fatal("the flag has fallen, though a process is unheard")
				}
				if tt.late > 5*time.Second {
					known()
					time.Sleep(tt.late - 5*time.Second)
					h.Sweep(t.Context())
				} else {
					if _, err := h.Do(t.Context(), people[0], m); !errors.Is(err, table.ErrBusy) {
						t.Fatalf("a move after the flag: %v, want busy", err)
					}
					h.Sweep(t.Context())
					if over() {
						t.Fatal("the flag has fallen though a move waits")
					}
					time.Sleep(time.Second)
					known()
				}
				_, err := h.Do(t.Context(), people[0], m)
				s := h.game(id)
				switch {
				case tt.fallen && (err == nil || !s.Over() || s.End().Why != record.Time):
					t.Errorf("the move: %v, over %v", err, s.Over())
				case !tt.fallen && (err != nil || s.Over() || s.Ply() != 3):
					t.Errorf("the move: %v, over %v, plies %d", err, s.Over(), s.Ply())
				}
			})
		})
	}
}

// A player whose time is over cannot hold the flag up by sending new moves, though the
// processes are always heard of a little late.
func TestFlagFallsUnderMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		id, people := h.table(api.Options{Control: "2"})
		for ply := range 2 { // they cost nothing
			h.move(id, people, ply)
		}
		time.Sleep(1900 * time.Millisecond)
		for range 35 { // a message that came in the moment of the flag is waited for, for ten seconds
			time.Sleep(400 * time.Millisecond)
			h.store.HeardUntil(h.store.Now().Add(-500 * time.Millisecond))
			m := send(id, 2, play.Event{Kind: play.Move, Move: moveText(h.game(id), 0)})
			m.ID = h.id()
			if _, err := h.Do(t.Context(), people[0], m); err == nil {
				t.Fatal("a move after the flag is played")
			}
			h.Sweep(t.Context())
		}
		if s := h.game(id); !s.Over() || s.End().Why != record.Time {
			t.Errorf("the flag has not fallen: over %v", s.Over())
		}
	})
}
