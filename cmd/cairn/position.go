package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// gameArg is the first argument of most commands.
type gameArg struct {
	Game string `arg:"" help:"The game: lyngk, lyngk-captured, lyngk6 or dvonn."`
}

func (a gameArg) lookup() (game.Game, error) {
	g, err := games.Lookup(strings.ToLower(a.Game))
	if err != nil {
		return nil, usageError(err, "")
	}
	return g, nil
}

// positionArg is a game and a position of it.
type positionArg struct {
	gameArg
	Pos string `arg:"" help:"The position: its text, - for standard input, start:SEED, or full:SEED (DVONN)."`
}

// longestPosition bounds what is read from standard input: a position is far
// shorter, so more is a mistake, such as a whole file of games.
const longestPosition = 64 << 10

func (a positionArg) read(s *streams) (game.Game, game.Position, error) {
	g, err := a.lookup()
	if err != nil {
		return nil, nil, err
	}
	p, err := readPosition(s.catalog, g, a.Pos, s.in)
	return g, p, err
}

func readPosition(c *i18n.Catalog, g game.Game, text string, in io.Reader) (game.Position, error) {
	if seed, ok := strings.CutPrefix(text, "start:"); ok {
		return g.Start(seed), nil
	}
	if seed, ok := strings.CutPrefix(text, "full:"); ok {
		return startOf(c, g, seed, true)
	}
	if text == "-" {
		b, err := io.ReadAll(io.LimitReader(in, longestPosition+1))
		if err != nil {
			return nil, usageError(unreadable(c, c.T("file.stdin"), err), "")
		}
		if len(b) > longestPosition {
			return nil, usageError(errors.New(c.T("cli.position.long")), c.T("cli.position.one"))
		}
		// Some editors put a byte order mark in front.
		text = strings.TrimPrefix(string(b), "\ufeff")
	}
	// What is copied from somewhere often has a space at an end.
	text = strings.TrimSpace(text)
	p, err := g.Parse(text)
	if err != nil {
		return nil, usageError(errors.New(pointAt(c, text, err)), c.T("cli.position.setup", i18n.Args{"command": "cairn setup " + g.ID()}))
	}
	return p, nil
}

// seedOf returns the seed of a position that is given by one, "" for any other.
func seedOf(text string) string {
	kind, seed, _ := strings.Cut(text, ":")
	if kind == "start" || kind == "full" {
		return seed
	}
	return ""
}

// startOf is [game.StartOf] with an error that says what is possible.
func startOf(c *i18n.Catalog, g game.Game, seed string, full bool) (game.Position, error) {
	p, ok := game.StartOf(g, seed, full)
	if !ok {
		return nil, usageError(errors.New(c.T("cli.position.not_full", i18n.Args{"game": c.T("game." + g.ID())})), c.T("cli.position.seed", i18n.Args{"seed": "start:SEED"}))
	}
	return p, nil
}

// shown is a text of the command line as messages repeat it.
func shown(text string) string { return game.ShownOrEmpty(text) }

// pointAt writes an error about a text with a caret under the place, where the
// error knows it.
func pointAt(c *i18n.Catalog, text string, err error) string {
	var e *game.Error
	if !errors.As(err, &e) || text == "" || e.Offset < 0 || e.Offset > len(text) {
		return say.Error(c, err)
	}
	return caret(c, say.Error(c, err), text, e.Offset)
}

// caret writes what is said about a text with a caret under the place at an offset.
func caret(c *i18n.Catalog, said, text string, offset int) string {
	from := max(0, offset-50)
	to := min(len(text), from+70)
	before, after := game.Printable(text[from:offset]), game.Printable(text[offset:max(to, offset)])
	column := utf8.RuneCountInString(before)
	character := utf8.RuneCountInString(text[:offset]) + 1
	return fmt.Sprintf("%s\n  %s\n  %s^ %s", said, before+after, strings.Repeat(" ", column), c.T("cli.position.character", i18n.Args{"n": character}))
}

type setupCmd struct {
	gameArg
	Seed *string `help:"Any text. The same seed always gives the same position (default: a random seed, printed to standard error)." placeholder:"TEXT"`
	Full bool    `help:"DVONN: print a random full board, ready for stacking, instead of the empty one."`
	JSON bool    `help:"Print a JSON object that names the seed."`
}

func (setupCmd) Help() string {
	return `Section 5 of docs/rules.md explains how the layout follows from the seed, so other
programs can compute it too.`
}

func (c *setupCmd) Run(s *streams) error {
	g, err := c.lookup()
	if err != nil {
		return err
	}
	seed := newSeed()
	if c.Seed != nil {
		seed = *c.Seed
	}
	p, err := startOf(s.catalog, g, seed, c.Full)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.json(struct {
			Game     string `json:"game"`
			Seed     string `json:"seed"`
			Position string `json:"position"`
		}{g.ID(), seed, p.String()})
	}
	if c.Seed == nil {
		fmt.Fprintf(s.err, "seed: %s\n", seed)
	}
	fmt.Fprintln(s.out, p)
	return nil
}

// newSeed draws an unpredictable seed, short enough to be read aloud.
func newSeed() string { return rand.Text()[:10] }

type movesCmd struct {
	positionArg
	JSON bool `help:"Print a JSON object instead of lines."`
}

func (movesCmd) Help() string {
	return `Each line is a move; lines are sorted bytewise. Nothing is printed if the game is over. Try

  cairn moves lyngk start:demo | wc -l`
}

func (c *movesCmd) Run(s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	moves := sortedMoves(g, p)
	if c.JSON {
		return s.json(struct {
			Game     string   `json:"game"`
			Position string   `json:"position"`
			Moves    []string `json:"moves"`
		}{g.ID(), p.String(), moves})
	}
	for _, m := range moves {
		fmt.Fprintln(s.out, m)
	}
	return nil
}

// sortedMoves returns the texts of all legal moves, sorted bytewise as the
// contract asks of lists; never nil.
func sortedMoves(g game.Game, p game.Position) []string {
	moves := p.Moves(nil)
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = g.MoveText(m)
	}
	sort.Strings(texts)
	return texts
}

type applyCmd struct {
	positionArg
	Move []string `arg:"" help:"Moves in the order played: b1-b2, R,b1-b2, pass; in DVONN also e3 and E3F3."`
	JSON bool     `help:"Print a JSON object with the position, the moves and the result."`
}

func (applyCmd) Help() string {
	return `This command stops at the first illegal move and names the rule that forbids it. Try

  cairn apply dvonn start: e3 f3 g3`
}

func (c *applyCmd) Run(s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	played := make([]string, 0, len(c.Move))
	for i, text := range c.Move {
		m, err := p.ParseMove(text)
		if err != nil {
			return c.refused(s.catalog, i, pointAt(s.catalog, text, err))
		}
		if err := p.Play(m); err != nil {
			return c.refused(s.catalog, i, say.Error(s.catalog, err))
		}
		played = append(played, g.MoveText(m))
	}
	if c.JSON {
		return s.json(struct {
			Game     string   `json:"game"`
			Position string   `json:"position"`
			Moves    []string `json:"moves"`
			Result   string   `json:"result"`
		}{g.ID(), p.String(), played, g.OutcomeName(p.Outcome())})
	}
	fmt.Fprintln(s.out, p)
	return nil
}

// refused says which move is illegal, and why.
func (c *applyCmd) refused(catalog *i18n.Catalog, i int, reason string) error {
	return failure(errors.New(catalog.T("cli.apply.refused", i18n.Args{"n": i + 1, "move": shown(c.Move[i]), "reason": reason})), "")
}

type resultCmd struct {
	positionArg
	JSON bool `help:"Print a JSON object with the counts that decide the game."`
}

func (resultCmd) Help() string {
	return `This prints "ongoing", "draw", or the winner: 1 or 2 in LYNGK, w or b in DVONN.`
}

func (c *resultCmd) Run(s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	result := g.OutcomeName(p.Outcome())
	if !c.JSON {
		fmt.Fprintln(s.out, result)
		return nil
	}
	standing := map[string]map[string]int{}
	if scorer, ok := p.(game.Scorer); ok {
		for _, side := range []game.Side{game.First, game.Second} {
			counts := map[string]int{}
			for _, n := range scorer.Standing(side) {
				counts[n.Key] = n.N
			}
			standing[g.SideName(side)] = counts
		}
	}
	return s.json(struct {
		Game     string                    `json:"game"`
		Position string                    `json:"position"`
		Result   string                    `json:"result"`
		Standing map[string]map[string]int `json:"standing"`
	}{g.ID(), p.String(), result, standing})
}

type whyCmd struct {
	positionArg
	Move string `arg:"" help:"The move in question."`
	JSON bool   `help:"Print the reason as a JSON object."`
}

func (whyCmd) Help() string {
	return `This prints "legal" and exits with 0, or names the rule that forbids the move and exits
with 1. Rules are numbered as in docs/rules.md. Try

  cairn why lyngk start:demo a1-i1`
}

// reason is the JSON form of an answer.
type reason struct {
	Legal  bool              `json:"legal"`
	Move   string            `json:"move,omitempty"` // canonical, when legal
	Code   string            `json:"code,omitempty"`
	Clause string            `json:"clause,omitempty"`
	Offset *int              `json:"offset,omitempty"`
	Spots  []string          `json:"spots,omitempty"`
	Args   map[string]string `json:"args,omitempty"`
	Text   string            `json:"text,omitempty"`
}

func (c *whyCmd) Run(s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	m, err := p.ParseMove(c.Move)
	if err == nil {
		if c.JSON {
			return s.json(reason{Legal: true, Move: g.MoveText(m)})
		}
		fmt.Fprintln(s.out, s.catalog.T("cli.why.legal"))
		return nil
	}
	if !c.JSON {
		fmt.Fprintln(s.out, say.Error(s.catalog, err))
		return failure(errSilent, "")
	}
	r := reason{Text: err.Error()}
	var e *game.Error
	if errors.As(err, &e) {
		r.Code, r.Clause, r.Spots, r.Args = e.Code, e.Clause, e.Spots, e.Args
		if e.Offset >= 0 {
			r.Offset = &e.Offset
		}
	}
	if err := s.json(r); err != nil {
		return err
	}
	return failure(errSilent, "")
}
