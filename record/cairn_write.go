//go:build !norecords

package record

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/games"
)

// lineWidth is the most characters in a line of moves; only a single word may
// be longer.
const lineWidth = 80

// Write writes one record and an empty line after it. What it fills in is described at
// [Format]; the format holds everything else that a record can.
func (Cairn) Write(w io.Writer, r *Record) ([]Warning, error) {
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
	var out cairnWriter
	out.tags(g, r)
	out.WriteByte('\n')
	out.line(&r.Line, start, 1)
	out.word(resultMarks[r.Result])
	out.WriteString("\n\n")
	_, err = w.Write(out.Bytes())
	return warnings, err
}

type cairnWriter struct {
	bytes.Buffer
	column int
	glue   bool // the next word follows the last one without a space
}

func (w *cairnWriter) tags(g game.Game, r *Record) {
	w.tag(tagGame, r.Game)
	w.tag(tagStart, r.Start)
	optional := func(name, value string) {
		if value != "" {
			w.tag(name, value)
		}
	}
	optional(tagFirst, r.First)
	optional(tagSecond, r.Second)
	w.tag(tagResult, g.OutcomeName(r.Result))
	optional(tagTermination, string(r.Termination))
	optional(tagTimeControl, r.TimeControl)
	optional(tagSeed, r.Seed)
	for _, t := range r.Tags {
		w.tag(t.Name, t.Value)
	}
}

func (w *cairnWriter) tag(name, value string) {
	var s strings.Builder
	escape(&s, value, `"`)
	fmt.Fprintf(w, "[%s \"%s\"]\n", name, s.String())
}

// word writes a word, on a new line where this one has no room.
func (w *cairnWriter) word(text string) {
	width := len([]rune(text))
	switch {
	case w.column == 0 || w.glue:
	case w.column+1+width > lineWidth:
		w.WriteByte('\n')
		w.column = 0
	default:
		w.WriteByte(' ')
		w.column++
	}
	w.glue = false
	w.WriteString(text)
	w.column += width
}

func (w *cairnWriter) note(n Note) {
	if n.IsZero() {
		return
	}
	words := strings.Split("{"+n.commentText()+"}", " ")
	for _, word := range words {
		w.word(word)
	}
}

// line writes a line from p. The number counts the moves of First: it goes up
// whenever First is to move, so that a line reads "1. First Second 2. First".
func (w *cairnWriter) line(l *Line, p game.Position, number int) {
	p = p.Copy()
	w.note(l.Note)
	numbered := true // the next move needs its number, of either side
	for i := range l.Moves {
		m := &l.Moves[i]
		if i > 0 && p.Side() == game.First {
			number++
		}
		switch {
		case p.Side() == game.First:
			w.move(strconv.Itoa(number)+". ", m)
		case numbered:
			w.move(strconv.Itoa(number)+"... ", m)
		default:
			w.move("", m)
		}
		numbered = false
		for v := range m.Variations {
			w.variation(&m.Variations[v], p, number)
			numbered = true
		}
		parsed, err := p.ParseMove(m.Text)
		if err != nil {
			return // the record was checked
		}
		p.PlayUnchecked(parsed)
	}
}

// move writes a move, on one line with its number.
func (w *cairnWriter) move(number string, m *Move) {
	text, nags := number+m.Text, m.NAGs
	if len(nags) > 0 && nags[0] > 0 && int(nags[0]) < len(glyphs) {
		text += glyphs[nags[0]]
		nags = nags[1:]
	}
	w.word(text)
	for _, n := range nags {
		w.word("$" + strconv.Itoa(int(n)))
	}
	w.note(m.Note)
}

func (w *cairnWriter) variation(l *Line, p game.Position, number int) {
	w.word("(")
	w.glue = true
	w.line(l, p, number)
	w.glue = true
	w.word(")")
}
