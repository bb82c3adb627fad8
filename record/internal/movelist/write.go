package movelist

import (
	"bytes"
	"io"
	"strings"

	"cairn.example/games"
	"cairn.example/record"
)

// Write writes one game: its id, start position and first comment as remarks where
// the moves alone do not tell them, then the moves on one line. What it fills in is
// described at [record.Format]. The warnings name the notes, variations and tags, which
// the format does not support.
func (s Style) Write(w io.Writer, r *record.Record) ([]record.Warning, error) {
	r = r.Clone()
	warnings, err := r.CheckToWrite()
	if err != nil {
		return nil, err
	}
	g, err := games.Lookup(r.Game)
	if err != nil {
		return nil, err
	}
	if !s.Holds(r.Game) {
		return nil, s.noGame("movelist.write", r.Game)
	}
	var out bytes.Buffer
	// Without moves nothing else tells the game, nor the format.
	if r.Game != s.Games[0] || len(r.Moves) == 0 {
		out.WriteString("# game " + r.Game + "\n")
	}
	if start := g.Start("").String(); start != r.Start || start != g.Start("another").String() {
		out.WriteString("# start " + r.Start + "\n")
	}
	for text := range strings.SplitSeq(r.Comment, "\n") {
		mark := "# "
		if strings.HasPrefix(text, "game ") || strings.HasPrefix(text, "start ") {
			mark = "#: "
		}
		if text != "" {
			out.WriteString(mark + text + "\n")
		}
	}
	r.Comment = ""
	line := none
	if len(r.Moves) > 0 {
		words := r.Texts()
		for i, move := range words {
			words[i] = s.Word(move)
		}
		line = strings.Join(words, " ")
	}
	out.WriteString(line + "\n\n")
	warnings = append(warnings, r.UnsupportedTags(s.Format, "Game", "Start")...)
	warnings = append(warnings, r.UnsupportedNotes(s.Format)...)
	_, err = w.Write(out.Bytes())
	return warnings, err
}
