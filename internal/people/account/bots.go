package account

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
)

// What an account may have, and how often it makes more.
const (
	mostBots   = 3
	mostTokens = 10
	mostLabel  = 40
)

var newBots = rate.Limit{Burst: 20, Every: 24 * time.Hour / 20}

// Programs are where programs and their tokens are kept.
type Programs interface {
	// NewBot stores a program; false where its owner has as many as may be. table.ErrConflict where the name is taken.
	NewBot(ctx context.Context, bot table.PersonRow, most int) (bool, error)
	// BotsOf returns the programs of an account, and Tokens those of a program, the oldest first.
	BotsOf(ctx context.Context, owner string) ([]table.PersonRow, error)
	Tokens(ctx context.Context, bot string) ([]table.Credential, error)
}

// owns refuses who has no account, and a session that may give no access for good.
func (s *Service) owns(who table.SignedIn) error {
	if who.Person.Kind != api.KindAccount {
		return api.Refuse(api.AccountNeeded)
	}
	return s.tables.Grown(who)
}

// Bots returns the programs of an account with their tokens, the oldest first.
func (s *Service) Bots(ctx context.Context, who table.SignedIn) ([]api.Bot, error) {
	rows, err := s.store.BotsOf(ctx, who.Person.ID)
	if err != nil {
		return nil, s.fault("bots", err)
	}
	bots := []api.Bot{}
	for _, row := range rows {
		bot, err := s.shownBot(ctx, row)
		if err != nil {
			return nil, err
		}
		bots = append(bots, bot)
	}
	return bots, nil
}

func (s *Service) shownBot(ctx context.Context, row table.PersonRow) (api.Bot, error) {
	tokens, err := s.store.Tokens(ctx, row.ID)
	if err != nil {
		return api.Bot{}, s.fault("tokens", err)
	}
	bot := api.Bot{Profile: s.profileOf(ctx, row), Tokens: []api.BotToken{}}
	for _, c := range tokens {
		bot.Tokens = append(bot.Tokens, shownToken(c))
	}
	return bot, nil
}

func shownToken(c table.Credential) api.BotToken {
	return api.BotToken{ID: c.ID(), Scope: api.Scope(c.Data), Label: c.Label, Created: api.Millis(c.Created), Used: api.Millis(c.Used)}
}

// NewBot makes a program of an account, with a name that nobody else has.
func (s *Service) NewBot(ctx context.Context, who table.SignedIn, name string) (_ api.Bot, err error) {
	if err := s.owns(who); err != nil {
		return api.Bot{}, err
	}
	if name, err = table.CheckName(name); err != nil {
		return api.Bot{}, err
	}
	settle, err := s.take(newBots, "bot:"+who.Person.ID)
	if err != nil {
		return api.Bot{}, err
	}
	defer func() { settle(err) }()
	row := s.tables.NewBotRow(who.Person.ID, name)
	if row.Skeleton == "" { // marks alone
		return api.Bot{}, api.Refuse(api.MeNameShort)
	}
	made, err := s.store.NewBot(ctx, row, mostBots)
	if errors.Is(err, table.ErrAmbiguous) {
		if _, found := s.store.Person(ctx, row.ID); found == nil {
			made, err = true, nil
		}
	}
	switch {
	case errors.Is(err, table.ErrConflict):
		return api.Bot{}, api.Refuse(api.MeNameTaken)
	case errors.Is(err, table.ErrNotFound):
		return api.Bot{}, api.Refuse(api.MeNeeded) // deleted a moment ago
	case err != nil:
		return api.Bot{}, s.fault("new bot", err)
	case !made:
		return api.Bot{}, api.Refuse(api.BotMost, "count", strconv.Itoa(mostBots))
	}
	return s.shownBot(ctx, row)
}

// botOf returns a program of who asks.
func (s *Service) botOf(ctx context.Context, who table.SignedIn, id string) (table.PersonRow, error) {
	if err := s.owns(who); err != nil {
		return table.PersonRow{}, err
	}
	row, err := s.store.Person(ctx, id)
	switch {
	case errors.Is(err, table.ErrNotFound), err == nil && row.Owner != who.Person.ID:
		return row, api.Refuse(api.BotNobody)
	case err != nil:
		return row, s.fault("bot", err)
	}
	return row, nil
}

// DeleteBot deletes a program of who asks, with all that is stored of it but its games.
func (s *Service) DeleteBot(ctx context.Context, who table.SignedIn, id string) error {
	if _, err := s.botOf(ctx, who, id); err != nil {
		return err
	}
	return s.forget(ctx, id)
}

// NewToken makes a token of a program of who asks.
func (s *Service) NewToken(ctx context.Context, who table.SignedIn, id string, n api.NewToken) (_ api.BotToken, err error) {
	bot, err := s.botOf(ctx, who, id)
	if err != nil {
		return api.BotToken{}, err
	}
	if !slices.Contains([]api.Scope{api.ScopePlay, api.ScopeRead}, n.Scope) {
		return api.BotToken{}, api.Refuse(api.BotScope, "scope", game.Shown(string(n.Scope)))
	}
	label := strings.Join(strings.Fields(strings.ToValidUTF8(n.Label, "\uFFFD")), " ")
	if utf8.RuneCountInString(label) > mostLabel {
		return api.BotToken{}, api.Refuse(api.BotLabel, "most", strconv.Itoa(mostLabel))
	}
	settle, err := s.take(newBots, "token:"+who.Person.ID)
	if err != nil {
		return api.BotToken{}, err
	}
	defer func() { settle(err) }()
	tokens, err := s.store.Tokens(ctx, bot.ID)
	if err != nil {
		return api.BotToken{}, s.fault("tokens", err)
	}
	if len(tokens) >= mostTokens {
		return api.BotToken{}, api.Refuse(api.BotTokens, "count", strconv.Itoa(len(tokens)))
	}
	token, c := s.tables.DrawToken(bot.ID, label, n.Scope)
	if err := s.surely(ctx, c, s.store.NewCredential(ctx, c)); err != nil {
		return api.BotToken{}, s.fault("new token", err)
	}
	shown := shownToken(c)
	shown.Token = token
	return shown, nil
}

// Revoke ends a token of a program of who asks.
func (s *Service) Revoke(ctx context.Context, who table.SignedIn, bot, token string) error {
	if _, err := s.botOf(ctx, who, bot); err != nil {
		return err
	}
	tokens, err := s.store.Tokens(ctx, bot)
	if err != nil {
		return s.fault("tokens", err)
	}
	for _, c := range tokens {
		if c.ID() == token {
			if err := s.store.DeleteCredential(ctx, c.Kind, c.Hash); err != nil {
				return s.fault("revoke", err)
			}
			return nil
		}
	}
	return api.Refuse(api.BotNobody)
}
