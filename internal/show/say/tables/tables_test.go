package tables

import (
	"testing"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

func TestNamed(t *testing.T) {
	anna, bob, guest := api.Person{ID: "a", Name: "Anna"}, api.Person{ID: "b", Name: "Bob"}, api.Person{ID: "c", Name: "Cleo"}
	v := &client.View{Chat: []api.Line{{Person: anna}, {Person: guest}}}
	v.Table.Seats = [2]*api.Person{&anna, &bob}
	for _, c := range []struct {
		you        api.Role
		name, want string
	}{
		{api.First, "", "b"},
		{api.Second, "", "a"},
		{api.Watcher, "", ""},
		{api.First, "bob", "b"},
		{api.First, "cleo", "c"},
		{api.First, "Anna", ""}, // oneself, though there is a line of hers
		{api.Second, "Anna", "a"},
		{api.Watcher, "BOB", "b"},
		{api.Watcher, "Dora", ""},
	} {
		v.Table.You = c.you
		if got := Named(i18n.New("en"), v, c.name); got != c.want {
			t.Errorf("%s asks for %q: %q, want %q", c.you, c.name, got, c.want)
		}
	}
}

func TestSideSeen(t *testing.T) {
	for _, c := range []struct {
		side string
		mine bool
		want string
	}{{"", true, "drawn"}, {"drawn", false, "drawn"}, {"first", true, "first"}, {"first", false, "second"}, {"second", false, "first"}} {
		if got := SideSeen(c.side, c.mine); got != c.want {
			t.Errorf("%q, mine %v: %q, want %q", c.side, c.mine, got, c.want)
		}
	}
}

// Every control that can be asked for is said in each language, and not by its tag.
func TestControl(t *testing.T) {
	for _, lang := range i18n.Languages() {
		c := i18n.New(lang.Code)
		said := map[string]string{}
		for _, short := range []string{"none", "5+3", "5d3", "3 days", "1/60"} {
			control, err := play.ParseShort(short)
			if err != nil {
				t.Fatal(err)
			}
			text := ControlOf(c, control.String())
			if text != Control(c, control) || text == control.String() || said[text] != "" {
				t.Errorf("%s: %s is said as %q, like %q", lang.Code, short, text, said[text])
			}
			said[text] = short
		}
	}
	if got := ControlOf(i18n.New("en"), "soon\x1b"); got == "soon\x1b" || got == "" {
		t.Errorf("what is no control is shown as %q", got)
	}
}
