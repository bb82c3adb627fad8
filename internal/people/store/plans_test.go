package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	"cairn.example/internal/people/store/queries"
)

// A listener remembers the last query that was asked.
type listener struct {
	queries.DBTX
	text string
	args []any
}

func (l *listener) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	l.text, l.args = text, args
	return l.DBTX.QueryContext(ctx, text, args...)
}

func (l *listener) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	l.text, l.args = text, args
	return l.DBTX.QueryRowContext(ctx, text, args...)
}

func (l *listener) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	l.text, l.args = text, args
	return l.DBTX.ExecContext(ctx, text, args...)
}

// TestPlans: what is asked often, or by strangers, or while others wait to write, is found by an
// index on SQLite, and no table that grows is read whole.
func TestPlans(t *testing.T) {
	t.Parallel()
	e := openTest(t, t.TempDir()+"/cairn.db", Options{}).database.(*sqlite)
	l := &listener{DBTX: e.readers}
	q, ctx := queries.New(l), t.Context()
	for name, c := range map[string]struct {
		ask     func() error
		indexes string
	}{
		"unsettled": {func() error { _, err := q.UnsettledTables(ctx, queries.UnsettledTablesParams{Most: 64}); return err }, "tables_unsettled (phase=? AND settled=?)"},
		"together": {func() error {
			_, err := q.CountTogether(ctx, queries.CountTogetherParams{One: "ann", Other: "ben", Pool: "dvonn/live"})
			return err
		}, "results_pair (first=? AND second=? AND pool=? AND ended>?)"},
		"results of somebody": {func() error { _, err := q.ResultsOf(ctx, queries.ResultsOfParams{Person: "ann", Most: 9}); return err }, "results_first (first=? AND ended<?), results_second (second=? AND ended<?)"},
		"public results":      {func() error { _, err := q.PublicResults(ctx, queries.PublicResultsParams{Most: 9}); return err }, "results_ended"},
		"public results of somebody": {func() error {
			_, err := q.PublicResultsOf(ctx, queries.PublicResultsOfParams{Person: "ann", Most: 9})
			return err
		}, "results_first (first=?, results_second (second=?"},
		"rated results of somebody": {func() error { _, err := q.RatedOf(ctx, queries.RatedOfParams{Person: "ann"}); return err }, "results_first (first=? AND ended>?), results_second (second=? AND ended>?)"},
		"tally":                     {func() error { _, err := q.TallyOf(ctx, queries.TallyOfParams{Person: "ann"}); return err }, "(first=?), (second=?)"},
		"tally by pools":            {func() error { _, err := q.TalliesOf(ctx, "ann"); return err }, "results_first (first=?), results_second (second=?)"},
		"contests of somebody": {func() error {
			_, err := q.PlayedContests(ctx, queries.PlayedContestsParams{Person: "ann", Most: 9})
			return err
		}, "sqlite_autoindex_contests_1 (id=?), results_first (first=?), results_second (second=?), contests_wood (phase=?)"},
		"names": {func() error {
			_, err := q.PeopleLike(ctx, queries.PeopleLikeParams{First: "ann", Last: "anz", Most: 9})
			return err
		}, "people_skeleton (skeleton>? AND skeleton<?)"},
		"games of somebody":    {func() error { _, err := q.GamesOf(ctx, queries.GamesOfParams{Person: "ann", Most: 9}); return err }, "tables_playing0 (chair0=?), tables_playing1 (chair1=?)"},
		"programs of somebody": {func() error { _, err := q.BotsOf(ctx, "ann"); return err }, "people_owner (owner=?)"},
		"decided about somebody": {func() error {
			_, err := q.WaitingActions(ctx, "ann")
			return err
		}, "actions_person (person=?)"},
		"open reports":           {func() error { _, err := q.OpenReports(ctx, 9); return err }, "reports_open (done=?)"},
		"reports about somebody": {func() error { _, err := q.CountReportsAbout(ctx, "ann"); return err }, "reports_person (person=?)"},
		"hosts":                  {func() error { _, err := q.PeopleWithRole(ctx, "host"); return err }, "people_role (role=?)"},
		"tables of somebody":     {func() error { _, err := q.CountTablesOf(ctx, "ann"); return err }, "tables_chair0 (chair0=?), tables_chair1 (chair1=?)"},
		"old notices":            {func() error { _, err := q.DeleteOldNotices(ctx, queries.DeleteOldNoticesParams{Most: 9}); return err }, "notices_at (at<?)"},
		"kept since":             {func() error { _, err := q.KeptAfter(ctx, queries.KeptAfterParams{Person: "ann", Most: 9}); return err }, "kept_version (person=? AND version>?)"},
		"who is away":            {func() error { _, err := q.AwayNow(ctx, queries.AwayNowParams{Most: 9}); return err }, "away_until (until>?)"},
	} {
		_ = c.ask() // what it finds, and that a reader cannot delete, is no matter here
		rows, err := e.readers.QueryContext(ctx, "EXPLAIN QUERY PLAN "+l.text, l.args...)
		if err != nil {
			t.Fatal(err)
		}
		var plan []string
		for rows.Next() {
			var a, b, c int
			var line string
			if err := rows.Scan(&a, &b, &c, &line); err != nil {
				t.Fatal(err)
			}
			plan = append(plan, line)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		whole := strings.Join(plan, "\n")
		for index := range strings.SplitSeq(c.indexes, ", ") {
			if !strings.Contains(whole, index) {
				t.Errorf("%s: not by %s", name, index)
			}
		}
		for _, line := range plan {
			if of, ok := strings.CutPrefix(line, "SCAN "); ok && !strings.HasPrefix(of, "as_") && !strings.HasPrefix(of, "own") && !strings.HasPrefix(of, "CONSTANT") {
				t.Errorf("%s: %s", name, line)
			}
		}
		if t.Failed() {
			t.Logf("%s:\n%s", name, whole)
		}
	}
}
