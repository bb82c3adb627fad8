package mine

import (
	"slices"
	"strings"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/study/puzzle"
)

// themeOf leads from the ends of the keys of reasons to themes: what a move does by
// the rules, told by the game itself.
var themeOf = map[string]string{
	"wins_six": "six", "completes": "five", "captures": "five", "blocks": "block", "stops": "stop",
	"cuts": "isolation", "strands": "strand",
}

// loud are the themes of moves that everybody sees first.
var loud = []string{"five", "six", "capture", "isolation", "block"}

// longLine is how many moves of the solver make a puzzle long.
const longLine = 3

// themes returns what the moves of the solver do, in the order of the format.
// Each theme is a fact of the rules: nothing is estimated.
func (m *Miner) themes(p game.Position, f *Found) []string {
	has := map[string]bool{}
	pos := p.Copy()
	for i, step := range f.Line {
		mv, err := pos.ParseMove(step[0])
		if err != nil {
			return nil
		}
		after := pos.Copy()
		after.PlayUnchecked(mv)
		if i%2 == 0 {
			for _, t := range m.doneBy(pos, mv, after) {
				has[t] = true
			}
			// The answer without a claim comes first, so here each of them claims.
			has["claim"] = has["claim"] || m.game.Parts(mv).Claim != 0
		}
		if i == 0 {
			has["quiet"] = !slices.ContainsFunc(loud, func(t string) bool { return has[t] })
		}
		pos = after
	}
	has["draw"] = f.Result == puzzle.Draw.String()
	has["long"] = (len(f.Line)+1)/2 >= longLine
	has["ending"] = pos.Outcome() != game.Ongoing
	has["first"] = has["six"] && len(f.Line) == 1 // there is nothing to see beyond it
	var list []string
	for _, t := range puzzle.Themes() {
		if has[t] {
			list = append(list, t)
		}
	}
	return list
}

// Themes returns the themes of a puzzle as they are found now. The error is that of its position.
func (m *Miner) Themes(p *puzzle.Puzzle) ([]string, error) {
	pos, err := m.game.Parse(p.Position)
	if err != nil {
		return nil, err
	}
	return m.themes(pos, &Found{Line: p.Line, Result: p.Result.String()}), nil
}

// doneBy returns the themes of one move.
func (m *Miner) doneBy(before game.Position, mv game.Move, after game.Position) []string {
	var list []string
	for _, r := range m.knowledge.(engine.Reasoner).Reasons(before, mv) {
		if _, end, ok := strings.Cut(r.Key, "."); ok && themeOf[end] != "" {
			list = append(list, themeOf[end])
		}
	}
	// A hint says only what lasts; a puzzle may be about a stack that is taken back.
	at := m.game.Parts(mv)
	us := before.Side()
	if o, ok := before.(game.Owner); ok && o.Owned(us.Other())&at.To.Bit() != 0 && len(before.Stack(at.To, nil)) > 1 && len(after.Stack(at.To, nil)) > 0 &&
		!slices.ContainsFunc(list, func(t string) bool { return t == "five" || t == "six" }) {
		list = append(list, "capture")
	}
	if a, ok := before.(game.Connectivity); ok && (a.Anchors()&at.From.Bit() != 0 || a.Anchors()&at.To.Bit() != 0 && before.(game.Owner).Owned(us)&at.To.Bit() == 0) {
		list = append(list, "anchor")
	}
	e := game.EffectOf(before, mv, after)
	if len(e.Route) > 2 {
		list = append(list, "route")
	}
	if c, ok := before.(game.Claimer); ok && slices.ContainsFunc(e.Built, func(x game.Piece) bool { return !c.IsColor(x) }) {
		list = append(list, "joker")
	}
	return list
}
