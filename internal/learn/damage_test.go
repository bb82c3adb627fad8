package learn

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/judge"
	"cairn.example/players"
)

// isAbout reports whether err is the error of a code that names the file and the line, "" for
// no line.
func isAbout(err error, code, file, line string) bool {
	var e *game.Error
	return errors.As(err, &e) && e.Code == code && e.Args["file"] == file && e.Args["line"] == line && !Refused(err)
}

// Whatever file of a run is damaged, the error names it, with the line where it has lines
// that can be mended, and the step that reads it ends.
func TestDamagedFiles(t *testing.T) {
	run := openTiny(t, t.TempDir())
	start := dvonn.Game.StartFull("a").String()
	line := func(text string) string { p := Position{Game: 5, Text: text}; return string(p.appendLine(nil)) }
	shard := run.shard(0)
	manifest := filepath.Join(run.Dir, "manifest.json")
	settings, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	open := func() error { _, err := Open(run.Dir, Settings{}); return err }
	load := func() error { _, _, err := run.load(viewOfCounts(players.Counts(dvonn.Game)[0]), 0.7); return err }
	openings := func() error { _, err := run.Openings(OpeningSettings{Limit: 50, Count: 1}); return err }
	fit := func() error { _, err := run.Fit(t.Context(), "a", DefaultFit(), Options{}); return err }
	report := func() error { _, err := run.Report(judge.Curve{}.Chance); return err }
	check := func() error { _, err := run.CheckTruth(t.Context(), "linear", 1, 1, Options{}); return err }
	mine := func() error {
		return run.MineTruth(t.Context(), TruthSettings{Nodes: 1}, Options{Workers: 1})
	}
	net, loss, gate := run.Path(Rejected, "n", ".net"), run.Path(Rejected, "n", ".loss"), run.Path(Rejected, "n", ".gate")
	header := `{"shard":1,"game":"dvonn"}` + "\n"
	for _, test := range []struct {
		file, data string
		packed     bool // by gzip
		step       func() error
		code, line string
	}{
		{shard, "", false, load, "learn.shard", ""},
		{shard, "no gzip data", false, load, "learn.shard", ""},
		{shard, "", true, load, "learn.shard", ""},
		{shard, "{}\n", true, load, "learn.shard_line", "1"},
		{shard, "hello\n", true, load, "learn.shard_line", "1"},
		{shard, `{"shard":9}` + "\n", true, load, "learn.version", ""},
		{shard, header + line(start) + "1|2\n", true, load, "learn.shard_line", "3"},
		{shard, header + line("nowhere"), true, load, "learn.position", ""},
		{shard, header + line("nowhere"), true, openings, "learn.position", ""},
		{shard, header + line("nowhere"), true, fit, "learn.position", ""},
		{manifest, "{\n\"version\": 1,\n\"seed\": 7\n}", false, open, "learn.manifest", "3"},
		{manifest, "{\n\"version\": 1,\n", false, open, "learn.manifest", "3"},
		{manifest, `{"version": 9}`, false, open, "learn.version", ""},
		{string(run.truths()), `{"outcome":"unproved"` + "\n", false, check, "learn.truth_line", "1"},
		{string(run.truths()), `{"stacks":26,"outcome":"loss"}` + "\n" + `{"stacks":26,"outcome":"win","position":"x"}` + "\n", false, check, "learn.truth_position", "2"},
		{string(run.truths()), `{"stacks":26,"outcome":"loss"}` + "\n" + `{"stacks":26,"outcome":"unproved","position":"x"}` + "\n", false, mine, "learn.truth_position", "2"},
		{net, "CAIRNDNS and no more", false, report, "learn.net", ""},
		{net, "something else", false, report, "learn.net", ""},
		{loss, "x", false, func() error { _, err := readLoss(loss); return err }, "learn.log", ""},
		{loss, string(make([]byte, 1<<17)), false, func() error { _, err := readLoss(loss); return err }, "learn.log", ""},
		{gate, "x", false, func() error { _, err := readGate(gate); return err }, "learn.log", ""},
	} {
		data := []byte(test.data)
		if test.packed {
			data = gzipped(t, data)
		}
		if err := files.Write(test.file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := test.step(); !isAbout(err, test.code, test.file, test.line) {
			t.Errorf("%s with %.60q: %v, want %s, line %s", filepath.Base(test.file), test.data, err, test.code, test.line)
		}
		if err := os.Remove(test.file); err != nil {
			t.Fatal(err)
		}
		if err := files.Write(manifest, settings, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A file of games that belongs to another gate is not gone on with.
func TestGateOfOtherGames(t *testing.T) {
	run := openTiny(t, t.TempDir())
	if err := run.SelfPlay(context.Background(), 4, Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Fit(t.Context(), "n", FitSettings{Knots: 1, Epochs: 1, Batch: 8, Rate: 0.01}, Options{}); err != nil {
		t.Fatal(err)
	}
	games := run.Path(Candidate, "n", ".games")
	if err := os.WriteFile(games, []byte("not a match\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := run.Gate(t.Context(), "n", Options{})
	if !isAbout(err, "learn.games", games, "") {
		t.Errorf("the games of another match: %v", err)
	}
	if data, err := os.ReadFile(games); err != nil || string(data) != "not a match\n" {
		t.Errorf("they were changed: %q, %v", data, err)
	}
}

// gzipped returns data packed by gzip.
func gzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
