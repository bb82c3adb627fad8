package main

import (
	"context"
	"crypto/ecdh"
	crand "crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
)

// pushAnswers are what an endpoint says to a push: a status, 0 for nothing at all.
var pushAnswers = []int{201, 404, 410, 413, 429, 500, 307, 0}

// push kills a server again and again while it sends notices to an endpoint that answers in every way: nobody gets one more than
// twice, none is gone from the page, devices that are gone are forgotten and no others, and no redirect is followed. Then the
// program as it is released is asked for a push to an address of this machine, and sends no packet.
func push(ctx context.Context, c *chaos) (result, error) {
	if c.planted == "" {
		return notRun("no program with planted faults was named"), nil
	}
	kills := 60
	if c.small {
		kills = 8
	}
	dir, err := c.dir("push")
	if err != nil {
		return result{}, err
	}
	e := &pushes{came: map[string]int{}}
	endpoint := httptest.NewServer(e)
	defer endpoint.Close()
	defer endpoint.CloseClientConnections() // some are never answered
	led := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { e.led.Add(1) }))
	defer led.Close()
	e.leads = led.URL
	addr, err := load.FreeAddr()
	if err != nil {
		return result{}, err
	}
	start := func() (*load.Server, error) {
		return c.on(ctx, dir, "push", load.ServerOptions{
			Binary: c.planted, Addr: addr, Args: []string{"--host", "cairn.example"}, Env: []string{"CAIRN_PUSH_TO=" + endpoint.Listener.Addr().String()},
		})
	}
	s, err := start()
	if err != nil {
		return result{}, err
	}
	defer func() { s.Kill() }()
	st, err := store.Open(ctx, store.DefaultFile(dir), store.Options{Passive: true})
	if err != nil {
		return result{}, err
	}
	defer st.Close()
	random, told := rand.New(rand.NewPCG(c.seed, 71)), 0
	for range kills {
		for range pushAnswers {
			answer := pushAnswers[told%len(pushAnswers)]
			if err := tellOf(ctx, st, told, fmt.Sprintf("https://fcm.googleapis.com/%d/%d", answer, told)); err != nil {
				return result{}, err
			}
			told++
		}
		if err := sleep(ctx, time.Duration(random.Int64N(int64(1500*time.Millisecond)))); err != nil {
			return result{}, err
		}
		s.Kill()
		if s, err = start(); err != nil {
			return result{}, err
		}
	}
	if err := sleep(ctx, 12*time.Second); err != nil { // whatever was claimed is free again, and the slowest call is over
		return result{}, err
	}
	s.Kill()
	wrong, twice, err := e.check(ctx, st, told)
	if err != nil {
		return result{}, err
	}
	private, err := c.privatePush(ctx, dir, st)
	if err != nil {
		return result{}, err
	}
	text := fmt.Sprintf("%d kills, %d notices, %d pushes, %d of them for the second time; %s", kills, told, e.all(), twice, private.measured)
	if len(wrong) > 0 {
		text += ": " + wrong[0]
	}
	return passed(len(wrong) == 0 && private.verdict != "FAILED", "%s", text), nil
}

// pushes is an endpoint that notes what comes, by its path: the answer and the number of a notice.
type pushes struct {
	mu    sync.Mutex
	came  map[string]int
	leads string // where it redirects to
	led   atomic.Int32
}

func (e *pushes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // who is gone before its end was heard of is noticed after it alone
	e.mu.Lock()
	e.came[r.URL.Path]++
	e.mu.Unlock()
	answer, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	status, _ := strconv.Atoi(answer)
	time.Sleep(time.Duration(rand.Int64N(int64(300 * time.Millisecond)))) // a kill may come before the answer
	switch status {
	case 0:
		<-r.Context().Done()
		return
	case http.StatusTemporaryRedirect:
		w.Header().Set("Location", e.leads)
	case http.StatusTooManyRequests:
		w.Header().Set("Retry-After", "600")
	}
	w.WriteHeader(status)
}

func (e *pushes) all() (n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, times := range e.came {
		n += times
	}
	return n
}

// pushed is the id of who gets a notice.
func pushed(n int) string { return fmt.Sprintf("8%019d", n) }

// tellOf makes somebody with a device and a notice that is due at once.
func tellOf(ctx context.Context, st *store.Store, n int, endpoint string) error {
	key, err := ecdh.P256().GenerateKey(crand.Reader)
	if err != nil {
		return err
	}
	now := st.Now().Truncate(time.Millisecond)
	person, session := pushed(n), table.HashOf(pushed(n))
	text := base64.RawURLEncoding.EncodeToString
	return errors.Join(
		st.NewPerson(ctx, table.PersonRow{ID: person, Created: now, Settings: `{"notices":{}}`}), // no quiet hours
		st.NewCredential(ctx, table.Credential{Kind: "session", Hash: session, Person: person, Created: now, Expires: now.Add(time.Hour)}),
		st.PutDevice(ctx, table.Device{
			ID: person, Person: person, Session: session, Endpoint: endpoint, P256dh: text(key.PublicKey().Bytes()), Auth: text(make([]byte, 16)), Created: now,
		}),
		st.Notify(ctx, []table.Notice{table.NewNotice(person, table.NoticeDevice, "", table.NoticeArgs{Label: "Firefox"}, now, now)}),
	)
}

// check returns what is wrong with what came and with what is stored.
func (e *pushes) check(ctx context.Context, st *store.Store, told int) (wrong []string, twice int, err error) {
	if n := e.led.Load(); n > 0 {
		wrong = append(wrong, fmt.Sprintf("%d redirects were followed", n))
	}
	taken := 0
	for n := range told {
		answer := pushAnswers[n%len(pushAnswers)]
		came := e.came[fmt.Sprintf("/%d/%d", answer, n)]
		devices, err := st.Devices(ctx, pushed(n))
		if err != nil {
			return nil, 0, err
		}
		list, err := st.Notices(ctx, pushed(n), 10)
		if err != nil {
			return nil, 0, err
		}
		isGone := answer == http.StatusNotFound || answer == http.StatusGone
		switch {
		case came > 2:
			wrong = append(wrong, fmt.Sprintf("notice %d was sent %d times", n, came))
		case len(list) != 1 || !list[0].Seen.IsZero():
			wrong = append(wrong, fmt.Sprintf("notice %d is lost: %+v", n, list))
		case len(devices) == 0 && !isGone, len(devices) > 0 && isGone && came > 0 && list[0].Tries < 2:
			wrong = append(wrong, fmt.Sprintf("device %d answered %d, and there are %d", n, answer, len(devices)))
		}
		if came == 2 {
			twice++
		}
		if answer == http.StatusCreated && came > 0 {
			taken++
		}
	}
	if taken < told/len(pushAnswers)/2 {
		wrong = append(wrong, fmt.Sprintf("only %d notices came", taken))
	}
	return wrong, twice, nil
}

// privatePush lets a name that is allowed lead to this machine.
func (c *chaos) privatePush(ctx context.Context, dir string, st *store.Store) (result, error) {
	var packets atomic.Int32
	for _, addr := range []string{"127.0.0.1:443", "[::1]:443"} {
		l, err := net.Listen("tcp", addr)
		if err != nil {
			if strings.HasPrefix(addr, "127") {
				return notRun("port 443 of this machine is not to be had, so that no push was led there"), nil
			}
			continue
		}
		defer l.Close()
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				packets.Add(1)
				_ = conn.Close()
			}
		}()
	}
	s, err := c.on(ctx, dir, "push-private", load.ServerOptions{Args: []string{"--host", "cairn.example", "--push-host", "localhost"}})
	if err != nil {
		return result{}, err
	}
	defer s.Kill()
	const number = 1_000_000
	if err := tellOf(ctx, st, number, "https://localhost/private"); err != nil {
		return result{}, err
	}
	for range 300 {
		devices, err := st.Devices(ctx, pushed(number))
		if err != nil {
			return result{}, err
		}
		if len(devices) == 1 && devices[0].Failures > 0 {
			return passed(packets.Load() == 0, "%d packets to this machine", packets.Load()), nil
		}
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return result{}, err
		}
	}
	return passed(false, "a push to this machine was not tried"), nil
}
