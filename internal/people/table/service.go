package table

import (
	"container/list"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
)

// Config is what a [Service] works with.
type Config struct {
	Store Store
	// Bus carries hints to other processes; nil where there are none.
	Bus Bus
	// Rand gives secrets and ids; nil for crypto/rand.
	Rand io.Reader
	// Log receives faults of the store and what operators want to know; nil for slog.Default.
	Log *slog.Logger
	// Limits bounds what one person may do; the zero value means the usual ones.
	Limits Limits
	// ClaimAfter is for how long an opponent must be away before a game can be claimed, and after a start for how long
	// it is not known who is away, if that is less than a minute; 0 for what fits the clock of the game. A game of days
	// is never claimed.
	ClaimAfter time.Duration
	// Ratings are those of the people; nil where no game is rated.
	Ratings Ratings
}

// env is what the parts of a service work with: the store and the like, and each other. Each
// part has a lock of its own. That of a table is taken before theirs, and of theirs one at a
// time, with these exceptions: the list of the hot tables is locked within that of all, the
// table of a rematch, which is always newer, within the one before it, and the lobby within a
// session.
type env struct {
	store      Store
	bus        Bus
	rand       io.Reader
	log        *slog.Logger
	limits     Limits
	rates      rate.Buckets
	claims     time.Duration // Config.ClaimAfter
	ratings    Ratings       // nil where no game is rated
	settleTime time.Duration
	node       string // names this process

	tables      *Tables
	lobby       *Lobby
	presence    *Presence
	peers       *Peers
	stands      *Stands
	accounts    *Accounts
	invitations *invitations
	blocks      *blocks
	active      *activity
}

// Service is all tables, as one process sees them. Its methods are safe for
// concurrent use.
//
// A method returns an *[api.Error] where it refuses something; nothing has changed
// then. Any other error is a fault: it is not known to the caller whether the thing
// was done, and the caller says "busy", so that the client repeats it later under
// the same id. Faults are logged here.
type Service struct {
	*env
	*Accounts
}

// New returns a service. It does nothing by itself before [Service.Run].
func New(c Config) *Service {
	e := &env{store: c.Store, bus: c.Bus, rand: c.Rand, log: c.Log, limits: c.Limits.orUsual(), claims: c.ClaimAfter, ratings: c.Ratings, settleTime: settleTime}
	if e.bus == nil {
		e.bus = alone{}
	}
	if e.rand == nil {
		e.rand = rand.Reader
	}
	if e.log == nil {
		e.log = slog.Default()
	}
	if e.claims > 0 {
		e.settleTime = min(e.settleTime, e.claims)
	}
	originKey := e.random(sha256.Size)
	e.node = hex.EncodeToString(e.random(8))
	e.accounts = &Accounts{env: e}
	e.presence = &Presence{env: e, people: map[string]*connected{}, due: map[string]time.Time{}}
	e.peers = &Peers{env: e, nodes: map[string]*nodeNews{}, knownSince: e.now()}
	e.stands = &Stands{env: e, sessions: map[*Session]*stand{}}
	e.lobby = &Lobby{env: e, sessions: map[*Session]struct{}{}, left: map[string]time.Time{}, origins: map[string]string{}, originsSince: e.now(), originKey: originKey}
	e.active = &activity{env: e, people: map[string]*acted{}}
	e.invitations = &invitations{env: e, asked: map[invited]time.Time{}, declined: map[[2]string]time.Time{}, twice: map[[2]string]time.Time{}}
	e.blocks = &blocks{env: e}
	e.tables = &Tables{env: e, byID: map[string]*liveTable{}, hot: list.New(), most: mostHot}
	return &Service{e, e.accounts}
}

// Do carries out a message of a person that needs no connection: send, sit, leave, terms, ask,
// invite, rematch, claim or say. It returns the number of the event that the message became; for
// say that of the line. It is durable then. The same id of the same person at the same table is
// carried out once, and acknowledged as often as it comes; one that was refused is refused again.
//
// On a refusal the number is that of the last event, and those who watch the table
// know everything up to it.
func (s *Service) Do(ctx context.Context, person string, m api.ToServer) (int64, error) {
	return s.tables.do(ctx, person, m, 0)
}

// alone is the bus of a process without others.
type alone struct{}

func (alone) Publish(Hint)                                      {}
func (alone) Subscribe(ctx context.Context, _ func(Hint)) error { <-ctx.Done(); return ctx.Err() }
func (alone) Healthy() bool                                     { return true }

// publish gives the other processes a hint.
func (e *env) publish(h Hint) {
	h.Node = e.node
	e.bus.Publish(h)
}

// now is the time of the store in whole milliseconds, as everything is stored.
func (e *env) now() time.Time { return e.store.Now().Truncate(time.Millisecond) }

// random returns n random bytes. crypto/rand never fails; a source that does
// must not be replaced by something that can be guessed.
func (e *env) random(n int) []byte {
	b := make([]byte, n)
	if _, err := io.ReadFull(e.rand, b); err != nil {
		panic("table: no random numbers: " + err.Error())
	}
	return b
}

// fault logs an error of the store and returns it.
func (e *env) fault(doing string, table string, err error) error {
	switch {
	case errors.Is(err, ErrBusy), errors.Is(err, context.Canceled):
	case errors.Is(err, ErrFull) && e.rates.Take(fullLogged, "full", e.now()) > 0:
	default:
		e.log.Error("table: "+doing, "table", table, "err", err)
	}
	return err
}

// fullLogged is how often the log tells that the disk is full, on which it may lie itself.
var fullLogged = rate.Limit{Burst: 1, Every: time.Minute}

// refused reports whether an error is a refusal, not a fault.
func refused(err error) bool {
	var e *api.Error
	return errors.As(err, &e)
}
