package store

import (
	"errors"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/table"
)

// TestChallenges: of many answers to one challenge one counts, on every process, and of many who sign with one state of
// a passkey, too. A challenge of nobody is one as well, and ends by itself.
func TestChallenges(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) {
		where := empty(t)
		stores := []*Store{openTest(t, where, Options{}), nil}
		stores[1] = stores[0]
		if IsPostgres(where) {
			stores[1] = openTest(t, where, Options{})
		}
		s, now := stores[0], time.Now().Truncate(time.Millisecond)
		if err := s.NewPerson(t.Context(), table.PersonRow{ID: "ann", Created: now}); err != nil {
			t.Fatal(err)
		}
		challenge := func(name, person string, lasts time.Duration) table.Credential {
			return table.Credential{Kind: "challenge", Hash: table.HashOf(name), Person: person, Created: now, Expires: now.Add(lasts), Data: name}
		}
		for _, c := range []table.Credential{challenge("a", "", time.Hour), challenge("b", "ann", time.Hour), challenge("old", "", -time.Second)} {
			if err := s.NewChallenge(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.NewChallenge(t.Context(), challenge("c", "nobody", time.Hour)); !errors.Is(err, table.ErrNotFound) {
			t.Errorf("for who is not there: %v", err)
		}
		if _, err := s.UseChallenge(t.Context(), table.HashOf("old")); !errors.Is(err, table.ErrNotFound) {
			t.Errorf("one that has expired: %v", err)
		}
		key := table.Credential{Kind: table.PasskeyKind, Hash: table.HashOf("key"), Person: "ann", Created: now, Expires: now.Add(time.Hour), Data: "1"}
		if err := s.NewCredential(t.Context(), key); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		won := map[string]int{}
		for i := range 8 {
			all.Go(func() {
				for _, name := range []string{"a", "b"} {
					c, err := stores[i%2].UseChallenge(t.Context(), table.HashOf(name))
					mu.Lock()
					if err == nil && c.Data == name {
						won[name]++
					} else if !errors.Is(err, table.ErrNotFound) {
						t.Errorf("%s: %+v, %v", name, c, err)
					}
					mu.Unlock()
				}
				used := key
				used.Data, used.Used = "2", now.Add(time.Second)
				err := stores[i%2].UsePasskey(t.Context(), used, "1")
				mu.Lock()
				if err == nil {
					won["key"]++
				} else if !errors.Is(err, table.ErrConflict) {
					t.Errorf("the key: %v", err)
				}
				mu.Unlock()
			})
		}
		all.Wait()
		if won["a"] != 1 || won["b"] != 1 || won["key"] != 1 {
			t.Errorf("used: %v", won)
		}
		if list, err := s.OfKind(t.Context(), "ann", table.PasskeyKind); err != nil || len(list) != 1 || list[0].Data != "2" || !list[0].Used.Equal(now.Add(time.Second)) {
			t.Errorf("the key is %+v (%v)", list, err)
		}
	})
}
