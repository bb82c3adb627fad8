package account_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/account"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
)

const day = 24 * time.Hour

// house is the accounts of a store, with its tables.
type house struct {
	*account.Service
	t      *testing.T
	store  *tabletest.Store
	tables *table.Service
}

func newHouse(t *testing.T) *house {
	t.Helper()
	store := tabletest.NewStore(t)
	log := slog.New(slog.DiscardHandler)
	tables := table.New(table.Config{Store: store, Log: log})
	return &house{account.New(account.Config{Store: store, Tables: tables, Log: log}), t, store, tables}
}

// later lets time pass.
func (h *house) later(d time.Duration) { h.store.Jump(d, true) }

// device is somebody on a device.
type device struct {
	*house
	token string
}

func (h *house) guest(name string) *device {
	h.t.Helper()
	_, token, err := h.tables.NewGuest(h.t.Context(), name, "Firefox on Linux")
	if err != nil {
		h.t.Fatal(err)
	}
	return &device{h, token}
}

// who is who uses the device; without a session nobody.
func (d *device) who() table.SignedIn {
	d.t.Helper()
	s, err := d.tables.UseSession(d.t.Context(), d.token)
	if err != nil && code(err) != string(api.MeNeeded) {
		d.t.Fatal(err)
	}
	return s
}

func (d *device) id() string { return d.who().Person.ID }

// claim makes the guest an account and returns its code.
func (d *device) claim(name string) string {
	d.t.Helper()
	c, err := d.Claim(d.t.Context(), d.who(), name)
	if err != nil {
		d.t.Fatalf("claim %q: %v", name, err)
	}
	return c.Code
}

// account makes an account.
func (h *house) account(name string) (*device, string) {
	h.t.Helper()
	d := h.guest("")
	return d, d.claim(name)
}

// signIn signs in on a new device.
func (h *house) signIn(name, signInCode string) *device {
	h.t.Helper()
	_, token, err := h.SignIn(h.t.Context(), name, signInCode, "Safari on iPhone")
	if err != nil {
		h.t.Fatalf("sign in as %s: %v", name, err)
	}
	return &device{h, token}
}

// link brings the person of a device to a new one.
func (d *device) link() *device {
	d.t.Helper()
	link, err := d.tables.NewLink(d.t.Context(), d.who())
	if err != nil {
		d.t.Fatal(err)
	}
	_, token, err := d.tables.UseLink(d.t.Context(), link.Token, "")
	if err != nil {
		d.t.Fatal(err)
	}
	return &device{d.house, token}
}

// play makes a game of two devices.
func (h *house) play(first, second *device) string {
	h.t.Helper()
	made, err := h.tables.Create(h.t.Context(), first.id(), api.NewTable{Options: api.Options{Game: "lyngk", Control: "-", Side: "first"}})
	if err == nil {
		_, err = h.tables.Do(h.t.Context(), second.id(), api.ToServer{Type: "sit", Table: made.ID, ID: "s"})
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return made.ID
}

func code(err error) string {
	if e := api.Refusal(err); e != nil {
		return e.Code
	}
	return ""
}

// want is a refusal.
func (h *house) want(what string, err error, want api.Code) {
	h.t.Helper()
	if code(err) != string(want) {
		h.t.Errorf("%s: %v, want %s", what, err, want)
	}
}

// TestAllDevicesLost: the code alone brings back the person, with the games that go on.
func TestAllDevicesLost(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, secret := h.account("Marta")
	id := marta.id()
	game := h.play(marta, h.guest("Ben"))
	phone := marta.link()
	for _, lost := range []*device{marta, phone} {
		if err := h.tables.EndSession(t.Context(), lost.token); err != nil {
			t.Fatal(err)
		}
	}
	h.later(500 * day) // nothing of an account is forgotten
	back := h.signIn("marta", strings.ToLower(strings.ReplaceAll(secret, "-", " ")))
	if back.id() != id {
		t.Fatalf("the code leads to %s, not to %s", back.id(), id)
	}
	mine, err := h.tables.Mine(t.Context(), back.id())
	if err != nil || len(mine.Tables) != 1 || mine.Tables[0].ID != game || mine.Tables[0].You != api.First {
		t.Errorf("the games: %+v, %v", mine, err)
	}
}

// TestNamesAreToldApart: who looks like an account at a glance is refused, as a guest, by a new name, and as an account.
func TestNamesAreToldApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ claimed, like string }{
		{"limes11", "Iimes11"},                      // a capital i
		{"limes11", "lirnes1l"},                     // rn for m, l for 1
		{"Marta", "MARTA"},                          // case
		{"Marta", "  mar ta "},                      // spaces
		{"Marta", "Márťa"},                          // accents
		{"Marta", "Маrtа"},                          // refused for its letters before
		{"Marta", "\uff2d\uff41\uff52\uff54\uff41"}, // full width
		{"Big Bob", "big_b0b"},
		{"Anna", "ΑΝΝΑ"}, // capitals of Greek and Cyrillic
		{"Zoe", "ΖΟΕ"},
		{"Ian", "ΙΑΝ"},
		{"abezhikmnoptyx", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"},
		{"abekmhopctyxsij", "АВЕКМНОРСТУХЅІЈ"},
		{"nvaou", "nναου"}, // small ones look like others
		{"vau", "ναυ"},
		{"Wanda", "Vvanda"},
		{"Jill", "ȷill"},
		{"Jill", "ʝiǁ"},
		{"Kim", "ĸim"},
	} {
		h := newHouse(t)
		owner, _ := h.account(c.claimed)
		_, _, err := h.tables.NewGuest(t.Context(), c.like, "")
		guest := h.guest("Somebody")
		_, renamed := h.tables.Rename(t.Context(), guest.id(), c.like)
		_, claimed := h.Claim(t.Context(), guest.who(), c.like)
		for what, err := range map[string]error{"new guest": err, "rename": renamed, "claim": claimed} {
			if got := code(err); got != string(api.MeNameTaken) && got != string(api.MeNameScripts) {
				t.Errorf("%s as %q beside %q: %v", what, c.like, c.claimed, err)
			}
		}
		if got := owner.who().Person; got.Kind != api.KindAccount || got.Name != c.claimed {
			t.Errorf("the owner is %+v", got)
		}
	}
	// What cannot be seen is in no name, so that it makes none unlike another.
	h := newHouse(t)
	h.account("Marta")
	for _, name := range []string{"Mar\u200bta", "Marta\u2060", "\u202eatraM", "Mar\u00adta", "Marta\ufe0f", "Marta\U000e0041"} {
		_, err := h.Claim(t.Context(), h.guest("").who(), name)
		h.want("claim "+name, err, api.MeNameLetter)
	}
	// Guests share names, and nobody becomes a level or a program by one.
	a, b := h.guest("Otto"), h.guest("Otto")
	if a.id() == b.id() {
		t.Error("two guests are one")
	}
	for _, name := range []string{"Level 5", "Stufe 9", "niveau3", "Poziom 1", "Livello 2", "Nivel 7", "Computer", "Komputer", "Ordinateur", "Ordenador", "Programma", "Programme", "Programm"} {
		_, err := h.Claim(t.Context(), a.who(), name)
		h.want("claim "+name, err, api.MeNameReserved)
	}
	if _, err := h.Claim(t.Context(), a.who(), "ˮˮ"); code(err) != string(api.MeNameShort) {
		t.Errorf("a name of marks alone: %v", err)
	}
}

// TestDeletedNameIsFreeAfterNinetyDays, and not before, though nothing but a hash is left of it.
func TestDeletedNameIsFreeAfterNinetyDays(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, _ := h.account("Marta")
	if err := h.Delete(t.Context(), marta.who(), "Marta"); err != nil {
		t.Fatal(err)
	}
	ben := h.guest("Ben")
	h.later(89 * day)
	_, err := h.Claim(t.Context(), ben.who(), "marta")
	h.want("after 89 days", err, api.MeNameTaken)
	_, err = h.tables.Rename(t.Context(), ben.id(), "marta")
	h.want("as a guest after 89 days", err, api.MeNameTaken)
	_, _, err = h.tables.NewGuest(t.Context(), "marta", "")
	h.want("as a new guest after 89 days", err, api.MeNameTaken)
	h.later(day)
	ben.claim("marta")
}

// TestEndedSession leaves the others, and a change of the code ends them all but one's own.
func TestEndedSession(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	one, secret := h.account("Marta")
	two, three := h.signIn("Marta", secret), one.link()
	h.later(time.Minute)
	two.who()
	list, err := h.Sessions(t.Context(), two.who())
	if err != nil || len(list) != 3 {
		t.Fatalf("sessions: %+v, %v", list, err)
	}
	if !list[0].Here || list[0].MadeBy != table.ByCode || list[0].Label != "Safari on iPhone" || list[1].Here || list[2].Here {
		t.Errorf("the present one is not the first: %+v", list)
	}
	var made []string
	for _, s := range list {
		made = append(made, s.MadeBy)
		if s.MadeBy == table.ByClaim {
			if err := h.EndSession(t.Context(), two.who(), s.ID); err != nil {
				t.Fatal(err)
			}
			h.want("end it again", h.EndSession(t.Context(), two.who(), s.ID), api.AccountSession)
		}
	}
	slices.Sort(made)
	if !slices.Equal(made, []string{table.ByClaim, table.ByCode, table.ByLink}) {
		t.Errorf("they were begun by %q", made)
	}
	if one.id() != "" || two.id() == "" || three.id() == "" {
		t.Errorf("after the first was ended: %q, %q, %q", one.id(), two.id(), three.id())
	}
	// Nobody ends another's.
	eve := h.guest("Eve")
	left, err := h.Sessions(t.Context(), two.who())
	if err != nil {
		t.Fatal(err)
	}
	h.want("end somebody else's", h.EndSession(t.Context(), eve.who(), left[1].ID), api.AccountSession)

	link, err := h.tables.NewLink(t.Context(), two.who())
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := h.NewCode(t.Context(), two.who(), secret)
	if err != nil {
		t.Fatal(err)
	}
	if two.id() == "" || three.id() != "" || eve.id() == "" {
		t.Error("a new code did not end the others alone")
	}
	_, _, err = h.tables.UseLink(t.Context(), link.Token, "")
	h.want("a link from before", err, api.MeLink)
	_, _, err = h.SignIn(t.Context(), "Marta", secret, "")
	h.want("the old code", err, api.AccountSignIn)
	four := h.signIn("Marta", fresh)
	if err := h.EndOthers(t.Context(), four.who()); err != nil {
		t.Fatal(err)
	}
	if two.id() != "" || four.id() == "" || eve.id() == "" {
		t.Error("all others were not ended alone")
	}
}

// TestNewCode asks for the present one, unless that was used a moment ago.
func TestNewCode(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, secret := h.account("Marta")
	_, others := h.account("Ben")
	h.later(10 * time.Minute)
	for _, typed := range []string{"", "00000-00000-00000-00000", others, secret[1:], secret + "0"} {
		_, err := h.NewCode(t.Context(), marta.who(), typed)
		h.want("with "+typed, err, api.AccountCode)
		h.later(5 * time.Hour)
	}
	phone := h.signIn("Marta", secret)
	h.later(9 * time.Minute)
	secret, err := h.NewCode(t.Context(), phone.who(), "")
	if err != nil {
		t.Fatalf("a fresh session: %v", err)
	}
	h.later(10 * time.Minute)
	_, err = h.NewCode(t.Context(), phone.who(), "")
	h.want("ten minutes after the new one", err, api.AccountCode)
	if _, err := h.NewCode(t.Context(), phone.who(), secret); err != nil {
		t.Errorf("with the new code: %v", err)
	}
	_, err = h.NewCode(t.Context(), h.guest("").who(), "")
	h.want("a guest", err, api.AccountNeeded)
}

// TestLostAnswer: whose answer with a code is lost asks for one again, on the device that has missed it and for ten minutes.
func TestLostAnswer(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, missed := h.account("Marta")
	other := marta.link()
	_, err := h.Claim(t.Context(), other.who(), "Marta")
	h.want("on another device", err, api.AccountClaimed)
	_, err = h.Claim(t.Context(), marta.who(), "Clara")
	h.want("another name", err, api.AccountClaimed)
	h.later(9 * time.Minute)
	again := marta.claim("Marta")
	_, _, err = h.SignIn(t.Context(), "Marta", missed, "")
	h.want("the code that was missed", err, api.AccountSignIn)
	if got := h.signIn("Marta", again).id(); got != marta.id() || got == "" {
		t.Errorf("the code leads to %q", got)
	}
	// The page sends the code again that is replaced already.
	h.later(9 * time.Minute)
	for _, typed := range []string{missed, ""} {
		if again, err = h.NewCode(t.Context(), marta.who(), typed); err != nil {
			t.Fatalf("with %q: %v", typed, err)
		}
	}
	phone := h.signIn("Marta", again)
	h.later(10 * time.Minute)
	_, err = h.Claim(t.Context(), marta.who(), "Marta")
	h.want("ten minutes later", err, api.AccountClaimed)
	for what, d := range map[string]*device{"here": marta, "the phone": phone} {
		_, err = h.NewCode(t.Context(), d.who(), "")
		h.want("ten minutes later, "+what, err, api.AccountCode)
	}
}

// unsure is a store whose answers to what makes a code are lost, after it has done it or before.
type unsure struct {
	*tabletest.Store
	done bool
}

func (s *unsure) Claim(ctx context.Context, name, skeleton string, code table.Credential, session []byte) error {
	if s.done {
		if err := s.Store.Claim(ctx, name, skeleton, code, session); err != nil {
			return err
		}
	}
	return table.ErrAmbiguous
}

func (s *unsure) ReplaceCode(ctx context.Context, code table.Credential, session []byte) error {
	if s.done {
		if err := s.Store.ReplaceCode(ctx, code, session); err != nil {
			return err
		}
	}
	return table.ErrAmbiguous
}

// TestUnsureCode: where nobody knows whether a code is stored, it is looked up.
func TestUnsureCode(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	store := &unsure{Store: h.store}
	h.Service = account.New(account.Config{Store: store, Tables: h.tables, Log: slog.New(slog.DiscardHandler)})
	marta := h.guest("")
	if _, err := h.Claim(t.Context(), marta.who(), "Marta"); !errors.Is(err, table.ErrAmbiguous) {
		t.Errorf("a claim that was not stored: %v", err)
	}
	store.done = true
	if got := h.signIn("Marta", marta.claim("Marta")).id(); got != marta.id() {
		t.Errorf("the code leads to %q", got)
	}
	secret, err := h.NewCode(t.Context(), marta.who(), "")
	if err != nil {
		t.Fatal(err)
	}
	store.done = false
	if _, err := h.NewCode(t.Context(), marta.who(), ""); !errors.Is(err, table.ErrAmbiguous) {
		t.Errorf("a code that was not stored: %v", err)
	}
	h.signIn("Marta", secret)
}

// TestHostsCode: the host helps who has lost code and devices, and ends the sessions that were there.
func TestHostsCode(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, old := h.account("Marta")
	id := marta.id()
	secret, err := account.CodeOf(t.Context(), h.store, id)
	if err != nil {
		t.Fatal(err)
	}
	if marta.id() != "" {
		t.Error("the session is left")
	}
	_, _, err = h.SignIn(t.Context(), "Marta", old, "")
	h.want("the code before", err, api.AccountSignIn)
	if got := h.signIn("Marta", secret).id(); got != id {
		t.Errorf("the code of the host leads to %s", got)
	}
	if _, err := account.CodeOf(t.Context(), h.store, h.guest("").id()); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("a code for a guest: %v", err)
	}
}

// TestSignInAnswersAlike: an unknown name and a wrong code are refused by the same words, after asking the store
// for the same.
func TestSignInAnswersAlike(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, secret := h.account("Marta")
	_, others := h.account("Ben")
	var asked []string
	h.store.Fail(func(method, _ string) error { asked = append(asked, method); return nil }, false)
	var refusals []string
	for _, try := range [][2]string{{"Marta", "00000-00000-00000-00000"}, {"Nobody", "00000-00000-00000-00000"}, {"Marta", others}, {"Nobody", secret}, {"", secret}, {"Marta", "x"}, {strings.Repeat("long", 100), secret}} {
		_, token, err := h.SignIn(t.Context(), try[0], try[1], "")
		e := api.Refusal(err)
		if e == nil || token != "" {
			t.Fatalf("%q: %v", try, err)
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		refusals = append(refusals, string(text)+" "+strings.Join(asked, " "))
		asked = nil
	}
	if slices.Sort(refusals); refusals[0] != refusals[len(refusals)-1] || !strings.Contains(refusals[0], "ByCredential") {
		t.Errorf("the answers differ: %s", strings.Join(refusals, "\n"))
	}
}

// TestGuessing: of ten wrong codes with a name the next is refused as too often, and one is let through each six minutes.
// The right code signs in all the while, and who is signed in stays so.
func TestGuessing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, secret := h.account("Marta")
	_, others := h.account("Ben")
	const wrong = "00000-00000-00000-00000"
	guess := func(name, code string, want api.Code) {
		t.Helper()
		_, _, err := h.SignIn(t.Context(), name, code, "")
		h.want("a guess", err, want)
	}
	for _, name := range []string{"Marta", "Nobody"} { // alike
		for range 10 {
			guess(name, wrong, api.AccountSignIn)
		}
		guess(name, wrong, api.TableRate)
		guess(name, others, api.TableRate)
	}
	for range 20 {
		h.signIn("Marta", secret)
	}
	guess("mar ta", wrong, api.TableRate)
	if marta.id() == "" {
		t.Error("who was signed in was locked out")
	}
	h.signIn("Ben", others)
	h.later(6 * time.Minute)
	h.signIn("Marta", secret) // and it uses up no try
	guess("Marta", wrong, api.AccountSignIn)
	guess("Marta", wrong, api.TableRate)
	h.signIn("Marta", secret)
}

// TestYoungLink: a minute at somebody's unlocked device gives no access that lasts, and takes the owner's from none of theirs.
func TestYoungLink(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, secret := h.account("Marta")
	thief := marta.link()
	theirs, err := h.Sessions(t.Context(), marta.who())
	if err != nil {
		t.Fatal(err)
	}
	lasting := func() map[string]error {
		_, link := h.tables.NewLink(t.Context(), thief.who())
		_, withCode := h.NewCode(t.Context(), thief.who(), secret)
		return map[string]error{
			"a further link": link, "a new code": withCode, "deletion": h.Delete(t.Context(), thief.who(), "Marta"),
			"the end of the owner's session": h.EndSession(t.Context(), thief.who(), theirs[0].ID),
			"the end of all others":          h.EndOthers(t.Context(), thief.who()),
		}
	}
	h.later(59 * time.Minute)
	for what, err := range lasting() {
		h.want(what, err, api.AccountYoung)
	}
	list, err := h.Sessions(t.Context(), marta.who())
	if err != nil || len(list) != 2 || list[1].MadeBy != table.ByLink {
		t.Errorf("it is not listed as made by a link: %+v, %v", list, err)
	}
	h.later(time.Minute)
	if _, err := h.tables.NewLink(t.Context(), thief.who()); err != nil {
		t.Errorf("after an hour: %v", err)
	}
	if err := h.EndOthers(t.Context(), thief.who()); err != nil {
		t.Errorf("the others after an hour: %v", err)
	}
	// A guest has nothing else than links.
	if again := h.guest("Otto").link().link(); again.id() == "" {
		t.Error("a guest's link leads no further")
	}
}

// TestRename: an account takes another name once in 30 days, and not in the middle of a game; nobody else takes the old one
// the moment after.
func TestRename(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, _ := h.account("Marta")
	rename := func(name string) error {
		_, err := h.tables.Rename(t.Context(), marta.id(), name)
		return err
	}
	ben := h.guest("Ben")
	game := h.play(marta, ben)
	h.want("in a game", rename("Clara"), api.AccountPlaying)
	if _, err := h.tables.Do(t.Context(), marta.id(), api.ToServer{Type: "send", Table: game, ID: "r", Event: []byte(`{"v":1,"kind":"resign","side":"first"}`)}); err != nil {
		t.Fatal(err)
	}
	h.want("without a name", rename(""), api.MeNameShort)
	if err := rename("Clara"); err != nil {
		t.Fatal(err)
	}
	h.later(29 * day)
	h.want("after 29 days", rename("Marta"), api.AccountRenamed)
	_, err := h.Claim(t.Context(), ben.who(), "Marta")
	h.want("the old name by somebody else", err, api.MeNameTaken)
	h.later(day)
	if err := rename("Marta"); err != nil { // back again
		t.Fatal(err)
	}
	_, err = h.Claim(t.Context(), ben.who(), "Clara")
	h.want("the second name by somebody else", err, api.MeNameTaken)
	h.later(90 * day)
	ben.claim("Clara")
	_, err = h.Claim(t.Context(), ben.who(), "Klara")
	h.want("claim twice", err, api.AccountClaimed)
}

// TestSignInByFormerName: the code on paper goes on working under the name beside it, for its owner alone.
func TestSignInByFormerName(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, code := h.account("Marta")
	_, others := h.account("Ben")
	if _, err := h.tables.Rename(t.Context(), marta.id(), "Clara"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Marta", "Clara"} {
		if d := h.signIn(name, code); d.id() != marta.id() {
			t.Errorf("%s signs in as %s", name, d.id())
		}
	}
	for _, c := range [][2]string{{"Marta", others}, {"Ben", code}, {"Nobody", code}} {
		_, _, err := h.SignIn(t.Context(), c[0], c[1], "")
		h.want("sign in as "+c[0], err, api.AccountSignIn)
	}
}

// TestDelete: typed by name, everything personal goes; the export shows it before, without a secret.
func TestDelete(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, secret := h.account("Marta")
	id := marta.id()
	game := h.play(marta, h.guest("Ben"))
	if _, err := h.tables.Do(t.Context(), id, api.ToServer{Type: "say", Table: game, ID: "c", Text: "hello there"}); err != nil {
		t.Fatal(err)
	}
	out, err := h.Export(t.Context(), marta.who())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, has := range []string{id, "Marta", "hello there", game, "Firefox on Linux", `"code"`} {
		if !strings.Contains(string(text), has) {
			t.Errorf("the export lacks %q: %s", has, text)
		}
	}
	for _, secret := range []string{secret, marta.token} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the export holds a secret: %s", text)
		}
	}
	ben := h.guest("Ben")
	invited, err := h.tables.Create(t.Context(), ben.id(), api.NewTable{Options: api.Options{Game: "dvonn", Control: "-"}, For: id})
	if err != nil {
		t.Fatal(err)
	}
	for _, typed := range []string{"", "marta", "Marta "} {
		h.want("typed "+typed, h.Delete(t.Context(), marta.who(), typed), api.AccountName)
	}
	if err := h.Delete(t.Context(), marta.who(), "Marta"); err != nil {
		t.Fatal(err)
	}
	if marta.id() != "" {
		t.Error("the session is left")
	}
	_, _, err = h.SignIn(t.Context(), "Marta", secret, "")
	h.want("the code", err, api.AccountSignIn)
	p, err := h.Profile(t.Context(), id)
	if err != nil || !p.Gone || p.Person.Name != "" || p.Since != 0 {
		t.Errorf("the profile: %+v, %v", p, err)
	}
	_, err = h.Profile(t.Context(), "@Marta")
	h.want("the profile by name", err, api.AccountNobody)
	// Nobody waits for them.
	if _, err := h.tables.View(t.Context(), ben.id(), invited.ID); code(err) != string(api.TableClosed) {
		view, _ := h.tables.View(t.Context(), ben.id(), invited.ID)
		if view == nil || view.Phase != api.Closed {
			t.Errorf("the invitation is still open: %+v, %v", view, err)
		}
	}
	view, err := h.tables.View(t.Context(), "", game)
	if err != nil || view.Phase != api.Over {
		t.Errorf("the game goes on without them: %+v, %v", view, err)
	}
	if err != nil || view.Seats[0].ID != id || view.Seats[0].Name != "" || view.Seats[0].Kind != "" {
		t.Errorf("at the table: %+v, %v", view.Seats[0], err)
	}
}

// TestBlocks: who blocks somebody declines what they ask, lists them, and meets them again afterwards; nobody
// blocks themselves, or who is not there.
func TestBlocks(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, _ := h.account("Marta")
	ben := h.guest("Ben")
	invited, err := h.tables.Create(t.Context(), ben.id(), api.NewTable{Options: api.Options{Game: "dvonn", Control: "-"}, For: marta.id()})
	if err != nil {
		t.Fatal(err)
	}
	block := func(other string, on bool, want api.Code) {
		t.Helper()
		h.want("block "+other, h.Block(t.Context(), marta.who(), other, on), want)
	}
	block(marta.id(), true, api.AccountNobody)
	block("12345678901234567890", true, api.AccountNobody)
	for range 2 { // twice is as once
		block(ben.id(), true, "")
	}
	if view, err := h.tables.View(t.Context(), ben.id(), invited.ID); err != nil || view.Phase != api.Closed {
		t.Errorf("the invitation is open: %+v, %v", view, err)
	}
	listed := func(who *device, want ...string) {
		t.Helper()
		list, err := h.Blocks(t.Context(), who.who())
		var got []string
		for _, p := range list.Blocks {
			got = append(got, p.Name)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("blocked are %q, %v, want %q", got, err, want)
		}
	}
	listed(marta, "Ben")
	listed(ben)
	block(ben.id(), false, "")
	listed(marta)
	for range 30 {
		if err = h.Block(t.Context(), marta.who(), ben.id(), true); err != nil {
			break
		}
	}
	h.want("blocked too often", err, api.TableRate)
}

// TestFind: an account finds others by the beginning of a name, a guest only whether one is taken.
func TestFind(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, _ := h.account("Marta")
	h.account("Martin")
	h.account("Bo")
	h.guest("Marion")
	find := func(d *device, name string) string {
		t.Helper()
		found, err := h.Find(t.Context(), d.who(), name)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range found {
			if p.Kind != api.KindAccount {
				t.Errorf("found %+v", p)
			}
			names = append(names, p.Name)
		}
		return strings.Join(names, " ")
	}
	guest := h.guest("")
	for _, c := range []struct {
		by         *device
		name, want string
	}{
		{marta, "mar", "Marta Martin"},
		{marta, "MÁRTA", "Marta"},
		{marta, "ma", ""},
		{marta, "bo", "Bo"},
		{guest, "mart", ""},
		{guest, "rnarta", "Marta"},
	} {
		if got := find(c.by, c.name); got != c.want {
			t.Errorf("%q finds %q, want %q", c.name, got, c.want)
		}
	}
	// The answer while one types is that of the claim.
	for name, want := range map[string]api.Code{"Level 5": api.MeNameReserved, "Admin": api.MeNameReserved, "<b>x": api.MeNameLetter, "%": api.MeNameLetter} {
		_, err := h.Find(t.Context(), h.guest("").who(), name)
		h.want("find "+name, err, want)
		_, err = h.Claim(t.Context(), h.guest("").who(), name)
		h.want("claim "+name, err, want)
	}
	for range 10 {
		if _, err := h.Find(t.Context(), guest.who(), "x"); err != nil {
			h.want("too often", err, api.TableRate)
			return
		}
	}
	t.Error("there is no limit")
}

// TestProfile shows days, not hours, and who is found by name however it is written.
func TestProfile(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	marta, _ := h.account("Marta")
	for _, whom := range []string{marta.id(), "@Marta", "@marta", "@MÁRTA"} {
		p, err := h.Profile(t.Context(), whom)
		if err != nil || p.Person != (api.Person{ID: marta.id(), Name: "Marta", Kind: api.KindAccount}) || p.Here || p.Gone {
			t.Errorf("%s: %+v, %v", whom, p, err)
		}
		if p.Since == 0 || p.Since%day.Milliseconds() != 0 || p.Seen == 0 || p.Seen%day.Milliseconds() != 0 {
			t.Errorf("%s: since %d, seen %d", whom, p.Since, p.Seen)
		}
	}
	guest := h.guest("Ben")
	if p, err := h.Profile(t.Context(), guest.id()); err != nil || p.Person.Kind != api.KindGuest {
		t.Errorf("a guest: %+v, %v", p, err)
	}
	for _, whom := range []string{"@Ben", "@", "nobody", ""} {
		_, err := h.Profile(t.Context(), whom)
		h.want(whom, err, api.AccountNobody)
	}
}

// TestAccountsTerm: where the terms ask for accounts no guest makes a table, sits or asks for them.
func TestAccountsTerm(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx := t.Context()
	marta, _ := h.account("Marta")
	ben, guest := h.guest("Ben"), h.guest("Otto")
	ben.claim("Ben")
	days := api.Options{Game: "dvonn", Control: "1/259200", Accounts: true}
	_, err := h.tables.Create(ctx, guest.id(), api.NewTable{Options: days})
	h.want("a guest's table", err, api.AccountNeeded)
	made, err := h.tables.Create(ctx, marta.id(), api.NewTable{Options: days})
	if err != nil {
		t.Fatal(err)
	}
	do := func(d *device, m api.ToServer) error {
		m.Table, m.ID = made.ID, "m"
		_, err := h.tables.Do(ctx, d.id(), m)
		return err
	}
	h.want("a guest sits down", do(guest, api.ToServer{Type: "sit"}), api.AccountNeeded)
	if err := do(ben, api.ToServer{Type: "sit"}); err != nil {
		t.Errorf("an account: %v", err)
	}
	open, err := h.tables.Create(ctx, guest.id(), api.NewTable{Options: api.Options{Game: "dvonn", Control: "-"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.tables.Do(ctx, guest.id(), api.ToServer{Type: "terms", Table: open.ID, ID: "t", Options: &days})
	h.want("a guest's new terms", err, api.AccountNeeded)
}

// TestEveryCode: each code about an account has a test here that leads to it.
func TestEveryCode(t *testing.T) {
	t.Parallel()
	led := []api.Code{
		api.AccountNeeded, api.AccountClaimed, api.AccountSignIn, api.AccountCode, api.AccountYoung, api.AccountRenamed, api.AccountPlaying,
		api.AccountSession, api.AccountName, api.AccountNobody, api.AccountPasskey, api.AccountPasskeyMost,
		api.AccountPasskeyNone,                               // of the server: TestPasskeyAddresses
		api.AccountKept, api.AccountFull, api.AccountCleared, // of the server: TestKept, TestKeptFull
	}
	for _, c := range slices.Sorted(maps.Keys(api.Messages())) {
		if strings.HasPrefix(string(c), "account.") && !slices.Contains(led, c) {
			t.Errorf("nothing leads to %s", c)
		}
	}
}

// TestFaults: what the store does not do is no refusal, and can be tried again.
func TestFaults(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, secret := h.account("Marta")
	h.store.Fail(func(method, _ string) error {
		if method == "ByCredential" || method == "NewCredential" {
			return table.ErrBusy
		}
		return nil
	}, false)
	for range 20 { // more than the limit
		if _, _, err := h.SignIn(t.Context(), "Marta", secret, ""); err == nil || api.Refusal(err) != nil {
			t.Fatalf("with a store that does not answer: %v", err)
		}
	}
	h.store.Fail(nil, false)
	h.signIn("Marta", secret)
}

// TestCodes are random, and every letter of them counts.
func TestCodes(t *testing.T) {
	t.Parallel()
	store := tabletest.NewStore(t)
	tables := table.New(table.Config{Store: store})
	s := account.New(account.Config{Store: store, Tables: tables, Rand: bytes.NewReader(bytes.Repeat([]byte{0, 31, 64, 30}, 5))})
	p, token, err := tables.NewGuest(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	who, err := tables.UseSession(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Claim(context.Background(), who, "Marta")
	if err != nil || c.Code != "0Z0Y0-Z0Y0Z-0Y0Z0-Y0Z0Y" || c.Person.ID != p.ID {
		t.Fatalf("%+v, %v", c, err)
	}
	for _, typed := range []string{"0z0y0z0y0z0y0z0y0z0y", "OZOYO ZOYOZ OYOZO YOZOY", "0Z0Y0–Z0Y0Z–0Y0Z0–Y0Z0Y"} {
		if _, _, err := s.SignIn(t.Context(), "Marta", typed, ""); err != nil {
			t.Errorf("%q: %v", typed, err)
		}
	}
	for i := range c.Code {
		if c.Code[i] == '-' {
			continue
		}
		store.Jump(time.Hour, true) // no limit is in the way
		wrong := c.Code[:i] + "X" + c.Code[i+1:]
		if _, _, err := s.SignIn(t.Context(), "Marta", wrong, ""); code(err) != string(api.AccountSignIn) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
