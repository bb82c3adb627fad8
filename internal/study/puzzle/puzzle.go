package puzzle

import (
	"slices"
	"strconv"
	"strings"
)

// Version is the version of the text format.
const Version = 1

// Result is what the solver's move keeps, for the solver.
type Result uint8

// The results. A loss cannot be kept.
const (
	Draw Result = iota
	Win
)

// String returns the word of the format.
func (r Result) String() string {
	if r == Win {
		return "win"
	}
	return "draw"
}

// Puzzle is one line of a pack.
type Puzzle struct {
	// ID is the number of the puzzle in its pack, from 1.
	ID int

	// Position is the canonical text of the position.
	Position string

	// Line holds the steps of the solution: the solver's at even indexes, the
	// replies between them. A step of the solver lists all moves that count as
	// the answer, the one that is shown first; a reply is one move. The last step
	// is the solver's. Only the last step lists several moves, because they lead
	// to different positions.
	Line [][]string

	// Result is proved.
	Result Result

	// Themes say what the puzzle is about, by the keys of [Themes] and in their
	// order; at least one.
	Themes []string

	// Rating says how hard it is, on the scale of the players' ratings.
	Rating int
}

// Themes lists the keys of all themes, in the order of the format. Each has a
// text puzzle.theme.KEY in the catalog.
func Themes() []string {
	return []string{
		"five", "six", "block", "claim", "route", "joker", "stop", "capture", "isolation", "anchor",
		"strand", "quiet", "draw", "long", "ending", "first",
	}
}

// Moves returns how many moves the solver makes.
func (p *Puzzle) Moves() int { return (len(p.Line) + 1) / 2 }

// header is the first line of a pack.
func header(game string) string { return "cairn-puzzles " + strconv.Itoa(Version) + " " + game }

// FormatError says what is wrong in a pack. The message catalog has its text under Code.
type FormatError struct {
	Line int    // from 1
	Code string // such as "puzzle.bad.rating"
	Want string // what must stand there, for a header or themes; else ""
}

// What may be wrong with the form of a pack: the codes of a [FormatError].
const (
	badHeader = "puzzle.bad.header"
	badFields = "puzzle.bad.fields"
	badNumber = "puzzle.bad.number"
	badLine   = "puzzle.bad.line"
	badResult = "puzzle.bad.result"
	badThemes = "puzzle.bad.themes"
	badRating = "puzzle.bad.rating"
)

// Error names the line and the code.
func (e *FormatError) Error() string {
	text := "puzzle pack, line " + strconv.Itoa(e.Line) + ": " + e.Code
	if e.Want != "" {
		text += " (want " + e.Want + ")"
	}
	return text
}

// Read reads the pack of a game. It checks the form; whether positions and moves
// are legal shows when they are used ([Start]) or verified. The error is a
// *[FormatError].
func Read(game, text string) ([]Puzzle, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != header(game) {
		return nil, &FormatError{1, badHeader, header(game)}
	}
	pack := make([]Puzzle, 0, len(lines)-1)
	for i, line := range lines[1:] {
		p, bad := parse(line)
		if bad == "" && p.ID != i+1 {
			bad = badNumber
		}
		if bad != "" {
			want := ""
			if bad == badThemes {
				want = strings.Join(Themes(), ",")
			}
			return nil, &FormatError{i + 2, bad, want}
		}
		pack = append(pack, p)
	}
	return pack, nil
}

// fields is the number of fields of a line.
const fields = 6

// parse reads one line. It returns what is wrong with it, the code of a [FormatError], or "".
func parse(line string) (p Puzzle, bad string) {
	f := strings.Split(line, "\t")
	if len(f) != fields {
		return Puzzle{}, badFields
	}
	var err error
	if p.ID, err = strconv.Atoi(f[0]); err != nil || p.ID < 1 {
		return Puzzle{}, badNumber
	}
	p.Position = f[1]
	for i, step := range strings.Split(f[2], " ") {
		moves := strings.Split(step, "|")
		if slices.Contains(moves, "") || i%2 == 1 && len(moves) > 1 {
			return Puzzle{}, badLine
		}
		if i > 0 && len(p.Line[i-1]) > 1 {
			return Puzzle{}, badLine
		}
		p.Line = append(p.Line, moves)
	}
	if len(p.Line)%2 == 0 {
		return Puzzle{}, badLine
	}
	switch f[3] {
	case Win.String():
		p.Result = Win
	case Draw.String():
	default:
		return Puzzle{}, badResult
	}
	p.Themes = strings.Split(f[4], ",")
	at := -1
	for _, t := range p.Themes {
		i := slices.Index(Themes(), t)
		if i <= at {
			return Puzzle{}, badThemes
		}
		at = i
	}
	if p.Rating, err = strconv.Atoi(f[5]); err != nil {
		return Puzzle{}, badRating
	}
	return p, ""
}

// Write returns the text of a pack.
func Write(game string, pack []Puzzle) string {
	var out strings.Builder
	out.WriteString(header(game) + "\n")
	for i := range pack {
		p := &pack[i]
		out.WriteString(strconv.Itoa(p.ID) + "\t" + p.Position + "\t")
		for k, step := range p.Line {
			if k > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(strings.Join(step, "|"))
		}
		out.WriteString("\t" + p.Result.String() + "\t" + strings.Join(p.Themes, ",") + "\t" + strconv.Itoa(p.Rating) + "\n")
	}
	return out.String()
}
