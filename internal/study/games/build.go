package games

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"os"
	"sync"

	"cairn.example/internal/study/games/posting"
	"cairn.example/record"
)

// BuildOptions say how [Build] makes an index.
type BuildOptions struct {
	// Workers is how many games are played through at once.
	Workers int

	// Sources say which games these are: a build that was stopped goes on only with the
	// same ones. Where there are none, as for games that come but once, a build that was
	// stopped leaves nothing behind.
	Sources []string

	// Again is called once where a build goes on, with how many games it has.
	Again func(games int)

	// Each is called for each game that was read, broken ones too, unless it was read
	// before the build was stopped. Its error ends the build.
	Each func(record.Entry) error

	// Postings is how many are held in memory at most; 0 means 4 million, about 100 MB.
	Postings int
}

// Build makes an index of games as the file of that name, or in the database of that
// address. Until it is whole it is [Part]: where a build was stopped the next one goes on. Broken games are left out. The
// error is [ErrOther] where the part is of other sources.
func Build(ctx context.Context, name string, entries iter.Seq[record.Entry], o BuildOptions) (err error) {
	if o.Postings == 0 {
		o.Postings = 4 << 20
	}
	part := Part(name)
	b := &builder{BuildOptions: o}
	if err := b.open(part); err != nil {
		return err
	}
	err = b.run(ctx, entries)
	if err == nil {
		_, err = b.db.Exec("UPDATE progress SET whole = 1")
	}
	if err = errors.Join(damage(err), b.db.Close()); err != nil {
		if b.Sources == nil {
			err = errors.Join(err, remove(part))
		}
		return err
	}
	return rename(part, name)
}

// builder is one build.
type builder struct {
	BuildOptions
	db      database
	sources string
	entries int // that the part has taken
	games   int64
	runs    int
}

// open opens the part or begins one.
func (b *builder) open(part string) error {
	list, _ := json.Marshal(b.Sources)
	b.sources = string(list)
	pragmas := []string{"journal_mode(DELETE)", "synchronous(NORMAL)", "cache_size(-16000)", "locking_mode(EXCLUSIVE)"}
	if info, err := os.Stat(part); err == nil && info.Size() == 0 {
		return b.begin(part, pragmas) // the build was stopped before it wrote anything
	}
	db, err := open(part, pragmas...)
	if errors.Is(err, fs.ErrNotExist) {
		return b.begin(part, pragmas)
	} else if err != nil {
		return err
	}
	b.db = db
	var sources string
	if err := db.lock(); err != nil {
		return errors.Join(err, db.Close())
	}
	err = db.QueryRow("SELECT sources, entries, runs, (SELECT count(*) FROM games) FROM progress").Scan(&sources, &b.entries, &b.runs, &b.games)
	switch {
	case err != nil:
		return errors.Join(damage(err), db.Close())
	case b.entries == 0, b.Sources == nil && sources == b.sources: // there is nothing to go on with
		if err := errors.Join(db.Close(), remove(part)); err != nil {
			return err
		}
		b.entries, b.runs, b.games = 0, 0, 0
		return b.begin(part, pragmas)
	case sources != b.sources:
		return errors.Join(ErrOther, db.Close())
	}
	if b.Again != nil {
		b.Again(int(b.games))
	}
	return nil
}

func (b *builder) begin(part string, pragmas []string) (err error) {
	if b.db, err = create(part, b.sources, pragmas); err == nil {
		err = b.db.lock()
	}
	return err
}

// run takes all entries, as many at once as there is room for postings.
func (b *builder) run(ctx context.Context, entries iter.Seq[record.Entry]) error {
	next, stop := iter.Pull(entries)
	defer stop()
	for range b.entries {
		if _, ok := next(); !ok {
			return ErrOther
		}
	}
	for {
		more, err := b.batch(ctx, next)
		if err != nil || !more {
			return err
		}
	}
}

// batch takes entries until there is no room or no more of them, and commits them.
func (b *builder) batch(ctx context.Context, next func() (record.Entry, bool)) (more bool, err error) {
	tx, err := b.db.Begin()
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, rollback(tx)) }()
	insert, err := tx.Prepare(b.db.sql(insertInto("games", Columns)))
	if err != nil {
		return false, err
	}
	work := make(chan *Game, 64)
	lists := make([][]posting.Posting, max(1, b.Workers))
	var wait sync.WaitGroup
	for i := range lists {
		wait.Go(func() { lists[i] = postings(work) })
	}
	n := 0
	for more = true; more && n < b.Postings && err == nil; {
		var e record.Entry
		if e, more = next(); !more {
			break
		}
		if ctx.Err() != nil {
			break // what was read before is kept
		}
		b.entries++
		if b.Each != nil {
			if err = b.Each(e); err != nil {
				break
			}
		}
		if e.Err != nil {
			continue
		}
		b.games++
		g := &Game{b.games, e}
		_, err = insert.Exec(b.db.row(values(Columns, g))...)
		n += len(e.Record.Moves) + 1
		work <- g
	}
	close(work)
	wait.Wait()
	if err != nil {
		return false, err
	}
	for _, list := range lists {
		if err := b.write(tx, list); err != nil {
			return false, err
		}
	}
	if _, err := tx.Exec(b.db.sql("UPDATE progress SET entries = ?, runs = ?"), b.entries, b.runs); err != nil {
		return false, err
	}
	if err := tx.Commit(); err != nil {
		return false, err
	}
	return more, context.Cause(ctx)
}

// rollback ends a transaction that was not committed.
func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil
}

// write adds a run.
func (b *builder) write(tx *sql.Tx, list []posting.Posting) error {
	insert, err := tx.Prepare(b.db.sql("INSERT INTO blocks VALUES (?, ?, ?)"))
	if err != nil {
		return err
	}
	for _, one := range posting.Blocks(b.runs, list) {
		if _, err := insert.Exec(one.Run, signed(one.First), one.Data); err != nil {
			return err
		}
	}
	b.runs++
	return nil
}

// postings plays games through and returns their postings, sorted.
func postings(work <-chan *Game) []posting.Posting {
	var list []posting.Posting
	for g := range work {
		list, _ = posting.Append(list, uint32(g.ID), g.Record)
	}
	posting.Sort(list)
	return list
}
