package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"cairn.example/internal/show/i18n"
)

// What the build lists is held against what is linked by web/e2e/licenses.spec.mjs;
// here is a list of two works, which a build without the page has too.
func TestLicenses(t *testing.T) {
	works := []work{
		{Name: "Cairn", Kind: "own", License: "MIT", Parts: []string{"program", "page"}, Text: "May be used."},
		{Name: "example.org/kong", Version: "1.2.3", Kind: "go", License: "ISC", Parts: []string{"program"}, Text: "May be changed."},
	}
	data, err := json.Marshal(works)
	if err != nil {
		t.Fatal(err)
	}
	built := fstest.MapFS{"licenses.json": {Data: data}}
	const both = "Cairn\n\nMay be used.\n\nexample.org/kong 1.2.3\n\nMay be changed.\n"
	for _, tt := range []struct {
		cmd  licensesCmd
		want string
	}{
		{licensesCmd{}, "Cairn: MIT (program, page)\nexample.org/kong 1.2.3: ISC (program)\n"},
		{licensesCmd{Name: "KONG"}, both[strings.Index(both, "example"):]},
		{licensesCmd{Texts: true}, both},
		{licensesCmd{JSON: true}, string(data) + "\n"},
	} {
		var out bytes.Buffer
		s := &streams{out: bufio.NewWriter(&out), catalog: i18n.New("en")}
		if err := tt.cmd.list(s, built); err != nil {
			t.Fatal(err)
		}
		if s.out.Flush(); out.String() != tt.want {
			t.Errorf("%+v says\n%s\nwant\n%s", tt.cmd, &out, tt.want)
		}
	}
	s := &streams{out: bufio.NewWriter(&bytes.Buffer{}), catalog: i18n.New("en")}
	for cmd, files := range map[licensesCmd]fstest.MapFS{{Name: "nobody"}: built, {}: {}, {JSON: true}: {"licenses.json": {Data: []byte("[{")}}} {
		if err := cmd.list(s, files); err == nil {
			t.Errorf("%+v of %d files is no error", cmd, len(files))
		}
	}
}
