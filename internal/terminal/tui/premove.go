package tui

import (
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

// premoving reports whether a move can be prepared: it is the opponent's turn at a table
// where a clock runs, and one looks at the end of the game.
func (gs *gameScreen) premoving() bool {
	if gs.over() || !gs.session.Live() || gs.table.sending != nil || gs.personToMove() {
		return false
	}
	_, plays := gs.table.plays()
	control := gs.state().Terms().Control.Kind
	return plays && control != play.NoClock && control != play.PerMove
}

// prepare takes up a stack for the move that is prepared, or says where it goes; the same
// spot again takes it back.
func (gs *gameScreen) prepare(s game.Spot) {
	was := gs.table.premove
	var next *premove
	switch {
	case gs.choice.placing():
		if was == nil || was.to != s {
			next = &premove{to: s}
		}
	case was != nil && was.to == game.NoSpot && was.path[0] != s:
		next = &premove{claim: was.claim, path: was.path, to: s}
	case was != nil && was.path[0] == s, len(gs.pos().Stack(s, nil)) == 0:
	default:
		next = &premove{path: []game.Spot{s}, to: game.NoSpot}
		if was != nil {
			next.claim = was.claim
		}
	}
	gs.setPremove(next)
}

// prepareText prepares a move that was typed; false for what is none.
func (gs *gameScreen) prepareText(text string) bool {
	claim, rest, claims := game.CutClaim(text)
	path, ok := gs.game().Layout().ReadWay(rest)
	if !ok {
		return false
	}
	last := len(path) - 1
	p := &premove{path: path[:last], to: path[last]}
	if claims && len(claim) == 1 {
		p.claim = game.Piece(strings.ToUpper(claim)[0])
	}
	if (len(p.path) == 0) != gs.choice.placing() || claims && !contains(gs.claimsAhead(), p.claim) {
		return false
	}
	gs.setPremove(p)
	return true
}

// claimsAhead are the colors that can be claimed with the move that is prepared, as far
// as things stand.
func (gs *gameScreen) claimsAhead() []game.Piece {
	me, _ := gs.table.plays()
	if c, ok := gs.pos().(game.Claimer); ok {
		return c.MayClaim(me)
	}
	return nil
}

// claimAhead picks the nth color for the move that is prepared; the same again, or 0,
// takes it back.
func (gs *gameScreen) claimAhead(n int) {
	p, list := gs.table.premove, gs.claimable()
	if p == nil || n > len(list) {
		return
	}
	next := *p
	switch {
	case n == 0 || list[n-1] == p.claim:
		next.claim = 0
	case contains(gs.claimsAhead(), list[n-1]):
		next.claim = list[n-1]
	default:
		return
	}
	gs.setPremove(&next)
}

// setPremove shows what is prepared now, nil for nothing; the notice below the messages
// says it.
func (gs *gameScreen) setPremove(p *premove) {
	gs.clearMessages()
	if p == nil && gs.table.premove != nil {
		gs.tell(dim, gs.t("ui.table.premove.none"))
	}
	gs.table.premove = p
}

// premoveText says what is prepared.
func (gs *gameScreen) premoveText() string {
	p := gs.table.premove
	if p.to != game.NoSpot {
		return gs.t("ui.table.premove.set", i18n.Args{"move": gs.choice.spelled(p.claim, p.path, p.to)})
	}
	spot := game.WithClaim(p.claim.Letter(), gs.game().Layout().Names[p.path[0]])
	return gs.t("ui.table.premove.from", i18n.Args{"spot": spot})
}

// playPremove plays what is prepared when one's turn has come. After a takeback and at the
// end of the game it is dropped.
func (gs *gameScreen) playPremove(last play.Kind) tea.Cmd {
	p, back := gs.table.premove, last == play.Accept
	if p == nil || !gs.personToMove() && !gs.over() && !back {
		return nil
	}
	gs.table.premove = nil
	if back || gs.over() {
		return nil
	}
	if p.to == game.NoSpot {
		// Half a move goes on as a stack that is picked up.
		if gs.choice.origins(p.claim)&p.path[0].Bit() != 0 {
			gs.choice.claim, gs.choice.path = p.claim, p.path
		}
		return nil
	}
	text := gs.choice.spelled(p.claim, p.path, p.to)
	m, err := gs.pos().ParseMove(text)
	if err != nil {
		gs.warn(gs.t("ui.table.premove.impossible", i18n.Args{"move": text}))
		return gs.bell()
	}
	gs.choice.path = gs.spelledPath(text)
	return gs.play(m)
}

// markPremove marks what is prepared on the board.
func (gs *gameScreen) markPremove(b *draw.Board) {
	p := gs.table.premove
	if p.to != game.NoSpot {
		b.Marks.Targets |= p.to.Bit()
	}
	if len(p.path) > 0 {
		b.Marks.Selected |= p.path[0].Bit()
	}
	if p.to != game.NoSpot && len(p.path) > 0 {
		spots := append(append([]game.Spot(nil), p.path...), p.to)
		b.Marks.Routes = append(b.Marks.Routes, draw.Route{Spots: spots, Planned: true})
	}
}
