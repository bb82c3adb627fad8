package record_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/record"
)

// written returns what a format writes of a record.
func written(t *testing.T, f record.Format, r *record.Record) (string, []record.Warning) {
	t.Helper()
	var b strings.Builder
	warnings, err := f.Write(&b, r)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), warnings
}

// readCairn reads a text of our own format as one record.
func readCairn(t *testing.T, text string) record.Entry {
	t.Helper()
	all := readAll(record.Cairn{}, text)
	if len(all) != 1 {
		t.Fatalf("%q has %d records", text, len(all))
	}
	return all[0]
}

// TestGlyphNumbers: a glyph is a number up to 255.
func TestGlyphNumbers(t *testing.T) {
	e := readCairn(t, "[Game \"dvonn\"]\n\n1. d3 $255 *\n")
	if e.Err != nil || !slices.Equal(e.Record.Moves[0].NAGs, []uint8{255}) {
		t.Errorf("%+v, %v", e.Record, e.Err)
	}
	for _, bad := range []string{"$256", "$", "$x", "$-1"} {
		var err *record.Error
		if e := readCairn(t, "[Game \"dvonn\"]\n\n1. d3 "+bad+" *\n"); !errors.As(e.Err, &err) || err.Code != "record.glyph_number" {
			t.Errorf("%s: %v", bad, e.Err)
		}
	}
}

// TestTagsWithoutQuotes: what stands where the value of a tag should is no value.
func TestTagsWithoutQuotes(t *testing.T) {
	for text, code := range map[string]string{
		`[Game dvonn"]`:   "record.tag_value",
		`[Game]`:          "record.tag_value",
		`[Game`:           "record.tag_value",
		`["dvonn"]`:       "record.tag_start",
		`[Game "dvonn" x`: "record.tag_end",
		`[Game "dvonn"`:   "record.tag_end",
	} {
		var err *record.Error
		if e := readCairn(t, text+"\n\n1. d3 *\n"); !errors.As(e.Err, &err) || err.Code != code {
			t.Errorf("%s: %v, want %s", text, e.Err, code)
		}
	}
}

// TestResultWords: results are read in any case, by the words of the game and by the marks.
func TestResultWords(t *testing.T) {
	for word, want := range map[string]game.Outcome{
		"w": game.FirstWins, " W ": game.FirstWins, "B": game.SecondWins, "Draw": game.Draw, "ONGOING": game.Ongoing, "1-0": game.FirstWins, "1/2-1/2": game.Draw,
	} {
		termination := "resignation"
		if want == game.Draw {
			termination = "agreement"
		}
		e := readCairn(t, "[Game \"dvonn\"]\n[Result \""+word+"\"]\n[Termination \""+strings.ToUpper(termination)+"\"]\n\n1. d3\n")
		if e.Err != nil || e.Record.Result != want || string(e.Record.Termination) != termination {
			t.Errorf("%q is read as %+v, %v", word, e.Record, e.Err)
		}
	}
}

// TestNumbersCountFirst: numbers count the moves of First, so where Second begins the first
// number has one move.
func TestNumbersCountFirst(t *testing.T) {
	r := &record.Record{
		Game: "lyngk", Start: "./I,.,.,B/R,.,.,.,.,.,K/.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,J/. 2 -:- 0:0",
		Line: moves("b4-b1", "c1-c7"),
	}
	text, _ := written(t, record.Cairn{}, r)
	if want := "\n1... b4-b1 2. c1-c7 "; !strings.Contains(text, want) {
		t.Errorf("written as %q, want %q", text, want)
	}
}

// TestTagsTwice: JSON has no name twice in an object, so it has a list then.
func TestTagsTwice(t *testing.T) {
	r := &record.Record{Game: "dvonn", Line: moves("d3"), Tags: []record.Tag{{Name: "Site", Value: "here"}, {Name: "Site", Value: "there"}}}
	text, warnings := written(t, record.JSON{}, r)
	if len(warnings) != 0 || !strings.Contains(text, `"tags":[["Site","here"],["Site","there"]]`) {
		t.Errorf("warnings %v: %s", warnings, text)
	}
	all := readAll(record.JSON{}, text)
	if len(all) != 1 || all[0].Err != nil || len(all[0].Warnings) != 0 || !slices.Equal(all[0].Record.Tags, r.Tags) {
		t.Errorf("%s is read as %+v", text, all)
	}
}

// TestPlacesBackwards: places need not be asked for in their order.
func TestPlacesBackwards(t *testing.T) {
	c := record.Chunk{Text: "a\nb\nc\n", Line: 7, Offset: 100}
	for _, test := range []struct{ pos, line int }{{4, 9}, {2, 8}, {0, 7}, {3, 8}, {99, 10}, {1, 7}} {
		if p := c.Place(test.pos); p.Line != test.line || p.Offset != 100+int64(min(test.pos, len(c.Text))) {
			t.Errorf("byte %d is in line %d at %d, want line %d", test.pos, p.Line, p.Offset, test.line)
		}
	}
}
