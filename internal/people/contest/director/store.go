package director

import (
	"context"
	"time"

	"cairn.example/internal/people/table"
)

// Row is what a store keeps of a contest beside its log. All but ID, Secret, Created, Host and Series follows from the log.
type Row struct {
	ID string
	// Secret is what the ids of its tables are made from, so that nobody finds them out before.
	Secret   []byte
	Seq      int64 // of the last event
	Phase    string
	Starts   time.Time
	Deadline time.Time // from when on something may be due; zero for never
	Created  time.Time
	Updated  time.Time
	Host     string
	Series   string
	Summary  []byte // JSON, for lists
	// Notices are stored with the change, and are not read again with the row.
	Notices []table.Notice
}

// Event is one stored event of the log of a contest.
type Event struct {
	Contest string
	Seq     int64 // from 1, without gaps
	Kind    string
	// Payload is JSON with a version "v". People are named by their ids in it.
	Payload []byte
	// Message is unique in a contest: what the director does by itself it does once. It is "" for what people do.
	Message string
	At      time.Time
}

// Store keeps contests. Its methods are safe for concurrent use; its errors are those of package table.
type Store interface {
	Now() time.Time
	// Served returns how much of the time between two instants some process was alive, and Heard until when that is known.
	Served(from, to time.Time) time.Duration
	Heard(ctx context.Context) (time.Time, error)
	Person(ctx context.Context, id string) (table.PersonRow, error)
	NewPerson(ctx context.Context, p table.PersonRow) error

	CreateContest(ctx context.Context, row Row, events []Event) error
	AppendContest(ctx context.Context, row Row, events []Event) error
	// LoadContest returns a contest with the events after a number.
	LoadContest(ctx context.Context, id string, since int64) (Row, []Event, error)
	// DueContests returns contests at which something may be due, with the numbers of their last events, and
	// ContestSeqs those numbers alone.
	DueContests(ctx context.Context, most int) (map[string]int64, error)
	ContestSeqs(ctx context.Context, ids []string) (map[string]int64, error)
	// Contests returns those of a phase, the next ones first; PastContests those that started before a time, the last ones
	// first, and of that very time those whose ids come before one.
	Contests(ctx context.Context, phase string, most int) ([]Row, error)
	PastContests(ctx context.Context, phase string, before time.Time, after string, most int) ([]Row, error)
	// PlayedContests returns those that are over and in which somebody has played, the last ones first.
	PlayedContests(ctx context.Context, person string, most int) ([]Row, error)
	ContestsOfSeries(ctx context.Context, series string, since time.Time, most int) ([]Row, error)
	OpenContestsOf(ctx context.Context, host string) (int, error)
	// TableBriefs returns phase and summary of tables, with a space between the two.
	TableBriefs(ctx context.Context, ids []string) (map[string]string, error)
}
