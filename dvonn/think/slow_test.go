package think

import (
	"math/bits"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
)

// TestFeaturesAgainstSlow compares the features with those counted stack by stack,
// at every ply of random games, and in positions with stacks that no game can have
// left without contact.
func TestFeaturesAgainstSlow(t *testing.T) {
	positions := 0
	fast, slow := new(Linear), new(Linear)
	compare := func(p *dvonn.Position) {
		t.Helper()
		fast.computeFeatures(p)
		slow.slowFeatures(p)
		for k := range fast.x {
			if fast.x[k] != slow.x[k] {
				t.Fatalf("%s: feature %d of side %d is %d, counted slowly %d", p, k%sideInputs, k/sideInputs, fast.x[k], slow.x[k])
			}
		}
		positions++
	}
	for i := range 150 {
		seed := "slow " + string(rune('A'+i))
		p := dvonn.Game.StartFull(seed)
		s := game.NewStream("test", "dvonn", seed)
		for {
			compare(p.(*dvonn.Position))
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.PlayUnchecked(moves[s.Intn(len(moves))])
		}
	}
	for _, text := range []string{
		"W,.,./D,W,.,./B,.,.,W,./.,.,.,WB,./.,.,.,.,./.,B,.,.,./.,.,.,.,./.,.,.,.,./.,BW,.,.,./.,.,.,./.,.,. w move",
		"W,B,./.,.,.,./.,.,.,.,./.,.,D,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,W/.,BB,WWWW b move",
	} {
		p, err := dvonn.Game.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		compare(p.(*dvonn.Position))
	}
	if positions < 3000 {
		t.Errorf("only %d positions were compared", positions)
	}
}

// slowFeatures fills e.x with the features of p, which is in the stacking phase.
func (e *Linear) slowFeatures(p *dvonn.Position) {
	x := &e.x
	*x = [Inputs]int32{}
	occ := p.Occupied()
	held := p.Dvonn()
	free := occ &^ dvonn.Surrounded(occ)
	us := p.Side()
	tops := [2]uint64{p.Owned(us), p.Owned(us.Other())}

	var layer [64]uint8
	seen := held
	for d := uint8(1); ; d++ {
		next := dvonn.Grow(seen) & occ &^ seen
		if next == 0 {
			break
		}
		for b := next; b != 0; b &= b - 1 {
			layer[lowest(b)] = min(d, 5)
		}
		seen |= next
	}

	seen1 := dvonn.Grow(held)
	for i := range tops {
		y := (*[sideInputs]int32)(x[i*sideInputs:])
		theirs := tops[1-i]
		var attacked uint64
		for b := tops[i]; b != 0; b &= b - 1 {
			s := lowest(b)
			bit := b & -b
			h := uint(p.Height(game.Spot(s)))
			n := int32(h)
			y[inPieces] += n
			y[heightInput[min(h, 7)]]++
			if l := layer[s]; l > 0 {
				y[inLayer1+int(l)-1] += n
			} else {
				y[inHolds]++
			}
			around := dvonn.Neighbors(game.Spot(s)) & occ
			if around&(around-1) == 0 {
				y[inHanging] += n
				if around&theirs != 0 {
					y[inLoose] += n
				}
			}
			if h > dvonn.MaxReach {
				y[inDead] += n
			}
			to := dvonn.Reach(int(h), game.Spot(s)) & occ
			if free&bit == 0 {
				y[inBlocked]++
				y[inWaiting] += int32(bits.OnesCount64(to))
				continue
			}
			if to == 0 {
				y[inStuck] += n
				continue
			}
			y[mobileInput[min(h, 3)]]++
			y[inMobile]++
			y[inStrong] += n
			y[inMoves] += int32(bits.OnesCount64(to))
			if held&bit != 0 {
				y[inCarry]++
			}
			y[inTakes] += int32(bits.OnesCount64(to & theirs))
			y[inOnDvonn] += int32(bits.OnesCount64(to & held))
			attacked |= to & theirs
		}
		y[inEdge] = int32(bits.OnesCount64(tops[i] & edge))
		z := (*[sideInputs]int32)(x[(1-i)*sideInputs:])
		z[inHit] = int32(bits.OnesCount64(attacked))
		for b := attacked; b != 0; b &= b - 1 {
			z[inAttacked] += int32(p.Height(game.Spot(lowest(b))))
		}
		for b := theirs &^ attacked & seen1; b != 0; b &= b - 1 {
			s := lowest(b)
			if held>>s&1 != 0 {
				z[inSafe] += int32(p.Height(game.Spot(s)))
			} else {
				z[inSafeNear] += int32(p.Height(game.Spot(s)))
			}
		}
	}
	x[Inputs-1] = 1
}
