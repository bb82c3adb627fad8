package setup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
	"cairn.example/record"
)

var update = flag.Bool("update", false, "write testdata/vectors.json anew")

// vector is one draw and what comes of it, for those who check draws in another
// language.
type vector struct {
	Game   string    `json:"game"`
	Full   bool      `json:"full,omitempty"`
	Table  string    `json:"table"`
	Secret string    `json:"secret"`
	Nonces [2]string `json:"nonces"`
	Commit string    `json:"commit"`
	Seed   string    `json:"seed"`
	// Maker is what the maker plays where the sides are drawn.
	Maker string `json:"maker"`
	Start string `json:"start"`
}

func share(rng *rand.Rand) string {
	var b [Bytes]byte
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return Share(b[:])
}

func randomDraw(rng *rand.Rand, table string) Draw {
	return Draw{Table: table, Secret: share(rng), Nonces: [2]string{share(rng), share(rng)}}
}

func vectors() []vector {
	rng := rand.New(rand.NewPCG(1, 2))
	var list []vector
	for _, g := range games.All() {
		for n := range 3 {
			_, full := g.(game.FullStarter)
			full = full && n > 0
			d := randomDraw(rng, fmt.Sprintf("t%s%d", "abcdef", n+2))
			p, _ := game.StartOf(g, d.Seed(), full)
			side := game.First
			if d.Swapped() {
				side = game.Second
			}
			list = append(list, vector{
				Game: g.ID(), Full: full, Table: d.Table, Secret: d.Secret, Nonces: d.Nonces, Commit: d.Commit(), Seed: d.Seed(),
				Maker: play.SideWord(side), Start: p.String(),
			})
		}
	}
	return list
}

// What a draw leads to never changes: records name it.
func TestVectors(t *testing.T) {
	got, err := json.MarshalIndent(vectors(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile("testdata/vectors.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("draws have changed")
	}
	var list []vector
	if err := json.Unmarshal(want, &list); err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		// The definition, spelled out.
		block := func(domain string, text string) [32]byte {
			return sha256.Sum256([]byte(domain + "\n" + v.Table + "\n" + text + "\n0"))
		}
		commit := block("cairn table commit 1", v.Secret)
		shares := v.Secret + "\n" + v.Nonces[0] + "\n" + v.Nonces[1]
		seed, sides := block("cairn table seed 1", shares), block("cairn table sides 1", shares)
		maker := []string{"first", "second"}[sides[3]&1] // 2 divides 2^32: nothing is rejected
		if hex.EncodeToString(commit[:]) != v.Commit || hex.EncodeToString(seed[:]) != v.Seed || maker != v.Maker {
			t.Errorf("%s %s: another computation gives %x, %x, %s", v.Game, v.Table, commit, seed, maker)
		}
	}
}

// The sides are drawn evenly, and depend on every share.
func TestUnbiased(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const n = 4000
	swapped := 0
	for range n {
		d := randomDraw(rng, "abcdefg2")
		if d.Swapped() {
			swapped++
		}
		for i := range 4 {
			other := d
			switch i {
			case 0:
				other.Secret = share(rng)
			case 1, 2:
				other.Nonces[i-1] = share(rng)
			case 3:
				other.Table = "abcdefg3"
			}
			if other.Seed() == d.Seed() {
				t.Fatalf("share %d does not count", i)
			}
		}
	}
	// Five standard deviations: the generator's seed is fixed, so this fails always or never.
	if off := swapped - n/2; off*off > 25*n/4 {
		t.Errorf("%d of %d swapped", swapped, n)
	}
}

// sound is the record of a draw.
func sound(g game.Game, d Draw, full bool, sides string, side game.Side) *record.Record {
	p, _ := game.StartOf(g, d.Seed(), full)
	return &record.Record{Game: g.ID(), Start: p.String(), Seed: d.Seed(), Tags: Tags(d, d.Table, d.Commit(), sides, side)}
}

func TestVerify(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, g := range games.All() {
		for range 8 {
			d := randomDraw(rng, "abcdefg2")
			side := game.First
			if d.Swapped() {
				side = game.Second
			}
			_, full := g.(game.FullStarter)
			for _, full := range []bool{false, full} {
				for _, r := range []*record.Record{
					sound(g, d, full, SidesDrawn, side), sound(g, d, full, SidesChosen, side.Other()), sound(g, d, full, SidesSwapped, side.Other()),
				} {
					if err := Verify(r); err != nil {
						t.Errorf("%s: %v", g.ID(), err)
					}
				}
				// On the layout of another table.
				r := sound(g, d, full, SidesSwapped, side)
				r.Tags = Tags(d, "zzzzzzz9", d.Commit(), SidesSwapped, side)
				if err := Verify(r); err != nil {
					t.Errorf("%s, a rematch: %v", g.ID(), err)
				}
			}
			for name, c := range map[string]struct {
				want   string
				change func(*record.Record)
			}{
				"no tags":      {NoDraw, func(r *record.Record) { r.Tags = nil }},
				"no table":     {Malformed, func(r *record.Record) { r.SetTag(TagTable, "") }},
				"short secret": {Malformed, func(r *record.Record) { r.SetTag(TagSecret, d.Secret[1:]) }},
				"capitals":     {Malformed, func(r *record.Record) { r.SetTag(TagMaker, "ABCDEF00000000000000000000000000") }},
				"no nonce":     {Malformed, func(r *record.Record) { r.SetTag(TagJoiner, "") }},
				"no game":      {Malformed, func(r *record.Record) { r.Game = "chess" }},
				"no sides":     {Malformed, func(r *record.Record) { r.SetTag(TagSides, "") }},
				"no side":      {Malformed, func(r *record.Record) { r.SetTag(TagSide, "third") }},
				"other secret": {BadCommit, func(r *record.Record) { r.SetTag(TagSecret, share(rng)) }},
				"other table":  {BadCommit, func(r *record.Record) { r.SetTag(TagTable, "abcdefg3") }},
				"other nonce":  {BadSeed, func(r *record.Record) { r.SetTag(TagJoiner, share(rng)) }},
				"nonces swapped": {BadSeed, func(r *record.Record) {
					r.SetTag(TagMaker, d.Nonces[1])
					r.SetTag(TagJoiner, d.Nonces[0])
				}},
				"other seed":  {BadSeed, func(r *record.Record) { r.Seed = "x" }},
				"other sides": {BadSides, func(r *record.Record) { r.SetTag(TagSide, play.SideWord(side.Other())) }},
				"other start": {BadStart, func(r *record.Record) { r.Start = "x" }},
			} {
				r := sound(g, d, full, SidesDrawn, side)
				c.change(r)
				var got *game.Error
				if err := Verify(r); !errors.As(err, &got) || got.Code != c.want {
					t.Errorf("%s, %s: %v, want %s", g.ID(), name, err, c.want)
				}
			}
		}
	}
}
