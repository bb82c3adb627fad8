// Package formats is the table of all record formats Cairn knows: the one place
// that leads from a name such as "sgf" to the [record.Format], and from the
// beginning of a file to the format it is in.
//
//	for e := range formats.Read(file, nil, record.Options{File: "games.tar.gz"}) {
//		...
//	}
//
// A further format is its own package and a line in the table. The package
// refuses to go by file names alone: what a file is shows in how it begins.
package formats
