package main

import (
	"slices"
	"strconv"
	"strings"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
)

// setUp reads the position text of a question as far as it has the shape of the
// board, or takes its setup, changes it as the edit says, and tells what the
// rules make of it.
func setUp(g game.Game, q *message.Question) (*message.SetupState, error) {
	e := editor{g}
	if q.Setup == nil && q.Edit == nil {
		s := e.read(q.Text)
		if s == nil {
			_, err := g.Parse(plain(q.Text))
			return &message.SetupState{Text: q.Text, Highest: g.MaxHeight(), Refusal: message.RefusalOf(err)}, nil
		}
		return e.state(s, plain(q.Text)), nil
	}
	s := q.Setup
	if s == nil {
		s = &message.Setup{}
	}
	if s.Stacks == nil {
		s.Stacks = map[string]string{}
	}
	if q.Edit != nil {
		e.edit(s, q.Edit)
	}
	return e.state(s, e.write(s)), nil
}

// editor reads, changes and writes positions of a game that need not be allowed.
type editor struct{ game.Game }

// plain is a position's text with the underscores of an address as spaces.
func plain(text string) string { return strings.ReplaceAll(strings.TrimSpace(text), "_", " ") }

func (e editor) claims() bool {
	_, ok := e.New().(game.Claimer)
	return ok
}

// state tells what the rules make of a setup. Where they take the text, its
// canonical form is the one told.
func (e editor) state(s *message.Setup, text string) *message.SetupState {
	st := &message.SetupState{Setup: s, Text: e.write(s), Left: map[string]int{}, Highest: e.MaxHeight()}
	for _, stack := range s.Stacks {
		st.Highest = max(st.Highest, len(stack))
	}
	if supply, ok := e.Game.(game.Supplier); ok {
		for _, p := range e.Pieces() {
			st.Left[letter(p)] = supply.Supply(p)
			for _, stack := range s.Stacks {
				st.Left[letter(p)] -= strings.Count(stack, letter(p))
			}
		}
	}
	p, err := e.Parse(text)
	if err != nil {
		st.Refusal = message.RefusalOf(err)
		return st
	}
	st.View = viewOf(p)
	if read := e.read(st.View.Position); read != nil {
		st.Setup, st.Text = read, st.View.Position
	}
	return st
}

// read reads what can be read of a position's text; nil where not even the board
// has the right shape, or there are other letters on it.
func (e editor) read(text string) *message.Setup {
	fields := strings.Fields(plain(text))
	field := func(i int) string {
		if i < len(fields) {
			return fields[i]
		}
		return ""
	}
	l := e.Layout()
	columns := strings.Split(field(0), "/")
	if len(columns) != len(l.Columns) {
		return nil
	}
	s := &message.Setup{Stacks: map[string]string{}}
	for i, spots := range l.Columns {
		cells := strings.Split(columns[i], ",")
		if len(cells) != len(spots) {
			return nil
		}
		for j, at := range spots {
			stack, ok := e.letters(cells[j])
			if !ok {
				return nil
			}
			if stack != "" {
				s.Stacks[l.Names[at]] = stack
			}
		}
	}
	if strings.EqualFold(field(1), e.SideName(game.Second)) {
		s.Side = game.Second
	}
	if !e.claims() {
		s.Placing = strings.EqualFold(field(2), "place")
		return s
	}
	for side, colors := range pair(field(2)) {
		for _, r := range strings.ToUpper(colors) {
			if e.knows(r) {
				s.Claims[side] += string(r)
			}
		}
	}
	for side, n := range pair(field(3)) {
		if score, err := strconv.ParseUint(n, 10, 7); err == nil && score < 100 {
			s.Score[side] = int(score)
		}
	}
	return s
}

// letters returns the pieces of a cell of a board; false where there are others.
// "W" is another letter for a joker, as in the game's parser.
func (e editor) letters(cell string) (string, bool) {
	if cell == "." {
		return "", true
	}
	cell = strings.ToUpper(cell)
	if e.claims() {
		cell = strings.ReplaceAll(cell, "W", "J")
	}
	for _, r := range cell {
		if !e.knows(r) {
			return "", false
		}
	}
	return cell, true
}

func (e editor) knows(r rune) bool { return r < 128 && slices.Contains(e.Pieces(), game.Piece(r)) }

func pair(field string) [2]string {
	a, b, _ := strings.Cut(field, ":")
	return [2]string{a, b}
}

// write returns the position's text as the contract has it, as far as the setup
// can be written.
func (e editor) write(s *message.Setup) string {
	l := e.Layout()
	var b strings.Builder
	for i, column := range l.Columns {
		if i > 0 {
			b.WriteByte('/')
		}
		for j, at := range column {
			if j > 0 {
				b.WriteByte(',')
			}
			if stack := s.Stacks[l.Names[at]]; stack != "" {
				b.WriteString(stack)
			} else {
				b.WriteByte('.')
			}
		}
	}
	b.WriteString(" " + e.SideName(s.Side&1))
	if !e.claims() {
		if s.Placing {
			return b.String() + " place"
		}
		return b.String() + " move"
	}
	for side, colors := range s.Claims {
		b.WriteByte(" :"[side])
		n := b.Len()
		for _, p := range e.Pieces() {
			if strings.Contains(colors, letter(p)) {
				b.WriteString(letter(p))
			}
		}
		if b.Len() == n {
			b.WriteByte('-')
		}
	}
	return b.String() + " " + strconv.Itoa(s.Score[0]) + ":" + strconv.Itoa(s.Score[1])
}

// edit changes a setup. An edit of something that there is not changes nothing.
func (e editor) edit(s *message.Setup, d *message.Edit) {
	set := func(spot, stack string) {
		delete(s.Stacks, spot)
		if stack != "" {
			s.Stacks[spot] = stack
		}
	}
	l := e.Layout()
	_, known := l.Lookup(d.Spot)
	known = known && len(d.Piece) <= 1
	switch stack := s.Stacks[d.Spot]; d.Do {
	case message.EditPut:
		if known && d.Piece != "" && e.knows(rune(d.Piece[0])) {
			set(d.Spot, stack+d.Piece)
		}
	case message.EditPop:
		if stack != "" {
			set(d.Spot, stack[:len(stack)-1])
		}
	case message.EditCarry:
		if _, ok := l.Lookup(d.To); ok && stack != "" && d.Spot != d.To {
			set(d.To, s.Stacks[d.To]+stack)
			set(d.Spot, "")
		}
	case message.EditClaim:
		for side := range s.Claims {
			s.Claims[side] = strings.ReplaceAll(s.Claims[side], d.Piece, "")
			if side == d.Side && len(d.Piece) == 1 && e.knows(rune(d.Piece[0])) {
				s.Claims[side] += d.Piece
			}
		}
	case message.EditSide:
		s.Side = game.Side(d.Side & 1)
	case message.EditScore:
		s.Score[d.Side&1] = max(0, min(d.Score, 99))
	case message.EditPlacing:
		s.Placing = d.On
	case message.EditClear:
		*s = message.Setup{Stacks: map[string]string{}, Placing: s.Placing}
	}
	if s.Placing { // the number of pieces on the board says whose turn it is
		s.Side = game.Side(len(s.Stacks) % 2)
	}
}
