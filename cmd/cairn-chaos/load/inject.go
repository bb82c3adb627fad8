package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Injection makes system calls of a running process fail, as a disk that is full or
// broken does, until it is ended.
type Injection struct {
	pid    int
	cmd    *exec.Cmd
	output *attached
	ended  chan struct{}
}

// Inject lets the calls of a process on some files fail with an error, such as
// "ENOSPC", by strace. It returns when they do.
func Inject(pid int, fault string, calls, files []string) (*Injection, error) {
	args := []string{"-f", "-p", strconv.Itoa(pid), "-e", "trace=" + strings.Join(calls, ","), "-e", "signal=none"}
	for _, file := range files {
		args = append(args, "-P", file)
	}
	args = append(args, "-e", "inject="+strings.Join(calls, ",")+":error="+fault, "-o", "/dev/null")
	i := &Injection{pid: pid, cmd: exec.Command("strace", args...), output: &attached{yes: make(chan struct{})}, ended: make(chan struct{})}
	i.cmd.Stdout, i.cmd.Stderr = io.Discard, i.output
	endWithParent(i.cmd)
	if err := i.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = i.cmd.Wait()
		close(i.ended)
	}()
	select {
	case <-i.output.yes:
		return i, nil
	case <-i.ended:
	case <-time.After(10 * time.Second):
		i.End()
	}
	return nil, fmt.Errorf("strace does not hold process %d: %s", pid, i.output)
}

// SlowSync is what is put before a program whose syncs shall each take so much longer.
func SlowSync(by time.Duration) []string {
	return []string{
		"strace", "-f", "-I", "2", "-e", "trace=fsync,fdatasync", "-e", "signal=none",
		"-e", fmt.Sprintf("inject=fsync,fdatasync:delay_enter=%d", by.Microseconds()), "-o", "/dev/null",
	}
}

// End lets the calls succeed again. The process is stopped for the moment in which it
// is let go: strace makes a call fail by giving it a number that no call has and
// writing the error when it returns, so that one which is let go in between returns
// ENOSYS, an error that no disk has.
func (i *Injection) End() {
	if stop(i.pid) == nil {
		i.outsideCalls(5 * time.Second)
		defer func() { _ = proceed(i.pid) }()
	}
	if err := i.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, syscall.ESRCH) {
		_ = i.cmd.Process.Kill()
	}
	select {
	case <-i.ended:
	case <-time.After(10 * time.Second):
		_ = i.cmd.Process.Kill()
		<-i.ended
	}
}

// outsideCalls waits, at most so long, until no thread of the stopped process is in the
// midst of a call that strace holds: all have stopped, and strace waits for news of them.
func (i *Injection) outsideCalls(within time.Duration) {
	for calm, until := 0, time.Now().Add(within); calm < 3 && time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		calm++
		for _, state := range threadStates(i.pid) {
			if state != 'T' && state != 't' {
				calm = 0
			}
		}
		for _, state := range threadStates(i.cmd.Process.Pid) {
			if state != 'S' {
				calm = 0
			}
		}
	}
}

// threadStates returns the states of the threads of a process as proc(5) writes them;
// none where it is gone.
func threadStates(pid int) []byte {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	var states []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		// The name of the program, in brackets, may hold anything.
		if at := bytes.LastIndexByte(text, ')'); at >= 0 && at+2 < len(text) {
			states = append(states, text[at+2])
		}
	}
	return states
}

// attached waits until strace says that it holds the process.
type attached struct {
	mu   sync.Mutex
	text bytes.Buffer
	once sync.Once
	yes  chan struct{}
}

func (a *attached) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, err := a.text.Write(p)
	if strings.Contains(a.text.String(), "attached") {
		a.once.Do(func() { close(a.yes) })
	}
	return n, err
}

func (a *attached) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.TrimSpace(a.text.String())
}
