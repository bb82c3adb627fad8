package players

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// hintCount counts hints by what they say.
type hintCount struct {
	hints, reason, result, bare int
	line, shared                int // those of which all reasons compare lines, or are shared with many moves
	told, beside                int // reasons
}

// TestHints holds that most hints of games between levels 1 to 6 come with a reason that is
// no result and no bare line, and that few reasons are beside the point. CAIRN_HINTS=200 asks for
// that many of each game, prints the shares, and fails below 90 % as it was asked; else there are few.
// A line that a reason is about is shown whole.
func TestHints(t *testing.T) {
	want, _ := strconv.Atoi(os.Getenv("CAIRN_HINTS"))
	full := want > 0
	if !full {
		want = 12
	}
	nodes := uint64(50_000)
	if !full {
		nodes = 4000
	}
	for _, g := range games.All() {
		counts := map[string]*hintCount{}
		keys, bad := map[string]int{}, map[string]int{}
		e := newEngine(g, engine.Options{Hash: 16})
		for _, h := range hintPositions(t, g, want) {
			e.Clear()
			r := e.Search(context.Background(), h.pos, engine.Limits{Nodes: nodes}, nil)
			x := e.Explain(context.Background(), h.pos, &r)
			if os.Getenv("CAIRN_HINTS_SHOW") != "" {
				fmt.Println(h.pos, g.MoveText(r.Move), r.Score, h.phase)
				for _, why := range x.Reasons {
					fmt.Println("   ", why.Kind, why)
				}
			}
			facts, lines, shared, result, beside := 0, 0, 0, false, 0
			for _, why := range x.Reasons {
				keys[why.Key]++
				if why.Kind == engine.OfResult {
					result = true
					continue
				}
				facts++
				if why.Kind == engine.OfLine {
					lines++
				} else if why.Weight < 0 {
					shared++
				}
				if n, _ := strconv.Atoi(why.Args["plies"]); n > len(r.PV) {
					t.Errorf("%s: %v, of the line only %d moves are known", h.pos, why, len(r.PV))
				}
				if besideThePoint(h.pos, r.Move, why) {
					beside++
					bad[why.Key]++
				}
			}
			for _, name := range []string{h.phase, "all"} {
				c := counts[name]
				if c == nil {
					c = new(hintCount)
					counts[name] = c
				}
				c.hints++
				c.told += facts
				c.beside += beside
				switch {
				case facts > 0:
					c.reason++
					switch facts {
					case lines:
						c.line++
					case shared:
						c.shared++
					}
				case result:
					c.result++
				default:
					c.bare++
				}
			}
		}
		if full {
			for _, name := range []string{"placing", "early", "middle", "late", "all"} {
				if c := counts[name]; c != nil {
					percent := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
					fmt.Printf("%-14s %-8s %3d hints: reason %3.0f%% (shared %2.0f%%, a line only %2.0f%%), result only %2.0f%%, bare line %2.0f%%; %3d reasons, %2.0f%% beside the point\n", g.ID(), name,
						c.hints, percent(c.reason, c.hints), percent(c.shared, c.hints), percent(c.line, c.hints), percent(c.result, c.hints), percent(c.bare, c.hints), c.told, percent(c.beside, c.told))
				}
			}
			fmt.Println(keys, bad)
		}
		if c := counts["all"]; full && (10*c.reason < 9*c.hints || 50*c.beside > c.told) {
			t.Errorf("%s: %d of %d hints have a reason, %d of %d reasons are beside the point", g.ID(), c.reason, c.hints, c.beside, c.told)
		} else if 2*c.reason < c.hints {
			t.Errorf("%s: %d of %d hints have a reason", g.ID(), c.reason, c.hints)
		}
	}
}

// hintPosition is a position of a game in which a hint is asked for.
type hintPosition struct {
	pos   game.Position
	phase string
}

// hintPositions returns as many positions of games of levels 1 to 6 as are wanted, every fifth one
// in which there is a choice.
func hintPositions(t *testing.T, g game.Game, want int) (list []hintPosition) {
	for n := 0; ; n++ {
		seed := fmt.Sprint("hints ", n)
		player, err := New(g, LevelName(1+n%6), Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := game.StartOf(g, seed, false)
		var all []game.Position
		for p.Outcome() == game.Ongoing {
			all = append(all, p.Copy())
			r, err := player.Choose(context.Background(), p, engine.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			p.PlayUnchecked(r.Move)
		}
		for i := n % 5; i < len(all); i += 5 {
			phase := []string{"early", "middle", "late"}[3*i/len(all)]
			if placer, ok := all[i].(game.Placer); ok && placer.Next() != 0 {
				phase = "placing"
			}
			if len(all[i].Moves(nil)) > 1 {
				list = append(list, hintPosition{all[i], phase})
			}
			if len(list) == want {
				return list
			}
		}
	}
}

// besideThePoint reports whether a reason for m, true as it is, says nothing that counts: what was
// averted is possible all the same, what was taken is taken back at once, the opponent has few stacks and
// the mover fewer. Of a third of all moves it must not be true either, or of one of the next best, which
// package engine sees to; plain reasons, which follow behind, are counted as shared.
func besideThePoint(p game.Position, m game.Move, why engine.Reason) bool {
	after := p.Copy()
	after.PlayUnchecked(m)
	g := p.Game()
	know, _ := Knowledge(g)
	k := know()
	n, _ := strconv.Atoi(why.Args["n"])
	lands := func(s game.Spot) bool {
		for _, mv := range after.Moves(nil) {
			if parts := g.Parts(mv); !parts.Pass() && parts.To == s {
				return true
			}
		}
		return false
	}
	to := g.Parts(m).To
	switch why.Key {
	case "lyngk.stops":
		return len(k.Tactical(after, nil)) > 0
	case "lyngk.hampers", "dvonn.hampers":
		origins := map[game.Spot]bool{}
		if mine := k.Turned(after); mine != nil {
			for _, mv := range mine.Moves(nil) {
				origins[g.Parts(mv).From] = true
			}
		}
		return len(origins) < n
	case "lyngk.takes", "dvonn.takes", "lyngk.saves", "lyngk.keeps", "dvonn.holds":
		return lands(to)
	case "dvonn.takes_mobile":
		return lands(to)
	case "dvonn.saves":
		return lands(to) || len(p.Stack(g.Parts(m).From, nil)) == 1
	}
	return false
}
