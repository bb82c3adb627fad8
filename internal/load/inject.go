package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Injection makes system calls of a running process fail, as a disk that is full or
// broken does, until it is ended.
type Injection struct {
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
	i := &Injection{cmd: exec.Command("strace", args...), output: &attached{yes: make(chan struct{})}, ended: make(chan struct{})}
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

// End lets the calls succeed again.
func (i *Injection) End() {
	// A process that is let go in the midst of a call goes on by itself.
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
