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
// A game screen (gamescreen.go) is made of parts that own their state: the game shown
// (shown.go), what was said, the board with cursor and choice (board.go), the engine
// (engine.go), the clock, the saver. What kind of game it shows is its mode (mode.go): a game
// at home (home.go), an analysis, a table of people or a puzzle. The screen does what they
// have in common and never asks which of them it is. What can be done is one table of
// commands (commands.go): keys, typed words, menu, help and the line of keys come from it.
//
// With a [Server] people play each other at its tables: the lobby lists them. What the
// player does there is sent, and what the server sends is shown (table.go).
//
// The life of a game (clocks, offers, takebacks, ends) is that of package play: at home every
// event goes through one function, apply in gamescreen.go.
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
// pseudo-terminal; go generate retakes them, with chromium.
package tui

//go:generate go test -run ^TestPictures$ -count 1 . -pictures ../../../docs/pictures
