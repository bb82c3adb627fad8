package draw

// Theme holds the colors of a board and of the interface around it. Piece
// colors are the same in every theme and belong to a [Style].
type Theme struct {
	Name string // "light" or "dark"

	Page, Surface, Raised, Ink, Ink2, Field Color // the interface

	Board, Edge   Color // the board and the lower edge that gives it thickness
	Groove, Gleam Color // an engraved line and the light on its lower lip
	Spot, Coord   Color // a crossing of lines; coordinates
	Cue, Case     Color // state marks and the casing that sets them off
	Cursor        Color // the cursor in a terminal; no piece and no other mark has this hue
	Accent        Color // amber as text
	Amber         Color // amber as fill
	Bad           Color // what a refused move is refused for
	Hole          Color // the board seen through a ring

	Halo   Color   // a light line outside the dark one of a piece; none in the light theme
	Shadow float64 // opacity of a stack's shadow
}

// Outline is the dark line round every piece and every amber fill.
const Outline Color = colorSet | 0x17171A

// Light returns the theme of a light page.
func Light() *Theme {
	return &Theme{
		Name: "light",
		Page: RGB(0xEFEEEA), Surface: RGB(0xFAF9F6), Raised: RGB(0xFFFFFF), Ink: RGB(0x1D1F21), Ink2: RGB(0x55595B),
		Field: RGB(0x85827A),
		Board: RGB(0xD2CDC1), Edge: RGB(0xB3AC9C), Groove: RGB(0x7A7262), Gleam: RGB(0xE4E0D6),
		Spot: RGB(0x6F6858), Coord: RGB(0x595446), Cue: RGB(0x1D1F21), Case: RGB(0xF3F0E8), Cursor: RGB(0x9B1FA8),
		Accent: RGB(0x8A5600), Amber: RGB(0xF2A81D), Bad: RGB(0xA3241A), Hole: RGB(0xB9B2A2),
		Shadow: 0.24,
	}
}

// Dark returns the theme of a dark page.
func Dark() *Theme {
	return &Theme{
		Name: "dark",
		Page: RGB(0x141618), Surface: RGB(0x1B1E20), Raised: RGB(0x24282B), Ink: RGB(0xECEAE4), Ink2: RGB(0xA7ABAB),
		Field: RGB(0x7C8285),
		Board: RGB(0x343A3D), Edge: RGB(0x23282A), Groove: RGB(0x81898D), Gleam: RGB(0x2A2F31),
		Spot: RGB(0x8C9599), Coord: RGB(0xB4BABB), Cue: RGB(0xF1EEE6), Case: RGB(0x15181A), Cursor: RGB(0xF58CFF),
		Accent: RGB(0xF2B443), Amber: RGB(0xF2A81D), Bad: RGB(0xFF9C8F), Hole: RGB(0x545C60),
		Halo: RGB(0xC9C6BD), Shadow: 0.42,
	}
}

// ThemeNamed returns the theme of that name, "light" or "dark", and false where
// there is none.
func ThemeNamed(name string) (*Theme, bool) {
	switch name {
	case "light":
		return Light(), true
	case "dark":
		return Dark(), true
	}
	return nil, false
}
