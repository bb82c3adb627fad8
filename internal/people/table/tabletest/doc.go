// Package tabletest has what tests of tables of people need: a store on SQLite that
// fails when told to, a bus that loses hints, and a subscriber that remembers what it
// was told. Under testing/synctest nobody waits.
package tabletest
