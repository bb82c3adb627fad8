package computer

import (
	"context"
	"runtime"
	"sync"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/study/explain"
	"cairn.example/internal/terminal/tui"
	"cairn.example/players"
)

// Engines makes players and analysts for package tui.
type Engines struct{}

// Opponents returns whom the start screen offers: those to learn from. Others,
// such as "uct", can be asked for on the command line.
func (Engines) Opponents(game.Game) []string {
	var names []string
	for _, name := range players.Names() {
		if _, level := players.LevelNamed(name); level || name == "random" || name == "greedy" {
			names = append(names, name)
		}
	}
	return names
}

// Levels returns the names of the levels.
func (Engines) Levels() []string {
	names := make([]string, players.Levels)
	for i := range names {
		names[i] = players.LevelName(i + 1)
	}
	return names
}

// Opponent returns a computer player.
func (Engines) Opponent(g game.Game, name, seed string) (tui.Opponent, error) {
	p, err := players.New(g, name, players.Options{Seed: seed, Hash: 64, Threads: threads(), Poll: runtime.Gosched})
	if err != nil {
		return nil, err
	}
	return &opponent{player: p}, nil
}

// threads leaves a core to the screen; where there is one only, the search lets
// others run every few hundred positions ([runtime.Gosched]).
func threads() int { return min(max(runtime.GOMAXPROCS(0)-1, 1), 4) }

// opponent is a computer player that is asked by one goroutine at a time.
type opponent struct {
	mu     sync.Mutex
	player players.Player
}

// freeTime is how long a player without a limit of its own thinks where there
// is no clock.
const freeTime = 3 * time.Second

func (o *opponent) Choose(ctx context.Context, p game.Position, clocks play.Clocks) (game.Move, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	l := engine.Limits{MoveTime: freeTime}
	if clocks.Control.On() {
		l = Limits(clocks)
	}
	r, err := o.player.Choose(ctx, p, l, nil)
	if err == nil {
		err = ctx.Err() // what was cut short is no answer
	}
	return r.Move, err
}

// Analyst returns an engine for judging positions.
func (Engines) Analyst(g game.Game) (tui.Analyst, error) {
	e, err := players.NewEngine(g, engine.Options{Hash: 64, Threads: threads(), Poll: runtime.Gosched})
	if err != nil {
		return nil, err
	}
	return &analyst{engine: e}, nil
}

// alone returns the engine of one thread, forgetful of what it was asked before: with
// several threads, and by what it knows, its answers would differ.
func (a *analyst) alone(g game.Game) (*engine.Engine, error) {
	if a.single == nil {
		e, err := players.NewEngine(g, engine.Options{Hash: 16, Poll: runtime.Gosched})
		if err != nil {
			return nil, err
		}
		a.single = e
	}
	a.single.Clear()
	return a.single, nil
}

// analyst judges positions, for one goroutine at a time.
type analyst struct {
	mu     sync.Mutex
	engine *engine.Engine
	single *engine.Engine // made when it is first needed
}

func (a *analyst) Analyze(ctx context.Context, p game.Position, n int, b tui.Budget, tell func([]tui.Line)) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	e := a.engine
	if b.Positions > 0 {
		var err error
		if e, err = a.alone(p.Game()); err != nil {
			return err
		}
	}
	known := map[int]tui.Line{}
	r := e.Search(ctx, p, engine.Limits{MultiPV: n, MoveTime: b.Time, Nodes: b.Positions}, func(i engine.Info) {
		if i.Bound != engine.Exact && !i.Proved || len(i.PV) == 0 {
			return
		}
		known[i.MultiPV] = lineOf(p, i)
		var lines []tui.Line
		for rank := 1; known[rank].Moves != nil; rank++ {
			lines = append(lines, known[rank])
		}
		tell(lines)
	})
	if first, ok := known[1]; ok && b.Positions > 0 && first.Moves[0] == r.Move {
		x := explain.Move(ctx, e, p, &r)
		first.Reasons, first.IfNot = Reasons(x.Reasons), x.IfNot
		tell([]tui.Line{first})
	}
	return ctx.Err()
}

// lineOf turns what a search reports, for the side to move, into what the screen
// shows, for the first player.
func lineOf(p game.Position, i engine.Info) tui.Line {
	l := tui.Line{Moves: i.PV, Depth: i.Depth, Speed: i.NPS}
	switch side := p.Side(); {
	case i.Score.Won(), i.Score.Lost():
		winner := side
		if i.Score.Lost() {
			winner = side.Other()
		}
		l.Score.Outcome = game.Win(winner)
		// With one count that decides, the margin is a number people know.
		if s, ok := p.(game.Scorer); ok && len(s.Standing(side)) == 1 && i.Bound == engine.Exact {
			_, by := i.Score.Margin()
			l.Score.Margin = max(by, -by)
		}
	case i.Proved:
		l.Score.Outcome = game.Draw
	case side == game.First:
		l.Score.Points = int(i.Score)
	default:
		l.Score.Points = -int(i.Score)
	}
	return l
}
