package server

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
)

// TestRevokedTokenIsDead: a token that stood in a public file is revoked by one press, refused from then on, and its
// open connections end within a second. The same holds for a program that is deleted, and for one whose owner is.
func TestRevokedTokenIsDead(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(owner, program *browser){
		"revoked": func(owner, program *browser) {
			var bots []api.Bot
			owner.call("GET", "me/bots", nil, &bots)
			owner.call("DELETE", "me/bots/"+program.id+"/tokens/"+bots[0].Tokens[0].ID, nil, nil)
		},
		"deleted":       func(owner, program *browser) { owner.call("DELETE", "me/bots/"+program.id, nil, nil) },
		"owner deleted": func(owner, _ *browser) { owner.call("DELETE", "me", api.Leave{Name: owner.name}, nil) },
		"revoked at another process": func(owner, program *browser) {
			tokens, err := owner.store.Tokens(t.Context(), program.id)
			if err == nil {
				err = owner.store.DeleteCredential(t.Context(), tokens[0].Kind, tokens[0].Hash)
			}
			if err != nil {
				t.Error(err)
			}
		},
	} {
		h := newHouse(t)
		owner := h.account("Olga")
		program := owner.program("Walker", api.ScopePlay)
		w := program.connect()
		end(owner, program)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for {
				if _, err := w.read(); err != nil {
					return
				}
			}
		}()
		select {
		case <-ended:
		case <-time.After(20 * time.Second): // a second where the machine is not busy
			t.Errorf("%s: the connection lives on", name)
		}
		program.refused("GET", "me", nil, 401, api.BotNoToken)
		if _, answer, err := program.handshake(thisProtocol); err == nil || answer.StatusCode != 401 {
			t.Errorf("%s: connected again", name)
		}
	}
}

// TestTokenScopes: no token is made that could not work, and one works for the program alone, however it is sent.
func TestTokenScopes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	owner, other := h.account("Olga"), h.account("Otto")
	program := owner.program("Walker", api.ScopePlay)
	for _, scope := range []api.Scope{"", "admin", "play read", "PLAY"} {
		owner.refused("POST", "me/bots/"+program.id+"/tokens", api.NewToken{Scope: scope}, 400, api.BotScope)
	}
	owner.refused("POST", "me/bots/"+program.id+"/tokens", api.NewToken{Scope: api.ScopeRead, Label: strings.Repeat("x", 41)}, 400, api.BotLabel)
	for range mostTokensOfTest {
		owner.call("POST", "me/bots/"+program.id+"/tokens", api.NewToken{Scope: api.ScopeRead}, nil)
	}
	owner.refused("POST", "me/bots/"+program.id+"/tokens", api.NewToken{Scope: api.ScopeRead}, 409, api.BotTokens)
	other.refused("POST", "me/bots/"+program.id+"/tokens", api.NewToken{Scope: api.ScopePlay}, 404, api.BotNobody)
	other.refused("DELETE", "me/bots/"+program.id, nil, 404, api.BotNobody)
	owner.refused("DELETE", "me/bots/"+owner.id, nil, 404, api.BotNobody)
	owner.refused("POST", "me/bots", api.NewBot{Name: "walker"}, 409, api.MeNameTaken)
	owner.refused("POST", "me/bots", api.NewBot{Name: "Level 5"}, 409, api.MeNameReserved)
	other.refused("POST", "me", api.NewName{Name: "Wa1ker"}, 409, api.MeNameTaken)
	owner.program("Runner", api.ScopePlay)
	owner.program("Sitter", api.ScopePlay)
	owner.refused("POST", "me/bots", api.NewBot{Name: "Flyer"}, 409, api.BotMost)

	// Neither is a cookie read or set, nor does a page of another site matter.
	both := *owner
	both.token = program.token
	status, header, text := both.request("GET", "me", nil, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site")
	if status != 200 || !strings.Contains(string(text), program.id) || header["Set-Cookie"] != nil {
		t.Errorf("%d %s %v", status, text, header)
	}
	conn, answer, err := program.handshake(thisProtocol, "Origin", "https://evil.example")
	if err != nil || answer.Header["Set-Cookie"] != nil {
		t.Fatalf("%v, %+v", err, answer)
	}
	conn.Close()
	planted := &browser{house: h, cookie: &http.Cookie{Name: cookieName(false, h.store.ID()), Value: program.token}}
	planted.refused("GET", "me/bots", nil, 401, api.MeNeeded)
	program.token = strings.Repeat("x", 38)
	program.refused("GET", "tables", nil, 401, api.MeNeeded) // it is no token of ours: perhaps a proxy's
	program.token = "cairn_" + strings.Repeat("x", 32)
	program.refused("GET", "server", nil, 401, api.BotNoToken)
}

// mostTokensOfTest is how many tokens more a program may have.
const mostTokensOfTest = 9

// TestUnknownFields: a client of a later version may say more than this server knows.
func TestUnknownFields(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := h.guest("Anna")
	var made api.Table
	b.call("POST", "tables", []byte(`{"options":{"game":"dvonn","control":"-","color":"red"},"mood":1}`), &made)
	w := b.connect()
	w.raw([]byte(`{"type":"ping","number":7,"no such":1}`))
	if m := w.await("pong"); m.Number != 7 {
		t.Errorf("%+v", m)
	}
}

// TestClocksAndOutcome: the picture and every message with events say what both clocks show, and at the end who has won.
func TestClocksAndOutcome(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, first, second := h.play(api.Options{Game: "dvonn", Full: true, Control: "300+3", Side: "first"})
	var before api.Table
	h.stranger().call("GET", "tables/"+id, nil, &before)
	if before.Clocks == nil || *before.Clocks != [2]int64{300_000, 300_000} {
		t.Errorf("at the start %v", before.Clocks)
	}
	first.send(api.ToServer{Type: "send", Table: id, ID: "a", Event: event(`"kind":"move","move":"` + firstMoves(t, &before, 1)[0] + `"`)})
	events := func(w *wire, kind string) api.ToClient {
		for {
			m := w.await("events")
			if strings.Contains(string(m.Events[len(m.Events)-1].Play), `"kind":"`+kind+`"`) {
				return m
			}
		}
	}
	if m := events(second, "move"); m.Clocks == nil || m.Clocks[0] < 299_000 || m.Outcome != "" {
		t.Errorf("after a move %v %q", m.Clocks, m.Outcome)
	}
	second.send(api.ToServer{Type: "send", Table: id, ID: "b", Event: event(`"kind":"resign"`)})
	if m := events(first, "resign"); m.Clocks == nil || m.Outcome != "first" {
		t.Errorf("at the end %v %q", m.Clocks, m.Outcome)
	}
}
