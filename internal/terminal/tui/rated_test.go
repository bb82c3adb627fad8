package tui

import (
	"strings"
	"testing"

	"cairn.example/internal/people/api"
)

// account is somebody with a name of their own.
func (p *people) account(name string) *Server {
	p.t.Helper()
	s := p.session(name)
	if err := s.Call(p.t.Context(), "POST", "/api/me/claim", api.Claim{Name: name}, nil); err != nil {
		p.t.Fatal(err)
	}
	return p.live(s)
}

// Two with names of their own play a rated game: it is offered where one makes a table, shown to
// who may sit down, and both read at the end what it has done.
func TestRatedGame(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	guest := newAtServer(t, p.guest("Otto"), nil)
	guest.shows("No one is waiting")
	if guest.showsNow("Rated") {
		t.Errorf("a guest is offered rated games:\n%s", guest.text())
	}
	marta := newAtServer(t, p.account("Marta"), nil)
	marta.shows("Rated")
	marta.cutFree("lobby of an account")
	for marta.a.top().(*lobbyScreen).here() == nil || marta.a.top().(*lobbyScreen).here().id != "rated" {
		marta.press("down")
	}
	marta.shows("A rated game changes the ratings of both")
	marta.press("right")
	if marta.showsNow("Takebacks") {
		t.Errorf("takebacks are offered in a rated game:\n%s", marta.text())
	}
	marta.press("enter")
	marta.shows("Waiting for an opponent")
	marta.shows("Rated")
	guest.shows("Marta, LYNGK, 5 min + 3 s per move, Rated")

	jonas := newAtServer(t, p.account("Jonas"), nil)
	jonas.shows("Marta, LYNGK")
	jonas.press("home")
	jonas.press("enter")
	jonas.shows("Rated")
	jonas.cutFree("a rated table to sit down at")
	jonas.press("enter")
	jonas.until("the game", func() bool { return jonas.a.gameScreen() != nil })
	marta.until("the game", func() bool { return marta.a.gameScreen() != nil })
	jonas.command("resign")
	jonas.shows("Resign this game?")
	jonas.press("up", "enter")
	jonas.shows("Rating: 1338 (-162).")
	marta.shows("Rating: 1662 (+162).")
	marta.cutFree("the end of a rated game")
	if strings.Contains(marta.text(), "1338") {
		t.Errorf("the opponent's rating is told as one's own:\n%s", marta.text())
	}
}
