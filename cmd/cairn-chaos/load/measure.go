package load

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Latencies collects times. It is safe for concurrent use.
type Latencies struct {
	mu    sync.Mutex
	times []time.Duration
}

// Add notes one.
func (l *Latencies) Add(d time.Duration) {
	l.mu.Lock()
	l.times = append(l.times, d)
	l.mu.Unlock()
}

// Len returns how many there are.
func (l *Latencies) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.times)
}

// Quantiles returns the times below which the shares q of all are; zeros where
// nothing was noted.
func (l *Latencies) Quantiles(q ...float64) []time.Duration {
	l.mu.Lock()
	sorted := slices.Clone(l.times)
	l.mu.Unlock()
	slices.Sort(sorted)
	found := make([]time.Duration, len(q))
	for i, share := range q {
		if n := len(sorted); n > 0 {
			found[i] = sorted[min(n-1, int(share*float64(n)))]
		}
	}
	return found
}

func (l *Latencies) String() string {
	q := l.Quantiles(0.5, 0.99, 1)
	return fmt.Sprintf("p50 %s, p99 %s, most %s", Millis(q[0]), Millis(q[1]), Millis(q[2]))
}

// Millis prints a time in milliseconds.
func Millis(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64) + " ms"
}

// Syncs measures how long the disk below a folder needs to make a page durable.
func Syncs(dir string, times int) (*Latencies, error) {
	f, err := os.CreateTemp(dir, "sync-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	page := make([]byte, 4096)
	l := &Latencies{}
	for range times {
		if _, err := f.Write(page); err != nil {
			return nil, err
		}
		begin := time.Now()
		if err := f.Sync(); err != nil {
			return nil, err
		}
		l.Add(time.Since(begin))
	}
	return l, nil
}

// Memory is what a process holds, in bytes; zero where the system does not tell.
type Memory struct{ Now, Peak int64 }

// MemoryOf returns what a process holds.
func MemoryOf(pid int) Memory {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return Memory{}
	}
	var m Memory
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		kib, _ := strconv.ParseInt(fields[1], 10, 64)
		switch fields[0] {
		case "VmRSS:":
			m.Now = kib << 10
		case "VmHWM:":
			m.Peak = kib << 10
		}
	}
	return m
}
