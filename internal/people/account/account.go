package account

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
)

// Store is what a [Service] keeps. The store of the tables has it.
type Store interface {
	Now() time.Time
	Person(ctx context.Context, id string) (table.PersonRow, error)
	NewCredential(ctx context.Context, c table.Credential) error
	ByCredential(ctx context.Context, kind string, hash []byte) (table.PersonRow, table.Credential, error)
	DeleteCredential(ctx context.Context, kind string, hash []byte) error

	// Claim makes a guest an account with a name and a code; table.ErrConflict where the name is taken, and
	// table.ErrNotFound where there is no such guest.
	Claim(ctx context.Context, name, skeleton string, code table.Credential, session []byte) error
	// ReplaceCode gives an account another code and ends all sessions but one; with no one, passkeys too. table.ErrNotFound
	// where there is no such account.
	ReplaceCode(ctx context.Context, code table.Credential, session []byte) error
	// Sessions returns the sessions of a person, the one used last first.
	Sessions(ctx context.Context, person string) ([]table.Credential, error)
	// EndSessionsBut ends all sessions of a person but one.
	EndSessionsBut(ctx context.Context, person string, session []byte) error
	// AccountNamed returns the account whose name has a skeleton, and AccountsLike some whose names begin with one.
	AccountNamed(ctx context.Context, skeleton string) (table.PersonRow, error)
	AccountsLike(ctx context.Context, skeleton string, most int) ([]table.PersonRow, error)
	DeletePerson(ctx context.Context, id string) error
	// Blocks and SetBlock are those of [table.Store].
	Blocks(ctx context.Context) ([]table.Block, error)
	SetBlock(ctx context.Context, b table.Block) error

	Programs
	Passkeys
	Exported
	Keeping
}

// Config is what a [Service] works with.
type Config struct {
	Store  Store
	Tables *table.Service
	// Rand gives sign-in codes; nil for crypto/rand.
	Rand io.Reader
	// Log receives faults of the store; nil for slog.Default.
	Log *slog.Logger
}

// Service is all accounts, as one process sees them. Its methods are safe for concurrent use.
type Service struct {
	// Kept is what goes with the accounts.
	Kept Kept

	store  Store
	tables *table.Service
	rand   io.Reader
	log    *slog.Logger
	rates  rate.Buckets
}

// New returns a service.
func New(c Config) *Service {
	s := &Service{store: c.Store, tables: c.Tables, rand: c.Rand, log: c.Log}
	s.Kept = Kept{s}
	if s.rand == nil {
		s.rand = rand.Reader
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	return s
}

// The limits of what one person may do, and of what is tried with one name.
var (
	claims  = rate.Limit{Burst: 5, Every: 24 * time.Hour / 5}
	codes   = rate.Limit{Burst: 5, Every: 24 * time.Hour / 5}
	signIns = rate.Limit{Burst: 10, Every: time.Hour / 10}
	exports = rate.Limit{Burst: 5, Every: time.Minute}
	finds   = rate.Limit{Burst: 10, Every: time.Second}
	blocked = rate.Limit{Burst: 20, Every: time.Hour}
)

// freshFor is how long after a session got a sign-in code, or was begun by one or by a passkey, it gets another without the
// code before.
const freshFor = 10 * time.Minute

// codeFor is how long a code is good: as long as anybody lives.
const codeFor = 100 * 365 * 24 * time.Hour

const codeKind = "code"

// take counts one thing more of a name against a limit. The function that it returns counts it back where the thing was not
// done for the server's fault.
func (s *Service) take(l rate.Limit, name string) (func(err error), error) {
	wait := s.rates.Take(l, name, s.store.Now())
	if wait > 0 {
		return nil, api.Refuse(api.TableRate, "seconds", strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10))
	}
	return func(err error) {
		if err != nil && api.Refusal(err) == nil {
			s.rates.Return(l, name)
		}
	}, nil
}

// fault logs an error of the store and returns it.
func (s *Service) fault(doing string, err error) error {
	if !errors.Is(err, table.ErrBusy) && !errors.Is(err, table.ErrFull) && !errors.Is(err, context.Canceled) {
		s.log.Error("account: "+doing, "err", err)
	}
	return err
}

// drawCode draws a sign-in code and makes what is stored of it.
func (s *Service) drawCode(person string) (code string, c table.Credential) {
	code = newCode(s.rand)
	now := s.store.Now().Truncate(time.Millisecond)
	return code, table.Credential{Kind: codeKind, Hash: table.HashOf(code), Person: person, Created: now, Expires: now.Add(codeFor)}
}

// fresh reports whether a session got a code a moment ago, or was begun by one or by a passkey. The answer with the code
// may be lost, so it gets another.
func (s *Service) fresh(who table.SignedIn) bool {
	session := who.Session
	at, err := strconv.ParseInt(session.Data, 10, 64)
	since := time.UnixMilli(at)
	if who.Typed() && session.Created.After(since) {
		since, err = session.Created, nil
	}
	return err == nil && s.store.Now().Sub(since) < freshFor
}

// surely returns no error where nobody knew whether a code was stored, and it is there.
func (s *Service) surely(ctx context.Context, c table.Credential, err error) error {
	if errors.Is(err, table.ErrAmbiguous) {
		if _, _, found := s.store.ByCredential(ctx, c.Kind, c.Hash); found == nil {
			return nil
		}
	}
	return err
}

// Claim makes a guest an account: the name is theirs alone, and they get a sign-in code. Who claims the same name again a
// moment later has missed the answer, and gets another code.
func (s *Service) Claim(ctx context.Context, who table.SignedIn, name string) (_ api.Claimed, err error) {
	name, err = table.CheckName(name)
	if err != nil {
		return api.Claimed{}, err
	}
	skeleton := table.Skeleton(name)
	switch {
	case who.Person.Kind == api.KindAccount && who.Person.Name == name && who.Session.MadeBy == table.ByClaim && s.fresh(who):
		code, err := s.NewCode(ctx, who, "")
		return api.Claimed{Person: who.Person, Code: code}, err
	case who.Person.Kind != api.KindGuest:
		return api.Claimed{}, api.Refuse(api.AccountClaimed)
	case skeleton == "": // marks alone
		return api.Claimed{}, api.Refuse(api.MeNameShort)
	}
	settle, err := s.take(claims, "claim:"+who.Person.ID)
	if err != nil {
		return api.Claimed{}, err
	}
	defer func() {
		if e := api.Refusal(err); e != nil && e.Code == string(api.MeNameTaken) {
			s.rates.Return(claims, "claim:"+who.Person.ID) // they try another one
		}
		settle(err)
	}()
	if err := s.tables.NameFits(ctx, who.Person.ID, name); err != nil {
		return api.Claimed{}, err
	}
	code, c := s.drawCode(who.Person.ID)
	switch err := s.surely(ctx, c, s.store.Claim(ctx, name, skeleton, c, who.Session.Hash)); {
	case errors.Is(err, table.ErrConflict):
		return api.Claimed{}, api.Refuse(api.MeNameTaken)
	case errors.Is(err, table.ErrNotFound): // claimed or deleted a moment ago
		return api.Claimed{}, api.Refuse(api.AccountClaimed)
	case err != nil:
		return api.Claimed{}, s.fault("claim", err)
	}
	row, err := s.store.Person(ctx, who.Person.ID)
	if err != nil {
		return api.Claimed{}, s.fault("person", err)
	}
	s.tables.Changed(row)
	return api.Claimed{Person: row.Shown(), Code: code}, nil
}

// SignIn begins a session of an account on a device, by its name or one that it had lately. An unknown name and a wrong
// code are answered alike, after the same work: the code is looked up, and then it is seen whose it is. Only what is wrong
// counts against the limit of a name, and a right code passes whatever others have tried: nobody guesses one, but anybody
// could keep its owner out.
func (s *Service) SignIn(ctx context.Context, name, code, device string) (_ api.Person, token string, err error) {
	skeleton := table.Skeleton(name)
	// After a rename the paper with the code bears the name before, which is held for its owner.
	held, _, unheld := s.store.ByCredential(ctx, table.HeldKind, table.HeldName(skeleton))
	row, _, err := s.store.ByCredential(ctx, codeKind, table.HashOf(canonical(code)))
	if err == nil && unheld != nil && !errors.Is(unheld, table.ErrNotFound) {
		err = unheld
	}
	if errors.Is(err, table.ErrNotFound) || err == nil && row.Skeleton != skeleton && row.ID != held.ID {
		if _, err := s.take(signIns, "signin:"+string(table.HashOf(skeleton))); err != nil {
			return api.Person{}, "", err
		}
		return api.Person{}, "", api.Refuse(api.AccountSignIn)
	}
	if err != nil {
		return api.Person{}, "", s.fault("sign in", err)
	}
	token, err = s.tables.NewSession(ctx, row.ID, table.ByCode, device)
	return row.Shown(), token, err
}

// NewCode gives an account another sign-in code and ends all other sessions. It asks for the present code, unless the
// session is fresh.
func (s *Service) NewCode(ctx context.Context, who table.SignedIn, code string) (_ string, err error) {
	if who.Person.Kind != api.KindAccount {
		return "", api.Refuse(api.AccountNeeded)
	}
	if err := s.tables.Grown(who); err != nil {
		return "", err
	}
	settle, err := s.take(codes, "code:"+who.Person.ID)
	if err != nil {
		return "", err
	}
	defer func() { settle(err) }()
	if !s.fresh(who) { // else the code that is typed may be the one that was replaced
		row, _, err := s.store.ByCredential(ctx, codeKind, table.HashOf(canonical(code)))
		if errors.Is(err, table.ErrNotFound) || err == nil && row.ID != who.Person.ID {
			return "", api.Refuse(api.AccountCode)
		}
		if err != nil {
			return "", s.fault("code", err)
		}
	}
	next, c := s.drawCode(who.Person.ID)
	switch err := s.surely(ctx, c, s.store.ReplaceCode(ctx, c, who.Session.Hash)); {
	case errors.Is(err, table.ErrNotFound):
		return "", api.Refuse(api.MeNeeded) // deleted a moment ago
	case err != nil:
		return "", s.fault("new code", err)
	}
	return next, nil
}

// CodeOf gives an account another sign-in code, by its owner's word to the host of the server, and ends all its sessions
// and passkeys; [table.ErrNotFound] where there is no such account.
func CodeOf(ctx context.Context, store Store, person string) (string, error) {
	code, c := New(Config{Store: store}).drawCode(person)
	return code, store.ReplaceCode(ctx, c, []byte{})
}

// Sessions returns the devices on which somebody is signed in: the present one, then the one used last.
func (s *Service) Sessions(ctx context.Context, who table.SignedIn) ([]api.Session, error) {
	stored, err := s.store.Sessions(ctx, who.Person.ID)
	if err != nil {
		return nil, s.fault("sessions", err)
	}
	list := []api.Session{}
	for _, c := range stored {
		list = append(list, api.Session{
			ID: c.ID(), Label: c.Label, Created: api.Millis(c.Created), Used: api.Millis(c.Used), MadeBy: c.MadeBy,
			Here: bytes.Equal(c.Hash, who.Session.Hash),
		})
	}
	slices.SortStableFunc(list, func(a, b api.Session) int {
		switch {
		case a.Here == b.Here:
			return 0
		case a.Here:
			return -1
		}
		return 1
	})
	return list, nil
}

// EndSession ends one of them.
func (s *Service) EndSession(ctx context.Context, who table.SignedIn, id string) error {
	if err := s.tables.Grown(who); err != nil {
		return err
	}
	stored, err := s.store.Sessions(ctx, who.Person.ID)
	if err != nil {
		return s.fault("sessions", err)
	}
	for _, c := range stored {
		if c.ID() != id {
			continue
		}
		if err := s.store.DeleteCredential(ctx, c.Kind, c.Hash); err != nil {
			return s.fault("end session", err)
		}
		return nil
	}
	return api.Refuse(api.AccountSession)
}

// EndOthers ends all sessions of somebody but the present one.
func (s *Service) EndOthers(ctx context.Context, who table.SignedIn) error {
	if err := s.tables.Grown(who); err != nil {
		return err
	}
	if err := s.store.EndSessionsBut(ctx, who.Person.ID, who.Session.Hash); err != nil {
		return s.fault("end sessions", err)
	}
	return nil
}
