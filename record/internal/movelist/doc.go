// Package movelist reads and writes files that hold little more than moves: the
// common part of the formats of CodeCup and of play by mail.
//
// Such a file is text, in lines:
//
//	# game lyngk6       names the game, for the games from here on
//	# start POSITION    the start position of the next game
//	# anything else     a comment on the next game
//	1. b1-b2 R,c3-c4    a line with several moves is a whole game
//	b1-b2               moves a line each are a game up to an empty line,
//	R,c3-c4             a remark or a line of another kind
//
// Move numbers are passed over. What a move looks like, and which game is meant
// where none is named, is up to a [Style].
package movelist
