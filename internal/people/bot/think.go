package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/players"
	"cairn.example/ugi"
)

// Turn is a position in which a program has to move.
type Turn struct {
	Table string
	// Seed is drawn for the seat at this table: who has won a game does not win it again by the same moves.
	Seed  string
	Start game.Position
	Moves []game.Move
	// Position is what they have led to.
	Position game.Position
	Limits   engine.Limits
}

// Thinker finds moves, one at a time. Forget drops what is kept of a table.
type Thinker interface {
	Think(ctx context.Context, t Turn) (game.Move, error)
	Forget(table string)
	Close() error
}

// seedOf follows from what the layout of a table was drawn from, its id and the side: another one for every seat.
func seedOf(t *api.Table, side game.Side) string {
	h := sha256.New()
	if r := t.Reveal; r != nil {
		h.Write([]byte(r.Secret + r.Nonces[0] + r.Nonces[1]))
	}
	h.Write([]byte(t.ID + play.SideWord(side)))
	return hex.EncodeToString(h.Sum(nil)[:16])
}

const (
	overhead    = 200 * time.Millisecond // until a move has arrived
	mostThought = 10 * time.Second       // where there is no clock, or days for a move
)

// limitsOf are those of a search, by what the clocks show.
func limitsOf(c play.Clocks) engine.Limits {
	switch {
	case !c.Control.On():
		return engine.Limits{MoveTime: mostThought}
	case c.Control.Renews():
		return engine.Limits{MoveTime: min(min(c.Left[0], c.Left[1])/2, mostThought)}
	}
	gain := c.Control.Increment
	return engine.Limits{
		Clock: c.Left, Clocked: true, Increment: [2]time.Duration{gain, gain}, Base: c.Control.Base, Ply: c.Plies, Overhead: overhead,
	}
}

// level thinks by a player of this program, one for each table.
type level struct {
	name   string
	tables map[string]players.Player
}

// NewLevel returns a thinker by a player of this program, such as "level5". The error is that of [players.New].
func NewLevel(name string) (Thinker, error) {
	l := &level{name: name, tables: map[string]players.Player{}}
	if !isPlayer(name) {
		return nil, &players.UnknownError{Name: name}
	}
	return l, nil
}

func isPlayer(name string) bool {
	for _, known := range players.Names() {
		if known == name {
			return true
		}
	}
	return false
}

func (l *level) Think(ctx context.Context, t Turn) (game.Move, error) {
	p := l.tables[t.Table]
	if p == nil {
		var err error
		if p, err = players.New(t.Position.Game(), l.name, players.Options{Seed: t.Seed}); err != nil {
			return 0, err
		}
		l.tables[t.Table] = p
	}
	r, err := p.Choose(ctx, t.Position, t.Limits, nil)
	return r.Move, err
}

func (l *level) Forget(table string) { delete(l.tables, table) }
func (l *level) Close() error        { return nil }

// program thinks by a program that speaks the text engine protocol. After a fault it is started again.
type program struct {
	command []string
	client  *ugi.Client
	table   string
}

// NewProgram returns a thinker by a program that speaks the text engine protocol.
func NewProgram(ctx context.Context, command []string) (Thinker, error) {
	p := &program{command: command}
	return p, p.start(ctx)
}

func (p *program) start(ctx context.Context) (err error) {
	p.table = ""
	p.client, err = ugi.Start(ctx, p.command, ugi.ClientOptions{})
	return err
}

func (p *program) Think(ctx context.Context, t Turn) (game.Move, error) {
	m, err := p.think(ctx, t)
	if err == nil || ctx.Err() != nil {
		return m, err
	}
	_ = p.Close() // it has failed already
	if again := p.start(ctx); again != nil {
		return 0, errors.Join(err, again)
	}
	return p.think(ctx, t)
}

func (p *program) think(ctx context.Context, t Turn) (game.Move, error) {
	if p.client == nil {
		return 0, errors.New("the program does not run")
	}
	if p.table != t.Table {
		if err := p.client.NewGame(ctx, t.Start.Game()); err != nil {
			return 0, err
		}
		p.table = t.Table
	}
	r, err := p.client.Go(ctx, t.Start, t.Moves, ugi.Go{Limits: t.Limits}, nil)
	return r.Move, err
}

func (p *program) Forget(string) {}

func (p *program) Close() error {
	if p.client == nil {
		return nil
	}
	client := p.client
	p.client = nil
	return client.Close()
}
