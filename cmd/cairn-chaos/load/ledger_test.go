package load

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
)

// played is a short game as a server tells it and a ledger that knows all of it.
func played(t *testing.T) (*Ledger, []api.Event, play.Log) {
	t.Helper()
	state, err := play.New(play.Terms{Game: games.All()[0].ID(), Seed: "ledger", Draws: true})
	if err != nil {
		t.Fatal(err)
	}
	terms, err := json.Marshal(state.Terms())
	if err != nil {
		t.Fatal(err)
	}
	l := NewLedger()
	events := []api.Event{
		{Seq: 1, Kind: api.EventOpened},
		{Seq: 2, Kind: api.EventSat, Seat: 1, Person: &api.Person{ID: "b"}},
		{Seq: 3, Kind: api.EventStarted, Terms: terms},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 6 {
		e := play.Event{Kind: play.Move, Side: state.Turn(), Move: randomMove(state, r)}
		if err := state.Apply(e); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(state.Log().Events[i])
		if err != nil {
			t.Fatal(err)
		}
		seq := int64(4 + i)
		l.Sending("t", e)
		l.Answered("t", e, client.Receipt{ID: string(rune('a' + i)), Seq: seq, Sent: 1}, "")
		events = append(events, api.Event{Seq: seq, Kind: api.EventPlay, Play: text})
	}
	l.EventsReceived("t", events)
	return l, events, state.Log()
}

func tableOf(t *testing.T, log play.Log) *api.Table {
	t.Helper()
	text, err := json.Marshal(log)
	if err != nil {
		t.Fatal(err)
	}
	return &api.Table{ID: "t", Seq: 3 + int64(len(log.Events)), Log: text}
}

// TestLedgerFinds plants every fault that a ledger is there for.
func TestLedgerFinds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		plant func(*testing.T, *Ledger, []api.Event, play.Log)
		want  string // the kinds found
	}{
		"nothing": {func(t *testing.T, l *Ledger, events []api.Event, log play.Log) {
			l.EventsReceived("t", events[3:5]) // told again
			l.Compare(l.Mark("t"), tableOf(t, log))
		}, ""},
		"grown since": {func(t *testing.T, l *Ledger, _ []api.Event, log play.Log) {
			m := l.Mark("t")
			m.last--
			delete(m.received, 9)
			delete(m.acked, 9)
			l.Compare(m, tableOf(t, log))
		}, ""},
		"lost": {func(t *testing.T, l *Ledger, _ []api.Event, log play.Log) {
			log.Events = log.Events[:4]
			l.Compare(l.Mark("t"), tableOf(t, log))
		}, "gap lost"},
		"acknowledged but told to nobody, and lost": {func(t *testing.T, l *Ledger, _ []api.Event, log play.Log) {
			e := play.Event{Kind: play.Resign}
			l.Sending("t", e)
			l.Answered("t", e, client.Receipt{ID: "z", Seq: 10}, "")
			l.Compare(l.Mark("t"), tableOf(t, log))
		}, "lost"},
		"told to somebody but acknowledged to nobody, and lost": {func(t *testing.T, l *Ledger, events []api.Event, log play.Log) {
			next := events[8]
			next.Seq = 10
			l.EventsReceived("t", []api.Event{next})
			l.Compare(l.Mark("t"), tableOf(t, log))
		}, "gap lost"},
		"the whole game lost": {func(t *testing.T, l *Ledger, _ []api.Event, _ play.Log) {
			l.Compare(l.Mark("t"), &api.Table{ID: "t", Seq: 1})
		}, "lost"},
		"the table lost": {func(t *testing.T, l *Ledger, _ []api.Event, _ play.Log) {
			l.Missing("t", &client.Refused{Reason: api.Error{Code: "table.not_found"}})
		}, "lost"},
		"another move": {func(t *testing.T, l *Ledger, _ []api.Event, log play.Log) {
			state, err := play.Replay(play.Log{Terms: log.Terms, Events: log.Events[:5]})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range state.Position().Moves(nil) {
				if text := state.Game().MoveText(m); text != log.Events[5].Move {
					events := slices.Clone(log.Events)
					events[5].Move = text
					log.Events = events
				}
			}
			l.Compare(l.Mark("t"), tableOf(t, log))
		}, "changed doubled"},
		"another time": {func(t *testing.T, l *Ledger, _ []api.Event, log play.Log) {
			events := slices.Clone(log.Events)
			events[5].Took += 1e9
			log.Events = events
			log.Terms.Untimed = false
			l.Compare(l.Mark("t"), tableOf(t, log))
		}, "changed"},
		"told differently": {func(_ *testing.T, l *Ledger, events []api.Event, _ play.Log) {
			other := events[4]
			other.Play = []byte(strings.Replace(string(other.Play), `"v":1`, `"v":1,"took":1`, 1))
			l.EventsReceived("t", []api.Event{other})
		}, "changed"},
		"two under one number": {func(_ *testing.T, l *Ledger, _ []api.Event, _ play.Log) {
			l.Answered("t", play.Event{Kind: play.Resign}, client.Receipt{ID: "y", Seq: 6}, "")
		}, "doubled"},
		"doubled": {func(t *testing.T, l *Ledger, _ []api.Event, log play.Log) {
			offer := play.Event{Kind: play.Offer, What: play.OfferDraw, Side: 0}
			l.Sending("t", offer)
			decline := play.Event{Kind: play.Decline, Offer: 7, Side: 1}
			l.Sending("t", decline)
			events := slices.Clone(log.Events)
			events = append(events, offer, decline, decline)
			log.Events = events
			l.Compare(l.Mark("t"), tableOf(t, log))
		}, "doubled illegal"},
		"two offers of a draw that cross": {func(t *testing.T, l *Ledger, _ []api.Event, log play.Log) {
			first, second := play.Event{Kind: play.Offer, What: play.OfferDraw, Side: 0}, play.Event{Kind: play.Offer, What: play.OfferDraw, Side: 1}
			l.Sending("t", first)
			l.Sending("t", second)
			l.Answered("t", second, client.Receipt{ID: "z", Seq: 11}, "")
			log.Events = append(slices.Clone(log.Events), first, play.Event{Kind: play.Accept, Offer: 7, Side: 1})
			l.Compare(l.Mark("t"), tableOf(t, log))
		}, ""},
		"an acceptance that nobody has sent": {func(t *testing.T, l *Ledger, _ []api.Event, log play.Log) {
			offer := play.Event{Kind: play.Offer, What: play.OfferDraw, Side: 0}
			l.Sending("t", offer)
			log.Events = append(slices.Clone(log.Events), offer, play.Event{Kind: play.Accept, Offer: 7, Side: 1})
			l.Compare(l.Mark("t"), tableOf(t, log))
		}, "doubled"},
		"illegal": {func(t *testing.T, l *Ledger, _ []api.Event, log play.Log) {
			events := slices.Clone(log.Events)
			events = append(events, play.Event{Kind: play.Move, Move: "z9"})
			l.Sending("t", events[6])
			log.Events = events
			l.Compare(l.Mark("t"), tableOf(t, log))
		}, "illegal"},
		"contradiction": {func(_ *testing.T, l *Ledger, _ []api.Event, _ play.Log) {
			l.Problem(client.Problem{Table: "t"})
		}, "contradiction"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, events, log := played(t)
			tt.plant(t, l, events, log)
			var kinds []string
			for _, f := range l.Findings() {
				if !slices.Contains(kinds, f.Kind) {
					kinds = append(kinds, f.Kind)
				}
			}
			slices.Sort(kinds)
			if got := strings.Join(kinds, " "); got != tt.want {
				t.Errorf("found %q, want %q: %v", got, tt.want, l.Findings())
			}
		})
	}
}
