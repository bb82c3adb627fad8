package lyngk

import "cairn.example/game"

// Reasons is the one table of all refusals.
var Reasons = game.Reasons{
	// Moves.
	"lyngk.bad_move":            {"", "that isn't a move of this game"},
	"lyngk.game_over":           {"1.10", "the game is over"},
	"lyngk.game_over_six":       {"1.8", "the game is over: player {player} has completed a stack of six"},
	"lyngk.pass_turn_exists":    {"1.9", "you can't pass: {from} can move to {to}"},
	"lyngk.pass_must_claim":     {"1.9", "you can't pass: claim {color} and move {from} to {to}, for example"},
	"lyngk.claim_and_pass":      {"1.9", "a claim goes with a move, never with a pass"},
	"lyngk.claim_taken":         {"1.1", "your opponent has already claimed {color}"},
	"lyngk.claim_own":           {"1.1", "you've already claimed {color}"},
	"lyngk.claim_third":         {"1.1", "you've already claimed two colors, {first} and {second}"},
	"lyngk.claim_opens_nothing": {"1.1", "claiming {color} leaves you without a move, and a claim goes with a move"},
	"lyngk.origin_empty":        {"1.2", "{from} is empty"},
	"lyngk.origin_captured":     {"1.7", "claiming {color} captures the five on {from} before the move"},
	"lyngk.origin_joker":        {"1.2", "the joker on {from} can't move alone; move a piece onto it first"},
	"lyngk.origin_opponent":     {"1.2", "{from} has {color} on top, which your opponent has claimed"},
	"lyngk.origin_obstacle":     {"1.7", "the five on {from} is an obstacle and never moves"},
	"lyngk.origin_six":          {"1.8", "the six on {from} stays for the rest of the game"},
	"lyngk.same_spot":           {"1.3", "choose another spot than {from}"},
	"lyngk.target_empty":        {"1.3", "{to} is empty; choose an occupied spot"},
	"lyngk.target_captured":     {"1.7", "claiming {color} captures the five on {to} before the move"},
	"lyngk.not_in_line":         {"1.3", "{to} isn't in a straight line from {from}"},
	"lyngk.blocked":             {"1.3", "the stack on {between} stands between {from} and {to}"},
	"lyngk.unreachable":         {"1.6", "you can't get from {from} to {to}: no free line, and no way over {color} LYNGK-points"},
	"lyngk.target_obstacle":     {"1.7", "the five on {to} is an obstacle; nothing can be built on it"},
	"lyngk.target_six":          {"1.8", "nothing can be built on the six on {to}"},
	"lyngk.too_high":            {"1.4", "{from} on {to} would be {height} pieces high, and {max} is the most"},
	"lyngk.target_higher":       {"1.5", "a neutral stack can't move onto a higher one, and {to} is higher than {from}"},
	"lyngk.duplicate":           {"1.4", "a stack can't hold a color twice: {from} and {to} both hold {color}"},
	"lyngk.duplicates":          {"1.4", "a stack can't hold a color twice: {from} and {to} both hold {color} and {color2}"},

	// Spelled routes.
	"lyngk.leg_neutral":     {"1.6", "only your own colors can use LYNGK-points, and {color} is neutral; claim it first"},
	"lyngk.leg_repeat":      {"1.6", "leg {leg} comes to {spot} again, and each LYNGK-point can be used only once a turn"},
	"lyngk.leg_origin":      {"1.6", "leg {leg} comes back to {spot}, which the moving stack has left empty"},
	"lyngk.leg_empty":       {"1.6", "leg {leg} goes to {spot}, which is empty"},
	"lyngk.leg_not_in_line": {"1.6", "leg {leg}: {spot} isn't in a straight line from {from}"},
	"lyngk.leg_blocked":     {"1.6", "leg {leg}: the stack on {between} stands between {from} and {spot}"},
	"lyngk.leg_joker":       {"1.6", "leg {leg}: the joker on {spot} isn't a LYNGK-point"},
	"lyngk.leg_color":       {"1.6", "leg {leg}: {spot} has {other} on top, and only {color} tops are LYNGK-points of this move"},

	// Move texts.
	"lyngk.move_empty":       {"", "write a move, such as b1-b2, R,b1-b2 or pass"},
	"lyngk.move_syntax":      {"", "{input} isn't a move; write one such as b1-b2, R,b1-b2 or pass"},
	"lyngk.move_character":   {"", "character {n} is {character}; a move is written with letters from a to z, digits, hyphens and commas"},
	"lyngk.move_spot":        {"", "the board has no spot {input}: columns a to i hold 1, 4, 7, 6, 7, 6, 7, 4, 1 spots"},
	"lyngk.move_claim":       {"", "{input} isn't a color to claim: I, B, R, G or K"},
	"lyngk.move_claim_joker": {"1.1", "jokers can't be claimed"},

	// Position texts.
	"lyngk.text_fields":        {"", "a position has four fields with one space character between them: board, turn, claims and score; here are {n}"},
	"lyngk.text_columns":       {"", "the board has 9 columns joined by slashes, this has {n}"},
	"lyngk.text_spots":         {"", "column {column} has {want} spots joined by commas, this has {n}"},
	"lyngk.text_piece":         {"", "{input} on {spot} isn't a piece: I, B, R, G, K or J, and a dot for an empty spot"},
	"lyngk.text_joker_top":     {"1.2", "the stack on {spot} has a joker on top, which no move can bring about"},
	"lyngk.text_color_twice":   {"1.4", "the stack on {spot} holds {color} twice"},
	"lyngk.text_too_high":      {"1.4", "the stack on {spot} has {height} pieces, and {max} is the most"},
	"lyngk.text_turn":          {"", "{input} isn't 1 or 2, the player to move"},
	"lyngk.text_claims":        {"", "{input} isn't written as claims, such as RK:- for player 1's and player 2's colors"},
	"lyngk.text_claim_twice":   {"1.1", "{color} is claimed twice"},
	"lyngk.text_claim_count":   {"1.1", "player {player} has claimed more than two colors"},
	"lyngk.text_score":         {"", "{input} isn't written as a score, such as 1:0"},
	"lyngk.text_six_score":     {"1.8", "the score of this game is 0:0, or 1:0 or 0:1 after a winning six, not {input}"},
	"lyngk.text_pieces":        {"", "there are {n} pieces of kind {color}, and the set holds {max}"},
	"lyngk.text_pieces_scored": {"", "{n} pieces on the board and {fives} scored fives make more than the 43 pieces of the set"},
}

// arg fills a name in the template of a reason.
type arg struct {
	name, value string
	color       Color // where colored: the kind of piece that the error is about too
	colored     bool
}

func with(name, value string) arg { return arg{name: name, value: value} }

func withColor(name string, c Color) arg {
	return arg{name: name, value: c.String(), color: c, colored: true}
}

// refuse makes the error of a code. The args fill its text.
func refuse(code string, offset int, spots []game.Spot, args ...arg) *game.Error {
	e := Reasons.Refuse(code, offset, nil, layout, spots)
	if len(args) > 0 {
		e.Args = make(map[string]string, len(args))
	}
	for _, a := range args {
		e.Args[a.name] = a.value
		if a.colored {
			e.Pieces = append(e.Pieces, a.color.Piece())
		}
	}
	return e
}
