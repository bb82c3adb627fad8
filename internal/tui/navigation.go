package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/i18n"
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

// replayMsg plays the computer's answer again that was taken back.
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
// to move again.
func (t *gameScreen) undo() tea.Cmd {
	back := t.session.Undo
	if t.analysis {
		back = t.session.Back // whoever looks through a game does not shorten it
	}
	if !back() {
		t.warn(i18n.Sentence(t.t("cli.nothing_to_undo")))
		return nil
	}
	for !t.analysis && t.waiting() && t.session.Undo() {
	}
	for !t.analysis && t.waiting() && t.session.Redo() {
		// The computer began: its first move stays.
	}
	return t.moved()
}

// redo plays again what was taken back.
func (t *gameScreen) redo() tea.Cmd {
	if !t.session.Redo() {
		t.warn(i18n.Sentence(t.t("cli.nothing_to_redo")))
		return nil
	}
	for !t.analysis && t.waiting() && t.session.Redo() {
	}
	return t.moved()
}

// waiting tells whether a person waits for the computer's move.
func (t *gameScreen) waiting() bool {
	side := t.pos().Side()
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

// resign gives the game up for the person who plays, or who is to move.
func (t *gameScreen) resign() tea.Cmd {
	side := t.pos().Side()
	if t.say.Listener != nil {
		side = *t.say.Listener
	}
	if t.over() || t.analysis {
		return nil
	}
	return t.push(t.confirm(t.t("cli.confirm.resign", i18n.Args{"player": t.say.Player(side)}), func() tea.Cmd {
		for t.session.Redo() { // one resigns the game, not the position looked at
		}
		t.session.Resign(side)
		return t.moved()
	}))
}
