package tui

import (
	"errors"
	"slices"

	"cairn.example/game"
	"cairn.example/internal/show/say"
)

// option is a legal move taken apart.
type option struct {
	move game.Move
	game.Parts
}

// choice is what has been picked of a move so far in one position.
type choice struct {
	pos     game.Position
	options []option
	claim   game.Piece
	path    []game.Spot // the origin, then the points gone by; empty for nothing taken up
}

// chooseIn starts a choice. The position must not change.
func chooseIn(p game.Position) choice {
	c := choice{pos: p}
	g := p.Game()
	for _, m := range p.Moves(nil) {
		c.options = append(c.options, option{m, g.Parts(m)})
	}
	return c
}

func (c *choice) layout() *game.Layout { return c.pos.Game().Layout() }

// placing reports whether pieces are placed here rather than moved.
func (c *choice) placing() bool {
	return len(c.options) > 0 && c.options[0].From == game.NoSpot && c.options[0].To != game.NoSpot
}

// passes reports whether nothing but a pass is possible.
func (c *choice) passes() bool {
	_, pass := game.ForcedPass(c.pos)
	return pass
}

// from returns the origin picked.
func (c *choice) from() game.Spot {
	if len(c.path) == 0 {
		return game.NoSpot
	}
	return c.path[0]
}

// origins returns the spots from which a move with this claim starts.
func (c *choice) origins(claim game.Piece) uint64 {
	var set uint64
	for _, o := range c.options {
		if o.Claim == claim && o.From != game.NoSpot {
			set |= o.From.Bit()
		}
	}
	return set
}

// claims returns the colors that may be claimed with a legal move, in canonical
// order.
func (c *choice) claims() []game.Piece {
	var list []game.Piece
	for _, p := range c.pos.Game().Pieces() {
		if slices.ContainsFunc(c.options, func(o option) bool { return o.Claim == p }) {
			list = append(list, p)
		}
	}
	return list
}

// targets returns where the stack picked may land, by way of the points gone by.
func (c *choice) targets() uint64 {
	var set uint64
	if c.placing() {
		for _, o := range c.options {
			set |= o.To.Bit()
		}
		return set
	}
	if len(c.path) == 0 {
		return 0
	}
	for _, o := range c.options {
		if o.From == c.path[0] && o.Claim == c.claim {
			set |= o.To.Bit()
		}
	}
	if len(c.path) > 1 {
		set &= c.reach()
	}
	return set
}

// top returns the piece on top of a stack, 0 of an empty spot.
func (c *choice) top(s game.Spot) game.Piece {
	stack := c.pos.Stack(s, nil)
	if len(stack) == 0 {
		return 0
	}
	return stack[len(stack)-1]
}

// legs returns what one leg leads to from the origin picked and from each point
// on which its stack may go on; nothing where it cannot.
func (c *choice) legs() map[game.Spot]uint64 {
	l, ok := c.pos.(game.LegLister)
	if !ok || len(c.path) == 0 {
		return nil
	}
	for _, o := range c.options {
		if o.From == c.path[0] && o.Claim == c.claim {
			all := map[game.Spot]uint64{}
			l.Legs(o.move, func(at game.Spot, reached uint64) { all[at] = reached })
			return all
		}
	}
	return nil
}

// used returns the spots of the path: a move goes over none of them again.
func (c *choice) used() uint64 {
	var set uint64
	for _, p := range c.path {
		set |= p.Bit()
	}
	return set
}

// reach returns where legs lead from the last point, and from points beyond it
// that were not used yet.
func (c *choice) reach() uint64 {
	all, used, seen := c.legs(), c.used(), uint64(0)
	for todo := []game.Spot{c.path[len(c.path)-1]}; len(todo) > 0; todo = todo[1:] {
		seen |= all[todo[0]]
		for _, p := range c.layout().Spots {
			if _, point := all[p]; point && all[todo[0]]&^used&p.Bit() != 0 {
				used |= p.Bit()
				todo = append(todo, p)
			}
		}
	}
	return seen
}

// points returns the spots where the stack picked may go on without landing,
// one leg ahead; none where that leads to no landing.
func (c *choice) points() uint64 {
	all := c.legs()
	if len(all) == 0 {
		return 0
	}
	var set uint64
	for _, p := range c.layout().Spots {
		if _, point := all[p]; point && all[c.path[len(c.path)-1]]&^c.used()&p.Bit() != 0 && c.leads(p) {
			set |= p.Bit()
		}
	}
	return set
}

// leads reports whether going on to a point leaves a place to land.
func (c *choice) leads(p game.Spot) bool {
	next := *c
	next.path = append(slices.Clone(c.path), p)
	return next.targets() != 0
}

// move returns the legal move that ends on a spot.
func (c *choice) move(to game.Spot) (game.Move, bool) {
	if c.targets()&to.Bit() == 0 || to >= game.NoSpot {
		return 0, false
	}
	for _, o := range c.options {
		if o.To == to && (c.placing() || o.From == c.from() && o.Claim == c.claim) {
			return o.move, true
		}
	}
	return 0, false
}

// spelled writes the choice as a move to a spot.
func (c *choice) spelled(claim game.Piece, path []game.Spot, to game.Spot) string {
	return game.WithClaim(claim.Letter(), c.layout().WayText(append(slices.Clip(path), to)))
}

// route returns the way of the choice to a spot, for drawing: through the points
// gone by, or the shortest one.
func (c *choice) route(to game.Spot) []game.Spot {
	if m, ok := c.move(to); ok && len(c.path) == 1 {
		return route(c.pos, m)
	}
	return append(slices.Clone(c.path), to)
}

// refusal returns why the choice cannot end on a spot; nil where it can.
func (c *choice) refusal(to game.Spot) *game.Error {
	return c.refused(c.spelled(c.claim, c.path, to))
}

func (c *choice) refused(text string) *game.Error {
	_, err := c.pos.ParseMove(text)
	var e *game.Error
	errors.As(err, &e)
	return e
}

// onlyByClaim reports whether every legal move claims a color, so that nothing can be
// moved before one is chosen.
func (c *choice) onlyByClaim() bool {
	return len(c.options) > 0 && !slices.ContainsFunc(c.options, func(o option) bool { return o.Claim == 0 })
}

// forecast is what a move would cut off, and how the first count stands before
// and after.
type forecast struct {
	spots         []game.Spot
	before, after [2]int
}

func forecastOf(p game.Position, m game.Move) (forecast, bool) {
	if _, ok := p.(game.Isolator); !ok {
		return forecast{}, false
	}
	f := forecast{spots: say.Isolated(p, m)}
	f.before, _ = game.FirstCounts(p)
	after := p.Copy()
	after.PlayUnchecked(m)
	f.after, _ = game.FirstCounts(after)
	return f, true
}

func firstCount(p game.Position, side game.Side) int {
	n, _ := game.FirstCounts(p)
	return n[side]
}

// capture is a stack that has left the board for good.
type capture struct {
	by     game.Side
	pieces []game.Piece
}

// capturesOf returns the stack that a played move took off the board as somebody's point.
func capturesOf(before game.Position, m game.Move, after game.Position) []capture {
	if e := game.EffectOf(before, m, after); e.Captured {
		return []capture{{e.Side, e.Built}}
	}
	return nil
}
