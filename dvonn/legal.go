package dvonn

import "cairn.example/game"

// Legal returns nil when m may be played, else an *[game.Error] that names the
// clause broken and the spots concerned.
func (p *Position) Legal(m game.Move) error {
	if e := p.refusal(m); e != nil {
		return e
	}
	return nil
}

// refusal returns why m may not be played, nil when it may. Reasons that hold
// whatever the target come before those that concern it.
func (p *Position) refusal(m game.Move) *game.Error {
	if !wellFormed(m) {
		return refuse("dvonn.no_move", nil)
	}
	if p.placing {
		return p.placingRefusal(m)
	}
	if m&kindMask == kindPlacing {
		if p.over() {
			return refuse("dvonn.over", nil, moveTo(m))
		}
		return refuse("dvonn.all_placed", nil, moveTo(m))
	}
	if m == Pass {
		return p.passRefusal()
	}
	if p.over() {
		return refuse("dvonn.over", nil)
	}
	return p.stackingRefusal(moveFrom(m), moveTo(m))
}

func (p *Position) over() bool { return !p.CanMove(game.First) && !p.CanMove(game.Second) }

// placingRefusal judges a move while pieces are placed.
func (p *Position) placingRefusal(m game.Move) *game.Error {
	if m == Pass {
		return p.passRefusal()
	}
	if m&kindMask == kindStacking {
		return refuse("dvonn.placing", args{"left": number(Spots - p.Placed())}, moveFrom(m), moveTo(m))
	}
	if to := moveTo(m); p.Occupied()&to.Bit() != 0 {
		return refuse("dvonn.occupied", at(to), to)
	}
	return nil
}

// passRefusal judges a pass, by rule 2.4.
func (p *Position) passRefusal() *game.Error {
	var buf [6 * Spots]game.Move
	moves := p.Moves(buf[:0])
	if len(moves) == 0 {
		return refuse("dvonn.over", nil)
	}
	if m := moves[0]; m != Pass {
		e := refuse("dvonn.can_move", args{"move": Game.MoveText(m)})
		for _, s := range [2]game.Spot{From(m), To(m)} {
			if s != game.NoSpot {
				e.Spots = append(e.Spots, layout.Names[s])
			}
		}
		return e
	}
	return nil
}

// stackingRefusal judges the move of a stack, by rule 2.2.
func (p *Position) stackingRefusal(from, to game.Spot) *game.Error {
	side := game.Side(p.side)
	height := int(p.height[from])
	switch {
	case height == 0:
		return refuse("dvonn.empty_origin", at(from), from)
	case (p.tops[0]|p.tops[1])&from.Bit() == 0:
		return refuse("dvonn.lone_dvonn", at(from), from)
	case p.tops[side]&from.Bit() == 0:
		return refuse("dvonn.not_yours", args{
			"spot": layout.Names[from], "owner": colorName(side.Other()),
		}, from)
	case Surrounded(p.Occupied())&from.Bit() != 0:
		return refuse("dvonn.surrounded", at(from), from)
	case from == to:
		return refuse("dvonn.same_spot", at(from), from)
	}
	_, distance, straight := layout.Direction(from, to)
	switch {
	case !straight:
		return refuse("dvonn.not_straight", args{"from": layout.Names[from], "to": layout.Names[to]}, from, to)
	case distance != height:
		return refuse("dvonn.distance", args{
			"from": layout.Names[from], "to": layout.Names[to],
			"height": number(height), "distance": number(distance),
		}, from, to)
	case p.height[to] == 0:
		return refuse("dvonn.empty_target", at(to), to, from)
	}
	return nil
}
