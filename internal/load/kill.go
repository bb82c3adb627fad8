package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"cairn.example/internal/api"
	"cairn.example/internal/client"
)

// KillOptions describe a run of [Kills].
type KillOptions struct {
	// Start starts the server at an address, always on the same data. It is called again after every kill.
	Start func(ctx context.Context, addr string) (*Server, error)
	// Kills is how often the server is killed.
	Kills int
	// Pairs is how many games are played at once.
	Pairs int
	// Longest is how long a server lives at most; it is killed at a random moment before. 0 for a second.
	Longest time.Duration
	// Seed decides what the players do, and when the server is killed.
	Seed uint64
	// Control is the clock of every table, "" for none.
	Control string
	// Journal gets a line of JSON for every kill and every finding, nil for nowhere.
	Journal io.Writer
	// UntilFound ends the run at the first finding.
	UntilFound bool
}

// KillReport is what came of [Kills].
type KillReport struct {
	Kills    int
	Tables   int
	Counts   Counts
	InFlight int64 // messages without an answer at the moments of the kills
	Slowest  time.Duration
	Findings []Finding
}

// killLine is a line of the journal.
type killLine struct {
	Kill         int       `json:"kill"`
	At           time.Time `json:"at"`
	Lived        int64     `json:"lived_ms"`
	InFlight     int64     `json:"in_flight"`
	Acknowledged int64     `json:"acknowledged"`
	Told         int64     `json:"told"`
	Compared     int       `json:"tables_compared"`
	Restart      int64     `json:"restart_ms"`
	Findings     []Finding `json:"findings,omitempty"`
}

// Kills plays many games at once, kills the server again and again as kill -9 does,
// and compares after every restart what was acknowledged and told with what the
// server then tells. The error says that the run itself failed; broken promises are
// findings of the report.
func Kills(ctx context.Context, o KillOptions) (KillReport, error) {
	if o.Longest == 0 {
		o.Longest = time.Second
	}
	addr, err := FreeAddr()
	if err != nil {
		return KillReport{}, err
	}
	server, err := o.Start(ctx, addr)
	if err != nil {
		return KillReport{}, err
	}
	defer func() { server.Kill() }()

	ledger := NewLedger()
	crowd, err := NewCrowd(CrowdOptions{
		Address: server.Address, Seed: o.Seed, Control: o.Control,
		Live: client.LiveOptions{Observer: ledger, LongestWait: 100 * time.Millisecond, ResendAfter: time.Second},
	})
	if err != nil {
		return KillReport{}, err
	}
	defer crowd.Close()
	judge, err := crowd.Guest(ctx)
	if err != nil {
		return KillReport{}, err
	}
	play, stop := context.WithCancel(ctx)
	defer stop()
	games := &gameList{ledger: ledger}
	var playing sync.WaitGroup
	for n := range o.Pairs {
		playing.Go(func() { games.playOn(play, crowd, int64(n), int64(o.Pairs)) })
	}

	report := KillReport{}
	random := rand.New(rand.NewPCG(o.Seed, 1<<40))
	for report.Kills < o.Kills && ctx.Err() == nil {
		begun := time.Now()
		select {
		case <-time.After(o.Longest/20 + rand64(random, o.Longest)):
		case <-server.Ended():
			return report, errors.New("the server has ended by itself")
		}
		before := ledger.Counts()
		server.Kill()
		report.Kills++
		line := killLine{Kill: report.Kills, At: time.Now(), Lived: time.Since(begun).Milliseconds(), InFlight: before.open(), Acknowledged: before.Acknowledged, Told: before.Told}
		report.InFlight += line.InFlight
		// What the dead server has sent is still on its way to the readers.
		time.Sleep(20 * time.Millisecond)
		marks := map[string]Mark{}
		for _, id := range games.sinceLast() {
			marks[id] = ledger.Mark(id)
		}
		again := time.Now()
		if server, err = restart(ctx, o, addr, server); err != nil {
			return report, err
		}
		line.Restart = time.Since(again).Milliseconds()
		report.Slowest = max(report.Slowest, time.Since(again))
		known := len(ledger.Findings())
		if err := compareAll(ctx, ledger, judge, marks); err != nil {
			return report, err
		}
		line.Compared, line.Findings = len(marks), ledger.Findings()[known:]
		if err := writeLine(o.Journal, line); err != nil {
			return report, err
		}
		if o.UntilFound && len(ledger.Findings()) > 0 {
			break
		}
	}
	// The last comparison is with a server that nobody talks to any more.
	stop()
	playing.Wait()
	if !o.UntilFound || len(ledger.Findings()) == 0 {
		marks := map[string]Mark{}
		for _, id := range games.all() {
			marks[id] = ledger.Mark(id)
		}
		if err := compareAll(ctx, ledger, judge, marks); err != nil {
			return report, err
		}
	}
	report.Tables, report.Counts, report.Findings = len(games.all()), ledger.Counts(), ledger.Findings()
	return report, ctx.Err()
}

// rand64 returns a random time below d.
func rand64(r *rand.Rand, d time.Duration) time.Duration { return time.Duration(r.Int64N(int64(d))) }

// open returns how many messages have no answer.
func (c Counts) open() int64 {
	n := c.Sent - c.Acknowledged
	for _, refused := range c.Refused {
		n -= refused
	}
	return n
}

func restart(ctx context.Context, o KillOptions, addr string, old *Server) (*Server, error) {
	s, err := o.Start(ctx, addr)
	if err != nil {
		return old, fmt.Errorf("the server does not start again: %w", err)
	}
	return s, nil
}

func writeLine(w io.Writer, line any) error {
	if w == nil {
		return nil
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// compareAll reads tables and holds them against the ledger.
func compareAll(ctx context.Context, ledger *Ledger, judge *client.Session, marks map[string]Mark) error {
	ids := make(chan string)
	var workers sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for range 4 {
		workers.Go(func() {
			for id := range ids {
				var table api.Table
				err := Again(ctx, func() (err error) {
					table, err = judge.Table(ctx, id)
					return err
				})
				refused := new(client.Refused)
				switch {
				case err == nil:
					ledger.Compare(marks[id], &table)
				case errors.As(err, &refused):
					ledger.Missing(id, refused)
				default:
					mu.Lock()
					failed = errors.Join(failed, err)
					mu.Unlock()
				}
			}
		})
	}
	for id := range marks {
		ids <- id
	}
	close(ids)
	workers.Wait()
	return failed
}

// gameList is the tables of a run.
type gameList struct {
	ledger *Ledger

	mu    sync.Mutex
	list  []string
	over  map[string]bool
	known map[string]bool // those that were over when they were compared last
}

// playOn plays one game after the other. The pairs are made anew after a few games,
// since a person may not make many tables in a short time.
func (g *gameList) playOn(ctx context.Context, crowd *Crowd, n, pairs int64) {
	for ctx.Err() == nil {
		pair, err := crowd.Pair(ctx)
		if err != nil {
			return
		}
		for range 5 {
			if crowd.Sit(ctx, pair, n) != nil {
				break
			}
			g.add(pair.ID)
			err := pair.Play(ctx, func(i int, p *Player) {
				p.Ledger, p.Rand, p.Manners = g.ledger, crowd.Random(2*n+int64(i)), true
				p.Wait = func(ctx context.Context) error { return pause(ctx, rand.N(10*time.Millisecond)) }
			})
			if err != nil {
				break
			}
			g.ended(pair.ID)
			n += pairs
		}
		pair.Close()
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *gameList) add(id string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.list = append(g.list, id)
}

func (g *gameList) ended(id string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.over == nil {
		g.over = map[string]bool{}
	}
	g.over[id] = true
}

// sinceLast returns the tables where something may have happened since the call
// before.
func (g *gameList) sinceLast() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known == nil {
		g.known = map[string]bool{}
	}
	var ids []string
	for _, id := range g.list {
		if !g.known[id] {
			ids = append(ids, id)
		}
		g.known[id] = g.over[id]
	}
	return ids
}

func (g *gameList) all() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]string(nil), g.list...)
}
