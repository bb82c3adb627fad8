package table

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"cairn.example/internal/people/api"
)

// How long nobody else takes a name that somebody had alone, and how long an account keeps one.
const (
	NameHeldFor  = 90 * day
	renamedEvery = 30 * day
)

const day = 24 * time.Hour

// Accounts are the people of a store: their names, sessions and links.
type Accounts struct {
	*env
	nameCache

	house houseTokens
}

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

// Person returns somebody as others see them.
func (a *Accounts) Person(ctx context.Context, id string) api.Person { return a.person(ctx, id) }

// person returns somebody as others see them. Who was deleted has no name, and who
// has none is shown as a guest.
func (a *Accounts) person(ctx context.Context, id string) api.Person {
	row, _, _ := a.row(ctx, id)
	row.ID = id
	return row.Shown()
}

// levelName is how the names of levels begin; what follows is the number.
const levelName = "level"

// Shown is somebody as others see them.
func (p PersonRow) Shown() api.Person {
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
	if err == nil && row.Owner != "" && !row.Banned.After(a.now()) {
		row, err = a.known(ctx, row.Owner) // who is banned does not play by a program either
	}
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
// session on a device. The token identifies the person from now on; only its hash is stored.
func (a *Accounts) NewGuest(ctx context.Context, name, device string) (api.Person, string, error) {
	if name != "" {
		var err error
		if name, err = CheckName(name); err != nil {
			return api.Person{}, "", err
		}
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	if err := a.free(ctx, name, ""); err != nil {
		return api.Person{}, "", err
	}
	row := PersonRow{ID: a.newPersonID(), Name: name, Created: a.now()}
	if err := a.store.NewPerson(ctx, row); err != nil {
		return api.Person{}, "", a.fault("new person", "", err)
	}
	token, err := a.NewSession(ctx, row.ID, "", device)
	if err != nil {
		return api.Person{}, "", err
	}
	a.keep(row.ID, row, a.now())
	return row.Shown(), token, nil
}

// free refuses a name that belongs to somebody else alone.
func (a *Accounts) free(ctx context.Context, name, person string) error {
	if name == "" {
		return nil
	}
	taken, err := a.store.NameTaken(ctx, skeleton(name), person)
	if err != nil {
		return a.fault("name taken", "", err)
	}
	if taken {
		return api.Refuse(api.MeNameTaken)
	}
	return nil
}

// Rename gives a person another name: an account once in a while, and not in the middle of a game.
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
	if err := a.NameFits(ctx, person, name); err != nil {
		return api.Person{}, err
	}
	row, err := a.store.Person(ctx, person)
	switch {
	case errors.Is(err, ErrNotFound):
		return api.Person{}, api.Refuse(api.MeNeeded)
	case err != nil:
	case row.Kind == string(api.KindGuest):
		if err = a.free(ctx, name, person); err == nil {
			err = a.store.Rename(ctx, person, name)
		}
	default:
		err = a.renameAccount(ctx, row, name)
	}
	if errors.Is(err, ErrConflict) {
		err = api.Refuse(api.MeNameTaken)
	}
	if refused(err) {
		return api.Person{}, err
	}
	if err != nil {
		return api.Person{}, a.fault("rename", "", err)
	}
	row.Name = name
	a.Changed(row)
	return row.Shown(), nil
}

func (a *Accounts) renameAccount(ctx context.Context, row PersonRow, name string) error {
	now, again := a.now(), row.Renamed.Add(renamedEvery)
	if name == "" {
		return api.Refuse(api.MeNameShort)
	}
	if again.After(now) {
		return api.Refuse(api.AccountRenamed, "until", instant(again))
	}
	playing, err := a.store.List(ctx, Query{Person: row.ID, Phase: string(api.Playing), Limit: 1})
	if err != nil {
		return err
	}
	if len(playing) > 0 {
		return api.Refuse(api.AccountPlaying)
	}
	return a.store.RenameAccount(ctx, row.ID, name, skeleton(name), now.Add(NameHeldFor))
}

// Changed shows somebody as they are called now.
func (a *Accounts) Changed(row PersonRow) {
	a.keep(row.ID, row, a.now())
	a.lobby.changed(true)
}

// Forgotten makes all processes forget people who were deleted.
func (a *Accounts) Forgotten(people []string) {
	a.drop(people)
	if body, err := json.Marshal(people); err == nil {
		a.publish(Hint{Kind: hintForgotten, Body: body})
	}
	a.lobby.changed(true)
}

// fits refuses a guest where the terms ask for accounts: in a game of days nobody should be left alone.
func (a *Accounts) fits(ctx context.Context, person string, o api.Options) error {
	if !o.Accounts {
		return nil
	}
	row, err := a.known(ctx, person)
	if err == nil && row.Kind == string(api.KindGuest) {
		err = api.Refuse(api.AccountNeeded)
	}
	return err
}

// NameFits refuses a name that an opponent of the moment could be taken for.
func (a *Accounts) NameFits(ctx context.Context, person, name string) error {
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

// IsHere reports whether somebody has a live connection, as far as it is known.
func (a *Accounts) IsHere(person string) bool { return a.peers.isHere(person) }
