// Command records reads and writes files of records for a browser worker, see
// package worker: all formats of record/formats, packed files included. It makes
// records of games and games of records.
//
// The page fetches it when the first file is opened or saved. It keeps no state.
// Questions about positions go to the program rules.
package main
