package main

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/games"
	"cairn.example/internal/i18n"
	"cairn.example/internal/puzzle"
	"cairn.example/internal/puzzle/packs"
	"cairn.example/internal/training"
	"cairn.example/internal/training/trainingtest"
)

// newTraining returns line training with games of the first puzzles only, a fixed clock
// and no chance, and what it says.
func newTraining(t *testing.T, lang, id string, lines ...string) (*lineTraining, *bytes.Buffer) {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	pack, err := packs.Of(id)
	if err != nil {
		t.Fatal(err)
	}
	file := &trainingFile{filepath.Join(t.TempDir(), "deep", "training.json")}
	trainer := &training.Trainer{
		Store: file, Packs: []training.Pack{{Game: g, Puzzles: pack}}, Chance: func(int) int { return 0 },
		Now: func() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) },
	}
	out := &bytes.Buffer{}
	catalog := i18n.New(lang)
	s := &streams{out: bufio.NewWriter(out), err: out, catalog: catalog}
	return &lineTraining{
		trainCmd: &trainCmd{Plain: true, Board: "auto"}, s: s, t: catalog.T, trainer: trainer, file: file,
		in: bufio.NewReader(strings.NewReader(strings.Join(lines, "\n") + "\n")),
	}, out
}

// twin returns the puzzle that training begins with.
func twin(t *testing.T, id string, daily bool) *training.Task {
	t.Helper()
	l, _ := newTraining(t, "en", id)
	var task *training.Task
	var err error
	if daily {
		task, _, _, err = l.trainer.OfDay()
	} else {
		task, err = l.trainer.Next()
	}
	if err != nil || task == nil {
		t.Fatal(err)
	}
	return task
}

// solution returns the solver's moves.
func solution(z *puzzle.Puzzle) []string {
	var moves []string
	for i := 0; i < len(z.Line); i += 2 {
		moves = append(moves, z.Line[i][0])
	}
	return moves
}

func TestTrain(t *testing.T) {
	for _, id := range []string{"lyngk", "lyngk6", "dvonn"} {
		t.Run(id, func(t *testing.T) {
			task := twin(t, id, false)
			wrong := trainingtest.WrongMove(t, task)

			// Solved at once: the rating rises, and the next puzzle comes.
			l, out := newTraining(t, "en", id, append(solution(task.Puzzle), "quit")...)
			if err := l.run(context.Background()); err != nil {
				t.Fatal(err)
			}
			l.s.out.Flush()
			p, err := l.file.Read()
			if err != nil || p.Rating(id).Rating <= 1500 || p.Run != 1 {
				t.Errorf("after a solution: %+v, %v", p, err)
			}
			for _, want := range []string{"Solved.", "Why: ", "Themes: ", "1 right in a row", "find the only move that"} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q is not said:\n%s", want, out)
				}
			}
			if n := strings.Count(out.String(), ", puzzle "); n != 2 {
				t.Errorf("%d puzzles were shown:\n%s", n, out)
			}

			// After a wrong move the same puzzle can still be solved, which does not count.
			l, out = newTraining(t, "en", id, append([]string{"b1-b1", wrong}, append(solution(task.Puzzle), "quit")...)...)
			if err := l.run(context.Background()); err != nil {
				t.Fatal(err)
			}
			l.s.out.Flush()
			p, err = l.file.Read()
			if err != nil || p.Rating(id).Rating >= 1500 || p.Run != 0 {
				t.Errorf("after a failure: %+v, %v", p, err)
			}
			if text := out.String(); !strings.Contains(text, wrong+" is wrong") || !strings.Contains(text, "Solved.") {
				t.Errorf("said:\n%s", out)
			}
			later := &training.Trainer{Store: l.file, Packs: l.trainer.Packs, Chance: l.trainer.Chance, Now: func() time.Time {
				return time.Date(2026, 11, 23, 13, 0, 0, 0, time.UTC)
			}}
			if again, err := later.Next(); err != nil || again.Puzzle.ID != task.Puzzle.ID || !again.Repeated {
				t.Errorf("the failure does not come back: %+v, %v", again, err)
			}
		})
	}
}

func TestTrainDaily(t *testing.T) {
	task := twin(t, "dvonn", true)
	if want := puzzle.OfDay("dvonn", 21, len(mustPack(t, "dvonn"))) + 1; task.Day != 21 || task.Puzzle.ID != want {
		t.Errorf("day %d has puzzle %d, want %d", task.Day, task.Puzzle.ID, want)
	}
	l, out := newTraining(t, "en", "dvonn", trainingtest.WrongMove(t, task), "unread")
	l.Daily = true
	if err := l.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	l.s.out.Flush()
	if text := out.String(); !strings.HasSuffix(text, "Cairn: DVONN 2026-11-22 ✗\n") || strings.Contains(text, "Solved") {
		t.Errorf("said:\n%s", text)
	}
	again, out := newTraining(t, "en", "dvonn")
	again.Daily, again.trainer.Store, again.file = true, l.file, l.file
	if err := again.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	again.s.out.Flush()
	if text := out.String(); text != "You have tried the puzzle of the day already.\nCairn: DVONN 2026-11-22 ✗\n" {
		t.Errorf("said:\n%s", text)
	}
}

// TestTrainDailyElsewhere asks for another puzzle while that of the day was tried in
// another window: there is none, and the one on the screen stays.
func TestTrainDailyElsewhere(t *testing.T) {
	task := twin(t, "dvonn", true)
	lines := append([]string{"next", "theme", "theme isolation", "themes", "look"}, solution(task.Puzzle)...)
	l, out := newTraining(t, "en", "dvonn", append(lines, "unread")...)
	l.Daily = true
	if done, err := l.next(); done || err != nil {
		t.Fatal(done, err)
	}
	elsewhere := twin(t, "dvonn", true)
	elsewhere.Failed = true
	if err := l.trainer.Keep(elsewhere); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if _, err := l.do(t.Context(), line); err != nil {
			t.Fatal(line, err)
		}
	}
	l.s.out.Flush()
	text := out.String()
	if n := strings.Count(text, "With --daily there is this one puzzle"); n != 3 || !strings.Contains(text, "Themes: ") || !strings.Contains(text, "Solved.") {
		t.Errorf("refused %d times, said:\n%s", n, text)
	}
	p, err := l.file.Read()
	if right, tried := p.OfDay("dvonn", task.Day); err != nil || right || !tried {
		t.Errorf("the first try does not stand: %v, %v, %v", right, tried, err)
	}
}

// TestTrainThemeWithoutPuzzles goes on as before where a theme has no puzzles.
func TestTrainThemeWithoutPuzzles(t *testing.T) {
	l, out := newTraining(t, "en", "dvonn", "theme joker", "themes", "quit")
	if err := l.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.s.out.Flush()
	if text := out.String(); l.trainer.Theme != "" || !strings.Contains(text, "There is no puzzle of that kind.") || strings.Count(text, ", puzzle ") != 2 || !strings.Contains(text, "Themes: ") {
		t.Errorf("theme %q, said:\n%s", l.trainer.Theme, text)
	}
}

func mustPack(t *testing.T, id string) []puzzle.Puzzle {
	t.Helper()
	pack, err := packs.Of(id)
	if err != nil {
		t.Fatal(err)
	}
	return pack
}

// TestTrainCommands goes through the commands in each language.
func TestTrainCommands(t *testing.T) {
	for _, lang := range languages() {
		l, out := newTraining(t, lang, "lyngk", "", "help", "look", "themes", "theme luck", "theme six", "theme quiet", "rating", "next", "nonsense", "show", "q", "unread")
		if err := l.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		l.s.out.Flush()
		if text := out.String(); strings.Contains(text, "cli.train") || strings.Contains(text, "{") || l.trainer.Theme != "quiet" {
			t.Errorf("%s: theme %s, said:\n%s", lang, l.trainer.Theme, text)
		}
	}
}

// TestTrainingFile changes the file from many sides at once, and damages it.
func TestTrainingFile(t *testing.T) {
	l, _ := newTraining(t, "en", "lyngk")
	pack := l.trainer.Packs[0].Puzzles
	var wait sync.WaitGroup
	for i := range 12 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if err := l.file.Change(func(p *training.Progress) { p.Record("lyngk", &pack[i], true, l.trainer.Now()) }); err != nil {
				t.Error(err)
			}
		}()
	}
	wait.Wait()
	p, err := l.file.Read()
	if tried, _ := p.Tried("lyngk"); err != nil || tried != 12 {
		t.Errorf("%d of 12 are kept, %v", tried, err)
	}
	if err := os.WriteFile(l.file.path, p.Text()[:100], 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = l.file.Read()
	if said := trainingError(l.s.catalog, l.file.path, err).Error(); !strings.Contains(said, "is damaged; it was moved to training.json.damaged,") {
		t.Errorf("said: %s", said)
	}
	if p, err := l.file.Read(); err != nil || len(p.Games) != 0 {
		t.Errorf("after that: %+v, %v", p, err)
	}
	aside, err := filepath.Glob(l.file.path + ".damaged*")
	if err != nil || len(aside) != 1 {
		t.Errorf("aside: %v, %v", aside, err)
	}
}
