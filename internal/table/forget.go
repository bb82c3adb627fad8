package table

import (
	"context"
	"encoding/json"
	"strconv"
	"time"
)

// Who will not come back is forgotten: all that is personal is deleted, and finished
// games stay under the id alone. That is whoever has signed out or not come back for
// [SessionFor], and after unusedFor whoever has never sat at a table. A host who
// wants somebody gone earlier deletes them by hand.
const (
	unusedFor   = 30 * day
	newFor      = day         // nobody is forgotten who was made since
	forgetEvery = time.Minute // between two looks
	lookedAt    = 200         // people in a look
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

// anywhere is where forgetting begins in a process, so that those which are started
// often come to everybody too.
func (s *Service) anywhere() string { return strconv.Itoa(int(s.random(1)[0]) % 100) }
