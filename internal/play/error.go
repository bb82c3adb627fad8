package play

import (
	"maps"
	"strconv"

	"cairn.example/game"
)

// Code says why an event, a log or the terms of a game are refused. Codes are
// stable: they are part of every protocol that carries them, and keys of the
// message catalog.
type Code string

// The codes of refusal.
const (
	// About the terms and the stored form.
	UnknownGame Code = "play.game"    // there is no such rule set
	BadStart    Code = "play.start"   // the start position cannot be read
	BadTerms    Code = "play.terms"   // a field of the terms has a value that does not exist
	BadControl  Code = "play.control" // the time control cannot be read or is out of bounds
	BadClock    Code = "play.clock"   // a clock as people write it cannot be read
	BadLog      Code = "play.log"     // the stored form cannot be read
	NewVersion  Code = "play.version" // the stored form is that of a later version

	// About an event.
	UnknownKind Code = "play.kind"    // there is no such kind of event
	BadSide     Code = "play.side"    // there is no such side
	BadTime     Code = "play.time"    // a time is negative or out of bounds
	BadOutcome  Code = "play.outcome" // that kind of end cannot have that outcome

	// About the state of the game.
	GameOver    Code = "play.over"       // the game is over
	NotYourTurn Code = "play.turn"       // the other side is to move
	Illegal     Code = "play.illegal"    // the rules forbid the move; the error of the rules is wrapped
	FlagFell    Code = "play.flag_fell"  // the time was over before: the flag comes first
	FlagEarly   Code = "play.flag_early" // the time is not over yet
	IsPaused    Code = "play.paused"     // the game is paused
	NotPaused   Code = "play.not_paused" // the game is not paused
	NoTime      Code = "play.no_clock"   // no clock runs

	// About what the terms allow.
	NoTakeback   Code = "play.no_takeback"   // moves are not taken back in this game
	AskTakeback  Code = "play.ask_takeback"  // the opponent must agree to a takeback
	NoDraws      Code = "play.no_draws"      // a draw cannot be offered in this game
	NoAbort      Code = "play.no_abort"      // it is too late to abort, or aborting is not allowed
	NoMoreTime   Code = "play.no_more_time"  // time cannot be given in this game
	NoPause      Code = "play.no_pause"      // the game cannot be paused
	BadTakeback  Code = "play.takeback_to"   // there is nothing to take back to that ply
	BadOffer     Code = "play.offer_what"    // there is no such thing to offer
	OfferPending Code = "play.offer_pending" // there is such an offer already
	OfferAgain   Code = "play.offer_again"   // it was declined; a move must be played before the next one
	NoOffer      Code = "play.no_offer"      // there is no such offer, or no longer
	WhichOffer   Code = "play.which_offer"   // there are several; the answer must name one
	OwnOffer     Code = "play.own_offer"     // nobody can answer an offer of their own
	OtherOffer   Code = "play.other_offer"   // nobody can withdraw an offer of the opponent
)

// texts are the English sentences by code: no capital, no full stop.
var texts = map[Code]string{
	UnknownGame: "unknown game {game}",
	BadStart:    "bad start position",
	BadTerms:    "{field} can't be {value}",
	BadControl:  "{control} isn't a time control; write seconds such as 300+3, 300d3 or 1/259200, or - for no clock",
	BadClock:    "{control} isn't a clock; write minutes and seconds per move such as 5+3, or 3 days, or none",
	BadLog:      "the saved game can't be read: {problem}",
	NewVersion:  "the game was saved by a later version of this program (form {version})",

	UnknownKind: "unknown event {kind}",
	BadSide:     "unknown player",
	BadTime:     "a time is negative or too long",
	BadOutcome:  "the game can't end that way",

	GameOver:    "the game is over",
	NotYourTurn: "it's your opponent's turn",
	Illegal:     "{move} isn't allowed",
	FlagFell:    "time is up",
	FlagEarly:   "time isn't up yet",
	IsPaused:    "the game is paused; resume it first",
	NotPaused:   "the game isn't paused",
	NoTime:      "no clock is running",

	NoTakeback:   "the terms of this game don't allow takebacks",
	AskTakeback:  "your opponent must agree to a takeback",
	NoDraws:      "the terms of this game don't allow draw offers",
	NoAbort:      "the game can't be aborted any more",
	NoMoreTime:   "the terms of this game don't allow giving time",
	NoPause:      "this game can't be paused",
	BadTakeback:  "no move to take back",
	BadOffer:     "unknown offer",
	OfferPending: "an offer is already waiting for an answer",
	OfferAgain:   "the offer was declined; play a move before you offer again",
	NoOffer:      "no offer is waiting for an answer",
	WhichOffer:   "several offers are waiting; say which one you're answering",
	OwnOffer:     "you can't answer your own offer; withdraw it instead",
	OtherOffer:   "you can't withdraw your opponent's offer",
}

// Messages returns the English sentence of every code: each needs a translation
// wherever refusals are shown.
func Messages() map[Code]string { return maps.Clone(texts) }

// Error says why something is refused, as data, so that every program can say
// it in any language. What was refused has changed nothing.
type Error struct {
	Code Code

	// Text is the English sentence with {name} for each argument: no capital,
	// no full stop.
	Text string
	Args map[string]string

	// Event is the number of the event of a log that was refused, counted from
	// 1; 0 where the error is about none of a log.
	Event int

	// Err is the error of the rules where they are the reason, else nil.
	Err error
}

// Error returns the sentence in English.
func (e *Error) Error() string {
	text := game.Expand(e.Text, e.Args)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	if e.Event > 0 {
		text = "event " + number(e.Event) + ": " + text
	}
	return text
}

// Unwrap returns the error of the rules.
func (e *Error) Unwrap() error { return e.Err }

// refuse makes an error; the pairs of name and value fill its sentence.
func refuse(code Code, pairs ...string) *Error {
	e := &Error{Code: code, Text: texts[code]}
	for i := 0; i+1 < len(pairs); i += 2 {
		if e.Args == nil {
			e.Args = map[string]string{}
		}
		e.Args[pairs[i]] = pairs[i+1]
	}
	return e
}

// because adds the reason that the rules give.
func because(e *Error, err error) *Error {
	e.Err = err
	return e
}

func number(n int) string { return strconv.Itoa(n) }
