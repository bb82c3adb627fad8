package host_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/account"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/host"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
)

// house is a server of tables with hosts.
type house struct {
	*host.Service
	t        *testing.T
	store    *tabletest.Store
	tables   *table.Service
	accounts *account.Service
}

func newHouse(t *testing.T) *house {
	t.Helper()
	store := tabletest.NewStore(t)
	log := slog.New(slog.DiscardHandler)
	tables := table.New(table.Config{Store: store, Log: log, Limits: table.Limits{Open: 1000}})
	return &house{
		host.New(host.Config{Store: store, Tables: tables, Log: log}), t, store, tables,
		account.New(account.Config{Store: store, Tables: tables, Log: log}),
	}
}

func (h *house) ctx() context.Context { return h.t.Context() }

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) want(what string, err error, want api.Code) {
	h.t.Helper()
	if e := api.Refusal(err); e == nil || e.Code != string(want) {
		h.t.Errorf("%s: %v, want %s", what, err, want)
	}
}

// guest makes somebody, and who what a session of theirs says.
func (h *house) guest(name string) string {
	h.t.Helper()
	p, _, err := h.tables.NewGuest(h.ctx(), name, "")
	h.must(err)
	return p.ID
}

func (h *house) signedIn(token string) table.SignedIn {
	h.t.Helper()
	s, err := h.tables.UseSession(h.ctx(), token)
	h.must(err)
	return s
}

// account makes an account, and returns it as signed in by its code a moment ago.
func (h *house) account(name string) (who table.SignedIn, code string) {
	h.t.Helper()
	_, token, err := h.tables.NewGuest(h.ctx(), "", "")
	h.must(err)
	made, err := h.accounts.Claim(h.ctx(), h.signedIn(token), name)
	h.must(err)
	_, token, err = h.accounts.SignIn(h.ctx(), name, made.Code, "")
	h.must(err)
	return h.signedIn(token), made.Code
}

// host makes a host.
func (h *house) host(name string) table.SignedIn {
	h.t.Helper()
	who, _ := h.account(name)
	token, err := h.Invite(h.ctx(), who.Person.ID)
	h.must(err)
	h.must(h.Become(h.ctx(), who, token))
	who.Role = host.Role
	return who
}

// open has somebody make a table.
func (h *house) open(person, network string) string {
	h.t.Helper()
	made, err := h.tables.Create(h.ctx(), person, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-", Public: true}, Network: network})
	h.must(err)
	return made.ID
}

func (h *house) say(person, id, text string) int64 {
	h.t.Helper()
	n, err := h.tables.Do(h.ctx(), person, api.ToServer{Type: "say", Table: id, ID: text[:1] + person[:8], Text: text})
	h.must(err)
	return n
}

// notices are the news of hosts for somebody: what each is.
func (h *house) notices(person string) (what []string) {
	h.t.Helper()
	list, err := h.store.Notices(h.ctx(), person, 50)
	h.must(err)
	for _, n := range list {
		var args table.NoticeArgs
		h.must(json.Unmarshal([]byte(n.Args), &args))
		if n.Kind == table.NoticeHost {
			what = append(what, args.What)
		}
	}
	return what
}

// insulted is a table where Bob has insulted Ann, who has reported it.
func (h *house) insulted() (ann, bob, id string, report api.HostReport) {
	h.t.Helper()
	ann, bob = h.guest("Ann"), h.guest("Bob")
	id = h.open(ann, "")
	_, err := h.tables.Do(h.ctx(), bob, api.ToServer{Type: "sit", Table: id, ID: "s"})
	h.must(err)
	h.say(ann, id, "sorry, phone rang")
	h.say(bob, id, "move already")
	line := h.say(bob, id, "are you asleep, you idiot")
	h.say(ann, id, "please")
	h.say(bob, id, "resign then")
	h.say(ann, id, "never")
	h.must(h.tables.Report(h.ctx(), ann, id, api.NewReport{Line: line, Person: bob, Text: "rude"}))
	v, err := h.View(h.ctx(), table.SignedIn{})
	h.must(err)
	if len(v.Reports) != 1 {
		h.t.Fatalf("%d reports", len(v.Reports))
	}
	return ann, bob, id, v.Reports[0]
}

// TestDecisionIsToldOnce: what was done names the reason, the line, the end and the host; it waits until it was
// acknowledged, and an answer reaches the host once. Who had reported hears that a host has looked, and no more.
func TestDecisionIsToldOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada := h.host("Ada")
	ann, bob, id, report := h.insulted()
	if got := h.notices(ada.Person.ID); !slices.Equal(got, []string{"report"}) {
		t.Errorf("the host hears of %q", got)
	}
	var lines []string
	for _, l := range report.Lines {
		lines = append(lines, l.Text)
	}
	if want := []string{"sorry, phone rang", "move already", "are you asleep, you idiot", "please", "resign then"}; !slices.Equal(lines, want) {
		t.Errorf("the lines around are %q", lines)
	}
	if p := report.About; report.Table != id || report.Reporter.ID != ann || p.Person.ID != bob || p.Tables != 1 || p.Reports != 1 || p.Since == 0 {
		t.Errorf("the report is %+v", report)
	}
	done, err := h.Act(t.Context(), ada, bob, api.NewAction{What: host.Mute, Days: 1, Text: "stay friendly", Report: report.ID})
	h.must(err)
	if n, err := h.Waiting(t.Context(), bob); err != nil || n != 1 {
		t.Errorf("%d decisions wait, %v", n, err)
	}
	mine, err := h.Mine(t.Context(), bob)
	h.must(err)
	if len(mine) != 1 {
		t.Fatalf("the person sees %+v", mine)
	}
	a := mine[0]
	if a.Host == nil || a.Host.Name != "Ada" || a.Text != "stay friendly" || a.Quote != "are you asleep, you idiot" || !slices.Equal(a.Tables, []string{id}) ||
		a.Until != done.Until || time.UnixMilli(a.Until).Sub(time.UnixMilli(a.At)).Round(time.Minute) != 24*time.Hour || a.Acknowledged != 0 {
		t.Errorf("the person sees %+v", a)
	}
	if got := h.notices(bob); !slices.Equal(got, []string{"mute"}) {
		t.Errorf("the person hears %q", got)
	}
	if got := h.notices(ann); !slices.Equal(got, []string{"looked"}) {
		t.Errorf("who had reported hears %q", got)
	}
	h.want("somebody else's decision", h.Acknowledge(t.Context(), ann, a.ID, ""), api.HostNone)
	h.must(h.Acknowledge(t.Context(), bob, a.ID, ""))
	if n, err := h.Waiting(t.Context(), bob); err != nil || n != 0 {
		t.Errorf("%d decisions wait after that, %v", n, err)
	}
	h.must(h.Acknowledge(t.Context(), bob, a.ID, "I am sorry"))
	h.want("a second answer", h.Acknowledge(t.Context(), bob, a.ID, "and another thing"), api.HostAnswered)
	if got := h.notices(ada.Person.ID); !slices.Equal(got, []string{"answer", "report"}) {
		t.Errorf("the host hears %q", got)
	}
	v, err := h.View(t.Context(), table.SignedIn{})
	h.must(err)
	if len(v.Reports) != 0 || len(v.Actions) != 1 || v.Actions[0].Answer != "I am sorry" {
		t.Errorf("hosts see %+v", v)
	}
}

// TestMuteEndsByItself, and says when.
func TestMuteEndsByItself(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada := h.host("Ada")
	_, bob, id, _ := h.insulted()
	done, err := h.Act(t.Context(), ada, bob, api.NewAction{What: host.Mute, Days: 7, Text: "no"})
	h.must(err)
	_, err = h.tables.Do(t.Context(), bob, api.ToServer{Type: "say", Table: id, ID: "x", Text: "x"})
	h.want("muted", err, api.TableMuted)
	if until := time.UnixMilli(done.Until).UTC().Format("2006-01-02 15:04 MST"); !strings.Contains(err.Error(), until) {
		t.Errorf("%q does not say %s", err, until)
	}
	h.store.Jump(7*24*time.Hour, true)
	h.say(bob, id, "back")
}

// TestBanLetsGamesEnd: who is banned signs in, reads why, makes and joins no table, writes nothing, and plays on in the games
// that have begun.
func TestBanLetsGamesEnd(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada := h.host("Ada")
	bob, code := h.account("Bob")
	ann := h.guest("Ann")
	id := h.open(ann, "")
	_, err := h.tables.Do(t.Context(), bob.Person.ID, api.ToServer{Type: "sit", Table: id, ID: "s"})
	h.must(err)
	other := h.open(ann, "")
	_, err = h.Act(t.Context(), ada, bob.Person.ID, api.NewAction{What: host.Ban, Days: 30, Text: "cheating in 3 games"})
	h.must(err)
	_, token, err := h.accounts.SignIn(t.Context(), "Bob", code, "")
	h.must(err)
	bob = h.signedIn(token)
	if mine, err := h.Mine(t.Context(), bob.Person.ID); err != nil || len(mine) != 1 || mine[0].Text != "cheating in 3 games" || mine[0].Until == 0 {
		t.Errorf("they read %+v, %v", mine, err)
	}
	_, err = h.tables.Do(t.Context(), bob.Person.ID, api.ToServer{Type: "sit", Table: other, ID: "s2"})
	h.want("sit", err, api.MeBanned)
	_, err = h.tables.Do(t.Context(), bob.Person.ID, api.ToServer{Type: "say", Table: id, ID: "s3", Text: "x"})
	h.want("say", err, api.TableMuted)
	_, err = h.tables.Create(t.Context(), bob.Person.ID, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
	h.want("make a table", err, api.MeBanned)
	_, err = h.tables.Do(t.Context(), bob.Person.ID, api.ToServer{Type: "send", Table: id, ID: "s4", Event: json.RawMessage(`{"v":1,"kind":"abort"}`)})
	h.must(err)
	// It is ended without a word to acknowledge.
	_, err = h.Act(t.Context(), ada, bob.Person.ID, api.NewAction{What: host.Ban})
	h.must(err)
	if n, _ := h.Waiting(t.Context(), bob.Person.ID); n != 1 {
		t.Errorf("%d decisions wait", n)
	}
	h.open(bob.Person.ID, "")
}

// TestNameIsTakenAway at once: of a guest and of an account, who may choose another one now, but not the same again, and still
// signs in by the paper that bears it.
func TestNameIsTakenAway(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada := h.host("Ada")
	bob, code := h.account("Bad Word")
	guest := h.guest("Worse Word")
	for _, id := range []string{bob.Person.ID, guest} {
		_, err := h.Act(t.Context(), ada, id, api.NewAction{What: host.Name, Text: "choose another name"})
		h.must(err)
		if p := h.tables.Person(t.Context(), id); strings.Contains(p.Name, "Word") {
			t.Errorf("they are called %q", p.Name)
		}
	}
	if mine, err := h.Mine(t.Context(), bob.Person.ID); err != nil || mine[0].Quote != "Bad Word" {
		t.Errorf("they read %+v, %v", mine, err)
	}
	_, err := h.tables.Rename(t.Context(), bob.Person.ID, "bad_word")
	h.want("the same name", err, api.MeNameTaken)
	_, err = h.tables.Rename(t.Context(), guest, "Worse Word")
	h.want("the same name of a guest", err, api.MeNameTaken)
	_, _, err = h.accounts.SignIn(t.Context(), "Bad Word", code, "")
	h.must(err)
	_, err = h.tables.Rename(t.Context(), bob.Person.ID, "Good Word")
	h.must(err)
	_, _, err = h.accounts.SignIn(t.Context(), "Good Word", code, "")
	h.must(err)
}

// TestFloodIsGone with one press: the tables of guests from one address, and none of others.
func TestFloodIsGone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada := h.host("Ada")
	carl, _ := h.account("Carl")
	mine := h.open(carl.Person.ID, "192.0.2.1/32")
	other := h.open(h.guest("Dora"), "192.0.2.2/32")
	old := h.open(h.guest("Emil"), "192.0.2.1/32")
	h.store.Jump(2*time.Hour, true)
	var flood []string
	for range 6 {
		guest := h.guest("Eve")
		for range 10 {
			flood = append(flood, h.open(guest, "192.0.2.1/32"))
		}
	}
	v, err := h.View(t.Context(), table.SignedIn{})
	h.must(err)
	groups := map[string]int{}
	for _, b := range v.Tables {
		groups[b.ID] = b.Group
	}
	if groups[flood[0]] == 0 || groups[flood[0]] != groups[flood[59]] || groups[other] == groups[flood[0]] {
		t.Errorf("the groups are %v", groups)
	}
	_, err = h.Close(t.Context(), ada, api.CloseTables{Like: flood[7]})
	h.want("without a reason", err, api.HostReason)
	n, err := h.Close(t.Context(), ada, api.CloseTables{Like: flood[7], Text: "too many tables"})
	if err != nil || n != 60 {
		t.Fatalf("%d closed, %v", n, err)
	}
	v, err = h.View(t.Context(), table.SignedIn{})
	h.must(err)
	var left []string
	for _, b := range v.Tables {
		left = append(left, b.ID)
	}
	slices.Sort(left)
	want := []string{mine, other, old}
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
	if len(v.Actions) != 6 || len(v.Actions[0].Tables) != 10 || v.Actions[0].Text != "too many tables" {
		t.Errorf("noted is %+v", v.Actions)
	}
	// A day later nobody knows from where a table came.
	h.store.Jump(24*time.Hour, true)
	if h.tables.Origin(other) != "" {
		t.Error("an address is kept for more than a day")
	}
}

// TestHostsLeaveHosts: a host can do nothing about a host; the owner of the server can.
func TestHostsLeaveHosts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada, ben := h.host("Ada"), h.host("Ben")
	h.must(h.tables.Report(t.Context(), h.guest("Ann"), "", api.NewReport{Person: ben.Person.ID, Text: "shouts"}))
	v, err := h.View(t.Context(), table.SignedIn{})
	h.must(err)
	for _, n := range []api.NewAction{
		{What: host.Nothing, Report: v.Reports[0].ID},
		{What: host.Warn, Text: "x"},
		{What: host.Mute, Days: 1, Text: "x"},
		{What: host.Ban, Days: 1, Text: "x"},
		{What: host.Name, Text: "x"},
		{What: host.Close, Text: "x"},
	} {
		_, err := h.Act(t.Context(), ada, ben.Person.ID, n)
		h.want(n.What, err, api.HostOther)
		_, err = h.Act(t.Context(), ben, ben.Person.ID, n)
		h.want(n.What+" about oneself", err, api.HostOther)
	}
	open := h.open(ben.Person.ID, "")
	_, err = h.Close(t.Context(), ada, api.CloseTables{Tables: []string{open}, Text: "x"})
	h.want("close a table", err, api.HostOther)
	_, err = h.Decide(t.Context(), host.Action{Person: ben.Person.ID, What: host.Mute, Until: h.store.Now().Add(time.Hour), Text: "calm down", Report: v.Reports[0].ID})
	h.must(err)
	if mine, err := h.Mine(t.Context(), ben.Person.ID); err != nil || len(mine) != 1 || mine[0].Host != nil {
		t.Errorf("they read %+v, %v", mine, err)
	}
	h.must(h.Acknowledge(t.Context(), ben.Person.ID, 1, "all right"))
	if got := h.notices(ada.Person.ID); !slices.Contains(got, "answer") {
		t.Errorf("no host hears the answer to the owner: %q", got)
	}
	h.must(h.Resign(t.Context(), ben.Person.ID))
	_, err = h.Act(t.Context(), ada, ben.Person.ID, api.NewAction{What: host.Warn, Text: "x"})
	h.must(err)
}

// TestTwoHostsAtOneReport: the second hears who was first, and nothing is done twice.
func TestTwoHostsAtOneReport(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada, ben := h.host("Ada"), h.host("Ben")
	_, bob, _, report := h.insulted()
	// Before that, each hears that the other one has begun to look; the first one stays, for ten minutes.
	looks := func(who table.SignedIn) string {
		v, err := h.View(t.Context(), who)
		h.must(err)
		if p := v.Reports[0].Looks; p != nil {
			return p.Name
		}
		return ""
	}
	for _, who := range []table.SignedIn{ada, ben} {
		h.must(h.Look(t.Context(), who, report.ID))
	}
	if looks(ada) != "" || looks(ben) != "Ada" {
		t.Errorf("to Ada %q looks, to Ben %q", looks(ada), looks(ben))
	}
	h.store.Jump(11*time.Minute, true)
	if looks(ben) != "" {
		t.Errorf("after eleven minutes %q looks", looks(ben))
	}
	h.must(h.Look(t.Context(), ben, report.ID))
	if looks(ada) != "Ben" {
		t.Errorf("then %q looks", looks(ada))
	}
	h.want("what is no report", h.Look(t.Context(), ben, report.ID+1), api.HostNone)
	_, err := h.Act(t.Context(), ada, bob, api.NewAction{What: host.Nothing, Report: report.ID})
	h.must(err)
	_, err = h.Act(t.Context(), ben, bob, api.NewAction{What: host.Ban, Days: 1, Text: "x", Report: report.ID})
	h.want("the second", err, api.HostSeen)
	if !strings.HasPrefix(err.Error(), "Ada ") {
		t.Errorf("it does not say who was first: %q", err)
	}
	if p, err := h.store.Person(t.Context(), bob); err != nil || !p.Banned.IsZero() {
		t.Errorf("banned until %v, %v", p.Banned, err)
	}
	if n, _ := h.Waiting(t.Context(), bob); n != 0 || len(h.notices(bob)) != 0 {
		t.Error("that a report was looked at is told to the one whom it was about")
	}
	_, err = h.Act(t.Context(), ben, ada.Person.ID, api.NewAction{What: host.Nothing, Report: report.ID})
	h.want("a report about somebody else", err, api.HostOther)
	_, err = h.Act(t.Context(), ben, h.guest("Carl"), api.NewAction{What: host.Nothing, Report: report.ID})
	h.want("a report about somebody else", err, api.HostNone)
}

// TestWhoMayActAsHost: the role comes by the link that the owner made for this account, once; and it counts for half a day after
// the sign-in code was typed.
func TestWhoMayActAsHost(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	bob, code := h.account("Bob")
	eve, _ := h.account("Eve")
	_, err := h.Invite(t.Context(), h.guest("Ann"))
	h.want("a guest", err, api.AccountNeeded)
	h.want("nobody", h.May(table.SignedIn{}), api.MeNeeded)
	h.want("no host", h.May(bob), api.HostNeeded)
	first, err := h.Invite(t.Context(), bob.Person.ID)
	h.must(err)
	token, err := h.Invite(t.Context(), bob.Person.ID)
	h.must(err)
	h.want("the link before", h.Become(t.Context(), bob, first), api.MeLink)
	h.want("another's link", h.Become(t.Context(), eve, token), api.MeLink)
	h.must(h.Become(t.Context(), bob, token))
	h.want("a link twice", h.Become(t.Context(), bob, token), api.MeLink)
	late, err := h.Invite(t.Context(), eve.Person.ID)
	h.must(err)

	signIn := func() table.SignedIn {
		_, token, err := h.accounts.SignIn(t.Context(), "Bob", code, "")
		h.must(err)
		return h.signedIn(token)
	}
	bob = signIn()
	h.must(h.May(bob))
	link, err := h.tables.NewLink(t.Context(), bob)
	h.must(err)
	_, linked, err := h.tables.UseLink(t.Context(), link.Token, "")
	h.must(err)
	h.want("by a link", h.May(h.signedIn(linked)), api.HostSession)
	h.store.Jump(12*time.Hour+time.Second, true)
	h.want("half a day later", h.May(bob), api.HostSession)
	h.must(h.May(signIn()))
	h.must(h.Resign(t.Context(), bob.Person.ID))
	h.want("no host any more", h.May(signIn()), api.HostNeeded)
	h.store.Jump(12*time.Hour, true)
	h.want("a day later", h.Become(t.Context(), eve, late), api.MeLink)
}
