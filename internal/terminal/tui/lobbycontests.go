package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/people/api"
	"cairn.example/internal/show/i18n"
)

// The contests of a server stand in the lobby: one takes part, says to be there, leaves, and goes to the board by the row.

// contestsMsg are the contests that run or are to come, with what was wrong.
type contestsMsg struct {
	contests []api.ContestBrief
	err      error
}

// askContests asks for the contests, after something has been done in one of them where an action is given.
func (s *lobbyScreen) askContests(id, action string) tea.Cmd {
	session := s.Server.Session
	return func() tea.Msg {
		ctx := context.Background()
		if action != "" {
			if _, err := session.InContest(ctx, id, action, api.ContestCall{}); err != nil {
				return screenMsg{s, contestsMsg{err: err}}
			}
		}
		list, err := session.Contests(ctx)
		return screenMsg{s, contestsMsg{slices.Concat(list.Running, list.Coming), err}}
	}
}

// hears takes over the contests; the cursor stays on what it was on.
func (s *lobbyScreen) hears(m contestsMsg) {
	if m.err != nil {
		s.problem = i18n.Sentence(s.serverError(m.err))
		return
	}
	s.keepCursor(func() { s.contests, s.problem = m.contests, "" })
}

// enterContest goes to one's board in a contest, or does what is next there: join it, or say that one is there.
func (s *lobbyScreen) enterContest(c api.ContestBrief) tea.Cmd {
	switch {
	case c.Table != "":
		return s.openTable(c.Table)
	case !c.Entered:
		return s.askContests(c.ID, "join")
	}
	return s.askContests(c.ID, "check")
}

// contestHere is the contest that the cursor is on, nil for none.
func (s *lobbyScreen) contestHere() *api.ContestBrief {
	if rows := s.tables(); s.at < len(rows) {
		return rows[s.at].contest
	}
	return nil
}
