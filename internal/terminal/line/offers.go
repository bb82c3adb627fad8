package line

import (
	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// resign gives the game up.
func (p *player) resign(rest string) error {
	if p.Session.Over() {
		p.printOver()
		return nil
	}
	side, ok := p.side(rest)
	if ok && !p.confirm(p.t("cli.confirm.resign", i18n.Args{"player": p.say.Player(side)})) {
		return nil
	}
	if _, ok := p.act(rest, play.Event{Kind: play.Resign}); ok {
		p.printTurn()
	}
	return nil
}

// printOver says that nothing more can be done.
func (p *player) printOver() {
	p.refused = play.GameOver
	p.print(p.t("cli.over"))
}

// draw offers a draw. The computer answers at once, a person by a command.
func (p *player) draw(rest string) error {
	side, ok := p.act(rest, play.Event{Kind: play.Offer, What: play.OfferDraw})
	if !ok {
		return nil
	}
	p.print(p.t("ui.draw.offered", i18n.Args{"player": p.say.Player(side)}))
	answer := side.Other()
	if p.Remote != nil {
		return nil
	}
	if p.Opponents[answer] == nil {
		p.print(p.t("cli.draw.answer", i18n.Args{"player": p.say.Player(answer)}))
		return nil
	}
	e := play.Event{Kind: play.Decline, Side: answer}
	if a, can := p.Adviser.(DrawAnswerer); can {
		yes, err := a.AcceptsDraw(p.ctx, p.Session.Position(), answer, p.Session.Ply())
		switch {
		case p.ctx.Err() != nil:
			return nil // Run says so
		case err != nil:
			p.print(i18n.Sentence(say.Error(p.Catalog, err)))
		case yes:
			e.Kind = play.Accept
		}
	}
	p.printAnswer(p.apply(e))
	return nil
}

// accept agrees to an offer, decline refuses it.
func (p *player) accept(rest string) error  { return p.answer(rest, play.Accept) }
func (p *player) decline(rest string) error { return p.answer(rest, play.Decline) }

// answer answers the offer that is open, whoever made it.
func (p *player) answer(rest string, kind play.Kind) error {
	if p.Remote != nil && p.Session.Over() {
		p.report(p.Remote.AnswerRematch(p.ctx, kind == play.Accept))
		return nil
	}
	side, ok := p.side(rest)
	if offers := p.Session.State().Offers(); rest == "" && len(offers) > 0 {
		side = offers[0].By.Other()
	}
	if !ok {
		p.printNoSide(rest)
		return nil
	}
	e := play.Event{Kind: kind, Side: side}
	// The offer is named: another one that has taken its place is not what was answered.
	for _, o := range p.Session.State().Offers() {
		if o.By != side {
			e.Offer = o.Offer
			break
		}
	}
	p.printAnswer(p.apply(e))
	return nil
}

// printAnswer says what an answer has led to.
func (p *player) printAnswer(err error) {
	switch {
	case err != nil:
		p.print(i18n.Sentence(p.reason(err)))
	case p.Remote != nil && p.answersTakeback(p.last):
		p.tellEvent(p.last)
	case p.Session.Over():
		p.printTurn()
	default:
		p.print(p.t("ui.draw.declined"))
	}
}

// abort calls the game off.
func (p *player) abort(rest string) error {
	if _, ok := p.act(rest, play.Event{Kind: play.Abort}); ok {
		p.printTurn()
	}
	return nil
}

// clock says what both players have left.
func (p *player) clock(string) error {
	if !p.Session.State().Clocked() {
		p.print(p.t("a11y.clock.none"))
		return nil
	}
	p.checkFlag()
	for _, side := range []game.Side{game.First, game.Second} {
		p.print(p.timeLeft(side))
	}
	return nil
}

// pause stops the clocks, resume lets them run again.
func (p *player) pause(string) error {
	if _, ok := p.act("", play.Event{Kind: play.Pause}); ok {
		p.print(p.t("ui.paused.about"))
	}
	return nil
}

func (p *player) resume(string) error {
	if _, ok := p.act("", play.Event{Kind: play.Resume}); ok {
		p.printTurn()
	}
	return nil
}
