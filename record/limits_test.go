package record_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"cairn.example/record"
)

// endless repeats a text n times without holding it.
type endless struct {
	text string
	n    int
	rest string
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		if e.n == 0 {
			return 0, io.EOF
		}
		e.n--
		e.rest = e.text
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// TestStreams reads a file that is much larger than what may stay in memory.
func TestStreams(t *testing.T) {
	const games = 6_000
	formats := []struct {
		format record.Format
		text   string
	}{
		{record.Cairn{}, "[Game \"dvonn\"]\n[First \"" + strings.Repeat("a long name ", 50) + "\"]\n1. d3 e4 2. f5 {" + strings.Repeat("many words ", 50) + "} *\n\n"},
		{record.JSON{}, `{"game":"dvonn","moves":["d3","e4"],"tags":{"Event":"` + strings.Repeat("x", 1000) + "\"}}\n"},
	}
	for _, tt := range formats {
		var before, now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		n, most := 0, uint64(0)
		for e := range tt.format.Read(&endless{text: tt.text, n: games}, record.Options{}) {
			if e.Err != nil {
				t.Fatal(e.Err)
			}
			if n++; n%1500 == 0 {
				runtime.GC()
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
			}
		}
		if n != games {
			t.Errorf("%s: %d games, want %d", tt.format.Name(), n, games)
		}
		if most > 2<<20 {
			t.Errorf("%s: %d bytes live while reading %d", tt.format.Name(), most, games*len(tt.text))
		}
	}
}

// TestLimit makes sure that an overlong game is an error and the next one read.
func TestLimit(t *testing.T) {
	long := strings.Repeat("word ", 10_000)
	files := map[record.Format]string{
		record.Cairn{}: "[Game \"dvonn\"]\n1. d3 {" + long + "} *\n[Game \"dvonn\"]\n1. e4 *\n",
		record.JSON{}:  `{"game":"dvonn","moves":["d3"],"tags":{"Event":"` + long + `"}}` + "\n" + `{"game":"dvonn","moves":["e4"]}`,
	}
	for f, text := range files {
		var got []string
		for e := range f.Read(strings.NewReader(text), record.Options{Limit: 1000}) {
			var bad *record.Error
			switch {
			case errors.As(e.Err, &bad):
				got = append(got, fmt.Sprint(bad.Code, bad.Game, bad.Line))
			default:
				got = append(got, fmt.Sprint(e.Record.Texts(), e.Number))
			}
		}
		if all := strings.Join(got, " "); !strings.HasPrefix(all, "record.long1 1 ") || !strings.HasSuffix(all, "[e4] 2") {
			t.Errorf("%s: %s", f.Name(), all)
		}
	}
}

// failing gives a text and then an error.
type failing struct{ io.Reader }

var errDisk = errors.New("the disk is gone")

func (f failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = errDisk
	}
	return n, err
}

// TestReaderError makes sure that an error of the reader comes back as it is, at
// the end.
func TestReaderError(t *testing.T) {
	files := map[record.Format]string{
		record.Cairn{}: "[Game \"dvonn\"]\n1. d3 *\n\n[Game \"dvonn\"]\n",
		record.JSON{}:  `{"game":"dvonn","moves":["d3"]}` + "\n",
	}
	for f, text := range files {
		var entries []record.Entry
		for e := range f.Read(failing{strings.NewReader(text)}, record.Options{}) {
			entries = append(entries, e)
		}
		if len(entries) != 2 || entries[0].Err != nil || !errors.Is(entries[1].Err, errDisk) {
			t.Errorf("%s: %d entries, the last with %v", f.Name(), len(entries), entries[len(entries)-1].Err)
		}
	}
}

// TestDefaultLimit reads a record as long as may be, and one a byte longer, where
// nobody names a limit.
func TestDefaultLimit(t *testing.T) {
	const before, after, next = "[Game \"dvonn\"]\n\n1. d3 {", "} *\n", "\n[Game \"dvonn\"]\n\n1. e3 *\n"
	fill := record.DefaultLimit - len(before) - len(after)
	for _, over := range []int{0, 1} {
		// The empty line between two records belongs to the first one.
		text := before + strings.Repeat("x", fill-1+over) + after + next
		var said []string
		for e := range (record.Cairn{}).Read(strings.NewReader(text), record.Options{}) {
			var bad *record.Error
			switch {
			case e.Err == nil:
				said = append(said, strings.Join(e.Record.Texts(), " "))
			case errors.As(e.Err, &bad):
				said = append(said, bad.Code+" "+bad.Args["n"])
			}
		}
		want := "d3, e3"
		if over > 0 {
			want = "record.long 4194304, e3"
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%d bytes over the limit: %s, want %s", over, got, want)
		}
	}
}
