package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
)

// put asks a question and decodes the answer's ok part into out; it returns the
// refusal, if that was the answer.
func put(t *testing.T, q question, out any) *refusal {
	t.Helper()
	b, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var a struct {
		OK    json.RawMessage `json:"ok"`
		Error *refusal        `json:"error"`
	}
	if err := json.Unmarshal([]byte(ask(string(b))), &a); err != nil {
		t.Fatal(err)
	}
	if a.Error == nil && out != nil {
		if err := json.Unmarshal(a.OK, out); err != nil {
			t.Fatal(err)
		}
	}
	return a.Error
}

// TestWholeGames plays a game of each kind to the end by questions alone and
// holds every answer against the rules themselves.
func TestWholeGames(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID(), func(t *testing.T) {
			var text string
			if r := put(t, question{Op: "start", Game: g.ID(), Seed: "whole game"}, &text); r != nil {
				t.Fatal(r)
			}
			start, moves := text, []string{}
			for n := 0; ; n++ {
				var v view
				if r := put(t, question{Op: "view", Game: g.ID(), Position: text}, &v); r != nil {
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
				var d played
				if r := put(t, question{Op: "play", Game: g.ID(), Position: text, Move: m.Text}, &d); r != nil {
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
			var all replayed
			if r := put(t, question{Op: "replay", Game: g.ID(), Position: start, Moves: moves}, &all); r != nil {
				t.Fatal(r)
			}
			if len(all.Plies) != len(moves) || all.Plies[len(moves)-1].Position != text || all.Failed != nil {
				t.Fatalf("replay gives %d of %d plies and does not end in %s", len(all.Plies), len(moves), text)
			}
		})
	}
}

// checkLegs holds that from the legs told, exactly the moves told are reached.
func checkLegs(t *testing.T, p game.Position, v *view) {
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

// TestRecords writes a game with all a record can hold in our own format and
// reads it back, and finds each format able to hold at least its moves.
func TestRecords(t *testing.T) {
	ms := int64(61_500)
	in := recordInfo{
		Game: "dvonn", First: "Anna", Second: "Ben", Result: "second", Termination: "resignation", TimeControl: "300+3",
		Tags: []tagInfo{{"Event", "Club"}}, Note: &noteInfo{Comment: "A calm start."},
		Moves: []moveInfo{
			{Text: "e3", NAGs: []int{1}, Note: &noteInfo{Clock: &ms, Took: &ms, Eval: "0.4", Commands: []tagInfo{{"mark", "e3"}}}},
			{Text: "f3", Variations: []lineInfo{{Moves: []moveInfo{{Text: "a1", Note: &noteInfo{Comment: "Too far."}}}}}},
		},
	}
	var list []formatInfo
	put(t, question{Op: "formats"}, &list)
	if len(list) < 3 {
		t.Fatalf("formats %v", list)
	}
	var out exported
	if r := put(t, question{Op: "export", Record: &in, Format: "cairn"}, &out); r != nil {
		t.Fatal(r)
	}
	var back []entryInfo
	put(t, question{Op: "import", Data: []byte(out.Text), Name: "x.cairn"}, &back)
	if len(back) != 1 || back[0].Error != nil {
		t.Fatalf("read back %+v", back)
	}
	in.Start = back[0].Record.Start // the only start of this game is filled in
	got, _ := json.Marshal(back[0].Record)
	want, _ := json.Marshal(in)
	if string(got) != string(want) {
		t.Errorf("wrote %s\nread  %s", want, got)
	}
	in.Moves = append(in.Moves, moveInfo{Text: "e3"})
	if r := put(t, question{Op: "export", Record: &in, Format: "cairn"}, nil); r == nil || r.Clause != "2.1" ||
		r.Code != "record.illegal" || r.Why == nil || r.Why.Code != "dvonn.occupied" || r.Place == nil || r.Place.Ply != 3 {
		t.Errorf("an illegal move is exported: %+v", r)
	}
	if r := put(t, question{Op: "export", Format: "cairn"}, nil); r == nil {
		t.Error("no record is exported")
	}
	put(t, question{Op: "import", Data: []byte("no game at all")}, &back)
	if len(back) != 1 || back[0].Error == nil || back[0].Error.Text == "" {
		t.Errorf("a file without a game is read as %+v", back)
	}
	back = nil
	put(t, question{Op: "import", Data: []byte("[Game \"dvonn\"]\n[Result \"5\"]\n\n1. d3 *\n"), Name: "x"}, &back)
	if len(back) != 1 || back[0].Error != nil || len(back[0].Warnings) != 1 {
		t.Fatalf("a doubtful record is read as %+v", back)
	}
	if w := back[0].Warnings[0]; w.Code != "record.result_word" || w.Args["word"] != "5" || w.Place == nil || w.Place.Game != 1 || w.Text == "" {
		t.Errorf("it is warned of with %+v", w)
	}
}

func TestRefusals(t *testing.T) {
	const start = "K/I,K,I,B/K,R,K,B,R,R,B/B,K,I,R,G,G/G,G,G,I,K,R,B/J,G,J,R,R,J/I,I,K,B,I,K,G/B,R,I,B/G 1 -:- 0:0"
	for _, c := range []struct {
		name string
		q    question
		code string
	}{
		{"unknown game", question{Op: "view", Game: "chess"}, "error"},
		{"unknown question", question{Op: "guess", Game: "lyngk", Position: start}, "error"},
		{"bad position", question{Op: "view", Game: "lyngk", Position: "x"}, "lyngk.text_fields"},
		{"illegal move", question{Op: "play", Game: "lyngk", Position: start, Move: "f1-f2"}, "lyngk.origin_joker"},
		{"no full board", question{Op: "start", Game: "lyngk", Full: true}, "error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := put(t, c.q, nil)
			if r == nil || r.Code != c.code || r.Text == "" {
				t.Errorf("refusal %+v, want code %s", r, c.code)
			}
		})
	}
	if !strings.Contains(ask("no JSON"), `"error"`) {
		t.Error("a question that is no JSON is not refused")
	}
}

func TestWhy(t *testing.T) {
	const text = "K/I,K,I,B/K,R,K,B,R,R,B/B,K,I,R,G,G/G,G,G,I,K,R,B/J,G,J,R,R,J/I,I,K,B,I,K,G/B,R,I,B/G 1 -:- 0:0"
	var r *refusal
	put(t, question{Op: "why", Game: "lyngk", Position: text, Move: "a1-b1"}, &r)
	if r != nil && r.Clause == "" {
		t.Errorf("a refused move without a clause: %+v", r)
	}
	r = nil
	put(t, question{Op: "whyStack", Game: "lyngk", Position: text, From: "f1"}, &r)
	if r == nil || r.Code != "lyngk.origin_joker" {
		t.Errorf("a lone joker is refused with %+v", r)
	}
}

func FuzzAsk(f *testing.F) {
	f.Add(`{"op":"view","game":"dvonn","position":"x"}`)
	f.Add(`{"op":"start","game":"dvonn","full":true}`)
	f.Fuzz(func(t *testing.T, text string) {
		answer := ask(text)
		if !json.Valid([]byte(answer)) || strings.Contains(answer, "internal:") {
			t.Errorf("%q is answered with %q", text, answer)
		}
	})
}

// A file of more games than a page is given says so.
func TestTooManyGames(t *testing.T) {
	one := "[Game \"dvonn\"]\n\n1. d3 *\n\n"
	for n, want := range map[int]int{mostEntries: mostEntries, mostEntries + 2: mostEntries + 1} {
		list := importRecords([]byte(strings.Repeat(one, n)), "", "dvonn")
		if len(list) != want {
			t.Fatalf("%d games: %d entries", n, len(list))
		}
		last := list[len(list)-1].Error
		if said := last != nil && last.Code == "ui.import.rest"; said != (n > mostEntries) {
			t.Errorf("%d games: the last entry has the error %+v", n, last)
		}
	}
}
