package host

import (
	"context"
	"time"

	"cairn.example/internal/people/table"
)

// Role is that of hosts among the people of a store.
const Role = table.HostRole

// What is done about somebody.
const (
	Nothing = "nothing" // a report was looked at
	Warn    = "warn"
	Mute    = "mute"
	Ban     = "ban"
	Name    = "name" // the name was taken away
	Close   = "close"
)

// Action is what a host has done about somebody.
type Action struct {
	ID   int64  // filled in by the store
	Host string // "" for the owner of the server
	// Person is who it is about, What was done, and Until when it lasts: a mute or a ban with a zero time was ended.
	Person, What string
	Until        time.Time
	// Text is the reason, and Quote what the person had written: a line of chat, or the name that was taken away.
	Text, Quote string
	// Tables are where that was, or which were closed.
	Tables []string
	At     time.Time
	// Acknowledged is when the person said that they have read it; what asks nothing of them counts as read.
	Acknowledged time.Time
	Answer       string

	// Report is the number of the report that it answers, 0 for none. It is not read again.
	Report int64
	// NewName takes the place of the name, of Name.
	NewName string
}

// quiet reports whether the person is not told.
func (a Action) quiet() bool {
	return a.What == Nothing || (a.What == Mute || a.What == Ban) && a.Until.IsZero()
}

// Store is what a [Service] keeps.
type Store interface {
	Now() time.Time
	Person(ctx context.Context, id string) (table.PersonRow, error)
	People(ctx context.Context, after string, limit int) ([]table.PersonRow, error)
	List(ctx context.Context, q table.Query) ([]table.Row, error)
	GamesOf(ctx context.Context, person string) ([]table.Row, error)
	Line(ctx context.Context, table string, number int64) (table.ChatLine, error)
	ByCredential(ctx context.Context, kind string, hash []byte) (table.PersonRow, table.Credential, error)
	ReplaceCredentials(ctx context.Context, c table.Credential) error
	DeleteCredential(ctx context.Context, kind string, hash []byte) error

	// Act stores an action with all that follows from it, and returns its number. The error is table.ErrNotFound where there
	// is no such person, and table.ErrConflict where the report was looked at before.
	Act(ctx context.Context, a Action, notices func(id int64, reporter string) []table.Notice) (int64, error)
	// Actions returns the last ones about somebody, or with "" about all, the newest first.
	Actions(ctx context.Context, person string, most int) ([]Action, error)
	// Waiting returns how many actions somebody has not acknowledged.
	Waiting(ctx context.Context, person string) (int, error)
	// Acknowledge notes that somebody has read an action about them, with an answer or "". It is
	// table.ErrNotFound where it is about somebody else, and table.ErrConflict after another answer.
	Acknowledge(ctx context.Context, person string, id int64, answer string, notices func(a Action, hosts []string) []table.Notice) error

	// OpenReports returns the reports at which nobody has looked, the oldest first, and Report one of any.
	OpenReports(ctx context.Context, most int) ([]table.Report, error)
	Report(ctx context.Context, id int64) (table.Report, error)
	// ReportsAbout returns how many reports there are about somebody, and SeatsOf how often they have sat down.
	ReportsAbout(ctx context.Context, person string) (int, error)
	SeatsOf(ctx context.Context, person string) (int, error)
	// Around returns a line of chat with some before and after it, of the same room.
	Around(ctx context.Context, line table.ChatLine, before, after int) ([]table.ChatLine, error)

	// SetRole gives somebody a role, or with "" takes it. UseRole gives one to who has a credential of a kind, which is used up;
	// table.ErrNotFound where there is none such.
	SetRole(ctx context.Context, person, role string) error
	UseRole(ctx context.Context, person, role, kind string, hash []byte) error
}
