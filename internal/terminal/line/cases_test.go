package line

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/play/playtest"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

// cannot are the kinds of events that line play has no command for.
var cannot = []play.Kind{play.Withdraw, play.MoreTime, play.Adjust, play.Adjudicate, play.Abandon}

// typist plays a case by typing commands, with a clock that the test moves.
type typist struct {
	*player
	now time.Time
}

func (p *typist) Do(e play.Event) play.Code {
	p.now = p.now.Add(e.Took)
	p.refused = ""
	p.checkFlag()
	side := " " + p.Session.Game().SideName(e.Side)
	command := ""
	switch e.Kind {
	case playtest.Wait:
		return ""
	case play.Move:
		if e.Side != p.Session.State().Turn() && !p.Session.Over() {
			return play.NotYourTurn // who types is always the one to move
		}
		command = e.Move
	case play.Offer:
		command = "draw" + side
	case play.Accept, play.Decline:
		command = string(e.Kind) + side
	case play.TakeBack:
		n := p.Session.Ply() - e.To
		if p.Session.Over() && p.Session.Position().Outcome() == game.Ongoing {
			n++
		}
		command = fmt.Sprint("undo ", n)
	case play.Resign, play.Abort:
		command = string(e.Kind) + side
	default:
		command = string(e.Kind)
	}
	p.execute(command)
	return p.refused
}

func (p *typist) State() (*play.State, time.Duration) { return p.Session.State(), p.elapsed() }

// TestCases plays the table of cases that all programs play.
func TestCases(t *testing.T) {
	played := 0
	for _, c := range playtest.Load(t).Cases {
		takebackOffer := slices.ContainsFunc(c.Steps, func(s playtest.Step) bool { return s.Event.What == play.OfferTakeback })
		if takebackOffer || slices.ContainsFunc(c.Needs(), func(k play.Kind) bool { return slices.Contains(cannot, k) }) {
			continue
		}
		played++
		t.Run(c.Name, func(t *testing.T) {
			s, err := local.Begin(c.Terms)
			if err != nil {
				t.Fatal(err)
			}
			p := &typist{now: time.Unix(0, 0)}
			var out bytes.Buffer
			p.player = newPlayer(context.Background(), strings.NewReader(""), &out, Options{
				Session: s, Catalog: i18n.New("en"), Boards: BoardsOff, Clock: Clock{Now: func() time.Time { return p.now }},
			})
			playtest.Run(t, &c, p)
			if want := c.Expect.Record; playtest.Text(t, s.Record()) != want {
				t.Errorf("saved is\n%s\nwant\n%s", playtest.Text(t, s.Record()), want)
			}
			if t.Failed() {
				_ = p.flush()
				t.Log(out.String())
			}
		})
	}
	if played < 25 {
		t.Errorf("only %d cases are played", played)
	}
}

// watcher is an output that tells when a text has been written.
type watcher struct {
	text string
	seen chan struct{}
	all  bytes.Buffer
}

func (w *watcher) Write(b []byte) (int, error) {
	had := strings.Contains(w.all.String(), w.text)
	w.all.Write(b)
	if !had && strings.Contains(w.all.String(), w.text) {
		close(w.seen)
	}
	return len(b), nil
}

// TestFlagWhileThinking: the flag falls, and a line says so, while nobody types anything.
func TestFlagWhileThinking(t *testing.T) {
	o := options(t, "dvonn", "flag", "en")
	control, err := play.ParseShort("1+0")
	if err != nil {
		t.Fatal(err)
	}
	if o.Session, err = local.Begin(play.Casual(o.Session.Start(), control)); err != nil {
		t.Fatal(err)
	}
	now := time.Unix(0, 0)
	o.Clock.Now = func() time.Time { return now }
	o.Clock.After = func(d time.Duration) <-chan time.Time {
		now = now.Add(d) // nobody moves until then
		c := make(chan time.Time, 1)
		c <- now
		return c
	}
	in, typed := io.Pipe()
	out := &watcher{text: "Time out: White. Black wins.", seen: make(chan struct{})}
	done := make(chan error)
	go func() { done <- Run(context.Background(), in, out, o) }()
	if _, err := io.WriteString(typed, "e3\nf3\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-out.seen:
	case err := <-done:
		t.Fatalf("it ended before the flag fell: %v\n%s", err, out.all.String())
	}
	if _, err := io.WriteString(typed, "g3\nquit\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if end := o.Session.End(); end.Why != record.Time || end.By != game.First || o.Session.Ply() != 2 {
		t.Errorf("the end is %+v after %d plies:\n%s", end, o.Session.Ply(), out.all.String())
	}
}
