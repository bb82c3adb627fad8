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
	pos := p.(*lyngk.Position)
	if move == lyngk.Pass() {
		return []engine.Reason{{Key: "lyngk.must_pass", Text: "no turn is possible"}}
	}
	us, them := pos.Side(), pos.Side().Other()
	from, to := lyngk.From(move), lyngk.To(move)
	after := pos.Copy().(*lyngk.Position)
	after.PlayUnchecked(move)
	full := p.Game().MaxHeight()
	height := pos.Height(from) + pos.Height(to)
	name := func(s game.Spot) string { return p.Game().Layout().Names[s] }
	own := pos.Claimed(us).Has(pos.Top(from))
	color, claims := lyngk.Claim(move)
	own = own || claims && color == pos.Top(from)

	var list []engine.Reason
	add := func(key, text string, spots []game.Spot, args ...string) {
		r := engine.Reason{Key: key, Text: text, Spots: spots, Args: map[string]string{}}
		for i := 0; i+1 < len(args); i += 2 {
			r.Args[args[i]] = args[i+1]
		}
		list = append(list, r)
	}

	gained := after.Tally(us) - pos.Tally(us)
	switch {
	case gained > 0 && p.Game() == lyngk.Six:
		add("lyngk.wins_six", "completes the six that wins", []game.Spot{to})
	case gained == 1:
		add("lyngk.completes", "completes a five on {spot}", []game.Spot{to}, "spot", name(to))
	case gained > 1:
		add("lyngk.captures", "scores {n} fives at once", []game.Spot{to}, "n", strconv.Itoa(gained))
	}

	// What the opponent could complete if it were its turn, before and after.
	threats, left := completions(pos, them), completions(after, them)
	for _, mv := range threats {
		if s := lyngk.To(mv); targets(left)&s.Bit() == 0 {
			add("lyngk.stops", "stops the opponent from completing a stack of {n} with {from}-{spot}", []game.Spot{s},
				"n", strconv.Itoa(full), "from", name(lyngk.From(mv)), "spot", name(s))
			break
		}
	}
	known := targets(completions(pos, us)) | targets(left)
	threatens := false
	if gained == 0 {
		for _, mv := range completions(after, us) {
			if s := lyngk.To(mv); known&s.Bit() == 0 {
				threatens = true
				add("lyngk.threatens", "threatens to complete a stack of {n} with {from}-{spot}", []game.Spot{lyngk.From(mv), s},
					"n", strconv.Itoa(full), "from", name(lyngk.From(mv)), "spot", name(s))
				break
			}
		}
	}
	missing := missingColors(after, to)
	lacks := own && gained == 0 && after.Height(to) == full-1 && len(missing) <= 2
	if lacks && !threatens {
		args := []string{"n", strconv.Itoa(full - 1), "spot", name(to)}
		switch len(missing) {
		case 0:
			add("lyngk.lacks_joker", "makes a stack of {n} on {spot} that lacks only a joker", []game.Spot{to}, args...)
		case 1:
			add("lyngk.lacks_one", "makes a stack of {n} on {spot} that lacks only {color} or a joker", []game.Spot{to},
				append(args, "color", missing[0].String())...)
		case 2:
			add("lyngk.lacks_two", "makes a stack of {n} on {spot} that lacks only {color}, {other} or a joker", []game.Spot{to},
				append(args, "color", missing[0].String(), "other", missing[1].String())...)
		}
	}
	if below := pos.Top(to); pos.Height(to) > 1 && below != lyngk.Joker && pos.Claimed(them).Has(below) && gained == 0 {
		add("lyngk.takes", "takes the opponent's stack of {n} on {spot}", []game.Spot{to},
			"n", strconv.Itoa(pos.Height(to)), "spot", name(to))
	}
	if claims && pos.Claimable(them).Has(color) {
		add("lyngk.claims", "claims {color} before the opponent can", nil, "color", color.String())
	}
	if height == full && !own {
		add("lyngk.blocks", "makes {spot} an obstacle for good", []game.Spot{to}, "spot", name(to))
	}
	if pos.WithSide(them).HasMove() && !after.HasMove() && after.Outcome() == game.Ongoing {
		add("lyngk.strands", "leaves the opponent without a turn", nil)
	} else if n := movable(after); n > 0 && n <= fewStacks && n < movable(pos.WithSide(them)) {
		add("lyngk.hampers", "leaves the opponent only {n} stacks that can move", nil, "n", strconv.Itoa(n))
	}
	if own && gained == 0 && height >= 3 && height < full && !lacks {
		add("lyngk.builds", "builds a stack of {n} under {color}", []game.Spot{to},
			"n", strconv.Itoa(height), "color", pos.Top(from).String())
	}
	return list
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
