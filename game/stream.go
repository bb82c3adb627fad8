package game

import "strconv"

// Stream is a reproducible source of unbiased random numbers (section 5 of the
// contract). Block i, counted from 0, is the SHA-256 of
//
//	domain LF id LF seed LF i
//
// with i in decimal. A block gives eight 32-bit numbers, big-endian, in order.
// It is for layouts and random games, not for secrets.
type Stream struct {
	prefix  string
	counter int
	block   [32]byte
	used    int
}

// StartDomain is the domain of start positions.
const StartDomain = "cairn start position 1"

// NewStream returns the stream of a domain, a game id and a seed. Domain and id
// hold no line feed; the seed is any text.
func NewStream(domain, id, seed string) *Stream {
	return &Stream{prefix: domain + "\n" + id + "\n" + seed + "\n", used: 32}
}

// Uint32 returns the next number of the stream.
func (s *Stream) Uint32() uint32 {
	if s.used == len(s.block) {
		s.block = sum256([]byte(s.prefix + strconv.Itoa(s.counter)))
		s.counter++
		s.used = 0
	}
	v := bigEndian(s.block[s.used:])
	s.used += 4
	return v
}

// Intn returns a number from 0 to n-1, each equally likely: numbers of the
// stream at or above the largest multiple of n are rejected, the first other
// one counts modulo n. It panics when n is below 1.
func (s *Stream) Intn(n int) int {
	if n < 1 {
		panic("game: Intn needs a positive bound")
	}
	limit := (1 << 32) / uint64(n) * uint64(n)
	for {
		if v := uint64(s.Uint32()); v < limit {
			return int(v % uint64(n))
		}
	}
}

// Shuffle brings n elements into random order (Fisher and Yates, from the last
// element down: element i changes places with element Intn(i+1), i = n-1 … 1).
func (s *Stream) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, s.Intn(i+1))
	}
}
