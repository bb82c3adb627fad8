package dvonn

import (
	"errors"
	"testing"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/game/gametest"
)

// checkRefusal checks that an error is one that every program can show.
func checkRefusal(t *testing.T, err error, text string) {
	t.Helper()
	var e *game.Error
	if !errors.As(err, &e) {
		t.Fatalf("%q: %v is no *game.Error", text, err)
	}
	if Reasons[e.Code].Text == "" || e.Offset < 0 || e.Offset > len(text) || !utf8.ValidString(e.Error()) {
		t.Fatalf("%q: code %s, offset %d: %q", text, e.Code, e.Offset, e.Error())
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		empty + " w place", three + " b place", few + " w move", done + " b move", middleText,
		"", "/", ",", " w move", empty + " w move", "DW,WD,./x w",
	} {
		f.Add(text)
	}
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := Game.Parse(text)
		if err != nil {
			checkRefusal(t, err, text)
			return
		}
		p := parsed.(*Position)
		canonical := p.String()
		q, err := Game.Parse(canonical)
		if err != nil || q.String() != canonical || q.Key() != p.Key() {
			t.Fatalf("%q prints as %q, which is read as %v, %v", text, canonical, q, err)
		}
		if len(canonical) != len(text) {
			t.Fatalf("%q prints as %q", text, canonical)
		}
		// Play on: each ply is as the reference has it.
		s := readSlow(canonical)
		for ply := range 12 {
			want := s.moves()
			if got := turnTexts(p); len(got) != len(want) || p.CountMoves() != len(want) {
				t.Fatalf("moves of %s\n got %s\nwant %s", p, got, want)
			}
			if len(want) == 0 {
				break
			}
			turn := want[(len(text)+7*ply)%len(want)]
			m, err := p.ParseMove(turn)
			if err != nil {
				t.Fatalf("%s in %s: %v", turn, p, err)
			}
			p.PlayUnchecked(m)
			s.play(turn)
			if p.String() != s.String() || p.Key() != p.computeKey() {
				t.Fatalf("after %s\n got %s\nwant %s", turn, p, s)
			}
		}
		if got, want := Game.OutcomeName(p.Outcome()), s.result(); got != want {
			t.Fatalf("outcome of %s: %s, want %s", p, got, want)
		}
	})
}

func FuzzMove(f *testing.F) {
	var positions []game.Position
	for _, text := range []string{empty + " w place", three + " b place", few + " w move", done + " b move", blocked + " w move", middleText} {
		p, err := Game.Parse(text)
		if err != nil {
			f.Fatal(err)
		}
		positions = append(positions, p)
	}
	for _, text := range []string{"", "e3", "E3", "e3-f3", "E3F3", "e3f3", "pass", "PASS", "a2-b2", "a4", "-", "e3-", "é3"} {
		f.Add(text, uint32(0))
	}
	f.Add("", uint32(Pass))
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, text string, number uint32) {
		for _, p := range positions {
			m, err := p.ParseMove(text)
			if err != nil {
				checkRefusal(t, err, text)
			} else if again, err := p.ParseMove(Game.MoveText(m)); err != nil || again != m || p.Legal(m) != nil {
				t.Fatalf("%q is read as %s, and that as %d, %v", text, Game.MoveText(m), again, err)
			}
			// Any number may be asked about; a legal one is listed.
			m = game.Move(number)
			listed := false
			for _, l := range p.Moves(nil) {
				listed = listed || l == m
			}
			if legal := p.Legal(m) == nil; legal != listed {
				t.Fatalf("move %d (%s): legal %v, listed %v\n%s", number, Game.MoveText(m), legal, listed, p)
			}
			q := p.Copy()
			if err := q.Play(m); (err == nil) != listed || !listed && q.String() != p.String() {
				t.Fatalf("move %d (%s) was played: %v\n%s", number, Game.MoveText(m), err, p)
			}
		}
	})
}
