package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// random finds what only a program reads: ids of people, seeds, keys and digests, and boards.
var random = regexp.MustCompile(`"([0-9]{20}|[0-9a-f]{32,}|[.,/]{40,}[^"]*)"`)

// unshown stands before what runs and the document leaves out, so that it stays short.
const unshown = "~ "

// shortener shortens the answers of examples. What was shown before is not shown again, and of
// what has an id, a type or a code only what is different now. Of what a list has with the same
// fields the first is shown, of ids of people and of long random numbers only the beginning.
// Fields that say when something was are shown once.
type shortener map[string]map[string]string // id -> field -> what was shown; "" -> what was shown -> itself

// block returns a block of examples with its answers shortened.
func (s shortener) block(text string) string {
	var b strings.Builder
	left := false
	for line := range strings.Lines(text + "\n") {
		answer, is := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "<- ")
		if !is {
			left = strings.HasPrefix(line, unshown)
		}
		if left {
			continue
		}
		if !is {
			b.WriteString(line)
			continue
		}
		if at := strings.IndexAny(answer, "{["); at >= 0 && json.Valid([]byte(answer[at:])) {
			answer = answer[:at] + random.ReplaceAllStringFunc(s.value(json.RawMessage(answer[at:])), beginning)
		}
		b.WriteString(wrapped(answer))
	}
	return b.String()
}

// value returns a value of JSON shortened.
func (s shortener) value(raw json.RawMessage) string {
	if raw[0] != '[' && raw[0] != '{' || len(raw) < 40 {
		return string(raw)
	}
	if s.before("")[string(raw)] != "" && !bytes.HasPrefix(raw, []byte(`{"person"`)) {
		return again(raw)
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

// again returns what stands for a value that was shown before: the field that a reader knows it by.
func again(raw json.RawMessage) string {
	fields := map[string]json.RawMessage{}
	_ = json.Unmarshal(raw, &fields)
	for _, name := range []string{"name", "type", "code"} {
		if fields[name] != nil {
			return `{"` + name + `":` + string(fields[name]) + `,…}`
		}
	}
	return string(raw[0]) + "…" + string(raw[len(raw)-1])
}

// beginning returns the beginning of a quoted random number.
func beginning(quoted string) string { return quoted[:5] + `…"` }

// object returns an object with its fields in their order.
func (s shortener) object(raw json.RawMessage) string {
	var named struct{ ID, Type, Code string }
	_ = json.Unmarshal(raw, &named)
	before := map[string]string{}
	if name := cmp.Or(named.Type, named.Code, named.ID); name != "" {
		before = s.before(name)
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
		when := slices.Contains([]string{"created", "updated", "now", "elapsed", "seen"}, key)
		if before[key] == string(value) && !slices.Contains([]string{"id", "type", "code", "name"}, key) || when && s.before("when")[key] != "" {
			left = ",…"
			continue
		}
		before[key] = string(value)
		if when {
			s.before("when")[key] = key
		}
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
