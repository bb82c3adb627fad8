package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
)

// house is a service on a store in memory, with people.
type house struct {
	t     *testing.T
	store *tabletest.Store
	*table.Service
	ids  map[string]string
	next int
}

func newHouse(t *testing.T, change ...func(*table.Config)) *house {
	t.Helper()
	h := &house{t: t, store: tabletest.NewStore(t), ids: map[string]string{}}
	h.start(change...)
	return h
}

// start begins a process on the store; the one before is as good as killed.
func (h *house) start(change ...func(*table.Config)) {
	c := table.Config{Store: h.store, Log: slog.New(slog.DiscardHandler)}
	for _, f := range change {
		f(&c)
	}
	h.Service = table.New(c)
}

// run lets the service do what happens by itself, until the test ends.
func (h *house) run() (stop func()) {
	ctx, cancel := context.WithCancel(h.t.Context())
	done := make(chan struct{})
	s := h.Service
	go func() {
		defer close(done)
		_ = s.Run(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}

// person makes somebody.
func (h *house) person(name string) string {
	h.t.Helper()
	p, _, err := h.NewGuest(h.t.Context(), name, "")
	if err != nil {
		h.t.Fatal(err)
	}
	h.ids[name] = p.ID
	return p.ID
}

// id returns a fresh message id.
func (h *house) id() string {
	h.next++
	return fmt.Sprintf("m%d", h.next)
}

// table makes a table of two people that has begun: the first of them plays First.
func (h *house) table(o api.Options) (id string, people [2]string) {
	h.t.Helper()
	people = [2]string{h.person(""), h.person("")}
	o.Side = "first"
	if o.Game == "" {
		o.Game = "lyngk"
	}
	made, err := h.Create(h.t.Context(), people[0], api.NewTable{Options: o})
	if err != nil {
		h.t.Fatal(err)
	}
	h.must(people[1], api.ToServer{Type: "sit", Table: made.ID})
	return made.ID, people
}

// must does something that is in order.
func (h *house) must(person string, m api.ToServer) int64 {
	h.t.Helper()
	if m.ID == "" {
		m.ID = h.id()
	}
	seq, err := h.Do(h.t.Context(), person, m)
	if err != nil {
		h.t.Fatalf("%s: %v", m.Type, err)
	}
	return seq
}

// refused does something that must be refused with a code.
func (h *house) refused(code string, person string, m api.ToServer) error {
	h.t.Helper()
	if m.ID == "" {
		m.ID = h.id()
	}
	_, err := h.Do(h.t.Context(), person, m)
	if got := codeOf(err); got != code {
		h.t.Errorf("%s: %q (%v), want %q", m.Type, got, err, code)
	}
	return err
}

func codeOf(err error) string {
	var e *api.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Code
}

// view is a table as a person sees it, and its game.
func (h *house) view(person, id string) (*api.Table, *play.State) {
	h.t.Helper()
	v, err := h.View(h.t.Context(), person, id)
	if err != nil {
		h.t.Fatal(err)
	}
	if v.Log == nil {
		return v, nil
	}
	var log play.Log
	if err := json.Unmarshal(v.Log, &log); err != nil {
		h.t.Fatal(err)
	}
	s, err := play.Replay(log)
	if err != nil {
		h.t.Fatal(err)
	}
	return v, s
}

// game is the game at a table.
func (h *house) game(id string) *play.State {
	h.t.Helper()
	s, err := h.Game(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

// moveText is the first legal move.
func moveText(s *play.State, choice int) string {
	moves := s.Position().Moves(nil)
	return s.Game().MoveText(moves[choice%len(moves)])
}

// move plays a legal move of the side to move.
func (h *house) move(id string, people [2]string, choice int) int64 {
	h.t.Helper()
	_, s := h.view("", id)
	return h.must(people[s.Turn()], send(id, s.Ply(), play.Event{Kind: play.Move, Move: moveText(s, choice)}))
}

func send(id string, ply int, e play.Event) api.ToServer {
	text, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return api.ToServer{Type: "send", Table: id, Ply: ply, Event: text}
}

// Two people play whole games, of every rule set, while a third looks on; all
// three receive the same game.
func TestWholeGames(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				defer h.run()()
				id, people := h.table(api.Options{Game: g.ID(), Control: "300+3"})
				var ears [3]*tabletest.Recorder
				for i := range ears {
					ears[i] = &tabletest.Recorder{}
					person := ""
					if i < 2 {
						person = people[i]
					}
					c := h.Join(person, ears[i])
					defer c.Close()
					if _, err := c.Do(t.Context(), api.ToServer{Type: "watch", Table: id, Since: 1}); err != nil {
						t.Fatal(err)
					}
				}
				for n := 0; ; n++ {
					v, s := h.view(people[0], id)
					if s.Over() {
						if v.Phase != api.Over {
							t.Errorf("phase %s after the end", v.Phase)
						}
						break
					}
					time.Sleep(10 * time.Millisecond)
					h.move(id, people, n*7)
				}
				_, want := h.view("", id)
				for i, ear := range ears {
					if got := replayed(t, ear.Events(id)); got.Position().String() != want.Position().String() || got.End() != want.End() {
						t.Errorf("subscriber %d saw another game", i)
					}
				}
				if want.Ply() < 10 || want.End().Outcome == game.Ongoing {
					t.Errorf("the game ended after %d plies with %+v", want.Ply(), want.End())
				}
			})
		})
	}
}

// replayed folds what a client received.
func replayed(t *testing.T, events []api.Event) *play.State {
	t.Helper()
	var log play.Log
	last := int64(0)
	for _, e := range events {
		if last != 0 && e.Seq != last+1 {
			t.Fatalf("event %d after %d", e.Seq, last)
		}
		last = e.Seq
		switch e.Kind {
		case api.EventStarted:
			if err := json.Unmarshal(e.Terms, &log.Terms); err != nil {
				t.Fatal(err)
			}
		case api.EventPlay:
			var pe play.Event
			if err := json.Unmarshal(e.Play, &pe); err != nil {
				t.Fatal(err)
			}
			log.Events = append(log.Events, pe)
		}
	}
	s, err := play.Replay(log)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The same message is carried out once, however often and wherever it comes.
func TestRepeat(t *testing.T) {
	h := newHouse(t)
	id, people := h.table(api.Options{Control: "-"})
	_, s := h.view("", id)
	m := send(id, 0, play.Event{Kind: play.Move, Move: moveText(s, 0)})
	m.ID = "once"
	first := h.must(people[0], m)
	for range 3 {
		if again := h.must(people[0], m); again != first {
			t.Errorf("acknowledged as %d, then as %d", first, again)
		}
	}
	h.start()
	if again := h.must(people[0], m); again != first {
		t.Errorf("after a restart acknowledged as %d, before as %d", again, first)
	}
	if _, s := h.view("", id); s.Ply() != 1 {
		t.Errorf("%d plies, want 1", s.Ply())
	}
	// The same id of somebody else is another message.
	h.refused(string(play.NotYourTurn), people[0], send(id, 1, play.Event{Kind: play.Move, Move: moveText(s, 0)}))
	h.refused(string(api.TableStale), people[1], m)
}

// What a role may not read is in nothing that it receives.
func TestSecretsBeforeStart(t *testing.T) {
	h := newHouse(t)
	maker, joiner := h.person("Ann"), h.person("Ben")
	nonce := strings.Repeat("ab", 16)
	made, err := h.Create(t.Context(), maker, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}, Nonce: nonce})
	if err != nil {
		t.Fatal(err)
	}
	row, _, err := h.store.Load(t.Context(), made.ID)
	if err != nil {
		t.Fatal(err)
	}
	secret := fmt.Sprintf("%x", row.Secret)
	var ears []*tabletest.Recorder
	for _, person := range []string{maker, joiner, ""} {
		for since := range int64(2) {
			ear := &tabletest.Recorder{}
			c := h.Join(person, ear)
			defer c.Close()
			if _, err := c.Do(t.Context(), api.ToServer{Type: "watch", Table: made.ID, Since: since}); err != nil {
				t.Fatal(err)
			}
			ears = append(ears, ear)
		}
		v, err := h.View(t.Context(), person, made.ID)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(v)
		if strings.Contains(string(text), secret) || strings.Contains(string(text), nonce) {
			t.Errorf("%q sees what nobody may know yet: %s", person, text)
		}
	}
	for _, ear := range ears {
		if text := ear.Text(); strings.Contains(text, secret) || strings.Contains(text, nonce) || text == "" {
			t.Errorf("told before the start: %s", text)
		}
	}
	h.must(joiner, api.ToServer{Type: "sit", Table: made.ID, Nonce: strings.Repeat("cd", 16)})
	for _, ear := range ears {
		if text := ear.Text(); !strings.Contains(text, secret) || !strings.Contains(text, nonce) {
			t.Errorf("not revealed at the start: %s", text)
		}
	}
}
