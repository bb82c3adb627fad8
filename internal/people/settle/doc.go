// Package settle counts how games between people ended, once each: who has won, what that
// does to ratings. Everything about finished games is read
// from its results: lists, profiles, leaderboards.
//
// # Vocabulary
//
// A [Result] is how a game ended. A table is settled when its result is stored and
// everything that follows from it was done in the same transaction, [Store.Settle]: a
// program that dies in between does it again after its start, and the table's id as the key
// of the result makes it happen once. Any process settles any table, once a second.
//
// A pool is what a [Rating] is of: a game and how fast it is played, "dvonn/days". Levels 1
// to 9 of the program stand in the same pools with ratings that never move, as anchors, so
// that what people have means the same from year to year. How strong levels are to people is
// a guess until there are games of both, and a host lets what they say take its place: see [Fit].
//
// A rated game is one by rated terms that counts. Which do is said by counts.go, before the
// game as far as it is known then ([Service.MayRate]).
//
// A level gives the same answer to the same position for one seed, and DVONN without a full
// board always begins alike: a game that was won against a level once could be played
// again and again for rating. So what lets a level sit down at a table must draw a seed for that table, from
// what its layout is drawn from, and make the player with it: Seed of the options of package players.
//
// # What the package refuses to do
//
// It judges nobody: no rating is withheld because of how somebody has played. It knows
// nothing of connections, and nothing of how a game went but its end.
package settle
