package account

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/passkey"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
)

// Passkeys is where passkeys, and the challenges that they sign, are stored.
type Passkeys interface {
	// OfKind returns the credentials of a kind that somebody has, the oldest first.
	OfKind(ctx context.Context, person, kind string) ([]table.Credential, error)
	NewChallenge(ctx context.Context, c table.Credential) error
	// UseChallenge returns a challenge, once; table.ErrNotFound where there is none, or no longer.
	UseChallenge(ctx context.Context, hash []byte) (table.Credential, error)
	// UsePasskey stores one that has signed; table.ErrConflict where it is not as it was before.
	UsePasskey(ctx context.Context, c table.Credential, before string) error
}

const (
	challengeKind = "challenge"
	// challengeFor is how long a device may take to sign.
	challengeFor = 5 * time.Minute
	mostPasskeys = 10
)

var challenges = rate.Limit{Burst: 10, Every: time.Minute}

// challenge stores what a ceremony waits for, and returns what the browser is asked.
func (s *Service) challenge(ctx context.Context, person string, begun passkey.Begun) (api.PasskeyOptions, error) {
	now := s.store.Now().Truncate(time.Millisecond)
	err := s.store.NewChallenge(ctx, table.Credential{
		Kind: challengeKind, Hash: table.HashOf(begun.Challenge), Person: person, Created: now, Expires: now.Add(challengeFor), Data: begun.Waiting,
	})
	if errors.Is(err, table.ErrNotFound) {
		return api.PasskeyOptions{}, api.Refuse(api.MeNeeded) // deleted a moment ago
	}
	if err != nil {
		return api.PasskeyOptions{}, s.fault("challenge", err)
	}
	return api.PasskeyOptions{PublicKey: begun.Options}, nil
}

// answered returns what an answer was asked for of somebody, or with "" of anybody, and the hash of its passkey. A
// challenge is used up by the first answer, whatever it is worth.
func (s *Service) answered(ctx context.Context, person string, answer []byte) (waiting string, hash []byte, err error) {
	challenge, id, err := passkey.Answered(answer)
	if err != nil {
		return "", nil, api.Refuse(api.AccountPasskey)
	}
	c, err := s.store.UseChallenge(ctx, table.HashOf(challenge))
	switch {
	case errors.Is(err, table.ErrNotFound), err == nil && c.Person != person:
		return "", nil, api.Refuse(api.AccountPasskey)
	case err != nil:
		return "", nil, s.fault("challenge", err)
	}
	return c.Data, table.HashOf(string(id)), nil
}

// BeginPasskey asks the browser of an account for a passkey, by which any page of the same server signs in. As a link
// does, it gives access for good.
func (s *Service) BeginPasskey(ctx context.Context, who table.SignedIn, at passkey.Site) (_ api.PasskeyOptions, err error) {
	if err := s.owns(who); err != nil {
		return api.PasskeyOptions{}, err
	}
	settle, err := s.take(challenges, "passkey:"+who.Person.ID)
	if err != nil {
		return api.PasskeyOptions{}, err
	}
	defer func() { settle(err) }()
	stored, err := s.store.OfKind(ctx, who.Person.ID, table.PasskeyKind)
	if err != nil {
		return api.PasskeyOptions{}, s.fault("passkeys", err)
	}
	if len(stored) >= mostPasskeys {
		return api.PasskeyOptions{}, api.Refuse(api.AccountPasskeyMost, "count", strconv.Itoa(mostPasskeys))
	}
	var handle []byte
	var here []passkey.Key
	for _, c := range stored {
		if k, err := passkey.ReadKey(c.Data); err == nil && k.Site == at.ID {
			handle, here = k.Handle, append(here, k) // a device then knows that they are of one account
		}
	}
	if handle == nil {
		handle = make([]byte, passkey.HandleBytes)
		if _, err := io.ReadFull(s.rand, handle); err != nil {
			return api.PasskeyOptions{}, err
		}
	}
	begun, err := passkey.Register(at, who.Person.Name, handle, here)
	if err != nil {
		return api.PasskeyOptions{}, s.fault("begin a passkey", err)
	}
	return s.challenge(ctx, who.Person.ID, begun)
}

// AddPasskey stores the passkey that the browser has made on a device.
func (s *Service) AddPasskey(ctx context.Context, who table.SignedIn, at passkey.Site, answer json.RawMessage, device string) (api.Passkey, error) {
	if err := s.owns(who); err != nil {
		return api.Passkey{}, err
	}
	waiting, hash, err := s.answered(ctx, who.Person.ID, answer)
	if err != nil {
		return api.Passkey{}, err
	}
	key, err := passkey.Registered(at, waiting, answer)
	if err != nil {
		s.log.Info("account: a passkey was refused", "site", at.ID, "origin", at.Origin, "err", err)
		return api.Passkey{}, api.Refuse(api.AccountPasskey)
	}
	now := s.store.Now().Truncate(time.Millisecond)
	c := table.Credential{
		Kind: table.PasskeyKind, Hash: hash, Person: who.Person.ID, Created: now, Expires: now.Add(codeFor), Label: device, Data: key.String(),
	}
	switch err := s.surely(ctx, c, s.store.NewCredential(ctx, c)); {
	case errors.Is(err, table.ErrNotFound):
		return api.Passkey{}, api.Refuse(api.MeNeeded) // deleted a moment ago
	case errors.Is(err, table.ErrConflict): // the identifier is another's
		return api.Passkey{}, api.Refuse(api.AccountPasskey)
	case err != nil:
		return api.Passkey{}, s.fault("passkey", err)
	}
	return shownPasskey(c, key), nil
}

// BeginSignIn asks any browser to sign in by a passkey. The device knows which, so nobody types a name.
func (s *Service) BeginSignIn(ctx context.Context, at passkey.Site) (api.PasskeyOptions, error) {
	begun, err := passkey.SignIn(at)
	if err != nil {
		return api.PasskeyOptions{}, s.fault("begin to sign in", err)
	}
	return s.challenge(ctx, "", begun)
}

// SignInByPasskey begins a session of the account whose passkey has signed. One that seems to be copied signs nobody in:
// the owner has the code.
func (s *Service) SignInByPasskey(ctx context.Context, at passkey.Site, answer json.RawMessage, device string) (_ api.Person, token string, err error) {
	waiting, hash, err := s.answered(ctx, "", answer)
	if err != nil {
		return api.Person{}, "", err
	}
	row, c, err := s.store.ByCredential(ctx, table.PasskeyKind, hash)
	if errors.Is(err, table.ErrNotFound) {
		return api.Person{}, "", api.Refuse(api.AccountPasskey)
	}
	if err != nil {
		return api.Person{}, "", s.fault("sign in by a passkey", err)
	}
	key, err := passkey.ReadKey(c.Data)
	if err != nil {
		return api.Person{}, "", s.fault("read a passkey", err)
	}
	next, copied, err := passkey.SignedIn(at, waiting, answer, key)
	if err == nil && copied {
		err = errors.New("its count has not grown: there may be a copy")
	}
	if err == nil {
		before := c.Data
		c.Data, c.Used = next.String(), s.store.Now().Truncate(time.Millisecond)
		err = s.store.UsePasskey(ctx, c, before)
		if err != nil && !errors.Is(err, table.ErrConflict) {
			return api.Person{}, "", s.fault("use a passkey", err)
		}
	}
	if err != nil {
		s.log.Warn("account: a passkey was refused", "person", row.ID, "site", at.ID, "origin", at.Origin, "err", err)
		return api.Person{}, "", api.Refuse(api.AccountPasskey)
	}
	token, err = s.tables.NewSession(ctx, row.ID, table.ByPasskey, device)
	return row.Shown(), token, err
}

// Passkeys returns those of who asks, the oldest first.
func (s *Service) Passkeys(ctx context.Context, who table.SignedIn) ([]api.Passkey, error) {
	stored, err := s.store.OfKind(ctx, who.Person.ID, table.PasskeyKind)
	if err != nil {
		return nil, s.fault("passkeys", err)
	}
	list := []api.Passkey{}
	for _, c := range stored {
		if key, err := passkey.ReadKey(c.Data); err == nil {
			list = append(list, shownPasskey(c, key))
		}
	}
	return list, nil
}

func shownPasskey(c table.Credential, key passkey.Key) api.Passkey {
	return api.Passkey{ID: c.ID(), Label: c.Label, Host: key.Site, Created: api.Millis(c.Created), Used: api.Millis(c.Used)}
}

// DeletePasskey removes one. Its device keeps what it has of it, which signs nobody in.
func (s *Service) DeletePasskey(ctx context.Context, who table.SignedIn, id string) error {
	if err := s.tables.Grown(who); err != nil {
		return err
	}
	stored, err := s.store.OfKind(ctx, who.Person.ID, table.PasskeyKind)
	if err != nil {
		return s.fault("passkeys", err)
	}
	for _, c := range stored {
		if c.ID() == id {
			if err := s.store.DeleteCredential(ctx, c.Kind, c.Hash); err != nil {
				return s.fault("remove a passkey", err)
			}
			return nil
		}
	}
	return api.Refuse(api.AccountPasskey)
}
