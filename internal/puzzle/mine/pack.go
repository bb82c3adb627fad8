package mine

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/puzzle"
	"cairn.example/players"
)

// Shares say what a pack is made of.
type Shares struct {
	Count int // puzzles there are to be, those of the pack so far included

	// Easy is the largest share that level 2 may solve, Hard the least share that
	// level 6 must fail; both of the first tries.
	Easy, Hard float64
}

// DefaultShares returns the shares of a pack of n puzzles: a little stricter than
// the promise of at most 20 % and at least 30 %, which [Table.Check] holds.
func DefaultShares(n int) Shares { return Shares{Count: n, Easy: 0.15, Hard: 0.31} }

// hardLevel is the level that fails a part of the puzzles.
const hardLevel = 6

// Pack returns the puzzles to add to a pack that holds so many of the finds
// already: those of old come first and are not returned. Two positions that are
// one by symmetry are taken once; positions that occurred in a game and long lines are
// taken first. The order is that of a hash, so that neither hardness nor origin shows
// in it.
func Pack(g game.Game, old []puzzle.Puzzle, finds []Found, s Shares) ([]puzzle.Puzzle, error) {
	symmetries := puzzle.Symmetries(g.Layout())
	taken := map[string]bool{}
	canonical := func(text string) (string, error) {
		p, err := g.Parse(text)
		if err != nil {
			return "", err
		}
		return puzzle.Canonical(p, symmetries), nil
	}
	byPosition := map[string]*Found{}
	for i := range finds {
		byPosition[finds[i].Position] = &finds[i]
	}
	var easy, hard int // of the pack so far
	for _, p := range old {
		c, err := canonical(p.Position)
		if err != nil {
			return nil, err
		}
		taken[c] = true
		f := byPosition[p.Position]
		if f == nil {
			return nil, fmt.Errorf("puzzle %d of %s is not among the finds", p.ID, g.ID())
		}
		if f.First[easyLevel-1] {
			easy++
		}
		if !f.First[hardLevel-1] {
			hard++
		}
	}
	type ordered struct {
		*Found
		order uint64
	}
	var lists [3][]ordered // easy, hard, others
	for i := range finds {
		f := &finds[i]
		c, err := canonical(f.Position)
		if err != nil {
			return nil, err
		}
		if taken[c] {
			continue
		}
		taken[c] = true
		h := fnv.New64a()
		h.Write([]byte(c))
		k := 2
		switch {
		case f.First[easyLevel-1]:
			k = 0
		case !f.First[hardLevel-1]:
			k = 1
		}
		lists[k] = append(lists[k], ordered{f, h.Sum64()})
	}
	byOrder := func(a, b ordered) int { return cmp.Compare(a.order, b.order) }
	for _, l := range lists {
		slices.SortFunc(l, func(a, b ordered) int { return cmp.Or(cmp.Compare(rank(b.Found), rank(a.Found)), byOrder(a, b)) })
	}
	fresh := max(s.Count-len(old), 0)
	// As many hard ones as there are, up to six tenths of the pack; then the whole is no
	// larger than its share of hard ones allows.
	nHard := min(len(lists[1]), max(s.Count*6/10-hard, 0))
	if s.Hard > 0 {
		fresh = min(fresh, max(int(float64(hard+nHard)/s.Hard)-len(old), 0))
	}
	nHard = min(nHard, fresh)
	nEasy := min(len(lists[0]), max(int(s.Easy*float64(len(old)+fresh))-easy, 0), fresh-nHard)
	nOther := min(len(lists[2]), fresh-nHard-nEasy)
	chosen := slices.Concat(lists[0][:nEasy], lists[1][:nHard], lists[2][:nOther])
	slices.SortFunc(chosen, byOrder)
	var added []puzzle.Puzzle
	for i, c := range chosen {
		p := c.Puzzle()
		p.ID = len(old) + i + 1
		added = append(added, p)
	}
	return added, nil
}

// rank is how much a find is preferred to others that are as hard: first of all one
// that occurred in a game, then one with more to find.
func rank(f *Found) int {
	r := len(f.Line)
	if f.Played {
		r += 1000
	}
	return r
}

// Table tells how many puzzles each level solves.
type Table struct {
	Puzzles int
	Solved  [players.Levels]int // in the first try
	Lines   map[int]int         // by the number of the solver's moves
	Themes  map[string]int
}

// TableOf counts a pack; the finds tell what the levels solved. The error names a
// puzzle that is not among them.
func TableOf(pack []puzzle.Puzzle, finds []Found) (Table, error) {
	t := Table{Lines: map[int]int{}, Themes: map[string]int{}}
	byPosition := map[string]*Found{}
	for i := range finds {
		byPosition[finds[i].Position] = &finds[i]
	}
	for i := range pack {
		p := &pack[i]
		f := byPosition[p.Position]
		if f == nil {
			return t, fmt.Errorf("puzzle %d is not among the finds", p.ID)
		}
		t.Add(p, f.First)
	}
	return t, nil
}

// Add counts one puzzle and the levels that solve it.
func (t *Table) Add(p *puzzle.Puzzle, first [players.Levels]bool) {
	if t.Lines == nil {
		t.Lines, t.Themes = map[int]int{}, map[string]int{}
	}
	t.Puzzles++
	t.Lines[p.Moves()]++
	for _, theme := range p.Themes {
		t.Themes[theme]++
	}
	for i, yes := range first {
		if yes {
			t.Solved[i]++
		}
	}
}

// The promise about a pack.
const (
	mostEasy  = 0.20 // level 2 solves at most
	leastHard = 0.30 // level 6 fails at least
)

// Check returns what is promised and not kept, "" when all is.
func (t *Table) Check() string {
	var wrong []string
	n := float64(t.Puzzles)
	if e := float64(t.Solved[easyLevel-1]); e > mostEasy*n {
		wrong = append(wrong, fmt.Sprintf("level %d solves %.1f %%, at most %.0f are promised", easyLevel, 100*e/n, 100*mostEasy))
	}
	if h := n - float64(t.Solved[hardLevel-1]); h < leastHard*n {
		wrong = append(wrong, fmt.Sprintf("level %d fails %.1f %%, at least %.0f are promised", hardLevel, 100*h/n, 100*leastHard))
	}
	return strings.Join(wrong, "; ")
}

// String returns the table as lines of text.
func (t *Table) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "puzzles %d\n", t.Puzzles)
	for i, k := range t.Solved {
		fmt.Fprintf(&out, "level %-2d solves %5d  %5.1f %%\n", i+1, k, 100*float64(k)/math.Max(float64(t.Puzzles), 1))
	}
	for _, n := range sortedKeys(t.Lines) {
		fmt.Fprintf(&out, "moves %-2d        %5d\n", n, t.Lines[n])
	}
	for _, theme := range puzzle.Themes() {
		if n := t.Themes[theme]; n > 0 {
			fmt.Fprintf(&out, "%-10s      %5d\n", theme, n)
		}
	}
	return out.String()
}

func sortedKeys(m map[int]int) []int {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
