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
	"cairn.example/internal/people/table"
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

// old is the cookie that versions of the program know which have one name for all stores.
func (j *jar) old(h *house) string {
	for _, c := range j.http.Jar.Cookies(j.address(h)) {
		if c.Name == "cairn" {
			return c.Value
		}
	}
	return ""
}

// setOld sets it as such a version does.
func (j *jar) setOld(h *house, token string) {
	j.http.Jar.SetCookies(j.address(h), []*http.Cookie{{Name: "cairn", Value: token, Path: "/", HttpOnly: true}})
}

func (j *jar) address(h *house) *url.URL {
	u, err := url.Parse(h.http.URL)
	if err != nil {
		j.t.Fatal(err)
	}
	return u
}

// oldGuest is somebody whom a version made that has one name of the cookie for all stores.
func oldGuest(t *testing.T, h *house, name string) (person, token string) {
	t.Helper()
	tables := table.New(table.Config{Store: h.store})
	p, token, err := tables.NewGuest(t.Context(), name, "")
	if err != nil {
		t.Fatal(err)
	}
	return p.ID, token
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

// TestOldCookie: versions that have one name of the cookie for all stores may serve the
// same store beside this one, and theirs is what browsers have before the first update.
func TestOldCookie(t *testing.T) {
	t.Parallel()
	h, elsewhere := newHouse(t), newHouse(t)
	j := newJar(t)
	anna, token := oldGuest(t, h, "Anna")
	j.setOld(h, token)
	j.is(h, anna, "with the old cookie")
	// Another store is served at the same address, by an old version.
	_, strange := oldGuest(t, elsewhere, "Anna elsewhere")
	j.setOld(h, strange)
	j.is(h, anna, "after the old cookie was overwritten by another store")
	if j.old(h) != strange {
		t.Error("the guest of the other store was thrown away")
	}

	// A guest of this version is known to an older one beside it.
	j = newJar(t)
	bert := j.guest(h, "Bert")
	p, err := h.server.tables.BySession(t.Context(), j.old(h))
	if err != nil || p.ID != bert {
		t.Errorf("an older version beside this one finds %+v, %v", p, err)
	}
	// There Bert becomes somebody else, by a link perhaps.
	j.setOld(h, token)
	j.is(h, anna, "after an older version has made somebody else of one")
	j.setOld(h, strange)
	j.is(h, anna, "and then without the old cookie")

	// A session that was ended elsewhere leaves nothing that hides the next one.
	j = newJar(t)
	j.guest(h, "Carl")
	if err := h.server.tables.EndSession(t.Context(), j.old(h)); err != nil {
		t.Fatal(err)
	}
	j.is(h, "", "after the session was ended elsewhere")
	carl := j.guest(h, "Carl")
	if p, err := h.server.tables.BySession(t.Context(), j.old(h)); err != nil || p.ID != carl {
		t.Errorf("an older version beside this one finds %+v, %v", p, err)
	}
}
