package contest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"cairn.example/internal/people/api"
)

// Phase is how far a contest is.
type Phase uint8

// The phases.
const (
	Open    Phase = iota // people join
	Running              // rounds are played
	Over
)

// State is what the events so far have come to. The zero value is that before the first.
type State struct {
	Options Options
	Phase   Phase
	// People are all who ever took part, in the order in which they joined.
	People []*Person
	// Rounds are those that were paired.
	Rounds []Round

	// Called says that check-in is open.
	Called bool

	announced bool
	by        map[string]*Person
}

// Person is somebody who takes part.
type Person struct {
	ID     string
	Rating int
	// Since is how many rounds had been paired when the person joined.
	Since int
	// Checked, Left and Away say whether the person said to be there before the start, or looks
	// for an opponent in an arena, has left, and did not come to a board since.
	Checked, Left, Away bool
}

// Here reports whether the person is to be paired.
func (p *Person) Here() bool { return !p.Left && !p.Away }

// Round is a round that was paired.
type Round struct {
	Boards []Board
	// Byes play nobody. Out are those who took part and were not here, with whether they had left.
	Byes []string
	Out  map[string]bool
}

// Apply takes an event over. The error is an *[api.Error], unless the event cannot be read, and nothing has
// changed then. People are named by their ids in it.
func (s *State) Apply(e Event) error {
	switch {
	case s.Phase == Over && e.Kind != Scored:
		return api.Refuse(api.ContestEnded)
	case !s.announced && e.Kind != Announced, s.Phase == Open && (e.Kind == Paired || e.Kind == Scored || e.Kind == Absent):
		return api.Refuse(api.ContestNotBegun)
	case s.announced && e.Kind == Announced, s.Phase == Running && slices.Contains([]Kind{Changed, Called, Started}, e.Kind),
		s.Phase == Running && e.Kind == Checked && !s.Options.Arena:
		return api.Refuse(api.ContestBegun)
	}
	switch e.Kind {
	case Announced, Changed:
		o := e.Options
		if o == nil {
			return errIncomplete
		}
		for _, c := range []struct {
			field          string
			n, least, most int
		}{{"rounds", o.Rounds, 1, MostRounds}, {"games", o.Games, 1, 2}, {"quorum", o.Quorum, 0, MostPeople}} {
			if c.n < c.least || c.n > c.most {
				return api.Refuse(api.TableOptions, "field", c.field, "value", strconv.Itoa(c.n))
			}
		}
		if o.Arena && (o.Rounds != 1 || o.Games != 1) {
			return api.Refuse(api.TableOptions, "field", "format", "value", "arena")
		}
		s.Options, s.announced, s.Called = *o, true, false
	case Called:
		s.Called = true
	case Joined:
		return s.join(e)
	case Left, Checked, Closed, Absent, Back:
		return s.comeOrGo(e)
	case Started:
		if n, least := len(s.Here()), s.Quorum(); n < least {
			return api.Refuse(api.ContestQuorum, "count", strconv.Itoa(n), "least", strconv.Itoa(least))
		}
		s.Phase = Running
	case Paired:
		return s.pair(e)
	case Scored:
		return s.score(e)
	case Ended:
		if n := len(s.Rounds); n > 0 {
			if b, ok := s.withoutResult(); ok {
				board := s.Rounds[n-1].Boards[b]
				return api.Refuse(api.ContestUnfinished, "board", strconv.Itoa(b+1), "first", board.First, "second", board.Second)
			}
		}
		s.Phase = Over
	default:
		return fmt.Errorf("unknown event %q of a contest", e.Kind)
	}
	return nil
}

var errIncomplete = errors.New("an event of a contest is incomplete")

// Quorum is how many people it takes at least.
func (s *State) Quorum() int { return max(2, s.Options.Quorum) }

// Person returns somebody who takes part or did, nil for others.
func (s *State) Person(id string) *Person { return s.by[id] }

// Here returns those who are to be paired, in the order in which they joined.
func (s *State) Here() []*Person {
	var list []*Person
	for _, p := range s.People {
		if p.Here() {
			list = append(list, p)
		}
	}
	return list
}

// CanJoin reports whether people who have not taken part can join: until half of the rounds
// have begun, in an arena as long as it runs.
func (s *State) CanJoin() bool {
	return s.Phase == Open || s.Phase == Running && (s.Options.Arena || 2*len(s.Rounds) <= s.Options.Rounds)
}

func (s *State) join(e Event) error {
	p := s.by[e.Person]
	switch {
	case e.Person == "":
		return api.Refuse(api.ContestUnknown, "person", "")
	case p != nil && !p.Left:
		return api.Refuse(api.ContestJoined, "person", e.Person)
	case p != nil:
		p.Left, p.Away, p.Checked = false, false, false // who comes again has the points of before, and no more
		return nil
	case !s.CanJoin():
		return api.Refuse(api.ContestLate)
	case len(s.People) == MostPeople:
		return api.Refuse(api.ContestFull, "most", strconv.Itoa(MostPeople))
	}
	p = &Person{ID: e.Person, Rating: e.Rating}
	if !s.Options.Arena { // there nobody has missed anything
		p.Since = len(s.Rounds)
	}
	if s.by == nil {
		s.by = map[string]*Person{}
	}
	s.by[p.ID] = p
	s.People = append(s.People, p)
	return nil
}

func (s *State) comeOrGo(e Event) error {
	p := s.by[e.Person]
	if p == nil || p.Left {
		return api.Refuse(api.ContestUnknown, "person", e.Person)
	}
	switch e.Kind {
	case Left:
		p.Left = true
	case Checked:
		p.Checked = true
	case Closed:
		p.Checked = false
	case Absent:
		p.Away = true
		p.Checked = p.Checked && !s.Options.Arena // who is back in an arena looks for an opponent from then on
	case Back:
		if !p.Away {
			return api.Refuse(api.ContestHere, "person", p.ID)
		}
		p.Away = false
	}
	return nil
}

// withoutResult returns the number of the first board of the last round that has no
// result, from 0.
func (s *State) withoutResult() (board int, ok bool) {
	if len(s.Rounds) == 0 {
		return 0, false
	}
	board = slices.IndexFunc(s.Rounds[len(s.Rounds)-1].Boards, func(b Board) bool { return len(b.Results) == 0 })
	return board, board >= 0
}

// begun reports whether the last round has a result.
func (s *State) begun() bool {
	n := len(s.Rounds)
	return n > 0 && slices.ContainsFunc(s.Rounds[n-1].Boards, func(b Board) bool { return len(b.Results) > 0 })
}

// pair takes a round over: the next one, or the running one again. Everybody who is here is
// in it once.
func (s *State) pair(e Event) error {
	if s.Options.Arena {
		return s.pairMore(e)
	}
	again := e.Round == len(s.Rounds) && e.Round > 0 && !s.begun()
	switch {
	case !again && e.Round != len(s.Rounds)+1:
		return api.Refuse(api.ContestRoundNumber, "round", strconv.Itoa(e.Round))
	case e.Round > s.Options.Rounds:
		return api.Refuse(api.ContestLast)
	}
	if b, ok := s.withoutResult(); ok && !again {
		board := s.Rounds[len(s.Rounds)-1].Boards[b]
		return api.Refuse(api.ContestResultMissing, "round", strconv.Itoa(e.Round), "board", strconv.Itoa(b+1), "first", board.First, "second", board.Second)
	}
	count := map[string]int{}
	r := Round{Byes: slices.Clone(e.Byes), Out: map[string]bool{}}
	for _, b := range e.Boards {
		count[b.First]++
		count[b.Second]++
		r.Boards = append(r.Boards, Board{First: b.First, Second: b.Second, Tables: slices.Clone(b.Tables)})
	}
	for _, id := range e.Byes {
		count[id]++
	}
	if s.Options.Filler != "" && count[s.Options.Filler] == 1 {
		delete(count, s.Options.Filler)
	}
	for _, p := range s.People {
		if p.Here() != (count[p.ID] == 1) || count[p.ID] > 1 {
			return api.Refuse(api.ContestPairing, "person", p.ID)
		}
		delete(count, p.ID)
		if !p.Here() {
			r.Out[p.ID] = p.Left
		}
	}
	for id := range count {
		return api.Refuse(api.ContestPairing, "person", id)
	}
	if again {
		s.Rounds = s.Rounds[:e.Round-1]
		for _, p := range s.Here() {
			p.Since = min(p.Since, e.Round-1)
		}
	}
	s.Rounds = append(s.Rounds, r)
	return nil
}

func (s *State) score(e Event) error {
	if e.Round < 1 || e.Round > len(s.Rounds) || e.Board < 1 || e.Board > len(s.Rounds[e.Round-1].Boards) {
		return api.Refuse(api.ContestBoardNumber, "round", strconv.Itoa(e.Round), "board", strconv.Itoa(e.Board))
	}
	sum, absent := e.Points[0]+e.Points[1], e.How == HowAbsent
	if most := 2 * s.Options.Games; min(e.Points[0], e.Points[1]) < 0 || sum > most || sum < most && !absent {
		return api.Refuse(api.ContestPoints, "first", half(e.Points[0]), "second", half(e.Points[1]))
	}
	b := &s.Rounds[e.Round-1].Boards[e.Board-1]
	b.Results = append(b.Results, Result{e.Points, e.How, e.By, e.Margin})
	return nil
}

// half writes half points as points.
func half(n int) string { return strconv.FormatFloat(float64(n)/2, 'f', -1, 64) }
