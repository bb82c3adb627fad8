package lyngk

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"cairn.example/game"
)

// spelled is a move as it was written.
type spelled struct {
	pass   bool
	claims bool
	claim  Color
	route  []game.Spot
	at     []int // where each spot of the route is written
}

// ParseMove reads a move and checks that it is legal here. Input may be in any
// letter case and may spell the whole route of a LYNGK move, which then must
// itself be allowed.
func (p *Position) ParseMove(text string) (game.Move, error) {
	m, err := game.ReadPlain(text, p.parseMove)
	if err != nil {
		// A letter that looks like the one that was meant is the trouble, whatever follows from it.
		if strange, n, at := game.Strange(text); at >= 0 {
			return 0, refuse("lyngk.move_character", at, nil, with("character", strange), with("n", strconv.Itoa(n)))
		}
	}
	return m, err
}

func (p *Position) parseMove(text string) (game.Move, error) {
	w, err := readMove(text)
	if err != nil {
		return 0, err
	}
	m := pass
	if !w.pass {
		m = MoveOf(w.route[0], w.route[len(w.route)-1])
		if w.claims {
			m = WithClaim(w.claim, m)
		}
	}
	if err := p.checkSpelled(m, w); err != nil {
		err.Offset = w.offset(err)
		return 0, err
	}
	return m, nil
}

// checkSpelled checks a move in the order in which it is read: its claim and origin,
// then the way as spelled, then the destination.
func (p *Position) checkSpelled(m game.Move, w *spelled) *game.Error {
	if len(w.route) < 3 {
		return p.explain(m)
	}
	after, err := p.explainStart(m)
	if err != nil {
		return err
	}
	if err := after.checkRoute(w.route); err != nil {
		return err
	}
	return after.explainEnd(p, From(m), To(m))
}

// offset returns where in the text the spot that err names first is written,
// else 0.
func (w *spelled) offset(err *game.Error) int {
	for _, spot := range err.Spots {
		for i := len(w.route) - 1; i >= 0; i-- {
			if name(w.route[i]) == spot {
				return w.at[i]
			}
		}
	}
	return 0
}

// readMove parses the text of a move without checking it against a position.
func readMove(text string) (*spelled, error) {
	if strings.TrimSpace(text) == "" {
		return nil, refuse("lyngk.move_empty", 0, nil)
	}
	if at := strings.IndexAny(text, " \t\r\n"); at >= 0 {
		return nil, refuse("lyngk.move_syntax", at, nil, with("input", quoted(text)))
	}
	f := field{text, 0}
	w := new(spelled)
	if strings.ToLower(f.text) == game.PassText {
		w.pass = true
		return w, nil
	}
	if comma := strings.IndexByte(f.text, ','); comma >= 0 {
		claim := f.text[:comma]
		r, size := utf8.DecodeRuneInString(claim)
		c, ok := parseColor(r)
		switch {
		case !ok || size != len(claim):
			return nil, refuse("lyngk.move_claim", f.at, nil, with("input", quoted(claim)))
		case c == Joker:
			return nil, refuse("lyngk.move_claim_joker", f.at, nil)
		}
		w.claims, w.claim = true, c
		f = field{f.text[comma+1:], f.at + comma + 1}
		if strings.ToLower(f.text) == game.PassText {
			return nil, refuse("lyngk.claim_and_pass", f.at, nil)
		}
	}
	parts := f.split("-")
	for _, part := range parts {
		s, ok := layout.Lookup(strings.ToLower(part.text))
		if !ok {
			if len(parts) == 1 || part.text == "" {
				return nil, refuse("lyngk.move_syntax", part.at, nil, with("input", game.Shown(text)))
			}
			return nil, refuse("lyngk.move_spot", part.at, nil, with("input", quoted(part.text)))
		}
		w.route = append(w.route, s)
		w.at = append(w.at, part.at)
	}
	if len(parts) == 1 {
		return nil, refuse("lyngk.move_syntax", f.at, nil, with("input", game.Shown(text)))
	}
	return w, nil
}

// quoted returns input to show inside a sentence, even when it is empty.
func quoted(s string) string { return "\"" + game.Shown(s) + "\"" }
