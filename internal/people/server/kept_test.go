package server

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
)

// packed is a payload as the page packs it.
func packed(t *testing.T, plain string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err == nil {
		_, err = w.Write([]byte(plain))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// TestKept holds that what goes with an account is stored for its person alone, that of two who change one thing the second
// takes the first one's change before its own is stored, that a device which waits hears of a change within two seconds, and
// that nothing is left when the person deletes it.
func TestKept(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	phone := h.guest("")
	code := phone.claim("Marta")
	laptop := h.stranger()
	laptop.signIn("Marta", code)
	other := h.guest("")
	other.claim("Otto")
	keep := func(b *browser, person string, epoch int64, items ...api.KeptItem) (v api.KeptNow) {
		t.Helper()
		b.call("POST", "me/kept", api.Keep{Person: person, Epoch: epoch, Items: items}, &v)
		return v
	}
	read := func(b *browser, query string) (v api.Kept) {
		t.Helper()
		b.call("GET", "me/kept?person="+b.id+"&"+query, nil, &v)
		return v
	}
	game := `{"entry":{"id":"a1"},"game":{"log":{}}}`
	one := api.KeptItem{Item: "g.a1", Payload: packed(t, game)}
	if v := keep(phone, phone.id, 0, one); fmt.Sprint(v.Versions) != "[1]" || v.Most != 50<<20 {
		t.Fatalf("kept: %+v", v)
	}
	if v := keep(laptop, laptop.id, 0, one); fmt.Sprint(v.Versions) != "[0]" {
		t.Errorf("the second device was not refused: %+v", v)
	}
	if v := read(laptop, "after=0"); len(v.Items) != 1 || v.Items[0].Payload != one.Payload || v.Last != 1 {
		t.Errorf("the laptop reads %+v", v)
	}
	// What the laptop waits for comes at once.
	heard := make(chan time.Duration, 1)
	go func() {
		begun := time.Now()
		if v := read(laptop, "after=1&wait=20"); len(v.Items) == 3 {
			heard <- time.Since(begun)
		}
		close(heard)
	}()
	keep(
		phone, phone.id, 0,
		api.KeptItem{Item: "g.a2", Payload: packed(t, `{"entry":{"id":"a2","deleted":5},"game":{}}`)},
		api.KeptItem{Item: "s.s1", Payload: packed(t, `{"id":"s1","name":"A study"}`)},
		api.KeptItem{Item: "t.t1", Payload: packed(t, `{"id":"t1"}`)},
	)
	if _, ok := <-heard; !ok {
		t.Error("the laptop did not hear of the change")
	}
	var file struct {
		Format   string
		V        int
		Studies  []struct{ Name string }
		Training struct{ Tries, Cards []any }
		Games    []any
	}
	_, _, text := laptop.request("GET", "me/archive", nil)
	if err := json.Unmarshal(text, &file); err != nil || file.Format != "cairn.archive" || file.V != 1 || len(file.Games) != 1 || len(file.Studies) != 1 || len(file.Training.Tries) != 1 {
		t.Errorf("the file: %v, %+v\n%s", err, file, text)
	}
	if !strings.Contains(string(text), "\n"+game+"\n]}") {
		t.Errorf("a game has no line of its own:\n%s", text)
	}
	// Nobody else reads or writes it, whose session a browser may have by now.
	other.refused("GET", "me/kept?person="+phone.id, nil, 404, api.AccountSession)
	other.refused("POST", "me/kept", api.Keep{Person: phone.id}, 404, api.AccountSession)
	if v := read(other, "after=0"); len(v.Items) > 0 {
		t.Errorf("somebody else reads %+v", v)
	}
	phone.refused("POST", "me/kept", api.Keep{Person: phone.id, Items: []api.KeptItem{{Item: "../x"}}}, 400, api.AccountKept)
	phone.refused("POST", "me/kept", api.Keep{Person: phone.id, Items: []api.KeptItem{{Item: "g.1", Payload: strings.Repeat("A", 256<<10+1)}}}, 400, api.AccountKept)
	phone.refused("POST", "me/kept", api.Keep{Person: phone.id, Items: make([]api.KeptItem, 101)}, 400, api.LiveMessage)
	// Deleted on one device, it is not sent again by another that does not know.
	laptop.call("DELETE", "me/kept", nil, nil)
	phone.refused("POST", "me/kept", api.Keep{Person: phone.id, Items: []api.KeptItem{one}}, 409, api.AccountCleared)
	if v := read(phone, "after=4&wait=20"); v.Epoch != 1 || v.Last != 0 || v.Bytes != 0 || len(v.Items) > 0 {
		t.Errorf("after the deletion: %+v", v)
	}
}

// TestKeptFull holds that an account keeps no more than it may, and that what makes it less is taken even then.
func TestKeptFull(t *testing.T) {
	if testing.Short() {
		t.Skip("one call after another: nothing races that does not in other tests")
	}
	t.Parallel()
	h := newHouse(t)
	b := h.guest("")
	b.claim("Marta")
	large := strings.Repeat("A", 256<<10)
	full := 0
	for n := 0; full == 0; n++ {
		items := make([]api.KeptItem, 7)
		for i := range items {
			items[i] = api.KeptItem{Item: fmt.Sprintf("g.%d.%d", n, i), Payload: large}
		}
		status, _, text := b.request("POST", "me/kept", api.Keep{Person: b.id, Items: items})
		if status == 409 && strings.Contains(string(text), string(api.AccountFull)) {
			full = n
		} else if status != 200 {
			t.Fatalf("%d: %s", status, text)
		}
	}
	if want := 50 << 20 / (7 * 256 << 10); full != want {
		t.Errorf("full after %d calls, not %d", full, want)
	}
	var v api.KeptNow
	b.call("POST", "me/kept", api.Keep{Person: b.id, Items: []api.KeptItem{{Item: "g.0.0", Version: 1}}}, &v)
	if len(v.Versions) != 1 || v.Versions[0] == 0 {
		t.Errorf("nothing can be taken out: %+v", v)
	}
}
