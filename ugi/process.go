package ugi

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Process is a program that is talked to in lines.
type Process struct {
	command *exec.Cmd
	in      io.WriteCloser
	lines   chan string
	closed  chan struct{} // closed when nobody reads lines any more
	once    sync.Once
	exited  chan struct{}
	exit    error
	errors  tail
}

// StartProcess runs a program; only Dir and Env of the options count. The error
// is a *[Fault].
func StartProcess(command []string, o ClientOptions) (*Process, error) {
	if len(command) == 0 {
		return nil, &Fault{Crash, "no program to start"}
	}
	p := &Process{
		command: exec.Command(command[0], command[1:]...),
		lines:   make(chan string, 256),
		closed:  make(chan struct{}),
		exited:  make(chan struct{}),
	}
	p.command.Dir, p.command.Env = o.Dir, o.Env
	p.command.Stderr = &p.errors
	// Children it leaves behind may hold its output open.
	p.command.WaitDelay = time.Second
	in, err := p.command.StdinPipe()
	if err != nil {
		return nil, &Fault{Crash, clean(err.Error())}
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, &Fault{Crash, clean(err.Error())}
	}
	if err := p.command.Start(); err != nil {
		return nil, &Fault{Crash, clean(err.Error())}
	}
	p.in = in
	go func() {
		p.read(out)
		close(p.lines)
		p.exit = p.command.Wait()
		close(p.exited)
	}()
	return p, nil
}

// read passes the program's lines on until it ends.
func (p *Process) read(out io.Reader) {
	r := bufio.NewReader(out)
	for {
		line, err := readLine(r)
		if err == errLong {
			continue
		}
		if err != nil {
			return
		}
		select {
		case p.lines <- line:
		case <-p.closed:
			io.Copy(io.Discard, out)
			return
		}
	}
}

// Send writes one line. The error is a *[Fault].
func (p *Process) Send(line string) error {
	done := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.in, line+"\n")
		done <- err
	}()
	// A program that reads nothing fills the pipe and would block us for ever.
	timer := time.NewTimer(5 * time.Second)
	defer timer.Stop()
	select {
	case err := <-done:
		if err != nil {
			return p.crash()
		}
		return nil
	case <-timer.C:
		p.Kill()
		return &Fault{Hang, "the program reads no input"}
	}
}

// Line returns the next line. When ctx ends the error is a *[Fault] of kind Hang
// that names what was awaited; the program is left alive.
func (p *Process) Line(ctx context.Context, awaited string) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", p.crash()
		}
		return line, nil
	default:
	}
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", p.crash()
		}
		return line, nil
	case <-ctx.Done():
		return "", &Fault{Hang, "no " + awaited + " in time"}
	}
}

// crash describes how the program ended.
func (p *Process) crash() error {
	detail := "the program closed its output"
	select {
	case <-p.exited:
		detail = "the program ended"
		if p.exit != nil {
			detail += ": " + p.exit.Error()
		}
	case <-time.After(500 * time.Millisecond):
		p.Kill()
	}
	if last := p.errors.last(); last != "" {
		detail += "; it said: " + last
	}
	return &Fault{Crash, clean(detail)}
}

// Kill ends the program at once.
func (p *Process) Kill() {
	p.once.Do(func() { close(p.closed) })
	p.command.Process.Kill()
}

// Close closes the program's input, waits for it to end, and kills it when it
// does not within grace.
func (p *Process) Close(grace time.Duration) error {
	p.once.Do(func() { close(p.closed) })
	p.in.Close()
	select {
	case <-p.exited:
		return nil
	case <-time.After(grace):
	}
	p.command.Process.Kill()
	select {
	case <-p.exited:
		return nil
	case <-time.After(10 * time.Second):
		return errors.New("the program cannot be ended")
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mutex sync.Mutex
	text  []byte
}

func (t *tail) Write(b []byte) (int, error) {
	const most = 2000
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.text = append(t.text, b...)
	if n := len(t.text) - most; n > 0 {
		t.text = append(t.text[:0], t.text[n:]...)
	}
	return len(b), nil
}

// last returns the last line that says something.
func (t *tail) last() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return clean(lines[len(lines)-1])
}
