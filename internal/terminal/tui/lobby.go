package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// lobbyScreen lists the tables of a server, one's own first, and has a form for a new
// one. It is live.
type lobbyScreen struct {
	*app
	lobby     *api.Lobby // nil before the server has sent it
	mine      []api.Brief
	contests  []api.ContestBrief
	invites   []api.Invite // what one was asked and answered
	asked     time.Time    // when one's own tables were asked for last
	connected bool
	problem   string
	busy      bool
	stop      chan struct{}
	form
}

// openServer shows the news first, then what was asked for at the server: a table, a
// new one, or the lobby.
func (a *app) openServer() tea.Cmd {
	switch {
	case a.Server.News != "":
		d := a.messageBox(a.Server.Session.Address(), a.Server.News)
		a.Server.News = ""
		d.items[0].do, d.escape = a.openServer, a.openServer
		a.show(d)
		return nil
	case a.Table != "":
		return a.openTable(a.Table)
	case a.New != nil:
		cmd := a.openLobby()
		return tea.Batch(cmd, a.top().(*lobbyScreen).create(*a.New))
	}
	return a.openLobby()
}

// openLobby shows the lobby.
func (a *app) openLobby() tea.Cmd {
	a.Watch = false // after a return to the lobby the table may be joined
	s := &lobbyScreen{app: a, stop: make(chan struct{})}
	s.form = form{
		submit: s.makeTable,
		others: listKeys(a, s.decline, s.help),
		listed: func() int { return len(s.tables()) },
		choose: func(row int) tea.Cmd {
			if r := s.tables()[row]; r.contest != nil {
				return s.enterContest(*r.contest)
			}
			return s.openTable(s.tables()[row].brief.ID)
		},
	}
	s.build()
	a.show(s)
	a.Server.Live.Lobby(true)
	return tea.Batch(s.news(), s.askMine(), s.askContests("", ""))
}

// build makes the form.
func (s *lobbyScreen) build() {
	a := s.app
	name := &field{id: "name", label: a.t("tui.name"), text: &lineEditor{}}
	name.text.insert(a.Server.Session.Person().Name)
	s.fields = append([]*field{
		a.gameField(), a.boardField(s.chosenGame), a.clockField(play.Presets(true), a.NewGame.Clock), a.sideField(),
	}, s.ratedFields(a)...)
	s.fields = append(s.fields,
		a.yesNoField("public", "tui.lobby.public", "ui.friend.open"), name,
		&field{id: "create", label: a.t("ui.friend.make"), do: s.makeTable, main: true},
		&field{id: "home", label: a.t("ui.table.computer"), do: a.home})
	if a.Server.Session.Person().Kind == api.KindGuest {
		s.fields = append(s.fields, s.accountFields()...)
	}
	s.fields = append(s.fields, &field{id: "quit", label: a.t("tui.menu.quit"), do: func() tea.Cmd { return tea.Quit }})
	w := a.NewGame
	s.field("game").pick(w.Game)
	s.field("clock").pick("300+3")
	s.field("side").pick("drawn")
	if w.Clock.On() {
		s.field("clock").pick(w.Clock.String())
	}
	if w.Side != "first" { // that is the usual side against the computer
		s.field("side").pick(w.Side)
	}
	if w.Full {
		s.field("board").pick("full")
	}
}

// leave ends the wait for changes.
func (s *lobbyScreen) leave() {
	if s.stop != nil {
		close(s.stop)
		s.stop = nil
		s.Server.Live.Lobby(false)
	}
}

// mineMsg are one's own tables.
type mineMsg struct {
	tables []api.Brief
	err    error
}

// createdMsg is a table that was made.
type createdMsg struct {
	id  string
	err error
}

// mineEvery is how often one's own tables are asked for at most: the lobby hears of
// every change of any table.
const mineEvery = 15 * time.Second

func (s *lobbyScreen) askMine() tea.Cmd {
	s.asked = s.Now()
	session := s.Server.Session
	return func() tea.Msg {
		tables, err := session.Tables(context.Background())
		return screenMsg{s, mineMsg{tables, err}}
	}
}

// news takes over what is known by now and waits for more.
func (s *lobbyScreen) news() tea.Cmd {
	live := s.Server.Live
	changed := live.Changed()
	s.keepCursor(func() { s.lobby, s.connected, s.invites = live.LastLobby(), live.Connected(), live.Invites() })
	if err := live.Err(); err != nil {
		s.problem = s.serverEnded(err)
	}
	cmds := []tea.Cmd{s.await(changed, s.stop, screenMsg{s, waitedMsg{}})}
	if s.Now().Sub(s.asked) > mineEvery {
		cmds = append(cmds, s.askMine(), s.askContests("", ""))
	}
	return tea.Batch(cmds...)
}

// keepCursor leaves the cursor on what it was on when the tables are changed: on the same
// table, or the same row of the form below them.
func (s *lobbyScreen) keepCursor(change func()) {
	was := s.tables()
	change()
	rows := s.tables()
	if s.at >= len(was) {
		s.at += len(rows) - len(was)
		return
	}
	on := was[s.at].brief.ID
	if i := slices.IndexFunc(rows, func(r tableRow) bool { return r.brief.ID == on }); i >= 0 {
		s.at = i
		return
	}
	s.at = min(s.at, len(rows)+len(s.rows())-1)
}

// tableRow is a table in the list.
type tableRow struct {
	heading string // what it stands under, for the first of them
	brief   api.Brief
	contest *api.ContestBrief // in place of a table
}

// tables are the tables that are listed: one's own that go on, free seats, and those that
// are played.
func (s *lobbyScreen) tables() []tableRow {
	var rows []tableRow
	add := func(heading string, list []api.Brief, mine bool) {
		for _, b := range list {
			known := slices.ContainsFunc(rows, func(r tableRow) bool { return r.brief.ID == b.ID })
			if known || mine && b.Phase != api.Open && b.Phase != api.Playing {
				continue
			}
			rows = append(rows, tableRow{heading: heading, brief: b})
			heading = ""
		}
	}
	if asked := s.invited(); len(asked) > 0 {
		var list []api.Brief
		for _, i := range asked {
			list = append(list, i.Table)
		}
		add("tui.lobby.invited", list, false)
	}
	add("ui.lobby.mine", s.mine, true)
	for i, c := range s.contests {
		heading := ""
		if i == 0 {
			heading = "ui.contests"
		}
		rows = append(rows, tableRow{heading: heading, brief: api.Brief{ID: c.ID}, contest: &s.contests[i]})
	}
	if s.lobby != nil {
		add("ui.lobby.seats", s.lobby.Open, false)
		add("ui.lobby.playing", s.lobby.Playing, false)
	}
	return rows
}

// invited are those who ask the person to play.
func (s *lobbyScreen) invited() []api.Invite {
	return slices.DeleteFunc(slices.Clone(s.invites), func(i api.Invite) bool { return i.No })
}

func (s *lobbyScreen) update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case waitedMsg:
		return s.news()
	case mineMsg:
		if m.err != nil {
			s.problem = i18n.Sentence(s.serverError(m.err))
			return nil
		}
		first := s.mine == nil && s.at == len(s.tables())
		s.keepCursor(func() { s.mine = append([]api.Brief{}, m.tables...) })
		if first && len(s.tables()) > 0 {
			s.at = 0 // on the table that somebody waits at
		}
	case contestsMsg:
		s.hears(m)
	case accountMsg:
		return s.becomes(m)
	case createdMsg:
		s.busy = false
		if m.err != nil {
			s.problem = i18n.Sentence(s.serverError(m.err))
			return nil
		}
		return s.openTable(m.id)
	default:
		return s.form.update(msg)
	}
	return nil
}

func (s *lobbyScreen) help() tea.Cmd {
	return s.push(newHelp(s.app, s.chosenGame(), s.formHelp("tui.help.lobby", "tui.help.decline")...))
}

// decline says no to the invitation that the cursor is on, or leaves the contest.
func (s *lobbyScreen) decline() tea.Cmd {
	if c := s.contestHere(); c != nil && c.Entered {
		return s.askContests(c.ID, "leave")
	}
	asked := s.invited()
	if s.at >= len(asked) {
		return nil
	}
	live, table := s.Server.Live, asked[s.at].Table.ID
	return func() tea.Msg {
		_ = live.Decline(context.Background(), table) // who has asked may have closed the table
		return nil
	}
}

// makeTable makes the table that the form describes.
func (s *lobbyScreen) makeTable() tea.Cmd {
	v := func(id string) string { return s.field(id).value() }
	o := s.terms()
	o.Public = v("public") == "yes"
	if side := v("side"); side != "drawn" {
		o.Side = side
	}
	if c, err := play.ParseControl(o.Control); err == nil && c.Slow() {
		o.Accounts = s.Server.Session.Person().Kind == api.KindAccount // a guest may never come back
	}
	w := &s.app.NewGame
	w.Game, w.Side, w.Full, w.Name = o.Game, v("side"), o.Full, strings.TrimSpace(v("name"))
	if c, err := play.ParseControl(o.Control); err == nil {
		w.Clock = c
	}
	name := w.Name
	remember := s.remember(func(r *Settings) { r.Name, r.Game = name, o.Game })
	return tea.Batch(remember, s.create(o))
}

// create makes a table and goes there. Who has another name now is called so first.
func (s *lobbyScreen) create(o api.Options) tea.Cmd {
	if s.busy {
		return nil
	}
	s.busy, s.problem = true, ""
	session, name := s.Server.Session, strings.TrimSpace(s.field("name").value())
	return func() tea.Msg {
		if name != session.Person().Name {
			if _, err := session.Guest(context.Background(), name); err != nil {
				return screenMsg{s, createdMsg{err: err}}
			}
		}
		table, err := session.Create(context.Background(), o)
		return screenMsg{s, createdMsg{table.ID, err}}
	}
}
