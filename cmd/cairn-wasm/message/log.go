package message

import (
	"errors"
	"time"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// FromLog returns a log as the page keeps it: in the stored form of play.
func FromLog(l play.Log) Log {
	out := Log{V: play.Version, Terms: FromTerms(l.Terms), Events: []Event{}}
	for _, e := range l.Events {
		out.Events = append(out.Events, FromEvent(e))
	}
	return out
}

// FromTerms returns terms in the stored form of play.
func FromTerms(t play.Terms) Terms {
	return Terms{
		V: play.Version, Game: t.Game, Start: t.Start, Seed: t.Seed,
		Players: [2]Player{Player(t.Players[0]), Player(t.Players[1])},
		Control: t.Control.String(), Free: t.Free, Takeback: string(t.Takeback), Draws: t.Draws, Abort: t.Abort,
		MoreTime: t.MoreTime, Pause: t.Pause, Untimed: t.Untimed,
	}
}

// ToTerms reads the stored form. The error is a *[play.Error].
func ToTerms(m Terms) (play.Terms, error) {
	if err := play.CheckVersion(m.V); err != nil {
		return play.Terms{}, err
	}
	c, err := play.ParseControl(m.Control)
	return play.Terms{
		Game: m.Game, Start: m.Start, Seed: m.Seed, Players: [2]play.Player{play.Player(m.Players[0]), play.Player(m.Players[1])},
		Control: c, Free: m.Free, Takeback: play.Takeback(m.Takeback), Draws: m.Draws, Abort: m.Abort,
		MoreTime: m.MoreTime, Pause: m.Pause, Untimed: m.Untimed,
	}, err
}

// FromEvent returns an event in the stored form of play.
func FromEvent(e play.Event) Event {
	m := Event{
		V: play.Version, Kind: string(e.Kind), Took: e.Took.Milliseconds(), Move: e.Move, What: string(e.What), To: e.To, Offer: e.Offer,
		Add: e.Add.Milliseconds(), Outcome: play.OutcomeWord(e.Outcome), Why: string(e.Why),
	}
	if !e.Kind.Sideless() {
		m.Side = play.SideWord(e.Side)
	}
	if e.Kind == play.Adjust {
		m.Left = Millis(e.Left)
	}
	return m
}

// ToEvent reads the stored form. The error is a *[play.Error].
func ToEvent(m Event) (play.Event, error) {
	if err := play.CheckVersion(m.V); err != nil {
		return play.Event{}, err
	}
	e := play.Event{
		Kind: play.Kind(m.Kind), Took: time.Duration(m.Took) * time.Millisecond, Move: m.Move, What: play.What(m.What), To: m.To, Offer: m.Offer,
		Add: time.Duration(m.Add) * time.Millisecond, Why: record.Termination(m.Why),
	}
	var ok bool
	if e.Side, ok = play.ParseSide(m.Side); !ok && !e.Kind.Sideless() {
		return e, refusal(play.BadSide)
	}
	if e.Outcome, ok = play.ParseOutcome(m.Outcome); !ok {
		return e, refusal(play.BadOutcome)
	}
	if m.Left != nil {
		for i, ms := range m.Left {
			e.Left[i] = time.Duration(ms) * time.Millisecond
		}
	}
	return e, nil
}

// refusal returns the error of a code that has no arguments.
func refusal(code play.Code) *play.Error {
	return &play.Error{Code: code, Text: play.Messages()[code]}
}

// ToLog reads the stored form. The error is a *[play.Error].
func (l *Log) ToLog() (play.Log, error) {
	terms, err := ToTerms(l.Terms)
	if err != nil {
		return play.Log{}, err
	}
	out := play.Log{Terms: terms}
	for _, m := range l.Events {
		e, err := ToEvent(m)
		if err != nil {
			return play.Log{}, err
		}
		out.Events = append(out.Events, e)
	}
	return out, nil
}

// Millis returns the times of both sides in milliseconds.
func Millis(times [2]time.Duration) *[2]int64 {
	return &[2]int64{times[0].Milliseconds(), times[1].Milliseconds()}
}

// GameRefusal returns an error about a game as the page reads it; one of the rules
// inside it goes along.
func GameRefusal(err error) *Refusal {
	var e *play.Error
	if !errors.As(err, &e) {
		return RefusalOf(err)
	}
	r := &Refusal{Code: string(e.Code), Offset: -1, Args: e.Args, Why: RefusalOf(e.Err), Text: game.Expand(e.Text, e.Args)}
	if r.Why != nil {
		r.Clause, r.Spots = r.Why.Clause, r.Why.Spots
	}
	return r
}
