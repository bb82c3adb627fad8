package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/store/pgtest"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// postgres is the PostgreSQL server of the tests that ask for one.
var postgres pgtest.Shared

// people are the ids of those who play in [fillStore].
type people struct{ ann, bob string }

// Names and words of Ann's, of which nothing may be left when she is deleted.
var annsWords = []string{"Annabel Lee", "a word of annabel", "annabel complains"}

// fillStore makes a table under way, with chat and a report, one that was aborted and
// one that waits.
func fillStore(ctx context.Context, where string) (p people, err error) {
	st, err := store.Open(ctx, where, store.Options{})
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	s := table.New(table.Config{Store: st, Log: slog.New(slog.DiscardHandler)})
	for name, id := range map[string]*string{annsWords[0]: &p.ann, "Bob": &p.bob} {
		guest, _, err := s.NewGuest(ctx, name, "")
		if err != nil {
			return p, err
		}
		*id = guest.ID
	}
	n := 0
	do := func(person string, m api.ToServer) error {
		n++
		m.ID = fmt.Sprint("m", n)
		_, err := s.Do(ctx, person, m)
		return err
	}
	for i := range 3 {
		t, err := s.Create(ctx, p.ann, api.NewTable{Options: api.Options{Game: "dvonn", Full: true, Side: "first", Control: "300+3", Public: true}})
		if err != nil {
			return p, err
		}
		if i == 2 {
			break
		}
		if err := do(p.bob, api.ToServer{Type: "sit", Table: t.ID}); err != nil {
			return p, err
		}
		view, err := s.View(ctx, p.ann, t.ID)
		if err != nil {
			return p, err
		}
		if i == 1 {
			if err := do(p.bob, api.ToServer{Type: "send", Table: t.ID, Event: json.RawMessage(`{"v":1,"kind":"abort","side":"second"}`)}); err != nil {
				return p, err
			}
			continue
		}
		var log play.Log
		if err := json.Unmarshal(view.Log, &log); err != nil {
			return p, err
		}
		game, err := play.Replay(log)
		if err != nil {
			return p, err
		}
		moves := game.Position().Moves(nil)
		event, err := json.Marshal(play.Event{Kind: play.Move, Move: game.Game().MoveText(moves[0])})
		if err != nil {
			return p, err
		}
		for _, err := range []error{
			do(p.ann, api.ToServer{Type: "send", Table: t.ID, Event: event}),
			do(p.ann, api.ToServer{Type: "say", Table: t.ID, Text: annsWords[1]}),
			s.Report(ctx, p.ann, t.ID, api.NewReport{Person: p.bob, Text: annsWords[2]}),
		} {
			if err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// storeCommands are the commands of scripts that need a store with something in it.
func storeCommands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		// tables DIR|URL fills a store, and sets ANN and BOB to the ids of two people.
		"tables": func(ts *testscript.TestScript, neg bool, args []string) {
			if neg || len(args) != 1 {
				ts.Fatalf("usage: tables DIR|URL")
			}
			where := args[0]
			if !store.IsPostgres(where) {
				where = store.DefaultFile(ts.MkAbs(where))
			}
			p, err := fillStore(context.Background(), where)
			ts.Check(err)
			ts.Setenv("ANN", p.ann)
			ts.Setenv("BOB", p.bob)
		},
		// ids VAR sets a variable to the first word that the last command printed.
		"ids": func(ts *testscript.TestScript, neg bool, args []string) {
			words := strings.Fields(ts.ReadFile("stdout"))
			if neg || len(args) != 1 || len(words) == 0 {
				ts.Fatalf("usage: ids VAR, after a command that prints something")
			}
			ts.Setenv(args[0], words[0])
		},
	}
}

// cairn runs a command and returns what it prints.
func cairn(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, errw bytes.Buffer
	if code := run(append(args, "--lang", "en"), strings.NewReader(""), &out, &errw); code != want {
		t.Fatalf("cairn %v: exit code %d, want %d\n%s%s", args, code, want, &out, &errw)
	}
	return out.String() + errw.String()
}

// TestStoreMoves takes a backup of a file to PostgreSQL and back: what comes back is the
// same.
func TestStoreMoves(t *testing.T) {
	withoutRaceDetector(t) // TestDrainMovesPlayers has a server in use, internal/people/store the copies and deletions
	t.Parallel()
	dir := t.TempDir()
	if _, err := fillStore(t.Context(), store.DefaultFile(dir)); err != nil {
		t.Fatal(err)
	}
	file, again := filepath.Join(dir, "a.backup"), filepath.Join(dir, "b.backup")
	where := postgres.Server(t).New(t)
	cairn(t, exitOK, "store", "backup", file, "--data", dir)
	if text := cairn(t, exitOK, "store", "restore", file, "--store", where); !strings.HasPrefix(text, "3 tables, ") {
		t.Errorf("restore says %q", text)
	}
	if text := cairn(t, exitOK, "store", "check", "--store", where); !strings.Contains(text, "no disagreement") {
		t.Errorf("check says %q", text)
	}
	cairn(t, exitOK, "store", "backup", again, "--store", where)
	rows := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(text), "\n")
		return strings.Join(lines[1:len(lines)-2], "") // without when, and the sum of it
	}
	if rows(file) != rows(again) {
		t.Errorf("the backup changed on its way:\n%s\nbecame\n%s", rows(file), rows(again))
	}
	cairn(t, exitFailure, "store", "restore", file, "--store", where)
}

// TestNothingOfAPerson deletes somebody and searches what is left, on both databases.
func TestNothingOfAPerson(t *testing.T) {
	withoutRaceDetector(t) // TestDrainMovesPlayers has a server in use, internal/people/store the copies and deletions
	t.Parallel()
	dir := t.TempDir()
	for name, flags := range map[string][]string{
		"SQLite":     {"--data", dir},
		"PostgreSQL": {"--store", postgres.Server(t).New(t)},
	} {
		t.Run(name, func(t *testing.T) {
			where := flags[1]
			if name == "SQLite" {
				where = store.DefaultFile(dir)
			}
			p, err := fillStore(t.Context(), where)
			if err != nil {
				t.Fatal(err)
			}
			cmd := func(args ...string) string { return cairn(t, exitOK, append(args, flags...)...) }
			before := cmd("store", "backup")
			export := cmd("admin", "export", p.ann)
			for _, words := range annsWords {
				if !strings.Contains(before, words) || !strings.Contains(export, words) {
					t.Fatalf("%q is not where it is looked for", words)
				}
			}
			if records := cmd("store", "export"); strings.Contains(records, annsWords[0]) || strings.Count(records, "\n") < 2 {
				t.Errorf("the records are\n%s", records)
			}
			cmd("admin", "delete", p.ann)
			after := cmd("store", "backup") + cmd("store", "export") + cmd("admin", "list") + cmd("admin", "reports")
			for _, words := range annsWords {
				if strings.Contains(after, words) {
					t.Errorf("%q is left", words)
				}
			}
			if text := cmd("store", "check"); !strings.Contains(text, "no disagreement") {
				t.Errorf("check says %q", text)
			}
			cairn(t, exitFailure, append([]string{"admin", "export", p.ann}, flags...)...)
		})
	}
}

// TestExportGoesOn damages the log of one table: the other one's record is written all
// the same.
func TestExportGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := fillStore(t.Context(), store.DefaultFile(dir)); err != nil {
		t.Fatal(err)
	}
	whole := cairn(t, exitOK, "store", "export", "--data", dir)
	db, err := sql.Open("sqlite", store.DefaultFile(dir))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `UPDATE events SET payload = '{}' WHERE seq = 2 AND table_id =
		(SELECT id FROM tables WHERE phase <> 'open' ORDER BY id LIMIT 1)`); err != nil {
		t.Fatal(err)
	}
	var bad string
	if err := db.QueryRowContext(t.Context(), `SELECT id FROM tables WHERE phase <> 'open' ORDER BY id LIMIT 1`).Scan(&bad); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "games.jsonl")
	said := cairn(t, exitFailure, "store", "export", file, "--data", dir)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), `{"game"`); n != strings.Count(whole, `{"game"`)-1 || n == 0 {
		t.Errorf("%d records were written, of\n%s", n, whole)
	}
	if !strings.Contains(said, bad) {
		t.Errorf("nothing says that %s is damaged: %s", bad, said)
	}
}

// TestStoreErrorsAreTranslated: what a store cannot do is said in the reader's language.
func TestStoreErrorsAreTranslated(t *testing.T) {
	languages := catalogs()
	for _, err := range []error{
		store.ErrBackup, store.ErrNewer, store.ErrNotEmpty, store.ErrServed, store.ErrTraces, store.ErrFailed, table.ErrBusy, table.ErrFull,
	} {
		said := map[string]string{}
		for _, c := range languages {
			text := storeError(c, fmt.Errorf("a call: %w", err)).Error()
			if other := said[text]; other != "" || strings.HasPrefix(text, "a call") {
				t.Errorf("%v is %q in %s, which is also %s", err, text, c.Lang(), other)
			}
			said[text] = c.Lang()
		}
	}
}

// TestFindingsAreTranslated: what check finds is said in the reader's language, by the
// table and the event where there is one.
func TestFindingsAreTranslated(t *testing.T) {
	languages := catalogs()
	for _, f := range []*table.Finding{
		{Kind: table.FoundStranger, Event: 17, Other: "abcdefg2"},
		{Kind: table.FoundEarly, Event: 17},
		{Kind: table.FoundTwice, Event: 17, Other: "3"},
		{Kind: table.FoundEvent, Event: 17, Err: &play.Error{Code: play.GameOver}},
		{Kind: table.FoundRow, Err: errors.New("its row")},
	} {
		f.Table = "zyxwvut9"
		said := map[string]string{}
		for _, c := range languages {
			text := findingText(c, f)
			if other := said[text]; other != "" || !strings.Contains(text, f.Table) || strings.Contains(text, "17") != (f.Event > 0) || !strings.Contains(text, f.Other) {
				t.Errorf("%s is %q in %s, which is also %s", f.Kind, text, c.Lang(), other)
			}
			said[text] = c.Lang()
		}
	}
}

// catalogs are the texts of every language.
func catalogs() []*i18n.Catalog {
	var all []*i18n.Catalog
	for _, l := range i18n.Languages() {
		all = append(all, i18n.New(l.Code))
	}
	return all
}
