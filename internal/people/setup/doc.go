// Package setup draws the layout and the sides of a table so that nobody could
// choose them, and checks it afterwards.
//
// # How it is drawn
//
// When a table is made, the server draws 128 random bits, the secret, and publishes
// [Commit] of them. Each player then gives 128 random bits, a nonce. When both have
// done so, the game starts and all three are published: they make the seed
// ([Draw.Seed]) from which the game draws its layout, and the sides
// ([Draw.Swapped]). The server cannot choose the layout, because its share was
// published before the last nonce was given; a player cannot, because nobody knows
// the secret before. Only the server together with the player who sits down last
// could.
//
// Secret and nonces are texts of 32 lower-case hexadecimal digits. All drawing is
// done with [game.Stream], which docs/rules.md describes:
//
//	commit  block 0 of the stream "cairn table commit 1", id of the table, secret
//	seed    block 0 of the stream "cairn table seed 1", id of the table, shares
//	sides   the first Intn(2) of the stream "cairn table sides 1", id of the table, shares
//
// A round of a contest that is played on one layout is drawn likewise: the commits of all its rounds are published when it
// is announced, and the shares are the secret of the round and the nonces of all who have joined.
//
//	seed    block 0 of the stream "cairn round seed 1", id of the contest, slash, round, shares
//
// The shares are secret, nonce of the maker and nonce of the joiner with line feeds
// between them; a block is written as 64 lower-case hexadecimal digits. With 1 the
// maker plays Second. testdata/vectors.json has examples.
//
// # Records
//
// The record of a game has all of it in its tags ([Tags]), so that [Verify] needs
// nothing else.
//
// # What it refuses
//
// It draws no random bits itself and does no input or output.
package setup
