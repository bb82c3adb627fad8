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
// an opponent.
type Webhook struct {
	URL string
	// Root is the address of the site.
	Root  string
	Lobby func(ctx context.Context, person string) (*api.Lobby, error)
	// Say is the line for a table that waits, in the language of the host. The name is escaped.
	Say    func(name string, o api.Options, address string) string
	Client *http.Client // nil for one that follows no redirect
	Log    *slog.Logger

	seen map[string]time.Time // open tables; zero for those that are announced
	free time.Time            // when the next line may go out
}

const (
	lookEvery = 5 * time.Second
	seatWaits = 30 * time.Second // before it is announced
	lineEvery = 10 * time.Second
)

// Run tells of seats until the context ends. What waits at the beginning counts as announced.
func (w *Webhook) Run(ctx context.Context) {
	if w.Client == nil {
		w.Client = newClient(http.DefaultTransport)
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
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
	if told == nil || now.Before(w.free) {
		return
	}
	w.free = now.Add(lineEvery)
	answer, err := w.post(ctx, w.Say(plain(nameOf(told.Seats[0])), told.Options, w.Root+told.ID))
	if err != nil {
		w.Log.Warn("the webhook does not answer", "error", withoutURL(err))
		return // the next look tries again
	}
	switch {
	case answer.StatusCode == http.StatusTooManyRequests:
		w.free = now.Add(max(lineEvery, retryAfter(answer.Header)))
	case answer.StatusCode >= 500:
	default: // refused is not asked again
		w.seen[told.ID] = time.Time{}
		if answer.StatusCode >= 300 {
			w.Log.Warn("the webhook refuses", "status", answer.Status)
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
