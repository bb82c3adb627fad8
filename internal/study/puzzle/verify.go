package puzzle

import (
	"errors"
	"strconv"

	"cairn.example/game"
)

// A Verifier proves puzzles by plain alpha-beta search over won, drawn and lost
// with a window of no width: every line of play to the end of the game, in the
// order in which the rules list moves, until the answer is certain. It has no
// hash, no bounds, no estimates and no ordering, so that it shares nothing with
// the searches that found the puzzles but the rules. It is used by one goroutine.
type Verifier struct {
	// Limit bounds the positions visited for one puzzle; 0 sets no bound.
	Limit uint64

	// Nodes counts the positions visited for the last puzzle.
	Nodes uint64

	moves  [][]game.Move
	stack  []game.Position
	game   game.Game
	solver game.Side
	need   Result
	spent  bool
}

// ErrUnproved says that the limit did not suffice.
var ErrUnproved = errors.New("not proved within the limit")

// WrongError says what is wrong with a puzzle. The message catalog has its text under Code.
type WrongError struct {
	Step int    // of the line, from 0
	Code string // such as "puzzle.wrong.keeps"; "" where Err says it
	Move string // that is wrong, "" where it is no move
	Err  error  // of the rules, nil for none
}

// What may be wrong with a puzzle: the codes of a [WrongError].
const (
	wrongPosition = "puzzle.wrong.position" // cannot be read
	notCanonical  = "puzzle.wrong.canonical"
	wrongTurn     = "puzzle.wrong.turn"
	wrongText     = "puzzle.wrong.text"
	otherMove     = "puzzle.wrong.other"
	keepsToo      = "puzzle.wrong.keeps"
	keepsNot      = "puzzle.wrong.loses"
	givesMore     = "puzzle.wrong.more"
	noChoice      = "puzzle.wrong.choice"
)

// Error names the step.
func (e *WrongError) Error() string {
	text := "step " + strconv.Itoa(e.Step+1) + ":"
	if e.Code != "" {
		text += " " + e.Code
	}
	if e.Move != "" {
		text += " " + e.Move
	}
	if e.Err != nil {
		text += " " + e.Err.Error()
	}
	return text
}

// Unwrap returns the error of the rules.
func (e *WrongError) Unwrap() error { return e.Err }

// Verify proves that at each of the solver's steps the listed moves keep the
// result, that no other move does, that no move gives more, and that there is a
// choice. It returns nil, [ErrUnproved], or a *[WrongError].
func (v *Verifier) Verify(g game.Game, p *Puzzle) error {
	pos, err := g.Parse(p.Position)
	if err != nil {
		return &WrongError{Code: wrongPosition, Err: err}
	}
	if pos.String() != p.Position {
		return &WrongError{Code: notCanonical}
	}
	v.begin(pos)
	for i, step := range p.Line {
		if i%2 == 1 {
			m, err := pos.ParseMove(step[0])
			if err != nil {
				return &WrongError{Step: i, Move: step[0], Err: err}
			}
			pos.PlayUnchecked(m)
			continue
		}
		if pos.Side() != v.solver {
			return &WrongError{Step: i, Code: wrongTurn}
		}
		if err := v.verifyStep(pos, i, step, p.Result); err != nil {
			return err
		}
		m, _ := pos.ParseMove(step[0])
		pos.PlayUnchecked(m)
	}
	return nil
}

// Reaches reports whether the side to move of pos gets at least need, with the limit of a
// puzzle. The error is [ErrUnproved].
func (v *Verifier) Reaches(pos game.Position, need Result) (bool, error) {
	v.begin(pos)
	v.need = need
	yes := v.search(pos, 0)
	if v.spent {
		return false, ErrUnproved
	}
	return yes, nil
}

// begin gets ready for questions about pos.
func (v *Verifier) begin(pos game.Position) {
	g := pos.Game()
	v.Nodes, v.spent, v.solver = 0, false, pos.Side()
	if v.game == nil || v.game.ID() != g.ID() {
		v.game, v.stack, v.moves = g, nil, nil
	}
}

// verifyStep proves one step of the solver.
func (v *Verifier) verifyStep(pos game.Position, i int, step []string, result Result) error {
	g := pos.Game()
	right := map[game.Move]bool{}
	var place game.Parts
	for k, text := range step {
		m, err := pos.ParseMove(text)
		if err != nil {
			return &WrongError{Step: i, Move: text, Err: err}
		}
		if g.MoveText(m) != text || right[m] {
			return &WrongError{Step: i, Code: wrongText, Move: text}
		}
		parts := g.Parts(m)
		if k > 0 && (parts.From != place.From || parts.To != place.To) {
			return &WrongError{Step: i, Code: otherMove, Move: text}
		}
		place = parts
		right[m] = true
	}
	choice := false
	for _, m := range pos.Moves(nil) {
		parts := g.Parts(m)
		choice = choice || parts.From != place.From || parts.To != place.To
		keeps := v.reaches(pos, m, result)
		more := result == Draw && v.reaches(pos, m, Win)
		switch {
		case v.spent:
			return ErrUnproved
		case keeps && !right[m]:
			return &WrongError{Step: i, Code: keepsToo, Move: g.MoveText(m)}
		case !keeps && right[m]:
			return &WrongError{Step: i, Code: keepsNot, Move: g.MoveText(m)}
		case more:
			return &WrongError{Step: i, Code: givesMore, Move: g.MoveText(m)}
		}
	}
	if !choice {
		return &WrongError{Step: i, Code: noChoice}
	}
	return nil
}

// reaches reports whether the solver gets at least need by playing m.
func (v *Verifier) reaches(pos game.Position, m game.Move, need Result) bool {
	v.need = need
	next := v.at(0)
	pos.CopyTo(next)
	next.PlayUnchecked(m)
	return v.search(next, 1)
}

// at returns the position that serves at a ply.
func (v *Verifier) at(ply int) game.Position {
	for len(v.stack) <= ply {
		v.stack = append(v.stack, v.game.New())
		v.moves = append(v.moves, nil)
	}
	return v.stack[ply]
}

// search reports whether the solver gets at least what is needed from p.
func (v *Verifier) search(p game.Position, ply int) bool {
	v.Nodes++
	if v.spent = v.spent || v.Limit > 0 && v.Nodes > v.Limit; v.spent {
		return false
	}
	next := v.at(ply)
	moves := p.Moves(v.moves[ply][:0])
	v.moves[ply] = moves
	if len(moves) == 0 {
		winner, won := p.Outcome().Winner()
		return won && winner == v.solver || !won && v.need == Draw
	}
	mine := p.Side() == v.solver
	for _, m := range moves {
		p.CopyTo(next)
		next.PlayUnchecked(m)
		if v.search(next, ply+1) == mine {
			return mine
		}
		if v.spent {
			return false
		}
	}
	return !mine
}
