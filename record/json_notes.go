//go:build !norecords

package record

import (
	"bytes"
	"encoding/json"
	"time"
)

// jsonLine is a line of moves in JSON: a variation, and what belongs to the moves of the
// main line.
type jsonLine struct {
	Moves []string `json:"moves,omitempty"`

	// Times are what each move took in milliseconds, nil where it is unknown.
	Times []*int64 `json:"times,omitempty"`

	// Notes are those before the first move and after each, nil where there is none;
	// those at the end may be missing.
	Notes []*jsonNote `json:"notes,omitempty"`
}

// jsonNote is all that is said at one place of a line. Its glyphs, and the variations
// beside it, are those of the move before it.
type jsonNote struct {
	Comment    string        `json:"comment,omitempty"`
	Glyphs     []int         `json:"glyphs,omitempty"`
	Clock      *int64        `json:"clock,omitempty"` // milliseconds
	Took       *int64        `json:"took,omitempty"`  // before the first move; else among the times
	Eval       string        `json:"eval,omitempty"`
	Commands   []jsonCommand `json:"commands,omitempty"`
	Variations []jsonLine    `json:"variations,omitempty"`
}

type jsonCommand struct {
	Name  string `json:"name"`
	Value string `json:"value,omitempty"`
}

// toJSON returns the notes and times of a line, and its moves.
func (l *Line) toJSON() jsonLine {
	j := jsonLine{Moves: l.Texts(), Notes: []*jsonNote{l.Note.toJSON()}}
	if took := l.Took; took.Known {
		if j.Notes[0] == nil {
			j.Notes[0] = new(jsonNote)
		}
		ms := took.Time.Milliseconds()
		j.Notes[0].Took = &ms
	}
	for i := range l.Moves {
		m := &l.Moves[i]
		if m.Took.Known {
			if j.Times == nil {
				j.Times = make([]*int64, len(l.Moves))
			}
			ms := m.Took.Time.Milliseconds()
			j.Times[i] = &ms
		}
		n := m.Note.toJSON()
		if n == nil && len(m.NAGs)+len(m.Variations) > 0 {
			n = new(jsonNote)
		}
		for _, nag := range m.NAGs {
			n.Glyphs = append(n.Glyphs, int(nag))
		}
		for v := range m.Variations {
			n.Variations = append(n.Variations, m.Variations[v].toJSON())
		}
		j.Notes = append(j.Notes, n)
	}
	for n := len(j.Notes); n > 0 && j.Notes[n-1] == nil; n-- {
		j.Notes = j.Notes[:n-1]
	}
	return j
}

// toJSON returns what a note says besides what a move took, nil for nothing.
func (n Note) toJSON() *jsonNote {
	if n.Took = (Elapsed{}); n.IsZero() {
		return nil
	}
	j := &jsonNote{Comment: n.Comment, Eval: n.Eval.String()}
	if n.Clock.Known {
		ms := n.Clock.Left.Milliseconds()
		j.Clock = &ms
	}
	for _, c := range n.Commands {
		j.Commands = append(j.Commands, jsonCommand{c.Name, c.Arg})
	}
	return j
}

// readNotes reads the notes of the main line.
func readNotes(value json.RawMessage) (notes []*jsonNote, ok bool) {
	d := json.NewDecoder(bytes.NewReader(value))
	d.DisallowUnknownFields()
	return notes, d.Decode(&notes) == nil
}

// fromJSON adds notes to the moves of a line. It returns false, and may have added some,
// where one says what it cannot.
func (p *jsonReader) fromJSON(l *Line, notes []*jsonNote) bool {
	if len(notes) > len(l.Moves)+1 {
		return false
	}
	for i, n := range notes {
		if n == nil {
			continue
		}
		if i == 0 {
			if len(n.Glyphs)+len(n.Variations) > 0 || !p.note(&l.Note, n) {
				return false
			}
			continue
		}
		m := &l.Moves[i-1]
		if !p.note(&m.Note, n) {
			return false
		}
		for _, glyph := range n.Glyphs {
			if glyph < 0 || glyph > 255 {
				return false
			}
			m.NAGs = append(m.NAGs, uint8(glyph))
		}
		for _, v := range n.Variations {
			var line Line
			for _, text := range v.Moves {
				line.Moves = append(line.Moves, Move{Text: text})
			}
			times, known := elapsed(v.Times)
			if !known || len(times) > 0 && len(times) != len(line.Moves) {
				return false
			}
			for i, took := range times {
				line.Moves[i].Took = took
			}
			if !p.fromJSON(&line, v.Notes) {
				return false
			}
			m.Variations = append(m.Variations, line)
		}
	}
	return true
}

// note reads one note.
func (p *jsonReader) note(n *Note, j *jsonNote) bool {
	n.AddComment(j.Comment)
	for _, time := range []struct {
		ms *int64
		to func(time.Duration)
	}{
		{j.Clock, func(d time.Duration) { n.Clock = Clock{Known: true, Left: d} }},
		{j.Took, func(d time.Duration) { n.Took = Elapsed{Known: true, Time: d} }},
	} {
		times, ok := elapsed([]*int64{time.ms})
		if !ok {
			return false
		}
		if times[0].Known {
			time.to(times[0].Time)
		}
	}
	if j.Eval != "" {
		eval, ok := ParseEval(j.Eval)
		if !ok {
			return false
		}
		n.Eval = eval
	}
	for _, c := range j.Commands {
		command := Command{c.Name, c.Value}
		if !command.Readable() {
			p.entry.Warnings = append(p.entry.Warnings, WarnCommand(p.place(), command))
		}
		n.AddCommand(c.Name, c.Value)
	}
	return true
}
