// Package explore hands out the public games that ended at a server as data: their records,
// and what was played in a position of all of them or of a file of games.
//
// Vocabulary: a [Service] answers; its index is a temporary file of package games, which is
// made of the public games when somebody asks, and made once more after some time.
//
// The package refuses to know who asks: what is not public is for nobody. A record names
// people as they are called now, and nobody who has left; an index names nobody.
package explore
