package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// state is what the log of a table has led to. It changes by apply only.
type state struct {
	id      string
	seq     int64
	phase   api.Phase
	options api.Options
	commit  string
	secret  []byte // of the row
	created time.Time
	updated time.Time

	// seats are the people; before the start the maker's is 0, from then on 0 plays First.
	seats [2]string
	// nonces are those of maker and joiner.
	nonces   [2]string
	from     string
	contest  string // of which this is a game
	hidden   bool   // from all but the players
	reserved string
	swap     bool
	terms    json.RawMessage // of a rematch on the same layout
	reveal   *api.Reveal
	rematch  *api.Rematch
	// asks are the other terms that people want before the start; changed is the number of the event by which the terms
	// are what they are, 0 for the first one.
	asks    []ask
	changed int64

	game *play.State // nil before the start
	// ticked is when the last event of the game happened, and held what of the time before it is charged with the next one.
	ticked time.Time
	held   time.Duration
	// rewound is the number of the last event that took moves back.
	rewound int64
	// quota is how much time may still be given back for lag.
	quota [2]time.Duration
	// away is until when players are away, so that their clocks stand; zero for who is not.
	away [2]time.Time
}

// clone returns a copy on which events can be tried.
func (st *state) clone() *state {
	c := *st
	if st.game != nil {
		c.game = st.game.Clone()
	}
	return &c
}

// newState begins the state of a table.
func newState(row Row) *state {
	return &state{id: row.ID, secret: row.Secret, created: row.Created, updated: row.Created, phase: api.Open}
}

// apply takes one more event of the log into account. The error is a refusal of the
// game, or says that the event cannot be read.
func (st *state) apply(e Event) error {
	if e.Seq != st.seq+1 {
		return fmt.Errorf("table %s: event %d after %d", st.id, e.Seq, st.seq)
	}
	p, err := decodePayload(e.Payload)
	if err != nil {
		return err
	}
	if err := st.applyPayload(e, p); err != nil {
		return fmt.Errorf("table %s: event %d: %w", st.id, e.Seq, err)
	}
	st.seq, st.updated = e.Seq, e.At
	return nil
}

// errIncomplete says that an event lacks what its kind needs.
var errIncomplete = errors.New("it is incomplete")

// applyPayload takes into account what an event says. The state is of no use after an error.
func (st *state) applyPayload(e Event, p payload) error {
	kind := api.EventKind(e.Kind)
	if kind == api.EventPlay {
		return st.applyPlay(e, p)
	}
	var err error
	if st.game, err = api.Fold(st.game, kind, p.Terms, nil); err != nil {
		return err
	}
	switch kind {
	case api.EventOpened:
		if p.Options == nil {
			return errIncomplete
		}
		st.options, st.commit, st.from, st.reserved, st.swap, st.contest = *p.Options, p.Commit, p.From, p.Reserved, p.Swap, p.Contest
		st.hidden = p.Hidden
		st.terms, st.reveal = p.Terms, nil
		if st.terms != nil {
			st.reveal = p.Reveal
		}
		st.seats[0], st.nonces[0] = p.Person, p.Nonce
	case api.EventTerms:
		if p.Options == nil {
			return errIncomplete
		}
		st.options, st.changed, st.asks = *p.Options, e.Seq, nil
	case api.EventAsked:
		st.asks = withoutAsk(st.asks, p.Person)
		if p.Options != nil {
			st.asks = append(st.asks, ask{p.Person, *p.Options})
		}
	case api.EventSat:
		st.seats[p.Seat&1], st.nonces[p.Seat&1] = p.Person, p.Nonce
	case api.EventStarted:
		if p.Seats == nil || p.Reveal == nil {
			return errIncomplete
		}
		st.seats, st.reveal, st.terms = *p.Seats, p.Reveal, nil
		st.phase, st.ticked, st.asks = api.Playing, e.At, nil
		st.quota = [2]time.Duration{mostLag, mostLag}
		st.over()
	case api.EventHold, api.EventResume:
		if st.game == nil {
			return errIncomplete
		}
		st.ticked, st.held = e.At, time.Duration(p.Spent)*time.Millisecond
		st.away[p.Seat&1] = time.Time{}
		if kind == api.EventHold {
			st.away[p.Seat&1] = time.UnixMilli(p.Until).UTC()
		}
	case api.EventClosed:
		st.phase, st.asks = api.Closed, nil
	case api.EventRematch:
		if p.Rematch == nil {
			return errIncomplete
		}
		st.rematch = p.Rematch
	case api.EventShown:
		st.hidden = false
	default:
		return fmt.Errorf("it has the unknown kind %q", e.Kind)
	}
	return nil
}

// applyPlay takes an event of the game into account, and what of its time was given back.
func (st *state) applyPlay(e Event, p payload) error {
	before, turn := 0, game.First
	if st.game != nil {
		before, turn = st.game.Ply(), st.game.Turn()
	}
	var err error
	if st.game, err = api.Fold(st.game, api.EventPlay, nil, p.Play); err != nil {
		return err
	}
	st.ticked = e.At
	if st.game.Ply() < before {
		st.rewound = e.Seq
	}
	events := st.game.Log().Events
	last := events[len(events)-1]
	lag := time.Duration(p.Lag) * time.Millisecond
	if st.held = 0; last.Side == turn {
		st.quota[turn] = max(0, st.quota[turn]-lag)
	} else {
		st.held = lag
	}
	if last.Kind == play.Move {
		st.quota[turn] = min(mostLag, st.quota[turn]+lagGain)
	}
	st.over()
	return nil
}

// over takes the end of the game into account.
func (st *state) over() {
	if st.game.Over() {
		st.phase = api.Over
	}
}

// seat returns the seat of a person; false for who has none.
func (st *state) seat(person string) (int, bool) { return seatOf(st.seats, person) }

func seatOf(seats [2]string, person string) (int, bool) {
	if person != "" {
		for i, p := range seats {
			if p == person {
				return i, true
			}
		}
	}
	return 0, false
}

// isPublic reports whether the table may be listed.
func (st *state) isPublic() bool { return st.options.Public && !st.hidden }

// refuseHidden refuses a hidden table to who does not play there.
func refuseHidden(hidden bool, seats [2]string, person string) error {
	if _, plays := seatOf(seats, person); hidden && !plays {
		return api.Refuse(api.TableHidden)
	}
	return nil
}

// role is what a person is at the table.
func (st *state) role(person string) api.Role { return roleOf(st.seats, st.phase, person) }

func roleOf(seats [2]string, phase api.Phase, person string) api.Role {
	seat, ok := seatOf(seats, person)
	switch {
	case !ok:
		return api.Watcher
	case phase == api.Open || phase == api.Closed:
		return api.Sitter
	case seat == 0:
		return api.First
	}
	return api.Second
}

// summary is what lists show of a table, beside what a row has.
type summary struct {
	Options  api.Options `json:"options"`
	Position string      `json:"position,omitempty"`
	Ply      int         `json:"ply,omitempty"`
	Turn     string      `json:"turn,omitempty"`
	Outcome  string      `json:"outcome,omitempty"`
	Rematch  string      `json:"rematch,omitempty"`  // who offers one that waits for an answer
	Reserved string      `json:"reserved,omitempty"` // for whom the seat of an invitation is kept
	Hidden   bool        `json:"hidden,omitempty"`   // nobody but the players sees it
	Flag     int64       `json:"flag,omitempty"`     // when the time of the side to move is over, in milliseconds since 1970
	Away     [2]int64    `json:"away,omitzero"`      // until when players are away
}

// row is the row that belongs to the state.
func (st *state) row() (Row, error) {
	r := Row{
		ID: st.id, Secret: st.secret, Created: st.created, Seq: st.seq, Updated: st.updated, Game: st.options.Game, Phase: string(st.phase),
		Public: st.isPublic(), Seats: st.seats, Deadline: st.deadline(st.ticked),
	}
	sum := summary{Options: st.options, Hidden: st.hidden}
	if st.isInvitation() {
		sum.Reserved = st.reserved
	}
	if o := st.rematch; o != nil && !o.No && !o.Agreed {
		sum.Rematch = o.By
	}
	if st.game != nil {
		sum.Position, sum.Ply = st.game.Position().String(), st.game.Ply()
		if !st.game.Over() {
			sum.Turn, r.Mover = play.SideWord(st.game.Turn()), 1<<st.game.Turn()
		}
		sum.Outcome = play.OutcomeWord(st.game.End().Outcome)
		if falls, runs := st.flagFalls(); runs {
			sum.Flag = api.Millis(falls)
		}
		sum.Away = [2]int64{api.Millis(st.away[0]), api.Millis(st.away[1])}
	}
	var err error
	r.Summary, err = json.Marshal(sum)
	return r, err
}

// Version is the newest version of payloads. This package reads it and all before it,
// and leaves tables of later ones alone.
const Version = 4

// versionOf is the version in which an event is written: the one that brought its kind or
// what its terms say. So a process of the version before goes on at all tables where
// nothing has happened that it does not know.
func (p payload) versionOf(kind api.EventKind) int {
	switch {
	case p.Planned, p.Hidden, kind == api.EventShown, kind == api.EventHold, kind == api.EventResume,
		p.Reveal != nil && len(p.Reveal.Shares) > 0, p.Options != nil && p.Options.NoAway:
		return 4
	case p.Options != nil && (p.Options.Rated || p.Options.Accounts), p.Contest != "":
		return 3
	case kind == api.EventTerms || kind == api.EventAsked:
		return 2
	}
	return 1
}

// payload is the stored form of an event of a table. Seats are called chairs in it, as
// in all logs that there are. Which fields an event has depends on its kind; a version
// knows all its fields.
type payload struct {
	V int `json:"v"`

	// Of "opened" and "terms"; of "asked", where it is missing if the ask was taken back or declined.
	Options *api.Options `json:"options,omitempty"`

	// Of "opened".
	Commit   string          `json:"commit,omitempty"`
	From     string          `json:"from,omitempty"`     // the table of which this is a rematch
	Contest  string          `json:"contest,omitempty"`  // the contest of which this is a game
	Reserved string          `json:"reserved,omitempty"` // for whom the free seat is kept
	Terms    json.RawMessage `json:"terms,omitempty"`    // of a rematch on the same layout; also of "started"
	Reveal   *api.Reveal     `json:"reveal,omitempty"`   // likewise
	Hidden   bool            `json:"hidden,omitempty"`   // from all but the players, until "shown"
	Swap     bool            `json:"swap,omitempty"`     // the side in the options is that of a rematch, not chosen

	// Of "opened" and "sat"; the person of "asked" too. Nobody learns the nonce before the start.
	Seat   int    `json:"chair,omitempty"`
	Person string `json:"person,omitempty"`
	Nonce  string `json:"nonce,omitempty"`

	// Of "started".
	Seats *[2]string `json:"chairs,omitempty"` // First, Second

	// Of "play". Lag is what was given back to the mover, in milliseconds; where it is an event of the opponent, what of the
	// time before it is charged with the next event.
	Play json.RawMessage `json:"play,omitempty"`
	Lag  int64           `json:"lag,omitempty"`
	// Planned says that the server has played what the player had planned.
	Planned bool `json:"planned,omitempty"`

	// Of "hold" and "resume", which have a seat and person too: until when, and what of the ply to be played is spent, in
	// milliseconds.
	Until int64 `json:"until,omitempty"`
	Spent int64 `json:"spent,omitempty"`

	// Of "rematch".
	Rematch *api.Rematch `json:"rematch,omitempty"`
}

// errNewer says that an event was written by a later version.
var errNewer = api.Refuse(api.TableNewer)

// encode writes a payload of an event of a kind.
func (p payload) encode(kind api.EventKind) ([]byte, error) {
	p.V = p.versionOf(kind)
	return record.Marshal(p)
}

// decodePayload reads a payload. The error is errNewer for one of a later version.
func decodePayload(text []byte) (payload, error) {
	var version struct {
		V int `json:"v"`
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return payload{}, fmt.Errorf("event of a table: %w", err)
	}
	switch {
	case version.V > Version:
		return payload{}, errNewer
	case version.V < 1:
		return payload{}, fmt.Errorf("event of a table: there is no version %d", version.V)
	}
	var p payload
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return payload{}, fmt.Errorf("event of a table, version %d: %w", version.V, err)
	}
	return p, nil
}

// encoded makes an event of a payload.
func encoded(kind api.EventKind, p payload) ([]Event, error) {
	text, err := p.encode(kind)
	if err != nil {
		return nil, err
	}
	return []Event{{Kind: string(kind), Payload: text}}, nil
}
