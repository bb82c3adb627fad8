package mine

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/study/puzzle"
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

// Pack returns the puzzles to add to a pack that holds some of the finds
// already: those of old come first and are not returned. Two positions that are
// one by symmetry are taken once; positions that occurred in a game and long lines are
// taken first. The order is that of a hash, so that neither hardness nor origin shows
// in it.
func Pack(g game.Game, old []puzzle.Puzzle, finds []Found, s Shares) ([]puzzle.Puzzle, error) {
	symmetries := g.Layout().Symmetries()
	canonical := func(text string) (string, error) {
		p, err := g.Parse(text)
		if err != nil {
			return "", err
		}
		return puzzle.Canonical(p, symmetries), nil
	}
	taken := map[string]bool{} // positions, in the form that images share
	var had byHardness
	byPosition := findsByPosition(finds)
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
		had.count(f)
	}
	var lists [3][]orderedFind // by hardness
	for i := range finds {
		f := &finds[i]
		c, err := canonical(f.Position)
		if err != nil {
			return nil, err
		}
		if !taken[c] {
			taken[c] = true
			k := hardnessOf(f)
			lists[k] = append(lists[k], orderedFind{f, orderOf(c)})
		}
	}
	for _, l := range lists {
		slices.SortFunc(l, func(a, b orderedFind) int { return cmp.Or(cmp.Compare(rank(b.Found), rank(a.Found)), byOrder(a, b)) })
	}
	n := s.choose(len(old), had, byHardness{len(lists[easy]), len(lists[hard]), len(lists[medium])})
	chosen := slices.Concat(lists[easy][:n[easy]], lists[hard][:n[hard]], lists[medium][:n[medium]])
	slices.SortFunc(chosen, byOrder)
	var added []puzzle.Puzzle
	for i, c := range chosen {
		p := c.Puzzle()
		p.ID = len(old) + i + 1
		added = append(added, p)
	}
	return added, nil
}

// hardness tells finds apart by the levels that solve them in the first try.
type hardness int

// The kinds of hardness.
const (
	easy   hardness = iota // the low level solves it
	hard                   // neither level does
	medium                 // the high one does
)

func hardnessOf(f *Found) hardness {
	switch {
	case f.First[easyLevel-1]:
		return easy
	case !f.First[hardLevel-1]:
		return hard
	}
	return medium
}

// byHardness are numbers of puzzles.
type byHardness [3]int

// count counts a puzzle of the pack, as [Table.Check] does: one that the low level solves
// and the high one does not is both easy and hard.
func (n *byHardness) count(f *Found) {
	if f.First[easyLevel-1] {
		n[easy]++
	}
	if !f.First[hardLevel-1] {
		n[hard]++
	}
}

// choose returns how many puzzles to take of each hardness: the pack holds old in all and had
// of each, found is what there is to choose from.
func (s Shares) choose(old int, had, found byHardness) (n byHardness) {
	fresh := max(s.Count-old, 0)
	// As many hard ones as there are, up to six tenths of the pack; then the whole is no
	// larger than its share of hard ones allows.
	n[hard] = min(found[hard], max(s.Count*6/10-had[hard], 0))
	if s.Hard > 0 {
		fresh = min(fresh, max(int(float64(had[hard]+n[hard])/s.Hard)-old, 0))
	}
	n[hard] = min(n[hard], fresh)
	n[easy] = min(found[easy], max(int(s.Easy*float64(old+fresh))-had[easy], 0), fresh-n[hard])
	n[medium] = min(found[medium], fresh-n[hard]-n[easy])
	return n
}

// orderedFind is a find that may come into a pack, with its place in it.
type orderedFind struct {
	*Found
	order uint64
}

func byOrder(a, b orderedFind) int { return cmp.Compare(a.order, b.order) }

// orderOf returns the hash of a position, in the form that its images share.
func orderOf(canonical string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(canonical))
	return h.Sum64()
}

func findsByPosition(finds []Found) map[string]*Found {
	m := map[string]*Found{}
	for i := range finds {
		m[finds[i].Position] = &finds[i]
	}
	return m
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
	byPosition := findsByPosition(finds)
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
