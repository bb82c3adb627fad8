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
		var last game.Position
		if list, last = posting.Append(list, uint32(i), r); last != nil {
			run.Margins[i] = byte(margin(last))
		}
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

// margin is by how much First is ahead in what counts first.
func margin(p game.Position) int8 {
	s, ok := p.(game.Scorer)
	if !ok {
		return 0
	}
	first, second := s.Standing(game.First), s.Standing(game.Second)
	if len(first) == 0 || len(second) == 0 {
		return 0
	}
	return int8(min(math.MaxInt8, max(-math.MaxInt8, first[0].N-second[0].N)))
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
	e := &message.Explored{Moves: []message.ExploredMove{}, Visits: []message.Visit{}}
	moves := map[uint64]int{}
	for i, b := range tree.Branches {
		moves[b.After] = i
		e.Moves = append(e.Moves, message.ExploredMove{Move: b.Move, Same: b.Same})
	}
	for _, b := range q.Blocks {
		var list []message.Visit
		err := posting.Each(sourceOf(b), p, func(after uint64, o game.Outcome, v posting.Visit) {
			if b.Without != nil && int64(*b.Without) == v.ID {
				return
			}
			lead := 0
			if int(v.ID) < len(b.Margins) {
				lead = int(int8(b.Margins[v.ID]))
			}
			count(&e.Tally, o, lead)
			one := message.Visit{Run: b.Run, Game: int(v.ID), Ply: v.Ply}
			if i, ok := moves[after]; ok && after != 0 {
				count(&e.Moves[i].Tally, o, lead)
				one.Move = e.Moves[i].Move
			}
			list = append(list, one)
		})
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list, func(a, b message.Visit) int { return cmp.Compare(b.Game, a.Game) })
		e.Visits = append(e.Visits, list[:max(0, min(len(list), q.Most-len(e.Visits)))]...)
	}
	e.Moves = slices.DeleteFunc(e.Moves, func(m message.ExploredMove) bool { return m.Tally.Games == 0 })
	slices.SortStableFunc(e.Moves, func(a, b message.ExploredMove) int { return cmp.Compare(b.Tally.Games, a.Tally.Games) })
	return e, nil
}

func count(t *message.ExploredTally, o game.Outcome, lead int) {
	t.Games++
	t.Margin += lead
	switch o {
	case game.FirstWins:
		t.First++
	case game.SecondWins:
		t.Second++
	case game.Draw:
		t.Draws++
	}
}
