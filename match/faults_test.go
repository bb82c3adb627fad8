//go:build unix

package match_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/match"
	"cairn.example/ugi"
)

// ways are what a program may do in its second move, and the fault that it is. Those
// without one play on.
var ways = map[string]match.Reason{
	"exit before the answer":         match.Crash,
	"exit in the answer":             match.Crash,
	"exit after the answer":          match.Crash,
	"exit at the position":           match.Crash,
	"exit at isready":                match.Crash,
	"exit at a new game":             match.Crash,
	"exit, never to start again":     match.Crash,
	"panic":                          match.Crash,
	"kill before the answer":         match.Crash,
	"kill after the answer":          match.Crash,
	"abort":                          match.Crash,
	"close input before the answer":  match.Crash,
	"close input after the answer":   match.Crash,
	"close output before the answer": match.Crash,
	"close output after the answer":  match.Crash,
	"close both":                     match.Crash,
	"stop before the answer":         match.Hang,
	"stop after the answer":          match.Hang,
	"no answer":                      match.Hang,
	"flood of lines":                 match.Hang,
	"flood of one line":              match.Hang,
	"flood after the answer":         match.Hang,
	"answer none":                    match.Illegal,
	"answer nothing":                 match.Illegal,
	"illegal answer":                 match.Illegal,
	"refuse the position":            match.Protocol,
	"two answers":                    "",
	"flood of errors, and an answer": "",
}

// fail is a program that plays the first legal move and does in one way what it should
// not. It ends by itself when its standard input and output lead nowhere.
func fail(way string) {
	time.AfterFunc(time.Minute, func() { os.Exit(0) })
	forever := make(chan bool)
	self := func(s syscall.Signal) { syscall.Kill(os.Getpid(), s) }
	p := dvonn.Game.Start("")
	goes, games := 0, 0
	mark := os.Getenv("MATCH_TEST_MARK")
	if _, err := os.Stat(mark); err == nil {
		os.Exit(4) // it was started before
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fields := strings.Fields(in.Text())
		answer := func() {
			fmt.Println("bestmove " + dvonn.Game.MoveText(p.Moves(nil)[0]))
		}
		second := goes == 1
		switch fields[0] {
		case "ugi":
			fmt.Println("ugiok")
		case "isready":
			if second && way == "exit at isready" {
				os.Exit(3)
			}
			fmt.Println("readyok")
		case "uginewgame":
			if games++; games == 2 && way == "exit at a new game" {
				os.Exit(3)
			}
		case "position":
			switch {
			case second && way == "exit at the position":
				os.Exit(3)
			case second && way == "refuse the position":
				fmt.Println("info string error: I do not like it")
			}
			p, _ = ugi.ParsePosition(dvonn.Game, fields[1:])
		case "quit":
			return
		case "go":
			if goes++; goes != 2 {
				answer()
				continue
			}
			switch way {
			case "exit before the answer":
				os.Exit(3)
			case "exit in the answer":
				fmt.Print("bestmo")
				os.Exit(3)
			case "exit after the answer":
				answer()
				os.Exit(0)
			case "exit, never to start again":
				os.WriteFile(mark, nil, 0o600)
				os.Exit(3)
			case "panic":
				panic("a fault")
			case "kill before the answer":
				self(syscall.SIGKILL)
			case "kill after the answer":
				answer()
				self(syscall.SIGKILL)
			case "abort":
				self(syscall.SIGABRT)
			case "close input before the answer":
				os.Stdin.Close()
				<-forever
			case "close input after the answer":
				os.Stdin.Close()
				answer()
				<-forever
			case "close output before the answer":
				os.Stdout.Close()
				io.Copy(io.Discard, os.Stdin)
			case "close output after the answer":
				answer()
				os.Stdout.Close()
				io.Copy(io.Discard, os.Stdin)
			case "close both":
				os.Stdin.Close()
				os.Stdout.Close()
				<-forever
			case "stop before the answer":
				self(syscall.SIGSTOP)
			case "stop after the answer":
				answer()
				self(syscall.SIGSTOP)
			case "no answer":
				io.Copy(io.Discard, os.Stdin)
			case "flood after the answer":
				answer()
				fallthrough
			case "flood of lines":
				for {
					fmt.Println("info depth 1")
				}
			case "flood of one line":
				for {
					fmt.Print("info depth 1 ")
				}
			case "answer none":
				fmt.Println("bestmove none")
			case "answer nothing":
				fmt.Println("bestmove")
			case "illegal answer":
				fmt.Println("bestmove z9")
			case "two answers":
				answer()
				answer()
			case "flood of errors, and an answer":
				fmt.Fprint(os.Stderr, strings.Repeat("trouble\n", 100_000))
				answer()
			default:
				answer()
			}
		}
	}
	if in.Err() != nil {
		os.Exit(1)
	}
}

// TestFailingPrograms lets programs fail in every way, in either seat: each match ends with all its
// games, and each fault counts for the contestant whose it is. SWEEP=full plays with one
// and with two games at once.
func TestFailingPrograms(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	seats, concurrency := 1, []int{1}
	if os.Getenv("SWEEP") == "full" {
		seats, concurrency = 2, []int{1, 2}
	}
	var all sync.WaitGroup
	atOnce := make(chan bool, 16) // the most time is waiting for programs that hang
	n := 0
	for way, want := range ways {
		for k := range seats {
			for _, games := range concurrency {
				n++
				seat := (n + k) % 2
				all.Go(func() {
					atOnce <- true
					defer func() { <-atOnce }()
					failOnce(t, self, way, want, seat, games)
				})
			}
		}
	}
	all.Wait()
}

// failOnce plays a match in which contestant seat fails.
func failOnce(t *testing.T, self, way string, want match.Reason, seat, games int) {
	// The environment is the program's, so that matches can run beside each other.
	program := fmt.Sprintf("ugi:env 'MATCH_TEST_PROGRAM=%s' 'MATCH_TEST_MARK=%s' '%s'?nodes=1,name=faulty", way, t.TempDir()+"/started", self)
	both := [2]string{"random?seed=7,name=sound", "random?seed=7,name=sound"}
	both[seat] = program
	m := newMatch(t, dvonn.Game, both[0], both[1])
	m.Pairs, m.Concurrency, m.Patience = 1, games, 3*time.Second
	var warnings int
	m.Warn = func(contestant int, _ *game.Error) {
		if warnings++; contestant != seat {
			t.Errorf("%s: contestant %d is warned of", way, contestant)
		}
	}
	sum, err := m.Run(context.Background(), nil, nil)
	if err != nil || sum.Games()+sum.Repeats != 2 || sum.FaultCount(1-seat) != 0 {
		t.Errorf("%s: %+v, faults %v, %v", way, sum.Tally, sum.Faults, err)
	}
	faults := 2
	switch {
	case want == "":
		faults = 0
	case way == "exit at a new game" && games == 1:
		faults = 1 // the second game of one process
	case way == "exit at a new game":
		faults = sum.FaultCount(seat) // where each game has a process of its own, none is its second
	}
	if sum.Faults[seat][want] != faults || sum.FaultCount(seat) != faults {
		t.Errorf("%s: faults %v, want %d of %s", way, sum.Faults[seat], faults, want)
	}
	if (way == "two answers") != (warnings == 1) {
		t.Errorf("%s: %d warnings", way, warnings)
	}
}
