package pair

// Pair returns pairs of the numbers below n that hold each once and whose costs, as the
// function gives them for a < b, have the least sum. Equal calls give equal pairs, each with
// the smaller number first, ordered by it. Costs lie within plus and minus 1<<60. It returns
// nil for an odd n.
func Pair(n int, cost func(a, b int) int64) [][2]int {
	if n <= 0 || n%2 == 1 {
		return nil
	}
	s := newSolver(n, cost)
	for range n / 2 {
		s.augmentOnce()
	}
	pairs := make([][2]int, 0, n/2)
	for v := range n {
		if to := s.mate[v].to; v < to {
			pairs = append(pairs, [2]int{v, to})
		}
	}
	return pairs
}

// edge leads from one vertex to another.
type edge struct{ from, to int }

func (e edge) back() edge { return edge{e.to, e.from} }

// none stands for no vertex, node or edge.
const none = -1

var noEdge = edge{none, none}

// What the trees hold of a node.
const (
	free = iota
	outer
	inner
)

// solver holds a matching that grows. Nodes are the vertices, from 0 to n-1, and the
// blossoms above them; a node is top where no blossom holds it.
type solver struct {
	n      int
	cost   [][]int64
	nodes  int      // how many ids are in use; those of dissolved blossoms are used again
	dual   []int64  // doubled, so that it stays whole
	top    []int    // of each vertex
	best   [][]edge // the tightest edge between two nodes that lie apart
	cycle  [][]int  // the nodes of a blossom in order, its base first; nil for other ids
	child  [][]int  // of a blossom: which of its nodes holds a vertex
	mate   []edge   // the matched edge that leaves a node, noEdge for none
	label  []int    // of a top node
	parent []edge   // of an inner node: the edge by which a tree came to it
	near   []int    // of a top node: the outer vertex that is nearest to it, none for none
	queue  []int    // outer vertices whose edges have not been looked at
	seen   []int    // of a top node: the search for a common root that came by last
	search int
}

func newSolver(n int, cost func(a, b int) int64) *solver {
	ids := n + n/2
	s := &solver{
		n: n, nodes: n, cost: make([][]int64, n), dual: make([]int64, ids), top: make([]int, n), best: make([][]edge, ids), cycle: make([][]int, ids),
		child: make([][]int, ids), mate: make([]edge, ids), label: make([]int, ids), parent: make([]edge, ids), near: make([]int, ids), seen: make([]int, ids),
	}
	least := int64(1) << 62
	for a := range n {
		s.cost[a] = make([]int64, n)
	}
	for a := range n {
		for b := a + 1; b < n; b++ {
			c := cost(a, b)
			s.cost[a][b], s.cost[b][a] = c, c
			least = min(least, c)
		}
	}
	for x := range ids {
		s.best[x] = make([]edge, ids)
		s.mate[x] = noEdge
	}
	for a := range n {
		s.top[a] = a
		s.dual[a] = least // so that no slack is negative
		for b := range n {
			s.best[a][b] = edge{a, b}
		}
	}
	return s
}

// slack is how much the cost of an edge between two top nodes is above what its ends pay,
// doubled.
func (s *solver) slack(e edge) int64 { return 2*s.cost[e.from][e.to] - s.dual[e.from] - s.dual[e.to] }

// tops calls f for each top node.
func (s *solver) tops(f func(x int)) {
	for v := range s.n {
		if s.top[v] == v {
			f(v)
		}
	}
	for b := s.n; b < s.nodes; b++ {
		if s.cycle[b] != nil && s.top[s.anyOf(b)] == b {
			f(b)
		}
	}
}

// anyOf returns a vertex of a node.
func (s *solver) anyOf(x int) int {
	for x >= s.n {
		x = s.cycle[x][0]
	}
	return x
}

// eachVertex calls f for each vertex of a node.
func (s *solver) eachVertex(x int, f func(v int)) {
	if x < s.n {
		f(x)
		return
	}
	for _, c := range s.cycle[x] {
		s.eachVertex(c, f)
	}
}

// augmentOnce makes the matching larger by one edge: trees of tight edges grow from all
// unmatched nodes until two of them meet; where none can grow, the duals change.
func (s *solver) augmentOnce() {
	s.queue = s.queue[:0]
	s.tops(func(x int) {
		s.label[x], s.near[x], s.parent[x] = free, none, noEdge
	})
	s.tops(func(x int) {
		if s.mate[x] == noEdge {
			s.makeOuter(x)
		}
	})
	for {
		for len(s.queue) > 0 {
			v := s.queue[len(s.queue)-1]
			s.queue = s.queue[:len(s.queue)-1]
			for to := range s.n {
				x := s.top[to]
				if x == s.top[v] || s.label[x] == inner {
					continue
				}
				if e := (edge{v, to}); s.slack(e) > 0 {
					s.consider(v, x)
				} else if s.take(e) {
					return
				}
			}
		}
		if s.changeDuals() {
			return
		}
	}
}

// consider notes an outer vertex as the nearest to a top node, if it is.
func (s *solver) consider(v, x int) {
	if s.near[x] == none || s.slack(s.best[v][x]) < s.slack(s.best[s.near[x]][x]) {
		s.near[x] = v
	}
}

// findNear finds the outer vertex that is nearest to a top node.
func (s *solver) findNear(x int) {
	s.near[x] = none
	for v := range s.n {
		if s.top[v] != x && s.label[s.top[v]] == outer {
			s.consider(v, x)
		}
	}
}

// makeOuter makes a top node an outer one.
func (s *solver) makeOuter(x int) {
	s.label[x] = outer
	s.eachVertex(x, func(v int) { s.queue = append(s.queue, v) })
}

// take grows the trees by a tight edge from an outer node to one that is not inner. It
// reports whether that made the matching larger.
func (s *solver) take(e edge) bool {
	from, to := s.top[e.from], s.top[e.to]
	if s.label[to] == free { // it is matched, else it would be the root of a tree
		s.label[to], s.parent[to], s.near[to] = inner, e, none
		next := s.top[s.mate[to].to]
		s.near[next] = none
		s.makeOuter(next)
		return false
	}
	if root := s.commonRoot(from, to); root != none {
		s.shrink(root, e)
		return false
	}
	s.rematch(from, e)
	s.rematch(to, e.back())
	return true
}

// above returns the outer node above an outer one in its tree, none for a root.
func (s *solver) above(x int) int {
	if s.mate[x] == noEdge {
		return none
	}
	return s.top[s.parent[s.top[s.mate[x].to]].from]
}

// commonRoot returns the lowest outer node above both of two outer ones, none where they
// are of two trees.
func (s *solver) commonRoot(x, y int) int {
	s.search++
	for x != none || y != none {
		if x != none {
			if s.seen[x] == s.search {
				return x
			}
			s.seen[x] = s.search
			x = s.above(x)
		}
		x, y = y, x
	}
	return none
}

// rematch matches an outer node along an edge, then the nodes above it in its tree, up
// to the root.
func (s *solver) rematch(x int, e edge) {
	for {
		old := s.mate[x]
		s.match(x, e)
		if old == noEdge {
			return
		}
		t := s.top[old.to]
		e = s.parent[t]
		s.match(t, e.back())
		x = s.top[e.from]
	}
}

// match gives a node its matched edge. In a blossom the node that the edge leaves becomes
// the base, and the others are matched around the cycle.
func (s *solver) match(x int, e edge) {
	s.mate[x] = e
	if x < s.n {
		return
	}
	cycle := s.cycle[x]
	base := s.child[x][e.from]
	at := s.turnEven(cycle, base)
	for i := range at {
		a, b := cycle[i], cycle[i^1]
		s.match(a, s.best[a][b])
	}
	s.match(base, e)
	s.cycle[x] = append(append(make([]int, 0, len(cycle)), cycle[at:]...), cycle[:at]...)
}

// turnEven turns the direction of a cycle, its base excepted, where a node of it stands at an
// odd place, and returns the place, which is even.
func (s *solver) turnEven(cycle []int, node int) int {
	at := 0
	for cycle[at] != node {
		at++
	}
	if at%2 == 0 {
		return at
	}
	for i, j := 1, len(cycle)-1; i < j; i, j = i+1, j-1 {
		cycle[i], cycle[j] = cycle[j], cycle[i]
	}
	return len(cycle) - at
}

// newBlossom returns an id that is not in use.
func (s *solver) newBlossom() int {
	for b := s.n; b < s.nodes; b++ {
		if s.cycle[b] == nil {
			return b
		}
	}
	s.nodes++
	return s.nodes - 1
}

// shrink makes a blossom of the cycle that a tight edge closes below an outer node.
func (s *solver) shrink(root int, e edge) {
	cycle := []int{root}
	path := func(x int) {
		for x != root {
			t := s.top[s.mate[x].to]
			cycle = append(cycle, x, t)
			x = s.top[s.parent[t].from]
		}
	}
	path(s.top[e.from])
	for i, j := 1, len(cycle)-1; i < j; i, j = i+1, j-1 {
		cycle[i], cycle[j] = cycle[j], cycle[i]
	}
	path(s.top[e.to])
	b := s.newBlossom()
	s.cycle[b] = cycle
	s.dual[b], s.label[b], s.mate[b], s.seen[b] = 0, outer, s.mate[root], 0
	s.child[b] = make([]int, s.n)
	for _, c := range cycle {
		if s.label[c] == inner {
			s.eachVertex(c, func(v int) { s.queue = append(s.queue, v) })
		}
		s.eachVertex(c, func(v int) { s.child[b][v] = c })
	}
	// The duals of all vertices of a top node change alike, so that the tightest edge stays it.
	for x := range s.nodes {
		if x == b || x >= s.n && s.cycle[x] == nil || s.within(x, b) {
			continue
		}
		tightest := noEdge
		for _, c := range cycle {
			if next := s.best[c][x]; tightest == noEdge || s.slack(next) < s.slack(tightest) {
				tightest = next
			}
		}
		s.best[b][x], s.best[x][b] = tightest, tightest.back()
	}
	for _, c := range cycle {
		s.eachVertex(c, func(v int) { s.top[v] = b })
	}
	s.findNear(b)
}

// within reports whether a node lies within a blossom, whose vertices still have the tops of
// before.
func (s *solver) within(x, b int) bool {
	top := s.top[s.anyOf(x)]
	for _, c := range s.cycle[b] {
		if c == top {
			return true
		}
	}
	return false
}

// dissolve takes an inner blossom apart whose dual is zero. The way through it, from where
// the tree came in to the base, stays in the tree.
func (s *solver) dissolve(b int) {
	cycle, in := s.cycle[b], s.parent[b]
	for _, c := range cycle {
		s.eachVertex(c, func(v int) { s.top[v] = c })
	}
	at := s.turnEven(cycle, s.child[b][in.to])
	s.cycle[b] = nil
	for i, c := range cycle {
		s.near[c], s.parent[c] = none, noEdge
		switch {
		case i > at:
			s.label[c] = free
		case i%2 == 1:
			s.label[c] = outer
		default:
			s.label[c] = inner
		}
	}
	s.parent[cycle[at]] = in
	for i := 0; i < at; i += 2 {
		s.parent[cycle[i]] = s.best[cycle[i+1]][cycle[i]]
	}
	for i := 1; i < at; i += 2 {
		s.makeOuter(cycle[i])
	}
	for _, c := range cycle[at+1:] {
		s.findNear(c)
	}
}

// changeDuals changes the duals as far as no slack becomes negative and no blossom's dual
// does, and takes up the edges that have become tight. It reports whether that made the
// matching larger.
func (s *solver) changeDuals() bool {
	change := int64(1) << 62
	s.tops(func(x int) {
		switch {
		case s.label[x] == inner && x >= s.n:
			change = min(change, s.dual[x]/2)
		case s.label[x] == inner || s.near[x] == none:
		case s.label[x] == outer:
			change = min(change, s.slack(s.best[s.near[x]][x])/2)
		default:
			change = min(change, s.slack(s.best[s.near[x]][x]))
		}
	})
	for v := range s.n {
		switch s.label[s.top[v]] {
		case outer:
			s.dual[v] += change
		case inner:
			s.dual[v] -= change
		}
	}
	var tight, empty []int
	s.tops(func(x int) {
		switch s.label[x] {
		case outer:
			if x >= s.n {
				s.dual[x] += 2 * change
			}
		case inner:
			if x >= s.n {
				if s.dual[x] -= 2 * change; s.dual[x] == 0 {
					empty = append(empty, x)
				}
			}
			return
		}
		tight = append(tight, x)
	})
	for _, x := range tight {
		if s.top[s.anyOf(x)] != x || s.label[x] == inner || s.near[x] == none || s.top[s.near[x]] == x {
			continue
		}
		if e := s.best[s.near[x]][x]; s.slack(e) == 0 && s.take(e) {
			return true
		}
	}
	for _, b := range empty {
		if s.top[s.anyOf(b)] == b && s.label[b] == inner { // else it has just become part of another one
			s.dissolve(b)
		}
	}
	return false
}
