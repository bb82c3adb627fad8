package main

import (
	"errors"

	"cairn.example/game"
)

// ply is a move as it happened: its canonical text, its way, what left the
// board by it, and the position after it.
type ply struct {
	Move     string            `json:"move"`
	Claim    string            `json:"claim,omitempty"`
	Path     []string          `json:"path,omitempty"`
	Gone     map[string]string `json:"gone,omitempty"`
	Side     game.Side         `json:"side"`
	Position string            `json:"position"`
}

// played is the answer to "play".
type played struct {
	Ply  *ply  `json:"ply"`
	View *view `json:"view"`
}

func play(p game.Position, text string) (any, error) {
	d, err := do(p, text)
	if err != nil {
		return nil, err
	}
	return played{d, look(p)}, nil
}

// replayed is the answer to "replay": every ply that could be played and, where
// one could not, which and why. What there is to be seen at the end is a
// question of its own: a record has thousands of lines.
type replayed struct {
	Plies []*ply `json:"plies"`
	// Failed is the number of the first move that is refused, counted from 0.
	Failed *int     `json:"failed,omitempty"`
	Why    *refusal `json:"why,omitempty"`
}

func replay(p game.Position, moves []string) (any, error) {
	r := replayed{Plies: []*ply{}}
	for i, text := range moves {
		d, err := do(p, text)
		if err != nil {
			r.Failed, r.Why = &i, refusalOf(err)
			break
		}
		r.Plies = append(r.Plies, d)
	}
	return r, nil
}

func do(p game.Position, text string) (*ply, error) {
	m, err := p.ParseMove(text)
	if err != nil {
		return nil, err
	}
	g, l := p.Game(), p.Game().Layout()
	parts := g.Parts(m)
	d := &ply{Move: g.MoveText(m), Claim: letter(parts.Claim), Side: p.Side()}
	from, to := name(l, parts.From), name(l, parts.To)
	before := stacks(p)
	if r, ok := p.(game.Router); ok {
		d.Path = names(l, r.Route(m))
	}
	if len(d.Path) == 0 && to != "" {
		d.Path = []string{to}
		if from != "" {
			d.Path = []string{from, to}
		}
	}
	if err := p.Play(m); err != nil {
		return nil, err
	}
	d.Position = p.String()
	after := stacks(p)
	for spot, stack := range before {
		if after[spot] != "" || spot == from {
			continue
		}
		if spot == to {
			stack += before[from]
		}
		if d.Gone == nil {
			d.Gone = map[string]string{}
		}
		d.Gone[spot] = stack
	}
	return d, nil
}

// why says what forbids a move; null when nothing does.
func why(p game.Position, text string) (any, error) {
	_, err := p.ParseMove(text)
	return refusalOf(err), nil
}

// whyStack says what keeps a stack from moving at all; null when it can move,
// or when each way is closed for a reason of its own.
func whyStack(p game.Position, claim, from string) (any, error) {
	l := p.Game().Layout()
	var common *refusal
	for _, s := range l.Spots {
		to := l.Names[s]
		if to == from {
			continue
		}
		text := from + "-" + to
		if claim != "" {
			text = claim + "," + text
		}
		_, err := p.ParseMove(text)
		r := refusalOf(err)
		if r == nil || common != nil && common.Code != r.Code {
			return nil, nil
		}
		common = r
	}
	if common == nil || common.Args["to"] != "" {
		return nil, nil
	}
	return common, nil
}

func refusalOf(err error) *refusal {
	if err == nil {
		return nil
	}
	var e *game.Error
	if errors.As(err, &e) {
		return &refusal{Code: e.Code, Clause: e.Clause, Offset: e.Offset, Spots: e.Spots, Args: e.Args, Text: game.Expand(e.Text, e.Args)}
	}
	return &refusal{Code: "error", Offset: -1, Text: err.Error()}
}
