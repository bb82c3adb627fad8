package line

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// Remote is a game that a server keeps. What is done there becomes part of the game
// when the server says so; the session shows the same events.
type Remote interface {
	// Seat returns the side of the person at the keyboard; false for who looks on.
	Seat() (game.Side, bool)

	// Events returns what has happened in the game after its first n events.
	Events(n int) []play.Event

	// Elapsed is how much time has passed since the last event.
	Elapsed() time.Duration

	// Send does something and returns when it is one of Events. The error says why it is not.
	Send(ctx context.Context, e play.Event) error

	// Say says something to the others.
	Say(ctx context.Context, text string) error

	// Rematch offers to play again.
	Rematch(ctx context.Context, same bool) error

	// AnswerRematch says yes or no to a rematch that is offered; a no takes the own offer
	// back too.
	AnswerRematch(ctx context.Context, yes bool) error

	// Next returns the game that goes on after this one, when a rematch was agreed on and has
	// begun, with its session and the names of the players; nil before.
	Next() (Remote, *local.Session, [2]string)

	// Claim ends the game of an opponent who is long gone.
	Claim(ctx context.Context, draw bool) error

	// Mute no longer tells what somebody says, or does again; "" is the opponent. It is
	// false where nobody there has that name.
	Mute(name string, on bool) (known bool, err error)

	// News returns what is to be told besides, such as what others say, each once.
	News() []string

	// Changed returns a channel that is closed when there are events or news after this call.
	Changed() <-chan struct{}

	// Ended returns why nothing more comes, nil while something may.
	Ended() error
}

// atHome are the commands that make no sense in a game that a server keeps.
var atHome = []string{"redo", "hint", "level", "load", "new", "pause", "resume"}

// away are the commands for a game that a server keeps.
func away() []command {
	return []command{
		{"say", nil, "hello", "cli.help.say", (*player).talk},
		{"rematch", nil, "[same]", "cli.help.rematch", (*player).rematch},
		{"more", nil, "[15]", "cli.help.more", (*player).more},
		{"withdraw", nil, "", "cli.help.withdraw", (*player).withdraw},
		{"claim", nil, "[draw]", "cli.help.claim", (*player).claim},
		{"mute", nil, "[name]", "cli.help.mute", func(p *player, rest string) error { return p.mute(rest, true) }},
		{"unmute", nil, "[name]", "cli.help.unmute", func(p *player, rest string) error { return p.mute(rest, false) }},
		{"lobby", nil, "", "cli.help.lobby", func(*player, string) error { return ErrLobby }},
	}
}

// sendRemote does something at the server and takes over what has happened up to it.
func (p *player) sendRemote(e play.Event) error {
	if err := p.Remote.Send(p.ctx, e); err != nil {
		p.takeNews()
		return p.noteRefusal(err)
	}
	seat, _ := p.Remote.Seat()
	for _, happened := range p.Remote.Events(p.eventsSeen) {
		own := happened.Side == seat && happened.Kind == e.Kind
		if err := p.takeEvent(happened); err != nil {
			return err
		}
		if own {
			return nil
		}
		p.tellEvent(happened)
	}
	return nil
}

// takeEvent applies an event of the server.
func (p *player) takeEvent(e play.Event) error {
	p.eventsSeen++
	p.last = e
	p.offers = p.Session.State().Offers()
	return p.Session.Apply(e)
}

// takeNews takes over and tells what has happened; it returns whether there was
// anything.
func (p *player) takeNews() bool {
	some := false
	lead := func() {
		if !some && p.Interactive && p.asking {
			fmt.Fprintln(p.out) // the prompt stands on the line
		}
		some = true
	}
	for _, e := range p.Remote.Events(p.eventsSeen) {
		lead()
		if err := p.takeEvent(e); err != nil {
			p.print(i18n.Sentence(p.reason(err)))
			continue
		}
		p.tellEvent(e)
	}
	for _, text := range p.Remote.News() {
		lead()
		p.print(text)
	}
	if next, session, names := p.Remote.Next(); next != nil {
		p.Remote, p.Session, p.Names = next, session, names
		p.eventsSeen, p.last, p.offers = len(session.State().Log().Events), play.Event{}, nil
		p.newSpeaker()
		p.welcome()
	}
	return some
}

// tellEvent says what somebody else has done.
func (p *player) tellEvent(e play.Event) {
	who := i18n.Args{"player": p.say.Player(e.Side)}
	switch e.Kind {
	case play.Move:
		p.moved()
		return
	case play.Offer:
		if e.What == play.OfferTakeback {
			p.print(p.t("cli.takeback.offered", who))
		} else {
			p.print(p.t("ui.draw.offered", who))
		}
		if seat, plays := p.Remote.Seat(); plays && seat != e.Side {
			p.print(p.t("cli.draw.answer", i18n.Args{"player": p.say.Player(seat)}))
		}
		return
	case play.Withdraw:
		p.print(p.t("ui.table.withdrawn", who))
		return
	case play.Decline:
		if p.answersTakeback(e) {
			p.print(p.t("cli.takeback.declined"))
		} else {
			p.print(p.t("ui.draw.declined"))
		}
		return
	case play.Accept:
		if p.answersTakeback(e) {
			p.print(p.t("cli.takeback.accepted"))
			p.showChange()
		}
	case play.MoreTime:
		p.print(p.t("cli.more.given", i18n.Args{"player": p.say.Player(e.Side), "seconds": int(e.Add.Seconds())}))
		return
	}
	p.printTurn()
}

// answersTakeback reports whether the event that was taken over last answers an offer to
// take moves back.
func (p *player) answersTakeback(e play.Event) bool {
	return slices.ContainsFunc(p.offers, func(o play.Pending) bool {
		return o.What == play.OfferTakeback && (e.Offer == 0 || o.Offer == e.Offer)
	})
}

// anyTime are the commands that need no turn and are no answer: who types them through a
// pipe means them at once. What else a pipe says waits until there is something to decide;
// so does the end of a script, "quit" or "lobby", which comes after what is played before.
var anyTime = []string{"resign", "abort", "claim", "say", "withdraw", "mute", "unmute"}

// nextRemote returns the next line of input; what happens meanwhile is told.
func (p *player) nextRemote() inputLine {
	if p.typed == nil {
		p.typed = make(chan inputLine, 1)
	}
	for {
		changed := p.Remote.Changed()
		if p.takeNews() {
			p.prompt()
			if p.flush() != nil {
				return inputLine{}
			}
		}
		if p.Remote.Ended() != nil {
			return inputLine{}
		}
		if l := p.held; l != nil && p.isTime(*l) {
			p.held = nil
			return *l
		}
		if !p.reading && p.held == nil {
			p.reading = true
			go func() { p.typed <- p.in.next() }()
		}
		p.asking = true
		select {
		case l := <-p.typed:
			p.reading, p.asking = false, false
			if !l.ok && !p.Interactive && !p.Session.Over() && p.in.err == nil {
				// Nothing more will be typed, but who looks on wants to see the end.
				if _, plays := p.Remote.Seat(); !plays {
					p.inputEnded = true
				}
			}
			if !p.isTime(l) {
				p.held = &l
				continue
			}
			return l
		case <-changed:
			p.asking = p.Interactive
		case <-p.ctx.Done():
			return inputLine{}
		}
	}
}

// isTime reports whether a line is to be carried out now.
func (p *player) isTime(l inputLine) bool {
	if p.Interactive || p.toDecide() {
		return true
	}
	word, _, _ := strings.Cut(strings.TrimSpace(l.text), " ")
	c := p.find(strings.ToLower(word))
	return l.ok && c != nil && slices.Contains(anyTime, c.name)
}

// toDecide reports whether the person at the keyboard has something to decide.
func (p *player) toDecide() bool {
	seat, plays := p.Remote.Seat()
	if !plays {
		return !p.inputEnded || p.Session.Over()
	}
	state := p.Session.State()
	return p.Session.Over() || state.Turn() == seat ||
		slices.ContainsFunc(state.Offers(), func(o play.Pending) bool { return o.By != seat })
}

// offerTakeback asks the opponent for the last own move back.
func (p *player) offerTakeback() error {
	seat, _ := p.Remote.Seat()
	to, ok := p.Session.State().LastChoice(seat)
	if !ok {
		p.print(i18n.Sentence(p.t("cli.nothing_to_undo")))
		return nil
	}
	if err := p.apply(play.Event{Kind: play.Offer, What: play.OfferTakeback, Side: seat, To: to}); err != nil {
		p.print(i18n.Sentence(p.reason(err)))
		return nil
	}
	p.print(p.t("cli.takeback.offered", i18n.Args{"player": p.say.Player(seat)}))
	return nil
}

// withdraw takes the own offer back.
func (p *player) withdraw(string) error {
	if p.Session.Over() {
		p.report(p.Remote.AnswerRematch(p.ctx, false))
		return nil
	}
	seat, _ := p.Remote.Seat()
	p.report(p.apply(play.Event{Kind: play.Withdraw, Side: seat}))
	return nil
}

// claim ends the game of an opponent who is long gone.
func (p *player) claim(rest string) error {
	if p.Session.Over() {
		p.printOver()
		return nil
	}
	p.report(p.Remote.Claim(p.ctx, strings.EqualFold(rest, "draw")))
	return nil
}

// mute no longer tells what somebody says, or does again.
func (p *player) mute(name string, on bool) error {
	known, err := p.Remote.Mute(name, on)
	switch {
	case err != nil:
		p.report(err)
	case !known:
		p.print(i18n.Sentence(p.t("cli.mute.nobody", i18n.Args{"name": game.Shown(name)})))
	case on:
		p.print(p.t("cli.mute.on"))
	default:
		p.print(p.t("cli.mute.off"))
	}
	return nil
}

// talk says something to the others.
func (p *player) talk(rest string) error {
	if rest == "" {
		p.print(i18n.Sentence(p.t("table.chat_empty")))
		return nil
	}
	p.report(p.Remote.Say(p.ctx, rest))
	return nil
}

// rematch offers to play again.
func (p *player) rematch(rest string) error {
	p.report(p.Remote.Rematch(p.ctx, strings.EqualFold(rest, "same")))
	return nil
}

// more gives the opponent time.
func (p *player) more(rest string) error {
	seconds := 15
	if rest != "" {
		n, ok := number(rest)
		if !ok {
			n = 0
		}
		seconds = n
	}
	seat, _ := p.Remote.Seat()
	e := play.Event{Kind: play.MoreTime, Side: seat, Add: time.Duration(seconds) * time.Second}
	if err := p.apply(e); err != nil {
		p.report(err)
		return nil
	}
	p.tellEvent(e)
	return nil
}

// report says an error, if there is one.
func (p *player) report(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		p.print(i18n.Sentence(p.reason(err)))
	}
}
