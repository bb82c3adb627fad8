package tui

import (
	"testing"
	"time"

	"cairn.example/internal/people/api"
)

// Somebody finds a contest in the lobby, takes part, leaves, takes part again, and goes to the board once it has started; by
// keys.
func TestContestInTerminal(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna, bob := p.guest("Anna"), p.guest("Bob")
	for _, s := range []*Server{anna, bob} {
		if _, err := s.Session.Claim(t.Context(), s.Session.Person().Name); err != nil {
			t.Fatal(err)
		}
	}
	var v api.ContestView
	o := api.ContestOptions{
		Title: "Club night", Game: "dvonn", Control: "600+5", Rounds: 1, Games: 1, Zone: "UTC", Starts: time.Now().Add(10 * time.Minute).UnixMilli(),
	}
	if err := bob.Session.Call(t.Context(), "POST", "/api/contests", o, &v); err != nil {
		t.Fatal(err)
	}
	id := v.Contest.ID
	act := func(action string, c api.ContestCall) {
		t.Helper()
		var err error
		if v, err = bob.Session.InContest(t.Context(), id, action, c); err != nil {
			t.Fatal(err)
		}
	}
	act("join", api.ContestCall{})
	h := newAtServer(t, anna, nil)
	h.shows("Club night, DVONN")
	h.press("home")
	h.shows("Join")
	h.press("enter")
	h.shows("You’re in")
	h.cutFree("contest")
	h.press("home", "delete")
	h.until("out again", func() bool { return !h.showsNow("You’re in") })
	h.press("home", "enter")
	h.shows("You’re in")
	for end := time.Now().Add(patience); v.Contest.Phase != api.ContestRunning; time.Sleep(50 * time.Millisecond) {
		if err := bob.Session.Call(t.Context(), "GET", "/api/contests/"+id, nil, &v); err != nil {
			t.Fatal(err)
		}
		// It starts by itself a while later; the host need not wait.
		_, _ = bob.Session.InContest(t.Context(), id, "check", api.ContestCall{})
		_, _ = anna.Session.InContest(t.Context(), id, "check", api.ContestCall{})
		_, _ = bob.Session.InContest(t.Context(), id, "start", api.ContestCall{Seq: v.Contest.Seq})
		if time.Now().After(end) {
			t.Fatalf("it does not start: %+v", v.Contest)
		}
	}
	again := newAtServer(t, anna, nil)
	again.shows("Round 1")
	lobby := again.a.top().(*lobbyScreen)
	for i, r := range lobby.tables() {
		if r.contest != nil {
			lobby.at = i
		}
	}
	again.press("enter")
	again.until("at the board", func() bool { return again.showsNow("Your turn.") || again.showsNow("To move: Bob.") })
}
