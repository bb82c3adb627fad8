package notify

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
)

// house is tables on a store whose clock jumps, and push services that answer as a test says.
type house struct {
	*table.Service
	t      *testing.T
	ctx    context.Context
	store  *tabletest.Store
	notify *Service
	n      int

	mu      sync.Mutex
	answers map[string]int    // by path: a status; 0 for 201, -1 for none
	after   map[string]string // by path: Retry-After
	came    []push
	keys    map[string]phone
}

// push is one that a push service got.
type push struct {
	path, urgency, topic string
	api.Notice
}

type phone struct {
	private *ecdh.PrivateKey
	auth    []byte
}

func newHouse(t *testing.T) *house {
	store := tabletest.NewStore(t)
	log := slog.New(slog.DiscardHandler)
	h := &house{
		Service: table.New(table.Config{Store: store, Log: log}), t: t, ctx: t.Context(), store: store,
		answers: map[string]int{}, after: map[string]string{}, keys: map[string]phone{},
	}
	h.notify = h.service()
	return h
}

// service is another process.
func (h *house) service() *Service {
	return New(Config{
		Store: h.store, Active: h.LastActed, Acted: h.Acted, Lobby: h.Lobby, Subject: "https://cairn.example", Log: slog.New(slog.DiscardHandler),
		Transport: h, Title: func(o api.Options) string { return o.Game + ", " + o.Control },
	})
}

// RoundTrip is the push services.
func (h *house) RoundTrip(r *http.Request) (*http.Response, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	p := push{path: r.URL.Path, urgency: r.Header.Get("Urgency"), topic: r.Header.Get("Topic")}
	text, err := h.keys[r.URL.Path].open(body)
	if err != nil || len(text) > 1024 {
		h.t.Errorf("a push of %d bytes: %v", len(text), err)
	}
	_ = json.Unmarshal(text, &p.Notice)
	h.came = append(h.came, p)
	status := h.answers[r.URL.Path]
	if status < 0 {
		return nil, errors.New("no answer")
	}
	if status == 0 {
		status = 201
	}
	header := http.Header{}
	if after := h.after[r.URL.Path]; after != "" {
		header.Set("Retry-After", after)
	}
	if status == 307 {
		header.Set("Location", "https://fcm.googleapis.com/elsewhere")
	}
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: header, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
}

// open is what a browser does with a push.
func (p phone) open(body []byte) ([]byte, error) {
	if p.private == nil || len(body) < 86 {
		return nil, errors.New("nobody's")
	}
	salt, sender, sealed := body[:16], body[21:86], body[86:]
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := p.private.ECDH(public)
	if err != nil {
		return nil, err
	}
	secret, _ := hkdf.Key(sha256.New, shared, p.auth, "WebPush: info\x00"+string(p.private.PublicKey().Bytes())+string(sender), 32)
	key, _ := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce, _ := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	block, _ := aes.NewCipher(key)
	gcm, _ := cipher.NewGCM(block)
	text, err := gcm.Open(nil, nonce, sealed, nil)
	return bytes.TrimSuffix(text, []byte{2}), err
}

// take returns the pushes that came since the last call.
func (h *house) take() []push {
	h.mu.Lock()
	defer h.mu.Unlock()
	came := h.came
	h.came = nil
	return came
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// guest is somebody with a session; quiet hours are off.
func (h *house) guest(name string) (person, token string) {
	h.t.Helper()
	p, token, err := h.NewGuest(h.ctx, name, "")
	h.must(err)
	h.must(h.notify.SetSettings(h.ctx, p.ID, api.NoticeSettings{}))
	return p.ID, token
}

// phone gives somebody a device at a path of a push service.
func (h *house) phone(person, token, path string) {
	h.t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	h.must(err)
	p := phone{private, bytes.Repeat([]byte{7}, 16)}
	h.keys[path] = p
	_, err = h.notify.Subscribe(h.ctx, person, token, "Firefox on Linux", api.NewPush{
		Endpoint: "https://fcm.googleapis.com" + path, P256dh: raw64.EncodeToString(private.PublicKey().Bytes()), Auth: raw64.EncodeToString(p.auth),
	})
	h.must(err)
}

func (h *house) do(person string, m api.ToServer) {
	h.t.Helper()
	h.n++
	m.ID = "m" + seconds(time.Duration(h.n)*time.Second)
	_, err := h.Do(h.ctx, person, m)
	h.must(err)
}

// play begins a game that a makes and b joins; a has the first move.
func (h *house) play(a, b, control string) string {
	h.t.Helper()
	h.pass(time.Minute)
	made, err := h.Create(h.ctx, a, api.NewTable{Options: api.Options{Game: "dvonn", Control: control, Side: "first"}})
	h.must(err)
	h.do(b, api.ToServer{Type: "sit", Table: made.ID})
	return made.ID
}

var spots = []string{"a1", "a2", "a3", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "c5", "d1", "d2", "d3", "d4", "d5", "e1", "e2", "e3", "e4", "e5"}

// move places the piece of a number.
func (h *house) move(person, id string, ply int) {
	h.t.Helper()
	h.do(person, api.ToServer{Type: "send", Table: id, Ply: ply, Event: json.RawMessage(`{"v":1,"kind":"move","move":"` + spots[ply] + `"}`)})
}

// pass lets time pass, in which the server serves.
func (h *house) pass(d time.Duration) { h.store.Jump(d, true) }

// told runs the worker and returns what came.
func (h *house) told() []push {
	h.notify.SendDue(h.ctx)
	return h.take()
}

// pair is two people of whom the second has a phone.
func (h *house) pair() (ann, ben string) {
	h.t.Helper()
	ann, _ = h.guest("Ann")
	ben, token := h.guest("Ben")
	h.phone(ben, token, "/ben")
	return ann, ben
}

func kindsOf(list []push) string {
	var kinds []string
	for _, p := range list {
		kinds = append(kinds, p.Kind)
	}
	return strings.Join(kinds, " ")
}

func (h *house) want(kinds string) []push {
	h.t.Helper()
	came := h.told()
	if got := kindsOf(came); got != kinds {
		h.t.Fatalf("came %q, want %q: %+v", got, kinds, came)
	}
	return came
}

// TestOneTurn holds that ten moves in ten games make one push, and that the next one comes after
// the person has come back.
func TestOneTurn(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	var ids []string
	for range 10 {
		ids = append(ids, h.play(ann, ben, "1/259200"))
	}
	h.pass(2 * time.Minute)
	for _, id := range ids[:3] {
		h.move(ann, id, 0)
	}
	if came := h.want("turn"); came[0].Tables != 3 || came[0].urgency != "normal" || came[0].topic != "turn" {
		t.Errorf("%+v", came)
	}
	for _, id := range ids[3:] {
		h.move(ann, id, 0)
	}
	h.want("")
	h.must(h.store.SeePeople(h.ctx, []string{ben}, h.store.Now()))
	h.move(ben, ids[0], 1)
	h.move(ann, ids[0], 2)
	h.want("")
	h.pass(awayFor + time.Second)
	if came := h.want("turn"); came[0].Tables != 10 {
		t.Errorf("%+v", came)
	}
}

// TestAway holds that nothing goes out while somebody is at a page, and that it does when they have done
// nothing for 61 seconds: a page that is only open says nothing.
func TestAway(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	id := h.play(ann, ben, "-")
	tab := h.Join(ben, ear{})
	defer tab.Close()
	h.move(ann, id, 0)
	h.want("") // he sat down a moment ago
	h.pass(30 * time.Second)
	_, err := h.notify.See(h.ctx, ben, 0)
	h.must(err)
	h.pass(59 * time.Second)
	h.want("")
	h.pass(2 * time.Second)
	if came := h.want("turn"); came[0].Table != id || came[0].Person.Name != "Ann" {
		t.Errorf("%+v", came)
	}
	// What a page says on its own is no sign of somebody.
	h.must(h.store.SeePeople(h.ctx, []string{ben}, h.store.Now()))
	h.move(ben, id, 1)
	h.move(ann, id, 2)
	h.pass(59 * time.Second)
	_, err = tab.Do(h.ctx, api.ToServer{Type: "ping", Number: 1})
	h.must(err)
	h.pass(3 * time.Second)
	h.want("turn")
	// What somebody does there is one.
	h.must(h.store.SeePeople(h.ctx, []string{ben}, h.store.Now()))
	h.move(ben, id, 3)
	h.move(ann, id, 4)
	h.pass(59 * time.Second)
	_, err = tab.Do(h.ctx, api.ToServer{Type: "ping", Number: 2, On: true})
	h.must(err)
	h.pass(3 * time.Second)
	h.want("")
}

type ear struct{}

func (ear) Tell(*table.Push) {}

// TestEnding holds that who has wiped the first notice away is reminded at a quarter of the time, or
// 12 hours before its end.
func TestEnding(t *testing.T) {
	for control, left := range map[string]time.Duration{"1/86400": 6 * time.Hour, "1/604800": 12 * time.Hour} {
		h := newHouse(t)
		ann, ben := h.pair()
		id := h.play(ann, ben, control)
		h.pass(2 * time.Minute)
		h.move(ann, id, 0)
		h.want("turn")
		whole := 24 * time.Hour
		if control == "1/604800" {
			whole *= 7
		}
		h.pass(whole - left - time.Minute)
		h.want("")
		h.pass(2 * time.Minute)
		if came := h.want("ending"); came[0].Table != id || came[0].urgency != "high" || came[0].Deadline == 0 {
			t.Errorf("%+v", came)
		}
		h.pass(time.Hour)
		h.want("")
		// A move that was made is not asked for again.
		h.move(ben, id, 1)
		h.move(ann, id, 2)
		h.move(ben, id, 3)
		h.pass(whole)
		h.want("")
	}
}

// TestFlood holds that a game of days that is played at once makes no flood.
func TestFlood(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	id := h.play(ann, ben, "1/86400")
	for ply := 0; ply < 20; ply += 2 {
		h.move(ann, id, ply)
		h.pass(2 * time.Second)
		h.want("")
		h.move(ben, id, ply+1)
	}
	h.move(ann, id, 20)
	h.pass(2 * time.Minute)
	h.want("turn")
}

// TestLive holds that a live game makes one push, at its beginning.
func TestLive(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	id := h.play(ben, ann, "600+5")
	h.pass(2 * time.Minute)
	if came := h.want("sat"); came[0].Person == nil || came[0].Person.Name != "Ann" || came[0].Table != id || came[0].urgency != "high" {
		t.Errorf("%+v", came)
	}
	h.move(ben, id, 0)
	h.move(ann, id, 1)
	h.do(ann, api.ToServer{Type: "send", Table: id, Event: json.RawMessage(`{"v":1,"kind":"resign"}`)})
	h.pass(2 * time.Minute)
	h.want("")
}

// TestSatDown holds that who has played on since somebody sat down, or whose game is over, gets no push of that
// when they have been idle.
func TestSatDown(t *testing.T) {
	for _, over := range []bool{false, true} {
		h := newHouse(t)
		ann, ben := h.pair()
		id := h.play(ben, ann, "600+5")
		_, err := h.notify.See(h.ctx, ben, 0)
		h.must(err)
		h.want("") // he is at a page
		if over {
			h.do(ann, api.ToServer{Type: "send", Table: id, Event: json.RawMessage(`{"v":1,"kind":"abort"}`)})
		} else {
			h.pass(time.Second)
			h.move(ben, id, 0)
		}
		h.pass(2 * time.Minute)
		h.want("")
		if list, err := h.notify.Notices(h.ctx, ben); err != nil || list.Unread != 1 {
			t.Errorf("%+v %v", list, err)
		}
	}
}

// TestSeenOnPage holds that a notice which was held back and then seen on the page goes to no device.
func TestSeenOnPage(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	h.play(ben, ann, "600+5")
	_, err := h.notify.See(h.ctx, ben, 0)
	h.must(err)
	h.want("") // he is at a page
	list, err := h.notify.Notices(h.ctx, ben)
	h.must(err)
	_, err = h.notify.See(h.ctx, ben, list.Notices[0].ID)
	h.must(err)
	h.pass(2 * time.Minute)
	h.want("")
}

// TestManyGames holds that the oldest of more than a hundred games is thought of, that what each of them is about
// has a topic of its own, and that the names of all are read at once.
func TestManyGames(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	oldest := h.play(ann, ben, "1/86400")
	h.move(ann, oldest, 0)
	row, _, err := h.store.Load(h.ctx, oldest)
	h.must(err)
	for i := range 2*listedTogether + 1 {
		next := row
		next.ID, next.Seq, next.Created, next.Updated = tableID(i), 1, h.store.Now(), h.store.Now()
		h.must(h.store.Create(h.ctx, next, []table.Event{{Table: next.ID, Seq: 1, At: h.store.Now(), Kind: string(api.EventOpened), Payload: []byte("{}")}}))
	}
	waits, err := h.notify.waiting(h.ctx, ben)
	h.must(err)
	if len(waits.tables) != 2*listedTogether+2 || waits.byID(oldest) == nil {
		t.Errorf("%d tables wait, the oldest: %v", len(waits.tables), waits.byID(oldest) != nil)
	}
	counting := &personCounted{Store: h.store, id: ann}
	h.notify.Store = counting
	for _, id := range []string{oldest, tableID(0)} {
		h.must(h.store.Notify(h.ctx, []table.Notice{{Person: ben, Kind: table.NoticeOver, Key: id, Args: `{"by":"` + ann + `"}`, At: h.store.Now()}}))
	}
	list, err := h.notify.Notices(h.ctx, ben)
	h.must(err)
	maker, err := h.store.Person(h.ctx, ann)
	h.must(err)
	if counting.n != 1 || *list.Notices[0].Person != maker.Shown() {
		t.Errorf("asked %d times who it is: %+v", counting.n, list.Notices)
	}
	topics := map[string]bool{}
	for _, n := range []table.Notice{{Kind: "over", Key: "a"}, {Kind: "over", Key: "b"}, {Kind: "ending", Key: "a"}, {Kind: "turn"}} {
		topic := topicOf(n)
		if len(topic) > 32 || strings.Trim(topic, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Errorf("the topic %q", topic)
		}
		topics[topic] = true
	}
	if len(topics) != 4 {
		t.Errorf("topics: %v", topics)
	}
}

func tableID(n int) string {
	const letters = "abcdefghjk"
	return "many2" + string([]byte{letters[n/100], letters[n/10%10], letters[n%10]})
}

type personCounted struct {
	Store
	id string
	n  int
}

func (c *personCounted) Person(ctx context.Context, id string) (table.PersonRow, error) {
	if id == c.id {
		c.n++
	}
	return c.Store.Person(ctx, id)
}

// TestStale holds that a server which comes back after days, or from a backup, pushes nothing of before.
func TestStale(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	id := h.play(ann, ben, "-")
	h.pass(2 * time.Minute)
	h.move(ann, id, 0)
	h.pass(giveUp + time.Minute)
	h.want("")
	if list, err := h.notify.Notices(h.ctx, ben); err != nil || list.Unread != 1 {
		t.Errorf("it is lost: %+v %v", list, err)
	}
}

// TestPlaces holds that a zone is read once.
func TestPlaces(t *testing.T) {
	if a, b := placeOf("Asia/Kathmandu"), placeOf("Asia/Kathmandu"); a == nil || a != b || placeOf("Nowhere/Land") != nil {
		t.Error(a, b)
	}
}

// TestOver holds that who did not bring the end of a game of days about hears of it.
func TestOver(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	id := h.play(ann, ben, "1/86400")
	h.move(ann, id, 0)
	h.move(ben, id, 1)
	h.pass(2 * time.Minute)
	h.do(ann, api.ToServer{Type: "send", Table: id, Event: json.RawMessage(`{"v":1,"kind":"resign"}`)})
	h.want("over")
	list, err := h.notify.Notices(h.ctx, ben)
	h.must(err)
	if len(list.Notices) == 0 || list.Notices[0].Kind != "over" || list.Unread != 1 {
		t.Errorf("%+v", list)
	}
	if list, err = h.notify.Notices(h.ctx, ann); err != nil || list.Unread != 1 || list.Notices[0].Kind != "sat" {
		t.Errorf("%+v %v", list, err)
	}
}

// TestQuiet holds that the night is quiet, but for a time that is over within it, of which the push comes before.
func TestQuiet(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	s := settings{NoticeSettings: api.NoticeSettings{From: 22, To: 8}, place: zone}
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 30, 0, 0, zone) }
	for hour := range 24 {
		_, _, quiet := s.quiet(at(5, hour))
		if want := hour >= 22 || hour < 8; quiet != want {
			t.Errorf("quiet at %d:30: %v", hour, quiet)
		}
	}
	for _, c := range []struct{ remind, over, want time.Time }{
		{at(5, 12), at(5, 20), at(5, 12)},
		{at(5, 23), at(6, 12), time.Date(2026, 11, 6, 8, 0, 0, 0, zone)},
		{at(5, 23), at(6, 5), time.Date(2026, 11, 5, 21, 55, 0, 0, zone)},
		{at(6, 2), at(6, 7), time.Date(2026, 11, 5, 21, 55, 0, 0, zone)},
	} {
		if got := s.remindAt(c.remind, c.over); !got.Equal(c.want) {
			t.Errorf("%v before %v: %v, want %v", c.remind, c.over, got, c.want)
		}
	}
	s.From, s.To = 1, 5
	if _, _, quiet := s.quiet(at(5, 23)); quiet {
		t.Error("quiet in the evening")
	}
	s.From = 5
	if _, _, quiet := s.quiet(at(5, 5)); quiet {
		t.Error("quiet though it is never")
	}

	h := newHouse(t)
	ann, ben := h.pair()
	id := h.play(ann, ben, "-")
	now := h.store.Now().UTC()
	h.must(h.notify.SetSettings(h.ctx, ben, api.NoticeSettings{From: now.Hour(), To: (now.Hour() + 3) % 24, Zone: "UTC"}))
	h.move(ann, id, 0)
	h.pass(90 * time.Minute)
	h.want("")
	h.pass(2 * time.Hour)
	h.want("turn")
}

// TestSettings holds that what somebody does not want is not told there, and that only what can be is stored.
func TestSettings(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	h.must(h.notify.SetSettings(h.ctx, ben, api.NoticeSettings{Push: []string{"turn"}, Page: []string{"turn"}}))
	id := h.play(ann, ben, "-")
	h.move(ann, id, 0)
	h.pass(2 * time.Minute)
	h.want("")
	list, err := h.notify.Notices(h.ctx, ben)
	if err != nil || len(list.Notices) != 0 {
		t.Errorf("%+v %v", list, err)
	}
	for _, bad := range []api.NoticeSettings{{Push: []string{"device"}}, {Page: []string{"x"}}, {From: 24}, {To: -1}, {Zone: "Nowhere/Land"}, {Zone: "Local"}} {
		if err := h.notify.SetSettings(h.ctx, ben, bad); api.Refusal(err) == nil {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	row, err := h.store.Person(h.ctx, ben)
	h.must(err)
	h.must(h.store.SetSettings(h.ctx, ben, row.Settings, `{"hidden":true}`))
	h.must(h.notify.SetSettings(h.ctx, ben, api.NoticeSettings{Zone: "Asia/Kathmandu"}))
	if row, err = h.store.Person(h.ctx, ben); err != nil || !strings.Contains(row.Settings, `"hidden":true`) {
		t.Errorf("%s %v", row.Settings, err)
	}
}

// TestOutcomes holds what follows from each answer of a push service.
func TestOutcomes(t *testing.T) {
	for name, c := range map[string]struct {
		answer  int
		after   string
		devices int
		again   time.Duration // when it comes again, 0 for never
	}{
		"taken": {201, "", 1, 0}, "no such device": {404, "", 0, 0}, "gone": {410, "", 0, 0}, "too long": {413, "", 1, 0},
		"too many": {429, "600", 1, 10 * time.Minute}, "broken": {500, "", 1, time.Minute}, "a redirect": {307, "", 1, 0},
		"no answer": {-1, "", 1, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			ann, ben := h.pair()
			id := h.play(ann, ben, "-")
			h.pass(2 * time.Minute)
			h.move(ann, id, 0)
			h.answers["/ben"], h.after["/ben"] = c.answer, c.after
			h.want("turn")
			if devices, err := h.store.Devices(h.ctx, ben); err != nil || len(devices) != c.devices {
				t.Errorf("%d devices, %v", len(devices), err)
			}
			h.answers["/ben"] = 0
			if c.again == 0 {
				h.pass(time.Hour)
				h.want("")
			} else {
				h.pass(c.again - 5*time.Second)
				h.want("")
				h.pass(2 * c.again)
				h.want("turn")
				h.pass(time.Hour)
				h.want("")
			}
			if list, err := h.notify.Notices(h.ctx, ben); err != nil || list.Unread != 1 {
				t.Errorf("it is lost: %+v %v", list, err)
			}
		})
	}
}

// TestGone holds that one device that is gone is one device less.
func TestGone(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	session, err := h.NewSession(h.ctx, ben, "", "")
	h.must(err)
	h.phone(ben, session, "/tablet")
	id := h.play(ann, ben, "-")
	h.pass(2 * time.Minute)
	h.move(ann, id, 0)
	h.answers["/tablet"] = 410
	h.want("turn turn")
	devices, err := h.store.Devices(h.ctx, ben)
	if err != nil || len(devices) != 1 || !strings.HasSuffix(devices[0].Endpoint, "/ben") || devices[0].Worked.IsZero() {
		t.Errorf("%+v %v", devices, err)
	}
}

// TestSignedOut holds that a device whose session has ended gets nothing.
func TestSignedOut(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	session, err := h.NewSession(h.ctx, ben, "", "")
	h.must(err)
	h.phone(ben, session, "/tablet")
	id := h.play(ann, ben, "-")
	h.pass(2 * time.Minute)
	h.must(h.EndSession(h.ctx, session))
	h.move(ann, id, 0)
	if came := h.want("turn"); came[0].path != "/ben" {
		t.Errorf("%+v", came)
	}
}

// TestPaused holds that a device is left alone for a day after five failures in a row.
func TestPaused(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	id := h.play(ann, ben, "-")
	h.pass(2 * time.Minute)
	h.move(ann, id, 0)
	h.answers["/ben"] = 503
	tries := 0
	for range 8 {
		tries += len(h.told())
		h.pass(time.Hour)
	}
	if tries != 5 {
		t.Errorf("%d tries", tries)
	}
	h.answers["/ben"] = 0
	h.pass(20 * time.Hour)
	h.must(nil)
	if err := h.notify.Test(h.ctx, ben, deviceID("https://fcm.googleapis.com/ben")); err != nil {
		t.Error(err)
	}
}

// TestTwiceAtMost holds that a notice is sent twice at most though processes die with it in every moment, that two
// of them send it once, and that it stays on the page.
func TestTwiceAtMost(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	id := h.play(ann, ben, "-")
	h.pass(2 * time.Minute)
	h.move(ann, id, 0)
	var both sync.WaitGroup
	for _, s := range []*Service{h.notify, h.service()} {
		both.Go(func() { s.SendDue(h.ctx) })
	}
	both.Wait()
	if came := h.take(); len(came) != 1 {
		t.Errorf("two processes sent %d", len(came))
	}

	ann, ben = h.pair()
	id = h.play(ann, ben, "-")
	h.pass(2 * time.Minute)
	h.move(ann, id, 0)
	sent := 0
	for range 5 {
		dying := h.service()
		dying.Store = dyingStore{h.store}
		dying.SendDue(h.ctx)
		sent += len(h.take())
		h.want("") // the others leave it to the one that has claimed it
		h.pass(lease + time.Second)
	}
	if sent != mostTries {
		t.Errorf("sent %d times", sent)
	}
	if list, err := h.notify.Notices(h.ctx, ben); err != nil || list.Unread != 1 {
		t.Errorf("it is lost: %+v %v", list, err)
	}
}

// dyingStore is that of a process that is killed before it can say what became of a notice.
type dyingStore struct{ *tabletest.Store }

func (dyingStore) FinishNotice(context.Context, table.Notice) error { return table.ErrBusy }

// TestNewDevice holds that the devices of somebody hear of one that signs in, and of a passkey, whatever is switched off.
func TestNewDevice(t *testing.T) {
	h := newHouse(t)
	_, ben := h.pair()
	h.must(h.notify.SetSettings(h.ctx, ben, api.NoticeSettings{Push: kinds, Page: kinds}))
	_, err := h.NewSession(h.ctx, ben, "", "")
	h.must(err)
	h.want("")
	_, err = h.NewSession(h.ctx, ben, table.ByCode, "Chrome on Android")
	h.must(err)
	if came := h.want("device"); came[0].Label != "Chrome on Android" || came[0].What != "" {
		t.Errorf("%+v", came)
	}
	now := h.store.Now()
	h.must(h.store.NewCredential(h.ctx, table.Credential{
		Kind: table.PasskeyKind, Hash: table.HashOf("key"), Person: ben, Created: now, Expires: now.Add(time.Hour), Label: "Safari, iPhone",
	}))
	if came := h.want("device"); came[0].Label != "Safari, iPhone" || came[0].What != "passkey" {
		t.Errorf("%+v", came)
	}
	if list, err := h.notify.Notices(h.ctx, ben); err != nil || list.Unread != 2 {
		t.Errorf("%+v %v", list, err)
	}
}
