// Package play is the life of a game: its terms, what happened in it, its clocks,
// offers and end. One game is one log of events, and what it has come to is a fold
// of that log. The terminal, the page and tables of people fold the same events
// with this code; none of them has a clock, a takeback or an end of its own.
//
// # Vocabulary
//
// [Terms] are settled before the game: rule set, start position, who plays, the
// time [Control], what is allowed. An [Event] is one thing that happened: a move, a
// resignation, an offer and its answer, a takeback, a flag, an end by others; it
// carries the time since the event before it. A [Log] is the terms and the events
// in order; nothing is ever removed from it. A [State] is what a log has led to:
// position, line played, clocks, offers, [End]. A refusal is an [*Error] with a
// [Code]; it has changed nothing.
//
// # Time
//
// The package reads no clock. The program that runs a game measures the time since the last
// event and puts it into the next one (Took); to show clocks it asks [State.Left]
// with the time passed so far. [State.Advance] appends an event and, where the flag of the
// side to move fell before it, the flag first; [State.Deadline] says when that is. A server,
// whose flag waits for messages under way, appends what [State.FlagAfter] makes instead.
// The time before an event is charged to the side to move, also where the other side acts: an offer made while the
// other side thinks costs the one who makes it nothing. The first plies may be free ([Terms].Free): they cost nothing
// and earn nothing. A takeback sets the clocks to what they showed after the last
// ply that stays.
//
// # Offers
//
// A draw or a takeback is offered and answered. An offer is known by the number of
// its event. A draw offer stands until the opponent answers or moves; a takeback
// offer stands until anybody moves. An offer that was declined can be made again only
// after a move.
//
// # Records
//
// [State.Record] and [FromRecord] lead from a log to a record and back: the moves,
// their times and the end are the same. Moves taken back become variations.
//
// # Cases
//
// playtest/cases.json is a table of whole games with what must come of them. Every
// program that plays games runs it; README.md beside it describes its form.
//
// # Where things are
//
// The flag falls in clock.go (flagAt) and is asked by [State.FlagAfter]; what each
// event asks for and does is in apply.go and offers.go, one function a kind, listed
// in kinds; codes and their texts are in error.go. A further time control is a
// [ControlKind] with its text form in control.go and its arithmetic in clock.go. A
// further end is a [Kind] with its function in kinds, a termination of package
// record, its words in package say, and a case in the table. A further event that
// older programs do not know raises [Version].
//
// # What it refuses
//
// It does no input or output, reads no clock, draws no random number, knows no
// person, and decides nothing about what is said to people.
package play
