// Package director holds contests in rounds: it stores what happens as the log of each, decides
// by package contest what follows, seats people at tables and counts how their games end.
//
// # Vocabulary
//
// A contest is a log of [Event]s and what they have led to. The director is what acts by itself:
// it opens check-in, starts, pairs a round, gives results, ends. It has nothing in memory that
// matters: any process looks at the contests that may be due, once a second, and appends the next
// event on the condition that nobody else has appended one. So after a restart, with two processes
// or a kill at any moment there is nothing to resume. The ids of tables follow from the round, and
// stand in its event; a table that is not there yet is made by whom looks next, once.
//
// Times at which something happens to people are counted by Served of the store, as the clocks of
// tables are: while no process served, no check-in runs out and nobody is absent.
//
// # What the package refuses to do
//
// It knows no HTTP and no socket, plays no move, and keeps no name: people are ids in its logs.
package director
