package boardspace

import (
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/record"
)

// reader reads one game from its tree.
type reader struct {
	*source
	record   *record.Record
	warnings []record.Warning

	root *node
	main *line

	names    [2]string
	first    int  // the player who moves first
	resigned int  // the player who gave up, -1 for none
	timeout  bool // the site ended the game for want of time
}

// ply is a move as the clicks of the file make it, before the rules see it.
type ply struct {
	text       string
	note       note
	player     int
	pos        int
	variations []*line // other lines from the position before this ply
}

type line struct {
	note  note
	plies []*ply
}

func (g *reader) warn(pos int, code string, pairs ...string) {
	g.warnings = append(g.warnings, texts.Warning(g.Place(pos), code, pairs...))
}

func (g *reader) read(root *node, opt record.Options) (*record.Record, error) {
	r := g.record
	g.resigned = -1
	if err := g.identity(root, opt); err != nil {
		return nil, err
	}
	var main line
	g.root, g.main = root, &main
	if err := g.walk(root, &main, turn{passed: -1}, 0); err != nil {
		return nil, err
	}
	g.players()
	var all []*ply
	r.Line = flatten(&main, &all)
	if g.resigned >= 0 {
		r.Termination, r.Result = record.Resignation, game.Win(g.side(1-g.resigned))
	} else if g.timeout {
		r.Termination = record.Time
	}
	g.result(root)
	warnings, err := r.CheckAt(opt, func(n int) record.Place { return g.Place(all[n].pos) })
	g.warnings = append(g.warnings, warnings...)
	if err != nil {
		return r, err
	}
	if err := g.checkPlayers(main.plies); err != nil {
		return r, err
	}
	g.claimedResult(root)
	return r, nil
}

func (g *reader) side(player int) game.Side {
	if player == g.first {
		return game.First
	}
	return game.Second
}

// flatten makes a line of a record and lists its plies in the order of
// [record.Record.CheckAt].
func flatten(l *line, all *[]*ply) record.Line {
	out := record.Line{Note: l.note.record()}
	for _, p := range l.plies {
		*all = append(*all, p)
		m := record.Move{Text: p.text, NAGs: p.note.nags, Note: p.note.record()}
		for _, v := range p.variations {
			m.Variations = append(m.Variations, flatten(v, all))
		}
		out.Moves = append(out.Moves, m)
	}
	return out
}

// checkPlayers returns an error where a move was made by the player whose turn it
// was not.
func (g *reader) checkPlayers(plies []*ply) *record.Error {
	positions, err := g.record.Positions()
	if err != nil {
		return nil // the record was checked
	}
	for i, p := range plies {
		if i < len(positions) && positions[i].Side() != g.side(p.player) {
			e := g.fail(p.pos, "boardspace.turn",
				"player", strconv.Itoa(p.player), "other", strconv.Itoa(1-p.player))
			e.Ply = i + 1
			g.record.Moves = g.record.Moves[:i]
			return e
		}
	}
	return nil
}

// claimedResult compares the sentence in RE with the result. Where the moves tell
// none, a player named there is the winner.
func (g *reader) claimedResult(root *node) {
	r := g.record
	text := r.Tag("ResultText")
	if text == "" {
		return
	}
	if text == resultText(r) {
		for i, t := range r.Tags {
			if t.Name == "ResultText" {
				r.Tags = append(r.Tags[:i:i], r.Tags[i+1:]...)
				break
			}
		}
		return
	}
	// The sentence is in the language of the program that saved the game; only a name
	// in it tells anything.
	var named []game.Outcome
	for i, name := range []string{r.First, r.Second} {
		if name != "" && r.First != r.Second && strings.Contains(text, name) {
			named = append(named, game.Win(game.Side(i)))
		}
	}
	if len(named) != 1 {
		return
	}
	_, given := root.get(propEnd)
	switch {
	case r.Result == game.Ongoing && !given:
		r.Result = named[0]
		g.claimedResult(root)
	case given:
	case r.Result != named[0]:
		g.warn(root.pos, "boardspace.result_text", "text", game.Quoted(text))
	}
}

// maxBranches is how deep branches of the tree may lie within each other.
const maxBranches = 100

// walk follows the main line of the tree from n on and the branches off it. The
// line takes the moves; t is the unfinished turn before n.
func (g *reader) walk(n *node, l *line, t turn, depth int) *record.Error {
	if depth > maxBranches {
		return g.fail(n.pos, "boardspace.depth", "n", strconv.Itoa(maxBranches))
	}
	var branches []branch
	for {
		if err := g.node(n, l, &t); err != nil {
			return err
		}
		if len(n.next) == 0 {
			break
		}
		for _, next := range n.next[1:] {
			b := branch{at: len(l.plies), pos: next.pos}
			begin := t
			begin.note = note{}
			if err := g.walk(next, &b.line, begin, depth+1); err != nil {
				return err
			}
			branches = append(branches, b)
		}
		n = n.next[0]
	}
	if !t.empty() {
		g.warn(n.pos, "boardspace.unfinished")
	}
	g.attach(l, n.pos, t.note)
	for _, b := range branches {
		switch {
		case len(b.line.plies) == 0 && b.line.note.isEmpty():
		case b.at < len(l.plies):
			l.plies[b.at].variations = append(l.plies[b.at].variations, &b.line)
		default:
			g.warn(b.pos, "boardspace.branch")
		}
	}
	return nil
}

// branch is a line that leaves another one beside one of its plies.
type branch struct {
	line line
	at   int
	pos  int
}

// node plays the operations of a node and keeps its comments and commands: with
// the unfinished turn that the operations belong to, else with the move before.
func (g *reader) node(n *node, l *line, t *turn) *record.Error {
	var about note
	before := len(l.plies)
	for _, p := range n.properties {
		if p.name == propIntro || p.name == propIntroC {
			var intro note
			intro.add(p)
			g.doubt(n, &intro)
			g.attach(l, p.pos, intro)
		}
	}
	for _, p := range n.properties {
		if l == g.main && before == 0 && n == g.root {
			if g.rootProperty(p) {
				continue
			}
		}
		switch p.name {
		case propIntro, propIntroC: // attached before the move
		case propGlyph:
			for _, v := range p.values {
				nag, err := strconv.ParseUint(strings.TrimSpace(v), 10, 8)
				if err != nil {
					g.warn(p.pos, "boardspace.glyph", "value", game.Quoted(v))
					continue
				}
				about.nags = append(about.nags, uint8(nag))
			}
		case "P-1":
			// Some files hold a game twice: clean, and as a log with all that
			// the site's move editor took out again.
			return g.fail(p.pos, "boardspace.edited",
				"text", game.Quoted(p.value()))
		case "P0", "P1":
			player := int(p.name[1] - '0')
			for _, v := range p.values {
				if g.playerInfo(player, p.pos, v) {
					continue
				}
				if err := g.operation(l, t, player, p.pos, v); err != nil {
					return err
				}
			}
		default:
			about.add(p)
		}
	}
	g.doubt(n, &about)
	if len(l.plies) == before && !t.empty() {
		t.note.append(about)
		return nil
	}
	g.attach(l, n.pos, about)
	return nil
}

// doubt warns of commands of a node that say no time or value where they should.
func (g *reader) doubt(n *node, about *note) {
	for _, c := range about.commands {
		if !c.Readable() {
			g.warnings = append(g.warnings, record.WarnCommand(g.Place(n.pos), c))
		}
	}
}

// add adds the values of a property: comments, commands of ours, and any other
// property as a command named otherCommand.
func (n *note) add(p property) {
	for _, v := range p.values {
		switch p.name {
		case "C", propIntro:
			n.comments = append(n.comments, v)
		case propCommand, propIntroC:
			name, arg, _ := strings.Cut(v, " ")
			n.commands = append(n.commands, record.Command{Name: name, Arg: arg})
		default:
			n.commands = append(n.commands, record.Command{Name: otherCommand, Arg: p.name + " " + v})
		}
	}
}

// otherCommand is the name of the command that keeps a property as it is.
const otherCommand = "sgf"

// attach adds a note to the last move of the line, or before its first.
func (g *reader) attach(l *line, pos int, about note) {
	if len(l.plies) > 0 {
		l.plies[len(l.plies)-1].note.append(about)
		return
	}
	l.note.append(about)
	if len(about.nags) > 0 {
		g.warn(pos, "boardspace.glyph_early")
	}
}

// commit writes down a move.
func commit(l *line, t *turn, player, pos int, text string) {
	l.plies = append(l.plies, &ply{text: text, note: t.note, player: player, pos: pos})
	*t = turn{passed: -1}
	if text == "pass" {
		t.passed = player
	}
}
