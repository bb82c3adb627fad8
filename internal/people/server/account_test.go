package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/table"
)

// claim makes a browser's guest an account and returns the code.
func (b *browser) claim(name string) string {
	b.t.Helper()
	var c api.Claimed
	b.call("POST", "me/claim", api.Claim{Name: name}, &c)
	b.id, b.name = c.Person.ID, c.Person.Name
	return c.Code
}

func (b *browser) signIn(name, code string) {
	b.t.Helper()
	var me api.Me
	b.call("POST", "me/signin", api.SignIn{Name: name, Code: code}, &me)
	b.id, b.name = me.Person.ID, me.Person.Name
}

// TestGuestComesBack: who signs in and out again is the guest of before, whose games nothing else leads to.
func TestGuestComesBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	code := h.guest("").claim("Marta")
	b := newKeeper(h)
	guest := b.me("POST", "me", api.NewName{Name: "Otto"})
	if marta := b.me("POST", "me/signin", api.SignIn{Name: "Marta", Code: code}); marta == guest || marta != b.me("GET", "me", nil) {
		t.Fatalf("signed in as %s", marta)
	}
	b.me("DELETE", "me/session", nil)
	if got := b.me("GET", "me", nil); got != guest {
		t.Errorf("after signing out it is %q, not the guest %s", got, guest)
	}
	b.me("DELETE", "me/session", nil)
	if got := b.me("GET", "me", nil); got != "" {
		t.Errorf("after signing out twice it is %q", got)
	}
	// An account that signs in as another does not come back.
	other := h.guest("").claim("Clara")
	b.me("POST", "me/signin", api.SignIn{Name: "Marta", Code: code})
	b.me("POST", "me/signin", api.SignIn{Name: "Clara", Code: other})
	b.me("DELETE", "me/session", nil)
	if got := b.me("GET", "me", nil); got != "" {
		t.Errorf("after signing out of the second account it is %q", got)
	}
}

// TestFirstGuestComesBack: who becomes another guest by a link, signs in and signs out is the one whose device it was, to whom
// nothing else leads.
func TestFirstGuestComesBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	code := h.guest("").claim("Marta")
	var link api.Link
	h.guest("Ben").call("POST", "me/links", nil, &link)
	b := newKeeper(h)
	first := b.me("POST", "me", api.NewName{Name: "Otto"})
	b.me("POST", "me/signin", api.SignIn{Name: "Marta", Code: code})
	b.me("POST", "me/use", api.Token{Token: link.Token})
	b.me("POST", "me/signin", api.SignIn{Name: "Marta", Code: code})
	b.me("DELETE", "me/session", nil)
	if got := b.me("GET", "me", nil); got != first {
		t.Errorf("after signing out it is %q, not the first guest %s", got, first)
	}
}

// TestEndedElsewhereIsGuest: a device whose session was ended from another one is that of its guest again, as after signing out
// there, and the account does not come back.
func TestEndedElsewhereIsGuest(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta := h.guest("")
	code := marta.claim("Marta")
	b := newKeeper(h)
	guest := b.me("POST", "me", api.NewName{Name: "Otto"})
	b.me("POST", "me/signin", api.SignIn{Name: "Marta", Code: code})
	marta.call("DELETE", "me/sessions", nil, nil)
	for range 2 {
		if got := b.me("GET", "me", nil); got != guest {
			t.Errorf("after its session was ended elsewhere it is %q, not the guest %s", got, guest)
		}
	}
	b.me("DELETE", "me/session", nil)
	if got := b.me("GET", "me", nil); got != "" {
		t.Errorf("after signing out as well it is %q", got)
	}
}

// TestLevelProfile: a level has a page as everybody who is rated, with the numbers that it stands at.
func TestLevelProfile(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for { // a new server makes its levels beside its first answers
		if _, err := h.store.Person(t.Context(), settle.LevelID(5)); err == nil {
			break
		} else if !errors.Is(err, table.ErrNotFound) {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	var p api.Profile
	h.stranger().call("GET", "people/@level5", nil, &p)
	if p.Person.Level != 5 || p.Since != 0 || len(p.Pools) != 4 || p.Pools[0].Rating != 1500 {
		t.Errorf("%+v", p)
	}
	h.stranger().refused("GET", "people/@level10", nil, http.StatusNotFound, api.AccountNobody)
}

// TestSignInTold holds that who signs in by code on a further device is news on the one before.
func TestSignInTold(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := newKeeper(h)
	b.me("POST", "me", api.NewName{Name: "Otto"})
	marta := h.guest("")
	code := marta.claim("Marta")
	for _, want := range []int{0, 1} {
		var list api.Notices
		marta.call("GET", "me/notices", nil, &list)
		if list.Unread != want || want > 0 && list.Notices[0].Kind != "device" {
			t.Errorf("%d signed in: %+v", want, list)
		}
		if want == 0 {
			b.me("POST", "me/signin", api.SignIn{Name: "Marta", Code: code})
		}
	}
}

// TestFormNamesNoAccount: a form that names guests does not rename the account that uses the browser by now.
func TestFormNamesNoAccount(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta := h.guest("")
	marta.claim("Marta")
	var me api.Me
	marta.call("POST", "me?guest", api.NewName{Name: "Otto"}, &me)
	if me.Person.Name != "Marta" {
		t.Errorf("renamed to %q", me.Person.Name)
	}
	otto := h.guest("")
	if otto.call("POST", "me?guest", api.NewName{Name: "Otto"}, &me); me.Person.Name != "Otto" {
		t.Errorf("the guest is %q", me.Person.Name)
	}
}

// keeper is a browser that keeps all cookies.
type keeper struct {
	*house
	client *http.Client
}

func newKeeper(h *house) *keeper {
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return &keeper{h, &http.Client{Jar: jar}}
}

// me makes a call and returns who is in the answer.
func (k *keeper) me(method, path string, in any) string {
	k.t.Helper()
	r, err := http.NewRequestWithContext(k.t.Context(), method, k.http.URL+"/api/"+path, bytes.NewReader(encode(in)))
	if err != nil {
		k.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := k.client.Do(r)
	if err != nil {
		k.t.Fatal(err)
	}
	defer answer.Body.Close()
	var me api.Me
	if answer.StatusCode == http.StatusNoContent {
		return ""
	}
	if err := json.NewDecoder(answer.Body).Decode(&me); err != nil || answer.StatusCode != http.StatusOK {
		k.t.Fatalf("%s %s: %d, %v", method, path, answer.StatusCode, err)
	}
	if me.Person == nil {
		return ""
	}
	return me.Person.ID
}

// TestSocketsOfEndedSessions: when a device is signed out from elsewhere, what it has open ends at once; the others'
// connections stay.
func TestSocketsOfEndedSessions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	one := h.guest("")
	code := one.claim("Marta")
	sessions := func() (list []api.Session) {
		one.call("GET", "me/sessions", nil, &list)
		return list
	}
	for name, end := range map[string]func(){
		"one":    func() { one.call("DELETE", "me/sessions/"+sessions()[1].ID, nil, nil) },
		"others": func() { one.call("DELETE", "me/sessions", nil, nil) },
		"new code": func() {
			var c api.SignInCode
			one.call("POST", "me/code", api.SignInCode{Code: code}, &c)
			code = c.Code
		},
	} {
		other := h.stranger()
		other.signIn("Marta", code)
		w, stays := other.connect(), one.connect()
		end()
		if err := w.ended(); !strings.Contains(err.Error(), "signed out") {
			t.Errorf("%s: the connection of the ended session: %v", name, err)
		}
		stays.send(api.ToServer{Type: "ping", Number: 7})
		stays.await("pong")
	}
	w := one.connect()
	one.call("DELETE", "me", api.Leave{Name: "Marta"}, nil)
	if err := w.ended(); !strings.Contains(err.Error(), "signed out") {
		t.Errorf("who was deleted is still connected: %v", err)
	}
}

// ended reads until the connection ends.
func (w *wire) ended() error {
	for {
		if _, err := w.read(); err != nil {
			return err
		}
	}
}

// TestSecretsAreNotLogged: neither codes nor tokens are in a log or kept by caches, in whatever way a call ends.
func TestSecretsAreNotLogged(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := h.guest("")
	code := b.claim("Marta")
	var link api.Link
	b.call("POST", "me/links", nil, &link)
	for _, c := range []struct {
		method, path string
		in           any
	}{
		{"POST", "me/signin", api.SignIn{Name: "Marta", Code: code}},
		{"POST", "me/signin", api.SignIn{Name: "Nobody", Code: code}},
		{"POST", "me/look", api.Token{Token: link.Token}},
		{"POST", "me/code", api.SignInCode{Code: code}},
		{"GET", "me/sessions", nil},
		{"GET", "me/export", nil},
	} {
		_, header, _ := b.request(c.method, c.path, c.in)
		if got := header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s %s: Cache-Control %q", c.method, c.path, got)
		}
	}
	h.store.Fail(func(string, string) error { return errTest }, false)
	h.stranger().request("POST", "me/signin", api.SignIn{Name: "Marta", Code: code})
	h.store.Fail(nil, false)
	for _, secret := range []string{code, strings.ReplaceAll(code, "-", ""), link.Token, b.cookie.Value} {
		if strings.Contains(h.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// TestDeviceLabels: a device is named as its owner would, and nothing else of its User-Agent is kept.
func TestDeviceLabels(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                                  "Firefox, Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0":           "Edge, Windows",
		"Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":                   "Chrome, Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1": "Safari, iPhone",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15":                   "Safari, macOS",
		"cairn (Linux)": "Cairn, Linux",
		"":              "",
		"<script>":      "",
	} {
		if got := deviceLabel(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}
