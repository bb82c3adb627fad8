package line

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
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

	// Unsent says what was done here and may not have arrived, and what is known of the
	// connection; "" where there is nothing of the kind.
	Unsent() string

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

	// Planned returns what the server answers by itself, lines of the opponent's moves and one's own in turn, and those
	// that the game has left.
	Planned() (lines, unplayed [][]string)

	// Plan replaces what it answers.
	Plan(ctx context.Context, lines [][]string) error

	// Mute no longer tells what somebody says, or does again; "" is the opponent. It is
	// false where nobody there has that name.
	Mute(name string, on bool) (known bool, err error)

	// News returns what else is to be shown, such as what others say, each once.
	News() []string

	// Changed returns a channel that is closed when there are events or news after this call.
	Changed() <-chan struct{}

	// Ended returns why nothing more comes, nil while something may.
	Ended() error
}

// server is the server that keeps a game, with what the session has of it.
type server struct {
	Remote
	seen   int            // how many of its events
	last   play.Event     // the last of these
	offers []play.Pending // those that were open before it
	waits  bool           // something done here has no answer yet
}

// errWaits refuses what cannot be sent before the answer to what was sent first.
var errWaits = &play.Error{Code: "cli.remote.waits", Text: "the server has not answered what you did last"}

// do does something at the server and waits for the answer. Where that is late it says
// so, and answers what is typed meanwhile: one can look at the game, or leave it, which
// is [context.Canceled].
func (p *player) do(deed func() error) error {
	server := p.server
	if server.waits {
		return p.noteRefusal(errWaits)
	}
	server.waits = true
	defer func() { server.waits = false }()
	answer := make(chan error, 1)
	go func() { answer <- deed() }()
	told := ""
	for {
		changed := server.Changed()
		if text := server.Unsent(); text != "" && text != told {
			p.printNews(text)
			told = text
		}
		var typed <-chan inputLine
		if told != "" && !p.in.over {
			p.in.start()
			typed = p.in.typed
			if p.Interactive && !p.asking {
				p.prompt()
				p.asking = true
			}
		}
		_ = p.flush() // Run finds the error at the next line
		select {
		case err := <-answer:
			if told != "" && err == nil {
				p.printNews(p.t("cli.remote.arrived"))
			}
			p.asking = false
			return err
		case l := <-typed:
			p.in.reading, p.asking = false, false
			p.executeWaiting(l)
			if p.leaving != nil {
				return context.Canceled
			}
		case <-changed:
		}
	}
}

// executeWaiting takes a line of input while something has no answer yet. What cannot be
// sent now is refused to a person; a script's line waits.
func (p *player) executeWaiting(l inputLine) {
	switch {
	case !l.ok:
		if p.in.over = true; p.Interactive {
			p.leaving = errQuit
		}
	case l.long:
		p.sentence("cli.line.long")
	default:
		p.refused = ""
		p.execute(l.text)
		if p.refused == errWaits.Code && !p.Interactive {
			p.in.held = append(p.in.held, l)
		}
	}
}

// printNews prints what has happened below the prompt.
func (p *player) printNews(text string) {
	if p.Interactive && p.asking {
		fmt.Fprintln(p.out) // the prompt stands on the line
	}
	p.asking = false
	p.print(text)
}

// newServer returns the server of a game whose events so far the session has.
func newServer(r Remote, s *local.Session) *server {
	return &server{Remote: r, seen: len(s.State().Log().Events)}
}

// take applies an event of the server to the session.
func (r *server) take(s *local.Session, e play.Event) error {
	r.seen++
	r.last = e
	r.offers = s.State().Offers()
	return s.Apply(e)
}

// answersTakeback reports whether the event that was taken over last answers an offer to
// take moves back.
func (r *server) answersTakeback(e play.Event) bool {
	return slices.ContainsFunc(r.offers, func(o play.Pending) bool {
		return o.What == play.OfferTakeback && (e.Offer == 0 || o.Offer == e.Offer)
	})
}

// sendRemote does something at the server and takes over what has happened up to it.
func (p *player) sendRemote(e play.Event) error {
	if err := p.do(func() error { return p.server.Send(p.ctx, e) }); err != nil {
		p.takeNews()
		return p.noteRefusal(err)
	}
	seat, _ := p.server.Seat()
	for _, happened := range p.server.Events(p.server.seen) {
		own := happened.Side == seat && happened.Kind == e.Kind
		if err := p.server.take(p.Session, happened); err != nil {
			return err
		}
		if own {
			return nil
		}
		p.tellEvent(happened)
	}
	return nil
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
	for _, e := range p.server.Events(p.server.seen) {
		lead()
		if err := p.server.take(p.Session, e); err != nil {
			p.report(err)
			continue
		}
		p.tellEvent(e)
	}
	for _, text := range p.server.News() {
		lead()
		p.print(text)
	}
	if next, session, names := p.server.Next(); next != nil {
		p.server, p.Session, p.Names = newServer(next, session), session, names
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
		if seat, plays := p.server.Seat(); plays && seat != e.Side {
			p.print(p.t("cli.draw.answer", i18n.Args{"player": p.say.Player(seat)}))
		}
		return
	case play.Withdraw:
		p.print(p.t("ui.table.withdrawn", who))
		return
	case play.Decline:
		if p.server.answersTakeback(e) {
			p.print(p.t("cli.takeback.declined"))
		} else {
			p.print(p.t("ui.draw.declined"))
		}
		return
	case play.Accept:
		if p.server.answersTakeback(e) {
			p.print(p.t("cli.takeback.accepted"))
			p.showChange()
		}
	case play.MoreTime:
		p.print(p.t("cli.more.given", i18n.Args{"player": p.say.Player(e.Side), "seconds": int(e.Add.Seconds())}))
		return
	}
	p.printTurn()
}

// nextRemote returns the next line of input; what happens meanwhile is printed.
func (p *player) nextRemote() inputLine {
	for {
		changed := p.server.Changed()
		if !p.server.waits && p.takeNews() {
			p.prompt()
			if p.flush() != nil {
				return inputLine{}
			}
		}
		if p.server.Ended() != nil {
			return inputLine{}
		}
		if held := p.in.held; len(held) > 0 && p.isTime(held[0]) {
			p.in.held = held[1:]
			return held[0]
		}
		if len(p.in.held) == 0 {
			p.in.start()
		}
		p.asking = true
		select {
		case l := <-p.in.typed:
			p.in.reading, p.asking = false, false
			if !l.ok && !p.Interactive && !p.Session.Over() && p.in.err == nil {
				// Nothing more will be typed, but who looks on wants to see the end.
				if _, plays := p.server.Seat(); !plays {
					p.in.ended = true
				}
			}
			if !p.isTime(l) {
				p.in.held = append(p.in.held, l)
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
	c := find(p, strings.ToLower(word))
	return l.ok && c != nil && c.where&atOnce != 0
}

// toDecide reports whether the person at the keyboard has something to decide.
func (p *player) toDecide() bool {
	seat, plays := p.server.Seat()
	if !plays {
		return !p.in.ended || p.Session.Over()
	}
	state := p.Session.State()
	return p.Session.Over() || state.Turn() == seat ||
		slices.ContainsFunc(state.Offers(), func(o play.Pending) bool { return o.By != seat })
}

// offerTakeback asks the opponent for the last own move back.
func offerTakeback(p *player, _ string) {
	seat, _ := p.server.Seat()
	to, ok := p.Session.State().LastChoice(seat)
	if !ok {
		p.sentence("cli.nothing_to_undo")
		return
	}
	if err := p.apply(play.Event{Kind: play.Offer, What: play.OfferTakeback, Side: seat, To: to}); err != nil {
		p.report(err)
		return
	}
	p.print(p.t("cli.takeback.offered", i18n.Args{"player": p.say.Player(seat)}))
}

// withdraw takes the own offer back.
func withdraw(p *player, _ string) {
	if p.Session.Over() {
		p.report(p.do(func() error { return p.server.AnswerRematch(p.ctx, false) }))
		return
	}
	seat, _ := p.server.Seat()
	p.report(p.apply(play.Event{Kind: play.Withdraw, Side: seat}))
}

// claimGame ends the game of an opponent who is long gone.
func claimGame(p *player, rest string) {
	if p.Session.Over() {
		p.printOver()
		return
	}
	p.report(p.do(func() error { return p.server.Claim(p.ctx, strings.EqualFold(rest, "draw")) }))
}

// planAnswers adds a line of moves that the server plays by itself, ends that, or shows what it plays.
func planAnswers(p *player, rest string) {
	if p.Session.Over() {
		p.printOver()
		return
	}
	if rest != "" {
		var lines [][]string
		if !strings.EqualFold(rest, "off") {
			lines, _ = p.server.Planned()
			lines = append(slices.Clone(lines), strings.Fields(rest))
		}
		if err := p.do(func() error { return p.server.Plan(p.ctx, lines) }); err != nil {
			p.report(err)
			return
		}
		if lines != nil {
			p.print(p.t("ui.table.plan.saved"))
		}
	}
	lines, unplayed := p.server.Planned()
	if len(lines)+len(unplayed) == 0 {
		p.print(p.t("ui.table.plan.none"))
	}
	for _, line := range lines {
		p.print("  " + say.Plan(p.catalog, line))
	}
	if len(unplayed) > 0 {
		p.print(p.t("ui.table.plan.unplayed"))
	}
	for _, line := range unplayed {
		p.print("  " + say.Plan(p.catalog, line))
	}
}

// mute no longer prints what somebody says, unmute does again.
func mute(p *player, name string)   { setMuted(p, name, true) }
func unmute(p *player, name string) { setMuted(p, name, false) }

func setMuted(p *player, name string, on bool) {
	known, err := p.server.Mute(name, on)
	switch {
	case err != nil:
		p.report(err)
	case !known:
		p.sentence("cli.mute.nobody", i18n.Args{"name": game.Shown(name)})
	case on:
		p.print(p.t("cli.mute.on"))
	default:
		p.print(p.t("cli.mute.off"))
	}
}

// talk says something to the others.
func talk(p *player, rest string) {
	if rest == "" {
		p.sentence("table.chat_empty")
		return
	}
	p.report(p.do(func() error { return p.server.Say(p.ctx, rest) }))
}

// rematch offers to play again.
func rematch(p *player, rest string) {
	p.report(p.do(func() error { return p.server.Rematch(p.ctx, strings.EqualFold(rest, "same")) }))
}

// giveTime gives the opponent time.
func giveTime(p *player, rest string) {
	seconds := 15
	if rest != "" {
		n, ok := number(rest)
		if !ok {
			n = 0
		}
		seconds = n
	}
	seat, _ := p.server.Seat()
	e := play.Event{Kind: play.MoreTime, Side: seat, Add: time.Duration(seconds) * time.Second}
	if err := p.apply(e); err != nil {
		p.report(err)
		return
	}
	p.tellEvent(e)
}

func toLobby(p *player, _ string) { p.leaving = ErrLobby }
