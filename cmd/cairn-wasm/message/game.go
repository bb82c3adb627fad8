package message

import "cairn.example/game"

// Log is the whole of a game: its terms and what happened, in order. This is the form in which a game is stored.
type Log struct {
	V      int     `json:"v"`
	Terms  Terms   `json:"terms"`
	Events []Event `json:"events"`
}

// Terms are what is settled before a game begins.
type Terms struct {
	// V is the version of the form, 1.
	V    int    `json:"v"`
	Game string `json:"game"`
	// Start is the start position; where it is missing, that of the seed.
	Start   string    `json:"start,omitempty"`
	Seed    string    `json:"seed,omitempty"`
	Players [2]Player `json:"players" tstype:"Pair<Player>"`
	// Control is how much time the players have, in the form of a record's tag, in seconds: "300+3", "300d3" for a
	// delay, "1/86400" for a time for every move, "-" for no clock.
	Control string `json:"control"`
	// Free is how many plies at the beginning cost no time, usually 2 with a clock.
	Free int `json:"free,omitempty"`
	// Takeback says whether moves are taken back never (missing), when the other side agrees, or freely.
	Takeback string `json:"takeback,omitempty" tstype:"'agreed' | 'free'"`
	Draws    bool   `json:"draws,omitempty"`
	// Abort is the number of plies from which on a game can no longer be aborted.
	Abort    int  `json:"abort,omitempty"`
	MoreTime bool `json:"moretime,omitempty"`
	Pause    bool `json:"pause,omitempty"`
	// Untimed says that nobody knows how long the moves took.
	Untimed bool `json:"untimed,omitempty"`
}

// Player is who plays a side: a name, and what makes the moves, such as "level5"; nothing for a person.
type Player struct {
	Name  string `json:"name,omitempty"`
	Plays string `json:"plays,omitempty"`
}

// Event is one thing that happened in a game. Which fields an event has depends on its kind.
type Event struct {
	// V is the version of the form, 1.
	V    int    `json:"v"`
	Kind string `json:"kind" tstype:"'move' | 'resign' | 'offer' | 'accept' | 'decline' | 'withdraw' | 'takeback' | 'abort' | 'moretime' | 'flag' | 'abandon' | 'adjudicate' | 'pause' | 'resume' | 'adjust' | 'result'"`
	// Side is who does it, or whose time is over.
	Side string `json:"side,omitempty" tstype:"'first' | 'second'"`
	// Took is the time since the event before, in milliseconds, pauses left out.
	Took int64 `json:"took,omitempty"`
	// Move is the text of a move; it may spell the way.
	Move string `json:"move,omitempty"`
	// What is the thing offered.
	What string `json:"what,omitempty" tstype:"'draw' | 'takeback'"`
	// To is how many plies stay after a takeback.
	To int `json:"to,omitempty"`
	// Offer is the number of the event with the offer that is answered, 0 for the only one there is.
	Offer int `json:"offer,omitempty"`
	// Add is the time given to the opponent, in milliseconds.
	Add int64 `json:"add,omitempty"`
	// Left is what the clocks show from now on, in milliseconds.
	Left *[2]int64 `json:"left,omitempty" tstype:"Pair<number>"`
	// Outcome and Why are how the game ended and why.
	Outcome string `json:"outcome,omitempty" tstype:"'first' | 'second' | 'draw'"`
	Why     string `json:"why,omitempty" tstype:"End['why']"`
}

// Folded is what a log has led to.
type Folded struct {
	// Terms are those of the log in canonical form.
	Terms Terms `json:"terms"`
	// Control is the time control, taken apart.
	Control Control `json:"control"`
	// Plies are the moves of the line played; those taken back are not in it.
	Plies []*Ply    `json:"plies" tstype:"Ply[]"`
	State GameState `json:"state"`
	// Failed is the number of the first event that is refused, counted from 0; all else tells of those before it.
	Failed *int     `json:"failed,omitempty"`
	Why    *Refusal `json:"why,omitempty"`
}

// Applied is what events have led to that were appended to a log.
type Applied struct {
	// Events are those to append to the log, in canonical form. Where a time was over before, the fall of the flag
	// stands in place of the event that came too late.
	Events []Event `json:"events"`
	// Plies are the moves among them.
	Plies []*Ply    `json:"plies" tstype:"Ply[]"`
	State GameState `json:"state"`
}

// GameState is how a game stands after its last event.
type GameState struct {
	// Ply is how many plies the line played has; those shown above that number were taken back.
	Ply int `json:"ply"`
	// View is the last position.
	View *View `json:"view" tstype:",required"`
	// Turn is the side to move; after the end, who would be next.
	Turn game.Side `json:"turn"`
	// Clock is missing in games without clocks.
	Clock  *Clock `json:"clock,omitempty"`
	Paused bool   `json:"paused,omitempty"`
	// Offers wait for an answer.
	Offers []Offer `json:"offers,omitempty"`
	// Undone are the moves that were taken back and not replaced since: playing the first one goes on as it went.
	Undone []string `json:"undone,omitempty"`
	// TakeBack says how many plies stay when the last move goes that either side, the first side, or the second side
	// has chosen, with all that was played after it; -1 where there is none.
	TakeBack TakeBack `json:"takeBack"`
	// End is missing while the game goes on.
	End *End `json:"end,omitempty"`
}

// TakeBack is how many plies stay when the last choice of somebody is taken back, -1 where there is none.
type TakeBack struct {
	Either int `json:"either"`
	First  int `json:"first"`
	Second int `json:"second"`
}

// Clock is what the clocks show. A time that has passed since the last event is e; all times are in milliseconds.
type Clock struct {
	// Left is what both sides have left at the last event.
	Left [2]int64 `json:"left" tstype:"Pair<number>"`
	// Running is the side whose time runs, missing while none does. It then has from - max(0, e - wait) left.
	Running *game.Side `json:"running,omitempty" tstype:"Side"`
	From    int64      `json:"from,omitempty"`
	Wait    int64      `json:"wait,omitempty"`
	// Deadline is the e at which its flag falls.
	Deadline *int64 `json:"deadline,omitempty"`
}

// Control is a time control, in milliseconds.
type Control struct {
	Kind      string `json:"kind"`
	Base      int64  `json:"base"`
	Increment int64  `json:"increment"`
	// Short is how people write it: "5+3", "5d3", "3 days", "none".
	Short string `json:"short"`
}

// Offer is something offered that waits for an answer.
type Offer struct {
	// Offer is the number of the event that made it.
	Offer int       `json:"offer"`
	By    game.Side `json:"by"`
	What  string    `json:"what" tstype:"'draw' | 'takeback'"`
	To    int       `json:"to,omitempty"`
}

// End is how a game ended.
type End struct {
	// Outcome is "ongoing" for a game that was aborted.
	Outcome Outcome `json:"outcome"`
	Why     string  `json:"why,omitempty" tstype:"NonNullable<GameRecord['termination']>"`
	// By is who brought the end about: who resigned, ran out of time, left or aborted.
	By game.Side `json:"by"`
}

// Converted is a log made of something else, as far as its moves can be played.
type Converted struct {
	Log Log `json:"log"`
	// Failed is the number of the first move that is refused, counted from 0.
	Failed *int     `json:"failed,omitempty"`
	Why    *Refusal `json:"why,omitempty"`
}

// Judged is the judgement of a move.
type Judged struct {
	// Loss is what it has lost of the chance to win, from 0 to 1.
	Loss float64 `json:"loss"`
	// Mark is the glyph of records: 6 is "?!", 2 "?", 4 "??", 0 none.
	Mark int `json:"mark" tstype:"0 | 2 | 4 | 6"`
	// Again says how many times as many nodes a second look needs, 0 that the mark stands without one.
	Again int `json:"again"`
}

// Judgeable is a move to judge: the value of the best move and of the one played, both seen by the mover.
type Judgeable struct {
	Best   Value `json:"best"`
	Played Value `json:"played"`
	// First is the loss that a first look found, at a second one.
	First float64 `json:"first,omitempty"`
}

// Value is how a position stands for one side: an estimate in hundredths, or what is proved.
type Value struct {
	Estimate int    `json:"estimate"`
	Proof    string `json:"proof,omitempty" tstype:"'won' | 'drawn' | 'lost'"`
}

// JudgedMove is a move of a game with what a record says that the position behind it is worth, "" for nothing.
type JudgedMove struct {
	Side int    `json:"side" tstype:"Side"`
	Eval string `json:"eval"`
}

// Accuracy is how well each player played, in whole percent; without a number where too few moves were judged.
type Accuracy struct {
	First  *int `json:"first,omitempty"`
	Second *int `json:"second,omitempty"`
}
