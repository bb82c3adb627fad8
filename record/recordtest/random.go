package recordtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/record"
)

// Random returns a sound record of a random game with random notes, glyphs,
// variations and tags. It has passed [record.Record.Check].
func Random(g game.Game, rng *rand.Rand) *record.Record {
	start := g.Start(fmt.Sprint(rng.Uint32()))
	if _, can := g.(game.FullStarter); can && rng.IntN(2) == 0 {
		start, _ = game.StartOf(g, fmt.Sprint(rng.Uint32()), true)
	}
	r := &record.Record{
		Game:        g.ID(),
		Start:       start.String(),
		First:       text(rng),
		Second:      text(rng),
		TimeControl: []string{"", "300+3", "1/259200", "-"}[rng.IntN(4)],
	}
	for range rng.IntN(4) {
		r.Tags = append(r.Tags, record.Tag{Name: name(rng), Value: text(rng)})
	}
	length := rng.IntN(100)
	r.Line = line(start, rng, length, 0)
	end(r, start, rng)
	if _, err := r.Check(); err != nil {
		panic(fmt.Sprintf("recordtest: a random record is not sound: %v", err))
	}
	return r
}

// end gives the record a way to end that its moves allow.
func end(r *record.Record, p game.Position, rng *rand.Rand) {
	p = p.Copy()
	for _, m := range r.Moves {
		parsed, err := p.ParseMove(m.Text)
		if err != nil {
			panic(err)
		}
		p.PlayUnchecked(parsed)
	}
	if p.Outcome() != game.Ongoing {
		return
	}
	winner := game.Win(game.Side(rng.IntN(2)))
	switch rng.IntN(10) {
	case 0:
		r.Termination, r.Result = record.Resignation, winner
	case 1:
		r.Termination, r.Result = record.Time, winner
	case 2:
		r.Termination, r.Result = record.Abandoned, winner
	case 3:
		r.Termination = record.Abandoned
	case 4:
		r.Result = game.Draw
	case 5:
		r.Termination, r.Result = record.Agreement, game.Draw
	case 6:
		r.Termination, r.Result = record.Adjudication, game.Outcome(rng.IntN(4))
	case 7:
		r.Termination = record.Aborted
	}
}

func line(p game.Position, rng *rand.Rand, length, depth int) record.Line {
	p = p.Copy()
	var l record.Line
	if depth == 0 || rng.IntN(3) == 0 {
		l.Note = note(rng)
	}
	var buf []game.Move
	for range length {
		if buf = p.Moves(buf[:0]); len(buf) == 0 {
			break
		}
		played := buf[rng.IntN(len(buf))]
		m := record.Move{Text: p.Game().MoveText(played)}
		if rng.IntN(4) == 0 {
			m.Note = note(rng)
		}
		for rng.IntN(6) == 0 {
			m.NAGs = append(m.NAGs, uint8(rng.IntN(200)))
		}
		if rng.IntN(12) == 0 && depth < 3 {
			for range 1 + rng.IntN(2) {
				m.Variations = append(m.Variations, line(p, rng, rng.IntN(5), depth+1))
			}
		}
		l.Moves = append(l.Moves, m)
		p.PlayUnchecked(played)
	}
	return l
}

func note(rng *rand.Rand) record.Note {
	var n record.Note
	if rng.IntN(2) == 0 {
		n.AddComment(text(rng) + []string{" ", "\n"}[rng.IntN(2)] + text(rng))
	}
	if rng.IntN(3) == 0 {
		n.Clock = record.Clock{Known: true, Left: time.Duration(rng.IntN(20_000_000)) * time.Millisecond}
	}
	if rng.IntN(3) == 0 {
		n.Took = record.Elapsed{Known: true, Time: time.Duration(rng.IntN(2_000_000)) * time.Millisecond}
	}
	switch rng.IntN(8) {
	case 0:
		n.Eval = record.Eval{Kind: record.Scored, Score: float64(rng.IntN(4000)-2000) / 100}
	case 1:
		n.Eval = record.Eval{Kind: record.ProvedWin + record.EvalKind(rng.IntN(3)), Plies: rng.IntN(30)}
	}
	if rng.IntN(6) == 0 {
		n.Commands = append(n.Commands, record.Command{Name: name(rng), Arg: strings.Join(strings.Fields(text(rng)), " ")})
	}
	if rng.IntN(6) == 0 {
		why := record.Reason{Key: "takes", Args: map[string]string{"spot": "e5", "n": "3"}}
		n.AddRemark(record.Remark{Mark: 4, Better: "R,b1-b2", Cost: rng.IntN(101), Reasons: []record.Reason{why}}, text(rng))
	}
	return n
}

func name(rng *rand.Rand) string {
	return []string{"Event", "Date", "Site", "Round", "X_1", "Setup", "GameName", "FirstRating", "SecondTimeUsed", "depth"}[rng.IntN(10)]
}

// text returns words that a careless writer would stumble over.
func text(rng *rand.Rand) string {
	pool := []string{
		"a", "word", "of", "Łódź", "日本語", "}", "{", "]", "[", "[%clk", "(;", ")", `\`, `"`, `\n`, `[Game`, `"x"]`, ";", "$5", "!?", "1-0", "*", "1.",
		"#", "start", "P0[", "é", strings.Repeat("long", 25), "\u00a0", "<b>", "&amp;", "'", "//", "-- ", "b1-b2",
	}
	var words []string
	for range rng.IntN(12) {
		words = append(words, pool[rng.IntN(len(pool))])
	}
	return strings.Join(words, " ")
}
