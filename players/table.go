package players

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"cairn.example/dvonn"
	dvonnthink "cairn.example/dvonn/think"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
	lyngkthink "cairn.example/lyngk/think"
	"cairn.example/nn"
)

// Options say how a player is made. The zero value is good.
type Options struct {
	// Seed determines what is left to chance: the same seed, positions and
	// limits in nodes give the same moves.
	Seed string

	// Evaluator makes the evaluator of an engine or a level; nil means the
	// strongest of the game for "engine" and "level10", and the linear one for the
	// levels below. The other players ignore it.
	Evaluator func() engine.Evaluator

	// Hash in MiB and Threads are for "engine" and "level10", which are one
	// player under two names. The other players ignore them, so that they are as
	// strong everywhere.
	Hash, Threads int

	// Poll is called about every hundred nodes of a search; see [engine.Options].
	Poll func()

	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Names returns the names that [New] knows, weakest first as far as they can be
// compared.
func Names() []string {
	names := []string{"random", "greedy"}
	for n := 1; n <= Levels; n++ {
		names = append(names, LevelName(n))
	}
	return append(names, "uct", "engine")
}

// UnknownError says that there is no player of that name.
type UnknownError struct{ Name string }

// Error names what was asked for and lists the players known.
func (e *UnknownError) Error() string {
	return game.Words("no player is called ", strconv.Quote(e.Name), "; known players: ", strings.Join(Names(), ", "))
}

// New returns the player of that name for g, ready to choose: what takes time before a
// search was done. The error is an *[UnknownError], or says that the game has no evaluator.
func New(g game.Game, name string, o Options) (Player, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	switch name {
	case "random":
		return NewRandom(o.Seed), nil
	case "greedy":
		return newGreedy(o.Seed), nil
	}
	n, isLevel := LevelNamed(name)
	if !isLevel && name != "uct" && name != "engine" {
		return nil, &UnknownError{Name: name}
	}
	x, err := expertiseOf(g)
	if err != nil {
		return nil, err
	}
	switch {
	case name == "uct":
		p, ok := x.knowledge().(playoutPolicy)
		if !ok {
			return nil, errors.New(game.Words(g.ID(), " has no random playouts"))
		}
		u := &uctPlayer{seed: o.Seed, policy: p, now: o.Now}
		u.Reset()
		return u, nil
	case name == "engine":
		n = Levels
	}
	if o.Evaluator == nil {
		o.Evaluator = x.evaluators[0].make
		if n < Levels {
			// The steps of the ladder were measured with this one.
			o.Evaluator = x.evaluators[len(x.evaluators)-1].make
		}
	}
	return newLevel(g, name, x.levels[n], o, o.Evaluator, x.knowledge), nil
}

// NewEngine returns an engine that is ready for g. What o leaves nil is filled in: the strongest
// evaluator of g, and what is known of g. The error says that there is none.
func NewEngine(g game.Game, o engine.Options) (*engine.Engine, error) {
	if o.Evaluator == nil {
		e, err := Evaluator(g, "")
		if err != nil {
			return nil, err
		}
		o.Evaluator = e
	}
	if o.Knowledge == nil {
		k, err := Knowledge(g)
		if err != nil {
			return nil, err
		}
		o.Knowledge = k
	}
	o.Game = g
	return engine.New(o), nil
}

// expertise is what the engine can know about one game.
type expertise struct {
	knowledge  func() engine.Knowledge
	evaluators []namedEvaluator // the strongest first
	levels     *ladder
	strengths  strengths

	// What is counted for dense nets, what convolutional nets see, and what makes an
	// evaluator with such nets; nil for a game that has none.
	counts func() []nn.Counts
	boards []nn.Board
	nets   func(nn.Nets) (engine.Evaluator, error)
}

// namedEvaluator is a line of the table of evaluators.
type namedEvaluator struct {
	name string
	make func() engine.Evaluator
}

// expertiseOf is the table game -> knowledge, evaluators, levels.
func expertiseOf(g game.Game) (expertise, error) {
	for _, l := range lyngk.Games() {
		if g.ID() == l.ID() {
			return expertise{
				knowledge:  lyngkthink.NewKnowledge,
				evaluators: []namedEvaluator{{"net", func() engine.Evaluator { return lyngkthink.NewNet(l) }}, {"linear", lyngkthink.NewLinear}},
				levels:     &lyngkLadder,
				strengths:  lyngkStrengths,
				counts:     func() []nn.Counts { return []nn.Counts{lyngkthink.NewCounts(l)} },
				nets:       func(nets nn.Nets) (engine.Evaluator, error) { return lyngkthink.NewDense(l, nets) },
			}, nil
		}
	}
	if g.ID() == dvonn.Game.ID() {
		return expertise{
			knowledge:  dvonnthink.NewKnowledge,
			evaluators: []namedEvaluator{{"net", dvonnthink.NewNet}, {"linear", dvonnthink.NewLinear}},
			levels:     &dvonnLadder,
			strengths:  dvonnStrengths,
			counts:     func() []nn.Counts { return []nn.Counts{&dvonnthink.StackingCounts{}} },
			boards:     []nn.Board{dvonnthink.PlacingBoard{}},
			nets:       func(nets nn.Nets) (engine.Evaluator, error) { return dvonnthink.NewNets(nets) },
		}, nil
	}
	return expertise{}, errors.New(game.Words("no evaluator knows the game ", strconv.Quote(g.ID())))
}

// Knowledge returns what makes the knowledge of g, for one thread each. The error
// says that there is none.
func Knowledge(g game.Game) (func() engine.Knowledge, error) {
	x, err := expertiseOf(g)
	return x.knowledge, err
}

// Evaluators returns the names that [Evaluator] knows for g, the strongest first;
// none for a game that has no evaluator.
func Evaluators(g game.Game) []string {
	x, _ := expertiseOf(g)
	names := make([]string, len(x.evaluators))
	for i, e := range x.evaluators {
		names[i] = e.name
	}
	return names
}

// Evaluator returns what makes the evaluator of that name for g, for one thread
// each; "" names the strongest. The error is an *[EvaluatorError], or says that
// the game has no evaluator.
func Evaluator(g game.Game, name string) (func() engine.Evaluator, error) {
	x, err := expertiseOf(g)
	if err != nil {
		return nil, err
	}
	for _, e := range x.evaluators {
		if name == "" || name == e.name {
			return e.make, nil
		}
	}
	return nil, &EvaluatorError{Name: name, Game: g}
}

// EvaluatorError says that a game has no evaluator of that name.
type EvaluatorError struct {
	Name string
	Game game.Game
}

// Error names what was asked for and lists the evaluators of the game.
func (e *EvaluatorError) Error() string {
	return game.Words("no evaluator of ", e.Game.ID(), " is called ", strconv.Quote(game.Shown(e.Name)), "; there is ", strings.Join(Evaluators(e.Game), ", "))
}
