package formats

import (
	"errors"
	"io"

	"cairn.example/record"
	"cairn.example/record/vectors"
)

// Verify checks a file of records in any known format, or of vectors, gzipped
// or in a tar archive too, and reports each disagreement: a game that is broken
// or illegal, a count or a list of turns that is wrong. Warnings go to warn,
// which may be nil. The error is one of r.
func Verify(r io.Reader, opt record.Options, report func(vectors.Finding), warn func(record.Warning)) (vectors.Summary, error) {
	var sum vectors.Summary
	for m, err := range record.Unpack(r, opt.File) {
		if err != nil {
			return sum, err
		}
		head, _ := m.Peek(headSize)
		if vectors.Detect(head) {
			s, err := vectors.Verify(m, vectors.Options{File: m.Name, Game: opt.Game}, report)
			sum.Add(s)
			if err != nil {
				return sum, err
			}
			continue
		}
		for e := range readMember(m, nil, opt) {
			var bad *record.Error
			switch {
			case errors.As(e.Err, &bad):
				place := bad.Place
				place.File, place.Line = "", 0
				plain := *bad
				plain.Place = place
				sum.Findings++
				report(vectors.Finding{File: bad.File, Line: bad.Line, Text: plain.Error()})
			case e.Err != nil:
				return sum, e.Err
			default:
				sum.Games++
				sum.Plies += len(e.Record.Moves)
			}
			for _, w := range e.Warnings {
				if warn != nil {
					warn(w)
				}
			}
		}
	}
	return sum, nil
}
