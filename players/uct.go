package players

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
)

// playoutPolicy chooses the moves of random playouts. Knowledge of a game offers it
// where it can choose faster than from a list of all moves.
type playoutPolicy interface {
	// RandomMove returns a legal move of p by the rules of playouts, zero when
	// the game is over.
	RandomMove(p game.Position, rng *rand.Rand) game.Move
}

// uctPlayer is plain Monte Carlo tree search with random playouts. It knows the rules and
// nothing else, which makes it a yardstick of another kind than the engine.
//
// Each playout expands one node. A claim is a ply of its own in the
// tree: first the color, then the move. Children are chosen by their share of
// wins, from 0 to 1, plus 0.5 times the usual square root; the most visited
// child is played.
type uctPlayer struct {
	seed   string
	policy playoutPolicy
	rng    *rand.Rand
	now    func() time.Time

	tree  []uctNode
	path  []int32
	root  game.Position
	pos   game.Position
	moves []game.Move
}

// uctNode is a node of the tree. A claim that still waits for its move has
// claim set and move zero.
type uctNode struct {
	move  game.Move
	claim game.Piece
	mover game.Side // who chose this node
	first int32     // of its children; 0 before they are made
	count int32
	n     float64
	wins  float64 // for mover
}

// exploration is the weight of the exploration term of UCB1.
const exploration = 0.5

// uctPlayouts is the number of playouts of a move where no limit is given.
const uctPlayouts = 5000

// uctNodes is the largest number of nodes of the tree, about 100 MB.
const uctNodes = 2_500_000

// Name returns "uct".
func (u *uctPlayer) Name() string { return "uct" }

// Reset restarts the stream of choices.
func (u *uctPlayer) Reset() {
	s := game.NewStream(choiceDomain, "uct", u.seed)
	u.rng = rand.New(rand.NewPCG(uint64(s.Uint32())<<32|uint64(s.Uint32()), uint64(s.Uint32())))
}

// Choose plays out games until the limits are reached; l.Nodes counts playouts.
// With a clock it takes a twentieth of what is left.
func (u *uctPlayer) Choose(ctx context.Context, pos game.Position, l engine.Limits, onInfo func(engine.Info)) (engine.Result, error) {
	all := pos.Moves(nil)
	if len(all) == 0 {
		return engine.Result{}, ErrOver
	}
	if len(all) == 1 {
		return withoutSearch(all[0], 0), nil
	}
	start := u.now()
	limit := l.MoveTime
	if s := pos.Side(); limit == 0 && (l.Clocked || l.Clock[s] > 0) {
		limit = l.Clock[s]/20 + l.Increment[s]/2
	}
	limit -= min(l.Overhead, limit)
	playouts := l.Nodes
	if playouts == 0 && limit == 0 && !l.Clocked {
		playouts = uctPlayouts
	}
	if u.root == nil || u.root.Game().ID() != pos.Game().ID() {
		u.root, u.pos = pos.Game().New(), pos.Game().New()
	}
	pos.CopyTo(u.root)
	u.tree = append(u.tree[:0], uctNode{mover: pos.Side().Other()})
	done := uint64(0)
	for ; playouts == 0 || done < playouts; done++ {
		if done%32 == 0 && done > 0 {
			if ctx.Err() != nil || limit > 0 && u.now().Sub(start) >= limit {
				break
			}
		}
		u.playout()
	}
	best := u.best(0)
	if u.tree[best].move == 0 { // a claim: its best move
		if b := u.best(best); b != 0 {
			best = b
		} else {
			return withoutSearch(u.anyMoveWithClaim(all, u.tree[best].claim), int(done)), nil
		}
	}
	n := &u.tree[best]
	i := engine.Info{
		Depth: 1, Score: scoreOfWins(n.wins / max(n.n, 1)), Bound: engine.Exact,
		Nodes: done, Time: u.now().Sub(start), MultiPV: 1, PV: u.line(best),
	}
	i.SelDepth = len(i.PV)
	if us := i.Time.Microseconds(); us > 0 {
		i.NPS = done * 1e6 / uint64(us)
	}
	if onInfo != nil {
		onInfo(i)
	}
	return completed(engine.Result{Info: i, Move: n.move}), nil
}

// line returns the moves most played from node i on, its own first.
func (u *uctPlayer) line(i int32) []game.Move {
	var pv []game.Move
	for i != 0 {
		if m := u.tree[i].move; m != 0 {
			pv = append(pv, m)
		}
		i = u.best(i)
	}
	return pv
}

// scoreOfWins turns a share of wins into a score on the scale of the estimates.
func scoreOfWins(p float64) engine.Score {
	p = min(max(p, 0.001), 0.999)
	return engine.Estimate(int(200 * math.Log(p/(1-p))))
}

func (u *uctPlayer) anyMoveWithClaim(all []game.Move, claim game.Piece) game.Move {
	g := u.root.Game()
	for _, m := range all {
		if g.Parts(m).Claim == claim {
			return m
		}
	}
	return all[0]
}

// best returns the most visited child of node i, 0 when it has none.
func (u *uctPlayer) best(i int32) int32 {
	n := &u.tree[i]
	best, visits := int32(0), 0.0
	for c := n.first; c < n.first+n.count; c++ {
		if u.tree[c].n > visits {
			best, visits = c, u.tree[c].n
		}
	}
	return best
}

// playout selects a leaf of the tree, expands it, plays on at random to the end and
// adds the result to all nodes on the way.
func (u *uctPlayer) playout() {
	u.root.CopyTo(u.pos)
	u.path = append(u.path[:0], 0)
	at := int32(0)
	for {
		n := &u.tree[at]
		if n.first == 0 {
			if at != 0 && n.n == 0 || len(u.tree) > uctNodes || !u.expand(at) {
				break
			}
			n = &u.tree[at]
		}
		at = u.selectChild(n)
		if m := u.tree[at].move; m != 0 {
			u.pos.PlayUnchecked(m)
		}
		u.path = append(u.path, at)
	}
	// A claim without a move yet gets a random move of its kind.
	if n := &u.tree[at]; n.move == 0 && n.claim != 0 {
		u.moves = u.movesWithClaim(n.claim)
		u.pos.PlayUnchecked(u.moves[u.rng.IntN(len(u.moves))])
	}
	for {
		m := u.policy.RandomMove(u.pos, u.rng)
		if m == 0 {
			break
		}
		u.pos.PlayUnchecked(m)
	}
	winner, ok := u.pos.Outcome().Winner()
	for _, i := range u.path {
		n := &u.tree[i]
		n.n++
		switch {
		case !ok:
			n.wins += 0.5
		case winner == n.mover:
			n.wins++
		}
	}
}

// movesWithClaim returns the moves of the position that claim c, in u.moves.
func (u *uctPlayer) movesWithClaim(c game.Piece) []game.Move {
	g := u.pos.Game()
	all := u.pos.Moves(u.moves[:0])
	kept := all[:0]
	for _, m := range all {
		if g.Parts(m).Claim == c {
			kept = append(kept, m)
		}
	}
	return kept
}

// expand adds the children of node at, whose position is u.pos, to the tree and
// reports whether there are any.
func (u *uctPlayer) expand(at int32) bool {
	g := u.pos.Game()
	side := u.pos.Side()
	first := int32(len(u.tree))
	claim := game.Piece(0)
	if u.tree[at].move == 0 {
		claim = u.tree[at].claim
	}
	u.moves = u.pos.Moves(u.moves[:0])
	var seen [256]bool
	for _, m := range u.moves {
		c := g.Parts(m).Claim
		if c == claim {
			u.tree = append(u.tree, uctNode{move: m, mover: side})
		} else if claim == 0 && !seen[c] {
			seen[c] = true
			u.tree = append(u.tree, uctNode{claim: c, mover: side})
		}
	}
	n := &u.tree[at]
	n.first, n.count = first, int32(len(u.tree))-first
	if n.count == 0 {
		n.first = 0
		return false
	}
	return true
}

// selectChild returns the child of n to go to next: a random one of those not yet
// visited, else the one with the best upper confidence bound.
func (u *uctPlayer) selectChild(n *uctNode) int32 {
	unvisited := 0
	children := u.tree[n.first : n.first+n.count]
	for i := range children {
		if children[i].n == 0 {
			unvisited++
		}
	}
	if unvisited > 0 {
		k := u.rng.IntN(unvisited)
		for i := range children {
			if children[i].n == 0 {
				if k == 0 {
					return n.first + int32(i)
				}
				k--
			}
		}
	}
	best, at := -1.0, int32(0)
	ln := math.Log(n.n)
	for i := range children {
		k := &children[i]
		if v := k.wins/k.n + exploration*math.Sqrt(ln/k.n); v > best {
			best, at = v, n.first+int32(i)
		}
	}
	return at
}
