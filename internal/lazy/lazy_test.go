package lazy

import (
	"sync"
	"sync/atomic"
	"testing"
)

// TestValue: a value is made once, and not before it is used.
func TestValue(t *testing.T) {
	var made atomic.Int32
	v := Value(func() int32 { return made.Add(1) })
	if made.Load() != 0 {
		t.Error("made before it is used")
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if got := v(); got != 1 {
				t.Errorf("got number %d", got)
			}
		})
	}
	wait.Wait()
	if number := Regexp("[0-9]+"); !number().MatchString("a1") {
		t.Error("the expression does not match")
	}
}
