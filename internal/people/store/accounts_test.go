package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/table"
)

func testCode(person string) table.Credential {
	return table.Credential{Kind: "code", Hash: fmt.Appendf(nil, "%32s", person), Person: person, Expires: time.Now().Add(time.Hour)}
}

// TestClaimOnce: of many who claim a name at once, on several processes, one has it.
func TestClaimOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) {
		where := empty(t)
		stores := []*Store{openTest(t, where, Options{}), nil}
		stores[1] = stores[0]
		if IsPostgres(where) {
			stores[1] = openTest(t, where, Options{})
		}
		const people = 8
		results := make([]error, people)
		for i := range people {
			if err := stores[0].NewPerson(t.Context(), table.PersonRow{ID: fmt.Sprint("p", i), Created: time.Now()}); err != nil {
				t.Fatal(err)
			}
		}
		var all sync.WaitGroup
		for i := range people {
			all.Go(func() {
				results[i] = stores[i%2].Claim(t.Context(), "Marta", "marta", testCode(fmt.Sprint("p", i)), nil)
			})
		}
		all.Wait()
		won := 0
		for i, err := range results {
			switch {
			case err == nil:
				won++
			case !errors.Is(err, table.ErrConflict):
				t.Errorf("p%d: %v", i, err)
			}
		}
		if won != 1 {
			t.Errorf("%d people have the name", won)
		}
		owner, err := stores[0].AccountNamed(t.Context(), "marta")
		if err != nil {
			t.Fatal(err)
		}
		if err := stores[0].Claim(t.Context(), "Other", "other", testCode(owner.ID+"x"), nil); !errors.Is(err, table.ErrNotFound) {
			t.Errorf("a claim by nobody: %v", err)
		}
		if err := stores[0].ReplaceCode(t.Context(), testCode("p"), nil); !errors.Is(err, table.ErrNotFound) {
			t.Errorf("a code for nobody: %v", err)
		}
	})
}

// TestDeletedEverywhere: no table with a column for a person keeps a row about one who was deleted, and of the name
// nothing is left but a hash that is nobody's.
func TestDeletedEverywhere(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) {
		s := openTest(t, empty(t), Options{})
		for _, id := range []string{"ann", "bob"} {
			if err := s.NewPerson(t.Context(), table.PersonRow{ID: id, Created: time.Now()}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Claim(t.Context(), "Annabel", "annabel", testCode("ann"), nil); err != nil {
			t.Fatal(err)
		}
		if err := s.RenameAccount(t.Context(), "ann", "Anna", "anna", time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		run := func(f func(ctx context.Context, q tx) error) {
			t.Helper()
			if err := s.database.write(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
		run(func(ctx context.Context, q tx) error {
			for _, statement := range []string{
				"INSERT INTO blocks (person, other, at) VALUES ('ann', 'bob', 1), ('bob', 'ann', 1)",
				"INSERT INTO ratings (person, pool, rating, deviation, volatility, games, opponents, at, best) VALUES ('ann', 'lyngk/live', 1500, 350, 0.06, 1, 1, 1, 1500)",
				"INSERT INTO plans (table_id, person, seq, at_ply, tree, unplayed, updated) VALUES ('km7dubr7', 'ann', 1, 1, '[]', '[]', 1)",
				"INSERT INTO away (person, began, until) VALUES ('ann', 1, 2)",
				"INSERT INTO kept (person, item, version, payload, updated) VALUES ('ann', 'g.1', 1, 'x', 2)",
				"INSERT INTO kept_sums (person, epoch, version, bytes, items) VALUES ('ann', 0, 1, 1, 1)",
			} {
				if _, err := q.db.ExecContext(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		for kind, store := range map[string]func(context.Context, table.Credential) error{table.PasskeyKind: s.NewCredential, "challenge": s.NewChallenge} {
			if err := store(t.Context(), table.Credential{Kind: kind, Hash: table.HashOf(kind), Person: "ann", Created: time.Now(), Expires: time.Now().Add(time.Hour), Data: "ann"}); err != nil {
				t.Fatal(err)
			}
		}
		all, err := s.PersonalOf(t.Context(), "ann")
		if err != nil || len(all.More["blocks"]) != 1 || all.More["blocks"][0]["other"] != "bob" || all.More["ratings"][0]["rating"] != 1500.0 || len(all.More["kept"]) != 1 || all.More["kept"][0]["payload"] != "x" {
			t.Errorf("an export has %+v, %v", all.More, err)
		}
		if err := s.DeletePerson(t.Context(), "ann"); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ name, of string }{
			{"people", "id = 'ann'"},
			{"credentials", "person = 'ann'"},
			{"blocks", "person = 'ann' OR other = 'ann'"},
			{"ratings", "person = 'ann'"},
			{"notices", "person = 'ann'"},
			{"push", "person = 'ann'"},
			{"plans", "person = 'ann'"},
			{"away", "person = 'ann'"},
			{"kept", "person = 'ann'"},
			{"kept_sums", "person = 'ann'"},
			{"chat", "person = 'ann'"},
			{"reports", "person = 'ann' OR reporter = 'ann'"},
			{"credentials", "person = '' AND kind <> 'held'"},
		} {
			var rows int
			run(func(ctx context.Context, q tx) error {
				return q.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+c.name+" WHERE "+c.of).Scan(&rows)
			})
			if rows > 0 {
				t.Errorf("%s has %d rows where %s", c.name, rows, c.of)
			}
		}
		if taken, err := s.NameTaken(t.Context(), "anna", "bob"); err != nil || !taken {
			t.Errorf("the name is free at once: %v, %v", taken, err)
		}
	})
}
