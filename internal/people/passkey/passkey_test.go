package passkey_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"cairn.example/internal/people/passkey"
	"cairn.example/internal/people/passkey/passkeytest"
)

var site = passkey.Site{ID: "play.example.org", Origin: "https://play.example.org:8443"}

func made(t *testing.T, d *passkeytest.Device) passkey.Key {
	t.Helper()
	begun, err := passkey.Register(site, "Marta", bytes.Repeat([]byte{7}, passkey.HandleBytes), nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := d.Create(site.Origin, begun.Options)
	if err != nil {
		t.Fatal(err)
	}
	if challenge, id, err := passkey.Answered(answer); challenge != begun.Challenge || !bytes.Equal(id, d.Keys[0].ID) || err != nil {
		t.Fatalf("the answer is to %q by %x (%v), not to %q", challenge, id, err, begun.Challenge)
	}
	key, err := passkey.Registered(site, begun.Waiting, answer)
	if err != nil {
		t.Fatal(err)
	}
	if key, err = passkey.ReadKey(key.String()); err != nil || key.Site != site.ID {
		t.Fatalf("read again it is of %q (%v)", key.Site, err)
	}
	return key
}

// TestPortInOrigin: a server at a port of its own, which is no part of the passkey's name but of the page's origin.
func TestPortInOrigin(t *testing.T) {
	var d passkeytest.Device
	key := made(t, &d)
	for origin, good := range map[string]bool{
		site.Origin: true, "https://play.example.org": false, "http://play.example.org:8443": false, "https://evil.example.org:8443": false,
	} {
		begun, err := passkey.SignIn(site)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := d.Get(origin, begun.Options)
		if err != nil {
			t.Fatal(err)
		}
		next, copied, err := passkey.SignedIn(site, begun.Waiting, answer, key)
		if (err == nil) != good || copied {
			t.Errorf("signed at %s: copied %t, %v", origin, copied, err)
		}
		if good {
			key = next
		}
	}
}

// TestOptions holds what browsers are asked: a passkey that needs no name, the lock where there is one, nothing about
// the make of the device, and a handle that is not the id of a person.
func TestOptions(t *testing.T) {
	var d passkeytest.Device
	key := made(t, &d)
	begun, err := passkey.Register(site, "Marta", key.Handle, []passkey.Key{key})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"residentKey":"required"`, `"userVerification":"preferred"`, `"attestation":"none"`, `"id":"play.example.org"`, `"name":"Marta"`} {
		if !strings.Contains(string(begun.Options), want) {
			t.Errorf("%s is missing in %s", want, begun.Options)
		}
	}
	if _, err := d.Create(site.Origin, begun.Options); err == nil {
		t.Error("a device makes two passkeys of one account")
	}
	var in struct {
		Allow []any `json:"allowCredentials"`
	}
	if begun, err = passkey.SignIn(site); err != nil || json.Unmarshal(begun.Options, &in) != nil || len(in.Allow) > 0 {
		t.Errorf("signing in asks for some passkeys: %s (%v)", begun.Options, err)
	}
}
