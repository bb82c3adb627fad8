package engine

import (
	"fmt"
	"math/rand/v2"

	"cairn.example/game"
)

// Row is a game small enough to be solved by brute force, with everything a
// search may stumble over: passes, draws, margins, and positions reached in
// several ways. Stacks stand in a row; a player moves a stack he owns onto the
// nearest stack to its left or right if together they are not higher than
// three. Who cannot move passes if the opponent can. At the end the higher sum
// of own stacks wins.
type row struct {
	cell [16]int8 // height, negative for Second's, 0 for empty
	side game.Side
}

type rowGame struct{ layout *game.Layout }

var theRow = rowGame{}

const rowPass game.Move = 1 << 20

func (rowGame) ID() string                        { return "row" }
func (rowGame) Name() string                      { return "Row" }
func (g rowGame) Layout() *game.Layout            { return g.layout }
func (rowGame) Pieces() []game.Piece              { return nil }
func (rowGame) MaxHeight() int                    { return 3 }
func (rowGame) New() game.Position                { return &row{} }
func (rowGame) Start(string) game.Position        { return &row{} }
func (rowGame) MoveText(m game.Move) string       { return fmt.Sprintf("%d-%d", m>>8-1, m&255) }
func (rowGame) SideName(s game.Side) string       { return "" }
func (rowGame) OutcomeName(o game.Outcome) string { return "" }
func (rowGame) ColorName(game.Piece) string       { return "" }
func (rowGame) Parse(string) (game.Position, error) {
	return nil, &game.Error{Text: "rows are not parsed"}
}

func (rowGame) Parts(m game.Move) game.Parts {
	if m == rowPass {
		return game.Parts{From: game.NoSpot, To: game.NoSpot}
	}
	return game.Parts{From: game.Spot(m>>8 - 1), To: game.Spot(m & 255)}
}

func (r *row) Game() game.Game { return theRow }
func (r *row) Side() game.Side { return r.side }

func (r *row) moves(s game.Side, buf []game.Move) []game.Move {
	for i, c := range r.cell {
		if c == 0 || (c < 0) != (s == game.Second) {
			continue
		}
		for _, d := range [2]int{-1, 1} {
			for j := i + d; j >= 0 && j < len(r.cell); j += d {
				if r.cell[j] != 0 {
					if abs(c)+abs(r.cell[j]) <= 3 {
						buf = append(buf, game.Move(i+1)<<8|game.Move(j))
					}
					break
				}
			}
		}
	}
	return buf
}

func abs(c int8) int8 { return max(c, -c) }

func (r *row) Moves(buf []game.Move) []game.Move {
	n := len(buf)
	buf = r.moves(r.side, buf)
	if len(buf) == n && len(r.moves(r.side.Other(), nil)) > 0 {
		buf = append(buf, rowPass)
	}
	return buf
}

func (r *row) Legal(m game.Move) error {
	for _, l := range r.Moves(nil) {
		if l == m {
			return nil
		}
	}
	return &game.Error{Text: "not a move"}
}

func (r *row) Play(m game.Move) error {
	err := r.Legal(m)
	if err == nil {
		r.PlayUnchecked(m)
	}
	return err
}

func (r *row) PlayUnchecked(m game.Move) {
	if m != rowPass {
		i, j := m>>8-1, m&255
		h := abs(r.cell[i]) + abs(r.cell[j])
		if r.side == game.Second {
			h = -h
		}
		r.cell[i], r.cell[j] = 0, h
	}
	r.side = r.side.Other()
}

func (r *row) sum() int {
	n := 0
	for _, c := range r.cell {
		n += int(c)
	}
	return n
}

func (r *row) Outcome() game.Outcome {
	switch {
	case len(r.Moves(nil)) > 0:
		return game.Ongoing
	case r.sum() > 0:
		return game.FirstWins
	case r.sum() < 0:
		return game.SecondWins
	}
	return game.Draw
}

func (r *row) Standing(s game.Side) []game.Count {
	n := 0
	for _, c := range r.cell {
		if c != 0 && (c < 0) == (s == game.Second) {
			n += int(abs(c))
		}
	}
	return []game.Count{{Key: "pieces", N: n}}
}

func (r *row) Key() uint64 {
	k := uint64(r.side) + 1
	for _, c := range r.cell {
		k = (k ^ uint64(uint8(c))) * 0x9E3779B97F4A7C15
		k ^= k >> 29
	}
	return k
}

func (r *row) CopyTo(dst game.Position)                   { *dst.(*row) = *r }
func (r *row) Copy() game.Position                        { c := *r; return &c }
func (r *row) Stack(game.Spot, []game.Piece) []game.Piece { return nil }
func (r *row) ParseMove(string) (game.Move, error)        { return 0, nil }
func (r *row) String() string                             { return fmt.Sprint(r.cell, r.side) }
func (r *row) Isolated(game.Move) uint64                  { return 0 }

// randomRow returns a position of n cells that random play may lead to.
func randomRow(rng *rand.Rand, n int) *row {
	r := &row{}
	for i := range n {
		h := int8(1)
		if rng.IntN(6) == 0 {
			h = 2
		}
		if rng.IntN(2) == 0 {
			h = -h
		}
		r.cell[i] = h
	}
	r.side = game.Side(rng.IntN(2))
	return r
}

// rowEvaluator estimates rows.
type rowEvaluator struct{}

func newRowEvaluator() Evaluator { return rowEvaluator{} }

func (rowEvaluator) Evaluate(p game.Position) Score {
	n := 20*p.(*row).sum() + 3
	if p.Side() == game.Second {
		n = -n
	}
	return Estimate(n)
}

// rowKnowledge is what the engine may know about rows besides.
type rowKnowledge struct{}

func newRowKnowledge() Knowledge { return rowKnowledge{} }

func (rowKnowledge) Bounds(game.Position) (low, high Score)        { return -Infinity, Infinity }
func (rowKnowledge) Final(p game.Position) Score                   { return FinalScore(p) }
func (rowKnowledge) Reasons(p game.Position, m game.Move) []Reason { return nil }

func (rowKnowledge) Turned(p game.Position) game.Position { return nil }

func (rowKnowledge) Averts(p game.Position, m, threat game.Move) (Reason, bool) {
	return Reason{}, false
}

func (rowKnowledge) Leads(p, a, b game.Position) []Lead { return nil }

func (rowKnowledge) Tempting(p game.Position, m game.Move) []game.Move { return nil }

// Order knows nothing but the slots.
func (rowKnowledge) Order(p game.Position, list []Ranked) {
	for i := range list {
		list[i].Slot = uint16(list[i].Move>>8&63<<6 | list[i].Move&63)
		if list[i].Move&1 != 0 {
			list[i].Kind = Unlikely
		}
	}
}

// Tactical calls moves tactical that make a stack of three.
func (rowKnowledge) Tactical(p game.Position, buf []game.Move) []game.Move {
	r := p.(*row)
	for _, mv := range r.moves(r.side, nil) {
		if abs(r.cell[mv>>8-1])+abs(r.cell[mv&255]) == 3 {
			buf = append(buf, mv)
		}
	}
	return buf
}

// Patience counts a third of 15 plies as the opening, and one move more after it.
func (rowKnowledge) Patience(_ game.Position, ply int) (opening bool, more float64) {
	return ply < 5, float64(min(ply/5, 1))
}

func (rowKnowledge) MovesLeft(p game.Position, _ Score) float64 {
	return float64(rowKnowledge{}.PliesLeft(p)/2 + 1)
}

func (rowKnowledge) PliesLeft(p game.Position) int {
	n := 0
	for _, c := range p.(*row).cell {
		if c != 0 {
			n++
		}
	}
	return n
}

// minimax is the reference: the exact score, or the estimate at the horizon.
func minimax(p game.Position, depth int, eval func(game.Position) Score) Score {
	if depth == 0 {
		return eval(p)
	}
	moves := p.Moves(nil)
	if len(moves) == 0 {
		return FinalScore(p)
	}
	best := -Infinity
	for _, m := range moves {
		c := p.Copy()
		c.PlayUnchecked(m)
		d := depth - 1
		if m == rowPass {
			d++
		}
		best = max(best, -minimax(c, d, eval))
	}
	return best
}
