package game

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

// The digest is that of the standard library for every length up to some blocks,
// so at every way of filling the last one.
func TestSum256(t *testing.T) {
	for n := range 300 {
		for _, data := range [][]byte{bytes.Repeat([]byte{0xa5}, n), ramp(n)} {
			if got, want := sum256(data), sha256.Sum256(data); got != want {
				t.Fatalf("%d bytes give %x, want %x", n, got, want)
			}
		}
	}
}

func ramp(n int) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(i * 37)
	}
	return data
}
