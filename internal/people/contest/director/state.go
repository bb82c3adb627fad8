package director

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Version is the newest version of payloads. This package reads it and all before it, and leaves contests of later ones alone.
const Version = 2

// said is an event that is the director's alone: what a player says of a wooden board.
const said contest.Kind = "said"

// payload is the stored form of an event.
type payload struct {
	V int `json:"v"`
	contest.Event

	// Of "announced" and "changed": they stand for Options of the event.
	Terms *api.ContestOptions `json:"terms,omitempty"`
	// Of "announced": which one of its series it is, from 0.
	Number int `json:"number,omitempty"`
	// Of "joined".
	Nonce string `json:"nonce,omitempty"`
	// Of "ended": too few came.
	Lapsed bool `json:"lapsed,omitempty"`

	message string
	at      time.Time
}

func (p payload) encode() ([]byte, error) {
	if p.V = 1; p.Terms != nil && p.Terms.Format != "" { // a process of the version before leaves such a contest alone
		p.V = 2
	}
	return record.Marshal(p)
}

func decodePayload(e Event) (payload, error) {
	var p payload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return p, fmt.Errorf("contest %s: event %d: %w", e.Contest, e.Seq, err)
	}
	if p.V > Version {
		return p, api.Refuse(api.TableNewer)
	}
	p.message, p.at = e.Message, e.At
	return p, nil
}

// state is what the log of a contest has led to. It changes by apply only.
type state struct {
	contest.State
	row    Row // ID, Secret, Created, Host and Series
	log    []payload
	terms  api.ContestOptions
	number int
	lapsed bool
	nonces map[string]string
	// changed is when the terms became what they are.
	changed time.Time
	updated time.Time
	rounds  []round
	// started is when it was, and looks since when people look for an opponent in an arena.
	started time.Time
	looks   map[string]time.Time
}

// round is what package contest does not know of one.
type round struct {
	began  time.Time
	shares []string    // of those who had joined
	paired []time.Time // by board: in an arena they begin one after another
	scored time.Time   // the first result of a board that came last
	times  map[int][]time.Time
	said   map[int]*[2]*contest.Points
}

func newState(row Row) *state {
	return &state{row: row, nonces: map[string]string{}, looks: map[string]time.Time{}}
}

func (st *state) seq() int64 { return int64(len(st.log)) }

// with returns the state after further events; that of before is left as it is.
func (st *state) with(more ...payload) (*state, error) {
	next := newState(st.row)
	for _, p := range slices.Concat(st.log, more) {
		if err := next.apply(p); err != nil {
			return nil, err
		}
	}
	return next, nil
}

func (st *state) apply(p payload) error {
	e := p.Event
	if p.Terms != nil {
		e.Options = optionsOf(*p.Terms)
	}
	if e.Kind == said {
		if err := st.say(p); err != nil {
			return err
		}
	} else {
		first := e.Kind == contest.Scored && st.isOpen(e.Round, e.Board)
		if err := st.State.Apply(e); err != nil {
			return err
		}
		st.note(p, first)
	}
	st.log = append(st.log, p)
	st.updated = p.at
	return nil
}

// optionsOf are the options of package contest that terms come to.
func optionsOf(o api.ContestOptions) *contest.Options {
	if o.Format == api.FormatArena {
		o.Rounds = 1
	}
	return &contest.Options{
		Rounds: o.Rounds, Games: o.Games, Quorum: o.Quorum, Arena: o.Format == api.FormatArena, Matchpoints: o.Scoring == api.Matchpoints, Filler: o.Filler,
	}
}

// note keeps of an event what package contest does not.
func (st *state) note(p payload, first bool) {
	switch p.Kind {
	case contest.Announced, contest.Changed:
		if p.Terms != nil {
			st.terms = *p.Terms
		}
		if st.changed = p.at; p.Kind == contest.Announced {
			st.number = p.Number
		}
	case contest.Joined:
		st.nonces[p.Person] = p.Nonce
	case contest.Checked:
		st.looks[p.Person] = p.at
	case contest.Started:
		st.started = p.at
		for id := range st.looks {
			st.looks[id] = p.at
		}
	case contest.Paired:
		if !st.Options.Arena || len(st.rounds) == 0 {
			st.rounds = append(st.rounds[:p.Round-1:p.Round-1], round{began: p.at, times: map[int][]time.Time{}, said: map[int]*[2]*contest.Points{}})
		}
		r := &st.rounds[p.Round-1]
		r.shares = []string{}
		for _, p := range st.People {
			if nonce := st.nonces[p.ID]; nonce != "" {
				r.shares = append(r.shares, nonce)
			}
		}
		for range p.Boards {
			r.paired = append(r.paired, p.at)
		}
	case contest.Scored:
		r := &st.rounds[p.Round-1]
		r.times[p.Board] = append(slices.Clone(r.times[p.Board]), p.at)
		if first {
			r.scored = p.at
		}
	case contest.Ended:
		st.lapsed = p.Lapsed
	}
}

// isOpen reports whether there is such a board and it has no result.
func (st *state) isOpen(round, board int) bool {
	if round < 1 || round > len(st.Rounds) || board < 1 || board > len(st.Rounds[round-1].Boards) {
		return false
	}
	_, over := st.Rounds[round-1].Boards[board-1].Result()
	return !over
}

func (st *state) say(p payload) error {
	if !st.isOpen(p.Round, p.Board) || p.Round != len(st.Rounds) {
		return api.Refuse(api.ContestBoardNumber, "round", fmt.Sprint(p.Round), "board", fmt.Sprint(p.Board))
	}
	side, has := st.Rounds[p.Round-1].Boards[p.Board-1].Has(p.Person)
	if !has {
		return api.Refuse(api.ContestHost)
	}
	both := [2]*contest.Points{}
	if before := st.rounds[p.Round-1].said[p.Board]; before != nil {
		both = *before
	}
	points := p.Points
	both[side] = &points
	said := maps.Clone(st.rounds[p.Round-1].said)
	said[p.Board] = &both
	st.rounds[p.Round-1].said = said
	return nil
}

// phase is that of the contest as it is stored.
func (st *state) phase() api.ContestPhase {
	switch {
	case st.lapsed:
		return api.ContestLapsed
	case st.Phase == contest.Over:
		return api.ContestOver
	case st.Phase == contest.Running:
		return api.ContestRunning
	}
	return api.ContestOpen
}

func (st *state) starts() time.Time { return time.UnixMilli(st.terms.Starts) }

// isSlow reports whether nobody sits before the board all the time: there is no check-in, and nobody is absent.
func (st *state) isSlow() bool {
	c, err := play.ParseControl(st.terms.Control)
	return err == nil && c.Slow()
}

func (st *state) isArena() bool { return st.Options.Arena }

func (st *state) isWood() bool { return st.terms.Boards == api.BoardsWood }

// entered are those who take part, in the order in which they joined.
func (st *state) entered() []*contest.Person {
	var list []*contest.Person
	for _, p := range st.People {
		if !p.Left {
			list = append(list, p)
		}
	}
	return list
}

// checked are those of them who are there.
func (st *state) checked() []*contest.Person {
	list := st.entered()
	if st.isSlow() {
		return list
	}
	return slices.DeleteFunc(list, func(p *contest.Person) bool { return !p.Checked })
}

// summary is what lists show of a contest, beside what a row has.
type summary struct {
	Terms   api.ContestOptions `json:"terms"`
	People  []string           `json:"people"` // who takes part
	Round   int                `json:"round,omitempty"`
	Winners []string           `json:"winners,omitempty"`
	Number  int                `json:"number,omitempty"`
	Places  map[string]int     `json:"places,omitempty"` // once it is over
}

// rowNow is the row that belongs to the state.
func (st *state) rowNow() (Row, error) {
	r := st.row
	r.Seq, r.Phase, r.Starts, r.Updated = st.seq(), string(st.phase()), st.starts(), st.updated
	switch st.Phase {
	case contest.Open:
		r.Deadline = st.starts()
		if !st.isSlow() && !st.Called {
			r.Deadline = st.checkFrom()
		}
	case contest.Running:
		r.Deadline = st.updated
	}
	s := summary{Terms: st.terms, People: []string{}, Round: len(st.Rounds), Number: st.number}
	for _, p := range st.entered() {
		s.People = append(s.People, p.ID)
	}
	if st.Phase == contest.Over && !st.lapsed {
		s.Places = map[string]int{}
		for _, line := range st.Standings() {
			if line.Played == 0 {
				continue
			}
			s.Places[line.Person] = line.Place
			if line.Place == 1 && len(st.Rounds) > 0 {
				s.Winners = append(s.Winners, line.Person)
			}
		}
	}
	var err error
	r.Summary, err = json.Marshal(s)
	return r, err
}

// summaryOf reads that of a row.
func summaryOf(row Row) (s summary) {
	_ = json.Unmarshal(row.Summary, &s) // one that cannot be read is shown as empty
	return s
}
