package table

import (
	"time"
)

// Notice is a piece of news for somebody, on the page and on their devices. It is stored
// with its cause, in one transaction, and sent by another part of the program.
type Notice struct {
	ID     int64 // filled in by the store
	Person string
	Kind   string
	// Key tells notices of a kind apart. One of each waits until it was seen.
	Key  string
	Args string    // NoticeArgs as JSON
	At   time.Time // from when on the page shows it
	Due  time.Time // when it is sent to devices; zero for not

	Claimed time.Time // until when a process sends it
	Tries   int       // how often a process began to
	Sent    time.Time
	Seen    time.Time
}

// The kinds of notices.
const (
	NoticeTurn    = "turn"    // tables wait for a move
	NoticeEnding  = "ending"  // the time for a move is nearly over
	NoticeSat     = "sat"     // somebody has sat down
	NoticeInvited = "invited" // somebody asks one to play; with an End, what became of one's own invitation
	NoticeOver    = "over"    // a game has ended
	NoticeDevice  = "device"  // somebody has signed in
	NoticeContest = "contest" // What of a contest
	NoticeHost    = "host"    // What of hosts and what they decide
)

// NoticeArgs are what a notice is about. People are named by their ids.
type NoticeArgs struct {
	Table string `json:"table,omitempty"`
	By    string `json:"by,omitempty"`    // a person
	Game  string `json:"game,omitempty"`  // of an invitation
	End   string `json:"end,omitempty"`   // of an invitation: "declined", "lapsed" or "withdrawn"
	Label string `json:"label,omitempty"` // of a device
	Over  int64  `json:"over,omitempty"`  // when the time for the move is over, or a contest starts, in milliseconds since 1970

	// Of a contest: what the news is, and of which round and board. Of hosts: a report has come, one's own was looked at, or
	// an answer has come; else what was done about one.
	What    string `json:"what,omitempty"`
	Contest string `json:"contest,omitempty"`
	Title   string `json:"title,omitempty"`
	Round   int    `json:"round,omitempty"`
	Board   int    `json:"board,omitempty"`
}

// Device is one that can get something while the page is not open, by Web Push.
type Device struct {
	ID       string // a hash of the endpoint
	Person   string
	Session  []byte // hash of its token; a device that has signed out gets nothing
	Endpoint string
	P256dh   string
	Auth     string
	Label    string // "Firefox, Windows"
	Created  time.Time
	Failures int // in a row
	Paused   time.Time
	Worked   time.Time // last
}

// NewDevice is the news of a session that was begun on a further device, and of a passkey, which gives access for good;
// nothing for other credentials.
func NewDevice(c Credential) []Notice {
	args := NoticeArgs{Label: c.Label}
	switch {
	case c.Kind == PasskeyKind:
		args.What = "passkey"
	case c.Kind != sessionKind || c.MadeBy != ByCode && c.MadeBy != ByLink && c.MadeBy != ByPasskey:
		return nil
	}
	return []Notice{NewNotice(c.Person, NoticeDevice, c.ID(), args, c.Created, c.Created)}
}
