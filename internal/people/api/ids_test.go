package api

import "testing"

func TestIsTableID(t *testing.T) {
	for id, want := range map[string]bool{
		"k7m2pq9x": true, "abcdefg2": true, "22222222": true,
		"training": false, "analysis": false, "abcdefgh": false, "k7m2pq9": false, "k7m2pq9xx": false, "k7m2pqlx": false,
		"k7m2pq0x": false, "K7M2PQ9X": false, "k7m2/q9x": false, "": false,
	} {
		if got := IsTableID(id); got != want {
			t.Errorf("%q: %v, want %v", id, got, want)
		}
	}
}

func TestAsTableID(t *testing.T) {
	for text, want := range map[string]string{
		"k7m2pq9x": "k7m2pq9x", "K7M2PQ9X": "k7m2pq9x", "k7m2pq9x/": "k7m2pq9x", "k7m2pq9x.": "k7m2pq9x", "K7m2pq9x).": "k7m2pq9x",
		"k7m2pq9x,": "k7m2pq9x", "training/": "", "lobby": "", "": "", ".": "", "k7m2.pq9x": "",
		"(k7m2pq9x": "k7m2pq9x", "**k7m2pq9x**": "k7m2pq9x", "/k7m2pq9x ": "k7m2pq9x", "<k7m2pq9x>,": "k7m2pq9x", "_k7m2pq9x_": "k7m2pq9x",
	} {
		if got, ok := AsTableID(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v, want %q", text, got, ok, want)
		}
	}
}
