package play

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/record"
)

// model is the life of a game told slowly: it keeps what was accepted and works
// everything out again from there whenever it is asked, in milliseconds. The rules of
// the game itself come from its package; clocks, offers, takebacks and ends are
// written here a second time, from the documentation of the package.
type model struct {
	terms    Terms
	events   []Event         // accepted
	line     []entry         // what counts for the clocks
	position []game.Position // the start and after each ply of the line
}

// entry is what happens to the clocks along the line played.
type entry struct {
	what string // "time", "ply", "gift", "set"
	side game.Side
	ms   int64
	set  [2]int64
	text string
}

func newModel(t Terms, start game.Position) *model {
	return &model{terms: t, position: []game.Position{start}}
}

func (m *model) plies() (n int) {
	for _, e := range m.line {
		if e.what == "ply" {
			n++
		}
	}
	return n
}

func (m *model) now() game.Position { return m.position[len(m.position)-1] }
func (m *model) turn() game.Side    { return m.now().Side() }
func (m *model) clocked() bool      { return m.terms.Control.Kind != NoClock && !m.terms.Untimed }
func (m *model) charged() bool      { return m.clocked() && m.plies() >= m.terms.Free }

// cost is what a ply costs that has lasted so long.
func (m *model) cost(ms int64) int64 {
	if m.terms.Control.Kind == Delay {
		return max(0, ms-m.terms.Control.Increment.Milliseconds())
	}
	return ms
}

// clocks walks along the line: what both clocks show, and how long the ply that is
// not played yet has lasted.
func (m *model) clocks() (left [2]int64, spent int64) {
	base := m.terms.Control.Base.Milliseconds()
	left = [2]int64{base, base}
	ply, paid := 0, int64(0) // paid: what the ply has cost so far
	who := m.position[0].Side()
	for _, e := range m.line {
		counts := m.clocked() && ply >= m.terms.Free
		switch e.what {
		case "time":
			spent += e.ms
			if counts {
				left[who] -= m.cost(spent) - paid
				paid = m.cost(spent)
			}
		case "gift":
			left[e.side] += e.ms
		case "set":
			left = e.set
		case "ply":
			switch {
			case counts && m.terms.Control.Kind == Fischer:
				left[who] += m.terms.Control.Increment.Milliseconds()
			case counts && m.terms.Control.Kind == PerMove:
				left[who] = base
			}
			ply++
			spent, paid = 0, 0
			who = m.position[ply].Side()
		}
	}
	return left, spent
}

// over looks at the last event, or else asks the rules.
func (m *model) over() (bool, game.Outcome, record.Termination) {
	if o := m.now().Outcome(); o != game.Ongoing {
		return true, o, record.Normal
	}
	if len(m.events) == 0 {
		return false, 0, ""
	}
	switch e := m.events[len(m.events)-1]; e.Kind {
	case Resign:
		return true, game.Win(1 - e.Side), record.Resignation
	case Flag:
		return true, game.Win(1 - e.Side), record.Time
	case Abort:
		return true, game.Ongoing, record.Aborted
	case Adjudicate:
		return true, e.Outcome, record.Adjudication
	case Result:
		return true, e.Outcome, e.Why
	case Abandon:
		if e.Outcome == game.Draw {
			return true, game.Draw, record.Abandoned
		}
		return true, game.Win(1 - e.Side), record.Abandoned
	case Accept:
		if m.events[e.Offer-1].What == OfferDraw {
			return true, game.Draw, record.Agreement
		}
	}
	return false, 0, ""
}

// isTakeback reports whether the event number i (from 0) took moves back.
func (m *model) isTakeback(i int) bool {
	e := m.events[i]
	return e.Kind == TakeBack || e.Kind == Accept && m.events[e.Offer-1].What == OfferTakeback
}

// open lists the offers that stand: no answer, no takeback, and no move that ends
// them came after.
func (m *model) open() []Pending {
	var list []Pending
	if over, _, _ := m.over(); over {
		return nil
	}
	for i, o := range m.events {
		if o.Kind != Offer {
			continue
		}
		stands := true
		for k := i + 1; k < len(m.events); k++ {
			e := m.events[k]
			switch {
			case m.isTakeback(k):
				stands = false
			case e.Kind == Decline || e.Kind == Withdraw:
				stands = stands && e.Offer != i+1
			case e.Kind == Move:
				stands = stands && o.What == OfferDraw && e.Side == o.Side
			}
		}
		if stands {
			list = append(list, Pending{i + 1, o.Side, o.What, o.To})
		}
	}
	return list
}

// refusedSince reports whether that offer of a side was declined since the last move.
func (m *model) refusedSince(side game.Side, what What) bool {
	for i := len(m.events) - 1; i >= 0; i-- {
		e := m.events[i]
		if e.Kind == Move || m.isTakeback(i) {
			return false
		}
		if e.Kind == Decline {
			if o := m.events[e.Offer-1]; o.Side == side && o.What == what {
				return true
			}
		}
	}
	return false
}

func (m *model) paused() bool {
	if over, _, _ := m.over(); over {
		return false
	}
	for i := len(m.events) - 1; i >= 0; i-- {
		switch m.events[i].Kind {
		case Pause:
			// A takeback to the free plies, or of an end, goes on without it.
			for k := i + 1; k < len(m.events); k++ {
				if m.isTakeback(k) && (!m.chargedAfter(k) || m.endedBefore(k)) {
					return false
				}
			}
			return true
		case Resume:
			return false
		}
	}
	return false
}

// after replays the first n events in a model of its own.
func (m *model) after(n int) *model {
	earlier := newModel(m.terms, m.position[0])
	for _, e := range m.events[:n] {
		earlier.add(e)
	}
	return earlier
}

func (m *model) chargedAfter(k int) bool { return m.after(k + 1).charged() }
func (m *model) endedBefore(k int) bool {
	over, _, _ := m.after(k).over()
	return over
}

// takebackCode says why nothing can be taken back to a ply.
func (m *model) takebackCode(to int) Code {
	over, _, why := m.over()
	last := m.plies() - 1
	if over && why != record.Normal {
		last = m.plies()
	}
	if to < 0 || to > last {
		return BadTakeback
	}
	return ""
}

// check says with which code an event is refused.
func (m *model) check(e Event) Code {
	all := []Kind{Move, Resign, Offer, Accept, Decline, Withdraw, TakeBack, Abort, MoreTime, Flag, Abandon, Adjudicate, Pause, Resume, Adjust, Result}
	over, _, _ := m.over()
	left, spent := m.clocks()
	runs := m.charged() && !m.paused() && !over
	rest := left[m.turn()]
	if runs {
		rest -= m.cost(spent+e.Took.Milliseconds()) - m.cost(spent)
	}
	switch {
	case !slices.Contains(all, e.Kind):
		return UnknownKind
	case over && e.Kind != TakeBack:
		return GameOver
	case runs && e.Kind != Flag && rest < 0:
		return FlagFell
	}
	switch e.Kind {
	case Move:
		return m.checkMove(e)
	case TakeBack:
		switch m.terms.Takeback {
		case TakebackNever:
			return NoTakeback
		case TakebackAgreed:
			return AskTakeback
		}
		return m.takebackCode(e.To)
	case Offer:
		return m.checkOffer(e)
	case Accept, Decline, Withdraw:
		_, code := m.meant(e)
		return code
	case Abort:
		if m.plies() >= m.terms.Abort {
			return NoAbort
		}
	case Flag:
		switch {
		case !runs:
			return NoTime
		case e.Side != m.turn():
			return NotYourTurn
		case left[m.turn()] >= m.cost(spent+e.Took.Milliseconds()+1)-m.cost(spent):
			return FlagEarly // a millisecond later a move would still be in time
		}
	case Abandon, Adjudicate, Result:
		return m.checkEnd(e)
	case MoreTime, Pause, Resume, Adjust:
		return m.checkClock(e)
	}
	return ""
}

func (m *model) checkMove(e Event) Code {
	switch {
	case m.paused():
		return IsPaused
	case e.Side != m.turn():
		return NotYourTurn
	}
	if _, err := m.now().ParseMove(e.Move); err != nil {
		return Illegal
	}
	return ""
}

func (m *model) checkOffer(e Event) Code {
	switch {
	case e.What == OfferDraw && !m.terms.Draws:
		return NoDraws
	case e.What == OfferTakeback && m.terms.Takeback == TakebackNever:
		return NoTakeback
	case e.What == OfferTakeback && m.takebackCode(e.To) != "":
		return BadTakeback
	}
	for _, o := range m.open() {
		if o.What == e.What {
			return OfferPending
		}
	}
	if m.refusedSince(e.Side, e.What) {
		return OfferAgain
	}
	return ""
}

// checkEnd says which ends that others tell of cannot be.
func (m *model) checkEnd(e Event) Code {
	never := false
	switch e.Kind {
	case Abandon:
		never = e.Outcome == game.Win(e.Side)
	case Adjudicate:
		never = e.Outcome == game.Ongoing
	case Result:
		never = e.Outcome == game.Ongoing && e.Why == record.Unknown || e.Why == record.Normal ||
			e.Why == record.Agreement && e.Outcome != game.Draw || e.Why == record.Aborted && e.Outcome != game.Ongoing
	}
	if never {
		return BadOutcome
	}
	return ""
}

// checkClock is about events that change what the clocks show or whether they run.
func (m *model) checkClock(e Event) Code {
	switch {
	case e.Kind == MoreTime && !m.terms.MoreTime:
		return NoMoreTime
	case (e.Kind == MoreTime || e.Kind == Adjust) && !m.clocked():
		return NoTime
	case e.Kind == MoreTime && e.Add <= 0:
		return BadTime
	case e.Kind == Pause && !m.terms.Pause:
		return NoPause
	case e.Kind == Pause && m.paused():
		return IsPaused
	case e.Kind == Pause && !m.charged():
		return NoTime
	case e.Kind == Resume && !m.paused():
		return NotPaused
	}
	return ""
}

// meant finds the offer that is answered or withdrawn.
func (m *model) meant(e Event) (Pending, Code) {
	own := e.Kind == Withdraw
	var fit []Pending
	for _, o := range m.open() {
		mine := o.By == e.Side
		if e.Offer == o.Offer && mine != own {
			if own {
				return o, OtherOffer
			}
			return o, OwnOffer
		}
		if e.Offer == o.Offer || e.Offer == 0 && mine == own {
			fit = append(fit, o)
		}
	}
	switch len(fit) {
	case 0:
		return Pending{}, NoOffer
	case 1:
		return fit[0], ""
	}
	return Pending{}, WhichOffer
}

// add accepts an event that check has let pass.
func (m *model) add(e Event) {
	over, _, _ := m.over()
	ms := e.Took.Milliseconds()
	if m.paused() || m.terms.Untimed || over {
		ms = 0
	}
	if e.Kind == Flag {
		// The flag fell when the time was over, however late the event comes.
		left, spent := m.clocks()
		ms = left[m.turn()]
		if m.terms.Control.Kind == Delay {
			ms += max(0, m.terms.Control.Increment.Milliseconds()-spent)
		}
	}
	if e.Kind == Accept || e.Kind == Decline || e.Kind == Withdraw {
		o, _ := m.meant(e)
		e.Offer = o.Offer
	}
	m.line = append(m.line, entry{what: "time", ms: ms})
	switch e.Kind {
	case Move:
		p := m.now().Copy()
		move, err := p.ParseMove(e.Move)
		if err != nil {
			panic(err)
		}
		e.Move = p.Game().MoveText(move)
		m.line = append(m.line, entry{what: "ply", side: e.Side, text: e.Move})
		p.PlayUnchecked(move)
		m.position = append(m.position, p)
	case MoreTime:
		m.line = append(m.line, entry{what: "gift", side: 1 - e.Side, ms: e.Add.Milliseconds()})
	case Adjust:
		m.line = append(m.line, entry{what: "set", set: [2]int64{e.Left[0].Milliseconds(), e.Left[1].Milliseconds()}})
	}
	m.events = append(m.events, e)
	if m.isTakeback(len(m.events) - 1) {
		to := e.To
		if e.Kind == Accept {
			to = m.events[e.Offer-1].To
		}
		m.backTo(to)
	}
}

// backTo keeps that number of plies, and of what came after only the gifts.
func (m *model) backTo(to int) {
	var kept []entry
	n := 0
	for _, e := range m.line {
		gift := e.what == "gift" && m.terms.Control.Kind != PerMove
		if n < to || gift {
			kept = append(kept, e)
		}
		if e.what == "ply" {
			n++
		}
	}
	m.line, m.position = kept, m.position[:to+1]
}

// undone follows the moves that were taken back.
func (m *model) undone() []string {
	var line, undone []string
	for i, e := range m.events {
		switch {
		case e.Kind == Move:
			line = append(line, e.Move)
			if len(undone) > 0 && undone[0] == e.Move {
				undone = undone[1:]
			} else {
				undone = nil
			}
		case m.isTakeback(i):
			to := e.To
			if e.Kind == Accept {
				to = m.events[e.Offer-1].To
			}
			undone = append(slices.Clone(line[to:]), undone...)
			line = line[:to]
		}
	}
	return undone
}

// compare holds a state against the model.
func (m *model) compare(t *testing.T, s *State, elapsed time.Duration) {
	t.Helper()
	over, outcome, why := m.over()
	left, spent := m.clocks()
	fail := func(what string, got, want any) {
		t.Helper()
		t.Fatalf("%s: %v, the model says %v\n%s", what, got, want, stored(t, s))
	}
	if e := s.End(); e.Over != over || e.Outcome != outcome || e.Why != why {
		fail("the end", e, []any{over, outcome, why})
	}
	if s.Ply() != m.plies() || s.Position().String() != m.now().String() {
		fail("the position", s.Position(), m.now())
	}
	if s.Paused() != m.paused() {
		fail("paused", s.Paused(), m.paused())
	}
	runs := m.charged() && !m.paused() && !over
	if side, running := s.Running(); running != runs || side != m.turn() {
		fail("running", running, runs)
	}
	if !slices.Equal(s.Offers(), m.open()) {
		fail("the offers", s.Offers(), m.open())
	}
	if a, b := strings.Join(s.Undone(), " "), strings.Join(m.undone(), " "); a != b {
		fail("what can be played again", a, b)
	}
	for side := range left {
		want := left[side]
		if !m.clocked() {
			want = 0
		}
		if runs && game.Side(side) == m.turn() {
			want -= m.cost(spent+elapsed.Milliseconds()) - m.cost(spent)
		}
		if got := s.Left(game.Side(side), elapsed).Milliseconds(); got != max(0, want) {
			fail("the clock of "+SideWord(game.Side(side)), got, max(0, want))
		}
	}
	deadline, has := s.Deadline()
	if has != runs {
		fail("a deadline", has, runs)
	}
	if has {
		fall := deadline.Milliseconds()
		rest := func(ms int64) int64 { return left[m.turn()] - (m.cost(spent+ms) - m.cost(spent)) }
		if fall > 0 && rest(fall) < 0 || rest(fall+1) >= 0 {
			fail("the deadline", fall, left)
		}
	}
}

// TestModel plays random logs, the model beside them: the same refusals, clocks,
// offers and ends at every event.
func TestModel(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 4000
	}
	rng := rand.New(rand.NewPCG(9, 3))
	pool := starts(t, rng)
	refusals := map[Code]int{}
	ends := map[record.Termination]int{}
	for range n {
		var m *model
		s := randomLog(t, rng, pool, 1+rng.IntN(24), func(s *State, e Event) {
			if m == nil {
				m = newModel(s.Terms(), s.PositionAt(0))
			}
			m.compare(t, s, e.Took)
			want := m.check(e)
			var got Code
			if err := s.Check(e); err != nil {
				got = err.(*Error).Code
			}
			if got != want {
				t.Fatalf("%+v is refused with %q, the model says %q\n%s", e, got, want, stored(t, s))
			}
			refusals[got]++
			if got == "" {
				m.add(e)
			}
		})
		m.compare(t, s, 777*time.Millisecond)
		ends[s.End().Why]++
	}
	for _, code := range []Code{
		"", GameOver, NotYourTurn, Illegal, FlagFell, FlagEarly, IsPaused, NotPaused, NoTime, NoTakeback, AskTakeback, NoDraws, NoAbort,
		NoMoreTime, NoPause, BadTakeback, OfferPending, OfferAgain, NoOffer, WhichOffer, OwnOffer, OtherOffer, UnknownKind, BadOutcome, BadTime,
	} {
		if refusals[code] == 0 {
			t.Errorf("no log has met %q", code)
		}
	}
	for _, why := range []record.Termination{
		record.Unknown, record.Normal, record.Resignation, record.Time, record.Abandoned, record.Agreement, record.Adjudication, record.Aborted,
	} {
		if ends[why] == 0 {
			t.Errorf("no log has ended with %q", why)
		}
	}
}
