package lyngk

import (
	"strconv"
	"strings"

	"cairn.example/game"
)

// field is a part of a text with its place in the whole.
type field struct {
	text string
	at   int
}

// split cuts f at each sep.
func (f field) split(sep string) []field {
	var list []field
	at := f.at
	for part := range strings.SplitSeq(f.text, sep) {
		list = append(list, field{part, at})
		at += len(part) + len(sep)
	}
	return list
}

// Parse reads a position. Beside the canonical form it takes any letter case, W
// for the joker and claims in any order. It accepts positions that no game can
// reach as long as they are well formed.
func (g Game) Parse(text string) (game.Position, error) { return game.ReadPlain(text, g.parse) }

func (g Game) parse(text string) (game.Position, error) {
	parts := field{text, 0}.split(" ")
	if err := checkFields(text, parts); err != nil {
		return nil, err
	}
	p := &Position{game: g}
	for i, parse := range []func(field) *game.Error{p.parseBoard, p.parseTurn, p.parseClaims, p.parseScore} {
		if err := parse(parts[i]); err != nil {
			return nil, err
		}
	}
	if err := p.checkPieces(parts); err != nil {
		return nil, err
	}
	p.computeSight()
	return p, nil
}

// checkFields makes sure that there are four fields with one space between them.
func checkFields(text string, parts []field) *game.Error {
	at, n := len(text), 0
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i].text == "" || i == 4 {
			at = parts[i].at
		}
		if parts[i].text != "" {
			n++
		}
	}
	if len(parts) == 4 && n == 4 {
		return nil
	}
	return refuse("lyngk.text_fields", at, nil, with("n", strconv.Itoa(n)))
}

func (p *Position) parseBoard(f field) *game.Error {
	columns := f.split("/")
	if len(columns) != len(layout.Columns) {
		at := f.at + len(f.text)
		if len(columns) > len(layout.Columns) {
			at = columns[len(layout.Columns)].at - 1
		}
		return refuse("lyngk.text_columns", at, nil, with("n", strconv.Itoa(len(columns))))
	}
	for i, column := range columns {
		cells := column.split(",")
		spots := layout.Columns[i]
		if len(cells) != len(spots) {
			at := column.at + len(column.text)
			if len(cells) > len(spots) {
				at = cells[len(spots)].at - 1
			}
			return refuse("lyngk.text_spots", at, nil, with("column", string(rune('a'+i))),
				with("want", strconv.Itoa(len(spots))), with("n", strconv.Itoa(len(cells))))
		}
		for j, cell := range cells {
			if err := p.parseStack(spots[j], cell); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *Position) parseStack(s game.Spot, f field) *game.Error {
	if f.text == "." {
		return nil
	}
	where := []game.Spot{s}
	if f.text == "" {
		return refuse("lyngk.text_piece", f.at, where, with("input", quoted("")), with("spot", name(s)))
	}
	var st stack
	height := 0
	for i, r := range f.text {
		c, ok := parseColor(r)
		if !ok {
			return refuse("lyngk.text_piece", f.at+i, where, with("input", strconv.QuoteRune(r)), with("spot", name(s)))
		}
		height++
		if height > p.game.full() {
			continue
		}
		if c != Joker && st.colors().Has(c) {
			return refuse("lyngk.text_color_twice", f.at+i, where, with("spot", name(s)), withColor("color", c))
		}
		if height == 1 {
			st = single(c)
		} else {
			st = single(c).onto(st)
		}
	}
	if height > p.game.full() {
		return refuse("lyngk.text_too_high", f.at+p.game.full(), where, with("spot", name(s)),
			with("height", strconv.Itoa(height)), with("max", strconv.Itoa(p.game.full())))
	}
	if height > 1 && st.top() == Joker {
		return refuse("lyngk.text_joker_top", f.at+height-1, where, with("spot", name(s)))
	}
	p.place(s, st)
	return nil
}

// parseColor reads a letter of a piece.
func parseColor(r rune) (Color, bool) {
	switch r {
	case 'I', 'i':
		return Ivory, true
	case 'B', 'b':
		return Blue, true
	case 'R', 'r':
		return Red, true
	case 'G', 'g':
		return Green, true
	case 'K', 'k':
		return Black, true
	case 'J', 'j', 'W', 'w':
		return Joker, true
	}
	return 0, false
}

func (p *Position) parseTurn(f field) *game.Error {
	switch f.text {
	case "1":
		p.side = game.First
	case "2":
		p.side = game.Second
	default:
		return refuse("lyngk.text_turn", f.at, nil, with("input", game.Shown(f.text)))
	}
	return nil
}

func (p *Position) parseClaims(f field) *game.Error {
	players := f.split(":")
	if len(players) != 2 {
		return refuse("lyngk.text_claims", f.at, nil, with("input", game.Shown(f.text)))
	}
	for side, list := range players {
		if list.text == "-" {
			continue
		}
		if list.text == "" {
			return refuse("lyngk.text_claims", list.at, nil, with("input", game.Shown(f.text)))
		}
		for i, r := range list.text {
			c, ok := parseColor(r)
			switch {
			case !ok:
				return refuse("lyngk.text_claims", list.at+i, nil, with("input", game.Shown(f.text)))
			case c == Joker:
				return refuse("lyngk.move_claim_joker", list.at+i, nil)
			case (p.claims[0] | p.claims[1]).Has(c):
				return refuse("lyngk.text_claim_twice", list.at+i, nil, withColor("color", c))
			case p.ClaimsLeft(game.Side(side)) == 0:
				return refuse("lyngk.text_claim_count", list.at+i, nil, with("player", strconv.Itoa(side+1)))
			}
			p.claims[side] |= 1 << c
		}
	}
	return nil
}

func (p *Position) parseScore(f field) *game.Error {
	players := f.split(":")
	if len(players) != 2 {
		return refuse("lyngk.text_score", f.at, nil, with("input", game.Shown(f.text)))
	}
	for side, n := range players {
		// One digit is enough: 43 pieces make at most eight fives.
		if len(n.text) != 1 || n.text[0] < '0' || n.text[0] > '9' {
			return refuse("lyngk.text_score", n.at, nil, with("input", game.Shown(f.text)))
		}
		p.tally[side] = n.text[0] - '0'
	}
	if p.game == Six && p.tally[0]+p.tally[1] > 1 {
		return refuse("lyngk.text_six_score", f.at, nil, with("input", game.Shown(f.text)))
	}
	return nil
}

// checkPieces refuses more pieces than the set holds.
func (p *Position) checkPieces(parts []field) *game.Error {
	var count [kinds]int
	total := 0
	for s := range game.Spot(Spots) {
		st := p.stacks[s]
		for i := range st.height() {
			c := st.piece(i)
			count[c]++
			total++
			if count[c] > pieceCount[c] {
				return p.tooMany(parts[0], s, i, c)
			}
		}
	}
	if p.game == Six {
		return nil
	}
	if fives := int(p.tally[0] + p.tally[1]); total+5*fives > Spots {
		return refuse("lyngk.text_pieces_scored", parts[3].at, nil, with("n", strconv.Itoa(total)), with("fives", strconv.Itoa(fives)))
	}
	return nil
}

// tooMany refuses piece i on s as the first one that the set lacks.
func (p *Position) tooMany(board field, s game.Spot, i int, c Color) *game.Error {
	n := 0
	for _, st := range p.stacks {
		for j := range st.height() {
			if st.piece(j) == c {
				n++
			}
		}
	}
	// Slashes and commas both part spots, so spot s is part s.
	cells := field{strings.ReplaceAll(board.text, "/", ","), board.at}.split(",")
	return refuse("lyngk.text_pieces", cells[s].at+i, []game.Spot{s},
		with("n", strconv.Itoa(n)), withColor("color", c), with("max", strconv.Itoa(pieceCount[c])))
}

// String returns the canonical text form.
func (p *Position) String() string {
	b := make([]byte, 0, 128)
	b = game.AppendBoard(b, layout, func(b []byte, s game.Spot) []byte {
		st := p.stacks[s]
		for k := range st.height() {
			b = append(b, letters[st.piece(k)])
		}
		return b
	})
	b = append(b, ' ', '1'+byte(p.side), ' ')
	b = appendColors(b, p.claims[0])
	b = append(b, ':')
	b = appendColors(b, p.claims[1])
	b = append(b, ' ', '0'+p.tally[0], ':', '0'+p.tally[1])
	return string(b)
}

func appendColors(b []byte, set ColorSet) []byte {
	if set == 0 {
		return append(b, '-')
	}
	for c := range Color(Colors) {
		if set.Has(c) {
			b = append(b, letters[c])
		}
	}
	return b
}
