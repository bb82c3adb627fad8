// Package table is people playing each other: seats, sessions, presence, chat,
// watchers, and the layout that nobody could choose. The game itself is
// internal/play; what happened at a table is an append-only log of events in a
// [Store]. No process owns a table: whoever appends under the right sequence number
// has it.
//
// # The way of a move
//
// The edge finds the person from the session and calls the table. Under the table's
// lock: a message id that is already stored is acknowledged again; a stale ply gets a
// conflict; then the game's own code decides about move and clock; [Store.Append]
// makes the event durable; only then the new state is taken over, acknowledged and
// published. On failure nothing has changed.
//
// # Time
//
// The clock is the store's. Time in which no process served is charged to nobody.
package table
