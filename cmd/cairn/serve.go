package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"cairn.example/internal/server"
	"cairn.example/web"
)

// defaultAddr is where the page is served without --addr; only this machine reaches
// it there. If its port is taken, one of the nextPorts ports above it is used.
const (
	defaultAddr = "127.0.0.1:8080"
	nextPorts   = 15
)

type serveCmd struct {
	Addr string `help:"Listen at this address and no other; port 0 is any free one, :8080 is all networks of this machine. Without it ${defaultAddr}, or a free port if that one is taken." placeholder:"HOST:PORT" env:"CAIRN_ADDR"`
	Open bool   `help:"Show the page in the browser."`
	Log  string `help:"What the log tells: debug (every request), info, warn or error." enum:"debug,info,warn,error" default:"info" env:"CAIRN_LOG"`
	JSON bool   `name:"log-json" help:"Write the log as JSON lines." env:"CAIRN_LOG_JSON"`
}

func (serveCmd) Help() string {
	return `Serves the browser application from this one program and prints its address.
It ends with Ctrl+C or SIGTERM, after the answers under way.

To play on a phone in the same network:

  cairn serve --addr :8080

There, browsers install the page and keep it for playing offline only behind a
server with https; on this machine they do so at once.`
}

func (c *serveCmd) Run(s *streams) error {
	log, err := c.logger(s)
	if err != nil {
		return usageError(err, "")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second Ctrl+C ends at once.
	context.AfterFunc(ctx, stop)

	handler, err := server.New(server.Options{Files: web.Files(), Policy: web.Policy(), Log: log})
	if err != nil {
		return err
	}
	listener, err := c.listen(ctx, log)
	if err != nil {
		return failure(err, `choose another with --addr HOST:PORT, or --addr 127.0.0.1:0 for any free port`)
	}
	if !web.Built() {
		log.Warn(`the page is not part of this program: run "make build"`)
	}
	urls := server.URLs(listener.Addr())
	fmt.Fprintf(s.out, "Cairn is at %s\n", urls[0])
	for _, url := range urls[1:] {
		fmt.Fprintf(s.out, "in your network at %s\n", url)
	}
	if isTerminal(s.rawOut) {
		fmt.Fprintln(s.out, "Ctrl+C ends it.")
	}
	if err := s.out.Flush(); err != nil {
		listener.Close()
		return fmt.Errorf("print the address: %w", err)
	}
	if c.Open {
		if err := browse(ctx, urls[0]); err != nil {
			log.Warn("the browser could not be started", "error", err)
		}
	}
	return server.Run(ctx, listener, handler, log)
}

func (c *serveCmd) logger(s *streams) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Log)); err != nil {
		return nil, err
	}
	options := &slog.HandlerOptions{Level: level}
	if c.JSON {
		return slog.New(slog.NewJSONHandler(s.err, options)), nil
	}
	return slog.New(slog.NewTextHandler(s.err, options)), nil
}

// listen opens the address of --addr; without it the default one, or the next port
// that is free.
func (c *serveCmd) listen(ctx context.Context, log *slog.Logger) (net.Listener, error) {
	if c.Addr != "" {
		return server.Listen(ctx, c.Addr, 0)
	}
	l, err := server.Listen(ctx, defaultAddr, nextPorts)
	if err == nil && l.Addr().String() != defaultAddr {
		log.Info(defaultAddr+" is taken", "instead", l.Addr().String())
	}
	return l, err
}

// browse opens an address in the system's browser. The program it starts is not
// ended with this one, because it may be the browser itself.
func browse(ctx context.Context, url string) error {
	var name string
	var args []string
	switch {
	case os.Getenv("BROWSER") != "":
		name = os.Getenv("BROWSER")
	case runtime.GOOS == "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler"}
	case runtime.GOOS == "darwin":
		name = "open"
	default:
		name = "xdg-open"
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), name, append(args, url)...)
	if err := cmd.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return fmt.Errorf("there is no %s; open %s yourself", name, url)
		}
		return err
	}
	go func() { _ = cmd.Wait() }() // so that no zombie process stays
	return nil
}
