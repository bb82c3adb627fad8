package server

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"cairn.example/internal/people/api"
)

// jar is a browser that keeps cookies as all of them do: by host, whatever the port.
type jar struct {
	t    *testing.T
	http http.Client
}

func newJar(t *testing.T) *jar {
	t.Helper()
	cookies, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &jar{t, http.Client{Jar: cookies}}
}

// call makes a call and returns who the answer says one is, "" for nobody.
func (j *jar) call(h *house, method, path, body string) string {
	j.t.Helper()
	r, err := http.NewRequestWithContext(j.t.Context(), method, h.http.URL+"/api/"+path, strings.NewReader(body))
	if err != nil {
		j.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := j.http.Do(r)
	if err != nil {
		j.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 300 {
		j.t.Fatalf("%s %s: %d %s, %v", method, path, answer.StatusCode, text, err)
	}
	var me api.Me
	if len(text) > 0 {
		if err := json.Unmarshal(text, &me); err != nil {
			j.t.Fatal(err)
		}
	}
	if me.Person == nil {
		return ""
	}
	return me.Person.ID
}

func (j *jar) guest(h *house, name string) string {
	j.t.Helper()
	return j.call(h, "POST", "me", `{"name":"`+name+`"}`)
}

// is checks who the browser is at a server.
func (j *jar) is(h *house, want, when string) {
	j.t.Helper()
	if got := j.call(h, "GET", "me", ""); got != want {
		j.t.Errorf("%s: one is %q, not %q", when, got, want)
	}
}

// TestTwoStores: browsers send a cookie to all ports of a host, and the guests of two
// servers there stay who they are at both.
func TestTwoStores(t *testing.T) {
	t.Parallel()
	one, two := newHouse(t), newHouse(t)
	if one.store.ID() == two.store.ID() || len(one.store.ID()) < 8 {
		t.Fatalf("the stores are %q and %q", one.store.ID(), two.store.ID())
	}
	j := newJar(t)
	anna := j.guest(one, "Anna")
	j.is(two, "", "elsewhere before one is made there")
	other := j.guest(two, "Anna elsewhere")
	j.is(one, anna, "back at the first")
	j.is(two, other, "back at the second")
	if got := j.guest(two, "Annie"); got != other {
		t.Errorf("a new name makes %s of %s", got, other)
	}
	j.call(two, "DELETE", "me/session", "")
	j.is(two, "", "signed out at the second")
	j.is(one, anna, "signed out at the second, back at the first")
	j.guest(two, "Anna again")
	j.call(one, "DELETE", "me/session", "")
	j.is(one, "", "signed out at the first")
}

// TestEndedElsewhere: a session that was ended elsewhere leaves nothing that hides the next one.
func TestEndedElsewhere(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	j := newJar(t)
	j.guest(h, "Carl")
	at, err := url.Parse(h.http.URL)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.server.tables.EndSession(t.Context(), j.http.Jar.Cookies(at)[0].Value); err != nil {
		t.Fatal(err)
	}
	j.is(h, "", "after the session was ended elsewhere")
	j.is(h, j.guest(h, "Carl"), "after somebody else was made")
}
