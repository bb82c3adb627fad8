package annotate_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/judge"
	"cairn.example/internal/study/annotate"
	"cairn.example/players"
	"cairn.example/record"
)

// played returns the record of a random game from a full board.
func played(t *testing.T, id string) *record.Record {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := game.StartOf(g, "annotated", true)
	r := &record.Record{Game: id, Start: p.String()}
	random := game.NewStream("annotate", id, "1")
	for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(nil) {
		m := moves[random.Intn(len(moves))]
		r.Moves = append(r.Moves, record.Move{Text: g.MoveText(m), NAGs: []uint8{1, 20}})
		p.PlayUnchecked(m)
	}
	return r
}

func engineFor(t *testing.T, id string) *engine.Engine {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	e, err := players.NewEngine(g, engine.Options{Hash: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Every move has a value; a move with a mark has that one only, a remark, and a better
// line of the length asked for. The same limits judge alike.
func TestRecord(t *testing.T) {
	for _, id := range []string{"lyngk", "dvonn"} {
		e := engineFor(t, id)
		told := 0
		o := annotate.Options{
			Limits: engine.Limits{Nodes: 300}, Plies: 2,
			Word:   func(r record.Remark) string { return "better: " + r.Better },
			Judged: func(int, *record.Move) { told++ },
		}
		r := played(t, id)
		sides, err := annotate.Record(t.Context(), e, r, o)
		if err != nil {
			t.Fatal(err)
		}
		positions, err := r.Positions()
		if err != nil {
			t.Fatal(err)
		}
		marks, moves := 0, 0
		for _, side := range sides {
			moves += side.Moves
			for _, n := range side.Marks[judge.NoMark+1:] {
				marks += n
			}
		}
		marked := 0
		for i, m := range r.Moves {
			if m.Eval == (record.Eval{}) {
				t.Errorf("%s: ply %d has no value", id, i+1)
			}
			said, worded, remarked := m.Remark()
			if remarked != (len(m.Variations) > 0) {
				t.Errorf("%s: ply %d has the variations %v and the commands %v", id, i+1, m.Variations, m.Commands)
			}
			if !remarked {
				continue
			}
			marked++
			better := m.Variations[0].Moves
			if said.Mark != m.NAGs[0] || said.Better != better[0].Text || said.Cost < 5 || !worded || m.Comment != "better: "+said.Better {
				t.Errorf("%s: ply %d, %v: %+v in the words %q", id, i+1, m.NAGs, said, m.Comment)
			}
			if move, err := positions[i].ParseMove(better[0].Text); err != nil || positions[i].Game().MoveText(move) == m.Text || len(better) > 2 {
				t.Errorf("%s: ply %d is bettered by %+v, %v", id, i+1, better, err)
			}
			if len(m.NAGs) != 2 || m.NAGs[0] == 1 || m.NAGs[1] != 20 {
				t.Errorf("%s: ply %d has the glyphs %v", id, i+1, m.NAGs)
			}
		}
		if moves != len(r.Moves) || told != moves || marks != marked || marks == 0 || r.Tag("Annotator") == "" {
			t.Errorf("%s: %d moves of %d judged, %d told, %d marks and %d variations", id, moves, len(r.Moves), told, marks, marked)
		}
		again := played(t, id)
		if same, err := annotate.Record(t.Context(), e, again, o); err != nil || same != sides || !reflect.DeepEqual(again, r) {
			t.Errorf("%s: judged again as %+v, %v, first as %+v", id, same, err, sides)
		}
	}
}

// A game of a match is judged by the engine's curve, every other one by that for people.
func TestCurveOfMatch(t *testing.T) {
	e := engineFor(t, "dvonn")
	var loss [2]float64
	for i, reason := range []string{"", "normal"} {
		r := played(t, "dvonn")
		r.Moves = r.Moves[:12]
		if reason != "" {
			r.SetTag("Reason", reason)
		}
		sides, err := annotate.Record(t.Context(), e, r, annotate.Options{Limits: engine.Limits{Nodes: 300}, Plies: 1})
		if err != nil {
			t.Fatal(err)
		}
		loss[i] = sides[0].Loss + sides[1].Loss
	}
	if loss[0] >= loss[1] {
		t.Errorf("moves on a board of many stacks lose %.3f for people and %.3f in a match; people's curve is flatter", loss[0], loss[1])
	}
}

// A judgement that is cut short is none.
func TestRecordEnded(t *testing.T) {
	why := errors.New("enough")
	ctx, end := context.WithCancelCause(t.Context())
	r := played(t, "dvonn")
	o := annotate.Options{Limits: engine.Limits{Nodes: 100}, Judged: func(ply int, _ *record.Move) {
		if ply == 2 {
			end(why)
		}
	}}
	if _, err := annotate.Record(ctx, engineFor(t, "dvonn"), r, o); !errors.Is(err, why) {
		t.Errorf("ended with %v", err)
	}
	if r.Moves[3].Eval != (record.Eval{}) || r.Tag("Annotator") != "" {
		t.Error("a record is annotated that was not looked at to its end")
	}
}

func TestHash(t *testing.T) {
	for _, test := range []struct {
		nodes     uint64
		mib, want int
	}{{0, 64, 64}, {500_000, 64, 16}, {500_000, 8, 8}, {500_001, 64, 64}} {
		if got := annotate.Hash(engine.Limits{Nodes: test.nodes}, test.mib); got != test.want {
			t.Errorf("%d nodes get %d of %d MiB, want %d", test.nodes, got, test.mib, test.want)
		}
	}
}
