// Package load plays at a server of tables with many people at once, and judges what
// the server does: it measures, and it compares what was acknowledged with what is
// reported later. Command cairn-chaos is made of it, and so is its load test ([Command]).
//
// # Vocabulary
//
// A [Player] plays random legal moves for one person at one table. A [Crowd] is many
// people with their tables. A [Ledger] notes what was sent, acknowledged and told; a
// [Finding] is something in it that breaks a promise. A [Server] is a process of
// `cairn serve` that was started here.
//
// # What it refuses
//
// It speaks only to servers on this machine unless a flag says otherwise, and every
// run has an end.
package load
