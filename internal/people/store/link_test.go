package store

import (
	"context"
	"path/filepath"
	"testing"

	"cairn.example/internal/people/table"
)

// TestLinkAfterFault lets the database fail between the two writes with which a link
// becomes a session: the link can be used afterwards, once.
func TestLinkAfterFault(t *testing.T) {
	t.Parallel()
	type database struct {
		where   func(t *testing.T) string
		trigger []string
		mended  string
	}
	for name, d := range map[string]database{
		"SQLite": {
			func(t *testing.T) string { return filepath.Join(t.TempDir(), "cairn.db") },
			[]string{"CREATE TRIGGER broken BEFORE INSERT ON credentials WHEN NEW.kind = 'session' BEGIN SELECT RAISE(ABORT, 'broken'); END"},
			"DROP TRIGGER broken",
		},
		"PostgreSQL": {
			func(t *testing.T) string { return shared.Server(t).New(t) },
			[]string{
				"CREATE FUNCTION broken() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$ LANGUAGE plpgsql",
				"CREATE TRIGGER broken BEFORE INSERT ON credentials FOR EACH ROW WHEN (NEW.kind = 'session') EXECUTE FUNCTION broken()",
			},
			"DROP TRIGGER broken ON credentials",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openTest(t, d.where(t), Options{})
			run := func(statement string) {
				t.Helper()
				err := s.database.write(t.Context(), func(ctx context.Context, q tx) error {
					_, err := q.db.ExecContext(ctx, statement)
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			house := table.New(table.Config{Store: s})
			p, _, err := house.NewGuest(t.Context(), "Ann", "")
			if err != nil {
				t.Fatal(err)
			}
			link, err := house.NewLink(t.Context(), table.SignedIn{Person: p})
			if err != nil {
				t.Fatal(err)
			}
			for _, statement := range d.trigger {
				run(statement)
			}
			if _, _, err := house.UseLink(t.Context(), link.Token, ""); err == nil {
				t.Error("the session that cannot be stored is there")
			}
			run(d.mended)
			got, token, err := house.UseLink(t.Context(), link.Token, "")
			if err != nil || got != p {
				t.Fatalf("the link leads to %+v after a fault (%v)", got, err)
			}
			if got, err := house.UseSession(t.Context(), token); err != nil || got.Person != p {
				t.Errorf("the session is of %+v (%v)", got, err)
			}
			if n, err := s.PersonalOf(t.Context(), p.ID); err != nil || len(n.Credentials) != 2 {
				t.Errorf("credentials after it: %+v (%v)", n.Credentials, err)
			}
			if _, _, err := house.UseLink(t.Context(), link.Token, ""); err == nil {
				t.Error("the link was used twice")
			}
		})
	}
}
