// Package games asks many games at once: which of them, with what results, and through
// which positions. It has them as rows of tables with the same columns everywhere: in
// conditions, in files for other programs, in an index.
//
// Vocabulary: a [Game] is a record with the place it was read from; a [Column] is one value
// of a row; an [Index] is a file or a database of games in which positions are found by
// their symmetric key, so that boards which look the same from another side are one position.
//
// The package refuses to open files of games, which is done by record/formats, and to say
// anything to people.
package games
