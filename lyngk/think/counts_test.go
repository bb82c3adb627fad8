package think

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/lyngk"
	"cairn.example/nn"
)

// countedGames plays random games of all three kinds, some with late claims, and calls visit
// at every position.
func countedGames(t *testing.T, games int, visit func(g lyngk.Game, pos *lyngk.Position)) {
	t.Helper()
	for _, g := range lyngk.Games() {
		rng := rand.New(rand.NewPCG(11, uint64(g)))
		for i := range games {
			p := g.Start("counts " + string(rune('A'+i)))
			for {
				visit(g, p.(*lyngk.Position))
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				late := slices.IndexFunc(moves, func(m game.Move) bool { _, claims := lyngk.Claim(m); return claims })
				if i%2 == 0 && late > 0 && rng.IntN(8) > 0 {
					moves = moves[:late]
				}
				p.PlayUnchecked(moves[rng.IntN(len(moves))])
			}
		}
	}
}

// TestCountsAgainstSlow compares what is counted for nets with a count stack by stack, at
// every ply of random games, and sees that every count occurs.
func TestCountsAgainstSlow(t *testing.T) {
	var met [countInputs]bool
	x, slow := make([]int32, countInputs), make([]int32, countInputs)
	var l Linear
	countedGames(t, 40, func(g lyngk.Game, p *lyngk.Position) {
		c := NewCounts(g)
		for i := range x {
			x[i] = -1 // all must be written
		}
		c.Count(p, x)
		l.computeFeatures(p)
		slowCounts(&l, p, slow)
		if !slices.Equal(x, slow) {
			for i := range x {
				if x[i] != slow[i] {
					t.Errorf("%s: count %d is %d, counted slowly %d", p, i, x[i], slow[i])
				}
			}
			t.FailNow()
		}
		for i, v := range x {
			if v < 0 || v > 255 {
				t.Fatalf("%s: count %d is %d", p, i, v)
			}
			met[i] = met[i] || v > 0
		}
	})
	for i, ok := range met {
		if !ok {
			t.Errorf("count %d is always 0", i)
		}
	}
}

// slowCounts counts what fillCounts does, the features of Linear aside: those are compared
// by a test of their own.
func slowCounts(l *Linear, p *lyngk.Position, x []int32) {
	clear(x)
	full := p.Game().MaxHeight()
	sides := [2]game.Side{p.Side(), p.Side().Other()}
	var spots []game.Spot
	for b := p.Occupied(); b != 0; b &= b - 1 {
		spots = append(spots, game.Spot(bits.TrailingZeros64(b)))
	}
	// What a stack can be built on; claimed as if somebody had claimed its top.
	targets := func(from game.Spot, claimed bool) (list []game.Spot) {
		c := p.Top(from)
		if c == lyngk.Joker || p.Height(from) >= full {
			return nil
		}
		reach := p.Sight(from)
		if claimed {
			_, reach = p.Component(from.Bit(), p.Tops(c))
		}
		for _, to := range spots {
			h, g := p.Height(from), p.Height(to)
			if from != to && reach&to.Bit() != 0 && g < full && h+g <= full && p.ColorsOn(from)&p.ColorsOn(to) == 0 && (claimed || g <= h) {
				list = append(list, to)
			}
		}
		return list
	}
	type view struct {
		owned, hits, done, movers, open, opens map[game.Spot]bool
		offers                                 []offer
	}
	var views [2]view
	neutral := map[game.Spot]bool{}
	for i, side := range sides {
		v := &views[i]
		for _, m := range []*map[game.Spot]bool{&v.owned, &v.hits, &v.done, &v.movers, &v.open, &v.opens} {
			*m = map[game.Spot]bool{}
		}
		for c := range lyngk.Color(lyngk.Colors) {
			if p.Neutral().Has(c) {
				for _, s := range spots {
					if p.Top(s) == c {
						for _, to := range targets(s, false) {
							neutral[to] = true
						}
					}
				}
			}
			if !p.Claimed(side).Has(c) && !p.Claimable(side).Has(c) {
				continue
			}
			own := p.Claimed(side).Has(c)
			o := offer{}
			for _, s := range spots {
				if p.Top(s) != c {
					continue
				}
				o.stacks++
				o.high = max(o.high, int32(p.Height(s)-1))
				joined, _ := p.Component(s.Bit(), p.Tops(c))
				o.joined = max(o.joined, int32(bits.OnesCount64(joined)))
				if own {
					v.owned[s] = true
				}
				list := targets(s, true)
				o.moves += int32(len(list))
				for _, to := range list {
					built := p.Height(s) + p.Height(to)
					five := built == full
					switch {
					case five:
						o.fives++
					case built == full-1:
						o.fours++
					case built == full-2:
						o.threes++
					}
					switch {
					case own:
						v.hits[to] = true
						if five {
							v.done[to], v.movers[s] = true, true
						}
					default:
						v.open[to] = true
						if five {
							v.opens[to] = true
						}
					}
				}
				if h := p.Height(s); !own && (h == full-1 || h == full-2) {
					for _, to := range spots {
						if to != s && p.Height(to) < full && h+p.Height(to) <= full && p.ColorsOn(s)&p.ColorsOn(to) == 0 {
							if h == full-1 {
								o.live4++
							} else {
								o.live3++
							}
							break
						}
					}
				}
			}
			if !own {
				v.offers = append(v.offers, o)
			}
		}
	}
	copy(x, l.x[:])
	for i := range 2 {
		y := x[i*sideInputs:]
		for _, k := range []int{inTally, inStack4, inStack5, inFives, inTargets, inRight1, inRight2, inOpenFive, inOpenFives, inLive4, inHit4, inOpenLive, inLast} {
			y[k] *= 4
		}
		y[inFree] /= 2
		for k := range y[:sideInputs] {
			y[k] = min(y[k], 255)
		}
	}
	count := func(set map[game.Spot]bool, keep func(s game.Spot) bool) (n int32) {
		for s := range set {
			if keep(s) {
				n++
			}
		}
		return n
	}
	layout := p.Game().Layout()
	for i, side := range sides {
		y := x[Inputs+i*moreInputs:]
		own, other := &views[i], &views[1-i]
		all := func(game.Spot) bool { return true }
		high := func(h int) func(game.Spot) bool { return func(s game.Spot) bool { return p.Height(s) == h } }
		hit := func(s game.Spot) bool { return other.hits[s] || other.open[s] }
		safe := func(s game.Spot) bool { return !hit(s) && !neutral[s] }
		y[inReach] = count(own.hits, all)
		y[inReachAlone] = count(own.hits, func(s game.Spot) bool { return !other.hits[s] })
		y[inHit1] = count(own.owned, func(s game.Spot) bool { return high(1)(s) && hit(s) })
		y[inHit2] = count(own.owned, func(s game.Spot) bool { return high(2)(s) && hit(s) })
		y[inCovered] = count(own.owned, func(s game.Spot) bool { return !high(1)(s) && neutral[s] })
		y[inSafe2] = count(own.owned, func(s game.Spot) bool { return high(2)(s) && safe(s) })
		y[inSafe3] = count(own.owned, func(s game.Spot) bool { return high(full-2)(s) && safe(s) })
		y[inSafe4] = count(own.owned, func(s game.Spot) bool { return high(full-1)(s) && safe(s) })
		y[inSafeTargets] = count(own.done, safe)
		y[inSafeMovers] = count(own.movers, safe)
		y[inTargetHit] = count(own.owned, func(s game.Spot) bool { return other.done[s] || other.opens[s] })
		y[inJokers] = count(own.hits, func(s game.Spot) bool { return p.Top(s) == lyngk.Joker })
		y[inOpenReach] = count(own.open, all)
		for _, o := range own.offers {
			y[inOpenLives] += o.live3 + o.live4
		}
		slices.SortStableFunc(own.offers, func(a, b offer) int { return cmp.Compare(b.rank(), a.rank()) })
		if len(own.offers) > 0 {
			o := own.offers[0]
			y[inOfferStacks], y[inOfferMoves], y[inOfferFives], y[inOfferFours] = o.stacks, min(o.moves, 255), o.fives, min(o.fours, 255)
			y[inOfferThrees], y[inOfferLive3], y[inOfferLive4], y[inOfferJoined] = min(o.threes, 255), o.live3, o.live4, o.joined
		}
		if len(own.offers) > 1 {
			o := own.offers[1]
			y[inSecondStacks], y[inSecondMoves], y[inSecondFives], y[inSecondLive] = o.stacks, min(o.moves, 255), o.fives, o.live3+o.live4
		}
		y[inRim] = count(own.owned, func(s game.Spot) bool { return slices.Contains(layout.Neighbors[s][:], game.NoSpot) })
		for c := range lyngk.Color(lyngk.Colors) {
			if p.Claimable(side).Has(c) && p.Game() == lyngk.Captured {
				n := int32(0)
				for _, s := range spots {
					if p.Top(s) == c && p.Height(s) == full {
						n++
					}
				}
				y[inCapture] = max(y[inCapture], n)
				y[inCaptures] += n
			}
		}
	}
	y := x[Inputs+2*moreInputs:]
	pieces, live := 0, 0
	for _, s := range spots {
		h := p.Height(s)
		if h < full {
			pieces += h
			live++
		} else {
			y[inObstacles]++
		}
		switch {
		case p.Top(s) == lyngk.Joker:
			y[inAlone]++
		case !views[0].owned[s] && !views[1].owned[s] && h < full:
			y[inNobody1+h-1]++
		}
	}
	y[inMaterial] = int32(min(pieces/full, live/2))
	y[inOdd] = int32(len(spots) % 2)
	y[inClaims00+3*p.Claimed(sides[0]).Len()+p.Claimed(sides[1]).Len()] = 1
}

// What is counted is the same for all images of a position, with its colors exchanged, and
// with the sides swapped.
func TestCountsSymmetries(t *testing.T) {
	n := 0
	countedGames(t, 4, func(g lyngk.Game, p *lyngk.Position) {
		c := NewCounts(g)
		list := func(p game.Position) []int32 {
			x := make([]int32, c.Inputs())
			c.Count(p, x)
			return x
		}
		want := list(p)
		for _, text := range []string{turned(t, p, n%12), recolored(p.String()), swapped(p.String())} {
			q, err := g.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := list(q); !slices.Equal(got, want) {
				t.Errorf("%s and %s: %v, %v", p, q, want, got)
			}
		}
		n++
	})
}

// turned returns the text of p under a symmetry of the board, 0 to 11.
func turned(t *testing.T, p game.Position, k int) string {
	l := p.Game().Layout()
	board, rest, _ := strings.Cut(p.String(), " ")
	cells := strings.FieldsFunc(board, func(r rune) bool { return r == ',' || r == '/' })
	sin, cos := math.Sincos(float64(k%6) * math.Pi / 3)
	var mid game.Point
	for _, pt := range l.Points {
		mid.X += pt.X / float64(len(l.Points))
		mid.Y += pt.Y / float64(len(l.Points))
	}
	to := make([]string, len(cells))
	for i, s := range l.Spots {
		x, y := l.Points[s].X-mid.X, l.Points[s].Y-mid.Y
		if k >= 6 {
			x = -x
		}
		x, y = cos*x-sin*y, sin*x+cos*y
		for j, o := range l.Spots {
			if math.Hypot(l.Points[o].X-mid.X-x, l.Points[o].Y-mid.Y-y) < 1e-6 {
				to[j] = cells[i]
			}
		}
	}
	var columns []string
	for _, column := range l.Columns {
		columns = append(columns, strings.Join(to[:len(column)], ","))
		to = to[len(column):]
	}
	return strings.Join(columns, "/") + " " + rest
}

// recolored returns the text of a position with its colors exchanged.
func recolored(text string) string {
	part := strings.Split(text, " ")
	from, to := "IBRGK", "RKGIB"
	exchange := func(r rune) rune {
		if i := strings.IndexRune(from, r); i >= 0 {
			return rune(to[i])
		}
		return r
	}
	part[0] = strings.Map(exchange, part[0])
	var sides []string
	for _, claims := range strings.Split(part[2], ":") {
		list := []rune(strings.Map(exchange, claims))
		slices.SortFunc(list, func(a, b rune) int { return strings.IndexRune(from, a) - strings.IndexRune(from, b) })
		sides = append(sides, string(list))
	}
	part[2] = strings.Join(sides, ":")
	return strings.Join(part, " ")
}

// swapped returns the text of a position with the sides swapped.
func swapped(text string) string {
	part := strings.Split(text, " ")
	part[1] = map[string]string{"1": "2", "2": "1"}[part[1]]
	for i := 2; i < 4; i++ {
		a, b, _ := strings.Cut(part[i], ":")
		part[i] = b + ":" + a
	}
	return strings.Join(part, " ")
}

// The shipped nets say which revision of the program made them.
func TestNetsNameTheirRevision(t *testing.T) {
	nets, err := nn.Parse(shipped)
	if err != nil {
		t.Fatal(err)
	}
	revision := regexp.MustCompile(`, revision [0-9a-f]{7,40}$`)
	for _, n := range nets.Dense {
		if !revision.MatchString(n.Note) {
			t.Errorf("the net of %s says %q", n.Counts, n.Note)
		}
	}
}

// even returns a net for counts of that name to which all positions are even.
func even(counts string) *nn.Dense {
	return &nn.Dense{Counts: counts, Inputs: countInputs, Phases: phases, Knots: 1, Linear: make([]int16, countInputs)}
}

// TestNewDense: of some nets a game takes its own; there may be one for each game.
func TestNewDense(t *testing.T) {
	six := NewCounts(lyngk.Six).ID()
	for says, nets := range map[string][]*nn.Dense{
		"no net for LYNGK": nil,
		"the net is for the counts " + six + ", which LYNGK does not have": {even(six)},
		"the net is for the counts dvonn-1, which LYNGK does not have":     {even("lyngk-1"), even("dvonn-1")},
		"there are two nets for the counts lyngk-1":                        {even("lyngk-1"), even("lyngk-1")},
		"there are two nets for the counts " + six:                         {even("lyngk-1"), even(six), even(six)},
	} {
		if _, err := NewDense(lyngk.Standard, nn.Nets{Dense: nets}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
	if _, err := NewDense(lyngk.Standard, nn.Nets{Dense: []*nn.Dense{even(six), even("lyngk-1")}}); err != nil {
		t.Error(err)
	}
}

// TestPaceOfSix: LYNGK-6 is decided with more stacks left, so fewer moves need their time.
func TestPaceOfSix(t *testing.T) {
	six, standard := lyngk.Six.Start("pace"), lyngk.Standard.Start("pace")
	k := new(Knowledge)
	if a, b := k.MovesLeft(six, 0), k.MovesLeft(standard, 0); a >= b || a < 1 {
		t.Errorf("%v moves of LYNGK-6, %v of LYNGK", a, b)
	}
}
