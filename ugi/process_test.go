package ugi_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/lyngk"
	"cairn.example/ugi"
)

// beParent is a program that starts another one, which would run for ever, and
// then answers until it is asked for a move. What it does then is its kind.
func beParent(kind string) {
	if kind == "parent-child" {
		link, err := net.Dial("tcp", os.Getenv("UGI_TEST_LISTENER"))
		if err != nil {
			os.Exit(1)
		}
		fmt.Fprintln(link, "alive")
		io.Copy(link, link) // answers until the test ends, if nobody ends this program
		os.Exit(0)
	}
	self, err := os.Executable()
	if err != nil {
		os.Exit(1)
	}
	child := exec.Command(self)
	child.Env = append(os.Environ(), "UGI_TEST_PROGRAM=parent-child")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr // it holds both open
	if err := child.Start(); err != nil {
		os.Exit(1)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, _, _ := strings.Cut(in.Text(), " ")
		switch {
		case word == "ugi":
			fmt.Println("ugiok")
		case word == "isready":
			fmt.Println("readyok")
		case word == "go" && kind == "parent-crash":
			fmt.Fprintln(os.Stderr, "something broke")
			os.Exit(3)
		case word == "go" && kind == "parent-quit":
			fmt.Println("bestmove", lyngk.Standard.MoveText(lyngk.Standard.Start("parent").Moves(nil)[0]))
		case word == "quit":
			return
		}
	}
	if in.Err() != nil {
		os.Exit(1)
	}
}

// TestChildrenEnd runs programs that start programs of their own: none of these
// outlives the client, however the program ends.
func TestChildrenEnd(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process groups there")
	}
	for kind, want := range map[string]ugi.FaultKind{"parent-quit": "", "parent-crash": ugi.Crash, "parent-hang": ugi.Hang} {
		t.Run(kind, func(t *testing.T) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			t.Setenv("UGI_TEST_LISTENER", listener.Addr().String())
			ctx := context.Background()
			c, err := ugi.Start(ctx, program(t, kind), ugi.ClientOptions{Grace: 100 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			// The child is there: it speaks over a connection that ends with it.
			link, err := listener.Accept()
			if err != nil {
				t.Fatal(err)
			}
			defer link.Close()
			link.SetReadDeadline(time.Now().Add(time.Minute))
			said := bufio.NewReader(link)
			if line, err := said.ReadString('\n'); err != nil || line != "alive\n" {
				t.Fatalf("the child says %q, %v", line, err)
			}
			wait, cancel := context.WithCancel(ctx)
			if want == ugi.Hang {
				cancel()
			}
			_, err = c.Go(wait, lyngk.Standard.Start("parent"), nil, ugi.Go{Limits: engine.Limits{Nodes: 1}}, nil)
			cancel()
			var f *ugi.Fault
			if errors.As(err, &f); f == nil && want != "" || f != nil && f.Kind != want {
				t.Errorf("error %v, want %q", err, want)
			}
			if want == ugi.Crash && (f == nil || !strings.Contains(f.Detail, "status 3; it said: something broke")) {
				t.Errorf("the reason is lost: %v", f)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			// A child that lives answers; where it does not, its connection has ended.
			fmt.Fprintln(link, "still alive")
			if line, err := said.ReadString('\n'); line != "" || errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("the child lives on: %q, %v", line, err)
			}
		})
	}
}
