package annotate

import (
	"context"
	"math"
	"slices"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/internal/study/explain"
	"cairn.example/match"
	"cairn.example/record"
)

// Options say how moves are judged.
type Options struct {
	// Limits are those of each search.
	Limits engine.Limits

	// Plies is the length of the better line, at least 1.
	Plies int

	// Word puts a remark into words, for programs that do not know its command; nil for
	// none.
	Word func(r record.Remark) string

	// Judged is called after each move, if it is there.
	Judged func(ply int, m *record.Move)
}

// Judgement is what was found about one move.
type Judgement struct {
	Before game.Position
	Best   engine.Result // of the search at the position before it
	Got    engine.Info   // of the move itself, looked at with the same limits

	Played judge.Value // of the move, seen by who made it
	Loss   float64     // of the chance to win
	Mark   judge.Mark
}

// Side adds up what was found about the moves of one side.
type Side struct {
	Moves    int
	Marks    [judge.Blunder + 1]int
	Loss     float64 // of the chance to win, all moves together
	Accuracy int     // in percent, or [judge.NoAccuracy]
}

// Few nodes do not fill a large hash. The size of a hash can decide which entries are
// kept, so equal marks need equal sizes.
const (
	fewNodes     = 500_000
	fewNodesHash = 16
)

// Hash returns how many MiB of hash, at most mib, an engine should have for judging within
// limits.
func Hash(l engine.Limits, mib int) int {
	if l.Nodes > 0 && l.Nodes <= fewNodes {
		return min(mib, fewNodesHash)
	}
	return mib
}

// Record judges the main line of a game and writes what it finds into the record. The
// error is that of a record which breaks the rules, or the cause of the context's end;
// the moves judged until then are. The chances are those for people, in a game of a match
// the engine's.
func Record(ctx context.Context, e *engine.Engine, r *record.Record, o Options) (sides [2]Side, err error) {
	positions, err := r.Positions()
	if err != nil {
		return sides, err
	}
	curve := judge.PeopleAt
	if match.Wrote(r) {
		curve = func(game.Position) judge.Curve { return judge.Curve{} }
	}
	turns := make([]judge.JudgedMove, len(r.Moves))
	for ply := range r.Moves {
		m, mover := &r.Moves[ply], positions[ply].Side()
		j, err := o.judge(ctx, e, positions[ply], positions[ply+1], m, curve(positions[ply]))
		if ctx.Err() != nil {
			err = context.Cause(ctx) // what was cut short is no judgement
		}
		if err != nil {
			return sides, err
		}
		first := j.Played
		if mover == game.Second {
			first = first.Other()
		}
		turns[ply] = judge.JudgedMove{Second: mover == game.Second, After: &first}
		side := &sides[mover]
		side.Moves++
		side.Loss += j.Loss
		side.Marks[j.Mark]++
		if o.Judged != nil {
			o.Judged(ply, m)
		}
	}
	for i, accuracy := range judge.Accuracy(turns) {
		sides[i].Accuracy = accuracy
	}
	r.SetTag("Annotator", judge.Signed(r.Tag("Annotator")))
	return sides, nil
}

// look searches the position before a move from an empty hash and, where another move is
// better, the move played alone with the same limits, so that both are judged alike.
func look(ctx context.Context, e *engine.Engine, before, after game.Position, played game.Move, l engine.Limits, curve judge.Curve) (*Judgement, error) {
	e.Clear()
	j := &Judgement{Before: before, Best: e.Search(ctx, before, l, nil)}
	j.Got = j.Best.Info
	if j.Best.Move != played {
		only := l
		only.Only = []game.Move{played}
		j.Got = e.Search(ctx, before, only, nil).Info
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if after.Outcome() != game.Ongoing {
		j.Got.Score, j.Got.Proved = engine.FinalScore(after), true
		if after.Side() != before.Side() {
			j.Got.Score = -j.Got.Score
		}
	}
	j.Played = Value(j.Got)
	if j.Best.Move == played {
		return j, nil
	}
	best := Value(j.Best.Info)
	best.Curve = curve
	j.Loss = judge.Loss(best, j.Played)
	j.Mark = judge.MarkIn(before, j.Loss)
	return j, nil
}

// judge looks at a move, at a mistake or a blunder twice, and writes what it finds into m. The error is
// that of a move which cannot be read.
func (o *Options) judge(ctx context.Context, e *engine.Engine, before, after game.Position, m *record.Move, curve judge.Curve) (*Judgement, error) {
	played, err := before.ParseMove(m.Text)
	if err != nil {
		return nil, err
	}
	j, err := look(ctx, e, before, after, played, o.Limits, curve)
	if err == nil && j.Mark.SecondLook() > 0 {
		first, l := j.Mark, o.Limits
		l.Nodes, l.MoveTime = uint64(first.SecondLook())*l.Nodes, time.Duration(first.SecondLook())*l.MoveTime
		if j, err = look(ctx, e, before, after, played, l, curve); err == nil {
			j.Mark = first.Agreed(j.Loss, j.Mark)
		}
	}
	if err != nil {
		return nil, err
	}
	m.Eval = match.Eval(before.Side(), j.Got.Score, j.Got.Proved)
	m.Commands = slices.DeleteFunc(m.Commands, ofEvaluation)
	m.DropRemark()
	if j.Mark != judge.NoMark {
		m.NAGs = append([]uint8{j.Mark.NAG()}, without(m.NAGs)...)
		e.Clear() // so that what is said depends on the position alone
		x := explain.Move(ctx, e, before, &j.Best)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		r, words := remark(j, x.Reasons), ""
		if o.Word != nil {
			words = o.Word(r)
		}
		m.AddRemark(r, words)
		if better := o.better(j); !slices.ContainsFunc(m.Variations, func(v record.Line) bool { return slices.Equal((&v).Texts(), (&better).Texts()) }) {
			m.Variations = append(m.Variations, better)
		}
	}
	return j, nil
}

// remark returns what is to be said of a move with a mark.
func remark(j *Judgement, reasons []engine.Reason) record.Remark {
	r := record.Remark{Mark: j.Mark.NAG(), Better: j.Before.Game().MoveText(j.Best.Move), Cost: int(math.Round(100 * j.Loss))}
	for _, why := range reasons {
		r.Reasons = append(r.Reasons, record.Reason{Key: why.Key, Args: why.Args})
	}
	return r
}

// better is the line that begins with the better move.
func (o *Options) better(j *Judgement) record.Line {
	g, line := j.Before.Game(), j.Best.PV
	if len(line) == 0 {
		line = []game.Move{j.Best.Move}
	}
	var v record.Line
	for _, m := range line[:min(len(line), max(o.Plies, 1))] {
		v.Moves = append(v.Moves, record.Move{Text: g.MoveText(m)})
	}
	v.Moves[0].Eval = match.Eval(j.Before.Side(), j.Best.Score, j.Best.Proved)
	return v
}

// ofEvaluation reports whether a command belongs to an evaluation, which ours replaces: the
// depth that matches write beside it, or a second or malformed value.
func ofEvaluation(c record.Command) bool { return c.Name == "depth" || c.Name == "eval" }

// without returns the glyphs that are no judgement of a move: ours replaces that.
func without(nags []uint8) []uint8 {
	var rest []uint8
	for _, n := range nags {
		if n > 6 {
			rest = append(rest, n)
		}
	}
	return rest
}

// Value returns what a search has found as package judge wants it, its estimate as the engine means it.
func Value(i engine.Info) judge.Value {
	return judge.Of(int(i.Score), i.Score.Won(), i.Score.Lost(), i.Proved)
}
