package api

import (
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/play"
)

// MostPlanned is how many moves a plan has at most.
const MostPlanned = 64

// CheckPlan returns the lines that a side has planned for a game as they are kept: moves as the game writes them, and passes
// where nothing else can be played, which need not be said. It refuses lines that cannot be played and such as leave open
// what is answered.
func CheckPlan(s *play.State, side game.Side, lines [][]string) ([][]string, error) {
	var kept [][]string
	answers, nodes := map[string]string{}, map[string]bool{}
	for _, line := range lines {
		if len(line) > MostPlanned {
			return nil, Refuse(TablePlanLong, "most", strconv.Itoa(MostPlanned))
		}
		pos := s.Position().Copy()
		var played []string
		mover := side.Other()
		step := func(text string) error {
			m, err := pos.ParseMove(text)
			if err != nil {
				return Refusal(err)
			}
			mover = pos.Side()
			path, text := strings.Join(played, " "), pos.Game().MoveText(m)
			if answer, ok := answers[path]; ok && mover == side && answer != text {
				return Refuse(TablePlanAnswer)
			}
			if mover == side {
				answers[path] = text
			}
			played = append(played, text)
			nodes[path+" "+text] = true
			pos.PlayUnchecked(m)
			return nil
		}
		for _, text := range line {
			for pass, only := game.ForcedPass(pos); only && text != pos.Game().MoveText(pass); pass, only = game.ForcedPass(pos) {
				if err := step(pos.Game().MoveText(pass)); err != nil {
					return nil, err
				}
			}
			if err := step(text); err != nil {
				return nil, err
			}
		}
		if len(played) == 0 || mover != side {
			return nil, Refuse(TablePlanAnswer)
		}
		if len(nodes) > MostPlanned {
			return nil, Refuse(TablePlanLong, "most", strconv.Itoa(MostPlanned))
		}
		kept = append(kept, played)
	}
	var ends [][]string
	for i, line := range kept {
		// One that another goes on from says nothing more.
		if !slices.ContainsFunc(kept[i+1:], func(o []string) bool { return beginsWith(o, line) }) && !slices.ContainsFunc(ends, func(o []string) bool { return beginsWith(o, line) }) {
			ends = append(ends, line)
		}
	}
	return ends, nil
}

func beginsWith(line, start []string) bool {
	return len(line) >= len(start) && slices.Equal(line[:len(start)], start)
}

// FollowPlan returns what is left of lines after moves; false where a move is in none of them, and then what was left before it.
func FollowPlan(lines [][]string, moves []string) (left [][]string, in bool) {
	for _, m := range moves {
		var next [][]string
		found := false
		for _, line := range lines {
			if line[0] != m {
				continue
			}
			found = true
			if len(line) > 1 {
				next = append(next, line[1:])
			}
		}
		if !found {
			return lines, false
		}
		lines = next
	}
	return lines, true
}

// After is a plan as it stands after what has happened in its game since it was made or looked at so.
func (p Plan) After(s *play.State) Plan {
	ply, left, in := s.Ply(), p.Lines, false
	if ply >= p.Ply {
		var moves []string
		for _, m := range s.Plies()[p.Ply:] {
			moves = append(moves, m.Text)
		}
		left, in = FollowPlan(p.Lines, moves)
	}
	switch {
	case len(left) == 0:
	case in && !s.Over():
		return Plan{Ply: ply, Lines: left, Unplayed: p.Unplayed}
	default:
		p.Unplayed = left
	}
	return Plan{Ply: ply, Lines: [][]string{}, Unplayed: p.Unplayed}
}
