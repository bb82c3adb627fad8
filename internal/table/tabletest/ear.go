package tabletest

import (
	"slices"
	"sync"

	"cairn.example/internal/api"
	"cairn.example/internal/table"
)

// Ear is a subscriber that remembers everything.
type Ear struct {
	mu   sync.Mutex
	told []*table.Push
}

var _ table.Subscriber = (*Ear)(nil)

// Tell remembers a message.
func (e *Ear) Tell(p *table.Push) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told = append(e.told, p)
}

// Take returns what was told since the last call.
func (e *Ear) Take() []api.ToClient {
	e.mu.Lock()
	defer e.mu.Unlock()
	var messages []api.ToClient
	for _, p := range e.told {
		messages = append(messages, p.Message)
	}
	e.told = nil
	return messages
}

// Text returns everything that was told so far as the client would read it.
func (e *Ear) Text() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var text []byte
	for _, p := range e.told {
		text = append(append(text, p.JSON()...), '\n')
	}
	return string(text)
}

// Events returns the events of a table that were told, in their order.
func (e *Ear) Events(id string) []api.Event {
	e.mu.Lock()
	defer e.mu.Unlock()
	var events []api.Event
	for _, p := range e.told {
		if p.Message.Type == "events" && p.Message.TableID == id {
			events = append(events, p.Message.Events...)
		}
	}
	return slices.Clip(events)
}
