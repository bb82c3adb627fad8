package notify

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"cairn.example/internal/people/api"
)

const site = "https://cairn.example/"

// TestCodes produces every refusal about devices.
func TestCodes(t *testing.T) {
	h := newHouse(t)
	_, ben := h.pair()
	good := api.NewPush{Endpoint: "https://fcm.googleapis.com/x", P256dh: raw64.EncodeToString(h.keys["/ben"].private.PublicKey().Bytes()), Auth: raw64.EncodeToString(make([]byte, 16))}
	code := func(err error) string {
		if e := api.Refusal(err); e != nil {
			return e.Code
		}
		return ""
	}
	elsewhere, keyless := good, good
	elsewhere.Endpoint, keyless.P256dh = "https://10.0.0.1/x", "AAAA"
	for _, bad := range []api.NewPush{elsewhere, keyless} {
		if _, err := h.notify.Subscribe(h.ctx, ben, "", "", bad); code(err) != string(api.PushEndpoint) {
			t.Error(err)
		}
	}
	mute := h.service()
	mute.Subject = ""
	if _, err := mute.Subscribe(h.ctx, ben, "", "", good); code(err) != string(api.PushNone) {
		t.Error(err)
	}
	if list, err := mute.Notices(h.ctx, ben); err != nil || list.Key != "" {
		t.Errorf("a key though nothing is sent: %+v %v", list, err)
	}
	own := deviceID("https://fcm.googleapis.com/ben")
	h.answers["/ben"] = 403
	if err := h.notify.Test(h.ctx, ben, own); code(err) != string(api.PushFailed) {
		t.Error(err)
	}
	h.answers["/ben"] = 410
	for range 2 {
		if err := h.notify.Test(h.ctx, ben, own); code(err) != string(api.PushGone) {
			t.Error(err)
		}
	}
}

// TestAgain holds that a browser whose subscription was replaced is one device, and that there are few of them.
func TestAgain(t *testing.T) {
	h := newHouse(t)
	ben, token := h.guest("Ben")
	h.phone(ben, token, "/old")
	p := api.NewPush{
		Endpoint: "https://fcm.googleapis.com/new", Was: "https://fcm.googleapis.com/old", Zone: "Europe/Berlin",
		P256dh: raw64.EncodeToString(h.keys["/old"].private.PublicKey().Bytes()), Auth: raw64.EncodeToString(make([]byte, 16)),
	}
	id, err := h.notify.Subscribe(h.ctx, ben, token, "Firefox on Linux", p)
	h.must(err)
	list, err := h.notify.Notices(h.ctx, ben)
	h.must(err)
	if len(list.Devices) != 1 || list.Devices[0].ID != id.ID || list.Settings.Zone != "Europe/Berlin" {
		t.Errorf("%+v", list)
	}
	for range mostDevices + 3 {
		p.Endpoint += "x"
		p.Was = ""
		_, err := h.notify.Subscribe(h.ctx, ben, token, "", p)
		h.must(err)
		h.pass(time.Second)
	}
	if devices, err := h.store.Devices(h.ctx, ben); err != nil || len(devices) != mostDevices {
		t.Errorf("%d devices, %v", len(devices), err)
	}
}

// TestFeed holds that the feed has the open seats of public tables, and that names are text in it.
func TestFeed(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.guest("Ann")
	made, err := h.Create(h.ctx, ann, api.NewTable{Options: api.Options{Game: "dvonn", Control: "-", Public: true}})
	h.must(err)
	_, err = h.Create(h.ctx, ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
	h.must(err)
	f, err := h.notify.Feed(h.ctx, site)
	h.must(err)
	var feed atomFeed
	if err := xml.Unmarshal(f.Text, &feed); err != nil {
		t.Fatalf("%v\n%s", err, f.Text)
	}
	if len(feed.Entries) != 1 || feed.Entries[0].Link.Href != site+made.ID || feed.Entries[0].Title != "dvonn, - · Ann" {
		t.Errorf("%+v", feed)
	}
	if at, err := time.Parse(time.RFC3339, feed.Updated); err != nil || at.Unix() != made.Updated/1000 {
		t.Errorf("%s: %v", feed.Updated, err)
	}
	if again, err := h.notify.Feed(h.ctx, site); err != nil || again.Tag != f.Tag {
		t.Errorf("the tag changes: %v", err)
	}
}

// TestCalendar holds that the times of moves are in it by UTC whatever zone its person lives in, that
// one which moves stays the same entry, and that a new address ends the one before.
func TestCalendar(t *testing.T) {
	h := newHouse(t)
	ann, ben := h.pair()
	h.must(h.notify.SetSettings(h.ctx, ben, api.NoticeSettings{Zone: "Asia/Kathmandu"}))
	c, err := h.notify.NewCalendar(h.ctx, ben)
	h.must(err)
	key := strings.TrimPrefix(c.Calendar, calendarPath)
	read := func() (text, tag string) {
		t.Helper()
		f, err := h.notify.Calendar(h.ctx, key, site)
		h.must(err)
		return string(f.Text), f.Tag
	}
	if text, _ := read(); strings.Contains(text, "VEVENT") {
		t.Errorf("nothing is due:\n%s", text)
	}
	id := h.play(ann, ben, "1/86400")
	h.move(ann, id, 0)
	before, tag := read()
	h.do(ann, api.ToServer{Type: "send", Table: id, Event: json.RawMessage(`{"v":1,"kind":"moretime","add":3600000}`)})
	after, moved := read()
	for _, text := range []string{before, after} {
		if strings.Count(text, "BEGIN:VEVENT") != 1 || !strings.Contains(text, "\r\nUID:"+id+"@") || strings.Count(text, "\n") != strings.Count(text, "\r\n") {
			t.Errorf("%q", text)
		}
		for _, line := range strings.Split(text, "\r\n") {
			if len(line) > 75 || !utf8.ValidString(line) {
				t.Errorf("%q is too long", line)
			}
			if value, ok := strings.CutPrefix(line, "DTSTART:"); ok {
				if _, err := time.Parse("20060102T150405Z", value); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if tag == moved {
		t.Error("the tag is that of before")
	}
	_, err = h.notify.NewCalendar(h.ctx, ben)
	h.must(err)
	if _, err := h.notify.Calendar(h.ctx, key, site); api.Refusal(err) == nil {
		t.Errorf("the old address still leads there: %v", err)
	}
	if list, err := h.notify.Notices(h.ctx, ben); err != nil || !list.Calendar {
		t.Errorf("%+v %v", list, err)
	}
	// The store cannot say the address.
	if stored, err := h.store.OfKind(h.ctx, ben, feedKind); err != nil || len(stored) != 1 || stored[0].Data != "" {
		t.Errorf("%+v %v", stored, err)
	}
	if _, err := h.notify.Calendar(h.ctx, "", site); api.Refusal(err) == nil {
		t.Error("no key leads somewhere")
	}
}

// TestFold holds that lines are folded between characters, and that text of people stays in its line.
func TestFold(t *testing.T) {
	var c calendar
	c.line("SUMMARY:" + strings.Repeat("żółw ", 40))
	for _, line := range strings.Split(strings.TrimSuffix(c.String(), "\r\n"), "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) {
			t.Errorf("%q", line)
		}
	}
	if got := strings.ReplaceAll(c.String(), "\r\n ", ""); got != "SUMMARY:"+strings.Repeat("żółw ", 40)+"\r\n" {
		t.Errorf("%q", got)
	}
	if got := escaped("a;b,c\\d\r\nEND:VEVENT\x00"); got != `a\;b\,c\\d\nEND:VEVENT` {
		t.Errorf("%q", got)
	}
}

// TestWebhook holds that a seat is announced when it has waited 30 seconds, each once, one in ten seconds,
// calling nobody, and later where the chat asks for that.
func TestWebhook(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.guest("_Ann_")
	made := func() string {
		v, err := h.Create(h.ctx, ann, api.NewTable{Options: api.Options{Game: "dvonn", Control: "-", Public: true}})
		h.must(err)
		h.pass(10 * time.Second) // the lobby is worked out again
		return v.ID
	}
	var lines []string
	answer := &http.Response{StatusCode: 204, Header: http.Header{}}
	w := &Webhook{
		URL: "https://chat.example/hook", Root: site, Lobby: h.Lobby, Log: slog.New(slog.DiscardHandler),
		Say: func(name string, o api.Options, address string) string { return name + " " + o.Game + " " + address },
		Client: newClient(round(func(r *http.Request) (*http.Response, error) {
			body, _ := io.ReadAll(r.Body)
			var v struct {
				Content  string
				Mentions struct{ Parse []string } `json:"allowed_mentions"`
			}
			if err := json.Unmarshal(body, &v); err != nil || v.Mentions.Parse == nil || len(v.Mentions.Parse) > 0 {
				t.Errorf("%s: %v", body, err)
			}
			lines = append(lines, v.Content)
			copied := *answer
			copied.Body = http.NoBody
			return &copied, nil
		})),
	}
	before := made()
	now := time.Unix(1_800_000_000, 0)
	look := func(after time.Duration, want string) {
		t.Helper()
		now = now.Add(after)
		w.look(h.ctx, now)
		if got := strings.Join(lines, "|"); got != want {
			t.Errorf("told %q, want %q", got, want)
		}
		lines = nil
	}
	look(0, "")
	look(time.Minute, "")
	first, second := made(), made()
	look(time.Second, "")
	look(29*time.Second, "")
	line := func(id string) string { return `\_Ann\_ dvonn ` + site + id }
	answer = &http.Response{StatusCode: 429, Header: http.Header{"Retry-After": {"60"}}}
	look(time.Second, line(first))
	answer = &http.Response{StatusCode: 204, Header: http.Header{}}
	look(59*time.Second, "")
	look(time.Second, line(first))
	look(9*time.Second, "")
	look(time.Second, line(second))
	look(time.Minute, "")
	if before == "" || plain("@everyone [x](y)") != `\@everyone \[x\]\(y\)` {
		t.Error(plain("@everyone [x](y)"))
	}
}

// TestWebhookContests holds that the chat hears of a contest when it is announced, soon before it starts, and when it has ended; of a
// weekly one the first alone.
func TestWebhookContests(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	brief := func(id, series string, phase api.ContestPhase, in time.Duration) api.ContestBrief {
		return api.ContestBrief{ID: id, Series: series, Phase: phase, Options: api.ContestOptions{Title: "Club_" + id, Starts: now.Add(in).UnixMilli()}}
	}
	list := []api.ContestBrief{brief("old", "", api.ContestOpen, time.Hour)}
	w := &Webhook{
		Root: site, Contests: func(context.Context, string) ([]api.ContestBrief, error) { return list, nil },
		SayContest: func(what, title string, _ api.ContestBrief, address string) string {
			return what + " " + title + " " + address
		},
	}
	look := func(want ...string) {
		t.Helper()
		w.lookAtContests(t.Context(), now)
		if strings.Join(w.lines, "|") != strings.Join(want, "|") {
			t.Errorf("%q, want %q", w.lines, want)
		}
		w.lines = nil
	}
	look()
	list = append(list, brief("a", "a", api.ContestOpen, time.Hour), brief("b", "a", api.ContestOpen, 8*24*time.Hour))
	look(`announced Club\_a ` + site + "contest/a/")
	now = now.Add(46 * time.Minute)
	list[0].Options.Starts = now.Add(time.Hour).UnixMilli()
	look(`soon Club\_a ` + site + "contest/a/")
	look()
	list[1].Phase = api.ContestRunning
	look()
	list = list[:1]
	look(`ended Club\_a ` + site + "contest/a/")
}

type round func(*http.Request) (*http.Response, error)

func (f round) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
