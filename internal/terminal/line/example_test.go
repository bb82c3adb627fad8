package line_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/terminal/line"
)

// Two people at one keyboard, or a script through a pipe.
func ExampleRun() {
	dvonn, err := games.Lookup("dvonn")
	if err != nil {
		fmt.Println(err)
		return
	}
	o := line.Options{Session: local.New(dvonn.Start("")), Catalog: i18n.New("en"), Boards: line.BoardsOff}
	script := "e3\ne3\nf3\nundo\ndraw\naccept\nquit\n"
	if err := line.Run(context.Background(), strings.NewReader(script), os.Stdout, o); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Cairn: DVONN. White starts, Black answers.
	// Type a move such as a1, or “help” for all commands.
	// To move: White.
	// White: DVONN piece on e3.
	// To move: Black.
	// e3 isn’t allowed: e3 is occupied; a piece is placed on a vacant space (rule 2.1).
	// Black: DVONN piece on f3.
	// To move: White.
	// Taken back: f3.
	// To move: Black.
	// Black offers a draw.
	// White: answer “accept” or “decline”, or play on.
	// Draw by agreement.
	// Type “undo”, “save”, “new” or “quit”.
}
