package record_test

import (
	"os"
	"strings"
	"testing"

	"cairn.example/record"
	"cairn.example/record/recordtest"
)

// TestHostile reads large texts that repeat one small thing.
func TestHostile(t *testing.T) {
	const size = 1 << 18
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
		f := record.Format(record.Cairn{})
		if text[0] == '{' {
			f = record.JSON{}
		}
		t.Run(name, func(t *testing.T) { recordtest.Linear(t, f, text) })
	}
}

// TestDocument reads the example of the document.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/records.md")
	if err != nil {
		t.Fatal(err)
	}
	var example strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "    [") || example.Len() > 0 {
			if line != "\n" && !strings.HasPrefix(line, "    ") {
				break
			}
			example.WriteString(strings.TrimPrefix(line, "    "))
		}
	}
	n := 0
	for e := range (record.Cairn{}).Read(strings.NewReader(example.String()), record.Options{}) {
		n++
		if e.Err != nil || len(e.Warnings) > 0 {
			t.Fatal(e.Err, e.Warnings)
		}
		var again strings.Builder
		if _, err := (record.Cairn{}).Write(&again, e.Record); err != nil {
			t.Fatal(err)
		}
		if strings.TrimSpace(again.String()) != strings.TrimSpace(example.String()) {
			t.Errorf("the example is not canonical, that is\n%s", again.String())
		}
	}
	if n != 1 {
		t.Errorf("%d records in the example", n)
	}
}
