package record

import (
	"fmt"

	"cairn.example/game"
	"cairn.example/games"
)

// LostBeside returns a warning for each note, glyph and variation of the
// record: what a format that holds only tags and a main line has no place for.
func (r *Record) LostBeside(format string) []Warning { return r.lostBeside(format, false) }

// lostBeside is LostBeside; where times is set, the format holds what each move
// of the main line took.
func (r *Record) lostBeside(format string, times bool) []Warning {
	var lost []Warning
	warn := func(ply int, code string) {
		lost = append(lost, texts.Warning(Place{Ply: ply, Offset: -1}, code, "format", format))
	}
	note := func(n Note, ply int) {
		if n.Comment != "" {
			warn(ply, "record.lost_comment")
		}
		if times && ply > 0 {
			n.Took = Elapsed{}
		}
		if len(n.AllCommands()) > 0 {
			warn(ply, "record.lost_command")
		}
	}
	note(r.Note, 0)
	for i, m := range r.Moves {
		note(m.Note, i+1)
		if len(m.NAGs) > 0 {
			warn(i+1, "record.lost_glyph")
		}
		if len(m.Variations) > 0 {
			warn(i+1, "record.lost_variation")
		}
	}
	return lost
}

// LostTags returns a warning for each tag of the record that is not among kept:
// what a format that holds only some tags has no place for.
func (r *Record) LostTags(format string, kept ...string) []Warning {
	var lost []Warning
	warn := func(name, value string) {
		for _, k := range kept {
			if k == name {
				return
			}
		}
		lost = append(lost, texts.Warning(Place{Offset: -1}, "record.lost_tag",
			"format", format, "name", name, "value", fmt.Sprintf("%q", value)))
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
	return lost
}
