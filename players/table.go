package players

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cairn.example/dvonn"
	dvonnthink "cairn.example/dvonn/think"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
	lyngkthink "cairn.example/lyngk/think"
)

// Options say how a player is made. The zero value is good.
type Options struct {
	// Seed determines what is left to chance: the same seed, positions and
	// limits in nodes give the same moves.
	Seed string

	// Hash in MiB and Threads are for "engine" and "level10", which are one
	// player under two names. The others have fixed ones, so that they are as
	// strong everywhere.
	Hash, Threads int

	// Poll is called now and then during a search; see [engine.Options].
	Poll func()

	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Names returns the names that [New] knows, weakest first as far as they can be
// compared.
func Names() []string {
	names := []string{"random", "greedy"}
	for n := 1; n <= Levels; n++ {
		names = append(names, "level"+strconv.Itoa(n))
	}
	return append(names, "uct", "standin", "engine")
}

// UnknownError says that there is no player of that name.
type UnknownError struct{ Name string }

// Error names what was asked for and lists the players known.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("no player is called %q; known are %s", e.Name, strings.Join(Names(), ", "))
}

// GameError says that a player does not play a rule set.
type GameError struct{ Player, Game string }

// Error names both.
func (e *GameError) Error() string { return e.Player + " does not play " + e.Game }

// New returns the player of that name for g. The error is an *[UnknownError], a
// *[GameError], or says that the game has no evaluator.
func New(g game.Game, name string, o Options) (Player, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	switch name {
	case "random":
		return NewRandom(o.Seed), nil
	case "greedy":
		return NewGreedy(o.Seed), nil
	}
	n, isLevel := 0, false
	if text, ok := strings.CutPrefix(name, "level"); ok {
		n, _ = strconv.Atoi(text)
		isLevel = n >= 1 && n <= Levels && text == strconv.Itoa(n)
	}
	if !isLevel && name != "uct" && name != "engine" && name != "standin" {
		return nil, &UnknownError{Name: name}
	}
	mind, err := Evaluator(g)
	if err != nil {
		return nil, err
	}
	switch {
	case name == "standin":
		return newStandIn(g, o)
	case name == "uct":
		c, ok := mind().(chancer)
		if !ok {
			return nil, fmt.Errorf("%s has no random playouts", g.ID())
		}
		u := &UCT{seed: o.Seed, mind: c, now: o.Now}
		u.Reset()
		return u, nil
	case name == "engine":
		n = Levels
	}
	ladder := &lyngkLadder
	if g.ID() == dvonn.Game.ID() {
		ladder = &dvonnLadder
	}
	return newLevel(name, ladder[n], o, mind), nil
}

// Evaluator returns what makes evaluators for g: the table game -> knowledge.
func Evaluator(g game.Game) (func() engine.Evaluator, error) {
	switch g.ID() {
	case lyngk.Standard.ID(), lyngk.Captured.ID(), lyngk.Six.ID():
		return lyngkthink.New, nil
	case dvonn.Game.ID():
		return dvonnthink.New, nil
	}
	return nil, fmt.Errorf("no evaluator knows the game %q", g.ID())
}
