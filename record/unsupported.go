//go:build !norecords

package record

import (
	"slices"

	"cairn.example/game"
	"cairn.example/games"
)

// UnsupportedNotes returns a warning for each note, glyph and variation of the
// record, for a format that holds only tags and a main line.
func (r *Record) UnsupportedNotes(format string) []Warning {
	var list []Warning
	warn := func(ply int, code string) {
		list = append(list, texts.Warning(Place{Ply: ply, Offset: -1}, code, "format", format))
	}
	note := func(n Note, ply int) {
		if n.Comment != "" {
			warn(ply, "record.unsupported_comment")
		}
		if _, takenBack := n.Command(TakenBackCommand); takenBack {
			warn(ply, "record.unsupported_taken_back")
			n.Commands = slices.DeleteFunc(slices.Clone(n.Commands), func(c Command) bool { return c.Name == TakenBackCommand })
		}
		if len(n.AllCommands()) > 0 {
			warn(ply, "record.unsupported_command")
		}
	}
	note(r.Note, 0)
	for i, m := range r.Moves {
		note(m.Note, i+1)
		if len(m.NAGs) > 0 {
			warn(i+1, "record.unsupported_glyph")
		}
		if len(m.Variations) > 0 {
			warn(i+1, "record.unsupported_variation")
		}
	}
	return list
}

// UnsupportedTags returns a warning for each tag of the record that is not among
// kept, for a format that holds no other tags. The result and the termination
// count as tags where the moves do not tell them.
func (r *Record) UnsupportedTags(format string, kept ...string) []Warning {
	var list []Warning
	warn := func(name, value string) {
		for _, k := range kept {
			if k == name {
				return
			}
		}
		list = append(list, texts.Warning(Place{Offset: -1}, "record.unsupported_tag",
			"format", format, "name", name, "value", game.Quoted(value)))
	}
	for _, name := range fieldNames {
		if value := r.textField(name); value != nil && *value != "" {
			warn(name, *value)
		}
	}
	if r.Termination != Normal { // a normal end follows from the moves
		if r.Result != game.Ongoing {
			result := resultMarks[r.Result]
			if g, err := games.Lookup(r.Game); err == nil {
				result = g.OutcomeName(r.Result)
			}
			warn(tagResult, result)
		}
		if r.Termination != Unknown {
			warn(tagTermination, string(r.Termination))
		}
	}
	for _, t := range r.Tags {
		warn(t.Name, t.Value)
	}
	return list
}
