package api

import (
	"errors"
	"maps"
	"time"

	"cairn.example/game"
	"cairn.example/internal/play"
)

// Code says why a message or a call is refused. Codes are stable, and keys of the
// message catalog. A refusal in the game itself has a code of internal/play.
type Code string

// MostChat is how many characters a line of chat may have.
const MostChat = 500

// The codes of refusals.
const (
	// About a table.
	TableNotFound Code = "table.not_found"
	TableOptions  Code = "table.options"   // field, value
	TableTooMany  Code = "table.too_many"  // count
	TableRate     Code = "table.rate"      // seconds
	TableMessage  Code = "table.message"   // the id of a message is missing or malformed
	TableNonce    Code = "table.nonce"     // the nonce is missing or malformed
	TableEvent    Code = "table.event"     // problem
	TableByHost   Code = "table.by_host"   // only the server may do that
	TableStale    Code = "table.stale"     // the game has gone on since
	TableNewer    Code = "table.newer"     // a later version of the server plays at this table
	TableLong     Code = "table.long"      // the log of the table is full
	TableTaken    Code = "table.taken"     // both seats are taken
	TableReserved Code = "table.reserved"  // the seat is kept for somebody
	TableSeated   Code = "table.seated"    // one sits here already
	TableNotYours Code = "table.not_yours" // one has no seat here
	TableClosed   Code = "table.closed"
	TableStarted  Code = "table.started"
	TableWaiting  Code = "table.waiting"  // the game has not begun
	TableNotOver  Code = "table.not_over" // the game goes on

	// About the terms before the start.
	TableChanged      Code = "table.changed" // the terms have changed since one saw them
	TableRematchTerms Code = "table.rematch_terms"
	TableAsks         Code = "table.asks"     // enough people ask
	TableNoAsk        Code = "table.no_ask"   // nobody has asked for that
	TableNotHere      Code = "table.not_here" // who is invited has gone
	TableInvited      Code = "table.invited"  // one has invited them already
	TableDeclined     Code = "table.declined" // they have declined less than a day ago
	TableGuest        Code = "table.guest"    // a guest is asked to where accounts play

	// About what is answered to moves that the opponent may play.
	TablePlanTurn   Code = "table.plan_turn"   // it is one's own turn
	TablePlanLong   Code = "table.plan_long"   // most
	TablePlanAnswer Code = "table.plan_answer" // a line ends without an answer, or a move has two

	// About rated games.
	TableRatedAccount  Code = "table.rated_account"  // a guest has no rating
	TableRatedClock    Code = "table.rated_clock"    // there is no clock
	TableRatedTakeback Code = "table.rated_takeback" // moves could be taken back
	TableRatedSide     Code = "table.rated_side"     // somebody has cancelled too many to choose a side
	TableRatedPair     Code = "table.rated_pair"     // count, days
	TableRatedLevel    Code = "table.rated_level"    // count

	// About a claim against an opponent who has left.
	TablePresent Code = "table.present"
	TableUnknown Code = "table.unknown" // nobody knows whether the opponent is here
	TableWait    Code = "table.wait"    // seconds
	TableNoClaim Code = "table.no_claim"

	// About a rematch.
	TableRematchPending Code = "table.rematch_pending"
	TableNoRematch      Code = "table.no_rematch"
	TableRematchMade    Code = "table.rematch_made"
	TableHidden         Code = "table.hidden" // others play on the same layout

	// About chat and reports.
	TableChatEmpty Code = "table.chat_empty"
	TableChatLong  Code = "table.chat_long" // most
	TableMuted     Code = "table.muted"     // until
	TableLine      Code = "table.line"      // there is no such line or person to report
	TableReport    Code = "table.report"

	// About the person.
	MeNeeded       Code = "me.needed"
	MeBanned       Code = "me.banned" // until
	MeLink         Code = "me.link"
	MeNameShort    Code = "me.name_short"
	MeNameLong     Code = "me.name_long"    // most
	MeNameLetter   Code = "me.name_letter"  // character
	MeNameScripts  Code = "me.name_scripts" // letters of several scripts
	MeNameReserved Code = "me.name_reserved"
	MeAwayShort    Code = "me.away_short"
	MeAwayLeft     Code = "me.away_left"  // days
	MeNameTaken    Code = "me.name_taken" // somebody has it, or a player at the table is called so

	// About an account.
	AccountNeeded  Code = "account.needed"
	AccountClaimed Code = "account.claimed" // the name is one's own already
	AccountSignIn  Code = "account.signin"  // there is no such name, or the code is another one
	AccountCode    Code = "account.code"    // the present code is missing or wrong
	AccountYoung   Code = "account.young"   // until: the session was made by a link a moment ago
	AccountRenamed Code = "account.renamed" // until
	AccountPlaying Code = "account.playing"
	AccountSession Code = "account.session" // there is no such session
	AccountName    Code = "account.name"    // the name was not typed as it is
	AccountNobody  Code = "account.nobody"  // nobody is called so
	AccountKept    Code = "account.kept"    // item: nothing like that is kept
	AccountFull    Code = "account.full"    // most: megabytes
	AccountCleared Code = "account.cleared" // what was kept was deleted

	AccountPasskey     Code = "account.passkey"      // it is unknown, or what it signed is not what was asked
	AccountPasskeyNone Code = "account.passkey_none" // the address is not that of an encrypted server with a name
	AccountPasskeyMost Code = "account.passkey_most" // count

	// About a contest.
	ContestNotFound      Code = "contest.not_found"
	ContestHost          Code = "contest.host"
	ContestHosts         Code = "contest.hosts" // this server lets hosts alone make contests
	ContestMany          Code = "contest.many"  // count
	ContestStale         Code = "contest.stale" // something has happened since
	ContestEarly         Code = "contest.early" // minutes
	ContestBegun         Code = "contest.begun"
	ContestNotBegun      Code = "contest.not_begun"
	ContestEnded         Code = "contest.ended"
	ContestJoined        Code = "contest.joined"     // person
	ContestUnknown       Code = "contest.unknown"    // person
	ContestHere          Code = "contest.here"       // person
	ContestLate          Code = "contest.late"       // half of the rounds have begun
	ContestFull          Code = "contest.full"       // most
	ContestQuorum        Code = "contest.quorum"     // least, count
	ContestResultMissing Code = "contest.result"     // round, board, first, second
	ContestUnfinished    Code = "contest.unfinished" // board, first, second
	ContestRoundNumber   Code = "contest.round"      // round
	ContestLast          Code = "contest.last"
	ContestPairing       Code = "contest.pairing" // person
	ContestBoardNumber   Code = "contest.board"   // round, board
	ContestPoints        Code = "contest.points"  // first, second
	ContestArena         Code = "contest.arena"   // nobody pairs by hand there
	ContestLayout        Code = "contest.layout"  // game
	ContestPrograms      Code = "contest.programs"
	// About programs.
	BotMost    Code = "bot.most"   // count: an account has enough of them
	BotTokens  Code = "bot.tokens" // count: a program has enough of them
	BotNobody  Code = "bot.nobody" // one has no such program, or the program no such token
	BotScope   Code = "bot.scope"  // scope: no token can be for that
	BotNoToken Code = "bot.token"  // the token is none, or none any more
	BotCall    Code = "bot.call"   // that is not for this token
	BotLabel   Code = "bot.label"  // most
	BotBusy    Code = "bot.busy"   // it plays at as many tables as it can, or is not here
	BotTerms   Code = "bot.terms"  // it does not play by these terms
	BotPair    Code = "bot.pair"   // the two play already
	BotOffers  Code = "bot.offers" // field, value: what a program offers cannot be played

	// About what hosts of the server do.
	HostNeeded   Code = "host.needed"  // one is no host
	HostSession  Code = "host.session" // one's code was typed too long ago: hours
	HostSeen     Code = "host.seen"    // person: another host has looked at the report
	HostOther    Code = "host.host"    // the other is a host, too
	HostReason   Code = "host.reason"  // most
	HostNone     Code = "host.none"    // there is no such report or decision
	HostAnswered Code = "host.answered"

	// About notices.
	PushNone     Code = "push.none"     // this server sends none
	PushEndpoint Code = "push.endpoint" // the browser's push service is not known
	PushGone     Code = "push.gone"     // the device has dropped its subscription
	PushFailed   Code = "push.failed"   // the push service took nothing

	// About the live connection.
	LiveMessage Code = "live.message" // problem
	LiveType    Code = "live.type"    // type
	LiveMany    Code = "live.many"    // count

	// About a call, and about the server.
	LiveContent  Code = "live.content"  // the body is not application/json
	LiveLarge    Code = "live.large"    // most
	LiveQuery    Code = "live.query"    // name, value
	LivePath     Code = "live.path"     // nothing has that address
	LiveMethod   Code = "live.method"   // methods
	LiveUpgrade  Code = "live.upgrade"  // the address is that of the live connection
	LiveOrigin   Code = "live.origin"   // the call comes from a page elsewhere
	LiveHost     Code = "live.host"     // host: not a name of this server
	LiveRate     Code = "live.rate"     // seconds
	LiveBusy     Code = "live.busy"     // nothing was stored
	LiveFull     Code = "live.full"     // the disk is full; nothing was stored
	LiveEnding   Code = "live.ending"   // the server is about to end
	LiveInternal Code = "live.internal" // a fault of the server
	LiveNoTables Code = "live.no_tables"
)

// The statuses of HTTP answers. Package net/http, which has names for them too, is
// much for a package of types.
const (
	badRequest   = 400
	unauthorized = 401
	forbidden    = 403
	notFound     = 404
	badMethod    = 405
	conflict     = 409
	tooLarge     = 413
	badContent   = 415
	misdirected  = 421
	upgrade      = 426
	tooMany      = 429

	internalError = 500
	unavailable   = 503
)

// codes has the status of an HTTP answer and the English sentence of every code:
// no capital, no full stop.
var codes = map[Code]struct {
	status int
	text   string
}{
	TableNotFound: {notFound, "this table doesn't exist"},
	TableOptions:  {badRequest, "{field} can't be {value}"},
	TableTooMany:  {conflict, "you have too many open tables ({count}); close one first"},
	TableRate:     {tooMany, "too fast; try again in {seconds} s"},
	TableMessage:  {badRequest, "the message needs an id of 1 to 32 letters and digits"},
	TableNonce:    {badRequest, "the random share must be 32 hexadecimal digits"},
	TableEvent:    {badRequest, "the event can't be read: {problem}"},
	TableByHost:   {forbidden, "only the server can do that"},
	TableStale:    {conflict, "the game has moved on; look at the board again"},
	TableNewer:    {conflict, "a later version of the server plays at this table; connect again"},
	TableLong:     {conflict, "this table can hold no more events"},
	TableTaken:    {conflict, "both seats are taken"},
	TableReserved: {forbidden, "this seat is kept for someone else"},
	TableSeated:   {conflict, "you already sit at this table"},
	TableNotYours: {forbidden, "you don't play at this table"},

	TablePlanTurn:   {conflict, "it's your turn: play your move first"},
	TablePlanLong:   {conflict, "you can plan at most {most} moves"},
	TablePlanAnswer: {badRequest, "each line ends with your move, and a move has only one answer"},
	TableClosed:     {conflict, "the table is closed"},
	TableStarted:    {conflict, "the game has already started"},
	TableWaiting:    {conflict, "the game hasn't started yet"},
	TableNotOver:    {conflict, "the game isn't over yet"},

	TableChanged:      {conflict, "the terms have changed; look at them again"},
	TableRematchTerms: {conflict, "a rematch is played on the same terms"},
	TableAsks:         {conflict, "several people are asking for other terms already; accept these terms or try again later"},
	TableNoAsk:        {conflict, "no one is asking for other terms"},
	TableNotHere:      {conflict, "this person isn't here anymore"},
	TableInvited:      {conflict, "you have already invited this person; wait for an answer or withdraw the invitation"},
	TableDeclined:     {tooMany, "this person has declined; you can ask again a day later"},
	TableGuest:        {conflict, "this person is a guest; choose a game that guests can play too"},

	TableRatedAccount:  {conflict, "only people who have kept their name play rated games; keep yours first or play a casual game"},
	TableRatedClock:    {badRequest, "a rated game needs a clock"},
	TableRatedTakeback: {badRequest, "in a rated game no moves are taken back"},
	TableRatedSide:     {conflict, "after {count} aborted rated games in a day sides are drawn; leave the side to chance"},
	TableRatedPair:     {conflict, "you two have played {count} rated games in {days} days; play a casual game"},
	TableRatedLevel:    {conflict, "at most {count} games a day against a level are rated; play a casual game"},

	TablePresent: {conflict, "your opponent is here"},
	TableUnknown: {conflict, "the server doesn't know yet whether your opponent is here"},
	TableWait:    {conflict, "your opponent has just left; wait {seconds} s"},
	TableNoClaim: {conflict, "you can't claim a win in this game"},

	TableRematchPending: {conflict, "a rematch has been offered already; answer it first"},
	TableNoRematch:      {conflict, "no rematch has been offered"},
	TableRematchMade:    {conflict, "the next game has already started"},
	TableHidden:         {forbidden, "the boards of this round are hidden until it is over"},

	TableChatEmpty: {badRequest, "the message is empty"},
	TableChatLong:  {badRequest, "the message is longer than {most} characters"},
	TableMuted:     {forbidden, "you can't write here until {until}"},
	TableLine:      {notFound, "that message no longer exists"},
	TableReport:    {badRequest, "say in at most {most} characters what is wrong"},

	MeNeeded:       {unauthorized, "choose a name first"},
	MeBanned:       {forbidden, "you can't play on this server until {until}"},
	MeLink:         {notFound, "the link has expired or was already used"},
	MeNameShort:    {badRequest, "a name needs a letter or a digit"},
	MeNameLong:     {badRequest, "a name has at most {most} characters"},
	MeNameLetter:   {badRequest, "a name can't have the character {character}"},
	MeNameScripts:  {badRequest, "a name can't mix letters of several alphabets"},
	MeAwayShort:    {badRequest, "an absence lasts a day at least, and starts within a year"},
	MeAwayLeft:     {conflict, "days of absence left this year: {days}"},
	MeNameReserved: {conflict, "this name is reserved; choose another one"},
	MeNameTaken:    {conflict, "someone else has this name; choose a different one"},

	AccountNeeded:  {forbidden, "this needs a name of your own; keep your name first"},
	AccountClaimed: {conflict, "you already have a name of your own"},
	AccountSignIn:  {notFound, "name and code don't belong together"},
	AccountCode:    {forbidden, "enter your current sign-in code"},
	AccountYoung:   {forbidden, "this device was added by a link less than an hour ago; sign in with your code or wait until {until}"},
	AccountRenamed: {conflict, "you can change your name again from {until} on"},
	AccountPlaying: {conflict, "you can't change your name during a game"},
	AccountSession: {notFound, "this device isn't signed in anymore"},
	AccountName:    {badRequest, "that isn't your name; type it exactly as it is"},
	AccountNobody:  {notFound, "no one here has this name"},
	AccountKept:    {badRequest, "{item} can't be kept with an account"},
	AccountFull:    {conflict, "your account keeps {most} MB at most"},
	AccountCleared: {conflict, "what your account kept was deleted; turn it on again"},

	AccountPasskey:     {notFound, "this passkey didn't work here; try again or use your sign-in code"},
	AccountPasskeyNone: {conflict, "passkeys don't work at this address; use your sign-in code"},
	AccountPasskeyMost: {conflict, "you have {count} passkeys already; remove one first"},

	ContestNotFound:      {notFound, "this contest doesn't exist"},
	ContestHost:          {forbidden, "only a host of the contest can do that"},
	ContestHosts:         {forbidden, "on this server only hosts make contests"},
	ContestMany:          {conflict, "you have announced {count} contests already; end one first"},
	ContestStale:         {conflict, "something else has happened in the contest; look at it again"},
	ContestEarly:         {conflict, "check-in opens {minutes} minutes before the start"},
	ContestBegun:         {conflict, "the contest has already started"},
	ContestNotBegun:      {conflict, "the contest hasn't started yet"},
	ContestEnded:         {conflict, "the contest is over"},
	ContestJoined:        {conflict, "{person} takes part already"},
	ContestUnknown:       {conflict, "{person} doesn't take part"},
	ContestHere:          {conflict, "{person} isn't away"},
	ContestLate:          {conflict, "half of the rounds have started; no one can join anymore"},
	ContestFull:          {conflict, "{most} people take part; no one else can join"},
	ContestQuorum:        {conflict, "it takes {least} people, and {count} are here"},
	ContestResultMissing: {conflict, "round {round} can't start: board {board}, {first} – {second}, has no result"},
	ContestUnfinished:    {conflict, "the contest can't end: board {board}, {first} – {second}, has no result"},
	ContestRoundNumber:   {conflict, "round {round} isn't the next one"},
	ContestLast:          {conflict, "all rounds have been played"},
	ContestPairing:       {badRequest, "{person} isn't paired exactly once"},
	ContestBoardNumber:   {notFound, "round {round} has no board {board}"},
	ContestPoints:        {badRequest, "{first} to {second} isn't a result"},
	ContestArena:         {conflict, "in an arena people are paired automatically"},
	ContestPrograms:      {forbidden, "programs don't take part in this contest"},
	ContestLayout:        {badRequest, "{game} starts on an empty board, so there is no start position to share; choose a random one"},
	BotMost:              {conflict, "you have {count} programs; delete one first"},
	BotTokens:            {conflict, "this program has {count} keys; revoke one first"},
	BotNobody:            {notFound, "you have no such program or key"},
	BotScope:             {badRequest, "a key is for play or read, not for {scope}"},
	BotNoToken:           {unauthorized, "this key doesn't exist or was revoked"},
	BotCall:              {forbidden, "this key isn't for that"},
	BotLabel:             {badRequest, "a label has at most {most} characters"},
	BotBusy:              {conflict, "this program can't play right now; try again later"},
	BotTerms:             {conflict, "this program doesn't play on these terms"},
	BotPair:              {conflict, "you already have a game with this program; finish it first"},
	BotOffers:            {badRequest, "no program can play by {field} {value}"},

	HostNeeded:   {forbidden, "only hosts of this server can do that"},
	HostSession:  {forbidden, "hosts enter their sign-in code every {hours} hours; sign in again"},
	HostSeen:     {conflict, "{person} has already looked at this report"},
	HostOther:    {forbidden, "a host can't do anything about another host; only the owner of the server can"},
	HostReason:   {badRequest, "say why in 1 to {most} characters"},
	HostNone:     {notFound, "this report or decision no longer exists"},
	HostAnswered: {conflict, "you have already answered"},

	PushNone:     {conflict, "this server can't send notices to devices"},
	PushEndpoint: {badRequest, "this browser's push service isn't known to the server"},
	PushGone:     {notFound, "this device no longer receives notices; turn them on again"},
	PushFailed:   {conflict, "the push service didn't accept the notice; try again later"},

	LiveMessage: {badRequest, "the message can't be read: {problem}"},
	LiveType:    {badRequest, "unknown message {type}"},
	LiveMany:    {tooMany, "a connection can watch at most {count} tables"},

	LiveContent:  {badContent, "send it as application/json"},
	LiveLarge:    {tooLarge, "this is longer than {most} bytes"},
	LiveQuery:    {badRequest, "{name} can't be {value}"},
	LivePath:     {notFound, "this address doesn't exist"},
	LiveMethod:   {badMethod, "this address is called with {methods}"},
	LiveUpgrade:  {upgrade, "this is the address of a WebSocket"},
	LiveOrigin:   {forbidden, "pages of other sites can't do this"},
	LiveHost:     {misdirected, "this server isn't known as {host}; --host adds a name"},
	LiveRate:     {tooMany, "too many at once; try again in {seconds} s"},
	LiveBusy:     {unavailable, "the server is busy; try again"},
	LiveFull:     {unavailable, "the server has no space left; nothing was saved"},
	LiveEnding:   {unavailable, "the server is restarting; try again"},
	LiveInternal: {internalError, "something went wrong on the server; try again"},
	LiveNoTables: {notFound, "this server has no tables for people"},
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
	return conflict // a refusal of the game
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

// RefuseQuery makes the refusal of a value that a call has for a name.
func RefuseQuery(name, value string) *Error {
	return Refuse(LiveQuery, "name", name, "value", game.Shown(value))
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
