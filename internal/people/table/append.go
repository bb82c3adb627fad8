package table

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// playEvent is the event of a table for an event of its game.
func playEvent(e play.Event, lag time.Duration) ([]Event, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	return encoded(api.EventPlay, payload{Play: text, Lag: lag.Milliseconds()})
}

// encoded makes an event of a payload.
func encoded(kind api.EventKind, p payload) ([]Event, error) {
	text, err := p.encode(kind)
	if err != nil {
		return nil, err
	}
	return []Event{{Kind: string(kind), Payload: text}}, nil
}

// append makes events durable, and only then takes them over and tells of them. On
// an error nothing has changed here.
func (s *Service) append(ctx context.Context, t *liveTable, events []Event) error {
	next := t.cached.state.clone()
	for _, e := range events {
		if err := next.apply(e); err != nil {
			return err
		}
	}
	row, err := next.row()
	if err != nil {
		return err
	}
	if publishFirst() {
		s.tell(ctx, t, events, true)
	}
	if err := s.store.Append(ctx, row, events); err != nil {
		return err
	}
	t.cached.state = next
	for _, e := range events {
		if e.Message != "" {
			t.cached.messages[e.Message] = e.Seq
		}
	}
	s.take(t, next)
	s.touch(t)
	s.tell(ctx, t, events, true)
	return nil
}

// resolve finds out whether events were stored of which the store did not know.
// While that cannot be said, the sender is told to repeat the message, and the log
// is read anew before anything else happens.
func (s *Service) resolve(ctx context.Context, t *liveTable, message string) (int64, bool) {
	defer s.forget(t)
	if message == "" {
		return 0, false
	}
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		seq, err := s.store.Stored(ctx, t.id, message)
		switch {
		case err == nil:
			if _, err := s.catchUp(ctx, t); err != nil {
				return 0, false
			}
			return seq, true
		case errors.Is(err, ErrNotFound):
			return 0, false
		}
		select {
		case <-ctx.Done():
			return 0, false
		case <-time.After(wait):
		}
	}
}
