// Package trainingtest has what the tests of programs that train need: a move that is
// legal and wrong. It imports testing, so only tests import it, and it refuses to judge
// a move itself: that is asked of internal/study/training.
package trainingtest
