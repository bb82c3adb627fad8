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

// What some positions offer beyond the seam's own capabilities.
type (
	// sighted tells what a spot sees along its lines.
	sighted interface{ Sight(game.Spot) uint64 }
	// placer tells which piece is placed next.
	placer interface{ Next() game.Piece }
	// hinged tells the stacks on which others hang.
	hinged interface{ Hinges() uint64 }
)

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
	if s, ok := p.(sighted); ok && v.Claims != nil {
		v.Legs = legs(p, s, moves)
	}
	if isolates && v.Placing == "" {
		v.Blocked = blocked(l, v.Stacks)
		if h, ok := p.(hinged); ok {
			v.Hinges = namesOf(l, h.Hinges())
		}
	}
	return v
}

// legs spells out, for every move that may go by way of points (rule 1.6), what
// is reached in one leg from the origin and from each point. The key is claim
// and origin: a claim made with the move counts already.
func legs(p game.Position, sight sighted, moves []game.Move) map[string]map[string][]string {
	g, l := p.Game(), p.Game().Layout()
	own := map[game.Piece]bool{}
	for _, c := range p.(game.Claimer).Claims(p.Side()) {
		own[c] = true
	}
	tops := map[game.Piece]uint64{}
	top := map[game.Spot]game.Piece{}
	var buf []game.Piece
	for _, s := range l.Spots {
		if buf = p.Stack(s, buf[:0]); len(buf) > 0 {
			top[s] = buf[len(buf)-1]
			tops[top[s]] |= s.Bit()
		}
	}
	var all map[string]map[string][]string
	for _, m := range moves {
		parts := g.Parts(m)
		if parts.From == game.NoSpot {
			continue
		}
		c := top[parts.From]
		points := tops[c] &^ parts.From.Bit()
		key := letter(parts.Claim) + "," + name(l, parts.From)
		if all[key] != nil || !own[c] && parts.Claim != c || sight.Sight(parts.From)&points == 0 {
			continue
		}
		reached := map[string][]string{}
		seen := parts.From.Bit()
		for todo := []game.Spot{parts.From}; len(todo) > 0; todo = todo[1:] {
			view := sight.Sight(todo[0]) &^ parts.From.Bit()
			reached[l.Names[todo[0]]] = namesOf(l, view)
			for _, s := range l.Spots {
				if view&points&^seen&s.Bit() != 0 {
					seen |= s.Bit()
					todo = append(todo, s)
				}
			}
		}
		if all == nil {
			all = map[string]map[string][]string{}
		}
		all[key] = reached
	}
	return all
}

// blocked returns the stacks with all six neighbors occupied (rule 2.2).
func blocked(l *game.Layout, stacks map[string]string) []string {
	var list []string
next:
	for _, s := range l.Spots {
		if stacks[l.Names[s]] == "" {
			continue
		}
		for _, n := range l.Neighbors[s] {
			if n == game.NoSpot || stacks[l.Names[n]] == "" {
				continue next
			}
		}
		list = append(list, l.Names[s])
	}
	return list
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
