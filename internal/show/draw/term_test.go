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

// narrow reports whether a rune is one of those known to take one cell.
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
		{"lyngk", 154, 57, Huge},
		{"lyngk6", 154, 57, Huge},
		{"lyngk", 154, 50, Large},
		{"lyngk", 40, 24, Small},
		{"dvonn", 80, 24, Medium},
		{"dvonn", 80, 14, Small},
		{"dvonn", 120, 40, Large},
		{"dvonn", 200, 46, Huge},
		{"dvonn", 154, 57, Large},
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

// The cursor differs from the board and from every other mark.
func TestCursorColor(t *testing.T) {
	for _, theme := range []*Theme{Light(), Dark()} {
		for what, c := range map[string]Color{"board": theme.Board, "page": theme.Page} {
			if got := contrast(theme.Cursor, c); got < 3.5 {
				t.Errorf("%s: cursor on the %s has contrast %.2f, want at least 3.5", theme.Name, what, got)
			}
		}
		for what, c := range map[string]Color{"cue": theme.Cue, "amber": theme.Amber, "refusal": theme.Bad} {
			if theme.Cursor == c {
				t.Errorf("%s: the cursor has the color of %s", theme.Name, what)
			}
		}
	}
}

// Round a coin the cursor is whole: both sides on each of its lines, and the
// edges above and below.
func TestCursorIsWhole(t *testing.T) {
	for _, o := range []Terminal{
		{Width: 80, Height: 24, Depth: TrueColor},
		{Width: 80, Height: 24, Depth: Colors16},
		{Width: 120, Height: 40, Depth: TrueColor},
		{Width: 200, Height: 46, Depth: Colors256},
	} {
		b := full(t, "dvonn")
		s, _ := b.Layout.Lookup("f3")
		b.Marks = Marks{Focus: s.Bit()}
		g := Cells(b, o)
		box := g.Box(s)
		cursor := Dark().Cursor
		for y := box.Y0; y < box.Y1; y++ {
			left, right := 0, 0
			for d := 1; d <= 2; d++ {
				if c := g.At(box.X0-d, y); c.Fg == cursor && c.Rune == '▐' {
					left++
				}
				if c := g.At(box.X1+d-1, y); c.Fg == cursor && c.Rune == '▌' {
					right++
				}
			}
			if left != 1 || right != 1 {
				t.Errorf("%d by %d, line %d: %d marks at the left, %d at the right", o.Width, o.Height, y-box.Y0, left, right)
			}
		}
		for x := box.X0; x < box.X1; x++ {
			if g.At(x, box.Y0).Bg != cursor || g.At(x, box.Y1-1).Bg != cursor {
				t.Errorf("%d by %d: the edge is open at column %d", o.Width, o.Height, x-box.X0)
			}
		}
	}
}

// Without color a terminal shows the cursor reversed and the lines of the small
// board, with the letters free of them; plain text has neither.
func TestWithoutColor(t *testing.T) {
	isLine := func(r rune) bool { return r > 0x2800 && r < 0x2900 }
	for _, id := range []string{"lyngk", "dvonn"} {
		b := full(t, id)
		spot := b.Layout.Spots[20]
		b.Marks = Marks{Focus: spot.Bit()}
		g := Cells(b, Terminal{Width: 60, Height: 18})
		if g.Size != Small {
			t.Fatalf("%s: size %d", id, g.Size)
		}
		x, y := g.Center(spot)
		if g.At(x, y).Attr&Reverse == 0 {
			t.Errorf("%s: the cursor is not reversed", id)
		}
		lines := 0
		for _, r := range g.String() {
			if isLine(r) {
				lines++
			}
		}
		if lines < 40 {
			t.Errorf("%s: %d cells of lines:\n%s", id, lines, g)
		}
		for _, s := range b.Layout.Spots {
			box := g.Box(s)
			if len(b.Stacks[s]) == 0 {
				continue
			}
			for _, at := range []int{box.X0 - 1, box.X1} {
				if isLine(g.At(at, box.Y0).Rune) && b.Style.Kind == Discs {
					t.Errorf("%s: a line touches the letters of %s", id, b.Layout.Names[s])
				}
			}
		}
		for _, r := range Text(b, Terminal{Width: 60}) {
			if isLine(r) {
				t.Errorf("%s: plain text has a line", id)
				break
			}
		}
	}
}
