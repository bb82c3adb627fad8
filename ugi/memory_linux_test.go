package ugi

import "testing"

// TestMemory: Linux says how much memory there is, and a hash takes no more.
func TestMemory(t *testing.T) {
	if m := memory(); m == 0 || uint64(MaxHash())<<20 > m {
		t.Errorf("a hash of %d MiB is taken where there are %d bytes", MaxHash(), m)
	}
}
