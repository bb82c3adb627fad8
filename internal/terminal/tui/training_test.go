package tui

import (
	"context"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/puzzle/packs"
	"cairn.example/internal/study/training"
	"cairn.example/internal/study/training/trainingtest"
)

// kept is a store in memory.
type kept struct{ p *training.Progress }

func (k *kept) Read() (*training.Progress, error) { return training.Parse(k.p.Text()) }

func (k *kept) Change(change func(*training.Progress)) error {
	change(k.p)
	return nil
}

// trained is a harness with puzzles of a game, which come in the order that no chance
// gives. A wrong move is refuted by the first reply, where refutes says so.
func trained(t *testing.T, lang, id string, daily, refutes bool) (*harness, *kept) {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	pack, err := packs.Of(id)
	if err != nil {
		t.Fatal(err)
	}
	store := &kept{training.New()}
	o := Options{Catalog: catalogOf(lang), Training: &Training{
		Trainer: &training.Trainer{
			Store: store, Packs: []training.Pack{{Game: g, Puzzles: pack}}, Chance: func(int) int { return 0 },
			Now: func() time.Time { return time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC) },
		},
		Daily: daily,
		Refute: func(_ context.Context, before game.Position, m game.Move, _ puzzle.Result) say.Refutation {
			after := before.Copy()
			if err := after.Play(m); err != nil {
				t.Errorf("an illegal move is refuted: %v", err)
			}
			if !refutes || after.Outcome() != game.Ongoing {
				return say.Refutation{Move: m, Outcome: after.Outcome(), Proved: after.Outcome() != game.Ongoing}
			}
			return say.Refutation{Move: m, Line: sorted(after)[:1], Outcome: game.Win(after.Side()), Proved: true}
		},
		Explain: func(task *training.Task) []say.Reason {
			return []say.Reason{{Key: "none.such", Text: "begins with " + task.Puzzle.Line[0][0]}}
		},
		ErrorText: func(err error) string { return err.Error() },
	}}
	return newHarness(t, o), store
}

// types plays a move by typing it.
func (r *harness) types(move string) {
	r.t.Helper()
	r.press(":")
	r.typeText(move)
	r.press("enter")
}

// said is the status, the messages and what is on the screen, with runs of blanks and
// line ends as one blank: in a panel beside the board texts are broken into lines.
func (r *harness) said() string {
	r.a.View()
	var list []string
	if gs := r.a.gameScreen(); gs != nil {
		list = append(list, gs.mode.notes().status.text)
		for _, m := range gs.messages {
			list = append(list, m.text)
		}
	}
	return strings.Join(strings.Fields(strings.Join(append(list, r.a.frame.plainText()), " ")), " ")
}

func (r *harness) mustSay(texts ...string) {
	r.t.Helper()
	for _, text := range texts {
		if !strings.Contains(r.said(), text) {
			r.t.Errorf("%q is not on the screen:\n%s", text, r.a.frame.plainText())
		}
	}
}

// solves plays the solution.
func (r *harness) solves(task *training.Task) {
	r.t.Helper()
	for !task.Solved() {
		r.types(task.Expected()[0])
	}
}

// mustMark demands that the board marks the answer of a task.
func (r *harness) mustMark(task *training.Task) {
	r.t.Helper()
	gs := r.gameScreen()
	m, err := gs.pos().ParseMove(task.Expected()[0])
	if err != nil {
		r.t.Fatal(err)
	}
	want, err := draw.New(gs.pos())
	if err != nil {
		r.t.Fatal(err)
	}
	want.MarkPlanned(gs.pos(), m)
	if got := gs.marked(gs.mode.notes()).Marks; !reflect.DeepEqual(got.Routes, want.Marks.Routes) || got.Selected != want.Marks.Selected || got.Targets != want.Marks.Targets {
		r.t.Errorf("the answer %s is not marked: %+v, want %+v", task.Expected()[0], got, want.Marks)
	}
}

func TestPuzzles(t *testing.T) {
	for _, id := range []string{"lyngk", "lyngk6", "dvonn"} {
		r, store := trained(t, "en", id, false, true)
		r.a.w, r.a.h = 100, 36
		task := inPuzzle(r.gameScreen()).task
		r.mustSay("find the only move that", ", puzzle ", "Answer", "Next puzzle")
		r.solves(task)
		r.mustSay("Solved.", "Why: begins with "+task.Puzzle.Line[0][0], "1 right in a row")
		if p := store.p; p.Rating(id).Rating <= 1500 || p.Run != 1 {
			t.Errorf("%s: after a solution %+v", id, p.Games[id])
		}
		end := r.gameScreen().pos().String()
		r.press("enter", "u", "s", "x", "l", "w")
		r.types("undo")
		if gs := r.gameScreen(); gs.pos().String() != end || gs.traits().studies {
			t.Errorf("%s: a solved puzzle goes on", id)
		}

		r.press("n")
		next := inPuzzle(r.gameScreen()).task
		if next.Puzzle.ID == task.Puzzle.ID {
			t.Errorf("%s: the same puzzle again", id)
		}
		before := r.gameScreen().pos().String()
		wrong := trainingtest.WrongMove(t, next)
		r.types(wrong)
		r.mustSay(wrong + " is wrong")
		if r.gameScreen().pos().String() != before || store.p.Run != 0 {
			t.Errorf("%s: after a wrong move %s, %+v", id, r.gameScreen().pos(), store.p)
		}
		r.solves(next)
		r.mustSay("Solved.", "0 right in a row")

		r.press("n", ".")
		shown := inPuzzle(r.gameScreen()).task
		r.mustSay("The answer is "+shown.Expected()[0], "Themes: ")
		r.mustMark(shown)
		r.press("esc")
		r.mustSay("Next puzzle", "Help")
		r.press("esc", "q")
		r.mustSay("Training")
		if tried, right := store.p.Tried(id); tried != 3 || right != 1 {
			t.Errorf("%s: %d of %d right", id, right, tried)
		}
	}
}

// A puzzle begins with the cursor on a stack that can move. As in a game t gives a hint:
// the cursor goes to the stack that is to be moved, and the puzzle goes on, but does not
// count as solved without help.
func TestPuzzleHint(t *testing.T) {
	for _, id := range []string{"lyngk", "lyngk6", "dvonn"} {
		r, store := trained(t, "en", id, false, true)
		r.a.w, r.a.h = 100, 36
		for range 5 {
			gs := r.gameScreen()
			if gs.choice.origins(0)&gs.focus.Bit() == 0 {
				t.Errorf("%s: the cursor begins on %s, which cannot move", id, gs.game().Layout().Names[gs.focus])
			}
			task := inPuzzle(gs).task
			before := gs.pos().String()
			r.mustSay("t Hint", ". Answer")
			r.press("t")
			m, err := gs.pos().ParseMove(task.Expected()[0])
			if err != nil {
				t.Fatal(err)
			}
			from := gs.game().Parts(m).From
			r.mustSay("The right move starts on " + gs.game().Layout().Names[from] + ".")
			if gs.focus != from || gs.pos().String() != before || inPuzzle(gs).done() {
				t.Errorf("%s: after a hint the cursor is on %v, want %v", id, gs.focus, from)
			}
			r.solves(task)
			r.press("n")
		}
		if tried, right := store.p.Tried(id); tried != 5 || right != 0 || store.p.Run != 0 {
			t.Errorf("%s: %d of %d right with hints", id, right, tried)
		}
	}
}

// TestPuzzleRefuted tells the line that refutes, or that there was no proof.
func TestPuzzleRefuted(t *testing.T) {
	for _, refutes := range []bool{true, false} {
		r, _ := trained(t, "en", "dvonn", false, refutes)
		r.a.w, r.a.h = 120, 40
		task := inPuzzle(r.gameScreen()).task
		after := task.Position().Copy()
		wrong := trainingtest.WrongMove(t, task)
		m, _ := after.ParseMove(wrong)
		after.PlayUnchecked(m)
		r.types(wrong)
		if refutes && after.Outcome() == game.Ongoing {
			r.mustSay(": after " + task.Game.MoveText(sorted(after)[0]) + " the result is proved: ")
		} else if after.Outcome() == game.Ongoing {
			r.mustSay("proved in two seconds")
		}
	}
}

// TestPuzzleOfDay has one try, and gives nothing away to others.
func TestPuzzleOfDay(t *testing.T) {
	r, store := trained(t, "en", "lyngk", true, true)
	r.a.w, r.a.h = 100, 36
	task := inPuzzle(r.gameScreen()).task
	r.mustSay("puzzle of the day 2026-11-22")
	if r.gameScreen().mode.notes().suggested != 0 {
		t.Error("the answer is marked before anybody has tried")
	}
	r.types(trainingtest.WrongMove(t, task))
	r.mustMark(task)
	r.mustSay("The answer is ", "Cairn: LYNGK 2026-11-22 ✗", "Why: begins with ")
	r.types(task.Expected()[0])
	if task.Step() != 0 {
		t.Error("a second try")
	}
	if right, tried := store.p.OfDay("lyngk", 21); right || !tried {
		t.Error("the day is not kept")
	}
	r.press("n")
	r.mustSay("You have tried the puzzle of the day already.")
}

// unfilled is a place of a message that nothing was put into.
var unfilled = regexp.MustCompile(`\{[a-z]+\}`)

// TestPuzzleScreens draws every language on small and large screens: no text is cut or
// covered.
func TestPuzzleScreens(t *testing.T) {
	withoutRaceDetector(t)
	for _, lang := range i18n.Languages() {
		for _, size := range [][2]int{{60, 24}, {80, 24}, {120, 40}} {
			r, _ := trained(t, lang.Code, "lyngk", false, true)
			r.a.w, r.a.h = size[0], size[1]
			task := inPuzzle(r.gameScreen()).task
			r.a.View()
			r.types(trainingtest.WrongMove(t, task))
			r.a.View()
			r.solves(task)
			if text := r.said(); strings.Contains(text, "cli.train") || unfilled.MatchString(text) {
				t.Errorf("%s %v:\n%s", lang.Code, size, r.a.frame.plainText())
			}
		}
	}
}

// Nobody resigns, pauses or analyzes a puzzle, however that is asked for.
func TestPuzzleIsNoContest(t *testing.T) {
	r, _ := trained(t, "en", "lyngk", false, false)
	gs := r.gameScreen()
	if own := gs.traits(); own.hosts || own.clocked || r.offers("ui.result.analyze") {
		t.Error("a puzzle has what belongs to games")
	}
	events := len(gs.state().Log().Events)
	for _, word := range []string{"resign", "abort", "draw", "pause", "analysis"} {
		r.types(word)
	}
	r.press("x", "w", "u", "y")
	if n := len(gs.state().Log().Events); n != events || r.a.top() != gs {
		t.Errorf("%d events after %d; on the screen: %s", n, events, r.text())
	}
	r.press("m")
	r.sees("Close the menu")
	if text := r.text(); strings.Contains(text, "Back to the game") {
		t.Errorf("the menu of a puzzle leads to a game:\n%s", text)
	}
}
