// Package judge says what the numbers of an engine mean for a person: how likely a
// side wins, what a move has lost, and when that is an inaccuracy, a mistake or a
// blunder. There is one such judgement: annotate, the terminal, the match report
// and the page use it.
//
// A [Value] is how a position stands for one side: an estimate in hundredths, or
// what is proved. [Value.Chance] is the chance to win, a draw counted half: by the
// engine's curve, or by that for people ([PeopleAt]), which is flatter, since people lose
// games that are won, and depends on how far the game has come. A move
// has lost as much of it as the best move would have kept ([Loss]), and the [Mark]
// follows from that alone: 5, 10 and 20 points of a hundred. So what happens in a
// game that is decided is no mistake, because it hardly changes the chance; but who
// gives a proved win or draw away for a proved worse result has blundered. A mistake or
// a blunder stands only as far as a longer look agrees ([Mark.SecondLook], [Mark.Agreed]). Over a
// game the losses come to an [Accuracy] of each player.
//
// An accuracy is by the engine's estimate, so that it compares games of any kind.
//
// It refuses to search and to know any concrete game.
package judge
