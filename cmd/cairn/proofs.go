package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/show/i18n"
	"cairn.example/players"
)

// proofsCmd measures the solver.
type proofsCmd struct {
	Mine proofsMineCmd `cmd:"" help:"Print positions of games between strong players." example:"cairn lab proofs mine lyngk --stacks 22,24,26 --count 120"`
	Run  proofsRunCmd  `cmd:"" help:"Try to prove the outcome of the positions of a file." example:"cairn lab proofs run engine/testdata/proofs.txt --nodes 1000000"`
}

func (proofsCmd) Help() string {
	return `A file of positions has one a line, after the id of its game. mine takes from each game
the first position with a choice of moves at each number of stacks, before any proof is
tried. run tries to prove each outcome, not the margin, with an empty hash, and prints a
table by game and stacks. Try

  cairn lab proofs run engine/testdata/proofs.txt --game lyngk --nodes 1000000`
}

type proofsMineCmd struct {
	gameArg
	Stacks []int  `required:"" help:"Numbers of stacks." placeholder:"N,..."`
	Count  int    `least:"1" help:"Positions per number of stacks." default:"120" placeholder:"N"`
	Player string `help:"Who plays both sides." default:"level8" placeholder:"NAME"`
	Seed   string `help:"Seed of the games." default:"1" placeholder:"TEXT"`
	Plies  int    `help:"Random plies at the start." default:"4" placeholder:"N"`
}

func (c *proofsMineCmd) Run(ctx context.Context, s *streams) error {
	g, err := c.lookup()
	if err != nil {
		return err
	}
	todo := map[int]int{}
	for _, n := range c.Stacks {
		todo[n] = c.Count
	}
	for number := 0; len(todo) > 0; number++ {
		if err := c.play(ctx, s, g, number, todo); err != nil {
			return err
		}
	}
	return nil
}

// play plays one game and prints its positions of which more are wanted, which it counts down.
func (c *proofsMineCmd) play(ctx context.Context, s *streams, g game.Game, number int, todo map[int]int) error {
	seed := fmt.Sprint(c.Seed, "/", number)
	player, err := players.New(g, c.Player, players.Options{Seed: seed})
	if err != nil {
		return usageError(err, "")
	}
	chance := game.NewStream("cairn lab proofs 1", g.ID(), seed)
	p, _ := game.StartOf(g, seed, true)
	taken := map[int]bool{}
	for ply := 0; p.Outcome() == game.Ongoing; ply++ {
		moves, n := p.Moves(nil), stacksOn(p)
		if todo[n] > 0 && !taken[n] && len(moves) > 1 {
			taken[n] = true
			fmt.Fprintln(s.out, g.ID(), p)
			s.out.Flush()
			if todo[n]--; todo[n] == 0 {
				delete(todo, n)
			}
		}
		move := moves[chance.Intn(len(moves))]
		if ply >= c.Plies {
			r, err := player.Choose(ctx, p, engine.Limits{}, nil)
			if err != nil {
				return err
			}
			move = r.Move
		}
		if ctx.Err() != nil {
			return failure(context.Cause(ctx), "")
		}
		p.PlayUnchecked(move)
	}
	return nil
}

// stacksOn returns how many stacks are on the board.
func stacksOn(p game.Position) int {
	n := 0
	for _, s := range p.Game().Layout().Spots {
		n += min(len(p.Stack(s, nil)), 1)
	}
	return n
}

type proofsRunCmd struct {
	File   string        `arg:"" help:"File of positions."`
	Game   string        `help:"Only positions of this game." placeholder:"GAME"`
	Stacks []int         `help:"Only positions of these numbers of stacks." placeholder:"N,..."`
	First  int           `help:"Only that many positions per game and number of stacks." placeholder:"N"`
	Nodes  uint64        `help:"Most positions visited for a proof." placeholder:"N"`
	Time   time.Duration `help:"Longest time of a proof, such as 30s." placeholder:"TIME"`
	engineFlags
	workers
	JSON bool `help:"Print a JSON object a position."`
}

// proofTried is what a try to prove a position said.
type proofTried struct {
	Game            string `json:"game"`
	Stacks          int    `json:"stacks"`
	Position        string `json:"position"`
	Outcome         string `json:"outcome"` // for the side to move: win, draw or loss; unproved
	Nodes           uint64 `json:"nodes"`
	Millis          int64  `json:"ms"`
	ProcessorMillis int64  `json:"processorMs,omitempty"` // with one worker, where the system says it

	pos game.Position
}

func (c *proofsRunCmd) Run(ctx context.Context, s *streams) error {
	if c.Nodes == 0 && c.Time <= 0 {
		return usageError(errors.New("a proof needs a limit: --nodes or --time"), "")
	}
	list, err := c.read(s.catalog)
	if err != nil {
		return err
	}
	engines := func() (map[string]*engine.Engine, error) { return map[string]*engine.Engine{}, nil }
	err = each(ctx, c.workers, len(list), engines, func(engines map[string]*engine.Engine, i int) func() error {
		t := &list[i]
		e, err := engines[t.Game], error(nil)
		if e == nil {
			if e, err = c.engine(s.catalog, t.pos.Game(), engine.Limits{}); err == nil {
				engines[t.Game] = e
			}
		}
		if err == nil {
			t.try(ctx, e, engine.Limits{Nodes: c.Nodes, MoveTime: c.Time}, c.number() == 1)
		}
		return func() error {
			if err == nil && c.JSON && ctx.Err() == nil {
				err = s.json(t)
				s.out.Flush()
			}
			return err
		}
	})
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return failure(context.Cause(ctx), "")
	case !c.JSON:
		proofTable(s, list)
	}
	return nil
}

// read returns the positions of the file that are asked for.
func (c *proofsRunCmd) read(catalog *i18n.Catalog) ([]proofTried, error) {
	data, err := os.ReadFile(c.File)
	if err != nil {
		return nil, unreadable(catalog, c.File, err)
	}
	var list []proofTried
	count := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for number := 1; lines.Scan(); number++ {
		id, text, ok := strings.Cut(lines.Text(), " ")
		if !ok || id == "#" {
			continue
		}
		g, err := games.Lookup(id)
		var p game.Position
		if err == nil {
			p, err = g.Parse(text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", c.File, number, err)
		}
		n := stacksOn(p)
		place := id + strconv.Itoa(n)
		if c.Game != "" && id != c.Game || len(c.Stacks) > 0 && !slices.Contains(c.Stacks, n) || c.First > 0 && count[place] == c.First {
			continue
		}
		count[place]++
		list = append(list, proofTried{Game: id, Stacks: n, Position: text, pos: p})
	}
	return list, lines.Err()
}

// try tries to prove the outcome; alone says that nothing else takes processor time.
func (t *proofTried) try(ctx context.Context, e *engine.Engine, l engine.Limits, alone bool) {
	e.Clear()
	inner, done := context.WithCancel(ctx)
	defer done()
	began, start := time.Now(), time.Duration(0)
	if alone {
		start, _ = processorTime()
	}
	r := e.Solve(inner, t.pos, l, func(i engine.Info) {
		if i.Proved {
			done() // the margin is not asked for
		}
	})
	t.Outcome, t.Nodes, t.Millis = "unproved", r.Nodes, time.Since(began).Milliseconds()
	if r.Proved {
		t.Outcome = proofWord(r.Score)
	}
	if alone {
		if end, err := processorTime(); err == nil {
			t.ProcessorMillis = (end - start).Milliseconds()
		}
	}
}

// proofTable prints what was proved, a line for a game and number of stacks. The figures are
// means over all positions, those unproved as well.
func proofTable(s *streams, list []proofTried) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b proofTried) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Stacks, b.Stacks))
	})
	fmt.Fprintln(s.out, "game            stacks  positions  proved  win draw loss       nodes       ms  processor")
	for len(list) > 0 {
		n := slices.IndexFunc(list, func(t proofTried) bool { return t.Game != list[0].Game || t.Stacks != list[0].Stacks })
		if n < 0 {
			n = len(list)
		}
		outcomes := map[string]int{}
		var nodes uint64
		var ms, processor int64
		for _, t := range list[:n] {
			outcomes[t.Outcome]++
			nodes, ms, processor = nodes+t.Nodes, ms+t.Millis, processor+t.ProcessorMillis
		}
		fmt.Fprintf(s.out, "%-15s %6d  %9d  %6d %4d %4d %4d  %10d  %7d  %9d\n", list[0].Game, list[0].Stacks, n, n-outcomes["unproved"],
			outcomes["win"], outcomes["draw"], outcomes["loss"], nodes/uint64(n), ms/int64(n), processor/int64(n))
		list = list[n:]
	}
}
