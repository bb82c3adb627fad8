package lyngk

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
)

var slowGames = flag.Int("slow.games", 100, "random games per game to compare with the slow reference")

// slowLoad is a third of the games where the tests are asked to be short: as
// many as bring up every rule.
func slowLoad() int {
	if testing.Short() {
		return (*slowGames + 2) / 3
	}
	return *slowGames
}

// slow is the rules of LYNGK once more, written from the contract with strings
// and nothing of the package but its test harness. It is the reference
// the fast code is held against.
type slow struct {
	id     string
	stacks cells // pieces bottom first; "" where empty
	side   int   // 0 or 1
	claims [2]string
	score  [2]int
}

// place is a spot in the coordinates of the contract: x is the column, y the
// height in half steps.
type place struct{ x, y int }

// cells hold a text for every place, and for a margin around the board.
type cells [slowColumns][slowRows]string

const slowColumns, slowRows = 9, 14

func (c *cells) at(p place) string {
	if p.x < 0 || p.x >= slowColumns || p.y < 0 || p.y >= slowRows {
		return ""
	}
	return c[p.x][p.y]
}

func (c *cells) set(p place, text string) { c[p.x][p.y] = text }

// taken lists the places with a stack.
func (c *cells) taken() []place {
	list := make([]place, 0, len(slowPlaces))
	for _, p := range slowPlaces {
		if c.at(p) != "" {
			list = append(list, p)
		}
	}
	return list
}

var (
	slowSizes = []int{1, 4, 7, 6, 7, 6, 7, 4, 1}
	slowFirst = []int{6, 3, 0, 1, 0, 1, 0, 3, 6}
	slowSteps = []place{{0, 2}, {0, -2}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

	slowPlaces, slowNames = func() ([]place, *cells) {
		var list []place
		names := new(cells)
		for x, n := range slowSizes {
			for i := range n {
				p := place{x, slowFirst[x] + 2*i}
				list = append(list, p)
				names.set(p, fmt.Sprintf("%c%d", 'a'+x, i+1))
			}
		}
		return list, names
	}()

	slowByName = func() map[string]place {
		m := map[string]place{}
		for _, p := range slowPlaces {
			m[slowNames.at(p)] = p
		}
		return m
	}()
)

func slowParse(id, text string) *slow {
	f := strings.Fields(text)
	s := &slow{id: id}
	for x, column := range strings.Split(f[0], "/") {
		for i, pieces := range strings.Split(column, ",") {
			if pieces != "." {
				s.stacks.set(place{x, slowFirst[x] + 2*i}, pieces)
			}
		}
	}
	s.side = int(f[1][0] - '1')
	for i, c := range strings.Split(f[2], ":") {
		s.claims[i] = strings.Trim(c, "-")
	}
	fmt.Sscanf(f[3], "%d:%d", &s.score[0], &s.score[1])
	return s
}

func (s *slow) String() string {
	var columns []string
	next := 0
	for _, n := range slowSizes {
		var cells []string
		for range n {
			pieces := s.stacks.at(slowPlaces[next])
			if pieces == "" {
				pieces = "."
			}
			cells = append(cells, pieces)
			next++
		}
		columns = append(columns, strings.Join(cells, ","))
	}
	var claims [2]string
	for i, c := range s.claims {
		for _, letter := range "IBRGK" {
			if strings.ContainsRune(c, letter) {
				claims[i] += string(letter)
			}
		}
		if claims[i] == "" {
			claims[i] = "-"
		}
	}
	return fmt.Sprintf("%s %d %s:%s %d:%d", strings.Join(columns, "/"), s.side+1,
		claims[0], claims[1], s.score[0], s.score[1])
}

func (s *slow) copy() *slow {
	c := *s
	return &c
}

func (s *slow) max() int {
	if s.id == "lyngk6" {
		return 6
	}
	return 5
}

func slowTop(pieces string) string { return pieces[len(pieces)-1:] }

func (s *slow) mine(color string) bool { return strings.Contains(s.claims[s.side], color) }

func (s *slow) neutral(color string) bool {
	return color != "J" && !strings.Contains(s.claims[0]+s.claims[1], color)
}

// first returns the first occupied place in a direction; false when there is
// none.
func (s *slow) first(from, step place) (place, bool) {
	for p := from; ; {
		p = place{p.x + step.x, p.y + step.y}
		if slowNames.at(p) == "" {
			return p, false
		}
		if s.stacks.at(p) != "" {
			return p, true
		}
	}
}

// mayBuild is clauses 1.4, 1.5, 1.7 and 1.8: may these pieces be put on those?
func (s *slow) mayBuild(mover, below string) bool {
	if len(mover)+len(below) > s.max() {
		return false
	}
	for _, c := range "IBRGK" {
		if strings.Count(mover, string(c))+strings.Count(below, string(c)) > 1 {
			return false
		}
	}
	return s.mine(slowTop(mover)) || len(below) <= len(mover)
}

// destinations follows every way of the stack on from, which is off the board
// while it travels, and returns where it may land.
func (s *slow) destinations(from place) []place {
	mover := s.stacks.at(from)
	color := slowTop(mover)
	if color == "J" || !s.mine(color) && !s.neutral(color) {
		return nil
	}
	away := s.copy()
	away.stacks.set(from, "")
	var found []place
	been := map[place]bool{}
	var travel func(at place)
	travel = func(at place) {
		for _, step := range slowSteps {
			p, ok := away.first(at, step)
			if !ok || been[p] {
				continue
			}
			been[p] = true
			if s.mine(color) && slowTop(away.stacks.at(p)) == color {
				travel(p)
			} else if s.mayBuild(mover, away.stacks.at(p)) {
				found = append(found, p)
			}
		}
	}
	travel(from)
	return found
}

// claim is clause 1.1 with the house rule of 1.7.
func (s *slow) claim(color string) *slow {
	c := s.copy()
	c.claims[c.side] += color
	if s.id == "lyngk-captured" {
		for _, p := range c.stacks.taken() {
			if pieces := c.stacks.at(p); len(pieces) == 5 && slowTop(pieces) == color {
				c.stacks.set(p, "")
				c.score[c.side]++
			}
		}
	}
	return c
}

func (s *slow) won() bool { return s.id == "lyngk6" && s.score[0]+s.score[1] > 0 }

// turns returns the turns of the side to move, passes aside.
func (s *slow) turns() []string {
	if s.won() {
		return nil
	}
	var list []string
	moves := func(s *slow, prefix string) {
		for _, from := range s.stacks.taken() {
			for _, to := range s.destinations(from) {
				list = append(list, prefix+slowNames.at(from)+"-"+slowNames.at(to))
			}
		}
	}
	moves(s, "")
	if len(s.claims[s.side]) < 2 {
		for _, c := range "IBRGK" {
			if s.neutral(string(c)) {
				moves(s.claim(string(c)), string(c)+",")
			}
		}
	}
	slices.Sort(list)
	return list
}

// opponentToMove returns the position with the other side to move.
func (s *slow) opponentToMove() *slow {
	o := s.copy()
	o.side = 1 - o.side
	return o
}

// moves returns all legal moves, a forced pass included, and the result.
func (s *slow) moves() (list []string, result string) {
	if list = s.turns(); list != nil {
		return list, "ongoing"
	}
	if s.opponentToMove().turns() != nil {
		return []string{"pass"}, "ongoing"
	}
	for height := s.max(); height >= 0; height-- {
		var n [2]int
		for i := range n {
			n[i] = s.score[i]
			if height < s.max() {
				n[i] = 0
				for _, p := range s.stacks.taken() {
					pieces := s.stacks.at(p)
					if len(pieces) == height && strings.Contains(s.claims[i], slowTop(pieces)) {
						n[i]++
					}
				}
			}
		}
		if n[0] > n[1] {
			return nil, "1"
		}
		if n[0] < n[1] {
			return nil, "2"
		}
	}
	return nil, "draw"
}

// play returns the position after a legal move.
func (s *slow) play(move string) *slow {
	if move == "pass" {
		return s.opponentToMove()
	}
	n := s.copy()
	if color, rest, ok := strings.Cut(move, ","); ok {
		n, move = s.claim(color), rest
	}
	a, b, _ := strings.Cut(move, "-")
	from, to := slowByName[a], slowByName[b]
	built := n.stacks.at(to) + n.stacks.at(from)
	n.stacks.set(from, "")
	n.stacks.set(to, built)
	if len(built) == n.max() && n.mine(slowTop(built)) {
		n.score[n.side]++
		if n.id != "lyngk6" {
			n.stacks.set(to, "")
		}
	}
	n.side = 1 - n.side
	return n
}

// allows reports whether a spelled route of three or more places is allowed, each
// leg by clause 1.6.
func (s *slow) allows(color string, route []place) bool {
	if color != "" {
		if !s.neutral(color) || len(s.claims[s.side]) > 1 {
			return false
		}
		s = s.claim(color)
	}
	mover := s.stacks.at(route[0])
	if mover == "" || !s.mine(slowTop(mover)) {
		return false
	}
	away := s.copy()
	away.stacks.set(route[0], "")
	used := map[place]bool{}
	for i, p := range route[1:] {
		reached := false
		for _, step := range slowSteps {
			q, ok := away.first(route[i], step)
			reached = reached || ok && q == p
		}
		point := slowTop("."+away.stacks.at(p)) == slowTop(mover)
		if last := i == len(route)-2; !reached || used[p] || point == last {
			return false
		}
		used[p] = true
	}
	return s.mayBuild(mover, away.stacks.at(route[len(route)-1]))
}

// randomRoute spells a random walk from stack to stack that likes to go on from
// tops of the mover's color, with a mistake thrown in now and then.
func (s *slow) randomRoute(rng *rand.Rand) (color string, route []place) {
	at := slowPlaces[rng.IntN(len(slowPlaces))]
	top := slowTop("." + s.stacks.at(at))
	if rng.IntN(2) == 0 && top != "J" && top != "." {
		color = top
	}
	route = append(route, at)
	for legs := 2 + rng.IntN(3); legs > 0; legs-- {
		p := at
		for range 8 {
			q, ok := s.first(at, slowSteps[rng.IntN(len(slowSteps))])
			if ok {
				p = q
			}
			if point := slowTop("."+s.stacks.at(p)) == top; ok && point == (legs > 1) {
				break
			}
		}
		if rng.IntN(30) == 0 {
			p = slowPlaces[rng.IntN(len(slowPlaces))]
		}
		route = append(route, p)
		at = p
	}
	return color, route
}

func (s *slow) compareRoutes(t *testing.T, p game.Position, rng *rand.Rand) (allowed int) {
	for range 10 {
		color, route := s.randomRoute(rng)
		var names []string
		for _, r := range route {
			names = append(names, slowNames.at(r))
		}
		text := strings.Join(names, "-")
		if color != "" {
			text = color + "," + text
		}
		want := s.allows(color, route)
		if _, err := p.ParseMove(text); (err == nil) != want {
			t.Fatalf("route %s: %v, want allowed: %v\n%s", text, err, want, s)
		}
		if want {
			allowed++
		}
	}
	return allowed
}

// captures reports whether a move claims a color and so captures fives.
func (s *slow) captures(move string) bool {
	color, _, ok := strings.Cut(move, ",")
	return ok && s.claim(color).score != s.score
}

// choose picks a random move. In shy games one with a claim is rare, so that
// neutral fives come up, unless it captures some.
func (s *slow) choose(rng *rand.Rand, moves []string, shy bool) string {
	m := moves[rng.IntN(len(moves))]
	for range 100 {
		if !shy || !strings.Contains(m, ",") || rng.IntN(100) == 0 || s.captures(m) && rng.IntN(4) == 0 {
			return m
		}
		m = moves[rng.IntN(len(moves))]
	}
	return m
}

// compare checks the moves, their number and the outcome of a position, and
// returns the moves.
func (s *slow) compare(t *testing.T, p game.Position) []string {
	t.Helper()
	if p.String() != s.String() {
		t.Fatalf("positions differ:\nfast %s\nslow %s", p, s)
	}
	moves, result := s.moves()
	var fast []string
	for _, m := range p.Moves(nil) {
		fast = append(fast, p.Game().MoveText(m))
	}
	slices.Sort(fast)
	if !slices.Equal(fast, moves) {
		t.Fatalf("moves of\n%s\nfast %s\nslow %s", s, fast, moves)
	}
	if n := p.(game.Counter).CountMoves(); n != len(moves) {
		t.Fatalf("CountMoves is %d, want %d\n%s", n, len(moves), s)
	}
	if got := p.Game().OutcomeName(p.Outcome()); got != result {
		t.Fatalf("outcome %s, want %s\n%s", got, result, s)
	}
	return moves
}

func TestSlowReference(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.ID(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, uint64(g)))
			plies, passes, routes, captures, full := 0, 0, 0, 0, 0
			for i := range slowLoad() {
				p := g.Start(fmt.Sprint("slow ", i))
				s := slowParse(g.ID(), p.String())
				for {
					plies++
					moves := s.compare(t, p)
					if moves == nil {
						break
					}
					routes += s.compareRoutes(t, p, rng)
					text := s.choose(rng, moves, i%2 == 0)
					if text == "pass" {
						passes++
					}
					if s.captures(text) {
						captures++
					}
					m, err := p.ParseMove(text)
					if err != nil {
						t.Fatalf("%v\n%s", err, s)
					}
					p.PlayUnchecked(m)
					s = s.play(text)
				}
				for _, p := range s.stacks.taken() {
					pieces := s.stacks.at(p)
					if len(pieces) == s.max() {
						full++
					}
				}
			}
			t.Logf("%d games, %d positions; %d passes, %d spelled routes allowed, %d claims that capture, %d full stacks left over",
				slowLoad(), plies, passes, routes, captures, full)
			if passes == 0 || routes == 0 || full == 0 || (g == Captured) != (captures > 0) {
				t.Error("a rule did not come up: play more games")
			}
		})
	}
}

// scatter puts stacks down at random, such as no game may ever reach.
func scatter(rng *rand.Rand, id string) *slow {
	s := &slow{id: id, side: rng.IntN(2)}
	bag := strings.Split("IIIIIIIIBBBBBBBBRRRRRRRRGGGGGGGGKKKKKKKKJJJ", "")
	rng.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
	spread := rng.IntN(len(slowPlaces))
	for _, c := range bag {
		p := slowPlaces[rng.IntN(len(slowPlaces))]
		below := s.stacks.at(p)
		if c == "J" && below != "" || c != "J" && strings.Contains(below, c) ||
			len(below) == s.max() || below == "" && len(s.stacks.taken()) > spread {
			continue
		}
		s.stacks.set(p, below+c)
	}
	for _, c := range rng.Perm(5) {
		if i := rng.IntN(3); i < 2 && len(s.claims[i]) < 2 {
			s.claims[i] += "IBRGK"[c : c+1]
		}
	}
	return s
}

func TestSlowReferenceAnywhere(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.ID(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(2, uint64(g)))
			over := 0
			for range 5 * slowLoad() {
				s := scatter(rng, g.ID())
				p, err := g.Parse(s.String())
				if err != nil {
					t.Fatalf("%v\n%s", err, s)
				}
				if moves := s.compare(t, p); moves == nil {
					over++
				} else {
					text := moves[rng.IntN(len(moves))]
					m, err := p.ParseMove(text)
					if err != nil {
						t.Fatalf("%v\n%s", err, s)
					}
					p.PlayUnchecked(m)
					s.play(text).compare(t, p)
				}
			}
			t.Logf("%d positions, %d of them over", 5*slowLoad(), over)
		})
	}
}
