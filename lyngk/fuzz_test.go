package lyngk

import (
	"testing"

	"cairn.example/game"
	"cairn.example/game/gametest"
)

// pick returns one of the three games.
func pick(n uint8) Game { return Games()[int(n)%len(Games())] }

// FuzzParse checks that no text makes Parse panic, that what it accepts prints
// canonically, and that an accepted position keeps its promises.
func FuzzParse(f *testing.F) {
	for i, g := range Games() {
		for _, c := range gametest.ReadPerft(f, g, gametest.Vectors) {
			f.Add(uint8(i), c.Position)
		}
	}
	for _, c := range refusedTexts {
		f.Add(uint8(c.game), c.text)
	}
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		g := pick(n)
		p, err := g.Parse(text)
		if err != nil {
			e := err.(*game.Error)
			if e.Offset < 0 || e.Offset > len(text) || e.Error() == "" {
				t.Fatalf("offset %d of %d: %v", e.Offset, len(text), e)
			}
			return
		}
		canonical := p.String()
		q, err := g.Parse(canonical)
		if err != nil {
			t.Fatalf("own text %q: %v", canonical, err)
		}
		if q.String() != canonical || q.Key() != p.Key() {
			t.Fatalf("%q is printed as %q, then as %q", text, canonical, q)
		}
		moves := p.Moves(nil)
		if p.(game.Counter).CountMoves() != len(moves) {
			t.Fatalf("CountMoves and Moves differ on %s", canonical)
		}
		if (p.Outcome() == game.Ongoing) != (len(moves) > 0) {
			t.Fatalf("%d moves, outcome %d on %s", len(moves), p.Outcome(), canonical)
		}
		if len(moves) == 0 {
			return
		}
		p.PlayUnchecked(moves[len(text)%len(moves)])
		if q, err = g.Parse(p.String()); err != nil || q.Key() != p.Key() {
			t.Fatalf("after a move from %s: %v\n%s\n%s", canonical, err, p, q)
		}
	})
}

// FuzzMove checks that no text makes ParseMove panic and that what it accepts
// is a legal move.
func FuzzMove(f *testing.F) {
	type position struct {
		game Game
		text string
	}
	var positions []position
	for _, g := range Games() {
		for _, c := range gametest.ReadPerft(f, g, gametest.Vectors) {
			positions = append(positions, position{g, c.Position})
		}
	}
	for i, c := range refusals {
		f.Add(uint8(i), c.move)
	}
	for i, text := range []string{"e4-e5", "I,c3-d4", "k,B1-b2-c3", "pass", "e1-e2-e3-e4-e5-e6-e7", "i1-h1", "R,g4-f3-e3-d2"} {
		f.Add(uint8(i), text)
	}
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		c := positions[int(n)%len(positions)]
		p, err := c.game.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove(text)
		if p.String() != c.text {
			t.Fatalf("reading %q changed the position to %s", text, p)
		}
		if err != nil {
			e := err.(*game.Error)
			if e.Offset < 0 || e.Offset > len(text) || e.Error() == "" {
				t.Fatalf("offset %d of %d: %v", e.Offset, len(text), e)
			}
			return
		}
		if again, err := p.ParseMove(c.game.MoveText(m)); err != nil || again != m {
			t.Fatalf("%q is %s, which is read as %d: %v", text, c.game.MoveText(m), again, err)
		}
		if err := p.Play(m); err != nil {
			t.Fatalf("%q is accepted, then refused: %v", text, err)
		}
	})
}
