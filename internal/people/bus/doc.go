// Package bus carries hints between the processes that serve one store: a table.Bus
// on NATS ([Connect]), or none at all ([None]).
//
// A hint says that something has happened; what it was is in the store. So a hint may
// be lost, and nothing here waits for one, keeps it, or sends it again. What counts is
// that a process knows when hints may be missing: then Healthy is false, and it asks
// the store for what it watches.
//
// On NATS a process is not healthy while it has no connection, for a while after it
// lost hints because they came too fast, and while another process that was there a
// moment ago is silent: that one may have lost its connection, and nobody says what
// happens there.
package bus
