package lyngk

import (
	"testing"

	"cairn.example/game/gametest"
)

func TestPerft(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.ID(), func(t *testing.T) {
			made := uint64(5_000_000) // counted with every move made, too
			if testing.Short() {
				made = 200_000
			}
			gametest.Perft(t, g, gametest.Vectors, made)
		})
	}
}

func TestGames(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.ID(), func(t *testing.T) {
			gametest.Games(t, g, gametest.Vectors)
		})
	}
}

func TestConformance(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.ID(), func(t *testing.T) {
			gametest.Run(t, g, gametest.Options{})
		})
	}
}

func TestGolden(t *testing.T) {
	for _, g := range Games() {
		gametest.Golden(t, g, "golden")
	}
}
