package table

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
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

// Accounts are the people of a store: their names, sessions and links.
type Accounts struct {
	*env
	nameCache
}

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
func (a *Accounts) row(ctx context.Context, person string) (PersonRow, bool, error) {
	now := a.now()
	a.mu.Lock()
	c, ok := a.rows[person]
	a.mu.Unlock()
	if ok && c.until.After(now) {
		return c.row, c.row.ID != "", nil
	}
	return a.rowNow(ctx, person)
}

// rowNow is row as the store has it now. Whether somebody is banned or muted is asked so: the host of the server expects
// that it counts at once, and no move asks for it.
func (a *Accounts) rowNow(ctx context.Context, person string) (PersonRow, bool, error) {
	row, err := a.store.Person(ctx, person)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return PersonRow{}, false, a.fault("person", "", err)
	}
	a.keep(person, row, a.now())
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
func (a *Accounts) person(ctx context.Context, id string) api.Person {
	row, _, _ := a.row(ctx, id)
	row.ID = id
	return row.shown()
}

// levelName is how the names of levels begin; what follows is the number.
const levelName = "level"

// shown is somebody as others see them.
func (p PersonRow) shown() api.Person {
	v := api.Person{ID: p.ID, Name: p.Name, Kind: api.Kind(p.Kind)}
	if v.Kind == api.KindLevel {
		v.Level, _ = strconv.Atoi(strings.TrimPrefix(p.Name, levelName))
	}
	return v
}

// players returns the people on the seats of a table with some terms.
func (a *Accounts) players(ctx context.Context, seats [2]string, o api.Options) (people [2]*api.Person) {
	for i, id := range seats {
		if id != "" {
			p := a.player(ctx, id, o)
			people[i] = &p
		}
	}
	return people
}

// mayPlay refuses who has no session or is banned.
func (a *Accounts) mayPlay(ctx context.Context, person string) error {
	if person == "" {
		return api.Refuse(api.MeNeeded)
	}
	row, err := a.known(ctx, person)
	if err == nil && row.Banned.After(a.now()) {
		err = api.Refuse(api.MeBanned, "until", instant(row.Banned))
	}
	return err
}

// instant is how a refusal names a moment, to people of any time zone.
func instant(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }

// known returns what the store has about a person now, and refuses who is not there any more.
func (a *Accounts) known(ctx context.Context, person string) (PersonRow, error) {
	row, ok, err := a.rowNow(ctx, person)
	if err == nil && !ok {
		err = api.Refuse(api.MeNeeded)
	}
	return row, err
}

// StoreID names the store of the tables, the same at every process that serves it. A client that keeps
// tokens of several servers keeps each under that name.
func (a *Accounts) StoreID() string { return a.store.ID() }

// NewGuest makes a person with a name, or "" for one that the page makes up, and a
// session. The token identifies the person from now on; only its hash is stored.
func (a *Accounts) NewGuest(ctx context.Context, name string) (api.Person, string, error) {
	if name != "" {
		var err error
		if name, err = CheckName(name); err != nil {
			return api.Person{}, "", err
		}
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	row := PersonRow{ID: a.newPersonID(), Name: name, Created: a.now()}
	if err := a.store.NewPerson(ctx, row); err != nil {
		return api.Person{}, "", a.fault("new person", "", err)
	}
	token, err := a.NewSession(ctx, row.ID)
	if err != nil {
		return api.Person{}, "", err
	}
	a.keep(row.ID, row, a.now())
	return api.Person{ID: row.ID, Name: name}, token, nil
}

// Rename gives a person another name.
func (a *Accounts) Rename(ctx context.Context, person, name string) (_ api.Person, err error) {
	charges := a.newCharges()
	defer func() { charges.settle(err) }()
	if err := a.mayPlay(ctx, person); err != nil {
		return api.Person{}, err
	}
	if name != "" {
		var err error
		if name, err = CheckName(name); err != nil {
			return api.Person{}, err
		}
	}
	if err := charges.take(a.limits.Names, "name:"+person); err != nil {
		return api.Person{}, err
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	if err := a.nameFits(ctx, person, name); err != nil {
		return api.Person{}, err
	}
	row, err := a.store.Person(ctx, person)
	if errors.Is(err, ErrNotFound) {
		return api.Person{}, api.Refuse(api.MeNeeded)
	}
	if err == nil {
		row.Name = name
		err = a.store.Rename(ctx, person, name)
	}
	if err != nil {
		return api.Person{}, a.fault("rename", "", err)
	}
	a.keep(person, row, a.now())
	a.lobby.changed(true)
	return api.Person{ID: person, Name: name}, nil
}

// nameFits refuses a name that an opponent of the moment could be taken for.
func (a *Accounts) nameFits(ctx context.Context, person, name string) error {
	rows, err := a.store.List(ctx, Query{Person: person, Phase: string(api.Playing), Limit: mostMine})
	if err != nil {
		return a.fault("list", "", err)
	}
	for _, row := range rows {
		if err := a.distinct(ctx, person, name, row.Seats); err != nil {
			return err
		}
	}
	return nil
}

// distinct refuses a name by which somebody could be taken for another person on these seats.
func (a *Accounts) distinct(ctx context.Context, person, name string, seats [2]string) error {
	for _, id := range seats {
		if id == "" || id == person {
			continue
		}
		other, _, err := a.row(ctx, id)
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
func (a *Accounts) newPersonID() string {
	id := make([]byte, 0, 20)
	for len(id) < cap(id) {
		for _, b := range a.random(32) {
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
func (a *Accounts) drawCredential(kind, person string, lasts time.Duration) (token string, c Credential) {
	token, now := newToken(a.random(16)), a.now()
	return token, Credential{Kind: kind, Hash: hashOf(token), Person: person, Created: now, Expires: now.Add(lasts)}
}

func (a *Accounts) newCredential(ctx context.Context, kind, person string, lasts time.Duration) (string, time.Time, error) {
	token, c := a.drawCredential(kind, person, lasts)
	if err := a.store.NewCredential(ctx, c); errors.Is(err, ErrNotFound) {
		return "", time.Time{}, api.Refuse(api.MeNeeded) // deleted a moment ago
	} else if err != nil {
		return "", time.Time{}, a.fault("new credential", "", err)
	}
	return token, c.Expires, nil
}

// NewSession returns the token of a further session of a person.
func (a *Accounts) NewSession(ctx context.Context, person string) (string, error) {
	token, _, err := a.newCredential(ctx, sessionKind, person, SessionFor)
	return token, err
}

// BySession returns who has the session with a token; [api.MeNeeded] for nobody.
// Who is banned has a session all the same: they may look on.
func (a *Accounts) BySession(ctx context.Context, token string) (api.Person, error) {
	p, _, err := a.bySession(ctx, token)
	return p, err
}

// UseSession does the same, and about once a day it makes the session good for
// [SessionFor] from now: then the client's copy of the token is to be renewed too.
func (a *Accounts) UseSession(ctx context.Context, token string) (p api.Person, renewed bool, err error) {
	p, expires, err := a.bySession(ctx, token)
	until := a.now().Add(SessionFor)
	if err != nil || until.Sub(expires) < day {
		return p, false, err
	}
	c := Credential{Kind: sessionKind, Hash: hashOf(token), Person: p.ID, Expires: until}
	switch err := a.store.RenewCredential(ctx, c); {
	case errors.Is(err, ErrNotFound):
		return api.Person{}, false, api.Refuse(api.MeNeeded) // deleted a moment ago
	case err != nil:
		_ = a.fault("renew a session", "", err) // the next use tries again
		return p, false, nil
	}
	return p, true, nil
}

func (a *Accounts) bySession(ctx context.Context, token string) (api.Person, time.Time, error) {
	if token == "" || len(token) > 64 {
		return api.Person{}, time.Time{}, api.Refuse(api.MeNeeded)
	}
	row, expires, err := a.store.ByCredential(ctx, sessionKind, hashOf(token))
	if errors.Is(err, ErrNotFound) {
		return api.Person{}, time.Time{}, api.Refuse(api.MeNeeded)
	}
	if err != nil {
		return api.Person{}, time.Time{}, a.fault("session", "", err)
	}
	a.keep(row.ID, row, a.now())
	return api.Person{ID: row.ID, Name: row.Name}, expires, nil
}

// EndedSessions returns those of some sessions, known by their tokens, that are no more:
// they were ended or have expired, or their person was deleted.
func (a *Accounts) EndedSessions(ctx context.Context, tokens []string) ([]string, error) {
	hashes := make([][]byte, len(tokens))
	for i, token := range tokens {
		hashes[i] = hashOf(token)
	}
	good, err := a.store.GoodCredentials(ctx, sessionKind, hashes)
	if err != nil {
		return nil, a.fault("sessions", "", err)
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
func (a *Accounts) EndSession(ctx context.Context, token string) error {
	err := a.store.DeleteCredential(ctx, sessionKind, hashOf(token))
	if err != nil && !errors.Is(err, ErrNotFound) {
		return a.fault("end session", "", err)
	}
	return nil
}

// NewLink returns a token with which another device becomes the same person, once.
func (a *Accounts) NewLink(ctx context.Context, person string) (_ api.Link, err error) {
	charges := a.newCharges()
	defer func() { charges.settle(err) }()
	if person == "" {
		return api.Link{}, api.Refuse(api.MeNeeded)
	}
	if err := charges.take(a.limits.Links, "link:"+person); err != nil {
		return api.Link{}, err
	}
	token, expires, err := a.newCredential(ctx, linkKind, person, LinkFor)
	return api.Link{Token: token, Expires: api.Millis(expires)}, err
}

// UseLink makes a session of the person who made a link, which is used up then. After a
// fault it is not, and can be used again.
func (a *Accounts) UseLink(ctx context.Context, token string) (api.Person, string, error) {
	if token == "" || len(token) > 64 {
		return api.Person{}, "", api.Refuse(api.MeLink)
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	session, c := a.drawCredential(sessionKind, "", SessionFor)
	row, err := a.store.UseCredential(ctx, linkKind, hashOf(token), c)
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
	return api.Person{ID: row.ID, Name: row.Name}, session, nil
}
