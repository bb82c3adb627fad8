package director

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
)

const (
	mostAnnounced = 40                   // of one host, that have not started
	furthest      = 400 * 24 * time.Hour // how far ahead a contest starts at most
	mostEvents    = 20_000               // of a contest: nobody comes and goes without end
)

// comings is how often somebody may come, go and say something in contests: a host enters a whole club at once.
var comings = rate.Limit{Burst: 300, Every: 2 * time.Second}

// Create announces a contest.
func (s *Service) Create(ctx context.Context, person string, o api.ContestOptions) (*api.ContestView, error) {
	if err := s.mayCreate(ctx, person); err != nil {
		return nil, err
	}
	if err := s.check(ctx, &o); err != nil {
		return nil, err
	}
	n, err := s.store.OpenContestsOf(ctx, person)
	if err != nil {
		return nil, s.fault("count", "", err)
	}
	if n >= mostAnnounced {
		return nil, api.Refuse(api.ContestMany, "count", decimal(n))
	}
	if err := s.tooOften(person); err != nil {
		return nil, err
	}
	for {
		random := make([]byte, 32)
		if _, err := s.Rand.Read(random); err != nil {
			return nil, err
		}
		id, ok := table.NewID(random)
		if !ok {
			continue
		}
		row := Row{ID: id, Host: person}
		if o.Weekly {
			row.Series = id
		}
		st, err := s.announce(ctx, row, o, 0)
		if errors.Is(err, table.ErrConflict) {
			continue // the id is taken
		}
		if err != nil {
			return nil, s.fault("create", id, err)
		}
		s.extend(ctx, st)
		return s.view(ctx, person, st), nil
	}
}

// mayCreate refuses who may not make a contest here.
func (s *Service) mayCreate(ctx context.Context, person string) error {
	row, err := s.store.Person(ctx, person)
	switch {
	case errors.Is(err, table.ErrNotFound):
		return api.Refuse(api.MeNeeded)
	case err != nil:
		return s.fault("person", "", err)
	case row.Role == table.HostRole:
		return nil
	case s.HostsOnly:
		return api.Refuse(api.ContestHosts)
	case row.Kind != string(api.KindAccount):
		return api.Refuse(api.AccountNeeded)
	case row.Banned.After(s.store.Now()):
		return api.Refuse(api.MeBanned, "until", row.Banned.UTC().Format("2006-01-02 15:04 MST"))
	}
	return nil
}

func (s *Service) isHost(ctx context.Context, st *state, person string) bool {
	if person == "" {
		return false
	}
	if person == st.row.Host {
		return true
	}
	row, err := s.store.Person(ctx, person)
	return err == nil && row.Role == table.HostRole
}

func (s *Service) tooOften(person string) error {
	if wait := s.rates.Take(comings, person, s.store.Now()); wait > 0 {
		return api.Refuse(api.LiveRate, "seconds", strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10))
	}
	return nil
}

// check refuses options by which no contest can be played, and makes the others canonical.
func (s *Service) check(ctx context.Context, o *api.ContestOptions) error {
	wrong := func(field, value string) error {
		return api.Refuse(api.TableOptions, "field", field, "value", game.Shown(value))
	}
	o.Title, o.About = strings.Join(strings.Fields(o.Title), " "), strings.TrimSpace(strings.ReplaceAll(o.About, "\r\n", "\n"))
	if n := utf8.RuneCountInString(o.Title); n == 0 || n > api.MostContestTitle || !isPlain(o.Title, "") {
		return wrong("title", o.Title)
	}
	if utf8.RuneCountInString(o.About) > api.MostContestAbout || !isPlain(o.About, "\n") {
		return wrong("about", o.About)
	}
	t := api.Options{Game: o.Game, Full: o.Full, Control: o.Control}
	if err := table.CheckOptions(&t); err != nil {
		return err
	}
	o.Control = t.Control
	c, err := play.ParseControl(o.Control)
	if err != nil {
		return wrong("control", o.Control)
	}
	wood, arena, duplicate := o.Boards == api.BoardsWood, o.Format == api.FormatArena, o.Format == api.FormatDuplicate
	now, starts := s.store.Now(), time.UnixMilli(o.Starts)
	switch zone, err := time.LoadLocation(o.Zone); {
	case o.Format != "" && !arena && !duplicate:
		return wrong("format", o.Format)
	case o.Scoring != "" && (!duplicate || o.Scoring != api.Matchpoints):
		return wrong("scoring", o.Scoring)
	case duplicate && !hasLayout(t):
		return api.Refuse(api.ContestLayout, "game", o.Game)
	case duplicate && o.Games != 1: // the second one would be no secret
		return wrong("games", decimal(o.Games))
	case arena && (o.Minutes < api.LeastArena || o.Minutes > api.MostArena), !arena && o.Minutes != 0:
		return wrong("minutes", decimal(o.Minutes))
	case arena && (c.Slow() || !c.On()): // nobody would come free
		return wrong("control", o.Control)
	case arena && o.Rounds != 0:
		return wrong("rounds", decimal(o.Rounds))
	case arena && o.ByHost:
		return wrong("byHost", "true")
	case o.Boards != "" && !wood, (arena || duplicate) && wood:
		return wrong("boards", o.Boards)
	case o.Rated && (wood || o.Guests):
		return wrong("rated", "true")
	case o.Rated && table.PoolOf(t) == "":
		return api.Refuse(api.TableRatedClock)
	case o.Rated && o.Takeback:
		return api.Refuse(api.TableRatedTakeback)
	case o.Programs && wood:
		return wrong("programs", "true")
	case o.Guests && c.Slow():
		return wrong("guests", "true")
	case o.Away && (wood || !c.Slow() || !c.On()): // no clock stands there anyway
		return wrong("away", "true")
	case o.Pause < 0 || o.Pause > api.MostContestPause:
		return wrong("pause", decimal(o.Pause))
	case err != nil || o.Zone == "" || zone == time.Local && o.Zone != "Local":
		return wrong("zone", o.Zone)
	case starts.Before(now.Add(-time.Minute)) || starts.After(now.Add(furthest)):
		return wrong("starts", starts.UTC().Format(time.RFC3339))
	}
	if o.Filler != "" {
		switch row, err := s.store.Person(ctx, o.Filler); {
		case err != nil && !errors.Is(err, table.ErrNotFound):
			return s.fault("person", "", err)
		case err != nil, row.Kind != string(api.KindLevel), wood, arena:
			return wrong("filler", o.Filler)
		}
	}
	return new(contest.State).Apply(contest.Event{Kind: contest.Announced, Options: optionsOf(*o)})
}

// isPlain reports whether a text has nothing but what is seen, and spaces and some others.
func isPlain(text, others string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsGraphic(r) && !strings.ContainsRune(others, r) && r != '\u200d' && r != '\u200c'
	})
}

// call is something that somebody wants to happen in a contest.
type call struct {
	api.ContestCall
	person string
	host   bool
	// whom is who it is about: Person, of a host, or who calls.
	whom string
}

// action decides what is appended. With seq the call names the last event that its sender saw; with host it is a host's.
type action struct {
	host   bool
	decide func(s *Service, ctx context.Context, st *state, c call) (change, error)
}

var actions = map[string]action{
	"change": {true, decideChange},
	"join":   {false, decideJoin},
	"check":  {false, decideCheck},
	"leave":  {false, decideLeave},
	"back":   {false, decideBack},
	"absent": {false, decideAbsent},
	"start":  {true, decideStart},
	"pair":   {true, decidePair},
	"result": {false, decideResult},
	"remove": {true, decideLeave},
	"end":    {true, decideEnd},
}

// Do carries out an action of somebody. The answer is an *[api.ContestView] or, of a preview, an *[api.ContestPreview].
func (s *Service) Do(ctx context.Context, person, id, name string, in api.ContestCall) (any, error) {
	a, known := actions[name]
	if !known {
		return nil, api.Refuse(api.LivePath)
	}
	if err := s.tooOften(person); err != nil {
		return nil, err
	}
	var preview *api.ContestPreview
	var before *state
	st, err := s.update(ctx, id, func(ctx context.Context, st *state) (change, error) {
		c := call{ContestCall: in, person: person, host: s.isHost(ctx, st, person), whom: person}
		if in.Person != "" && in.Person != person {
			c.whom = in.Person
		}
		before = st
		switch {
		case (a.host || c.whom != person || in.Name != "") && !c.host:
			return change{}, api.Refuse(api.ContestHost)
		case (a.host || c.host && (name == "absent" && c.whom != person || name == "result" && in.Seq != 0)) && in.Seq != st.seq():
			return change{}, api.Refuse(api.ContestStale)
		case name == "pair" && in.Preview && !st.isArena():
			preview = s.steps.preview(st)
			return change{}, nil
		case st.seq() > mostEvents:
			return change{}, api.Refuse(api.ContestFull, "most", decimal(contest.MostPeople))
		}
		return a.decide(s, ctx, st, c)
	})
	if err != nil {
		return nil, err
	}
	if preview != nil {
		return preview, nil
	}
	s.after(ctx, name, in, before, st)
	s.Look(ctx, id)
	if l := s.contest(id); true {
		l.mu.Lock()
		if l.st != nil {
			st = l.st
		}
		l.mu.Unlock()
	}
	return s.view(ctx, person, st), nil
}

// after does what follows from an action outside of the log.
func (s *Service) after(ctx context.Context, name string, in api.ContestCall, before, st *state) {
	switch {
	case name == "end" && in.Series && st.row.Series != "":
		_ = s.endSeries(ctx, st) // logged; who ends it once more ends the rest
	case name == "end" || name == "change" || name == "start":
		s.extend(ctx, st)
	case name == "pair" && len(before.Rounds) == len(st.Rounds) && len(st.Rounds) > 0:
		for _, b := range before.Rounds[len(before.Rounds)-1].Boards {
			for _, id := range b.Tables {
				if err := s.tables.AbortSeated(ctx, id); err != nil {
					_ = s.fault("abort", st.row.ID, err) // one that was not made yet, too
				}
			}
		}
	}
}

func decideChange(s *Service, ctx context.Context, st *state, c call) (change, error) {
	if c.Options == nil {
		return change{}, api.Refuse(api.TableOptions, "field", "options", "value", "-")
	}
	terms := *c.Options
	if err := s.check(ctx, &terms); err != nil {
		return change{}, err
	}
	terms.Weekly = terms.Weekly && st.row.Series != ""
	return change{events: []payload{{Event: contest.Event{Kind: contest.Changed}, Terms: &terms}}}, nil
}

func decideJoin(s *Service, ctx context.Context, st *state, c call) (change, error) {
	if c.Nonce != "" && !setup.IsShare(c.Nonce) {
		return change{}, api.Refuse(api.TableNonce)
	}
	if c.Name != "" {
		if !st.isWood() {
			return change{}, api.Refuse(api.TableOptions, "field", "name", "value", game.Shown(c.Name))
		}
		// Who cannot join is refused before there is a new person.
		if _, err := st.with(payload{Event: contest.Event{Kind: contest.Joined, Person: "-"}}); err != nil {
			return change{}, err
		}
		p, err := s.tables.NewNamed(ctx, c.Name)
		if err != nil {
			return change{}, err
		}
		c.whom = p.ID
	} else {
		if p := st.Person(c.whom); p != nil && !p.Left {
			return change{}, nil
		}
		if err := s.mayJoin(ctx, st, c.whom); err != nil {
			return change{}, err
		}
	}
	if c.Nonce == "" && st.terms.Format == api.FormatDuplicate { // everybody has a share of the layouts
		random := make([]byte, setup.Bytes)
		if _, err := s.Rand.Read(random); err != nil {
			return change{}, err
		}
		c.Nonce = setup.Share(random)
	}
	rating := 0
	if s.Shown != nil {
		var err error
		pool := table.PoolOf(api.Options{Game: st.terms.Game, Control: st.terms.Control})
		if rating, _, err = s.Shown(ctx, c.whom, pool); err != nil {
			return change{}, s.fault("rating", st.row.ID, err)
		}
	}
	var d change
	d.events = append(d.events, payload{Event: contest.Event{Kind: contest.Joined, Person: c.whom, Rating: rating}, Nonce: c.Nonce})
	if st.Called && st.Phase == contest.Open || c.Name != "" && st.Phase == contest.Open {
		d.add(contest.Event{Kind: contest.Checked, Person: c.whom})
	}
	return d, nil
}

// mayJoin refuses who may not take part.
func (s *Service) mayJoin(ctx context.Context, st *state, person string) error {
	row, err := s.store.Person(ctx, person)
	switch {
	case errors.Is(err, table.ErrNotFound):
		return api.Refuse(api.MeNeeded)
	case err != nil:
		return s.fault("person", "", err)
	case row.Banned.After(s.store.Now()):
		return api.Refuse(api.MeBanned, "until", row.Banned.UTC().Format("2006-01-02 15:04 MST"))
	case row.Kind == string(api.KindLevel), row.Kind == string(api.KindBot) && !st.terms.Programs:
		return api.Refuse(api.ContestPrograms)
	case row.Kind == string(api.KindGuest) && !st.terms.Guests:
		return api.Refuse(api.AccountNeeded)
	case !s.steps.canJoin(st) && st.Person(person) == nil:
		if st.Phase == contest.Over || st.isArena() {
			return api.Refuse(api.ContestEnded)
		}
		return api.Refuse(api.ContestLate)
	}
	return nil
}

func decideCheck(_ *Service, _ context.Context, st *state, c call) (change, error) {
	p := st.Person(c.whom)
	var d change
	switch {
	case st.isArena() && st.Phase == contest.Running && p != nil && !p.Left:
		return decideLook(st, c.whom), nil
	case p != nil && !p.Left && (p.Checked && st.Phase == contest.Open || st.Phase == contest.Running && !p.Away):
		return d, nil
	case st.Phase == contest.Running:
		d.add(contest.Event{Kind: contest.Back, Person: c.whom})
	case st.Phase == contest.Open && !st.Called:
		return d, api.Refuse(api.ContestEarly, "minutes", decimal(int(checkBefore/time.Minute)))
	default:
		d.add(contest.Event{Kind: contest.Checked, Person: c.whom})
	}
	return d, nil
}

func decideLeave(_ *Service, _ context.Context, st *state, c call) (change, error) {
	var d change
	if p := st.Person(c.whom); p != nil && p.Left {
		return d, nil
	}
	d.add(contest.Event{Kind: contest.Left, Person: c.whom, By: c.by()})
	return d, nil
}

// by is who does it to somebody else.
func (c call) by() string {
	if c.whom == c.person {
		return ""
	}
	return c.person
}

func decideBack(_ *Service, _ context.Context, st *state, c call) (change, error) {
	var d change
	switch p := st.Person(c.whom); {
	case p != nil && p.Here():
		return d, nil
	case p != nil && st.isArena() && st.Phase == contest.Running:
		return decideLook(st, c.whom), nil
	}
	d.add(contest.Event{Kind: contest.Back, Person: c.whom})
	return d, nil
}

func decideAbsent(_ *Service, _ context.Context, st *state, c call) (change, error) {
	var d change
	if p := st.Person(c.whom); p != nil && p.Away && !p.Left {
		return d, nil
	}
	d.add(contest.Event{Kind: contest.Absent, Person: c.whom, By: c.by()})
	return d, nil
}

func decideStart(_ *Service, _ context.Context, st *state, _ call) (change, error) {
	var c change
	if st.Phase != contest.Open {
		return change{}, api.Refuse(api.ContestBegun)
	}
	if !st.Called && !st.isSlow() { // nobody could say yet that they are there
		c.add(contest.Event{Kind: contest.Called})
		for _, p := range st.entered() {
			c.add(contest.Event{Kind: contest.Checked, Person: p.ID})
		}
	}
	next, err := st.with(c.events...)
	if err != nil {
		return change{}, err
	}
	if n := len(next.checked()); n < st.Quorum() {
		return change{}, api.Refuse(api.ContestQuorum, "count", decimal(n), "least", decimal(st.Quorum()))
	}
	c.events = append(c.events, next.start().events...)
	return c, nil
}

// preview is the next round as it would be paired.
func (s stepper) preview(st *state) *api.ContestPreview {
	e := s.pairing(st)
	v := &api.ContestPreview{Seq: st.seq(), Round: e.Round, Boards: [][2]string{}, Byes: e.Byes}
	if v.Byes == nil {
		v.Byes = []string{}
	}
	for _, b := range e.Boards {
		v.Boards = append(v.Boards, [2]string{b.First, b.Second})
	}
	return v
}

func decidePair(s *Service, ctx context.Context, st *state, c call) (change, error) {
	if st.Phase != contest.Running {
		return change{}, api.Refuse(api.ContestNotBegun)
	}
	if st.isArena() {
		return change{}, api.Refuse(api.ContestArena)
	}
	e := s.steps.pairing(st)
	if len(c.Boards)+len(c.Byes) > 0 {
		e.Boards, e.Byes = nil, c.Byes
		for _, b := range c.Boards {
			e.Boards = append(e.Boards, contest.Board{First: b[0], Second: b[1]})
		}
	}
	if _, err := st.with(payload{Event: e}); err != nil {
		return change{}, err // before anything is made for it
	}
	d, err := s.steps.pair(ctx, st, e, s.store.Now())
	if err == nil {
		d.events[0].By = c.person
	}
	return d, err
}

// halves are points as half points; false where they are none.
func halves(points *[2]float64) (p contest.Points, ok bool) {
	if points == nil {
		return p, false
	}
	for i, n := range points {
		p[i] = int(2 * n)
		if float64(p[i]) != 2*n || n < 0 || n > 2*contest.MostRounds {
			return p, false
		}
	}
	return p, true
}

func decideResult(_ *Service, _ context.Context, st *state, c call) (change, error) {
	var d change
	points, ok := halves(c.Points)
	if !ok {
		return d, api.Refuse(api.ContestPoints, "first", "?", "second", "?")
	}
	e := contest.Event{Kind: contest.Scored, Round: c.Round, Board: c.Board, Points: points}
	if c.host && c.Seq != 0 {
		if e.How, e.By = howHost, c.person; points[0]+points[1] < 2*st.Options.Games {
			e.How = contest.HowAbsent
		}
		d.add(e)
		return d, nil
	}
	if !st.isWood() {
		return d, api.Refuse(api.ContestHost)
	}
	own := e
	own.Kind, own.Person = said, c.person
	next, err := st.with(payload{Event: own})
	if err != nil {
		return d, err
	}
	e.How = howSaid
	if _, err := st.with(payload{Event: e}); err != nil {
		return d, err // it would not count
	}
	d.add(own)
	if both := next.rounds[c.Round-1].said[c.Board]; both[0] != nil && both[1] != nil && *both[0] == *both[1] {
		d.add(e)
	}
	return d, nil
}

// How a result came about, beside package contest's.
const (
	howHost = "host"
	howSaid = "said"
)

func decideEnd(s *Service, ctx context.Context, st *state, _ call) (change, error) {
	if err := s.steps.show(ctx, st); err != nil {
		return change{}, err
	}
	if st.Phase == contest.Open {
		c := st.callOff(s.store.Now())
		return change{events: c.events[len(c.events)-1:], notices: c.notices}, nil
	}
	return change{events: []payload{{Event: contest.Event{Kind: contest.Ended}, message: "ended"}}}, nil
}
