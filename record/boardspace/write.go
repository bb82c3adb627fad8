package boardspace

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/record"
)

// Holds reports whether the site has the game of that id.
func (SGF) Holds(id string) bool {
	g, err := games.Lookup(id)
	return err == nil && slices.ContainsFunc(setups, func(s setup) bool { return slices.Contains(s.games, g) })
}

// Write writes one game as the site's robots play it: a node an operation, each
// turn ended by one that says "done". What it fills in is described at [record.Format].
// Everything of the record is kept: what the site does not know stands in
// properties of our own, which it ignores. The error is "boardspace.no_game" for a
// game that the site does not have.
func (SGF) Write(w io.Writer, r *record.Record) ([]record.Warning, error) {
	r = r.Clone()
	warnings, err := r.CheckToWrite()
	if err != nil {
		return nil, err
	}
	g, err := games.Lookup(r.Game)
	if err != nil {
		return nil, err
	}
	start, err := g.Parse(r.Start)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(setups, func(s setup) bool { return slices.Contains(s.games, g) })
	if i < 0 {
		return nil, texts.Error(record.Place{Offset: -1}, "boardspace.no_game", "game", r.Game)
	}
	// What the root says of the end depends on where the moves lead.
	moves := writer{record: r, game: g, setup: setups[i]}
	moves.Grow(64 * len(r.Moves))
	moves.moves(&r.Line, 0, start, 1)
	out := writer{record: r, game: g, setup: setups[i], over: moves.over}
	out.Grow(moves.Len() + 4096)
	out.root()
	out.Write(moves.Bytes())
	out.WriteString(")\n")
	text := out.Bytes()
	if bytes.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		text = bytes.Replace(text, []byte("(;\n"), []byte("(;\nCA[UTF-8]"), 1)
	}
	_, err = w.Write(text)
	return warnings, err
}

type writer struct {
	bytes.Buffer
	record *record.Record
	game   game.Game
	setup  setup
	over   bool // the main line, once written, reaches the end of the game
}

func (w *writer) property(name, value string) {
	w.WriteString(name)
	w.WriteByte('[')
	escape(&w.Buffer, value)
	w.WriteByte(']')
}

// root writes all that the file says of the whole game.
func (w *writer) root() {
	r, s := w.record, w.setup
	w.WriteString("(;\n")
	w.property("GM", s.name)
	if !w.writes("VV") {
		w.property("VV", defaultVersion)
	}
	w.WriteByte('\n')
	if !w.writes("SU") {
		w.property("SU", s.word+" "+s.tail)
		w.WriteByte('\n')
	}
	if s.games[0] != w.game {
		w.property(propGame, r.Game)
		w.WriteByte('\n')
	}
	if !s.rack || w.game.Start("").String() != r.Start {
		w.property(propStart, r.Start)
		w.WriteByte('\n')
	}
	for player, name := range []string{r.First, r.Second} {
		w.property("P"+strconv.Itoa(player), `id "`+name+`"`)
		w.WriteByte('\n')
	}
	for _, t := range []record.Tag{{Name: "TimeControl", Value: r.TimeControl}, {Name: "Seed", Value: r.Seed}} {
		if t.Value != "" {
			w.property(propTag, t.Name+" "+t.Value)
			w.WriteByte('\n')
		}
	}
	w.tags()
	if !w.hasTag("ResultText") && r.Result != game.Ongoing {
		w.property("RE", resultText(r))
		w.WriteByte('\n')
	}
	if !w.movesTellEnd() {
		w.property(propEnd, endWords[r.Result]+" "+string(r.Termination))
		w.WriteByte('\n')
	}
	w.operation(game.First, 0, "Start P0")
	w.note(r.Note, "C", propCommand)
	w.WriteByte('\n')
}

// splitTags returns the further tags in their order: those for the root and the
// times used at their end, which the site writes after the moves.
func (w *writer) splitTags() (root, afterMoves []record.Tag) {
	all := w.record.Tags
	n := len(all)
	for n > 0 {
		property, _, ok := playerTag(all[n-1])
		if !ok || property == "" || !strings.HasSuffix(all[n-1].Name, "TimeUsed") {
			break
		}
		n--
	}
	return all[:n], all[n:]
}

// tags writes the tags that stand in the root.
func (w *writer) tags() {
	tags, _ := w.splitTags()
	for _, t := range tags {
		w.tag(t)
	}
}

func (w *writer) tag(t record.Tag) {
	property, value := propTag, t.Name+" "+t.Value
	if p := w.rootProperty(t); p != "" {
		property, value = p, t.Value
	}
	if p, v, ok := playerTag(t); ok && !strings.HasSuffix(t.Name, "TimeUsed") {
		property, value = p, v
	}
	if name, ok := strings.CutPrefix(t.Name, otherTag); ok && isOther(name) && t.Value != "" {
		property, value = name, t.Value
	}
	w.property(property, value)
	w.WriteByte('\n')
}

// rootProperty returns the property of the root that is read back as the tag,
// "" for none.
func (w *writer) rootProperty(t record.Tag) string {
	for _, m := range rootTags {
		if m.tag != t.Name || t.Value == "" {
			continue
		}
		switch m.property {
		case "SU":
			word, _, _ := strings.Cut(strings.TrimSpace(t.Value), " ")
			if isDefaultSetup(t.Value) || !strings.EqualFold(word, w.setup.word) {
				return ""
			}
		case "VV":
			if t.Value == defaultVersion {
				return ""
			}
		}
		return m.property
	}
	return ""
}

// writes reports whether one of the further tags is written as that property.
func (w *writer) writes(property string) bool {
	return slices.ContainsFunc(w.record.Tags, func(t record.Tag) bool { return w.rootProperty(t) == property })
}

func (w *writer) hasTag(name string) bool {
	return slices.ContainsFunc(w.record.Tags, func(t record.Tag) bool { return t.Name == name })
}

// playerTag returns the property and value of a tag about a player; false where
// it would not be read back.
func playerTag(t record.Tag) (property, value string, ok bool) {
	for player, side := range []string{"First", "Second"} {
		for _, p := range playerTags {
			if t.Name == side+p.tag && t.Value != "" && strings.TrimSpace(t.Value) == t.Value {
				return "P" + strconv.Itoa(player), p.word + " " + t.Value, true
			}
		}
	}
	return "", "", false
}

// isOther reports whether a property of the root becomes a tag by its own name.
func isOther(name string) bool {
	for _, t := range rootTags {
		if t.property == name {
			return false
		}
	}
	known := []string{"GM", "CA", "P0", "P1", "C", propGame, propStart, propEnd, propTag, propCommand, propGlyph, propIntro, propIntroC}
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == "" && name != "" && !slices.Contains(known, name)
}

// moves writes the moves of a line from the given one on, p being the position
// before it and number that of its first operation. Where a move has
// variations, the rest of the line is the first branch.
func (w *writer) moves(l *record.Line, from int, p game.Position, number int) {
	p = p.Copy()
	main := l == &w.record.Line
	for i := from; i < len(l.Moves); i++ {
		m := &l.Moves[i]
		parsed, err := p.ParseMove(m.Text)
		if err != nil {
			return // the record was checked
		}
		var intro record.Note
		if i == 0 && !main {
			intro = l.Note
		}
		if len(m.Variations) == 0 {
			number = w.turn(m, intro, w.game.Parts(parsed), p.Side(), number)
			p.PlayUnchecked(parsed)
			continue
		}
		after := p.Copy()
		after.PlayUnchecked(parsed)
		w.WriteString("(")
		next := w.turn(m, intro, w.game.Parts(parsed), p.Side(), number)
		w.moves(l, i+1, after, next)
		w.WriteString(")\n")
		for v := range m.Variations {
			other := &m.Variations[v]
			if len(other.Moves) == 0 {
				w.WriteString("(;")
				w.note(other.Note, propIntro, propIntroC)
				w.WriteString(")\n")
				continue
			}
			w.WriteString("(")
			w.moves(other, 0, p, number)
			w.WriteString(")\n")
		}
		return
	}
	if main {
		w.over = p.Outcome() != game.Ongoing
		w.end(number)
	}
}

// turn writes one move with its notes and glyphs. It returns the number of the
// next operation.
func (w *writer) turn(m *record.Move, intro record.Note, parts game.Parts, side game.Side, number int) int {
	noted := false
	put := func(text string) {
		w.operation(side, number, text)
		number++
		if !noted {
			noted = true
			w.note(intro, propIntro, propIntroC)
			for _, n := range m.NAGs {
				w.property(propGlyph, strconv.Itoa(int(n)))
			}
			w.note(m.Note, "C", propCommand)
		}
		w.WriteByte('\n')
	}
	names := w.game.Layout().Names
	spot := func(s game.Spot) string {
		column := names[s][0] - 'a' + 'A'
		return string([]byte{column, ' '}) + names[s][1:]
	}
	if parts.Claim != 0 {
		color := strings.ToUpper(siteColor(string(rune(parts.Claim))))
		put("Claim " + color + " " + [2]string{"F", "S"}[side])
	}
	words := w.setup.words
	switch {
	case parts.Pass():
		put(words.pass)
		if !w.setup.rack {
			return number // there, passing ends the turn
		}
	case parts.From == game.NoSpot:
		put("dropb " + spot(parts.To))
	default:
		put(words.move + " " + spot(parts.From) + " " + spot(parts.To))
	}
	put(words.done)
	return number
}

// siteColor returns the site's letter of a color.
func siteColor(ours string) string {
	for site, color := range colors {
		if color == ours {
			return site
		}
	}
	return ours
}

// operation writes a node with an operation.
func (w *writer) operation(side game.Side, number int, text string) {
	w.WriteString("; P")
	w.WriteByte('0' + byte(side))
	w.WriteByte('[')
	w.Write(strconv.AppendInt(w.AvailableBuffer(), int64(number), 10))
	w.WriteByte(' ')
	escape(&w.Buffer, text)
	w.WriteByte(']')
}

// note writes the properties of a note.
func (w *writer) note(n record.Note, comment, command string) {
	if n.Comment != "" {
		w.property(comment, n.Comment)
	}
	for _, c := range n.AllCommands() {
		name, value, _ := strings.Cut(c.Arg, " ")
		if c.Name == otherCommand && isOther(name) && command == propCommand {
			w.property(name, value)
			continue
		}
		w.property(command, c.Name+" "+c.Arg)
	}
}

// end writes what comes after the last move.
func (w *writer) end(number int) {
	if w.resigned() {
		winner, _ := w.record.Result.Winner()
		w.operation(winner.Other(), number, w.setup.words.resign)
		w.WriteByte('\n')
		w.operation(winner.Other(), number+1, w.setup.words.done)
		w.WriteByte('\n')
	}
	_, tags := w.splitTags()
	if len(tags) == 0 {
		return
	}
	w.WriteString(";\n")
	for _, t := range tags {
		property, value, _ := playerTag(t)
		w.property(property, value+" ")
		w.WriteByte('\n')
	}
}

// resigned reports whether the record ends with a resignation that the site has
// an operation for.
func (w *writer) resigned() bool {
	_, won := w.record.Result.Winner()
	return won && !w.over && w.record.Termination == record.Resignation
}

// movesTellEnd reports whether the moves, a resignation included, tell how the game
// ended, so that propEnd is not needed.
func (w *writer) movesTellEnd() bool {
	r := w.record
	switch {
	case w.hasTag("ResultText"):
		return false // a name there might be taken for the winner's
	case w.over:
		return r.Termination == record.Normal
	case r.Result == game.Ongoing:
		return r.Termination == record.Unknown
	}
	return w.resigned()
}
