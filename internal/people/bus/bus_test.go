package bus

import (
	"context"
	"fmt"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"cairn.example/internal/people/table"
)

// ear keeps the hints that a bus brings.
type ear struct {
	mu    sync.Mutex
	hints []table.Hint
}

func listen(t *testing.T, b table.Bus) *ear {
	t.Helper()
	e := &ear{}
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		if err := b.Subscribe(ctx, func(h table.Hint) {
			e.mu.Lock()
			defer e.mu.Unlock()
			e.hints = append(e.hints, h)
		}); err != context.Canceled {
			t.Errorf("subscribe: %v", err)
		}
	})
	t.Cleanup(func() {
		cancel()
		done.Wait()
	})
	return e
}

func (e *ear) heard() []table.Hint {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]table.Hint(nil), e.hints...)
}

func waitFor(t *testing.T, what string, ready func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ready(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// exchange tests that hints of a arrive at b, whole and in order, and not at a itself.
func exchange(t *testing.T, a, b table.Bus) {
	t.Helper()
	own, other := listen(t, a), listen(t, b)
	// Nobody knows whether somebody listens yet: the first hints may be lost.
	waitFor(t, "a first hint", func() bool {
		a.Publish(table.Hint{Kind: "first"})
		return len(other.heard()) > 0
	})
	want := table.Hint{Table: "abc2defg", Kind: "events", Seq: 7, Body: []byte(`{"a":1}`), Node: "n"}
	for i := range 100 {
		h := want
		h.Seq = int64(i)
		a.Publish(h)
	}
	var got []table.Hint
	waitFor(t, "a hundred hints", func() bool {
		got = nil
		for _, h := range other.heard() {
			if h.Kind == "events" {
				got = append(got, h)
			}
		}
		return len(got) == 100
	})
	for i, h := range got {
		want.Seq = int64(i)
		if !reflect.DeepEqual(h, want) {
			t.Errorf("hint %d is %+v, want %+v", i, h, want)
		}
	}
	if h := own.heard(); len(h) > 0 {
		t.Errorf("the own hints came back: %+v", h[0])
	}
}

func TestNone(t *testing.T) {
	t.Parallel()
	var b None
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Subscribe(ctx, nil); err != context.Canceled || b.Healthy() {
		t.Errorf("subscribe: %v, healthy %v", err, b.Healthy())
	}
	b.Publish(table.Hint{})
}

// serve starts a NATS server; port 0 is any free one.
func serve(t *testing.T, port int) *server.Server {
	t.Helper()
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	t.Cleanup(s.Shutdown)
	return s
}

func connect(t *testing.T, s *server.Server) *NATS {
	t.Helper()
	b, err := Connect(s.ClientURL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestNATS(t *testing.T) {
	t.Parallel()
	s := serve(t, 0)
	a, b := connect(t, s), connect(t, s)
	defer b.Close()
	exchange(t, a, b)
	waitFor(t, "both are healthy", func() bool { return a.Healthy() && b.Healthy() })

	// Who leaves in order is missed by nobody.
	waitFor(t, "each other known", func() bool { return b.knows(a) && a.knows(b) })
	a.Close()
	waitFor(t, "the other gone", func() bool { return !b.knows(a) })
	if !b.Healthy() {
		t.Error("not healthy after another process has left")
	}
}

func (b *NATS) knows(other *NATS) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.peers[other.name].IsZero()
}

// TestSilence lets another process fall silent, and hints come too fast: hints may be
// missing then, and a process must know it.
func TestSilence(t *testing.T) {
	t.Parallel()
	s := serve(t, 0)
	a, b := connect(t, s), connect(t, s)
	defer a.Close()
	defer b.Close()
	waitFor(t, "each other known", func() bool { return b.knows(a) && a.knows(b) && a.Healthy() && b.Healthy() })
	b.mu.Lock()
	b.peers["silent"] = time.Now().Add(-silentAfter - time.Second) // as if it had said nothing since
	b.mu.Unlock()
	if b.Healthy() {
		t.Error("healthy while another process is silent")
	}
	b.mu.Lock()
	b.peers["silent"] = time.Now().Add(-forgottenAfter - time.Second)
	b.mu.Unlock()
	if !b.Healthy() {
		t.Error("not healthy because of a process that is gone")
	}
	waitFor(t, "more hints than can wait", func() bool {
		for range mostWaiting {
			a.Publish(table.Hint{Kind: "events", Body: make([]byte, 100)})
		}
		return !a.Healthy()
	})
}

// TestNoServerInside holds that the server, which tests start, is no part of the program.
func TestNoServerInside(t *testing.T) {
	t.Parallel()
	deps := func(packages ...string) string {
		out, err := exec.Command("go", append([]string{"list", "-deps"}, packages...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	const module = "github.com/nats-io/nats-server/"
	// cmd/cairn-chaos, which is not released, starts one for its experiments.
	if strings.Contains(deps("cairn.example/cmd/cairn", "cairn.example/cmd/cairn-wasm/..."), module) {
		t.Error("the NATS server is linked into the program")
	}
	if !strings.Contains(deps("-test", "."), module) {
		t.Error("the search finds nothing where something is")
	}
}

// TestRestart ends the server and starts it again, and a bus that began without one.
func TestRestart(t *testing.T) {
	t.Parallel()
	s := serve(t, 0)
	var port int
	if _, err := fmt.Sscanf(s.ClientURL(), "nats://127.0.0.1:%d", &port); err != nil {
		t.Fatal(err)
	}
	a := connect(t, s)
	defer a.Close()
	waitFor(t, "healthy", a.Healthy)
	s.Shutdown()
	s.WaitForShutdown()
	waitFor(t, "not healthy without a server", func() bool { return !a.Healthy() })
	a.Publish(table.Hint{Kind: "events"}) // lost, and nobody waits
	b := connect(t, s)
	defer b.Close()
	if b.Healthy() {
		t.Error("healthy without ever having been connected")
	}
	serve(t, port)
	exchange(t, a, b)
	waitFor(t, "healthy again", func() bool { return a.Healthy() && b.Healthy() })
}

func TestBadAddress(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"nats://[::", "nats://me:secret@host:port", "nats://host:4222,nats://me:secret%zz@host"} {
		b, err := Connect(address, nil)
		if err == nil {
			b.Close()
			t.Errorf("%s, which is no address, was accepted", address)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("the password is told: %v", err)
		}
	}
}
