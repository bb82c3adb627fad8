package vectors

import (
	"bytes"
	"fmt"
	"io"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/record"
)

// Options tell what a file of vectors does not say.
type Options struct {
	// File is the name of the file in findings.
	File string

	// Game is the id of the rule set where the file names none.
	Game string

	// MaxLeaves is the largest number of turn sequences that is counted; 0
	// means no bound. What is left out is counted in the summary.
	MaxLeaves uint64
}

// Finding is one disagreement between a file and the rules.
type Finding struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`

	// Where a record cannot be read: the number of the game in its file, the ply, and the
	// reason as the rules name it, else as this module does.
	Game   int      `json:"game,omitempty"`
	Ply    int      `json:"ply,omitempty"`
	Code   string   `json:"code,omitempty"`
	Clause string   `json:"clause,omitempty"`
	Spots  []string `json:"spots,omitempty"`

	// Err is what Text says, where a record cannot be read.
	Err *record.Error `json:"-"`
}

// String returns "file:line: text".
func (f Finding) String() string {
	return record.Place{File: f.File, Line: f.Line}.String() + ": " + f.Text
}

// Summary counts what was checked.
type Summary struct {
	Positions int    `json:"positions"` // with counts
	Counts    int    `json:"counts"`    // numbers of turn sequences
	Leaves    uint64 `json:"leaves"`    // the sum of those numbers
	LeftOut   int    `json:"leftOut"`   // numbers above the bound of the options
	Games     int    `json:"games"`
	Plies     int    `json:"plies"`
	Findings  int    `json:"findings"`
}

// Add adds the counts of another file.
func (s *Summary) Add(o Summary) {
	s.Positions += o.Positions
	s.Counts += o.Counts
	s.Leaves += o.Leaves
	s.LeftOut += o.LeftOut
	s.Games += o.Games
	s.Plies += o.Plies
	s.Findings += o.Findings
}

// maxLine is the most bytes a line may have: the longest list of turns known
// takes a tenth of it.
const maxLine = 1 << 18

// Detect reports whether a file that begins with head looks like vectors.
func Detect(head []byte) bool { return isCounts(head) || isGames(head) }

// isCounts looks for the line that names the game.
func isCounts(head []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), []byte("\n"))
	words := bytes.Fields(line)
	return len(words) == 3 && string(words[0]) == "#" && string(words[1]) == "game" && bytes.Contains(head, []byte("perft")) ||
		bytes.Contains(line, []byte("\t")) && bytes.HasSuffix(bytes.TrimRight(line, "0123456789 \r"), []byte("\t"))
}

// isGames looks for an object with a ply.
func isGames(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return len(head) > 0 && head[0] == '{' &&
		(bytes.Contains(line, []byte(`"ply"`)) || bytes.Contains(line, []byte(`"final"`)))
}

// Verify checks a file of vectors of either kind and reports each disagreement.
// The error is one of r; everything else is a finding.
func Verify(r io.Reader, opt Options, report func(Finding)) (Summary, error) {
	c := checker{opt: opt, report: report}
	for l := range record.Lines(r, maxLine) {
		if l.Err != nil {
			return c.summary, record.Within(opt.File, l.Err)
		}
		c.line = l.Number
		text := bytes.TrimSpace(l.Text)
		switch {
		case l.Long:
			c.find("the line is longer than %d bytes", maxLine)
		case len(text) == 0:
		case text[0] == '#':
			c.remark(string(text))
		case text[0] == '{':
			c.object(text)
		default:
			c.counts(string(text))
		}
	}
	c.endGame()
	if c.summary.Positions+c.summary.Plies+c.summary.Findings == 0 {
		c.line = 0
		c.find("the file holds no vectors")
	}
	return c.summary, nil
}

// checker is one run of Verify.
type checker struct {
	opt     Options
	report  func(Finding)
	summary Summary
	line    int

	game game.Game // that the file names, nil for none yet

	// The game that is being replayed, nil between games.
	playing  game.Game
	ply      int           // that must come next
	expected game.Position // that must come next, nil where a finding hides it
	buf      []game.Move
}

func (c *checker) find(format string, args ...any) {
	c.summary.Findings++
	c.report(Finding{File: c.opt.File, Line: c.line, Text: fmt.Sprintf(format, args...)})
}

// lookup returns the game of that id, or the one of the options.
func (c *checker) lookup(id string) game.Game {
	if id == "" {
		id = c.opt.Game
	}
	g, err := games.Lookup(id)
	if err != nil {
		c.find("%v", err)
		return nil
	}
	return g
}

// position reads a position, which must be canonical.
func (c *checker) position(g game.Game, text string) game.Position {
	p, err := g.Parse(text)
	if err != nil {
		c.find("position: %v", err)
		return nil
	}
	if p.String() != text {
		c.find("the position is not canonical, that is %s", p)
	}
	return p
}
