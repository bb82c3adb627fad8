package main

import (
	"context"
	"errors"
	"os"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/client"
)

type loadtestCmd struct {
	Kind    string        `arg:"" optional:"" help:"Kind of load. live: games at a steady pace; idle: connections that watch tables; storm: idle connections that are all cut at once." enum:"live,idle,storm" default:"live"`
	Server  string        `help:"Address of the server (default: a server started for the test)." placeholder:"URL"`
	Far     bool          `help:"Allow a server that isn't on this machine."`
	Data    string        `help:"Folder on a disk for the data of a server started for the test." type:"path" placeholder:"DIR"`
	Tables  int           `help:"live: number of games played at once. idle and storm: number of tables that share the connections; 0 means half as many as connections." placeholder:"N"`
	Rate    float64       `help:"Moves per second, at all tables together." default:"2000" placeholder:"N"`
	Sockets int           `help:"Number of connections of idle and storm." default:"10000" placeholder:"N"`
	For     time.Duration `help:"Duration of the measurement, or of holding the connections." default:"1m" placeholder:"TIME"`
	Seed    uint64        `help:"Seed of the players' choices." default:"1" placeholder:"N"`
}

func (loadtestCmd) Help() string {
	return `Many guests play random legal moves at a server of tables. The measurements are
printed as one JSON object: times in milliseconds, memory in bytes. Without --server
a server with its own data is started on this machine, and the data is deleted
afterwards; its memory and the time of an fsync are then measured too.

Each guest has its own session and connection. Times of live are from sending a move
to its acknowledgement. A guest that waits for one sends nothing meanwhile: if
moves_per_second is below asked_per_second, the server was slower than these times
show. The exit status is 1 if a game failed or a connection was lost; "failed"
counts them, and "errors" names the first ones.

A server elsewhere needs --far, because it and its players have to bear the load. Try

  cairn loadtest live --tables 100 --rate 100 --for 10s`
}

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
	Asked     float64  `json:"asked_per_second,omitempty"`
	Moves     int      `json:"moves,omitempty"`
	PerSecond float64  `json:"moves_per_second,omitempty"`
	P50       float64  `json:"p50_ms,omitempty"`
	P99       float64  `json:"p99_ms,omitempty"`
	Most      float64  `json:"most_ms,omitempty"`
	Busy      int64    `json:"busy,omitempty"`
	Failed    int      `json:"failed,omitempty"` // games and connections
	Errors    []string `json:"errors,omitempty"`

	Sockets   int     `json:"sockets,omitempty"`
	Connected int     `json:"connected,omitempty"`
	Resumed   int     `json:"resumed,omitempty"`
	ByNumber  int64   `json:"resumed_by_number,omitempty"`
	ResumedIn float64 `json:"resumed_in_ms,omitempty"`

	SyncP50 float64 `json:"fsync_p50_ms,omitempty"`
	SyncP99 float64 `json:"fsync_p99_ms,omitempty"`
	Memory  int64   `json:"server_memory,omitempty"`
	Peak    int64   `json:"server_peak_memory,omitempty"`
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (c *loadtestCmd) Run(s *streams) error {
	switch {
	case c.Tables < 0 || c.Tables > mostTables:
		return outOfRange(s.catalog, "--tables", 0, mostTables, c.Tables)
	case c.Sockets < 2 || c.Sockets > mostSockets:
		return outOfRange(s.catalog, "--sockets", 2, mostSockets, c.Sockets)
	case c.Kind != "live" && c.Tables > c.Sockets/2: // both players of a table are connected
		return outOfRange(s.catalog, "--tables", 0, c.Sockets/2, c.Tables)
	case !(c.Rate >= 1 && c.Rate <= mostRate): // what is no number is neither
		return outOfRange(s.catalog, "--rate", 1, mostRate, int(max(-mostRate, min(c.Rate, 2*mostRate))))
	case c.Server != "" && c.Data != "":
		return flagConflict(s.catalog, "--data", "--server")
	case c.For <= 0 || c.For > longestTest:
		return usageError(errors.New("--for takes at most an hour"), "")
	}
	ctx, stop := interruptible()
	defer stop()
	r := loadResult{Kind: c.Kind}
	var server *load.Server
	if c.Server == "" {
		var end func()
		var err error
		if server, end, err = c.start(ctx, &r); err != nil {
			return failure(err, "")
		}
		defer end()
		c.Server = server.Address
	}
	crowd, err := load.NewCrowd(load.CrowdOptions{
		Address: c.Server, Far: c.Far, Seed: c.Seed, Control: "300+3", Live: client.LiveOptions{ResendAfter: 10 * time.Second},
	})
	if errors.Is(err, load.ErrFar) {
		return usageError(err, "with --far it is tested all the same; ask its host first")
	}
	if err != nil {
		return usageError(err, "")
	}
	defer crowd.Close()
	if c.Kind == "live" {
		err = c.live(ctx, crowd, &r)
	} else {
		err = c.herd(ctx, crowd, &r)
	}
	if ctx.Err() != nil {
		return failure(context.Cause(ctx), "")
	}
	if err != nil {
		return failure(err, "")
	}
	if server != nil {
		m := load.MemoryOf(server.PID())
		r.Memory, r.Peak = m.Now, m.Peak
	}
	if err := s.json(r); err != nil {
		return err
	}
	if r.Failed > 0 {
		return failure(errSilent, "")
	}
	return nil
}

// start starts a server on new data and measures the disk.
func (c *loadtestCmd) start(ctx context.Context, r *loadResult) (*load.Server, func(), error) {
	program, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp(c.Data, "cairn-loadtest-*")
	if err != nil {
		return nil, nil, err
	}
	syncs, err := load.Syncs(dir, 100)
	if err == nil {
		q := syncs.Quantiles(0.5, 0.99)
		r.SyncP50, r.SyncP99 = millis(q[0]), millis(q[1])
		var server *load.Server
		if server, err = load.StartServer(ctx, load.ServerOptions{Binary: program, Args: []string{"--data", dir, "--log", "error"}, Log: os.Stderr}); err == nil {
			return server, func() {
				_ = server.Stop(10 * time.Second)
				_ = os.RemoveAll(dir)
			}, nil
		}
	}
	return nil, nil, errors.Join(err, os.RemoveAll(dir))
}

func (c *loadtestCmd) live(ctx context.Context, crowd *load.Crowd, r *loadResult) error {
	if c.Tables == 0 {
		c.Tables = 2000
	}
	l, err := load.Live(ctx, crowd, load.LiveOptions{Tables: c.Tables, Rate: c.Rate, For: c.For})
	if err != nil {
		return err
	}
	q := l.Latencies.Quantiles(0.5, 0.99, 1)
	r.Tables, r.Asked, r.Moves, r.PerSecond, r.Busy, r.Errors = l.Tables, l.Asked, l.Moves, l.PerSecond(), l.Busy, l.Errors[:min(len(l.Errors), shownErrors)]
	r.Failed = len(l.Errors)
	r.P50, r.P99, r.Most = millis(q[0]), millis(q[1]), millis(q[2])
	return nil
}

func (c *loadtestCmd) herd(ctx context.Context, crowd *load.Crowd, r *loadResult) error {
	h, err := load.NewHerd(ctx, crowd, load.HerdOptions{Sockets: c.Sockets, Tables: c.Tables})
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
