package codecup_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/players"
	"cairn.example/ugi"
	"cairn.example/ugi/codecup"
)

// TestMain lets this binary be the program at the other end.
func TestMain(m *testing.M) {
	switch os.Getenv("CODECUP_TEST_PROGRAM") {
	case "":
		os.Exit(m.Run())
	case "good":
		if err := codecup.Play(context.Background(), os.Stdin, os.Stdout, codecup.Options{Player: players.NewRandom("other")}); err != nil {
			os.Exit(1)
		}
	case "illegal":
		fmt.Println("E3")
		fmt.Println("E3")
		io.Copy(io.Discard, os.Stdin)
	case "mute":
		io.Copy(io.Discard, os.Stdin)
	}
}

// TestSession plays White against a scripted Black who reads and writes by hand,
// and holds the order of lines around turn 49.
func TestSession(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- codecup.Play(context.Background(), inR, outW, codecup.Options{Player: players.NewRandom("white"), Time: time.Second})
		outW.Close()
	}()
	out := bufio.NewScanner(outR)
	next := func() string {
		if !out.Scan() {
			t.Fatal("the program ended")
		}
		return out.Text()
	}
	p := dvonn.Game.Start("")
	hear := func() {
		line := next()
		if line != strings.ToUpper(line) || strings.Contains(line, "-") {
			t.Errorf("line %q", line)
		}
		m, err := p.ParseMove(line)
		if err != nil {
			t.Fatal(err)
		}
		p.PlayUnchecked(m)
	}
	black := players.NewRandom("black")
	fmt.Fprint(inW, "Start\n")
	for turn := 1; turn <= 48; turn += 2 {
		hear()
		r, _ := black.Choose(context.Background(), p, limits, nil)
		p.PlayUnchecked(r.Move)
		fmt.Fprintf(inW, "%s\r\n", codecup.MoveText(r.Move))
	}
	hear() // turn 49
	if p.(*dvonn.Position).Placing() || p.Side() != game.First {
		t.Fatalf("after turn 49: %s", p)
	}
	hear()                    // and, with nothing sent in between, the first stacking move
	fmt.Fprint(inW, "Z9\n\n") // skipped
	for p.Outcome() == game.Ongoing {
		if p.Side() == game.First {
			hear()
			continue
		}
		r, _ := black.Choose(context.Background(), p, limits, nil)
		p.PlayUnchecked(r.Move)
		fmt.Fprintln(inW, strings.ToLower(codecup.MoveText(r.Move)))
	}
	fmt.Fprintln(inW, "Quit")
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

var limits engine.Limits

func program(t *testing.T, kind string) []string {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("CODECUP_TEST_PROGRAM", kind)
	return []string{self}
}

// TestClient plays two started programs against each other.
func TestClient(t *testing.T) {
	command := program(t, "good")
	var two [2]*codecup.Client
	for i := range two {
		c, err := codecup.Start(command, ugi.ClientOptions{})
		if err != nil {
			t.Fatal(err)
		}
		two[i] = c
	}
	p := dvonn.Game.Start("")
	var moves []game.Move
	for p.Outcome() == game.Ongoing {
		r, err := two[p.Side()].Move(context.Background(), moves)
		if err != nil {
			t.Fatalf("after %d moves: %v", len(moves), err)
		}
		if err := p.Play(r.Move); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, r.Move)
	}
	if len(moves) < 60 {
		t.Errorf("a game of %d plies", len(moves))
	}
	for _, c := range two {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestFaults(t *testing.T) {
	for kind, want := range map[string]ugi.FaultKind{"illegal": ugi.Illegal, "mute": ugi.Hang} {
		c, err := codecup.Start(program(t, kind), ugi.ClientOptions{})
		if err != nil {
			t.Fatal(err)
		}
		wait := 30 * time.Second
		if want == ugi.Hang {
			wait = 100 * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		r, err := c.Move(ctx, nil)
		if kind == "illegal" && err == nil {
			p := dvonn.Game.Start("")
			p.PlayUnchecked(r.Move)
			_, err = c.Move(ctx, []game.Move{r.Move, p.Moves(nil)[0]})
		}
		cancel()
		var f *ugi.Fault
		if !errors.As(err, &f) || f.Kind != want {
			t.Errorf("%s: %v", kind, err)
		}
		c.Close()
	}
	c, err := codecup.Start(program(t, "good"), ugi.ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	two := dvonn.Game.Start("").Moves(nil)[:2]
	var f *ugi.Fault
	if _, err := c.Move(context.Background(), two); !errors.As(err, &f) || f.Kind != ugi.Protocol {
		t.Errorf("a forced opening: %v", err)
	}
}

// FuzzPlay holds that no input ends in a panic or a wrong line.
func FuzzPlay(f *testing.F) {
	f.Add("Start\nE3\nA1\nQuit\n")
	f.Add("C3\nD3\nPASS\nE3F3\n")
	f.Fuzz(func(t *testing.T, text string) {
		var out strings.Builder
		codecup.Play(context.Background(), strings.NewReader(text), &out, codecup.Options{Player: players.NewRandom("fuzz")})
		for line := range strings.Lines(out.String()) {
			if n := len(line); n != 3 && n != 5 {
				t.Errorf("line %q", line)
			}
		}
	})
}
