package record_test

import (
	"fmt"
	"testing"

	"cairn.example/record"
)

func TestWarningCounts(t *testing.T) {
	var c record.WarningCounts
	add := func(code, name string, game int) {
		c.Add(record.Warning{Place: record.Place{Game: game}, Code: code, Args: map[string]string{"name": name, "value": fmt.Sprint(game)}})
	}
	for game := 1; game <= 5; game++ {
		add("a", "Event", game)
		add("a", "Site", game)
		if game > 1 {
			add("b", "", game)
		}
	}
	for i, want := range []struct {
		code, name  string
		game, count int
	}{{"a", "Event", 1, 5}, {"a", "Site", 1, 5}, {"b", "", 2, 4}} {
		got := c.List()[i]
		if got.Code != want.code || got.Args["name"] != want.name || got.Game != want.game || got.Count != want.count {
			t.Errorf("kind %d is %+v, want %+v", i, got, want)
		}
	}
	// Memory is bounded whatever the names, and each warning is counted.
	for n := range 100_000 {
		add("a", fmt.Sprint(n), 1)
	}
	sum := 0
	for _, w := range c.List() {
		sum += w.Count
	}
	if n := len(c.List()); n > 1010 || sum != 100_014 {
		t.Errorf("%d kinds with %d warnings", n, sum)
	}
}
