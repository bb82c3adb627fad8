package boardspace_test

import (
	"flag"
	"strings"
	"testing"

	"cairn.example/game/gametest"
	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/boardspace"
	"cairn.example/record/recordtest"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

const layout = "I/B,R,K,K/K,B,G,J,B,I,K/R,G,B,B,G,J/R,I,K,B,B,G,R/I,G,I,I,G,K/G,R,K,R,B,J,R/K,I,I,R/G 1 -:- 0:0"

func TestGolden(t *testing.T) {
	recordtest.Golden(t, boardspace.SGF{}, "testdata/*.sgf", record.Options{Start: layout}, *update)
}

func TestRoundTrip(t *testing.T) {
	recordtest.RoundTrip(t, boardspace.SGF{}, recordtest.Everything, games.IDs()...)
}

func FuzzRead(f *testing.F) {
	recordtest.Seed(f, "testdata/*.sgf")
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		recordtest.Reread(t, boardspace.SGF{}, data, record.Options{Start: layout})
	})
}

// TestHostile reads large texts that repeat one small thing.
func TestHostile(t *testing.T) {
	const size = 1 << 18
	fill := func(before, again, after string) string {
		return before + strings.Repeat(again, (size-len(before)-len(after))/len(again)) + after
	}
	const root = "(;GM[Dvonn]SU[dvonn 1]"
	const turn = "; P0[1 dropb D 3]; P0[2 done]"
	for name, text := range map[string]string{
		"names":      fill(root, "a", "A[b])"),
		"comments":   fill(root+turn, "C[a]", ")"),
		"nodes":      fill(root+turn, "\n;C[a]", ")"),
		"commands":   fill(root+turn, "\n;X[a]", ")"),
		"branches":   fill(root+turn, "\n(;P1[1 dropb E 4];P1[2 done])", ")"),
		"empty":      fill(root+turn, "(;)\n", ")"),
		"deep":       fill(root, "(;", ""),
		"open":       fill(root+"C[", "a", ""),
		"clicks":     fill(root, "\n;P0[pick wr 2]\n;P0[drop wr 2]", ")"),
		"resigning":  fill(root+turn+";P1[resign];P1[done]", "\n;P1[dropb A 1]", ")"),
		"tags":       fill(root, "\nDT[x]", ")"),
		"games":      fill("", "(;GM[Dvonn]SU[dvonn 1])", ""),
		"game lines": fill("", "(;GM[Dvonn]SU[dvonn 1])\n", ""),
	} {
		t.Run(name, func(t *testing.T) { recordtest.Linear(t, boardspace.SGF{}, text) })
	}
}

func TestMessages(t *testing.T) { recordtest.Messages(t, boardspace.Messages()) }
