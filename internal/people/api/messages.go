package api

import "encoding/json"

// Protocol is the version of everything in this package. A server refuses other
// versions with "reload", so that an old page is loaded again.
const Protocol = 2

// Options are what the maker of a table chooses.
type Options struct {
	// Game is the id of the rule set, such as "lyngk6".
	Game string `json:"game"`
	// Full asks for a full random board where the game begins with placing.
	Full bool `json:"full,omitempty"`
	// Side is what the maker plays; missing, it is drawn.
	Side string `json:"side,omitempty" tstype:"'first' | 'second'"`
	// Control is the clock in the form of a record's tag: "300+3", "1/259200", "-" for none.
	Control string `json:"control"`
	// Public tables are in the lobby; others are found by their link only.
	Public bool `json:"public,omitempty"`
	// Takeback allows to take moves back when both agree.
	Takeback bool `json:"takeback,omitempty"`
	// Rated games change the ratings of both. They are played by accounts, with a clock or days, and without takebacks.
	Rated bool `json:"rated,omitempty"`
	// Accounts asks for people with a name of their own, so that nobody is left in the middle of a game.
	Accounts bool `json:"accounts,omitempty"`
	// NoAway lets the clock run on, in a game of days, of who is away.
	NoAway bool `json:"noAway,omitempty"`
}

// Phase is what a table is at.
type Phase string

// The phases. A table that was closed before the game began has no game.
const (
	Open    Phase = "open"    // a seat is free
	Playing Phase = "playing" // the game is under way
	Over    Phase = "over"    // the game has ended
	Closed  Phase = "closed"  // given up before the game began
)

// Role is what somebody is at a table.
type Role string

// The roles. Before the start who has a seat is a sitter, because the sides may
// not be drawn yet.
const (
	Watcher Role = "watcher"
	Sitter  Role = "sitter"
	First   Role = "first"
	Second  Role = "second"
)

// Table is a table as one reader may see it.
type Table struct {
	ID      string  `json:"id"`
	Options Options `json:"options"`
	Phase   Phase   `json:"phase" tstype:"'open' | 'playing' | 'over' | 'closed'"`
	// You is what the reader is at this table.
	You Role `json:"you" tstype:"'watcher' | 'sitter' | 'first' | 'second'"`
	// Seats are the people, null for a free seat. From the start on the first one plays First.
	Seats [2]*Person `json:"seats" tstype:"Pair<Person | null>"`
	// Commit binds the server to its share of the layout before anybody sits down (see internal/people/table).
	Commit string `json:"commit"`
	// Log is the game in the stored form of play, missing before the start.
	Log json.RawMessage `json:"log,omitempty" tstype:"Log"`
	// Reveal is what the layout and the sides were drawn from, missing before the start.
	Reveal *Reveal `json:"reveal,omitempty"`
	// Seq is the number of the last event in this picture.
	Seq int64 `json:"seq"`
	// Elapsed is the time since the last event of the game in milliseconds, as the clocks count it. It is negative while
	// they stand still for longer than it was: after the server was down people come back first.
	Elapsed int64 `json:"elapsed"`
	// Clocks are what First and Second have left in milliseconds, now; that of the side to move runs unless the game is over.
	// They are missing where there is no clock, and before the start.
	Clocks *[2]int64 `json:"clocks,omitempty" tstype:"Pair<number>"`
	// Created and Updated are UTC, in milliseconds since 1970.
	Created int64 `json:"created"`
	Updated int64 `json:"updated"`
	// Rematch is what players have agreed on or offered after the end.
	Rematch *Rematch `json:"rematch,omitempty"`
	// Presence is who is here.
	Presence Presence `json:"presence"`
	// Reserved says that the free seat is kept for somebody: the opponent of the game of which this is a rematch. Kept
	// says that it is kept for the reader.
	Reserved bool `json:"reserved,omitempty"`
	Kept     bool `json:"kept,omitempty"`
	// For is for whom the seat of an invitation is kept, to who invites.
	For *Person `json:"for,omitempty"`
	// From is the table of which this is a rematch, Contest the contest of which it is a game.
	From    string `json:"from,omitempty"`
	Contest string `json:"contest,omitempty"`
	// Hidden says that nobody but its players sees the table: others play on the same layout, and the round is not over.
	Hidden bool `json:"hidden,omitempty"`
	// Away is until when First and Second are away, so that their clocks stand; 0 for who is not, missing where nobody is.
	Away *[2]int64 `json:"away,omitempty" tstype:"Pair<number>"`
	// Asks are the other terms that people want before the start.
	Asks []Ask `json:"asks,omitempty"`
	// Outcome is how the game ended, missing before.
	Outcome string `json:"outcome,omitempty" tstype:"'first' | 'second' | 'draw'"`
	// Rating is what a rated game did to the ratings of First and Second: before and after. A picture with it comes within
	// some seconds of the end.
	Rating *[2][2]int `json:"rating,omitempty" tstype:"Pair<Pair<number>>"`
	// Unrated is why a game by rated terms does not count; see [Result].
	Unrated string `json:"unrated,omitempty" tstype:"'short' | 'pair' | 'level' | 'person' | 'host'"`
}

// Ask is that somebody wants to play at a table by other terms. The side in them is the
// maker's, as in those of the table.
type Ask struct {
	Person  Person  `json:"person"`
	Options Options `json:"options"`
}

// Invite is that somebody is asked to play.
type Invite struct {
	// Person asks, or says no.
	Person Person `json:"person"`
	Table  Brief  `json:"table"`
	// No is the answer of who was asked and does not want to.
	No bool `json:"no,omitempty"`
}

// Reveal is what a layout and the sides were drawn from, in hexadecimal digits.
type Reveal struct {
	Secret string    `json:"secret"`
	Nonces [2]string `json:"nonces" tstype:"Pair<string>"`
	// Shares are the nonces of all who take part in a contest whose round is played on one layout, in place of Nonces. From
	// is the contest and the round then.
	Shares []string `json:"shares,omitempty"`
	// Swapped says that the maker of the table plays Second.
	Swapped bool `json:"swapped,omitempty"`
	// Drawn says that the sides were drawn; else they were chosen, or swapped for a rematch.
	Drawn bool `json:"drawn,omitempty"`
	// From is the table whose layout is played again: the commit, secret and nonces are its.
	From string `json:"from,omitempty"`
	// Commit is what the server had published before: that of Table, or of the table From.
	Commit string `json:"commit"`
}

// Rematch is an offer to play again, or the table where that happens.
type Rematch struct {
	// By is who offers.
	By string `json:"by,omitempty" tstype:"'first' | 'second'"`
	// Same asks for the same layout with sides swapped.
	Same bool `json:"same,omitempty"`
	// Table is the new table: one seat of it is kept for whom the offer is made, and the game begins there once both agree.
	Table string `json:"table,omitempty"`
	// Agreed says that the new game has begun.
	Agreed bool `json:"agreed,omitempty"`
	// No says that the offer was declined or withdrawn.
	No bool `json:"no,omitempty"`
}

// Presence is who is at a table now.
type Presence struct {
	// Players tells for both seats: "here", "away", or "unknown" after a restart or without news from other servers.
	Players [2]string `json:"players" tstype:"Pair<'here' | 'away' | 'unknown'>"`
	// Away is for how long in milliseconds; 0 for who is here.
	Away [2]int64 `json:"away" tstype:"Pair<number>"`
	// Lag is the measured delay of both players in milliseconds, 0 where it is not known.
	Lag [2]int64 `json:"lag" tstype:"Pair<number>"`
	// Watchers is the number of people looking on.
	Watchers int `json:"watchers"`
	// Claimable is after how many milliseconds from now the opponent of who is away may claim the game; missing while
	// nobody can.
	Claimable *int64 `json:"claimable,omitempty"`
}

// EventKind is what happened at a table.
type EventKind string

// The kinds of table events.
const (
	EventOpened  EventKind = "opened"  // the table was made
	EventSat     EventKind = "sat"     // Seat, Person
	EventStarted EventKind = "started" // Terms, Reveal, Seats
	EventPlay    EventKind = "play"    // Play: an event of the game
	EventTerms   EventKind = "terms"   // Options, Person: the maker has changed the terms before the start
	EventAsked   EventKind = "asked"   // Person, Options: somebody wants other terms; without Options no longer
	EventClosed  EventKind = "closed"  // the table was closed before the start
	EventRematch EventKind = "rematch" // Rematch: offered, declined or agreed
	EventShown   EventKind = "shown"   // the table is no longer hidden
	EventHold    EventKind = "hold"    // Seat, Until: the player is away, and the clock of the seat stands
	EventResume  EventKind = "resume"  // Seat: the player is back
)

// Event is one thing that happened at a table.
type Event struct {
	Seq  int64     `json:"seq"`
	Kind EventKind `json:"kind" tstype:"'opened' | 'sat' | 'started' | 'play' | 'terms' | 'asked' | 'closed' | 'rematch' | 'shown' | 'hold' | 'resume'"`
	// At is when, UTC, in milliseconds since 1970.
	At int64 `json:"at"`

	Seat    int             `json:"seat,omitempty"`
	Person  *Person         `json:"person,omitempty"`
	Options *Options        `json:"options,omitempty"`
	Seats   *[2]Person      `json:"seats,omitempty" tstype:"Pair<Person>"`
	Terms   json.RawMessage `json:"terms,omitempty" tstype:"Terms"`
	Reveal  *Reveal         `json:"reveal,omitempty"`
	Play    json.RawMessage `json:"play,omitempty" tstype:"LogEvent"`
	Rematch *Rematch        `json:"rematch,omitempty"`
	// Until is UTC, in milliseconds since 1970.
	Until int64 `json:"until,omitempty"`
	// Planned says that the server has played what the player had planned, of a move.
	Planned bool `json:"planned,omitempty"`
}

// Plan is what a player has planned: lines of moves, the opponent's and the own answer in turn, from the position after Ply
// plies on. Only the player reads it.
type Plan struct {
	Ply   int        `json:"ply"`
	Lines [][]string `json:"lines"`
	// Unplayed are lines that the game has left.
	Unplayed [][]string `json:"unplayed,omitempty"`
}

// ToServer is a message of a client on the live connection. Which fields it needs
// is said at its type.
type ToServer struct {
	// Type is one of
	//   watch    Table, Since: tell of this table from now on; Since 0 asks for the whole table, else come the events after Since
	//   unwatch  Table
	//   send     Table, ID, Ply, Since, Event: do something in the game; carried out once for each ID
	//   plan     Table, ID, Ply, Lines: what the server is to answer to moves of the opponent; without Lines nothing
	//   sit      Table, ID, Nonce, Since: take the free seat; with Since it is refused where the terms have changed since
	//   terms    Table, ID, Options: change the terms of one's own table before the start; that answers all who have asked
	//   ask      Table, ID, Options, No, Person: ask for other terms before the start; No takes that back or, of who made the
	//            table, declines the ask of Person
	//   invite   Table, ID, Person, No: ask somebody who is here to play at one's own table; No is the answer of who was asked
	//   leave    Table, ID: close one's own table, or one where a seat is kept for one, before the start
	//   rematch  Table, ID, Same, No, Nonce: offer, accept or (No) decline or withdraw an offer to play again
	//   claim    Table, ID, Draw: end the game of an opponent who is long gone
	//   say      Table, ID, Text: chat, in the room of one's role; stored once for each ID
	//   stand    ID, Offers, Most, Each: play with whom asks by these terms from now on; without Offers no longer. For programs.
	//   lobby    On: tell of open and running public tables from now on, or no longer
	//   contest  ID (of the contest), On: tell of it from now on, or no longer
	//   ping     Number, On: asks for a pong; Lag tells what the client measured last, On that somebody uses the page
	Type  string `json:"type" tstype:"'watch' | 'stand' | 'unwatch' | 'send' | 'plan' | 'sit' | 'terms' | 'ask' | 'invite' | 'leave' | 'rematch' | 'claim' | 'say' | 'lobby' | 'contest' | 'ping'"`
	Table string `json:"table,omitempty"`
	// ID names the message: up to 32 letters and digits, unlike any other of this client at this table.
	ID string `json:"id,omitempty"`
	// Since is the last Seq the client has. With it, a move is refused as stale where moves were taken back since.
	Since int64 `json:"since,omitempty"`
	// Ply is how many plies the client saw played, for a move.
	Ply int `json:"ply,omitempty"`
	// Event is an event of the game in the stored form of play; its side and time are not read.
	Event json.RawMessage `json:"event,omitempty" tstype:"Partial<LogEvent>"`
	// Lines are moves of the opponent and own answers in turn, as in [Plan].
	Lines [][]string `json:"lines,omitempty"`
	Nonce string     `json:"nonce,omitempty"`
	// Options are terms, as in NewTable.
	Options *Options `json:"options,omitempty"`
	// Person is the id of somebody.
	Person string `json:"person,omitempty"`
	Same   bool   `json:"same,omitempty"`
	No     bool   `json:"no,omitempty"`
	Draw   bool   `json:"draw,omitempty"`
	Text   string `json:"text,omitempty"`
	On     bool   `json:"on,omitempty"`
	Number int64  `json:"number,omitempty"`
	Lag    int64  `json:"lag,omitempty"`
	// Offers are the terms of a program, and Most is how many games it plays at once, as in [Standing].
	Offers []Offer `json:"offers,omitempty"`
	Most   int     `json:"most,omitempty"`
	// Each is how many games one person begins with the program in a day, 0 for any number.
	Each int `json:"each,omitempty"`
}

// ToClient is a message of the server on the live connection.
type ToClient struct {
	// Type is one of
	//   hello     Protocol, Version, Me
	//   reload    Protocol: the page is too old or too new for this server
	//   table     Table: the whole table, in answer to watch, or after a gap
	//   events    TableID, Events, Elapsed, Clocks; at the end Outcome
	//   ack       ID (of the message), Seq: it was carried out and is stored
	//   refused   ID (of the message), Error, Seq: it was not
	//   presence  TableID, Presence
	//   plan      TableID, Plan: what one has planned there, to nobody else: after watch if there is anything, and when it
	//               has changed on another connection
	//   chat      TableID, Chat
	//   invited   TableID, Invite: somebody asks one to play; or, with No, does not want to
	//   lobby     Lobby
	//   started   TableID: a game has begun that the program which stands here plays; once for each on a connection
	//   contest   ID (of the contest), Contest, You: the whole of it, in answer to contest and whenever something has happened;
	//               or ID, Games: how games under way stand, at most once in two seconds
	//   pong      Number, Lag: what the server has measured
	//   busy      ID, Error: not now; repeat it later. The sender's clock is not charged while the same message is
	//               repeated in time. Error says why, where it is not that there is much to do.
	//   moved     Alone: this process ends: connect again. Where it was alone no clock runs until another one serves.
	Type     string  `json:"type" tstype:"'hello' | 'started' | 'reload' | 'table' | 'events' | 'ack' | 'refused' | 'presence' | 'plan' | 'chat' | 'invited' | 'lobby' | 'contest' | 'pong' | 'busy' | 'moved'"`
	Protocol int     `json:"protocol,omitempty"`
	Version  string  `json:"version,omitempty"`
	Me       *Person `json:"me,omitempty"`
	ID       string  `json:"id,omitempty"`
	TableID  string  `json:"tableId,omitempty"`
	Table    *Table  `json:"table,omitempty"`
	Events   []Event `json:"events,omitempty"`
	Seq      int64   `json:"seq,omitempty"`
	// Clocks and Outcome are those of the table after the events, as in [Table].
	Clocks   *[2]int64     `json:"clocks,omitempty" tstype:"Pair<number>"`
	Outcome  string        `json:"outcome,omitempty" tstype:"'first' | 'second' | 'draw'"`
	Elapsed  int64         `json:"elapsed,omitempty"`
	Error    *Error        `json:"error,omitempty"`
	Presence *Presence     `json:"presence,omitempty"`
	Plan     *Plan         `json:"plan,omitempty"`
	Chat     []Line        `json:"chat,omitempty"`
	Invite   *Invite       `json:"invite,omitempty"`
	Lobby    *Lobby        `json:"lobby,omitempty"`
	Contest  *Contest      `json:"contest,omitempty"`
	You      *ContestYou   `json:"you,omitempty"`
	Games    []ContestGame `json:"games,omitempty"`
	Number   int64         `json:"number,omitempty"`
	Lag      int64         `json:"lag,omitempty"`
	Alone    bool          `json:"alone,omitempty"`
}

// Error is a refusal, of a message or of an HTTP call.
type Error struct {
	// Code is stable and has a text in every language.
	Code string `json:"code"`
	// Args are for the places of the text.
	Args map[string]string `json:"args,omitempty" tstype:"ByName<string>"`
	// Text is the English sentence.
	Text string `json:"text"`
	// Why is the refusal of the rules within it.
	Why *Error `json:"why,omitempty"`
}

// Line is one line of chat.
type Line struct {
	Number int64  `json:"number"`
	Room   string `json:"room" tstype:"'players' | 'watchers'"`
	Person Person `json:"person"`
	Text   string `json:"text"`
	At     int64  `json:"at"`
}

// Lobby is the public tables and who is here.
type Lobby struct {
	Open    []Brief  `json:"open"`
	Playing []Brief  `json:"playing"`
	Here    []Person `json:"here"`
	// More is how many more people are here than listed.
	More int `json:"more,omitempty"`
	// Lately are accounts that were here in the last hour and are not now, the latest first.
	Lately []Person `json:"lately,omitempty"`
	// Stand are the programs that play with whom asks.
	Stand []Standing `json:"stand,omitempty"`
}

// Brief is a table in a list.
type Brief struct {
	ID      string     `json:"id"`
	Options Options    `json:"options"`
	Phase   Phase      `json:"phase"`
	You     Role       `json:"you"`
	Seats   [2]*Person `json:"seats" tstype:"Pair<Person | null>"`
	// Position is the position on the board, "" before the start.
	Position string `json:"position,omitempty"`
	Ply      int    `json:"ply"`
	// Turn is the side to move while the game goes on.
	Turn string `json:"turn,omitempty" tstype:"'first' | 'second'"`
	// Outcome is how it ended.
	Outcome  string `json:"outcome,omitempty" tstype:"'first' | 'second' | 'draw'"`
	Watchers int    `json:"watchers"`
	Updated  int64  `json:"updated"`
	// Deadline is when the side to move runs out of time, 0 without a clock.
	Deadline int64 `json:"deadline,omitempty"`
	// Rematch is who offers one that waits for an answer.
	Rematch string `json:"rematch,omitempty" tstype:"'first' | 'second'"`
}
