package table

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/play"
)

// Programs that stand at the server play with whom asks by terms that they offer: nobody asks them first. That they stand
// is kept with their connection, so that one that is gone is no offer, and comes to other processes with the news of who is
// here.

const (
	mostOffers  = 20   // of a program, and of clocks in an offer
	mostAtOnce  = 64   // games of a program
	daysForEach = 10   // games of days that it may have beside each of these: they wait
	mostEach    = 1000 // of its games with one person in a day
	mostStands  = 50   // programs that a process names

)

// Stands are the programs that stand here.
type Stands struct {
	*env
	mu       sync.Mutex
	sessions map[*Session]*stand
}

// stand is a program on one connection.
type stand struct {
	api.Standing
	// told are the games that the connection heard of, and live how many of its live ones go on.
	told map[string]bool
	live int
}

// stand notes what a program offers from now on, or with nothing no longer, and tells it of the games that it plays.
func (c *Session) stand(ctx context.Context, m api.ToServer) error {
	row, err := c.accounts.known(ctx, c.person)
	switch {
	case err != nil:
		return err
	case row.Kind != string(api.KindBot) && row.Kind != string(api.KindLevel):
		return api.Refuse(api.BotCall)
	}
	if err := c.mayAsk(); err != nil {
		return err
	}
	if err := checkOffers(m); err != nil {
		return err
	}
	s := &stand{Standing: api.Standing{Person: row.Shown(), Offers: m.Offers, Most: m.Most, Each: m.Each}, told: map[string]bool{}}
	if !c.stands.enter(c, s) {
		return nil // it is gone
	}
	c.sub.Tell(&Push{Message: api.ToClient{Type: "ack", ID: m.ID}})
	c.stands.changed()
	return c.stands.look(ctx, c.person)
}

// enter notes that a program stands on a connection, unless that has ended.
func (s *Stands) enter(c *Session, as *stand) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch before := s.sessions[c]; {
	case c.closed:
		return false
	case len(as.Offers) == 0:
		delete(s.sessions, c)
	default:
		if before != nil {
			as.told, as.live = before.told, before.live
		}
		s.sessions[c] = as
	}
	return true
}

// games returns how many games a connection may have to play: none where no program stands on it.
func (s *Stands) games(c *Session) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.sessions[c]; one != nil {
		return (1 + daysForEach) * one.Most
	}
	return 0
}

// leave notes that a connection has ended.
func (s *Stands) leave(c *Session) {
	s.mu.Lock()
	_, stood := s.sessions[c]
	delete(s.sessions, c)
	s.mu.Unlock()
	if stood {
		s.changed()
	}
}

// changed tells everybody that other programs stand here than before.
func (s *Stands) changed() {
	s.peers.sayAlive()
	s.lobby.changed(true)
}

// checkOffers refuses terms by which nothing can be played.
func checkOffers(m api.ToServer) error {
	offers, most := m.Offers, m.Most
	wrong := func(field, value string) error {
		return api.Refuse(api.BotOffers, "field", field, "value", game.Shown(value))
	}
	if len(offers) > mostOffers {
		return wrong("offers", strconv.Itoa(len(offers)))
	}
	if len(offers) > 0 && (most < 1 || most > mostAtOnce) {
		return wrong("most", strconv.Itoa(most))
	}
	if m.Each < 0 || m.Each > mostEach {
		return wrong("each", strconv.Itoa(m.Each))
	}
	for _, o := range offers {
		if _, err := games.Lookup(o.Game); o.Game != "" && err != nil {
			return wrong("game", o.Game)
		}
		if len(o.Controls) == 0 || len(o.Controls) > mostOffers {
			return wrong("controls", strconv.Itoa(len(o.Controls)))
		}
		for _, text := range o.Controls {
			if _, _, ok := parseRange(text); !ok {
				return wrong("controls", text)
			}
		}
	}
	return nil
}

// parseRange reads a clock or two with all between them.
func parseRange(text string) (first, last play.Control, ok bool) {
	from, to, isRange := strings.Cut(text, "..")
	if !isRange {
		to = from
	}
	first, err := play.ParseControl(from)
	if err == nil {
		last, err = play.ParseControl(to)
	}
	return first, last, err == nil && first.Kind == last.Kind && first.Base <= last.Base && first.Increment <= last.Increment
}

// plays reports whether a program plays by some terms.
func plays(offers []api.Offer, o api.Options) bool {
	c, err := play.ParseControl(o.Control)
	return err == nil && slices.ContainsFunc(offers, func(offer api.Offer) bool {
		return (offer.Game == "" || offer.Game == o.Game) && (offer.Rated || !o.Rated) && slices.ContainsFunc(offer.Controls, func(text string) bool {
			first, last, ok := parseRange(text)
			return ok && c.Kind == first.Kind && first.Base <= c.Base && c.Base <= last.Base && first.Increment <= c.Increment && c.Increment <= last.Increment
		})
	})
}

// here returns the programs that stand at this process, by their ids.
func (s *Stands) here() map[string]api.Standing {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[string]api.Standing{}
	for _, one := range s.sessions {
		if len(all) < mostStands || all[one.Person.ID].Most > 0 {
			all[one.Person.ID] = one.Standing
		}
	}
	return all
}

// all returns the programs that stand anywhere, as far as it is known, by their ids.
func (s *Stands) all() map[string]api.Standing {
	all := s.peers.standing()
	maps.Copy(all, s.here())
	return all
}

// Standing returns the program of an id if it stands anywhere.
func (s *Service) Standing(person string) (api.Standing, bool) {
	one, ok := s.stands.all()[person]
	return one, ok
}

// started tells the programs among the players of a game that it has begun, here and elsewhere.
func (s *Stands) started(id string, seats [2]string) {
	all := s.all()
	if _, first := all[seats[0]]; !first {
		if _, second := all[seats[1]]; !second {
			return
		}
	}
	s.tell(id, seats)
	s.publish(Hint{Table: id, Kind: hintStarted, Body: []byte(seats[0] + " " + seats[1])})
}

// tell tells the programs here that play a game of it, once on each connection.
func (s *Stands) tell(id string, seats [2]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c, one := range s.sessions {
		if slices.Contains(seats[:], one.Person.ID) && !one.told[id] {
			one.told[id] = true
			c.sub.Tell(&Push{Message: api.ToClient{Type: "started", TableID: id}})
		}
	}
}

// look tells a program here of its games, however they began, and notes whether it plays as many as it can.
func (s *Stands) look(ctx context.Context, person string) error {
	rows, err := s.store.GamesOf(ctx, person)
	if err != nil {
		return s.fault("games", "", err)
	}
	playing, live := map[string]bool{}, 0
	for _, row := range rows {
		playing[row.ID] = true
		if !isSlow(summaryOf(row).Options) {
			live++
		}
		s.tell(row.ID, row.Seats)
	}
	changed := false
	s.mu.Lock()
	for _, one := range s.sessions {
		if one.Person.ID == person {
			maps.DeleteFunc(one.told, func(id string, _ bool) bool { return !playing[id] })
			one.live = live
		}
	}
	for _, one := range s.sessions {
		busy := s.livesOf(one) >= one.Most
		changed = changed || one.Busy != busy
		one.Busy = busy
	}
	s.mu.Unlock()
	if changed {
		s.changed()
	}
	return nil
}

// livesOf is how many live games count for a program here; one program is all levels. The lock is held.
func (s *Stands) livesOf(one *stand) (n int) {
	if one.Person.Kind != api.KindLevel {
		return one.live
	}
	levels := map[string]int{}
	for _, other := range s.sessions {
		if other.Person.Kind == api.KindLevel {
			levels[other.Person.ID] = other.live
		}
	}
	for _, live := range levels {
		n += live
	}
	return n
}

// lookAll does so with all programs here: a hint may have been lost, and games end.
func (s *Stands) lookAll(ctx context.Context) {
	for person := range s.here() {
		_ = s.look(ctx, person) // logged; the next one comes
	}
}

func isSlow(o api.Options) bool {
	c, err := play.ParseControl(o.Control)
	return err == nil && c.Slow()
}

// createWith makes a table with a program, whose game begins at once, in one append.
func (s *Service) createWith(ctx context.Context, person, nonce string, n api.NewTable, charges *charges) (*api.Table, error) {
	all := s.stands.all()
	standing, stands := all[n.With]
	switch {
	case n.For != "" || n.With == person:
		return nil, api.Refuse(api.TableOptions, "field", "with", "value", game.Shown(n.With))
	case !stands:
		return nil, api.Refuse(api.BotBusy)
	case !plays(standing.Offers, n.Options):
		return nil, api.Refuse(api.BotTerms)
	}
	program, _, err := s.accounts.rowNow(ctx, n.With)
	if err != nil {
		return nil, err
	}
	for _, other := range []string{n.With, program.Owner} {
		if err := s.blocks.refuse(ctx, api.BotBusy, person, other); err != nil {
			return nil, err
		}
	}
	if err := s.accounts.mayPlay(ctx, n.With); err != nil {
		if refused(err) {
			err = api.Refuse(api.BotBusy)
		}
		return nil, err
	}
	if err := s.mayRate(ctx, n.Options, [2]string{person, n.With}); err != nil {
		return nil, err
	}
	theirs, err := s.nonce("")
	if err != nil {
		return nil, err
	}
	if err := charges.take(s.limits.Tables, "table:"+person); err != nil {
		return nil, err
	}
	var each rate.Limit
	if standing.Each > 0 {
		each = rate.Limit{Burst: standing.Each, Every: day / time.Duration(standing.Each)}
	}
	pair := "with:" + n.With + ":" + person
	if err := tooOften(s.rates.Take(each, pair, s.now())); err != nil {
		return nil, err
	}
	begun := false
	defer func() {
		if !begun {
			s.rates.Return(each, pair)
		}
	}()
	counted := []string{n.With}
	if standing.Person.Kind == api.KindLevel { // one program is all of them
		counted = nil
		for id, one := range all {
			if one.Person.Kind == api.KindLevel {
				counted = append(counted, id)
			}
		}
	}
	may := func(games []Row) error {
		same, slow := 0, isSlow(n.Options)
		for _, row := range games {
			if slices.Contains(row.Seats[:], person) && slices.Contains(row.Seats[:], n.With) {
				return api.Refuse(api.BotPair)
			}
			if isSlow(summaryOf(row).Options) == slow {
				same++
			}
		}
		if most := standing.Most; same >= most && !slow || same >= daysForEach*most {
			return api.Refuse(api.BotBusy)
		}
		return nil
	}
	for {
		id, ok := NewID(s.random(32))
		if !ok {
			continue
		}
		row := Row{ID: id, Secret: s.random(setup.Bytes), Created: s.now()}
		p := payload{Options: &n.Options, Person: person, Nonce: nonce, Commit: setup.Commit(id, setup.Share(row.Secret))}
		st, events, err := seat(row, p, Seated{People: [2]string{person, n.With}, Nonces: [2]string{nonce, theirs}})
		if err != nil {
			return nil, err
		}
		if row, err = st.row(); err != nil {
			return nil, err
		}
		switch err := s.store.CreateIf(ctx, row, events, counted, may); {
		case errors.Is(err, ErrConflict):
			continue // the id is taken
		case refused(err):
			return nil, err
		case err != nil:
			return nil, s.fault("create", id, err)
		}
		if st.options.Public {
			s.lobby.changed(true)
		}
		begun = true
		s.stands.started(id, st.seats)
		return s.tables.created(ctx, person, st)
	}
}
