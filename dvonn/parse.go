package dvonn

import (
	"math/bits"
	"slices"
	"strings"

	"cairn.example/game"
)

// Parse reads the contract's text form of a position, in any case. The error is
// an *[game.Error] with the offset of the trouble.
func (Rules) Parse(text string) (game.Position, error) {
	return game.ReadPlain(text, func(text string) (game.Position, error) {
		p, e := parse(text)
		if e != nil {
			return nil, e
		}
		return p, nil
	})
}

func parse(text string) (*Position, *game.Error) {
	board, rest, ok := strings.Cut(text, " ")
	r := reader{p: new(Position)}
	if e := r.board(board); e != nil {
		return nil, e
	}
	if !ok {
		return nil, refuseAt(len(text), "dvonn.fields", nil)
	}
	turnAt := len(board) + 1
	turn, phase, ok := strings.Cut(rest, " ")
	switch {
	case strings.EqualFold(turn, "w"):
	case strings.EqualFold(turn, "b"):
		r.p.side = 1
	case turn == "":
		return nil, refuseAt(turnAt, "dvonn.fields", nil)
	default:
		return nil, refuseAt(turnAt, "dvonn.turn", args{"text": game.ShownOrEmpty(turn)})
	}
	if !ok {
		return nil, refuseAt(len(text), "dvonn.fields", nil)
	}
	phaseAt := turnAt + len(turn) + 1
	switch {
	case strings.EqualFold(phase, phasePlace):
		r.p.placing = true
		if e := r.placed(turnAt, phaseAt); e != nil {
			return nil, e
		}
	case strings.EqualFold(phase, phaseMove):
	case phase == "":
		return nil, refuseAt(phaseAt, "dvonn.fields", nil)
	default:
		if i := strings.IndexByte(phase, ' '); i >= 0 {
			return nil, refuseAt(phaseAt+i, "dvonn.fields", nil)
		}
		return nil, refuseAt(phaseAt, "dvonn.phase", args{"text": game.ShownOrEmpty(phase)})
	}
	p := r.p
	if !p.placing {
		occ := p.Occupied()
		p.unconnected = Flood(p.dvonn, occ) != occ
	}
	p.key = p.computeKey()
	return p, nil
}

// reader fills a position from a text.
type reader struct {
	p      *Position
	pieces [64][]game.Piece
	count  [3]int // of white, black and DVONN pieces

	stacked   game.Spot // the first spot with more than one piece
	stackedAt int       // where its second piece is in the text, 0 where there is none
}

// board reads the first field, which starts at offset 0.
func (r *reader) board(text string) *game.Error {
	offset := 0
	fields := strings.Split(text, "/")
	for i, column := range fields {
		if i == cols {
			return refuseAt(offset-1, "dvonn.columns", args{"columns": number(len(fields))})
		}
		if e := r.column(i, column, offset); e != nil {
			return e
		}
		offset += len(column) + 1
	}
	if len(fields) < cols {
		return refuseAt(len(text), "dvonn.columns", args{"columns": number(len(fields))})
	}
	r.fill()
	return nil
}

// column reads one column, which starts at an offset.
func (r *reader) column(i int, text string, offset int) *game.Error {
	column := layout.Columns[i]
	cells := strings.Split(text, ",")
	wrong := func(offset int) *game.Error {
		return refuseAt(offset, "dvonn.column_spaces", args{
			"column": string(rune('a' + i)), "want": number(len(column)), "spaces": number(len(cells)),
		})
	}
	for j, cell := range cells {
		if j == len(column) {
			return wrong(offset - 1)
		}
		if e := r.cell(column[j], cell, offset); e != nil {
			return e
		}
		offset += len(cell) + 1
	}
	if len(cells) < len(column) {
		return wrong(offset - 1)
	}
	return nil
}

// cell reads the stack on one spot.
func (r *reader) cell(s game.Spot, text string, offset int) *game.Error {
	switch text {
	case "":
		return refuseAt(offset, "dvonn.space_missing", at(s), s)
	case ".":
		return nil
	}
	for i, letter := range text {
		piece := Game.PieceOf(letter)
		color := slices.Index(Game.Pieces(), piece)
		switch {
		case color < 0:
			return refuseAt(offset+i, "dvonn.piece", args{"spot": layout.Names[s], "letter": game.ShownOrEmpty(string(letter))}, s)
		case piece == Dvonn && i > 0 && i == len(text)-1:
			return refuseAt(offset+i, "dvonn.dvonn_on_top", at(s), s)
		}
		if r.count[color]++; r.count[color] > setOf[color] {
			e := refuseAt(offset+i, "dvonn.too_many", args{
				"spot": layout.Names[s], "color": colorNames[color], "max": number(setOf[color]),
			}, s)
			e.Pieces = []game.Piece{piece}
			return e
		}
		if i > 0 && r.stackedAt == 0 {
			r.stacked, r.stackedAt = s, offset+i
		}
		r.pieces[s] = append(r.pieces[s], piece)
	}
	return nil
}

// What the set holds of the pieces in the order of [Rules.Pieces], and how errors
// name them.
var (
	setOf      = [3]int{own, own, reds}
	colorNames = [3]string{"white", "black", "dvonn"}
)

// fill puts the stacks read into the position.
func (r *reader) fill() {
	for _, s := range layout.Spots {
		if stack := r.pieces[s]; len(stack) > 0 {
			r.p.set(s, stack)
		}
	}
	free := all &^ r.p.Occupied()
	for _, s := range layout.Spots {
		if stack := r.pieces[s]; len(stack) > 1 {
			r.p.stackUp(s, stack, &free)
		}
	}
}

// placed checks that a position of the placing phase can be, by rule 2.1: each
// piece on its own spot, the right pieces for the turn, and not all of them.
func (r *reader) placed(turnAt, phaseAt int) *game.Error {
	p := r.p
	if r.stackedAt > 0 {
		return refuseAt(r.stackedAt, "dvonn.place_stack", at(r.stacked), r.stacked)
	}
	n := bits.OnesCount64(p.Occupied())
	if n == Spots {
		return refuseAt(phaseAt, "dvonn.place_complete", nil)
	}
	// Turns 1-3 place DVONN pieces; then the odd turns are White's.
	dvonn := min(n, reds)
	byWhite, byBlack := (n+1)/2, n/2
	white, black := max(byWhite-2, 0), max(byBlack-1, 0)
	if r.count != [3]int{white, black, dvonn} {
		return refuseAt(phaseAt, "dvonn.place_count", args{
			"placed": number(n), "dvonn": number(dvonn), "white": number(white), "black": number(black),
			"dvonnHere": number(r.count[2]), "whiteHere": number(r.count[0]), "blackHere": number(r.count[1]),
		})
	}
	if mover := game.Side(n % 2); mover != p.Side() {
		return refuseAt(turnAt, "dvonn.place_turn", args{"placed": number(n), "mover": colorName(mover)})
	}
	return nil
}
