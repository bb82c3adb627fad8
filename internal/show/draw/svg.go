package draw

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const fontFamily = `system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`

// SVG writes the board as one SVG document without scripts, styles, external
// references or ids: fit for a README, a page and for print. The same board and
// options give the same bytes. The error is the writer's.
func SVG(w io.Writer, b *Board, o Picture) error {
	return writeSVG(w, o.scene(b))
}

func writeSVG(w io.Writer, sc *scene) error {
	out := bufio.NewWriter(w)
	width, height := number(sc.width, 2), number(sc.height, 2)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" text-anchor="middle" font-family="%s">`+"\n",
		width, height, width, height, fontFamily)
	if sc.title != "" {
		fmt.Fprintf(out, "<title>%s</title>\n", escape(sc.title))
	}
	if sc.desc != "" {
		fmt.Fprintf(out, "<desc>%s</desc>\n", escape(sc.desc))
	}
	for i := range sc.shapes {
		writeShape(out, &sc.shapes[i])
	}
	out.WriteString("</svg>\n")
	return out.Flush()
}

func writeShape(out *bufio.Writer, s *shape) {
	digits := 2
	if s.place != nil {
		digits = 3
	}
	tag := ""
	switch {
	case s.kids != nil:
		tag = "g"
		out.WriteString("<g")
		if s.spot != "" {
			fmt.Fprintf(out, ` data-spot="%s" data-layer="%s"`, s.spot, s.layer)
		}
	case s.path != nil:
		out.WriteString(`<path d="` + pathData(s.path, digits) + `"`)
	case s.round != nil && s.round.rx == s.round.ry:
		out.WriteString("<circle")
		centerAt(out, s.round, digits)
		fmt.Fprintf(out, ` r="%s"`, number(s.round.rx, digits))
	case s.round != nil:
		out.WriteString("<ellipse")
		centerAt(out, s.round, digits)
		fmt.Fprintf(out, ` rx="%s" ry="%s"`, number(s.round.rx, digits), number(s.round.ry, digits))
	case s.text != nil:
		tag = "text"
		fmt.Fprintf(out, `<text x="%s" y="%s" font-size="%s"`, number(s.text.x, 2), number(s.text.y, 2), number(s.text.size, 2))
		if s.text.bold {
			out.WriteString(` font-weight="700"`)
		}
	}
	paint(out, s, digits)
	switch tag {
	case "g":
		out.WriteString(">\n")
		for i := range s.kids {
			writeShape(out, &s.kids[i])
		}
		out.WriteString("</g>\n")
	case "text":
		out.WriteString(">" + escape(s.text.text) + "</text>\n")
	default:
		out.WriteString("/>\n")
	}
}

func centerAt(out *bufio.Writer, e *ellipse, digits int) {
	if e.cx != 0 {
		fmt.Fprintf(out, ` cx="%s"`, number(e.cx, digits))
	}
	if e.cy != 0 {
		fmt.Fprintf(out, ` cy="%s"`, number(e.cy, digits))
	}
}

func paint(out *bufio.Writer, s *shape, digits int) {
	attr := func(name, value string) { out.WriteString(" " + name + `="` + value + `"`) }
	if s.kids == nil {
		if s.fill.None() {
			attr("fill", "none")
		} else {
			attr("fill", s.fill.String())
		}
	}
	if !s.stroke.None() {
		attr("stroke", s.stroke.String())
		attr("stroke-width", number(s.width, digits))
		if len(s.dash) > 0 {
			var dash []string
			for _, v := range s.dash {
				dash = append(dash, number(v, digits))
			}
			attr("stroke-dasharray", strings.Join(dash, " "))
		}
		if s.cap {
			attr("stroke-linecap", "round")
		}
		if s.join {
			attr("stroke-linejoin", "round")
		}
	}
	if s.opacity > 0 && s.opacity < 1 {
		attr("opacity", number(s.opacity, 2))
	}
	if p := s.place; p != nil {
		attr("transform", fmt.Sprintf("translate(%s %s) scale(%s %s)", number(p.x, 2), number(p.y, 2), number(p.sx, 3), number(p.sy, 3)))
	}
}

func pathData(p *path, digits int) string {
	var d strings.Builder
	for _, s := range p.segments {
		n := func(i int) string { return number(s.v[i], digits) }
		switch s.op {
		case 'M', 'L':
			fmt.Fprintf(&d, "%c%s,%s", s.op, n(0), n(1))
		case 'Q':
			fmt.Fprintf(&d, "Q%s,%s %s,%s", n(0), n(1), n(2), n(3))
		case 'A':
			fmt.Fprintf(&d, "A%s,%s 0 0 %s %s,%s", n(0), n(1), n(2), n(3), n(4))
		case 'Z':
			d.WriteByte('Z')
		}
	}
	return d.String()
}

// number writes a coordinate with at most that many digits after the point.
func number(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return escapes.Replace(s) }
