package engine

import (
	"cmp"
	"context"
	"slices"

	"cairn.example/game"
)

// Explanation is why a move is suggested.
type Explanation struct {
	// Reasons are at most two, the weightiest first.
	Reasons []Reason

	// IfNot is what is expected if the opponent could move at once, where a reason is about
	// that: the opponent's move first.
	IfNot []game.Move

	// Second is the next best move; its PV is empty where no other one was searched.
	Second Info

	// Tempting is the best of the moves that catch the eye more; its PV is empty where there is none.
	Tempting Info

	// Keeps says that some such move can be played a turn later too, whatever the opponent does.
	Keeps bool
}

// mostReasons is how many reasons a person reads.
const mostReasons = 2

// mostNodes bounds what a search of an explanation costs: after a long search nobody waits as long again.
const mostNodes = 200_000

// provedNodes is what a search of an explanation may cost in any case where the result is proved.
const provedNodes = 20_000

// explainLines is how many other moves are compared with the best one.
const explainLines = 3

// Explain says why r, found in pos, suggests its move. It searches at most three times, each time for
// at most a quarter of the nodes of r: for the next best moves, for the best of those that catch the
// eye, and for what the opponent would do if it were to move. Where no fact about the move itself
// is found, lines are compared. Reasons that tell the move from others come first: they hold of
// at most a third of the legal moves, or of none of the next best ones. Others are plain.
func (e *Engine) Explain(ctx context.Context, pos game.Position, r *Result) Explanation {
	var x Explanation
	moves := pos.Moves(nil)
	if r.Move == 0 || len(moves) == 0 {
		return x
	}
	if result, ok := ofResult(r, len(moves)); ok {
		x.Reasons = append(x.Reasons, result)
	}
	if e.game == nil || e.game.ID() != pos.Game().ID() {
		e.setGame(pos.Game())
	}
	k := e.workers[0].reasoner
	if k == nil || len(moves) == 1 {
		return x
	}
	others := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool { return m == r.Move })
	limits := Limits{Nodes: min(max(r.Nodes/4, 1), mostNodes), Only: others, MultiPV: explainLines}
	if r.Proved {
		limits.Nodes = max(limits.Nodes, provedNodes) // a win that is found at once does not say how hard the others are
	}
	next := e.Search(ctx, pos, limits, nil)
	x.Second = next.Info
	if len(x.Reasons) > 0 && x.Reasons[0].Key == Wins && next.Proved && !next.Score.Won() {
		x.Reasons[0].Key, x.Reasons[0].Text = OnlyWins, "is the only move that wins"
	}
	if tempting := k.Tempting(pos, r.Move); len(tempting) > 0 {
		x.Tempting = e.Search(ctx, pos, Limits{Nodes: limits.Nodes, Only: tempting}, nil).Info
		if tactics := e.workers[0].tactics; tactics != nil { // none where the engine does without its quiescence search
			x.Keeps = keeps(tactics, pos, r.Move)
		}
	}
	rest := make([]game.Move, 0, explainLines)
	for _, line := range next.Lines {
		rest = append(rest, line.PV[0])
	}
	list := Telling(k, pos, r.Move, moves, rest)
	var null Result
	if turned := k.Turned(pos); turned != nil && !r.Score.Decided() {
		null = e.Search(ctx, turned, Limits{Nodes: limits.Nodes}, nil)
		if why, ok := k.Averts(pos, r.Move, null.Move); ok && tellsThreat(k, pos, &why, moves, rest) {
			list = append(list, why)
		}
	}
	if len(list) == 0 {
		// Last, since what a line leads to is hard to see on the board.
		list = e.leads(ctx, pos, r, next.Lines, Limits{Nodes: max(limits.Nodes/8, 1)})
	}
	slices.SortStableFunc(list, byWeight)
	for _, why := range list {
		// One threat is enough, one comparison of lines, and one reason about a color.
		same := func(o Reason) bool {
			return o.Kind == why.Kind && why.Kind != OfCount || o.Key == why.Key || o.Args["color"] != "" && o.Args["color"] == why.Args["color"]
		}
		if len(x.Reasons) < mostReasons && !slices.ContainsFunc(x.Reasons, same) {
			x.Reasons = append(x.Reasons, why)
		}
	}
	for _, why := range x.Reasons {
		if why.Kind == OfThreat {
			x.IfNot = []game.Move{why.Threat}
			if null.Move == why.Threat {
				x.IfNot = null.PV
			}
		}
	}
	return x
}

// keeps reports whether there are tactical moves after m and any reply.
func keeps(k Tactics, pos game.Position, m game.Move) bool {
	after := pos.Copy()
	after.PlayUnchecked(m)
	for _, reply := range after.Moves(nil) {
		later := after.Copy()
		later.PlayUnchecked(reply)
		if len(k.Tactical(later, nil)) == 0 {
			return false
		}
	}
	return after.Outcome() == game.Ongoing
}

// leads returns what the line of r leads to, compared with the first of others that ends worse.
// Lines too short for that are continued, that of r too.
func (e *Engine) leads(ctx context.Context, pos game.Position, r *Result, others []Info, steps Limits) []Reason {
	if !r.Proved {
		r.PV = e.lengthened(ctx, pos, r.PV, steps)
	}
	for _, other := range others {
		line := e.lengthened(ctx, pos, other.PV, steps)
		n := min(len(r.PV), len(line), leadPlies)
		if n < 2 {
			continue
		}
		if leads := Leads(e.workers[0].reasoner, pos, r.PV[:n], line[:n]); len(leads) > 0 {
			return leads
		}
	}
	return nil
}

// Lines are compared this far: before it nothing has come of them, further on they are guesses.
const (
	leastPlies = 4
	leadPlies  = 8
)

// lengthened returns a line from pos, continued by searches where it is too short to compare.
func (e *Engine) lengthened(ctx context.Context, pos game.Position, line []game.Move, steps Limits) []game.Move {
	end := after(pos, line)
	for len(line) < leastPlies && end.Outcome() == game.Ongoing {
		next := e.Search(ctx, end, steps, nil)
		if len(next.PV) == 0 {
			break
		}
		for _, m := range next.PV {
			end.PlayUnchecked(m)
		}
		line = slices.Concat(line, next.PV)
	}
	return line
}

// ofResult returns what is certain about the result.
func ofResult(r *Result, moves int) (Reason, bool) {
	why := Reason{Kind: OfResult}
	switch {
	case moves == 1:
		why.Key, why.Text = Forced, "is the only move"
	case r.Proved && r.Score.Won():
		why.Key, why.Text = Wins, "wins by force"
	case r.Proved && r.Score == DrawScore:
		why.Key, why.Text = HoldsDraw, "holds the draw"
	case r.Proved && r.Score.Lost():
		why.Key, why.Text = Loses, "is lost like every other move, if the opponent plays well"
	default:
		return why, false
	}
	return why, true
}

// mostAsked is how many of the legal moves are asked whether a reason holds of them too:
// of a thousand, those in equal steps say enough.
const mostAsked = 250

// Telling returns the reasons for the legal move m of p that tell it from the other ones, the weightiest
// first: those that hold of at most a third of moves, the legal ones, or of none of rest, the next
// best. Behind them come the plain ones that many moves share.
func Telling(k Reasoner, p game.Position, m game.Move, moves, rest []game.Move) []Reason {
	list := k.Reasons(p, m)
	if len(list) == 0 {
		return nil
	}
	asked := sample(moves, m)
	others := make([][]Reason, len(asked)+len(rest))
	for i, o := range asked {
		others[i] = k.Reasons(p, o)
	}
	for i, o := range rest {
		others[len(asked)+i] = k.Reasons(p, o)
	}
	told := list[:0]
	for _, why := range list {
		holds := func(i int) bool {
			return slices.ContainsFunc(others[i], func(o Reason) bool { return o.Key == why.Key && o.Rank >= why.Rank })
		}
		if !tells(len(asked), len(rest), holds) {
			if !why.Plain {
				continue
			}
			why.Weight -= sharedWeight
		}
		told = append(told, why)
	}
	slices.SortStableFunc(told, byWeight)
	return told
}

// sharedWeight is taken from the weight of what many moves share, so that it comes last.
const sharedWeight = 100

func byWeight(a, b Reason) int { return cmp.Compare(b.Weight, a.Weight) }

// tellsThreat reports whether a reason about a threat tells the move from others.
func tellsThreat(k Reasoner, p game.Position, why *Reason, moves, rest []game.Move) bool {
	asked := sample(moves, 0)
	return tells(len(asked), len(rest), func(i int) bool {
		m := game.Move(0)
		if i < len(asked) {
			m = asked[i]
		} else {
			m = rest[i-len(asked)]
		}
		_, ok := k.Averts(p, m, why.Threat)
		return ok
	})
}

// tells reports whether holds is true of at most a third of the first asked moves, or of none
// of the rest that follow.
func tells(asked, rest int, holds func(i int) bool) bool {
	none := rest > 0
	for i := range rest {
		none = none && !holds(asked+i)
	}
	if none {
		return true
	}
	n := 0
	for i := range asked {
		if holds(i) {
			n++
		}
	}
	return 3*n <= asked
}

// sample returns at most mostAsked of moves, m among them.
func sample(moves []game.Move, m game.Move) []game.Move {
	step := (len(moves) + mostAsked - 1) / mostAsked
	if step <= 1 {
		return moves
	}
	var list []game.Move
	for i := 0; i < len(moves); i += step {
		list = append(list, moves[i])
	}
	if m != 0 && !slices.Contains(list, m) {
		list = append(list, m)
	}
	return list
}
