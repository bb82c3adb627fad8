package ugi_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"cairn.example/lyngk"
	"cairn.example/ugi"
)

// sound are lines that a session may hold; the hostile ones are made of them.
var sound = []string{
	"ugi", "isready", "uginewgame", "d", "stop", "ponderhit", "wait", "query gameover", "query p1turn", "query result",
	"setoption name Game value dvonn", "setoption name Game value lyngk6", "setoption name MultiPV value 3", "setoption name Level value 4",
	"setoption name Ponder value true", "setoption name Overhead value 20", "setoption name Seed value some words", "setoption name Clear Hash",
	"position startpos", "position startpos seed x", "position full seed y", "position full seed y moves a1-b1", "position startpos moves e3 f3 g3",
	"position fen W,.,./D,W,.,./B,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w move",
	"position fen ./.,.,.,./.,.,K,.,.,IK,./.,GB,.,.,.,./.,R,.,.,R,.,./.,.,.,.,.,./.,K,.,G,.,KGIB,./.,.,.,./. 1 R:K 0:0",
	"go infinite", "go depth 2", "go nodes 300", "go movetime 5", "go p1time 20 p2time 30 p1inc 1 p2inc 1", "go ponder nodes 50", "go searchmoves a1-b1 b2 nodes 20",
}

// hostile makes a line of sound ones: with letters lost, doubled and changed, words
// exchanged and repeated, numbers beyond all sense, and bytes that are no text.
func hostile(rng *rand.Rand) string {
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	line := pick(sound)
	for range 1 + rng.IntN(4) {
		words := strings.Split(line, " ")
		i := rng.IntN(len(words))
		switch rng.IntN(9) {
		case 0:
			line += " " + pick(sound)
		case 1:
			words[i] = pick(strings.Split(pick(sound), " "))
			line = strings.Join(words, " ")
		case 2:
			words[i] = pick([]string{"-1", "0", "99999999999999999999", "9223372036854775807", "-9223372036854775808", "1e9", "0x7", "NaN", "", "\u202e", "ÿ", "\x00", "\xff\xfe"})
			line = strings.Join(words, " ")
		case 3:
			line = strings.Join(append(words[:i], words[min(i+1, len(words)):]...), " ")
		case 4:
			line = strings.Repeat(line+" ", 1+rng.IntN(30))
		case 5:
			line = line[:rng.IntN(len(line)+1)]
		default:
			b := []byte(line)
			if len(b) > 0 {
				b[rng.IntN(len(b))] = byte(rng.IntN(256))
			}
			line = string(b)
		}
	}
	return strings.NewReplacer("\n", " ", "\r", " ").Replace(line)
}

// TestHostileLines sends thousands of broken lines: each gets at most one error, of
// one line; whatever was begun can be stopped, and the server is ready after it.
func TestHostileLines(t *testing.T) {
	settings := ugi.DefaultSettings()
	settings.Hash = 1
	c := serve(t, &ugi.Server{Game: lyngk.Standard, Settings: settings})
	rng := rand.New(rand.NewPCG(7, 11))
	known := []string{"id ", "option ", "ugiok", "readyok", "info ", "bestmove ", "response ", "game ", "position ", "key ", "turn ", "moves ", "result "}
	refused := 0
	for range 4000 {
		line := hostile(rng)
		lower := strings.ToLower(line)
		if strings.HasPrefix(strings.TrimSpace(lower), "quit") || strings.Contains(lower, "hash value") || strings.Contains(lower, "threads") || strings.Contains(lower, "perft") {
			continue // ends, or takes memory and time as asked for
		}
		c.send(line, "stop", "wait", "isready")
		errors := 0
		for answers := c.until("readyok"); len(answers) > 0; answers = answers[1:] {
			a := answers[0]
			if strings.HasPrefix(a, "info string error: ") {
				errors++
			}
			ours := false
			for _, k := range known {
				ours = ours || strings.HasPrefix(a, k)
			}
			if !ours || !utf8.ValidString(a) || strings.ContainsFunc(a, unicode.IsControl) || strings.Contains(a, "internal") || len(a) > 4096 {
				t.Fatalf("%q is answered by %q", line, a)
			}
		}
		if errors > 1 {
			t.Fatalf("%q gets %d errors", line, errors)
		}
		refused += errors
		if words := strings.Fields(line); len(words) > 0 && words[0] == "isready" {
			c.until("readyok") // the second of two
		}
	}
	if refused < 1000 {
		t.Errorf("only %d lines were refused", refused)
	}
	if got := c.ask("query gameover", "response "); got == "" {
		t.Error("no answer after all that")
	}
	fmt.Fprintln(c.in, "quit")
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}
