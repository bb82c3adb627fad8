package play

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/record"
)

var addGolden = flag.Bool("add-golden", false, "write a golden log for each kind of event that has none yet")

// golden is a log as it was stored once, and what it has come to.
type golden struct {
	Kind     Kind            `json:"kind"`
	Log      json.RawMessage `json:"log"`
	Position string          `json:"position"`
	Plies    int             `json:"plies"`
	Left     [2]int64        `json:"left"`
	End      string          `json:"end"`
}

func comeTo(s *State) (position string, plies int, left [2]int64, end string) {
	for side := range left {
		left[side] = s.clock.left[side].Milliseconds()
	}
	return s.Position().String(), s.Ply(), left, fmt.Sprintf("%v %d %s %d", s.end.Over, s.end.Outcome, s.end.Why, s.end.By)
}

// TestGoldenLogs replays logs of the first stored form: one for each kind of
// event. The file is never rewritten, only added to: logs that people have must
// lead to the same game for ever.
func TestGoldenLogs(t *testing.T) {
	const name = "testdata/logs-v1.jsonl"
	seen := map[Kind]bool{}
	text, err := os.ReadFile(name)
	if err != nil && !*addGolden {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(strings.NewReader(string(text)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var g golden
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		seen[g.Kind] = true
		var l Log
		if err := json.Unmarshal(g.Log, &l); err != nil {
			t.Errorf("%s: %v", g.Kind, err)
			continue
		}
		s, err := Replay(l)
		if err != nil {
			t.Errorf("%s: %v", g.Kind, err)
			continue
		}
		if !slices.ContainsFunc(l.Events, func(e Event) bool { return e.Kind == g.Kind }) {
			t.Errorf("%s: the log has no such event", g.Kind)
		}
		position, plies, left, end := comeTo(s)
		if position != g.Position || plies != g.Plies || left != g.Left || end != g.End {
			t.Errorf("%s: the log leads to %s, %d plies, %v, %s; it has led to %s, %d plies, %v, %s",
				g.Kind, position, plies, left, end, g.Position, g.Plies, g.Left, g.End)
		}
		if again := stored(t, s); again != string(g.Log) {
			t.Errorf("%s: written again it is\n%s\nwas\n%s", g.Kind, again, g.Log)
		}
	}
	if *addGolden {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rng := rand.New(rand.NewPCG(9, 4))
		pool := starts(t, rng)
		for _, kind := range slices.Sorted(maps.Keys(kinds)) {
			for !seen[kind] {
				s := randomLog(t, rng, pool, 12, nil)
				if len(s.events.items) > 9 || !s.Clocked() || !slices.ContainsFunc(s.events.items, func(e Event) bool { return e.Kind == kind }) {
					continue
				}
				g := golden{Kind: kind, Log: json.RawMessage(stored(t, s))}
				g.Position, g.Plies, g.Left, g.End = comeTo(s)
				line, err := record.Marshal(g)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(f, "%s\n", line)
				seen[kind] = true
			}
		}
	}
	for kind := range kinds {
		if !seen[kind] {
			t.Errorf("there is no golden log with the event %s; -add-golden writes one", kind)
		}
	}
}

// TestLaterVersions: the error says that a later program has stored it, whatever it
// holds, and nothing of it is read.
func TestLaterVersions(t *testing.T) {
	for _, test := range []struct {
		text string
		into any
		code Code
	}{
		{`{"v":2,"terms":{"v":2,"board":"round"},"events":[]}`, new(Log), NewVersion},
		{`{"v":1,"terms":{"v":2,"game":"dvonn"},"events":[]}`, new(Log), NewVersion},
		{`{"v":2,"kind":"dance","side":"third"}`, new(Event), NewVersion},
		{`{"v":1,"kind":"move","side":"first","move":"e3","mood":"gay"}`, new(Event), BadLog},
		{`{"kind":"move","side":"first","move":"e3"}`, new(Event), BadLog},
		{`{"v":1,"kind":"move","move":"e3"}`, new(Event), BadSide},
		{`{"v":1,"kind":"move","side":"third","move":"e3"}`, new(Event), BadSide},
		{`{"v":1,"kind":"move","side":"first","move":"e3","took":-1}`, new(Event), BadTime},
		{`{"v":1,"kind":"move","side":"first","move":"e3","took":1.5}`, new(Event), BadLog},
		{`{"v":1,"kind":"move","side":"first","move":"e3","took":99999999999999999}`, new(Event), BadTime},
		{`{"v":1,"kind":"adjust","left":[-1,5]}`, new(Event), BadTime},
		{`{"v":1,"kind":"adjust","left":[5,-1]}`, new(Event), BadTime},
		{`{"v":1,"kind":"adjudicate","outcome":"nobody"}`, new(Event), BadOutcome},
		{`{"v":1,"game":"dvonn","players":[{},{}],"control":"soon"}`, new(Terms), BadControl},
		{`[]`, new(Log), BadLog},
	} {
		err := json.Unmarshal([]byte(test.text), test.into)
		var refusal *Error
		if !errors.As(err, &refusal) || refusal.Code != test.code {
			t.Errorf("%s: %v, want %s", test.text, err, test.code)
		}
	}
}

// TestTerms refuses terms that make no game.
func TestTerms(t *testing.T) {
	for _, test := range []struct {
		change func(*Terms)
		code   Code
	}{
		{func(t *Terms) { t.Game = "chess" }, UnknownGame},
		{func(t *Terms) { t.Start = "nothing" }, BadStart},
		{func(t *Terms) { t.Control = Control{Kind: Fischer} }, BadControl},
		{func(t *Terms) { t.Control = Control{Kind: 9, Base: time.Second} }, BadControl},
		{func(t *Terms) { t.Control = Control{Kind: PerMove, Base: time.Second, Increment: 1} }, BadControl},
		{func(t *Terms) { t.Control = Control{Kind: Fischer, Base: time.Second + time.Microsecond} }, BadControl},
		{func(t *Terms) {
			t.Control = Control{Kind: Fischer, Base: time.Second, Increment: time.Second + time.Microsecond}
		}, BadControl},
		{func(t *Terms) { t.Free = -1 }, BadTerms},
		{func(t *Terms) { t.Abort = 5000 }, BadTerms},
		{func(t *Terms) { t.Takeback = "sometimes" }, BadTerms},
	} {
		terms := Terms{Game: "dvonn"}
		test.change(&terms)
		_, err := New(terms)
		var refusal *Error
		if !errors.As(err, &refusal) || refusal.Code != test.code {
			t.Errorf("%+v: %v, want %s", terms, err, test.code)
		}
	}
	if s, err := New(Terms{Game: "lyngk", Seed: "a windy day"}); err != nil || s.Terms().Start != s.Position().String() {
		t.Errorf("the start position is not drawn from the seed: %v", err)
	}
}

// TestControls reads time controls and writes them.
func TestControls(t *testing.T) {
	for _, test := range []struct {
		short, tag string
		want       Control
	}{
		{"5+3", "300+3", Control{Fischer, 5 * time.Minute, 3 * time.Second}},
		{"5+0", "300+0", Control{Fischer, 5 * time.Minute, 0}},
		{"0.5+1", "30+1", Control{Fischer, 30 * time.Second, time.Second}},
		{"2.5+0.25", "150+0.25", Control{Fischer, 150 * time.Second, 250 * time.Millisecond}},
		{"5d3", "300d3", Control{Delay, 5 * time.Minute, 3 * time.Second}},
		{"1 day", "1/86400", Control{PerMove, 24 * time.Hour, 0}},
		{"3 days", "1/259200", Control{PerMove, 72 * time.Hour, 0}},
		{"1/3600", "1/3600", Control{PerMove, time.Hour, 0}},
		{"none", "-", Control{}},
	} {
		if c, err := ParseShort(test.short); err != nil || c != test.want || c.Short() != test.short {
			t.Errorf("%q is read as %+v (%v) and written %q", test.short, c, err, c.Short())
		}
		if c, err := ParseControl(test.tag); err != nil || c != test.want || c.String() != test.tag {
			t.Errorf("%q is read as %+v (%v) and written %q", test.tag, c, err, c.String())
		}
	}
	for _, text := range []string{"", "-", "?"} {
		if c, err := ParseControl(text); err != nil || c.On() {
			t.Errorf("%q is read as %v, %v", text, c, err)
		}
	}
	if c, err := ParseControl("300"); err != nil || c.String() != "300+0" {
		t.Errorf("300 is read as %v, %v", c, err)
	}
	for _, text := range []string{"+3", "5+", "5+-3", "0+3", "-5", "5+3+1", "d", "1/", "1/0", "40/7200", "1e3", "0x10", "5 + 3", "days", "99999999", "NaN", "5+99999", "0000000000005", ".5+1"} {
		if c, err := ParseControl(text); err == nil {
			t.Errorf("%q is read as %v", text, c)
		}
		if c, err := ParseShort(text); err == nil && text != "-" {
			t.Errorf("%q is read as %v", text, c)
		}
	}
	for text, most := range map[string]string{"366 days": "366.001 days", "6000+3600": "6000.01+3600", "1+3600": "1+3600.01"} {
		if _, err := ParseShort(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if c, err := ParseShort(most); err == nil {
			t.Errorf("%q is read as %v", most, c)
		}
	}
	for _, text := range []string{"5", "5 ", " 3 Days ", "NONE", "2 days"} {
		if _, err := ParseShort(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzLog reads anything at all. What is accepted prints the same for ever, and
// makes a sound record.
func FuzzLog(f *testing.F) {
	text, err := os.ReadFile("testdata/logs-v1.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var g golden
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(g.Log))
	}
	f.Add([]byte(`{"v":1,"terms":{"v":1,"game":"lyngk","seed":"x","players":[{"name":"Ada"},{}],"control":"1/86400"},"events":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var l Log
		if json.Unmarshal(text, &l) != nil {
			return
		}
		s, err := Replay(l)
		if err != nil {
			return
		}
		once := stored(t, s)
		var again Log
		if err := json.Unmarshal([]byte(once), &again); err != nil {
			t.Fatalf("%v\n%s", err, once)
		}
		back, err := Replay(again)
		if err != nil || !reflect.DeepEqual(back.Plies(), s.Plies()) || back.end != s.end {
			t.Fatalf("it leads elsewhere when it is written and read: %v\n%s", err, once)
		}
		if twice := stored(t, back); twice != once {
			t.Fatalf("%s\n%s", once, twice)
		}
		r := s.Record()
		if _, err := r.Check(); err != nil {
			t.Fatalf("its record: %v\n%s", err, once)
		}
		fromRecord, err := FromRecord(r)
		if err != nil {
			t.Fatalf("from its record: %v\n%s", err, once)
		}
		if _, err := Replay(fromRecord); err != nil {
			t.Fatalf("from its record: %v\n%s", err, once)
		}
	})
}
