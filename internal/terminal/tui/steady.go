package tui

import "time"

// unread is for how long a key does nothing after what it answers has changed: nobody has read by then what it is.
const unread = 700 * time.Millisecond

// steady is what a key answers, and since when. The zero value answers nothing.
type steady struct {
	what  string
	known bool
	since time.Time
}

// note takes over what the key answers now. What is there from the beginning was opened by a key of one's own.
func (s *steady) note(what string, now time.Time) {
	if s.known && what != s.what {
		s.since = now
	}
	s.what, s.known = what, true
}

// read reports whether a press is an answer to what is there now.
func (s *steady) read(now time.Time) bool { return now.Sub(s.since) >= unread }
