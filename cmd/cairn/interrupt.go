package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
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

// interruptible returns a context that ends with SIGINT (Ctrl-C), SIGTERM or SIGHUP
// (the terminal was closed), or when nobody reads this program's output any more
// (SIGPIPE, as in "cairn ... | head"); its cause is then an interrupted. A second signal
// from outside ends the process at once. Commands that create a file call this first, so
// that what is half-written can be removed.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup asks for that
		signal.Notify(signals, syscall.SIGHUP)
	}
	// Each further write to the closed output sends this signal again, which must not end
	// the process before files are removed.
	closed := make(chan os.Signal, 1)
	signal.Notify(closed, syscall.SIGPIPE)
	go func() {
		defer signal.Stop(signals)
		for {
			select {
			case s := <-signals:
				cancel(interrupted{s})
				return
			case s := <-closed:
				// The system sends the signal for every closed pipe and connection,
				// also for that of a program we play against.
				if outputGone() {
					cancel(interrupted{s})
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, func() {
		cancel(context.Canceled)
		signal.Stop(closed)
	}
}

// cancelableReader is a reader that stops waiting when its context ends. What
// arrives after that is lost.
type cancelableReader struct {
	ctx context.Context
	in  io.Reader
	buf []byte
}

// newCancelableReader returns a reader of in that ends with ctx.
func newCancelableReader(ctx context.Context, in io.Reader) *cancelableReader {
	return &cancelableReader{ctx: ctx, in: in, buf: make([]byte, 32<<10)}
}

func (r *cancelableReader) Read(to []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	buf := r.buf[:min(len(to), len(r.buf))]
	go func() {
		n, err := r.in.Read(buf)
		done <- result{n, err}
	}()
	select {
	case got := <-done:
		return copy(to, buf[:got.n]), got.err
	case <-r.ctx.Done():
		return 0, context.Cause(r.ctx)
	}
}

// interruption reports whether err, or the end of ctx, is an interruption.
func interruption(ctx context.Context, err error) (interrupted, bool) {
	var i interrupted
	if errors.As(err, &i) || errors.As(context.Cause(ctx), &i) {
		return i, true
	}
	return i, false
}

// outputClosed reports whether err says that nobody reads this program's output any more.
func outputClosed(err error) bool {
	var i interrupted
	if errors.As(err, &i) {
		return i.Signal == syscall.SIGPIPE
	}
	var path *fs.PathError
	return errors.As(err, &path) && errors.Is(err, syscall.EPIPE) && (path.Path == os.Stdout.Name() || path.Path == os.Stderr.Name())
}

// quietly is how a command ends that has said itself what an interruption means: with its exit
// status, and no more words. Any other end is err.
func quietly(ctx context.Context, err error) error {
	if i, ended := interruption(ctx, err); ended {
		return withCode(i.code(), errSilent, "")
	}
	return err
}
