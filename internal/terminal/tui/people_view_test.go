package tui

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// cutFree draws what a screen shows in every language and at several sizes, and fails the
// test where a text is cut short, leaves the screen or covers another.
func (h *atServer) cutFree(what string) {
	h.t.Helper()
	if raceDetector {
		return // this draws in one goroutine, many times over; it runs without the race detector
	}
	told := map[string]bool{}
	catalog, w, hh := h.a.Catalog, h.a.w, h.a.h
	defer func() {
		h.a.flaw, h.a.Catalog, h.a.w, h.a.h = nil, catalog, w, hh
		h.translate()
	}()
	for _, lang := range i18n.Languages() {
		if testing.Short() && lang.Code != "de" && lang.Code != "pl" { // where texts are longest
			continue
		}
		h.a.Catalog = catalogOf(lang.Code)
		h.translate()
		h.a.flaw = func(x, y int, text, flaw string) {
			if !told[text+flaw] {
				h.t.Errorf("%s, %s, %d by %d: at %d, %d %q %s", what, lang.Code, h.a.w, h.a.h, x, y, text, flaw)
			}
			told[text+flaw] = true
		}
		sizes := [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}}
		if testing.Short() {
			sizes = sizes[:1] // where there is least room
		}
		for _, size := range sizes {
			h.a.w, h.a.h = size[0], size[1]
			h.a.draw()
		}
	}
}

// translate lets the screens speak the language of the catalog.
func (h *atServer) translate() {
	for _, s := range h.a.screens {
		switch s := s.(type) {
		case *lobbyScreen:
			at := s.at
			s.build()
			s.at = at
		case *gameScreen:
			s.updateSpeaker()
		}
	}
}

// Every screen at a server has room for its texts in every language, and nothing is
// missing from them.
func TestNothingIsCutAtAServer(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	for _, game := range []string{"dvonn", "lyngk"} {
		anna, bob, eve, _ := sat(t, p, api.Options{Game: game, Control: "300+3", Takeback: true, Public: true}, nil)
		lobby := newAtServer(t, p.guest("Somebody with a name"), nil)
		lobby.shows("Being played")
		lobby.cutFree("lobby")
		waits := newAtServer(t, p.guest("Zoe"), func(o *Options) {
			o.New = &api.Options{Game: game, Control: "1/259200", Takeback: true, Public: true, Full: game == "dvonn"}
		})
		waits.shows("Waiting for an opponent")
		waits.cutFree("waiting")
		waits.press("c")
		waits.cutFree("closing")
		joins := newAtServer(t, p.guest("Yan"), func(o *Options) { o.Table = waits.a.screens[0].(*waitingScreen).table.ID() })
		joins.shows("Zoe invites you to play")
		joins.cutFree("invited")
		for i := range 6 {
			h := []*atServer{anna, bob}[i%2]
			h.until("a turn", func() bool { return h.gameScreen().personToMove() })
			h.move(h.gameScreen().game().MoveText(sorted(h.gameScreen().pos())[3*i]))
		}
		bob.until("six moves", func() bool { return len(bob.gameScreen().steps) == 6 })
		bob.command("draw")
		bob.press("u")
		anna.shows("Bob asks to take back the last move.")
		anna.shows("Bob offers a draw.")
		anna.press("t")
		anna.typeText("A line that is rather long, so that it needs more than one row of any panel beside a board")
		anna.press("enter")
		bob.press("t")
		bob.shows("A line that is rather long")
		bob.cutFree("chat")
		bob.press("up")
		bob.shows("Ctrl+X mute")
		bob.cutFree("a line of the chat")
		bob.press("ctrl+r")
		bob.shows("What is wrong?")
		bob.cutFree("a report")
		bob.press("esc", "esc", "esc")
		anna.press("esc")
		for name, h := range map[string]*atServer{"offers": anna, "own offers": bob, "watching": eve} {
			h.cutFree(name)
			h.press("m")
			h.cutFree(name + ", menu")
			h.press("esc")
		}
		gone := int64(0)
		table := atTable(anna.gameScreen())
		table.known.Table.Presence = api.Presence{Players: [2]string{"here", "away"}, Away: [2]int64{0, 100_000}, Claimable: &gone, Watchers: 3}
		table.known.Connected = false
		table.sending = &play.Event{Kind: play.Move, Move: "e3"}
		anna.cutFree("no connection")
		table.known.Connected, table.sending = true, nil
		anna.cutFree("opponent gone")
		anna.command("resign")
		anna.cutFree("resigning")
		anna.press("up", "enter")
		bob.shows("Anna resigned.")
		bob.cutFree("the end")
		bob.press("n")
		bob.cutFree("what next")
		bob.press("enter")
		anna.shows("Bob offers a rematch.")
		anna.cutFree("rematch")
		anna.press("?")
		anna.cutFree("help")
		for _, h := range []*atServer{anna, bob, eve, lobby, waits, joins} {
			if text := h.text(); strings.Contains(text, "ui.") || strings.Contains(text, "tui.") || strings.Contains(text, "cli.") {
				t.Errorf("a message has no text:\n%s", text)
			}
		}
	}
}

// An opponent who is away for long can be claimed against; the seconds until then are
// counted, and the server has the last word.
func TestClaim(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna, bob, _, _ := sat(t, p, api.Options{Game: "dvonn", Control: "300+3"}, nil)
	anna.move("e3")
	bob.move("f3")
	anna.until("a turn", func() bool { return anna.gameScreen().personToMove() })
	// What the server tells of presence comes when it likes: what is set here is looked at before it is heard.
	gone := func(ago time.Duration) {
		in := int64(12_000)
		table := atTable(anna.gameScreen())
		table.known.Table.Presence = api.Presence{Players: [2]string{"here", "away"}, Away: [2]int64{0, 48_000}, Claimable: &in}
		table.presenceAt = anna.now.Add(-ago)
	}
	sees := func(text string) {
		t.Helper()
		if !anna.showsNow(text) {
			t.Errorf("%q is not shown:\n%s", text, anna.text())
		}
	}
	gone(0)
	sees("Bob is away. You can claim the game in 12 s.")
	sees("away 0:48")
	if strings.Contains(anna.text(), "w Claim the win") {
		t.Error("a claim is offered too early")
	}
	gone(5 * time.Second)
	sees("You can claim the game in 7 s.")
	gone(12 * time.Second)
	sees("Bob left. You can claim the win or a draw.")
	sees("w Claim the win")
	anna.press("m")
	sees("Claim a draw")
	anna.press("esc")
	gone(12 * time.Second)
	anna.press("w")
	anna.shows("Your opponent is here.") // the server knows better
	if anna.gameScreen().over() {
		t.Error("the claim was accepted")
	}
}

// However much there is to tell, the clocks of both stay in sight.
func TestClocksStayInSight(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna, bob, _, _ := sat(t, p, api.Options{Game: "dvonn", Control: "300+3", Takeback: true}, nil)
	anna.move("e3")
	bob.move("f3")
	bob.command("draw")
	anna.shows("Bob offers a draw.")
	for n := range 4 {
		bob.command(fmt.Sprint("say line ", n))
	}
	anna.until("what Bob has said", func() bool { return len(atTable(anna.gameScreen()).known.Chat) == 4 })
	clock := regexp.MustCompile(`\b[45]:\d\d\b`) // about five minutes: the clocks run while this is drawn
	for _, size := range [][2]int{{80, 24}, {60, 20}, {100, 30}} {
		anna.size(size[0], size[1])
		if text := anna.text(); len(clock.FindAllString(text, -1)) != 2 || !strings.Contains(text, "Bob offers a draw.") {
			t.Errorf("at %v there are not both clocks and the offer:\n%s", size, text)
		}
	}
}

// Who is muted is not read, here nor in the next run.
func TestMute(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna, bob, eve, _ := sat(t, p, api.Options{Game: "dvonn", Control: "-"}, nil)
	bob.command("say first words")
	anna.shows("Bob: first words")
	anna.press("t", "up")
	anna.shows("Ctrl+X mute")
	anna.press("ctrl+x", "esc")
	bob.command("say more words")
	bob.shows("Bob: more words")
	anna.until("what Bob has said", func() bool { return len(atTable(anna.gameScreen()).known.Chat) == 2 })
	if strings.Contains(anna.text(), "more words") {
		t.Errorf("somebody is heard who was muted:\n%s", anna.text())
	}
	stored, err := anna.a.SettingsFile.Read()
	if err != nil || stored.Muted != bob.a.Server.Session.Person().ID {
		t.Errorf("the settings are %+v, %v", stored, err)
	}
	anna.command("unmute bob")
	anna.shows("Messages from this person are shown again.")
	anna.shows("Bob: more words")
	anna.command("mute nobody")
	anna.shows("No one here is called “nobody”")
	// A report reaches the host.
	anna.press("t", "up", "ctrl+r")
	anna.typeText("rude")
	anna.press("enter")
	anna.shows("Thanks. The hosts of this server will see it")
	// Watchers mute by name.
	eve.command("mute")
	eve.shows("No one here is called")
	eve.command("mute Bob")
	eve.shows("Messages from this person aren’t shown anymore.")
}

// A list of muted people stays within bounds and holds nobody twice.
func TestMuteMany(t *testing.T) {
	t.Parallel()
	var s Settings
	for n := range mostMuted + 50 {
		s.Mute(fmt.Sprint("p", n), true)
		s.Mute(fmt.Sprint("p", n), true)
	}
	list := strings.Fields(s.Muted)
	if len(list) != mostMuted || list[len(list)-1] != fmt.Sprint("p", mostMuted+49) {
		t.Errorf("%d are muted, the last one %s", len(list), list[len(list)-1])
	}
	s.Mute(list[3], false)
	if strings.Contains(" "+s.Muted+" ", " "+list[3]+" ") {
		t.Error("nobody is heard again")
	}
}

// A table that is not there, a seat that was taken, a table that was closed: each is said,
// and leads to the lobby.
func TestNoTable(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna := newAtServer(t, p.guest("Anna"), func(o *Options) { o.Table = "abcdefg2" })
	anna.shows("This table doesn’t exist.")
	anna.press("enter")
	anna.shows("No one is waiting")

	bob := newAtServer(t, p.guest("Bob"), func(o *Options) { o.New = &api.Options{Game: "lyngk6", Control: "-"} })
	bob.shows("Waiting for an opponent")
	id := bob.a.top().(*waitingScreen).table.ID()
	eve := newAtServer(t, p.guest("Eve"), func(o *Options) { o.Table = id })
	eve.shows("Bob invites you to play")
	bob.press("c")
	bob.shows("Close this table?")
	bob.press("up", "enter")
	bob.shows("The table was closed.")
	eve.shows("The table was closed.")
	eve.press("enter")
	eve.shows("No one is waiting")
}

// What may not have arrived is named with its button, or as a move that is drawn as
// planned; while the server is being restarted the clocks stand still.
func TestUnsent(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna, bob, _, _ := sat(t, p, api.Options{Game: "dvonn", Control: "300+3"}, nil)
	anna.move("c3")
	bob.move("d3")
	anna.until("the own turn", func() bool { return anna.gameScreen().personToMove() })
	gs := anna.gameScreen()
	v := &atTable(gs).known
	says := func() (text string) {
		for _, m := range atTable(gs).notices() {
			text += m.text + "|"
		}
		return text
	}
	// The connection is open, and carries nothing.
	sent := func(e play.Event) []api.ToServer {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		return []api.ToServer{{Type: "send", Event: text}}
	}
	v.Unsent = sent(play.Event{Kind: play.Move, Side: game.First, Move: "e3"})
	atTable(gs).sending = &play.Event{Kind: play.Move, Side: game.First, Move: "e3"}
	if err := gs.session.Apply(*atTable(gs).sending); err != nil {
		t.Fatal(err)
	}
	if got, want := says(), "e3: not sent yet. Will be sent when you’re back online. Your clock is running.|"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if b := gs.marked(gs.mode.notes()); b.Marks.From|b.Marks.To != 0 || !atTable(gs).unsent() {
		t.Errorf("the move is drawn as played: %+v", b.Marks)
	}
	if got := atTable(gs).presence(game.First); got != "no connection" {
		t.Errorf("one's own presence: %q", got)
	}
	v.Unsent, v.Trouble = sent(play.Event{Kind: play.Resign, Side: game.First}), api.Refuse(api.LiveFull)
	if got, want := says(), "Resign: not sent yet. The server has no space left; nothing was saved. Your clock is running.|"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// What is planned stands there as long as it may be played.
	v.Unsent, v.Trouble = nil, nil
	v.Plan = &api.Plan{Lines: [][]string{{"d3", "c2"}, {"e4", "e5"}, {"f1", "f2"}, {"g1", "g2"}}}
	if got, want := says(), "If d3, then c2|If e4, then e5|If f1, then f2|and 1 more|"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	v.Plan, v.Trouble = nil, api.Refuse(api.LiveFull)
	v.Unsent, v.Connected, v.Stopped, v.Elapsed = nil, false, true, 7*time.Second
	if got, want := says(), "The server is restarting. The clocks are stopped.|"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	atTable(gs).setClock()
	if gs.elapsed() != 7*time.Second {
		t.Errorf("the clocks run: %v", gs.elapsed())
	}
}

// What is refused leaves the board as the server has it: here a move that another client
// of the same person was faster with.
func TestRefusedMove(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna, _, _, id := sat(t, p, api.Options{Game: "dvonn", Control: "-"}, nil)
	second := anna.a.Server.Session.Live(client.LiveOptions{})
	defer second.Close()
	table := second.Watch(id)
	if err := table.Wait(t.Context(), func(v *client.View) bool { return v.State != nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Move(t.Context(), "c3"); err != nil {
		t.Fatal(err)
	}
	// The screen has not heard of it yet.
	anna.press(":")
	anna.typeText("e3")
	anna.press("enter")
	anna.until("the move of the server", func() bool {
		gs := anna.gameScreen()
		return len(gs.steps) == 1 && gs.game().MoveText(gs.steps[0].Move) == "c3" && atTable(gs).sending == nil
	})
}

// TestAccountInTheLobby keeps a name on the full screen, and signs in with its code on another one.
func TestAccountInTheLobby(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	kept := 0
	guest := func(name string) *Server {
		s := p.guest(name)
		s.Keep = func() error { kept++; return nil }
		return s
	}
	one := newAtServer(t, guest("Marta"), nil)
	one.shows("Keep your name")
	one.onField("claim")
	one.press("enter")
	one.shows("Marta, this is your code")
	one.cutFree("the code")
	code := regexp.MustCompile(`[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}`).FindString(one.text())
	one.press("enter")
	one.shows("No one is waiting")
	if one.showsNow("Keep your name") {
		t.Errorf("an account is asked to keep its name:\n%s", one.text())
	}

	other := newAtServer(t, guest("Bob"), nil)
	other.shows("Keep your name")
	other.cutFree("the lobby of a guest") // which makes the form again
	name := other.a.top().(*lobbyScreen).field("name")
	name.text.text, name.text.at = "", 0
	other.onField("name")
	other.typeText("marta")
	other.onField("code")
	other.typeText("00000")
	other.onField("signin")
	other.press("enter")
	other.shows("Name and code don’t belong together.")
	code2 := other.a.top().(*lobbyScreen).field("code")
	code2.text.text, code2.text.at = "", 0
	other.onField("code")
	other.typeText(code)
	other.onField("signin")
	other.press("enter")
	other.until("Marta", func() bool { return other.a.Server.Session.Person().Name == "Marta" && kept == 1 })
	if other.showsNow("Sign-in code") {
		t.Errorf("an account is asked for a code:\n%s", other.text())
	}
}

// onField moves the cursor of the lobby to a row of its form.
func (h *atServer) onField(id string) {
	h.t.Helper()
	s := h.a.top().(*lobbyScreen)
	h.until(id, func() bool {
		if f := s.here(); f != nil && f.id == id {
			return true
		}
		h.press("down")
		return false
	})
}
