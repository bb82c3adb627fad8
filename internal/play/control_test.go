package play

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"testing"
	"time"
)

// TestControlTable holds each row of the table of controls to the text of its kind, and
// controls.json, from which the page knows the same, to the table.
func TestControlTable(t *testing.T) {
	type form struct {
		Kind string `json:"kind"`
		Form string `json:"form"`
		Slow *int64 `json:"slow"` // from how many seconds on; null is never
	}
	type preset struct {
		Text  string `json:"text"`
		Short string `json:"short"`
	}
	var want struct {
		Kinds   []form   `json:"kinds"`
		Presets []preset `json:"presets"`
	}
	for kind, row := range controls {
		c := Control{Kind: ControlKind(kind)}
		if c.On() {
			c.Base = time.Hour
		}
		if row.gains || row.delays {
			c.Increment = 1500 * time.Millisecond
		}
		if back, err := ParseControl(c.String()); err != nil || back != c {
			t.Errorf("%s reads as %v (%v)", c, back, err)
		}
		if back, err := ParseShort(c.Short()); err != nil || back != c {
			t.Errorf("%s reads as %v (%v)", c.Short(), back, err)
		}
		f := form{Kind: row.name, Form: row.form}
		if row.slow != never {
			f.Slow = new(int64)
			*f.Slow = int64(row.slow / time.Second)
		}
		want.Kinds = append(want.Kinds, f)
		for other, row := range controls {
			if regexp.MustCompile(row.form).MatchString(c.String()) != (other == kind) {
				t.Errorf("%q and the form of %s", c, row.name)
			}
		}
	}
	for _, short := range Presets(true) {
		c, err := ParseShort(short)
		if err != nil || c.Short() != short {
			t.Errorf("preset %q is written %q (%v)", short, c.Short(), err)
		}
		want.Presets = append(want.Presets, preset{c.String(), short})
	}
	text, err := json.MarshalIndent(want, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile("controls.json", text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if had, err := os.ReadFile("controls.json"); err != nil || string(had) != string(text) {
		t.Error("controls.json is not what the table says; write it with -run TestControlTable -update")
	}
}
