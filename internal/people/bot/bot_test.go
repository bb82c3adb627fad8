package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/people/account"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/bot"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/contest/director"
	"cairn.example/internal/people/explore"
	"cairn.example/internal/people/host"
	"cairn.example/internal/people/server"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/players"
)

// house is a server of tables on a store in memory.
type house struct {
	t      *testing.T
	store  *tabletest.Store
	tables *table.Service
	http   *httptest.Server
}

func newHouse(t *testing.T) *house {
	t.Helper()
	store, log := tabletest.NewStore(t), slog.New(slog.DiscardHandler)
	h := &house{t: t, store: store}
	results := settle.New(store, log)
	h.tables = table.New(table.Config{Store: store, Log: log, Ratings: results})
	results.Serve(h.tables)
	lists := explore.New(h.tables, results, nil, log)
	t.Cleanup(func() { lists.Close() })
	s, err := server.New(server.Options{
		Files: fs.FS(fstest.MapFS{"index.html": {Data: []byte("<title>Cairn</title>")}, "table/index.html": {Data: []byte(`<script src="../assets/a.js"></script>`)}}),
		Host:  host.New(host.Config{Store: store, Tables: h.tables, Log: log}),
		Log:   log, Tables: h.tables, Results: results, Explore: lists, Contests: director.New(director.Config{Store: store, Tables: h.tables, Shown: results.Shown, Log: log}),
		Accounts: account.New(account.Config{Store: store, Tables: h.tables, Log: log}),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Background(ctx) })
	h.http = httptest.NewServer(s)
	t.Cleanup(func() {
		h.http.CloseClientConnections()
		cancel()
		running.Wait()
		h.http.Close()
	})
	return h
}

func (h *house) account(name string) *client.Session {
	h.t.Helper()
	s, err := client.NewSession(h.http.URL, client.Options{})
	if err == nil {
		_, err = s.Guest(h.t.Context(), name)
	}
	if err == nil {
		_, err = s.Claim(h.t.Context(), name)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

// program makes a program of an account, and returns it with a session by its token.
func (h *house) program(owner *client.Session, name string) (api.Person, *client.Session) {
	h.t.Helper()
	var made api.Bot
	var token api.BotToken
	err := owner.Call(h.t.Context(), http.MethodPost, "/api/me/bots", api.NewBot{Name: name}, &made)
	if err == nil {
		err = owner.Call(h.t.Context(), http.MethodPost, "/api/me/bots/"+made.Person.ID+"/tokens", api.NewToken{Scope: api.ScopePlay}, &token)
	}
	s, sessionErr := client.NewSession(h.http.URL, client.Options{Token: token.Token})
	if err != nil || sessionErr != nil {
		h.t.Fatal(err, sessionErr)
	}
	return made.Person, s
}

var offers = []api.Offer{
	{Game: "dvonn", Controls: []string{"60+1..1800+30", "1/86400..1/1209600"}, Rated: true},
	{Game: "lyngk", Controls: []string{"60+1..1800+30"}},
}

// stands lets a program stand at the server until the test ends.
func (h *house) stands(b *bot.Bot) (ended <-chan error) {
	h.t.Helper()
	b.Log = slog.New(slog.DiscardHandler)
	if b.Desk == nil {
		b.Desk = &bot.Desk{}
	}
	ctx, cancel := context.WithCancel(h.t.Context())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx); close(done) }()
	h.t.Cleanup(func() {
		cancel()
		<-done
	})
	return done
}

// stood waits until a program stands.
func (h *house) stood(id string) {
	h.t.Helper()
	for range 2000 {
		if _, ok := h.tables.Standing(id); ok {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	h.t.Fatal("the program does not stand")
}

func level(t *testing.T, name string) bot.Thinker {
	t.Helper()
	l, err := bot.NewLevel(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// finish plays a game to its end by random moves.
func finish(t *testing.T, s *client.Session, id string) api.Table {
	t.Helper()
	live := s.Live(client.LiveOptions{})
	defer live.Close()
	board, me := live.Watch(id), players.NewRandom("a person")
	for {
		var over bool
		var p game.Position
		if err := board.Wait(t.Context(), func(v *client.View) bool {
			if v.State == nil {
				return false
			}
			p, over = v.State.Position().Copy(), v.State.Over()
			return over || v.MyTurn()
		}); err != nil {
			t.Fatal(err)
		}
		if over {
			break
		}
		r, err := me.Choose(t.Context(), p, noLimits, nil)
		if err == nil {
			_, err = board.Move(t.Context(), p.Game().MoveText(r.Move))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	last, err := s.Table(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return last
}

// TestWholeGame: an account makes a program, its token stands at the server, and a person asks for a table with it
// and plays a whole rated game, which moves the program's rating and not the person's.
func TestWholeGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	owner, person := h.account("Olga"), h.account("Paul")
	program, session := h.program(owner, "Walker")
	h.stands(&bot.Bot{Session: session, Thinker: level(t, "level3"), Offers: offers, Most: 4})
	h.stood(program.ID)
	made, err := person.CreateWith(t.Context(), api.Options{Game: "dvonn", Control: "300+3", Public: true, Rated: true}, program.ID)
	if err != nil {
		t.Fatal(err)
	}
	if made.Phase != api.Playing {
		t.Fatalf("the table is %s", made.Phase)
	}
	end := finish(t, person, made.ID)
	if end.Phase != api.Over || end.Outcome == "" {
		t.Errorf("the game is %s, %q", end.Phase, end.Outcome)
	}
	for i, seat := range end.Seats {
		if seat.Kind != map[bool]api.Kind{true: api.KindBot, false: api.KindAccount}[seat.ID == program.ID] {
			t.Errorf("seat %d: %+v", i, seat)
		}
	}
	for range 1000 {
		if end.Rating != nil || end.Unrated != "" {
			break
		}
		time.Sleep(20 * time.Millisecond)
		if end, err = person.Table(t.Context(), made.ID); err != nil {
			t.Fatal(err)
		}
	}
	if end.Rating == nil {
		t.Fatalf("not settled: %q", end.Unrated)
	}
	for i, seat := range end.Seats {
		if moved := end.Rating[i][0] != end.Rating[i][1]; moved != (seat.ID == program.ID) {
			t.Errorf("%s: %v", seat.Name, end.Rating[i])
		}
	}

	// It plays again with who asks for it, and not with whom its owner does not want to meet.
	if _, err := h.tables.Do(t.Context(), person.Person().ID, api.ToServer{Type: "rematch", Table: made.ID, ID: "again"}); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if end.Rematch != nil && end.Rematch.Agreed {
			break
		}
		time.Sleep(10 * time.Millisecond)
		if end, err = person.Table(t.Context(), made.ID); err != nil {
			t.Fatal(err)
		}
	}
	if end.Rematch == nil || !end.Rematch.Agreed {
		t.Fatalf("an offer to play again is not answered: %+v", end.Rematch)
	}
	if again := finish(t, person, end.Rematch.Table); again.Phase != api.Over || again.Seats[0].ID != end.Seats[1].ID {
		t.Errorf("the next game is %s, first %s", again.Phase, again.Seats[0].Name)
	}
	if err := owner.Call(t.Context(), http.MethodPut, "/api/me/blocks/"+person.Person().ID, nil, nil); err != nil {
		t.Fatal(err)
	}
	_, err = h.tables.Create(t.Context(), person.Person().ID, api.NewTable{Options: api.Options{Game: "dvonn", Control: "300+3"}, With: program.ID})
	var refusal *api.Error
	if !errors.As(err, &refusal) || refusal.Code != string(api.BotBusy) {
		t.Errorf("a person whom its owner does not want to meet: %v", err)
	}
}

// TestWonGameIsNotRepeated: who plays the same moves once more against a level at DVONN, whose empty board is always the same,
// gets other answers, for the level draws a seed for every table.
func TestWonGameIsNotRepeated(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	program, session := h.program(h.account("Olga"), "Walker")
	h.stands(&bot.Bot{Session: session, Thinker: level(t, "level6"), Offers: offers, Most: 4})
	h.stood(program.ID)
	person := h.account("Paul")
	var games [2]struct {
		Events []struct{ Side, Kind, Move string }
	}
	for i := range games {
		made, err := person.CreateWith(t.Context(), api.Options{Game: "dvonn", Control: "300+3", Side: "first"}, program.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(finish(t, person, made.ID).Log, &games[i]); err != nil {
			t.Fatal(err)
		}
	}
	// The person answers alike as long as the board is the same, so the first difference is the level's.
	for i, a := range games[0].Events[:min(len(games[0].Events), len(games[1].Events))] {
		if b := games[1].Events[i]; a != b {
			if a.Side != "second" || b.Side != "second" {
				t.Errorf("at ply %d the person played %+v and %+v", i, a, b)
			}
			return
		}
	}
	t.Error("the same game was played again")
}

var noLimits engine.Limits
