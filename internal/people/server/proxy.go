package server

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// proxies are the networks of reverse proxies whose word is taken for who is
// behind them. Without any, the connection itself is the only truth.
type proxies []netip.Prefix

func (p proxies) trust(a netip.Addr) bool {
	for _, network := range p {
		if network.Contains(a) {
			return true
		}
	}
	return false
}

// client returns the address that a request comes from and whether the browser's
// connection is encrypted. X-Forwarded-For is read from its end, where each
// trusted proxy has appended who asked it; what stands further left was written
// by somebody who is not trusted. Where a proxy does not say it in a form that can be read, the
// address is the zero one, which has limits of its own: a proxy on this machine has none.
func (p proxies) client(r *http.Request) (from netip.Addr, secure bool) {
	from = peer(r)
	secure = r.TLS != nil
	if !p.trust(from) {
		return from, secure
	}
	if proto := last(r.Header.Values("X-Forwarded-Proto")); proto != "" {
		secure = strings.EqualFold(proto, "https")
	}
	var hops []string
	for _, line := range r.Header.Values("X-Forwarded-For") {
		hops = append(hops, strings.Split(line, ",")...)
	}
	for i := len(hops) - 1; i >= 0 && p.trust(from); i-- {
		from, _ = address(strings.TrimSpace(hops[i]))
	}
	return from, secure
}

// last returns the last element of a header whose values are lists.
func last(values []string) string {
	if len(values) == 0 {
		return ""
	}
	list := values[len(values)-1]
	return strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:])
}

// peer is the other end of the connection.
func peer(r *http.Request) netip.Addr {
	a, _ := address(r.RemoteAddr)
	return a
}

// address reads an IP address that may have a port.
func address(s string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(s); err == nil {
		s = host
	}
	a, err := netip.ParseAddr(strings.Trim(s, "[]"))
	if err != nil {
		return netip.Addr{}, false
	}
	return a.Unmap().WithZone(""), true
}
