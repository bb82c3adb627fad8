package record_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/recordtest"
)

// TestJSONLayouts reads the same games a line each, over several lines, and in arrays; a
// broken one does not spoil the next.
func TestJSONLayouts(t *testing.T) {
	const a, b = `{"game":"dvonn","moves":["e3"],"tags":{"First":"{\"[Ann"}}`, `{"game":"dvonn","moves":["f3","g3"]}`
	pretty := strings.NewReplacer(`,"`, ",\n  \"", `{"g`, "{\n  \"g", `]}`, "]\n}", `}}`, "}\n}")
	for name, text := range map[string]string{
		"lines": a + "\n" + b + "\n", "no line end": a + "\r\n\r\n" + b, "one line": a + b, "pretty": pretty.Replace(a) + "\n" + pretty.Replace(b) + "\n",
		"array": "[" + a + "," + b + "]", "object": `{"games":[` + a + "," + b + "]}", "pretty object": "{\n  \"games\" : [\n" + pretty.Replace(a) + ",\n" + pretty.Replace(b) + "\n  ]\n}\n",
		"array of lines": "\uFEFF[\n" + a + ",\n" + b + "\n]\n", "pretty array": "[\n" + pretty.Replace(a) + " ,\n" + pretty.Replace(b) + "\n]",
		"broken": a + "\n{\"game\":\"dvonn\",\"moves\":[\n" + b, "broken pretty": pretty.Replace(a) + "\n{\n  \"game\":\"dvonn\",\n\"x\n" + b, "a word": "nothing\n" + a + "\n" + b,
	} {
		if name != "a word" && !(record.JSON{}).Detect([]byte(text)) {
			t.Errorf("%s: not recognized", name)
		}
		var got []string
		errs := 0
		for e := range (record.JSON{}).Read(strings.NewReader(text), record.Options{}) {
			if e.Err != nil {
				errs++
				continue
			}
			got = append(got, e.Record.Texts()...)
		}
		want := 0
		if strings.HasPrefix(name, "broken") || name == "a word" {
			want = 1
		}
		if strings.Join(got, " ") != "e3 f3 g3" || errs != want {
			t.Errorf("%s: %v and %d errors, want %d", name, got, errs, want)
		}
	}
}

// TestJSONPlaces names line and character of an error, also within an object over several
// lines.
func TestJSONPlaces(t *testing.T) {
	for e := range (record.JSON{}).Read(strings.NewReader("\n{\n  \"game\": \"dvonn\",\n  \"moves\": [x]\n}\n"), record.Options{File: "a.json"}) {
		if want := "a.json:4: game 1: not a JSON object: character 13 of the line, \"x\", does not belong there"; e.Err == nil || e.Err.Error() != want {
			t.Errorf("%v, want %s", e.Err, want)
		}
	}
}

// TestJSONNotes ignores notes that cannot be of the moves, with a warning.
func TestJSONNotes(t *testing.T) {
	for notes, sound := range map[string]bool{
		`[null,{"comment":"good","glyphs":[1],"clock":1500,"eval":"win 3","variations":[{"moves":["f3"],"times":[20]}]}]`: true,
		`[]`: true, `null`: true,
		`{}`: false, `[1]`: false, `[null,null,null]`: false, `[{"glyphs":[1]}]`: false, `[null,{"glyphs":[256]}]`: false, `[null,{"clock":-1}]`: false,
		`[null,{"eval":"good"}]`: false, `[null,{"color":"red"}]`: false, `[null,{"variations":[{"moves":["f3"],"times":[]},{"moves":["g3"],"times":[1,2]}]}]`: false,
	} {
		for e := range (record.JSON{}).Read(strings.NewReader(`{"game":"dvonn","moves":["e3"],"notes":`+notes+`}`), record.Options{}) {
			if e.Err != nil || sound != (len(e.Warnings) == 0) {
				t.Errorf("%s: %v, %v", notes, e.Err, e.Warnings)
			}
		}
	}
}

// TestJSONTrees writes 10,000 random game trees with everything a record holds, reads them
// as one file, and writes them again: not one byte differs.
func TestJSONTrees(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 400
	}
	const together = 200
	branches := 0
	for seed := 0; seed < n; seed += together {
		var text, again bytes.Buffer
		for i := range together {
			all := games.All()
			r := recordtest.Random(all[i%len(all)], rand.New(rand.NewPCG(uint64(seed+i), 7)))
			if warnings, err := (record.JSON{}).Write(&text, r); err != nil || len(warnings) > 0 {
				t.Fatal(warnings, err)
			}
			for _, m := range r.Moves {
				branches += len(m.Variations)
			}
		}
		for e := range (record.JSON{}).Read(bytes.NewReader(text.Bytes()), record.Options{}) {
			if e.Err != nil {
				t.Fatal(e.Err)
			}
			if _, err := (record.JSON{}).Write(&again, e.Record); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(text.Bytes(), again.Bytes()) {
			t.Fatalf("trees %d to %d changed", seed, seed+together-1)
		}
	}
	if branches < n {
		t.Errorf("%d variations are too few for this test", branches)
	}
}
