package main

import (
	"bufio"
	"io"
	"io/fs"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// dialog is a process that is talked to line by line through pipes.
type dialog struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Reader
}

// converse runs the program as a process of its own (testscript has put it into
// the path) and talks with it.
func converse(t *testing.T, args []string, talk func(d *dialog)) {
	t.Helper()
	cmd := exec.Command("cairn", append(args, "--lang", "en")...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// A program that waits for more input than it was sent would wait for ever.
	stuck := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer stuck.Stop()
	talk(&dialog{t, in, bufio.NewReader(out)})
	in.Close()
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("cairn %s: %v", strings.Join(args, " "), err)
	}
}

// send sends a text.
func (d *dialog) send(text string) {
	d.t.Helper()
	if _, err := io.WriteString(d.in, text); err != nil {
		d.t.Fatalf("after %q: %v", text, err)
	}
}

// say sends a text and waits for a line of the answer that contains want.
func (d *dialog) say(text, want string) {
	d.t.Helper()
	d.send(text)
	for {
		line, err := d.out.ReadString('\n')
		if err != nil {
			d.t.Fatalf("no answer %q to %q: %v", want, text, err)
		}
		if strings.Contains(line, want) {
			return
		}
	}
}

// TestPlayAnswersAtOnce plays through pipes: every line is answered before the
// next is sent, however little was sent so far.
func TestPlayAnswersAtOnce(t *testing.T) {
	converse(t, []string{"play", "dvonn", "--plain"}, func(d *dialog) {
		d.say("", "To move: White.")
		d.say("e3\n", "White: DVONN piece on e3.")
		d.say("e3\n", "rule 2.1")
		d.send("und") // half a line is no line
		d.say("o\n", "Taken back: e3.")
		d.say("position\n", "w place")
		d.say("f3\r\n", "White: DVONN piece on f3.")
	})
	converse(t, []string{"play", "lyngk", "start:demo", "--plain", "--vs", "level1", "--seed", "pipe"}, func(d *dialog) {
		d.say("", "Your turn.")
		d.say("moves\n", "")
		d.say("why a1-i1\n", "rule 1.3")
		d.say("hint\n", "Hint: ")
	})
}

// TestConvertAnswersAtOnce sends games one by one, the next when the answer to the
// one before is there.
func TestConvertAnswersAtOnce(t *testing.T) {
	const game = `{"game":"dvonn","moves":["e3","f3","g3"]}` + "\n"
	for _, format := range [][]string{nil, {"--from", "json"}} {
		converse(t, append([]string{"convert", "-", "--to", "codecup"}, format...), func(d *dialog) {
			d.say(game, "E3 F3 G3")
			d.say("\n"+game, "E3 F3 G3")
		})
	}
	converse(t, []string{"annotate", "-", "--to", "json", "--nodes", "100"}, func(d *dialog) {
		d.say(game, `"moves":["e3","f3","g3"]`)
		d.say(game, `"moves":["e3","f3","g3"]`)
	})
}

// TestProtocolsOutlive sends rubbish to the programs for programs: the process goes
// on, and each line gets one line.
func TestProtocolsOutlive(t *testing.T) {
	rubbish := []string{"\x00\xff", "go depth", "position fen /", "setoption name Hash value -1", strings.Repeat("go ", 30_000), "\u202e\u2028", "GO INFINITE"}
	converse(t, []string{"ugi"}, func(d *dialog) {
		for _, line := range rubbish {
			d.say(line+"\n", "info string error: ")
		}
		d.say("isready\n", "readyok")
	})
	converse(t, []string{"codecup", "--time", "1"}, func(d *dialog) {
		for _, line := range rubbish {
			d.send(line + "\n")
		}
		d.say("Start\n", "")
	})
}

// TestProtocolsAnswerAtOnce does the same with the programs for programs.
func TestProtocolsAnswerAtOnce(t *testing.T) {
	converse(t, []string{"ugi", "--game", "dvonn"}, func(d *dialog) {
		d.say("ugi\n", "ugiok")
		d.say("isready\n", "readyok")
		d.say("position startpos moves e3\ngo nodes 10\n", "bestmove ")
	})
	converse(t, []string{"codecup", "--time", "1"}, func(d *dialog) {
		d.say("Start\n", "")
	})
}

// full is an output on which there is no room.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}

// TestFullOutput: every command says in words what cannot be written.
func TestFullOutput(t *testing.T) {
	for _, args := range [][]string{{"moves", "dvonn", "start:"}, {"play", "dvonn", "--plain"}, {"ugi"}} {
		var errw strings.Builder
		code := run(append(args, "--lang", "en"), strings.NewReader("ugi\n"), full{}, &errw)
		if code != exitFailure || !strings.HasPrefix(errw.String(), "cairn: can’t write ") || !strings.HasSuffix(errw.String(), ": no space is left\n") {
			t.Errorf("%v: exit code %d\n%s", args, code, &errw)
		}
	}
}
