package ugi

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Process is a program that is talked to in lines. On Unix it leads a process
// group of its own: whatever it has started ends with it.
type Process struct {
	command *exec.Cmd
	in      io.WriteCloser
	lines   chan string
	closed  chan struct{} // closed when nobody reads lines any more
	once    sync.Once     // closes closed
	exited  chan struct{} // closed when the program and its group are gone
	exit    error         // why the program ended, nil for a good end
	errors  tail
	overdue int // lines returned since the time for them was up
}

// outputDelay is how long what the program has written may still come after its
// end. Only a process that has left its group can hold its output open longer.
const outputDelay = time.Second

// StartProcess runs a program. The error
// is a *[Fault].
func StartProcess(command []string) (*Process, error) {
	if len(command) == 0 {
		return nil, &Fault{Crash, "no program to start"}
	}
	p := &Process{
		command: exec.Command(command[0], command[1:]...),
		lines:   make(chan string, 256),
		closed:  make(chan struct{}),
		exited:  make(chan struct{}),
	}
	p.command.SysProcAttr = ownGroup()
	out, errs, err := p.start()
	if err != nil {
		return nil, &Fault{Crash, clean(err.Error())}
	}
	stderrDone := make(chan struct{}) // closed at the end of standard error
	go func() {
		io.Copy(&p.errors, errs)
		errs.Close()
		close(stderrDone)
	}()
	go func() {
		p.read(out)
		out.Close()
		close(p.lines)
	}()
	go func() {
		p.exit = p.command.Wait()
		killGroup(p.command.Process)
		end := time.Now().Add(outputDelay)
		out.SetReadDeadline(end)
		errs.SetReadDeadline(end)
		<-stderrDone
		close(p.exited)
	}()
	return p, nil
}

// start starts the program and returns what reads its output and its standard
// error. These are pipes of our own: those of package exec could not be read
// beyond the end of the program, and its end not be seen before theirs.
func (p *Process) start() (out, errs *os.File, err error) {
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, nil, err
	}
	var ours [2]*os.File
	for i, to := range []*io.Writer{&p.command.Stdout, &p.command.Stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(ours[:i])
			return nil, nil, err
		}
		ours[i], *to = r, w
		defer w.Close() // the program has its own
	}
	if err := p.command.Start(); err != nil {
		closeAll(ours[:])
		return nil, nil, err
	}
	return ours[0], ours[1], nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
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

// PID returns the number that the system knows the program by. Once the program has
// ended it may be that of another.
func (p *Process) PID() int { return p.command.Process.Pid }

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
			return p.crash("the program closed its input")
		}
		return nil
	case <-timer.C:
		p.Kill()
		return &Fault{Hang, "the program reads no input"}
	}
}

// Line returns the next line. When ctx ends, lines that had come by then are still
// returned; after them the error is a *[Fault] of kind Hang that names what was awaited,
// and the program is left alive.
func (p *Process) Line(ctx context.Context, awaited string) (string, error) {
	if ctx.Err() == nil {
		p.overdue = 0
		select {
		case line, ok := <-p.lines:
			return p.next(line, ok)
		case <-ctx.Done():
		}
	}
	// A program that writes without end would never be late if all its lines counted.
	if p.overdue++; p.overdue <= cap(p.lines) {
		select {
		case line, ok := <-p.lines:
			return p.next(line, ok)
		default:
		}
	}
	return "", &Fault{Hang, "no " + awaited + " in time"}
}

// next returns what was received from lines.
func (p *Process) next(line string, ok bool) (string, error) {
	if !ok {
		return "", p.crash("the program closed its output")
	}
	return line, nil
}

// crash describes how the program ended; detail is what it did where it goes on.
func (p *Process) crash(detail string) error {
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

// Kill ends the program and all that it has started, at once.
func (p *Process) Kill() {
	p.once.Do(func() { close(p.closed) })
	select {
	case <-p.exited: // its number may be that of another process by now
	default:
		killGroup(p.command.Process)
	}
}

// Close closes the program's input, waits for it to end, and kills it when it
// does not within grace. What it has started ends with it.
func (p *Process) Close(grace time.Duration) error {
	p.once.Do(func() { close(p.closed) })
	p.in.Close()
	select {
	case <-p.exited:
		return nil
	case <-time.After(grace):
	}
	p.Kill()
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
