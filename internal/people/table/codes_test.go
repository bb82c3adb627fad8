package table_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
)

// Every code of a table or a person is produced here, but for that of a log that is
// full (TestLongLog). Those of the live connection are the edge's, but for the two that
// this package gives, those of an account are of package account, and those of rated games
// are produced by TestRatedTerms and in package settle; those of devices in package notify.
func TestEveryCode(t *testing.T) {
	produced := map[string]bool{string(api.TableLong): true}
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, func(c *table.Config) { c.Limits.Open, c.Limits.Watched = 3, 1 })
		ctx := t.Context()
		want := func(code api.Code, err error) {
			t.Helper()
			produced[string(code)] = true
			if got := codeOf(err); got != string(code) {
				t.Errorf("%q (%v), want %q", got, err, code)
			}
		}
		do := func(code api.Code, person string, m api.ToServer) {
			t.Helper()
			if m.ID == "" {
				m.ID = h.id()
			}
			_, err := h.Do(ctx, person, m)
			want(code, err)
		}
		create := func(code api.Code, person string, o api.Options, nonce string) {
			t.Helper()
			_, err := h.Create(ctx, person, api.NewTable{Options: o, Nonce: nonce})
			want(code, err)
		}
		ann, ben, eve := h.person("Ann"), h.person("Ben"), h.person("Eve")
		lyngk := api.Options{Game: "lyngk", Control: "-"}

		// Making a table.
		create(api.MeNeeded, "", lyngk, "")
		create(api.MeNeeded, "12345678901234567890", lyngk, "")
		for _, o := range []api.Options{
			{Game: "chess", Control: "-"},
			{Game: "lyngk", Control: "5 minutes"},
			{Game: "lyngk", Control: "-", Side: "third"},
			{Game: "lyngk", Control: "-", Full: true},
			{Game: "lyngk", Control: "1/5"},
		} {
			create(api.TableOptions, ann, o, "")
		}
		create(api.TableNonce, ann, lyngk, "short")
		var open []string
		for range 3 {
			made, err := h.Create(ctx, ann, api.NewTable{Options: lyngk})
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, made.ID)
		}
		create(api.TableTooMany, ann, lyngk, "")
		invite := func(code api.Code, to string) *api.Table {
			t.Helper()
			made, err := h.Create(ctx, eve, api.NewTable{Options: lyngk, For: to})
			want(code, err)
			return made
		}
		invite(api.TableNotHere, "12345678901234567890")
		invite(api.TableSeated, eve)
		made := invite("", ben)
		invite(api.TableInvited, ben)
		do("", ben, api.ToServer{Type: "leave", Table: made.ID})
		invite(api.TableDeclined, ben)
		_, err := h.Create(ctx, h.account("10000000000000000000", "Zoe"), api.NewTable{Options: api.Options{Game: "lyngk", Control: "5+3", Accounts: true}, For: ben})
		want(api.TableGuest, err)
		for range 10 {
			_, err := h.Create(ctx, ann, api.NewTable{Options: lyngk})
			if codeOf(err) == string(api.TableRate) {
				want(api.TableRate, err)
				break
			}
		}

		// Messages as such.
		id := open[0]
		do(api.TableNotFound, ann, api.ToServer{Type: "leave", Table: "zzzzzzz2"})
		do(api.TableNotFound, ann, api.ToServer{Type: "leave", Table: "../etc/passwd"})
		do(api.LiveType, ann, api.ToServer{Type: "dance", Table: id})
		do(api.TableMessage, ann, api.ToServer{Type: "leave", Table: id, ID: "with space"})
		do(api.TableMessage, ann, api.ToServer{Type: "leave", Table: id, ID: strings.Repeat("x", 33)})
		do(api.MeNeeded, "", api.ToServer{Type: "sit", Table: id})

		// Before the start.
		move := send(id, 0, play.Event{Kind: play.Move, Move: "a1-b1"})
		do(api.TableWaiting, ann, move)
		do(api.TableWaiting, ann, api.ToServer{Type: "claim", Table: id})
		do(api.TableWaiting, ann, api.ToServer{Type: "rematch", Table: id})
		do(api.TableSeated, ann, api.ToServer{Type: "sit", Table: id})
		do(api.TableNonce, ben, api.ToServer{Type: "sit", Table: id, Nonce: strings.Repeat("Z", 32)})
		do(api.TableNotYours, ben, api.ToServer{Type: "leave", Table: id})
		_, err = h.Record(ctx, id)
		want(api.TableWaiting, err)
		h.must(ann, api.ToServer{Type: "leave", Table: open[1]})
		do(api.TableClosed, ben, api.ToServer{Type: "sit", Table: open[1]})
		do(api.TableClosed, ann, api.ToServer{Type: "leave", Table: open[1]})
		do(api.TableClosed, ann, send(open[1], 0, play.Event{Kind: play.Resign}))

		// About the terms.
		other := &api.Options{Game: "dvonn", Control: "-"}
		do(api.TableNotYours, ben, api.ToServer{Type: "terms", Table: id, Options: other})
		do(api.TableOptions, ann, api.ToServer{Type: "terms", Table: id})
		do(api.TableOptions, ann, api.ToServer{Type: "terms", Table: id, Options: &api.Options{Game: "chess"}})
		do(api.TableSeated, ann, api.ToServer{Type: "ask", Table: id, Options: other})
		do(api.TableOptions, ben, api.ToServer{Type: "ask", Table: id})
		do(api.TableNoAsk, ben, api.ToServer{Type: "ask", Table: id, No: true})
		do(api.TableNotHere, ann, api.ToServer{Type: "invite", Table: id, Person: ben})
		do(api.TableNotYours, ben, api.ToServer{Type: "invite", Table: id, Person: eve})
		for n := range table.MostAsks {
			h.must(h.person(""), api.ToServer{Type: "ask", Table: id, Options: &api.Options{Game: "dvonn", Control: fmt.Sprintf("%d+0", 60*(n+1))}})
		}
		do(api.TableAsks, ben, api.ToServer{Type: "ask", Table: id, Options: other})
		v, _ := h.view(ben, id)
		h.must(ann, api.ToServer{Type: "terms", Table: id, Options: other})
		do(api.TableChanged, ben, api.ToServer{Type: "sit", Table: id, Since: v.Seq})
		h.must(ann, api.ToServer{Type: "terms", Table: id, Options: &lyngk})

		// In the game.
		h.must(ben, api.ToServer{Type: "sit", Table: id})
		do(api.TableTaken, eve, api.ToServer{Type: "sit", Table: id})
		do(api.TableStarted, ann, api.ToServer{Type: "leave", Table: id})
		do(api.TableNotYours, eve, move)
		do(api.TableNotYours, eve, api.ToServer{Type: "claim", Table: id})
		do(api.TableNotYours, eve, api.ToServer{Type: "rematch", Table: id})
		do(api.TableNotOver, ann, api.ToServer{Type: "rematch", Table: id})
		for _, event := range []string{"", "null", "5", "{"} {
			do(api.TableEvent, ann, api.ToServer{Type: "send", Table: id, Event: []byte(event)})
		}
		// So is what is an object and no event; it is no saved game, of which play says so.
		for _, event := range []string{`{"kind":"move","extra":1}`, `{"kind":5}`, `{"v":2,"kind":"move"}`, `{"kind":"offer","to":"3"}`, `{"v":null,"kind":[]}`} {
			do(api.TableEvent, ann, api.ToServer{Type: "send", Table: id, Event: []byte(event)})
		}
		// What an event says that cannot be is refused by play.
		for _, event := range []string{`{"kind":"moretime","add":-1}`, `{"kind":"move","outcome":"gay"}`, `{"kind":"dance"}`} {
			m := api.ToServer{Type: "send", Table: id, ID: h.id(), Event: []byte(event)}
			if _, err := h.Do(ctx, ann, m); !strings.HasPrefix(codeOf(err), "play.") {
				t.Errorf("%s: %v", event, err)
			}
		}
		for _, kind := range []play.Kind{play.Flag, play.Abandon, play.Adjudicate, play.Pause, play.Resume, play.Adjust, play.Result} {
			do(api.TableByHost, ann, send(id, 0, play.Event{Kind: kind}))
		}
		people := h.view2(id)
		do(api.TableStale, people[0], send(id, 1, play.Event{Kind: play.Move, Move: "a1-b1"}))
		do(api.TableNoClaim, people[0], api.ToServer{Type: "claim", Table: id})
		h.move(id, people, 0)
		h.move(id, people, 0)
		do(api.TableUnknown, people[0], api.ToServer{Type: "claim", Table: id})
		sessions := [2]*table.Session{h.Join(people[0], &tabletest.Recorder{}), h.Join(people[1], &tabletest.Recorder{})}
		for _, c := range sessions {
			if _, err := c.Do(ctx, api.ToServer{Type: "watch", Table: id}); err != nil {
				t.Fatal(err)
			}
		}
		_, err = sessions[0].Do(ctx, api.ToServer{Type: "watch", Table: open[2]})
		want(api.LiveMany, err)
		do(api.TablePresent, people[0], api.ToServer{Type: "claim", Table: id})
		time.Sleep(table.SettleTime + time.Second)
		sessions[1].Close()
		do(api.TableWait, people[0], api.ToServer{Type: "claim", Table: id})

		// Chat and reports.
		do(api.TableChatEmpty, ann, api.ToServer{Type: "say", Table: id, Text: " \t\u200b "})
		do(api.MeNameTaken, h.person("Ann"), api.ToServer{Type: "say", Table: id, Text: "x"})
		do(api.TableChatLong, ann, api.ToServer{Type: "say", Table: id, Text: strings.Repeat("x", api.MostChat+1)})
		do(api.MeNeeded, "12345678901234567890", api.ToServer{Type: "say", Table: id, Text: "x"})
		want(api.TableLine, h.Report(ctx, ann, id, api.NewReport{Line: 5, Person: ben}))
		want(api.TableLine, h.Report(ctx, ann, id, api.NewReport{Person: eve}))
		want(api.TableReport, h.Report(ctx, ann, id, api.NewReport{Person: ben, Text: strings.Repeat("x", 1001)}))

		// After the game.
		h.must(people[0], send(id, 2, play.Event{Kind: play.Resign}))
		do(api.TableNoRematch, people[0], api.ToServer{Type: "rematch", Table: id, No: true})
		do(api.TableNonce, people[0], api.ToServer{Type: "rematch", Table: id, Nonce: "x"})
		h.must(people[0], api.ToServer{Type: "rematch", Table: id})
		do(api.TableRematchPending, people[0], api.ToServer{Type: "rematch", Table: id})
		do(api.TableRematchPending, people[1], api.ToServer{Type: "rematch", Table: id, Same: true})
		v, _ = h.view(people[0], id)
		do(api.TableRematchTerms, people[0], api.ToServer{Type: "terms", Table: v.Rematch.Table, Options: other})
		do(api.TableReserved, eve, api.ToServer{Type: "sit", Table: v.Rematch.Table})
		h.must(people[1], api.ToServer{Type: "rematch", Table: id})
		do(api.TableRematchMade, people[1], api.ToServer{Type: "rematch", Table: id})

		// About absence.
		want(api.MeAwayShort, h.SetAway(ctx, ann, h.store.Now(), h.store.Now().Add(time.Hour)))
		want(api.MeAwayLeft, h.SetAway(ctx, ann, h.store.Now(), h.store.Now().Add(29*24*time.Hour)))

		// About plans.
		id, people = h.table(api.Options{Control: "-"})
		first := line(h.game(id), 0, 0, 0)
		do(api.TablePlanTurn, people[0], api.ToServer{Type: "plan", Table: id, Lines: [][]string{first[:2]}})
		do(api.TableStale, people[1], api.ToServer{Type: "plan", Table: id, Ply: 1, Lines: [][]string{first[:2]}})
		do(api.TableNotYours, eve, api.ToServer{Type: "plan", Table: id, Lines: [][]string{first[:2]}})
		do(api.TablePlanAnswer, people[1], api.ToServer{Type: "plan", Table: id, Lines: [][]string{first}})
		do(api.TablePlanAnswer, people[1], api.ToServer{Type: "plan", Table: id, Lines: [][]string{first[:2], {first[0], line(h.game(id), 0, 1)[1]}}})
		var long [][]string
		for n := range 33 {
			long = append(long, line(h.game(id), n, 0))
		}
		do(api.TablePlanLong, people[1], api.ToServer{Type: "plan", Table: id, Lines: long})

		// A board of a duplicate round.
		seated := table.Seated{
			ID: "hddn2345", Contest: "cntt2345", People: [2]string{people[0], people[1]}, Options: api.Options{Game: "lyngk", Control: "600+5"},
			Draw: &setup.Draw{Table: "cntt2345/1", Secret: strings.Repeat("ab", 16), Shares: []string{}},
		}
		if err := h.CreateSeated(ctx, seated); err != nil {
			t.Fatal(err)
		}
		_, err = h.View(ctx, eve, seated.ID)
		want(api.TableHidden, err)
		do(api.TableHidden, eve, api.ToServer{Type: "say", Table: seated.ID, Text: "x"})

		// People.
		for _, c := range []struct {
			name string
			code api.Code
		}{
			{"--", api.MeNameShort},
			{strings.Repeat("x", 21), api.MeNameLong},
			{"a\u200bb", api.MeNameLetter},
			{"\u202eabc", api.MeNameLetter},
			{"p\u0430ypal", api.MeNameScripts},
			{"Adm1n", api.MeNameReserved},
		} {
			_, err := h.Rename(ctx, ann, c.name)
			want(c.code, err)
			_, _, err = h.NewGuest(ctx, c.name, "")
			want(c.code, err)
		}
		_, _, err = h.UseLink(ctx, "nothing", "")
		want(api.MeLink, err)
		_, err = h.BySession(ctx, "nothing")
		want(api.MeNeeded, err)
		hour := h.store.Now().Add(time.Hour)
		if err := h.store.Mute(ctx, eve, hour); err != nil {
			t.Fatal(err)
		}
		do(api.TableMuted, eve, api.ToServer{Type: "say", Table: id, Text: "x"})
		if err := h.store.Ban(ctx, eve, hour); err != nil {
			t.Fatal(err)
		}
		create(api.MeBanned, eve, lyngk, "")

		// A log of a later version.
		row2, _, err := h.store.Load(ctx, open[2])
		if err != nil {
			t.Fatal(err)
		}
		row2.Seq++
		later := table.Event{Table: open[2], Seq: 2, Kind: "dealt", Payload: []byte(`{"v":99,"cards":7}`), At: h.store.Now()}
		if err := h.store.Append(ctx, row2, []table.Event{later}); err != nil {
			t.Fatal(err)
		}
		do(api.TableNewer, ben, api.ToServer{Type: "sit", Table: open[2]})
	})
	for _, code := range slices.Sorted(maps.Keys(api.Messages())) {
		own := !strings.HasPrefix(string(code), "live.") && !strings.HasPrefix(string(code), "bot.") && !strings.HasPrefix(string(code), "contest.") && !strings.HasPrefix(string(code), "account.") && !strings.HasPrefix(string(code), "push.") && !strings.HasPrefix(string(code), "host.") && !strings.HasPrefix(string(code), "table.rated_") || code == api.LiveType || code == api.LiveMany
		if own && !produced[string(code)] {
			t.Errorf("nothing here is refused with %s", code)
		}
	}
}

// view2 returns the people of a table, First and Second.
func (h *house) view2(id string) [2]string {
	v, _ := h.view("", id)
	return [2]string{v.Seats[0].ID, v.Seats[1].ID}
}
