package tui

import (
	"testing"

	"cairn.example/game"
	"cairn.example/internal/people/api"
)

// tablePlies is how many moves the table of a screen has.
func (h *atServer) tablePlies() int { return atTable(h.a.gameScreen()).state.Ply() }

// A move prepared while the opponent thinks is played when one's turn has come, or is said
// to be impossible; Esc drops it, and without a clock nothing is prepared.
func TestPremove(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna, bob, _, _ := sat(t, p, api.Options{Game: "dvonn", Control: "300+3"}, nil)
	bob.command("f3")
	bob.shows("f3 will be played as soon as it’s your turn.")
	bob.cutFree("prepared")
	anna.move("e3")
	bob.until("the prepared move", func() bool { return bob.tablePlies() == 2 })
	anna.until("the prepared move", func() bool { return anna.tablePlies() == 2 })
	bob.until("nothing prepared", func() bool { return atTable(bob.a.gameScreen()).premove == nil })

	spot := func(h *atServer, name string) {
		t.Helper()
		s, ok := h.a.gameScreen().game().Layout().Lookup(name)
		if !ok {
			t.Fatalf("there is no spot %s", name)
		}
		h.a.gameScreen().focus = s
		h.press("enter")
	}
	bob.until("the opponent's turn", func() bool { return atTable(bob.a.gameScreen()).premoving() })
	spot(bob, "g3")
	bob.shows("g3 will be played")
	bob.press("esc")
	bob.shows("No move prepared.")
	spot(bob, "d3")
	bob.shows("d3 will be played")
	anna.move("d3")
	bob.shows("d3 wasn’t possible.")
	if n := bob.tablePlies(); n != 3 {
		t.Errorf("%d moves were played, want 3", n)
	}

	anna, bob, _, _ = sat(t, p, api.Options{Game: "dvonn", Control: "-"}, nil)
	bob.command("f3")
	bob.shows("To move: Anna.")
	if atTable(bob.a.gameScreen()).premove != nil {
		t.Error("a move is prepared without a clock")
	}
	anna.move("e3")
	bob.shows("Your turn.")
}

// A move with a claim is prepared by the cursor: from, to, and the color by its number.
func TestPremoveWithClaim(t *testing.T) {
	t.Parallel()
	anna, bob, _, _ := sat(t, newPeople(t), api.Options{Game: "lyngk", Control: "300+3"}, nil)
	gs := bob.a.gameScreen()
	first := gs.pos().Moves(nil)[0]
	after := gs.pos().Copy()
	after.PlayUnchecked(first)
	touched := gs.game().Parts(first)
	var want game.Parts
	var reply game.Move
	for _, m := range after.Moves(nil) {
		if parts := gs.game().Parts(m); parts.Claim != 0 && parts.From != touched.To && parts.To != touched.To && parts.From != touched.From && len(route(after, m)) == 2 {
			want, reply = parts, m
			break
		}
	}
	if want.Claim == 0 {
		t.Fatal("no reply with a claim")
	}
	gs.focus = want.From
	bob.press("enter")
	bob.shows("choose where to")
	gs.focus = want.To
	bob.press("enter")
	for i, c := range gs.claimable() {
		if c == want.Claim {
			bob.press(string(rune('1' + i)))
		}
	}
	bob.shows(gs.game().MoveText(reply) + " will be played as soon as it’s your turn.")
	anna.move(gs.game().MoveText(first))
	bob.until("the prepared move", func() bool { return bob.tablePlies() == 2 })
	anna.until("the prepared move", func() bool { return anna.tablePlies() == 2 })
	if last, _ := anna.a.gameScreen().session.Last(); last.Move != reply {
		t.Errorf("%s was played, want %s", gs.game().MoveText(last.Move), gs.game().MoveText(reply))
	}
}

// Half a move that is prepared is a stack picked up when one's turn has come, as far as that
// can move then.
func TestHalfPremove(t *testing.T) {
	t.Parallel()
	anna, bob, _, _ := sat(t, newPeople(t), api.Options{Game: "dvonn", Full: true, Control: "300+3"}, nil)
	gs := bob.a.gameScreen()
	first := gs.pos().Moves(nil)[0]
	after := gs.pos().Copy()
	after.PlayUnchecked(first)
	from := gs.game().Parts(after.Moves(nil)[0]).From
	gs.focus = from
	bob.press("enter")
	bob.shows("choose where to")
	anna.move(gs.game().MoveText(first))
	bob.until("the own turn", func() bool { return gs.personToMove() })
	if path := gs.choice.path; len(path) != 1 || path[0] != from || atTable(gs).premove != nil {
		t.Errorf("picked up are %v, want %v", path, from)
	}
}

// Who only looks on is offered no seat at the table named, but is at the same table after
// the lobby.
func TestWatchOnly(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	maker := p.guest("Anna")
	made, err := maker.Session.Create(t.Context(), api.Options{Game: "dvonn", Control: "-", Public: true})
	if err != nil {
		t.Fatal(err)
	}
	eve := newAtServer(t, p.guest("Eve"), func(o *Options) { o.Table, o.Watch = made.ID, true })
	eve.shows("You’re watching.")
	eve.cutFree("watching")
	w := eve.a.top().(*waitingScreen)
	if eve.press("enter"); w.maySit() || w.negotiable() || w.busy {
		t.Error("a seat is offered to who only looks on")
	}
	eve.press("q")
	eve.shows("Open seats")
	eve.press("home", "enter")
	eve.until("a seat", func() bool {
		w, ok := eve.a.top().(*waitingScreen)
		return ok && w.maySit()
	})
}

// What the last run has left is said before anything else.
func TestNewsFromLastTime(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna := p.guest("Anna")
	anna.News = "Your move e3 has reached the server now."
	h := newAtServer(t, anna, nil)
	h.shows("Your move e3 has reached the server now.")
	h.press("enter")
	h.shows("No one is waiting")
}

// At home a move is prepared while the computer thinks, as at tables where a clock runs.
func TestPremoveAtHome(t *testing.T) {
	thinking := func(clock string) *harness {
		r := withClock(t, "dvonn", clock, trueColor, [2]string{"", "level1"})
		gs := r.gameScreen()
		gs.play(sorted(gs.pos())[0]) // what comes of it is left: the computer thinks on
		return r
	}
	answer := func(r *harness, text string) {
		t.Helper()
		gs := r.gameScreen()
		m, err := gs.pos().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		r.send(gameMsg{gs.number, answeredMsg{gs.engine.answering, m, nil}})
	}
	r := thinking("5+3")
	gs := r.gameScreen()
	r.typeText("f3")
	r.press("enter")
	r.sees("f3 will be played as soon as it’s your turn.")
	answer(r, "e5")
	if got := moves(gs); len(got) < 3 || got[1] != "e5" || got[2] != "f3" {
		t.Errorf("played are %v, want the prepared f3 after e5", got)
	}

	for _, c := range []struct {
		name string
		do   func(r *harness)
		says string
	}{
		{"taken by the computer", func(r *harness) { answer(r, "f3") }, "f3 wasn’t possible."},
		{"dropped", func(r *harness) { r.press("esc"); r.sees("No move prepared."); answer(r, "e5") }, "Your turn."},
		{"of a position taken back", func(r *harness) { r.press("u") }, "Your turn."},
	} {
		r := thinking("5+3")
		r.typeText("f3")
		r.press("enter")
		c.do(r)
		r.sees(c.says)
		if h := r.gameScreen().mode.(*homeMode); h.premove != nil || len(moves(h.gameScreen)) > 2 {
			t.Errorf("%s: still prepared is %v, played are %v", c.name, h.premove, moves(h.gameScreen))
		}
	}

	r = thinking("-")
	r.typeText("f3")
	r.press("enter")
	if h := r.gameScreen().mode.(*homeMode); h.premove != nil {
		t.Error("a move is prepared without a clock")
	}
}
