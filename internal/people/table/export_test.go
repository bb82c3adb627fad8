package table

import (
	"context"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// Sweep does once what Run does again and again, so that tests need not wait.
func (s *Service) Sweep(ctx context.Context) { s.tables.sweep(ctx) }

// CloseUnseen and ForgetTables do likewise.
func (s *Service) CloseUnseen(ctx context.Context)  { s.tables.closeUnseen(ctx) }
func (s *Service) ForgetTables(ctx context.Context) { s.tables.forgetUnplayed(ctx) }

// Tidy drops what is no longer used, at once.
func (s *Service) Tidy() { s.tables.tidy() }

// Game is the game at a table, as it is in memory or else in the store.
func (s *Service) Game(ctx context.Context, id string) (*play.State, error) {
	t, ctx, unlock := s.tables.lock(ctx, id)
	defer unlock()
	if _, err := t.load(ctx); err != nil {
		return nil, err
	}
	return t.cached.state.game.Clone(), nil
}

// BySession returns who has the session with a token, without using it.
func (s *Service) BySession(ctx context.Context, token string) (api.Person, error) {
	found, err := s.accounts.bySession(ctx, token)
	return found.Person, err
}

// KeepHot keeps that many games in memory besides the log.
func (s *Service) KeepHot(most int) { s.tables.most = most }

// Kept counts the tables and the states in memory.
func (s *Service) Kept() (tables, states int) {
	l := s.tables
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hotMu.Lock()
	defer l.hotMu.Unlock()
	return len(l.byID), l.hot.Len()
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

var ClaimAfter = play.Control.ClaimAfter

// LookAway holds the games of those who are away now.
func (s *Service) LookAway(ctx context.Context) { s.tables.lookAway(ctx) }
