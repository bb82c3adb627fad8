package table

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"sync"
	"time"

	"cairn.example/internal/people/api"
)

// How long a session is good after it was used, and a link to another device.
const (
	SessionFor = 400 * day // browsers keep a cookie no longer
	LinkFor    = 15 * time.Minute
)

const day = 24 * time.Hour

// The kinds of credentials.
const (
	sessionKind = "session"
	linkKind    = "link"
)

// nameCache keeps the rows of people for a moment, so that their names can be shown. Who was
// forgotten by this process or another one is dropped at once; what a command of the host of
// the server changes is seen soon enough. What somebody may do is not taken from it.
type nameCache struct {
	mu   sync.Mutex
	rows map[string]cachedPerson
}

type cachedPerson struct {
	row   PersonRow
	until time.Time
}

const (
	nameFor   = 10 * time.Second
	mostNames = 4096
)

// row returns what is known about a person, up to nameFor ago; false for who was deleted or never was.
func (s *Service) row(ctx context.Context, person string) (PersonRow, bool, error) {
	now := s.now()
	s.names.mu.Lock()
	c, ok := s.names.rows[person]
	s.names.mu.Unlock()
	if ok && c.until.After(now) {
		return c.row, c.row.ID != "", nil
	}
	return s.rowNow(ctx, person)
}

// rowNow is row as the store has it now. Whether somebody is banned or muted is asked so: the host of the server expects
// that it counts at once, and no move asks for it.
func (s *Service) rowNow(ctx context.Context, person string) (PersonRow, bool, error) {
	row, err := s.store.Person(ctx, person)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return PersonRow{}, false, s.fault("person", "", err)
	}
	s.names.keep(person, row, s.now())
	return row, row.ID != "", nil
}

func (c *nameCache) keep(person string, row PersonRow, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rows == nil || len(c.rows) >= mostNames {
		c.rows = map[string]cachedPerson{}
	}
	c.rows[person] = cachedPerson{row, now.Add(nameFor)}
}

// drop makes the cache forget people who were deleted.
func (c *nameCache) drop(people []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range people {
		delete(c.rows, id)
	}
}

// dropAll makes the cache forget everybody.
func (c *nameCache) dropAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.rows)
}

// person returns somebody as others see them. Who was deleted has no name, and who
// has none is shown as a guest.
func (s *Service) person(ctx context.Context, id string) api.Person {
	row, _, _ := s.row(ctx, id)
	return api.Person{ID: id, Name: row.Name}
}

// persons returns the people on seats.
func (s *Service) persons(ctx context.Context, seats [2]string) (people [2]*api.Person) {
	for i, id := range seats {
		if id != "" {
			p := s.person(ctx, id)
			people[i] = &p
		}
	}
	return people
}

// mayPlay refuses who has no session or is banned.
func (s *Service) mayPlay(ctx context.Context, person string) error {
	if person == "" {
		return api.Refuse(api.MeNeeded)
	}
	row, err := s.known(ctx, person)
	if err == nil && row.Banned.After(s.now()) {
		err = api.Refuse(api.MeBanned, "until", instant(row.Banned))
	}
	return err
}

// instant is how a refusal names a moment, to people of any time zone.
func instant(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }

// known returns what the store has about a person now, and refuses who is not there any more.
func (s *Service) known(ctx context.Context, person string) (PersonRow, error) {
	row, ok, err := s.rowNow(ctx, person)
	if err == nil && !ok {
		err = api.Refuse(api.MeNeeded)
	}
	return row, err
}

// StoreID names the store of the tables, the same at every process that serves it. Whoever keeps a
// token beside those of other servers keeps it under that name.
func (s *Service) StoreID() string { return s.store.ID() }

// NewGuest makes a person with a name, or "" for one that the page makes up, and a
// session. The token identifies the person from now on; only its hash is stored.
func (s *Service) NewGuest(ctx context.Context, name string) (api.Person, string, error) {
	if name != "" {
		var err error
		if name, err = CheckName(name); err != nil {
			return api.Person{}, "", err
		}
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	row := PersonRow{ID: s.newPersonID(), Name: name, Created: s.now()}
	if err := s.store.NewPerson(ctx, row); err != nil {
		return api.Person{}, "", s.fault("new person", "", err)
	}
	token, err := s.NewSession(ctx, row.ID)
	if err != nil {
		return api.Person{}, "", err
	}
	s.names.keep(row.ID, row, s.now())
	return api.Person{ID: row.ID, Name: name}, token, nil
}

// Rename gives a person another name.
func (s *Service) Rename(ctx context.Context, person, name string) (_ api.Person, err error) {
	charges := s.charges()
	defer func() { charges.settle(err) }()
	if err := s.mayPlay(ctx, person); err != nil {
		return api.Person{}, err
	}
	if name != "" {
		var err error
		if name, err = CheckName(name); err != nil {
			return api.Person{}, err
		}
	}
	if err := charges.take(s.limits.Names, "name:"+person); err != nil {
		return api.Person{}, err
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	if err := s.nameFits(ctx, person, name); err != nil {
		return api.Person{}, err
	}
	row, err := s.store.Person(ctx, person)
	if errors.Is(err, ErrNotFound) {
		return api.Person{}, api.Refuse(api.MeNeeded)
	}
	if err == nil {
		row.Name = name
		err = s.store.Rename(ctx, person, name)
	}
	if err != nil {
		return api.Person{}, s.fault("rename", "", err)
	}
	s.names.keep(person, row, s.now())
	s.lobbyChanged(true)
	return api.Person{ID: person, Name: name}, nil
}

// nameFits refuses a name that an opponent of the moment could be taken for.
func (s *Service) nameFits(ctx context.Context, person, name string) error {
	rows, err := s.store.List(ctx, Query{Person: person, Phase: string(api.Playing), Limit: mostMine})
	if err != nil {
		return s.fault("list", "", err)
	}
	for _, row := range rows {
		if err := s.distinct(ctx, person, name, row.Seats); err != nil {
			return err
		}
	}
	return nil
}

// distinct refuses a name by which somebody could be taken for another person on these seats.
func (s *Service) distinct(ctx context.Context, person, name string, seats [2]string) error {
	for _, id := range seats {
		if id == "" || id == person {
			continue
		}
		other, _, err := s.row(ctx, id)
		if err != nil {
			return err
		}
		if looksLike(name, other.Name) {
			return api.Refuse(api.MeNameTaken)
		}
	}
	return nil
}

// newPersonID draws the id of a person: 20 digits.
func (s *Service) newPersonID() string {
	id := make([]byte, 0, 20)
	for len(id) < cap(id) {
		for _, b := range s.random(32) {
			if b < 250 && len(id) < cap(id) { // else some digits would be likelier
				id = append(id, '0'+b%10)
			}
		}
	}
	return string(id)
}

// newToken writes random bytes so that they can stand in an address.
func newToken(random []byte) string { return base64.RawURLEncoding.EncodeToString(random) }

func hashOf(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// drawCredential draws a secret of a person and makes what is stored of it.
func (s *Service) drawCredential(kind, person string, lasts time.Duration) (token string, c Credential) {
	token, now := newToken(s.random(16)), s.now()
	return token, Credential{Kind: kind, Hash: hashOf(token), Person: person, Created: now, Expires: now.Add(lasts)}
}

func (s *Service) newCredential(ctx context.Context, kind, person string, lasts time.Duration) (string, time.Time, error) {
	token, c := s.drawCredential(kind, person, lasts)
	if err := s.store.NewCredential(ctx, c); errors.Is(err, ErrNotFound) {
		return "", time.Time{}, api.Refuse(api.MeNeeded) // deleted a moment ago
	} else if err != nil {
		return "", time.Time{}, s.fault("new credential", "", err)
	}
	return token, c.Expires, nil
}

// NewSession returns the token of a further session of a person.
func (s *Service) NewSession(ctx context.Context, person string) (string, error) {
	token, _, err := s.newCredential(ctx, sessionKind, person, SessionFor)
	return token, err
}

// BySession returns who has the session with a token; [api.MeNeeded] for nobody.
// Who is banned has a session all the same: they may look on.
func (s *Service) BySession(ctx context.Context, token string) (api.Person, error) {
	p, _, err := s.bySession(ctx, token)
	return p, err
}

// UseSession does the same, and about once a day it makes the session good for
// [SessionFor] from now: then the client's copy of the token is to be renewed too.
func (s *Service) UseSession(ctx context.Context, token string) (p api.Person, renewed bool, err error) {
	p, expires, err := s.bySession(ctx, token)
	until := s.now().Add(SessionFor)
	if err != nil || until.Sub(expires) < day {
		return p, false, err
	}
	c := Credential{Kind: sessionKind, Hash: hashOf(token), Person: p.ID, Expires: until}
	switch err := s.store.RenewCredential(ctx, c); {
	case errors.Is(err, ErrNotFound):
		return api.Person{}, false, api.Refuse(api.MeNeeded) // deleted a moment ago
	case err != nil:
		_ = s.fault("renew a session", "", err) // the next use tries again
		return p, false, nil
	}
	return p, true, nil
}

func (s *Service) bySession(ctx context.Context, token string) (api.Person, time.Time, error) {
	if token == "" || len(token) > 64 {
		return api.Person{}, time.Time{}, api.Refuse(api.MeNeeded)
	}
	row, expires, err := s.store.ByCredential(ctx, sessionKind, hashOf(token))
	if errors.Is(err, ErrNotFound) {
		return api.Person{}, time.Time{}, api.Refuse(api.MeNeeded)
	}
	if err != nil {
		return api.Person{}, time.Time{}, s.fault("session", "", err)
	}
	s.names.keep(row.ID, row, s.now())
	return api.Person{ID: row.ID, Name: row.Name}, expires, nil
}

// EndedSessions returns those of some sessions, known by their tokens, that are no more:
// they were ended or have expired, or their person was deleted.
func (s *Service) EndedSessions(ctx context.Context, tokens []string) ([]string, error) {
	hashes := make([][]byte, len(tokens))
	for i, token := range tokens {
		hashes[i] = hashOf(token)
	}
	good, err := s.store.GoodCredentials(ctx, sessionKind, hashes)
	if err != nil {
		return nil, s.fault("sessions", "", err)
	}
	var ended []string
	for i, token := range tokens {
		if !good[string(hashes[i])] {
			ended = append(ended, token)
		}
	}
	return ended, nil
}

// EndSession ends the session with a token.
func (s *Service) EndSession(ctx context.Context, token string) error {
	err := s.store.DeleteCredential(ctx, sessionKind, hashOf(token))
	if err != nil && !errors.Is(err, ErrNotFound) {
		return s.fault("end session", "", err)
	}
	return nil
}

// NewLink returns a token with which another device becomes the same person, once.
func (s *Service) NewLink(ctx context.Context, person string) (_ api.Link, err error) {
	charges := s.charges()
	defer func() { charges.settle(err) }()
	if person == "" {
		return api.Link{}, api.Refuse(api.MeNeeded)
	}
	if err := charges.take(s.limits.Links, "link:"+person); err != nil {
		return api.Link{}, err
	}
	token, expires, err := s.newCredential(ctx, linkKind, person, LinkFor)
	return api.Link{Token: token, Expires: api.Millis(expires)}, err
}

// UseLink makes a session of the person who made a link, which is used up then. After a
// fault it is not, and can be used again.
func (s *Service) UseLink(ctx context.Context, token string) (api.Person, string, error) {
	if token == "" || len(token) > 64 {
		return api.Person{}, "", api.Refuse(api.MeLink)
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	session, c := s.drawCredential(sessionKind, "", SessionFor)
	row, err := s.store.UseCredential(ctx, linkKind, hashOf(token), c)
	if errors.Is(err, ErrAmbiguous) {
		// The link is used up if the session is there.
		var found error
		if row, _, found = s.store.ByCredential(ctx, sessionKind, c.Hash); found == nil {
			err = nil
		}
	}
	if errors.Is(err, ErrNotFound) {
		return api.Person{}, "", api.Refuse(api.MeLink)
	}
	if err != nil {
		return api.Person{}, "", s.fault("link", "", err)
	}
	return api.Person{ID: row.ID, Name: row.Name}, session, nil
}
