package director

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
)

// The times by which the director acts.
const (
	checkBefore = 15 * time.Minute // how long before the start check-in opens
	quorumWait  = 15 * time.Minute // how long it waits for enough people after that
	mostAbsence = 3 * time.Minute  // after which somebody is absent from a board, at most
	// aloneFor is how long a contest goes on in which nobody can be paired; slowAlone is that of one by days.
	aloneFor  = 5 * time.Minute
	slowAlone = 24 * time.Hour
)

// stepper decides what the director does next.
type stepper struct {
	store  Store
	tables Tables
}

// checkFrom is when check-in opens by the clock on the wall, not before the terms were made known.
func (st *state) checkFrom() time.Time {
	return later(st.starts().Add(-checkBefore), st.changed)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// absentAfter is after what time somebody is absent from a board.
func (st *state) absentAfter() time.Duration {
	c, err := play.ParseControl(st.terms.Control)
	if err == nil && c.On() {
		return min(mostAbsence, c.Base/4)
	}
	return mostAbsence
}

// sinceCheck is how long check-in has been open or could have been, as time is counted, and what of that is before the start.
func (s stepper) sinceCheck(st *state, at time.Time) (passed, needed time.Duration) {
	from := st.checkFrom()
	if !at.After(from) {
		return -from.Sub(at), max(0, st.starts().Sub(from))
	}
	return s.store.Served(from, at), max(0, st.starts().Sub(from))
}

// step returns what the director appends next, nothing where nothing is due. It makes tables that are missing on its way.
func (s stepper) step(ctx context.Context, st *state, at time.Time) (change, error) {
	switch st.Phase {
	case contest.Open:
		return s.stepOpen(ctx, st, at)
	case contest.Running:
		if st.isArena() {
			return s.stepArena(ctx, st, at)
		}
		if n := len(st.Rounds); n > 0 && !st.complete() {
			return s.stepRound(ctx, st, at)
		}
		return s.stepBetween(ctx, st, at)
	}
	return change{}, nil
}

// complete reports whether all boards of the last round have results.
func (st *state) complete() bool {
	for _, b := range st.Rounds[len(st.Rounds)-1].Boards {
		if _, over := b.Result(); !over {
			return false
		}
	}
	return true
}

// stepOpen is before the start.
func (s stepper) stepOpen(ctx context.Context, st *state, at time.Time) (change, error) {
	passed, needed := s.sinceCheck(st, at)
	if !st.isSlow() && !st.Called && passed >= 0 {
		c := change{events: []payload{{Event: contest.Event{Kind: contest.Called}}}}
		for _, p := range st.entered() {
			c.tell(st, p.ID, "soon", 0, 0, "", at)
		}
		return c, nil
	}
	if c := s.standing(st); len(c.events) > 0 {
		return c, nil
	}
	// Who said how many it takes need not wait for the hour when all are there.
	all := st.Called && st.terms.Quorum > 0 && len(st.checked()) == len(st.entered())
	if passed < needed && !all {
		return change{}, nil
	}
	left, err := s.gone(ctx, st)
	if err != nil || len(left) > 0 {
		return change{events: left}, err
	}
	if len(st.checked()) >= st.Quorum() {
		return st.start(), nil
	}
	if passed < needed+quorumWait {
		return change{}, nil
	}
	c := change{events: []payload{{Event: contest.Event{Kind: contest.Ended}, Lapsed: true, message: "ended"}}}
	for _, p := range st.entered() {
		c.tell(st, p.ID, "lapsed", 0, 0, "", at)
	}
	return c, nil
}

// start begins the contest. Who is not there is away until they are back.
func (st *state) start() change {
	c := change{events: []payload{{Event: contest.Event{Kind: contest.Started}, message: "started"}}}
	if st.isSlow() {
		return c
	}
	for _, p := range st.entered() {
		if !p.Checked {
			c.add(contest.Event{Kind: contest.Absent, Person: p.ID})
		}
	}
	return c
}

// gone are the events by which those leave who were deleted or may not play.
func (s stepper) gone(ctx context.Context, st *state) ([]payload, error) {
	if st.isWood() {
		return nil, nil
	}
	var events []payload
	for _, p := range st.entered() {
		may, err := s.mayPlay(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		if !may {
			events = append(events, payload{Event: contest.Event{Kind: contest.Left, Person: p.ID}})
		}
	}
	return events, nil
}

// mayPlay reports whether somebody is there and not banned.
func (s stepper) mayPlay(ctx context.Context, person string) (bool, error) {
	row, err := s.store.Person(ctx, person)
	if errors.Is(err, table.ErrNotFound) {
		return false, nil
	}
	return err == nil && !row.Banned.After(s.store.Now()), err
}

// stepBetween is when no board is under way.
func (s stepper) stepBetween(ctx context.Context, st *state, at time.Time) (change, error) {
	if err := s.show(ctx, st); err != nil {
		return change{}, err
	}
	end := change{events: []payload{{Event: contest.Event{Kind: contest.Ended}, message: "ended"}}}
	if len(st.Rounds) >= st.Options.Rounds || len(st.entered()) == 0 {
		return end, nil
	}
	left, err := s.gone(ctx, st)
	if err != nil || len(left) > 0 {
		return change{events: left}, err
	}
	if len(st.Here()) < 2 {
		wait := aloneFor
		if st.isSlow() {
			wait = slowAlone
		}
		if s.store.Served(st.updated, at) < wait {
			return change{}, nil
		}
		return end, nil
	}
	if c := s.standing(st); len(c.events) > 0 {
		return c, nil
	}
	if st.terms.ByHost || len(st.Rounds) > 0 && s.store.Served(st.rounds[len(st.rounds)-1].scored, at) < st.pause() {
		return change{}, nil
	}
	return s.pair(ctx, st, s.pairing(st), at)
}

// pairing is the next round, in which a level plays with who would be free where the terms have one that stands and has a game left.
func (s stepper) pairing(st *state) contest.Event {
	e := st.Pairing()
	if level, stands := s.tables.Standing(st.terms.Filler); stands && !level.Busy {
		e = st.Fill(e)
	}
	return e
}

func (st *state) pause() time.Duration { return time.Duration(st.terms.Pause) * time.Second }

// pair returns the event of a round with the ids of its tables.
func (s stepper) pair(ctx context.Context, st *state, e contest.Event, at time.Time) (change, error) {
	c := change{}
	if !st.isWood() {
		ids, err := s.tableIDs(ctx, st, len(e.Boards)*st.Options.Games)
		if err != nil {
			return c, err
		}
		for i := range e.Boards {
			e.Boards[i].Tables = ids[:st.Options.Games:st.Options.Games]
			ids = ids[st.Options.Games:]
		}
	}
	c.add(e)
	if st.isWood() {
		for i, b := range e.Boards {
			c.tell(st, b.First, "board", e.Round, i+1, "", at)
			c.tell(st, b.Second, "board", e.Round, i+1, "", at)
		}
	}
	return c, nil
}

// tableIDs returns ids of tables that are made when the next event is stored. They follow from what nobody else knows.
func (s stepper) tableIDs(ctx context.Context, st *state, n int) ([]string, error) {
	var ids []string
	for i := 0; len(ids) < n; i++ {
		sum := sha256.Sum256(fmt.Appendf(nil, "cairn contest table 1\n%x\n%s\n%d\n%d", st.row.Secret, st.row.ID, st.seq()+1, i))
		id, ok := table.NewID(sum[:])
		if !ok {
			continue
		}
		taken, err := s.store.TableBriefs(ctx, []string{id})
		if err != nil {
			return nil, err
		}
		if len(taken) == 0 {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// stepRound is while boards are under way.
func (s stepper) stepRound(ctx context.Context, st *state, at time.Time) (change, error) {
	var c change
	if st.isWood() {
		return c, nil
	}
	n := len(st.Rounds)
	var ids []string
	for _, b := range st.Rounds[n-1].Boards {
		if _, over := b.Result(); !over {
			ids = append(ids, b.Tables...)
		}
	}
	briefs, err := s.store.TableBriefs(ctx, ids)
	if err != nil {
		return c, err
	}
	for i, b := range st.Rounds[n-1].Boards {
		if _, over := b.Result(); over {
			continue
		}
		if err := s.stepBoard(ctx, st, i+1, b, briefs, at, &c); err != nil {
			return change{}, err
		}
	}
	return c, nil
}

// stepBoard makes what is missing at a board, and adds its result once there is one.
func (s stepper) stepBoard(ctx context.Context, st *state, number int, b contest.Board, briefs map[string]string, at time.Time, c *change) error {
	n := len(st.Rounds)
	full := 2 * st.Options.Games
	var points contest.Points
	var margin *api.Margin
	for g, id := range b.Tables {
		phase, _, made := strings.Cut(briefs[id], " ")
		if !made {
			for side, person := range [2]string{b.First, b.Second} {
				may, err := s.mayPlay(ctx, person)
				if err != nil {
					return err
				}
				if !may { // the board is the opponent's
					points := contest.Points{full, full}
					points[side] = 0
					c.add(contest.Event{Kind: contest.Scored, Round: n, Board: number, Points: points, How: contest.HowAbsent})
					if p := st.Person(person); p != nil && !p.Left {
						c.add(contest.Event{Kind: contest.Left, Person: person})
					}
					return nil
				}
			}
			return s.seat(ctx, st, number, b, g, at)
		}
		if phase == string(api.Playing) {
			return s.watchBoard(ctx, st, number, id, g, briefs[id], at)
		}
		played, err := s.tables.Played(ctx, id)
		if err != nil {
			return err
		}
		if st.isDuplicate() {
			margin = played.Margin
		}
		for side := range points { // Second of the board is First of the second game
			person := [2]string{b.First, b.Second}[side]
			won := played.Outcome == game.Win(game.Side(side^g))
			switch {
			case won:
				points[side] += 2
			case played.Outcome != game.Win(game.Side(1-side^g)):
				points[side]++
			}
			if p := st.Person(person); played.Absent[side^g] && p != nil && p.Here() {
				c.add(contest.Event{Kind: contest.Absent, Person: person})
			}
		}
		if g == 0 && (played.Absent[0] || played.Absent[1]) { // the whole board is the opponent's
			for side := range points {
				if points[side] = full; played.Absent[side] {
					points[side] = 0
				}
			}
			c.add(contest.Event{Kind: contest.Scored, Round: n, Board: number, Points: points, How: contest.HowAbsent})
			return nil
		}
	}
	c.add(contest.Event{Kind: contest.Scored, Round: n, Board: number, Points: points, Margin: margin})
	return nil
}

// seat makes the table of a game of a board.
func (s stepper) seat(ctx context.Context, st *state, number int, b contest.Board, g int, at time.Time) error {
	a := table.Seated{
		ID: b.Tables[g], People: [2]string{b.First, b.Second}, Contest: st.row.ID,
		Options: api.Options{
			Game: st.terms.Game, Full: st.terms.Full, Control: st.terms.Control, Public: true, Takeback: st.terms.Takeback, Rated: st.terms.Rated, NoAway: !st.terms.Away,
		},
	}
	if g == 1 {
		a.People = [2]string{b.Second, b.First}
		a.Same = b.Tables[0]
	}
	if st.isDuplicate() {
		draw := st.draw(len(st.Rounds))
		a.Draw = &draw
	}
	var c change
	what := "board"
	if st.isArena() {
		what = "next"
	}
	for i, person := range a.People {
		if a.Nonces[i] = st.nonces[person]; person == st.terms.Filler {
			continue
		}
		c.tell(st, person, what, len(st.Rounds), number, a.ID, at)
	}
	a.Notices = c.notices
	return s.tables.CreateSeated(ctx, a)
}

// watchBoard rules absent who does not come to the first game of a board.
func (s stepper) watchBoard(ctx context.Context, st *state, number int, id string, g int, brief string, at time.Time) error {
	if g > 0 || st.isSlow() || plyOf(brief) >= 2 {
		return nil
	}
	due := s.store.Served(st.rounds[len(st.rounds)-1].paired[number-1], at) >= st.absentAfter()
	_, err := s.tables.RuleAbsent(ctx, id, due)
	return err
}
