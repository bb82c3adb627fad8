//go:build !norecords

package record

import (
	"fmt"
	"strings"

	"cairn.example/game"
)

// Error says which game of which file cannot be read, where and why. The games
// beside it can.
type Error struct {
	Place

	// Code is the stable id of the reason, such as "record.illegal"; it is also
	// the key of its translations.
	Code string

	// Args fill the braces of Text.
	Args map[string]string

	// Text is the English sentence with {name} for each argument.
	Text string

	// Err is the reason that the rules give for refusing a move or a position,
	// a *[game.Error], else nil.
	Err error
}

// Error returns the place and the reason in English, such as
// "games.cairn:12: game 3, ply 7: b1-c9 is illegal: rule 1.3: ...".
func (e *Error) Error() string {
	text := e.Place.String()
	if text != "" {
		text += ": "
	}
	text += game.Expand(e.Text, e.Args)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Warning says what of a game was ignored when it was read, what is not supported
// by the format it was written in, or what looks wrong.
type Warning Error

// String returns the place and the sentence in English.
func (w Warning) String() string { return (*Error)(&w).Error() }

// Place is a place in a file of records.
type Place struct {
	// File is the name the file was read under, "" where it has none. A member
	// of an archive is named "archive.tar.gz/member".
	File string

	// Game counts the games of the file from 1; 0 where no game is concerned.
	Game int

	// Ply is the move concerned, counted from 1; 0 for none. In a variation it
	// is counted from the start of the game as well, and Variation is set.
	Ply       int
	Variation bool

	// Line counts the lines of the file from 1; 0 where it is unknown.
	Line int

	// Column counts the characters of the line from 1; 0 where it is unknown.
	Column int

	// Offset is the byte in the unpacked file; -1 where it is unknown.
	Offset int64
}

// String returns what is known of the place: "file:line: game 3, ply 7", with the column
// behind the line where it is known.
func (p Place) String() string {
	var parts []string
	switch {
	case p.File != "" && p.Line > 0 && p.Column > 0:
		parts = append(parts, fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column))
	case p.File != "" && p.Line > 0:
		parts = append(parts, fmt.Sprintf("%s:%d", p.File, p.Line))
	case p.File != "":
		parts = append(parts, p.File)
	case p.Line > 0 && p.Column > 0:
		parts = append(parts, fmt.Sprintf("line %d, column %d", p.Line, p.Column))
	case p.Line > 0:
		parts = append(parts, fmt.Sprintf("line %d", p.Line))
	}
	var within []string
	if p.Game > 0 {
		within = append(within, fmt.Sprintf("game %d", p.Game))
	}
	if p.Ply > 0 {
		within = append(within, fmt.Sprintf("ply %d", p.Ply))
	}
	if p.Variation {
		within = append(within, "in a variation")
	}
	if len(within) > 0 {
		parts = append(parts, strings.Join(within, ", "))
	}
	return strings.Join(parts, ": ")
}
