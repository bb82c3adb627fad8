package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
	"cairn.example/internal/study/games/posting"
	"cairn.example/record"
)

// runOf makes a run of games, which are counted from 0. Of one that breaks off there are the
// positions before that, and none of one that cannot be read.
func runOf(played []message.Playing) *message.Run {
	run := message.Run{Blocks: []message.Block{}, Margins: make([]byte, len(played))}
	var list []posting.Posting
	for i, one := range played {
		r, err := playedRecord(one)
		if err != nil {
			continue
		}
		var margin int
		list, margin = posting.Append(list, uint32(i), r)
		run.Margins[i] = byte(margin)
	}
	posting.Sort(list)
	for _, b := range posting.Blocks(0, list) {
		run.Blocks = append(run.Blocks, message.Block{First: hex(b.First), Data: b.Data})
	}
	return &run
}

func playedRecord(one message.Playing) (*record.Record, error) {
	if one.Log == nil {
		return one.Record.ToRecord()
	}
	l, err := one.Log.ToLog()
	if err != nil {
		return nil, err
	}
	return play.Record(l)
}

func hex(key uint64) string { return fmt.Sprintf("%016x", key) }

func positionOf(g, text string) (game.Position, error) {
	rules, err := games.Lookup(g)
	if err != nil {
		return nil, err
	}
	return rules.Parse(text)
}

func keyOf(g, text string) (*message.Key, error) {
	p, err := positionOf(g, text)
	if err != nil {
		return nil, err
	}
	return &message.Key{Key: hex(posting.Key(p))}, nil
}

// sourceOf has blocks that were made as those of run 0, whatever their run is called now.
func sourceOf(blocks ...message.Block) posting.Source {
	return func(_ uint64, f func(posting.Block) error) error {
		for _, b := range blocks {
			first, err := strconv.ParseUint(b.First, 16, 64)
			if err != nil {
				return posting.ErrDamaged
			}
			if err := f(posting.Block{First: first, Data: b.Data}); err != nil {
				return err
			}
		}
		return nil
	}
}

// explore answers what was played in a position, from one block of each run.
func explore(q *message.FileQuestion) (*message.Explored, error) {
	p, err := positionOf(q.Game, q.Position)
	if err != nil {
		return nil, err
	}
	tree, err := posting.Tree(sourceOf(q.Blocks...), p, posting.TreeOptions{Depth: 1, Limit: math.MaxInt})
	if err != nil {
		return nil, err
	}
	moves := map[uint64]*posting.Branch{}
	for i, b := range tree.Branches {
		moves[b.After] = &tree.Branches[i]
	}
	e := &message.Explored{Moves: []message.ExploredMove{}, Visits: []message.Visit{}}
	for _, b := range q.Blocks {
		if len(e.Visits) == q.Most && b.Without == nil {
			continue
		}
		var list []message.Visit
		err := posting.Each(sourceOf(b), p, func(after uint64, o game.Outcome, v posting.Visit) {
			m := moves[after]
			if b.Without != nil && int64(b.Without.Game) == v.ID {
				var one posting.Tally
				one.Add(o, b.Without.Margin)
				tree.Merge(one, -1)
				if m != nil {
					m.Merge(one, -1)
				}
				return
			}
			one := message.Visit{Run: b.Run, Game: int(v.ID), Ply: v.Ply}
			if m != nil {
				one.Move = m.Move
			}
			list = append(list, one)
		})
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list, func(a, b message.Visit) int { return cmp.Compare(b.Game, a.Game) })
		e.Visits = append(e.Visits, list[:min(len(list), q.Most-len(e.Visits))]...)
	}
	e.Tally = message.ExploredTally(tree.Tally)
	slices.SortStableFunc(tree.Branches, posting.Compare)
	for _, b := range tree.Branches {
		if b.Games > 0 {
			e.Moves = append(e.Moves, message.ExploredMove{Move: b.Move, Same: b.Same, Tally: message.ExploredTally(b.Tally)})
		}
	}
	return e, nil
}
