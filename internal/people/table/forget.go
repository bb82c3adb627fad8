package table

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"cairn.example/internal/people/api"
)

// Who will not come back is forgotten: all that is personal is deleted, and finished
// games stay under the id alone. That is whoever has signed out or not come back for
// [SessionFor], and after unusedFor whoever has never sat at a table. A host who
// wants somebody gone earlier deletes them by hand.
const (
	unusedFor   = 30 * day
	newFor      = day         // nobody is forgotten who was made since
	forgetEvery = time.Minute // between two looks
	lookedAt    = 200         // people in a look, and tables
	// unplayedFor is how long a table is kept at which no game began, since it was closed.
	unplayedFor = 30 * day
)

// forgetPeople goes through all people, some at each call, from where after says, and
// returns where the next call goes on.
func (s *Service) forgetPeople(ctx context.Context, after string) string {
	now := s.now()
	last, forgotten, err := s.store.Forget(ctx, Forgetting{
		After: after, Most: lookedAt, Created: now.Add(-newFor), Unused: now.Add(SessionFor - unusedFor),
	})
	if err != nil && ctx.Err() == nil {
		_ = s.fault("forget", "", err)
	}
	s.names.drop(forgotten)
	if len(forgotten) > 0 {
		if body, err := json.Marshal(forgotten); err == nil {
			s.bus.Publish(Hint{Kind: hintForgotten, Body: body, Node: s.node})
		}
		s.log.Info("people who did not come back were forgotten", "people", len(forgotten))
		s.lobbyChanged(true)
	}
	return last
}

// closeUnseen closes open tables whose makers have not come back for long: who sat down there would wait for nobody. A
// session is renewed about once a day, so its end says when it was used.
func (s *Service) closeUnseen(ctx context.Context) {
	now := s.now()
	ids, err := s.store.UnseenTables(ctx, now.Add(-unseenFor), now.Add(SessionFor-unseenFor), lookedAt)
	if err != nil && ctx.Err() == nil {
		_ = s.fault("unseen tables", "", err)
	}
	for _, id := range ids {
		s.closeOpen(ctx, id) // a fault is logged; the next call tries again
	}
}

// closeOpen closes a table if it is still open.
func (s *Service) closeOpen(ctx context.Context, id string) {
	t := s.use(id)
	defer s.done(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	ctx, cancel := storeContext(ctx)
	defer cancel()
	_, _ = s.carryOut(ctx, t, request{arrived: s.now()}, func(_ context.Context, st *state, _ request) ([]Event, error) {
		if st.phase != api.Open {
			return nil, nil
		}
		return encoded(api.EventClosed, payload{})
	})
}

// forgetTables deletes tables that were never played, some at each call.
func (s *Service) forgetTables(ctx context.Context) {
	n, err := s.store.ForgetTables(ctx, s.now().Add(-unplayedFor), lookedAt)
	switch {
	case err != nil && ctx.Err() == nil:
		_ = s.fault("forget tables", "", err)
	case n > 0:
		s.log.Info("tables that were never played were deleted", "tables", n)
	}
}

// anywhere is where forgetting begins in a process, so that those which are started
// often come to everybody too.
func (s *Service) anywhere() string { return strconv.Itoa(int(s.random(1)[0]) % 100) }
