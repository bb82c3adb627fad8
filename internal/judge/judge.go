package judge

import (
	"math"

	"cairn.example/game"
)

// Steep is the engine's curve: the estimate, in hundredths, at which a side of its strength
// wins e times as often as it loses. It was fitted to games of self-play with the shipped
// nets: what searches said against how the games ended (docs/lab/2026-11-training.md).
const Steep = 175

// Curve turns estimates into chances. The zero value is the engine's, for games between
// programs; see [People].
type Curve struct {
	slope float64 // per hundredth, what is added to 1/Steep
}

// Chance returns the chance to win at an estimate in hundredths, a draw counted half: by
// the engine's curve 0.5 at 0, 0.76 at 200, 0.95 at 500. It is the logistic curve.
func (c Curve) Chance(estimate int) float64 {
	return 1 / (1 + math.Exp(-float64(estimate)*(1.0/Steep+c.slope)))
}

// Proof is what is proved about a position, seen by one side. The zero value is
// nothing.
type Proof uint8

// What can be proved.
const (
	Open Proof = iota
	Lost
	Drawn
	Won
)

// Value is how a position stands for one side. The zero value is an estimate of
// equality.
type Value struct {
	// Estimate is in hundredths of what the engine counts as one unit; it means
	// nothing where Proof is not Open.
	Estimate int

	Proof Proof

	// Curve is what the estimate means.
	Curve Curve
}

// Of returns the value of what a search has found: an estimate, or that the side is
// proved to win or to lose; proved without either is a proved draw.
func Of(estimate int, wins, loses, proved bool) Value {
	switch {
	case wins:
		return Value{Proof: Won}
	case loses:
		return Value{Proof: Lost}
	case proved:
		return Value{Proof: Drawn}
	}
	return Value{Estimate: estimate}
}

// Chance returns the chance to win, a draw counted half.
func (v Value) Chance() float64 {
	switch v.Proof {
	case Won:
		return 1
	case Drawn:
		return 0.5
	case Lost:
		return 0
	}
	return v.Curve.Chance(v.Estimate)
}

// Other returns the value as the other side sees it.
func (v Value) Other() Value {
	switch v.Proof {
	case Won:
		v.Proof = Lost
	case Lost:
		v.Proof = Won
	}
	v.Estimate = -v.Estimate
	return v
}

// Loss returns what a move has lost of the chance to win, from 0 to 1: best is the
// value of the best move, played that of the move played, both seen by the mover. Both
// estimates mean what that of best does: a curve that changes with the move costs nothing.
func Loss(best, played Value) float64 {
	played.Curve = best.Curve
	return max(0, best.Chance()-played.Chance())
}

// Mark is the judgement of a move. The zero value is none.
type Mark uint8

// The marks.
const (
	NoMark Mark = iota
	Inaccuracy
	Mistake
	Blunder
)

// thresholds are the losses of the chance to win from which on a move gets each
// mark.
var thresholds = [...]struct {
	loss float64
	mark Mark
}{{0.20, Blunder}, {0.10, Mistake}, {0.05, Inaccuracy}}

// MarkOf returns the mark of a loss.
func MarkOf(loss float64) Mark {
	const rounding = 1e-9 // of the difference of two chances
	for _, t := range thresholds {
		if loss >= t.loss-rounding {
			return t.mark
		}
	}
	return NoMark
}

// Move judges a move by the value of the best move and its own, both seen by the
// mover: what it has lost and its mark. A proved result thrown away is a blunder:
// a draw for a win, or a loss for a draw, is half of all there is to lose.
func Move(best, played Value) (float64, Mark) {
	loss := Loss(best, played)
	return loss, MarkOf(loss)
}

// While pieces are placed, estimates differ by more than smaller losses.
const placingLoss = 0.15

// MarkIn returns the mark of a loss at a move made in p: [MarkOf], but none for a loss below 15
// points while pieces are placed.
func MarkIn(p game.Position, loss float64) Mark {
	if placer, ok := p.(game.Placer); ok && placer.Next() != 0 && loss < placingLoss {
		return NoMark
	}
	return MarkOf(loss)
}

// SecondLook returns by how much the nodes and the time of a look that found the mark are
// multiplied for a second one; 0 for a mark that needs none. A blunder is looked at longer:
// behind four times the nodes every seventh one was none at ten times (docs/lab/2026-11-reasons.md).
func (m Mark) SecondLook() int { return [...]int{0, 0, 4, 8}[m] }

// sure is the loss that a second look must find of a blunder. Where it finds less, the next
// one may find a mistake.
const sure = 0.24

// Agreed returns the mark of a move that had m at first, once a second look has found
// this loss and mark: the milder one.
func (m Mark) Agreed(loss float64, second Mark) Mark {
	if loss < sure {
		second = min(second, Mistake)
	}
	return min(m, second)
}

// Sign returns the mark as it is written behind a move: "?!", "?" or "??"; "" for
// none.
func (m Mark) Sign() string { return [...]string{"", "?!", "?", "??"}[m] }

// NAG returns the number of the mark's glyph in records: 6, 2 or 4; 0 for none.
func (m Mark) NAG() uint8 { return [...]uint8{0, 6, 2, 4}[m] }

// Who is asked for a draw agrees only after this many plies, before which there is
// everything to play for, and with at most this chance to win.
const (
	drawPlies  = 16
	drawChance = 0.45
)

// AcceptsDraw reports whether a computer agrees to a draw at a value seen by itself,
// after plies: a proved draw at once, else when it stands a little worse.
func AcceptsDraw(v Value, plies int) bool {
	return v.Proof == Drawn || plies >= drawPlies && v.Chance() <= drawChance
}
