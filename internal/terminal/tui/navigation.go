package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record"
)

// chosenRoute returns the spots that a legal move goes over: those picked or typed, else
// the shortest way.
func (gs *gameScreen) chosenRoute(m game.Move) []game.Spot {
	parts := gs.game().Parts(m)
	if path := gs.choice.path; len(path) > 1 && path[0] == parts.From {
		return append(append([]game.Spot(nil), path...), parts.To)
	}
	return route(gs.pos(), m)
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

// replayMsg asks to play the computer's answer again that was taken back.
type replayMsg struct{ generation int }

// goTo shows an earlier or later position of the line.
func (gs *gameScreen) goTo(ply int) tea.Cmd {
	if ply = min(max(ply, 0), len(gs.steps)+len(gs.ahead)); ply == len(gs.steps) {
		return nil
	}
	next := ply == len(gs.steps)+1
	gs.session.GoTo(ply)
	cmd := gs.moved()
	if last, ok := gs.session.Last(); ok && next {
		cmd = tea.Batch(cmd, gs.animate(last.Before, last.Move, last.After, route(last.Before, last.Move)))
	}
	return cmd
}

// moved shows the position after the cursor of the session has moved.
func (gs *gameScreen) moved() tea.Cmd {
	if !gs.source.branches() || gs.session.Changed() { // who only looks through a record leaves no copy of it
		gs.dirty = true
	}
	gs.refresh()
	gs.clearMessages()
	if last, ok := gs.session.Last(); ok {
		gs.tell(plain, gs.say.Move(last.Before, last.Move, last.After))
	}
	if comment := say.Comment(gs.Catalog, gs.session.Note()); comment != "" {
		gs.tell(dim, game.Printable(comment))
	}
	return gs.proceed()
}

// undo takes back: against the computer its replies too, so that the person is
// to move again, and a forced pass with the move before it. Where one looks back, or
// analyzes, it goes a ply further back.
func (gs *gameScreen) undo() tea.Cmd {
	if gs.source.branches() || gs.lookingBack() {
		if gs.source.branches() {
			gs.session.GoTo(gs.session.Ply() - 1) // whoever looks through a game does not shorten it
		} else {
			gs.session.Undo()
		}
		if gs.session.Ply() == len(gs.steps) {
			gs.warn(i18n.Sentence(gs.t("cli.nothing_to_undo")))
			return nil
		}
		return gs.moved()
	}
	st := gs.state()
	to, ok := st.LastChoice(gs.people()...)
	if st.Over() && st.End().Why != record.Normal {
		to, ok = st.Ply(), true // the end goes first
	}
	if !ok {
		gs.warn(i18n.Sentence(gs.t("cli.nothing_to_undo")))
		return nil
	}
	return gs.happen(play.Event{Kind: play.TakeBack, Side: gs.person(), To: to})
}

// people are the sides that people play.
func (gs *gameScreen) people() []game.Side {
	var sides []game.Side
	for side := range gs.players {
		if gs.players[side].opponent == nil {
			sides = append(sides, game.Side(side))
		}
	}
	return sides
}

// redo plays again what was taken back, with the computer's replies.
func (gs *gameScreen) redo() tea.Cmd {
	if len(gs.ahead) == 0 || gs.over() {
		gs.warn(i18n.Sentence(gs.t("cli.nothing_to_redo")))
		return nil
	}
	if gs.source.branches() {
		gs.session.GoTo(gs.session.Ply() + 1)
		return gs.moved()
	}
	if gs.lookingBack() {
		gs.session.Redo()
		return gs.moved()
	}
	for first := true; first || gs.waiting(); first = false {
		ahead := gs.session.Ahead()
		if len(ahead) == 0 {
			break
		}
		e := play.Event{Kind: play.Move, Side: gs.state().Turn(), Move: gs.game().MoveText(ahead[0].Move)}
		if cmd := gs.happen(e); gs.refused != nil || gs.over() {
			return cmd
		}
	}
	return gs.moved()
}

// waiting reports whether a person waits for the computer's move.
func (gs *gameScreen) waiting() bool {
	side := gs.state().Turn()
	return !gs.over() && gs.players[side].opponent != nil && gs.players[side.Other()].opponent == nil
}

// sibling shows the next move that was tried in place of the last one.
func (gs *gameScreen) sibling(step int) tea.Cmd {
	last, ok := gs.session.Last()
	if !ok || last.Tried < 2 {
		gs.warn(gs.t("tui.no_variation"))
		return nil
	}
	gs.session.GoTo(gs.session.Ply() - 1)
	moves := gs.session.Alternatives()
	for i, m := range moves {
		if m == last.Move {
			gs.session.Visit(moves[(i+step+len(moves))%len(moves)])
			break
		}
	}
	return gs.moved()
}
