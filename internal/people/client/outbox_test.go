package client

import (
	"context"
	"errors"
	"testing"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// A move without an answer is sent by the next run, once; where the game has gone on the
// next run says that it was not played.
func TestOutbox(t *testing.T) {
	f := newFake(t)
	boxes := [2]*Outbox{NewOutbox(t.TempDir()), NewOutbox(t.TempDir())}
	var sessions [2]*Session
	var lives [2]*Live
	var tables [2]*Table
	for i := range sessions {
		sessions[i], lives[i], tables[i] = person(t, f, LiveOptions{Outbox: boxes[i]})
		if _, err := tables[i].Sit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	// unsent makes a move that the server never hears of, and ends the run.
	unsent := func(who int) (move string) {
		t.Helper()
		if err := tables[who].Wait(t.Context(), func(v *View) bool {
			if v.State == nil || !v.MyTurn() {
				return false
			}
			move = v.State.Game().MoveText(v.State.Position().Moves(nil)[0])
			return true
		}); err != nil {
			t.Fatal(err)
		}
		heard := make(chan struct{}, 1)
		f.mu.Lock()
		f.trouble = func(int, *api.ToServer) trouble {
			select {
			case heard <- struct{}{}:
			default:
			}
			return swallow
		}
		f.mu.Unlock()
		gone := make(chan error)
		go func() {
			_, err := tables[who].Move(context.Background(), move)
			gone <- err
		}()
		<-heard
		if got := boxes[who].Unsent(f.URL); len(got) != 1 || MoveText(got[0]) != move || got[0].Table != fakeID {
			t.Fatalf("%+v is kept, want %s", got, move)
		}
		lives[who].Close()
		if err := <-gone; !errors.Is(err, ErrClosed) {
			t.Fatal(err)
		}
		f.mu.Lock()
		f.trouble = func(int, *api.ToServer) trouble { return none }
		f.mu.Unlock()
		return move
	}
	again := func(who int, box *Outbox) *Live {
		l := sessions[who].Live(LiveOptions{Outbox: box})
		t.Cleanup(l.Close)
		return l
	}

	first := unsent(0)
	if other := boxes[0].Unsent("http://127.0.0.1:1"); len(other) != 0 {
		t.Errorf("another server gets %+v", other)
	}
	if late := again(0, boxes[0]).SendKept(t.Context()); len(late) != 1 || late[0].Refused != nil || late[0].Move != first {
		t.Errorf("%+v was sent late, want %s", late, first)
	}
	// Sent once more, as by a run that had kept it too, it is the same move.
	second := unsent(1)
	kept := boxes[1].Unsent(f.URL)[0]
	for range 2 {
		if err := boxes[1].keep(f.URL, kept); err != nil {
			t.Fatal(err)
		}
		if late := again(1, boxes[1]).SendKept(t.Context()); len(late) != 1 || late[0].Refused != nil || late[0].Move != second {
			t.Errorf("%+v was sent late, want %s", late, second)
		}
	}
	f.mu.Lock()
	ply := f.state.Ply()
	f.mu.Unlock()
	if ply != 2 {
		t.Errorf("%d plies at the server, want 2", ply)
	}

	lives[0] = again(0, boxes[0])
	tables[0] = lives[0].Watch(fakeID)
	third := unsent(0)
	elsewhere := again(0, nil).Watch(fakeID)
	if err := elsewhere.Wait(t.Context(), func(v *View) bool { return v.State != nil }); err != nil {
		t.Fatal(err)
	}
	var other string
	elsewhere.View(func(v *View) { other = v.State.Game().MoveText(v.State.Position().Moves(nil)[1]) })
	if _, err := elsewhere.Move(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	late := again(0, boxes[0]).SendKept(t.Context())
	if len(late) != 1 || late[0].Move != third || late[0].Refused == nil || late[0].Refused.Reason.Code != string(api.TableStale) {
		t.Errorf("%+v was sent late, want %s refused", late, third)
	}
	for i, box := range boxes {
		if left := box.Unsent(f.URL); len(left) != 0 {
			t.Errorf("box %d keeps %+v", i, left)
		}
	}
}

// What the server would answer otherwise at another time stays in the outbox.
func TestFinal(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, true},
		{ErrClosed, false},
		{&Refused{Reason: api.Error{Code: string(play.Illegal)}}, true},
		{&Refused{Reason: api.Error{Code: string(api.LiveRate)}}, false},
		{&Refused{Status: 401, Reason: api.Error{Code: string(api.MeNeeded)}}, false},
	} {
		if got := final(c.err); got != c.want {
			t.Errorf("%v is final: %v", c.err, got)
		}
	}
}
