package draw

import (
	"math"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
)

// The contrasts the look promises, to a tenth.
func TestContrasts(t *testing.T) {
	l, d := Light(), Dark()
	for _, c := range []struct {
		what string
		a, b Color
		want float64
	}{
		{"light ink/page", l.Ink, l.Page, 14.2},
		{"dark ink/page", d.Ink, d.Page, 15.1},
		{"light ink2/page", l.Ink2, l.Page, 6.1},
		{"dark ink2/page", d.Ink2, d.Page, 7.8},
		{"light field/raised", l.Field, l.Raised, 3.8},
		{"dark field/raised", d.Field, d.Raised, 3.8},
		{"light groove/board", l.Groove, l.Board, 3.0},
		{"dark groove/board", d.Groove, d.Board, 3.2},
		{"light spot/board", l.Spot, l.Board, 3.5},
		{"dark spot/board", d.Spot, d.Board, 3.8},
		{"light coord/board", l.Coord, l.Board, 4.8},
		{"dark coord/board", d.Coord, d.Board, 5.9},
		{"light cue/board", l.Cue, l.Board, 10.4},
		{"dark cue/board", d.Cue, d.Board, 10.0},
		{"light accent/page", l.Accent, l.Page, 5.3},
		{"dark accent/page", d.Accent, d.Page, 9.8},
		{"amber/outline", l.Amber, Outline, 8.9},
		{"dark amber/outline", d.Amber, Outline, 8.9},
		{"light bad/surface", l.Bad, l.Surface, 7.1},
		{"dark bad/surface", d.Bad, d.Surface, 8.3},
	} {
		if got := contrast(c.a, c.b); math.Abs(got-c.want) > 0.06 {
			t.Errorf("%s: %.2f, want %.1f", c.what, got, c.want)
		}
	}
	want := map[game.Piece]float64{'I': 7.2, 'B': 7.0, 'R': 5.7, 'G': 5.0, 'K': 12.4, 'J': 11.6}
	for _, q := range discStyle(5).Pieces {
		if got := contrast(q.Mark, q.Face); math.Abs(got-want[q.Letter]) > 0.06 {
			t.Errorf("mark on %s: %.2f, want %.1f", q.Name, got, want[q.Letter])
		}
	}
	for _, q := range ringStyle().Pieces {
		if got := contrast(q.Mark, q.Face); got < 4.5 {
			t.Errorf("number on %s: %.2f, want at least 4.5", q.Name, got)
		}
	}
}

func TestContrastEnds(t *testing.T) {
	if got := contrast(RGB(0), RGB(0xFFFFFF)); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white: %v, want 21", got)
	}
	if got := contrast(RGB(0x777777), RGB(0x777777)); got != 1 {
		t.Errorf("a color on itself: %v, want 1", got)
	}
}

// In a terminal a letter must be readable on its piece in every depth.
func TestTerminalContrast(t *testing.T) {
	for _, s := range []*Style{discStyle(5), ringStyle()} {
		for _, q := range s.Pieces {
			if got := contrast(q.Mark, q.Face); got < 4.5 {
				t.Errorf("letter on %s: %.2f, want at least 4.5", q.Name, got)
			}
			face, mark := cubeColor(int(q.Cube)), cubeColor(nearest256(q.Mark))
			if got := contrast(mark, face); got < 4.5 {
				t.Errorf("%s in 256 colors: %.2f, want at least 4.5", q.Name, got)
			}
		}
	}
}

// cubeColor is the color of an index above 15.
func cubeColor(n int) Color {
	if n >= 232 {
		v := uint32(8 + 10*(n-232))
		return RGB(v<<16 | v<<8 | v)
	}
	levels := [6]uint32{0, 95, 135, 175, 215, 255}
	n -= 16
	return RGB(levels[n/36]<<16 | levels[n/6%6]<<8 | levels[n%6])
}

func TestNearest256(t *testing.T) {
	for n := 16; n < 256; n++ {
		if got := nearest256(cubeColor(n)); cubeColor(got) != cubeColor(n) {
			t.Errorf("color %d comes out as %d", n, got)
		}
	}
}

// Every game of the table has a style that knows all its pieces.
func TestStyles(t *testing.T) {
	for _, g := range games.All() {
		s, err := StyleOf(g)
		if err != nil {
			t.Error(err)
			continue
		}
		if !s.covers(g.Pieces()) || len(s.Pieces) != len(g.Pieces()) {
			t.Errorf("%s: the style's pieces are not the game's", g.ID())
		}
		signs := map[Sign]bool{}
		for _, q := range s.Pieces {
			if signs[q.Sign] {
				t.Errorf("%s: two pieces have the sign of %s", g.ID(), q.Name)
			}
			signs[q.Sign] = true
		}
	}
}

// stranger is a game no style was made for.
type stranger struct {
	game.Game
	id     string
	pieces []game.Piece
}

func (s stranger) ID() string           { return s.id }
func (s stranger) Pieces() []game.Piece { return s.pieces }
func (s stranger) MaxHeight() int       { return 5 }

func TestStyleOfStranger(t *testing.T) {
	if s, err := StyleOf(stranger{id: "zertz", pieces: []game.Piece{'W', 'B'}}); err != nil || s.Kind != Rings {
		t.Errorf("a game of white and black: %v, %v; want rings", s, err)
	}
	if _, err := StyleOf(stranger{id: "zertz", pieces: []game.Piece{'Z'}}); err == nil {
		t.Error("a game of unknown pieces got a style")
	}
}

func TestThemeNamed(t *testing.T) {
	for _, want := range []*Theme{Light(), Dark()} {
		if got, ok := ThemeNamed(want.Name); !ok || *got != *want {
			t.Errorf("ThemeNamed(%q) = %v, %v", want.Name, got, ok)
		}
	}
	if _, ok := ThemeNamed("sepia"); ok {
		t.Error(`there is a theme "sepia"`)
	}
}

// contrast returns the contrast ratio of two colors as WCAG 2 defines it, from
// 1 to 21.
func contrast(a, b Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
