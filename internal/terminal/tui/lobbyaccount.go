package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/people/client"
	"cairn.example/internal/show/i18n"
)

// accountMsg is that the guest in the lobby is somebody else now: the owner of a new account, with its code, or of
// one that was there.
type accountMsg struct {
	code string
	err  error
}

// accountFields are what a guest finds in the lobby: to keep the name, and to sign in by the code of another one.
func (s *lobbyScreen) accountFields() []*field {
	return []*field{
		{id: "claim", label: s.t("ui.account.keep"), do: s.claim},
		{id: "code", label: s.t("ui.account.code"), text: &lineEditor{}},
		{id: "signin", label: s.t("ui.account.signin"), do: s.signIn},
	}
}

// claim keeps the name in the form.
func (s *lobbyScreen) claim() tea.Cmd {
	name := strings.TrimSpace(s.field("name").value())
	return s.becoming(func(ctx context.Context) (string, error) { return s.Server.Session.Claim(ctx, name) })
}

// signIn signs in with the name and the code in the form.
func (s *lobbyScreen) signIn() tea.Cmd {
	name, code := strings.TrimSpace(s.field("name").value()), s.field("code").value()
	return s.becoming(func(ctx context.Context) (string, error) {
		_, err := s.Server.Session.SignInAs(ctx, name, code)
		return "", err
	})
}

func (s *lobbyScreen) becoming(do func(context.Context) (string, error)) tea.Cmd {
	if s.busy {
		return nil
	}
	s.busy, s.problem = true, ""
	server := s.Server
	return func() tea.Msg {
		code, err := do(context.Background())
		if err == nil && code == "" {
			client.Reconnect(server.Live)
			err = server.Keep()
		}
		return screenMsg{s, accountMsg{code, err}}
	}
}

// becomes shows who one is now, and the code of a new account.
func (s *lobbyScreen) becomes(m accountMsg) tea.Cmd {
	s.busy = false
	if m.err != nil {
		s.problem = i18n.Sentence(s.serverError(m.err))
		return nil
	}
	s.build()
	s.mine = nil
	if m.code == "" {
		return s.askMine()
	}
	title := s.t("ui.account.code.title", i18n.Args{"name": game.Printable(s.Server.Session.Person().Name)})
	d := s.messageBox(title, m.code+"\n\n"+s.t("ui.account.code.about"))
	d.items[0].text = s.t("ui.account.code.kept")
	return tea.Batch(s.push(d), s.askMine())
}
