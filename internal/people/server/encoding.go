package server

import (
	"strconv"
	"strings"
)

// choose returns the best of forms for an Accept-Encoding header: the one with
// the highest weight, among equals the smallest. Without a header the plain
// form is sent, as RFC 9110 allows (section 12.5.3). A client that refuses every
// form gets the plain one too, which browsers and caches can handle.
func choose(forms []form, accept string) form {
	if accept == "" || len(forms) == 1 {
		return forms[0]
	}
	weights := map[string]float64{}
	for part := range strings.SplitSeq(accept, ",") {
		coding, weight := parseCoding(part)
		if coding != "" {
			weights[coding] = weight
		}
	}
	best, bestWeight := forms[0], 0.0
	for _, f := range forms {
		w := weightOf(f.encoding, weights)
		if w > bestWeight || w == bestWeight && w > 0 && f.size < best.size {
			best, bestWeight = f, w
		}
	}
	return best
}

// parseCoding reads one member of the list, such as "br;q=0.9".
func parseCoding(part string) (coding string, weight float64) {
	coding, params, _ := strings.Cut(part, ";")
	coding = strings.ToLower(strings.TrimSpace(coding))
	if coding == "x-gzip" {
		coding = "gzip" // the same, RFC 9110 section 8.4.1.3
	}
	weight = 1
	if key, value, ok := strings.Cut(strings.TrimSpace(params), "="); ok && strings.EqualFold(strings.TrimSpace(key), "q") {
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return "", 0
		}
		weight = q
	}
	return coding, weight
}

// weightOf returns the weight that the client gives an encoding. Plain content is acceptable
// unless it is refused, but any encoding that is named comes before it.
func weightOf(encoding string, weights map[string]float64) float64 {
	name := encoding
	if name == "" {
		name = "identity"
	}
	if w, ok := weights[name]; ok {
		return w
	}
	if w, ok := weights["*"]; ok {
		return w
	}
	if name == "identity" {
		return 0.0001
	}
	return 0
}
