package line

import (
	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// undo takes plies back: against the computer, its replies with them, so that
// the person is to move again.
func (p *player) undo(rest string) error {
	if p.Remote != nil {
		return p.offerTakeback()
	}
	n, ok := number(rest)
	if !ok {
		p.noCount("undo", rest)
		return nil
	}
	undone := false
	var err error
	for range n {
		if err = p.takeBack(); err != nil {
			break
		}
		undone = true
		for p.computerToMove() && p.takeBack() == nil {
		}
	}
	if !undone {
		text := p.t("cli.nothing_to_undo")
		if err != nil {
			text = p.reason(err)
		}
		p.print(i18n.Sentence(text))
		return nil
	}
	for p.computerToMove() && p.playAgain() {
		// The computer began: its first move stays.
	}
	p.showChange()
	p.printTurn()
	return nil
}

// redo plays plies again, the computer's replies with them.
func (p *player) redo(rest string) error {
	n, ok := number(rest)
	if !ok {
		p.noCount("redo", rest)
		return nil
	}
	done := false
	for range n {
		if !p.playAgain() {
			break
		}
		done = true
		for p.computerToMove() && p.playAgain() {
		}
	}
	if !done {
		p.print(i18n.Sentence(p.t("cli.nothing_to_redo")))
		return nil
	}
	p.showChange()
	p.printTurn()
	return nil
}

// computerToMove reports whether a person waits for the computer's move.
func (p *player) computerToMove() bool {
	side := p.Session.Position().Side()
	return p.Opponents[side] != nil && p.Opponents[side.Other()] == nil
}

// takeBack takes back one ply, or an end that the players have brought about, and says
// so.
func (p *player) takeBack() error {
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
func (p *player) playAgain() bool {
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
