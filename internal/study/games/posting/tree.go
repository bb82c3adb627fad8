package posting

import (
	"cmp"
	"slices"
	"strings"

	"cairn.example/game"
)

// A Source calls f for the block of each run in which a key belongs.
type Source func(key uint64, f func(Block) error) error

// branches calls f for each move that was made in the position of a key, once for each run.
func (s Source) branches(key uint64, f func(branch)) error {
	return s(key, func(b Block) error { return b.find(key, f) })
}

// Key returns the key of a position in an index: the same for all boards that look alike.
func Key(p game.Position) uint64 {
	if s, ok := p.(game.Symmetric); ok {
		return s.SymmetricKey()
	}
	return p.Key()
}

// A Visit says that a game went through a position after Ply plies.
type Visit struct {
	ID  int64
	Ply int
}

// A Tally counts games by their results. Margin is the sum of their margins, as [Margin]
// says of the last position of each.
type Tally struct {
	Games  int `json:"games"`
	First  int `json:"first"`
	Second int `json:"second"`
	Draws  int `json:"draws"`
	Margin int `json:"margin"`
}

// Add counts a game that ended so.
func (t *Tally) Add(o game.Outcome, margin int) {
	t.Games++
	t.Margin += margin
	switch o {
	case game.FirstWins:
		t.First++
	case game.SecondWins:
		t.Second++
	case game.Draw:
		t.Draws++
	}
}

// Merge adds another tally n times; -1 takes it away.
func (t *Tally) Merge(o Tally, n int) {
	t.Games += n * o.Games
	t.First += n * o.First
	t.Second += n * o.Second
	t.Draws += n * o.Draws
	t.Margin += n * o.Margin
}

// A Branch is a move that was played, and what was played after it.
type Branch struct {
	// Move is what was played: the first in alphabetical order of as many as Same, which
	// lead to boards that look alike. The position at the root has none.
	Move string `json:"move,omitempty"`
	Same int    `json:"same,omitempty"`

	Tally
	Branches []Branch `json:"branches,omitempty"`

	// After is the key of the position that it leads to.
	After uint64 `json:"-"`
}

// TreeOptions bound a tree: how many plies deep it goes, and how many moves it shows in one
// position.
type TreeOptions struct{ Depth, Limit int }

// Find returns how many games went through a position, and the first of them, as many as
// asked for, in their order.
func Find(source Source, p game.Position, limit int) (Tally, []Visit, error) {
	var t Tally
	var list []Visit
	whole := true
	err := source.branches(Key(p), func(b branch) {
		t.Merge(b.Tally, 1)
		left := limit
		whole = b.visit(func(v Visit, _ game.Outcome) bool {
			list = append(list, v)
			left--
			return left > 0
		}) && whole
	})
	if err == nil && !whole {
		err = ErrDamaged
	}
	slices.SortFunc(list, func(a, b Visit) int { return int(a.ID - b.ID) })
	return t, list[:min(limit, len(list))], err
}

// Each calls f for all games that went through a position, with the key of the position that
// they went to, 0 at their end, and how they ended.
func Each(source Source, p game.Position, f func(after uint64, o game.Outcome, v Visit)) error {
	whole := true
	err := source.branches(Key(p), func(b branch) {
		whole = b.visit(func(v Visit, o game.Outcome) bool {
			f(b.next, o, v)
			return true
		}) && whole
	})
	if err == nil && !whole {
		err = ErrDamaged
	}
	return err
}

// Tree returns what was played in a position, most often played first, and how these games
// ended. A branch counts the games in which its move was played in the position before it,
// however they came there.
func Tree(source Source, p game.Position, o TreeOptions) (Branch, error) {
	var root Branch
	nexts := map[uint64]*Branch{}
	err := source.branches(Key(p), func(b branch) {
		root.Merge(b.Tally, 1)
		if nexts[b.next] == nil {
			nexts[b.next] = &Branch{After: b.next}
		}
		nexts[b.next].Merge(b.Tally, 1)
	})
	if err != nil {
		return root, err
	}
	type move struct {
		*Branch
		after game.Position
	}
	var list []move
	g, q := p.Game(), p.Game().New()
	for _, m := range p.Moves(nil) {
		p.CopyTo(q)
		q.PlayUnchecked(m)
		b := nexts[Key(q)]
		if b == nil {
			continue
		}
		text := g.MoveText(m)
		if b.Same++; b.Same == 1 {
			b.Move = text
			list = append(list, move{b, q.Copy()})
		} else if text < b.Move {
			b.Move = text
			list[slices.IndexFunc(list, func(m move) bool { return m.Branch == b })].after = q.Copy()
		}
	}
	slices.SortFunc(list, func(a, b move) int { return Compare(*a.Branch, *b.Branch) })
	for _, m := range list[:min(o.Limit, len(list))] {
		if o.Depth > 1 {
			below, err := Tree(source, m.after, TreeOptions{o.Depth - 1, o.Limit})
			if err != nil {
				return root, err
			}
			m.Branches = below.Branches
		}
		root.Branches = append(root.Branches, *m.Branch)
	}
	return root, nil
}

// Compare puts what was played most often first.
func Compare(a, b Branch) int {
	return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Move, b.Move))
}
