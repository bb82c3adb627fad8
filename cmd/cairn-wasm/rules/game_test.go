package rules

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/judge"
	"cairn.example/internal/play"
	"cairn.example/internal/play/playtest"
)

var sides = [2]string{"first", "second"}

// page is the life of a game as the page leads it: it holds a log, asks the
// worker what an event does, and appends what the worker says. It looks at its
// clock whenever time passes.
type page struct {
	t     *testing.T
	log   message.Log
	state message.GameState
	since int64
	ask   func(text string) string
}

func (p *page) put(q message.Question, out any) *message.Refusal {
	p.t.Helper()
	b, err := json.Marshal(q)
	if err != nil {
		p.t.Fatal(err)
	}
	var a struct {
		OK    json.RawMessage  `json:"ok"`
		Error *message.Refusal `json:"error"`
	}
	if err := json.Unmarshal([]byte(p.ask(string(b))), &a); err != nil {
		p.t.Fatal(err)
	}
	if a.Error == nil {
		if err := json.Unmarshal(a.OK, out); err != nil {
			p.t.Fatal(err)
		}
	}
	return a.Error
}

// apply sends an event, with the time since the one before.
func (p *page) apply(e message.Event) *message.Refusal {
	e.Took = p.since
	var a message.Applied
	if r := p.put(message.Question{Op: "apply", Log: &p.log, Events: []message.Event{e}}, &a); r != nil {
		return r
	}
	p.log.Events = append(p.log.Events, a.Events...)
	p.state, p.since = a.State, 0
	return nil
}

func (p *page) Do(e play.Event) play.Code {
	p.since += e.Took.Milliseconds()
	if c := p.state.Clock; c != nil && c.Deadline != nil && p.since >= *c.Deadline {
		if r := p.apply(message.Event{V: 1, Kind: "flag", Side: sides[*c.Running]}); r != nil {
			return play.Code(r.Code)
		}
	}
	if e.Kind == playtest.Wait {
		return ""
	}
	r := p.apply(message.FromEvent(e))
	if r == nil {
		return ""
	}
	if r.Clause != "" {
		return play.Illegal // told in the words of the rules
	}
	return play.Code(r.Code)
}

func (p *page) State() (*play.State, time.Duration) {
	p.t.Helper()
	b, err := json.Marshal(p.log)
	if err != nil {
		p.t.Fatal(err)
	}
	var l play.Log
	if err := json.Unmarshal(b, &l); err != nil {
		p.t.Fatalf("the page's log is no stored form: %v\n%s", err, b)
	}
	s, err := play.Replay(l)
	if err != nil {
		p.t.Fatal(err)
	}
	p.check(s)
	return s, time.Duration(p.since) * time.Millisecond
}

// check holds what the worker told against the core.
func (p *page) check(s *play.State) {
	p.t.Helper()
	g := &p.state
	if g.Ply != s.Ply() || g.View.Position != s.Position().String() || g.Turn != s.Turn() || g.Paused != s.Paused() || (g.End != nil) != s.Over() {
		p.t.Errorf("told %+v", g)
	}
	if (g.Clock != nil) != s.Clocked() {
		p.t.Fatalf("clock %+v", g.Clock)
	}
	if g.Clock == nil {
		return
	}
	side, runs := s.Running()
	if (g.Clock.Running != nil) != runs {
		p.t.Fatalf("clock %+v, runs %v", g.Clock, runs)
	}
	for _, e := range []int64{0, 700, 2500, 60_000, 1 << 30} {
		if !runs {
			break
		}
		shown := max(0, g.Clock.From-max(0, e-g.Clock.Wait))
		if want := s.Left(side, time.Duration(e)*time.Millisecond).Milliseconds(); shown != want {
			p.t.Errorf("after %d ms the page shows %d, want %d (%+v)", e, shown, want, g.Clock)
		}
	}
}

func begin(t *testing.T, terms play.Terms) *page {
	p := &page{t: t, log: message.Log{V: 1, Terms: message.FromTerms(terms), Events: []message.Event{}}, ask: Program().Ask}
	var f message.Folded
	if r := p.put(message.Question{Op: "fold", Log: &p.log}, &f); r != nil || f.Failed != nil {
		t.Fatal(r, f.Why)
	}
	p.state = f.State
	return p
}

// The worker leads every game of the common table as the core does.
func TestCases(t *testing.T) {
	table := playtest.Load(t)
	for _, c := range table.Cases {
		t.Run(c.Name, func(t *testing.T) { playtest.Run(t, &c, begin(t, c.Terms)) })
	}
	g, err := games.Lookup("lyngk")
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.Parse(lyngkStart)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range table.Marks {
		var got []message.Judged
		p := page{t: t, ask: Program().Ask}
		m := message.Judgeable{Best: message.Value(c.Best), Played: message.Value(c.Played)}
		if r := p.put(message.Question{Op: "judge", Game: "lyngk", Position: lyngkStart, Judge: []message.Judgeable{m}}, &got); r != nil {
			t.Fatal(r)
		}
		best := valueOf(m.Best)
		best.Curve = judge.PeopleAt(start)
		loss, mark := judge.Move(best, valueOf(m.Played))
		if len(got) != 1 || got[0].Mark != int(mark.NAG()) || math.Abs(got[0].Loss-loss) > 1e-9 {
			t.Errorf("%+v is judged %+v", c, got)
		}
	}
}

// The messages have the stored form of play, field by field.
func TestStoredForm(t *testing.T) {
	terms := play.Terms{
		Game: "dvonn", Start: "x", Seed: "s", Players: [2]play.Player{{Name: "Ada", Plays: "level3"}, {Name: "Ben"}},
		Control: play.Control{Kind: play.Delay, Base: 5 * time.Minute, Increment: 3 * time.Second}, Free: 2, Takeback: play.TakebackAgreed,
		Draws: true, Abort: 2, MoreTime: true, Pause: true, Untimed: true,
	}
	log := play.Log{Terms: terms}
	for _, k := range []play.Kind{
		play.Move, play.Resign, play.Offer, play.Accept, play.Decline, play.Withdraw, play.TakeBack, play.Abort, play.MoreTime, play.Flag,
		play.Abandon, play.Adjudicate, play.Pause, play.Resume, play.Adjust, play.Result,
	} {
		e := play.Event{Kind: k, Took: 1500 * time.Millisecond, Move: "e3", What: play.OfferDraw, To: 3, Offer: 2, Add: time.Second, Outcome: game.Draw, Why: "agreement"}
		if m := message.FromEvent(play.Event{Kind: k}); m.Side != "" {
			e.Side = game.Second
		}
		if k == play.Adjust {
			e.Left = [2]time.Duration{time.Second, 0}
		}
		log.Events = append(log.Events, e)
		back, err := message.ToEvent(message.FromEvent(e))
		if err != nil || back != e {
			t.Errorf("%+v comes back as %+v (%v)", e, back, err)
		}
	}
	want, err := json.Marshal(log)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(message.FromLog(log))
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if json.Unmarshal(want, &a) != nil || json.Unmarshal(got, &b) != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("as messages %s\nstored      %s", got, want)
	}
	if back, err := message.ToTerms(message.FromTerms(terms)); err != nil || back != terms {
		t.Errorf("the terms come back as %+v (%v)", back, err)
	}
}

// What a program of another version stored, the page refuses as play does.
func TestStoredVersions(t *testing.T) {
	code := func(err error) play.Code {
		var e *play.Error
		if errors.As(err, &e) {
			return e.Code
		}
		return ""
	}
	for v := -1; v <= play.Version+1; v++ {
		terms, event := message.Terms{V: v, Game: "lyngk", Control: "-"}, message.Event{V: v, Kind: "pause"}
		for _, stored := range []struct {
			message any
			into    any
			convert func() error
		}{
			{terms, &play.Terms{}, func() error { _, err := message.ToTerms(terms); return err }},
			{event, &play.Event{}, func() error { _, err := message.ToEvent(event); return err }},
		} {
			text, err := json.Marshal(stored.message)
			if err != nil {
				t.Fatal(err)
			}
			want, got := code(json.Unmarshal(text, stored.into)), code(stored.convert())
			if got != want || (got == "") != (1 <= v && v <= play.Version) || (got == play.NewVersion) != (v > play.Version) {
				t.Errorf("%s: the page says %q, play %q", text, got, want)
			}
		}
	}
	if _, err := message.ToEvent(message.Event{V: 1, Kind: "result", Outcome: "ongoing"}); code(err) != play.BadOutcome {
		t.Errorf("an outcome that is none: %v", err)
	}
}

func TestRefusedEvents(t *testing.T) {
	p := begin(t, play.Terms{Game: "dvonn", Control: play.Control{Kind: play.Fischer, Base: time.Minute}, Takeback: play.TakebackFree})
	for _, test := range []struct {
		event message.Event
		code  string
	}{
		{message.Event{V: 2, Kind: "move", Side: "first", Move: "e3"}, "play.version"},
		{message.Event{V: 1, Kind: "move", Move: "e3"}, "play.side"},
		{message.Event{V: 1, Kind: "dance", Side: "first"}, "play.kind"},
		{message.Event{V: 1, Kind: "move", Side: "second", Move: "e3"}, "play.turn"},
		{message.Event{V: 1, Kind: "move", Side: "first", Move: "z9"}, "dvonn.move_space"},
		{message.Event{V: 1, Kind: "offer", Side: "first", What: "draw"}, "play.no_draws"},
	} {
		if r := p.apply(test.event); r == nil || r.Code != test.code || r.Text == "" {
			t.Errorf("%+v is refused with %+v, want %s", test.event, r, test.code)
		}
	}
	// A move that comes too late is replaced by the fall of the flag.
	for i, move := range []string{"e3", "f3"} {
		if r := p.apply(message.Event{V: 1, Kind: "move", Side: sides[i], Move: move}); r != nil {
			t.Fatal(r)
		}
	}
	p.since = 60_001
	if r := p.apply(message.Event{V: 1, Kind: "move", Side: "first", Move: "g3"}); r != nil {
		t.Fatal(r)
	}
	if last := p.log.Events[2]; last.Kind != "flag" || last.Took != 60_000 || p.state.End == nil || p.state.End.Why != "time" || p.state.End.Outcome != message.OutcomeSecond {
		t.Errorf("the end is %+v by %+v", p.state.End, last)
	}
	// A log with an event that is refused is folded as far as it goes.
	log := message.Log{V: 1, Terms: p.log.Terms, Events: slices.Concat(p.log.Events[:1], p.log.Events[:1])}
	var f message.Folded
	if r := p.put(message.Question{Op: "fold", Log: &log}, &f); r != nil || f.Failed == nil || *f.Failed != 1 || f.Why == nil || len(f.Plies) != 1 || f.State.Ply != 1 {
		t.Errorf("folded to %+v (%v)", f, r)
	}
}

// The answer depends on the log alone, whatever was asked before.
func TestNothingIsRemembered(t *testing.T) {
	table := playtest.Load(t)
	var logs []message.Log
	for _, c := range table.Cases {
		p := begin(t, c.Terms)
		for _, step := range c.Steps {
			p.Do(step.Event)
		}
		logs = append(logs, p.log)
	}
	one := Program()
	for i := range logs {
		for n := len(logs[i].Events); n >= 0; n-- {
			for _, l := range []message.Log{{V: 1, Terms: logs[i].Terms, Events: logs[i].Events[:n]}, logs[(i*7+n)%len(logs)]} {
				q, err := json.Marshal(message.Question{Op: "fold", Log: &l})
				if err != nil {
					t.Fatal(err)
				}
				if got, want := one.Ask(string(q)), Program().Ask(string(q)); got != want {
					t.Fatalf("%s\nis answered with %s\nand afresh with  %s", q, got, want)
				}
			}
		}
	}
}
