package table

import (
	"context"

	"cairn.example/internal/play"
)

// Sweep does once what Run does again and again, so that tests need not wait.
func (s *Service) Sweep(ctx context.Context) { s.sweep(ctx) }

// CloseUnseen and ForgetTables do likewise.
func (s *Service) CloseUnseen(ctx context.Context)  { s.closeUnseen(ctx) }
func (s *Service) ForgetTables(ctx context.Context) { s.forgetTables(ctx) }

// Tidy drops what is no longer used, at once.
func (s *Service) Tidy() { s.tidy() }

// Game is the game at a table, as it is in memory or else in the store.
func (s *Service) Game(ctx context.Context, id string) (*play.State, error) {
	t := s.use(id)
	defer s.done(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := s.load(ctx, t); err != nil {
		return nil, err
	}
	return t.cached.state.game.Clone(), nil
}

// Kept counts the tables and the states in memory.
func (s *Service) Kept() (tables, states int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hotMu.Lock()
	defer s.hotMu.Unlock()
	return len(s.tables), s.hot.Len()
}

// The bounds that tests hold the behavior against.
const (
	MostLag    = mostLag
	LagGain    = lagGain
	PassAfter  = passAfter
	SettleTime = settleTime
	SweepEvery = sweepEvery
	OpenFor    = openFor
	UnseenFor  = unseenFor

	UnplayedFor = unplayedFor
	MostAsks    = mostAsks
	MostUnread  = mostUnread
)

var (
	ClaimAfter = claimThreshold
	NewID      = newID
)
