package server

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
)

// hosts are the names under which this server is known. A page elsewhere can let
// its own name lead to an address in a home network (DNS rebinding); the browser
// then takes our answers for that page's own. It sends that page's name, though,
// so calls under names that are not ours are refused. An address in digits cannot
// be made to lead elsewhere and is always allowed.
type hosts []string

// newHosts returns the hosts with the given names, localhost and the name of the
// machine, also as it is called in a home network.
func newHosts(names []string) hosts {
	h := hosts{"localhost"}
	if own, err := os.Hostname(); err == nil && own != "" {
		own = strings.ToLower(own)
		h = append(h, own, own+".local")
	}
	for _, name := range names {
		h = append(h, hostName(name))
	}
	return h
}

// allow reports whether a request's Host is one of ours.
func (h hosts) allow(host string) bool {
	name := hostName(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return slices.Contains(h, name)
}

// hostName returns the host of an address without its port, brackets, zone and
// final dot, in small letters.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
	host, _, _ = strings.Cut(host, "%")
	return strings.ToLower(host)
}

// isLoopback reports whether a host is this machine for itself only.
func isLoopback(host string) bool {
	name := hostName(host)
	a, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && a.IsLoopback()
}

// ownOrigin reports whether an Origin header names the host that was asked. Programs
// that are no browsers send none.
func ownOrigin(origin, host string) bool {
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, host)
}

// fromOwnPage reports whether a browser says that a request comes from a page of ours,
// or says nothing.
func fromOwnPage(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "" || site == "same-origin" || site == "none"
}
