//go:build !norecords

package record

import (
	"fmt"
	"strings"

	"cairn.example/game"
)

// parser reads the text of one record of our own format. The grammar is in
// docs/records.md.
type parser struct {
	Chunk
	text     string // the chunk's
	pos      int
	record   *Record
	warnings []Warning

	stated statedEnd       // what tags and mark say of the end
	tags   map[string]bool // the fields that have been set
	places []int           // where each move text stands

	// The comments of one note are joined before they are added to it, so that
	// many of them cost no more than their length.
	comment     strings.Builder
	commentNote *Note // the note that the comment is for, nil for none
}

// addComment adds text to the comment of a note.
func (p *parser) addComment(note *Note, text string) {
	if p.commentNote != note {
		p.flushComment()
		p.commentNote = note
	}
	p.comment.WriteString(text)
	p.comment.WriteByte(' ')
}

// flushComment adds the joined comments to their note. It must be called before
// the note is copied: pointers to it are then stale.
func (p *parser) flushComment() {
	if p.commentNote != nil {
		p.commentNote.AddComment(p.comment.String())
	}
	p.comment.Reset()
	p.commentNote = nil
}

func (p *parser) fail(pos int, code string, pairs ...string) *Error {
	return texts.Error(p.Place(pos), code, pairs...)
}

func (p *parser) warn(pos int, code string, pairs ...string) {
	p.warnings = append(p.warnings, texts.Warning(p.Place(pos), code, pairs...))
}

func (p *parser) more() bool { return p.pos < len(p.text) }

func (p *parser) peek() byte { return p.text[p.pos] }

func (p *parser) skipSpace() {
	for p.more() && isSpace(p.peek()) {
		p.pos++
	}
}

func (p *parser) parse() *Error {
	if err := p.tagSection(); err != nil {
		return err
	}
	if err := p.line(&p.record.Line, 0); err != nil {
		return err
	}
	p.flushComment()
	if p.stated.mark == "" {
		p.warn(len(p.text), "record.no_mark")
	}
	return nil
}

// tagSection reads the tags and the remarks between them.
func (p *parser) tagSection() *Error {
	for p.skipSpace(); p.more(); p.skipSpace() {
		switch p.peek() {
		case ';':
			p.addComment(&p.record.Note, p.remark())
		case '[':
			if err := p.tag(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

// remark reads from a semicolon to the end of the line.
func (p *parser) remark() string {
	p.pos++
	text, _, _ := strings.Cut(p.text[p.pos:], "\n")
	p.pos += len(text)
	return text
}

func (p *parser) tag() *Error {
	start := p.pos
	p.pos++
	p.skipSpace()
	name := p.take(isNameByte)
	if !IsName(name) {
		return p.fail(start, "record.tag_start")
	}
	p.skipSpace()
	if bare, _, ok := strings.Cut(p.text[p.pos:], "]"); ok && strings.Trim(bare, " \t") != "" && !strings.ContainsAny(bare, "\"\n") {
		p.pos += len(bare) + 1 // Little Golem writes no quotes
		p.setTag(start, name, strings.TrimSpace(bare))
		return nil
	}
	if !p.more() || p.peek() != '"' {
		return p.fail(p.pos, "record.tag_value", "name", shorten(name))
	}
	value, err := p.quoted()
	if err != nil {
		return err
	}
	p.skipSpace()
	if !p.more() || p.peek() != ']' {
		return p.fail(p.pos, "record.tag_end", "name", shorten(name))
	}
	p.pos++
	p.setTag(start, name, value)
	return nil
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// take reads the bytes for which fits returns true.
func (p *parser) take(fits func(byte) bool) string {
	start := p.pos
	for p.more() && fits(p.peek()) {
		p.pos++
	}
	return p.text[start:p.pos]
}

// quoted reads a text in quotes, which ends on its line.
func (p *parser) quoted() (string, *Error) {
	start := p.pos
	p.pos++
	var s strings.Builder
	for p.more() {
		c := p.peek()
		p.pos++
		switch c {
		case '"':
			return s.String(), nil
		case '\n':
			return "", p.fail(start, "record.quote")
		case '\\':
			r, n := unescape(p.text[p.pos:])
			if n == 0 {
				return "", p.fail(p.pos-1, "record.escape")
			}
			p.pos += n
			s.WriteRune(r)
		default:
			s.WriteByte(c)
		}
	}
	return "", p.fail(start, "record.quote")
}

// setTag files a tag with the fields or the further tags.
func (p *parser) setTag(pos int, name, value string) {
	field, isField := fieldName(name)
	if !isField {
		p.record.Tags = append(p.record.Tags, Tag{name, value})
		return
	}
	if p.tags[field] {
		p.warn(pos, "record.tag_twice", "name", field, "value", game.Quoted(value))
		return
	}
	p.tags[field] = true
	switch field {
	case tagResult:
		p.stated.result = value
	case tagTermination:
		p.stated.termination = value
	default:
		*p.record.textField(field) = value
	}
}

// line reads moves up to the end of the text, or of the variation that the line
// is.
func (p *parser) line(l *Line, depth int) *Error {
	opened := p.pos - 1
	for p.skipSpace(); p.more(); p.skipSpace() {
		start := p.pos
		note := &l.Note
		var move *Move
		if len(l.Moves) > 0 {
			move = &l.Moves[len(l.Moves)-1]
			note = &move.Note
		}
		c := p.peek()
		if p.stated.mark != "" && c != '{' && c != ';' {
			return p.fail(start, "record.after_mark", "mark", p.stated.mark)
		}
		switch {
		case c == ';':
			p.addComment(note, p.remark())
		case c == '{':
			if err := p.braces(note); err != nil {
				return err
			}
		case c == '$':
			if err := p.glyphNumber(move); err != nil {
				return err
			}
		case c == '!' || c == '?':
			if err := p.glyph(move); err != nil {
				return err
			}
		case c == '(':
			if err := p.variation(move, depth); err != nil {
				return err
			}
		case c == ')':
			if depth == 0 {
				return p.fail(start, "record.paren")
			}
			p.pos++
			return nil
		default:
			if err := p.word(l, depth); err != nil {
				return err
			}
		}
	}
	if depth > 0 {
		return p.fail(opened, "record.variation_end")
	}
	return nil
}

// variation reads a line in parentheses, which is beside a move of a line that lies so deep.
func (p *parser) variation(move *Move, depth int) *Error {
	start := p.pos
	if move == nil {
		return p.fail(start, "record.variation")
	}
	if depth >= maxDepth {
		return p.fail(start, "record.depth", "n", fmt.Sprint(maxDepth))
	}
	p.pos++
	var v Line
	if err := p.line(&v, depth+1); err != nil {
		return err
	}
	p.flushComment()
	if len(v.Moves) == 0 && v.Note.IsZero() {
		p.warn(start, "record.variation_empty")
	} else {
		move.Variations = append(move.Variations, v)
	}
	return nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

var glyphs = []string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// glyphNumber reads a glyph that is given by its number.
func (p *parser) glyphNumber(move *Move) *Error {
	start := p.pos
	p.pos++
	n, ok := parseNumber(p.take(isDigit), 255)
	if !ok || move == nil {
		return p.fail(start, "record.glyph_number")
	}
	move.NAGs = append(move.NAGs, uint8(n))
	return nil
}

// glyph reads a glyph that is written as itself.
func (p *parser) glyph(move *Move) *Error {
	start := p.pos
	text := p.take(func(c byte) bool { return c == '!' || c == '?' })
	for n, g := range glyphs {
		if n > 0 && g == text && move != nil {
			move.NAGs = append(move.NAGs, uint8(n))
			return nil
		}
	}
	return p.fail(start, "record.glyph", "text", shorten(text))
}

// word reads a move number, a result mark or a move.
func (p *parser) word(l *Line, depth int) *Error {
	start := p.pos
	if isDigit(p.peek()) {
		p.take(isDigit)
		if dots := p.take(func(c byte) bool { return c == '.' }); dots != "" {
			return nil // where the number says something else, the order of the moves counts
		}
		p.pos = start
	}
	text := p.take(func(c byte) bool { return !isSpace(c) && !strings.ContainsRune("{}()[];$!?\"", rune(c)) })
	if text == "" {
		return p.fail(start, "record.character", "character", game.Quoted(p.text[start:start+1]))
	}
	if plain := game.Plain(text); plain != text {
		// Pasted from a page: blanks that must not break stand between the moves.
		for _, word := range strings.Fields(plain) {
			if number, rest, ok := strings.Cut(word, "."); ok && strings.Trim(number, "0123456789") == "" {
				word = strings.TrimLeft(rest, ".")
			}
			if word != "" {
				p.plainWord(l, start, word, depth)
			}
		}
		return nil
	}
	p.plainWord(l, start, text, depth)
	return nil
}

// plainWord reads a result mark or a move.
func (p *parser) plainWord(l *Line, start int, text string, depth int) {
	if _, ok := parseMark(text); ok {
		if depth == 0 {
			p.stated.mark = text
		}
		return // chess programs write a mark at the end of variations too
	}
	p.flushComment()
	p.places = append(p.places, start)
	l.Moves = append(l.Moves, Move{Text: text})
}

// braces reads a comment in braces.
func (p *parser) braces(note *Note) *Error {
	start := p.pos
	p.pos++
	var text strings.Builder
	inWord := false
	for p.more() {
		c := p.peek()
		p.pos++
		switch {
		case c == '}':
			p.addComment(note, text.String())
			return nil
		case c == '\\':
			r, n := unescape(p.text[p.pos:])
			if n == 0 {
				return p.fail(p.pos-1, "record.escape")
			}
			p.pos += n
			text.WriteRune(r)
			inWord = true
		case c == '[' && !inWord && p.command(note):
		default:
			text.WriteByte(plainSpace(c))
			inWord = !isSpace(c)
		}
	}
	return p.fail(start, "record.comment")
}

// command reads a command whose bracket has been read; false, and nothing is
// read, where it is none.
func (p *parser) command(note *Note) bool {
	text := p.text[p.pos:]
	if text == "" || text[0] != '%' {
		return false
	}
	n := 1
	for n < len(text) && isNameByte(text[n]) {
		n++
	}
	name := text[1:n]
	if !IsName(name) || n == len(text) || text[n] != ']' && !isSpace(text[n]) {
		return false
	}
	var arg strings.Builder
	for n < len(text) {
		c := text[n]
		n++
		switch c {
		case ']':
			c := Command{name, arg.String()}
			if !c.Readable() {
				p.warnings = append(p.warnings, WarnCommand(p.Place(p.pos-1), c))
			}
			note.AddCommand(c.Name, c.Arg)
			p.pos += n
			return true
		case '}', '[':
			return false // so that looking for the end costs no more than the text is long
		case '\\':
			r, size := unescape(text[n:])
			if size == 0 {
				return false
			}
			n += size
			arg.WriteRune(r)
		default:
			arg.WriteByte(plainSpace(c))
		}
	}
	return false
}

// plainSpace makes a space of any white space: a line of our own format ends anywhere, one
// of a comment where an escape says so.
func plainSpace(c byte) byte {
	if isSpace(c) {
		return ' '
	}
	return c
}
