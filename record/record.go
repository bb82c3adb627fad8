package record

import (
	"time"

	"cairn.example/game"
)

// Record is the stored moves of one game with what is known about it. The zero
// value has no game; [Record.Check] says what else a record must hold to be
// sound, and fills what follows from the rest.
type Record struct {
	// Game is the id of the rule set, such as "lyngk6".
	Game string

	// Start is the start position in the contract's text form.
	Start string

	// First and Second are the names of the players, "" where unknown. First
	// moves first: player 1 of LYNGK, White of DVONN.
	First, Second string

	// Result is how the game ended; Ongoing also where nobody wrote it down.
	Result game.Outcome

	// Termination is why it ended.
	Termination Termination

	// TimeControl is the agreed time, such as "300+3" (seconds and increment),
	// "1/259200" (moves per seconds) or "-" for no clock; "" where unknown.
	TimeControl string

	// Seed is the text that the start position was drawn from, "" for none.
	Seed string

	// Tags are all further tags in their order. A name is a letter followed by
	// letters, digits and underscores, and none of the names of the fields
	// above.
	Tags []Tag

	// Line holds the moves. Its note stands before the first one.
	Line
}

// Tag is a named text about the whole game.
type Tag struct{ Name, Value string }

// Tag returns the value of the first further tag of that name, "" without one.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag gives the first further tag of that name a new value, or appends one.
func (r *Record) SetTag(name, value string) {
	for i := range r.Tags {
		if r.Tags[i].Name == name {
			r.Tags[i].Value = value
			return
		}
	}
	r.Tags = append(r.Tags, Tag{name, value})
}

// Clone returns a copy that shares nothing with r.
func (r *Record) Clone() *Record {
	c := *r
	c.Tags = append([]Tag(nil), r.Tags...)
	c.Line = r.Line.clone()
	return &c
}

// Termination is why a game ended, with the contract's words as values. The
// zero value says that it is unknown or the game still goes on.
type Termination string

// The terminations.
const (
	Unknown      Termination = ""
	Normal       Termination = "normal"       // the rules ended it
	Resignation  Termination = "resignation"  // the loser gave up
	Time         Termination = "time"         // the loser's time ran out
	Abandoned    Termination = "abandoned"    // somebody left
	Agreement    Termination = "agreement"    // both agreed on a draw
	Adjudication Termination = "adjudication" // somebody else decided it
	Aborted      Termination = "aborted"      // it was called off; its result is Ongoing
)

// terminations has the only result that each termination can have, or anyResult.
var terminations = map[Termination]game.Outcome{
	Unknown: anyResult, Normal: anyResult, Resignation: anyResult, Time: anyResult, Abandoned: anyResult,
	Agreement: game.Draw, Adjudication: anyResult, Aborted: game.Ongoing,
}

const anyResult game.Outcome = 255

// ParseTermination returns the termination with that word in lower case; false for
// any other word.
func ParseTermination(word string) (Termination, bool) {
	t := Termination(word)
	if _, known := terminations[t]; !known {
		return Unknown, false
	}
	return t, true
}

// Result returns the only result that a game with this termination can have; false
// where it does not decide the result.
func (t Termination) Result() (game.Outcome, bool) {
	result, known := terminations[t]
	return result, known && result != anyResult
}

// Line is a sequence of moves, each played after the one before. The zero value is
// an empty line.
type Line struct {
	// Note stands before the first move.
	Note

	Moves []Move
}

// Texts returns the moves.
func (l *Line) Texts() []string {
	texts := make([]string, len(l.Moves))
	for i := range l.Moves {
		texts[i] = l.Moves[i].Text
	}
	return texts
}

func (l Line) clone() Line {
	l.Note = l.Note.clone()
	moves := append([]Move(nil), l.Moves...)
	for i := range moves {
		m := &moves[i]
		m.NAGs = append([]uint8(nil), m.NAGs...)
		m.Note = m.Note.clone()
		m.Variations = append([]Line(nil), m.Variations...)
		for v := range m.Variations {
			m.Variations[v] = m.Variations[v].clone()
		}
	}
	l.Moves = moves
	return l
}

// Move is one ply of a line with its notes and variations.
type Move struct {
	// Text is the move in the contract's canonical text form.
	Text string

	// NAGs are glyphs by number, as in chess: 1 is "!", 2 "?", 3 "!!", 4 "??",
	// 5 "!?", 6 "?!".
	NAGs []uint8

	// Note stands after the move.
	Note

	// Variations are other lines from the position before this move.
	Variations []Line
}

// Note holds a comment, times, an evaluation and commands at one place of a line:
// after a move, or before the first one. The zero value says nothing.
type Note struct {
	// Comment is text for people: words with one space or line end between them, which
	// [Record.Check] makes of any white space.
	Comment string

	// Clock is the time that the mover has left after the move.
	Clock Clock

	// Took is the time that the mover spent on the move.
	Took Elapsed

	// Eval is a value of the position after the move.
	Eval Eval

	// Commands are all further notes for programs, in their order.
	Commands []Command
}

// IsZero reports whether the note says nothing.
func (n Note) IsZero() bool {
	return n.Comment == "" && !n.Clock.Known && !n.Took.Known && n.Eval.Kind == NoEval && len(n.Commands) == 0
}

// Command returns the argument of the first command of that name.
func (n Note) Command(name string) (arg string, ok bool) {
	for _, c := range n.Commands {
		if c.Name == name {
			return c.Arg, true
		}
	}
	return "", false
}

func (n Note) clone() Note {
	n.Commands = append([]Command(nil), n.Commands...)
	return n
}

// Clock is a time left. The zero value says that it is unknown.
type Clock struct {
	Known bool
	Left  time.Duration // not negative, whole milliseconds, below 100,000 hours
}

// Elapsed is a time spent. The zero value says that it is unknown.
type Elapsed struct {
	Known bool
	Time  time.Duration // not negative, whole milliseconds, below 100,000 hours
}

// Command is a note for programs that this package keeps and does not read,
// written [%name arg]. A name is formed like a tag's.
type Command struct{ Name, Arg string }

// RouteCommand is the name of the command that keeps the way a move was spelled
// with, such as "b4-b1-c3-e2" for the move b4-e2.
const RouteCommand = "route"

// TakenBackCommand is the name of the command that keeps moves that were taken
// back at the start of a game in which nothing was played instead: a record has no
// place for a variation of no move. Its argument is the moves.
const TakenBackCommand = "takenback"
