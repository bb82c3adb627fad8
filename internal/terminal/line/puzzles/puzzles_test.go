package puzzles

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/puzzle/packs"
	"cairn.example/internal/study/training"
	"cairn.example/internal/study/training/trainingtest"
	"cairn.example/internal/terminal/computer"
	"cairn.example/internal/terminal/line"
)

// memory keeps a progress for the time of a test.
type memory struct{ *training.Progress }

func (m memory) Read() (*training.Progress, error) { return training.Parse(m.Text()) }

func (m memory) Change(change func(*training.Progress)) error {
	change(m.Progress)
	return nil
}

// unkept keeps a progress for the time of a test, as a store does that can write nothing.
type unkept struct {
	memory
	changed bool
}

func (u *unkept) Change(change func(*training.Progress)) error {
	change(u.Progress)
	if u.changed {
		return nil
	}
	u.changed = true
	return &training.UnkeptError{Err: errors.New("no space is left")}
}

// TestUnkept: where nothing can be kept a line says so, and training goes on.
func TestUnkept(t *testing.T) {
	l, out := newTraining(t, "en", "dvonn", "show", "show")
	store := &unkept{memory: memory{training.New()}}
	l.Trainer.Store = store
	if err := l.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "No space is left"); n != 1 {
		t.Errorf("said %d times:\n%s", n, out)
	}
	if tried, _ := store.Tried("dvonn"); tried != 2 {
		t.Errorf("%d of 2 puzzles count", tried)
	}
}

// TestStrangeInput: a mark in front of the first line is none of it, and a line without
// an end is not kept in memory.
func TestStrangeInput(t *testing.T) {
	l, out := newTraining(t, "en", "dvonn", "\ufeffthemes", strings.Repeat("x", 3<<20), "rating")
	if err := l.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Themes: ", "This line is too long", "Your rating in DVONN: "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%.3000s", want, out)
		}
	}
}

// newTraining returns training with games of the first puzzles only, a fixed clock and
// no chance, and what it says.
func newTraining(t *testing.T, lang, id string, lines ...string) (*solver, *bytes.Buffer) {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	trainer := &training.Trainer{
		Store: memory{training.New()}, Packs: []training.Pack{{Game: g, Puzzles: mustPack(t, id)}}, Chance: func(int) int { return 0 },
		Now: func() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) },
	}
	out := &bytes.Buffer{}
	o := Options{
		Trainer: trainer, Catalog: i18n.New(lang),
		Board: func(w io.Writer, _ game.Position, _ game.Move, p game.Position) error {
			_, err := fmt.Fprintln(w, "board of", p)
			return err
		},
		Refute: func(ctx context.Context, before game.Position, m game.Move, want puzzle.Result) say.Refutation {
			return computer.Refute(ctx, before, m, want, engine.Limits{MoveTime: 1500 * time.Millisecond})
		},
		Explain:    computer.Explain,
		StoreError: func(err error) error { return err },
	}
	in := strings.NewReader(strings.Join(lines, "\n") + "\n")
	return &solver{Options: o, in: bufio.NewReader(in), out: bufio.NewWriter(out)}, out
}

// twin returns the puzzle that training begins with.
func twin(t *testing.T, id string, daily bool) *training.Task {
	t.Helper()
	l, _ := newTraining(t, "en", id)
	var task *training.Task
	var err error
	if daily {
		task, _, _, err = l.Trainer.OfDay()
	} else {
		task, err = l.Trainer.Next()
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
			l.out.Flush()
			p, err := l.Trainer.Store.Read()
			if err != nil || p.Rating(id).Rating <= 1500 || p.Run != 1 {
				t.Errorf("after a solution: %+v, %v", p, err)
			}
			if reasons := computer.Explain(task); strings.Contains(out.String(), "Why: ") != (len(reasons) > 0) {
				t.Errorf("of the reasons %v is said:\n%s", reasons, out)
			} else if id == "lyngk" && len(reasons) == 0 {
				t.Error("the puzzle of LYNGK has no reason that could be said")
			}
			for _, want := range []string{"Solved.", "Themes: ", "1 right in a row", "find the only move that"} {
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
			l.out.Flush()
			p, err = l.Trainer.Store.Read()
			if err != nil || p.Rating(id).Rating >= 1500 || p.Run != 0 {
				t.Errorf("after a failure: %+v, %v", p, err)
			}
			if text := out.String(); !strings.Contains(text, wrong+" is wrong") || !strings.Contains(text, "Solved.") {
				t.Errorf("said:\n%s", out)
			}
			later := &training.Trainer{Store: l.Trainer.Store, Packs: l.Trainer.Packs, Chance: l.Trainer.Chance, Now: func() time.Time {
				return time.Date(2026, 11, 23, 13, 0, 0, 0, time.UTC)
			}}
			if again, err := later.Next(); err != nil || again.Puzzle.ID != task.Puzzle.ID || !again.Repeated {
				t.Errorf("the failure does not come back: %+v, %v", again, err)
			}
		})
	}
}

// TestTrainHint solves a puzzle with a hint, which names the stack and not the move, and
// does not count as solved.
func TestTrainHint(t *testing.T) {
	task := twin(t, "dvonn", false)
	from, _, _ := strings.Cut(task.Puzzle.Line[0][0], "-")
	l, out := newTraining(t, "en", "dvonn", append([]string{"HINT"}, append(solution(task.Puzzle), "quit")...)...)
	if err := l.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.out.Flush()
	if text := out.String(); !strings.Contains(text, "The right move starts on "+from+".\nWith a hint, it doesn’t count as solved.\n") || !strings.Contains(text, "Solved.") {
		t.Errorf("said:\n%s", text)
	}
	if p, err := l.Trainer.Store.Read(); err != nil || p.Rating("dvonn").Rating >= 1500 || p.Run != 0 {
		t.Errorf("after a hint: %+v, %v", p, err)
	}
}

// TestTrainUnknown tells words that are no command from moves that are none.
func TestTrainUnknown(t *testing.T) {
	l, out := newTraining(t, "en", "dvonn", "undo", "e9-e5")
	if err := l.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.out.Flush()
	text := out.String()
	if !strings.Contains(text, "Unknown command “undo”") || !strings.Contains(text, "The board has no space e9.") {
		t.Errorf("said:\n%s", text)
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
	l.out.Flush()
	if text := out.String(); !strings.HasSuffix(text, "Cairn: DVONN 2026-11-22 ✗\n") || strings.Contains(text, "Solved") {
		t.Errorf("said:\n%s", text)
	}
	again, out := newTraining(t, "en", "dvonn")
	again.Daily, again.Trainer.Store = true, l.Trainer.Store
	if err := again.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	again.out.Flush()
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
	if err := l.Trainer.Keep(elsewhere); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if _, err := l.do(t.Context(), line); err != nil {
			t.Fatal(line, err)
		}
	}
	l.out.Flush()
	text := out.String()
	if n := strings.Count(text, "With --daily there is this one puzzle"); n != 3 || !strings.Contains(text, "Themes: ") || !strings.Contains(text, "Solved.") {
		t.Errorf("refused %d times, said:\n%s", n, text)
	}
	p, err := l.Trainer.Store.Read()
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
	l.out.Flush()
	if text := out.String(); l.Trainer.Theme != "" || !strings.Contains(text, "No puzzles of that kind.") || strings.Count(text, ", puzzle ") != 2 || !strings.Contains(text, "Themes: ") {
		t.Errorf("theme %q, said:\n%s", l.Trainer.Theme, text)
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
	for _, lang := range i18n.Languages() {
		l, out := newTraining(t, lang.Code, "lyngk", "", "help", "look", "themes", "theme luck", "theme six", "theme quiet", "rating", "hint", "next", "nonsense", "show", "q", "unread")
		if err := l.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		l.out.Flush()
		if text := out.String(); strings.Contains(text, "cli.train") || strings.Contains(text, "{") || l.Trainer.Theme != "quiet" {
			t.Errorf("%s: theme %s, said:\n%s", lang.Code, l.Trainer.Theme, text)
		}
	}
}

// The answer is drawn on the board where boards are drawn: after "show", and after the one
// try at the puzzle of the day.
func TestAnswerIsDrawn(t *testing.T) {
	for _, daily := range []bool{false, true} {
		for _, boards := range []line.Boards{line.BoardsOn, line.BoardsAuto, line.BoardsOff} {
			task := twin(t, "lyngk", daily)
			typed := []string{"show", "quit"}
			if daily {
				typed = []string{trainingtest.WrongMove(t, task)}
			}
			l, _ := newTraining(t, "en", "lyngk", typed...)
			l.Daily, l.Boards, l.Interactive = daily, boards, true
			var drawn []string
			l.Board = func(_ io.Writer, before game.Position, m game.Move, _ game.Position) error {
				if m != 0 {
					drawn = append(drawn, before.Game().MoveText(m))
				}
				return nil
			}
			if err := l.run(t.Context()); err != nil {
				t.Fatal(err)
			}
			want := []string{task.Puzzle.Line[0][0]}
			if boards == line.BoardsOff {
				want = nil
			}
			if !slices.Equal(drawn, want) {
				t.Errorf("of the day %v, boards %v: drawn after %v, want %v", daily, boards, drawn, want)
			}
		}
	}
}
