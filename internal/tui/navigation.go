package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/i18n"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// chosenRoute returns the spots that a legal move goes over: those picked or typed, else
// the shortest way.
func (t *gameScreen) chosenRoute(m game.Move) []game.Spot {
	parts := t.game().Parts(m)
	if path := t.choice.path; len(path) > 1 && path[0] == parts.From {
		return append(append([]game.Spot(nil), path...), parts.To)
	}
	return route(t.pos(), m)
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
func (t *gameScreen) goTo(ply int) tea.Cmd {
	if ply = min(max(ply, 0), len(t.steps)+len(t.ahead)); ply == len(t.steps) {
		return nil
	}
	next := ply == len(t.steps)+1
	t.session.GoTo(ply)
	cmd := t.moved()
	if last, ok := t.session.Last(); ok && next {
		cmd = tea.Batch(cmd, t.animate(last.Before, last.Move, last.After, route(last.Before, last.Move)))
	}
	return cmd
}

// moved shows the position after the cursor of the session has moved.
func (t *gameScreen) moved() tea.Cmd {
	if !t.analysis || t.session.Changed() { // who only looks through a record leaves no copy of it
		t.dirty = true
	}
	t.refresh()
	t.clearMessages()
	if last, ok := t.session.Last(); ok {
		t.tell(plain, t.say.Move(last.Before, last.Move, last.After))
	}
	return t.proceed()
}

// undo takes back: against the computer its replies too, so that the person is
// to move again, and a forced pass with the move before it. Where one looks back, or
// analyzes, it goes a ply further back.
func (t *gameScreen) undo() tea.Cmd {
	if t.analysis || t.lookingBack() {
		back := t.session.Undo
		if t.analysis {
			back = t.session.Back // whoever looks through a game does not shorten it
		}
		if !back() {
			t.warn(i18n.Sentence(t.t("cli.nothing_to_undo")))
			return nil
		}
		return t.moved()
	}
	st := t.state()
	to, ok := st.LastChoice(t.people()...)
	if st.Over() && st.End().Why != record.Normal {
		to, ok = st.Ply(), true // the end goes first
	}
	if !ok {
		t.warn(i18n.Sentence(t.t("cli.nothing_to_undo")))
		return nil
	}
	return t.happen(play.Event{Kind: play.TakeBack, Side: t.person(), To: to})
}

// people are the sides that people play.
func (t *gameScreen) people() []game.Side {
	var sides []game.Side
	for side := range t.players {
		if t.players[side].opponent == nil {
			sides = append(sides, game.Side(side))
		}
	}
	return sides
}

// redo plays again what was taken back, with the computer's replies.
func (t *gameScreen) redo() tea.Cmd {
	if len(t.ahead) == 0 || t.over() {
		t.warn(i18n.Sentence(t.t("cli.nothing_to_redo")))
		return nil
	}
	if t.analysis || t.lookingBack() {
		t.session.Redo()
		return t.moved()
	}
	for first := true; first || t.waiting(); first = false {
		ahead := t.session.Ahead()
		if len(ahead) == 0 {
			break
		}
		e := play.Event{Kind: play.Move, Side: t.state().Turn(), Move: t.game().MoveText(ahead[0].Move)}
		if cmd := t.happen(e); t.refused != nil || t.over() {
			return cmd
		}
	}
	return t.moved()
}

// waiting tells whether a person waits for the computer's move.
func (t *gameScreen) waiting() bool {
	side := t.state().Turn()
	return !t.over() && t.players[side].opponent != nil && t.players[side.Other()].opponent == nil
}

// sibling shows the next move that was tried in place of the last one.
func (t *gameScreen) sibling(step int) tea.Cmd {
	last, ok := t.session.Last()
	if !ok || last.Tried < 2 {
		t.warn(t.t("tui.no_variation"))
		return nil
	}
	t.session.GoTo(t.session.Ply() - 1)
	moves := t.session.Alternatives()
	for i, m := range moves {
		if m == last.Move {
			t.session.Visit(moves[(i+step+len(moves))%len(moves)])
			break
		}
	}
	return t.moved()
}
