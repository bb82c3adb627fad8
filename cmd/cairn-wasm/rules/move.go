package rules

import (
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
)

func playMove(p game.Position, text string) (*message.Played, error) {
	d, err := do(p, text)
	if err != nil {
		return nil, err
	}
	return &message.Played{Ply: d, View: viewOf(p)}, nil
}

func replay(p game.Position, moves []string) *message.Replay {
	r := &message.Replay{Plies: []*message.Ply{}}
	for i, text := range moves {
		d, err := do(p, text)
		if err != nil {
			r.Failed, r.Why = &i, refusalIn(p, err)
			break
		}
		r.Plies = append(r.Plies, d)
	}
	return r
}

// do plays a move and tells what it has done.
func do(p game.Position, text string) (*message.Ply, error) {
	m, err := p.ParseMove(text)
	if err != nil {
		return nil, &positionError{p.Copy(), err}
	}
	before := p.Copy()
	if err := p.Play(m); err != nil {
		return nil, &positionError{before, err}
	}
	return effect(before, m, p), nil
}

// effect tells what the move m has done that led from one position to another.
func effect(before game.Position, m game.Move, after game.Position) *message.Ply {
	g, l := before.Game(), before.Game().Layout()
	e := game.EffectOf(before, m, after)
	d := &message.Ply{
		Move: g.MoveText(m), Claim: e.Claim.Letter(), Side: e.Side, Built: word(e.Built), Captured: e.Captured, Obstacle: e.Obstacle,
		Cut: namesOf(l, e.Cut), Position: after.String(),
	}
	if e.Route != nil {
		d.Path = names(l, e.Route)
	}
	for _, s := range l.Spots {
		stack := before.Stack(s, nil)
		if len(stack) == 0 || s == e.From || len(after.Stack(s, nil)) > 0 {
			continue
		}
		if s == e.To {
			stack = e.Built
		}
		if d.Gone == nil {
			d.Gone = map[string]string{}
		}
		d.Gone[l.Names[s]] = word(stack)
	}
	return d
}

// why says what forbids a move; nil when nothing does.
func why(p game.Position, text string) *message.Refusal {
	_, err := p.ParseMove(text)
	return refusalIn(p, err)
}

// whyStack says what keeps a stack from moving at all: the one rule that forbids
// each of its moves, or the claims with which it could go.
func whyStack(p game.Position, claim, from string) *message.Stuck {
	at, ok := p.Game().Layout().Lookup(from)
	if !ok {
		return &message.Stuck{}
	}
	var color game.Piece
	if claim != "" {
		color = game.Piece(claim[0])
	}
	stuck := &message.Stuck{}
	for _, other := range game.ClaimsFor(p, at, game.NoSpot) {
		if other != color {
			stuck.Claims = append(stuck.Claims, other.Letter())
		}
	}
	if e := game.WhyStuck(p, color, at); e != nil {
		stuck.Why = refusalIn(p, e)
	}
	return stuck
}

// A positionError is an error of the rules with the position that it is about.
type positionError struct {
	position game.Position
	err      error
}

func (e *positionError) Error() string { return e.err.Error() }
func (e *positionError) Unwrap() error { return e.err }

// refusalIn is a refusal with the layers in p that it is about: the pieces of
// the colors it names, in the stacks it names.
func refusalIn(p game.Position, err error) *message.Refusal {
	r := message.RefusalOf(err)
	if r == nil {
		return nil
	}
	g, l := p.Game(), p.Game().Layout()
	for _, spot := range r.Spots {
		at, ok := l.Lookup(spot)
		if !ok {
			continue
		}
		for i, piece := range p.Stack(at, nil) {
			color := g.ColorName(piece)
			if color == "" || color != r.Args["color"] && color != r.Args["color2"] {
				continue
			}
			if r.Layers == nil {
				r.Layers = map[string][]int{}
			}
			r.Layers[spot] = append(r.Layers[spot], i)
		}
	}
	return r
}
