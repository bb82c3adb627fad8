package dvonn

import (
	"strconv"

	"cairn.example/game"
)

// Reasons is every reason for which this package refuses a move or a text. Colors among
// the arguments are "white", "black" and "dvonn".
var Reasons = game.Reasons{
	// Moves.
	"dvonn.no_move":      {"", "that isn't a move of DVONN"},
	"dvonn.over":         {"2.5", "the game is over: neither player can move"},
	"dvonn.placing":      {"2.1", "no stack moves before all 49 pieces are placed; {left} are left"},
	"dvonn.occupied":     {"2.1", "{spot} is occupied; a piece is placed on a vacant space"},
	"dvonn.all_placed":   {"2.2", "all pieces are placed; name the stack to move and its target, such as e3-f3"},
	"dvonn.can_move":     {"2.4", "you can't pass: {move} is a legal move"},
	"dvonn.same_spot":    {"2.2", "choose another space than {spot}; a stack moves exactly as many spaces as it has pieces"},
	"dvonn.empty_origin": {"2.2", "{spot} is empty"},
	"dvonn.lone_dvonn":   {"2.2", "the lone DVONN piece on {spot} can't move; move a stack onto it first"},
	"dvonn.not_yours":    {"2.2", "{spot} isn't yours: it has {owner} on top"},
	"dvonn.surrounded":   {"2.2", "the stack on {spot} is surrounded on all six sides; it can move when a neighbor is gone"},
	"dvonn.not_straight": {"2.2", "{to} isn't in a straight line from {from}"},
	"dvonn.distance":     {"2.2", "a stack moves exactly as many spaces as it has pieces: the one on {from} has {height}, and {to} is {distance} away"},
	"dvonn.empty_target": {"2.2", "{spot} is empty; a stack ends its move on another one"},

	// The text of a move.
	"dvonn.move_text":      {"", "{text} isn't a move; write a space such as e3 to place, e3-f3 to move a stack, or pass"},
	"dvonn.move_character": {"", "character {n} is {character}; a move is written with letters from a to z, digits and hyphens"},
	"dvonn.move_space":     {"", "the board has no space {text}"},

	// The text of a position.
	"dvonn.fields":         {"", "a position has three fields with one space character between them: board, turn (w or b) and phase (place or move)"},
	"dvonn.columns":        {"", "the board has 11 columns, a to k, joined by /; here are {columns}"},
	"dvonn.column_spaces":  {"", "column {column} has {want} spaces, joined by commas; here are {spaces}"},
	"dvonn.space_missing":  {"", "{spot} is left out; an empty space is written as a dot"},
	"dvonn.piece":          {"", "{letter} on {spot} isn't a piece; write W, B and D from bottom to top, or a dot alone for an empty space"},
	"dvonn.dvonn_on_top":   {"2.2", "the stack on {spot} has a DVONN piece on top; a lone one never moves, so it is never on top of others"},
	"dvonn.too_many":       {"2.1", "one {color} piece too many at {spot}: the set has {max}"},
	"dvonn.turn":           {"", "{text} isn't a turn; write w or b"},
	"dvonn.phase":          {"", "{text} isn't a phase; write place or move"},
	"dvonn.place_stack":    {"2.1", "there is a stack on {spot}; while pieces are placed, each lies on a space of its own"},
	"dvonn.place_count":    {"2.1", "after {placed} placings there are {dvonn} DVONN, {white} white and {black} black pieces, not {dvonnHere}, {whiteHere} and {blackHere}"},
	"dvonn.place_turn":     {"2.1", "after {placed} placings {mover} is to place"},
	"dvonn.place_complete": {"2.1", "all 49 pieces are placed; the phase is move"},
}

// args are the arguments of an error.
type args map[string]string

// refuse makes the error of a code that concerns the given spots.
func refuse(code string, a args, concerned ...game.Spot) *game.Error {
	return refuseAt(-1, code, a, concerned...)
}

// refuseAt makes the error of a code found at an offset of a text.
func refuseAt(offset int, code string, a args, concerned ...game.Spot) *game.Error {
	return Reasons.Refuse(code, offset, a, layout, concerned)
}

// at makes the argument of an error about one spot.
func at(s game.Spot) args { return args{"spot": layout.Names[s]} }

func number(n int) string { return strconv.Itoa(n) }

// colorName returns the color of a side as errors name it.
func colorName(s game.Side) string {
	if s == game.First {
		return "white"
	}
	return "black"
}
