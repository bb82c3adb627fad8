package gametest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
)

// Options says how much [Run] does. The zero value suits every test run.
type Options struct {
	// Games is the number of random games; 0 means 20.
	Games int

	// Seed starts the random numbers.
	Seed uint64

	// Starts returns the start position of random game i; nil means
	// Game.Start with a seed made from i.
	Starts func(i int) game.Position

	// MaxPlies ends the test of a game that never ends; 0 means 1000.
	MaxPlies int
}

// Run checks that g keeps the contract of package game, on random games.
func Run(t *testing.T, g game.Game, o Options) {
	t.Helper()
	if o.Games == 0 {
		o.Games = 20
	}
	if o.MaxPlies == 0 {
		o.MaxPlies = 1000
	}
	if o.Starts == nil {
		o.Starts = func(i int) game.Position { return g.Start(strings.Repeat("i", i)) }
	}
	t.Run("game", func(t *testing.T) { checkGame(t, g) })
	t.Run("layout", func(t *testing.T) { checkLayout(t, g.Layout()) })
	t.Run("symmetric keys", func(t *testing.T) { checkSymmetricKeys(t, g, o) })
	t.Run("random games", func(t *testing.T) {
		s := &suite{T: t, g: g, rng: rand.New(rand.NewPCG(o.Seed, 1)), spare: g.New()}
		for i := range o.Games {
			s.play(o.Starts(i), o.MaxPlies)
		}
		if s.passes > 0 {
			t.Logf("%d plies, %d of them passes", s.plies, s.passes)
		}
	})
}

func checkGame(t *testing.T, g game.Game) {
	if a, b := g.Start("seed").String(), g.Start("seed").String(); a != b {
		t.Errorf("one seed, two start positions:\n%s\n%s", a, b)
	}
	if p := g.Start("x"); p.Game() != g {
		t.Errorf("a start position says its game is %v", p.Game().ID())
	}
	if g.SideName(game.First) == g.SideName(game.Second) {
		t.Error("both sides have the same name")
	}
	names := make(map[string]bool)
	for _, piece := range g.Pieces() {
		n := g.ColorName(piece)
		if n == "" || n != strings.ToLower(n) || names[n] {
			t.Errorf("piece %c has the color name %q", piece, n)
		}
		names[n] = true
	}
	if n := g.ColorName('?'); n != "" {
		t.Errorf("no piece has the color name %q", n)
	}
	for o, want := range map[game.Outcome]string{
		game.Ongoing:    "ongoing",
		game.Draw:       "draw",
		game.FirstWins:  g.SideName(game.First),
		game.SecondWins: g.SideName(game.Second),
	} {
		if got := g.OutcomeName(o); got != want {
			t.Errorf("outcome %d is named %q, want %q", o, got, want)
		}
	}
	if _, err := g.Parse(""); err == nil {
		t.Error("an empty text is accepted as a position")
	} else {
		checkError(t, err, "an empty position")
	}
}

func checkLayout(t *testing.T, l *game.Layout) {
	var all uint64
	n := 0
	for _, column := range l.Columns {
		for _, s := range column {
			if l.Spots[n] != s {
				t.Fatalf("spot %d of the list is %d, in its column %d", n, l.Spots[n], s)
			}
			n++
			all |= s.Bit()
			if got, ok := l.Lookup(l.Names[s]); !ok || got != s {
				t.Errorf("Lookup(%q) = %d, %v", l.Names[s], got, ok)
			}
			for d, other := range l.Neighbors[s] {
				if other != game.NoSpot && l.Neighbors[other][(d+3)%6] != s {
					t.Errorf("%s has %s as a neighbor, but not the other way round", l.Names[s], l.Names[other])
				}
			}
		}
	}
	if n != len(l.Spots) || all != l.All {
		t.Errorf("%d spots in columns, %d in the list; bits %x, want %x", n, len(l.Spots), l.All, all)
	}
}

// suite is one run of random games.
type suite struct {
	*testing.T
	g             game.Game
	rng           *rand.Rand
	spare         game.Position
	plies, passes int
}

func (s *suite) play(p game.Position, maxPlies int) {
	for range maxPlies {
		s.checkText(p)
		s.checkStacks(p)
		moves := s.checkMoves(p)
		if s.Failed() {
			return
		}
		if len(moves) == 0 {
			return
		}
		m := moves[s.rng.IntN(len(moves))]
		s.checkPlay(p, m)
		if err := p.Play(m); err != nil {
			s.Fatalf("%s\nlisted move %s is refused: %v", p, s.g.MoveText(m), err)
		}
		s.plies++
		if s.g.Parts(m).Pass() {
			s.passes++
		}
	}
	s.Fatalf("no end after %d plies", maxPlies)
}

// checkText checks that the text form says all there is.
func (s *suite) checkText(p game.Position) {
	text := p.String()
	for _, form := range []string{text, strings.ToLower(text), strings.ToUpper(text)} {
		q, err := s.g.Parse(form)
		if err != nil {
			s.Fatalf("own text is refused: %v\n%s", err, form)
		}
		if q.String() != text {
			s.Fatalf("text round trip:\n got %s\nwant %s", q, text)
		}
		if q.Key() != p.Key() {
			s.Fatalf("key %x after play, %x from text\n%s", p.Key(), q.Key(), text)
		}
		if q.Side() != p.Side() || q.Outcome() != p.Outcome() {
			s.Fatalf("side or outcome differ after a text round trip\n%s", text)
		}
	}
	if e, ok := s.g.(game.Editor); ok {
		s.checkSetup(p, e)
	}
}

// checkStacks checks Stack against the text form.
func (s *suite) checkStacks(p game.Position) {
	board, _, _ := strings.Cut(p.String(), " ")
	cells := strings.FieldsFunc(board, func(r rune) bool { return r == '/' || r == ',' })
	l := s.g.Layout()
	if len(cells) != len(l.Spots) {
		s.Fatalf("%d spots in the text, %d in the layout\n%s", len(cells), len(l.Spots), p)
	}
	var occupied uint64
	for i, spot := range l.Spots {
		stack := p.Stack(spot, nil)
		if len(stack) > 0 {
			occupied |= spot.Bit()
		}
		text := make([]byte, 0, len(stack)+1)
		for _, piece := range stack {
			text = append(text, byte(piece))
			if !slices.Contains(s.g.Pieces(), piece) {
				s.Fatalf("piece %q is not in Pieces\n%s", piece, p)
			}
		}
		if len(text) == 0 {
			text = append(text, '.')
		}
		if string(text) != cells[i] {
			s.Fatalf("Stack(%s) is %s, the text says %s\n%s", l.Names[spot], text, cells[i], p)
		}
	}
	if o, ok := p.(game.Owner); ok {
		first, second := o.Owned(game.First), o.Owned(game.Second)
		if first&second != 0 || (first|second)&^occupied != 0 {
			s.Fatalf("owned stacks %x and %x of %x\n%s", first, second, occupied, p)
		}
	}
	for spot := range game.NoSpot + 1 {
		if l.All&spot.Bit() == 0 && len(p.Stack(spot, nil)) != 0 {
			s.Fatalf("Stack(%d) is not empty, but there is no such spot", spot)
		}
	}
}

// checkMoves checks the move list of p against everything else that knows which
// moves are legal, and returns it.
func (s *suite) checkMoves(p game.Position) []game.Move {
	text := p.String()
	moves := p.Moves(nil)
	if over := p.Outcome() != game.Ongoing; over != (len(moves) == 0) {
		s.Fatalf("%d moves, outcome %s\n%s", len(moves), s.g.OutcomeName(p.Outcome()), text)
	}
	if !slices.Equal(moves, p.Moves(nil)) {
		s.Fatalf("two calls of Moves differ\n%s", text)
	}
	if again := p.Moves([]game.Move{7}); again[0] != 7 || !slices.Equal(moves, again[1:]) {
		s.Fatalf("Moves does not append\n%s", text)
	}
	if c, ok := p.(game.Counter); ok && c.CountMoves() != len(moves) {
		s.Fatalf("CountMoves is %d, there are %d moves\n%s", c.CountMoves(), len(moves), text)
	}
	listed := make(map[game.Move]bool, len(moves))
	texts := make(map[string]bool, len(moves))
	for _, m := range moves {
		mt := s.g.MoveText(m)
		switch {
		case m == 0:
			s.Fatalf("the zero move is listed\n%s", text)
		case listed[m] || texts[mt]:
			s.Fatalf("%s is listed twice\n%s", mt, text)
		}
		listed[m], texts[mt] = true, true
		if err := p.Legal(m); err != nil {
			s.Fatalf("listed move %s: %v\n%s", mt, err, text)
		}
		parts := s.g.Parts(m)
		if parts.Pass() && (len(moves) > 1 || parts.Claim != 0) {
			s.Fatalf("a pass among %d moves, claim %d\n%s", len(moves), parts.Claim, text)
		}
	}
	// Reading moves back costs more than listing them: a few a position do.
	for range min(len(moves), 8) {
		m := moves[s.rng.IntN(len(moves))]
		mt := s.g.MoveText(m)
		for _, form := range []string{mt, strings.ToLower(mt), strings.ToUpper(mt)} {
			if got, err := p.ParseMove(form); err != nil || got != m {
				s.Fatalf("ParseMove(%q) = %d, %v; want %d\n%s", form, got, err, m, text)
			}
		}
	}
	s.checkUnlisted(p, moves, listed)
	if p.String() != text {
		s.Fatalf("asking changed the position\nwas %s\nis  %s", text, p)
	}
	return moves
}

// checkUnlisted checks that moves that are not listed are refused: random
// numbers, and listed moves with a bit or two changed, which are near misses.
func (s *suite) checkUnlisted(p game.Position, moves []game.Move, listed map[game.Move]bool) {
	text, key := p.String(), p.Key()
	try := func(m game.Move) {
		if listed[m] {
			return
		}
		err := p.Play(m)
		if err == nil {
			s.Fatalf("unlisted move %d (%s) is played\n%s", m, s.g.MoveText(m), text)
		}
		checkError(s.T, err, text)
		if p.String() != text || p.Key() != key {
			s.Fatalf("the refused move %d changed the position\nwas %s\nis  %s", m, text, p)
		}
	}
	try(0)
	for range 8 {
		try(game.Move(s.rng.Uint32()))
		try(game.Move(s.rng.Uint32N(1 << 16)))
		if len(moves) > 0 {
			m := moves[s.rng.IntN(len(moves))] ^ 1<<s.rng.IntN(16)
			try(m)
			try(m ^ 1<<s.rng.IntN(16))
		}
	}
}

// checkPlay checks that copies are independent and that both doors agree.
func (s *suite) checkPlay(p game.Position, m game.Move) {
	text, mt := p.String(), s.g.MoveText(m)
	copied := p.Copy()
	p.CopyTo(s.spare)
	if s.spare.String() != text || copied.String() != text || s.spare.Key() != p.Key() {
		s.Fatalf("a copy differs\n%s\n%s\n%s", text, copied, s.spare)
	}
	s.spare.PlayUnchecked(m)
	if p.String() != text {
		s.Fatalf("playing on a copy changed the original\n%s", text)
	}
	if err := copied.Play(m); err != nil {
		s.Fatalf("%s: %v\n%s", mt, err, text)
	}
	if copied.String() != s.spare.String() || copied.Key() != s.spare.Key() {
		s.Fatalf("%s: the two doors differ\nfrom %s\n%s\n%s", mt, text, copied, s.spare)
	}
	if copied.Side() != p.Side().Other() && !s.placing(m) {
		s.Fatalf("%s: it is still the same side's turn\n%s", mt, text)
	}
	if r, ok := p.(game.Router); ok {
		s.checkRoute(p, r, m)
	}
	if i, ok := p.(game.Isolator); ok {
		s.checkIsolated(p, copied, i.Isolated(m), m)
	}
	if c, ok := p.(game.Claimer); ok {
		s.checkClaims(p, c, copied.(game.Claimer), m)
	}
}

// placing reports whether m puts a new piece on the board: where a phase ends, the
// same side may go on.
func (s *suite) placing(m game.Move) bool {
	parts := s.g.Parts(m)
	return parts.From == game.NoSpot && parts.To != game.NoSpot
}

// checkError checks that a refusal is data that every program can show.
func checkError(t *testing.T, err error, about string) {
	t.Helper()
	var e *game.Error
	if !errors.As(err, &e) {
		t.Fatalf("the error is a %T, want a *game.Error: %v\n%s", err, err, about)
	}
	text := e.Error()
	if e.Code == "" || e.Text == "" || strings.ContainsAny(text, "{}") {
		t.Fatalf("the refusal %q has an unfilled text: %q\n%s", e.Code, text, about)
	}
}
