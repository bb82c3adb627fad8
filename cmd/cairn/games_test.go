package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn.example/record"
	"cairn.example/record/formats"
)

// TestBrokenGames: of three games the one in the middle is broken in 200 ways. Where one is
// not listed the reason is said, and the others are lost only where the damage is to where
// the middle one begins, so that it seems to belong to the first.
func TestBrokenGames(t *testing.T) {
	withoutRaceDetector(t)
	rng := rand.New(rand.NewPCG(7, 8))
	dir := t.TempDir()
	whole := 0
	for i := range 200 {
		format := formats.All()[i%3]
		var parts []string
		for n, name := range []string{"Ann", "Middle", "Cy"} {
			r := &record.Record{Game: "dvonn", First: name, Second: "Bob"}
			for _, text := range []string{"d3", "h3", "f1", "a1"}[:2+n%2] {
				r.Moves = append(r.Moves, record.Move{Text: text})
			}
			var b strings.Builder
			if _, err := format.Write(&b, r); err != nil {
				t.Fatal(err)
			}
			parts = append(parts, b.String())
		}
		parts[1] = damaged(rng, parts[1])
		name := filepath.Join(dir, "broken"+format.Extension())
		if err := os.WriteFile(name, []byte(strings.Join(parts, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errw bytes.Buffer
		code := run([]string{"games", "list", name}, strings.NewReader(""), &out, &errw)
		listed := out.String()
		if !strings.Contains(listed, "Cy") || !strings.Contains(listed, "Ann") && !strings.Contains(errw.String(), ": game 1: ") {
			t.Errorf("%d: a whole game is not listed\n%s\n%s\n%s", i, parts[1], listed, &errw)
		}
		if strings.Contains(listed, "Ann") {
			whole++
		}
		refused := strings.Contains(errw.String(), "games couldn’t be read")
		if lost := strings.Count(listed, "\n") < 3; refused != (code == exitFailure) || lost && !strings.Contains(errw.String(), ": game ") {
			t.Errorf("%d: exit status %d\n%s\n%s\n%s", i, code, parts[1], listed, &errw)
		}
	}
	if whole < 190 {
		t.Errorf("the first game is listed %d times of 200", whole)
	}
}

// damaged is a text with some of it missing, doubled, or replaced by signs that mean
// something in one of the formats.
func damaged(rng *rand.Rand, text string) string {
	b := []byte(text)
	at := rng.IntN(len(b))
	to := min(len(b), at+1+rng.IntN(20))
	switch rng.IntN(4) {
	case 0:
		b = b[:at]
	case 1:
		b = slices.Delete(b, at, to)
	case 2:
		b = slices.Insert(b, at, b[at:to]...)
	default:
		const signs = "{}()[];\"\\*$,:\x00\xff 9z"
		for i := at; i < to; i++ {
			b[i] = signs[rng.IntN(len(signs))]
		}
	}
	return string(b)
}
