package draw

import (
	"image"
	"image/color"
	idraw "image/draw"
	"image/png"
	"io"
	"math"

	"github.com/srwiley/rasterx"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG writes the board as a PNG image, drawn from the same shapes as [SVG]; its
// text is set in the Go fonts. The error is the writer's.
func PNG(w io.Writer, b *Board, o Picture) error {
	m, err := rasterize(o.scene(b))
	if err != nil {
		return err
	}
	return png.Encode(w, m)
}

// rasterize returns a scene as pixels. Where nothing is painted the ground is transparent.
func rasterize(sc *scene) (*image.RGBA, error) {
	m := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(sc.width)), int(math.Ceil(sc.height))))
	r := &raster{}
	var err error
	if r.regular, err = sfnt.Parse(goregular.TTF); err != nil {
		return nil, err
	}
	if r.bold, err = sfnt.Parse(gobold.TTF); err != nil {
		return nil, err
	}
	return m, r.draw(m, sc.shapes)
}

// raster turns shapes into pixels.
type raster struct {
	regular, bold *sfnt.Font
	buffer        sfnt.Buffer
}

func (r *raster) draw(dst *image.RGBA, shapes []shape) error {
	for i := range shapes {
		if err := r.shape(dst, &shapes[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *raster) shape(dst *image.RGBA, s *shape) error {
	switch {
	case s.kids != nil && s.opacity > 0 && s.opacity < 1:
		// A group is painted as a whole and then laid over what is there.
		layer := image.NewRGBA(dst.Bounds())
		if err := r.draw(layer, s.kids); err != nil {
			return err
		}
		mask := image.NewUniform(color.Alpha{A: uint8(math.Round(s.opacity * 255))})
		idraw.DrawMask(dst, dst.Bounds(), layer, dst.Bounds().Min, mask, image.Point{}, idraw.Over)
		return nil
	case s.kids != nil:
		return r.draw(dst, s.kids)
	case s.text != nil:
		return r.text(dst, s)
	}
	if !s.fill.None() {
		t := newTracer(s)
		f := rasterx.NewFiller(1, 1, t)
		t.trace(s, f)
		t.paint(dst, s.fill, s.opacity)
	}
	if !s.stroke.None() && s.width > 0 {
		t := newTracer(s)
		d := rasterx.NewDasher(1, 1, t)
		ends, joins := rasterx.CapFunc(rasterx.ButtCap), rasterx.Miter
		if s.cap {
			ends = rasterx.RoundCap
		}
		if s.join {
			joins = rasterx.Round
		}
		var dash []float64
		for _, v := range s.dash {
			dash = append(dash, v*t.fine)
		}
		d.SetStroke(fixed.Int26_6(math.Round(s.width*t.fine*64)), 4<<6, ends, nil, rasterx.RoundGap, joins, dash, 0)
		t.trace(s, d)
		t.paint(dst, s.stroke, s.opacity)
	}
	return nil
}

// tracer is the scanner behind rasterx: it takes the outline that rasterx
// computes in the shape's own space, maps it to pixels, and fills it within its
// bounds. Squeezed marks get squeezed strokes that way.
type tracer struct {
	fine   float64 // from the shape's units to rasterx's, finer than a pixel
	sx, sy float64 // from rasterx's units to pixels
	dx, dy float64

	starts []int // indexes of points that begin a contour
	points [][2]float32
}

// newTracer returns a tracer for the space of a shape.
func newTracer(s *shape) *tracer {
	const fineness = 8 // rasterx counts in 64ths, too coarse for thin lines
	if p := s.place; p != nil {
		fine := max(math.Abs(p.sx), math.Abs(p.sy)) * fineness
		return &tracer{fine: fine, sx: p.sx / fine, sy: p.sy / fine, dx: p.x, dy: p.y}
	}
	return &tracer{fine: fineness, sx: 1.0 / fineness, sy: 1.0 / fineness}
}

func (t *tracer) Start(a fixed.Point26_6) {
	t.starts = append(t.starts, len(t.points))
	t.Line(a)
}

func (t *tracer) Line(b fixed.Point26_6) {
	x := float64(b.X)/64*t.sx + t.dx
	y := float64(b.Y)/64*t.sy + t.dy
	t.points = append(t.points, [2]float32{float32(x), float32(y)})
}

// The rest of rasterx.Scanner is not used: paint does the drawing.
func (t *tracer) Draw()                                  {}
func (t *tracer) GetPathExtent() (r fixed.Rectangle26_6) { return r }
func (t *tracer) SetBounds(w, h int)                     {}
func (t *tracer) SetColor(color interface{})             {}
func (t *tracer) SetWinding(useNonZeroWinding bool)      {}
func (t *tracer) Clear()                                 {}
func (t *tracer) SetClip(rect image.Rectangle)           {}
func (t *tracer) point(x, y float64) (p fixed.Point26_6) { return rasterx.ToFixedP(x*t.fine, y*t.fine) }

// trace sends a shape's outline to rasterx.
func (t *tracer) trace(s *shape, to rasterx.Adder) {
	if e := s.round; e != nil {
		rasterx.AddEllipse(e.cx*t.fine, e.cy*t.fine, e.rx*t.fine, e.ry*t.fine, 0, to)
		return
	}
	open := false
	var x, y float64
	for _, g := range s.path.segments {
		switch g.op {
		case 'M':
			if open {
				to.Stop(false)
			}
			x, y, open = g.v[0], g.v[1], true
			to.Start(t.point(x, y))
		case 'L':
			x, y = g.v[0], g.v[1]
			to.Line(t.point(x, y))
		case 'Q':
			to.QuadBezier(t.point(g.v[0], g.v[1]), t.point(g.v[2], g.v[3]))
			x, y = g.v[2], g.v[3]
		case 'A':
			rx, ry := g.v[0], g.v[1]
			// rasterx counts its sweep the other way round.
			cx, cy := rasterx.FindEllipseCenter(&rx, &ry, 0, x, y, g.v[3], g.v[4], g.v[2] == 0, true)
			arc := []float64{rx * t.fine, ry * t.fine, 0, 0, g.v[2], g.v[3] * t.fine, g.v[4] * t.fine}
			rasterx.AddArc(arc, cx*t.fine, cy*t.fine, x*t.fine, y*t.fine, to)
			x, y = g.v[3], g.v[4]
		case 'Z':
			to.Stop(true)
			open = false
		}
	}
	if open {
		to.Stop(false)
	}
}

// paint fills what was traced.
func (t *tracer) paint(dst *image.RGBA, c Color, opacity float64) {
	if len(t.points) == 0 {
		return
	}
	lo, hi := t.points[0], t.points[0]
	for _, p := range t.points {
		lo[0], lo[1] = min(lo[0], p[0]), min(lo[1], p[1])
		hi[0], hi[1] = max(hi[0], p[0]), max(hi[1], p[1])
	}
	box := image.Rect(int(math.Floor(float64(lo[0]))), int(math.Floor(float64(lo[1]))), int(math.Ceil(float64(hi[0])))+1, int(math.Ceil(float64(hi[1])))+1)
	// The rasterizer clips lines to its own size, but not its size to dst's.
	if box = box.Intersect(dst.Bounds()); box.Empty() {
		return
	}
	v := vector.NewRasterizer(box.Dx(), box.Dy())
	ox, oy := float32(box.Min.X), float32(box.Min.Y)
	// Contours are not closed here: rasterx sends the sides of a stroke in
	// pieces, which together are closed, and closes fills itself.
	next := 0
	for i, p := range t.points {
		if next < len(t.starts) && t.starts[next] == i {
			v.MoveTo(p[0]-ox, p[1]-oy)
			next++
			continue
		}
		v.LineTo(p[0]-ox, p[1]-oy)
	}
	v.Draw(dst, box, image.NewUniform(ink(c, opacity)), image.Point{})
}

func ink(c Color, opacity float64) color.Color {
	r, g, b := c.Parts()
	a := 1.0
	if opacity > 0 {
		a = opacity
	}
	return color.NRGBA{r, g, b, uint8(math.Round(a * 255))}
}

// text sets a label as glyph outlines, so that it lies between pixels where it
// must.
func (r *raster) text(dst *image.RGBA, s *shape) error {
	f := r.regular
	if s.text.bold {
		f = r.bold
	}
	// Outlines are asked for at a large size and scaled down by the tracer.
	const em = 1024
	size := s.text.size / em
	t := &tracer{fine: 1, sx: size, sy: size, dy: s.text.y}
	width := fixed.Int26_6(0)
	var glyphs []sfnt.GlyphIndex
	var places []fixed.Int26_6
	for _, char := range s.text.text {
		g, err := f.GlyphIndex(&r.buffer, char)
		if err != nil {
			return err
		}
		advance, err := f.GlyphAdvance(&r.buffer, g, em<<6, font.HintingNone)
		if err != nil {
			return err
		}
		glyphs, places = append(glyphs, g), append(places, width)
		width += advance
	}
	left := s.text.x - float64(width)/64*size/2
	filler := rasterx.NewFiller(1, 1, t)
	for i, g := range glyphs {
		t.dx = left + float64(places[i])/64*size
		segments, err := f.LoadGlyph(&r.buffer, g, em<<6, nil)
		if err != nil {
			return err
		}
		for _, seg := range segments {
			switch seg.Op {
			case sfnt.SegmentOpMoveTo:
				filler.Start(seg.Args[0])
			case sfnt.SegmentOpLineTo:
				filler.Line(seg.Args[0])
			case sfnt.SegmentOpQuadTo:
				filler.QuadBezier(seg.Args[0], seg.Args[1])
			case sfnt.SegmentOpCubeTo:
				filler.CubeBezier(seg.Args[0], seg.Args[1], seg.Args[2])
			}
		}
	}
	t.paint(dst, s.fill, s.opacity)
	return nil
}
