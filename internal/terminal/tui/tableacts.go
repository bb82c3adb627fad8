package tui

import (
	"context"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
)

// noteAnswered notes what yes and no answer now.
func (t *tableMode) noteAnswered() {
	what := ""
	if o, ok := t.toAnswer(); ok {
		what = strconv.Itoa(o.Offer)
	} else if r, own := t.rematchOffer(); r != nil && !own {
		what = r.Table
	}
	t.answered.note(what, t.Now())
}

// playsHere reports whether the person plays at the table and the game goes on, and says
// what is wrong otherwise.
func (t seat) playsHere() bool {
	_, plays := t.plays()
	switch {
	case !plays:
		t.clearMessages()
		t.warn(i18n.Sentence(t.t(string(api.TableNotYours))))
	case t.state.Over():
		t.clearMessages()
		t.tell(strong, t.result())
	default:
		return true
	}
	return false
}

// offerTakeback asks the opponent for the last own move back.
func (t seat) offerTakeback() tea.Cmd {
	if !t.playsHere() {
		return nil
	}
	me, _ := t.plays()
	to, ok := t.state.LastChoice(me)
	if !ok {
		t.warn(i18n.Sentence(t.t("cli.nothing_to_undo")))
		return nil
	}
	return t.sendEvent(play.Event{Kind: play.Offer, Side: me, What: play.OfferTakeback, To: to})
}

// answerOffer says yes or no to what the opponent offers.
func (t seat) answerOffer(yes bool) tea.Cmd {
	me, plays := t.plays()
	if !t.answered.read(t.Now()) {
		return nil
	}
	if o, ok := t.toAnswer(); ok {
		kind := play.Decline
		if yes {
			kind = play.Accept
		}
		return t.sendEvent(play.Event{Kind: kind, Side: me, Offer: o.Offer})
	}
	if r, own := t.rematchOffer(); r != nil && plays && !own {
		if yes {
			return t.rematch(r.Same)
		}
		return t.post(play.Event{}, t.DeclineRematch)
	}
	return nil
}

// withdraw takes the own offers back.
func (t seat) withdraw() tea.Cmd {
	me, plays := t.plays()
	if !plays {
		return nil
	}
	if o, ok := t.offer(true); ok {
		return t.sendEvent(play.Event{Kind: play.Withdraw, Side: me, Offer: o.Offer})
	}
	if r, own := t.rematchOffer(); r != nil && own {
		return t.post(play.Event{}, t.DeclineRematch)
	}
	t.warn(i18n.Sentence(t.t(string(play.NoOffer))))
	return nil
}

// moreTime gives the opponent seconds, "" for the usual number.
func (t seat) moreTime(seconds string) tea.Cmd {
	d := extraTime
	if seconds != "" {
		n, _ := strconv.Atoi(seconds) // 0 is refused
		d = time.Duration(n) * time.Second
	}
	if !t.playsHere() {
		return nil
	}
	me, _ := t.plays()
	return t.sendEvent(play.Event{Kind: play.MoreTime, Side: me, Add: d})
}

// extraTime is the usual number.
const extraTime = 15 * time.Second

// claimGame ends the game of an opponent who is long gone.
func (t seat) claimGame(draw bool) tea.Cmd {
	if !t.playsHere() {
		return nil
	}
	return t.post(play.Event{}, func(ctx context.Context) (client.Receipt, error) { return t.Claim(ctx, draw) })
}

// rematch offers to play again, or accepts that.
func (t seat) rematch(same bool) tea.Cmd {
	if _, plays := t.plays(); !plays {
		t.warn(i18n.Sentence(t.t(string(api.TableNotYours))))
		return nil
	}
	return t.post(play.Event{}, func(ctx context.Context) (client.Receipt, error) { return t.Rematch(ctx, same) })
}

// sayAtTable says something to the others.
func (t seat) sayAtTable(text string) tea.Cmd {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return t.post(play.Event{}, func(ctx context.Context) (client.Receipt, error) { return t.Say(ctx, text) })
}

// endIfSure asks a player the question of a key, and ends the game by an event of that
// kind if the answer is yes.
func (t seat) endIfSure(question string, kind play.Kind) tea.Cmd {
	if !t.playsHere() {
		return nil
	}
	return t.push(t.confirm(t.t(question), func() tea.Cmd {
		return t.sendEvent(play.Event{Kind: kind, Side: t.person()})
	}))
}

// silentEngine says that the engine helps nobody at a table.
func (t seat) silentEngine() {
	t.clearMessages()
	t.warn(i18n.Sentence(t.t("tui.table.no_engine")))
}

// declineOrNext says no to an offer; after the game it asks what comes next.
func (t *tableMode) declineOrNext() tea.Cmd {
	if t.answers() {
		return t.answerOffer(false)
	}
	if !t.state.Over() {
		return nil
	}
	return t.push(t.nextDialog())
}

// nextDialog asks what comes after a game.
func (t *tableMode) nextDialog() *dialog {
	d := &dialog{app: t.app, title: t.t("ui.result.title"), text: t.result()}
	add := func(text string, do func() tea.Cmd) { d.items = append(d.items, item{"", t.t(text), do}) }
	switch {
	case t.agreed() && t.seated():
		add("ui.table.rematch.go", t.nextGame)
	case t.agreed():
		add("ui.table.rematch.watch", t.nextGame)
	case t.seated() && t.withdrawable():
		add("ui.table.withdraw", t.withdraw)
	case t.seated():
		add("ui.rematch", func() tea.Cmd { return t.rematch(false) })
		add("ui.duplicate", func() tea.Cmd { return t.rematch(true) })
	}
	add("ui.result.analyze", t.analyze)
	add("ui.result.save", func() tea.Cmd { return t.push(newSaveDialog(t.gameScreen)) })
	add("ui.lobby", t.leaveTable)
	d.items = append(d.items, item{"esc", t.t("ui.look"), nil})
	return d
}

// muteNamed mutes whom a name means: somebody who plays or has said something; "" is the
// opponent.
func (t seat) muteNamed(name string, on bool) tea.Cmd {
	person := tables.Named(t.Catalog, &t.known, name)
	t.clearMessages()
	if person == "" {
		t.warn(i18n.Sentence(t.t("cli.mute.nobody", i18n.Args{"name": game.Shown(name)})))
		return nil
	}
	key := "cli.mute.off"
	if on {
		key = "cli.mute.on"
	}
	t.tell(accent, t.t(key))
	return t.mute(person, on)
}

// seated reports whether the person plays here, playing whether the game goes on besides.
func (t *tableState) seated() bool {
	_, plays := t.plays()
	return plays
}

func (t *tableState) playing() bool { return t.seated() && !t.state.Over() }

// undo asks for the last move back; where the player looks back, and after the end, it shows
// the position before.
func (t *tableMode) undo() tea.Cmd {
	if !t.session.Live() || t.state.Over() {
		return t.goTo(len(t.steps) - 1)
	}
	return t.offerTakeback()
}

// mayTakeBack reports whether a move can be asked back.
func (t *tableMode) mayTakeBack() bool {
	me, plays := t.plays()
	_, ok := t.state.LastChoice(me)
	return ok && plays && !t.state.Over() && t.state.Terms().Takeback == play.TakebackAgreed
}

func (t seat) offerDraw() tea.Cmd {
	if !t.playsHere() {
		return nil
	}
	return t.sendEvent(play.Event{Kind: play.Offer, Side: t.person(), What: play.OfferDraw})
}

// analyze shows the game for analysis after its end.
func (t *tableMode) analyze() tea.Cmd {
	if !t.state.Over() {
		t.silentEngine()
		return nil
	}
	return t.openAnalysis(func() func() { return nil })
}

// chat says something to the others, or opens the chat.
func (t *tableMode) chat(text string) tea.Cmd {
	if text == "" {
		return t.push(&chatDialog{app: t.app, at: t})
	}
	return t.sayAtTable(text)
}

// muting mutes the person of a name, or of an entry of the menu: the opponent.
func muting(on bool) doing {
	return func(gs *gameScreen, by, name string) tea.Cmd {
		t := gs.mode.(*tableMode)
		if by == "" {
			return t.mute(t.opponent(), on)
		}
		return t.muteNamed(name, on)
	}
}

// opponent is the id of the opponent, "" for a watcher.
func (t *tableState) opponent() string {
	if me, plays := t.plays(); plays && t.known.Table.Seats[me.Other()] != nil {
		return t.known.Table.Seats[me.Other()].ID
	}
	return ""
}
