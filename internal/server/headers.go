package server

import "net/http"

// withHeaders sets the headers that every answer carries.
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
