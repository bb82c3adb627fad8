package server

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// random finds what only a program reads: ids of people, and seeds, keys and digests; and other
// long texts.
var random = regexp.MustCompile(`"([0-9]{4}[0-9]{16}|[0-9a-f]{4}(?:[0-9a-f]{2}){14,}|[^"\\]{45,})"`)

// unshown stands before what was shown of others already: it runs, and the document leaves it out.
const unshown = "~ "

// shortener shortens the answers of examples. What was shown before is not shown again, and of
// what has an id only what is different now. Of what a list has with the same fields the first is
// shown, and of ids of people and of long texts only the beginning, but for the first time.
type shortener map[string]map[string]string // id -> field -> what was shown; "" -> what was shown -> itself

// block returns a block of examples with its answers shortened.
func (s shortener) block(text string) string {
	var b strings.Builder
	left := false
	for line := range strings.Lines(text + "\n") {
		if !strings.HasPrefix(line, "<- ") {
			left = strings.HasPrefix(line, unshown)
		}
		if left {
			continue
		}
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
	if raw[0] != '[' && raw[0] != '{' || len(raw) < 70 {
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
		if i > 0 && len(one) > 100 && slices.Equal(fields(one), fields(all[0])) {
			if parts[len(parts)-1] != "…" {
				parts = append(parts, "…")
			}
			continue
		}
		parts = append(parts, s.value(one))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// fields returns the names of an object's fields.
func fields(raw json.RawMessage) []string {
	var all map[string]json.RawMessage
	_ = json.Unmarshal(raw, &all)
	return slices.Sorted(maps.Keys(all))
}

// beginning returns a quoted random number whole the first time, and its beginning after that.
func (s shortener) beginning(quoted string) string {
	if s.before("random")[quoted] == "" {
		s.before("random")[quoted] = quoted
		return quoted
	}
	if strings.Contains(quoted, " ") {
		return quoted[:13] + `…"`
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
