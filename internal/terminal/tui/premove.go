package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// premove is a move that is prepared while the opponent thinks. It is played as soon as it
// is one's turn, if it is a move then.
type premove struct {
	claim game.Piece
	path  []game.Spot // the origin and the points gone by; empty where a piece is placed
	to    game.Spot   // NoSpot before it is chosen
}

// planner prepares a move while the opponent, a person at a table or the computer, is to move.
type planner struct {
	*gameScreen
	onWay   func() bool // whether an own move has still to arrive; nil where none travels
	premove *premove    // nil for nothing
}

// planning is a mode with a planner.
type planning interface {
	mode
	escape() tea.Cmd
	claimColor(key string) tea.Cmd
}

// side returns the side of the only person at the keyboard; false where there are two or none.
func (pl *planner) side() (game.Side, bool) {
	seats := pl.traits().seats
	if seats[game.Second] {
		return game.Second, !seats[game.First]
	}
	return game.First, seats[game.First]
}

// premoving reports whether a move can be prepared: it is the opponent's turn in a game
// where a clock runs, and the end of the game is shown.
func (pl *planner) premoving() bool {
	if pl.over() || !pl.session.Live() || pl.onWay != nil && pl.onWay() || pl.personToMove() {
		return false
	}
	_, plays := pl.side()
	return plays && !pl.session.State().Terms().Control.Slow()
}

// plan takes a tap on a spot, or a typed move, for the move that is prepared; false where
// it is none.
func (pl *planner) plan(s game.Spot, text string) bool {
	switch {
	case !pl.premoving():
		return false
	case s == game.NoSpot:
		return pl.prepareText(text)
	}
	pl.prepare(s)
	return true
}

// escape takes back what is prepared, else it goes a step back in the choice.
func (pl *planner) escape() tea.Cmd {
	if pl.premove != nil {
		pl.setPremove(nil)
		return nil
	}
	return pl.cancel()
}

// claimColor picks a color for the move, or for the one that is prepared.
func (pl *planner) claimColor(key string) tea.Cmd {
	n, _ := strconv.Atoi(key)
	if pl.premoving() {
		pl.claimAhead(n)
	} else {
		pl.claim(n)
	}
	return nil
}

// prepare takes up a stack for the move that is prepared, or says where it goes; the same
// spot again takes it back.
func (pl *planner) prepare(s game.Spot) {
	was := pl.premove
	var next *premove
	switch {
	case pl.choice.placing():
		if was == nil || was.to != s {
			next = &premove{to: s}
		}
	case was != nil && was.to == game.NoSpot && was.path[0] != s:
		next = &premove{claim: was.claim, path: was.path, to: s}
	case was != nil && was.path[0] == s, len(pl.pos().Stack(s, nil)) == 0:
	default:
		next = &premove{path: []game.Spot{s}, to: game.NoSpot}
		if was != nil {
			next.claim = was.claim
		}
	}
	pl.setPremove(next)
}

// prepareText prepares a move that was typed; false for what is none.
func (pl *planner) prepareText(text string) bool {
	claim, rest, claims := game.CutClaim(text)
	path, ok := pl.game().Layout().ReadWay(rest)
	if !ok {
		return false
	}
	last := len(path) - 1
	p := &premove{path: path[:last], to: path[last]}
	if claims && len(claim) == 1 {
		p.claim = game.Piece(strings.ToUpper(claim)[0])
	}
	if (len(p.path) == 0) != pl.choice.placing() || claims && !slices.Contains(pl.claimsAhead(), p.claim) {
		return false
	}
	pl.setPremove(p)
	return true
}

// claimsAhead are the colors that can be claimed with the move that is prepared, as far
// as things stand.
func (pl *planner) claimsAhead() []game.Piece {
	me, _ := pl.side()
	if c, ok := pl.pos().(game.Claimer); ok {
		return c.MayClaim(me)
	}
	return nil
}

// claimAhead picks the nth color for the move that is prepared; the same again, or 0,
// takes it back.
func (pl *planner) claimAhead(n int) {
	p, list := pl.premove, pl.claimable()
	if p == nil || n > len(list) {
		return
	}
	next := *p
	switch {
	case n == 0 || list[n-1] == p.claim:
		next.claim = 0
	case slices.Contains(pl.claimsAhead(), list[n-1]):
		next.claim = list[n-1]
	default:
		return
	}
	pl.setPremove(&next)
}

// setPremove shows what is prepared now, nil for nothing; the notice below the messages
// says it.
func (pl *planner) setPremove(p *premove) {
	pl.clearMessages()
	if p == nil && pl.premove != nil {
		pl.tell(dim, pl.t("ui.table.premove.none"))
	}
	pl.premove = p
}

// premoveText says what is prepared.
func (pl *planner) premoveText() string {
	p := pl.premove
	if p.to != game.NoSpot {
		return pl.t("ui.table.premove.set", i18n.Args{"move": pl.choice.spelled(p.claim, p.path, p.to)})
	}
	spot := game.WithClaim(p.claim.Letter(), pl.game().Layout().Names[p.path[0]])
	return pl.t("ui.table.premove.from", i18n.Args{"spot": spot})
}

// playPremove plays what is prepared when one's turn has come. After a takeback and at the
// end of the game it is dropped.
func (pl *planner) playPremove(last play.Kind) tea.Cmd {
	p, back := pl.premove, last == play.Accept
	if p == nil || !pl.personToMove() && !pl.over() && !back {
		return nil
	}
	pl.premove = nil
	if back || pl.over() {
		return nil
	}
	if p.to == game.NoSpot {
		// Half a move goes on as a stack that is picked up.
		if pl.choice.origins(p.claim)&p.path[0].Bit() != 0 {
			pl.choice.claim, pl.choice.path = p.claim, p.path
		}
		return nil
	}
	text := pl.choice.spelled(p.claim, p.path, p.to)
	m, err := pl.pos().ParseMove(text)
	if err != nil {
		pl.warn(pl.t("ui.table.premove.impossible", i18n.Args{"move": text}))
		return tea.Raw("\a") // the player may look elsewhere
	}
	pl.choice.path = pl.spelledPath(text)
	return pl.play(m)
}

// markPremove marks what is prepared on the board.
func (pl *planner) markPremove(b *draw.Board) {
	p := pl.premove
	if p.to != game.NoSpot {
		b.Marks.Targets |= p.to.Bit()
	}
	if len(p.path) > 0 {
		b.Marks.Selected |= p.path[0].Bit()
	}
	if p.to != game.NoSpot && len(p.path) > 0 {
		spots := append(slices.Clone(p.path), p.to)
		b.Marks.Routes = append(b.Marks.Routes, draw.Route{Spots: spots, Planned: true})
	}
}
