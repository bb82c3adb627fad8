package table_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// The service on a real database: two services share it, messages are doubled and
// come to either, a clock runs out, a rematch is agreed on, and what a further
// service finds there is what was acknowledged.
func TestOnSQLite(t *testing.T) {
	ctx := t.Context()
	disk, err := store.Open(ctx, filepath.Join(t.TempDir(), "cairn.db"), store.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	service := func() *house {
		h := &house{t: t, ids: map[string]string{}}
		h.start(noLimits, func(c *table.Config) { c.Store = disk })
		return h
	}
	a, b := service(), service()
	b.next = 1 << 20
	stop := a.run()
	id, people := a.table(api.Options{Game: "lyngk", Control: "300+3", Takeback: true})
	rng := rand.New(rand.NewPCG(8, 8))
	acked := map[string]int64{}
	var all []api.ToServer
	var who []string
	for n := range 200 {
		person, m := people[rng.IntN(2)], randomMessage(rng, a.game(id), id)
		if len(all) > 0 && rng.IntN(3) == 0 {
			old := rng.IntN(len(all))
			person, m = who[old], all[old]
		} else {
			m.ID = fmt.Sprintf("r%d", n)
		}
		if m.Type == "say" {
			continue
		}
		all, who = append(all, m), append(who, person)
		h := []*house{a, b}[rng.IntN(2)]
		seq, err := h.Do(ctx, person, m)
		key := person + ":" + m.ID
		switch before, again := acked[key]; {
		case err == nil && again && before != seq:
			t.Fatalf("%s was acknowledged as %d, then as %d", key, before, seq)
		case err == nil:
			acked[key] = seq
		case codeOf(err) == "":
			t.Fatalf("%s: %v", m.Type, err)
		case again:
			t.Fatalf("%s was acknowledged, then refused: %v", key, err)
		}
	}
	for {
		s := b.game(id)
		v, now := a.view("", id)
		if now.Over() {
			break
		}
		if s.Ply() != now.Ply() {
			b.view("", id)
			continue
		}
		b.must(people[s.Turn()], send(id, s.Ply(), play.Event{Kind: play.Move, Move: moveText(s, int(v.Seq))}))
	}
	if len(acked) < 5 {
		t.Errorf("only %d messages were acknowledged", len(acked))
	}
	c := service()
	_, events, err := disk.Load(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if seq, ok := acked[e.Message]; ok && seq != e.Seq {
			t.Errorf("%s was acknowledged as %d and stored as %d", e.Message, seq, e.Seq)
		}
		delete(acked, e.Message)
	}
	if len(acked) > 0 {
		t.Errorf("acknowledged and not stored: %v", acked)
	}
	want, _ := c.view("", id)
	for _, h := range []*house{a, b} {
		got, _ := h.view("", id)
		if string(got.Log) != string(want.Log) || got.Seq != want.Seq {
			t.Error("a service sees another game than the database has")
		}
	}
	if want.Rematch == nil || !want.Rematch.Agreed {
		if want.Rematch != nil && !want.Rematch.No {
			c.must(people[0], api.ToServer{Type: "rematch", Table: id, No: true})
		}
		c.must(people[1], api.ToServer{Type: "rematch", Table: id, Same: true})
		a.must(people[0], api.ToServer{Type: "rematch", Table: id, Same: true})
		want, _ = b.view("", id)
	}
	if next, _ := b.view("", want.Rematch.Table); next.Phase != api.Playing || next.From != id {
		t.Errorf("the rematch is %s", next.Phase)
	}
	r, err := b.Record(ctx, want.Rematch.Table)
	if err != nil {
		t.Fatal(err)
	}
	if err := setup.Verify(r); err != nil {
		t.Error(err)
	}

	// A flag that nobody's message finds.
	quick, two := a.table(api.Options{Game: "dvonn", Control: "1+0"})
	a.move(quick, two, 0)
	a.move(quick, two, 0)
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if _, s := c.view("", quick); s.Over() {
			if s.End().Why != record.Time || s.Left(0, 0) != 0 {
				t.Errorf("ended by %+v", s.End())
			}
			break
		}
		if time.Since(start) > time.Minute {
			t.Fatal("no flag")
		}
	}
	stop()

	// Chat is stored once.
	say := api.ToServer{Type: "say", Table: id, ID: "hello", Text: "hello"}
	if first, again := a.must(people[0], say), b.must(people[0], say); first != again {
		t.Errorf("line %d, then %d", first, again)
	}
	mine, err := c.Mine(ctx, people[0])
	if err != nil || len(mine.Tables) < 2 {
		t.Errorf("%d tables (%v)", len(mine.Tables), err)
	}
}
