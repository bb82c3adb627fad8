package rules

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/cmd/cairn-wasm/worker/workertest"
	"cairn.example/game"
	"cairn.example/games"
)

// put asks as [workertest.Ask] does.
func put(t *testing.T, q message.Question, out any) *message.Refusal {
	t.Helper()
	return workertest.Ask(t, Program().Ask, q, out)
}

// TestWholeGames plays a game of each kind to the end by questions alone and
// holds every answer against the rules themselves.
func TestWholeGames(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID(), func(t *testing.T) {
			var text string
			if r := put(t, message.Question{Op: "start", Game: g.ID(), Seed: "whole game"}, &text); r != nil {
				t.Fatal(r)
			}
			start, moves := text, []string{}
			for n := 0; ; n++ {
				var v message.View
				if r := put(t, message.Question{Op: "view", Game: g.ID(), Position: text}, &v); r != nil {
					t.Fatal(r)
				}
				p, err := g.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := len(v.Moves), len(p.Moves(nil)); got != want {
					t.Fatalf("%s: %d moves told, %d exist", text, got, want)
				}
				checkLegs(t, p, &v)
				if len(v.Moves) == 0 {
					if v.Outcome == "ongoing" || p.Outcome() == game.Ongoing {
						t.Fatalf("%s: no moves, yet the game goes on", text)
					}
					break
				}
				m := v.Moves[(n*7919+3)%len(v.Moves)]
				var d message.Played
				if r := put(t, message.Question{Op: "play", Game: g.ID(), Position: text, Move: m.Text}, &d); r != nil {
					t.Fatal(r)
				}
				for _, spot := range m.Cuts {
					if d.Ply.Gone[spot] == "" {
						t.Fatalf("%s: %s was told to cut off %s, and it is not gone", text, m.Text, spot)
					}
				}
				if d.Ply.Move != m.Text || d.View.Position != d.Ply.Position {
					t.Fatalf("played %s, answer %+v", m.Text, d.Ply)
				}
				moves = append(moves, m.Text)
				text = d.Ply.Position
			}
			var all message.Replay
			if r := put(t, message.Question{Op: "replay", Game: g.ID(), Position: start, Moves: moves}, &all); r != nil {
				t.Fatal(r)
			}
			if len(all.Plies) != len(moves) || all.Plies[len(moves)-1].Position != text || all.Failed != nil {
				t.Fatalf("replay gives %d of %d plies and does not end in %s", len(all.Plies), len(moves), text)
			}
		})
	}
}

// checkLegs holds that from the legs told, exactly the moves told are reached.
func checkLegs(t *testing.T, p game.Position, v *message.View) {
	t.Helper()
	for key, legs := range v.Legs {
		claim, from, _ := strings.Cut(key, ",")
		var want, got []string
		for _, m := range v.Moves {
			if m.Claim == claim && m.From == from {
				want = append(want, m.To)
			}
		}
		for _, spots := range legs {
			for _, s := range spots {
				if legs[s] == nil && slices.Contains(want, s) && !slices.Contains(got, s) {
					got = append(got, s)
				}
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: legs of %q reach %v, moves are %v", v.Position, key, got, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	const start = "K/I,K,I,B/K,R,K,B,R,R,B/B,K,I,R,G,G/G,G,G,I,K,R,B/J,G,J,R,R,J/I,I,K,B,I,K,G/B,R,I,B/G 1 -:- 0:0"
	for _, c := range []struct {
		name string
		q    message.Question
		code string
	}{
		{"unknown game", message.Question{Op: "view", Game: "chess"}, "error"},
		{"unknown question", message.Question{Op: "guess", Game: "lyngk", Position: start}, "error"},
		{"bad position", message.Question{Op: "view", Game: "lyngk", Position: "x"}, "lyngk.text_fields"},
		{"illegal move", message.Question{Op: "play", Game: "lyngk", Position: start, Move: "f1-f2"}, "lyngk.origin_joker"},
		{"no full board", message.Question{Op: "start", Game: "lyngk", Full: true}, "error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := put(t, c.q, nil)
			if r == nil || r.Code != c.code || r.Text == "" {
				t.Errorf("refusal %+v, want code %s", r, c.code)
			}
		})
	}
	if !strings.Contains(Program().Ask("no JSON"), `"error"`) {
		t.Error("a question that is no JSON is not refused")
	}
}

func TestWhy(t *testing.T) {
	const text = "K/I,K,I,B/K,R,K,B,R,R,B/B,K,I,R,G,G/G,G,G,I,K,R,B/J,G,J,R,R,J/I,I,K,B,I,K,G/B,R,I,B/G 1 -:- 0:0"
	var r *message.Refusal
	put(t, message.Question{Op: "why", Game: "lyngk", Position: text, Move: "a1-b1"}, &r)
	if r != nil && r.Clause == "" {
		t.Errorf("a refused move without a clause: %+v", r)
	}
	var stuck message.Stuck
	put(t, message.Question{Op: "whyStack", Game: "lyngk", Position: text, From: "f1"}, &stuck)
	if stuck.Why == nil || stuck.Why.Code != "lyngk.origin_joker" {
		t.Errorf("a lone joker is refused with %+v", stuck.Why)
	}
}

func FuzzAsk(f *testing.F) {
	f.Add(`{"op":"view","game":"dvonn","position":"x"}`)
	f.Add(`{"op":"start","game":"dvonn","full":true}`)
	f.Fuzz(func(t *testing.T, text string) {
		answer := Program().Ask(text)
		if !json.Valid([]byte(answer)) || strings.Contains(answer, "internal:") {
			t.Errorf("%q is answered with %q", text, answer)
		}
	})
}
