package message

import (
	"cairn.example/game"
	"cairn.example/internal/play"
)

//tygo:emit
var _ = `/** 0 is the side that starts. */
export type Side = 0 | 1;
/** Something of each side, the starting side's first. */
export type Pair<T> = [T, T];
/** Something by the name of a spot, a letter or an argument. */
export type ByName<T> = Record<string, T>;
/** Pieces from bottom to top by spot name; an empty spot has no entry. */
export type Stacks = ByName<string>;
`

// Question is what the rules are asked. Which fields matter depends on the question.
type Question struct {
	Op       string `json:"op" tstype:"keyof Answers"`
	Game     string `json:"game,omitempty"`
	Position string `json:"position,omitempty"`
	// Positions are those of the scores.
	Positions []string `json:"positions,omitempty"`
	Move      string   `json:"move,omitempty"`
	Moves     []string `json:"moves,omitempty"`
	From      string   `json:"from,omitempty"`
	Claim     string   `json:"claim,omitempty"`
	Seed      string   `json:"seed,omitempty"`
	Full      bool     `json:"full,omitempty"`
	// Text is what somebody has typed or pasted.
	Text  string `json:"text,omitempty"`
	Setup *Setup `json:"setup,omitempty"`
	Edit  *Edit  `json:"edit,omitempty"`
	// Log is a game; events are what is to be appended to it.
	Log    *Log         `json:"log,omitempty"`
	Events []Event      `json:"events,omitempty"`
	Judge  []Judgeable  `json:"judge,omitempty"`
	Scores []int        `json:"scores,omitempty"`
	Turns  []JudgedMove `json:"turns,omitempty"`
}

// Answers has the type of the rules' answer to every question, by its op.
type Answers struct {
	Games  []GameInfo `json:"games"`
	Layout Layout     `json:"layout"`
	// Start is a start position: of the seed; Full asks for a full random board.
	Start string `json:"start"`
	// View is all there is to see and to do in a position.
	View   View   `json:"view"`
	Play   Played `json:"play"`
	Replay Replay `json:"replay"`
	// Why is what forbids a move, null where nothing does.
	Why *Refusal `json:"why" tstype:"Refusal | null,required"`
	// WhyStack is what keeps a stack from moving.
	WhyStack Stuck `json:"whyStack"`
	// Setup is a position under construction, read from a text or edited.
	Setup SetupState `json:"setup"`
	// Recognize says what a text is that somebody has pasted.
	Recognize Recognized `json:"recognize"`

	// Fold tells what a log has led to, Apply what events lead to that are appended to it.
	Fold  Folded  `json:"fold"`
	Apply Applied `json:"apply"`
	// Judge judges moves of a position; Chances are the chances to win at estimates in hundredths,
	// each of its position.
	Judge   []Judged  `json:"judge"`
	Chances []float64 `json:"chances"`
	// Accuracy is how well each player played.
	Accuracy Accuracy `json:"accuracy"`
}

// GameInfo is a rule set.
type GameInfo struct {
	ID string `json:"id"`
	// Name is the official name, never translated.
	Name string `json:"name"`
	// Highest is the height no stack can exceed.
	Highest int `json:"highest"`
	// Pieces are all kinds of pieces in the order of the text forms.
	Pieces []Piece `json:"pieces"`
	// Sides are the sides' tokens in text forms.
	Sides [2]string `json:"sides" tstype:"Pair<string>"`
	// Claims says that colors are claimed in this game.
	Claims bool `json:"claims"`
	// Full says that it can start on a full random board instead of by placing.
	Full bool `json:"full"`
	// Placing says that pieces are placed before stacks are moved.
	Placing bool `json:"placing,omitempty"`
	// Tally is what players score in this game, where positions carry a number of it for each side.
	Tally *Tally `json:"tally,omitempty"`
}

// Tally is what players score: its key in a standing, and the most that a side can have of it.
type Tally struct {
	Key  string `json:"key" tstype:"'fives' | 'sixes'"`
	Most int    `json:"most"`
}

// Piece is a kind of piece.
type Piece struct {
	Letter string `json:"letter"`
	// Color is the English name of its color, part of the keys of texts.
	Color string `json:"color"`
}

// Layout is a board.
type Layout struct {
	Spots []Spot `json:"spots"`
	// Columns are the spots' names column by column from left to right, each from its lowest spot upwards.
	Columns [][]string `json:"columns"`
}

// Spot is a cell of a board. The unit is the distance of neighbors; x grows to the right, y upwards.
type Spot struct {
	Name string  `json:"name"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	// Next are the names of the spots next to it, counterclockwise, null where the board ends.
	Next [6]*string `json:"next" tstype:"(string | null)[]"`
}

// Outcome is the state of a game.
type Outcome string

// The outcomes.
const (
	OutcomeOngoing Outcome = "ongoing"
	OutcomeFirst   Outcome = "first"
	OutcomeSecond  Outcome = "second"
	OutcomeDraw    Outcome = "draw"
)

// OutcomeOf returns the word for an outcome.
func OutcomeOf(o game.Outcome) Outcome {
	if o == game.Ongoing {
		return OutcomeOngoing
	}
	return Outcome(play.OutcomeWord(o))
}

// Game returns the outcome with that word, Ongoing for any other word.
func (o Outcome) Game() game.Outcome {
	outcome, _ := play.ParseOutcome(string(o))
	return outcome
}

// View is all that is shown of a position, and all that can be done in it.
type View struct {
	Position string            `json:"position"`
	Side     game.Side         `json:"side"`
	Outcome  Outcome           `json:"outcome"`
	Stacks   map[string]string `json:"stacks" tstype:"Stacks"`
	// Claims are the letters that each side has claimed.
	Claims *[2][]string `json:"claims,omitempty" tstype:"Pair<string[]>"`
	// MayClaim are the letters that each side could claim if it were to move.
	MayClaim *[2][]string `json:"mayClaim,omitempty" tstype:"Pair<string[]>"`
	// ClaimsLeft says how many more colors each side may claim.
	ClaimsLeft *[2]int `json:"claimsLeft,omitempty" tstype:"Pair<number>"`
	// Owners says whose a stack with that letter on top is; -1 for a color that nobody has claimed yet.
	Owners map[string]int `json:"owners,omitempty" tstype:"ByName<Side | -1>"`
	// Standing is what decides when nobody can move, most important first.
	Standing *[2][]Count `json:"standing,omitempty" tstype:"Pair<Count[]>"`
	// Decision is what has decided the game, where it is over.
	Decision *Decision `json:"decision,omitempty"`
	Moves    []Move    `json:"moves"`
	// Claimable are the colors that the side to move may claim with its move, none where it may not.
	Claimable []Claimable `json:"claimable,omitempty"`
	// Legs say where a travelling stack gets to in one leg, from its origin and from every spot at which it may go on.
	// The key is the claim (or nothing), a comma, and the origin.
	Legs map[string]map[string][]string `json:"legs,omitempty" tstype:"ByName<ByName<string[]>>"`
	// Pass says that the only move is a pass.
	Pass bool `json:"pass,omitempty"`
	// Placing is the piece that is placed next.
	Placing string `json:"placing,omitempty"`
	// Left is how many of those are still to be placed.
	Left int `json:"left,omitempty"`
	// Hinges are the stacks whose leaving would cut others off.
	Hinges []string `json:"hinges,omitempty"`
	// Blocked are the stacks that their neighbors keep from moving.
	Blocked []string `json:"blocked,omitempty"`
	// Anchors are the stacks that hold what the others must stay connected to.
	Anchors []string `json:"anchors,omitempty"`
}

// Count is one number of a standing.
type Count struct {
	Key string `json:"key"`
	N   int    `json:"n"`
	// Height is that of the stacks that are counted; none where other things are.
	Height int `json:"height,omitempty"`
	// Taken says that what is counted has left the board.
	Taken bool `json:"taken,omitempty"`
	// Wins says that the first one wins the game at once.
	Wins bool `json:"wins,omitempty"`
}

// Decision is the count that has decided a game.
type Decision struct {
	// Key is the end of the text's key.
	Key    string `json:"key" tstype:"'six' | 'fives' | 'stacks' | 'singles' | 'pieces' | 'equal'"`
	First  int    `json:"first"`
	Second int    `json:"second"`
	// Equal is how many stacks of five both have, where lower ones decide.
	Equal int `json:"equal"`
	// Height is that of the stacks that decide, for "stacks".
	Height int `json:"height"`
}

// Move is a legal move. A pass has neither from nor to, a placing no from.
type Move struct {
	Text  string `json:"text"`
	Claim string `json:"claim,omitempty"`
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
	// Built is the stack that it builds on its goal.
	Built string `json:"built,omitempty"`
	// Cuts are the spots whose stacks it would cut off.
	Cuts []string `json:"cuts,omitempty"`
	// Leaves is what the first count of the standing would come to, for a move that cuts off.
	Leaves *[2]int `json:"leaves,omitempty" tstype:"Pair<number>"`
}

// Claimable is a color that may be claimed with the coming move, and what the claim would change.
type Claimable struct {
	Letter string `json:"letter"`
	// Possible says that there is a move with this claim.
	Possible bool `json:"possible"`
	// Opened is how many moves there are with this claim that there are not without one.
	Opened int `json:"opened"`
	// Bound are the stacks with this color on top.
	Bound []string `json:"bound"`
	// Freed and Goals are where the moves opened begin and end.
	Freed []string `json:"freed"`
	Goals []string `json:"goals"`
}

// Ply is a move as it happened.
type Ply struct {
	Move  string `json:"move"`
	Claim string `json:"claim,omitempty"`
	// Path is the origin, the spots gone on from, the goal; one spot for a placing, nothing for a pass.
	Path []string  `json:"path,omitempty"`
	Side game.Side `json:"side"`
	// Built is the stack that it built on its goal, also where that has left the board.
	Built string `json:"built,omitempty"`
	// Captured says that the stack built has left the board as a point.
	Captured bool `json:"captured,omitempty"`
	// Obstacle says that the stack built belongs to nobody and stays where it is.
	Obstacle bool `json:"obstacle,omitempty"`
	// Cut are the spots whose stacks it has cut off.
	Cut []string `json:"cut,omitempty"`
	// Gone is what left the board by it, the moved stack itself included when it went.
	Gone map[string]string `json:"gone,omitempty" tstype:"Stacks"`
	// Position is the position after it.
	Position string `json:"position"`
	// Took is, in a game, what it took in milliseconds; Left what the clocks showed after it.
	Took *int64    `json:"took,omitempty"`
	Left *[2]int64 `json:"left,omitempty" tstype:"Pair<number>"`
}

// Played is a move that was played and what there is to see after it.
type Played struct {
	Ply  *Ply  `json:"ply" tstype:",required"`
	View *View `json:"view" tstype:",required"`
}

// Replay is a list of moves that were played one after the other. What there is to be seen at the end is a question of
// its own: a record has thousands of lines.
type Replay struct {
	// Plies are those that could be played.
	Plies []*Ply `json:"plies" tstype:"Ply[]"`
	// Failed is the number of the first move that is refused, counted from 0.
	Failed *int     `json:"failed,omitempty"`
	Why    *Refusal `json:"why,omitempty"`
}

// Refusal is what the rules say against a move or a position, or what is wrong with a record.
type Refusal struct {
	// Code is the stable id and the key of the translation, such as "lyngk.target_higher".
	Code string `json:"code"`
	// Clause is the clause of the rules that is broken, nothing where the text is no move or position.
	Clause string `json:"clause,omitempty"`
	// Offset is the offset in the text that was given, -1 where there was none.
	Offset int      `json:"offset"`
	Spots  []string `json:"spots,omitempty"`
	// Layers are those that the refusal is about, counted from the bottom, by spot.
	Layers map[string][]int  `json:"layers,omitempty" tstype:"ByName<number[]>"`
	Args   map[string]string `json:"args,omitempty" tstype:"ByName<string>"`
	// Place is, of a record, where in the file.
	Place *Place `json:"place,omitempty"`
	// Why is, of a record, what the rules refuse in it.
	Why *Refusal `json:"why,omitempty"`
	// Count is, of a warning, how many there are of its kind; this is the first.
	Count int `json:"count,omitempty"`
	// Text is the sentence in English, filled in, without place and reason.
	Text string `json:"text"`
}

// Stuck is why a stack cannot move; both are missing where it can, or where each way is closed for a reason of its own.
type Stuck struct {
	// Why is the one rule that keeps it.
	Why *Refusal `json:"why,omitempty"`
	// Claims are the letters with which it could move.
	Claims []string `json:"claims,omitempty"`
}

// Setup is a position under construction.
type Setup struct {
	Stacks map[string]string `json:"stacks" tstype:"Stacks"`
	// Side is the side to move.
	Side   game.Side `json:"side"`
	Claims [2]string `json:"claims" tstype:"Pair<string>"`
	Score  [2]int    `json:"score" tstype:"Pair<number>"`
	// Placing says that pieces are still being placed.
	Placing bool `json:"placing"`
}

// Edit is one change of a setup. What is done says which of the others count.
type Edit struct {
	Do EditKind `json:"do"`
	// Spot is where something is done, To where a stack is carried to.
	Spot string `json:"spot,omitempty"`
	To   string `json:"to,omitempty"`
	// Piece is the letter put down, or the color claimed.
	Piece string `json:"piece,omitempty"`
	// Side is the side to move, the side of a score, or the owner of a color; -1 is nobody.
	Side  int  `json:"side,omitempty" tstype:"Side | -1"`
	Score int  `json:"score,omitempty"`
	On    bool `json:"on,omitempty"`
}

// EditKind is what an edit does.
type EditKind string

// The edits.
const (
	EditPut     EditKind = "put"     // a piece on top of what stands on the spot
	EditPop     EditKind = "pop"     // the top piece taken away
	EditCarry   EditKind = "carry"   // a whole stack set on another spot
	EditClaim   EditKind = "claim"   // a color given to a side, or to nobody
	EditSide    EditKind = "side"    // the side to move
	EditScore   EditKind = "score"   // what a side has scored
	EditPlacing EditKind = "placing" // whether pieces are still being placed
	EditClear   EditKind = "clear"   // the empty board
)

// SetupState is a setup and what the rules make of it.
type SetupState struct {
	// Setup is missing where the text has not even the shape of the board.
	Setup *Setup `json:"setup,omitempty"`
	// Text is the position's text as far as it can be written.
	Text string `json:"text"`
	// Left is how many pieces of each letter are not on the board, below zero where there are too many.
	Left map[string]int `json:"left,omitempty" tstype:"ByName<number>"`
	// Highest is the height of the highest stack there is or may be.
	Highest int `json:"highest"`
	// View is the position; Refusal is what the rules have against it. One of them is there.
	View    *View    `json:"view,omitempty"`
	Refusal *Refusal `json:"refusal,omitempty"`
}

// Recognized says what a text is that somebody has pasted; nothing is set where it is neither.
type Recognized struct {
	// Game and Position are there for the text of a position that this game takes.
	Game     string `json:"game,omitempty"`
	Position string `json:"position,omitempty"`
	// Refusal is there for the text of a position that no game takes: why the game with this board refuses it.
	Refusal *Refusal `json:"refusal,omitempty"`
	// Moves are there for a text that holds nothing but moves and their numbers.
	Moves []string `json:"moves,omitempty"`
}
