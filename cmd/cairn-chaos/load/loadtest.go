package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/alecthomas/kong"

	"cairn.example/internal/people/client"
)

// loadTest is the command line of a load test.
type loadTest struct {
	Kind    string        `arg:"" optional:"" help:"Kind of load. live: games at a steady pace; idle: connections that watch tables; storm: idle connections that are all cut at once." enum:"live,idle,storm" default:"live"`
	Server  string        `help:"Address of the server (default: a server started for the test)." placeholder:"URL"`
	Binary  string        `help:"The program whose server is started." default:"bin/cairn" placeholder:"FILE"`
	Far     bool          `help:"Allow a server that isn't on this machine."`
	Data    string        `help:"Folder on a disk for the data of a server started for the test." type:"path" placeholder:"DIR"`
	Tables  int           `help:"live: number of games played at once. idle and storm: number of tables that share the connections; 0 means half as many as connections." placeholder:"N"`
	Rate    float64       `help:"Moves per second, at all tables together." default:"2000" placeholder:"N"`
	Sockets int           `help:"Number of connections of idle and storm." default:"10000" placeholder:"N"`
	For     time.Duration `help:"Duration of the measurement, or of holding the connections." default:"1m" placeholder:"TIME"`
	Seed    uint64        `help:"Seed of the players' choices." default:"1" placeholder:"N"`
}

const loadTestHelp = `Many guests play random legal moves at a server of tables. The measurements are
printed as one JSON object: times in milliseconds, memory in bytes. Without --server
a server with its own data is started on this machine, and the data is deleted
afterwards; its memory and the time of an fsync are then measured too.

Each guest has its own session and connection. Times of live are from sending a move
to its acknowledgement. A guest that waits for one sends nothing meanwhile: if
movesPerSecond is below askedPerSecond, the server was slower than these times
show. The exit status is 1 if a game failed or a connection was lost; "failed"
counts them, and "errors" names the first ones.

A server elsewhere needs --far, because it and its players have to bear the load. Try

  cairn-chaos loadtest live --tables 100 --rate 100 --for 10s`

// Bounds of a load test, so that a slip of the finger does not fill a machine.
const (
	mostTables  = 50_000
	mostSockets = 100_000
	mostRate    = 1_000_000
	longestTest = time.Hour
)

// shownErrors is how many errors are printed; what is wrong at all tables is mostly
// the same.
const shownErrors = 10

// loadResult is what is printed; which fields there are depends on the kind.
type loadResult struct {
	Kind      string   `json:"kind"`
	Tables    int      `json:"tables,omitempty"`
	Asked     float64  `json:"askedPerSecond,omitempty"`
	Moves     int      `json:"moves,omitempty"`
	PerSecond float64  `json:"movesPerSecond,omitempty"`
	P50       float64  `json:"p50Ms,omitempty"`
	P99       float64  `json:"p99Ms,omitempty"`
	Most      float64  `json:"mostMs,omitempty"`
	Busy      int64    `json:"busy,omitempty"`
	Failed    int      `json:"failed,omitempty"` // games and connections
	Errors    []string `json:"errors,omitempty"`

	Sockets   int     `json:"sockets,omitempty"`
	Connected int     `json:"connected,omitempty"`
	Resumed   int     `json:"resumed,omitempty"`
	ByNumber  int64   `json:"resumedByNumber,omitempty"`
	ResumedIn float64 `json:"resumedMs,omitempty"`

	SyncP50 float64 `json:"fsyncP50Ms,omitempty"`
	SyncP99 float64 `json:"fsyncP99Ms,omitempty"`
	Memory  int64   `json:"serverMemory,omitempty"`
	Peak    int64   `json:"serverPeakMemory,omitempty"`
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// errFailed ends a load test whose result, which is printed, counts failures.
var errFailed = errors.New("failed")

// usageError is what is wrong with the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Command runs the load test that args ask for and prints its result. It returns the exit
// status: 1 if something failed, 2 if the command is wrong, 130 if ctx has ended.
func Command(ctx context.Context, args []string, out, errw io.Writer) int {
	c := new(loadTest)
	exit := -1
	parser := kong.Must(c, kong.Name("cairn-chaos loadtest"), kong.Description(loadTestHelp), kong.Writers(out, errw), kong.Exit(func(code int) { exit = code }))
	_, err := parser.Parse(args)
	switch {
	case exit >= 0: // after --help
		return exit
	case err != nil:
		err = usageError{err}
	default:
		err = c.run(ctx, out)
	}
	var usage usageError
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		fmt.Fprintln(errw, "cairn-chaos: interrupted")
		return 130
	case errors.Is(err, errFailed):
		return 1
	}
	fmt.Fprintln(errw, "cairn-chaos:", err)
	if errors.As(err, &usage) {
		return 2
	}
	return 1
}

func (c *loadTest) run(ctx context.Context, out io.Writer) error {
	switch {
	case c.Tables < 0 || c.Tables > mostTables:
		return usagef("--tables takes a number from 0 to %d, not %d", mostTables, c.Tables)
	case c.Sockets < 2 || c.Sockets > mostSockets:
		return usagef("--sockets takes a number from 2 to %d, not %d", mostSockets, c.Sockets)
	case c.Kind != "live" && c.Tables > c.Sockets/2: // both players of a table are connected
		return usagef("--tables takes a number from 0 to %d, half of --sockets, not %d", c.Sockets/2, c.Tables)
	case !(c.Rate >= 1 && c.Rate <= mostRate): // what is no number is neither
		return usagef("--rate takes a number from 1 to %d, not %g", mostRate, c.Rate)
	case c.Server != "" && c.Data != "":
		return usagef("--data is for a server that the test starts: leave it or --server out")
	case c.For <= 0 || c.For > longestTest:
		return usagef("--for takes at most an hour")
	}
	r := loadResult{Kind: c.Kind}
	var server *Server
	if c.Server == "" {
		var end func()
		var err error
		if server, end, err = c.start(ctx, &r); err != nil {
			return err
		}
		defer end()
		c.Server = server.Address
	}
	crowd, err := NewCrowd(CrowdOptions{
		Address: c.Server, Far: c.Far, Seed: c.Seed, Control: "300+3", Live: client.LiveOptions{ResendAfter: 10 * time.Second},
	})
	if errors.Is(err, ErrFar) {
		return usagef("%w; with --far it is tested all the same, but ask its host first", err)
	}
	if err != nil {
		return usageError{err}
	}
	defer crowd.Close()
	if c.Kind == "live" {
		err = c.live(ctx, crowd, &r)
	} else {
		err = c.herd(ctx, crowd, &r)
	}
	if err != nil {
		return err
	}
	if server != nil {
		m := MemoryOf(server.PID())
		r.Memory, r.Peak = m.Now, m.Peak
	}
	if err := json.NewEncoder(out).Encode(r); err != nil {
		return err
	}
	if r.Failed > 0 {
		return errFailed
	}
	return nil
}

// start starts a server on new data and measures the disk.
func (c *loadTest) start(ctx context.Context, r *loadResult) (*Server, func(), error) {
	dir, err := os.MkdirTemp(c.Data, "cairn-loadtest-*")
	if err != nil {
		return nil, nil, err
	}
	syncs, err := Syncs(dir, 100)
	if err == nil {
		q := syncs.Quantiles(0.5, 0.99)
		r.SyncP50, r.SyncP99 = millis(q[0]), millis(q[1])
		var server *Server
		if server, err = StartServer(ctx, ServerOptions{Binary: c.Binary, Args: []string{"--data", dir, "--log", "error"}, Log: os.Stderr}); err == nil {
			return server, func() {
				_ = server.Stop(10 * time.Second)
				_ = os.RemoveAll(dir)
			}, nil
		}
	}
	return nil, nil, errors.Join(err, os.RemoveAll(dir))
}

func (c *loadTest) live(ctx context.Context, crowd *Crowd, r *loadResult) error {
	if c.Tables == 0 {
		c.Tables = 2000
	}
	l, err := Live(ctx, crowd, LiveOptions{Tables: c.Tables, Rate: c.Rate, For: c.For})
	if err != nil {
		return err
	}
	q := l.Latencies.Quantiles(0.5, 0.99, 1)
	r.Tables, r.Asked, r.Moves, r.PerSecond, r.Busy, r.Errors = l.Tables, l.Asked, l.Moves, l.PerSecond(), l.Busy, l.Errors[:min(len(l.Errors), shownErrors)]
	r.Failed = len(l.Errors)
	r.P50, r.P99, r.Most = millis(q[0]), millis(q[1]), millis(q[2])
	return nil
}

func (c *loadTest) herd(ctx context.Context, crowd *Crowd, r *loadResult) error {
	h, err := NewHerd(ctx, crowd, HerdOptions{Sockets: c.Sockets, Tables: c.Tables})
	if err != nil {
		return err
	}
	defer h.Close()
	if c.Kind == "storm" {
		storm, err := h.Storm(ctx, c.For)
		if err != nil {
			return err
		}
		r.Resumed, r.ByNumber, r.ResumedIn = storm.Resumed, storm.BySeq, millis(storm.Took)
	} else {
		select {
		case <-time.After(c.For):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	r.Sockets, r.Connected = h.Len(), h.Connected()
	r.Failed = r.Sockets - r.Connected
	if c.Kind == "storm" {
		r.Failed = max(r.Failed, r.Sockets-r.Resumed)
	}
	return nil
}
