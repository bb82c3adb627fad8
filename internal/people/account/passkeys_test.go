package account_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/account"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/passkey"
	"cairn.example/internal/people/passkey/passkeytest"
	"cairn.example/internal/people/table"
)

var site = passkey.Site{ID: "play.example.org", Origin: "https://play.example.org"}

// answer has a device sign what a browser is asked.
func (h *house) answer(o api.PasskeyOptions, err error, sign func(string, json.RawMessage) (json.RawMessage, error)) json.RawMessage {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	a, err := sign(site.Origin, o.PublicKey)
	if err != nil {
		h.t.Fatal(err)
	}
	return a
}

// passkey makes a passkey of the account.
func (d *device) passkey(lock *passkeytest.Device) api.Passkey {
	d.t.Helper()
	o, err := d.BeginPasskey(d.t.Context(), d.who(), site)
	made, err := d.AddPasskey(d.t.Context(), d.who(), site, d.answer(o, err, lock.Create), "Safari, iPhone")
	if err != nil {
		d.t.Fatalf("make a passkey: %v", err)
	}
	return made
}

// signed is what a lock answers to who wants to sign in.
func (h *house) signed(lock *passkeytest.Device) json.RawMessage {
	h.t.Helper()
	o, err := h.BeginSignIn(h.t.Context(), site)
	return h.answer(o, err, lock.Get)
}

// unlock signs in by a passkey on a new device.
func (h *house) unlock(lock *passkeytest.Device) (*device, error) {
	h.t.Helper()
	_, token, err := h.SignInByPasskey(h.t.Context(), site, h.signed(lock), "Chrome, Android")
	return &device{h, token}, err
}

// TestPasskey: the lock of a device signs in without a name, and what it begins is as good as a session by the code: the
// other devices hear of it, and it gets another code where the old one is lost.
func TestPasskey(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, _ := h.account("Marta")
	var lock passkeytest.Device
	made := marta.passkey(&lock)
	if made.Label != "Safari, iPhone" || made.Host != site.ID || made.Used != 0 {
		t.Errorf("made %+v", made)
	}
	if strings.Contains(string(lock.Keys[0].Handle), marta.id()) || len(lock.Keys[0].Handle) != 32 {
		t.Errorf("the device knows the account by %q", lock.Keys[0].Handle)
	}
	phone, err := h.unlock(&lock)
	if err != nil || phone.id() != marta.id() || !phone.who().Typed() {
		t.Fatalf("signed in as %q, %v", phone.id(), err)
	}
	all, err := h.store.PersonalOf(t.Context(), marta.id())
	if err != nil || len(all.More["notices"]) != 2 { // of the passkey, and of who it has signed in
		t.Errorf("the other devices hear %v (%v)", all.More["notices"], err)
	}
	if _, err := h.NewCode(t.Context(), phone.who(), ""); err != nil {
		t.Errorf("another code, for who has lost it: %v", err)
	}
	list, err := h.Passkeys(t.Context(), phone.who())
	if err != nil || len(list) != 1 || list[0].Used == 0 || list[0].ID != made.ID {
		t.Errorf("after a new code there are %+v (%v)", list, err)
	}
	h.want("remove what is not there", h.DeletePasskey(t.Context(), phone.who(), "00000000"), api.AccountPasskey)
	if err := h.DeletePasskey(t.Context(), phone.who(), made.ID); err != nil {
		t.Fatal(err)
	}
	_, err = h.unlock(&lock)
	h.want("sign in by one that was removed", err, api.AccountPasskey)
}

// TestChallengeOnce: an answer is good once, for five minutes, for what it was asked for and for who was asked.
func TestChallengeOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, _ := h.account("Marta")
	clara, _ := h.account("Clara")
	var lock passkeytest.Device
	marta.passkey(&lock)
	in := func(a json.RawMessage, at passkey.Site) error {
		_, _, err := h.SignInByPasskey(t.Context(), at, a, "")
		return err
	}
	a := h.signed(&lock)
	if err := in(a, site); err != nil {
		t.Fatal(err)
	}
	h.want("the same answer again", in(a, site), api.AccountPasskey)
	a = h.signed(&lock)
	h.later(6 * time.Minute)
	h.want("after six minutes", in(a, site), api.AccountPasskey)
	h.want("at another origin", in(h.signed(&lock), passkey.Site{ID: site.ID, Origin: "https://play.example.org:444"}), api.AccountPasskey)
	h.want("no answer", in(json.RawMessage(`{"rawId":"AA","response":{}}`), site), api.AccountPasskey)
	h.want("nothing", in(nil, site), api.AccountPasskey)

	var other passkeytest.Device
	o, err := h.BeginPasskey(t.Context(), marta.who(), site)
	a = h.answer(o, err, other.Create)
	_, err = h.AddPasskey(t.Context(), clara.who(), site, a, "")
	h.want("what another was asked", err, api.AccountPasskey)
	_, err = h.AddPasskey(t.Context(), marta.who(), site, a, "")
	h.want("after that, one's own", err, api.AccountPasskey)
	o, err = h.BeginSignIn(t.Context(), site)
	_, err = h.AddPasskey(t.Context(), marta.who(), site, h.answer(o, err, lock.Get), "")
	h.want("what was asked for signing in", err, api.AccountPasskey)
}

// TestCopiedPasskey: of a key and its copy, the one that counts on goes on. Devices that share their keys count nothing,
// and sign in at once from two places.
func TestCopiedPasskey(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, _ := h.account("Marta")
	var lock passkeytest.Device
	marta.passkey(&lock)
	thief := passkeytest.Device{Keys: append([]passkeytest.Key(nil), lock.Keys...)}
	for range 2 {
		if _, err := h.unlock(&lock); err != nil {
			t.Fatal(err)
		}
	}
	_, err := h.unlock(&thief)
	h.want("a copy whose count is behind", err, api.AccountPasskey)
	if _, err := h.unlock(&lock); err != nil {
		t.Errorf("after the copy the key is refused: %v", err)
	}

	clara, _ := h.account("Clara")
	shared := passkeytest.Device{Synced: true}
	clara.passkey(&shared)
	answers := []json.RawMessage{h.signed(&shared), h.signed(&shared), h.signed(&shared)}
	var both sync.WaitGroup
	for _, a := range answers {
		both.Go(func() {
			if _, _, err := h.SignInByPasskey(t.Context(), site, a, ""); err != nil {
				t.Errorf("one that is shared: %v", err)
			}
		})
	}
	both.Wait()
}

// TestPasskeyLimits: guests have none, nor does who came by a link a moment ago make one; an account has ten, one on each
// device, and all that belong to one server have one handle.
func TestPasskeyLimits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, err := h.BeginPasskey(t.Context(), h.guest("Otto").who(), site)
	h.want("a guest", err, api.AccountNeeded)
	marta, _ := h.account("Marta")
	_, err = h.BeginPasskey(t.Context(), marta.link().who(), site)
	h.want("a device added by a link", err, api.AccountYoung)
	locks := make([]passkeytest.Device, 10)
	for i := range locks {
		marta.passkey(&locks[i])
		if string(locks[i].Keys[0].Handle) != string(locks[0].Keys[0].Handle) {
			t.Error("two passkeys of one account seem to be of two")
		}
		h.later(time.Minute)
	}
	_, err = h.BeginPasskey(t.Context(), marta.who(), site)
	h.want("the eleventh", err, api.AccountPasskeyMost)
	h.want("remove one from a device added by a link", h.DeletePasskey(t.Context(), marta.link().who(), "00000000"), api.AccountYoung)
}

// TestPasskeysGo: with the account, and where the host of the server gives another code, since the devices are lost. An
// export names them and has nothing by which somebody signs in.
func TestPasskeysGo(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, _ := h.account("Marta")
	var lock passkeytest.Device
	marta.passkey(&lock)
	out, err := h.Export(t.Context(), marta.who())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out)
	if err != nil || !strings.Contains(string(text), `"kind":"passkey","label":"Safari, iPhone"`) || strings.Contains(string(text), "publicKey") {
		t.Errorf("an export has %s (%v)", text, err)
	}
	code, err := account.CodeOf(t.Context(), h.store, marta.id())
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.unlock(&lock)
	h.want("after a code from the host", err, api.AccountPasskey)

	marta = h.signIn("Marta", code)
	marta.passkey(&lock)
	o, err := h.BeginPasskey(t.Context(), marta.who(), site) // a challenge is left
	if err != nil || len(o.PublicKey) == 0 {
		t.Fatal(err)
	}
	id := marta.id()
	if err := h.Delete(t.Context(), marta.who(), "Marta"); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{table.PasskeyKind, "challenge"} {
		if left, err := h.store.OfKind(t.Context(), id, kind); err != nil || len(left) > 0 {
			t.Errorf("of who has left there is %s %+v (%v)", kind, left, err)
		}
	}
	_, err = h.unlock(&lock)
	h.want("after leaving", err, api.AccountPasskey)
}
