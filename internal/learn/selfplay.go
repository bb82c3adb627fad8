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
	placingChance  = 10 // one placing in ten is random
	stackingChance = 30 // one other move in thirty
	claimChance    = 10 // one random move in ten claims where it may
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

// SelfPlay plays games with the best evaluator so far until that number of shards is
// there. A shard depends on its number, the settings and the evaluator alone, so
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
	done := shards - len(todo)
	o.tell(done, shards)
	h := Header{Version: version, Game: r.game.ID(), Seed: r.Seed, Nodes: r.Nodes, Evaluator: filepath.Base(best), Revision: o.Revision}
	var mutex sync.Mutex // guards done
	return inParallel(o.Workers, todo, func() (func(int) error, error) {
		e, err := players.NewEngine(r.game, engine.Options{Hash: 4, Evaluator: evaluator})
		return func(n int) error {
			h := h
			h.Number = n
			if err := r.playShard(ctx, e, h); err != nil {
				return err
			}
			mutex.Lock()
			defer mutex.Unlock()
			done++
			o.tell(done, shards)
			return nil
		}, err
	})
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

// selfGame is one game of self-play while it is played.
type selfGame struct {
	run      *Run
	number   int
	chance   *game.Stream
	position game.Position

	placed        bool // the game began with the placing phase
	randomPlacing int  // thousandths of its placings are random

	list    []Position  // what is recorded
	sides   []game.Side // who is to move in each
	blunder int         // how many were recorded before the last random move

	proof  game.Outcome // the first proved outcome, Ongoing before there is one
	proved int          // moves recorded whose outcome is proved
}

// play plays a game and returns its positions. The error is the cause of ctx's end.
func (r *Run) play(ctx context.Context, e *engine.Engine, number int) ([]Position, error) {
	g := r.newSelfGame(number)
	e.Clear()
	for g.position.Outcome() == game.Ongoing && g.proved <= provedPlies {
		moves := g.position.Moves(nil)
		if len(moves) == 1 {
			g.position.PlayUnchecked(moves[0])
			continue
		}
		last, err := g.move(ctx, e, len(moves))
		if err != nil {
			return nil, err
		}
		if last {
			return g.list, nil
		}
	}
	g.setResults()
	return g.list, nil
}

// newSelfGame returns a game after the random moves that it begins with. What is drawn
// from the stream, and in which order, decides all games of a run: it never changes.
func (r *Run) newSelfGame(number int) *selfGame {
	seed := fmt.Sprint(r.Seed, "/", number)
	g := &selfGame{run: r, number: number, chance: game.NewStream(playedDomain, r.game.ID(), seed), randomPlacing: 1000 / placingChance}
	_, placing := r.game.(game.FullStarter) // a game without the phase takes no number from the stream
	g.position, _ = game.StartOf(r.game, seed, placing && float64(g.chance.Intn(1000)) >= 1000*r.Placing)
	g.placed = isPlacing(g.position)
	// How much of a board is placed at random differs from game to game, so that what
	// a placing is worth is not told by the habits of one evaluator alone.
	if r.PlacingRandom > 0 {
		g.randomPlacing = leastRandom + g.chance.Intn(max(int(1000*r.PlacingRandom)-leastRandom, 1))
	}
	for range g.chance.Intn(r.Plies + 1) {
		g.playRandom()
	}
	return g
}

// playRandom plays a random move, where there is any.
func (g *selfGame) playRandom() {
	if moves := g.position.Moves(nil); len(moves) > 0 {
		g.position.PlayUnchecked(randomMove(g.run.game, moves, g.chance))
	}
}

// move searches the position, which has the given moves, records it, and plays the move
// found or a random one. It returns true where the game ends with the position, because
// its search judges a full board.
func (g *selfGame) move(ctx context.Context, e *engine.Engine, moves int) (last bool, err error) {
	placing := isPlacing(g.position)
	judged := g.placed && !placing && g.run.FullNodes > 0
	s := e.Search(ctx, g.position, engine.Limits{Nodes: g.nodes(placing, judged, moves)}, nil)
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	// Without a whole ply there is no score; but a placing is judged by its full board,
	// and a game that ends there needs one.
	g.record(&s, s.Depth > 0 || s.Proved || placing || judged)
	if judged {
		return true, nil
	}
	if g.isRandom(placing) {
		g.playRandom()
		// One of many placings does not decide a game, and both sides have
		// random ones; another move often does.
		if !placing {
			g.blunder = len(g.list)
		}
		return false, nil
	}
	g.position.PlayUnchecked(s.Move)
	return false, nil
}

// nodes returns how many nodes the search of a position with that number of moves may visit.
func (g *selfGame) nodes(placing, judged bool, moves int) uint64 {
	r := g.run
	switch {
	case judged:
		return r.FullNodes
	case !placing:
		return max(r.Nodes, leastPerMove*uint64(moves))
	case r.PlacingNodes > 0:
		return r.PlacingNodes
	}
	return r.Nodes
}

// record takes note of what a search has proved and, where it is to be kept, of the
// position.
func (g *selfGame) record(s *engine.Result, keep bool) {
	side := g.position.Side()
	p := Position{Game: g.number, Text: g.position.String(), Score: s.Score, Proved: s.Proved}
	if s.Proved {
		g.proved++
		outcome := provedOutcome(side, s.Score)
		if g.proof == game.Ongoing {
			g.proof = outcome
		}
		p.Result = resultFor(outcome, side)
	}
	if keep {
		g.list = append(g.list, p)
		g.sides = append(g.sides, side)
	}
}

// isRandom reports whether the next move is a random one. A game whose board was placed is
// played out as well as possible, for its result tells what the placings were worth.
func (g *selfGame) isRandom(placing bool) bool {
	if g.proved > 0 || g.placed && !placing {
		return false
	}
	thousandths := 1000 / stackingChance
	if placing {
		thousandths = g.randomPlacing
	}
	return g.chance.Intn(1000) < thousandths
}

// setResults gives the positions after the last random move the result of the game, as
// far as theirs is not proved.
func (g *selfGame) setResults() {
	outcome := g.proof
	if outcome == game.Ongoing {
		outcome = g.position.Outcome()
	}
	for i := g.blunder; i < len(g.list); i++ {
		if !g.list[i].Proved {
			g.list[i].Result = resultFor(outcome, g.sides[i])
		}
	}
}

// randomMove returns one of some moves. Where there are moves with a claim, they are nearly
// all; then one in claimChance times the move has a claim, as far as it can be chosen.
func randomMove(g game.Game, moves []game.Move, chance *game.Stream) game.Move {
	claims := slices.IndexFunc(moves, func(m game.Move) bool { return g.Parts(m).Claim != 0 })
	if claims > 0 && chance.Intn(claimChance) != 0 {
		moves = moves[:claims] // those with a claim come last
	}
	return moves[chance.Intn(len(moves))]
}

// isPlacing reports whether pieces are still being placed, in games that have such a
// phase.
func isPlacing(p game.Position) bool {
	q, ok := p.(game.Placer)
	return ok && q.Next() != 0
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
