package learn

import (
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
	"path/filepath"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/players"
)

// The truth set of a run is positions of games between strong players, drawn before any
// proof is tried, and what a proof says of each. Against it shows what share of the moves
// of an engine throws a proved outcome away.

// truthDomain is the domain of the stream of random numbers of a game of the truth set.
const truthDomain = "cairn learn truth 1"

// truthPlies is how many random plies these games begin with.
const truthPlies = 4

// truthStacks returns the numbers of stacks from the least to the most, all even, of which
// positions are drawn.
func truthStacks(g game.Game) (least, most int) {
	if _, placed := g.(game.FullStarter); placed {
		return 26, 30
	}
	return 22, 26
}

// Truth is a position of the truth set.
type Truth struct {
	Number   int    `json:"number"` // of the game
	Stacks   int    `json:"stacks"`
	Position string `json:"position"`
	Outcome  string `json:"outcome"` // for the side to move: win, draw or loss; unproved
	Nodes    uint64 `json:"nodes"`   // that the proof took
}

// The outcomes of a truth.
const (
	truthWin      = "win"
	truthDraw     = "draw"
	truthLoss     = "loss"
	truthUnproved = "unproved"
)

// TruthSettings say how large a truth set is to be and what a proof may cost.
type TruthSettings struct {
	Count int    // positions at each number of stacks
	Nodes uint64 // of a proof at most
}

// truthFile is the name of the file of a truth set.
type truthFile string

func (r *Run) truths() truthFile { return truthFile(filepath.Join(r.Dir, "truth.jsonl")) }

// read returns the truth set as far as there is one. A line that cannot be read is an error
// that names it: the file is rewritten with every position, which would lose the proofs on the
// rest of it.
func (f truthFile) read() ([]Truth, error) {
	return readLines[Truth](string(f), func(line int) error { return f.lineError("learn.truth_line", line, nil) })
}

// lineError is an error about a line of the file, counted from 0.
func (f truthFile) lineError(code string, line int, err error) error {
	return because(err, code, "file", game.Printable(string(f)), "line", line+1)
}

// parse returns the position in a line of the file, counted from 0.
func (f truthFile) parse(g game.Game, line int, t Truth) (game.Position, error) {
	p, err := g.Parse(t.Position)
	if err != nil {
		return nil, f.lineError("learn.truth_position", line, err)
	}
	return p, nil
}

func (f truthFile) write(list []Truth) error {
	var data []byte
	for _, t := range list {
		line, err := json.Marshal(t)
		if err != nil {
			return err
		}
		data = append(append(data, line...), '\n')
	}
	return files.Write(string(f), data, 0o644)
}

// truthGame plays a game and returns its positions with a choice of moves and an even
// number of stacks, down to the least.
func (r *Run) truthGame(ctx context.Context, e *engine.Engine, number, least int) ([]game.Position, error) {
	seed := fmt.Sprint(r.Seed, "/", number)
	chance := game.NewStream(truthDomain, r.game.ID(), seed)
	p, _ := game.StartOf(r.game, seed, true)
	e.Clear()
	var list []game.Position
	for ply := 0; p.Outcome() == game.Ongoing && stacksOf(p) >= least; ply++ {
		moves := p.Moves(nil)
		n := stacksOf(p)
		_, most := truthStacks(r.game)
		// One position at each number of stacks: a pass leaves it as it was.
		if len(moves) > 1 && n%2 == 0 && n <= most && (len(list) == 0 || stacksOf(list[len(list)-1]) != n) {
			list = append(list, p.Copy())
		}
		if ply < truthPlies {
			p.PlayUnchecked(randomMove(r.game, moves, chance))
			continue
		}
		s := e.Search(ctx, p, engine.Limits{Nodes: max(r.Nodes, leastPerMove*uint64(len(moves)))}, nil)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		p.PlayUnchecked(s.Move)
	}
	return list, nil
}

// stacksOf returns how many stacks are on the board.
func stacksOf(p game.Position) int {
	return bits.OnesCount64(p.Game().Layout().All) - empty(p)
}

// newProver returns an engine for proofs of at most that number of nodes. Its hash table is
// emptied before each proof, so a small proof has a small one.
func newProver(g game.Game, nodes uint64) (*engine.Engine, error) {
	const nodesPerMB = 1 << 15
	return players.NewEngine(g, engine.Options{Hash: int(min(nodes/nodesPerMB+1, 256))})
}

// proveOutcome tries to prove the outcome of a position, not the margin, and returns it for
// the side to move, and the nodes it took.
func proveOutcome(ctx context.Context, e *engine.Engine, p game.Position, nodes uint64) (string, uint64, error) {
	e.Clear()
	inner, done := context.WithCancel(ctx)
	defer done()
	r := e.Solve(inner, p, engine.Limits{Nodes: nodes}, func(i engine.Info) {
		if i.Proved {
			done()
		}
	})
	switch {
	case r.Proved && r.Score.Won():
		return truthWin, r.Nodes, nil
	case r.Proved && r.Score.Lost():
		return truthLoss, r.Nodes, nil
	case r.Proved:
		return truthDraw, r.Nodes, nil
	case ctx.Err() != nil:
		return "", 0, context.Cause(ctx)
	}
	return truthUnproved, nodes, nil
}

// Against is how an engine did against the truth set at one number of stacks.
type Against struct {
	Stacks              int
	Positions, Unproved int
	Tried               int // won or drawn for the side to move
	Kept, Lost          int // of these: moves that keep the outcome, and that do not
	Unknown             int // moves after which nothing could be proved
}

// CheckTruth lets an evaluator move in each position of the truth set that is not lost, with
// that number of nodes, and proves what became of the outcome.
func (r *Run) CheckTruth(ctx context.Context, evaluator string, nodes, proofNodes uint64, o Options) ([]Against, error) {
	list, err := r.truths().read()
	if err != nil {
		return nil, err
	}
	eval, err := players.LoadEvaluator(r.game, evaluator, openNet)
	if err != nil {
		return nil, err
	}
	e, err := players.NewEngine(r.game, engine.Options{Hash: 16, Evaluator: eval})
	if err != nil {
		return nil, err
	}
	prover, err := newProver(r.game, proofNodes)
	if err != nil {
		return nil, err
	}
	least, most := truthStacks(r.game)
	table := make([]Against, (most-least)/2+1)
	for i := range table {
		table[i].Stacks = least + 2*i
	}
	for line, t := range list {
		o.tell(line, len(list))
		if t.Stacks < least || t.Stacks > most {
			continue
		}
		a := &table[(t.Stacks-least)/2]
		a.Positions++
		switch t.Outcome {
		case truthUnproved:
			a.Unproved++
			continue
		case truthLoss:
			continue // every move keeps it
		}
		p, err := r.truths().parse(r.game, line, t)
		if err != nil {
			return nil, err
		}
		a.Tried++
		outcome, err := outcomeAfterMove(ctx, e, nodes, prover, proofNodes, p)
		if err != nil {
			return nil, err
		}
		switch outcome {
		case truthUnproved:
			a.Unknown++
		case t.Outcome:
			a.Kept++
		default:
			a.Lost++
		}
	}
	o.tell(len(list), len(list))
	return table, nil
}

// outcomeAfterMove lets an engine move in p, with that number of nodes, and returns the
// outcome of the next position for the side that moved.
func outcomeAfterMove(ctx context.Context, e *engine.Engine, nodes uint64, prover *engine.Engine, proofNodes uint64, p game.Position) (string, error) {
	e.Clear()
	s := e.Search(ctx, p, engine.Limits{Nodes: nodes}, nil)
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	side := p.Side()
	p.PlayUnchecked(s.Move)
	return outcomeNow(ctx, prover, p, side, proofNodes)
}

// outcomeNow returns the outcome of a position for a side.
func outcomeNow(ctx context.Context, prover *engine.Engine, p game.Position, side game.Side, nodes uint64) (string, error) {
	if p.Outcome() != game.Ongoing {
		return map[Result]string{Win: truthWin, Draw: truthDraw, Loss: truthLoss}[resultFor(p.Outcome(), side)], nil
	}
	outcome, _, err := proveOutcome(ctx, prover, p, nodes)
	if err == nil && p.Side() != side {
		switch outcome {
		case truthWin:
			outcome = truthLoss
		case truthLoss:
			outcome = truthWin
		}
	}
	return outcome, err
}
