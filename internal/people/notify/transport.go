package notify

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A browser says where pushes to it go, so anybody can have this server send requests to an
// address of theirs. It must not be led into the network that it stands in.

// PushHosts are the push services of browsers: a name is one of them or ends in one of them.
var PushHosts = []string{"fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "notify.windows.com"}

var (
	errEndpoint = errors.New("that is no address of a push service")
	errPrivate  = errors.New("the address is not public")
)

const (
	callTime   = 10 * time.Second
	mostAnswer = 1 << 10
)

// checkEndpoint refuses addresses that are not those of a push service.
func checkEndpoint(endpoint string, hosts []string) error {
	u, err := url.Parse(endpoint)
	if err != nil || len(endpoint) > 1024 || u.Scheme != "https" || u.User != nil || u.Fragment != "" || u.Port() != "" && u.Port() != "443" {
		return errEndpoint
	}
	name := strings.ToLower(u.Hostname())
	if !slices.ContainsFunc(hosts, func(h string) bool { return name == h || strings.HasSuffix(name, "."+h) }) {
		return errEndpoint
	}
	return nil
}

// nonPublic are networks that netip has no word for: shared addresses of providers, those that
// stand for addresses of IPv4, and what is kept for tests and for later.
var nonPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/32"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("fec0::/10"),
}

// isPublic reports whether an address is one of the Internet.
func isPublic(a netip.Addr) bool {
	if a.Is4In6() || !a.IsGlobalUnicast() || a.IsPrivate() {
		return false // the rest: loopback, link-local, multicast, unspecified
	}
	return !slices.ContainsFunc(nonPublic, func(p netip.Prefix) bool { return p.Contains(a) })
}

// publicOnly refuses a connection before its first packet. It sees the address that is connected
// to, whatever a name led to a moment before.
func publicOnly(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(at.Addr()) {
		return fmt.Errorf("%w: %s", errPrivate, address)
	}
	return nil
}

// PublicTransport returns what connects to public addresses only, and through no proxy.
func PublicTransport() http.RoundTripper {
	dialer := &net.Dialer{Timeout: callTime, Control: publicOnly}
	return &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: callTime, ResponseHeaderTimeout: callTime,
		MaxResponseHeaderBytes: 8 << 10, MaxConnsPerHost: 8, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
	}
}

// newClient follows no redirect and waits for no answer for long.
func newClient(t http.RoundTripper) *http.Client {
	return &http.Client{
		Transport: t, Timeout: callTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
