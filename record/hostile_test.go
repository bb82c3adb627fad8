package record_test

import (
	"runtime"
	"strings"
	"testing"

	"cairn.example/record"
)

// TestHostile reads large texts that repeat one small thing. Where the work
// grew with the square of the size, the bytes allocated would show it, or the
// test would not end.
func TestHostile(t *testing.T) {
	const size = 1 << 20
	fill := func(before, again, after string) string {
		return before + strings.Repeat(again, (size-len(before)-len(after))/len(again)) + after
	}
	const cairn = "[Game \"dvonn\"]\n"
	texts := map[string]string{
		"remarks":    fill(cairn, ";a\n", "*"),
		"words":      fill(cairn+"{", "a ", "} *"),
		"comments":   fill(cairn, "{a}", "*"),
		"commands":   fill(cairn+"{", "[%a]", "} *"),
		"open":       fill(cairn+"{", "[%a ", ""),
		"empty":      fill(cairn+"1. d3", "()\n", "*"),
		"variations": fill(cairn+"1. d3", "(e4)\n", "*"),
		"notes":      fill(cairn+"1. d3", "({a})\n", "*"),
		"deep":       fill(cairn+"1. d3", "(e4", ""),
		"glyphs":     fill(cairn+"1. d3", "$1", "*"),
		"numbers":    fill(cairn, "1.", "*"),
		"tags":       fill(cairn, "[A \"b\"]\n", "*"),
		"fields":     fill(cairn, "[First \"b\"]\n", "*"),
		"games":      fill("", "[Game \"dvonn\"]\n", ""),
		"escapes":    fill(cairn+"{", `\u{61}`, "} *"),
		"object":     fill(`{"game":"dvonn","moves":[],"tags":{"A":"b"`, `,"A":"b"`, `}}`),
		"list":       fill(`{"game":"dvonn","moves":["d3"`, `,"d3"`, `]}`),
		"nested":     fill(`{"game":"dvonn","moves":[],"x":`, `[`, ``),
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			f := record.Format(record.Cairn{})
			if text[0] == '{' {
				f = record.JSON{}
			}
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
			if got := after.TotalAlloc - before.TotalAlloc; got > 1000*size {
				t.Errorf("%d bytes allocated to read %d", got, len(text))
			}
		})
	}
}
