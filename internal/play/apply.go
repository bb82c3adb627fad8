package play

import (
	"slices"
	"time"

	"cairn.example/game"
	"cairn.example/record"
)

// Apply plays an event. The error is an *[Error], and then nothing has changed.
//
// Whatever takes longer than the side to move has time left is refused with
// [FlagFell]: the flag comes first, and it loses, always. With exactly the time
// that is left both a move and the flag are in order; what is appended first
// counts.
func (s *State) Apply(e Event) error {
	if err := s.append(e); err != nil {
		return err // a nil *Error is no nil error
	}
	return nil
}

// Advance plays an event that comes when a time has passed since the last one, whatever its
// Took says. Where the side to move had less left, its flag comes first, and the event meets
// a game that is over; an event without a kind asks for the flag alone. Advance returns what
// it has appended. The error is that of [State.Apply] for the event; the flag stays.
func (s *State) Advance(elapsed time.Duration, e Event) ([]Event, error) {
	had := len(s.events.items)
	e.Took = elapsed
	if flag, fell := s.FlagAfter(elapsed); fell {
		if _, err := s.decide(e); e.Kind == "" || err != nil && err.Code == FlagFell {
			s.append(flag)
		}
	}
	var err error
	if e.Kind != "" {
		err = s.Apply(e)
	}
	return slices.Clip(s.events.items[had:]), err
}

// Check returns the error that [State.Apply] would return.
func (s *State) Check(e Event) error {
	_, err := s.Canonical(e)
	return err
}

// Canonical returns an event as [State.Apply] would put it into the log: the move in its
// canonical text, the time in whole milliseconds. The error is the one that Apply would return.
func (s *State) Canonical(e Event) (Event, error) {
	d, err := s.decide(e)
	if err != nil {
		return Event{}, err
	}
	return d.event, nil
}

// append is Apply with a typed error.
func (s *State) append(e Event) *Error {
	d, err := s.decide(e)
	if err != nil {
		return err
	}
	s.clock.spent = d.spent
	d.do(&d)
	s.events.add(d.event)
	t := trace{plies: s.Ply()}
	if d.event.Kind == Move {
		t.ply = s.plies.items[s.Ply()-1]
	}
	s.traces.add(t)
	return nil
}

// decision is an event that is in order: what is kept of it and what it does.
type decision struct {
	event Event
	spent time.Duration // on the ply to be played, this event included
	do    func(*decision)
}

// decide checks an event and changes nothing.
func (s *State) decide(e Event) (decision, *Error) {
	var d decision
	if e.Side > game.Second {
		return d, refuse(BadSide)
	}
	if e.Took < 0 || e.Took > mostLeft {
		return d, refuse(BadTime)
	}
	took := e.Took.Truncate(time.Millisecond)
	if s.terms.Untimed || s.paused || s.end.Over {
		took = 0
	}
	d.spent = min(s.clock.spent+took, mostLeft)
	d.event = Event{Kind: e.Kind, Side: e.Side, Took: took}
	decideKind, known := kinds[e.Kind]
	switch {
	case !known:
		return d, refuse(UnknownKind, "kind", game.Shown(string(e.Kind)))
	case s.end.Over && e.Kind != TakeBack:
		return d, refuse(GameOver)
	}
	if side, runs := s.Running(); runs && e.Kind != Flag && s.clock.remaining(side, d.spent) < 0 {
		return d, refuse(FlagFell)
	}
	err := decideKind(s, &d, e)
	return d, err
}

// kinds has what each kind of event asks for and does.
var kinds = map[Kind]func(*State, *decision, Event) *Error{
	Move: decideMove, Resign: decideResign, TakeBack: decideTakeBack,
	Offer: decideOffer, Accept: decideAccept, Decline: decideDecline, Withdraw: decideWithdraw,
	Abort: decideAbort, MoreTime: decideMoreTime,
	Flag: decideFlag, Abandon: decideAbandon, Adjudicate: decideAdjudicate, Result: decideResult,
	Pause: decidePause, Resume: decideResume, Adjust: decideAdjust,
}

// --- moves

func decideMove(s *State, d *decision, e Event) *Error {
	switch {
	case s.paused:
		return refuse(IsPaused)
	case e.Side != s.Turn():
		return refuse(NotYourTurn)
	}
	g := s.Game()
	m, err := s.Position().ParseMove(e.Move)
	if err != nil {
		return because(refuse(Illegal, "move", game.Shown(e.Move)), err)
	}
	ply := Ply{Side: e.Side, Move: m, Text: g.MoveText(m), Route: game.RouteText(e.Move)}
	d.event.Move = ply.Text
	if ply.Route != "" {
		d.event.Move = spelled(ply.Text, ply.Route)
	}
	d.do = func(d *decision) { s.play(ply, d.spent) }
	return nil
}

// spelled writes a move with the way it goes.
func spelled(canonical, route string) string {
	claim, _, _ := game.CutClaim(canonical)
	return game.WithClaim(claim, route)
}

func (s *State) play(p Ply, spent time.Duration) {
	p.Took = spent
	after := s.Position().Copy()
	after.PlayUnchecked(p.Move)
	if s.charged() {
		s.clock.press(p.Side)
	}
	s.clock.spent = 0
	if s.Clocked() {
		p.Left, p.given = s.clock.left, s.given
	}
	s.plies.add(p)
	s.positions.add(after)
	if len(s.undone) > 0 && s.undone[0] == p.Text {
		s.undone = s.undone[1:]
	} else {
		s.undone = nil
	}
	// A move declines the opponent's draw offer; the mover's own one stays. An offer
	// to take back is about the move before this one, so it lapses.
	s.offers = slices.DeleteFunc(slices.Clone(s.offers), func(o Pending) bool { return o.What == OfferTakeback || o.By != p.Side })
	s.declined = nil
	s.endByRules()
}

// rewind takes moves back until that number of plies is left; an end of the game goes with
// them. The clocks show again what they showed then, and besides what one player has
// given to the other since.
func (s *State) rewind(to int) {
	var undone []string
	for _, p := range s.plies.items[to:] {
		undone = append(undone, p.Text)
	}
	s.undone = append(undone, s.undone...)
	s.plies.cut(to)
	s.positions.cut(to + 1)
	s.clock = newClock(s.terms.Control)
	var given [2]time.Duration
	if to > 0 && s.Clocked() {
		s.clock.left, given = s.plies.items[to-1].Left, s.plies.items[to-1].given
	}
	if !s.terms.Control.Renews() {
		for side := range given {
			s.clock.left[side] = min(s.clock.left[side]+s.given[side]-given[side], mostLeft)
		}
	}
	s.end, s.offers, s.declined = End{}, nil, nil
	s.paused = s.paused && s.charged()
}

func decideTakeBack(s *State, d *decision, e Event) *Error {
	switch s.terms.Takeback {
	case TakebackNever:
		return refuse(NoTakeback)
	case TakebackAgreed:
		return refuse(AskTakeback)
	}
	if err := s.canTakeBackTo(e.To); err != nil {
		return err
	}
	d.event.To = e.To
	d.do = func(*decision) { s.rewind(e.To) }
	return nil
}

// canTakeBackTo refuses a takeback that would change nothing. Where the game ended
// otherwise than by the rules, all plies may stay: then only the end is taken back.
func (s *State) canTakeBackTo(to int) *Error {
	last := s.Ply() - 1
	if s.end.Over && s.end.Why != record.Normal {
		last++
	}
	if to < 0 || to > last {
		return refuse(BadTakeback)
	}
	return nil
}

// --- time

func decideFlag(s *State, d *decision, e Event) *Error {
	side, runs := s.Running()
	switch {
	case !runs:
		return refuse(NoTime)
	case e.Side != side:
		return refuse(NotYourTurn)
	case d.spent < s.clock.flagAt(side):
		return refuse(FlagEarly)
	}
	// The flag fell at the deadline, whenever it was noticed.
	d.spent = s.clock.flagAt(side)
	d.event.Took = max(0, d.spent-s.clock.spent)
	d.do = func(*decision) { s.endWith(End{Outcome: game.Win(side.Other()), Why: record.Time, By: side}) }
	return nil
}

func decideMoreTime(s *State, d *decision, e Event) *Error {
	switch {
	case !s.terms.MoreTime:
		return refuse(NoMoreTime)
	case !s.Clocked():
		return refuse(NoTime)
	}
	add := e.Add.Truncate(time.Millisecond)
	to := e.Side.Other()
	if add <= 0 || s.clock.left[to] > mostLeft-add {
		return refuse(BadTime)
	}
	d.event.Add = add
	d.do = func(*decision) {
		s.clock.left[to] += add
		s.given[to] += add
	}
	return nil
}

func decideAdjust(s *State, d *decision, e Event) *Error {
	if !s.Clocked() {
		return refuse(NoTime)
	}
	left := [2]time.Duration{e.Left[0].Truncate(time.Millisecond), e.Left[1].Truncate(time.Millisecond)}
	for _, l := range left {
		if l < 0 || l > mostLeft {
			return refuse(BadTime)
		}
	}
	d.event.Side, d.event.Left = 0, left
	d.do = func(d *decision) {
		s.clock.left = left
		if s.charged() {
			s.clock.left[s.Turn()] += s.clock.cost(d.spent) // when the ply ends, its cost is subtracted again
		}
	}
	return nil
}

func decidePause(s *State, d *decision, _ Event) *Error {
	switch {
	case !s.terms.Pause:
		return refuse(NoPause)
	case s.paused:
		return refuse(IsPaused)
	case !s.charged():
		return refuse(NoTime)
	}
	d.event.Side = 0
	d.do = func(*decision) { s.paused = true }
	return nil
}

func decideResume(s *State, d *decision, _ Event) *Error {
	if !s.paused {
		return refuse(NotPaused)
	}
	d.event.Side = 0
	d.do = func(*decision) { s.paused = false }
	return nil
}

// --- ends

// endWith ends the game and stops the clock.
func (s *State) endWith(e End) {
	if s.charged() {
		s.clock.stop(s.Turn())
	}
	s.clock.spent = 0
	s.finish(e)
}

func decideResign(s *State, d *decision, e Event) *Error {
	d.do = func(*decision) {
		s.endWith(End{Outcome: game.Win(e.Side.Other()), Why: record.Resignation, By: e.Side})
	}
	return nil
}

func decideAbort(s *State, d *decision, e Event) *Error {
	if s.Ply() >= s.terms.Abort {
		return refuse(NoAbort)
	}
	d.do = func(*decision) { s.endWith(End{Why: record.Aborted, By: e.Side}) }
	return nil
}

func decideAbandon(s *State, d *decision, e Event) *Error {
	end := End{Outcome: game.Win(e.Side.Other()), Why: record.Abandoned, By: e.Side}
	switch e.Outcome {
	case game.Ongoing, end.Outcome:
	case game.Draw:
		end.Outcome = game.Draw
		d.event.Outcome = game.Draw
	default:
		return refuse(BadOutcome)
	}
	d.do = func(*decision) { s.endWith(end) }
	return nil
}

func decideAdjudicate(s *State, d *decision, e Event) *Error {
	if e.Outcome == game.Ongoing || e.Outcome > game.Draw {
		return refuse(BadOutcome)
	}
	d.event.Side, d.event.Outcome = 0, e.Outcome
	d.do = func(*decision) { s.endWith(End{Outcome: e.Outcome, Why: record.Adjudication}) }
	return nil
}

// decideResult refuses what record.Record.Check refuses too, and what a record need not tell:
// an end by the rules, which follows from the moves, and that nothing is known of one.
func decideResult(s *State, d *decision, e Event) *Error {
	_, known := record.ParseTermination(string(e.Why))
	only, decided := e.Why.Result()
	switch {
	case !known, e.Outcome > game.Draw, e.Why == record.Normal, decided && e.Outcome != only,
		e.Outcome == game.Ongoing && e.Why == record.Unknown:
		return refuse(BadOutcome)
	}
	d.event.Side, d.event.Outcome, d.event.Why = 0, e.Outcome, e.Why
	end := End{Outcome: e.Outcome, Why: e.Why, FromRecord: true}
	if winner, won := e.Outcome.Winner(); won {
		end.By = winner.Other()
	}
	d.do = func(*decision) { s.endWith(end) }
	return nil
}
