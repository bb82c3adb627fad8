package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/cmd/cairn-wasm/worker/workertest"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/setup"
	"cairn.example/record"
)

// put asks as [workertest.Ask] does.
func put(t *testing.T, q message.FileQuestion, out any) *message.Refusal {
	t.Helper()
	return workertest.Ask(t, program().Ask, q, out)
}

// TestRecords writes a game with all a record can hold in our own format and
// reads it back, and finds each format able to hold at least its moves.
func TestRecords(t *testing.T) {
	ms := int64(61_500)
	in := message.GameRecord{
		Game: "dvonn", First: "Anna", Second: "Ben", Result: "second", Termination: "resignation", TimeControl: "300+3",
		Tags: []message.Tag{{Name: "Event", Value: "Club"}}, Note: &message.Note{Comment: "A calm start."},
		Moves: []message.RecordMove{
			{Text: "e3", NAGs: []int{1}, Note: &message.Note{Clock: &ms, Took: &ms, Eval: "0.4", Commands: []message.Tag{{Name: "mark", Value: "e3"}}}},
			{Text: "f3", Variations: []message.RecordLine{{Moves: []message.RecordMove{{Text: "a1", Note: &message.Note{Comment: "Too far."}}}}}},
		},
	}
	var list []message.Format
	put(t, message.FileQuestion{Op: "formats"}, &list)
	if len(list) < 3 {
		t.Fatalf("formats %v", list)
	}
	var out message.Exported
	if r := put(t, message.FileQuestion{Op: "export", Record: &in, Format: "cairn"}, &out); r != nil {
		t.Fatal(r)
	}
	var back []message.RecordEntry
	put(t, message.FileQuestion{Op: "import", Data: []byte(out.Text), Name: "x.cairn"}, &back)
	if len(back) != 1 || back[0].Error != nil {
		t.Fatalf("read back %+v", back)
	}
	in.Start = back[0].Record.Start // the only start of this game is filled in
	got, _ := json.Marshal(back[0].Record)
	want, _ := json.Marshal(in)
	if string(got) != string(want) {
		t.Errorf("wrote %s\nread  %s", want, got)
	}
	in.Moves = append(in.Moves, message.RecordMove{Text: "e3"})
	if r := put(t, message.FileQuestion{Op: "export", Record: &in, Format: "cairn"}, nil); r == nil || r.Clause != "2.1" ||
		r.Code != "record.illegal" || r.Why == nil || r.Why.Code != "dvonn.occupied" || r.Place == nil || r.Place.Ply != 3 {
		t.Errorf("an illegal move is exported: %+v", r)
	}
	if r := put(t, message.FileQuestion{Op: "export", Format: "cairn"}, nil); r == nil {
		t.Error("no record is exported")
	}
	put(t, message.FileQuestion{Op: "import", Data: []byte("no game at all")}, &back)
	if len(back) != 1 || back[0].Error == nil || back[0].Error.Text == "" {
		t.Errorf("a file without a game is read as %+v", back)
	}
	back = nil
	put(t, message.FileQuestion{Op: "import", Data: []byte("[Game \"dvonn\"]\n[Result \"5\"]\n\n1. d3 *\n"), Name: "x"}, &back)
	if len(back) != 1 || back[0].Error != nil || len(back[0].Warnings) != 1 {
		t.Fatalf("a doubtful record is read as %+v", back)
	}
	if w := back[0].Warnings[0]; w.Code != "record.result_word" || w.Args["word"] != "5" || w.Place == nil || w.Place.Game != 1 || w.Text == "" {
		t.Errorf("it is warned of with %+v", w)
	}
}

// TestFormatsNameTheirGames keeps formats from being offered for games that they
// cannot hold.
func TestFormatsNameTheirGames(t *testing.T) {
	got := map[string]string{}
	for _, f := range listFormats() {
		got[f.Name] = strings.Join(f.Games, " ")
	}
	if got["codecup"] != "dvonn" || strings.Contains(got["pbm"], "dvonn") || !strings.Contains(got["pbm"], "lyngk") {
		t.Errorf("codecup holds %q, pbm %q", got["codecup"], got["pbm"])
	}
	if !strings.Contains(got["cairn"], "dvonn") || !strings.Contains(got["cairn"], "lyngk6") {
		t.Errorf("cairn holds %q", got["cairn"])
	}
}

// A file of more games than a page is given says so.
func TestTooManyGames(t *testing.T) {
	one := "[Game \"dvonn\"]\n\n1. d3 *\n\n"
	for n, want := range map[int]int{maxEntries: maxEntries, maxEntries + 2: maxEntries + 1} {
		list := importRecords([]byte(strings.Repeat(one, n)), "", "dvonn")
		if len(list) != want {
			t.Fatalf("%d games: %d entries", n, len(list))
		}
		last := list[len(list)-1].Error
		if said := last != nil && last.Code == "ui.import.rest"; said != (n > maxEntries) {
			t.Errorf("%d games: the last entry has the error %+v", n, last)
		}
	}
}

const dvonnEmpty = ".,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w place"

// The page takes the types of answers from message.FileAnswers.
func TestAnswersHaveTheTypesPromised(t *testing.T) {
	promised := reflect.TypeFor[message.FileAnswers]()
	for op, q := range map[string]message.FileQuestion{
		"Formats": {Op: "formats"},
		"Import":  {Op: "import", Data: []byte("[Game \"dvonn\"]\n\n1. d3 *\n")},
		"Export":  {Op: "export", Record: &message.GameRecord{Game: "dvonn"}, Format: "json"},
		"Record":  {Op: "record", Log: &message.Log{V: 1, Terms: message.Terms{V: 1, Game: "dvonn", Control: "-"}}},
		"Log":     {Op: "log", Record: &message.GameRecord{Game: "dvonn", Result: "ongoing"}},
		"Drawn":   {Op: "drawn", Record: &message.GameRecord{Game: "dvonn", Start: dvonnEmpty, Result: "ongoing"}},
	} {
		f, ok := promised.FieldByName(op)
		if !ok {
			t.Fatalf("nothing is promised for %s", op)
		}
		got, err := answer(&q)
		if is := reflect.TypeOf(got); err != nil || is != f.Type && is != reflect.PointerTo(f.Type) {
			t.Errorf("%s is answered with %v (%v), promised is %v", op, is, err, f.Type)
		}
	}
}

// The draw of a table is checked here as on the command line.
func TestDrawn(t *testing.T) {
	d := setup.Draw{
		Table: "abcdefg2", Secret: strings.Repeat("0a", setup.Bytes),
		Nonces: [2]string{strings.Repeat("1b", setup.Bytes), strings.Repeat("2c", setup.Bytes)},
	}
	p := games.All()[0].Start(d.Seed())
	r := &record.Record{Game: p.Game().ID(), Start: p.String(), Seed: d.Seed(), Tags: setup.Tags(d, d.Table, d.Commit(), setup.SidesChosen, game.First)}
	var got message.Drawn
	if refusal := put(t, message.FileQuestion{Op: "drawn", Record: message.FromRecord(r)}, &got); refusal != nil || !got.Valid || got.Error != nil {
		t.Errorf("a sound draw: %+v, %+v", got, refusal)
	}
	r.SetTag(setup.TagCommit, setup.Commit("abcdefg3", d.Secret))
	got = message.Drawn{}
	if refusal := put(t, message.FileQuestion{Op: "drawn", Record: message.FromRecord(r)}, &got); refusal != nil || got.Valid ||
		got.Error == nil || got.Error.Code != setup.BadCommit || got.Error.Text == "" {
		t.Errorf("another commit: %+v, %+v", got, refusal)
	}
	if refusal := put(t, message.FileQuestion{Op: "drawn"}, &got); refusal == nil {
		t.Error("no record is checked")
	}
}
