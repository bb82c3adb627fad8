package tui

import (
	"cmp"
	"slices"

	"cairn.example/game"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// board is the board of a game screen: where the cursor is, what is picked of a move, what
// was refused, and how it was drawn last.
type board struct {
	*shownGame
	*said
	choice       choice
	focus        game.Spot
	why          *game.Error // what the last refusal was about
	asked        game.Spot   // and the spot that was asked for
	hoveredClaim game.Piece  // the claim under the mouse
	pressed      game.Spot   // where the mouse button went down

	hinges bool
	turned bool
	zen    bool

	shown       shownBoard // of the last view, for the mouse
	arrangedFor viewState  // what arranged was made for
	arranged    arrangement
	drawing     drawing
	animation   *animation // of the last move; nil when it is over
	animations  int        // so far
}

// shownBoard is where the last view has put things.
type shownBoard struct {
	grid *draw.Grid
	x, y int

	result bool // the panel says in full how the game ended
	talk   bool // what people say is in sight

	explored bool // what was played in many games is
}

// renew forgets what belonged to the position shown before.
func (b *board) renew() {
	b.choice = chooseIn(b.pos())
	b.why, b.asked, b.hoveredClaim, b.animation = nil, game.NoSpot, 0, nil
}

// drop puts back what is picked of a move.
func (b *board) drop() { b.choice.path, b.choice.claim = nil, 0 }

// forgive forgets the last refusal.
func (b *board) forgive() { b.why, b.asked = nil, game.NoSpot }

// firstFocus is the spot nearest the middle of the board.
func (b *board) firstFocus() game.Spot {
	l := b.game().Layout()
	best := l.Spots[0]
	for _, s := range l.Spots {
		p, q := l.Points[s], l.Points[best]
		if p.X*p.X+p.Y*p.Y < q.X*q.X+q.Y*q.Y {
			best = s
		}
	}
	return best
}

// arrows are directions on the screen: columns and rows, downwards.
var arrows = map[string][2]int{"up": {0, -1}, "down": {0, 1}, "left": {-1, 0}, "right": {1, 0}}

// walk moves the focus to a neighbor. Of the six directions of a board four are
// slanted: an arrow across the board's straight lines goes along one slant,
// with shift along the other, and where there is nothing along the one it goes
// along the other.
func (b *board) walk(arrow [2]int, shift bool) {
	g := b.shown.grid
	if g == nil {
		return
	}
	b.forgive()
	if b.focus == game.NoSpot {
		b.focus = b.firstFocus()
		return
	}
	x, y := g.Center(b.focus)
	var straight, slant, other game.Spot = game.NoSpot, game.NoSpot, game.NoSpot
	for _, n := range b.game().Layout().Neighbors[b.focus] {
		if n == game.NoSpot {
			continue
		}
		nx, ny := g.Center(n)
		dx, dy := cmp.Compare(nx, x), cmp.Compare(ny, y)
		along, across := dx*arrow[0]+dy*arrow[1], dx*arrow[1]+dy*arrow[0]
		switch {
		case along <= 0:
		case across == 0:
			straight = n
		// Left and right slant up; up slants right and down slants left.
		case arrow[1] == 0 && dy < 0, arrow[0] == 0 && dx == -arrow[1]:
			slant = n
		default:
			other = n
		}
	}
	if shift {
		slant, other = other, slant
	}
	for _, s := range []game.Spot{straight, slant, other} {
		if s != game.NoSpot {
			b.focus = s
			return
		}
	}
}

// jump moves the focus to the next stack that can move, or the next target.
func (b *board) jump(step int) {
	set := b.choice.targets() | b.choice.points()
	if set == 0 {
		set = b.choice.origins(b.choice.claim)
	}
	spots := b.game().Layout().Spots
	at := 0
	for i, s := range spots {
		if s == b.focus {
			at = i
		}
	}
	for range spots {
		at = (at + step + len(spots)) % len(spots)
		if set&spots[at].Bit() != 0 {
			b.focus = spots[at]
			b.forgive()
			return
		}
	}
}

// spotAt returns the spot drawn at a place of the screen.
func (b *board) spotAt(x, y int) game.Spot {
	g := b.shown.grid
	if g == nil {
		return game.NoSpot
	}
	x, y = x-b.shown.x, y-b.shown.y
	if x < 0 || y < 0 || x >= g.Width || y >= g.Height {
		return game.NoSpot
	}
	return g.Spot(x, y)
}

// claim picks the nth color that can be claimed, or none; the same again takes
// it back.
func (b *board) claim(n int) {
	if !b.personToMove() {
		return
	}
	b.clearMessages()
	b.forgive()
	color := game.Piece(0)
	if n > 0 {
		c, ok := b.pos().(game.Claimer)
		if !ok {
			return
		}
		list := b.claimable()
		if n > len(list) {
			return
		}
		color = list[n-1]
		if color == b.choice.claim {
			color = 0
		} else if !slices.Contains(b.choice.claims(), color) {
			b.warn(b.noClaim(c, color))
			return
		}
	}
	b.choice.claim = color
	if len(b.choice.path) > 0 && b.choice.origins(color)&b.choice.path[0].Bit() == 0 {
		b.choice.path = nil
	} else if len(b.choice.path) > 1 {
		b.choice.path = b.choice.path[:1]
	}
}

// noClaim says why a color cannot be claimed now, as the rules explain it.
func (b *board) noClaim(c game.Claimer, color game.Piece) string {
	l := b.game().Layout()
	for _, from := range l.Spots {
		for _, to := range l.Spots {
			if from != to && b.choice.top(from) != 0 && b.choice.top(to) != 0 {
				if e := b.choice.refused(b.choice.spelled(color, []game.Spot{from}, to)); e != nil && e.Args["from"] == "" {
					return i18n.Sentence(b.reason(e))
				}
			}
		}
	}
	return b.t("ui.claim.nothing")
}

// take picks up a stack, or says why it cannot move.
func (b *board) take(s game.Spot) {
	if b.choice.origins(b.choice.claim)&s.Bit() != 0 {
		b.choice.path = []game.Spot{s}
		return
	}
	spot := b.game().Layout().Names[s]
	title := b.t("ui.why.stack", i18n.Args{"spot": spot})
	if e := game.WhyStuck(b.choice.pos, b.choice.claim, s); e != nil {
		b.why, b.asked = e, s
		b.warn(b.Catalog.Labeled(title, b.reason(e)))
	} else {
		b.asked = s
		b.warn(b.Catalog.Labeled(title, b.t("ui.why.no_target", i18n.Args{"spot": spot})))
	}
	b.sayClaims(game.ClaimsFor(b.choice.pos, s, game.NoSpot))
}

// refuse says why the stack picked up cannot be put down on a spot.
func (b *board) refuse(s game.Spot) {
	e := b.choice.refusal(s)
	if e == nil {
		return
	}
	b.why, b.asked = e, s
	move := b.choice.spelled(b.choice.claim, b.choice.path, s)
	b.warn(b.Catalog.Labeled(b.t("ui.why.title", i18n.Args{"move": move}), b.reason(e)))
	if len(b.choice.path) == 1 {
		b.sayClaims(game.ClaimsFor(b.choice.pos, b.choice.path[0], s))
	}
}

// sayClaims names the colors after whose claim a refused thing could be done.
func (b *board) sayClaims(colors []game.Piece) {
	if len(colors) == 0 || b.choice.claim != 0 {
		return
	}
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = b.t("color." + b.game().ColorName(c) + ".claim")
	}
	b.tell(dim, b.t("ui.why.claim_first", i18n.Args{"colors": b.Catalog.List("list.or", names)}))
}

// chosenRoute returns the spots that a legal move goes over: those picked or typed, else
// the shortest way.
func (b *board) chosenRoute(m game.Move) []game.Spot {
	parts := b.game().Parts(m)
	if path := b.choice.path; len(path) > 1 && path[0] == parts.From {
		return append(slices.Clone(path), parts.To)
	}
	return route(b.pos(), m)
}

// route returns the shortest way of a legal move, its ends included.
func route(p game.Position, m game.Move) []game.Spot {
	if r, ok := p.(game.Router); ok {
		if way := r.Route(m); len(way) > 1 {
			return way
		}
	}
	parts := p.Game().Parts(m)
	return []game.Spot{parts.From, parts.To}
}

// marked is the position with its marks.
func (b *board) marked(n notes) *draw.Board {
	pos := b.pos()
	marked, err := draw.New(pos)
	if err != nil {
		// newGameScreen has found the style, so there is one.
		marked = &draw.Board{Layout: b.game().Layout()}
	}
	marked.Style = b.style // the same one each time, so that equal boards are equal
	path := b.choice.path
	last, played := b.session.Last()
	suggests := n.suggested != 0
	switch {
	case !played:
	case len(path) == 0 && b.choice.claim == 0 && b.why == nil && !suggests:
		marked.MarkPlayed(last.Before, last.Move)
	case len(path) == 0:
		if parts := b.game().Parts(last.Move); !parts.Pass() && parts.To != game.NoSpot && len(pos.Stack(parts.To, nil)) > 0 {
			marked.Marks.To |= parts.To.Bit()
		}
	}
	if claim := b.shownClaim(); claim != 0 && len(path) == 0 {
		marked.Marks.Points |= game.EffectOfClaim(b.choice.pos, claim).Freed
	}
	if len(path) > 0 {
		b.markChoice(marked)
	} else if suggests {
		marked.MarkPlanned(pos, n.suggested)
	}
	if n.mark != nil {
		n.mark(marked)
	}
	if b.hinges {
		b.markHinges(marked)
	}
	if b.why != nil {
		marked.MarkWhy(b.why)
	}
	if b.focus != game.NoSpot {
		marked.Marks.Focus = b.focus.Bit()
	}
	return marked
}

// markChoice marks the stack taken up, where it may go, and where the cursor
// would take it.
func (b *board) markChoice(on *draw.Board) {
	path := b.choice.path
	on.Marks.Selected |= path[0].Bit()
	targets := b.choice.targets()
	on.Marks.Points |= b.choice.points()
	for _, p := range path[1:] {
		on.Marks.Points |= p.Bit()
	}
	if m, ok := b.choice.move(b.focus); ok && b.focus != path[0] {
		on.MarkPlanned(b.pos(), m)
		on.Marks.Routes = append(on.Marks.Routes[:len(on.Marks.Routes)-1], draw.Route{Spots: b.choice.route(b.focus), Planned: true})
	} else if len(path) > 1 {
		on.Marks.Routes = append(on.Marks.Routes, draw.Route{Spots: path, Planned: true})
	}
	on.Marks.Targets |= targets
	on.Marks.Points &^= targets
}

// markHinges marks the stacks on which others hang, and those of the player to
// move that cannot.
func (b *board) markHinges(on *draw.Board) {
	pos := b.pos()
	if h, ok := pos.(game.Connectivity); ok && !b.choice.placing() {
		on.Marks.Hinges |= h.Hinges()
	}
	if o, ok := pos.(game.Owner); ok && !b.choice.placing() {
		on.Marks.Blocked |= o.Owned(pos.Side()) &^ b.choice.origins(b.choice.claim)
	}
}

// shownClaim is the claim that is looked at or chosen, 0 for none.
func (b *board) shownClaim() game.Piece {
	if b.hoveredClaim != 0 && b.personToMove() && slices.Contains(b.choice.claims(), b.hoveredClaim) {
		return b.hoveredClaim
	}
	return b.choice.claim
}
