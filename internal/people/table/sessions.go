package table

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"maps"
	"time"

	"cairn.example/internal/people/api"
)

// How long a session is good after it was used, and a link to another device.
const (
	SessionFor = 400 * day // browsers keep a cookie no longer
	LinkFor    = 15 * time.Minute
)

const (
	// youngFor is how long a session that was begun by a link of an account cannot do what gives access for good: a
	// minute at somebody's unlocked device is enough for a link.
	youngFor = time.Hour
	// usedEvery is how often it is noted that a session is used.
	usedEvery = time.Hour
)

// The kinds of credentials.
const (
	sessionKind = "session"
	linkKind    = "link"
	// HeldKind is that of names which are kept for who had them: see HeldName.
	HeldKind = "held"
	// PasskeyKind is that of passkeys.
	PasskeyKind = "passkey"
)

// What sessions are begun with; those of new guests with nothing.
const (
	ByClaim = "claim"
	ByCode  = "code"
	ByLink  = "link"
	// ByPasskey is by the lock of a device.
	ByPasskey = "passkey"
)

// SignedIn is somebody with the session by which they are known.
type SignedIn struct {
	Person  api.Person
	Session Credential
	// Renewed says that the session is good for longer from now on: the client's copy of the token is to be renewed too.
	Renewed bool
	// Role is HostRole for who looks after the people of the server.
	Role string
}

// Typed reports whether a session was begun by what its owner alone knows or has.
func (s SignedIn) Typed() bool { return s.Session.MadeBy == ByCode || s.Session.MadeBy == ByPasskey }

// NewToken writes random bytes so that they can stand in an address.
func NewToken(random []byte) string { return base64.RawURLEncoding.EncodeToString(random) }

// HashOf returns what is stored of a secret. All are drawn of 100 bits or more, so nobody guesses one from a plain hash.
func HashOf(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// drawCredential draws a secret of a person and makes what is stored of it.
func (a *Accounts) drawCredential(kind, person string, lasts time.Duration) (token string, c Credential) {
	token, now := NewToken(a.random(16)), a.now()
	return token, Credential{Kind: kind, Hash: HashOf(token), Person: person, Created: now, Expires: now.Add(lasts)}
}

// drawSession draws the token of a session on a device, and what is stored of it.
func (a *Accounts) drawSession(person, madeBy, device string) (token string, c Credential) {
	token, c = a.drawCredential(sessionKind, person, SessionFor)
	c.MadeBy, c.Label, c.Used = madeBy, device, c.Created
	return token, c
}

func (a *Accounts) newCredential(ctx context.Context, c Credential) error {
	err := a.store.NewCredential(ctx, c)
	if errors.Is(err, ErrNotFound) {
		return api.Refuse(api.MeNeeded) // deleted a moment ago
	}
	if err != nil {
		return a.fault("new credential", "", err)
	}
	return nil
}

// NewSession returns the token of a further session of a person.
func (a *Accounts) NewSession(ctx context.Context, person, madeBy, device string) (string, error) {
	token, c := a.drawSession(person, madeBy, device)
	return token, a.newCredential(ctx, c)
}

// UseSession returns who has the session with a token, and notes once in a while that it is
// used; [api.MeNeeded] for nobody. About once a day it makes the session good for [SessionFor]
// from now. Who is banned has a session all the same: they may look on.
func (a *Accounts) UseSession(ctx context.Context, token string) (SignedIn, error) {
	s, err := a.bySession(ctx, token)
	now := a.now()
	until := now.Add(SessionFor)
	old := until.Sub(s.Session.Expires) >= day
	if err != nil || !old && now.Sub(s.Session.Used) < usedEvery {
		return s, err
	}
	c := s.Session
	c.Used = now
	if old {
		c.Expires = until
	}
	switch err := a.store.RenewCredential(ctx, c); {
	case errors.Is(err, ErrNotFound):
		return SignedIn{}, api.Refuse(api.MeNeeded) // deleted a moment ago
	case err != nil:
		_ = a.fault("renew a session", "", err) // the next use tries again
		return s, nil
	}
	s.Session, s.Renewed = c, old
	return s, nil
}

func (a *Accounts) bySession(ctx context.Context, token string) (SignedIn, error) {
	if token == "" || len(token) > 64 {
		return SignedIn{}, api.Refuse(api.MeNeeded)
	}
	row, c, err := a.store.ByCredential(ctx, sessionKind, HashOf(token))
	if errors.Is(err, ErrNotFound) {
		return SignedIn{}, api.Refuse(api.MeNeeded)
	}
	if err != nil {
		return SignedIn{}, a.fault("session", "", err)
	}
	a.keep(row.ID, row, a.now())
	return SignedIn{Person: row.Shown(), Session: c, Role: row.Role}, nil
}

// Grown refuses what gives access for good to a session of an account that a link has begun a moment ago.
func (a *Accounts) Grown(s SignedIn) error {
	until := s.Session.Created.Add(youngFor)
	if s.Person.Kind == api.KindGuest || s.Session.MadeBy != ByLink || !until.After(a.now()) {
		return nil
	}
	return api.Refuse(api.AccountYoung, "until", instant(until))
}

// EndedSessions returns those of some sessions, known by their tokens, that are no more:
// they were ended or have expired, or their person was deleted. Tokens of programs may be among them.
func (a *Accounts) EndedSessions(ctx context.Context, tokens []string) ([]string, error) {
	hashes := map[string][][]byte{}
	for _, token := range tokens {
		kind := kindOf(token)
		hashes[kind] = append(hashes[kind], HashOf(token))
	}
	good := map[string]bool{}
	for kind, some := range hashes {
		found, err := a.store.GoodCredentials(ctx, kind, some)
		if err != nil {
			return nil, a.fault("sessions", "", err)
		}
		maps.Copy(good, found)
	}
	var ended []string
	for _, token := range tokens {
		if _, ours := a.house.find(token); !ours && !good[string(HashOf(token))] {
			ended = append(ended, token)
		}
	}
	return ended, nil
}

// kindOf is the kind of credential that a token is of.
func kindOf(token string) string {
	if IsToken(token) {
		return TokenKind
	}
	return sessionKind
}

// EndSession ends the session with a token.
func (a *Accounts) EndSession(ctx context.Context, token string) error {
	err := a.store.DeleteCredential(ctx, sessionKind, HashOf(token))
	if err != nil && !errors.Is(err, ErrNotFound) {
		return a.fault("end session", "", err)
	}
	return nil
}

// NewLink returns a token with which another device becomes the same person, once.
func (a *Accounts) NewLink(ctx context.Context, s SignedIn) (_ api.Link, err error) {
	charges := a.newCharges()
	defer func() { charges.settle(err) }()
	if s.Person.ID == "" {
		return api.Link{}, api.Refuse(api.MeNeeded)
	}
	if err := a.Grown(s); err != nil {
		return api.Link{}, err
	}
	if err := charges.take(a.limits.Links, "link:"+s.Person.ID); err != nil {
		return api.Link{}, err
	}
	token, c := a.drawCredential(linkKind, s.Person.ID, LinkFor)
	if err := a.newCredential(ctx, c); err != nil {
		return api.Link{}, err
	}
	return api.Link{Token: token, Expires: api.Millis(c.Expires)}, nil
}

// OfLink returns whose link it is, and leaves it as good as it was.
func (a *Accounts) OfLink(ctx context.Context, token string) (api.Person, error) {
	if token == "" || len(token) > 64 {
		return api.Person{}, api.Refuse(api.MeLink)
	}
	row, _, err := a.store.ByCredential(ctx, linkKind, HashOf(token))
	if errors.Is(err, ErrNotFound) {
		return api.Person{}, api.Refuse(api.MeLink)
	}
	if err != nil {
		return api.Person{}, a.fault("link", "", err)
	}
	return row.Shown(), nil
}

// UseLink makes a session on a device of the person who made a link, which is used up then. After a
// fault it is not, and can be used again.
func (a *Accounts) UseLink(ctx context.Context, token, device string) (api.Person, string, error) {
	if token == "" || len(token) > 64 {
		return api.Person{}, "", api.Refuse(api.MeLink)
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	session, c := a.drawSession("", ByLink, device)
	row, err := a.store.UseCredential(ctx, linkKind, HashOf(token), c)
	if errors.Is(err, ErrAmbiguous) {
		// The link is used up if the session is there.
		var found error
		if row, _, found = a.store.ByCredential(ctx, sessionKind, c.Hash); found == nil {
			err = nil
		}
	}
	if errors.Is(err, ErrNotFound) {
		return api.Person{}, "", api.Refuse(api.MeLink)
	}
	if err != nil {
		return api.Person{}, "", a.fault("link", "", err)
	}
	return row.Shown(), session, nil
}
