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

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
)

// OrdealOptions describe a run of [Ordeal].
type OrdealOptions struct {
	// Address is where people find the servers.
	Address string
	// Strikes is how often they are struck.
	Strikes int
	// Strike does harm, the n-th from 1, and returns what it did when there is a server again.
	Strike func(ctx context.Context, n int) (string, error)
	// Pairs is how many games are played at once.
	Pairs int
	// Longest is how long there is peace at most; it ends at a random moment before. 0 for a second.
	Longest time.Duration
	// Seed decides what the players do, and when there is a strike.
	Seed uint64
	// Control is the clock of every table, "" for none.
	Control string
	// Journal gets a line of JSON for every strike, nil for nowhere.
	Journal io.Writer
	// Patience is how long a server may tell less than another one has told before that counts as lost: between
	// processes news takes a moment.
	Patience time.Duration
	// Plain lets the players do nothing but move, so that nothing is refused for crossing something else.
	Plain bool
	// UntilFound ends the run at the first finding.
	UntilFound bool
}

// OrdealReport is what came of an [Ordeal].
type OrdealReport struct {
	Strikes  int
	Tables   int
	Counts   Counts
	InFlight int64         // messages without an answer at the moments of the strikes
	Slowest  time.Duration // strike
	Findings []Finding
}

// ordealLine is a line of the journal.
type ordealLine struct {
	Strike       int       `json:"strike"`
	What         string    `json:"what"`
	At           time.Time `json:"at"`
	Peace        int64     `json:"peace_ms"`
	InFlight     int64     `json:"in_flight"`
	Acknowledged int64     `json:"acknowledged"`
	Told         int64     `json:"told"`
	Compared     int       `json:"tables_compared"`
	Took         int64     `json:"took_ms"`
	Findings     []Finding `json:"findings,omitempty"`
}

// patience is how long an ordeal waits for people to play on after a strike.
const patience = time.Minute

// playedOn waits until more was acknowledged than before, so that a strike on a slow
// machine does not come before anything could be lost.
func playedOn(ctx context.Context, ledger *Ledger, before int64) bool {
	for until := time.Now().Add(patience); ledger.Counts().Acknowledged <= before; {
		if time.Now().After(until) || pause(ctx, 5*time.Millisecond) != nil {
			return ctx.Err() != nil
		}
	}
	return true
}

// Ordeal plays many games at once, strikes the servers at random moments, and
// compares after every strike what was acknowledged and sent before with what is sent then.
// The error says that the run itself failed; broken promises are findings of the
// report.
func Ordeal(ctx context.Context, o OrdealOptions) (OrdealReport, error) {
	if o.Longest == 0 {
		o.Longest = time.Second
	}
	ledger := NewLedger()
	crowd, err := NewCrowd(CrowdOptions{
		Address: o.Address, Seed: o.Seed, Control: o.Control,
		Live: client.LiveOptions{Observer: ledger, LongestWait: 100 * time.Millisecond, ResendAfter: time.Second},
	})
	if err != nil {
		return OrdealReport{}, err
	}
	defer crowd.Close()
	judge, err := crowd.Guest(ctx)
	if err != nil {
		return OrdealReport{}, err
	}
	play, stop := context.WithCancel(ctx)
	defer stop()
	games := &gameList{ledger: ledger, plain: o.Plain}
	var playing sync.WaitGroup
	for n := range o.Pairs {
		playing.Go(func() { games.playOn(play, crowd, int64(n), int64(o.Pairs)) })
	}

	report := OrdealReport{}
	var acknowledged int64 // at the strike before
	random := rand.New(rand.NewPCG(o.Seed, 1<<40))
	for report.Strikes < o.Strikes && ctx.Err() == nil {
		if !playedOn(ctx, ledger, acknowledged) {
			if o.UntilFound {
				break // what is planted may stop the games
			}
			return report, fmt.Errorf("no move was acknowledged within %s before strike %d", patience, report.Strikes+1)
		}
		peace := o.Longest/20 + time.Duration(random.Int64N(int64(o.Longest)))
		if pause(ctx, peace) != nil {
			break
		}
		before, at := ledger.Counts(), time.Now()
		report.Strikes++
		what, err := o.Strike(ctx, report.Strikes)
		if err != nil {
			return report, err
		}
		report.InFlight += before.open()
		report.Slowest = max(report.Slowest, time.Since(at))
		line := ordealLine{
			Strike: report.Strikes, What: what, At: at, Peace: peace.Milliseconds(), InFlight: before.open(),
			Acknowledged: before.Acknowledged, Told: before.Received, Took: time.Since(at).Milliseconds(),
		}
		known := len(ledger.Findings())
		if line.Compared, err = games.compare(ctx, judge, games.sinceLast(), o.Patience); err != nil {
			return report, err
		}
		line.Findings = ledger.Findings()[known:]
		acknowledged = ledger.Counts().Acknowledged
		if err := writeLine(o.Journal, line); err != nil {
			return report, err
		}
		if o.UntilFound && len(ledger.Findings()) > 0 {
			break
		}
	}
	stop()
	playing.Wait()
	// The last comparison is with servers that nobody talks to any more.
	if ctx.Err() == nil && (!o.UntilFound || len(ledger.Findings()) == 0) {
		if _, err := games.compare(ctx, judge, games.all(), o.Patience); err != nil {
			return report, err
		}
	}
	report.Tables, report.Counts, report.Findings = len(games.all()), ledger.Counts(), ledger.Findings()
	return report, ctx.Err()
}

// compare holds tables against the ledger and returns how many there are.
func (g *gameList) compare(ctx context.Context, judge *client.Session, ids []string, patience time.Duration) (int, error) {
	marks := map[string]Mark{}
	for _, id := range ids {
		marks[id] = g.ledger.Mark(id)
	}
	return len(marks), compareAll(ctx, g.ledger, judge, marks, patience)
}

// Kills is an [Ordeal] in which one server is killed as kill -9 does and started
// again, at the same address and on the same data: start is called with the address
// each time. Address and Strike of the options are not read.
func Kills(ctx context.Context, start func(ctx context.Context, addr string) (*Server, error), o OrdealOptions) (OrdealReport, error) {
	addr, err := FreeAddr()
	if err != nil {
		return OrdealReport{}, err
	}
	server, err := start(ctx, addr)
	if err != nil {
		return OrdealReport{}, err
	}
	defer func() { server.Kill() }()
	o.Address = server.Address
	o.Strike = func(ctx context.Context, _ int) (string, error) {
		select {
		case <-server.Ended():
			return "", errors.New("the server has ended by itself")
		default:
		}
		server.Kill()
		again, err := start(ctx, addr)
		if err != nil {
			return "", fmt.Errorf("the server does not start again: %w", err)
		}
		server = again
		return "kill", nil
	}
	return Ordeal(ctx, o)
}

// open returns how many messages have no answer.
func (c Counts) open() int64 {
	n := c.Sent - c.Acknowledged
	for _, refused := range c.Refused {
		n -= refused
	}
	return n
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

// errBehind says that a server has not heard yet what another one has done.
var errBehind = errors.New("the server is behind")

// compareAll reads tables and holds them against the ledger.
func compareAll(ctx context.Context, ledger *Ledger, judge *client.Session, marks map[string]Mark, patience time.Duration) error {
	ids := make(chan string)
	var workers sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for range 4 {
		workers.Go(func() {
			for id := range ids {
				var table api.Table
				mark, until := marks[id], time.Now().Add(patience)
				err := Again(ctx, func() (err error) {
					table, err = judge.Table(ctx, id)
					if err == nil && table.Seq < mark.least() && time.Now().Before(until) {
						err = errBehind
					}
					return err
				})
				refused := new(client.Refused)
				switch {
				case err == nil:
					ledger.Compare(mark, &table)
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
	plain  bool // moves only

	mu    sync.Mutex
	list  []string
	over  map[string]bool
	known map[string]bool // those that were over when they were compared last
}

// playOn plays one game after the other. New pairs are made after a few games,
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
				p.Ledger, p.Rand, p.Manners = g.ledger, crowd.Random(2*n+int64(i)), !g.plain
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
