package learn

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/players"
)

// playedDomain is the domain of the stream of random numbers of a game.
const playedDomain = "cairn learn game 1"

// How games are diversified and how they end.
const (
	placingChance  = 10 // one placing in so many is random
	stackingChance = 30 // one other move in so many
	claimChance    = 10 // one random move in so many claims where it may
	leastRandom    = 50 // thousandths of the placings, where the share differs from game to game
	leastPerMove   = 5  // nodes of a search for each move there is, for one that sees few of them has no score
	provedPlies    = 6  // moves that are recorded after the outcome is proved
)

// openNet opens the file of a net.
func openNet(name string) (io.ReadCloser, error) { return os.Open(name) }

// bestEvaluator returns the best evaluator so far, and its name as [Run.Best] returns it.
func (r *Run) bestEvaluator() (best string, evaluator func() engine.Evaluator, err error) {
	if best, err = r.Best(); err != nil {
		return "", nil, err
	}
	evaluator, err = players.LoadEvaluator(r.game, best, openNet)
	return best, evaluator, err
}

// SelfPlay plays games with the best evaluator so far until there are so many
// shards. A shard depends on its number, the settings and the evaluator alone, so
// nothing is lost by a stop but the shards in work. The error may be ctx's.
func (r *Run) SelfPlay(ctx context.Context, shards int, o Options) error {
	best, evaluator, err := r.bestEvaluator()
	if err != nil {
		return err
	}
	var todo []int
	for n := range shards {
		if _, err := os.Stat(r.shard(n)); errors.Is(err, os.ErrNotExist) {
			todo = append(todo, n)
		} else if err != nil {
			return err
		}
	}
	o.tell(shards-len(todo), shards)
	h := Header{Version: version, Game: r.game.ID(), Seed: r.Seed, Nodes: r.Nodes, Evaluator: filepath.Base(best), Revision: o.Revision}
	var mutex sync.Mutex
	var wait sync.WaitGroup
	var failed error
	next, done := 0, shards-len(todo)
	for range min(max(o.Workers, 1), len(todo)) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			e, err := players.NewEngine(r.game, engine.Options{Hash: 4, Evaluator: evaluator})
			for {
				mutex.Lock()
				if failed == nil {
					failed = err
				}
				if failed != nil || next == len(todo) {
					mutex.Unlock()
					return
				}
				h := h
				h.Number = todo[next]
				next++
				mutex.Unlock()
				if err = r.playShard(ctx, e, h); err == nil {
					mutex.Lock()
					done++
					o.tell(done, shards)
					mutex.Unlock()
				}
			}
		}()
	}
	wait.Wait()
	return failed
}

// playShard plays the games of a shard and writes it.
func (r *Run) playShard(ctx context.Context, e *engine.Engine, h Header) error {
	var list []Position
	for i := range r.ShardGames {
		played, err := r.play(ctx, e, h.Number*r.ShardGames+i)
		if err != nil {
			return err
		}
		list = append(list, played...)
	}
	data, err := encodeShard(h, list)
	if err != nil {
		return err
	}
	return files.Write(r.shard(h.Number), data, 0o644)
}

// play plays a game and returns its positions.
func (r *Run) play(ctx context.Context, e *engine.Engine, number int) ([]Position, error) {
	seed := fmt.Sprint(r.Seed, "/", number)
	chance := game.NewStream(playedDomain, r.game.ID(), seed)
	_, placing := r.game.(game.FullStarter) // a game without the phase takes no number from the stream
	p, _ := game.StartOf(r.game, seed, placing && float64(chance.Intn(1000)) >= 1000*r.Placing)
	random := func() {
		if moves := p.Moves(nil); len(moves) > 0 {
			p.PlayUnchecked(r.randomMove(moves, chance))
		}
	}
	placed := isPlacing(p)
	// How much of a board is placed at random differs from game to game, so that what
	// a placing is worth is not told by the habits of one evaluator alone.
	share := 1000 / placingChance
	if r.PlacingRandom > 0 {
		share = leastRandom + chance.Intn(max(int(1000*r.PlacingRandom)-leastRandom, 1))
	}
	for range chance.Intn(r.Plies + 1) {
		random()
	}
	e.Clear()
	var list []Position
	var sides []game.Side
	blunder := 0 // positions before the last random move
	outcome, proved := game.Ongoing, 0
	for p.Outcome() == game.Ongoing && proved <= provedPlies {
		moves := p.Moves(nil)
		if len(moves) == 1 {
			p.PlayUnchecked(moves[0])
			continue
		}
		placing := isPlacing(p)
		nodes := r.Nodes
		judged := placed && !placing && r.FullNodes > 0
		switch {
		case judged:
			nodes = r.FullNodes
		case placing && r.PlacingNodes > 0:
			nodes = r.PlacingNodes
		case !placing:
			nodes = max(nodes, leastPerMove*uint64(len(moves)))
		}
		s := e.Search(ctx, p, engine.Limits{Nodes: nodes}, nil)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		position := Position{Game: number, Text: p.String(), Score: s.Score, Proved: s.Proved}
		if s.Proved {
			proved++
			result := provedOutcome(p.Side(), s.Score)
			if outcome == game.Ongoing {
				outcome = result
			}
			position.Result = resultFor(result, p.Side())
		}
		// Without a whole ply there is no score; but a placing is judged by its full board,
		// and a game that ends there needs one.
		if s.Depth > 0 || s.Proved || placing || judged {
			list = append(list, position)
			sides = append(sides, p.Side())
		}
		if judged {
			return list, nil
		}
		thousandths := 1000 / stackingChance
		if placing {
			thousandths = share
		}
		// A game whose board was placed is played out as well as possible, for its
		// result tells what the placings were worth.
		if proved == 0 && (placing || !placed) && chance.Intn(1000) < thousandths {
			random()
			// One of many placings does not decide a game, and both sides have
			// random ones; another move often does.
			if !placing {
				blunder = len(list)
			}
			continue
		}
		p.PlayUnchecked(s.Move)
	}
	if outcome == game.Ongoing {
		outcome = p.Outcome()
	}
	for i := blunder; i < len(list); i++ {
		if !list[i].Proved {
			list[i].Result = resultFor(outcome, sides[i])
		}
	}
	return list, nil
}

// randomMove returns one of some moves. Where there are moves with a claim, they are nearly
// all; then one in claimChance times the move has a claim, as far as it can be chosen.
func (r *Run) randomMove(moves []game.Move, chance *game.Stream) game.Move {
	claims := slices.IndexFunc(moves, func(m game.Move) bool { return r.game.Parts(m).Claim != 0 })
	if claims > 0 && chance.Intn(claimChance) != 0 {
		moves = moves[:claims] // those with a claim come last
	}
	return moves[chance.Intn(len(moves))]
}

// isPlacing tells whether pieces are still being placed, in games that have such a
// phase.
func isPlacing(p game.Position) bool {
	q, ok := p.(interface{ Placing() bool })
	return ok && q.Placing()
}

// provedOutcome returns what a proved score of the side to move says.
func provedOutcome(side game.Side, s engine.Score) game.Outcome {
	switch {
	case s.Won():
		return game.Win(side)
	case s.Lost():
		return game.Win(side.Other())
	}
	return game.Draw
}

// resultFor returns what an outcome means for a side.
func resultFor(o game.Outcome, side game.Side) Result {
	winner, ok := o.Winner()
	switch {
	case !ok:
		return Draw
	case winner == side:
		return Win
	}
	return Loss
}
