// Package lazy makes package variables when they are first used: most runs of the program
// need few of them, and each start would pay for all.
package lazy

import (
	"regexp"
	"sync"
)

// Value returns what gives the value that f makes. f is called once, at the first call, from
// however many goroutines that comes.
func Value[T any](f func() T) func() T { return sync.OnceValue(f) }

// Regexp returns what gives a compiled regular expression. One that does not compile panics
// at the first call; a test has to use each.
func Regexp(expression string) func() *regexp.Regexp {
	return Value(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
