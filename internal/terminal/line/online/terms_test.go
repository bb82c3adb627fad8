package online

import (
	"strings"
	"testing"

	"cairn.example/internal/people/api"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

func TestChangedTerms(t *testing.T) {
	catalog := i18n.New("en")
	p := &visitor{Options: Options{Catalog: catalog, ErrorText: func(err error) string { return say.Error(catalog, err) }}}
	before := api.Options{Game: "dvonn", Full: true, Side: "first", Control: "300+3", Takeback: true}
	for _, c := range []struct {
		words string
		mine  bool
		want  api.Options
		wrong string
	}{
		{"", true, before, ""},
		{"lyngk", true, api.Options{Game: "lyngk", Side: "first", Control: "300+3", Takeback: true}, ""},
		{"dvonn full", true, before, ""},
		{"second", true, api.Options{Game: "dvonn", Full: true, Side: "second", Control: "300+3", Takeback: true}, ""},
		{"second", false, before, ""}, // who asks begins second where the other one begins first
		{"drawn", false, api.Options{Game: "dvonn", Full: true, Control: "300+3", Takeback: true}, ""},
		{"LYNGK6 3 days drawn", true, api.Options{Game: "lyngk6", Control: "1/259200", Takeback: true}, ""},
		{"lyngk 5+3 rated", true, api.Options{Game: "lyngk", Side: "first", Control: "300+3", Rated: true}, ""},
		{"casual", true, before, ""},
		{"none", true, api.Options{Game: "dvonn", Full: true, Side: "first", Control: "-", Takeback: true}, ""},
		{"3 days rated accounts", true, api.Options{Game: "dvonn", Full: true, Side: "first", Control: "1/259200", Rated: true, Accounts: true}, ""},
		{"accounts guests casual", true, before, ""},
		{"chess", true, api.Options{}, "chess"},
		{"5+", true, api.Options{}, "5+"},
	} {
		got, err := p.changedTerms(before, strings.Fields(c.words), c.mine)
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%q: %+v, %v; want an error that names %q", c.words, got, err, c.wrong)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%q: %+v, %v; want %+v", c.words, got, err, c.want)
		}
	}
}
