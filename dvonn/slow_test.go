package dvonn

import (
	"flag"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
)

var slowGames = flag.Int("slow.games", 300, "number of random games in which the slow reference is compared")

// slow is DVONN written down from the contract, section 2, as plainly as can be:
// no bitboards, no indexes, no keys, nothing kept that can be worked out. A stack
// is its text, bottom first, "" where there is none.
type slow struct {
	board map[slowSpot]string
	white bool // to move
	place bool
}

// slowSpot is a space: column a = 0, row from 1.
type slowSpot struct{ c, r int }

func (s slowSpot) name() string { return string(rune('a'+s.c)) + string(rune('0'+s.r)) }

// exists: row 1 has a-i, row 2 a-j, row 3 a-k, row 4 b-k, row 5 c-k.
func (s slowSpot) exists() bool {
	switch s.r {
	case 1:
		return 0 <= s.c && s.c <= 8
	case 2:
		return 0 <= s.c && s.c <= 9
	case 3:
		return 0 <= s.c && s.c <= 10
	case 4:
		return 1 <= s.c && s.c <= 10
	case 5:
		return 2 <= s.c && s.c <= 10
	}
	return false
}

// The neighbors of (c,r) are (c±1,r), (c,r±1), (c+1,r+1), (c-1,r-1).
var slowSteps = []slowSpot{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}}

// away is the space n steps on; it need not exist.
func (s slowSpot) away(step slowSpot, n int) slowSpot {
	return slowSpot{s.c + n*step.c, s.r + n*step.r}
}

// slowSpots lists the spaces in text order.
var slowSpots = func() (list []slowSpot) {
	for c := range 11 {
		for r := 1; r <= 5; r++ {
			if s := (slowSpot{c, r}); s.exists() {
				list = append(list, s)
			}
		}
	}
	return list
}()

// readSlow reads the text of a position, which must be right.
func readSlow(text string) *slow {
	fields := strings.Fields(text)
	p := &slow{board: map[slowSpot]string{}, white: fields[1] == "w", place: fields[2] == "place"}
	cells := strings.FieldsFunc(fields[0], func(r rune) bool { return r == '/' || r == ',' })
	for i, s := range slowSpots {
		if cells[i] != "." {
			p.board[s] = cells[i]
		}
	}
	return p
}

func (p *slow) String() string {
	var b strings.Builder
	for i, s := range slowSpots {
		switch {
		case i == 0:
		case slowSpots[i-1].c != s.c:
			b.WriteByte('/')
		default:
			b.WriteByte(',')
		}
		if p.board[s] == "" {
			b.WriteByte('.')
		}
		b.WriteString(p.board[s])
	}
	if p.white {
		b.WriteString(" w")
	} else {
		b.WriteString(" b")
	}
	if p.place {
		b.WriteString(" place")
	} else {
		b.WriteString(" move")
	}
	return b.String()
}

func (p *slow) placed() int { return len(p.board) }

// owner is the color of the top, 'D' for a lone DVONN piece.
func (p *slow) owner(s slowSpot) byte { return p.board[s][len(p.board[s])-1] }

// stackMoves lists the stack moves of a color.
func (p *slow) stackMoves(color byte) (list []string) {
	for s, stack := range p.board {
		if p.owner(s) != color {
			continue
		}
		around := 0
		for _, step := range slowSteps {
			if p.board[s.away(step, 1)] != "" {
				around++
			}
		}
		if around == 6 {
			continue
		}
		for _, step := range slowSteps {
			if to := s.away(step, len(stack)); p.board[to] != "" {
				list = append(list, s.name()+"-"+to.name())
			}
		}
	}
	return list
}

func slowColor(white bool) byte {
	if white {
		return 'W'
	}
	return 'B'
}

// moves lists all turns, sorted.
func (p *slow) moves() (list []string) {
	if p.place {
		for _, s := range slowSpots {
			if p.board[s] == "" {
				list = append(list, s.name())
			}
		}
		return list
	}
	list = p.stackMoves(slowColor(p.white))
	if len(list) == 0 && len(p.stackMoves(slowColor(!p.white))) > 0 {
		list = []string{"pass"}
	}
	slices.Sort(list)
	return list
}

func slowNamed(name string) slowSpot { return slowSpot{int(name[0] - 'a'), int(name[1] - '0')} }

// play plays a legal turn and returns the spaces of the removed stacks.
func (p *slow) play(turn string) (gone []slowSpot) {
	switch {
	case p.place:
		n := p.placed() + 1 // the number of this turn
		piece := string(slowColor(p.white))
		if n <= 3 {
			piece = "D"
		}
		p.board[slowNamed(turn)] = piece
		p.white = !p.white
		if n == 49 {
			p.place, p.white = false, true
		}
		return nil
	case turn == "pass":
		p.white = !p.white
		return nil
	}
	from, to := slowNamed(turn[:2]), slowNamed(turn[3:])
	p.board[to] += p.board[from]
	delete(p.board, from)
	p.white = !p.white

	connected := map[slowSpot]bool{}
	var visit func(slowSpot)
	visit = func(s slowSpot) {
		if p.board[s] == "" || connected[s] {
			return
		}
		connected[s] = true
		for _, step := range slowSteps {
			visit(s.away(step, 1))
		}
	}
	for s, stack := range p.board {
		if strings.Contains(stack, "D") {
			visit(s)
		}
	}
	for s := range p.board {
		if !connected[s] {
			gone = append(gone, s)
			delete(p.board, s)
		}
	}
	return gone
}

// result is "ongoing", "w", "b" or "draw".
func (p *slow) result() string {
	if len(p.moves()) > 0 {
		return "ongoing"
	}
	white, black := 0, 0
	for s, stack := range p.board {
		switch p.owner(s) {
		case 'W':
			white += len(stack)
		case 'B':
			black += len(stack)
		}
	}
	switch {
	case white > black:
		return "w"
	case black > white:
		return "b"
	}
	return "draw"
}

// turnTexts returns the legal moves of a position as the slow one lists them.
func turnTexts(p game.Position) []string {
	var list []string
	for _, m := range p.Moves(nil) {
		list = append(list, Game.MoveText(m))
	}
	slices.Sort(list)
	return list
}

// againstSlow compares a position with the slow one at every ply of a random
// game, and returns how many plies that were.
func againstSlow(t *testing.T, p *Position, rng *rand.Rand) int {
	t.Helper()
	q := readSlow(p.String())
	plies := 0
	for ; ; plies++ {
		text := p.String()
		if want := q.String(); text != want {
			t.Fatalf("position\n got %s\nwant %s", text, want)
		}
		if got, want := p.Key(), p.computeKey(); got != want {
			t.Fatalf("key %x, %x when made anew\n%s", got, want, text)
		}
		got, want := turnTexts(p), q.moves()
		if !slices.Equal(got, want) {
			t.Fatalf("moves of %s\n got %s\nwant %s", text, got, want)
		}
		if n := p.CountMoves(); n != len(want) {
			t.Fatalf("CountMoves of %s = %d, want %d", text, n, len(want))
		}
		if got, want := Game.OutcomeName(p.Outcome()), q.result(); got != want {
			t.Fatalf("outcome of %s: %s, want %s", text, got, want)
		}
		if len(want) == 0 {
			return plies
		}
		turn := want[rng.IntN(len(want))]
		m, err := p.ParseMove(turn)
		if err != nil {
			t.Fatalf("%s in %s: %v", turn, text, err)
		}
		forecast := p.Isolated(m)
		p.PlayUnchecked(m)
		gone := q.play(turn)
		for _, s := range gone {
			spot, _ := layout.Lookup(s.name())
			if forecast&spot.Bit() == 0 {
				t.Fatalf("%s in %s removes %s, not forecast in %x", turn, text, s.name(), forecast)
			}
		}
		if n := bits.OnesCount64(forecast); n != len(gone) {
			t.Fatalf("%s in %s removes %d stacks, the forecast says %d", turn, text, len(gone), n)
		}
	}
}

// TestSlow plays random games: from the empty board, from full boards, and from
// positions that no game reaches.
func TestSlow(t *testing.T) {
	n := *slowGames
	if testing.Short() {
		n = min(n, 50)
	}
	rng := rand.New(rand.NewPCG(2, 3))
	plies := 0
	for i := range n {
		p := newEmpty()
		switch i % 4 {
		case 1:
			p = Game.StartFull(number(i)).(*Position)
		case 2, 3:
			p = randomPosition(t, rng)
		}
		plies += againstSlow(t, p, rng)
	}
	t.Logf("%d games, %d plies", n, plies)
}

// randomPosition puts random stacks on the board: seldom all connected.
func randomPosition(t testing.TB, rng *rand.Rand) *Position {
	t.Helper()
	bag := []byte(strings.Repeat("W", own) + strings.Repeat("B", own) + strings.Repeat("D", reds))
	rng.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
	bag = bag[:rng.IntN(len(bag)+1)]
	q := &slow{board: map[slowSpot]string{}, white: rng.IntN(2) == 0}
	filled := 1 + rng.IntN(len(slowSpots))
	for _, piece := range bag {
		s := slowSpots[rng.IntN(filled)]
		switch {
		case piece != 'D' || q.board[s] == "":
			q.board[s] += string(piece)
		case q.board[s] != "D":
			// Never on top: under what lies there already.
			q.board[s] = "D" + q.board[s]
		}
	}
	p, err := Game.Parse(q.String())
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	if p.String() != q.String() {
		t.Fatalf("%s prints as %s", q, p)
	}
	return p.(*Position)
}
