package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
)

func TestGoldenSVG(t *testing.T) {
	for _, sc := range scenes {
		t.Run(sc.name, func(t *testing.T) {
			b := sc.mark(t, parse(t, sc.game, sc.pos))
			o := Picture{Theme: sc.theme, Pitch: sc.pitch, Orientation: sc.turn, Page: true, Title: sc.name}
			var got, again bytes.Buffer
			if err := SVG(&got, b, o); err != nil {
				t.Fatal(err)
			}
			if err := SVG(&again, b, o); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), again.Bytes()) {
				t.Error("the same board gave two pictures")
			}
			golden(t, sc.name+".svg", got.Bytes())
		})
	}
}

// full is a board with the highest stack and every mark on every spot.
func full(t *testing.T, id string) *Board {
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	b := board(t, g.Start("full"))
	stack := slices.Clone(g.Pieces())
	if b.Style.Height == 0 {
		stack = slices.Repeat(stack, 5)
	} else {
		stack = stack[:b.Style.Height]
	}
	all := b.Layout.All
	b.Marks = Marks{
		Selected: all, Focus: all, Hover: all, Points: all, From: all, To: all, Hinges: all, Blocked: all,
	}
	for _, s := range b.Layout.Spots {
		b.Stacks[s] = stack
		b.Marks.WhyNot = append(b.Marks.WhyNot, Why{s, []int{0, len(stack) - 1}})
	}
	return b
}

// everyView calls f for each game in each theme, orientation and some pitches.
func everyView(t *testing.T, f func(t *testing.T, id string, o Picture)) {
	for _, id := range games.IDs() {
		for _, theme := range []*Theme{Light(), Dark()} {
			for _, pitch := range []float64{8, 45, 72, 240} {
				for turn := range Orientation(4) {
					o := Picture{Theme: theme, Pitch: pitch, Orientation: turn}
					t.Run(fmt.Sprint(id, " ", theme.Name, " ", pitch, " ", turn), func(t *testing.T) { f(t, id, o) })
				}
			}
		}
	}
}

// Nothing drawn leaves the picture, not even five pieces lifted in a corner.
func TestInsideThePicture(t *testing.T) {
	everyView(t, func(t *testing.T, id string, o Picture) {
		sc := o.scene(full(t, id))
		var check func([]shape)
		check = func(shapes []shape) {
			for i := range shapes {
				s := &shapes[i]
				check(s.kids)
				x0, y0, x1, y1 := s.bounds()
				if x0 < -0.5 || y0 < -0.5 || x1 > sc.width+0.5 || y1 > sc.height+0.5 {
					t.Fatalf("a shape from %.1f,%.1f to %.1f,%.1f leaves the picture of %.0f by %.0f", x0, y0, x1, y1, sc.width, sc.height)
				}
			}
		}
		check(sc.shapes)
	})
}

// bounds returns the box of a shape with half its line; of a group an empty one.
func (s *shape) bounds() (x0, y0, x1, y1 float64) {
	if s.kids != nil {
		return 0, 0, 0, 0
	}
	if l := s.text; l != nil {
		w := float64(len(l.text)) * l.size * 0.66
		return l.x - w/2, l.y - l.size*0.8, l.x + w/2, l.y + l.size*0.25
	}
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	take := func(x, y float64) {
		x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
	}
	if e := s.round; e != nil {
		take(e.cx-e.rx, e.cy-e.ry)
		take(e.cx+e.rx, e.cy+e.ry)
	} else {
		for _, g := range s.path.segments {
			switch g.op {
			case 'M', 'L':
				take(g.v[0], g.v[1])
			case 'Q':
				take(g.v[2], g.v[3])
			case 'A':
				// The pieces' arcs are halves of ellipses between ends at
				// the same height.
				take(g.v[3], g.v[4])
				take(g.v[3], g.v[4]-g.v[1])
				take(g.v[3], g.v[4]+g.v[1])
			}
		}
	}
	half := 0.0
	if !s.stroke.None() {
		half = s.width / 2
	}
	x0, y0, x1, y1 = x0-half, y0-half, x1+half, y1+half
	if p := s.place; p != nil {
		return p.x + x0*p.sx, p.y + y0*p.sy, p.x + x1*p.sx, p.y + y1*p.sy
	}
	return x0, y0, x1, y1
}

// Every occupied spot is drawn once, and none before one that lies behind it.
func TestBackToFront(t *testing.T) {
	everyView(t, func(t *testing.T, id string, o Picture) {
		b := full(t, id)
		b.Stacks[b.Layout.Spots[7]] = nil
		b.Marks = Marks{}
		v, _, _ := o.frame(b)
		var svg bytes.Buffer
		if err := SVG(&svg, b, o); err != nil {
			t.Fatal(err)
		}
		seen, last := map[string]bool{}, math.Inf(-1)
		for _, name := range groups(t, &svg, "stack") {
			if seen[name] {
				t.Errorf("%s is drawn twice", name)
			}
			seen[name] = true
			y := v.at(spot(t, b, name)).Y
			if y < last-1e-6 {
				t.Errorf("%s lies behind what is drawn before it", name)
			}
			last = y
		}
		if want := len(b.Layout.Spots) - 1; len(seen) != want {
			t.Errorf("%d stacks are drawn, want %d", len(seen), want)
		}
	})
}

// groups returns the spots of a layer's groups in an SVG, in order, and fails on
// malformed XML.
func groups(t *testing.T, r io.Reader, layer string) []string {
	t.Helper()
	var names []string
	d := xml.NewDecoder(r)
	for {
		token, err := d.Token()
		if err == io.EOF {
			return names
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attr := map[string]string{}
		for _, a := range e.Attr {
			attr[a.Name.Local] = a.Value
		}
		if e.Name.Local == "g" && attr["data-layer"] == layer {
			names = append(names, attr["data-spot"])
		}
	}
}

// A stack at rest hides no layer of a neighbor: it rises less than to the upper
// edge of the lowest layer behind it.
func TestStacksStandClear(t *testing.T) {
	for _, id := range []string{"lyngk", "lyngk-captured", "lyngk6"} {
		g, err := games.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		s, err := StyleOf(g)
		if err != nil {
			t.Fatal(err)
		}
		if measure := float64(s.Height)*s.Layer + 2*discRY; measure > 1 {
			t.Errorf("%s: the highest stack measures %.3f pitches", id, measure)
		}
	}
}

func TestPictureStandsStill(t *testing.T) {
	for _, id := range games.IDs() {
		b := full(t, id)
		o := Picture{Pitch: 60}
		_, w, h := o.frame(b)
		b.Stacks, b.Marks = [64][]game.Piece{}, Marks{}
		if _, w2, h2 := o.frame(b); w != w2 || h != h2 {
			t.Errorf("%s: %v by %v with stacks, %v by %v without", id, w, h, w2, h2)
		}
	}
}

func TestPNG(t *testing.T) {
	for _, sc := range scenes {
		b := sc.mark(t, parse(t, sc.game, sc.pos))
		b.Marks = Marks{}
		for _, scale := range []float64{1, 2} {
			t.Run(sc.name+" "+strconv.Itoa(int(scale)), func(t *testing.T) {
				o := Picture{Theme: sc.theme, Pitch: sc.pitch * scale, Orientation: sc.turn, Page: true}
				var out bytes.Buffer
				if err := PNG(&out, b, o); err != nil {
					t.Fatal(err)
				}
				m, err := png.Decode(&out)
				if err != nil {
					t.Fatal(err)
				}
				v, w, h := o.frame(b)
				if got := m.Bounds().Size(); got.X != int(w) || got.Y != int(h) {
					t.Errorf("the picture is %v, want %v by %v", got, w, h)
				}
				pixel := func(x, y float64, want Color, what string) {
					t.Helper()
					got := color.NRGBAModel.Convert(m.At(int(x), int(y))).(color.NRGBA)
					r, g, bl := want.Parts()
					if abs(int(got.R)-int(r))+abs(int(got.G)-int(g))+abs(int(got.B)-int(bl)) > 30 {
						t.Errorf("%s is #%02X%02X%02X, want %v", what, got.R, got.G, got.B, want)
					}
				}
				pixel(1, 1, sc.theme.Page, "the corner")
				for _, s := range b.Layout.Spots {
					at, stack := v.at(s), b.Stacks[s]
					name := b.Layout.Names[s]
					n := float64(len(stack))
					switch {
					case n == 0:
					case b.Style.Kind == Rings:
						wall := ringWall(len(stack))
						face := b.Style.Piece(b.Top(s)).Face
						pixel(at.X+0.75*ringRX*v.p, at.Y+(0.03-wall/2)*v.p, face, name)
					default:
						// The near part of the dish, where no mark reaches.
						face := b.Style.Piece(b.Top(s)).Face
						top := at.Y + (discDrop-n*b.Style.Layer)*v.p
						pixel(at.X+0.15*discRX*v.p, top+0.65*discRY*v.p, face, name)
						if v.p > 75 && b.Top(s) != 'J' { // specks lie there
							deep := b.Style.Piece(b.Top(s)).Deep
							pixel(at.X, top-0.85*0.775*discRY*v.p, deep, "the far lip of "+name)
						}
					}
				}
			})
		}
	}
}

func TestPNGWithoutPage(t *testing.T) {
	b := full(t, "dvonn")
	m, err := rasterize(Picture{}.scene(b))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, a := m.At(0, 0).RGBA(); a != 0 {
		t.Errorf("the corner has alpha %d, want 0", a)
	}
	c := m.Bounds().Max.Div(2)
	if _, _, _, a := m.At(c.X, c.Y).RGBA(); a != 0xFFFF {
		t.Errorf("the middle has alpha %d, want full", a)
	}
}

// Numbers and coordinates are drawn in pixels too.
func TestPNGText(t *testing.T) {
	for _, text := range []string{"a", "12"} {
		sc := &scene{width: 40, height: 40, shapes: []shape{{text: &label{text: text, x: 20, y: 30, size: 24, bold: true}, fill: RGB(0xFF0000)}}}
		m, err := rasterize(sc)
		if err != nil {
			t.Fatal(err)
		}
		left, right := 40, 0
		for y := range 40 {
			for x := range 40 {
				if r, _, _, _ := m.At(x, y).RGBA(); r > 0x8000 {
					left, right = min(left, x), max(right, x)
				}
			}
		}
		if left > right {
			t.Fatalf("%q left no pixel", text)
		}
		if off := float64(left+right+1)/2 - 20; math.Abs(off) > 2 {
			t.Errorf("%q is %.1f pixels off its middle", text, off)
		}
	}
}

func TestEscaping(t *testing.T) {
	var out bytes.Buffer
	if err := SVG(&out, full(t, "lyngk"), Picture{Title: `<b> & "c"`}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "<title>&lt;b&gt; &amp; &quot;c&quot;</title>") {
		t.Error("the title is not escaped")
	}
	groups(t, &out, "stack")
}
