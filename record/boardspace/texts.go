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
	"boardspace.cut":       "the game does not end with ); it may be cut short",
	"boardspace.bracket":   "a value ends here, but {character} follows; within a value a ] is written \\]",
	"boardspace.character": "{character} has no meaning here",
	"boardspace.property":  "a property is a name in capital letters and a value in brackets",
	"boardspace.value_end": "the value that begins here does not end: a ] is missing",
	"boardspace.depth":     "branches are nested more than {n} deep",

	// The game.
	"boardspace.game":        "unknown game {word}; known games: dvonn, lyngk and lyngk-6",
	"boardspace.twice":       "the property {name} is given twice; {value} is ignored",
	"boardspace.no_game":     "the site has no game {game}",
	"boardspace.no_start":    "the layout of this game follows from a key ({setup}) that only the site can read; give the start position",
	"boardspace.edited":      "this is a log of the site's move editor ({text}), not a record: which moves count can't be told for sure",
	"boardspace.result_text": "the file says {text}, but by its moves the result is another",
	"boardspace.end":         "the value {value} of {name} is not supported",

	// The clicks of the players.
	"boardspace.operation":       "the operation {op} is not known",
	"boardspace.operation_empty": "an operation without a word",
	"boardspace.operation_form":  "{op} does not have the form it should",
	"boardspace.air":             "{op}: a piece is picked up and not yet put down",
	"boardspace.nothing_up":      "{op}: no piece is picked up",
	"boardspace.dropped":         "{op}: this turn has already put a piece down",
	"boardspace.tray":            "{op}: a piece is still on the tray for captured pieces",
	"boardspace.tray_full":       "{op}: this turn has already put a piece on a tray",
	"boardspace.tray_empty":      "{op}: this turn has put no piece there",
	"boardspace.claim":           "{op} after a claim without a move: a color is claimed together with a move (rule 1.1)",
	"boardspace.turn":            "P{player} moves, but it is the turn of P{other}",
	"boardspace.after_end":       "{op} after the end of the game is ignored",
	"boardspace.unfinished":      "the last turn is unfinished and is ignored",
	"boardspace.resigned":        "a resignation in a variation is ignored",
	"boardspace.branch":          "a branch is ignored: the main line has no move beside it",
	"boardspace.glyph":           "{value} is not a glyph and is ignored",
	"boardspace.glyph_early":     "a glyph with no move before it is ignored",
}
