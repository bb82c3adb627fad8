package client

import (
	"testing"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// TestUnsent sends a move that has no answer at first: it is shown as not sent, over the
// connection that carries nothing and over the next one, until it is answered; it is
// played once.
func TestUnsent(t *testing.T) {
	for name, first := range map[string]trouble{"no answer": swallow, "no connection": cutBefore, "the answer is lost": cutAfter, "put off": busy, "restarted": sendAway} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t)
			var tables [2]*Table
			for i := range tables {
				_, _, tables[i] = person(t, f, LiveOptions{})
				if err := tables[i].Wait(t.Context(), func(v *View) bool { return v.Known }); err != nil {
					t.Fatal(err)
				}
				if _, err := tables[i].Sit(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			var table *Table
			var move string
			for i := range tables {
				if err := tables[i].Wait(t.Context(), func(v *View) bool {
					if v.MyTurn() {
						table, move = tables[i], v.State.Game().MoveText(v.State.Position().Moves(nil)[0])
					}
					return v.State != nil
				}); err != nil {
					t.Fatal(err)
				}
			}
			f.mu.Lock()
			began := f.number
			seen := make(chan struct{})
			f.trouble = func(n int, m *api.ToServer) trouble {
				select {
				case <-seen:
					return none
				default:
				}
				if n > began+1 && first != busy {
					return swallow
				}
				return first
			}
			f.mu.Unlock()
			answer := make(chan error, 1)
			go func() {
				_, err := table.Send(t.Context(), play.Event{Kind: play.Move, Move: move})
				answer <- err
			}()
			stopped := false
			if err := table.Wait(t.Context(), func(v *View) bool {
				stopped = stopped || v.Stopped
				told := first != busy || v.Trouble != nil && v.Trouble.Code == string(api.LiveFull)
				return len(v.Unsent) == 1 && MoveText(v.Unsent[0]) == move && told
			}); err != nil {
				t.Fatal(err)
			}
			if stopped != (first == sendAway) {
				t.Errorf("no clock runs: %v", stopped)
			}
			close(seen)
			if err := <-answer; err != nil {
				t.Fatal(err)
			}
			table.View(func(v *View) {
				if len(v.Unsent) != 0 || v.State.Ply() != 1 {
					t.Errorf("in the end %d are not sent, %d plies", len(v.Unsent), v.State.Ply())
				}
			})
			f.mu.Lock()
			defer f.mu.Unlock()
			if n := f.state.Ply(); n != 1 {
				t.Errorf("the server has %d plies", n)
			}
		})
	}
}
