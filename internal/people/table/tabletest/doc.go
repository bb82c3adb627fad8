// Package tabletest has what tests of tables of people need: a store on SQLite that
// fails on demand, a bus that loses hints, and a subscriber that remembers what it
// received. Under testing/synctest nobody waits.
package tabletest
