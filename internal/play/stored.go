//go:build !norecords

package play

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"time"

	"cairn.example/game"
	"cairn.example/record"
)

// The stored form is JSON. Terms and events each carry the version "v", so that
// a store may keep them one by one; times are whole milliseconds; sides are
// "first" and "second". What is not set is left out. Fields that a version does
// not know are refused: skipping one could change what a log means.

type storedEvent struct {
	V       int                `json:"v"`
	Kind    Kind               `json:"kind"`
	Side    string             `json:"side,omitempty"`
	Took    int64              `json:"took,omitempty"`
	Move    string             `json:"move,omitempty"`
	What    What               `json:"what,omitempty"`
	To      int                `json:"to,omitempty"`
	Offer   int                `json:"offer,omitempty"`
	Add     int64              `json:"add,omitempty"`
	Left    *[2]int64          `json:"left,omitempty"`
	Outcome string             `json:"outcome,omitempty"`
	Why     record.Termination `json:"why,omitempty"`
}

type storedLog struct {
	V      int     `json:"v"`
	Terms  Terms   `json:"terms"`
	Events []Event `json:"events"`
}

// MarshalText writes what [ParseControl] reads.
func (c Control) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText is [ParseControl].
func (c *Control) UnmarshalText(text []byte) (err error) {
	*c, err = ParseControl(string(text))
	return err
}

// plainTerms are terms without their version.
type plainTerms Terms

type storedTerms struct {
	V int `json:"v"`
	plainTerms
}

// MarshalJSON writes the stored form.
func (t Terms) MarshalJSON() ([]byte, error) {
	return record.Marshal(storedTerms{Version, plainTerms(t)})
}

// UnmarshalJSON reads the stored form. The error is an *[Error].
func (t *Terms) UnmarshalJSON(text []byte) error {
	var st storedTerms
	if err := unmarshal(text, &st, &st.V); err != nil {
		return err
	}
	*t = Terms(st.plainTerms)
	return nil
}

// MarshalJSON writes the stored form.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.Side > game.Second || e.Outcome > game.Draw {
		return nil, refuse(BadLog, "problem", "no such side or outcome")
	}
	se := storedEvent{
		V: Version, Kind: e.Kind, Took: e.Took.Milliseconds(), Move: e.Move, What: e.What, To: e.To, Offer: e.Offer,
		Add: e.Add.Milliseconds(), Outcome: OutcomeWord(e.Outcome), Why: e.Why,
	}
	if !e.Kind.Sideless() {
		se.Side = SideWord(e.Side)
	}
	if e.Kind == Adjust {
		se.Left = &[2]int64{e.Left[0].Milliseconds(), e.Left[1].Milliseconds()}
	}
	return record.Marshal(se)
}

// UnmarshalJSON reads the stored form. The error is an *[Error].
func (e *Event) UnmarshalJSON(text []byte) error {
	var se storedEvent
	if err := unmarshal(text, &se, &se.V); err != nil {
		return err
	}
	side, ok1 := ParseSide(se.Side)
	outcome, ok2 := ParseOutcome(se.Outcome)
	if se.Side == "" {
		ok1 = se.Kind.Sideless()
	}
	took, ok3 := millis(se.Took)
	add, ok4 := millis(se.Add)
	*e = Event{
		Kind: se.Kind, Side: side, Took: took, Move: se.Move, What: se.What, To: se.To, Offer: se.Offer,
		Add: add, Outcome: outcome, Why: se.Why,
	}
	if se.Left != nil {
		for i, ms := range se.Left {
			left, ok := millis(ms)
			e.Left[i], ok3 = left, ok3 && ok
		}
	}
	switch {
	case !ok1:
		return refuse(BadSide)
	case !ok2:
		return refuse(BadOutcome)
	case !ok3 || !ok4:
		return refuse(BadTime)
	}
	return nil
}

// MarshalJSON writes the stored form.
func (l Log) MarshalJSON() ([]byte, error) {
	events := l.Events
	if events == nil {
		events = []Event{}
	}
	return record.Marshal(storedLog{Version, l.Terms, events})
}

// UnmarshalJSON reads the stored form. The error is an *[Error]. Whether the
// events are in order is for [Replay] to say.
func (l *Log) UnmarshalJSON(text []byte) error {
	var sl storedLog
	if err := unmarshal(text, &sl, &sl.V); err != nil {
		return err
	}
	*l = Log{sl.Terms, sl.Events}
	return nil
}

// unmarshal reads one value and its version.
func unmarshal(text []byte, v any, version *int) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err != nil {
		// A later version has a refusal of its own, whatever else is wrong here.
		var only struct {
			V int `json:"v"`
		}
		if json.Unmarshal(text, &only) == nil && only.V > Version {
			return refuse(NewVersion, "version", number(only.V))
		}
		var inner *Error
		if errors.As(err, &inner) {
			return inner
		}
		return refuse(BadLog, "problem", game.Shown(err.Error()))
	}
	if _, err := d.Token(); err != io.EOF {
		return refuse(BadLog, "problem", "text after the end")
	}
	return CheckVersion(*version)
}

// millis makes a time of milliseconds; false where it is out of bounds.
func millis(ms int64) (time.Duration, bool) {
	if ms < 0 || ms > mostLeft.Milliseconds() {
		return 0, false
	}
	return time.Duration(ms) * time.Millisecond, true
}
