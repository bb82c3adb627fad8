package dvonn

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
)

var update = flag.Bool("update", false, "rewrite the golden playthrough")

// TestGolden writes down all that a position answers at every ply of one game, so
// that a change of rules shows as a difference that can be read.
func TestGolden(t *testing.T) {
	const path = "testdata/playthrough.txt"
	var b strings.Builder
	b.WriteString("# A random game from the empty board, all answers at every ply.\n")
	b.WriteString("# Rewrite with: go test ./dvonn -run Golden -update\n")
	p := newEmpty()
	for state, ply := uint64(7), 0; ; ply++ {
		fmt.Fprintf(&b, "\nply %d\n%s\n", ply, p)
		fmt.Fprintf(&b, "key %016x, %s, pieces %d:%d\n", p.Key(), Game.OutcomeName(p.Outcome()), p.Pieces(game.First), p.Pieces(game.Second))
		fmt.Fprintf(&b, "mobile %s | %s\n", spotNames(p.Mobile(game.First)), spotNames(p.Mobile(game.Second)))
		fmt.Fprintf(&b, "hinges %s\n", spotNames(p.Hinges()))
		moves := p.Moves(nil)
		turns := make([]string, len(moves))
		for i, m := range moves {
			turns[i] = Game.MoveText(m)
			if gone := p.Isolated(m); gone != 0 {
				turns[i] += "(isolates " + spotNames(gone) + ")"
			}
		}
		slices.Sort(turns)
		fmt.Fprintf(&b, "%d moves: %s\n", len(moves), strings.Join(turns, " "))
		if len(moves) == 0 {
			break
		}
		m := moves[splitmix(&state)%uint64(len(moves))]
		fmt.Fprintf(&b, "plays %s\n", Game.MoveText(m))
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	got := b.String()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i, line := range gotLines {
		if i >= len(wantLines) || line != wantLines[i] {
			t.Fatalf("line %d of %s is now\n%s", i+1, path, line)
		}
	}
	if len(gotLines) != len(wantLines) {
		t.Fatalf("%s goes on after line %d", path, len(gotLines))
	}
}

// spotNames lists the spots of a bitboard in text order, "-" for none.
func spotNames(b uint64) string {
	var names []string
	for _, s := range layout.Spots {
		if b&s.Bit() != 0 {
			names = append(names, layout.Names[s])
		}
	}
	if names == nil {
		return "-"
	}
	return strings.Join(names, " ")
}
