package game

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How the text of a move is put together is the same in every game: a claim and a
// comma where there is one, then the spots with hyphens between them. What is
// here takes such a text apart without asking whether it is a move:
// [Position.ParseMove] tells that.

// PassText is the text of a forced pass.
const PassText = "pass"

// CutClaim takes the claim off the text of a move; claims says whether there is
// one, and without one way is all of text.
func CutClaim(text string) (claim, way string, claims bool) {
	if claim, way, claims = strings.Cut(text, ","); claims {
		return claim, way, true
	}
	return "", text, false
}

// WithClaim puts a claim, "" for none, before the way of a move.
func WithClaim(claim, way string) string {
	if claim == "" {
		return way
	}
	return claim + "," + way
}

// Typed is the text of a move as people type it: where they leave blanks between its spots,
// hyphens stand there. Any other text stays as it is.
func (l *Layout) Typed(text string) string {
	claim, way, claims := CutClaim(text)
	written := strings.Join(strings.Fields(way), "-")
	if _, ok := l.ReadWay(written); !ok || claims && claim == "" {
		return text
	}
	return WithClaim(claim, written)
}

// RouteText returns the way that the text of a legal move spells out, its two ends
// included, and "" where it names no more than these.
func RouteText(text string) string {
	_, way, _ := CutClaim(text)
	if strings.Count(way, "-") < 2 {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(way))
}

// LooksLikeMove reports whether a text is meant as a move, so that it is the rules
// that should say what is wrong with it: it has a claim or a way, or begins as the
// name of a spot does, if with a letter of another alphabet.
func LooksLikeMove(text string) bool {
	text = Plain(text)
	first, size := utf8.DecodeRuneInString(text)
	return strings.EqualFold(text, PassText) || strings.ContainsAny(text, "-,") ||
		unicode.IsLetter(first) && len(text) > size && text[size] >= '0' && text[size] <= '9'
}

// Letter returns the piece as a text, "" for none.
func (p Piece) Letter() string {
	if p == 0 {
		return ""
	}
	return string(rune(p))
}

// ReadWay returns the spots that a text without a claim names, in either case, up
// to the first that is none of the layout; ok says that there is no such.
func (l *Layout) ReadWay(text string) (way []Spot, ok bool) {
	for name := range strings.SplitSeq(strings.ToLower(Plain(text)), "-") {
		s, known := l.Lookup(strings.TrimSpace(name))
		if !known {
			return way, false
		}
		way = append(way, s)
	}
	return way, true
}

// WayText returns the text of a way.
func (l *Layout) WayText(way []Spot) string {
	names := make([]string, len(way))
	for i, s := range way {
		names[i] = l.Names[s]
	}
	return strings.Join(names, "-")
}
