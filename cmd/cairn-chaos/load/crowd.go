package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
)

// Crowd is many people at one server, each with a session and a live connection of
// its own, who come from several addresses of this machine.
type Crowd struct {
	o          CrowdOptions
	transports []*http.Transport
	number     atomic.Int64
}

// CrowdOptions say who comes.
type CrowdOptions struct {
	// Address is that of the server.
	Address string
	// Far allows a server that is not on this machine.
	Far bool
	// Seed makes what the players choose the same every time.
	Seed uint64
	// Live are the options of every live connection.
	Live client.LiveOptions
	// Games are the rule sets in turn; nil for all.
	Games []string
	// Control is the clock of every table, "" for none.
	Control string
}

// ErrFar says that a server is not on this machine.
var ErrFar = errors.New("the server is not on this machine")

// addresses is from how many addresses of this machine people come: one has some
// 28,000 ports for connections to one server.
const addresses = 8

// NewCrowd returns a crowd of nobody yet.
func NewCrowd(o CrowdOptions) (*Crowd, error) {
	u, err := url.Parse(o.Address)
	if err != nil {
		return nil, err
	}
	near := u.Hostname() == "localhost"
	if ip := net.ParseIP(u.Hostname()); ip != nil {
		near = ip.IsLoopback()
	}
	if !near && !o.Far {
		return nil, fmt.Errorf("%s: %w", o.Address, ErrFar)
	}
	if o.Games == nil {
		for _, g := range games.All() {
			o.Games = append(o.Games, g.ID())
		}
	}
	if o.Control == "" {
		o.Control = "-"
	}
	c := &Crowd{o: o}
	for i := range addresses {
		t := &http.Transport{MaxIdleConnsPerHost: 64, IdleConnTimeout: 10 * time.Second}
		if ip := c.from(i); ip != nil {
			t.DialContext = (&net.Dialer{LocalAddr: &net.TCPAddr{IP: ip}}).DialContext
		}
		c.transports = append(c.transports, t)
	}
	return c, nil
}

// from is the address of this machine from which the n-th person comes; nil for any,
// where the system has only one or the server is elsewhere.
func (c *Crowd) from(n int) net.IP {
	u, _ := url.Parse(c.o.Address)
	if ip := net.ParseIP(u.Hostname()); !manyLoopbacks || ip == nil || ip.To4() == nil || !ip.IsLoopback() {
		return nil
	}
	return net.IPv4(127, 0, 1, byte(1+n%addresses))
}

// Close drops the connections that wait for another call.
func (c *Crowd) Close() {
	for _, t := range c.transports {
		t.CloseIdleConnections()
	}
}

// Random returns the choices of the n-th player.
func (c *Crowd) Random(n int64) *rand.Rand {
	return rand.New(rand.NewPCG(c.o.Seed, uint64(n)))
}

// Guest makes one more person. While the server does not answer it is asked again.
func (c *Crowd) Guest(ctx context.Context) (*client.Session, error) {
	n := int(c.number.Add(1))
	s, err := client.NewSession(c.o.Address, client.Options{Transport: c.transports[n%addresses], From: c.from(n)})
	if err != nil {
		return nil, err
	}
	return s, Again(ctx, func() error {
		_, err := s.Guest(ctx, "")
		return err
	})
}

// Again calls f until it succeeds or is refused for good.
func Again(ctx context.Context, f func() error) error {
	for {
		err := f()
		refused := new(client.Refused)
		if err == nil || errors.As(err, &refused) && refused.Status < 500 && refused.Status != http.StatusTooManyRequests {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Pair is two people at a table.
type Pair struct {
	ID       string
	Sessions [2]*client.Session
	Lives    [2]*client.Live
	Tables   [2]*client.Table
}

// Close ends both connections.
func (p *Pair) Close() {
	for _, l := range p.Lives {
		if l != nil {
			l.Close()
		}
	}
}

// Pair makes two guests with a live connection each.
func (c *Crowd) Pair(ctx context.Context) (*Pair, error) {
	return c.pair(ctx, nil)
}

// pair is Pair with an observer for each connection.
func (c *Crowd) pair(ctx context.Context, observer func() client.Observer) (*Pair, error) {
	p := &Pair{}
	o := c.o.Live
	o.PingEvery = cmp.Or(o.PingEvery, 20*time.Second) // thousands of players in one process measure something else
	for i := range p.Sessions {
		s, err := c.Guest(ctx)
		if err != nil {
			return nil, err
		}
		if observer != nil {
			o.Observer = observer()
		}
		p.Sessions[i], p.Lives[i] = s, s.Live(o)
	}
	return p, nil
}

// Sit makes a table of the n-th game and lets both sit down; it returns when the
// game has begun. Where the table before is there, it is no longer watched.
func (c *Crowd) Sit(ctx context.Context, p *Pair, n int64) error {
	var made api.Table
	if err := Again(ctx, func() (err error) {
		made, err = p.Sessions[0].Create(ctx, api.Options{Game: c.o.Games[int(n)%len(c.o.Games)], Control: c.o.Control})
		return err
	}); err != nil {
		return err
	}
	for i, l := range p.Lives {
		if p.ID != "" {
			l.Unwatch(p.ID)
		}
		p.Tables[i] = l.Watch(made.ID)
	}
	p.ID = made.ID
	if _, err := p.Tables[1].Sit(ctx); err != nil {
		return err
	}
	for _, t := range p.Tables {
		if err := t.Wait(ctx, func(v *client.View) bool { return v.State != nil }); err != nil {
			return err
		}
	}
	return nil
}

// Play lets both play the game to its end. Each player, number 0 and 1, is handed to
// dress first. The error is the first one.
func (p *Pair) Play(ctx context.Context, dress func(i int, p *Player)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var both sync.WaitGroup
	for i := range p.Tables {
		player := &Player{Table: p.Tables[i]}
		dress(i, player)
		both.Go(func() {
			if err := player.Play(ctx); err != nil {
				stop(err)
			}
		})
	}
	both.Wait()
	return context.Cause(ctx)
}
