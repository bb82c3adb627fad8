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

// TestGuestsToldApart: of several people with one name each is called something else, wherever a terminal shows or says it.
func TestGuestsToldApart(t *testing.T) {
	catalog := i18n.New("en")
	called := map[string]string{}
	for _, c := range []struct {
		person api.Person
		want   string
	}{
		{api.Person{ID: "10000000000000000042", Name: "Marta", Kind: api.KindAccount}, "Marta"},
		{api.Person{ID: "10000000000000000042", Name: "Marta"}, "Marta ·42"},
		{api.Person{ID: "10000000000000000017", Name: "Marta"}, "Marta ·17"},
		{api.Person{ID: "10000000000000000017"}, "Guest 7069"},
		{api.Person{ID: "level5", Name: "level5", Kind: api.KindLevel, Level: 5}, "Level 5: Scree"},
	} {
		got := PersonName(catalog, c.person)
		if got != c.want || called[got] != "" {
			t.Errorf("%+v is called %q, want %q; so is %s", c.person, got, c.want, called[got])
		}
		called[got] = c.person.ID
	}
	one, other := api.Person{ID: "10000000000000000042", Name: "Marta"}, api.Person{ID: "10000000000000000017", Name: "Marta"}
	v := &client.View{Chat: []api.Line{{Person: one}, {Person: other}}}
	v.Table.You = api.Watcher
	if got := Named(catalog, v, "marta ·17"); got != other.ID {
		t.Errorf("the one meant is %q, not %q", got, other.ID)
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

// A rating stands behind a name in a list, and what a game has done is said to each as it
// concerns them.
func TestRated(t *testing.T) {
	c := i18n.New("en")
	anna, bob := api.Person{ID: "a", Name: "Anna", Rating: 1540}, api.Person{ID: "b", Name: "Bob", Rating: 1662, Provisional: true}
	for p, want := range map[api.Person]string{anna: "Anna (1540)", bob: "Bob (1662?)", {ID: "c", Name: "Cleo"}: "Cleo"} {
		if got := Player(c, p); got != want {
			t.Errorf("%+v is %q, want %q", p, got, want)
		}
	}
	v := &client.View{Table: api.Table{Seats: [2]*api.Person{&anna, &bob}}}
	for _, tt := range []struct {
		you     api.Role
		rating  *[2][2]int
		unrated string
		want    string
	}{
		{api.First, nil, "", ""},
		{api.First, &[2][2]int{{1552, 1540}, {1500, 1662}}, "", "Rating: 1540 (-12)."},
		{api.Second, &[2][2]int{{1552, 1540}, {1500, 1662}}, "", "Rating: 1662 (+162)."},
		{api.Watcher, &[2][2]int{{1552, 1540}, {1500, 1662}}, "", "Rating: Anna 1540 (-12), Bob 1662 (+162)."},
		{api.First, nil, "short", "Not rated: it ended too early."},
		{api.First, nil, "of a later version", ""},
	} {
		v.Table.You, v.Table.Rating, v.Table.Unrated = tt.you, tt.rating, tt.unrated
		if got := Rated(c, v); got != tt.want {
			t.Errorf("%s reads %q, want %q", tt.you, got, tt.want)
		}
	}
}
