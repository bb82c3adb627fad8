package table

import (
	"context"
	"encoding/base32"
	"errors"
	"strings"
	"sync"

	"cairn.example/internal/people/api"
)

// TokenKind is the kind of credentials by which programs are known.
const TokenKind = "token"

// tokenMark begins every token, so that those who look for secrets in public files find it.
const tokenMark = "cairn_"

var tokenLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// tokenLength is that of a token.
var tokenLength = len(tokenMark) + tokenLetters.EncodedLen(tokenBytes)

const tokenBytes = 20

// IsToken reports whether a text can be the token of a program. No token of a session looks like one.
func IsToken(text string) bool { return len(text) == tokenLength && strings.HasPrefix(text, tokenMark) }

// NewBotRow is a program of an account with a name of its own, which is stored nowhere yet.
func (a *Accounts) NewBotRow(owner, name string) PersonRow {
	return PersonRow{ID: a.newPersonID(), Name: name, Skeleton: skeleton(name), Kind: string(api.KindBot), Owner: owner, Created: a.now()}
}

// DrawToken draws a token of a program, and makes what is stored of it.
func (a *Accounts) DrawToken(bot, label string, scope api.Scope) (token string, c Credential) {
	token = tokenMark + tokenLetters.EncodeToString(a.random(tokenBytes))
	now := a.now()
	return token, Credential{Kind: TokenKind, Hash: HashOf(token), Person: bot, Created: now, Expires: now.Add(100 * 365 * day), Label: label, Data: string(scope)}
}

// HouseToken draws a token of a person, such as a level, that is good at this process alone, and stored nowhere.
func (a *Accounts) HouseToken(person string) string {
	token, c := a.DrawToken(person, "", api.ScopePlay)
	a.house.mu.Lock()
	defer a.house.mu.Unlock()
	if a.house.byHash == nil {
		a.house.byHash = map[string]Credential{}
	}
	a.house.byHash[string(c.Hash)] = c
	return token
}

// houseTokens are those that this process has drawn for itself.
type houseTokens struct {
	mu     sync.Mutex
	byHash map[string]Credential
}

// find returns what is known of a token; false for one of nobody here.
func (h *houseTokens) find(token string) (Credential, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c, ok := h.byHash[string(HashOf(token))]
	return c, ok
}

// UseToken returns which program has a token; [api.BotNoToken] for none. It notes once in a while that the token is used.
func (a *Accounts) UseToken(ctx context.Context, token string) (SignedIn, error) {
	if !IsToken(token) {
		return SignedIn{}, api.Refuse(api.BotNoToken)
	}
	if c, ok := a.house.find(token); ok {
		return SignedIn{Person: a.person(ctx, c.Person), Session: c}, nil
	}
	row, c, err := a.store.ByCredential(ctx, TokenKind, HashOf(token))
	if errors.Is(err, ErrNotFound) {
		return SignedIn{}, api.Refuse(api.BotNoToken)
	}
	if err != nil {
		return SignedIn{}, a.fault("token", "", err)
	}
	a.keep(row.ID, row, a.now())
	if now := a.now(); now.Sub(c.Used) >= usedEvery {
		c.Used = now
		if err := a.store.RenewCredential(ctx, c); err != nil && !errors.Is(err, ErrNotFound) {
			_ = a.fault("use a token", "", err) // the next use tries again
		}
	}
	return SignedIn{Person: row.Shown(), Session: c}, nil
}
