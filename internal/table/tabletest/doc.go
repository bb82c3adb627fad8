// Package tabletest has stand-ins for what tables of people need: a store in
// memory that fails when told to, a bus that loses hints, and a subscriber that
// remembers what it was told. A program that uses internal/table can be tested with
// them without a database and, under testing/synctest, without waiting.
package tabletest
