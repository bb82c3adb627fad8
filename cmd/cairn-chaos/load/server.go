package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"cairn.example/internal/people/client"
)

// ServerOptions say how to start a server.
type ServerOptions struct {
	// Binary is the program, such as "bin/cairn".
	Binary string
	// Before is put before the program's name, such as strace with its options.
	Before []string
	// Addr is where it listens; "" for a free port of 127.0.0.1.
	Addr string
	// Args follow "serve --addr ADDR".
	Args []string
	// Env is added to the environment.
	Env []string
	// Log gets what the server reports, nil for nowhere.
	Log io.Writer
}

// Server is a process of `cairn serve`.
type Server struct {
	Address string // such as "http://127.0.0.1:4321"
	Addr    string // without "http://"
	cmd     *exec.Cmd
	process *os.Process // the server itself, where another program has started it
	ended   chan struct{}
	err     error
}

// StartServer starts a server and returns when it answers.
func StartServer(ctx context.Context, o ServerOptions) (*Server, error) {
	if o.Addr == "" {
		addr, err := FreeAddr()
		if err != nil {
			return nil, err
		}
		o.Addr = addr
	}
	words := append([]string{}, o.Before...)
	if setpriv, err := exec.LookPath("setpriv"); err == nil && len(o.Before) > 0 {
		// A server that another program has started ends with that one, as that one does with this process.
		words = append(words, setpriv, "--pdeathsig", "KILL")
	}
	words = append(append(words, o.Binary, "serve", "--addr", o.Addr), o.Args...)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = append(os.Environ(), o.Env...)
	s := &Server{Address: "http://" + o.Addr, Addr: o.Addr, cmd: cmd, ended: make(chan struct{})}
	cmd.Stderr = o.Log
	var said *os.File // a file and no buffer: nobody else need live for the server to write
	if o.Log == nil {
		var err error
		if said, err = os.CreateTemp("", "cairn-server-*.log"); err != nil {
			return nil, err
		}
		defer os.Remove(said.Name())
		defer said.Close()
		cmd.Stderr = said
	}
	endWithParent(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s.process = cmd.Process
	go func() {
		s.err = cmd.Wait()
		close(s.ended)
	}()
	if err := s.ready(ctx); err != nil {
		s.Kill()
		return nil, fmt.Errorf("%w%s", err, opening(said))
	}
	if len(o.Before) > 0 {
		if child := childOf(cmd.Process.Pid); child != nil {
			s.process = child
		}
	}
	return s, nil
}

// opening returns what a server has written first, after a colon, "" if nothing is known.
func opening(said *os.File) string {
	if said == nil {
		return ""
	}
	text := make([]byte, 2000)
	n, _ := said.ReadAt(text, 0)
	if text = bytes.TrimSpace(text[:n]); len(text) == 0 {
		return ""
	}
	return ": " + string(text)
}

// childOf returns the first process that another has started, nil where the system
// does not tell.
func childOf(pid int) *os.Process {
	for _, child := range ChildrenOf(strconv.Itoa(pid)) {
		if n, err := strconv.Atoi(child); err == nil {
			if process, err := os.FindProcess(n); err == nil {
				return process
			}
		}
	}
	return nil
}

// ChildrenOf returns the numbers of the processes that another has started, none where
// the system does not tell.
func ChildrenOf(pid string) []string {
	text, err := os.ReadFile(filepath.Join("/proc", pid, "task", pid, "children"))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text))
}

// Ports below those that systems give to outgoing connections: one that a server has
// left for a moment is not taken by somebody's connection then.
const (
	lowestPort = 15000
	manyPorts  = 15000
)

// FreeAddr returns an address of this machine at which nobody listens.
func FreeAddr() (string, error) {
	var err error
	for range 100 {
		var l net.Listener
		if l, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(lowestPort+rand.IntN(manyPorts)))); err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", err
}

// ready waits for the first answer.
func (s *Server) ready(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	session, err := client.NewSession(s.Address, client.Options{})
	if err != nil {
		return err
	}
	for {
		_, err := session.Server(ctx)
		if err == nil {
			return nil
		}
		if refused := new(client.Refused); errors.As(err, &refused) && refused.Status == 404 {
			return fmt.Errorf("%s is a server without tables", s.Address)
		}
		select {
		case <-s.ended:
			return fmt.Errorf("the server has ended: %w", s.err)
		case <-ctx.Done():
			return fmt.Errorf("the server does not answer: %w", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// PID returns the number of the process.
func (s *Server) PID() int { return s.process.Pid }

// Kill ends the process as kill -9 does, and returns when it is gone.
func (s *Server) Kill() {
	_ = s.process.Kill()
	if s.process != s.cmd.Process {
		// The program around it collects the server and ends. Were it killed at once,
		// the server could hold its port and its files for a moment longer.
		select {
		case <-s.ended:
			return
		case <-time.After(10 * time.Second):
			_ = s.cmd.Process.Kill()
		}
	}
	<-s.ended
}

// Ended is closed when the process is gone.
func (s *Server) Ended() <-chan struct{} { return s.ended }

// Err returns how the process has ended, once [Server.Ended] is closed: nil if without
// an error.
func (s *Server) Err() error { return s.err }

// Stop asks the process to end, and kills it when it does not within the time.
func (s *Server) Stop(within time.Duration) error {
	if err := s.process.Signal(os.Interrupt); err != nil {
		s.Kill()
		return err
	}
	if s.process != s.cmd.Process {
		// The program around it may go on watching others.
		for until := time.Now().Add(within); s.process.Signal(syscall.Signal(0)) == nil && time.Now().Before(until); {
			time.Sleep(10 * time.Millisecond)
		}
		_ = s.cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-s.ended:
			return nil
		case <-time.After(within):
		}
	}
	select {
	case <-s.ended:
		return s.err
	case <-time.After(within):
		s.Kill()
		return errors.New("the server did not end when asked to")
	}
}
