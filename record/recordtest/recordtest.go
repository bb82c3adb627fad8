package recordtest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cairn.example/games"
	"cairn.example/record"
)

// Keeps says how much of a record a format holds.
type Keeps int

const (
	// Everything: a record comes back equal.
	Everything Keeps = iota
	// Moves: at least the game, the start position and the main line come
	// back; whatever else does not is a warning.
	Moves
)

// RoundTrip writes and reads random records of the games with these ids: what
// comes back must be what the format keeps, and a second round must change
// nothing.
func RoundTrip(t *testing.T, f record.Format, keeps Keeps, ids ...string) {
	t.Helper()
	for _, id := range ids {
		t.Run(f.Name()+"/"+id, func(t *testing.T) {
			g, err := games.Lookup(id)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(60) {
				r := Random(g, rand.New(rand.NewPCG(seed, 1)))
				text, warnings := write(t, f, r)
				again := readOne(t, f, text)
				if keeps == Everything {
					if warnings != 0 {
						t.Errorf("seed %d: %d warnings from a format that keeps everything", seed, warnings)
					}
					same(t, fmt.Sprintf("seed %d: written and read", seed), again, r, text)
				} else {
					if again.Game != r.Game || again.Start != r.Start || !reflect.DeepEqual(again.Texts(), r.Texts()) {
						t.Errorf("seed %d: game, start or moves changed:\n%s", seed, text)
					}
					if warnings == 0 {
						same(t, fmt.Sprintf("seed %d: written without a warning and read", seed), again, r, text)
					}
				}
				second, _ := write(t, f, again)
				if second != text && keeps == Everything {
					t.Errorf("seed %d: the second round wrote\n%s\nthe first\n%s", seed, second, text)
				}
				same(t, fmt.Sprintf("seed %d: second round", seed), readOne(t, f, second), again, second)
				if t.Failed() {
					return
				}
			}
		})
	}
}

func write(t *testing.T, f record.Format, r *record.Record) (string, int) {
	t.Helper()
	before := r.Clone()
	var out bytes.Buffer
	warnings, err := f.Write(&out, r)
	if err != nil {
		t.Fatalf("Write: %v", err)
	}
	if !reflect.DeepEqual(before, r.Clone()) {
		t.Fatal("Write changed the record")
	}
	return out.String(), len(warnings)
}

// isDoubt reports whether a warning is about something that only looks wrong and is
// kept.
func isDoubt(w record.Warning) bool {
	switch w.Code {
	case "record.seed", "record.route", "record.command_value", "record.tag_again", "boardspace.result_text":
		return true
	}
	return false
}

// readOne reads a text that holds one sound record, all of which is kept.
func readOne(t *testing.T, f record.Format, text string) *record.Record {
	t.Helper()
	var found *record.Record
	n := 0
	for e := range f.Read(strings.NewReader(text), record.Options{}) {
		n++
		if e.Err != nil {
			t.Fatalf("%v\n%s", e.Err, text)
		}
		for _, w := range e.Warnings {
			if !isDoubt(w) {
				t.Fatalf("warning %v\n%s", w, text)
			}
		}
		found = e.Record
	}
	if n != 1 {
		t.Fatalf("%d records, want 1:\n%s", n, text)
	}
	return found
}

func same(t *testing.T, what string, got, want *record.Record, text string) {
	t.Helper()
	// Cloning makes empty slices nil.
	g, w := got.Clone(), want.Clone()
	if reflect.DeepEqual(g, w) {
		return
	}
	gotText, wantText := strings.Split(fmt.Sprintf("%+v", *g), " "), strings.Split(fmt.Sprintf("%+v", *w), " ")
	i := 0
	for i < len(gotText) && i < len(wantText) && gotText[i] == wantText[i] {
		i++
	}
	around := func(words []string) string { return strings.Join(words[max(0, i-20):min(len(words), i+20)], " ") }
	t.Errorf("%s: a record changed\n got ... %s ...\nwant ... %s ...\n%s", what, around(gotText), around(wantText), text)
}

// Reread is the body of a fuzz target: whatever f makes of data, it does not
// panic, errors and warnings say where, and what is accepted is written in a
// form that is read as the same record.
func Reread(t *testing.T, f record.Format, data []byte, opt record.Options) {
	t.Helper()
	f.Detect(data)
	opt.File, opt.Limit = "fuzz", 1<<16
	n := 0
	for e := range f.Read(bytes.NewReader(data), opt) {
		n++
		if e.Number != n || e.File != "fuzz" {
			t.Fatalf("entry %d is numbered %d of %q", n, e.Number, e.File)
		}
		if e.Err != nil {
			var bad *record.Error
			if !errors.As(e.Err, &bad) || bad.Game != n || bad.File != "fuzz" || bad.Code == "" || bad.Line < 1 {
				t.Fatalf("an error that says too little: %#v", e.Err)
			}
			_ = e.Err.Error()
			continue
		}
		for _, w := range e.Warnings {
			if w.Game != n || w.Code == "" || w.Line < 1 {
				t.Fatalf("a warning that says too little: %#v", w)
			}
			_ = w.String()
		}
		var out bytes.Buffer
		if _, err := f.Write(&out, e.Record); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again := readOne(t, f, out.String())
		same(t, "written and read again", again, e.Record, out.String())
		var second bytes.Buffer
		if _, err := f.Write(&second, again); err != nil || second.String() != out.String() {
			t.Fatalf("the second time it is written differently (%v):\n%s\n%s", err, second.String(), out.String())
		}
	}
}

// Seed gives a fuzz target the files that a pattern names.
func Seed(f *testing.F, pattern string) {
	f.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		f.Fatalf("no file %s (%v)", pattern, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
}

// Golden reads the files that a pattern names and holds what comes of each
// against the file of the same name with ".golden" behind it: every record as
// our own format writes it, every warning and every error. With update the
// golden files are written instead.
func Golden(t *testing.T, f record.Format, pattern string, opt record.Options, update bool) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no file %s (%v)", pattern, err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			file, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			opt.File = filepath.Base(name)
			var got strings.Builder
			for e := range f.Read(file, opt) {
				fmt.Fprintf(&got, "=== game %d, line %d\n", e.Number, e.Line)
				for _, w := range e.Warnings {
					fmt.Fprintf(&got, "warning (%s): %v\n", w.Code, w)
				}
				var bad *record.Error
				if errors.As(e.Err, &bad) {
					fmt.Fprintf(&got, "error (%s) at %d: %v\n", bad.Code, bad.Offset, bad)
					continue
				}
				if e.Err != nil {
					t.Fatal(e.Err)
				}
				warnings, err := (record.Cairn{}).Write(&got, e.Record)
				if err != nil || slices.ContainsFunc(warnings, func(w record.Warning) bool { return !isDoubt(w) }) {
					t.Errorf("game %d: written with %v, %v", e.Number, warnings, err)
				}
			}
			golden := name + ".golden"
			if update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("%s is not what the golden file says; got\n%s", name, got.String())
			}
		})
	}
}

// Linear reads a large text that repeats one small thing. Where the work grew
// with the square of the size, the bytes allocated would show it, or the test
// would not end.
func Linear(t *testing.T, f record.Format, text string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for range f.Read(strings.NewReader(text), record.Options{}) {
		n++
	}
	runtime.ReadMemStats(&after)
	if n == 0 {
		t.Error("no entry")
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 5000*uint64(len(text)) {
		t.Errorf("%d bytes allocated to read %d", got, len(text))
	}
}

// Identity writes a record that f has read and reads it again: it must be the
// same.
func Identity(t *testing.T, f record.Format, r *record.Record) {
	t.Helper()
	text, _ := write(t, f, r)
	same(t, "written and read", readOne(t, f, text), r, text)
}

// Messages holds the sentences of a package against its source, in the working
// directory of the test: each code that the source names has a sentence, and
// each sentence is used.
func Messages(t *testing.T, texts record.Texts) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("no source here (%v)", err)
	}
	used := map[string]int{}
	code := regexp.MustCompile(`"((?:record|boardspace|movelist)\.[a-z_0-9]+)"`)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range code.FindAllSubmatch(source, -1) {
			used[string(m[1])]++
		}
	}
	for code, n := range used {
		switch {
		case texts[code] == "":
			t.Errorf("%s has no sentence", code)
		case n == 1:
			t.Errorf("nothing says %s", code)
		}
	}
	for code := range texts {
		if used[code] == 0 {
			t.Errorf("%s is not in the source", code)
		}
	}
}
