package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"cairn.example/games"
	"cairn.example/internal/show/i18n"
	collection "cairn.example/internal/study/games"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// TestBrokenGames: of three games the one in the middle is broken in 200 ways. Where one is
// not listed the reason is said, and the others are lost only where the damage is to where
// the middle one begins, so that it seems to belong to the first.
func TestBrokenGames(t *testing.T) {
	withoutRaceDetector(t)
	rng := rand.New(rand.NewPCG(7, 8))
	dir := t.TempDir()
	whole := 0
	for i := range 200 {
		format := formats.All()[i%3]
		var parts []string
		for n, name := range []string{"Ann", "Middle", "Cy"} {
			r := &record.Record{Game: "dvonn", First: name, Second: "Bob"}
			for _, text := range []string{"d3", "h3", "f1", "a1"}[:2+n%2] {
				r.Moves = append(r.Moves, record.Move{Text: text})
			}
			var b strings.Builder
			if _, err := format.Write(&b, r); err != nil {
				t.Fatal(err)
			}
			parts = append(parts, b.String())
		}
		parts[1] = damaged(rng, parts[1])
		name := filepath.Join(dir, "broken"+format.Extension())
		if err := os.WriteFile(name, []byte(strings.Join(parts, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errw bytes.Buffer
		code := run([]string{"games", "list", name}, strings.NewReader(""), &out, &errw)
		listed := out.String()
		if !strings.Contains(listed, "Cy") || !strings.Contains(listed, "Ann") && !strings.Contains(errw.String(), ": game 1: ") {
			t.Errorf("%d: a whole game is not listed\n%s\n%s\n%s", i, parts[1], listed, &errw)
		}
		if strings.Contains(listed, "Ann") {
			whole++
		}
		refused := strings.Contains(errw.String(), "games couldn’t be read")
		if lost := strings.Count(listed, "\n") < 3; refused != (code == exitFailure) || lost && !strings.Contains(errw.String(), ": game ") {
			t.Errorf("%d: exit status %d\n%s\n%s\n%s", i, code, parts[1], listed, &errw)
		}
	}
	if whole < 190 {
		t.Errorf("the first game is listed %d times of 200", whole)
	}
}

// damaged is a text with some of it missing, doubled, or replaced by signs that mean
// something in one of the formats.
func damaged(rng *rand.Rand, text string) string {
	b := []byte(text)
	at := rng.IntN(len(b))
	to := min(len(b), at+1+rng.IntN(20))
	switch rng.IntN(4) {
	case 0:
		b = b[:at]
	case 1:
		b = slices.Delete(b, at, to)
	case 2:
		b = slices.Insert(b, at, b[at:to]...)
	default:
		const signs = "{}()[];\"\\*$,:\x00\xff 9z"
		for i := at; i < to; i++ {
			b[i] = signs[rng.IntN(len(signs))]
		}
	}
	return string(b)
}

// TestInterruptedChoice: an interruption after the first game, or the last one, is the error,
// of an index as of a file, and in whatever order the games come.
func TestInterruptedChoice(t *testing.T) {
	dir := t.TempDir()
	file, index := filepath.Join(dir, "three.cairn"), filepath.Join(dir, "three.games")
	if err := os.WriteFile(file, []byte(strings.Repeat("[Game \"dvonn\"]\ne3 *\n\n", 3)), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := run([]string{"games", "index", file, "-o", index}, strings.NewReader(""), io.Discard, io.Discard); code != exitOK {
		t.Fatalf("exit status %d", code)
	}
	stopped := errors.New("stopped")
	for _, name := range []string{file, index} {
		for _, column := range []string{"", "number"} {
			for _, last := range []int64{1, 3} {
				if column != "" && last == 3 {
					continue // then all of the work is done
				}
				ctx, stop := context.WithCancelCause(t.Context())
				s := &streams{in: strings.NewReader(""), out: bufio.NewWriter(io.Discard), err: io.Discard, catalog: i18n.New("en")}
				c := gamesChoice{gamesInput: gamesInput{File: []string{name}}, Sort: column}
				seen := 0
				_, err := c.chosen(ctx, s, func(g *collection.Game) error {
					if seen++; g.ID == last {
						stop(stopped)
					}
					return nil
				})
				if !errors.Is(err, stopped) || seen != int(last) {
					t.Errorf("%s, sorted by %q: %d games, then %v", name, column, seen, err)
				}
			}
		}
	}
}

// TestGamesSources: what an index is made of is the same only while the files are, also where
// one of their games is named; standard input is never the same.
func TestGamesSources(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.cairn")
	list := gamesInput{File: []string{file, file + "#2"}}
	var before []string
	for _, text := range []string{"one", "longer"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		now := list.sources()
		if !slices.Equal(now, list.sources()) {
			t.Errorf("%q of one file is not the same", now)
		}
		for i := range before {
			if i >= len(before)-2 && now[i] == before[i] {
				t.Errorf("%q stays although the file changes", now[i])
			}
		}
		before = now
	}
	for _, c := range []gamesInput{{File: []string{file, "-"}}, {File: []string{file}, Start: "-"}} {
		if got := c.sources(); got != nil {
			t.Errorf("standard input has the sources %q", got)
		}
	}
}

// TestInterruptedIndex: Ctrl-C while an index waits for games that come but once leaves
// nothing, and does not ask for the same command.
func TestInterruptedIndex(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.games")
	c := startChild(t, "games", "index", "-", "-o", name)
	c.write("[Game \"dvonn\"]\n1. d3 d3 *\n\n" + strings.Repeat("[Game \"dvonn\"]\ne3 *\n\n", 400))
	c.errw.until(t, "illegal")
	if got := c.interrupt(); got != 130 || !strings.HasSuffix(c.errw.String(), "cairn: interrupted\n") {
		t.Errorf("exit status %d:\n%s", got, c.errw)
	}
	if left, err := filepath.Glob(name + "*"); err != nil || len(left) > 0 {
		t.Errorf("%q is left (%v)", left, err)
	}
}

// indexOf makes an index of games in our own format.
func indexOf(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.cairn")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(t.TempDir(), "a.games")
	if code := run([]string{"games", "index", file, "-o", index}, strings.NewReader(""), io.Discard, io.Discard); code != exitOK {
		t.Fatalf("exit status %d", code)
	}
	return index
}

// TestExplored: the full screen is shown what the index has of a position.
func TestExplored(t *testing.T) {
	name := indexOf(t, strings.Repeat("[Game \"dvonn\"]\n[Result \"1-0\"]\n\ne3 1-0\n\n", 2)+"[Game \"dvonn\"]\nf3 *\n")
	x, err := collection.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start("")
	found, err := explored(t.Context(), i18n.New("en"), name, x, p)
	if err != nil || found.Games != 3 || len(found.Moves) != 2 || g.MoveText(found.Moves[0].Move) != "e3" || found.Moves[0].First != 2 {
		t.Errorf("found %+v (%v)", found, err)
	}
}

// TestInterruptedFind: what an index could not answer because of Ctrl-C is an interruption, and
// the index is not to blame.
func TestInterruptedFind(t *testing.T) {
	index := indexOf(t, "[Game \"dvonn\"]\ne3 *\n")
	var errw bytes.Buffer
	s := &streams{in: strings.NewReader(""), err: &errw, catalog: i18n.New("en")}
	ctx, stop := context.WithCancelCause(t.Context())
	stop(interrupted{os.Interrupt})
	for _, c := range []indexPosition{{Index: index, Pos: "start:1"}, {Index: index, Like: "e3=."}} {
		errw.Reset()
		_, _, _, err := c.ask(ctx, s, 1, collection.TreeOptions{})
		if err == nil {
			t.Fatal("an index answers after the end of its context")
		}
		if code := s.report(err); code != 130 || errw.String() != "cairn: interrupted\n" {
			t.Errorf("exit status %d:\n%s", code, &errw)
		}
	}
}

// TestPlaceOfIndex refuses to put an index in the place of a device or a folder, forced or
// not: a rename would take the device away.
func TestPlaceOfIndex(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "old.games")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		force bool
		want  error
	}{
		{os.DevNull, true, syscall.ENODEV},
		{os.DevNull, false, syscall.ENODEV},
		{dir, true, syscall.EISDIR},
		{file, false, fs.ErrExist},
		{file, true, nil},
		{filepath.Join(dir, "new.games"), false, nil},
		{filepath.Join(dir, "no", "new.games"), false, fs.ErrNotExist},
	} {
		if err := (overwriteFlag{Force: tt.force}).place(tt.name); !errors.Is(err, tt.want) {
			t.Errorf("%s, %t: %v, want %v", tt.name, tt.force, err, tt.want)
		}
	}
}

// TestOddGames: files that are cut, of several formats, or huge end in a list or in an error
// that names the file, and what stands before the damage is not lost.
func TestOddGames(t *testing.T) {
	withoutRaceDetector(t)
	dir := t.TempDir()
	texts := map[string]string{}
	for _, f := range formats.All() {
		var b strings.Builder
		for _, name := range []string{"Ann", "Bob"} {
			r := &record.Record{Game: "dvonn", First: name, Second: "Cy"}
			if f.Name() == "pbm" {
				r.Game = "lyngk"
				r.Start = "K/I,I,G,I/B,G,B,B,R,R,G/K,B,G,K,J,G/I,G,B,K,R,R,K/J,I,G,I,K,K/R,R,B,I,B,B,R/G,R,K,J/I 1 -:- 0:0"
			}
			if _, err := f.Write(&b, r); err != nil {
				t.Fatal(err)
			}
		}
		texts[f.Name()] = b.String()
	}
	list := func(name string, data []byte) (code int, listed, said string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errw bytes.Buffer
		code = run([]string{"games", "list", file}, strings.NewReader(""), &out, &errw)
		if (code == exitOK) != (errw.Len() == 0 || strings.Contains(errw.String(), "warning")) || code != exitOK && !strings.Contains(errw.String(), name) {
			t.Errorf("%s of %d bytes: exit status %d\n%.300s\n%.300s", name, len(data), code, &out, &errw)
		}
		os.Remove(file)
		return code, out.String(), errw.String()
	}
	rng := rand.New(rand.NewPCG(11, 12))
	var packed, archive bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(strings.Repeat(texts["cairn"], 400)))
	z.Close()
	a := tar.NewWriter(&archive)
	for _, name := range []string{"cairn", "json", "sgf"} {
		a.WriteHeader(&tar.Header{Name: "a." + name, Size: int64(len(texts[name])), Mode: 0o600})
		a.Write([]byte(texts[name]))
	}
	a.Close()
	for range 60 {
		if code, _, said := list("cut.cairn.gz", packed.Bytes()[:rng.IntN(packed.Len())]); code == exitOK && said == "" {
			t.Error("a file of gzip that was cut short is whole")
		}
		list("cut.tar", archive.Bytes()[:rng.IntN(archive.Len()-1024)])
	}
	for _, one := range formats.All() {
		for _, other := range formats.All() {
			if one.Name() == other.Name() {
				continue
			}
			_, listed, said := list("mixed", []byte(texts[one.Name()]+"\n"+texts[other.Name()]))
			if n := strings.Count(listed, "\n"); n < 4 && said == "" || n == 0 {
				t.Errorf("%s, then %s: %d games are listed, and nothing is said:\n%s", one.Name(), other.Name(), n, listed)
			}
		}
	}
	deep := strings.Repeat("(e3 ", 200_000)
	for name, text := range map[string]string{
		"line":     strings.Repeat("x", 20<<20),
		"object":   `{"game":"dvonn","moves":["` + strings.Repeat("e3 ", 4<<20),
		"brackets": strings.Repeat("[", 8<<20),
		"moves":    "[Game \"dvonn\"]\n\n" + strings.Repeat("1. e3 ", 1<<20) + "*\n",
		"deep":     "[Game \"dvonn\"]\n\n1. e3 " + deep + "*\n",
		"comment":  "[Game \"dvonn\"]\n\n1. e3 {" + strings.Repeat("long ", 4<<20) + "\n",
		"tags":     strings.Repeat("[A \"b\"]\n", 1<<20),
		"nodes":    "(;GM[DVONN]" + strings.Repeat("(;", 1<<20),
		"zeros":    strings.Repeat("\x00", 8<<20),
	} {
		if code, listed, said := list(name, []byte(text)); code == exitOK && listed != "" && said == "" {
			t.Errorf("%s: listed\n%.300s", name, listed)
		}
	}
}

// TestPostgresGames: the address of a database stands for the file of an index, in every
// command, and no refusal shows its password.
func TestPostgresGames(t *testing.T) {
	withoutRaceDetector(t)
	dir := t.TempDir()
	records := filepath.Join(dir, "club.cairn")
	club := "[Game \"dvonn\"]\n[First \"Ann\"]\n[Result \"1-0\"]\n\na1 k5 *\n\n[Game \"dvonn\"]\n[First \"Cy\"]\n[Result \"0-1\"]\n\na1 d3 *\n"
	if err := os.WriteFile(records, []byte(club), 0o600); err != nil {
		t.Fatal(err)
	}
	cairn := func(args ...string) (int, string) {
		var out, errw bytes.Buffer
		code := run(append(args, "--lang", "en"), strings.NewReader(""), &out, &errw)
		return code, out.String() + errw.String()
	}
	file, address := filepath.Join(dir, "club.games"), strings.Replace(postgres.Server(t).URL("club"), "cairn@", "cairn:secret@", 1)
	for _, to := range []string{file, address} {
		if code, said := cairn("games", "index", records, "-o", to); code != 0 {
			t.Fatalf("%s: %d, %s", to, code, said)
		}
	}
	for _, args := range [][]string{
		{"games", "tree", "", "start:1", "--depth", "2"},
		{"games", "find", "", "start:1", "--json"},
		{"games", "find", "", "--like", "a1=D"},
		{"games", "list", "", "--where", "player(\"cy\")"},
		{"games", "stats", ""},
	} {
		var said []string
		for _, args[2] = range []string{file, address} {
			code, text := cairn(args...)
			if said = append(said, text); code != 0 {
				t.Errorf("%q: %d", args, code)
			}
		}
		if said[0] != said[1] {
			t.Errorf("%q: of a database\n%s\nof a file\n%s", args, said[1], said[0])
		}
	}
	refused := "can’t write postgres://cairn:xxxxx@/postgres"
	if code, said := cairn("games", "index", records, "-o", address); code != 1 || !strings.Contains(said, refused) {
		t.Errorf("an index is replaced: %d, %s", code, said)
	}
	if code, said := cairn("games", "index", records, "-o", address, "--force"); code != 0 {
		t.Errorf("--force: %d, %s", code, said)
	}
	for address, want := range map[string]string{
		"postgres://ann:secret@/x?host=" + dir: "the database can’t be reached: ",
		address + "_none":                      "search_path=club_none isn’t an index of games",
		"postgres://ann:sec ret@/x":            "can’t read postgres:///x: ",
	} {
		if code, said := cairn("games", "tree", address, "start:1"); code == 0 || !strings.Contains(said, want) || strings.Contains(said, "sec") {
			t.Errorf("%s: %d, %s", address, code, said)
		}
	}
}
