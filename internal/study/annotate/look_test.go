package annotate

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/judge"
	"cairn.example/players"
	"cairn.example/record"
)

// A mistake is no worse than a second look with four times the nodes finds it, a blunder no worse
// than one with eight times, which loses 24 points at least, and while pieces are placed a move has a mark only where it loses much.
func TestSecondLook(t *testing.T) {
	milder, placings := 0, 0
	for _, g := range games.All() {
		e, err := players.NewEngine(g, engine.Options{Hash: 1, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Limits: engine.Limits{Nodes: 200}, Plies: 1}
		p := g.Start("second look")
		random := game.NewStream("second look", g.ID(), "1")
		for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(nil) {
			before, m := p.Copy(), moves[random.Intn(len(moves))]
			p.PlayUnchecked(m)
			first, err := look(t.Context(), e, before, p, m, o.Limits, judge.PeopleAt(before))
			if err != nil {
				t.Fatal(err)
			}
			want := first.Mark
			if want >= judge.Mistake {
				nodes := uint64(800)
				if want == judge.Blunder {
					nodes = 1600
				}
				second, err := look(t.Context(), e, before, p, m, engine.Limits{Nodes: nodes}, judge.PeopleAt(before))
				if err != nil {
					t.Fatal(err)
				}
				want = min(want, second.Mark)
				if want == judge.Blunder && second.Loss < 0.24 {
					want = judge.Mistake
				}
				if want < first.Mark {
					milder++
				}
			}
			got, err := o.judge(t.Context(), e, before, p, &record.Move{Text: g.MoveText(m)}, judge.PeopleAt(before))
			if err != nil || got.Mark != want {
				t.Fatalf("%s %s: mark %d, not %d: %v", before, g.MoveText(m), got.Mark, want, err)
			}
			if placer, ok := before.(game.Placer); ok && placer.Next() != 0 {
				placings++
				if got.Mark != judge.NoMark && got.Loss < 0.15 {
					t.Errorf("%s: a mark for a loss of %.2f", before, got.Loss)
				}
			}
		}
	}
	if milder == 0 || placings == 0 {
		t.Errorf("%d marks are milder at the second look, %d placings were judged", milder, placings)
	}
}

// TestMarks measures how many of the blunders at 10,000 nodes are some at 100,000.
// CAIRN_MARKS=60 asks for that many of each game, in games between the levels 2 to 6, and in games of
// people, where those lie beside the checkout.
func TestMarks(t *testing.T) {
	want, _ := strconv.Atoi(os.Getenv("CAIRN_MARKS"))
	if want == 0 {
		t.Skip("CAIRN_MARKS=60 measures the marks, for half an hour")
	}
	for _, g := range games.All() {
		if g.ID() != "lyngk-captured" {
			t.Run(g.ID(), func(t *testing.T) {
				measureMarks(t, g, want, func(n int) []game.Move { return levelGame(t, g, n) })
			})
		}
	}
	t.Run("people", func(t *testing.T) {
		text, err := os.ReadFile("../../../../shared/records/boardspace-dvonn.tsv")
		if err != nil {
			t.Skip("no games of people beside the checkout")
		}
		files := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
		measureMarks(t, dvonn.Game, want, func(n int) (line []game.Move) {
			p, _ := game.StartOf(dvonn.Game, "", false)
			for _, text := range strings.Fields(strings.Split(files[n*37%len(files)], "\t")[2]) {
				m, err := p.ParseMove(text)
				if err != nil {
					break // a move that the rules forbid ends what can be judged
				}
				line = append(line, m)
				p.PlayUnchecked(m)
			}
			return line
		})
	})
}

// markSeed is that of the games in which marks are measured.
func markSeed(n int) string { return fmt.Sprint("marks are held ", n) }

// nodes is what a look has cost.
func (j *Judgement) nodes() uint64 {
	if j.Loss == 0 && j.Got.PV[0] == j.Best.Move {
		return j.Best.Nodes
	}
	return j.Best.Nodes + j.Got.Nodes
}

// levelGame plays a game between two levels.
func levelGame(t *testing.T, g game.Game, n int) (line []game.Move) {
	p, _ := game.StartOf(g, markSeed(n), false)
	var sides [2]players.Player
	for i, level := range []int{2 + n%5, 2 + n/5%5} {
		var err error
		if sides[i], err = players.New(g, players.LevelName(level), players.Options{Seed: markSeed(n)}); err != nil {
			t.Fatal(err)
		}
	}
	for p.Outcome() == game.Ongoing {
		r, err := sides[p.Side()].Choose(t.Context(), p, engine.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, r.Move)
		p.PlayUnchecked(r.Move)
	}
	return line
}

// measureMarks judges games until there are enough blunders.
func measureMarks(t *testing.T, g game.Game, want int, line func(n int) []game.Move) {
	e, err := players.NewEngine(g, engine.Options{Hash: 16, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	number, moves, nodes, found, told, stay := 0, 0, [2]uint64{}, 0, 0, 0
	for ; told < want; number++ {
		p, _ := game.StartOf(g, markSeed(number), false)
		for _, m := range line(number) {
			before := p.Copy()
			p.PlayUnchecked(m)
			at := func(n uint64) *Judgement {
				j, err := look(t.Context(), e, before, p, m, engine.Limits{Nodes: n}, judge.PeopleAt(before))
				if err != nil {
					t.Fatal(err)
				}
				return j
			}
			moves++
			first := at(10_000)
			nodes[0] += first.nodes()
			by := uint64(first.Mark.SecondLook())
			if by == 0 {
				continue
			}
			second := at(10_000 * by)
			nodes[1] += second.nodes()
			if first.Mark == judge.Blunder {
				found++
			}
			if first.Mark.Agreed(second.Loss, second.Mark) == judge.Blunder {
				told++
				long := at(100_000)
				if long.Mark == judge.Blunder {
					stay++
				} else {
					t.Logf("%s %s: %.2f, %.2f, %.2f", before, g.MoveText(m), first.Loss, second.Loss, long.Loss)
				}
			}
		}
	}
	t.Logf("%d games, %d moves, %d nodes for first looks and %d for second ones; ?? at first %d, told %d, at 100,000 nodes %d (%.0f %%)",
		number, moves, nodes[0], nodes[1], found, told, stay, 100*float64(stay)/float64(told))
}
