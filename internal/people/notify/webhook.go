package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"cairn.example/internal/people/api"
)

// Webhook tells a chat of the server's host, such as a channel of Discord, that somebody waits for
// an opponent, and of contests.
type Webhook struct {
	URL string
	// Root is the address of the site.
	Root  string
	Lobby func(ctx context.Context, person string) (*api.Lobby, error)
	// Say is the line for a table that waits, in the language of the host. The name is escaped.
	Say func(name string, o api.Options, address string) string
	// Contests returns those that are to start or run; nil for none. SayContest is the line for one that was "announced",
	// begins "soon" or has "ended". Its title is escaped.
	Contests   func(ctx context.Context, person string) ([]api.ContestBrief, error)
	SayContest func(what, title string, c api.ContestBrief, address string) string
	Client     *http.Client // nil for one that follows no redirect
	Log        *slog.Logger

	seen     map[string]time.Time // open tables; zero for those that are announced
	free     time.Time            // when the next line may go out
	contests map[string]contestSeen
	lines    []string // about contests, that wait
}

// contestSeen is a contest as it was when it was looked at last.
type contestSeen struct {
	api.ContestBrief
	soon bool
}

const (
	lookEvery = 5 * time.Second
	seatWaits = 30 * time.Second // before it is announced
	lineEvery = 10 * time.Second
	soonIn    = 15 * time.Minute // before a contest starts
	mostLines = 20
)

// Run tells of seats until the context ends. What waits at the beginning counts as announced.
func (w *Webhook) Run(ctx context.Context) {
	if w.Client == nil {
		w.Client = newClient(http.DefaultTransport)
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		w.lookAtContests(ctx, time.Now())
		w.look(ctx, time.Now())
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look tells of the seat that has waited longest, if it is time.
func (w *Webhook) look(ctx context.Context, now time.Time) {
	lobby, err := w.Lobby(ctx, "")
	if err != nil {
		return // logged
	}
	first, before := w.seen == nil, w.seen
	w.seen = map[string]time.Time{}
	var told *api.Brief
	for i, b := range lobby.Open { // the newest first
		since, known := before[b.ID]
		if !known && !first {
			since = now
		}
		w.seen[b.ID] = since
		if !since.IsZero() && now.Sub(since) >= seatWaits {
			told = &lobby.Open[i]
		}
	}
	switch {
	case now.Before(w.free):
	case told != nil:
		if w.tell(ctx, now, w.Say(plain(nameOf(told.Seats[0])), told.Options, w.Root+told.ID)) {
			w.seen[told.ID] = time.Time{}
		}
	case len(w.lines) > 0 && w.tell(ctx, now, w.lines[0]):
		w.lines = w.lines[1:]
	}
}

// tell sends a line, and reports whether that is done: one that is refused is not tried again.
func (w *Webhook) tell(ctx context.Context, now time.Time, line string) bool {
	w.free = now.Add(lineEvery)
	answer, err := w.post(ctx, line)
	if err != nil {
		w.Log.Warn("the webhook does not answer", "error", withoutURL(err))
		return false // the next look tries again
	}
	switch {
	case answer.StatusCode == http.StatusTooManyRequests:
		w.free = now.Add(max(lineEvery, retryAfter(answer.Header)))
		return false
	case answer.StatusCode >= 500:
		return false
	case answer.StatusCode >= 300:
		w.Log.Warn("the webhook refuses", "status", answer.Status)
	}
	return true
}

// lookAtContests finds what there is to tell of contests. What was announced before the beginning counts as told, and of
// a weekly one only the first is.
func (w *Webhook) lookAtContests(ctx context.Context, now time.Time) {
	if w.Contests == nil {
		return
	}
	list, err := w.Contests(ctx, "")
	if err != nil {
		return // logged
	}
	before, first := w.contests, w.contests == nil
	w.contests = map[string]contestSeen{}
	add := func(what string, c api.ContestBrief) {
		if len(w.lines) < mostLines {
			w.lines = append(w.lines, w.SayContest(what, plain(c.Options.Title), c, w.Root+"contest/"+c.ID+"/"))
		}
	}
	for _, c := range list {
		old, known := before[c.ID]
		seen := contestSeen{c, old.soon}
		if !known && !first && (c.Series == "" || c.Series == c.ID) {
			add("announced", c)
		}
		if until := time.UnixMilli(c.Options.Starts).Sub(now); c.Phase == api.ContestOpen && until <= soonIn && !seen.soon {
			if seen.soon = true; !first && known {
				add("soon", c)
			}
		}
		w.contests[c.ID] = seen
	}
	for id, old := range before {
		if _, there := w.contests[id]; !there && old.Phase == api.ContestRunning {
			add("ended", old.ContestBrief)
		}
	}
}

// post sends a line as Discord takes it. It calls nobody.
func (w *Webhook) post(ctx context.Context, line string) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{"content": line, "allowed_mentions": map[string]any{"parse": []string{}}})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := w.Client.Do(r)
	if err == nil {
		_, _ = io.CopyN(io.Discard, answer.Body, mostAnswer)
		err = answer.Body.Close()
	}
	return answer, err
}

// plain escapes what a chat reads as more than text.
func plain(name string) string {
	var b strings.Builder
	for _, r := range name {
		if strings.ContainsRune("\\*_~`|>[]()#@:<!-+=.", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// withoutURL is an error of a call without its address, which is a secret.
func withoutURL(err error) error {
	var call *url.Error
	if errors.As(err, &call) {
		return call.Err
	}
	return err
}
