package setup

import (
	"encoding/hex"
	"strings"

	"cairn.example/game"
)

// The domains of the streams.
const (
	commitDomain = "cairn table commit 1"
	seedDomain   = "cairn table seed 1"
	roundDomain  = "cairn round seed 1"
	sidesDomain  = "cairn table sides 1"
)

// Bytes is the length of a secret and of a nonce.
const Bytes = 16

// Draw is what the layout and the sides of a table are drawn from.
type Draw struct {
	Table  string    // the id of the table
	Secret string    // of the server
	Nonces [2]string // of the maker of the table and of the joiner
	// Shares are the nonces of all who take part in a contest whose round is played on one layout, in the order in which
	// they joined; nil for a table. Table is the id of the contest and the number of the round then, with a slash between.
	Shares []string
}

// Share writes a secret or a nonce of [Bytes] bytes as text.
func Share(random []byte) string { return hex.EncodeToString(random) }

// IsShare reports whether a text can be a secret or a nonce.
func IsShare(text string) bool {
	return len(text) == 2*Bytes && strings.Trim(text, "0123456789abcdef") == ""
}

// Commit is what is published before anybody but the server knows the secret.
func Commit(table, secret string) string {
	return block(game.NewStream(commitDomain, table, secret))
}

// Commit is that of the server's secret.
func (d Draw) Commit() string { return Commit(d.Table, d.Secret) }

// Seed is the text from which the game makes its start position.
func (d Draw) Seed() string {
	if d.Shares != nil {
		return block(game.NewStream(roundDomain, d.Table, strings.Join(append([]string{d.Secret}, d.Shares...), "\n")))
	}
	return block(game.NewStream(seedDomain, d.Table, d.shares()))
}

// Swapped reports whether the maker of the table plays Second where the sides are
// drawn.
func (d Draw) Swapped() bool { return game.NewStream(sidesDomain, d.Table, d.shares()).Intn(2) == 1 }

func (d Draw) shares() string { return d.Secret + "\n" + d.Nonces[0] + "\n" + d.Nonces[1] }

// block writes the first block of a stream.
func block(s *game.Stream) string {
	const digits = "0123456789abcdef"
	text := make([]byte, 0, 64)
	for range 8 {
		v := s.Uint32()
		for shift := 28; shift >= 0; shift -= 4 {
			text = append(text, digits[v>>shift&15])
		}
	}
	return string(text)
}
