package tabletest

import (
	"slices"
	"sync"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// Recorder is a subscriber that remembers everything.
type Recorder struct {
	mu     sync.Mutex
	pushes []*table.Push
}

var _ table.Subscriber = (*Recorder)(nil)

// Tell remembers a message.
func (e *Recorder) Tell(p *table.Push) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pushes = append(e.pushes, p)
}

// Take returns what arrived since the last call.
func (e *Recorder) Take() []api.ToClient {
	e.mu.Lock()
	defer e.mu.Unlock()
	var messages []api.ToClient
	for _, p := range e.pushes {
		messages = append(messages, p.Message)
	}
	e.pushes = nil
	return messages
}

// Text returns everything that has arrived, as the client would read it.
func (e *Recorder) Text() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var text []byte
	for _, p := range e.pushes {
		text = append(append(text, p.JSON()...), '\n')
	}
	return string(text)
}

// Events returns the events of a table that have arrived, in their order.
func (e *Recorder) Events(id string) []api.Event {
	e.mu.Lock()
	defer e.mu.Unlock()
	var events []api.Event
	for _, p := range e.pushes {
		if p.Message.Type == "events" && p.Message.TableID == id {
			events = append(events, p.Message.Events...)
		}
	}
	return slices.Clip(events)
}
