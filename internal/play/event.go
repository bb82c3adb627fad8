package play

import (
	"time"

	"cairn.example/game"
	"cairn.example/record"
)

// Kind is what happened. The values are the words of the stored form.
type Kind string

// The kinds of events, and the fields of [Event] that each needs besides Took.
const (
	// What players do; Side is who does it.
	Move     Kind = "move"     // Move
	Resign   Kind = "resign"   // -
	Offer    Kind = "offer"    // What; To for a takeback
	Accept   Kind = "accept"   // Offer, 0 for the only one there is
	Decline  Kind = "decline"  // Offer, 0 for the only one there is
	Withdraw Kind = "withdraw" // Offer, 0 for the only one there is
	TakeBack Kind = "takeback" // To; where the terms let moves be taken back freely
	Abort    Kind = "abort"    // -
	MoreTime Kind = "moretime" // Add, which the opponent gets

	// What only the program that runs the game may append, never a player.
	Flag       Kind = "flag"       // Side, whose time is over
	Abandon    Kind = "abandon"    // Side, who has left; Outcome Draw, or none for a win of the opponent
	Adjudicate Kind = "adjudicate" // Outcome, as somebody else has decided it
	Pause      Kind = "pause"      // stops the clock
	Resume     Kind = "resume"     // lets it run again
	Adjust     Kind = "adjust"     // Left, what both clocks show from now on
	Result     Kind = "result"     // Outcome and Why, as a record tells the end
)

// ByHost reports whether only the program that runs a game may append events of
// that kind: a server refuses them from players.
func (k Kind) ByHost() bool {
	switch k {
	case Flag, Abandon, Adjudicate, Pause, Resume, Adjust, Result:
		return true
	}
	return false
}

// Sideless reports whether an event of that kind belongs to no side: its [Event.Side]
// means nothing, and the stored form leaves it out.
func (k Kind) Sideless() bool {
	switch k {
	case Pause, Resume, Adjust, Adjudicate, Result:
		return true
	}
	return false
}

// Event is one thing that happened in a game. Which fields it needs is said at
// its [Kind]; [State.Apply] clears the others.
type Event struct {
	Kind Kind
	Side game.Side

	// Took is the time that passed since the event before, or since the start
	// of the game, for either side to move; whole milliseconds, fractions are
	// dropped. Time in which the game is paused is not counted.
	Took time.Duration

	// Move is the text of a move, "pass" included. It may spell the way of a
	// move; Apply makes it canonical.
	Move string

	// What is the thing offered.
	What What

	// To is how many plies are still played after a takeback.
	To int

	// Offer is the number of the event with the offer that is answered; the
	// first event of a log is number 1.
	Offer int

	// Add is the time given to the opponent.
	Add time.Duration

	// Left is what the clocks of First and Second show.
	Left [2]time.Duration

	// Outcome is how the game ended.
	Outcome game.Outcome

	// Why is why it ended.
	Why record.Termination
}

// What is the thing offered.
type What string

// What can be offered.
const (
	OfferDraw     What = "draw"
	OfferTakeback What = "takeback"
)

// Pending is an offer that nobody has answered yet.
type Pending struct {
	Offer int // number of the event that made it
	By    game.Side
	What  What
	To    int // for a takeback: how many plies stay
}

// End is how a game ended. The zero value says that it goes on.
type End struct {
	// Over reports whether the game is over.
	Over bool

	// Outcome is Ongoing for a game that was aborted, and where a record says
	// so.
	Outcome game.Outcome

	Why record.Termination

	// By is who brought the end about: who resigned, ran out of time, left or
	// aborted; who had offered the draw. It means nothing for other ends.
	By game.Side

	// FromRecord says that the end was read from a record, without an event of
	// play.
	FromRecord bool
}

// Ply is one move of the line played.
type Ply struct {
	Side game.Side
	Move game.Move
	Text string // canonical

	// Route is the way that the move was spelled with, such as "b4-b1-c3-e2",
	// "" where it was not.
	Route string

	// Took is the time from the ply before to this one, pauses left out.
	Took time.Duration

	// Left is what the clocks showed after the ply; zero without a clock.
	Left [2]time.Duration

	given [2]time.Duration // so far
}

// Log is the whole of a game: its terms and what happened, in order.
type Log struct {
	Terms  Terms
	Events []Event
}
