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
	"sync"
	"sync/atomic"
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
	// Hot is how many games are kept in memory besides the log; 0 for 2,048.
	Hot int
}

// Service is all tables, as one process sees them. Its methods are safe for
// concurrent use.
//
// A method returns an *[api.Error] where it refuses something; nothing has changed
// then. Any other error is a fault: it is not known to the caller whether the thing
// was done, and the caller says "busy", so that the client repeats it later under
// the same id. Faults are logged here.
type Service struct {
	store      Store
	bus        Bus
	rand       io.Reader
	log        *slog.Logger
	limits     Limits
	claims     time.Duration // Config.ClaimAfter
	settleTime time.Duration
	node       string

	mu          sync.Mutex
	tables      map[string]*liveTable
	people      map[string]*connected // who has a live connection here
	lobby       map[*Session]struct{}
	nodes       map[string]*nodeNews // other processes
	presenceDue map[*liveTable]time.Time
	invited     map[invited]time.Time // who was asked to play where, and when
	origins     map[string]string     // by table: the network it was made from, hashed with originKey
	originKey   []byte                // drawn by each process: nobody else can find out the network
	// lobbyChanges counts the changes of the lobby, lobbyTold those that everybody in it was told of.
	lobbyChanges, lobbyTold int64
	// lobbyOwed says that it could not be read when it was to be told.
	lobbyOwed bool
	// lobbyHinted says that the other processes were told of a change since the last look, lobbyHintOwed that there was
	// another one after it.
	lobbyHinted, lobbyHintOwed bool

	lobbyMu   sync.Mutex
	lobbyView *lobbyView // the last one, for all who ask

	hotMu sync.Mutex
	hot   *list.List // of *liveTable, the one used last in front
	most  int

	names    nameCache
	rates    rate.Buckets
	creating keyLocks // by person: who is making a table
	// presenceKnownSince is since when this process is told of everybody who is connected anywhere.
	presenceKnownSince time.Time
	// mustAskAgain says that hints of who is at which table may have been lost, so that the other processes are to be asked
	// once more; guarded by mu.
	mustAskAgain bool
	// silentSince is since when more processes serve than are heard of, zero while all are. processCountUnknown says
	// that the store did not tell how many serve. All are guarded by mu.
	silentSince         time.Time
	processCountUnknown bool
	silenceLogged       bool // and the log was told of that
	// missed says that hints came faster than they could be followed.
	missed atomic.Bool
}

// New returns a service. It does nothing by itself before [Service.Run].
func New(c Config) *Service {
	s := &Service{
		store: c.Store, bus: c.Bus, rand: c.Rand, log: c.Log, limits: c.Limits.orUsual(), claims: c.ClaimAfter, settleTime: settleTime, most: c.Hot,
		tables: map[string]*liveTable{}, people: map[string]*connected{}, lobby: map[*Session]struct{}{},
		nodes: map[string]*nodeNews{}, presenceDue: map[*liveTable]time.Time{}, invited: map[invited]time.Time{}, origins: map[string]string{}, hot: list.New(),
	}
	if s.bus == nil {
		s.bus = alone{}
	}
	if s.rand == nil {
		s.rand = rand.Reader
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.claims > 0 {
		s.settleTime = min(s.settleTime, s.claims)
	}
	if s.most == 0 {
		s.most = 2048
	}
	s.presenceKnownSince = s.now()
	s.originKey = s.random(sha256.Size)
	s.node = hex.EncodeToString(s.random(8))
	return s
}

// alone is the bus of a process without others.
type alone struct{}

func (alone) Publish(Hint)                                      {}
func (alone) Subscribe(ctx context.Context, _ func(Hint)) error { <-ctx.Done(); return ctx.Err() }
func (alone) Healthy() bool                                     { return true }

// now is the time of the store in whole milliseconds, as everything is stored.
func (s *Service) now() time.Time { return s.store.Now().Truncate(time.Millisecond) }

// random returns so many random bytes. crypto/rand never fails; a source that does
// must not be replaced by something that can be guessed.
func (s *Service) random(n int) []byte {
	b := make([]byte, n)
	if _, err := io.ReadFull(s.rand, b); err != nil {
		panic("table: no random numbers: " + err.Error())
	}
	return b
}

// fault logs an error of the store and returns it.
func (s *Service) fault(doing string, table string, err error) error {
	switch {
	case errors.Is(err, ErrBusy), errors.Is(err, context.Canceled):
	case errors.Is(err, ErrFull) && s.rates.Take(fullLogged, "full", s.now()) > 0:
	default:
		s.log.Error("table: "+doing, "table", table, "err", err)
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

// storeTime bounds what one call of the store may take. A commit goes on when the
// client that asked for it is gone.
const storeTime = 10 * time.Second

func storeContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), storeTime)
}
