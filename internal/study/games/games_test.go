package games

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/store/pgtest"
	"cairn.example/internal/study/games/posting"
	"cairn.example/record"
	"github.com/parquet-go/parquet-go"
)

// randomGames are games of several rule sets, in which the first moves come again: by random
// play from a few start positions.
func randomGames(t *testing.T, n int) []record.Entry {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var list []record.Entry
	for i := range n {
		g := games.All()[i%len(games.All())]
		p := g.Start(fmt.Sprint(i % 3))
		r := &record.Record{Game: g.ID(), Start: p.String(), First: []string{"Ann", "Bob", ""}[i%3], Second: []string{"Cy", "Ann"}[i%2]}
		r.SetTag("Date", fmt.Sprintf("2008.%02d.01", i%12+1))
		for ply := 0; ; ply++ {
			moves := p.Moves(nil)
			if len(moves) == 0 || rng.IntN(200) == 0 {
				break
			}
			few := len(moves)
			if ply < 3 {
				few = min(few, 2)
			}
			m := moves[rng.IntN(few)]
			r.Moves = append(r.Moves, record.Move{Text: g.MoveText(m)})
			p.PlayUnchecked(m)
		}
		if _, err := r.Check(); err != nil {
			t.Fatal(err)
		}
		list = append(list, record.Entry{Record: r, File: "random", Number: i + 1})
	}
	return list
}

func build(t *testing.T, name string, entries []record.Entry) *Index {
	t.Helper()
	if err := Build(t.Context(), name, slices.Values(entries), BuildOptions{Workers: 3, Postings: 1500}); err != nil {
		t.Fatal(err)
	}
	x, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// slow counts games without an index: which went through a position, and where they went.
type slow map[uint64]*slowNode

type slowNode struct {
	Tally
	at     game.Position
	visits []Visit
	nexts  map[uint64]*Tally
}

func countSlowly(t *testing.T, entries []record.Entry) slow {
	t.Helper()
	s := slow{}
	for i, e := range entries {
		all, err := e.Record.Positions()
		if err != nil {
			t.Fatal(err)
		}
		last := all[len(all)-1].(game.Scorer)
		margin := last.Standing(game.First)[0].N - last.Standing(game.Second)[0].N
		for ply, p := range all {
			n := s[Key(p)]
			if n == nil {
				n = &slowNode{at: p, nexts: map[uint64]*Tally{}}
				s[Key(p)] = n
			}
			n.Add(e.Record.Result, margin)
			n.visits = append(n.visits, Visit{ID: int64(i + 1), Ply: ply})
			if ply+1 < len(all) {
				next := Key(all[ply+1])
				if n.nexts[next] == nil {
					n.nexts[next] = new(Tally)
				}
				n.nexts[next].Add(e.Record.Result, margin)
			}
		}
	}
	return s
}

// TestIndex holds what an index finds against a slow count, in a file and in a database, also
// where its making was stopped and went on.
func TestIndex(t *testing.T) {
	entries := randomGames(t, 80)
	want := countSlowly(t, entries)
	var like Branch
	t.Run("SQLite", func(t *testing.T) {
		like = testIndex(t, filepath.Join(t.TempDir(), "a.games"), fs.ErrNotExist, entries, want)
		checkTallies(t, entries, want)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		if other := testIndex(t, postgres.Server(t).URL("a"), ErrForeign, entries, want); !reflect.DeepEqual(other, like) {
			t.Errorf("like that is %v, of SQLite %v", other, like)
		}
	})
}

// postgres is the server of this test program.
var postgres pgtest.Shared

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

func testIndex(t *testing.T, name string, missing error, entries []record.Entry, want slow) Branch {
	t.Helper()
	ctx, stop := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	o := BuildOptions{Workers: 3, Postings: 1500, Sources: []string{"a"}}
	o.Each = func(e record.Entry) error {
		if e.Number == 50 {
			stop(stopped)
		}
		return nil
	}
	if err := Build(ctx, name, slices.Values(entries), o); !errors.Is(err, stopped) {
		t.Fatalf("a build that is stopped ends with %v", err)
	}
	if _, err := Open(name); !errors.Is(err, missing) {
		t.Fatalf("an index that is not whole: %v", err)
	}
	if _, err := Open(Part(name)); !errors.Is(err, ErrForeign) {
		t.Fatalf("a part opens: %v", err)
	}
	other := o
	other.Sources = []string{"b"}
	if err := Build(t.Context(), name, slices.Values(entries), other); !errors.Is(err, ErrOther) {
		t.Fatalf("a build of other sources goes on: %v", err)
	}
	again, rest := 0, 0
	o.Again = func(n int) { again = n }
	o.Each = func(record.Entry) error { rest++; return nil }
	if err := Build(t.Context(), name, slices.Values(entries), o); err != nil {
		t.Fatal(err)
	}
	if again != 50 || rest != len(entries)-again {
		t.Fatalf("a build goes on after %d games with %d", again, rest)
	}
	x, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if x.runs < 6 {
		t.Errorf("%d runs are too few for this test", x.runs)
	}
	alone := 0
	for _, n := range want {
		if n.Games > 1 || alone < 200 {
			checkNode(t, x, n, len(entries))
		}
		if n.Games == 1 {
			alone++
		}
	}
	checkGames(t, entries, x.Games(nil))
	for g, err := range x.Games([]int64{7, 9}) {
		if err != nil || g.ID != 7 && g.ID != 9 {
			t.Errorf("game %d is asked for (%v)", g.ID, err)
		}
	}
	dvonn, _ := games.Lookup("dvonn")
	p, _ := ParsePattern(dvonn, "e3=WB")
	like, visits, err := x.Like(t.Context(), p, 2, 100, TreeOptions{Depth: 2, Limit: 100})
	if err != nil || len(visits) == 0 {
		t.Errorf("%d games look like that (%v)", len(visits), err)
	}
	return like
}

// TestPostgres: a schema that holds something else is left as it is, an index takes the place
// of another one, one program at a time makes one, and what is damaged says so.
func TestPostgres(t *testing.T) {
	entries := randomGames(t, 12)
	entries[3].Record.SetTag("Event", "a\x00b\xff")
	server := postgres.Server(t)
	db, err := sql.Open("pgx", server.URL("b"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	do := func(statement string) {
		t.Helper()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	index := func(name string, n int) error {
		return Build(t.Context(), name, slices.Values(entries[:n]), BuildOptions{Workers: 1})
	}
	holds := func(name string, want int) {
		t.Helper()
		x, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		n := 0
		for range x.Games(nil) {
			n++
		}
		if n != want {
			t.Errorf("%s: %d games, want %d", name, n, want)
		}
	}

	foreign := server.New(t)
	if _, err := Exists(foreign); !errors.Is(err, ErrForeign) {
		t.Errorf("a schema that is there: %v", err)
	}
	if err := index(foreign, 2); !errors.Is(err, ErrForeign) {
		t.Errorf("an index is made in a schema that is there: %v", err)
	}

	name := server.URL("b")
	for _, n := range []int{2, len(entries)} {
		if err := index(name, n); err != nil {
			t.Fatal(err)
		}
		holds(name, n)
	}
	if there, err := Exists(name); err != nil || !there {
		t.Errorf("the index is there: %v (%v)", there, err)
	}
	usual := server.URL("")
	if err := index(usual, 3); err != nil {
		t.Fatal(err)
	}
	holds(server.URL(usualSchema), 3)

	stop := errors.New("stop")
	var second error
	o := BuildOptions{Sources: []string{"a"}, Each: func(e record.Entry) error {
		second = index(name, 1)
		return stop
	}}
	if err := Build(t.Context(), name, slices.Values(entries), o); !errors.Is(err, stop) || !errors.Is(second, ErrOther) {
		t.Errorf("two builds at once end with %v and %v", err, second)
	}

	do("COMMENT ON SCHEMA b IS 'Cairn, index of games, version 99'")
	if _, err := Open(name); !errors.Is(err, ErrNewer) {
		t.Errorf("one of a newer version opens: %v", err)
	}
	do(fmt.Sprintf("COMMENT ON SCHEMA b IS 'Cairn, index of games, version %d'", version))
	x, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	do("UPDATE blocks SET data = set_byte(data, 20, 1 - get_byte(data, 20) % 2)")
	if _, _, err := x.Find(t.Context(), games.All()[0].Start("1"), 1); !errors.Is(err, ErrDamaged) {
		t.Errorf("a changed block: %v", err)
	}
	do("DROP TABLE blocks")
	if _, _, err := x.Find(t.Context(), games.All()[0].Start("1"), 1); !errors.Is(err, ErrDamaged) {
		t.Errorf("no table: %v", err)
	}
	if _, err := Open(name); !errors.Is(err, ErrDamaged) {
		t.Errorf("it opens without a table: %v", err)
	}
}

// checkTallies asks an index of one run, in which the first moves have tallies of their own.
func checkTallies(t *testing.T, entries []record.Entry, want slow) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "one.games")
	if err := Build(t.Context(), name, slices.Values(entries), BuildOptions{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	x, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	tallies := 0
	for _, n := range want {
		for _, next := range n.nexts {
			if next.Games >= posting.Many {
				tallies++
			}
		}
		if n.Games < posting.Many {
			continue
		}
		checkNode(t, x, n, len(entries))
		if _, some, err := x.Find(t.Context(), n.at, 3); err != nil || !slices.Equal(some, n.visits[:3]) {
			t.Errorf("%s: the first visits are %v, want %v (%v)", n.at, some, n.visits[:3], err)
		}
	}
	if tallies < 2 {
		t.Errorf("%d tallies are too few for this test", tallies)
	}
}

// TestRefusedBuild: a build ends with the first game that is refused, and a part which holds
// nothing, or whose games come but once, is in nobody's way.
func TestRefusedBuild(t *testing.T) {
	entries := randomGames(t, 30)
	name := filepath.Join(t.TempDir(), "a.games")
	part := name + ".part"
	if err := os.WriteFile(part, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refusal := errors.New("refused")
	for _, sources := range [][]string{{"a"}, {"b"}, nil} {
		seen := 0
		o := BuildOptions{Workers: 1, Sources: sources, Each: func(record.Entry) error {
			if seen++; seen == 3 {
				return refusal
			}
			return nil
		}}
		if err := Build(t.Context(), name, slices.Values(entries), o); !errors.Is(err, refusal) || seen != 3 {
			t.Errorf("%q: %d games, then %v", sources, seen, err)
		}
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: there is an index: %v", sources, err)
		}
	}
	if _, err := os.Stat(part); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a build without sources leaves its part: %v", err)
	}
	build(t, name, entries)
}

func checkNode(t *testing.T, x *Index, n *slowNode, all int) {
	t.Helper()
	tally, visits, err := x.Find(t.Context(), n.at, all)
	if err != nil || tally != n.Tally || !slices.Equal(visits, n.visits) {
		t.Fatalf("%s: found %v %v, want %v %v (%v)", n.at, tally, visits, n.Tally, n.visits, err)
	}
	tree, err := x.Tree(t.Context(), n.at, TreeOptions{Depth: 1, Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	got := map[uint64]*Tally{}
	for _, b := range tree.Branches {
		m, err := n.at.ParseMove(b.Move)
		if err != nil {
			t.Fatal(err)
		}
		after := n.at.Copy()
		after.PlayUnchecked(m)
		got[Key(after)] = &b.Tally
	}
	if tree.Tally != n.Tally || !reflect.DeepEqual(got, n.nexts) {
		t.Fatalf("%s: tree %v, want %v", n.at, tree, n)
	}
}

func checkGames(t *testing.T, want []record.Entry, got iter.Seq2[*Game, error]) {
	t.Helper()
	i := 0
	for g, err := range got {
		if err != nil {
			t.Fatal(err)
		}
		if g.ID != int64(i+1) || g.Number != want[i].Number || !reflect.DeepEqual(g.Record, want[i].Record) {
			t.Fatalf("game %d is\n%+v, want\n%+v", i+1, g.Record, want[i].Record)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d games, want %d", i, len(want))
	}
}

// TestDamagedIndex: an index with wrong bytes, or cut short, finds what the whole one finds,
// or says that it is damaged; its games can be read, or an error says why not.
func TestDamagedIndex(t *testing.T) {
	entries := randomGames(t, 40)
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.games")
	build(t, whole, entries)
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	nodes := countSlowly(t, entries)
	keys := slices.Sorted(maps.Keys(nodes))
	rng := rand.New(rand.NewPCG(3, 4))
	name := filepath.Join(dir, "bad.games")
	ask := func(damage int, data []byte) (opened, answered, read bool) {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := Open(name)
		if err != nil {
			return false, false, false
		}
		defer x.Close()
		answered, read = true, true
		for range 30 {
			n := nodes[keys[rng.IntN(len(keys))]]
			tally, _, err := x.Find(t.Context(), n.at, 1)
			if err != nil {
				answered = false
				break
			}
			if tally != n.Tally {
				t.Errorf("damage %d: %s: found %v, want %v", damage, n.at, tally, n.Tally)
			}
		}
		games := 0
		for _, err := range x.Games(nil) {
			games++
			read = read && err == nil
		}
		return true, answered, read && games == len(entries)
	}
	if opened, answered, read := ask(-1, data); !opened || !answered || !read {
		t.Fatalf("the whole index: opens %v, answers %v, its games are read %v", opened, answered, read)
	}
	opens, answers, reads := 0, 0, 0
	for i := range 200 {
		bad := slices.Clone(data)
		switch i % 4 {
		case 0:
			bad = bad[:rng.IntN(len(bad))]
		case 1:
			at := rng.IntN(len(bad)) &^ 0xfff
			clear(bad[at:min(at+4096, len(bad))])
		default:
			for range 1 + i%7 {
				bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
			}
		}
		opened, answered, read := ask(i, bad)
		for n, yes := range map[*int]bool{&opens: opened, &answers: answered, &reads: read} {
			if yes {
				*n++
			}
		}
	}
	if opens < 50 || opens > 190 || answers < 10 || answers > opens-10 || reads < 10 || reads > opens-5 {
		t.Errorf("of 200 damaged ones %d open, %d answer, the games of %d are read", opens, answers, reads)
	}
	for name, text := range map[string]string{"empty": "", "text": strings.Repeat("[Game \"dvonn\"]\n", 400)} {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(name); !errors.Is(err, ErrForeign) {
			t.Errorf("%s opens: %v", name, err)
		}
	}
}

// TestColumns holds the columns against what docs/games.md tells of them, in their order.
func TestColumns(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/games.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{"integer": "INTEGER", "text": "TEXT", "real": "REAL"}
	var told, are []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([a-z]+) \\| .+ \\|$").FindAllStringSubmatch(string(doc), -1) {
		told = append(told, row[1]+" "+kinds[row[2]])
	}
	for _, c := range Columns {
		are = append(are, c.Name+" "+c.Type)
	}
	for _, c := range PlaceColumns {
		are = append(are, c.Name+" "+c.Type)
	}
	if !slices.Equal(told, are) {
		t.Errorf("docs/games.md tells of\n%q, there are\n%q", told, are)
	}
}

// TestExport reads every table back: CSV, JSON lines, Parquet and SQLite say the same of every
// game and position, whatever it holds.
func TestExport(t *testing.T) {
	var entries []*Game
	for i, e := range randomGames(t, 12) {
		e.Record.SetTag("Event", "\"a\", b\n;'|\t<é>\u2028")
		for ply := range e.Record.Moves {
			m := &e.Record.Moves[ply]
			m.Comment, m.NAGs = "x, \"y\"", []uint8{4, 200}
			m.Eval = record.Eval{Kind: record.Scored, Score: -0.25}
			m.Clock = record.Clock{Known: ply%2 == 0, Left: 61_500 * time.Millisecond}
			m.Took = record.Elapsed{Known: true, Time: time.Duration(ply) * time.Second}
		}
		entries = append(entries, &Game{ID: int64(i + 1), Entry: e})
	}
	for _, table := range []Table{GameTable, PositionTable} {
		var fromCSV, fromJSON, fromSQL [][]string
		rows, err := csv.NewReader(export(t, entries, func(w io.Writer) (Exporter, error) { return CSV(w, table), nil })).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		names, _ := table.Columns()
		if !slices.Equal(rows[0], names) {
			t.Errorf("%s: names %q", table, rows[0])
		}
		fromCSV = rows[1:]
		lines := json.NewDecoder(export(t, entries, func(w io.Writer) (Exporter, error) { return JSONLines(w, table), nil }))
		lines.UseNumber()
		for lines.More() {
			var object map[string]any
			if err := lines.Decode(&object); err != nil {
				t.Fatal(err)
			}
			var row []string
			for _, name := range names {
				row = append(row, plain(object[name]))
			}
			fromJSON = append(fromJSON, row)
		}
		name := filepath.Join(t.TempDir(), "a.sqlite")
		data, _ := io.ReadAll(export(t, entries, func(w io.Writer) (Exporter, error) { return SQLite(w) }))
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		fromSQL = readSQL(t, name, table)
		same := reflect.DeepEqual(fromJSON, fromSQL)
		for _, room := range []int{20_000, 32 << 20} {
			file := export(t, entries, func(w io.Writer) (Exporter, error) {
				e := Parquet(w, table).(*parquetExporter)
				e.room = room
				return e, nil
			})
			if fromParquet := readParquet(t, file, names); !reflect.DeepEqual(fromParquet, fromJSON) {
				t.Errorf("%s: Parquet of groups from %d bytes, %d rows; JSON lines say otherwise", table, room, len(fromParquet))
			}
		}
		unknown := 0
		for _, row := range fromJSON {
			for i := range row {
				if row[i] == null {
					row[i] = "" // CSV has nothing else
					unknown++
				}
			}
		}
		if !same || unknown == 0 || !reflect.DeepEqual(fromCSV, fromJSON) {
			t.Errorf("%s: CSV %d rows, JSON lines %d, SQLite %d; they differ", table, len(fromCSV), len(fromJSON), len(fromSQL))
		}
		if want := len(entries); table == GameTable && len(fromCSV) != want {
			t.Errorf("%d rows, want %d", len(fromCSV), want)
		}
	}
}

func export(t *testing.T, list []*Game, to func(io.Writer) (Exporter, error)) io.Reader {
	t.Helper()
	var b bytes.Buffer
	e, err := to(&b)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		if err := e.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(true); err != nil {
		t.Fatal(err)
	}
	return &b
}

func readParquet(t *testing.T, r io.Reader, names []string) (all [][]string) {
	t.Helper()
	data, _ := io.ReadAll(r)
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var are []string
	for _, path := range file.Schema().Columns() {
		are = append(are, strings.Join(path, "."))
	}
	if !slices.Equal(are, names) {
		t.Errorf("names %q", are)
	}
	nulls := map[string]int64{} // told by the file, from which programs skip groups of rows
	for _, group := range file.Metadata().RowGroups {
		for _, c := range group.Columns {
			nulls[c.MetaData.PathInSchema[0]] += c.MetaData.Statistics.NullCount
		}
	}
	defer func() {
		for i, name := range names {
			for _, row := range all {
				if row[i] == null {
					nulls[name]--
				}
			}
			if nulls[name] != 0 {
				t.Errorf("%s: the file tells of %d unknown values too many", name, nulls[name])
			}
		}
	}()
	reader := parquet.NewReader(file)
	defer reader.Close()
	for rows := make([]parquet.Row, 100); ; {
		n, err := reader.ReadRows(rows)
		for _, row := range rows[:n] {
			texts := make([]string, len(row))
			for i, v := range row {
				switch {
				case v.IsNull():
					texts[i] = null
				case v.Kind() == parquet.ByteArray:
					texts[i] = string(v.ByteArray())
				default:
					texts[i] = v.String()
				}
			}
			all = append(all, texts)
		}
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func readSQL(t *testing.T, name string, table Table) [][]string {
	t.Helper()
	db, err := openSQLite(name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT * FROM " + string(table))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names, _ := rows.Columns()
	var all [][]string
	for rows.Next() {
		row := make([]any, len(names))
		to := make([]any, len(row))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		texts := make([]string, len(row))
		for i, v := range row {
			texts[i] = plain(v)
		}
		all = append(all, texts)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// null stands for a value that is unknown.
const null = "\x00"

// plain writes a value as CSV has it, but for one that is unknown.
func plain(v any) string {
	if v == nil {
		return null
	}
	return fmt.Sprint(v)
}

// TestUnknown: of a game of which nothing is known most columns are nil, and it is found and
// sorted as if these were empty texts.
func TestUnknown(t *testing.T) {
	r := &record.Record{Game: "dvonn"}
	g := &Game{ID: 1, Entry: record.Entry{Record: r}}
	for _, c := range Columns {
		want := !slices.Contains([]string{"id", "file", "number", "game", "result", "plies", "start", "moves", "tags"}, c.Name)
		if got := c.Value(g) == nil; got != want {
			t.Errorf("%s is unknown: %v, want %v", c.Name, got, want)
		}
		if c.Type != "TEXT" {
			continue
		}
		if condition, err := ParseCondition(c.Name + ` < "~"`); err != nil || !condition.Matches(g) {
			t.Errorf("%s does not match (%v)", c.Name, err)
		}
		known := &Game{ID: 2, Entry: record.Entry{Record: &record.Record{Game: "dvonn", First: "Ann", Second: "Bob"}}}
		list := []*Game{known, g}
		if err := Sort(list, c.Name); err != nil || (c.Name == "first" || c.Name == "second") && list[0] != g {
			t.Errorf("the order of %s is wrong (%v)", c.Name, err)
		}
	}
}
