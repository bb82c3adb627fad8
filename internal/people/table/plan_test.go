package table_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
)

// days are the terms of a game in which nobody sits before the board.
var days = api.Options{Game: "lyngk", Control: "1/259200", Takeback: true}

// line returns legal moves from the position of a game on, by the numbers of the choices.
func line(s *play.State, choices ...int) (moves []string) {
	pos := s.Position().Copy()
	for _, n := range choices {
		list := pos.Moves(nil)
		m := list[n%len(list)]
		moves = append(moves, s.Game().MoveText(m))
		pos.PlayUnchecked(m)
	}
	return moves
}

// planned is the last message of a plan that a connection got, nil for none.
func planned(ear *tabletest.Recorder) (p *api.Plan) {
	for _, m := range ear.Take() {
		if m.Type == "plan" {
			p = m.Plan
		}
	}
	return p
}

func (h *house) plan(person, id string, lines ...[]string) {
	h.t.Helper()
	_, s := h.view("", id)
	h.must(person, api.ToServer{Type: "plan", Table: id, Ply: s.Ply(), Lines: lines})
}

// text plays a move by its text.
func (h *house) text(id string, people [2]string, move string) {
	h.t.Helper()
	s := h.game(id)
	h.must(people[s.Turn()], send(id, s.Ply(), play.Event{Kind: play.Move, Move: move}))
}

// The planned answer is played within a second while its owner is away, a whole line of it, in both seats, also where the server was
// killed in between; it takes no time.
func TestPlanPlayed(t *testing.T) {
	for seat := range 2 {
		for _, killed := range []bool{false, true} {
			t.Run(fmt.Sprint(seat, killed), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h := newHouse(t)
					id, people := h.table(days)
					for h.game(id).Turn() == game.Side(seat) {
						h.move(id, people, 0)
					}
					moves := line(h.game(id), 3, 5, 2, 7)
					h.plan(people[seat], id, moves)
					for i := 0; i < len(moves); i += 2 {
						time.Sleep(time.Hour)
						h.text(id, people, moves[i])
						if killed {
							h.start()
						}
						stop := h.run()
						time.Sleep(time.Second)
						stop()
						_, s := h.view("", id)
						if plies := s.Plies(); plies[len(plies)-1].Text != moves[i+1] || s.Turn() == game.Side(seat) {
							t.Fatalf("after %s: %v, planned was %s", moves[i], plies[len(plies)-1], moves[i+1])
						} else if took := plies[len(plies)-1].Took; took != 0 {
							t.Errorf("the answer took %v", took)
						}
					}
					if _, events, err := h.store.Load(t.Context(), id); err != nil || strings.Count(string(events[len(events)-1].Payload), `"planned":true`) != 1 {
						t.Errorf("the last event is %s, %v", events[len(events)-1].Payload, err)
					}
					// The next move is not answered, and who is to move hears of it.
					h.plan(people[seat], id, line(h.game(id), 1, 1))
					h.move(id, people, 0)
					if err := h.store.SeePeople(t.Context(), people[seat:seat+1], h.store.Now()); err != nil {
						t.Fatal(err)
					}
					time.Sleep(time.Millisecond)
					h.Sweep(t.Context())
					if s := h.game(id); s.Turn() != game.Side(seat) {
						t.Error("it answers without a plan")
					}
					if list, err := h.store.Notices(t.Context(), people[seat], 1); err != nil || list[0].Kind != "turn" || !list[0].Seen.IsZero() {
						t.Errorf("told %+v, %v", list, err)
					}
				})
			})
		}
	}
}

// An answer is played once, also where its append fails and another process tries it; where both have planned, one answer
// follows the other.
func TestPlanOnce(t *testing.T) {
	for _, tt := range []struct {
		fault  error
		stored bool
	}{{table.ErrBusy, false}, {table.ErrAmbiguous, false}, {table.ErrAmbiguous, true}} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			id, people := h.table(api.Options{Control: "-"})
			moves := line(h.game(id), 1, 2, 3, 4)
			h.plan(people[1], id, moves)
			h.text(id, people, moves[0])
			h.plan(people[0], id, moves[1:3])
			failed := false
			h.store.Fail(func(method, _ string) error {
				if method == "Append" && !failed {
					failed = true
					return tt.fault
				}
				return nil
			}, tt.stored)
			other := table.New(table.Config{Store: h.store})
			for range 6 {
				h.Sweep(t.Context())
				other.Sweep(t.Context())
				time.Sleep(4 * time.Second) // the lease of who has died
			}
			_, s := h.view("", id)
			var played []string
			for _, p := range s.Plies() {
				played = append(played, p.Text)
			}
			if !slices.Equal(played, moves) {
				t.Errorf("%v: played %v, want %v", tt, played, moves)
			}
		})
	}
}

// Nobody but its owner reads a plan over any way, in any role, before it is played; its owner gets it with every watch, on every
// device. Other processes hear that there is one and not what.
func TestPlanSecret(t *testing.T) {
	h := newHouse(t, noLimits)
	o := days
	o.Public = true
	id, people := h.table(o)
	eve := h.person("Eve")
	moves := line(h.game(id), 1, 4, 6, 8)
	secret := moves[3]
	own, first := h.watcher(people[1], id)
	defer first.Close()
	ears := map[string]*tabletest.Recorder{}
	for role, person := range map[string]string{"nobody": "", "watcher": eve, "opponent": people[0]} {
		ear, c := h.watcher(person, id)
		defer c.Close()
		if _, err := c.Do(t.Context(), api.ToServer{Type: "lobby", On: true}); err != nil {
			t.Fatal(err)
		}
		ears[role] = ear
	}
	h.plan(people[1], id, moves)
	h.must(people[0], api.ToServer{Type: "say", Table: id, Text: "hm"})
	for role, person := range map[string]string{"nobody": "", "watcher": eve, "opponent": people[0], "owner": people[1]} {
		var all []string
		note := func(v any, err error) {
			text, _ := json.Marshal(v)
			all = append(all, string(text))
			if err != nil && person != "" {
				t.Error(err)
			}
		}
		note(h.View(t.Context(), person, id))
		note(h.Lobby(t.Context(), person))
		note(h.Record(t.Context(), id))
		note(h.Mine(t.Context(), person))
		for _, since := range []int64{0, 1} {
			ear := &tabletest.Recorder{}
			c := h.Join(person, ear)
			defer c.Close()
			if _, err := c.Do(t.Context(), api.ToServer{Type: "watch", Table: id, Since: since}); err != nil {
				t.Fatal(err)
			}
			text := ear.Text()
			if role == "owner" {
				if p := planned(ear); p == nil || len(p.Lines) != 1 || !slices.Equal(p.Lines[0], moves) {
					t.Errorf("the owner gets %+v", p)
				}
				continue
			}
			all = append(all, text)
		}
		if person != "" && role != "owner" {
			note(h.store.PersonalOf(t.Context(), person))
			note(h.store.Notices(t.Context(), person, 100))
		}
		if ear := ears[role]; ear != nil {
			all = append(all, ear.Text())
		}
		row, events, err := h.store.Load(t.Context(), id)
		note(events, err)
		note(string(row.Summary), err)
		if text := strings.Join(all, "\n"); strings.Contains(text, secret) || strings.Contains(text, `"lines":[[`) || strings.Contains(text, `"planned"`) {
			t.Errorf("%s: %s is read in\n%.3000s", role, secret, text)
		}
	}
	if p := planned(own); p == nil || len(p.Lines) != 1 {
		t.Errorf("the owner's other device gets %+v", p)
	}
	mine, err := h.store.PersonalOf(t.Context(), people[1])
	if err != nil || len(mine.More["plans"]) != 1 || !strings.Contains(fmt.Sprint(mine.More["plans"][0]["tree"]), secret) {
		t.Errorf("the own export has %+v, %v", mine.More["plans"], err)
	}
	if err := h.store.DeletePerson(t.Context(), people[1]); err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.Plan(t.Context(), id, people[1]); err == nil {
		t.Error("it is there after its owner was deleted")
	}
}

// A removed line is gone. What the game has left is kept and never played: after another move, a takeback, and the end.
func TestPlanLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		id, people := h.table(days)
		ask := func() *api.Plan {
			t.Helper()
			ear, c := h.watcher(people[1], id)
			defer c.Close()
			return planned(ear)
		}
		quiet := func(why string) {
			t.Helper()
			before := h.game(id).Ply()
			for range 3 {
				h.Sweep(t.Context())
				time.Sleep(4 * time.Second)
			}
			if _, s := h.view("", id); s.Ply() != before {
				t.Errorf("%s: played %v", why, s.Plies()[before:])
			}
		}
		one, two := line(h.game(id), 1, 2, 3, 4), line(h.game(id), 5, 6)
		h.plan(people[1], id, one, two)
		h.plan(people[1], id, two)
		if p := ask(); len(p.Lines) != 1 || !slices.Equal(p.Lines[0], two) || len(p.Unplayed) > 0 {
			t.Errorf("with a line removed: %+v", p)
		}
		h.text(id, people, one[0])
		quiet("a line that was removed")
		if p := ask(); len(p.Lines) != 0 || len(p.Unplayed) != 1 || !slices.Equal(p.Unplayed[0], two) {
			t.Errorf("after another move: %+v", p)
		}
		row, _, err := h.store.Load(t.Context(), id)
		if err != nil || row.Planned != 0 || row.Deadline.Before(h.store.Now().Add(2*day)) {
			t.Errorf("then the table is due at %v (%d), %v", row.Deadline, row.Planned, err)
		}
		// A later plan keeps what is left of the one before, and both go when they are cleared.
		h.text(id, people, one[1])
		three := line(h.game(id), 2, 2, 9, 9)
		h.plan(people[1], id, three)
		h.text(id, people, three[0])
		h.Sweep(t.Context())
		if s := h.game(id); s.Turn() != game.First {
			t.Fatal("the third line is not played")
		}
		if p := ask(); len(p.Lines) != 1 || !slices.Equal(p.Lines[0], three[2:]) || len(p.Unplayed) != 1 {
			t.Errorf("in the line: %+v", p)
		}
		// Moves that are taken back: the same move comes again a ply later, and is not answered.
		h.text(id, people, three[2])
		seq := h.must(people[0], send(id, 0, play.Event{Kind: play.Offer, What: play.OfferTakeback, To: 4}))
		h.must(people[1], send(id, 0, play.Event{Kind: play.Accept, Offer: int(seq) - 3}))
		h.text(id, people, three[2])
		quiet("after a takeback")
		if p := ask(); len(p.Lines) != 0 || len(p.Unplayed) != 1 || !slices.Equal(p.Unplayed[0], three) {
			t.Errorf("after a takeback: %+v", p)
		}
		h.text(id, people, moveText(h.game(id), 0))
		h.plan(people[1], id, line(h.game(id), 0, 0))
		h.must(people[0], send(id, 0, play.Event{Kind: play.Resign}))
		quiet("after the end")
		if p := ask(); len(p.Lines) != 0 || len(p.Unplayed) != 1 {
			t.Errorf("after the end: %+v", p)
		}
	})
}

// Two clear a plan and what was left of another one.
func TestPlanCleared(t *testing.T) {
	h := newHouse(t)
	id, people := h.table(days)
	h.plan(people[1], id, line(h.game(id), 1, 2))
	h.plan(people[1], id)
	if _, err := h.store.Plan(context.Background(), id, people[1]); err == nil {
		t.Error("it is still there")
	}
	h.plan(people[1], id) // nothing is nothing
}

// A forced pass needs no answer: it is filled in, and goes at once.
func TestPlanPass(t *testing.T) {
	h := newHouse(t)
	id, people := h.table(api.Options{Game: "dvonn", Full: true, Control: "1/259200"})
	for n := range 400 {
		s := h.game(id)
		if s.Over() {
			t.Skip("no pass in this game")
		}
		for _, first := range s.Position().Moves(nil) {
			pos := s.Position().Copy()
			pos.PlayUnchecked(first)
			if _, only := game.ForcedPass(pos); !only {
				continue
			}
			pos.PlayUnchecked(pos.Moves(nil)[0])
			if pos.Outcome() != game.Ongoing {
				continue
			}
			planner := s.Turn().Other()
			next := s.Game().MoveText(pos.Moves(nil)[0])
			pos.PlayUnchecked(pos.Moves(nil)[0])
			if pos.Outcome() != game.Ongoing || pos.Side() != planner {
				continue
			}
			answer := s.Game().MoveText(pos.Moves(nil)[0])
			h.plan(people[planner], id, []string{s.Game().MoveText(first), next, answer})
			h.text(id, people, s.Game().MoveText(first))
			h.Sweep(t.Context())
			h.text(id, people, next)
			h.Sweep(t.Context())
			_, s = h.view("", id)
			if got := s.Plies()[s.Ply()-1].Text; got != answer {
				t.Errorf("played %s, want %s", got, answer)
			}
			return
		}
		h.move(id, people, n*7)
	}
}
