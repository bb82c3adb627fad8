//go:build planted

package notify

import (
	"context"
	"net"
	"net/http"
	"os"
	"time"
)

// In a program built with the tag "planted" CAIRN_PUSH_TO is where all pushes go, unencrypted, whatever push service a device
// names, and a process has little time for what it has claimed: so it is seen what becomes of notices when servers die.

func elsewhere() http.RoundTripper {
	to := os.Getenv("CAIRN_PUSH_TO")
	if to == "" {
		return nil
	}
	return &http.Transport{DialTLSContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, to)
	}}
}

func leaseFor() time.Duration {
	if elsewhere() == nil {
		return lease
	}
	return 2 * time.Second
}
