package line

import (
	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// undo takes plies back: against the computer, its replies with them, so that
// the person is to move again.
func undo(p *player, rest string) {
	n, ok := number(rest)
	if !ok {
		printNoCount(p, "undo", rest)
		return
	}
	undone := false
	var err error
	for range n {
		if err = takeBack(p); err != nil {
			break
		}
		undone = true
		for computerToMove(p) && takeBack(p) == nil {
		}
	}
	if !undone {
		p.report(err)
		return
	}
	for computerToMove(p) && playAgain(p) {
		// The computer began: its first move stays.
	}
	p.showChange()
	p.printTurn()
}

// redo plays plies again, the computer's replies with them.
func redo(p *player, rest string) {
	n, ok := number(rest)
	if !ok {
		printNoCount(p, "redo", rest)
		return
	}
	done := false
	for range n {
		if !playAgain(p) {
			break
		}
		done = true
		for computerToMove(p) && playAgain(p) {
		}
	}
	if !done {
		p.sentence("cli.nothing_to_redo")
		return
	}
	p.showChange()
	p.printTurn()
}

// computerToMove reports whether a person waits for the computer's move.
func computerToMove(p *player) bool {
	side := p.Session.Position().Side()
	return p.Opponents[side] != nil && p.Opponents[side.Other()] == nil
}

// takeBack takes back one ply, or an end that the players have brought about, and says
// so.
func takeBack(p *player) error {
	last, _ := p.Session.Last()
	state := p.Session.State()
	e := play.Event{Kind: play.TakeBack, Side: state.Turn(), To: state.Ply() - 1}
	ended := p.Session.Over() && p.Session.Position().Outcome() == game.Ongoing
	if ended {
		e.To++
	}
	if err := p.apply(e); err != nil {
		return err
	}
	if !ended {
		p.print(p.t("cli.undone", i18n.Args{"move": p.Session.Game().MoveText(last.Move)}))
	}
	return nil
}

// playAgain plays one ply again and says so.
func playAgain(p *player) bool {
	ahead := p.Session.Ahead()
	if len(ahead) == 0 {
		return false
	}
	text := p.Session.Game().MoveText(ahead[0].Move)
	if p.apply(play.Event{Kind: play.Move, Side: p.Session.State().Turn(), Move: text}) != nil {
		return false
	}
	p.print(p.t("cli.redone", i18n.Args{"move": text}))
	return true
}
