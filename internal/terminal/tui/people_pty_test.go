//go:build unix

package tui

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
)

// personAt starts the program in a pseudo-terminal as somebody at a server; with the same
// folder it is the same person again.
func personAt(t *testing.T, p *people, folder, name string, w, h int, env ...string) *terminal {
	t.Helper()
	env = append(env, "CAIRN_SERVER="+p.url, "CAIRN_NAME="+name, "CAIRN_COOKIE="+filepath.Join(folder, name))
	return inTerminal(t, w, h, env...)
}

// closesTerminal lets the terminal go away without a word, and waits for the program.
func (p *terminal) closesTerminal() {
	p.t.Helper()
	p.hangUp()
	<-p.gone
}

// Two terminals play each other over a server that is stopped and started again; one of
// them is closed in mid-game and comes back, and a move that is made without a connection
// is played when there is one.
func TestTwoTerminals(t *testing.T) {
	t.Parallel()
	server := newPeople(t)
	folder := t.TempDir()
	anna := personAt(t, server, folder, "Anna", 80, 24)
	anna.sees("No one is waiting")
	// To DVONN, then Who begins (three rows down), and the table is made.
	anna.send("\x1b[C\x1b[C\x1b[C")
	anna.sees("DVONN ›")
	anna.send("\x1b[B\x1b[B\x1b[B\x1b[C")
	anna.sees("‹ You ›")
	anna.send("\r")
	anna.sees("Waiting for an opponent")

	bob := personAt(t, server, folder, "Bob", 100, 30)
	bob.sees("Anna, DVONN")
	bob.send("\x1b[5~\r") // to the first row
	bob.sees("Anna invites you to play")
	bob.send("\r")
	bob.sees("To move: Anna.")

	// By cursor and Enter, and by typing.
	anna.sees("Your turn.")
	anna.send("\r")
	bob.plies(1)
	bob.sees("Your turn.")
	bob.send("g3\r")
	anna.plies(2)

	// The chat, with a long line.
	anna.sees("Your turn.")
	anna.send("t")
	anna.sees("Say hello to your opponent.")
	anna.send("Hello Bob, how are you?\r")
	bob.sees("Anna: Hello Bob")
	anna.send("\x1b")
	anna.until("the board again", func(screen string) bool { return !strings.Contains(screen, "Esc Close") })

	// Without a server a move is shown and waits.
	server.restart(func() {
		for _, p := range []*terminal{bob, anna} {
			// What is said of it may have given way to a move; beside the name it stays then.
			p.until("that the connection is lost", func(screen string) bool {
				return strings.Contains(screen, "The connection to the server is lost") || strings.Contains(screen, "no connection") ||
					strings.Contains(screen, "The server doesn’t answer") // what is said next
			})
		}
		anna.send("c3\r")
		anna.sees("not sent yet")
	})
	bob.plies(3)
	anna.until("the move sent", func(screen string) bool { return !strings.Contains(screen, "not sent yet") })
	bob.sees("Your turn.")

	// The terminal is closed right after a move, and the game is there again.
	bob.send("h3\r")
	bob.plies(4)
	bob.closesTerminal()
	anna.plies(4)
	bob = personAt(t, server, folder, "Bob", 60, 20)
	bob.sees("Your tables")
	bob.send("\x1b[5~\r")
	bob.sees("To move: Anna.")
	anna.send(":resign\r")
	anna.sees("Resign this game?")
	anna.send("\x1b[A\r")
	bob.sees("You win!")
	anna.send("\x03")
	if err := <-anna.gone; err != nil {
		t.Error(err)
	}
	anna.sees("unsent \"\"")
}

// Who goes away for good loses the game by a claim, made by a real key; with draw it ends
// in one.
func TestClaimGranted(t *testing.T) {
	for _, c := range []struct{ key, told string }{{"w", "Anna left the game. You win!"}, {":claim draw\r", " Draw."}} {
		t.Run(c.told, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithTimeout(t.Context(), patience)
			defer stop()
			server := newPeople(t, func(p *people) { p.claims = time.Second })
			maker := server.guest("Anna")
			made, err := maker.Session.Create(ctx, api.Options{Game: "dvonn", Control: "-", Side: "first"})
			if err != nil {
				t.Fatal(err)
			}
			table := maker.Live.Watch(made.ID)
			bob := personAt(t, server, t.TempDir(), "Bob", 100, 30, "CAIRN_TABLE="+made.ID)
			bob.sees("Anna invites you to play")
			bob.send("\r")
			if err := table.Wait(ctx, func(v *client.View) bool { return v.State != nil }); err != nil {
				t.Fatal(err)
			}
			if _, err := table.Move(ctx, "e3"); err != nil {
				t.Fatal(err)
			}
			bob.sees("Your turn.")
			bob.send("f3\r")
			bob.plies(2)
			maker.Live.Close()
			bob.sees("Anna left. You can claim the win or a draw.")
			bob.send(c.key)
			bob.sees(c.told)
			found, err := maker.Session.Table(ctx, made.ID)
			if err != nil || found.Phase != api.Over {
				t.Errorf("the table is %s (%v)", found.Phase, err)
			}
		})
	}
}

// Whole games of LYNGK and DVONN by real keys, each move in another way, between a
// terminal and a client; the server has the same moves in the end.
func TestWholeGamesAtATable(t *testing.T) {
	for _, id := range []string{"lyngk", "dvonn"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithTimeout(t.Context(), 3*patience)
			defer stop()
			server := newPeople(t)
			maker := server.guest("Anna")
			made, err := maker.Session.Create(ctx, api.Options{Game: id, Control: "-", Side: "second", Takeback: true})
			if err != nil {
				t.Fatal(err)
			}
			table := maker.Live.Watch(made.ID)
			bob := personAt(t, server, t.TempDir(), "Bob", 80, 24, "CAIRN_TABLE="+made.ID)
			bob.sees("Anna invites you to play")
			bob.send("\r")
			var start string
			if err := table.Wait(ctx, func(v *client.View) bool {
				if v.State != nil {
					start = v.State.Position().String()
				}
				return v.State != nil
			}); err != nil {
				t.Fatal(err)
			}
			g, err := games.Lookup(id)
			if err != nil {
				t.Fatal(err)
			}
			pos, err := g.Parse(start)
			if err != nil {
				t.Fatal(err)
			}
			// The twin plays the same game at home, to know where the cursor is.
			bob.mirror(Setup{Session: local.New(pos)})
			twin := bob.twin.gameScreen()
			plies, most := 0, 56 // beyond DVONN's placing, after which one side moves twice
			if testing.Short() {
				most = 24
			}
			for ; !twin.over() && plies < most; plies++ {
				list := sorted(twin.pos())
				m := list[(plies*37+11)%len(list)]
				text := g.MoveText(m)
				if twin.pos().Side() == 0 {
					if plies > 0 { // the server may be faster than the screen
						bob.plies(plies)
					} else {
						bob.sees("Your turn.")
					}
					bob.move(m, plies/2)
				} else {
					if _, err := table.Move(ctx, text); err != nil {
						t.Fatal(err)
					}
					focus := twin.focus
					bob.twin.run(twin.play(m))
					twin.focus = focus
				}
				if err := table.Wait(ctx, func(v *client.View) bool { return v.State.Ply() == plies+1 }); err != nil {
					t.Fatalf("ply %d, %s: %v\n%s", plies+1, text, err, bob.vt.text())
				}
				table.View(func(v *client.View) {
					if got, want := v.State.Position().String(), twin.pos().String(); got != want {
						t.Fatalf("after ply %d, %s, the server has %s, want %s", plies+1, text, got, want)
					}
				})
			}
			if plies < 20 {
				t.Errorf("only %d plies were played", plies)
			}
		})
	}
}
