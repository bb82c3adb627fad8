package i18n

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var (
	looked = flag.String("looked", "", "the languages, such as de,pl, or all, whose old texts fit the English again; with -keys only these")
	keys   = flag.String("keys", "", "the beginnings of keys that -looked means, separated by commas; all where there is none")
)

// A seen is what seen.txt has on one text: the hash of its English, and the
// languages whose text has not been looked at since that changed.
type seen struct {
	hash string
	old  []string
}

func hashOf(m message) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(m.texts(), "\n"))))[:6]
}

// readSeen reads seen.txt. Where two changes of one English text were merged,
// the key has more lines than one, and the line of today's English counts.
func readSeen(t *testing.T, english map[string]message) map[string]seen {
	data, err := os.ReadFile("seen.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]seen{}
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) < 2 {
			t.Fatalf("seen.txt: no key and hash in %q", line)
		}
		key, s := words[0], seen{words[1], words[2:]}
		if known, twice := out[key]; twice && known.hash == hashOf(english[key]) {
			if s.hash != known.hash {
				continue
			}
			s.old = append(s.old, known.old...)
		}
		out[key] = s
	}
	return out
}

// TestTranslationsAreNew names the texts whose English changed and that the other
// languages have not been held against since. A new text counts as looked at:
// it is written in all languages at once.
func TestTranslationsAreNew(t *testing.T) {
	english := load(Fallback)
	all := readSeen(t, english)
	var others, done []string
	for _, l := range Languages() {
		if l.Code != Fallback {
			others = append(others, l.Code)
		}
	}
	if done = strings.Split(*looked, ","); *looked == "all" {
		done = others
	}
	var out strings.Builder
	for _, key := range slices.Sorted(maps.Keys(english)) {
		s, known := all[key]
		if hash := hashOf(english[key]); s.hash != hash {
			s = seen{hash: hash}
			if known {
				s.old = others
			}
			if !known && !*update && *looked == "" {
				t.Errorf("%s is new: run go test ./internal/show/i18n -update", key)
			}
		}
		meant := slices.ContainsFunc(strings.Split(*keys, ","), func(start string) bool { return strings.HasPrefix(key, start) })
		s.old = slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(s.old))), func(l string) bool { return meant && slices.Contains(done, l) })
		if len(s.old) > 0 {
			t.Errorf("the English of %s is new: %q. Hold %s against it, then: go test ./internal/show/i18n -looked %s -keys %s",
				key, english[key].texts(), strings.Join(s.old, " "), strings.Join(s.old, ","), key)
		}
		fmt.Fprintln(&out, strings.Join(append([]string{key, s.hash}, s.old...), " "))
	}
	if *update || *looked != "" {
		if err := os.WriteFile("seen.txt", []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
