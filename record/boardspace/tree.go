package boardspace

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/record"
)

// node is one node of a game tree.
type node struct {
	properties []property
	next       []*node // the first one continues the main line
	pos        int     // of its semicolon
}

// property is a name with its values, unescaped.
type property struct {
	name   string
	values []string
	pos    int
}

// value returns the first value.
func (p property) value() string { return p.values[0] }

// get returns the first value of a property of the node.
func (n *node) get(name string) (string, bool) {
	for _, p := range n.properties {
		if p.name == name {
			return p.value(), true
		}
	}
	return "", false
}

// source is a text of games, usually one.
type source struct {
	record.Chunk
	text string // the chunk's
	pos  int
	cut  bool // the last tree has no end
}

// fail returns the error at a byte of the text, with its column: a file of the site is
// often one long line.
func (s *source) fail(pos int, code string, pairs ...string) *record.Error {
	place := s.Place(pos)
	place.Column = utf8.RuneCountInString(s.text[strings.LastIndexByte(s.text[:pos], '\n')+1:pos]) + 1
	return texts.Error(place, code, pairs...)
}

func (s *source) skipSpace() {
	for s.pos < len(s.text) && isSpace(s.text[s.pos]) {
		s.pos++
	}
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// tree reads a game tree from its opening parenthesis on and returns its root.
func (s *source) tree() (*node, *record.Error) {
	start := s.pos
	top := &node{pos: start}
	at := top            // the node that the next one follows
	var branches []*node // where each open parenthesis began
	for {
		s.skipSpace()
		if s.pos == len(s.text) {
			if len(top.next) == 0 {
				return nil, s.fail(start, "boardspace.open")
			}
			s.cut = true // the game up to here is read
			return top.next[0], nil
		}
		pos, c := s.pos, s.text[s.pos]
		switch {
		case c == '(':
			s.pos++
			branches = append(branches, at)
		case c == ')':
			s.pos++
			at = branches[len(branches)-1]
			branches = branches[:len(branches)-1]
			if len(branches) > 0 {
				continue
			}
			if len(top.next) != 1 {
				return nil, s.fail(start, "boardspace.roots", "n", strconv.Itoa(len(top.next)))
			}
			return top.next[0], nil
		case c == ';':
			s.pos++
			n := &node{pos: pos}
			at.next = append(at.next, n)
			at = n
		case isNameByte(c):
			if at == top {
				return nil, s.fail(pos, "boardspace.root")
			}
			p, err := s.property()
			if err != nil && s.pos == len(s.text) && !strings.Contains(s.text[p.pos:], ";") {
				continue // cut short within it
			}
			if err != nil {
				return nil, err
			}
			at.properties = append(at.properties, p)
		case strings.HasSuffix(s.text[:pos], "]"):
			return nil, s.fail(pos-1, "boardspace.bracket", "character", game.Quoted(s.text[pos:pos+1]))
		default:
			return nil, s.fail(pos, "boardspace.character", "character", game.Quoted(s.text[pos:pos+1]))
		}
	}
}

func isNameByte(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// property reads a name and its values. Lower-case letters in names, which old
// programs wrote, mean nothing.
func (s *source) property() (property, *record.Error) {
	p := property{pos: s.pos}
	for s.pos < len(s.text) && isNameByte(s.text[s.pos]) {
		s.pos++
	}
	p.name = strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return -1
		}
		return r
	}, s.text[p.pos:s.pos])
	for s.skipSpace(); s.pos < len(s.text) && s.text[s.pos] == '['; s.skipSpace() {
		v, err := s.value()
		if err != nil {
			return p, err
		}
		p.values = append(p.values, v)
	}
	if p.values == nil || p.name == "" {
		return p, s.fail(p.pos, "boardspace.property")
	}
	return p, nil
}

// value reads a value in brackets. A backslash takes the next character as it
// is, and a line end away.
func (s *source) value() (string, *record.Error) {
	start := s.pos
	var v strings.Builder
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch c := s.text[s.pos]; c {
		case ']':
			s.pos++
			return v.String(), nil
		case '\\':
			s.pos++
			rest := s.text[s.pos:]
			switch {
			case strings.HasPrefix(rest, "\r\n"):
				s.pos++
			case strings.HasPrefix(rest, "\n"):
			case rest != "":
				v.WriteByte(rest[0])
			}
		default:
			v.WriteByte(c)
		}
	}
	return "", s.fail(start, "boardspace.value_end")
}

// escape writes a text so that value reads it back. No line of it begins like a
// game.
func escape(to *bytes.Buffer, text string) {
	for {
		i := strings.IndexAny(text, `\](`)
		if i < 0 {
			to.WriteString(text)
			return
		}
		to.WriteString(text[:i])
		to.WriteByte('\\')
		to.WriteByte(text[i])
		text = text[i+1:]
	}
}
