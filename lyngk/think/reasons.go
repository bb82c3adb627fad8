package think

import (
	"math/bits"
	"strconv"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// Reasons returns what a person would play a move for. It implements
// [engine.Reasoner].
func (k *Knowledge) Reasons(p game.Position, move game.Move) []engine.Reason {
	if move == lyngk.Pass() {
		return []engine.Reason{{Key: "lyngk.must_pass", Text: "no turn is possible"}}
	}
	e := explain(p.(*lyngk.Position), move)
	e.tellScore()
	e.tellStopped()
	threatens := e.tellThreat()
	// A stack that needs one piece more is named once: by the threat, by the colors that
	// it lacks, or by its height.
	almost, missing := e.almostFull()
	if almost && !threatens {
		e.tellMissing(missing)
	}
	e.tellTaken()
	e.tellClaim()
	if e.height == e.full && !e.own {
		e.add("lyngk.blocks", "makes {spot} an obstacle for good", []game.Spot{e.to}, "spot", e.name(e.to))
	}
	e.tellMobility()
	if e.own && e.gained == 0 && !almost && e.height >= 3 && e.height < e.full {
		e.add("lyngk.builds", "builds a stack of {n} under {color}", []game.Spot{e.to},
			"n", strconv.Itoa(e.height), "color", e.pos.Top(e.from).String())
	}
	return e.reasons
}

// explanation is a move with what it changes, and the reasons found so far.
type explanation struct {
	pos, after *lyngk.Position
	move       game.Move
	us, them   game.Side
	from, to   game.Spot

	full   int  // the height of a full stack
	height int  // of the stack that the move builds
	own    bool // its top is the mover's own, by the claim of the move too
	gained int  // how many fives, or sixes, the move scores

	reasons []engine.Reason
}

func explain(pos *lyngk.Position, move game.Move) *explanation {
	e := &explanation{
		pos: pos, move: move, us: pos.Side(), them: pos.Side().Other(), from: lyngk.From(move), to: lyngk.To(move),
		after: pos.Copy().(*lyngk.Position), full: pos.Game().MaxHeight(),
	}
	e.after.PlayUnchecked(move)
	e.height = pos.Height(e.from) + pos.Height(e.to)
	e.own = e.after.Claimed(e.us).Has(pos.Top(e.from))
	e.gained = e.after.Tally(e.us) - pos.Tally(e.us)
	return e
}

func (e *explanation) add(key, text string, spots []game.Spot, args ...string) {
	e.reasons = append(e.reasons, engine.NewReason(key, text, spots, args...))
}

func (e *explanation) name(s game.Spot) string { return e.pos.Game().Layout().Names[s] }

// tellScore tells of the stacks that the move scores.
func (e *explanation) tellScore() {
	switch {
	case e.gained > 0 && e.pos.Game() == lyngk.Six:
		e.add("lyngk.wins_six", "completes the six that wins", []game.Spot{e.to})
	case e.gained == 1:
		e.add("lyngk.completes", "completes a five on {spot}", []game.Spot{e.to}, "spot", e.name(e.to))
	case e.gained > 1:
		e.add("lyngk.captures", "scores {n} fives at once", []game.Spot{e.to}, "n", strconv.Itoa(e.gained))
	}
}

// tellStopped tells of a stack that the opponent could have completed if it were its turn,
// and cannot any more.
func (e *explanation) tellStopped() {
	left := targets(completions(e.after, e.them))
	for _, m := range completions(e.pos, e.them) {
		if s := lyngk.To(m); left&s.Bit() == 0 {
			e.add("lyngk.stops", "stops the opponent from completing a stack of {n} with {from}-{spot}", []game.Spot{s},
				"n", strconv.Itoa(e.full), "from", e.name(lyngk.From(m)), "spot", e.name(s))
			return
		}
	}
}

// tellThreat tells of a stack that could be completed next, which could not before and which
// the opponent does not complete first. It returns whether there is one.
func (e *explanation) tellThreat() bool {
	if e.gained > 0 {
		return false
	}
	known := targets(completions(e.pos, e.us)) | targets(completions(e.after, e.them))
	for _, m := range completions(e.after, e.us) {
		if s := lyngk.To(m); known&s.Bit() == 0 {
			e.add("lyngk.threatens", "threatens to complete a stack of {n} with {from}-{spot}", []game.Spot{lyngk.From(m), s},
				"n", strconv.Itoa(e.full), "from", e.name(lyngk.From(m)), "spot", e.name(s))
			return true
		}
	}
	return false
}

// almostFull reports whether the move builds a stack of the mover's own that needs one piece
// more, and which colors that may be.
func (e *explanation) almostFull() (almost bool, missing []lyngk.Color) {
	missing = missingColors(e.after, e.to)
	return e.own && e.gained == 0 && e.after.Height(e.to) == e.full-1 && len(missing) <= 2, missing
}

// tellMissing tells what a stack lacks that needs one piece more.
func (e *explanation) tellMissing(missing []lyngk.Color) {
	args := []string{"n", strconv.Itoa(e.full - 1), "spot", e.name(e.to)}
	for i, c := range missing {
		args = append(args, [2]string{"color", "other"}[i], c.String())
	}
	key, text := "lyngk.lacks_joker", "makes a stack of {n} on {spot} that lacks only a joker"
	switch len(missing) {
	case 1:
		key, text = "lyngk.lacks_one", "makes a stack of {n} on {spot} that lacks only {color} or a joker"
	case 2:
		key, text = "lyngk.lacks_two", "makes a stack of {n} on {spot} that lacks only {color}, {other} or a joker"
	}
	e.add(key, text, []game.Spot{e.to}, args...)
}

// tellTaken tells of an opponent's stack that the move builds upon.
func (e *explanation) tellTaken() {
	below := e.pos.Top(e.to)
	if e.pos.Height(e.to) > 1 && below != lyngk.Joker && e.pos.Claimed(e.them).Has(below) && e.gained == 0 {
		e.add("lyngk.takes", "takes the opponent's stack of {n} on {spot}", []game.Spot{e.to},
			"n", strconv.Itoa(e.pos.Height(e.to)), "spot", e.name(e.to))
	}
}

// tellClaim tells of a claim of a color that the opponent could have claimed.
func (e *explanation) tellClaim() {
	if color, claims := lyngk.Claim(e.move); claims && e.pos.Claimable(e.them).Has(color) {
		e.add("lyngk.claims", "claims {color} before the opponent can", nil, "color", color.String())
	}
}

// tellMobility tells where the move leaves the opponent few stacks that can move, or none.
func (e *explanation) tellMobility() {
	before := e.pos.WithSide(e.them)
	if before.HasMove() && !e.after.HasMove() && e.after.Outcome() == game.Ongoing {
		e.add("lyngk.strands", "leaves the opponent without a turn", nil)
	} else if n := movable(e.after); n > 0 && n <= fewStacks && n < movable(before) {
		e.add("lyngk.hampers", "leaves the opponent only {n} stacks that can move", nil, "n", strconv.Itoa(n))
	}
}

// fewStacks is how many stacks that can move are few enough to be spoken of.
const fewStacks = 4

// completions returns the moves with which s could complete a stack if it were
// its turn.
func completions(p *lyngk.Position, s game.Side) []game.Move {
	return new(Knowledge).Tactical(p.WithSide(s), nil)
}

// targets returns where moves end.
func targets(list []game.Move) (spots uint64) {
	for _, mv := range list {
		spots |= lyngk.To(mv).Bit()
	}
	return spots
}

// missingColors returns the colors that the stack on s lacks. One piece more is of
// one of them or a joker: no color stands in a stack twice (rule 1.4).
func missingColors(p *lyngk.Position, s game.Spot) (list []lyngk.Color) {
	for c := range lyngk.Color(lyngk.Colors) {
		if !p.ColorsOn(s).Has(c) {
			list = append(list, c)
		}
	}
	return list
}

// movable returns the number of stacks that the side to move can move.
func movable(p *lyngk.Position) int {
	var origins uint64
	for _, mv := range p.Moves(nil) {
		if mv != lyngk.Pass() {
			origins |= lyngk.From(mv).Bit()
		}
	}
	return bits.OnesCount64(origins)
}
