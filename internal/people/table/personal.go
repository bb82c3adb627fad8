package table

import "time"

// Personal is all that a store knows of somebody beside the tables.
type Personal struct {
	Person      PersonRow
	Credentials []Credential // without the hashes, which could be tried out
	Chat        []ChatLine
	Reports     []Report // by and about the person
	// More are the rows of further tables that are about the person, by the name of the table: what an export shows of
	// them, by the name of the column. Times are [time.Time]s.
	More map[string][]map[string]any
}

// KeptItem is one thing of somebody's that goes with the account: a game, a study, a try, a setting.
type KeptItem struct {
	Item    string
	Version int64  // of its last change; of a change, the one from which it began, 0 for a new item
	Payload string // "" where the item is gone
	Updated time.Time
}

// KeptSum says how much somebody keeps.
type KeptSum struct {
	Epoch   int64 // how often all of it was deleted
	Version int64 // of the last change
	Bytes   int64
	Items   int64
}
