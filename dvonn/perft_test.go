package dvonn

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"cairn.example/game"
)

// TestPerft counts what the vectors count, by listing and in bulk.
func TestPerft(t *testing.T) {
	f, err := os.Open("../testdata/vectors/perft-dvonn.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	positions := 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		positions++
		text, counts, _ := strings.Cut(lines.Text(), "\t")
		p, err := Game.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := p.String(); got != text {
			t.Errorf("%s prints as %s", text, got)
		}
		for i, count := range strings.Fields(counts) {
			want, err := strconv.ParseUint(count, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			if got := game.Perft(p, i+1, true); got != want {
				t.Errorf("perft(%d) of %s = %d, want %d", i+1, text, got, want)
			}
			if testing.Short() || want > 1_000_000 {
				continue
			}
			if got := game.Perft(p, i+1, false); got != want {
				t.Errorf("perft(%d) of %s without bulk = %d, want %d", i+1, text, got, want)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if positions == 0 {
		t.Error("no positions")
	}
}
