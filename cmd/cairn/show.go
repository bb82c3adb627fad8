package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

type showCmd struct {
	positionArg
	SVG string `name:"svg" help:"Write an SVG picture to this file; - means standard output." placeholder:"FILE"`
	PNG string `name:"png" help:"Write a PNG picture to this file; - means standard output." placeholder:"FILE"`
	overwriteFlag
	Dark bool `help:"Picture: use dark colors."`
	// Below the least pitch spots look alike, above the most a picture takes hundreds of megabytes.
	Pitch  int    `least:"8" most:"1000" help:"Picture: distance between neighboring spots in pixels." default:"72" placeholder:"PIXELS"`
	Moves  string `help:"Mark where the stack on this spot can move; R,e4 means after claiming red." placeholder:"SPOT"`
	Move   string `help:"Mark this move as planned, and the stacks that it would isolate." placeholder:"MOVE"`
	Hinges bool   `help:"DVONN: mark stacks that keep others connected, and stacks that are surrounded."`
	Color  string `help:"Colors in the terminal: auto, never, 16, 256 or true." enum:"auto,never,16,256,true" default:"auto"`
	Width  int    `help:"Width of the drawing in columns; 0 asks the terminal." placeholder:"COLUMNS"`
	Spoken bool   `help:"List the stacks in words, one per line, instead of drawing."`
}

func (showCmd) Help() string {
	return `The board is drawn for the terminal, in color if it has colors and NO_COLOR isn't set. Try

  cairn show lyngk start:demo
  cairn show dvonn full:demo --svg board.svg`
}

func (c *showCmd) Run(s *streams) error {
	catalog := s.catalog
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	b, err := draw.New(p)
	if err != nil {
		return err
	}
	if err := c.mark(catalog, g, p, b); err != nil {
		return err
	}
	if c.SVG == "" && c.PNG == "" {
		return c.text(s, catalog, p, b)
	}
	if c.SVG != "" {
		if err := c.picture(s, catalog, b, c.SVG, draw.SVG); err != nil {
			return err
		}
	}
	if c.PNG != "" {
		return c.picture(s, catalog, b, c.PNG, draw.PNG)
	}
	return nil
}

// mark puts on the board what the flags ask for.
func (c *showCmd) mark(catalog *i18n.Catalog, g game.Game, p game.Position, b *draw.Board) error {
	title := catalog.T("game." + g.ID())
	if c.Moves != "" {
		claim, spot, claims := game.CutClaim(c.Moves)
		at, ok := g.Layout().Lookup(strings.ToLower(spot))
		if !ok {
			return usageError(errors.New(catalog.T("cli.show.no_spot", i18n.Args{"game": title, "spot": shown(spot)})), "")
		}
		claim = strings.ToUpper(claim)
		if claims && (len(claim) != 1 || g.ColorName(game.Piece(claim[0])) == "") {
			return usageError(errors.New(catalog.T("cli.show.no_color", i18n.Args{"game": title, "color": shown(claim)})), "")
		}
		b.MarkChoices(p, movesAfter(g, p, claim), at)
	}
	if c.Hinges {
		l, ok := p.(game.Connectivity)
		if !ok {
			return usageError(errors.New(catalog.T("cli.show.no_hinges", i18n.Args{"game": title})), "")
		}
		b.Marks.Hinges, b.Marks.Blocked = l.Hinges(), l.Blocked()
	}
	if c.Move != "" {
		m, err := p.ParseMove(c.Move)
		if err != nil {
			return failure(errors.New(catalog.Labeled(shown(c.Move), pointAt(catalog, c.Move, err))), "")
		}
		b.MarkPlanned(p, m)
	}
	return nil
}

// movesAfter returns the legal moves that begin with that claim, "" for none.
func movesAfter(g game.Game, p game.Position, claim string) []game.Move {
	var list []game.Move
	for _, m := range p.Moves(nil) {
		if g.Parts(m).Claim.Letter() == claim {
			list = append(list, m)
		}
	}
	return list
}

// text draws the board in characters, or lists the stacks in words.
func (c *showCmd) text(s *streams, catalog *i18n.Catalog, p game.Position, b *draw.Board) error {
	if c.Spoken {
		speaker := say.New(p.Game(), catalog)
		for _, at := range p.Game().Layout().Spots {
			if len(p.Stack(at, nil)) > 0 {
				fmt.Fprintln(s.out, speaker.Spot(p, at))
			}
		}
		return nil
	}
	o := terminalOptions(s, catalog, c.Color)
	if c.Width > 0 {
		o.Width = c.Width
	}
	if o.Depth == draw.NoColor {
		_, err := io.WriteString(s.out, draw.Text(b, o))
		return err
	}
	_, err := io.WriteString(s.out, draw.ANSI(b, o)+"\n"+draw.Legend(b, o))
	return err
}

// picture writes the board with one of the two picture formats.
func (c *showCmd) picture(s *streams, catalog *i18n.Catalog, b *draw.Board, name string, write func(io.Writer, *draw.Board, draw.Picture) error) error {
	o := draw.Picture{Theme: draw.Light(), Pitch: float64(c.Pitch), Page: true, Title: c.Game}
	if c.Dark {
		o.Theme = draw.Dark()
	}
	if name == "-" {
		return write(s.out, b, o)
	}
	return c.fill(catalog, name, func(f *files.File) error {
		if err := write(f, b, o); err != nil {
			return failure(unwritable(catalog, name, err), "")
		}
		return nil
	})
}
