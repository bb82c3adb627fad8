package draw

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
)

func TestGoldenText(t *testing.T) {
	for _, sc := range scenes {
		b := sc.mark(t, parse(t, sc.game, sc.pos))
		var out bytes.Buffer
		add := func(name, text string) { fmt.Fprintf(&out, "== %s\n%s", name, text) }
		add("text", Text(b, Terminal{}))
		add("ascii", Text(b, Terminal{ASCII: true}))
		add("40 columns", Text(b, Terminal{Width: 40}))
		add("medium", ANSI(b, Terminal{Size: Medium}))
		add("medium ascii", ANSI(b, Terminal{Size: Medium, ASCII: true}))
		add("large", ANSI(b, Terminal{Size: Large, Width: 200}))
		add("large ascii", ANSI(b, Terminal{Size: Large, Width: 200, ASCII: true}))
		add("listing", b.Listing(nil))
		golden(t, sc.name+".txt", out.Bytes())
	}
}

func TestGoldenANSI(t *testing.T) {
	for _, sc := range scenes {
		b := sc.mark(t, parse(t, sc.game, sc.pos))
		b.Marks.Focus = b.Layout.Spots[20].Bit()
		var out bytes.Buffer
		for _, o := range []Terminal{
			{Depth: Colors16, Height: 24},
			{Depth: Colors256, Height: 24},
			{Depth: TrueColor, Height: 24},
			{Depth: TrueColor, Height: 50, Width: 120},
			{Depth: TrueColor, ASCII: true},
		} {
			o.Theme = sc.theme
			out.WriteString(strings.ReplaceAll(ANSI(b, o), "\x1b", "^"))
		}
		golden(t, sc.name+".ansi.txt", out.Bytes())
	}
}

// everyTerminal calls f for each game in each size, depth and script at many
// widths.
func everyTerminal(t *testing.T, f func(t *testing.T, id string, o Terminal)) {
	for _, id := range games.IDs() {
		for _, size := range []Size{Auto, Small, Medium, Large} {
			for _, depth := range []Depth{NoColor, Colors16, TrueColor} {
				for _, ascii := range []bool{false, true} {
					for turn := range Orientation(4) {
						o := Terminal{Depth: depth, ASCII: ascii, Size: size, Orientation: turn, Coords: CoordsAll}
						name := fmt.Sprint(id, " ", size, " ", depth, " ", ascii, " ", turn)
						t.Run(name, func(t *testing.T) {
							for _, width := range []int{40, 57, 80, 120, 200} {
								o.Width = width
								f(t, id, o)
							}
						})
					}
				}
			}
		}
	}
}

var escapeCodes = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestTerminals(t *testing.T) {
	everyTerminal(t, func(t *testing.T, id string, o Terminal) {
		b := full(t, id)
		g := Cells(b, o)
		if o.Size == Auto && (!g.Fits || g.Width > o.Width) {
			t.Fatalf("in %d columns the board takes %d", o.Width, g.Width)
		}
		text := g.ANSI(o.Depth)
		if o.Depth == NoColor && strings.Contains(text, "\x1b") {
			t.Fatal("escape sequences without color")
		}
		var plain strings.Builder
		for line := range strings.Lines(escapeCodes.ReplaceAllString(text, "")) {
			plain.WriteString(strings.TrimRight(line, " \n") + "\n")
		}
		if plain.String() != g.String() {
			t.Fatal("the text in color says something else than the plain one")
		}
		for _, r := range g.String() {
			if o.ASCII && r > 126 || !narrow(r) {
				t.Fatalf("there is a %q", r)
			}
		}
		for _, s := range b.Layout.Spots {
			x, y := g.Center(s)
			if got := g.Spot(x, y); got != s && g.Size != Large {
				t.Fatalf("a click in the middle of %s means %s", b.Layout.Names[s], b.Layout.Names[got])
			}
			box := g.Box(s)
			if box.X0 < 0 || box.Y0 < 0 || box.X1 > g.Width || box.Y1 > g.Height {
				t.Fatalf("the box of %s, %v, leaves the grid", b.Layout.Names[s], box)
			}
		}
	})
}

// narrow tells whether a rune is one of those known to take one cell.
func narrow(r rune) bool {
	return r == '\n' || r >= ' ' && r < 127 || r >= 0x2800 && r < 0x2900 || strings.ContainsRune("○≈×▲●★◆◦·•»«›‹⋈▬▶◀▐▌▏▕▄▀▗▖▝▘─│╭╮╰╯→↘↓↙←↖↑↗", r)
}

// At their highest, no two stacks share a cell, and every layer shows.
func TestLayersAreSeen(t *testing.T) {
	for _, id := range games.IDs() {
		for _, size := range []Size{Small, Medium, Large} {
			b := full(t, id)
			b.Marks = Marks{}
			g := Cells(b, Terminal{Depth: TrueColor, Size: size, Width: 200, NoLines: true, Coords: CoordsOff})
			taken := map[[2]int]string{}
			for _, s := range b.Layout.Spots {
				box, letters := g.Box(s), map[rune]int{}
				for y := box.Y0; y < box.Y1; y++ {
					for x := box.X0; x < box.X1; x++ {
						name := b.Layout.Names[s]
						if other := taken[[2]int{x, y}]; other != "" {
							t.Fatalf("%s, size %d: %s and %s share a cell", id, size, other, name)
						}
						taken[[2]int{x, y}] = name
						letters[g.At(x, y).Rune]++
					}
				}
				for i, p := range b.Stacks[s] {
					q := b.Style.Piece(p)
					top := i == len(b.Stacks[s])-1
					if r := []rune(letter(q, top))[0]; letters[r] == 0 && (b.Style.Kind == Discs || top) {
						t.Fatalf("%s, size %d: no %c in %s", id, size, r, b.Layout.Names[s])
					}
				}
			}
		}
	}
}

// The size that is chosen is the finest that fits.
func TestAutoSize(t *testing.T) {
	for _, c := range []struct {
		id            string
		width, height int
		want          Size
	}{
		{"lyngk", 80, 24, Small},
		{"lyngk", 80, 32, Medium},
		{"lyngk", 80, 0, Medium},
		{"lyngk", 120, 40, Large},
		{"lyngk6", 120, 40, Medium},
		{"lyngk6", 120, 50, Large},
		{"lyngk", 40, 24, Small},
		{"dvonn", 80, 24, Medium},
		{"dvonn", 80, 14, Small},
		{"dvonn", 120, 40, Large},
		{"dvonn", 40, 30, Small},
	} {
		g := Cells(full(t, c.id), Terminal{Width: c.width, Height: c.height})
		if g.Size != c.want || !g.Fits {
			t.Errorf("%s in %d by %d: size %d of %d by %d, fits %v; want size %d", c.id, c.width, c.height, g.Size, g.Width, g.Height, g.Fits, c.want)
		}
	}
	if g := Cells(full(t, "lyngk"), Terminal{Width: 30, Height: 10}); g.Fits {
		t.Error("a board fits 30 by 10")
	}
}

func TestGridOutside(t *testing.T) {
	g := Cells(full(t, "lyngk"), Terminal{})
	g.Put(-2, -2, "lost", RGB(1), RGB(1), Bold)
	g.Put(g.Width-1, 0, "xlost", RGB(1), RGB(1), Bold)
	if r := g.At(g.Width-1, 0).Rune; r != 'x' {
		t.Errorf("the last cell holds %q, want x", r)
	}
	if got := g.Spot(-40, -40); got != game.NoSpot {
		t.Errorf("a click far outside means spot %d", got)
	}
}
