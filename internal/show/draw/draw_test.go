package draw

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
)

var update = flag.Bool("update", false, "write the golden files of testdata anew")

// scenes are the main states of both games, from real games where a move is
// given.
var scenes = []struct {
	name  string
	game  string
	pos   string
	mark  func(t *testing.T, p game.Position) *Board
	theme *Theme
	pitch float64
	turn  Orientation
}{
	{
		name: "lyngk-choose-light", game: "lyngk", theme: Light(), pitch: 79,
		pos:  "./I,KR,.,./G,G,I,.,.,G,G/.,.,R,.,.,./R,.,.,.,B,JK,B/B,I,BIR,.,K,B/G,IGRB,K,KIB,GR,.,J/.,K,J,R/IK 2 BK:R 1:0",
		mark: planned("h4-g4"),
	},
	{
		name: "lyngk-captured-dark", game: "lyngk", theme: Dark(), pitch: 79,
		pos:  "./G,G,.,I/IJR,R,IKR,.,G,R,B/BG,.,.,B,IK,B/I,.,JK,.,.,K,./BK,GRIB,.,.,J,GIK/B,.,.,.,K,R,./IR,.,.,GR/BKG 2 GK:IR 0:0",
		mark: played("c1-f1"),
	},
	{
		name: "lyngk-why-light", game: "lyngk", theme: Light(), pitch: 45,
		pos:  "./.,.,B,./.,.,K,.,.,IK,./.,GB,.,.,.,./.,IR,.,.,R,.,./.,.,.,.,.,./.,K,.,G,.,GB,./.,.,.,./. 1 R:- 0:0",
		mark: refused("e2", "e2-c6"),
	},
	{
		name: "dvonn-forecast-light", game: "dvonn", theme: Light(), pitch: 72,
		pos:  ".,.,./BW,WBWB,.,./.,W,D,.,./D,B,W,DWW,BBB/W,B,B,B,W/B,W,BW,.,B/WB,.,.,W,./W,.,.,BB,BWW/W,.,BW,W,./.,WB,W,./W,B,BB b move",
		mark: planned("f1-e1"),
	},
	{
		name: "dvonn-cut-dark", game: "dvonn", theme: Dark(), pitch: 49, turn: Turned,
		pos:  ".,W,./BW,D,.,./.,WW,.,.,./.,B,BWBB,.,./BW,W,B,WW,./BDB,B,B,W,W/.,BW,W,WBB,B/.,D,.,.,./BW,W,.,.,./.,B,WBWW,WB/BW,.,. b move",
		mark: played("j3-i2"),
	},
}

func parse(t *testing.T, id, text string) game.Position {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func board(t *testing.T, p game.Position) *Board {
	t.Helper()
	b, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func spot(t *testing.T, b *Board, name string) game.Spot {
	t.Helper()
	s, ok := b.Layout.Lookup(name)
	if !ok {
		t.Fatalf("no spot %q", name)
	}
	return s
}

func planned(move string) func(*testing.T, game.Position) *Board {
	return func(t *testing.T, p game.Position) *Board {
		m, err := p.ParseMove(move)
		if err != nil {
			t.Fatal(err)
		}
		b := board(t, p)
		b.MarkPlanned(p, m)
		b.MarkChoices(p, p.Moves(nil), p.Game().Parts(m).From)
		return b
	}
}

func played(move string) func(*testing.T, game.Position) *Board {
	return func(t *testing.T, p game.Position) *Board {
		m, err := p.ParseMove(move)
		if err != nil {
			t.Fatal(err)
		}
		after := p.Copy()
		after.PlayUnchecked(m)
		b := board(t, after)
		b.MarkPlayed(p, m)
		return b
	}
}

func refused(from, move string) func(*testing.T, game.Position) *Board {
	return func(t *testing.T, p game.Position) *Board {
		b := board(t, p)
		b.MarkChoices(p, p.Moves(nil), spot(t, b, from))
		_, err := p.ParseMove(move)
		e, ok := err.(*game.Error)
		if !ok {
			t.Fatalf("%s: got %v, want a *game.Error", move, err)
		}
		b.MarkWhy(e)
		return b
	}
}

// What is pointed at are the pieces of a refusal, whatever words its sentence has.
func TestMarkWhy(t *testing.T) {
	g, err := games.Lookup("lyngk")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse("IRB/.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 -:- 0:0")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		e    game.Error
		want []int
	}{
		{game.Error{Spots: []string{"a1"}, Pieces: []game.Piece{'B', 'I'}}, []int{0, 2}},
		{game.Error{Spots: []string{"a1"}, Args: map[string]string{"input": "red"}}, nil},
	} {
		b := board(t, p)
		b.MarkWhy(&test.e)
		if len(b.Marks.WhyNot) != 1 || !slices.Equal(b.Marks.WhyNot[0].Layers, test.want) {
			t.Errorf("%+v marks %+v, want the layers %v", test.e, b.Marks.WhyNot, test.want)
		}
	}
}

// golden compares with a file of testdata, or writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; look at the drawing, then run go test ./internal/show/draw -update", name)
	}
}
