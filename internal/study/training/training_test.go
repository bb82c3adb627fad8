package training_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/games"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/puzzle/packs"
	"cairn.example/internal/study/training"
)

var start = time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)

// pack returns n puzzles rated from 1000 on, every third about an ending.
func pack(n int) []puzzle.Puzzle {
	list := make([]puzzle.Puzzle, n)
	for i := range list {
		list[i] = puzzle.Puzzle{ID: i + 1, Rating: 1000 + 10*i, Themes: []string{"quiet"}}
		if i%3 == 0 {
			list[i].Themes = []string{"quiet", "ending"}
		}
	}
	return list
}

func first(int) int { return 0 }

func TestNewcomer(t *testing.T) {
	p, list := training.New(), pack(100)
	i := p.Next("x", list, training.Wish{}, start, first)
	if list[i].Rating != 1500 {
		t.Errorf("the first puzzle is rated %d", list[i].Rating)
	}
	for k := range 12 {
		i := p.Next("x", list, training.Wish{}, start, func(n int) int { return min(k, n-1) })
		if d := list[i].Rating - 1500; max(d, -d) > 70 {
			t.Errorf("a puzzle is rated %d", list[i].Rating)
		}
	}
	i = p.Next("x", list, training.Wish{Theme: "ending"}, start, first)
	if !slices.Contains(list[i].Themes, "ending") {
		t.Errorf("not the theme wanted: %v", list[i].Themes)
	}
	if i := p.Next("x", list, training.Wish{Theme: "five"}, start, first); i != -1 {
		t.Errorf("there is none of that theme, but %d", i)
	}
}

// TestRepetition follows one puzzle that fails.
func TestRepetition(t *testing.T) {
	p, list := training.New(), pack(50)
	z := &list[20]
	p.Record("x", z, false, start)
	if due := p.Due("x", list, training.Wish{}, start); len(due) > 0 {
		t.Error("due at once")
	}
	now := start.Add(24*time.Hour + time.Minute)
	if i := p.Next("x", list, training.Wish{}, now, first); i != 20 {
		t.Errorf("next is %d", i)
	}
	if i := p.Next("x", list, training.Wish{Not: z.ID}, now, first); i == 20 {
		t.Error("the same puzzle twice")
	}
	// Each success lets it wait longer, a failure brings it back soon.
	last := time.Duration(0)
	for k := range 5 {
		p.Record("x", z, true, now)
		card := p.Games["x"].Tried["21"].Card
		wait := card.Due.Sub(now)
		if wait < 24*time.Hour || wait < last || k > 0 && wait == last {
			t.Errorf("after success %d it waits %v, before %v", k+1, wait, last)
		}
		if due := p.Due("x", list, training.Wish{}, card.Due.Add(-time.Hour)); len(due) > 0 {
			t.Error("due before its time")
		}
		last, now = wait, card.Due.Add(time.Minute)
	}
	p.Record("x", z, false, now)
	if wait := p.Games["x"].Tried["21"].Card.Due.Sub(now); wait >= last/2 {
		t.Errorf("after a failure it waits %v, before %v", wait, last)
	}
}

func TestRatingAndRun(t *testing.T) {
	p, list := training.New(), pack(50)
	for i := range 5 {
		p.Record("x", &list[i], true, start)
	}
	up := p.Rating("x").Rating
	p.Record("x", &list[0], true, start) // tried before: counts no more
	p.Record("x", &list[1], false, start)
	if p.Rating("x").Rating != up || p.Run != 5 || up <= 1500 {
		t.Errorf("rating %v, run %d", p.Rating("x").Rating, p.Run)
	}
	p.Record("x", &list[9], false, start)
	if p.Rating("x").Rating >= up || p.Run != 0 || p.Best != 5 {
		t.Errorf("after a failure: rating %v, run %d, best %d", p.Rating("x").Rating, p.Run, p.Best)
	}
	if p.Rating("y").Rating != 1500 {
		t.Error("one game changes another")
	}
	if tried, right := p.Tried("x"); tried != 6 || right != 5 {
		t.Errorf("%d of %d right", right, tried)
	}
}

// TestAllTried goes on after the last new puzzle.
func TestAllTried(t *testing.T) {
	p, list := training.New(), pack(4)
	seen := map[int]bool{}
	for range 4 {
		i := p.Next("x", list, training.Wish{}, start, first)
		seen[i] = true
		p.Record("x", &list[i], i != 2, start)
	}
	if len(seen) != 4 {
		t.Errorf("seen %v", seen)
	}
	if i := p.Next("x", list, training.Wish{}, start, first); i != 2 {
		t.Errorf("then %d, want the failure", i)
	}
	if i := p.Next("x", list, training.Wish{Not: 3}, start, first); i < 0 || i == 2 {
		t.Errorf("then %d", i)
	}
}

func TestDays(t *testing.T) {
	p := training.New()
	if _, tried := p.OfDay("x", 21); tried {
		t.Error("tried before it was")
	}
	p.RecordDay("x", 21, false)
	p.RecordDay("x", 21, true)
	if right, tried := p.OfDay("x", 21); right || !tried {
		t.Error("the second try counts")
	}
}

func TestStored(t *testing.T) {
	p, list := training.New(), pack(9)
	for i := range list {
		p.Record("x", &list[i], i%2 == 0, start)
	}
	p.RecordDay("x", -3, true)
	again, err := training.Parse(p.Text())
	if err != nil || !bytes.Equal(again.Text(), p.Text()) {
		t.Errorf("%v\n%s", err, again.Text())
	}
	for _, bad := range []string{"", "{", "{}x", `{"v":0,"games":{}}`, `{"v":1,"games":null}`, `{"v":1,"games":{"x":null}}`, `{"v":1,"games":{"x":{"rating":{"rating":1,"deviation":0,"volatility":1}}}}`} {
		if _, err := training.Parse([]byte(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
	if _, err := training.Parse([]byte(strings.Replace(string(p.Text()), `"v": 1`, `"v": 2`, 1))); !errors.Is(err, training.ErrNewer) {
		t.Errorf("a later version: %v", err)
	}
}

// empty is a store with nothing in it.
type empty struct{}

func (empty) Read() (*training.Progress, error)     { return training.New(), nil }
func (empty) Change(func(*training.Progress)) error { return nil }

// TestOfDay gives the puzzle of the game whose turn it is, where that is wanted.
func TestOfDay(t *testing.T) {
	var all []training.Pack
	for _, id := range []string{"lyngk", "lyngk6", "dvonn"} {
		all = append(all, packOf(t, id))
	}
	for _, c := range []struct {
		day   int // of November 2026
		packs []training.Pack
		game  string
		id    int
	}{
		{22, all, "dvonn", 22},
		{23, all, "lyngk", 23},
		{22, all[:1], "lyngk", 22},
		{23, all[1:2], "lyngk6", 23},
	} {
		trainer := training.Trainer{Store: empty{}, Packs: c.packs, Now: func() time.Time {
			return time.Date(2026, time.November, c.day, 12, 0, 0, 0, time.UTC)
		}}
		task, _, tried, err := trainer.OfDay()
		if err != nil || tried || task.Game.ID() != c.game || task.Puzzle.ID != c.id || !task.Daily {
			t.Errorf("%d November: %+v, %v", c.day, task, err)
		}
	}
	none := training.Trainer{Store: empty{}, Now: time.Now}
	if task, _, _, err := none.OfDay(); task != nil || err != nil {
		t.Errorf("without packs: %+v, %v", task, err)
	}
}

// memory keeps a progress and counts its changes.
type memory struct {
	progress *training.Progress
	changes  int
}

func (m *memory) Read() (*training.Progress, error) { return m.progress, nil }

func (m *memory) Change(change func(*training.Progress)) error {
	m.changes++
	change(m.progress)
	return nil
}

// packOf returns the puzzles of a game.
func packOf(t *testing.T, id string) training.Pack {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	list, err := packs.Of(id)
	if err != nil {
		t.Fatal(err)
	}
	return training.Pack{Game: g, Puzzles: list}
}

// TestKeep keeps a task once, when it has failed or is solved, and as right only without
// help.
func TestKeep(t *testing.T) {
	store := &memory{progress: training.New()}
	trainer := training.Trainer{Store: store, Packs: []training.Pack{packOf(t, "dvonn")}, Now: func() time.Time { return start }, Chance: first}
	solve := func(task *training.Task) {
		for !task.Solved() {
			m, err := task.Position().ParseMove(task.Expected()[0])
			if err != nil {
				t.Fatal(err)
			}
			if right, err := task.Answer(m); !right || err != nil {
				t.Fatal(right, err)
			}
		}
	}
	for i, c := range []struct {
		name                  string
		do                    func(*training.Task)
		changes, tried, right int // afterwards
	}{
		{"left", func(*training.Task) {}, 0, 0, 0},
		{"failed", func(task *training.Task) { task.Failed = true }, 1, 1, 0},
		{"solved", solve, 2, 2, 1},
		{"solved with a hint", func(task *training.Task) { task.Hinted = true; solve(task) }, 3, 3, 1},
		{"solved after a wrong move", func(task *training.Task) { task.Failed = true; solve(task) }, 4, 4, 1},
	} {
		task, err := trainer.Next()
		if err != nil || task == nil || task.Repeated {
			t.Fatalf("task %d: %+v, %v", i, task, err)
		}
		c.do(task)
		for range 2 {
			if err := trainer.Keep(task); err != nil {
				t.Fatal(err)
			}
		}
		if tried, right := store.progress.Tried("dvonn"); store.changes != c.changes || tried != c.tried || right != c.right {
			t.Errorf("%s: %d changes, %d of %d right; want %d, %d of %d", c.name, store.changes, right, tried, c.changes, c.right, c.tried)
		}
	}
}

// TestDueComesFirst brings a failure back before another game is drawn, and no puzzle
// twice in a row.
func TestDueComesFirst(t *testing.T) {
	store := &memory{progress: training.New()}
	now := start
	clock := func() time.Time { return now }
	lyngk, dvonn := packOf(t, "lyngk"), packOf(t, "dvonn")
	one := training.Trainer{Store: store, Packs: []training.Pack{lyngk}, Now: clock, Chance: first}
	failed, err := one.Next()
	if err != nil {
		t.Fatal(err)
	}
	failed.Failed = true
	if err := one.Keep(failed); err != nil {
		t.Fatal(err)
	}
	both := training.Trainer{Store: store, Packs: []training.Pack{dvonn, lyngk}, Now: clock, Chance: first}
	if task, err := both.Next(); err != nil || task.Game.ID() != "dvonn" || task.Repeated {
		t.Errorf("before it is due: %s, repeated %v, %v", task.Game.ID(), task.Repeated, err)
	}
	now = now.Add(25 * time.Hour)
	if task, err := both.Next(); err != nil || task.Game.ID() != "lyngk" || task.Puzzle.ID != failed.Puzzle.ID || !task.Repeated {
		t.Errorf("when it is due: %s %d, repeated %v, %v", task.Game.ID(), task.Puzzle.ID, task.Repeated, err)
	}
	if task, err := both.Next(); err != nil || task.Puzzle.ID == failed.Puzzle.ID && task.Game.ID() == "lyngk" {
		t.Errorf("at once again: %s %d, %v", task.Game.ID(), task.Puzzle.ID, err)
	}
}
