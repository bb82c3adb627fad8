package lyngk

import (
	"fmt"
	"strings"
	"testing"

	"cairn.example/game"
)

// names joins the names of a route.
func names(route []game.Spot) string {
	var list []string
	for _, s := range route {
		list = append(list, name(s))
	}
	return strings.Join(list, "-")
}

// played plays moves in text form and returns the last position's text from
// the turn on, with its stacks.
func played(t *testing.T, p *Position, moves ...string) string {
	t.Helper()
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatalf("%s on %s: %v", text, p, err)
		}
		p.PlayUnchecked(m)
	}
	board, rest, _ := strings.Cut(p.String(), " ")
	var list []string
	cells := strings.FieldsFunc(board, func(r rune) bool { return r == '/' || r == ',' })
	for s, cell := range cells {
		if cell != "." {
			list = append(list, name(game.Spot(s))+"="+cell)
		}
	}
	return strings.Join(append(list, rest), " ")
}

func TestPlayed(t *testing.T) {
	for _, c := range []struct {
		rule         string
		game         Game
		stacks, rest string
		moves        string
		want         string
	}{
		{"1.3 a move ends on the first stack of its line", Standard, "c1=I c5=B", "1 -:- 0:0", "c1-c5", "c5=BI 2 -:- 0:0"},
		{"1.1 a claim goes with a move of another color", Standard, "c1=I c5=B", "1 -:- 0:0", "R,c1-c5", "c5=BI 2 R:- 0:0"},
		{"1.4 several jokers may share a stack", Standard, "c1=JI c5=JJB", "1 -:- 0:0", "I,c1-c5", "2 I:- 1:0"},
		{"1.5 a claimed top builds on higher stacks", Standard, "c1=I c5=BRG", "1 -:- 0:0", "I,c1-c5", "c5=BRGI 2 I:- 0:0"},
		{"1.7 a five with a claimed top scores", Standard, "c1=I c5=BRGK i1=J", "2 -:B 0:2", "I,c1-c5", "i1=J 1 -:IB 0:3"},
		{"1.7 a five with a neutral top stays, also when its color is claimed later", Standard, "c1=IB c4=RGK a1=I b2=G", "1 -:- 0:0", "c4-c1 I,b2-a1", "a1=IG c1=IBRGK 1 -:I 0:0"},
		{"1.7 the house rule captures fives by a claim", Captured, "c1=IBRGK c2=B c3=R", "1 -:- 0:0", "K,c2-c3", "c3=RB 2 K:- 1:0"},
		{"1.7 a capture opens lines before the move", Captured, "c1=I c2=IBRGK c3=R", "1 -:- 0:0", "K,c1-c3", "c3=RI 2 K:- 1:0"},
		{"1.8 fives stay and move on", Six, "c1=IBRG c2=K c3=J", "1 K:- 0:0", "c2-c1 pass c1-c3", "c3=JIBRGK 2 K:- 1:0"},
		{"1.8 a six with a neutral top stays", Six, "c1=JIB c2=RGK c3=I", "1 -:- 0:0", "c2-c1", "c1=JIBRGK c3=I 2 -:- 0:0"},
	} {
		p := build(t, c.game, c.stacks, c.rest)
		if got := played(t, p, strings.Fields(c.moves)...); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.rule, got, c.want)
		}
	}
}

func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		rule         string
		game         Game
		stacks, rest string
		want         string
	}{
		{"1.10 scored fives come first", Standard, "c1=IBRG", "1 G:K 0:1", "2"},
		{"1.10 then stacks of 4", Standard, "c1=IBRG a1=K", "1 G:K 1:1", "1"},
		{"1.10 then the lower ones", Standard, "c1=IBRG g7=KRIB a1=K", "1 G:BK 1:1", "2"},
		{"1.10 neutral stacks count for nobody", Standard, "c1=IBRG", "1 K:B 0:0", "draw"},
		{"1.10 a standard five on the board is not counted", Standard, "c1=JIBRG", "1 G:B 0:0", "draw"},
		{"1.10 fives on the board count in lyngk6", Six, "c1=JIBRG", "1 G:B 0:0", "1"},
		{"1.8 a six that was neutral counts for nobody", Six, "c1=JIBRGK a1=I", "1 K:I 0:0", "2"},
		{"1.8 a winning six decides", Six, "c1=JIBRGK a1=I b2=R", "1 K:I 1:0", "1"},
		{"1.10 the game goes on while the opponent has a turn", Standard, "c1=I c2=B", "1 RG:I 0:0", "ongoing"},
		{"1.9 a claim alone can open a turn", Standard, "c1=I c2=BR", "1 -:R 0:0", "ongoing"},
	} {
		p := build(t, c.game, c.stacks, c.rest)
		if got := c.game.OutcomeName(p.Outcome()); got != c.want {
			t.Errorf("%s: %s, want %s\n%s", c.rule, got, c.want, p)
		}
	}
}

func TestForcedPass(t *testing.T) {
	// Player 1 has two colors, and both stacks belong to player 2.
	p := build(t, Standard, "c1=I c2=B", "1 RG:IB 0:0")
	moves := p.Moves(nil)
	if len(moves) != 1 || moves[0] != Pass() || p.CountMoves() != 1 {
		t.Fatalf("moves %v, count %d; want a pass", moves, p.CountMoves())
	}
	if got := played(t, p, "PASS", "c1-c2"); got != "c2=BI 1 RG:IB 0:0" {
		t.Error(got)
	}
	if p.Outcome() == game.Ongoing || len(p.Moves(nil)) != 0 || p.CountMoves() != 0 {
		t.Error("the game goes on with one stack")
	}
}

func TestRoutes(t *testing.T) {
	for _, c := range []struct {
		stacks, rest, move, want string
	}{
		{"c1=I c4=B", "1 -:- 0:0", "c1-c4", "c1-c4"},
		{"c1=I c3=I c5=I d5=B", "1 I:- 0:0", "c1-d5", "c1-c3-c5-d5"},
		// One point where two would do as well.
		{"c1=I c3=I d1=I e2=R b2=G", "1 I:- 0:0", "c1-b2", "c1-c3-b2"},
		{"b1=I b4=I c3=G c5=I e4=R", "1 -:- 0:0", "I,b1-b4-c5-c3", "b1-c3"},
	} {
		p := build(t, Standard, c.stacks, c.rest)
		m, err := p.ParseMove(c.move)
		if err != nil {
			t.Errorf("%s on %s: %v", c.move, p, err)
			continue
		}
		if got := names(p.Route(m)); got != c.want {
			t.Errorf("%s on %s goes %s, want %s", c.move, p, got, c.want)
		}
	}
	if r := build(t, Standard, "c1=I c4=B", "1 I:- 0:0").Route(Pass()); r != nil {
		t.Errorf("a pass goes %v", r)
	}
}

func TestLegs(t *testing.T) {
	five := "c4=KGRBI"
	for _, c := range []struct {
		game               Game
		stacks, rest, move string
		want               string
	}{
		{Standard, "c1=I c3=I c5=I d5=B", "1 I:- 0:0", "c1-d5", "c1:c3 c3:c5 c5:c3,d5"},
		{Standard, "c1=I c3=B", "1 I:- 0:0", "c1-c3", ""},
		{Standard, "c1=I c3=I c5=RB", "1 -:- 0:0", "I,c1-c5", "c1:c3 c3:c5"},
		// From c5 the stack sees on over c3, where it came from.
		{Standard, "c3=I c5=I c2=B", "1 I:- 0:0", "c3-c2", "c3:c2,c5 c5:c2"},
		// By the house rule the claim captures the five first, which frees a line.
		{Captured, "c1=I c3=I c5=RB c6=G " + five, "1 -:- 0:0", "I,c1-c5", "c1:c3 c3:c5"},
	} {
		p := build(t, c.game, c.stacks, c.rest)
		m, err := p.ParseMove(c.move)
		if err != nil {
			t.Errorf("%s on %s: %v", c.move, p, err)
			continue
		}
		var got []string
		p.Legs(m, func(at game.Spot, reached uint64) {
			var to []string
			for _, s := range layout.Spots {
				if reached&s.Bit() != 0 {
					to = append(to, name(s))
				}
			}
			got = append(got, name(at)+":"+strings.Join(to, ","))
		})
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s on %s: legs %s, want %s", c.move, p, got, c.want)
		}
	}
}

// The ruling of 1.6: the origin counts as empty while its stack travels.
func TestRouteCrossesOrigin(t *testing.T) {
	p := build(t, Standard, "c3=I c5=I c2=B", "1 I:- 0:0")
	m, err := p.ParseMove("c3-c5-c2")
	if err != nil {
		t.Fatal(err)
	}
	if got := names(p.Route(m)); got != "c3-c2" {
		t.Errorf("the shortest way is %s", got)
	}
}

func TestStanding(t *testing.T) {
	for _, c := range []struct {
		game Game
		rest string
		want string
	}{
		{Standard, "1 IG:K 1:2", "fives 1 of height 5 taken, stacks4 1 of height 4, stacks3 0 of height 3, stacks2 0 of height 2, stacks1 1 of height 1"},
		{Six, "1 IG:K 0:0", "sixes 0 of height 6 wins, fives 1 of height 5, stacks4 1 of height 4, stacks3 0 of height 3, stacks2 0 of height 2, stacks1 1 of height 1"},
	} {
		p := build(t, c.game, "c1=I c3=BRKG e1=JBRKG g1=JR", c.rest)
		var list []string
		for _, n := range p.Standing(game.First) {
			text := fmt.Sprintf("%s %d of height %d", n.Key, n.N, n.Height)
			if n.Taken {
				text += " taken"
			}
			if n.Wins {
				text += " wins"
			}
			list = append(list, text)
		}
		if got := strings.Join(list, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.game.ID(), got, c.want)
		}
		if got := string(p.Claims(game.First)[0]) + string(p.Claims(game.First)[1]); got != "IG" {
			t.Errorf("claims %s", got)
		}
	}
}

// Rule 1.1: each player claims at most two colors.
func TestClaimsLeft(t *testing.T) {
	for rest, want := range map[string][2]int{
		"1 -:- 0:0":   {2, 2},
		"2 I:- 0:0":   {1, 2},
		"1 IB:K 0:0":  {0, 1},
		"2 IB:RK 0:0": {0, 0},
	} {
		p := build(t, Standard, "c1=I c3=BRKG e1=JBRKG g1=JR", rest)
		if got := [2]int{p.ClaimsLeft(game.First), p.ClaimsLeft(game.Second)}; got != want {
			t.Errorf("%s: %v, want %v", rest, got, want)
		}
	}
}

// Input in any case, with W for the joker and claims in any order, is printed
// canonically.
func TestCanonicalText(t *testing.T) {
	text := "w/" + strings.ToLower(emptied[2:]) + " 2 kr:gi 0:0"
	p, err := Standard.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if want := "J/" + emptied[2:] + " 2 RK:IG 0:0"; p.String() != want {
		t.Errorf("printed as %s, want %s", p, want)
	}
}

// Vectors of section 5, made by a program in another language.
func TestStart(t *testing.T) {
	for _, c := range []struct {
		game       Game
		seed, want string
	}{
		{Standard, "", "R/G,R,G,B/R,K,R,K,J,G,B/G,K,G,R,B,I/I,K,B,G,G,G,B/J,K,I,B,R,I/B,I,K,J,R,K,K/I,B,R,I/I 1 -:- 0:0"},
		{Standard, "cairn", "R/J,I,G,I/R,B,B,G,B,B,G/K,G,I,R,B,I/I,K,I,G,G,R,R/B,K,R,K,K,K/R,B,J,J,B,K,I/I,K,G,G/R 1 -:- 0:0"},
		{Standard, "2026-11-20 łódź", "B/I,G,B,I/I,R,B,R,G,I,K/J,R,G,G,B,G/B,I,R,R,I,G,K/B,I,K,G,J,K/G,K,R,K,J,B,K/B,I,R,K/R 1 -:- 0:0"},
		{Captured, "", "K/K,R,I,R/J,R,G,K,I,K,G/R,I,G,B,B,K/I,R,J,K,G,G,I/B,R,B,B,K,I/J,I,I,B,G,K,G/G,B,R,R/B 1 -:- 0:0"},
		{Captured, "cairn", "B/B,I,K,R/K,K,I,I,K,I,I/B,J,B,B,G,I/I,R,K,G,I,R,J/B,G,R,G,B,B/G,G,R,K,J,R,G/R,G,K,R/K 1 -:- 0:0"},
		{Captured, "2026-11-20 łódź", "G/R,J,R,K/R,I,K,B,K,B,B/K,B,J,R,B,G/B,R,I,I,I,R,K/G,G,K,I,I,K/J,R,R,I,G,G,I/B,G,G,K/B 1 -:- 0:0"},
		{Six, "", "G/K,R,G,B/R,I,I,K,G,R,K/I,I,R,G,K,I/B,B,B,I,J,R,G/B,G,R,G,K,G/K,B,K,J,J,I,B/K,R,B,R/I 1 -:- 0:0"},
		{Six, "cairn", "B/B,I,G,G/K,K,R,B,I,B,R/J,G,G,J,R,K/R,B,R,J,K,B,B/I,I,K,G,R,K/I,B,R,I,K,I,K/I,R,G,G/G 1 -:- 0:0"},
		{Six, "2026-11-20 łódź", "B/I,R,R,B/J,I,G,G,I,B,R/G,G,I,I,R,J/K,R,G,J,B,G,K/K,B,K,G,B,B/K,I,K,B,R,G,K/I,R,K,R/I 1 -:- 0:0"},
	} {
		if got := c.game.Start(c.seed).String(); got != c.want {
			t.Errorf("%s of %q:\n got %s\nwant %s", c.game.ID(), c.seed, got, c.want)
		}
	}
}

// play plays the last of the moves if there is one.
func play(p game.Position, moves []game.Move) {
	if len(moves) > 0 {
		p.PlayUnchecked(moves[len(moves)-1])
	}
}

// The hot paths allocate nothing.
func TestAllocations(t *testing.T) {
	positions := []*Position{
		// A claim that captures; a forced pass; the end.
		build(t, Captured, "c1=IBRGK c2=B c3=R", "1 -:- 0:0"),
		build(t, Captured, "c1=IBRGK c2=BR c3=I c4=K", "1 -:RI 0:0"),
		build(t, Standard, "c1=I c2=B", "1 RG:IB 0:0"),
		build(t, Standard, "c1=I a1=I", "1 RG:IB 0:0"),
	}
	for _, g := range Games() {
		positions = append(positions, g.Start("allocations").(*Position))
	}
	for _, p := range positions {
		child := p.game.New()
		buf := p.Moves(nil)
		for name, f := range map[string]func(){
			"Moves":         func() { buf = p.Moves(buf[:0]) },
			"CountMoves":    func() { p.CountMoves() },
			"CopyTo":        func() { p.CopyTo(child) },
			"PlayUnchecked": func() { p.CopyTo(child); play(child, buf) },
			"Outcome":       func() { p.Outcome() },
			"Key":           func() { p.Key() },
		} {
			if n := testing.AllocsPerRun(100, f); n != 0 {
				t.Errorf("%s allocates %v times on %s", name, n, p)
			}
		}
	}
}
