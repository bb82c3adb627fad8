package bus

import (
	"context"

	"cairn.example/internal/people/table"
)

// None is the bus of a process that shares its store with others and has no bus. It is
// never healthy.
type None struct{}

// Publish does nothing.
func (None) Publish(table.Hint) {}

// Subscribe waits for the end of the context.
func (None) Subscribe(ctx context.Context, _ func(table.Hint)) error {
	<-ctx.Done()
	return ctx.Err()
}

// Healthy is false.
func (None) Healthy() bool { return false }
