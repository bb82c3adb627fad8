package main

import (
	"cairn.example/game"
)

// view is all a page shows of a position and lets people do in it.
type view struct {
	Position string                         `json:"position"`
	Side     game.Side                      `json:"side"`
	Outcome  string                         `json:"outcome"`
	Stacks   map[string]string              `json:"stacks"`
	Claims   *[2][]string                   `json:"claims,omitempty"`
	Standing *[2][]count                    `json:"standing,omitempty"`
	Moves    []move                         `json:"moves"`
	Legs     map[string]map[string][]string `json:"legs,omitempty"`
	Pass     bool                           `json:"pass,omitempty"`
	Placing  string                         `json:"placing,omitempty"`
	Hinges   []string                       `json:"hinges,omitempty"`
	Blocked  []string                       `json:"blocked,omitempty"`
}

type count struct {
	Key string `json:"key"`
	N   int    `json:"n"`
}

type move struct {
	Text  string   `json:"text"`
	Claim string   `json:"claim,omitempty"`
	From  string   `json:"from,omitempty"`
	To    string   `json:"to,omitempty"`
	Cuts  []string `json:"cuts,omitempty"`
}

// placer is offered by positions that know which piece is placed next.
type placer interface{ Next() game.Piece }

var outcomes = [...]string{game.Ongoing: "ongoing", game.FirstWins: "first", game.SecondWins: "second", game.Draw: "draw"}

func look(p game.Position) *view {
	g, l := p.Game(), p.Game().Layout()
	v := &view{Position: p.String(), Side: p.Side(), Outcome: outcomes[p.Outcome()], Stacks: stacks(p), Moves: []move{}}
	if c, ok := p.(game.Claimer); ok {
		v.Claims = &[2][]string{letters(c.Claims(game.First)), letters(c.Claims(game.Second))}
	}
	if s, ok := p.(game.Scorer); ok {
		v.Standing = &[2][]count{counts(s.Standing(game.First)), counts(s.Standing(game.Second))}
	}
	if n, ok := p.(placer); ok {
		v.Placing = letter(n.Next())
	}
	isolator, isolates := p.(game.Isolator)
	moves := p.Moves(nil)
	for _, m := range moves {
		parts := g.Parts(m)
		out := move{Text: g.MoveText(m), Claim: letter(parts.Claim), From: name(l, parts.From), To: name(l, parts.To)}
		if isolates {
			out.Cuts = namesOf(l, isolator.Isolated(m))
		}
		v.Pass = v.Pass || parts.Pass()
		v.Moves = append(v.Moves, out)
	}
	if h, ok := p.(game.LegLister); ok {
		v.Legs = legs(p, h, moves)
	}
	if h, ok := p.(game.Connectivity); ok && v.Placing == "" {
		v.Hinges, v.Blocked = namesOf(l, h.Hinges()), namesOf(l, h.Blocked())
	}
	return v
}

// legs spells out, for every move that may go by way of points (rule 1.6), what
// is reached in one leg from the origin and from each point. The key is claim
// and origin: a claim made with the move counts already.
func legs(p game.Position, h game.LegLister, moves []game.Move) map[string]map[string][]string {
	g, l := p.Game(), p.Game().Layout()
	var all map[string]map[string][]string
	for _, m := range moves {
		parts := g.Parts(m)
		key := letter(parts.Claim) + "," + name(l, parts.From)
		if parts.From == game.NoSpot || all[key] != nil {
			continue
		}
		h.Legs(m, func(at game.Spot, reached uint64) {
			if all == nil {
				all = map[string]map[string][]string{}
			}
			if all[key] == nil {
				all[key] = map[string][]string{}
			}
			all[key][l.Names[at]] = namesOf(l, reached)
		})
	}
	return all
}

func stacks(p game.Position) map[string]string {
	l := p.Game().Layout()
	m := map[string]string{}
	var buf []game.Piece
	for _, s := range l.Spots {
		if buf = p.Stack(s, buf[:0]); len(buf) > 0 {
			m[l.Names[s]] = word(buf)
		}
	}
	return m
}

func word(pieces []game.Piece) string {
	b := make([]byte, len(pieces))
	for i, p := range pieces {
		b[i] = byte(p)
	}
	return string(b)
}

func letters(pieces []game.Piece) []string {
	list := make([]string, len(pieces))
	for i, p := range pieces {
		list[i] = letter(p)
	}
	return list
}

func letter(p game.Piece) string {
	if p == 0 {
		return ""
	}
	return string(rune(p))
}

func name(l *game.Layout, s game.Spot) string {
	if s >= game.NoSpot {
		return ""
	}
	return l.Names[s]
}

func counts(list []game.Count) []count {
	out := make([]count, len(list))
	for i, c := range list {
		out[i] = count{c.Key, c.N}
	}
	return out
}
