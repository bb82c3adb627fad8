package setup_test

import (
	"errors"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/setup"
	"cairn.example/record"
)

// TestRound: the layout of a duplicate round follows from the secret and all nonces, and a record says so.
func TestRound(t *testing.T) {
	share := func(c string) string { return strings.Repeat(c, 2*setup.Bytes) }
	d := setup.Draw{Table: "k7m2pq9x/3", Secret: share("a"), Shares: []string{share("1"), share("2"), share("3")}}
	seeds := map[string]bool{d.Seed(): true}
	for _, change := range []func(*setup.Draw){
		func(d *setup.Draw) { d.Table = "k7m2pq9x/4" }, func(d *setup.Draw) { d.Secret = share("b") },
		func(d *setup.Draw) { d.Shares = d.Shares[:2] }, func(d *setup.Draw) { d.Shares = []string{share("2"), share("1"), share("3")} },
		func(d *setup.Draw) { d.Shares = []string{} },
		func(d *setup.Draw) { d.Nonces, d.Shares = [2]string{share("1"), share("2")}, nil },
	} {
		other := d
		change(&other)
		if seeds[other.Seed()] {
			t.Errorf("%+v has the seed of another draw", other)
		}
		seeds[other.Seed()] = true
	}
	g := games.All()[0]
	p, _ := game.StartOf(g, d.Seed(), false)
	r := &record.Record{Game: g.ID(), Seed: d.Seed(), Start: p.String(), Tags: setup.Tags(d, "abcd2345", d.Commit(), setup.SidesChosen, game.First)}
	if err := setup.Verify(r); err != nil {
		t.Fatal(err)
	}
	for i, tag := range r.Tags {
		for _, value := range []string{"", share("c"), share("c") + " x"} {
			bad := *r
			bad.Tags = append([]record.Tag{}, r.Tags...)
			bad.Tags[i].Value = value
			var e *game.Error
			if needed := tag.Name != setup.TagTable; needed && !errors.As(setup.Verify(&bad), &e) {
				t.Errorf("%s may be %q", tag.Name, value)
			}
		}
	}
}
