package tui

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// vt is a terminal as far as a full-screen program uses one: it keeps what the
// program has written as a screen of cells.
type vt struct {
	mu           sync.Mutex
	w, h         int
	cells        [][]vtCell
	x, y         int
	wrapNext     bool
	pen          vtCell
	top, bottom  int // scrolling region
	saved        [2]int
	last         rune
	rest         []byte // an unfinished sequence
	title        string
	alt, visible bool
	unknown      map[string]int // sequences nobody here understands
}

type vtCell struct {
	r      rune // 0 right of a wide one
	fg, bg string
	attr   string // of "b", "f", "u", "r"
}

func newVT(w, h int) *vt {
	v := &vt{unknown: map[string]int{}, visible: true}
	v.resize(w, h)
	return v
}

func (v *vt) resize(w, h int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	old := v.cells
	v.w, v.h = w, h
	v.cells = make([][]vtCell, h)
	for y := range v.cells {
		v.cells[y] = make([]vtCell, w)
		for x := range v.cells[y] {
			v.cells[y][x] = vtCell{r: ' '}
			if y < len(old) && x < len(old[y]) {
				v.cells[y][x] = old[y][x]
			}
		}
	}
	v.top, v.bottom = 0, h-1
	v.x, v.y = min(v.x, w-1), min(v.y, h-1)
}

// Write takes what the program writes.
func (v *vt) Write(p []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	data := append(v.rest, p...)
	v.rest = nil
	for len(data) > 0 {
		n := v.step(data)
		if n == 0 {
			v.rest = append([]byte(nil), data...)
			break
		}
		data = data[n:]
	}
	return len(p), nil
}

// step takes one character or sequence and returns its length, 0 for an
// unfinished one.
func (v *vt) step(d []byte) int {
	switch c := d[0]; {
	case c == 0x1b:
		return v.escape(d)
	case c == '\r':
		v.x, v.wrapNext = 0, false
	case c == '\n', c == '\v', c == '\f':
		v.feed()
	case c == '\b':
		v.x, v.wrapNext = max(v.x-1, 0), false
	case c == '\t':
		v.x = min((v.x/8+1)*8, v.w-1)
	case c < ' ' || c == 0x7f:
	default:
		if !utf8.FullRune(d) {
			return 0
		}
		r, n := utf8.DecodeRune(d)
		v.put(r)
		return n
	}
	return 1
}

func (v *vt) put(r rune) {
	w := ansi.StringWidth(string(r))
	if w == 0 {
		return
	}
	if v.wrapNext || v.x+w > v.w {
		v.x, v.wrapNext = 0, false
		v.feed()
	}
	c := v.pen
	c.r = r
	v.cells[v.y][v.x] = c
	if w == 2 && v.x+1 < v.w {
		c.r = 0
		v.cells[v.y][v.x+1] = c
	}
	v.last = r
	if v.x += w; v.x >= v.w {
		v.x, v.wrapNext = v.w-1, true
	}
}

func (v *vt) feed() {
	v.wrapNext = false
	if v.y == v.bottom {
		v.scroll(v.top, 1)
	} else if v.y < v.h-1 {
		v.y++
	}
}

// scroll moves the lines from a row to the bottom of the region up by n, down
// for a negative one.
func (v *vt) scroll(from, n int) {
	for ; n > 0; n-- {
		copy(v.cells[from:v.bottom+1], v.cells[from+1:v.bottom+1])
		v.cells[v.bottom] = v.blankLine()
	}
	for ; n < 0; n++ {
		copy(v.cells[from+1:v.bottom+1], v.cells[from:v.bottom])
		v.cells[from] = v.blankLine()
	}
}

func (v *vt) blank() vtCell { return vtCell{r: ' ', bg: v.pen.bg} }

func (v *vt) blankLine() []vtCell {
	line := make([]vtCell, v.w)
	for x := range line {
		line[x] = v.blank()
	}
	return line
}

func (v *vt) erase(y, x0, x1 int) {
	for x := max(x0, 0); x < min(x1, v.w); x++ {
		v.cells[y][x] = v.blank()
	}
}

func (v *vt) escape(d []byte) int {
	if len(d) < 2 {
		return 0
	}
	switch d[1] {
	case '[':
		for i := 2; i < len(d); i++ {
			if d[i] >= 0x40 && d[i] <= 0x7e {
				v.csi(string(d[2:i]), d[i])
				return i + 1
			}
		}
		return 0
	case ']', 'P', '_', '^':
		for i := 2; i < len(d); i++ {
			if d[i] == 7 || d[i] == '\\' && d[i-1] == 0x1b {
				if text := strings.TrimRight(string(d[2:i]), "\x1b"); d[1] == ']' && (strings.HasPrefix(text, "2;") || strings.HasPrefix(text, "0;")) {
					v.title = text[2:]
				}
				return i + 1
			}
		}
		return 0
	case '7':
		v.saved = [2]int{v.x, v.y}
	case '8':
		v.x, v.y, v.wrapNext = v.saved[0], v.saved[1], false
	case 'M':
		if v.y == v.top {
			v.scroll(v.top, -1)
		} else {
			v.y = max(v.y-1, 0)
		}
	case 'D':
		v.feed()
	case 'E':
		v.x = 0
		v.feed()
	case '(', ')':
		if len(d) < 3 {
			return 0
		}
		return 3
	case '=', '>', 'H':
	default:
		v.unknown["ESC "+string(d[1])]++
	}
	return 2
}

func (v *vt) csi(text string, final byte) {
	private := ""
	if text != "" && strings.ContainsAny(text[:1], "?>=<") {
		private, text = text[:1], text[1:]
	}
	middle := strings.TrimLeft(text, "0123456789;:")
	text = strings.TrimSuffix(text, middle)
	var args []int
	for _, a := range strings.Split(text, ";") {
		n, _ := strconv.Atoi(strings.SplitN(a, ":", 2)[0])
		args = append(args, n)
	}
	arg := func(i, least int) int {
		if i < len(args) {
			return max(args[i], least)
		}
		return least
	}
	if private != "" || middle != "" {
		if private == "?" && (final == 'h' || final == 'l') {
			for _, a := range args {
				switch a {
				case 1049, 1047:
					v.alt = final == 'h'
					for y := range v.cells {
						v.erase(y, 0, v.w)
					}
				case 25:
					v.visible = final == 'h'
				}
			}
		}
		return // the rest are questions and modes that show nothing
	}
	v.moved(final)
	switch final {
	case 'A':
		v.y = max(v.y-arg(0, 1), 0)
	case 'B', 'e':
		v.y = min(v.y+arg(0, 1), v.h-1)
	case 'C', 'a':
		v.x = min(v.x+arg(0, 1), v.w-1)
	case 'D':
		v.x = max(v.x-arg(0, 1), 0)
	case 'E':
		v.x, v.y = 0, min(v.y+arg(0, 1), v.h-1)
	case 'F':
		v.x, v.y = 0, max(v.y-arg(0, 1), 0)
	case 'G', '`':
		v.x = min(arg(0, 1), v.w) - 1
	case 'd':
		v.y = min(arg(0, 1), v.h) - 1
	case 'H', 'f':
		v.y, v.x = min(arg(0, 1), v.h)-1, min(arg(1, 1), v.w)-1
	case 'I':
		v.x = min((v.x/8+arg(0, 1))*8, v.w-1)
	case 'Z':
		v.x = max(((v.x+7)/8-arg(0, 1))*8, 0)
	case 'J':
		switch args[0] {
		case 0:
			v.erase(v.y, v.x, v.w)
			for y := v.y + 1; y < v.h; y++ {
				v.erase(y, 0, v.w)
			}
		case 1:
			for y := range v.y {
				v.erase(y, 0, v.w)
			}
			v.erase(v.y, 0, v.x+1)
		default:
			for y := range v.h {
				v.erase(y, 0, v.w)
			}
		}
	case 'K':
		switch args[0] {
		case 0:
			v.erase(v.y, v.x, v.w)
		case 1:
			v.erase(v.y, 0, v.x+1)
		default:
			v.erase(v.y, 0, v.w)
		}
	case 'X':
		v.erase(v.y, v.x, v.x+arg(0, 1))
	case '@':
		n := min(arg(0, 1), v.w-v.x)
		copy(v.cells[v.y][v.x+n:], v.cells[v.y][v.x:])
		v.erase(v.y, v.x, v.x+n)
	case 'P':
		n := min(arg(0, 1), v.w-v.x)
		copy(v.cells[v.y][v.x:], v.cells[v.y][v.x+n:])
		v.erase(v.y, v.w-n, v.w)
	case 'L':
		v.scroll(v.y, -arg(0, 1))
	case 'M':
		v.scroll(v.y, arg(0, 1))
	case 'S':
		v.scroll(v.top, arg(0, 1))
	case 'T':
		v.scroll(v.top, -arg(0, 1))
	case 'b':
		for range arg(0, 1) {
			v.put(v.last)
		}
	case 'r':
		v.top, v.bottom = arg(0, 1)-1, v.h-1
		if len(args) > 1 && args[1] > 0 {
			v.bottom = min(args[1], v.h) - 1
		}
		v.x, v.y = 0, 0
	case 's':
		v.saved = [2]int{v.x, v.y}
	case 'u':
		v.x, v.y = v.saved[0], v.saved[1]
	case 'm':
		v.sgr(text)
	case 'c', 'n', 't', 'q', 'p', 'g', 'h', 'l':
	default:
		v.unknown["CSI "+string(final)]++
	}
}

// moved forgets that a line was full where the cursor goes elsewhere.
func (v *vt) moved(final byte) {
	if final != 'm' && final != 'b' {
		v.wrapNext = false
	}
}

func (v *vt) sgr(text string) {
	args := strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == ':' })
	if len(args) == 0 {
		args = []string{"0"}
	}
	attr := func(a string, on bool) {
		v.pen.attr = strings.ReplaceAll(v.pen.attr, a, "")
		if on {
			v.pen.attr += a
		}
	}
	for i := 0; i < len(args); i++ {
		n, _ := strconv.Atoi(args[i])
		color := ""
		switch {
		case n == 38 || n == 48:
			if i+2 < len(args) && args[i+1] == "5" {
				color = args[i+2]
				i += 2
			} else if i+4 < len(args) {
				color = "#" + hex2(args[i+2]) + hex2(args[i+3]) + hex2(args[i+4])
				i += 4
			}
			if n == 38 {
				v.pen.fg = color
			} else {
				v.pen.bg = color
			}
		case n == 0:
			v.pen = vtCell{}
		case n == 1:
			attr("b", true)
		case n == 2:
			attr("f", true)
		case n == 4:
			attr("u", true)
		case n == 7:
			attr("r", true)
		case n == 22:
			attr("b", false)
			attr("f", false)
		case n == 24:
			attr("u", false)
		case n == 27:
			attr("r", false)
		case n >= 30 && n <= 37:
			v.pen.fg = strconv.Itoa(n - 30)
		case n == 39:
			v.pen.fg = ""
		case n >= 40 && n <= 47:
			v.pen.bg = strconv.Itoa(n - 40)
		case n == 49:
			v.pen.bg = ""
		case n >= 90 && n <= 97:
			v.pen.fg = strconv.Itoa(n - 82)
		case n >= 100 && n <= 107:
			v.pen.bg = strconv.Itoa(n - 92)
		default:
			v.unknown["SGR "+args[i]]++
		}
	}
}

func hex2(decimal string) string {
	n, _ := strconv.Atoi(decimal)
	s := strconv.FormatInt(int64(n&255), 16)
	if len(s) == 1 {
		s = "0" + s
	}
	return s
}

// text returns the screen, lines without trailing blanks.
func (v *vt) text() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	var out strings.Builder
	for _, line := range v.cells {
		var row strings.Builder
		for _, c := range line {
			if c.r != 0 {
				row.WriteRune(c.r)
			}
		}
		out.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return guestMark.ReplaceAllString(out.String(), "")
}
