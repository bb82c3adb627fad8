package table

import (
	"context"
	"strconv"
	"time"

	"cairn.example/internal/people/api"
)

// Who will not come back is forgotten: all that is personal is deleted, and finished
// games stay under the id alone. That is a guest who has signed out or not come back for
// [SessionFor], and after unusedFor one who has never sat at a table. An account can always
// come back by its code. A host who
// wants somebody gone earlier deletes them by hand.
const (
	unusedFor   = 30 * day
	newFor      = day         // nobody is forgotten who was made since
	forgetEvery = time.Minute // between two looks
	lookedAt    = 200         // people in a look, and tables
	// unplayedFor is how long a table is kept at which no game began, since it was closed.
	unplayedFor = 30 * day
)

// forget goes through all people, some at each call, from where after says, and
// returns where the next call goes on.
func (a *Accounts) forget(ctx context.Context, after string) string {
	now := a.now()
	last, forgotten, err := a.store.Forget(ctx, Forgetting{
		After: after, Most: lookedAt, Created: now.Add(-newFor), Unused: now.Add(SessionFor - unusedFor),
	})
	if err != nil && ctx.Err() == nil {
		_ = a.fault("forget", "", err)
	}
	if len(forgotten) > 0 {
		a.Forgotten(forgotten)
		a.log.Info("people who did not come back were forgotten", "people", len(forgotten))
	}
	return last
}

// closeUnseen closes open tables whose makers have not come back for long: who sat down there would wait for nobody. A
// session is renewed about once a day, so its end says when it was used.
func (l *Tables) closeUnseen(ctx context.Context) {
	now := l.now()
	ids, err := l.store.UnseenTables(ctx, now.Add(-unseenFor), now.Add(SessionFor-unseenFor), lookedAt)
	if err != nil && ctx.Err() == nil {
		_ = l.fault("unseen tables", "", err)
	}
	for _, id := range ids {
		l.closeOpen(ctx, id) // a fault is logged; the next call tries again
	}
}

// closeOpen closes a table if it is still open.
func (l *Tables) closeOpen(ctx context.Context, id string) {
	t, ctx, unlock := l.lock(ctx, id)
	defer unlock()
	_, _ = t.carryOut(ctx, request{arrived: t.now()}, func(_ context.Context, st *state, _ request) ([]Event, error) {
		if st.phase != api.Open {
			return nil, nil
		}
		return encoded(api.EventClosed, payload{})
	})
}

// forgetUnplayed deletes tables that were never played, some at each call.
func (l *Tables) forgetUnplayed(ctx context.Context) {
	n, err := l.store.ForgetTables(ctx, l.now().Add(-unplayedFor), lookedAt)
	switch {
	case err != nil && ctx.Err() == nil:
		_ = l.fault("forget tables", "", err)
	case n > 0:
		l.log.Info("tables that were never played were deleted", "tables", n)
	}
}

// anywhere is where forgetting begins in a process, so that those which are started
// often come to everybody too.
func (e *env) anywhere() string { return strconv.Itoa(int(e.random(1)[0]) % 100) }
