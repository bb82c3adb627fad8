package codecup_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/players"
	"cairn.example/ugi/codecup"
)

// rubbish is a line that is no legal move of p.
func rubbish(rng *rand.Rand, p game.Position) string {
	for {
		b := []byte([]string{"E3", "E3F3", "PASS", "Start", "Quit", "A1 A1", "e3-f3", "", "Z9"}[rng.IntN(9)])
		for range 1 + rng.IntN(3) {
			switch i := rng.IntN(len(b) + 1); rng.IntN(4) {
			case 0:
				b = append(b[:i], b[min(i+1, len(b)):]...)
			case 1:
				b = append(b[:i], append([]byte{byte(rng.IntN(256))}, b[i:]...)...)
			case 2:
				b = append(b, "\x00\xff\u202eé9"[:rng.IntN(9)]...)
			default:
				if rng.IntN(40) == 0 {
					b = append(b, strings.Repeat("A1", 5000)...)
				}
			}
		}
		line := strings.NewReplacer("\n", " ", "\r", " ").Replace(string(b))
		word := strings.TrimSpace(line)
		if _, err := p.ParseMove(line); err != nil && !strings.EqualFold(word, "quit") && !strings.EqualFold(word, "start") && word != "" {
			return line
		}
	}
}

// TestHostileLines plays a whole game with rubbish before each of the other side's
// moves: each line of it is skipped with one line of the log, and the game goes on.
func TestHostileLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended := make(chan error, 1)
	skipped := make(chan string, 10_000)
	go func() {
		ended <- codecup.Play(context.Background(), inR, outW, codecup.Options{
			Player: players.NewRandom("white"),
			Log: func(line string) {
				if strings.HasPrefix(line, "skipped") {
					skipped <- line
				}
			},
		})
		outW.Close()
	}()
	out := bufio.NewScanner(outR)
	black := players.NewRandom("black")
	p := dvonn.Game.Start("")
	fmt.Fprintln(inW, "Start")
	sent := 0
	for p.Outcome() == game.Ongoing {
		if p.Side() == game.First {
			if !out.Scan() {
				t.Fatalf("the program ended: %v", out.Err())
			}
			m, err := p.ParseMove(out.Text())
			if err != nil {
				t.Fatalf("%q: %v", out.Text(), err)
			}
			p.PlayUnchecked(m)
			continue
		}
		for range 12 {
			fmt.Fprintln(inW, rubbish(rng, p))
			sent++
		}
		r, err := black.Choose(context.Background(), p, engine.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		p.PlayUnchecked(r.Move)
		fmt.Fprintln(inW, codecup.MoveText(r.Move))
	}
	fmt.Fprintln(inW, "Quit")
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if len(skipped) != sent {
		t.Errorf("%d of %d lines were skipped", len(skipped), sent)
	}
	for range len(skipped) {
		if line := <-skipped; strings.ContainsFunc(line, unicode.IsControl) || len(line) > 400 {
			t.Errorf("the log says %q", line)
		}
	}
}
