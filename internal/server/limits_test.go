package server

import (
	"net/netip"
	"testing"
)

func TestNetwork(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ a, b string }{
		{"192.0.2.1", "192.0.2.1"},
		{"2001:db8:1:2::1", "2001:db8:1:2:ffff::9"},
	} {
		if a, b := network(netip.MustParseAddr(tt.a)), network(netip.MustParseAddr(tt.b)); a != b {
			t.Errorf("%s is counted by %s, %s by %s", tt.a, a, tt.b, b)
		}
	}
	if network(netip.MustParseAddr("192.0.2.1")) == network(netip.MustParseAddr("192.0.2.2")) {
		t.Error("two addresses are counted as one")
	}
}
