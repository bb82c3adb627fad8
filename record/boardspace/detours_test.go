package boardspace_test

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/boardspace"
	"cairn.example/record/recordtest"
)

// TestDetours replaces each operation of a game by clicks that come to the same:
// a piece rests on a tray, is put back, clicked twice or exchanged on its way.
func TestDetours(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	placing := regexp.MustCompile(`\d+ dropb (\w \d)`)
	moving := regexp.MustCompile(`\d+ move (\w \d) (\w \d)`)
	placed := []string{
		"pick wr 1|dropb TO",
		"pick wr 1|drop wc 0|pick wc 0|dropb TO",
		"pick wr 1|pick wr 2|drop bc 0|pick bc 0|dropb TO",
		"dropb TO|pickb TO|pickb TO|drop wr 1|pick br 2|dropb TO",
		"dropb TO|pick wr 1|dropb TO|pickb TO|drop wc 0|pick wc 0|dropb TO",
	}
	moved := []string{
		"pickb FROM|dropb TO",
		"pickb FROM|pickb FROM|dropb TO",
		"pickb FROM|drop wc 0|pick wc 0|dropb TO",
		"pickb FROM|drop wc 0|pick wc 0|dropb FROM|pickb FROM|dropb TO",
		"pickb FROM|dropb TO|pickb TO|drop bc 0|pick bc 0|dropb TO",
		"move FROM TO|pickb TO|pickb TO|dropb TO",
	}
	plies := 0
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 4))
		p := g.Start("")
		r := &record.Record{Game: g.ID()}
		for ms := p.Moves(nil); len(ms) > 0; ms = p.Moves(ms[:0]) {
			m := ms[rng.IntN(len(ms))]
			r.Moves = append(r.Moves, record.Move{Text: g.MoveText(m)})
			p.PlayUnchecked(m)
		}
		var out bytes.Buffer
		if _, err := (boardspace.SGF{}).Write(&out, r); err != nil {
			t.Fatal(err)
		}
		detour := func(ways []string, pattern *regexp.Regexp, line string) string {
			spots := pattern.FindStringSubmatch(line)
			if spots == nil {
				return line
			}
			way := ways[rng.IntN(len(ways))]
			player := line[strings.Index(line, "P"):strings.Index(line, "[")]
			var clicks []string
			for _, click := range strings.Split(way, "|") {
				click = strings.ReplaceAll(click, "TO", spots[len(spots)-1])
				clicks = append(clicks, "; "+player+"[0 "+strings.ReplaceAll(click, "FROM", spots[1])+"]")
			}
			return strings.Join(clicks, "\n")
		}
		lines := strings.Split(out.String(), "\n")
		for i, line := range lines {
			lines[i] = detour(moved, moving, detour(placed, placing, line))
		}
		for e := range (boardspace.SGF{}).Read(strings.NewReader(strings.Join(lines, "\n")), record.Options{}) {
			if e.Err != nil || len(e.Warnings) > 0 {
				t.Fatalf("seed %d: %v, %v", seed, e.Err, e.Warnings)
			}
			if !slices.Equal(e.Record.Texts(), r.Texts()) {
				t.Fatalf("seed %d: the moves changed", seed)
			}
			recordtest.Identity(t, boardspace.SGF{}, e.Record)
			plies += len(r.Moves)
		}
	}
	if plies < 30*49 {
		t.Errorf("only %d plies were read", plies)
	}
}
