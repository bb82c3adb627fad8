package boardspace

import (
	"maps"

	"cairn.example/record"
)

// Messages returns the sentences of the errors and warnings of this package by
// their codes: each needs a translation wherever errors are translated.
func Messages() record.Texts { return maps.Clone(texts) }

var texts = record.Texts{
	// The tree.
	"boardspace.root":      "a game begins with (;",
	"boardspace.roots":     "a game has one root node, this has {n}",
	"boardspace.open":      "the game that begins here does not end: a ) is missing",
	"boardspace.character": "{character} has no meaning here",
	"boardspace.property":  "a property is a name in capital letters and a value in brackets",
	"boardspace.value_end": "the value that begins here does not end: a ] is missing",
	"boardspace.depth":     "branches lie more than {n} deep",

	// The game.
	"boardspace.game":        "{word} is no game that is known here; known are dvonn, lyngk and lyngk-6",
	"boardspace.no_game":     "the site has no game {game}",
	"boardspace.no_start":    "the layout of this game follows from a key ({setup}) that only the site can read; give the start position",
	"boardspace.edited":      "a log of the site's move editor ({text}), no record: what counts cannot be told for sure",
	"boardspace.result_text": "{text}, says the file; by its moves the result is another",
	"boardspace.end":         "{value} of {name} is not understood and is lost",

	// The clicks of the players.
	"boardspace.operation":       "the operation {op} is not known",
	"boardspace.operation_empty": "an operation without a word",
	"boardspace.operation_form":  "{op} does not have the form it should",
	"boardspace.air":             "{op}, but a piece is in the air",
	"boardspace.nothing_up":      "{op}, but no piece is in the air",
	"boardspace.dropped":         "{op}, but this turn has put a piece down already",
	"boardspace.tray":            "{op}, but a piece is still on the tray for captured pieces",
	"boardspace.tray_full":       "{op}, but this turn has put a piece on a tray already",
	"boardspace.tray_empty":      "{op}, but this turn has put no piece there",
	"boardspace.claim":           "{op} after a claim without a move: a color is claimed together with a move (rule 1.1)",
	"boardspace.seat":            "P{player} moves, but it is the turn of P{other}",
	"boardspace.after_end":       "{op} after the end of the game is lost",
	"boardspace.unfinished":      "the last turn was not finished and is lost",
	"boardspace.resigned":        "a resignation in a variation is lost",
	"boardspace.branch":          "a branch is lost: the main line has no move beside it",
	"boardspace.glyph":           "{value} is no glyph and is lost",
	"boardspace.glyph_early":     "a glyph is lost: there is no move before it",
}
