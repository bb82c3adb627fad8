package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// interrupted is the end of a command by a signal, such as Ctrl-C.
type interrupted struct{ os.Signal }

func (i interrupted) Error() string { return "interrupted" }

// code is the exit status that shells give to a command ended by the signal.
func (i interrupted) code() int {
	if s, ok := i.Signal.(syscall.Signal); ok {
		return 128 + int(s)
	}
	return exitFailure
}

// interruptible returns a context that Ctrl-C, or whoever ends the process,
// ends; its cause is then an interrupted. The second time the process ends at
// once.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			cancel(interrupted{s})
		case <-ctx.Done():
		}
		signal.Stop(signals)
	}()
	return ctx, func() { cancel(context.Canceled) }
}

// patient is a reader that stops waiting when its context ends. What is read
// after that is lost.
type patient struct {
	ctx context.Context
	in  io.Reader
	buf []byte
}

// newPatient returns a patient reader of in.
func newPatient(ctx context.Context, in io.Reader) *patient {
	return &patient{ctx: ctx, in: in, buf: make([]byte, 32<<10)}
}

func (p *patient) Read(to []byte) (int, error) {
	if p.ctx.Err() != nil {
		return 0, context.Cause(p.ctx)
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	buf := p.buf[:min(len(to), len(p.buf))]
	go func() {
		n, err := p.in.Read(buf)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return copy(to, buf[:r.n]), r.err
	case <-p.ctx.Done():
		return 0, context.Cause(p.ctx)
	}
}

// stopped tells whether err, or the end of ctx, is an interruption.
func stopped(ctx context.Context, err error) (interrupted, bool) {
	var i interrupted
	if errors.As(err, &i) || errors.As(context.Cause(ctx), &i) {
		return i, true
	}
	return i, false
}
