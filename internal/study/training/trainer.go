package training

import (
	"errors"
	"slices"
	"time"

	"cairn.example/game"
	"cairn.example/internal/study/puzzle"
)

// Store keeps a progress.
type Store interface {
	// Read returns what is kept, [New] where there is nothing yet.
	Read() (*Progress, error)

	// Change reads what is kept, changes it and keeps it: whole, or not at all. Of two
	// programs that change at once neither undoes what the other has done. The error is an
	// [*UnkeptError] where the change holds in this run and can be kept no longer.
	Change(change func(*Progress)) error
}

// UnkeptError says that a change was made and holds for as long as the program runs.
type UnkeptError struct{ Err error }

// Error says why it cannot be kept.
func (e *UnkeptError) Error() string { return e.Err.Error() }

// Unwrap returns why.
func (e *UnkeptError) Unwrap() error { return e.Err }

// Pack is the puzzles of one game.
type Pack struct {
	Game    game.Game
	Puzzles []puzzle.Puzzle
}

// Trainer chooses puzzles and keeps what became of them. It is used by one goroutine.
type Trainer struct {
	Store  Store
	Packs  []Pack // of the games wanted; several are mixed
	Theme  string // a key, "" for any
	Now    func() time.Time
	Chance func(n int) int // a random number below n

	last map[string]int // the puzzle shown last, by game
}

// Task is a puzzle that is being solved.
type Task struct {
	*puzzle.Solving
	Game   game.Game
	Puzzle *puzzle.Puzzle
	Result puzzle.Result

	// Day is the day whose puzzle this is, if Daily.
	Daily bool
	Day   int

	// Repeated says that the puzzle has failed before.
	Repeated bool

	// Failed says that a wrong move was played, or the answer shown, and Hinted that
	// a hint was given.
	Failed, Hinted bool

	kept bool
}

// Next returns the next puzzle, nil where there is none of the kind wanted.
func (t *Trainer) Next() (*Task, error) {
	p, err := t.Store.Read()
	if err != nil {
		return nil, err
	}
	if t.last == nil {
		t.last = map[string]int{}
	}
	now := t.Now()
	for _, k := range t.order(p, now) {
		pack := t.Packs[k]
		id := pack.Game.ID()
		i := p.Next(id, pack.Puzzles, t.wish(k), now, t.Chance)
		if i < 0 {
			continue
		}
		z := &pack.Puzzles[i]
		t.last[id] = z.ID
		task, err := newTask(pack.Game, z)
		if err == nil {
			task.Repeated = p.card(id, z) != nil
		}
		return task, err
	}
	return nil, nil
}

// order returns the indexes of the packs in the order in which a puzzle is looked for: those
// with one that is due come first, whatever the game; else a game is drawn.
func (t *Trainer) order(p *Progress, now time.Time) []int {
	from := 0
	if n := len(t.Packs); n > 1 {
		from = t.Chance(n)
	}
	var due, others []int
	for i := range t.Packs {
		k := (from + i) % len(t.Packs)
		if len(p.Due(t.Packs[k].Game.ID(), t.Packs[k].Puzzles, t.wish(k), now)) > 0 {
			due = append(due, k)
		} else {
			others = append(others, k)
		}
	}
	return append(due, others...)
}

// wish says what is wanted of a pack: not again what was shown last.
func (t *Trainer) wish(k int) Wish {
	return Wish{Theme: t.Theme, Not: t.last[t.Packs[k].Game.ID()]}
}

// OfDay returns the puzzle of the day: of the game whose turn it is if that is wanted,
// else of the first game wanted; nil where its game has no puzzles. tried says that it
// was tried before, and right how that went.
func (t *Trainer) OfDay() (task *Task, right, tried bool, err error) {
	day := puzzle.Day(t.Now())
	i := max(slices.IndexFunc(t.Packs, func(p Pack) bool { return p.Game.ID() == puzzle.GameOfDay(day) }), 0)
	if len(t.Packs) == 0 || len(t.Packs[i].Puzzles) == 0 {
		return nil, false, false, nil
	}
	pack, id := t.Packs[i], t.Packs[i].Game.ID()
	p, err := t.Store.Read()
	if err != nil {
		return nil, false, false, err
	}
	task, err = newTask(pack.Game, &pack.Puzzles[puzzle.OfDay(id, day, len(pack.Puzzles))])
	if err != nil {
		return nil, false, false, err
	}
	task.Daily, task.Day = true, day
	right, tried = p.OfDay(id, day)
	return task, right, tried, nil
}

func newTask(g game.Game, z *puzzle.Puzzle) (*Task, error) {
	s, err := puzzle.Start(g, z)
	if err != nil {
		return nil, err
	}
	return &Task{Solving: s, Game: g, Puzzle: z, Result: z.Result}, nil
}

// Unaided reports whether nothing went wrong so far, and no help was given.
func (t *Task) Unaided() bool { return !t.Failed && !t.Hinted }

// Keep keeps how a task went, once: when it is solved, or when it has failed.
func (t *Trainer) Keep(task *Task) error {
	if task.kept || !task.Failed && !task.Solved() {
		return nil
	}
	now, id := t.Now(), task.Game.ID()
	err := t.Store.Change(func(p *Progress) {
		p.Record(id, task.Puzzle, task.Unaided(), now)
		if task.Daily {
			p.RecordDay(id, task.Day, task.Unaided())
		}
	})
	var unkept *UnkeptError
	task.kept = err == nil || errors.As(err, &unkept)
	return err
}
