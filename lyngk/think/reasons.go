package think

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// Reasons returns what a person would play a move for. It implements
// [engine.Reasoner].
func (k *Knowledge) Reasons(p game.Position, move game.Move) []engine.Reason {
	if move == lyngk.Pass() {
		return []engine.Reason{{Key: "lyngk.must_pass", Kind: engine.OfResult, Text: "no turn is possible"}}
	}
	e := explain(p.(*lyngk.Position), move)
	e.tellScore()
	e.tellStopped()
	threatens := e.tellThreat()
	// A stack that needs one piece more is named once: by the threat, by the colors that
	// it lacks, or by its height.
	missing := e.almostFull()
	if len(missing) > 0 && !threatens {
		e.tellMissing(missing)
	}
	e.tellTaken()
	e.tellSaved()
	e.tellGuarded()
	e.tellClaim()
	if e.height == e.full && !e.own {
		e.Add(30, "lyngk.blocks", "makes {spot} an obstacle for good", []game.Spot{e.to}, "spot", e.Name(e.to))
	}
	e.tellMobility()
	e.tellFreed()
	if !threatens && len(missing) == 0 {
		e.tellBuilt()
	}
	e.tellJoker()
	if !slices.ContainsFunc(e.Reasons, func(r engine.Reason) bool { return r.Plain }) {
		e.tellReserved()
	}
	return e.Reasons
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

	before, reply, again survey // of the opponent before and after the move, of the mover after it

	engine.Facts
}

func explain(pos *lyngk.Position, move game.Move) *explanation {
	e := &explanation{
		Facts: engine.Facts{Layout: pos.Game().Layout()},
		pos:   pos, move: move, us: pos.Side(), them: pos.Side().Other(), from: lyngk.From(move), to: lyngk.To(move),
		after: pos.Copy().(*lyngk.Position), full: pos.Game().MaxHeight(),
	}
	e.after.PlayUnchecked(move)
	e.height = pos.Height(e.from) + pos.Height(e.to)
	e.own = e.after.Claimed(e.us).Has(pos.Top(e.from))
	e.gained = e.after.Tally(e.us) - pos.Tally(e.us)
	e.before, e.reply, e.again = surveyOf(pos, e.them), surveyOf(e.after, e.them), surveyOf(e.after, e.us)
	return e
}

// survey is what a side could do if it were its turn.
type survey struct {
	origins, targets uint64           // of all moves
	moves            int              // those without a claim
	plain, claimed   [lyngk.Joker]int // by color: moves with it on top, without a claim and with that of it
}

func surveyOf(p *lyngk.Position, s game.Side) (v survey) {
	for _, mv := range p.WithSide(s).Moves(nil) {
		if mv == lyngk.Pass() {
			continue
		}
		v.origins |= lyngk.From(mv).Bit()
		v.targets |= lyngk.To(mv).Bit()
		top := p.Top(lyngk.From(mv))
		if c, claims := lyngk.Claim(mv); !claims {
			v.moves++
			v.plain[top]++
		} else if c == top {
			v.claimed[top]++
		}
	}
	return v
}

// opens returns how many more moves with c on top the side has once it has claimed c.
func (v *survey) opens(c lyngk.Color) int { return v.claimed[c] - v.plain[c] }

// bestClaim returns the color whose claim opens most moves, and how many.
func (v *survey) bestClaim() (best lyngk.Color, n int) {
	for c := range lyngk.Joker {
		if more := v.opens(c); v.claimed[c] > 0 && more > n {
			best, n = c, more
		}
	}
	return best, n
}

// begins returns where m begins as text, the color first that it claims: "I,e1".
func begins(m game.Move) string {
	text, _, _ := strings.Cut(lyngk.Standard.MoveText(m), "-")
	return text
}

// safe reports whether the opponent cannot build on s after the move.
func (e *explanation) safe(s game.Spot) bool { return e.reply.targets&s.Bit() == 0 }

// tellScore tells of the stacks that the move scores.
func (e *explanation) tellScore() {
	switch {
	case e.gained > 0 && e.pos.Game() == lyngk.Six:
		e.Add(100, "lyngk.wins_six", "completes the six that wins", []game.Spot{e.to})
	case e.gained == 1:
		e.Add(100, "lyngk.completes", "completes a five on {spot}", []game.Spot{e.to}, "spot", e.Name(e.to))
	case e.gained > 1:
		e.Add(100, "lyngk.captures", "scores {n} fives at once", []game.Spot{e.to}, "n", strconv.Itoa(e.gained))
	}
}

// tellStopped tells of a stack that the opponent could have completed if it were its turn, and
// whether the opponent can complete another one after the move.
func (e *explanation) tellStopped() {
	threats, left := completions(e.pos, e.them), targets(completions(e.after, e.them))
	if left&^targets(threats) != 0 {
		return
	}
	for _, m := range threats {
		from, s := lyngk.From(m), lyngk.To(m)
		if left&s.Bit() != 0 {
			continue
		}
		weight, key, text := 90, "lyngk.stops", "stops the opponent from completing a stack of {n} with {from}-{spot}"
		if left != 0 {
			weight, key, text = 62, "lyngk.stops_one", text+", though not from completing another one"
		}
		r := e.Add(weight, key, text, []game.Spot{from, s}, "n", strconv.Itoa(e.full), "from", begins(m), "spot", e.Name(s))
		r.Kind, r.Threat = engine.OfThreat, m
		return
	}
}

// tellThreat tells of a stack that could be completed next, which could not before and which
// the opponent does not complete first. It returns whether there is one.
func (e *explanation) tellThreat() bool {
	if e.gained > 0 || e.again.moves == 0 {
		return false
	}
	known := targets(completions(e.pos, e.us)) | targets(completions(e.after, e.them))
	list := completions(e.after, e.us)
	for _, m := range list {
		if s := lyngk.To(m); known&s.Bit() == 0 {
			r := e.Add(80, "lyngk.threatens", "threatens to complete a stack of {n} with {from}-{spot}", []game.Spot{lyngk.From(m), s},
				"n", strconv.Itoa(e.full), "from", begins(m), "spot", e.Name(s))
			r.Rank = bits.OnesCount64(targets(list) &^ known)
			return true
		}
	}
	return false
}

// almostFull returns the single pieces of a stack of the mover's own that needs one piece
// more, by what they are; none where the move builds no such stack, where no such
// piece is left, or where more than two colors would do.
func (e *explanation) almostFull() []lyngk.Color {
	if !e.own || e.gained > 0 || e.after.Height(e.to) != e.full-1 {
		return nil
	}
	lone := e.after.OfHeight(1)
	var list []lyngk.Color
	for _, c := range missingColors(e.after, e.to) {
		if e.after.Tops(c)&lone != 0 {
			list = append(list, c)
		}
	}
	if len(list) > 2 {
		return nil
	}
	if e.after.Tops(lyngk.Joker)&lone != 0 {
		list = append(list, lyngk.Joker)
	}
	return list
}

// tellMissing tells which pieces would complete a stack that needs one piece more.
func (e *explanation) tellMissing(missing []lyngk.Color) {
	args := []string{"n", strconv.Itoa(e.full - 1), "spot", e.Name(e.to)}
	key, text := "lyngk.lacks_", "makes a stack of {n} on {spot} that lacks only "
	joker := missing[len(missing)-1] == lyngk.Joker
	if joker {
		missing = missing[:len(missing)-1]
	}
	for i, c := range missing {
		args = append(args, [2]string{"color", "other"}[i], c.String())
	}
	switch {
	case len(missing) == 0:
		key, text = key+"joker", text+"a joker"
	case len(missing) == 1 && joker:
		key, text = key+"one", text+"{color} or a joker"
	case len(missing) == 1:
		key, text = key+"color", text+"{color}"
	case joker:
		key, text = key+"two", text+"{color}, {other} or a joker"
	default:
		key, text = key+"colors", text+"{color} or {other}"
	}
	e.Add(60, key, text, []game.Spot{e.to}, args...)
}

// tellTaken tells of an opponent's stack that the move builds upon, and whether it can be taken back.
func (e *explanation) tellTaken() {
	n := e.pos.Height(e.to)
	if e.gained > 0 || e.pos.Owned(e.them)&e.to.Bit() == 0 {
		return
	}
	weight, key, text := 70, "lyngk.takes", "takes the opponent's stack of {n} on {spot}, which cannot be taken back at once"
	switch {
	case e.safe(e.to):
	case holds(e.after, e.to):
		weight, key, text = 66, "lyngk.retakes", "takes the opponent's stack of {n} on {spot}; if it is taken back, it can be taken again"
	case regains(e.after, e.to):
		weight, key, text = 60, "lyngk.trades", "takes the opponent's stack of {n} on {spot}, which can be taken back"
	default:
		return // the opponent can only cover it
	}
	if n == 1 || key == "lyngk.trades" {
		weight -= 46 // it counts for less than what is said of threats and moves
	}
	e.Add(weight, key, text, []game.Spot{e.to}, "n", strconv.Itoa(n), "spot", e.Name(e.to)).Rank = n
}

// holds reports whether the side not to move can take the stack on s again whatever the other side builds
// upon it, obstacles and stacks with a neutral top included.
func holds(p *lyngk.Position, s game.Spot) bool {
	for _, mv := range p.Moves(nil) {
		if mv == lyngk.Pass() || lyngk.To(mv) != s {
			continue
		}
		after := p.Copy().(*lyngk.Position)
		after.PlayUnchecked(mv)
		if h := after.Height(s); h == 0 || h == p.Game().MaxHeight() || !retakes(after, s) {
			return false
		}
	}
	return true
}

// retakes reports whether the side to move can take the stack on s, and hold it.
func retakes(p *lyngk.Position, s game.Spot) bool {
	us := p.Side()
	return slices.ContainsFunc(p.Moves(nil), func(mv game.Move) bool {
		if mv == lyngk.Pass() || lyngk.To(mv) != s {
			return false
		}
		after := p.Copy().(*lyngk.Position)
		after.PlayUnchecked(mv)
		return after.Tally(us) > p.Tally(us) || after.Owned(us)&s.Bit() != 0 && holds(after, s)
	})
}

// regains reports whether the side to move can take the stack on s so that the other side, who may
// take it again, does not keep it.
func regains(p *lyngk.Position, s game.Spot) bool {
	us := p.Side()
	for _, mv := range p.Moves(nil) {
		if mv == lyngk.Pass() || lyngk.To(mv) != s {
			continue
		}
		after := p.Copy().(*lyngk.Position)
		after.PlayUnchecked(mv)
		if after.Tally(us) > p.Tally(us) || after.Owned(us)&s.Bit() != 0 && !regains(after, s) {
			return true
		}
	}
	return false
}

// tellGuarded tells of the highest stack of the mover's own that the opponent could have taken for good,
// and that no move of the opponent reaches after the move, which is one of another stack.
func (e *explanation) tellGuarded() {
	open := e.pos.Owned(e.us) & e.before.targets &^ e.reply.targets &^ e.from.Bit() &^ e.pos.OfHeight(1)
	if e.gained > 0 {
		open &^= e.to.Bit()
	}
	if open == 0 {
		return
	}
	var best engine.Reason
	for _, mv := range e.pos.WithSide(e.them).Moves(nil) {
		if s := lyngk.To(mv); mv != lyngk.Pass() && open&s.Bit() != 0 && e.pos.Height(s) > best.Rank && e.after.Owned(e.us)&s.Bit() != 0 {
			if why, forGood := taking(e.pos, mv); forGood {
				best = why
			}
		}
	}
	if best.Rank > 0 {
		best.Weight, best.Plain = best.Weight-20, true
		e.Reasons = append(e.Reasons, best)
	}
}

// taking returns what is said of the opponent's move threat, with which a stack of the mover's own would be
// taken, and whether it cannot be taken back.
func taking(p *lyngk.Position, threat game.Move) (why engine.Reason, forGood bool) {
	them := p.Side().Other()
	from, s := lyngk.From(threat), lyngk.To(threat)
	then := p.WithSide(them)
	then.PlayUnchecked(threat)
	key, text, weight := "lyngk.else_takes", "otherwise the opponent takes the stack of {n} on {spot} with {from}-{spot}", 75
	completes := then.Tally(them) > p.Tally(them)
	if completes {
		key, text, weight = "lyngk.else_completes", "otherwise the opponent takes the stack of {n} on {spot} and completes one of {full} with {from}-{spot}", 85
	}
	why = engine.NewReason(key, text, []game.Spot{from, s}, "n", strconv.Itoa(p.Height(s)), "full", strconv.Itoa(p.Game().MaxHeight()),
		"from", begins(threat), "spot", p.Game().Layout().Names[s])
	why.Kind, why.Threat, why.Weight, why.Rank = engine.OfThreat, threat, weight, p.Height(s)
	return why, completes || then.Owned(them)&s.Bit() != 0 && surveyOf(then, p.Side()).targets&s.Bit() == 0
}

// tellSaved tells of a stack of the mover's own that the opponent could have built upon, and
// that now stands where it cannot.
func (e *explanation) tellSaved() {
	n := e.pos.Height(e.from)
	if n < 2 || e.gained > 0 || !e.pos.Claimed(e.us).Has(e.pos.Top(e.from)) || e.before.targets&e.from.Bit() == 0 || !e.safe(e.to) {
		return
	}
	for _, mv := range e.pos.WithSide(e.them).Moves(nil) {
		if lyngk.To(mv) == e.from {
			r := e.Add(55, "lyngk.saves", "brings the stack on {spot}, which the opponent could have taken, to safety",
				[]game.Spot{lyngk.From(mv), e.from}, "spot", e.Name(e.from))
			r.Kind, r.Threat, r.Rank = engine.OfThreat, mv, n
			return
		}
	}
}

// tellClaim tells what a claim changes: the moves of pieces of that color. Of another move it tells
// what it takes from the best claim of the opponent.
func (e *explanation) tellClaim() {
	c, claims := lyngk.Claim(e.move)
	if !claims {
		best, all := e.before.bestClaim()
		if _, n := e.reply.bestClaim(); all-n >= 3 && 10*(all-n) >= all {
			e.Count(34, "lyngk.spoils", "lets the best claim of the opponent open {n} moves, not {all} as {color} would now", nil,
				"n", strconv.Itoa(n), "all", strconv.Itoa(all), "color", best.String()).Rank = all - n
		}
		return
	}
	n, less := surveyOf(e.pos, e.us), e.before.plain[c]
	if more := n.opens(c); more > 0 && less > 0 {
		e.Count(50, "lyngk.opens", "claims {color}: {n} more moves, and {less} fewer for the opponent", nil,
			"color", c.String(), "n", strconv.Itoa(more), "less", strconv.Itoa(less)).Rank = more + less
	}
}

// tellMobility tells where the move leaves the opponent few stacks that can move, or none, or
// clearly fewer moves.
func (e *explanation) tellMobility() {
	if e.after.Outcome() != game.Ongoing {
		return
	}
	had, has, own := bits.OnesCount64(e.before.origins), bits.OnesCount64(e.reply.origins), bits.OnesCount64(e.again.origins)
	switch {
	case has == 0 && had > 0:
		e.Add(95, "lyngk.strands", "leaves the opponent without a turn", nil)
	case has == 0:
		e.Add(20, "lyngk.idles", "leaves the opponent without a turn still", nil)
	case has > 0 && has <= engine.FewStacks && has < had && has < own:
		e.Count(65, "lyngk.hampers", "leaves the opponent only {n} stacks that can move", nil, "n", strconv.Itoa(has)).Rank = -has
	case e.clearly(e.before.moves - e.reply.moves):
		key, text := "lyngk.cramps", "leaves the opponent {n} moves in place of {all}"
		if e.after.Claimable(e.them) != 0 {
			key, text = key+"_plain", text+", claims not counted"
		}
		e.Count(45, key, text, nil,
			"n", strconv.Itoa(e.reply.moves), "all", strconv.Itoa(e.before.moves)).Rank = e.before.moves - e.reply.moves
	}
}

// tellFreed tells of clearly more moves of the mover's own. What a claim opens, its own reason says.
func (e *explanation) tellFreed() {
	_, claims := lyngk.Claim(e.move)
	all := surveyOf(e.pos, e.us).moves
	if n := e.again.moves; !claims && n-all >= 4 && 8*(n-all) >= all {
		key, text := "lyngk.frees", "raises the mover's moves from {all} to {n}"
		if e.after.Claimable(e.us) != 0 {
			key, text = key+"_plain", text+", claims not counted"
		}
		e.Count(32, key, text, nil, "n", strconv.Itoa(n), "all", strconv.Itoa(all)).Rank = n - all
	}
}

// clearly reports whether the opponent loses a part of its moves that is worth a word. What a
// claim takes, its own reason says.
func (e *explanation) clearly(lost int) bool {
	_, claims := lyngk.Claim(e.move)
	return !claims && lost >= 4 && 8*lost >= e.before.moves
}

// tellBuilt tells of a stack that the opponent cannot build upon, of the mover's own or of nobody's that
// the opponent cannot move either.
func (e *explanation) tellBuilt() {
	if e.gained > 0 || e.height >= e.full || !e.safe(e.to) {
		return
	}
	if !e.own {
		if e.after.Neutral().Has(e.after.Top(e.to)) && e.reply.origins&e.to.Bit() == 0 {
			e.Add(26, "lyngk.rests", "builds a stack of {n} on {spot} that the opponent can neither move nor build upon", []game.Spot{e.to},
				"n", strconv.Itoa(e.height), "spot", e.Name(e.to))
		}
		return
	}
	e.Add(40, "lyngk.keeps", "builds a stack of {n} under {color} on {spot} that the opponent cannot build upon", []game.Spot{e.to},
		"n", strconv.Itoa(e.height), "color", e.pos.Top(e.from).String(), "spot", e.Name(e.to)).Rank = e.height
}

// tellJoker tells of a lone joker on which the opponent could have built.
func (e *explanation) tellJoker() {
	if e.pos.Top(e.to) == lyngk.Joker && e.before.targets&e.to.Bit() != 0 && e.gained == 0 {
		e.Add(35, "lyngk.joker", "uses the joker on {spot}, which the opponent could have used", []game.Spot{e.to}, "spot", e.Name(e.to))
	}
}

// tellReserved tells of a neutral stack and a claim that is not made yet, of a move of which nothing else
// can be seen.
func (e *explanation) tellReserved() {
	top := e.after.Top(e.to)
	if _, claims := lyngk.Claim(e.move); !claims && e.after.Claimable(e.us) != 0 && e.after.Neutral().Has(top) {
		e.Add(2, "lyngk.reserves", "makes no claim yet: the stack of {n} on {spot} stays neutral until {color} is claimed", []game.Spot{e.to},
			"n", strconv.Itoa(e.height), "spot", e.Name(e.to), "color", top.String())
	}
}

// Turned returns p with the other side to move. It implements [engine.Reasoner].
func (k *Knowledge) Turned(p game.Position) game.Position {
	pos := p.(*lyngk.Position)
	turned := pos.WithSide(pos.Side().Other())
	if !turned.HasMove() || pos.Outcome() != game.Ongoing {
		return nil
	}
	return turned
}

// Averts returns what move keeps the opponent from: taking a stack of the mover's own, or
// claiming a color. That stacks are completed is among the reasons that need no search. It implements
// [engine.Reasoner].
func (k *Knowledge) Averts(p game.Position, move, threat game.Move) (engine.Reason, bool) {
	pos := p.(*lyngk.Position)
	if move == lyngk.Pass() || threat == lyngk.Pass() {
		return engine.Reason{}, false
	}
	names := pos.Game().Layout().Names
	us, them := pos.Side(), pos.Side().Other()
	from, s := lyngk.From(threat), lyngk.To(threat)
	why := engine.Reason{}
	if c, claims := lyngk.Claim(threat); claims {
		mine, ok := lyngk.Claim(move)
		if !ok || mine != c {
			return why, false
		}
		claim := surveyOf(pos, them)
		more := claim.opens(c)
		why = engine.NewReason("lyngk.else_claims", "otherwise the opponent claims {color} with {from}-{spot}, which opens {n} moves", []game.Spot{from, s},
			"color", c.String(), "from", names[from], "spot", names[s], "n", strconv.Itoa(more))
		why.Rank, why.Kind, why.Threat, why.Weight = more, engine.OfThreat, threat, 75
		return why, true
	}
	if n := pos.Height(s); n >= 2 && pos.Claimed(us).Has(pos.Top(s)) {
		after := pos.Copy().(*lyngk.Position)
		after.PlayUnchecked(move)
		at := s
		if lyngk.From(move) == s {
			at = lyngk.To(move)
		}
		if !after.Claimed(us).Has(after.Top(at)) || surveyOf(after, them).targets&at.Bit() != 0 {
			return why, false
		}
		why, _ = taking(pos, threat)
		return why, true
	}
	return why, false
}

// Tempting returns the moves that complete a stack, where move does not. It implements
// [engine.Reasoner].
func (k *Knowledge) Tempting(p game.Position, move game.Move) []game.Move {
	pos, us := p.(*lyngk.Position), p.Side()
	after := pos.Copy().(*lyngk.Position)
	after.PlayUnchecked(move)
	if after.Tally(us) > pos.Tally(us) {
		return nil
	}
	return completions(pos, us)
}

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
