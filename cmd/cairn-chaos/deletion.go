package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/store/pgtest"
)

// deletion deletes people while they and others play, and looks for everything they
// have ever written: in the files of the store, in its export and in a backup, in the
// files of a store that the backup was restored into, and in what others receive.
func deletion(ctx context.Context, c *chaos) (result, error) {
	database, err := pgtest.Start()
	if err != nil {
		return result{}, err
	}
	defer database.Stop()
	part := func(kind, address string) func(context.Context, *chaos) (result, error) {
		return func(ctx context.Context, c *chaos) (result, error) {
			t, err := c.deletionOn(ctx, address)
			return passed(len(t.wrong) == 0, "%s: %s", kind, t), err
		}
	}
	results, err := c.each(ctx, []func(context.Context, *chaos) (result, error){part("SQLite", ""), part("PostgreSQL", database.URL(""))})
	if err != nil {
		return result{}, err
	}
	return passed(results[0].verdict == "passed" && results[1].verdict == "passed", "%s; %s", results[0].measured, results[1].measured), nil
}

// traces is what came of a deletion.
type traces struct {
	people, texts, places int
	acked                 int64
	heard                 time.Duration // how long others were still told a name
	wrong                 []string
}

func (t traces) String() string {
	text := fmt.Sprintf("%d people deleted amid %d moves, %d texts of theirs looked for in %d places (running servers tell names %s longer), %d left or wrong",
		t.people, t.acked, t.texts, t.places, t.heard.Round(time.Second), len(t.wrong))
	if len(t.wrong) > 0 {
		text += ": " + t.wrong[0]
	}
	return text
}

// remembered is how long others may still receive the name of somebody who was deleted.
const remembered = 15 * time.Second

// writer is a person of whom there is something to delete.
type writer struct {
	session *client.Session
	texts   []string
}

// word returns letters that nobody else writes.
func word(r *rand.Rand) string {
	b := []byte("Qz")
	for range 12 {
		b = append(b, byte('a'+r.IntN(26)))
	}
	return string(b)
}

// deletionOn does so on PostgreSQL, or on SQLite where the address is "".
func (c *chaos) deletionOn(ctx context.Context, address string) (traces, error) {
	name := "deletion"
	var o load.ServerOptions
	if address != "" {
		name, o.Args = "deletion-postgresql", []string{"--store", address}
	}
	s, dir, err := c.server(ctx, name, o)
	if err != nil {
		return traces{}, err
	}
	defer s.Kill()
	where := []string{"--data", dir}
	if address != "" {
		where = o.Args
	}
	ledger := load.NewLedger()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: s.Address, Seed: c.seed, Control: "300+3", Live: client.LiveOptions{Observer: ledger}})
	if err != nil {
		return traces{}, err
	}
	defer crowd.Close()
	playing := load.PlayOn(ctx, crowd, ledger, 8, true)
	defer playing.Stop()

	random := rand.New(rand.NewPCG(c.seed, 7))
	own, over := context.WithCancel(ctx)
	defer over()
	var games sync.WaitGroup
	defer games.Wait()
	var deleted, kept []*writer
	var ids []string
	for n := range 6 {
		pair, err := crowd.Pair(ctx)
		if err != nil {
			return traces{}, err
		}
		defer pair.Close()
		first, second, err := write(ctx, crowd, pair, int64(n), random)
		if err != nil {
			return traces{}, err
		}
		deleted, kept, ids = append(deleted, first), append(kept, second), append(ids, pair.ID)
		games.Go(func() {
			_ = pair.Play(own, func(i int, p *load.Player) {
				p.Rand, p.Ledger = crowd.Random(int64(1000+2*n+i)), ledger
				p.Wait = func(context.Context) error { time.Sleep(20 * time.Millisecond); return nil }
			})
		})
	}
	t := traces{people: len(deleted)}
	// What is looked for can be found before, or nothing was shown.
	before, err := c.copies(ctx, name+"-before", dir, address, where)
	if err != nil {
		return t, err
	}
	t.expectShown(before, deleted)
	for _, w := range deleted {
		if _, err := c.cairn(ctx, append([]string{"admin", "delete", w.session.Person().ID}, where...)...); err != nil {
			return t, err
		}
	}
	// People go on, and so does the store.
	if !goesOn(ctx, ledger) {
		t.wrong = append(t.wrong, "the others did not play on")
	}
	after, err := c.copies(ctx, name+"-after", dir, address, where)
	if err != nil {
		return t, err
	}
	told, heard, err := c.untilForgotten(ctx, crowd, ids, deleted)
	if err != nil {
		return t, err
	}
	t.heard = heard
	t.expectGone(append(after, told...), deleted, kept)
	c.expectSignedOut(ctx, &t, deleted, where)
	over()
	games.Wait()
	playing.Stop()
	judge, err := crowd.Guest(ctx)
	if err != nil {
		return t, err
	}
	if err := playing.Compare(ctx, judge, playing.Marks()); err != nil {
		return t, err
	}
	for _, f := range ledger.Findings() {
		t.wrong = append(t.wrong, f.String())
	}
	if out, err := c.cairn(ctx, append([]string{"store", "check"}, where...)...); err != nil {
		t.wrong = append(t.wrong, fmt.Sprintf("games do not replay: %s %v", out, err))
	}
	t.acked = ledger.Counts().Acknowledged
	return t, nil
}

// expectShown notes the texts of people to be deleted that are nowhere.
func (t *traces) expectShown(before []place, deleted []*writer) {
	for _, w := range deleted {
		for _, text := range w.texts {
			t.texts++
			if !found(before, text) {
				t.wrong = append(t.wrong, "before the deletion "+text+" is nowhere")
			}
		}
	}
}

// expectGone notes the texts of deleted people that are left somewhere, and people who
// were kept and are gone.
func (t *traces) expectGone(after []place, deleted, kept []*writer) {
	t.places = len(after)
	for _, w := range deleted {
		for _, text := range w.texts {
			for _, p := range after {
				if bytes.Contains(p.text, []byte(text)) {
					t.wrong = append(t.wrong, fmt.Sprintf("%s is still in %s", text, p.name))
				}
			}
		}
	}
	for _, w := range kept {
		if !found(after, w.texts[0]) {
			t.wrong = append(t.wrong, "the name of somebody else is gone")
		}
	}
}

// expectSignedOut notes the deleted people whose session works or of whom something can be
// exported.
func (c *chaos) expectSignedOut(ctx context.Context, t *traces, deleted []*writer, where []string) {
	for _, w := range deleted {
		person := w.session.Person().ID
		if _, known, err := w.session.Me(ctx); err != nil || known {
			t.wrong = append(t.wrong, fmt.Sprintf("a session of %s still works (%v)", person, err))
		}
		if _, err := c.cairn(ctx, append([]string{"admin", "export", person}, where...)...); err == nil {
			t.wrong = append(t.wrong, "there is still something to export of "+person)
		}
	}
}

// goesOn waits until a hundred more moves are acknowledged, for 20 s at most, and tells
// whether they are.
func goesOn(ctx context.Context, ledger *load.Ledger) bool {
	enough := ledger.Counts().Acknowledged + 100
	for until := time.Now().Add(20 * time.Second); ledger.Counts().Acknowledged < enough && time.Now().Before(until) && ctx.Err() == nil; {
		time.Sleep(10 * time.Millisecond)
	}
	return ledger.Counts().Acknowledged >= enough
}

// untilForgotten returns what others receive once no name of a deleted person is among
// it, and after what time that was: a server remembers names for a few seconds after
// they were deleted. It waits little longer than that is allowed to take.
func (c *chaos) untilForgotten(ctx context.Context, crowd *load.Crowd, ids []string, deleted []*writer) (told []place, heard time.Duration, err error) {
	for begun := time.Now(); ; {
		if told, err = c.told(ctx, crowd, ids); err != nil {
			return nil, 0, err
		}
		heard = time.Since(begun)
		if heard > remembered || !slices.ContainsFunc(deleted, func(w *writer) bool { return found(told, w.texts[0]) }) {
			return told, heard, nil
		}
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return nil, 0, err
		}
	}
}

// write lets the first of a pair leave texts of every kind, and the second a name.
func write(ctx context.Context, crowd *load.Crowd, pair *load.Pair, n int64, r *rand.Rand) (first, second *writer, err error) {
	first, second = &writer{session: pair.Sessions[0]}, &writer{session: pair.Sessions[1]}
	name := func(w *writer) error {
		w.texts = append(w.texts, word(r))
		_, err := w.session.Guest(ctx, w.texts[len(w.texts)-1])
		return err
	}
	if err := errors.Join(name(first), name(second)); err != nil {
		return nil, nil, err
	}
	if err := crowd.Sit(ctx, pair, n); err != nil {
		return nil, nil, err
	}
	for range 3 {
		first.texts = append(first.texts, word(r))
		if _, err := pair.Tables[0].Say(ctx, "I say "+first.texts[len(first.texts)-1]+" to you"); err != nil {
			return nil, nil, err
		}
	}
	for i, s := range pair.Sessions { // by and about the one who is deleted
		first.texts = append(first.texts, word(r))
		body := map[string]any{"person": pair.Sessions[1-i].Person().ID, "text": "rude: " + first.texts[len(first.texts)-1]}
		if err := s.Call(ctx, http.MethodPost, "/api/tables/"+pair.ID+"/reports", body, nil); err != nil {
			return nil, nil, err
		}
	}
	return first, second, nil
}

// place is somewhere that texts are looked for.
type place struct {
	name string
	text []byte
}

func found(places []place, text string) bool {
	for _, p := range places {
		if bytes.Contains(p.text, []byte(text)) {
			return true
		}
	}
	return false
}

// copies reads whatever holds a store's data: its files, an export, a backup, and the
// files of a store that the backup was restored into.
func (c *chaos) copies(ctx context.Context, name, dir, address string, where []string) ([]place, error) {
	var all []place
	if address == "" {
		files, err := filesOf(dir)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	export, err := c.cairn(ctx, append([]string{"store", "export"}, where...)...)
	if err != nil {
		return nil, err
	}
	backup, err := c.cairn(ctx, append([]string{"store", "backup"}, where...)...)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(c.data, name+".backup")
	if err := os.WriteFile(file, backup, 0o600); err != nil {
		return nil, err
	}
	defer os.Remove(file)
	restored, err := c.dir(name + "-restored")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(restored)
	if _, err := c.cairn(ctx, "store", "restore", file, "--data", restored); err != nil {
		return nil, err
	}
	if _, err := c.cairn(ctx, "store", "check", "--data", restored); err != nil {
		return nil, err
	}
	files, err := filesOf(restored)
	if err != nil {
		return nil, err
	}
	all = append(all, place{"the export", export}, place{"the backup", backup})
	return append(all, files...), nil
}

// filesOf reads all files of a folder.
func filesOf(dir string) ([]place, error) {
	var all []place
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		all = append(all, place{filepath.Base(path), text})
		return err
	})
	return all, err
}

// told is what others hear of tables.
func (c *chaos) told(ctx context.Context, crowd *load.Crowd, ids []string) ([]place, error) {
	judge, err := crowd.Guest(ctx)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, path := range append([]string{"/api/lobby"}, ids...) {
		if !strings.HasPrefix(path, "/") {
			path = "/api/tables/" + path
		}
		var text json.RawMessage
		if err := judge.Call(ctx, http.MethodGet, path, nil, &text); err != nil {
			return nil, err
		}
		b.Write(text)
	}
	return []place{{"what others are told", []byte(b.String())}}, nil
}
