package line

import (
	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// resign gives the game up.
func resign(p *player, rest string) {
	if p.Session.Over() {
		p.printOver()
		return
	}
	side, ok := sideNamed(p, rest)
	if ok && !confirm(p, p.t("cli.confirm.resign", i18n.Args{"player": p.say.Player(side)})) {
		return
	}
	if _, ok := act(p, rest, play.Event{Kind: play.Resign}); ok {
		p.printTurn()
	}
}

// printOver says that nothing more can be done.
func (p *player) printOver() {
	p.refused = play.GameOver
	p.print(p.t("cli.over"))
}

// offerDraw offers a draw. The computer answers at once, a person by a command.
func offerDraw(p *player, rest string) {
	side, ok := act(p, rest, play.Event{Kind: play.Offer, What: play.OfferDraw})
	if !ok {
		return
	}
	p.print(p.t("ui.draw.offered", i18n.Args{"player": p.say.Player(side)}))
	answer := side.Other()
	if p.server != nil {
		return
	}
	if p.Opponents[answer] == nil {
		p.print(p.t("cli.draw.answer", i18n.Args{"player": p.say.Player(answer)}))
		return
	}
	e := play.Event{Kind: play.Decline, Side: answer}
	if p.Adviser != nil {
		yes, err := p.Adviser.AcceptsDraw(p.ctx, p.Session.Position(), answer, p.Session.Ply())
		switch {
		case p.ctx.Err() != nil:
			return // Run says so
		case err != nil:
			p.report(err)
		case yes:
			e.Kind = play.Accept
		}
	}
	printAnswer(p, p.apply(e))
}

// accept agrees to an offer, decline refuses it.
func accept(p *player, rest string)  { answer(p, rest, play.Accept) }
func decline(p *player, rest string) { answer(p, rest, play.Decline) }

// answer answers the offer that is open.
func answer(p *player, rest string, kind play.Kind) {
	if p.server != nil && p.Session.Over() {
		p.report(p.do(func() error { return p.server.AnswerRematch(p.ctx, kind == play.Accept) }))
		return
	}
	side, ok := sideNamed(p, rest)
	if offers := p.Session.State().Offers(); rest == "" && len(offers) > 0 {
		side = offers[0].By.Other()
	}
	if !ok {
		printNoSide(p, rest)
		return
	}
	e := play.Event{Kind: kind, Side: side}
	// The offer is named: another one that has taken its place is not what was answered.
	for _, o := range p.Session.State().Offers() {
		if o.By != side {
			e.Offer = o.Offer
			break
		}
	}
	printAnswer(p, p.apply(e))
}

// printAnswer says what an answer has led to.
func printAnswer(p *player, err error) {
	switch {
	case err != nil:
		p.report(err)
	case p.server != nil && p.server.answersTakeback(p.server.last):
		p.tellEvent(p.server.last)
	case p.Session.Over():
		p.printTurn()
	default:
		p.print(p.t("ui.draw.declined"))
	}
}

// abort calls the game off.
func abort(p *player, rest string) {
	if _, ok := act(p, rest, play.Event{Kind: play.Abort}); ok {
		p.printTurn()
	}
}

// showClocks says what both players have left.
func showClocks(p *player, _ string) {
	if !p.Session.State().Clocked() {
		p.print(p.t("a11y.clock.none"))
		return
	}
	p.checkFlag()
	for _, side := range []game.Side{game.First, game.Second} {
		p.print(p.timeLeft(side))
	}
}

// pause stops the clocks, resume lets them run again.
func pause(p *player, _ string) {
	if _, ok := act(p, "", play.Event{Kind: play.Pause}); ok {
		p.print(p.t("ui.paused.about"))
	}
}

func resume(p *player, _ string) {
	if _, ok := act(p, "", play.Event{Kind: play.Resume}); ok {
		p.printTurn()
	}
}
