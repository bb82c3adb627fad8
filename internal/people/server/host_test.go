package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/host"
)

// hostRoles are those of the table below: an account is no host, old has typed the code too long ago, linked was signed in by
// a link, and program is that of a host.
var hostRoles = []string{"stranger", "guest", "account", "linked", "old", "program", "host"}

// hostCalls say for every call of hosts what each of them is answered.
const hostCalls = `
	GET host              | 401 me.needed | 403 host.needed | 403 host.needed | 403 host.session | 403 host.session | 403 bot.call | 200
	GET host/people       | 401 me.needed | 403 host.needed | 403 host.needed | 403 host.session | 403 host.session | 403 bot.call | 200
	POST host/people/{id} | 401 me.needed | 403 host.needed | 403 host.needed | 403 host.session | 403 host.session | 403 bot.call | 200
	POST host/reports/{id} | 401 me.needed | 403 host.needed | 403 host.needed | 403 host.session | 403 host.session | 403 bot.call | 404 host.none
	POST host/tables      | 401 me.needed | 403 host.needed | 403 host.needed | 403 host.session | 403 host.session | 403 bot.call | 200
`

// host is an account that is a host, signed in by its code a moment ago.
func (h *house) host(name string) *browser {
	h.t.Helper()
	b := h.guest("")
	code := b.claim(name)
	token, err := h.server.host.Invite(h.t.Context(), b.id)
	if err != nil {
		h.t.Fatal(err)
	}
	b.call("POST", "me/host", api.Token{Token: token}, nil)
	b.name = name
	b.signIn(name, code)
	return b
}

// TestHostCallsByRole makes every call of hosts as everybody.
func TestHostCallsByRole(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	old := h.host("Old Ada")
	h.store.Jump(13*time.Hour, true)
	ada := h.host("Ada")
	linked := h.stranger()
	var link api.Link
	ada.call("POST", "me/links", nil, &link)
	linked.call("POST", "me/use", api.Token{Token: link.Token}, nil)
	who := map[string]*browser{
		"stranger": h.stranger(), "guest": h.guest("Gus"), "account": h.account("Ann"), "linked": linked, "old": old,
		"program": ada.program("Walker", api.ScopePlay), "host": ada,
	}
	want := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(hostCalls)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		want[cells[0]] = cells[1:]
	}
	for _, rt := range routes() {
		name := rt.method + " " + rt.pattern
		if rt.need != hosting {
			if strings.HasPrefix(rt.pattern, "host") {
				t.Errorf("%s is for everybody", name)
			}
			continue
		}
		if len(want[name]) != len(hostRoles) {
			t.Errorf("%s: say in the table who may do that", name)
			continue
		}
		for i, role := range hostRoles {
			var in any
			switch name {
			case "POST host/people/{id}":
				in = api.NewAction{What: host.Warn, Text: "stay friendly"}
			case "POST host/tables":
				in = api.CloseTables{Text: "old"}
			}
			path := strings.ReplaceAll(rt.pattern, "{id}", who["guest"].id)
			status, _, text := who[role].request(rt.method, path, in)
			got := fmt.Sprint(status)
			var e api.Error
			if json.Unmarshal(text, &e) == nil && e.Code != "" {
				got += " " + e.Code
			}
			if got != want[name][i] {
				t.Errorf("%s by %s: %s, want %s", name, role, got, want[name][i])
			}
		}
	}
}

// TestDecisionReachesThePage: who opens a page hears that a host has decided something about them, until they have read it, and
// a profile is reported with a reason.
func TestDecisionReachesThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada, bob, ann := h.host("Ada"), h.guest("Bob"), h.guest("Ann")
	var me api.Me
	if ada.call("GET", "me", nil, &me); !me.Host {
		t.Errorf("a host is %+v", me)
	}
	ann.refused("POST", "people/"+bob.id+"/reports", api.NewReport{}, 400, api.TableReport)
	ann.refused("POST", "people/"+ann.id+"/reports", api.NewReport{Text: "me"}, 404, api.AccountNobody)
	ann.refused("POST", "people/00000000000000000000/reports", api.NewReport{Text: "nobody"}, 404, api.AccountNobody)
	ann.call("POST", "people/"+bob.id+"/reports", api.NewReport{Text: "his name"}, nil)
	var view api.HostView
	ada.call("GET", "host", nil, &view)
	if len(view.Reports) != 1 || view.Reports[0].Text != "his name" || view.Load.Cores == 0 {
		t.Fatalf("hosts see %+v", view)
	}
	var found []api.HostPerson
	for _, name := range []string{"b0b", bob.id} {
		if ada.call("GET", "host/people?name="+name, nil, &found); len(found) != 1 || found[0].Person.ID != bob.id || found[0].Reports != 1 {
			t.Errorf("%s is %+v", name, found)
		}
	}
	ada.refused("POST", "host/people/"+bob.id, api.NewAction{What: host.Mute, Days: 2, Text: "x"}, 400, api.LiveQuery)
	ada.refused("POST", "host/people/"+bob.id, api.NewAction{What: "flog", Text: "x"}, 400, api.LiveQuery)
	ada.refused("POST", "host/people/"+bob.id, api.NewAction{What: host.Warn, Text: " "}, 400, api.HostReason)
	var done api.HostAction
	ada.call("POST", "host/people/"+bob.id, api.NewAction{What: host.Warn, Text: "a better name, please", Report: view.Reports[0].ID}, &done)
	var unread api.Unread
	if bob.call("POST", "me/notices/seen", api.SeenNotices{}, &unread); unread.Decided != 1 {
		t.Errorf("the page says %+v", unread)
	}
	var mine []api.HostAction
	bob.call("GET", "me/actions", nil, &mine)
	bob.call("POST", fmt.Sprint("me/actions/", mine[0].ID), api.HostAnswer{}, nil)
	unread = api.Unread{}
	if bob.call("POST", "me/notices/seen", api.SeenNotices{}, &unread); unread.Decided != 0 {
		t.Errorf("after that the page says %+v", unread)
	}
	var notices api.Notices
	if ann.call("GET", "me/notices", nil, &notices); len(notices.Notices) != 1 || notices.Notices[0].What != "looked" || notices.Notices[0].Person.Name != "Bob" {
		t.Errorf("who had reported hears %+v", notices.Notices)
	}
}

// TestRecordsKeepNames: a record names the players as they were called at the end, but not by a name that a host has taken away.
func TestRecordsKeepNames(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada := h.host("Ada")
	id, anna := h.finish(api.Options{Game: "dvonn", Full: true, Control: "300+3"})
	called := func() string {
		t.Helper()
		_, _, text := h.stranger().request("GET", "tables/"+id+"/record", nil)
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "[First ") {
				return line
			}
		}
		t.Fatalf("no name in %s", text)
		return ""
	}
	was := anna.name
	anna.call("POST", "me", api.NewName{Name: "Zoe"}, nil)
	if got := called(); !strings.Contains(got, `"`+was+" ") {
		t.Errorf("%s was %s at the end", got, was)
	}
	ada.call("POST", "host/people/"+anna.id, api.NewAction{What: host.Name, Text: "not that name"}, nil)
	anna.call("POST", "me", api.NewName{Name: "Mia"}, nil)
	if got := called(); !strings.Contains(got, `"Mia `) {
		t.Errorf("the record still says %s", got)
	}
}
