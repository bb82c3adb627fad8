// Package packs holds the puzzles that the program comes with.
//
//	pack, err := packs.Of("dvonn")
//
// The page gets the same files as they are. The package refuses to hold anything
// but the files; what they mean is package puzzle.
package packs

import (
	"embed"
	"errors"
	"io/fs"

	"cairn.example/internal/study/puzzle"
)

//go:embed *.txt
var files embed.FS

// Has reports whether there is a pack of a game.
func Has(game string) bool {
	_, err := fs.Stat(files, game+".txt")
	return err == nil
}

// Of returns the pack of a game. The error says that there is none.
func Of(game string) ([]puzzle.Puzzle, error) {
	text, err := files.ReadFile(game + ".txt")
	if err != nil {
		return nil, errors.New("there are no puzzles of " + game)
	}
	return puzzle.Read(game, string(text))
}
