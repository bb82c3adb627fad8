package server

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
)

// TestEveryLiveCode produces every code of the edge; those of tables and people
// are produced in package table.
func TestEveryLiveCode(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *Options) {
		o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		o.Limits = Limits{Guests: rate.Limit{Burst: 1, Every: time.Minute}}
	})
	b := h.guest("Anna")
	id := b.newTable(api.Options{})
	seen := map[api.Code]bool{}
	refused := func(method, path string, in any, status int, code api.Code, headers ...string) {
		t.Helper()
		b.refused(method, path, in, status, code, headers...)
		seen[code] = true
	}
	refused("POST", "me", []byte("{"), 400, api.LiveMessage)
	refused("POST", "me", []byte("{}"), 415, api.LiveContent, "Content-Type", "text/plain")
	refused("POST", "verify", []byte(strings.Repeat(" ", bodyBytes+1)), 413, api.LiveLarge)
	refused("GET", "tables/"+id+"/qr.svg?address=-1", nil, 400, api.LiveQuery)
	refused("GET", "nothing", nil, 404, api.LivePath)
	refused("DELETE", "lobby", nil, 405, api.LiveMethod)
	refused("GET", "live", nil, 426, api.LiveUpgrade)
	refused("POST", "me", []byte("{}"), 403, api.LiveOrigin, "Origin", "https://evil.example")
	refused("GET", "me", nil, 421, api.LiveHost, "Host", "evil.example")
	stranger := h.stranger()
	stranger.call("POST", "me", api.NewName{}, nil)
	for range 2 {
		status, _, text := h.stranger().request("POST", "me", api.NewName{}, "X-Forwarded-For", "192.0.2.1")
		if status == 429 && strings.Contains(string(text), string(api.LiveRate)) {
			seen[api.LiveRate] = true
		}
	}
	for code, err := range map[api.Code]error{api.LiveBusy: table.ErrBusy, api.LiveFull: table.ErrFull, api.LiveInternal: errTest} {
		h.store.Fail(func(method, _ string) error {
			if method == "List" {
				return err
			}
			return nil
		}, false)
		status := 503
		if code == api.LiveInternal {
			status = 500
		}
		refused("GET", "tables", nil, status, code)
	}
	h.store.Fail(nil, false)
	if log := h.log.String(); !strings.Contains(log, errTest.Error()) {
		t.Error("the log does not say what has failed")
	}
	if _, _, text := b.request("GET", "tables", nil); strings.Contains(string(text), errTest.Error()) {
		t.Error("a client is told of the inside of the server")
	}
	w := b.connect()
	w.send(api.ToServer{Type: "fly"})
	seen[api.LiveType] = w.await("refused").Error.Code == string(api.LiveType)
	for range 100 {
		w.send(api.ToServer{Type: "watch", Table: b.newTable(api.Options{})})
	}
	seen[api.LiveMany] = w.await("refused").Error.Code == string(api.LiveMany)
	h.server.Drain(t.Context())
	_, answer, err := b.handshake(thisProtocol)
	if err == nil {
		t.Fatal("a connection while the server ends")
	}
	seen[api.LiveEnding] = answer.StatusCode == 503
	s, err := New(Options{Files: folder()})
	if err != nil {
		t.Fatal(err)
	}
	seen[api.LiveNoTables] = strings.Contains(body(t, ask(s, "GET", "/api/lobby")), string(api.LiveNoTables))
	for code := range api.Messages() {
		if strings.HasPrefix(string(code), "live.") && !seen[code] {
			t.Errorf("nothing leads to %s", code)
		}
	}
}

// TestRefusal: what passes is "busy", what does not is a fault.
func TestRefusal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err   error
		code  api.Code
		fault bool
	}{
		{table.ErrConflict, api.LiveBusy, false},
		{table.ErrAmbiguous, api.LiveBusy, false},
		{table.ErrNotFound, api.TableNotFound, false},
		{errors.New("x"), api.LiveInternal, true},
	} {
		if e, fault := refusal(tt.err); e.Code != string(tt.code) || fault != tt.fault {
			t.Errorf("%v: %s, %v", tt.err, e.Code, fault)
		}
	}
}
