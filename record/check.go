//go:build !norecords

package record

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cairn.example/game"
	"cairn.example/games"
)

// maxDepth is how deep variations may lie within each other.
const maxDepth = 100

// Check replays the record under the rules and changes it:
//
//   - Start is filled in where it is empty: from the seed, or the only start
//     position of the game.
//   - Result and Termination (Normal) are filled in where the moves reach the end
//     of the game.
//   - Texts become canonical: game, start position, moves; comments and arguments
//     of commands have single spaces; "clk", "emt" and "eval" among the commands
//     become Clock, Took and Eval; a spelled route becomes a command.
//   - Variations to the first move of a variation are put beside it, empty ones
//     are dropped, and so are tags and commands with names that no format has, with
//     a warning each.
//
// The record is sound where it names a known game and has a start position, legal
// moves, and an end that the rules do not contradict. Else the error is an
// *[Error], and the main line holds the moves before the error.
func (r *Record) Check() ([]Warning, error) {
	c := checker{record: r}
	err := c.run()
	return c.warnings, err
}

// CheckToWrite is [Record.Check] for a writer. It leaves out the warnings about
// what only looks wrong and is written as it is.
func (r *Record) CheckToWrite() ([]Warning, error) {
	warnings, err := r.Check()
	doubt := func(w Warning) bool { return w.Code == "record.seed" || w.Code == "record.route" }
	return slices.DeleteFunc(warnings, doubt), err
}

// CheckAt is Check for a reader of a format that knows where in its file the
// nth move stands. The moves are counted from 0 as they stand in our own
// format: the moves of a variation directly after the move it replaces.
func (r *Record) CheckAt(opt Options, at func(n int) Place) ([]Warning, error) {
	c := checker{record: r, keepLegal: opt.KeepLegal, at: at}
	err := c.run()
	return c.warnings, err
}

// Positions replays the main line of a sound record: it returns the start
// position and the one after each move.
func (r *Record) Positions() ([]game.Position, error) {
	g, err := games.Lookup(r.Game)
	if err != nil {
		return nil, err
	}
	p, err := g.Parse(r.Start)
	if err != nil {
		return nil, err
	}
	all := []game.Position{p}
	for i := range r.Moves {
		p = p.Copy()
		m, err := p.ParseMove(r.Moves[i].Text)
		if err != nil {
			return all, texts.Error(Place{Ply: i + 1, Offset: -1}, "record.illegal", "move", r.Moves[i].Text).because(err)
		}
		p.PlayUnchecked(m)
		all = append(all, p)
	}
	return all, nil
}

func (e *Error) because(err error) *Error {
	e.Err = err
	return e
}

// checker is one run of [Record.Check].
type checker struct {
	record   *Record
	game     game.Game
	warnings []Warning

	keepLegal bool // the moves before an illegal one

	// at returns where in the file the nth move text stands, variations counted
	// in the order of the text; nil where there is no file.
	at   func(n int) Place
	seen int // how many move texts have been checked

	// stated is what a file says of the end, in words that only the game can
	// read; nil where the record itself holds it.
	stated *statedEnd
}

// statedEnd is how a file says that a game ended, each "" where it does not.
type statedEnd struct{ result, termination, mark string }

// readEnd puts what the file says of the end into the record. It returns whether
// the file says that the game goes on.
func (c *checker) readEnd() (ongoing bool) {
	if c.stated == nil {
		return false
	}
	r, none := c.record, Place{Offset: -1}
	result, known := parseResult(c.game, c.stated.result)
	if !known && c.stated.result != "" {
		c.warn(texts.Warning(none, "record.result_word",
			"word", shorten(c.stated.result), "game", c.game.ID()))
	}
	mark, marked := parseMark(c.stated.mark)
	switch {
	case known && marked && mark != result:
		c.warn(texts.Warning(none, "record.mark",
			"mark", c.stated.mark, "result", c.game.OutcomeName(result)))
	case !known:
		result = mark
	}
	t, ok := ParseTermination(strings.ToLower(strings.TrimSpace(c.stated.termination)))
	if !ok {
		c.warn(texts.Warning(none, "record.termination_word", "word", shorten(c.stated.termination)))
	}
	r.Result, r.Termination = result, t
	return (known || marked) && result == game.Ongoing
}

// place returns the place of the nth move, which is the given ply.
func (c *checker) place(n, ply, depth int) Place {
	place := Place{Offset: -1}
	if c.at != nil {
		place = c.at(n)
	}
	place.Ply, place.Variation = ply, depth > 0
	return place
}

func (c *checker) warn(w Warning) { c.warnings = append(c.warnings, w) }

func (c *checker) run() error {
	r := c.record
	c.normalize()
	start, err := c.start()
	if err != nil {
		r.Moves = nil
		return err
	}
	ongoing := c.readEnd()
	end, failed := c.line(&r.Line, start, 1, 0)
	if failed != nil {
		return failed
	}
	if err := c.result(end); err != nil {
		return err
	}
	if ongoing && r.Result != game.Ongoing {
		c.warn(texts.Warning(Place{Offset: -1}, "record.result_over",
			"is", c.game.OutcomeName(r.Result)))
	}
	return nil
}

// normalize gives the texts that no rule is about their canonical form, and drops
// tags and commands with names that no format could write.
func (c *checker) normalize() {
	r := c.record
	for _, text := range []*string{&r.First, &r.Second, &r.TimeControl, &r.Seed} {
		*text = strings.ToValidUTF8(*text, "\uFFFD")
	}
	var tags []Tag
	count := map[string]int{}
	for _, t := range r.Tags {
		if !IsName(t.Name) || isField(t.Name) {
			c.warn(texts.Warning(Place{Offset: -1}, "record.tag_name",
				"name", game.Quoted(t.Name), "value", game.Quoted(t.Value)))
			continue
		}
		t.Value = strings.ToValidUTF8(t.Value, "\uFFFD")
		tags = append(tags, t)
		if count[t.Name]++; count[t.Name] == 2 && c.at != nil {
			c.warn(texts.Warning(Place{Offset: -1}, "record.tag_again", "name", t.Name))
		}
	}
	r.Tags = tags
	c.normalizeNote(&r.Note)
}

func (c *checker) normalizeNote(n *Note) {
	var normal Note
	normal.AddComment(strings.ToValidUTF8(n.Comment, "\uFFFD"))
	for _, k := range n.AllCommands() {
		if !IsName(k.Name) {
			c.warn(texts.Warning(Place{Offset: -1}, "record.command_name",
				"name", game.Quoted(k.Name), "arg", game.Quoted(k.Arg)))
			continue
		}
		normal.AddCommand(k.Name, strings.ToValidUTF8(k.Arg, "\uFFFD"))
	}
	*n = normal
}

// start finds the game and the start position.
func (c *checker) start() (game.Position, error) {
	r := c.record
	none := Place{Offset: -1}
	g, err := games.Lookup(strings.ToLower(strings.TrimSpace(r.Game)))
	if err != nil {
		known := strings.Join(games.IDs(), ", ")
		if strings.TrimSpace(r.Game) == "" {
			return nil, texts.Error(none, "record.no_game", "games", known)
		}
		return nil, texts.Error(none, "record.game", "game", shorten(r.Game), "games", known)
	}
	c.game, r.Game = g, g.ID()
	fixed := fixedStart(g)
	if strings.TrimSpace(r.Start) == "" {
		if r.Seed == "" && !fixed {
			return nil, texts.Error(none, "record.no_start", "game", g.ID())
		}
		p := g.Start(r.Seed)
		r.Start = p.String()
		return p, nil
	}
	p, err := g.Parse(strings.TrimSpace(r.Start))
	if err != nil {
		return nil, texts.Error(none, "record.start").because(err)
	}
	r.Start = p.String()
	if r.Seed != "" && !fixed && g.Start(r.Seed).String() != r.Start {
		c.warn(texts.Warning(none, "record.seed", "seed", game.Quoted(r.Seed)))
	}
	return p, nil
}

// fixedStart reports whether a game has one start position.
func fixedStart(g game.Game) bool { return g.Start("0").Key() == g.Start("1").Key() }

// line checks a line from p, whose first move is the given ply, and returns the
// position at its end. p is not changed.
func (c *checker) line(l *Line, p game.Position, ply, depth int) (game.Position, *Error) {
	if depth > maxDepth {
		return nil, texts.Error(Place{Ply: ply, Variation: true, Offset: -1}, "record.depth", "n", fmt.Sprint(maxDepth))
	}
	p = p.Copy()
	for i := range l.Moves {
		m := &l.Moves[i]
		n := c.seen
		c.seen++
		m.Text = game.Plain(m.Text) // what is made of it below wants plain signs
		parsed, err := p.ParseMove(m.Text)
		if err != nil && c.keepLegal {
			w := texts.Warning(c.place(n, ply+i, depth), "record.kept", "move", shorten(m.Text))
			w.Err = err
			c.warn(w)
			for _, dropped := range l.Moves[i:] {
				c.seen += dropped.countVariations()
			}
			c.seen += len(l.Moves) - i - 1
			l.Moves = l.Moves[:i]
			if depth == 0 && c.record.Termination == Normal {
				c.record.Termination = Unknown // the moves that are kept do not end the game
			}
			return p, nil
		}
		if err != nil {
			l.Moves = l.Moves[:i]
			return nil, texts.Error(c.place(n, ply+i, depth), "record.illegal", "move", shorten(m.Text)).because(err)
		}
		c.normalizeNote(&m.Note)
		if way, ok := c.route(m, c.game.MoveText(parsed), p); !ok {
			c.warn(texts.Warning(c.place(n, ply+i, depth), "record.route",
				"route", shorten(way), "move", m.Text))
		}
		for v := range m.Variations {
			c.normalizeNote(&m.Variations[v].Note)
			if _, err := c.line(&m.Variations[v], p, ply+i, depth+1); err != nil {
				m.Variations = m.Variations[:v+1]
				l.Moves = l.Moves[:i+1]
				return nil, err
			}
		}
		m.Variations = hoist(m.Variations)
		p.PlayUnchecked(parsed)
	}
	return p, nil
}

// countVariations returns how many moves the variations to a move hold.
func (m *Move) countVariations() int {
	n := 0
	for _, v := range m.Variations {
		n += len(v.Moves)
		for i := range v.Moves {
			n += v.Moves[i].countVariations()
		}
	}
	return n
}

// hoist puts the variations to the first move of a variation beside it: both
// begin at the same position. Variations that say nothing go.
func hoist(variations []Line) []Line {
	var all []Line
	for _, v := range variations {
		if len(v.Moves) > 0 || !v.Note.IsZero() {
			all = append(all, v)
		}
		if len(v.Moves) > 0 {
			all = append(all, v.Moves[0].Variations...)
			v.Moves[0].Variations = nil
		}
	}
	return all
}

// route makes a move's text canonical and keeps the way it was spelled with. It
// returns the way that the record gives, and whether the rules allow it.
func (c *checker) route(m *Move, canonical string, p game.Position) (way string, ok bool) {
	if written := game.RouteText(m.Text); written != "" {
		if _, known := m.Command(RouteCommand); !known {
			m.AddCommand(RouteCommand, written)
		}
	}
	m.Text = canonical
	way, given := m.Command(RouteCommand)
	if !given {
		return "", true
	}
	claim, _, _ := game.CutClaim(canonical)
	way = game.WithClaim(claim, way)
	move, err := p.ParseMove(way)
	return way, err == nil && c.game.MoveText(move) == canonical
}

// result compares what the record says of the end with the rules.
func (c *checker) result(end game.Position) *Error {
	r := c.record
	place := Place{Ply: len(r.Moves), Offset: -1}
	outcome := end.Outcome()
	name := c.game.OutcomeName
	switch {
	case r.Result > game.Draw:
		return texts.Error(place, "record.result", "n", fmt.Sprint(r.Result))
	case outcome != game.Ongoing && r.Result != game.Ongoing && r.Result != outcome:
		return texts.Error(place, "record.result_wrong",
			"said", name(r.Result), "is", name(outcome))
	case outcome != game.Ongoing:
		r.Result = outcome
		if r.Termination == Unknown {
			r.Termination = Normal
		}
	case r.Termination == Normal:
		return texts.Error(place, "record.unfinished",
			"said", name(r.Result))
	}
	if _, ok := ParseTermination(string(r.Termination)); !ok {
		return texts.Error(place, "record.termination", "word", shorten(string(r.Termination)))
	}
	switch only, decided := r.Termination.Result(); {
	case !decided || r.Result == only:
		return nil
	case only == game.Ongoing:
		return texts.Error(place, "record.aborted", "said", name(r.Result))
	}
	return texts.Error(place, "record.agreement", "said", name(r.Result))
}

// shorten returns a text of the input for a message: at most 60 characters, and
// quoted where it is empty or has white space or what is not printable.
func shorten(text string) string {
	const most = 60
	text = strings.ToValidUTF8(text, "?")
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	if strings.IndexFunc(text, func(r rune) bool { return r <= ' ' || !unicode.IsPrint(r) }) >= 0 || text == "" {
		return game.Quoted(text)
	}
	return text
}
