package players

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"strconv"
	"strings"

	"cairn.example/engine"
	"cairn.example/game"
)

// Levels is the number of levels.
const Levels = 10

// LevelName returns the name of a level as a player, such as "level4".
func LevelName(n int) string { return "level" + strconv.Itoa(n) }

// LevelNamed returns the level of that name, false for a name that is none's.
func LevelNamed(name string) (n int, ok bool) {
	text, ok := strings.CutPrefix(name, "level")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > Levels || LevelName(n) != name {
		return 0, false
	}
	return n, true
}

// level says how a level is weakened. People overlook moves, misjudge positions and
// do not look far ahead; they do not play absurd moves on purpose. So a level
// searches only the moves it notices, adds to each estimate an error that depends
// on the position alone, and searches a fixed number of nodes, so that it is as
// strong on any machine.
type level struct {
	depth      int     // plies looked ahead at most; 0 for no limit
	nodes      uint64  // positions looked at; 0 for as many as the clock allows
	error      int     // the largest error of an estimate, in hundredths
	overlooked float64 // share of the quiet moves that are overlooked
}

// ladder holds the levels of one game; number 0 is not used.
type ladder [Levels + 1]level

// The ladders; how the steps were measured is in docs/lab/2026-11-strength.md. More can go
// wrong in DVONN, so its steps are wider.
var (
	lyngkLadder = ladder{
		1:  {depth: 1, nodes: 300, error: 500, overlooked: 0.6},
		2:  {depth: 1, nodes: 500, error: 260, overlooked: 0.45},
		3:  {depth: 2, nodes: 700, error: 190, overlooked: 0.37},
		4:  {depth: 3, nodes: 1500, error: 90, overlooked: 0.2},
		5:  {depth: 4, nodes: 4000, error: 52, overlooked: 0.1},
		6:  {depth: 6, nodes: 13000, error: 12},
		7:  {nodes: 40000},
		8:  {nodes: 120000},
		9:  {nodes: 350000},
		10: {},
	}
	dvonnLadder = ladder{
		1:  {depth: 1, nodes: 300, error: 400, overlooked: 0.6},
		2:  {depth: 1, nodes: 500, error: 240, overlooked: 0.45},
		3:  {depth: 1, nodes: 500, error: 130, overlooked: 0.25},
		4:  {depth: 2, nodes: 900, error: 115, overlooked: 0.24},
		5:  {depth: 3, nodes: 1500, error: 74, overlooked: 0.14},
		6:  {depth: 4, nodes: 3500, error: 25, overlooked: 0.02},
		7:  {nodes: 4000, error: 22},
		8:  {nodes: 30000},
		9:  {nodes: 200000},
		10: {},
	}
)

// strengths is how strong the levels of a game are to people.
type strengths struct {
	steps   [Levels - 2]float64 // from level 1 to 2, ... 8 to 9, measured between levels
	stretch float64
}

// The strengths. People gain less from looking further ahead than engines do, so each step
// is smaller to them; by how much is a guess until there are games of people with levels.
var (
	lyngkStrengths = strengths{[...]float64{211, 215, 204, 224, 253, 246, 215, 209}, 0.7}
	dvonnStrengths = strengths{[...]float64{303, 310, 319, 306, 308, 296, 341, 293}, 0.6}
)

// middle is the level whose rating is 1500.
const middle = 5

// Ratings returns the ratings of levels 1 to 9 of a game, in that order, on the scale on
// which people are rated: level 5 has 1500. It is nil for a game without levels.
func Ratings(g game.Game) []float64 {
	steps, stretch := Steps(g)
	for i := range steps {
		steps[i] = 1500 + steps[i]*stretch
	}
	return steps
}

// Steps returns by how much each of levels 1 to 9 of a game is stronger than level 5, as games
// between levels say, and by what that is multiplied on the scale of people.
func Steps(g game.Game) (above []float64, stretch float64) {
	x, err := expertiseOf(g)
	if err != nil {
		return nil, 0
	}
	above = make([]float64, Levels-1)
	for i, step := range x.strengths.steps {
		above[i+1] = above[i] + step
	}
	shift := above[middle-1]
	for i := range above {
		above[i] -= shift
	}
	return above, x.strengths.stretch
}

// Level is the engine at one of ten levels.
type Level struct {
	name    string
	level   level
	seed    uint64
	engine  *engine.Engine
	orderer engine.Orderer // marks the moves that win something
}

// newLevel returns a level.
func newLevel(g game.Game, name string, l level, o Options, evaluator func() engine.Evaluator, knowledge func() engine.Knowledge) *Level {
	h := fnv.New64a()
	h.Write([]byte(o.Seed))
	p := &Level{name: name, level: l, seed: h.Sum64(), orderer: knowledge()}
	opts := engine.Options{Game: g, Hash: 8, Threads: 1, Evaluator: evaluator, Knowledge: knowledge, Poll: o.Poll, Now: o.Now}
	if p.level.error > 0 {
		seed, most := p.seed, p.level.error
		opts.Evaluator = func() engine.Evaluator { return &misjudging{evaluator(), seed, most} }
	}
	if p.level.nodes == 0 {
		opts.Hash, opts.Threads = max(o.Hash, 16), max(o.Threads, 1)
	}
	p.engine = engine.New(opts)
	return p
}

// Name returns the level's name.
func (p *Level) Name() string { return p.name }

// Reset forgets what was learned from the positions so far.
func (p *Level) Reset() { p.engine.Clear() }

// Choose returns the level's move. Up to level 9 the limits of l shorten the
// search but never lengthen it.
func (p *Level) Choose(ctx context.Context, pos game.Position, l engine.Limits, onInfo func(engine.Info)) (engine.Result, error) {
	moves := pos.Moves(nil)
	if len(moves) == 0 {
		return engine.Result{}, ErrOver
	}
	if len(moves) == 1 {
		return withoutSearch(moves[0], 0), nil
	}
	if n := p.level.nodes; n > 0 && (l.Nodes == 0 || l.Nodes > n) {
		l.Nodes = n
	}
	if d := p.level.depth; d > 0 && (l.Depth == 0 || l.Depth > d) {
		l.Depth = d
	}
	if p.level.overlooked > 0 && l.Only == nil {
		l.Only = p.noticedMoves(pos, moves)
	}
	if p.level.nodes > 0 {
		// The same position gets the same answer, whatever was played before.
		p.engine.Clear()
	}
	return p.engine.Search(ctx, pos, l, onInfo), nil
}

// noticedMoves returns the moves that the level does not overlook, at least one.
// Moves that win something at once are always among them.
func (p *Level) noticedMoves(pos game.Position, moves []game.Move) []game.Move {
	list := make([]engine.Ranked, len(moves))
	for i, m := range moves {
		list[i].Move = m
	}
	p.orderer.Order(pos, list)
	var seen []game.Move
	limit := uint64(p.level.overlooked * (1 << 32))
	for _, m := range list {
		if m.Kind == engine.Tactical || hashOf(p.seed, pos.Key(), uint64(m.Move))>>32 >= limit {
			seen = append(seen, m.Move)
		}
	}
	if len(seen) == 0 {
		seen = append(seen, moves[hashOf(p.seed, pos.Key(), 0)%uint64(len(moves))])
	}
	return seen
}

// hashOf mixes numbers into one whose bits are as good as random.
func hashOf(parts ...uint64) uint64 {
	h := fnv.New64a()
	var b [8]byte
	for _, v := range parts {
		binary.LittleEndian.PutUint64(b[:], v)
		h.Write(b[:])
	}
	x := h.Sum64()
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// misjudging adds to the estimates of an evaluator an error that depends on the
// position.
type misjudging struct {
	engine.Evaluator
	seed uint64
	most int
}

// Evaluate returns the estimate with its error. The error is the mean of two
// numbers from -most to most, so small errors are likelier than large ones.
func (m *misjudging) Evaluate(p game.Position) engine.Score {
	s := m.Evaluator.Evaluate(p)
	if s.Decided() {
		return s
	}
	x := hashOf(m.seed, p.Key())
	n := 2*m.most + 1
	e := int(x%uint64(n)) + int(x>>32%uint64(n)) - 2*m.most
	return engine.Estimate(int(s) + e/2)
}
