package say

import (
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/show/i18n"
)

// speaker reports every text it misses as an error.
func speaker(t *testing.T, id, lang string) *Speaker {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return New(g, i18n.New(lang).Report(func(lang, key, problem string) { t.Errorf("%s %s: %s", lang, key, problem) }))
}

func position(t *testing.T, s *Speaker, text string) game.Position {
	t.Helper()
	p, err := s.game.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const (
	// Red is player 1's: b1 goes by b4 and completes a five on c6.
	five = "./R,.,.,R/.,.,.,.,.,IBGK,./.,.,.,.,.,./.,.,.,.,.,.,K/.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,J/. 1 R:- 0:0"
	cut  = ".,.,./.,.,.,./.,.,.,.,./.,.,.,.,./W,B,D,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move"
)

func TestStack(t *testing.T) {
	for _, test := range []struct{ id, lang, pos, spot, want string }{
		{"lyngk", "en", five, "c6", "c6: stack of 4, black on top, neutral; below: green, blue, ivory"},
		{"lyngk", "en", five, "b1", "b1: single piece, red, Player 1’s"},
		{"lyngk", "en", five, "a1", "a1: empty"},
		{"lyngk", "en", five, "h4", "h4: single piece, joker"},
		{"lyngk", "de", five, "c6", "c6: 4er-Stapel, schwarz oben, neutral; darunter: grün, blau, elfenbein"},
		{"lyngk", "pl", five, "h4", "h4: pojedynczy pion, dżoker"},
		// A five with a neutral top is an obstacle, and one whose color is claimed later.
		{"lyngk", "en", "IBRGK" + five[1:], "a1", "a1: stack of 5, black on top, obstacle; below: green, red, blue, ivory"},
		{"lyngk", "en", "IBGKR" + five[1:], "a1", "a1: stack of 5, red on top, obstacle; below: black, green, blue, ivory"},
		// In LYNGK-6 that is a stack as any other. A six that has won is its owner's, any other six an obstacle.
		{"lyngk6", "en", "IBGKR" + five[1:], "a1", "a1: stack of 5, red on top, Player 1’s; below: black, green, blue, ivory"},
		{"lyngk6", "en", "JIBGKR" + five[1:], "a1", "a1: stack of 6, red on top, obstacle; below: black, green, blue, ivory, joker"},
		{"lyngk6", "en", "JIBGKR" + strings.Replace(five[1:], "0:0", "1:0", 1), "a1", "a1: stack of 6, red on top, Player 1’s; below: black, green, blue, ivory, joker"},
		{"dvonn", "en", cut, "e2", "e2: single piece, black"},
	} {
		s := speaker(t, test.id, test.lang)
		at, _ := s.game.Layout().Lookup(test.spot)
		if got := s.Spot(position(t, s, test.pos), at); got != test.want {
			t.Errorf("%s: %q, want %q", test.lang, got, test.want)
		}
	}
}

// TestListener: to the one spoken to, his stacks are his.
func TestListener(t *testing.T) {
	s := speaker(t, "lyngk", "en")
	p := position(t, s, "./R,.,.,B/.,.,.,.,.,IBGK,./.,.,.,.,.,./.,.,.,.,.,.,K/.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,J/. 1 R:B 0:0")
	for _, test := range []struct {
		listener game.Side
		spot     string
		want     string
	}{
		{game.First, "b1", "b1: single piece, red, yours"},
		{game.Second, "b1", "b1: single piece, red, your opponent’s"},
		{game.First, "b4", "b4: single piece, blue, your opponent’s"},
		{game.Second, "b4", "b4: single piece, blue, yours"},
		{game.Second, "e7", "e7: single piece, black, neutral"},
	} {
		s.Listener = &test.listener
		at, _ := s.game.Layout().Lookup(test.spot)
		if got := s.Spot(p, at); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestMove(t *testing.T) {
	for _, test := range []struct{ id, pos, move, want string }{
		{"lyngk", five, "b1-c6", "Player 1: b1 to c6, stack of 5, captured. By way of b4. 1 to 0."},
		{"lyngk", five, "K,e7-c6", ""}, // no such move: the text is checked below
		{"dvonn", cut, "e2-e3", "Black: e2 to e3, stack of 2. Cut off: 1 stack, on e1."},
	} {
		s := speaker(t, test.id, "en")
		before := position(t, s, test.pos)
		m, err := before.ParseMove(test.move)
		if test.want == "" {
			if err == nil {
				t.Errorf("%s is legal", test.move)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		after := before.Copy()
		after.PlayUnchecked(m)
		if got := s.Move(before, m, after); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// TestWholeGames speaks every ply and spot of games in every language, to
// either listener: no text may be missing or leave a brace.
func TestWholeGames(t *testing.T) {
	for _, g := range games.All() {
		for _, l := range i18n.Languages() {
			s := speaker(t, g.ID(), l.Code)
			p := g.Start("say")
			for ply := 0; ; ply++ {
				switch ply % 3 {
				case 0:
					s.Listener = nil
				default:
					side := game.Side(ply % 3 % 2)
					s.Listener = &side
				}
				for _, at := range g.Layout().Spots {
					spoken(t, s.Spot(p, at))
				}
				spoken(t, s.Turn(p))
				spoken(t, s.Over(p))
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				before := p.Copy()
				p.PlayUnchecked(moves[ply*7%len(moves)])
				spoken(t, s.Move(before, moves[ply*7%len(moves)], p))
			}
		}
	}
}

func spoken(t *testing.T, text string) {
	t.Helper()
	if text == "" || strings.ContainsAny(text, "{}[]") {
		t.Fatalf("not fit to be spoken: %q", text)
	}
}

func TestOver(t *testing.T) {
	for _, test := range []struct{ id, pos, want string }{
		{"dvonn", ".,.,./.,.,.,./.,.,.,.,./.,.,.,DB,BBBB/.,.,.,.,DDBWB/.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move", "Black wins. Pieces in own stacks: 0 to 11."},
		{"lyngk6", "./.,.,.,./.,JBIR,.,.,.,RBK,./RKIJGB,.,.,.,IKRG,./.,.,.,IKGB,RGBK,.,GRK/BKGI,.,.,.,.,./.,.,GIRB,.,.,.,IGBJR/.,KI,.,./. 1 IG:BR 0:1", "Player 2 wins. A stack of 6 is complete."},
		{"lyngk", five, "The game goes on."},
	} {
		s := speaker(t, test.id, "en")
		if got := s.Over(position(t, s, test.pos)); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// named is a position of a game whose counts have other keys.
type named struct {
	game.Position
	game.Owner
	game.Claimer
}

func (n named) Standing(side game.Side) []game.Count {
	list := n.Position.(game.Scorer).Standing(side)
	for i := range list {
		list[i].Key = "other"
	}
	return list
}

// Which count ends the game is the game's to say, and not the name of the count.
func TestOwnerWithoutKeys(t *testing.T) {
	s := speaker(t, "lyngk6", "en")
	p := position(t, s, "JIBGKR"+strings.Replace(five[1:], "0:0", "1:0", 1))
	at, _ := s.game.Layout().Lookup("a1")
	if got := s.Owner(named{p, p.(game.Owner), p.(game.Claimer)}, at); got != "Player 1’s" {
		t.Errorf("a six that has won: %q", got)
	}
}
