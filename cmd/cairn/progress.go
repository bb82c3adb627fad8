package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"cairn.example/internal/show/i18n"
)

// progress is a progress bar. It is drawn on a terminal only.
type progress struct {
	out   io.Writer // nil where standard error is no terminal
	width int
	start time.Time
	shown time.Time
	first int // what was done before this run

	catalog *i18n.Catalog
}

// newProgress returns a bar on standard error. done is what an earlier run has done
// already, which does not count for the estimate of the time left.
func newProgress(s *streams, done int) *progress {
	p := &progress{start: time.Now(), first: done, catalog: s.catalog}
	if isTerminal(s.err) {
		p.out, p.width = s.err, columns(s.err)
	}
	return p
}

// show draws the bar with a text after it.
func (p *progress) show(done, whole int, text string) {
	now := time.Now()
	if p.out == nil || done < whole && now.Sub(p.shown) < 100*time.Millisecond {
		return
	}
	p.shown = now
	fmt.Fprint(p.out, "\r"+barLine(p.catalog, p.width, done, whole, p.left(now, done, whole), text)+"\x1b[K")
}

// left estimates the time to go.
func (p *progress) left(now time.Time, done, whole int) time.Duration {
	if done <= p.first {
		return 0
	}
	each := now.Sub(p.start) / time.Duration(done-p.first)
	return each * time.Duration(whole-done)
}

// clear removes the bar, so that lines can be written.
func (p *progress) clear() {
	if p.out != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = time.Time{}
	}
}

// barLine is a bar of at most width-1 columns.
func barLine(c *i18n.Catalog, width, done, whole int, left time.Duration, text string) string {
	const bar = 24
	whole = max(whole, 1)
	full := min(done*bar/whole, bar)
	line := fmt.Sprintf("[%s%s] %d/%d", strings.Repeat("#", full), strings.Repeat(".", bar-full), done, whole)
	if left >= time.Second {
		line += ", " + c.T("cli.progress.left", i18n.Args{"time": left.Round(time.Second).String()})
	}
	if text != "" {
		line += "  " + text
	}
	if r := []rune(line); len(r) >= width && width > 1 {
		line = string(r[:width-1])
	}
	return line
}
