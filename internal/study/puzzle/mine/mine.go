package mine

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/study/puzzle"
	"cairn.example/players"
)

// Settings say how puzzles are looked for. All of it decides what is found.
type Settings struct {
	Seed string

	// Nodes is what both sides of a game search a move.
	Nodes uint64

	// Solve is what the proof of one question may take, Verify what all proofs of
	// one puzzle by the plain search may.
	Solve, Verify uint64

	// Choices is how many moves, claims not counted, a step has at least.
	Choices int

	// Steps is how many moves the solver makes at most.
	Steps int

	// PerGame is how many puzzles of one game are kept at most.
	PerGame int

	// Of the puzzles that level 2 solves one in Easy is kept.
	Easy int
}

// DefaultSettings returns what packs are made with.
func DefaultSettings() Settings {
	return Settings{Seed: "1", Nodes: 4000, Solve: 30_000, Verify: 2_000_000, Choices: 4, Steps: 4, PerGame: 3, Easy: 5}
}

// Found is a puzzle with what was measured about it.
type Found struct {
	Position string     `json:"position"`
	Line     [][]string `json:"line"`
	Result   string     `json:"result"`
	Themes   []string   `json:"themes"`

	// Solved tells for each level, from 1, in how many of its [Tries] it finds the
	// whole line; First whether it does in the first.
	Solved [players.Levels]int  `json:"solved"`
	First  [players.Levels]bool `json:"first"`

	// Effort is that of [Miner.Effort].
	Effort int `json:"effort"`

	Ply    int    `json:"ply"`              // of the game
	Played bool   `json:"played,omitempty"` // whether the position occurred in the game
	Nodes  uint64 `json:"nodes"`            // of the plain proof
}

// Puzzle returns the puzzle without a number.
func (f *Found) Puzzle() puzzle.Puzzle {
	p := puzzle.Puzzle{Position: f.Position, Line: f.Line, Themes: f.Themes}
	p.Rating = Rate(Fit(f.Solved), f.Effort, p.Moves())
	if f.Result == puzzle.Win.String() {
		p.Result = puzzle.Win
	}
	return p
}

// Miner looks for puzzles of one game. It is used by one goroutine.
type Miner struct {
	game      game.Game
	settings  Settings
	engine    *engine.Engine
	knowledge engine.Knowledge
	solver    *solver
	verifier  *puzzle.Verifier
	levels    *levels
}

// New returns a miner. The error says that no engine knows the game.
func New(g game.Game, s Settings) (*Miner, error) {
	e, err := players.NewEngine(g, engine.Options{Hash: 4})
	if err != nil {
		return nil, err
	}
	knowledge, err := players.Knowledge(g)
	if err != nil {
		return nil, err
	}
	l, err := newLevels(g)
	if err != nil {
		return nil, err
	}
	k := knowledge()
	return &Miner{
		game: g, settings: s, engine: e, knowledge: k, solver: newSolver(g, k),
		verifier: &puzzle.Verifier{Limit: s.Verify}, levels: l,
	}, nil
}

// Play plays the game of that number, the engine against itself, and returns its
// positions.
func (m *Miner) Play(ctx context.Context, number int) []game.Position {
	seed := "puzzles " + m.settings.Seed + " " + strconv.Itoa(number)
	p, _ := game.StartOf(m.game, seed, true)
	m.engine.Clear()
	var list []game.Position
	for p.Outcome() == game.Ongoing && ctx.Err() == nil {
		list = append(list, p.Copy())
		moves := p.Moves(nil)
		move := moves[0]
		if len(moves) > 1 {
			move = m.engine.Search(ctx, p, engine.Limits{Nodes: m.settings.Nodes}, nil).Move
		}
		p.PlayUnchecked(move)
	}
	return list
}

// Measure lets the levels try a puzzle.
func (m *Miner) Measure(ctx context.Context, p *puzzle.Puzzle) (Found, error) {
	f := Found{Position: p.Position, Line: p.Line, Result: p.Result.String(), Themes: p.Themes}
	pos, err := m.game.Parse(p.Position)
	if err != nil {
		return f, err
	}
	f.Solved, f.First = m.levels.try(ctx, pos, p.Line)
	f.Effort = m.Effort(ctx, pos, p.Line)
	return f, ctx.Err()
}

// candidate is a position with one answer.
type candidate struct {
	pos    game.Position
	step   *step
	ply    int
	played bool // in the game, not beside it
	ease   int  // how many of the levels that were asked first find the answer
}

// Puzzles returns the puzzles among the positions of a game and those that are one
// other move away from them: first those of the game, then the hardest ones. The error
// is ctx's.
func (m *Miner) Puzzles(ctx context.Context, positions []game.Position) ([]Found, error) {
	m.solver.forget()
	var list []candidate
	seen := map[uint64]bool{}
	unproved := 0
	for i := len(positions) - 1; i >= 0 && unproved < 2; i-- {
		p := positions[i]
		if !m.consider(ctx, candidate{pos: p, ply: i, played: true}, seen, &list) {
			unproved++
		}
		for _, mv := range p.Moves(nil) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if unproved > 0 {
				break
			}
			after := p.Copy()
			after.PlayUnchecked(mv)
			m.consider(ctx, candidate{pos: after, ply: i + 1}, seen, &list)
		}
	}
	found := m.choose(ctx, list)
	return found, ctx.Err()
}

// consider adds a position, without its step, to the candidates if there is one
// answer in it that not everybody sees. It returns false where the proofs did not suffice.
func (m *Miner) consider(ctx context.Context, c candidate, seen map[uint64]bool, list *[]candidate) bool {
	p := c.pos
	if seen[p.Key()] || m.choices(p) < m.settings.Choices {
		return true
	}
	seen[p.Key()] = true
	s, known := m.step(p)
	if s == nil || !known {
		return known
	}
	line := m.texts(s)
	c.step = s
	if m.levels.solves(ctx, easyLevel, 0, p, line) {
		if p.Key()%uint64(max(m.settings.Easy, 1)) != 0 {
			return true
		}
		c.ease++
	}
	for _, n := range []int{hardLevel - 2, hardLevel, hardLevel + 1} {
		if m.levels.solves(ctx, n, 0, p, line) {
			c.ease++
		}
	}
	*list = append(*list, c)
	return true
}

// easyLevel is the level whose puzzles are mostly left out.
const easyLevel = 2

// choose makes puzzles of candidates that lie apart and that the plain search proves:
// first those of the game, then the hardest ones.
func (m *Miner) choose(ctx context.Context, list []candidate) []Found {
	slices.SortStableFunc(list, func(a, b candidate) int {
		if a.played != b.played {
			if a.played {
				return -1
			}
			return 1
		}
		return a.ease - b.ease
	})
	var kept []Found
	for _, c := range list {
		if len(kept) == m.settings.PerGame || ctx.Err() != nil {
			break
		}
		if slices.ContainsFunc(kept, func(k Found) bool { return max(k.Ply-c.ply, c.ply-k.Ply) < apart }) {
			continue
		}
		m.extend(c.pos, c.step, m.settings.Steps)
		f := Found{Position: c.pos.String(), Line: m.texts(c.step), Result: c.step.result.String(), Ply: c.ply, Played: c.played}
		f.Themes = m.themes(c.pos, &f)
		p := f.Puzzle()
		if m.verifier.Verify(m.game, &p) != nil {
			continue
		}
		f.Nodes = m.verifier.Nodes
		f.Solved, f.First = m.levels.try(ctx, c.pos, f.Line)
		f.Effort = m.Effort(ctx, c.pos, f.Line)
		kept = append(kept, f)
	}
	return kept
}

// apart is how many plies lie between two puzzles of one game at least.
const apart = 3

// place is where a move goes, whatever it claims.
type place struct{ from, to game.Spot }

// choices counts the moves of p, claims not counted.
func (m *Miner) choices(p game.Position) int {
	seen := map[place]bool{}
	for _, mv := range p.Moves(nil) {
		parts := m.game.Parts(mv)
		seen[place{parts.From, parts.To}] = true
	}
	return len(seen)
}

// step is a position with one answer.
type step struct {
	result  puzzle.Result
	answers []game.Move // the one to show first
	reply   game.Move   // 0 for none
	next    *step
}

// step returns the answer in p, nil where there is none or more than one; known
// is false where the proofs did not suffice.
func (m *Miner) step(p game.Position) (s *step, known bool) {
	side := p.Side()
	result := puzzle.Win
	wins, known := m.solver.atLeast(p, side, puzzle.Win, m.settings.Solve)
	if !known {
		return nil, false
	}
	if !wins {
		draws, known := m.solver.atLeast(p, side, puzzle.Draw, m.settings.Solve)
		if !known || !draws {
			return nil, known
		}
		result = puzzle.Draw
	}
	return m.answer(p, result)
}

// answer returns the answer in p, whose result is proved.
func (m *Miner) answer(p game.Position, result puzzle.Result) (*step, bool) {
	s := &step{result: result}
	at := place{game.NoSpot, game.NoSpot}
	after := m.game.New()
	for _, mv := range p.Moves(nil) {
		parts := m.game.Parts(mv)
		p.CopyTo(after)
		after.PlayUnchecked(mv)
		keeps, known := m.solver.atLeast(after, p.Side(), result, m.settings.Solve)
		if !known {
			return nil, false
		}
		if !keeps {
			continue
		}
		here := place{parts.From, parts.To}
		if len(s.answers) > 0 && here != at {
			return nil, true
		}
		at = here
		s.answers = append(s.answers, mv)
	}
	// Without a claim first, then as texts sort.
	slices.SortFunc(s.answers, func(a, b game.Move) int {
		x, y := m.game.MoveText(a), m.game.MoveText(b)
		if len(x) != len(y) {
			return len(x) - len(y)
		}
		return strings.Compare(x, y)
	})
	return s, len(s.answers) > 0
}

// extend appends to a step the replies after which there is one answer again, and
// returns the number of the solver's moves. Of several replies it takes the one
// with the longest line. A step with several answers is the last, for they lead
// to different positions.
func (m *Miner) extend(p game.Position, s *step, most int) int {
	if most <= 1 || len(s.answers) > 1 {
		return 1
	}
	before := p.Copy()
	before.PlayUnchecked(s.answers[0])
	if before.Outcome() != game.Ongoing {
		return 1
	}
	best := 0
	for _, reply := range before.Moves(nil) {
		after := before.Copy()
		after.PlayUnchecked(reply)
		if after.Outcome() != game.Ongoing || m.choices(after) < min(m.settings.Choices, 3) {
			continue
		}
		next, known := m.step(after)
		if !known || next == nil || next.result != s.result {
			continue
		}
		if n := m.extend(after, next, most-1); n > best {
			best, s.reply, s.next = n, reply, next
			if best == most-1 {
				break
			}
		}
	}
	return best + 1
}

// texts writes the line that begins with s.
func (m *Miner) texts(s *step) [][]string {
	var line [][]string
	for ; s != nil; s = s.next {
		var answers []string
		for _, a := range s.answers {
			answers = append(answers, m.game.MoveText(a))
		}
		line = append(line, answers)
		if s.next != nil {
			line = append(line, []string{m.game.MoveText(s.reply)})
		}
	}
	return line
}
