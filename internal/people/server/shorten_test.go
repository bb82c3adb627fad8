package server

import (
	"encoding/json"
	"regexp"
	"strings"
)

// random finds what only a program reads: ids of people, and seeds, keys and digests.
var random = regexp.MustCompile(`"([0-9]{4}[0-9]{16}|[0-9a-f]{4}(?:[0-9a-f]{2}){14,})"`)

// shortener shortens the answers of examples. What was shown before is not shown again, and of
// what has an id only what is different now. A list begins with two of its kind, and of ids of
// people and of long random numbers only the beginning is shown, but for the first time.
type shortener map[string]map[string]string // id -> field -> what was shown; "" -> what was shown -> itself

// block returns a block of examples with its answers shortened.
func (s shortener) block(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text + "\n") {
		answer, is := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "<- ")
		if !is {
			b.WriteString(line)
			continue
		}
		if at := strings.IndexAny(answer, "{["); at >= 0 && json.Valid([]byte(answer[at:])) {
			answer = answer[:at] + random.ReplaceAllStringFunc(s.value(json.RawMessage(answer[at:])), s.beginning)
		}
		b.WriteString(wrapped(answer))
	}
	return b.String()
}

// value returns a value of JSON shortened.
func (s shortener) value(raw json.RawMessage) string {
	if raw[0] != '[' && raw[0] != '{' || len(raw) < 100 {
		return string(raw)
	}
	if s.before("")[string(raw)] != "" {
		return string(raw[0]) + "…" + string(raw[len(raw)-1])
	}
	s.before("")[string(raw)] = string(raw)
	if raw[0] == '{' {
		return s.object(raw)
	}
	var all []json.RawMessage
	_ = json.Unmarshal(raw, &all)
	var parts []string
	for i, one := range all {
		if i == 2 && len(all) > 3 && one[0] == '{' {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, s.value(one))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// beginning returns a quoted random number whole the first time, and its beginning after that.
func (s shortener) beginning(quoted string) string {
	if s.before("random")[quoted] == "" {
		s.before("random")[quoted] = quoted
		return quoted
	}
	return quoted[:5] + `…"`
}

// object returns an object with its fields in their order.
func (s shortener) object(raw json.RawMessage) string {
	var named struct{ ID string }
	_ = json.Unmarshal(raw, &named)
	before := map[string]string{}
	if named.ID != "" {
		before = s.before(named.ID)
	}
	var parts []string
	left := ""
	d := json.NewDecoder(strings.NewReader(string(raw)))
	_, _ = d.Token()
	for d.More() {
		name, _ := d.Token()
		key := name.(string)
		var value json.RawMessage
		_ = d.Decode(&value)
		if key != "id" && before[key] == string(value) {
			left = ",…"
			continue
		}
		before[key] = string(value)
		parts = append(parts, `"`+key+`":`+s.value(value))
	}
	return "{" + strings.Join(parts, ",") + left + "}"
}

// before returns what was shown of an id.
func (s shortener) before(id string) map[string]string {
	if s[id] == nil {
		s[id] = map[string]string{}
	}
	return s[id]
}
