package rules

import (
	"errors"
	"slices"
	"strings"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
)

// setUp reads the position text of a question as far as it has the shape of the
// board, or takes its setup, changes it as the edit says, and tells what the
// rules make of it.
func setUp(g game.Game, q *message.Question) (*message.SetupState, error) {
	e, ok := g.(game.Editor)
	if !ok {
		return nil, errors.New(g.Name() + " has no positions put together by hand")
	}
	if q.Setup == nil && q.Edit == nil {
		text := plain(q.Text)
		if s := game.ReadSetup(e, text); s != nil {
			return setupState(e, s, text), nil
		}
		_, err := g.Parse(text)
		return &message.SetupState{Text: q.Text, Highest: g.MaxHeight(), Refusal: message.RefusalOf(err)}, nil
	}
	s := &game.Setup{}
	if m := q.Setup; m != nil {
		*s = game.Setup{Stacks: m.Stacks, Side: m.Side & 1, Claims: m.Claims, Tally: m.Score, Placing: m.Placing}
	}
	if s.Stacks == nil {
		s.Stacks = map[string]string{}
	}
	if q.Edit != nil {
		edit(g, s, q.Edit)
		e.Settle(s)
	}
	return setupState(e, s, game.SetupText(e, s)), nil
}

// plain is a position's text with the underscores of an address as spaces.
func plain(text string) string { return strings.ReplaceAll(strings.TrimSpace(text), "_", " ") }

// setupState tells what the rules make of a setup. Where they take the text, its
// canonical form is the one told.
func setupState(e game.Editor, s *game.Setup, text string) *message.SetupState {
	st := &message.SetupState{Text: game.SetupText(e, s), Left: map[string]int{}, Highest: e.MaxHeight()}
	for _, stack := range s.Stacks {
		st.Highest = max(st.Highest, len(stack))
	}
	if supply, ok := e.(game.Supplier); ok {
		for _, p := range e.Pieces() {
			st.Left[p.Letter()] = supply.Supply(p)
			for _, stack := range s.Stacks {
				st.Left[p.Letter()] -= strings.Count(stack, p.Letter())
			}
		}
	}
	if p, err := e.Parse(text); err != nil {
		st.Refusal = message.RefusalOf(err)
	} else {
		st.View = viewOf(p)
		st.Text = st.View.Position
		s = game.ReadSetup(e, st.Text)
	}
	st.Setup = &message.Setup{Stacks: s.Stacks, Side: s.Side, Claims: s.Claims, Score: s.Tally, Placing: s.Placing}
	return st
}

// edit changes a setup. An edit of something that there is not changes nothing.
func edit(g game.Game, s *game.Setup, d *message.Edit) {
	set := func(spot, stack string) {
		delete(s.Stacks, spot)
		if stack != "" {
			s.Stacks[spot] = stack
		}
	}
	l := g.Layout()
	_, known := l.Lookup(d.Spot)
	piece := len(d.Piece) == 1 && slices.Contains(g.Pieces(), game.Piece(d.Piece[0]))
	switch stack := s.Stacks[d.Spot]; d.Do {
	case message.EditPut:
		if known && piece {
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
			if side == d.Side && piece {
				s.Claims[side] += d.Piece
			}
		}
	case message.EditSide:
		s.Side = game.Side(d.Side & 1)
	case message.EditScore:
		s.Tally[d.Side&1] = max(0, min(d.Score, 99))
	case message.EditPlacing:
		s.Placing = d.On
	case message.EditClear:
		*s = game.Setup{Stacks: map[string]string{}, Placing: s.Placing}
	}
}
