// Package store keeps tables of people on a disk: [Store] is a table.Store on
// SQLite, for one machine, or on PostgreSQL, for several processes that share it.
//
// # What is promised
//
// A write that returned without an error is on the disk. A table's log is only
// added to, by an append that names the last event it knows; of two that know the
// same one, one gets table.ErrConflict. A message id is stored once a table. After
// any other error nothing is stored, with one exception: table.ErrAmbiguous, after
// which the message id must be looked up.
//
// On SQLite one goroutine writes. It takes all writes that wait into one
// transaction, so that they share the wait for the disk; readers work beside it.
// When the queue is full, a write gets table.ErrBusy at once. When the disk is full,
// table.ErrFull, and the store goes on as soon as there is room. When the disk
// reports that it could not write, nobody knows any more what it holds: the store
// answers everything with [ErrFailed] from then on, and the caller should end the
// process and start it again (Failed).
//
// # Time
//
// Now is whole milliseconds, and never goes back while a process lives: on
// SQLite the process's own clock, which jumps of the system's clock do not reach; on
// PostgreSQL the database's, and where that is set back, it goes on as if it had not
// been. Every process renews a heartbeat in the database each second. When the last one
// is older than five seconds, or a process that ended in order was the last, then
// nobody was alive in between. That time is recorded as downtime, with some seconds
// more in which people come back: Served leaves it out. A deadline that has
// passed is moved by what of it came after the deadline was worked out, many of them
// in one transaction.
//
// A process of several that was killed is missed after five seconds as well. Four seconds
// from its last heartbeat on are recorded then, in which its people came to the others.
// Heard says until when all are known to have served, and no later deadline is due.
//
// A process that was stopped finds out at its next heartbeat; until then it leaves
// out what passed since the last one.
//
// # Versions of the schema
//
// A migration may only add: tables, indexes, and columns that may be left out of an
// insert. So a program works on a schema that is newer by one migration, and two
// versions of a program can serve one database while it is updated. On a schema that
// is newer still it refuses to start ([ErrNewer]). Whatever a version no longer
// needs is removed by a later one, when no program that needs it can be left.
//
// # What is personal
//
// Events and rows of tables name people by id. Names, credentials, chat and reports
// are in tables of their own, and DeletePerson removes them; on SQLite they are
// overwritten in the file as well. Forget does the same with people who will not come
// back; the caller says when that is.
//
// # What it refuses
//
// It does not know the rules, reads no payload of an event, and decides nothing
// about who may do what.
package store

//go:generate ../../../tools/queries.sh
