// Package tui is the full-screen terminal: choose a game and an opponent, play with
// cursor keys, mouse or typed moves, look back, try variations, and let an engine
// evaluate a position or a whole record.
//
// Vocabulary: a screen is what fills the terminal (the start screen, a game screen,
// help, a dialog); a game screen shows one game that is played or analyzed; the focus
// is the spot the cursor is on; a choice is what has been picked of a move so far:
// claim, origin, points on the way; [SavedGames] stores games ply by ply, so that a
// killed program or a lost terminal loses none; [Settings] outlive the program.
//
// What a game screen shows is a game at home, one at a table of people, a puzzle or an
// analysis. What differs in them is behind one interface, gameSource in source.go, as
// behind the page's GameSource; the screen never asks which of them it is.
//
// With a [Server] people play each other at its tables: the lobby lists them. What the
// player does there is sent, and what the server tells is shown (table.go, and what the
// source asks of it in tablegame.go).
//
// The life of a game (clocks, offers, takebacks, ends) is that of package play: every
// event goes through one function, gameScreen.apply in life.go.
//
//	err := tui.Run(ctx, tui.Options{
//		Catalog: i18n.New("pl"), Depth: draw.TrueColor,
//		Engines: engines, Files: files, SavedGames: tui.NewSavedGames(directory),
//	})
//
// Each screen has a state, an update, which decides, and a view, which draws cells and
// says what a click on them means. What takes time (engines, files) runs in commands
// and comes back as messages, so a key is answered at once whatever the engine does.
//
// The package refuses to know a concrete game or engine: games are asked by the
// capabilities of package game, engines through [Engines]. It reads no
// environment, clock or random source by itself; all are options.
//
// The pictures of it in the documentation are taken of the real program in a
// pseudo-terminal; go generate takes them anew, with chromium.
package tui

//go:generate go test -run ^TestPictures$ -count 1 . -pictures ../../../docs/pictures
