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
	"cairn.example/record"
)

// An Index is a file of games in which positions are found. It is made by [Build].
type Index struct {
	db   *sql.DB
	runs int
}

// tables are those of an index beside that of its games. Postings come in runs, each sorted
// by itself: a run is what was held in memory at once when the index was built, and a
// position is looked up in all of them.
const tables = `
CREATE INDEX games_game ON games (game);
CREATE TABLE blocks (run INTEGER, first INTEGER, data BLOB, PRIMARY KEY (run, first));
CREATE TABLE progress (sources TEXT, entries INTEGER, whole INTEGER, runs INTEGER);`

// Open opens a whole index to read it. The error is one of this package, or of the system.
func Open(name string) (*Index, error) {
	db, err := open(name, "query_only(1)", "mmap_size(1073741824)")
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

// open opens the file of an index, also one that is not whole.
func open(name string, pragmas ...string) (*sql.DB, error) {
	if _, err := os.Stat(name); err != nil {
		return nil, err
	}
	if !IsSQLite(name) {
		return nil, ErrForeign
	}
	db, err := openSQLite(name, pragmas...)
	if err != nil {
		return nil, err
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
		return db, nil
	}
	return nil, errors.Join(err, db.Close())
}

// Close closes the file.
func (x *Index) Close() error { return x.db.Close() }

// Rules returns the games by whose rules the games of the index were played.
func (x *Index) Rules() ([]game.Game, error) {
	var list []game.Game
	for _, g := range games.All() {
		var found bool
		if err := x.db.QueryRow("SELECT EXISTS (SELECT 1 FROM games WHERE game = ?)", g.ID()).Scan(&found); err != nil {
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
		query, args = query+" WHERE id IN (SELECT value FROM json_each(?))", []any{string(list)}
	}
	return func(yield func(*Game, error) bool) {
		rows, err := x.db.Query(query+" ORDER BY id", args...)
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

// branches calls f for each move that was made in the position of a key, once for each run.
func (x *Index) branches(ctx context.Context, key uint64, f func(branch)) error {
	for run := range x.runs {
		b := block{run: run}
		var first int64
		err := x.db.QueryRowContext(ctx, "SELECT first, data FROM blocks WHERE run = ? AND first <= ? ORDER BY first DESC LIMIT 1", run, signed(key)).Scan(&first, &b.data)
		if errors.Is(err, sql.ErrNoRows) {
			err = ErrDamaged // the first block of a run begins at 0
		}
		if err != nil {
			return damage(err)
		}
		b.first = uint64(first) ^ 1<<63
		if err := b.find(key, f); err != nil {
			return err
		}
	}
	return nil
}

// signed returns the number that stands for a key in SQLite, in the same order.
func signed(key uint64) int64 { return int64(key ^ 1<<63) }

// A Visit says that a game went through a position after Ply plies.
type Visit struct {
	ID  int64
	Ply int
}

// Find returns how many games went through a position, and the first of them, as many as
// asked for, in their order.
func (x *Index) Find(ctx context.Context, p game.Position, limit int) (Tally, []Visit, error) {
	var t Tally
	var list []Visit
	whole := true
	err := x.branches(ctx, Key(p), func(b branch) {
		t.addAll(b.Tally)
		left := limit
		whole = b.visit(func(v Visit) bool {
			list = append(list, v)
			left--
			return left > 0
		}) && whole
	})
	if err == nil && !whole {
		err = ErrDamaged
	}
	slices.SortFunc(list, func(a, b Visit) int { return int(a.ID - b.ID) })
	return t, list[:min(limit, len(list))], err
}

// A Tally counts games by their results.
type Tally struct {
	Games  int `json:"games"`
	First  int `json:"first"`
	Second int `json:"second"`
	Draws  int `json:"draws"`
}

func (t *Tally) add(o game.Outcome) {
	t.Games++
	switch o {
	case game.FirstWins:
		t.First++
	case game.SecondWins:
		t.Second++
	case game.Draw:
		t.Draws++
	}
}

func (t *Tally) addAll(o Tally) {
	t.Games += o.Games
	t.First += o.First
	t.Second += o.Second
	t.Draws += o.Draws
}

// A Branch is a move that was played, and what was played after it.
type Branch struct {
	// Move is what was played: the first in alphabetical order of as many as Same, which
	// lead to boards that look alike. The position at the root has none.
	Move string `json:"move,omitempty"`
	Same int    `json:"same,omitempty"`

	Tally
	Branches []Branch `json:"branches,omitempty"`
}

// TreeOptions bound a tree: how many plies deep it goes, and how many moves it shows in one
// position.
type TreeOptions struct{ Depth, Limit int }

// Tree returns what was played in a position, most often played first, and how these games
// ended. A branch counts the games in which its move was played in the position before it,
// however they came there.
func (x *Index) Tree(ctx context.Context, p game.Position, o TreeOptions) (Branch, error) {
	var root Branch
	nexts := map[uint64]*Branch{}
	err := x.branches(ctx, Key(p), func(b branch) {
		root.addAll(b.Tally)
		if nexts[b.next] == nil {
			nexts[b.next] = new(Branch)
		}
		nexts[b.next].addAll(b.Tally)
	})
	if err != nil {
		return root, err
	}
	type move struct {
		*Branch
		after game.Position
	}
	var list []move
	g, q := p.Game(), p.Game().New()
	for _, m := range p.Moves(nil) {
		p.CopyTo(q)
		q.PlayUnchecked(m)
		b := nexts[Key(q)]
		if b == nil {
			continue
		}
		text := g.MoveText(m)
		if b.Same++; b.Same == 1 {
			b.Move = text
			list = append(list, move{b, q.Copy()})
		} else if text < b.Move {
			b.Move = text
			list[slices.IndexFunc(list, func(m move) bool { return m.Branch == b })].after = q.Copy()
		}
	}
	slices.SortFunc(list, func(a, b move) int { return compareBranches(*a.Branch, *b.Branch) })
	for _, m := range list[:min(o.Limit, len(list))] {
		if o.Depth > 1 {
			below, err := x.Tree(ctx, m.after, TreeOptions{o.Depth - 1, o.Limit})
			if err != nil {
				return root, err
			}
			m.Branches = below.Branches
		}
		root.Branches = append(root.Branches, *m.Branch)
	}
	return root, nil
}
