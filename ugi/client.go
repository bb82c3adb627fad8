package ugi

import (
	"cmp"
	"context"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
)

// ClientOptions say how a program is started. The zero value is good.
type ClientOptions struct {
	// Handshake is how long the program may take for its greeting and to get
	// ready; 0 means 10 seconds.
	Handshake time.Duration

	// Grace is how long it may take to answer "stop" and to end after "quit"
	// before it counts as hung; 0 means one second.
	Grace time.Duration

	// Dropped, if set, is called with each answer that the program gives without being
	// asked. It is dropped.
	Dropped func(line string)
}

// FaultKind says what a program did wrong.
type FaultKind string

// The faults.
const (
	Crash    FaultKind = "crash"    // it ended by itself, or could not be started
	Hang     FaultKind = "hang"     // it did not answer in time and was killed
	Illegal  FaultKind = "illegal"  // it answered what is no legal move
	Protocol FaultKind = "protocol" // it does not do what was asked, such as play the game
)

// Fault is what a program did wrong. After one, but Illegal and Protocol, the
// program is gone.
type Fault struct {
	Kind   FaultKind
	Detail string // one line
}

// Error returns kind and detail.
func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Detail }

// Reply is a program's answer to [Client.Go].
type Reply struct {
	// Result is what it answered: Info is the last one of the best line, Lines are
	// the last ones of each line.
	engine.Result

	// Took is the time from asking to the answer, as we measured it; the
	// result's Time is what the program says.
	Took time.Duration
}

// Client drives a program. Its methods may be called by one goroutine at a time.
type Client struct {
	process *Process
	o       ClientOptions
	name    string
	options map[string]string // lower-case name -> the rest of the option line
	offered []string          // the names of the options as the program writes them
	game    string
}

// Start runs a program and waits for its greeting. The error is a *[Fault].
func Start(ctx context.Context, command []string, o ClientOptions) (*Client, error) {
	if o.Handshake <= 0 {
		o.Handshake = 10 * time.Second
	}
	if o.Grace <= 0 {
		o.Grace = time.Second
	}
	p, err := StartProcess(command)
	if err != nil {
		return nil, err
	}
	c := &Client{process: p, o: o, options: map[string]string{}}
	if err := c.greet(ctx); err != nil {
		p.Kill()
		return nil, err
	}
	return c, nil
}

func (c *Client) greet(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.o.Handshake)
	defer cancel()
	if err := c.process.Send("ugi"); err != nil {
		return err
	}
	for {
		line, err := c.process.Line(ctx, "ugiok")
		if err != nil {
			return err
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "ugiok":
			return c.ready(ctx)
		case "id":
			if name, ok := strings.CutPrefix(rest, "name "); ok {
				c.name = clean(name)
			}
		case "option":
			// option name NAME type TYPE ...
			name, kind, _ := strings.Cut(strings.TrimPrefix(rest, "name "), " type ")
			c.options[strings.ToLower(name)] = kind
			c.offered = append(c.offered, clean(name))
		}
	}
}

// ready waits until the program has done all it was sent. Answers that come before
// that belong to nothing that was asked.
func (c *Client) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.o.Handshake)
	defer cancel()
	if err := c.process.Send("isready"); err != nil {
		return err
	}
	for {
		line, err := c.process.Line(ctx, "readyok")
		if err != nil {
			c.process.Kill()
			return err
		}
		if strings.TrimSpace(line) == "readyok" {
			return nil
		}
		if reason, bad := strings.CutPrefix(line, "info string error:"); bad {
			return &Fault{Protocol, clean(strings.TrimSpace(reason))}
		}
		if strings.HasPrefix(line, "bestmove") && c.o.Dropped != nil {
			c.o.Dropped(line)
		}
	}
}

// Name returns the name the program gave itself, "" without one.
func (c *Client) Name() string { return c.name }

// HasOption reports whether the program names such an option.
func (c *Client) HasOption(name string) bool {
	_, ok := c.options[strings.ToLower(name)]
	return ok
}

// SetOption sets an option. The error is a *[Fault], of kind Protocol when the
// program names no such option or refuses the value.
func (c *Client) SetOption(ctx context.Context, name, value string) error {
	if !c.HasOption(name) {
		return &Fault{Protocol, "the program has no option " + quoted(name) + "; it has " + cmp.Or(strings.Join(c.offered, ", "), "none")}
	}
	line := "setoption name " + clean(name)
	if value != "" {
		line += " value " + clean(value)
	}
	if err := c.process.Send(line); err != nil {
		return err
	}
	return c.ready(ctx)
}

// NewGame has the program forget the last game and get ready for one of g.
func (c *Client) NewGame(ctx context.Context, g game.Game) error {
	if c.game != g.ID() {
		if kind, ok := c.options["game"]; ok {
			if strings.HasPrefix(kind, "combo") && !strings.Contains(kind+" ", " var "+g.ID()+" ") {
				return &Fault{Protocol, "the program does not play " + g.ID()}
			}
			if err := c.SetOption(ctx, "Game", g.ID()); err != nil {
				return err
			}
		}
		c.game = g.ID()
	}
	if err := c.process.Send("uginewgame"); err != nil {
		return err
	}
	return c.ready(ctx)
}

// Go asks for a move in the position after moves from start. When ctx ends it tells the
// program to stop, and kills it when it still does not answer. onInfo may
// be nil. The error is a *[Fault].
func (c *Client) Go(ctx context.Context, start game.Position, moves []game.Move, g Go, onInfo func(engine.Info)) (Reply, error) {
	p := start.Copy()
	for _, m := range moves {
		p.PlayUnchecked(m)
	}
	if err := c.process.Send(positionLine(start, moves)); err != nil {
		return Reply{}, err
	}
	if err := c.ready(ctx); err != nil {
		return Reply{}, err
	}
	began := time.Now()
	if err := c.process.Send(g.String()); err != nil {
		return Reply{}, err
	}
	var r Reply
	stopped := false
	for {
		line, err := c.process.Line(ctx, "bestmove")
		if err != nil {
			if ctx.Err() == nil {
				return Reply{}, err
			}
			if stopped {
				c.process.Kill()
				return Reply{}, err
			}
			// The time is up: the program may still answer "stop".
			stopped = true
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), c.o.Grace)
			defer cancel()
			if err := c.process.Send("stop"); err != nil {
				return Reply{}, err
			}
			continue
		}
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		switch fields[0] {
		case "info":
			i, ok := ParseInfo(line, p)
			if ok {
				r.addInfo(i)
			}
			if ok && onInfo != nil {
				onInfo(i)
			}
		case "bestmove":
			r.Took = time.Since(began)
			err := r.setMove(fields[1:], p)
			return r, err
		}
	}
}

// addInfo keeps an info line of the program.
func (r *Reply) addInfo(i engine.Info) {
	switch n := i.MultiPV; {
	case n >= 1 && n <= len(r.Lines):
		r.Lines[n-1] = i
	case n == len(r.Lines)+1 && n <= maxMultiPV:
		r.Lines = append(r.Lines, i)
	}
	if i.MultiPV == 1 {
		r.Info = i
	}
}

// setMove reads what follows "bestmove".
func (r *Reply) setMove(fields []string, p game.Position) error {
	if len(fields) == 0 {
		return &Fault{Illegal, "bestmove is followed by no move"}
	}
	m, err := p.ParseMove(fields[0])
	if err != nil {
		return &Fault{Illegal, clean(quoted(fields[0]) + ": " + err.Error())}
	}
	r.Move = m
	if len(fields) > 2 && fields[1] == "ponder" {
		p.PlayUnchecked(m)
		r.Ponder, _ = p.ParseMove(fields[2])
	}
	return nil
}

// PID returns the process number of the program; see [Process.PID].
func (c *Client) PID() int { return c.process.PID() }

// Close asks the program to end and kills it when it does not.
func (c *Client) Close() error {
	c.process.Send("quit")
	return c.process.Close(c.o.Grace)
}
