package draw

import (
	"fmt"
	"math"
)

// Color is an opaque sRGB color. The zero value is no color: nothing is
// painted, or a terminal keeps its own. Bit 24 tells a color from none; below
// it lie eight bits each of red, green and blue.
type Color uint32

const colorSet Color = 1 << 24

// RGB returns the color of a number such as 0xF2A81D.
func RGB(hex uint32) Color { return colorSet | Color(hex&0xFFFFFF) }

// None reports whether c is no color.
func (c Color) None() bool { return c&colorSet == 0 }

// Parts returns red, green and blue; of no color it returns black.
func (c Color) Parts() (r, g, b uint8) { return uint8(c >> 16), uint8(c >> 8), uint8(c) }

// String returns "#RRGGBB", or "none".
func (c Color) String() string {
	if c.None() {
		return "none"
	}
	return fmt.Sprintf("#%06X", uint32(c)&0xFFFFFF)
}

// mix lays c over under with the given opacity.
func (c Color) mix(under Color, opacity float64) Color {
	if c.None() {
		return under
	}
	if under.None() {
		return c
	}
	r, g, b := c.Parts()
	ur, ug, ub := under.Parts()
	blend := func(a, u uint8) uint32 {
		return uint32(math.Round(float64(a)*opacity + float64(u)*(1-opacity)))
	}
	return RGB(blend(r, ur)<<16 | blend(g, ug)<<8 | blend(b, ub))
}

// luminance is the relative luminance of a color as WCAG 2 defines it.
func luminance(c Color) float64 {
	r, g, b := c.Parts()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
