package formats

import (
	"errors"
	"io"

	"cairn.example/game"
	"cairn.example/record"
	"cairn.example/record/vectors"
)

// Verify checks a file of records in any known format, or of vectors, gzipped
// or in a tar archive too, and reports each disagreement: a game that is broken
// or illegal, a count or a list of turns that is wrong. Warnings go to warn,
// which may be nil. The error is one of r.
func Verify(r io.Reader, opt record.Options, report func(vectors.Finding), warn func(record.Warning)) (vectors.Summary, error) {
	var sum vectors.Summary
	// broken reports what makes a file or a game unreadable, or returns an error
	// of r.
	broken := func(err error) error {
		var bad *record.Error
		if !errors.As(err, &bad) {
			return err
		}
		plain := *bad
		plain.File, plain.Line = "", 0
		sum.Findings++
		finding := vectors.Finding{File: bad.File, Line: bad.Line, Text: plain.Error(), Game: bad.Game, Ply: bad.Ply, Code: bad.Code, Err: &plain}
		var rules *game.Error
		if errors.As(bad.Err, &rules) {
			finding.Code, finding.Clause, finding.Spots = rules.Code, rules.Clause, rules.Spots
		}
		report(finding)
		return nil
	}
	for m, err := range record.Unpack(r, opt.File) {
		if err != nil {
			return sum, broken(err)
		}
		head, _ := m.Peek(headSize)
		if vectors.Detect(head) {
			s, err := vectors.Verify(m, vectors.Options{File: m.Name, Game: opt.Game}, report)
			sum.Add(s)
			if err != nil && broken(err) != nil {
				return sum, err
			}
			continue
		}
		for e := range readMember(m, nil, opt) {
			if e.Err == nil {
				sum.Games++
				sum.Plies += len(e.Record.Moves)
			} else if err := broken(e.Err); err != nil {
				return sum, err
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
