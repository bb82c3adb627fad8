package main

import (
	"context"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/load"
)

// TestKilledServer kills the server of tables a few times while people play: what it
// has acknowledged is there, once, and goes on. `make chaos` does it 200 times, and
// shows that the same comparison finds planted faults.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("cairn")
	if err != nil {
		t.Fatal(err)
	}
	kills := 5
	if testing.Short() {
		kills = 2
	}
	dir := t.TempDir()
	var said logged
	r, err := load.Kills(t.Context(), func(ctx context.Context, addr string) (*load.Server, error) {
		return load.StartServer(ctx, load.ServerOptions{
			Binary: program, Addr: addr, Args: []string{"--data", dir, "--log", "warn"}, Log: &said,
		})
	}, load.OrdealOptions{Strikes: kills, Pairs: 6, Longest: 300 * time.Millisecond, Seed: 1, Control: "300+3"})
	if err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	for _, f := range r.Findings {
		t.Error(f)
	}
	if r.Strikes != kills || r.Counts.Acknowledged == 0 || r.Counts.Reconnected == 0 {
		t.Errorf("%d kills, %d acknowledged, %d connections again: the run showed nothing", r.Strikes, r.Counts.Acknowledged, r.Counts.Reconnected)
	}
	if t.Failed() {
		t.Logf("the server said:\n%s", &said)
	}
}

// logged keeps what a process says.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
