package line

import (
	"errors"
	"fmt"
	"time"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// Clock is where the time comes from. The zero value stands still.
type Clock struct {
	// Now returns the moment.
	Now func() time.Time

	// After sends something when so much time has passed. Without it nobody is
	// told of a flag before the next line of input.
	After func(time.Duration) <-chan time.Time
}

// elapsed returns how much time has passed since the last event.
func (p *player) elapsed() time.Duration {
	if p.server != nil {
		return p.server.Elapsed()
	}
	if p.Clock.Now == nil {
		return 0
	}
	return p.Clock.Now().Sub(p.since).Truncate(time.Millisecond)
}

// startTimer lets the time of the next event begin now.
func (p *player) startTimer() {
	if p.Clock.Now != nil {
		p.since = p.Clock.Now()
	}
}

// apply plays an event with the time that has passed. Where the flag has fallen
// before, that is played and told first.
func (p *player) apply(e play.Event) error {
	if p.server != nil {
		return p.sendRemote(e)
	}
	happened, err := p.Session.Advance(p.elapsed(), e)
	if len(happened) > 0 {
		if happened[0].Kind == play.Flag {
			p.printTurn()
		}
		p.startTimer()
	}
	return p.noteRefusal(err)
}

// noteRefusal keeps the code of a refusal for the tests.
func (p *player) noteRefusal(err error) error {
	var refusal *play.Error
	if errors.As(err, &refusal) {
		p.refused = refusal.Code
	}
	return err
}

// checkFlag ends the game when the time of the side to move is over, and says so.
func (p *player) checkFlag() {
	if p.server == nil { // else the server does
		_ = p.apply(play.Event{}) // without an event there is nothing to refuse
	}
}

// next returns the next line of input. While a person thinks the flag may fall.
func (p *player) next() inputLine {
	if p.server != nil {
		return p.nextRemote()
	}
	deadline, runs := p.Session.State().Deadline()
	if p.Clock.After == nil || !runs {
		return p.in.next()
	}
	typed := make(chan inputLine, 1)
	go func() { typed <- p.in.next() }()
	select {
	case l := <-typed:
		return l
	case <-p.Clock.After(deadline - p.elapsed()):
		if p.Interactive {
			fmt.Fprintln(p.out) // the prompt stands on the line
		}
		p.checkFlag()
		p.prompt()
		_ = p.flush() // Run finds the error at the next line
	}
	return <-typed
}

// readLine returns the next line of input while nothing else is to happen.
func (p *player) readLine() inputLine {
	if p.server != nil {
		return p.nextRemote()
	}
	return p.in.next()
}

// move plays a move as it was typed and says what happened.
func (p *player) move(text string) error {
	if err := p.apply(play.Event{Kind: play.Move, Side: p.Session.State().Turn(), Move: text}); err != nil {
		return err
	}
	p.moved()
	return nil
}

// moved says what happened.
func (p *player) moved() {
	last, _ := p.Session.Last()
	p.print(p.say.Move(last.Before, last.Move, last.After))
	p.showChange()
	p.printTurn()
}

// printTurn says who is to move, or how the game ended.
func (p *player) printTurn() {
	pos := p.Session.Position()
	if end := p.Session.End(); end.Over {
		text := p.say.End(pos, end)
		if pos.Outcome() != game.Ongoing {
			text = p.t("cli.over") + " " + text
		}
		p.print(text)
		if p.server != nil {
			p.print(p.t("cli.remote.over"))
		} else {
			p.print(p.t("cli.over.hint"))
		}
		return
	}
	text := p.say.Turn(pos)
	if _, pass := game.ForcedPass(p.Session.Position()); pass {
		text += " " + p.t("say.you_pass")
	}
	if side, runs := p.Session.State().Running(); runs {
		text += " " + p.timeLeft(side)
	}
	p.print(text)
}

// timeLeft says what a side has left.
func (p *player) timeLeft(side game.Side) string {
	left := p.Session.State().Left(side, p.elapsed())
	// It begins with a name, which keeps its first letter.
	return p.t("a11y.clock", i18n.Args{"player": p.say.Player(side), "time": say.Clock(left)}) + "."
}

// sideNamed reads which player does something: the name in the text forms, or nobody
// for the one at the keyboard or to move.
func sideNamed(p *player, rest string) (game.Side, bool) {
	g := p.Session.Game()
	for _, s := range []game.Side{game.First, game.Second} {
		if rest == g.SideName(s) {
			return s, true
		}
	}
	if p.say.Listener != nil {
		return *p.say.Listener, rest == ""
	}
	return p.Session.Position().Side(), rest == ""
}

// printNoSide says that a command names no player of the game.
func printNoSide(p *player, name string) {
	p.print(i18n.Sentence(p.t("cli.no_side", i18n.Args{
		"name": game.Shown(name), "first": p.Session.Game().SideName(game.First), "second": p.Session.Game().SideName(game.Second),
	})))
}

// act does what a command says, by the player it names. It returns who that is;
// what is refused is said, and it is false.
func act(p *player, rest string, e play.Event) (game.Side, bool) {
	side, ok := sideNamed(p, rest)
	if !ok {
		printNoSide(p, rest)
		return side, false
	}
	e.Side = side
	if err := p.apply(e); err != nil {
		p.report(err)
		return side, false
	}
	return side, true
}
