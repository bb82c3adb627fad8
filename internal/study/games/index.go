package games

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/study/games/posting"
	"cairn.example/record"
)

// An Index is a file or a database of games in which positions are found. It is made by [Build].
type Index struct {
	db   database
	runs int
}

// tables are those of an index beside that of its games. Postings come in runs, each sorted
// by itself: a run is what was held in memory at once when the index was built, and a
// position is looked up in all of them.
const tables = `
CREATE INDEX games_game ON games (game);
CREATE TABLE blocks (run INTEGER, first BIGINT, data BLOB, PRIMARY KEY (run, first));
CREATE TABLE progress (sources TEXT, entries INTEGER, whole INTEGER, runs INTEGER);`

// Open opens a whole index to read it. The error is one of this package, or of the system.
func Open(name string) (*Index, error) {
	db, err := open(name, "query_only(1)", "mmap_size(1073741824)")
	if errors.Is(err, errNone) {
		err = ErrForeign
	}
	if err != nil {
		return nil, err
	}
	x := &Index{db: db}
	var whole, runs int
	err = db.QueryRow("SELECT runs, whole, (SELECT coalesce(max(run) + 1, 0) FROM blocks) FROM progress").Scan(&x.runs, &whole, &runs)
	switch {
	case errors.Is(err, sql.ErrNoRows), err == nil && runs != x.runs:
		err = ErrDamaged
	case err == nil && whole == 0:
		err = ErrForeign
	}
	if err != nil {
		return nil, errors.Join(damage(err), db.Close())
	}
	return x, nil
}

// open opens an index, also one that is not whole.
func open(name string, pragmas ...string) (none database, err error) {
	if IsPostgres(name) {
		return openPostgres(name)
	}
	if _, err := os.Stat(name); err != nil {
		return none, err
	}
	if !IsSQLite(name) {
		return none, ErrForeign
	}
	db, err := openSQLite(name, pragmas...)
	if err != nil {
		return none, err
	}
	var app, v int
	err = errors.Join(db.QueryRow("PRAGMA application_id").Scan(&app), db.QueryRow("PRAGMA user_version").Scan(&v))
	switch {
	case err != nil:
		err = damage(err)
	case app != application, v < version:
		err = ErrForeign
	case v > version:
		err = ErrNewer
	default:
		return database{DB: db}, nil
	}
	return none, errors.Join(err, db.Close())
}

// Close closes the file or database.
func (x *Index) Close() error { return x.db.Close() }

// Rules returns the games by whose rules the games of the index were played.
func (x *Index) Rules() ([]game.Game, error) {
	var list []game.Game
	for _, g := range games.All() {
		var found bool
		if err := x.db.QueryRow(x.db.sql("SELECT EXISTS (SELECT 1 FROM games WHERE game = ?)"), g.ID()).Scan(&found); err != nil {
			return nil, damage(err)
		}
		if found {
			list = append(list, g)
		}
	}
	return list, nil
}

// Games returns the games with these numbers, or all of them for nil, as they were read but
// for notes and variations, which an index does not hold.
func (x *Index) Games(ids []int64) iter.Seq2[*Game, error] {
	query := "SELECT id, file, number, game, coalesce(first, ''), coalesce(second, ''), result, coalesce(termination, ''), coalesce(control, ''), coalesce(seed, ''), start, moves, tags FROM games"
	var args []any
	if ids != nil {
		list, _ := json.Marshal(ids)
		query, args = query+" WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))", []any{string(list)}
	}
	return func(yield func(*Game, error) bool) {
		rows, err := x.db.Query(x.db.sql(query+" ORDER BY id"), args...)
		if err != nil {
			yield(nil, damage(err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			g, err := scan(rows)
			if !yield(g, damage(err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, damage(err))
		}
	}
}

// scan makes a game of a row.
func scan(rows *sql.Rows) (*Game, error) {
	r := new(record.Record)
	g := &Game{Entry: record.Entry{Record: r}}
	var result, termination, moves, tags string
	if err := rows.Scan(&g.ID, &g.File, &g.Number, &r.Game, &r.First, &r.Second, &result, &termination, &r.TimeControl, &r.Seed, &r.Start, &moves, &tags); err != nil {
		return nil, err
	}
	r.Result = outcome(result)
	r.Termination = record.Termination(termination)
	for _, text := range strings.Fields(moves) {
		r.Moves = append(r.Moves, record.Move{Text: text})
	}
	var all map[string]string
	if json.Unmarshal([]byte(tags), &all) != nil {
		return nil, ErrDamaged
	}
	for name, value := range all {
		r.Tags = append(r.Tags, record.Tag{Name: name, Value: value})
	}
	slices.SortFunc(r.Tags, func(a, b record.Tag) int { return strings.Compare(a.Name, b.Name) })
	_, g.Err = r.Check()
	return g, nil
}

// source returns the blocks in which keys are looked up, one of each run.
func (x *Index) source(ctx context.Context) posting.Source {
	query := x.db.sql("SELECT first, data FROM blocks WHERE run = ? AND first <= ? ORDER BY first DESC LIMIT 1")
	return func(key uint64, f func(posting.Block) error) error {
		for run := range x.runs {
			b := posting.Block{Run: run}
			var first int64
			err := x.db.QueryRowContext(ctx, query, run, signed(key)).Scan(&first, &b.Data)
			if errors.Is(err, sql.ErrNoRows) {
				err = ErrDamaged // the first block of a run begins at 0
			}
			if err != nil {
				return damage(err)
			}
			b.First = uint64(first) ^ 1<<63
			if err := f(b); err != nil {
				return err
			}
		}
		return nil
	}
}

// signed returns the number that stands for a key in the database, in the same order.
func signed(key uint64) int64 { return int64(key ^ 1<<63) }

// Find returns how many games went through a position, and the first of them, as many as
// asked for, in their order.
func (x *Index) Find(ctx context.Context, p game.Position, limit int) (Tally, []Visit, error) {
	return posting.Find(x.source(ctx), p, limit)
}

// Tree returns what was played in a position, as [posting.Tree] does.
func (x *Index) Tree(ctx context.Context, p game.Position, o TreeOptions) (Branch, error) {
	return posting.Tree(x.source(ctx), p, o)
}

// What an index answers with.
type (
	Tally       = posting.Tally
	Visit       = posting.Visit
	Branch      = posting.Branch
	TreeOptions = posting.TreeOptions
)
