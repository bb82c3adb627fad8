// Package games is the table of all rule sets Cairn knows: the one place that
// leads from an id such as "dvonn" to the [game.Game] it names.
//
//	g, err := games.Lookup("lyngk6")
//	p := g.Start("a seed")
//
// A further game is its own package and a line in the table. The package
// refuses to guess: ids are matched exactly, and the error of [Lookup] lists
// the known ones.
package games
