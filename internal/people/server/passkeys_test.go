package server

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"testing"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/passkey/passkeytest"
)

// behind is a house behind a proxy of this machine, as docs/operations.md sets one up.
func behind(t *testing.T) *house {
	t.Helper()
	return newHouse(t, func(o *Options) {
		o.Hosts = []string{"play.example.org", "old.example.org"}
		o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	})
}

// signs makes the two calls of a ceremony, as a page at an origin does.
func (b *browser) signs(path, origin string, sign func(string, json.RawMessage) (json.RawMessage, error), headers ...string) int {
	b.t.Helper()
	status, _, text := b.request("POST", path+"/begin", nil, headers...)
	var o api.PasskeyOptions
	if err := json.Unmarshal(text, &o); status != http.StatusOK || err != nil {
		return status
	}
	a, err := sign(origin, o.PublicKey)
	if err != nil {
		b.t.Fatal(err)
	}
	status, _, _ = b.request("POST", path+"/finish", api.PasskeyAnswer{Credential: a}, headers...)
	return status
}

// TestPasskeyAddresses: behind nginx a passkey is made and signs in, also at a port of its own. In a home network, whose
// addresses are digits or names without encryption, and under other names of the server none is offered, and the code
// works.
func TestPasskeyAddresses(t *testing.T) {
	t.Parallel()
	h := behind(t)
	code := h.guest("").claim("Marta")
	for _, c := range []struct {
		host, scheme, id string
	}{
		{"play.example.org", "https", "play.example.org"},
		{"Play.example.org:8443", "https", "play.example.org"},
		{"localhost:8080", "http", "localhost"},
		{"play.example.org", "http", ""},
		{"old.example.org", "https", ""},
		{"192.168.1.7:8080", "http", ""},
		{"192.168.1.7", "https", ""},
		{"[::1]:8080", "http", ""},
	} {
		headers := []string{"Host", c.host, "X-Forwarded-Proto", c.scheme, "X-Forwarded-For", "203.0.113.7", "Origin", c.scheme + "://" + c.host}
		var server api.Server
		_, _, text := h.stranger().request("GET", "server", nil, headers...)
		if err := json.Unmarshal(text, &server); err != nil || server.Passkeys != (c.id != "") {
			t.Errorf("%s://%s: passkeys %t (%v)", c.scheme, c.host, server.Passkeys, err)
		}
		b := h.stranger()
		if status, _, text := b.request("POST", "me/signin", api.SignIn{Name: "Marta", Code: code}, headers...); status != http.StatusOK {
			t.Fatalf("%s://%s: sign in by the code: %d %s", c.scheme, c.host, status, text)
		}
		var lock passkeytest.Device
		made := b.signs("me/passkeys", c.scheme+"://"+c.host, lock.Create, headers...)
		if c.id == "" {
			b.refused("POST", "me/passkeys/begin", nil, http.StatusConflict, api.AccountPasskeyNone, headers...)
			b.refused("POST", "passkeys/finish", api.PasskeyAnswer{}, http.StatusConflict, api.AccountPasskeyNone, headers...)
			continue
		}
		if made != http.StatusOK || lock.Keys[0].Site != c.id {
			t.Errorf("%s://%s: made %d", c.scheme, c.host, made)
			continue
		}
		in := h.stranger()
		if got := in.signs("passkeys", c.scheme+"://"+c.host, lock.Get, headers...); got != http.StatusOK {
			t.Errorf("%s://%s: signed in %d", c.scheme, c.host, got)
		}
	}
}

// TestHostPasskey: a host signs in by a passkey and acts as one. The open browser of a host makes no passkey, by which
// somebody else would be a host.
func TestHostPasskey(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	hilda := h.guest("")
	code := hilda.claim("Hilda")
	at := []string{"Host", "localhost"}
	token, err := h.server.host.Invite(t.Context(), hilda.id)
	if err != nil {
		t.Fatal(err)
	}
	hilda.call("POST", "me/host", api.Token{Token: token}, nil)
	hilda.refused("POST", "me/passkeys/begin", nil, http.StatusForbidden, api.HostSession, at...)
	hilda.signIn("Hilda", code)
	var lock passkeytest.Device
	if got := hilda.signs("me/passkeys", "http://localhost", lock.Create, at...); got != http.StatusOK {
		t.Fatalf("made %d", got)
	}
	other := h.stranger()
	if got := other.signs("passkeys", "http://localhost", lock.Get, at...); got != http.StatusOK {
		t.Fatalf("signed in %d", got)
	}
	other.call("GET", "host", nil, nil)
	var list []api.Passkey
	other.call("GET", "me/passkeys", nil, &list)
	if len(list) != 1 || list[0].Host != "localhost" || list[0].Used == 0 {
		t.Errorf("there are %+v", list)
	}
	other.call("DELETE", "me/passkeys/"+list[0].ID, nil, nil)
}
