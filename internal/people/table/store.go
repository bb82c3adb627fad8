package table

import (
	"context"
	"encoding/hex"
	"errors"
	"time"
)

// The errors of a [Store] that its callers tell apart. Others are faults: nothing
// is known to be stored, and the sender tries again.
var (
	// ErrConflict says that somebody else has appended first.
	ErrConflict = errors.New("another event was stored first")
	// ErrNotFound says that there is no such table, person, session or link.
	ErrNotFound = errors.New("not found")
	// ErrBusy says that the store takes no more work now; nothing was stored.
	ErrBusy = errors.New("the store is busy")
	// ErrFull says that the disk is full; nothing was stored.
	ErrFull = errors.New("the disk is full")
	// ErrAmbiguous says that nobody knows whether the event was stored: look it up by its message id before
	// answering.
	ErrAmbiguous = errors.New("it is not known whether the event was stored")
)

// Row is what a store keeps of a table beside its log. All but ID, Secret and
// Created can be worked out from the log; it is kept for lists and for deadlines
// and is replaced by every append.
type Row struct {
	ID string
	// Secret is the server's share of the layout. Nobody learns it before the game starts.
	Secret  []byte
	Created time.Time

	Seq     int64 // of the last event
	Updated time.Time
	Game    string
	Phase   string
	Public  bool
	// Seats are the ids of the people, "" for a free seat.
	Seats [2]string
	// Deadline is when something must happen without anybody's doing: the flag of the side to move. Zero for never.
	// The time of a forced pass that the server plays counts too.
	Deadline time.Time
	// Summary is what lists show, as JSON: options, position, ply, turn, outcome.
	Summary []byte
	// Notices are stored with the change, and are not read again with the row.
	Notices []Notice
	// Mover is the bit of the seat to move, 0 for none, and not read again either. Planned are the bits of those who have
	// planned an answer; SavePlan sets them. Where an append finds the bit of the mover there, the table is due at once.
	Mover, Planned int64
}

// PlanRow is what somebody has planned at a table. Nobody else may read it.
type PlanRow struct {
	Table, Person string
	Seq           int64 // of the last event when it was saved
	Ply           int
	Lines         [][]string // moves of the opponent and answers in turn
	Unplayed      [][]string // what the game has left
	Updated       time.Time
}

// Event is one stored event of a table's log.
type Event struct {
	Table string
	Seq   int64 // from 1, without gaps
	Kind  string
	// Payload is JSON with a version "v". Names of people are in none: only their ids.
	Payload []byte
	// Message is the id that the client gave, with the person's before it; "" for what the server does itself. It is
	// unique at a table.
	Message string
	At      time.Time
}

// Store keeps tables, people and chat. Its methods are safe for concurrent use.
// What Append and the other writers returned without an error is on the disk.
type Store interface {
	// ID names the store, in letters and digits: the same for all processes that serve it, another one for every other
	// store.
	ID() string
	// Now is the store's clock: process time on SQLite, database time on PostgreSQL. It never runs backwards within
	// a process.
	Now() time.Time
	// Served returns how much of the time between two instants some process was alive.
	Served(from, to time.Time) time.Duration
	// Heard returns until when it is known of every process whether it served, at most now. Served knows all of the time
	// until then: one that was killed is missed after a few seconds, and what its people needed to reach another is no
	// time of theirs.
	Heard(ctx context.Context) (time.Time, error)
	// Processes returns how many processes serve the store now, this one included. One that was killed is counted for a
	// few seconds more.
	Processes(ctx context.Context) (int, error)

	// Create stores a new table with its first events.
	Create(ctx context.Context, row Row, events []Event) error
	// CreateIf stores a new table as Create does, unless may refuses it with an *[api.Error]. May gets the games that some
	// people play now, and no other CreateIf begins one of theirs meanwhile; it changes nothing, for it may be called again.
	CreateIf(ctx context.Context, row Row, events []Event, people []string, may func(games []Row) error) error
	// Alone waits until nobody else is alone, at any process, and returns what ends it.
	Alone(ctx context.Context) (end func(), err error)
	// GamesOf returns the games that somebody plays now.
	GamesOf(ctx context.Context, person string) ([]Row, error)
	// Append stores events, the first of which has the number after row's last one before it, and replaces the row.
	// All or nothing. ErrConflict where the log has moved on or a message id is there already.
	Append(ctx context.Context, row Row, events []Event) error
	// Load returns a table with its whole log.
	Load(ctx context.Context, id string) (Row, []Event, error)
	// Since returns the events after a sequence number.
	Since(ctx context.Context, id string, seq int64) ([]Event, error)
	// Seqs returns the last sequence numbers of tables: what a process without a bus asks for the tables it watches.
	Seqs(ctx context.Context, ids []string) (map[string]int64, error)
	// Stored returns the number of the event with a message id; ErrNotFound where there is none.
	Stored(ctx context.Context, id, message string) (int64, error)
	// Due returns tables whose deadline has passed. Two processes that ask at once get different ones for a while.
	// After a time in which no process served it moves many deadlines at once, so that few come back by Postpone.
	Due(ctx context.Context, limit int) ([]string, error)
	// Postpone moves the deadline of a table whose last event still has that number, as it was worked out at an
	// instant: one that has passed by the wall clock is not over yet where no process served in between. A table that
	// went on is left as it is.
	Postpone(ctx context.Context, id string, seq int64, at, deadline time.Time) error
	// UnseenTables returns some open tables, at most as many as asked, that have waited since a time and whose makers have no session or
	// link that is good until another one.
	UnseenTables(ctx context.Context, before, until time.Time, most int) ([]string, error)
	// ForgetTables deletes some of the tables, at most as many as asked, that were closed before a game began and at which nothing has
	// happened since a time, with their events and chat, and returns how many.
	ForgetTables(ctx context.Context, before time.Time, most int) (int, error)
	// List returns rows, the newest first; those of the same millisecond in the order of their ids.
	List(ctx context.Context, q Query) ([]Row, error)

	// AwayOf returns when somebody is away, and was until after an instant, the earliest first; AwayNow some of those who
	// are away at an instant.
	AwayOf(ctx context.Context, person string, after time.Time) ([]AwayRow, error)
	AwayNow(ctx context.Context, now time.Time, most int) ([]AwayRow, error)
	// SetAway replaces what of somebody's absence lies after an instant; ErrNotFound where the person is no more.
	SetAway(ctx context.Context, person string, after time.Time, rows []AwayRow) error
	// Plan returns what somebody has planned at a table; ErrNotFound for nothing.
	Plan(ctx context.Context, id, person string) (PlanRow, error)
	// SavePlan replaces it, with notices; ErrConflict where the table has gone on since p.Seq.
	SavePlan(ctx context.Context, p PlanRow, seat int, notices []Notice) error

	People
	Chat
}

// Query selects rows. Zero fields select nothing away.
type Query struct {
	Person string
	Phase  string
	Public bool // only public ones
	// Before selects what was updated earlier. With After, the id of a row that was updated then, the rows that follow it
	// are selected, also those of the same millisecond.
	Before time.Time
	After  string
	Limit  int // 0 for 100
}

// HostRole is the role of who looks after the people of the server.
const HostRole = "host"

// PersonRow is somebody.
type PersonRow struct {
	ID      string
	Name    string
	Created time.Time
	// Banned and Muted are until when. Who is banned sits down nowhere, makes no table and writes nothing, but may end
	// the games that have begun.
	Banned, Muted time.Time

	// Kind is "" for a guest, "account", "bot" or "level".
	Kind string
	// Skeleton is that of a claimed name, which no other person has: see CheckName. It is "" for a guest.
	Skeleton string
	// Owner is the account that a bot belongs to.
	Owner string
	// Role is HostRole for who looks after the people of the server.
	Role string
	// Renamed is when an account took another name last.
	Renamed time.Time
	// Seen is when they were at the server last, to the minute.
	Seen time.Time
	// Settings are JSON; "" is stored as {}.
	Settings string
}

// People is the part of a [Store] that can be deleted from: names, sessions and
// what else is personal.
type People interface {
	NewPerson(ctx context.Context, p PersonRow) error
	Person(ctx context.Context, id string) (PersonRow, error)
	// Names returns the names of people; who was deleted is missing.
	Names(ctx context.Context, ids []string) (map[string]string, error)
	// Rename replaces the name of a guest alone: a ban that comes at the same moment stays. RenameAccount does so with
	// an account, which keeps the name before for itself until a time; ErrConflict where the new one is taken.
	Rename(ctx context.Context, id, name string) error
	RenameAccount(ctx context.Context, id, name, skeleton string, heldUntil time.Time) error
	// NameTaken reports whether the name with a skeleton belongs to an account other than a person, or did lately.
	NameTaken(ctx context.Context, skeleton, person string) (bool, error)
	// SeePeople notes that people are at the server. SeenSince returns accounts that were since a time, the latest first.
	SeePeople(ctx context.Context, people []string, at time.Time) error
	SeenSince(ctx context.Context, since time.Time, most int) ([]PersonRow, error)
	// Blocks returns who does not want to meet whom. SetBlock has somebody not want to meet another from a time on, or
	// with a zero time no longer.
	Blocks(ctx context.Context) ([]Block, error)
	SetBlock(ctx context.Context, b Block) error
	// DeletePerson deletes all that is personal; the tables stay, under the id.
	DeletePerson(ctx context.Context, id string) error
	// Forget does so with people who will not come back. It returns the last one it looked at, "" after the end, and
	// whom it deleted, also with an error.
	Forget(ctx context.Context, f Forgetting) (last string, forgotten []string, err error)

	// NewCredential stores the hash of a secret that identifies a person: a session's token, or a one-time link's.
	NewCredential(ctx context.Context, c Credential) error
	// ByCredential returns whose secret it is and what is stored of it; ErrNotFound where it is expired or unknown.
	ByCredential(ctx context.Context, kind string, hash []byte) (PersonRow, Credential, error)
	// GoodCredentials returns which of these hashes belong to credentials of a kind that are good now, as a set.
	GoodCredentials(ctx context.Context, kind string, hashes [][]byte) (map[string]bool, error)
	// RenewCredential notes that a person's credential was used, and lets it be good for longer; ErrNotFound where one of
	// the two is no more.
	RenewCredential(ctx context.Context, c Credential) error
	// UseCredential finds out whose secret it is, and replaces the credential by another one of the same person, whatever
	// person that names. It is one step: the first is used once, and never without that the second is there.
	UseCredential(ctx context.Context, kind string, hash []byte, next Credential) (PersonRow, error)
	DeleteCredential(ctx context.Context, kind string, hash []byte) error
}

// Forgetting says which people a [Store] looks at, and who of them is deleted: who has neither a session nor a link that
// is good and is at no table that is open or played at; of who has never sat at one, also those whose sessions are old.
// Who is banned stays.
type Forgetting struct {
	After string // the id of the one before
	Most  int    // how many are looked at

	Created time.Time // who was made after that stays
	Unused  time.Time // sessions of who never sat down are old if they are good no longer than until then
}

// Credential is the hash of a secret.
type Credential struct {
	Kind    string // "session", "link", "code", "passkey", "challenge", "held", "token", "feed", "named" or "looks"
	Hash    []byte // SHA-256
	Person  string
	Created time.Time
	Expires time.Time

	// Label names the device of a session, such as "Firefox, Windows", or the use of a token.
	Label string
	Used  time.Time
	// MadeBy is what a session was begun with: ByClaim, ByCode, ByLink, ByPasskey, or "" for a new guest.
	MadeBy string
	// Data is what a kind needs beside, as JSON: of a session, when it got a sign-in code; of a passkey,
	// its public key and count.
	Data string
}

// ID names a credential to its owner, without giving away its hash.
func (c Credential) ID() string { return hex.EncodeToString(c.Hash[:4]) }

// ChatLine is one stored line of chat.
type ChatLine struct {
	Table  string
	Number int64 // filled in by the store, from 1 at each table
	Room   string
	Person string
	Text   string
	// Message is the id that the client gave, with the person's before it. It is unique at a table.
	Message string
	At      time.Time
}

// Report is what somebody told the hosts of the server.
type Report struct {
	ID       int64  // filled in by the store
	Table    string // "" for somebody as such
	Line     int64
	Reporter string
	Person   string
	Text     string
	At       time.Time
	// Done is when a host has looked at it, and Host who.
	Done time.Time
	Host string
}

// Notices are the news of a report for hosts: one waits, however many reports there are.
func (r Report) Notices(hosts []string) []Notice {
	var list []Notice
	for _, host := range hosts {
		list = append(list, NewNotice(host, NoticeHost, "", NoticeArgs{What: "report", By: r.Person}, r.At, r.At))
	}
	return list
}

// Chat is the part of a [Store] with what people said.
type Chat interface {
	// Say stores a line and returns it with its number. Where a line with its message id is stored already, that one is
	// returned and nothing is stored.
	Say(ctx context.Context, l ChatLine) (ChatLine, error)
	// Said returns the number of the line with a message id; ErrNotFound where there is none.
	Said(ctx context.Context, table, message string) (int64, error)
	// Lines returns the lines of a room after a number, the newest limit ones.
	Lines(ctx context.Context, table, room string, after int64, limit int) ([]ChatLine, error)
	// Line returns the line of a table with a number; ErrNotFound where there is none.
	Line(ctx context.Context, table string, number int64) (ChatLine, error)
	NewReport(ctx context.Context, r Report) error
	Reports(ctx context.Context, limit int) ([]Report, error)
}

// Bus carries hints between processes: that a table has new events, chat or
// presence. Hints may be lost, doubled or late; the truth is in the [Store].
type Bus interface {
	// Publish tells the other processes; it never blocks and reports no error.
	Publish(h Hint)
	// Subscribe calls f for every hint of others until the context ends; f must not block.
	Subscribe(ctx context.Context, f func(Hint)) error
	// Healthy reports whether hints arrive; while they do not, a process asks the store for what it watches.
	Healthy() bool
}

// Hint is that something happened at a table.
type Hint struct {
	Table string
	// Kind is "events", "chat", "presence", "ask" (for presence), "alive", "lobby", "origin", "invite", "started", "forgotten",
	// "settled", "plan" or "blocks".
	Kind string
	Seq  int64
	// Body is JSON for what is not stored, such as presence.
	Body []byte
	// Node names the process, drawn at every start.
	Node string
}
