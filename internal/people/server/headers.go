package server

import "net/http"

// workerPolicy is the content security policy of a script that runs as a worker: it
// loads from here alone, and compiles WebAssembly.
const workerPolicy = "default-src 'self' 'wasm-unsafe-eval'"

// withHeaders sets the headers that every answer carries, but for parts of a page (asPart).
func withHeaders(policy string, next http.Handler) http.Handler {
	always := map[string]string{
		"Content-Security-Policy": policy,
		// Other sites can neither embed our files nor script our window, but for the
		// files that are made for them (static.go).
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
		// An address can hold a whole position, which other sites must not see.
		"Referrer-Policy":        "no-referrer",
		"X-Content-Type-Options": "nosniff",
	}
	if policy == "" {
		delete(always, "Content-Security-Policy")
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for name, value := range always {
			h.Set(name, value)
		}
		next.ServeHTTP(w, r)
	})
}

// asPart takes away the headers that browsers heed on pages only. A page loads some
// thirty files, whose headers over a slow line take as long as its largest script.
// A script keeps a policy, since it may be that of a worker, which has none from its page.
func asPart(h http.Header, script bool) {
	if script && h.Get("Content-Security-Policy") != "" {
		h.Set("Content-Security-Policy", workerPolicy)
	} else {
		h.Del("Content-Security-Policy")
	}
	h.Del("Cross-Origin-Opener-Policy")
	h.Del("Permissions-Policy")
	h.Del("Server-Timing")
}
