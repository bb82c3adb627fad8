package server

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"cairn.example/internal/people/api"
)

// The roles of the tables below. stranger has no session; other has one and no
// seat; first and second play; maker sits alone at an open table; program and reader are the same program
// with a token to play and one to read, and without a seat.
var roles = []string{"stranger", "other", "first", "second", "maker", "program", "reader"}

// calls says for every route what each role is answered: a status, or a status and
// a code. The table is asked for the routes that there are, so a new one needs its
// line. The table with players is {id}; for maker it is one that waits for somebody.
const calls = `
	GET server               | 200 | 200 | 200 | 200 | 200 | 200 | 200
	GET me                   | 200 | 200 | 200 | 200 | 200 | 200 | 200
	POST me                  | 200 | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	POST me/links            | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	POST me/use              | 404 me.link | 404 me.link | 404 me.link | 404 me.link | 404 me.link | 403 bot.call | 403 bot.call
	POST me/look             | 404 me.link | 404 me.link | 404 me.link | 404 me.link | 404 me.link | 403 bot.call | 403 bot.call
	DELETE me/session        | 204 | 204 | 204 | 204 | 204 | 403 bot.call | 403 bot.call
	POST me/claim            | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	POST me/signin           | 404 account.signin | 404 account.signin | 404 account.signin | 404 account.signin | 404 account.signin | 403 bot.call | 403 bot.call
	POST me/code             | 401 me.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 bot.call | 403 bot.call
	GET me/passkeys          | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	POST me/passkeys/begin   | 401 me.needed | 409 account.passkey_none | 409 account.passkey_none | 409 account.passkey_none | 409 account.passkey_none | 403 bot.call | 403 bot.call
	POST me/passkeys/finish  | 401 me.needed | 409 account.passkey_none | 409 account.passkey_none | 409 account.passkey_none | 409 account.passkey_none | 403 bot.call | 403 bot.call
	DELETE me/passkeys/{id}  | 401 me.needed | 404 account.passkey | 404 account.passkey | 404 account.passkey | 404 account.passkey | 403 bot.call | 403 bot.call
	POST passkeys/begin      | 409 account.passkey_none | 409 account.passkey_none | 409 account.passkey_none | 409 account.passkey_none | 409 account.passkey_none | 403 bot.call | 403 bot.call
	POST passkeys/finish     | 409 account.passkey_none | 409 account.passkey_none | 409 account.passkey_none | 409 account.passkey_none | 409 account.passkey_none | 403 bot.call | 403 bot.call
	GET me/sessions          | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	DELETE me/sessions       | 401 me.needed | 204 | 204 | 204 | 204 | 403 bot.call | 403 bot.call
	DELETE me/sessions/{id}  | 401 me.needed | 404 account.session | 404 account.session | 404 account.session | 404 account.session | 403 bot.call | 403 bot.call
	GET me/export            | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	GET me/kept              | 401 me.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 bot.call | 403 bot.call
	POST me/kept             | 401 me.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 bot.call | 403 bot.call
	DELETE me/kept           | 401 me.needed | 204 | 204 | 204 | 204 | 403 bot.call | 403 bot.call
	GET me/archive           | 401 me.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 bot.call | 403 bot.call
	DELETE me                | 401 me.needed | 400 account.name | 400 account.name | 400 account.name | 400 account.name | 403 bot.call | 403 bot.call
	GET me/blocks            | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	PUT me/blocks/{id}       | 401 me.needed | 404 account.nobody | 404 account.nobody | 404 account.nobody | 404 account.nobody | 403 bot.call | 403 bot.call
	DELETE me/blocks/{id}    | 401 me.needed | 204 | 204 | 204 | 204 | 403 bot.call | 403 bot.call
	GET people               | 401 me.needed | 200 | 200 | 200 | 200 | 200 | 200
	GET people/{id}          | 404 account.nobody | 404 account.nobody | 404 account.nobody | 404 account.nobody | 404 account.nobody | 404 account.nobody | 404 account.nobody
	GET me/notices           | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	PUT me/notices           | 401 me.needed | 204 | 204 | 204 | 204 | 403 bot.call | 403 bot.call
	GET me/away              | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	PUT me/away              | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	POST me/notices/seen     | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	POST me/push             | 401 me.needed | 400 push.endpoint | 400 push.endpoint | 400 push.endpoint | 400 push.endpoint | 403 bot.call | 403 bot.call
	DELETE me/push           | 401 me.needed | 204 | 204 | 204 | 204 | 403 bot.call | 403 bot.call
	POST me/push/test        | 401 me.needed | 404 push.gone | 404 push.gone | 404 push.gone | 404 push.gone | 403 bot.call | 403 bot.call
	POST me/calendar         | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	GET me/calendar.ics      | 404 live.path | 404 live.path | 404 live.path | 404 live.path | 404 live.path | 403 bot.call | 403 bot.call
	POST me/host             | 401 me.needed | 404 me.link | 404 me.link | 404 me.link | 404 me.link | 403 bot.call | 403 bot.call
	GET me/actions           | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	POST me/actions/{id}     | 401 me.needed | 404 host.none | 404 host.none | 404 host.none | 404 host.none | 403 bot.call | 403 bot.call
	POST people/{id}/reports | 401 me.needed | 404 account.nobody | 404 account.nobody | 404 account.nobody | 404 account.nobody | 403 bot.call | 403 bot.call
	GET host                 | 401 me.needed | 403 host.needed | 403 host.needed | 403 host.needed | 403 host.needed | 403 bot.call | 403 bot.call
	GET host/people          | 401 me.needed | 403 host.needed | 403 host.needed | 403 host.needed | 403 host.needed | 403 bot.call | 403 bot.call
	POST host/people/{id}    | 401 me.needed | 403 host.needed | 403 host.needed | 403 host.needed | 403 host.needed | 403 bot.call | 403 bot.call
	POST host/reports/{id}   | 401 me.needed | 403 host.needed | 403 host.needed | 403 host.needed | 403 host.needed | 403 bot.call | 403 bot.call
	POST host/tables         | 401 me.needed | 403 host.needed | 403 host.needed | 403 host.needed | 403 host.needed | 403 bot.call | 403 bot.call
	GET feed.atom            | 200 | 200 | 200 | 200 | 200 | 200 | 200
	GET me/bots              | 401 me.needed | 200 | 200 | 200 | 200 | 403 bot.call | 403 bot.call
	POST me/bots             | 401 me.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 bot.call | 403 bot.call
	DELETE me/bots/{id}      | 401 me.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 bot.call | 403 bot.call
	POST me/bots/{id}/tokens | 401 me.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 bot.call | 403 bot.call
	DELETE me/bots/{id}/tokens/{token} | 401 me.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 bot.call | 403 bot.call
	GET lobby                | 200 | 200 | 200 | 200 | 200 | 200 | 200
	GET tables               | 401 me.needed | 200 | 200 | 200 | 200 | 200 | 200
	POST tables              | 401 me.needed | 200 | 200 | 200 | 200 | 200 | 403 bot.call
	GET tables/{id}          | 200 | 200 | 200 | 200 | 200 | 200 | 200
	GET tables/{id}/record   | 200 | 200 | 200 | 200 | 409 table.waiting | 200 | 200
	GET tables/{id}/qr.svg   | 200 | 200 | 200 | 200 | 200 | 200 | 200
	POST tables/{id}/reports | 401 me.needed | 204 | 204 | 204 | 204 | 403 bot.call | 403 bot.call
	GET people/{id}/results  | 404 account.nobody | 404 account.nobody | 404 account.nobody | 404 account.nobody | 404 account.nobody | 404 account.nobody | 404 account.nobody
	GET ratings/{game}/{speed} | 200 | 200 | 200 | 200 | 200 | 200 | 200
	GET games                | 200 | 200 | 200 | 200 | 200 | 200 | 200
	GET explorer             | 400 live.query | 400 live.query | 400 live.query | 400 live.query | 400 live.query | 400 live.query | 400 live.query
	GET contests             | 200 | 200 | 200 | 200 | 200 | 200 | 200
	POST contests            | 401 me.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 account.needed | 403 bot.call | 403 bot.call
	GET contests/{id}        | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found
	POST contests/{id}/{action} | 401 me.needed | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 403 bot.call
	GET contests/{id}/results.csv | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found
	GET contests/{id}/records | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found
	GET contests/{id}/qr.svg | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found | 404 contest.not_found
	GET contests.ics         | 200 | 200 | 200 | 200 | 200 | 200 | 200
	POST verify              | 200 | 200 | 200 | 200 | 200 | 200 | 403 bot.call
	GET live                 | 426 live.upgrade | 426 live.upgrade | 426 live.upgrade | 426 live.upgrade | 426 live.upgrade | 426 live.upgrade | 426 live.upgrade
`

// said says the same for everything that can be sent on a live connection. First is
// to move. What is sent is in sayings below.
const said = `
	watch            | told | told | told | told | told | told | told
	unwatch          | - | - | - | - | - | - | -
	stand            | me.needed | bot.call | bot.call | bot.call | bot.call | ack | bot.call
	lobby            | told | told | told | told | told | told | told
	contest          | contest.not_found | contest.not_found | contest.not_found | contest.not_found | contest.not_found | contest.not_found | contest.not_found
	ping             | told | told | told | told | told | told | told
	send move        | me.needed | table.not_yours | ack | play.turn | table.waiting | table.not_yours | bot.call
	send as second   | me.needed | table.not_yours | ack | play.turn | table.waiting | table.not_yours | bot.call
	send as first    | me.needed | table.not_yours | ack | play.turn | table.waiting | table.not_yours | bot.call
	send flag        | me.needed | table.not_yours | table.by_host | table.by_host | table.waiting | table.not_yours | bot.call
	send result      | me.needed | table.not_yours | table.by_host | table.by_host | table.waiting | table.not_yours | bot.call
	send abandon     | me.needed | table.not_yours | table.by_host | table.by_host | table.waiting | table.not_yours | bot.call
	send adjust      | me.needed | table.not_yours | table.by_host | table.by_host | table.waiting | table.not_yours | bot.call
	send pause       | me.needed | table.not_yours | table.by_host | table.by_host | table.waiting | table.not_yours | bot.call
	send resign      | me.needed | table.not_yours | ack | ack | table.waiting | table.not_yours | bot.call
	send abort       | me.needed | table.not_yours | ack | ack | table.waiting | table.not_yours | bot.call
	send offer       | me.needed | table.not_yours | ack | ack | table.waiting | table.not_yours | bot.call
	send accept      | me.needed | table.not_yours | play.no_offer | play.no_offer | table.waiting | table.not_yours | bot.call
	sit              | me.needed | table.taken | table.seated | table.seated | table.seated | table.taken | bot.call
	terms            | me.needed | table.not_yours | table.started | table.started | ack | table.not_yours | bot.call
	ask              | me.needed | table.started | table.started | table.started | table.seated | table.started | bot.call
	invite           | me.needed | table.started | table.started | table.started | table.seated | table.started | bot.call
	leave            | me.needed | table.not_yours | table.started | table.started | ack | table.not_yours | bot.call
	rematch          | me.needed | table.not_yours | table.not_over | table.not_over | table.waiting | table.not_yours | bot.call
	claim            | me.needed | table.not_yours | table.no_claim | table.no_claim | table.waiting | table.not_yours | bot.call
	say              | me.needed | ack | ack | ack | ack | bot.call | bot.call
	plan             | me.needed | table.not_yours | ack | ack | table.waiting | table.not_yours | bot.call
`

// event is one of the game, in its stored form.
func event(fields string) json.RawMessage { return json.RawMessage(`{"v":1,` + fields + `}`) }

// sayings are the messages of said.
func sayings(id, move string) map[string]api.ToServer {
	return map[string]api.ToServer{
		"watch":          {Type: "watch", Table: id},
		"unwatch":        {Type: "unwatch", Table: id},
		"stand":          {Type: "stand", Offers: []api.Offer{{Game: "dvonn", Controls: []string{"60+1..1800+30"}}}, Most: 1},
		"lobby":          {Type: "lobby", On: true},
		"contest":        {Type: "contest", On: true},
		"ping":           {Type: "ping", Number: 1},
		"send move":      {Type: "send", Table: id, Event: event(`"kind":"move","side":"first","move":"` + move + `"`)},
		"send as second": {Type: "send", Table: id, Event: event(`"kind":"move","side":"second","move":"` + move + `"`)},
		"send as first":  {Type: "send", Table: id, Event: event(`"kind":"move","side":"first","took":5,"move":"` + move + `"`)},
		"send flag":      {Type: "send", Table: id, Event: event(`"kind":"flag","side":"second"`)},
		"send result":    {Type: "send", Table: id, Event: event(`"kind":"result","outcome":"first","why":"resignation"`)},
		"send abandon":   {Type: "send", Table: id, Event: event(`"kind":"abandon","side":"second"`)},
		"send adjust":    {Type: "send", Table: id, Event: event(`"kind":"adjust","left":[1000,1]`)},
		"send pause":     {Type: "send", Table: id, Event: event(`"kind":"pause"`)},
		"send resign":    {Type: "send", Table: id, Event: event(`"kind":"resign","side":"second"`)},
		"send abort":     {Type: "send", Table: id, Event: event(`"kind":"abort","side":"first"`)},
		"send offer":     {Type: "send", Table: id, Event: event(`"kind":"offer","side":"first","what":"draw"`)},
		"send accept":    {Type: "send", Table: id, Event: event(`"kind":"accept","side":"second"`)},
		"sit":            {Type: "sit", Table: id, Nonce: nonce},
		"terms":          {Type: "terms", Table: id, Options: &api.Options{Game: "dvonn", Control: "-"}},
		"ask":            {Type: "ask", Table: id, Options: &api.Options{Game: "dvonn", Control: "-"}},
		"invite":         {Type: "invite", Table: id, No: true},
		"leave":          {Type: "leave", Table: id},
		"rematch":        {Type: "rematch", Table: id, Nonce: nonce},
		"claim":          {Type: "claim", Table: id},
		"say":            {Type: "say", Table: id, Text: "hello"},
		"plan":           {Type: "plan", Table: id},
	}
}

// rows reads one of the tables above.
func rows(t *testing.T, text string) map[string][]string {
	t.Helper()
	table := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) != 1+len(roles) {
			t.Fatalf("%q has %d cells", line, len(cells))
		}
		table[cells[0]] = cells[1:]
	}
	return table
}

// cast makes a game with everybody who has a role, and returns the table of each.
func (h *house) cast() (who map[string]*browser, id, open string) {
	h.t.Helper()
	id, first, second := h.play(api.Options{Game: "dvonn", Full: true, Control: "300+3"})
	maker := h.guest("Emma")
	open = maker.newTable(api.Options{})
	h.owners++
	owner := h.account(fmt.Sprint("Owner ", h.owners))
	program := owner.program(fmt.Sprint("Walker ", h.owners), api.ScopePlay)
	reader := owner.known(api.Person{ID: program.id, Name: program.name}, api.ScopeRead)
	return map[string]*browser{
		"stranger": h.stranger(), "other": h.guest("Otto"), "first": first.browser, "second": second.browser, "maker": maker,
		"program": program, "reader": reader,
	}, id, open
}

// TestCallsByRole makes every call as everybody.
func TestCallsByRole(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	want := rows(t, calls)
	seen := map[string]bool{}
	for _, rt := range routes() {
		name := rt.method + " " + rt.pattern
		seen[name] = true
		if want[name] == nil {
			t.Errorf("%s: say in the table who may do that", name)
			continue
		}
		who, playing, open := h.cast()
		for i, role := range roles {
			b, id := who[role], playing
			if role == "maker" {
				id = open
			}
			var in any
			switch name {
			case "POST me":
				in = api.NewName{Name: "Zoe " + role} // the two of a table need different ones
			case "POST me/claim":
				in = api.Claim{Name: "Zoe " + role}
			case "POST me/signin":
				in = api.SignIn{Name: who["other"].name, Code: "00000-00000-00000-00000"}
			case "POST me/code":
				in = api.SignInCode{}
			case "DELETE me":
				in = api.Leave{Name: "nobody"}
			case "POST people/{id}/reports":
				in = api.NewReport{Text: "rude"}
			case "POST me/actions/{id}":
				in = api.HostAnswer{}
			case "POST me/use", "POST me/look", "POST me/host":
				in = api.Token{Token: "AAAAAAAAAAAAAAAAAAAAAA"}
			case "PUT me/notices":
				in = api.NoticeSettings{From: 22, To: 8}
			case "POST me/kept":
				in = api.Keep{}
			case "PUT me/away":
				in = api.NewAway{}
			case "POST me/notices/seen":
				in = api.SeenNotices{}
			case "POST me/push":
				in = api.NewPush{Endpoint: "https://192.168.1.1/"}
			case "DELETE me/push", "POST me/push/test":
				in = api.PushID{ID: "AA"}
			case "POST me/bots":
				in = api.NewBot{Name: "Runner"}
			case "POST me/bots/{id}/tokens":
				in = api.NewToken{Scope: api.ScopePlay}
			case "POST contests", "POST contests/{id}/{action}":
				in = []byte("{}")
			case "POST tables":
				in = api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}}
			case "POST tables/{id}/reports":
				in = api.NewReport{Person: who["second"].id, Text: "rude"}
				if role == "maker" {
					in = api.NewReport{Person: who["maker"].id, Text: "rude"}
				}
			case "POST verify":
				in = []byte(`{"game":"dvonn","moves":["e3"],"result":"ongoing"}`)
			}
			status, _, text := b.request(rt.method, strings.NewReplacer("{id}", id, "{action}", "join", "{game}", "dvonn", "{speed}", "days").Replace(rt.pattern), in)
			got := fmt.Sprint(status)
			var e api.Error
			if json.Unmarshal(text, &e) == nil && e.Text != "" {
				got += " " + e.Code
			}
			if got != want[name][i] {
				t.Errorf("%s by %s: %s, want %s (%s)", name, role, got, want[name][i], text)
			}
		}
	}
	for name := range want {
		if !seen[name] {
			t.Errorf("there is no route %s", name)
		}
	}
}

// TestMessagesByRole sends every message as everybody. Each case has a game of its
// own; a sender only ever acts for the side of the own seat.
func TestMessagesByRole(t *testing.T) {
	if testing.Short() {
		t.Skip("one message after another: nothing races that does not in other tests")
	}
	t.Parallel()
	h := newHouse(t)
	want := rows(t, said)
	types := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(sayings("", ""))) {
		if want[name] == nil {
			t.Errorf("%s: say in the table who may do that", name)
			continue
		}
		types[strings.Fields(name)[0]] = true
		for i, role := range roles {
			who, id, open := h.cast()
			if role == "maker" {
				id = open
			}
			var before api.Table
			h.stranger().call("GET", "tables/"+id, nil, &before)
			legal := "e3-e4"
			if role != "maker" {
				legal = firstMoves(t, &before, 1)[0]
			}
			w := who[role].connect()
			m := sayings(id, legal)[name]
			m.ID = "one"
			w.send(m)
			w.send(api.ToServer{Type: "ping", Number: 99})
			got := "-"
			for {
				a := w.next()
				if a.Type == "pong" && a.Number == 99 {
					break
				}
				switch {
				case a.Type == "refused" && a.ID == "one":
					got = a.Error.Code
				case a.Type == "ack" && a.ID == "one":
					got = "ack"
				case got == "-" && (a.Type == "pong" && m.Type == "ping" || a.Type == "table" && m.Type == "watch" || a.Type == "lobby" && m.Type == "lobby"):
					got = "told"
				}
			}
			if got != want[name][i] {
				t.Errorf("%s by %s: %s, want %s", name, role, got, want[name][i])
			}
			var after api.Table
			h.stranger().call("GET", "tables/"+id, nil, &after)
			if got != "ack" && after.Seq != before.Seq {
				t.Errorf("%s by %s: refused, yet something has happened", name, role)
			}
			if got == "ack" && m.Type == "send" {
				side, events := map[string]string{"first": "first", "second": "second"}[role], replayed(t, &after)
				if last := events[len(events)-1]; last.Side != side || last.Took > 60_000 {
					t.Errorf("%s by %s: carried out as %+v", name, role, last)
				}
			}
		}
	}
	for _, kind := range messageTypes {
		if !types[kind] {
			t.Errorf("no row sends %s", kind)
		}
	}
	if len(want) != len(sayings("", "")) {
		t.Errorf("the table has %d rows for %d messages", len(want), len(sayings("", "")))
	}
}

// replayed are the stored events of a game.
func replayed(t *testing.T, table *api.Table) []struct {
	Side string
	Took int64
} {
	t.Helper()
	var log struct {
		Events []struct {
			Side string
			Took int64
		}
	}
	if err := json.Unmarshal(table.Log, &log); err != nil {
		t.Fatal(err)
	}
	return log.Events
}
