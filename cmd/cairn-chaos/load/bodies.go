package load

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn.example/internal/people/api"
)

// BodiesReport is what came of [Bodies].
type BodiesReport struct {
	Sent     map[string]int64 // by call
	Statuses map[int]int64
	Codes    map[string]int64
	// Taken are bodies that were good after all, Cut those that were too long and whose answer was cut off with them.
	Taken, Cut int64
	Took       time.Duration
	// Wrong names some answers that are neither a refusal with a code and a sentence nor an acceptance.
	Wrong []string
	// Wrongs is how many there are.
	Wrongs int64
}

// endpoint is a call with a body, and a good one for it.
type endpoint struct {
	method, path, good string
}

// Bodies sends the asked number of bodies to each call that takes one, nearly all of them broken,
// and looks at every answer. What is sent follows from the seed of the crowd.
func Bodies(ctx context.Context, crowd *Crowd, each int) (BodiesReport, error) {
	begun := time.Now()
	report := BodiesReport{Sent: map[string]int64{}, Statuses: map[int]int64{}, Codes: map[string]int64{}}
	pair, err := crowd.Pair(ctx)
	if err != nil {
		return report, err
	}
	defer pair.Close()
	if err := crowd.Sit(ctx, pair, 0); err != nil {
		return report, err
	}
	nonce := strings.Repeat("0123456789abcdef", 2)
	endpoints := []endpoint{
		{"POST", "/api/me", `{"name":"Anna"}`},
		{"POST", "/api/me/use", `{"token":"AAAAAAAAAAAAAAAAAAAAAA"}`},
		{"POST", "/api/tables", fmt.Sprintf(`{"options":{"game":%q,"full":false,"side":"first","control":"300+3","public":true,"takeback":true},"nonce":%q}`, crowd.o.Games[0], nonce)},
		{"POST", "/api/verify", fmt.Sprintf(`{"game":%q,"start":"start","moves":["e3","f4"],"result":"ongoing","tags":[["Commit","ab"],["Secret","cd"]]}`, crowd.o.Games[0])},
		{"POST", "/api/tables/" + pair.ID + "/reports", fmt.Sprintf(`{"line":0,"person":%q,"text":"rude"}`, pair.Sessions[1].Person().ID)},
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	var failed failures
	const workers = 4
	for n, e := range endpoints {
		for w := range workers {
			all.Go(func() {
				random := crowd.Random(int64(n*workers + w))
				own := BodiesReport{Sent: map[string]int64{}, Statuses: map[int]int64{}, Codes: map[string]int64{}}
				for range (each + workers - 1) / workers {
					if ctx.Err() != nil {
						break
					}
					if err := crowd.body(ctx, e, pair.Sessions[0].Cookie(), breaker.Break(random, e.good), &own); err != nil {
						failed.add(ctx, err)
						break
					}
				}
				mu.Lock()
				defer mu.Unlock()
				report.add(own)
			})
		}
	}
	all.Wait()
	if list := failed.list(); len(list) > 0 {
		return report, fmt.Errorf("%d calls: %s", len(list), list[0])
	}
	report.Took = time.Since(begun)
	return report, ctx.Err()
}

func (r *BodiesReport) add(o BodiesReport) {
	for k, n := range o.Sent {
		r.Sent[k] += n
	}
	for k, n := range o.Statuses {
		r.Statuses[k] += n
	}
	for k, n := range o.Codes {
		r.Codes[k] += n
	}
	r.Taken += o.Taken
	r.Cut += o.Cut
	r.Wrongs += o.Wrongs
	r.Wrong = append(r.Wrong, o.Wrong[:min(len(o.Wrong), max(0, 5-len(r.Wrong)))]...)
}

// body sends one body and judges the answer.
func (c *Crowd) body(ctx context.Context, e endpoint, cookie string, text []byte, r *BodiesReport) error {
	q, err := http.NewRequestWithContext(ctx, e.method, c.o.Address+e.path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Origin", c.o.Address)
	q.Header.Set("Cookie", cookie)
	a, err := c.transports[0].RoundTrip(q)
	if err != nil && len(text) > longBody && ctx.Err() == nil {
		r.Cut++ // the server has answered and closed before it was read
		return nil
	}
	if err != nil {
		return err
	}
	answer, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	_ = a.Body.Close()
	if err != nil {
		return err
	}
	r.Sent[e.path]++
	r.Statuses[a.StatusCode]++
	var refusal api.Error
	unread := json.Unmarshal(answer, &refusal)
	switch {
	case a.StatusCode < 300:
		r.Taken++
		// Records have forms that are no JSON; the others are taken only if they are.
		if e.path == "/api/verify" || json.Valid(text) {
			return nil
		}
	case a.StatusCode >= 400 && a.StatusCode < 500 && unread == nil && refusal.Code != "" && refusal.Text != "" && len(refusal.Text) <= 1000:
		r.Codes[refusal.Code]++
		return nil
	}
	r.Wrongs++
	if len(r.Wrong) < 5 {
		r.Wrong = append(r.Wrong, fmt.Sprintf("%s %s with %.100q: %d %.200q", e.method, e.path, text, a.StatusCode, answer))
	}
	return nil
}

// breaker keeps most bodies small, for there are very many.
var breaker = Breaker{Nesting: 2000, Text: 500, Long: 200}

// maxAnswer bounds the answers that are read; longBody is what the server takes at most.
const (
	maxAnswer = 1 << 20
	longBody  = 256 << 10
)

// Breaker makes bodies that are mostly none.
type Breaker struct {
	Nesting int // the most brackets before one
	Text    int // the most letters that are put into one
	Long    int // of those that are made longer, one in Long is longer than the server takes
}

// Break makes something else of a good body.
func (k Breaker) Break(r *rand.Rand, good string) []byte {
	b := []byte(good)
	for range 1 + r.IntN(3) {
		at := r.IntN(len(b) + 1)
		switch r.IntN(12) {
		case 0: // cut off
			b = b[:at]
		case 1: // a byte changed
			if at < len(b) {
				b[at] = byte(r.Uint32())
			}
		case 2: // bytes put in
			b = slices.Insert(b, at, []byte(strings.Repeat(string(rune(r.IntN(0x300))), 1+r.IntN(40)))...)
		case 3: // a piece removed
			b = slices.Delete(b, at, min(len(b), at+1+r.IntN(8)))
		case 4: // a piece doubled
			b = slices.Insert(b, at, b[:at]...)
		case 5: // numbers and other types in place of texts
			b = bytes.Replace(b, []byte(`:"`), []byte([]string{`:1e999,"`, `:null,"`, `:[],"`, `:{"a":"`, `:-1,"`, `:true,"`}[r.IntN(6)]), 1+r.IntN(2))
		case 6: // unknown fields
			b = bytes.Replace(b, []byte(`{`), []byte(`{"__proto__":{},"zz":1,`), 1)
		case 7: // nesting
			b = append([]byte(strings.Repeat([]string{`[`, `{"a":`, `"`}[r.IntN(3)], 1+r.IntN(k.Nesting))), b...)
		case 8: // no JSON at all
			b = make([]byte, r.IntN(64))
			for i := range b {
				b[i] = byte(r.Uint32())
			}
		case 9: // long texts
			b = bytes.Replace(b, []byte(`"`), []byte(`"`+strings.Repeat("é\u202e", 1+r.IntN(k.Text))), 1+r.IntN(4))
		case 10: // escapes that are none
			b = bytes.Replace(b, []byte(`"`), []byte(`"\u12`), 1+r.IntN(4))
		case 11: // too long
			if r.IntN(k.Long) == 0 {
				b = append(b, bytes.Repeat([]byte(" "), longBody)...)
			}
		}
		if len(b) == 0 {
			break
		}
	}
	return b
}
