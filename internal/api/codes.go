package api

import (
	"errors"
	"maps"
	"net/http"
	"time"

	"cairn.example/game"
	"cairn.example/internal/play"
)

// Code says why a message or a call is refused. Codes are stable, and keys of the
// message catalog. A refusal in the game itself has a code of internal/play.
type Code string

// The codes of refusals.
const (
	// About a table.
	TableNotFound Code = "table.not_found"
	TableOptions  Code = "table.options"   // field, value
	TableTooMany  Code = "table.too_many"  // n
	TableRate     Code = "table.rate"      // seconds
	TableMessage  Code = "table.message"   // the id of a message is missing or malformed
	TableNonce    Code = "table.nonce"     // the nonce is missing or malformed
	TableEvent    Code = "table.event"     // problem
	TableByHost   Code = "table.by_host"   // only the server may do that
	TableStale    Code = "table.stale"     // the game has gone on since
	TableNewer    Code = "table.newer"     // a later version of the server plays at this table
	TableLong     Code = "table.long"      // the log of the table is full
	TableTaken    Code = "table.taken"     // both chairs are taken
	TableReserved Code = "table.reserved"  // the chair is kept for somebody
	TableSeated   Code = "table.seated"    // one sits here already
	TableNotYours Code = "table.not_yours" // one has no chair here
	TableClosed   Code = "table.closed"
	TableStarted  Code = "table.started"
	TableWaiting  Code = "table.waiting"  // the game has not begun
	TableNotOver  Code = "table.not_over" // the game goes on

	// About a claim against an opponent who has left.
	TablePresent Code = "table.present"
	TableUnknown Code = "table.unknown" // nobody knows whether the opponent is here
	TableWait    Code = "table.wait"    // seconds
	TableNoClaim Code = "table.no_claim"

	// About a rematch.
	TableRematchPending Code = "table.rematch_pending"
	TableNoRematch      Code = "table.no_rematch"
	TableRematchMade    Code = "table.rematch_made"

	// About chat and reports.
	TableChatEmpty Code = "table.chat_empty"
	TableChatLong  Code = "table.chat_long" // most
	TableMuted     Code = "table.muted"
	TableLine      Code = "table.line" // there is no such line or person to report
	TableReport    Code = "table.report"

	// About the person.
	MeNeeded       Code = "me.needed"
	MeBanned       Code = "me.banned"
	MeLink         Code = "me.link"
	MeNameShort    Code = "me.name_short"
	MeNameLong     Code = "me.name_long"    // most
	MeNameLetter   Code = "me.name_letter"  // character
	MeNameScripts  Code = "me.name_scripts" // letters of several scripts
	MeNameReserved Code = "me.name_reserved"

	// About the live connection.
	LiveMessage Code = "live.message" // problem
	LiveType    Code = "live.type"    // type
	LiveMany    Code = "live.many"    // n
)

// codes has the status of an HTTP answer and the English sentence of every code:
// no capital, no full stop.
var codes = map[Code]struct {
	status int
	text   string
}{
	TableNotFound: {http.StatusNotFound, "there is no such table"},
	TableOptions:  {http.StatusBadRequest, "{value} is no value of {field}"},
	TableTooMany:  {http.StatusConflict, "you have {n} open tables; close one first"},
	TableRate:     {http.StatusTooManyRequests, "too fast; try again in {seconds} s"},
	TableMessage:  {http.StatusBadRequest, "the message needs an id of 1 to 32 letters and digits"},
	TableNonce:    {http.StatusBadRequest, "the random share must be 32 hexadecimal digits"},
	TableEvent:    {http.StatusBadRequest, "the event can't be read: {problem}"},
	TableByHost:   {http.StatusForbidden, "only the server can do that"},
	TableStale:    {http.StatusConflict, "the game has gone on; look at the board again"},
	TableNewer:    {http.StatusConflict, "a later version of the server plays at this table; connect again"},
	TableLong:     {http.StatusConflict, "this table can hold no more events"},
	TableTaken:    {http.StatusConflict, "both chairs are taken"},
	TableReserved: {http.StatusForbidden, "this chair is kept for somebody else"},
	TableSeated:   {http.StatusConflict, "you sit at this table already"},
	TableNotYours: {http.StatusForbidden, "you don't play at this table"},
	TableClosed:   {http.StatusConflict, "the table is closed"},
	TableStarted:  {http.StatusConflict, "the game has begun already"},
	TableWaiting:  {http.StatusConflict, "the game hasn't begun yet"},
	TableNotOver:  {http.StatusConflict, "the game isn't over yet"},

	TablePresent: {http.StatusConflict, "your opponent is here"},
	TableUnknown: {http.StatusConflict, "nobody knows yet whether your opponent is here"},
	TableWait:    {http.StatusConflict, "your opponent has just left; wait {seconds} s"},
	TableNoClaim: {http.StatusConflict, "this game can't be claimed"},

	TableRematchPending: {http.StatusConflict, "a rematch has been offered already; answer it first"},
	TableNoRematch:      {http.StatusConflict, "no rematch has been offered"},
	TableRematchMade:    {http.StatusConflict, "the next game has begun already"},

	TableChatEmpty: {http.StatusBadRequest, "the message is empty"},
	TableChatLong:  {http.StatusBadRequest, "the message is longer than {most} characters"},
	TableMuted:     {http.StatusForbidden, "you can't write here for now"},
	TableLine:      {http.StatusNotFound, "there is nothing there to report"},
	TableReport:    {http.StatusBadRequest, "say in at most {most} characters what is wrong"},

	MeNeeded:       {http.StatusUnauthorized, "say who you are first"},
	MeBanned:       {http.StatusForbidden, "you can't play on this server for now"},
	MeLink:         {http.StatusNotFound, "the link has expired or was used already"},
	MeNameShort:    {http.StatusBadRequest, "a name needs a letter or a digit"},
	MeNameLong:     {http.StatusBadRequest, "a name has at most {most} characters"},
	MeNameLetter:   {http.StatusBadRequest, "a name can't have the character {character}"},
	MeNameScripts:  {http.StatusBadRequest, "a name can't mix letters of several alphabets"},
	MeNameReserved: {http.StatusConflict, "this name is taken by the server itself; choose another one"},

	LiveMessage: {http.StatusBadRequest, "the message can't be read: {problem}"},
	LiveType:    {http.StatusBadRequest, "there is no message {type}"},
	LiveMany:    {http.StatusTooManyRequests, "a connection can watch at most {n} tables"},
}

// Messages returns the English sentence of every code of this package: each needs
// a translation wherever refusals are shown.
func Messages() map[Code]string {
	texts := make(map[Code]string, len(codes))
	for code, c := range codes {
		texts[code] = c.text
	}
	return texts
}

// Status is the status of an HTTP answer with that error.
func (e *Error) Status() int {
	if c, ok := codes[Code(e.Code)]; ok {
		return c.status
	}
	return http.StatusConflict // a refusal of the game
}

// Error returns the sentence in English.
func (e *Error) Error() string {
	if e.Why != nil {
		return e.Text + ": " + e.Why.Error()
	}
	return e.Text
}

// Unwrap returns the refusal within.
func (e *Error) Unwrap() error {
	if e.Why == nil {
		return nil
	}
	return e.Why
}

// Refuse makes an error of a code of this package; the pairs of name and value
// fill its sentence.
func Refuse(code Code, pairs ...string) *Error {
	args := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[pairs[i]] = pairs[i+1]
	}
	e := &Error{Code: string(code), Text: game.Expand(codes[code].text, args)}
	if len(args) > 0 {
		e.Args = args
	}
	return e
}

// Refusal makes an error of a refusal of the game or of its rules; nil where err
// is neither.
func Refusal(err error) *Error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var refused *play.Error
	if errors.As(err, &refused) {
		e := &Error{Code: string(refused.Code), Args: maps.Clone(refused.Args), Text: game.Expand(refused.Text, refused.Args)}
		e.Why = Refusal(refused.Err)
		return e
	}
	var rule *game.Error
	if errors.As(err, &rule) {
		return &Error{Code: rule.Code, Args: maps.Clone(rule.Args), Text: game.Expand(rule.Text, rule.Args)}
	}
	return nil
}

// Millis is an instant as the messages tell it: UTC, in milliseconds since 1970; 0
// for the zero time.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
