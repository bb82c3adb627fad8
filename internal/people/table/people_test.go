package table_test

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

func TestNames(t *testing.T) {
	for in, want := range map[string]string{
		"Ann":                  "Ann",
		"  Ann \t Lee ":        "Ann Lee",
		"Zażółć":               "Zażółć",
		"Jose\u0301":           "José",
		"\uff21\uff4e\uff4e":   "Ann", // full width
		"Анна":                 "Анна",
		"さくら 櫻 サクラ":            "さくら 櫻 サクラ",
		"O’Neil-2":             "O’Neil-2",
		"x_y.z":                "x_y.z",
		"42":                   "42",
		"Guesthouse":           "Guesthouse",
		"Gastl":                "Gastl",
		"Lynn":                 "Lynn",
		"Levelt":               "Levelt",
		"Nivelle":              "Nivelle",
		"Talbot":               "Talbot",
		"Calm":                 "Calm",
		"Calma":                "Calma",
		"Calmo":                "Calmo",
		"Calmes":               "Calmes",
		"Bottas77":             "Bottas77",
		"Guesta":               "Guesta",
		"Gastix":               "Gastix",
		"Hosta 5":              "Hosta 5",
		"Christopher Guest":    "Christopher Guest",
		"Level Head":           "Level Head",
		"אבא":                  "אבא",
		"नमस्ते":               "नमस्ते",
		"राम":                  "राम", // with a vowel sign that takes room
		"12345678901234567890": "12345678901234567890",
	} {
		if got, err := table.CheckName(in); got != want || err != nil {
			t.Errorf("%q is kept as %q (%v), want %q", in, got, err, want)
		}
	}
	for in, want := range map[string]api.Code{
		"":                                api.MeNameShort,
		" . - ":                           api.MeNameShort,
		"123456789012345678901":           api.MeNameLong,
		strings.Repeat(" ", 1000) + "Ann": api.MeNameLong, // what others pay for is not much
		"a\x00b":                          api.MeNameLetter,
		"a\u200db":                        api.MeNameLetter, // joins, and is not seen
		"a\u00adb":                        api.MeNameLetter,
		"\u202ebob":                       api.MeNameLetter, // turns the direction
		"a\u3164":                         api.MeNameLetter, // a letter that shows nothing
		"<b>":                             api.MeNameLetter,
		"a@b":                             api.MeNameLetter,
		"😀":                               api.MeNameLetter,
		"a\u0301\u0302\u0303\u0304":       api.MeNameLetter,
		"b\u043eb":                        api.MeNameScripts,
		"\u0391nn":                        api.MeNameScripts,
		"admin":                           api.MeNameReserved,
		"A.D.M.I.N":                       api.MeNameReserved,
		"Admın":                           api.MeNameReserved,
		"adm1n":                           api.MeNameReserved,
		"ADMIN 2":                         api.MeNameReserved,
		"rnoderator":                      api.MeNameReserved,
		"\u1d00\u1d05\u1d0d\u026a\u0274":  api.MeNameReserved, // small capitals
		"\u0261uest 12":                   api.MeNameReserved, // another g
		"\ua4ee\ua4d3\ua4df\ua4f2\ua4e0":  api.MeNameReserved, // Lisu
		"\u13bb\u13be\u13da\u13a2":        api.MeNameReserved, // Cherokee
		"Саіrn":                           api.MeNameScripts,
		"\u0441\u043e\u043c\u043f\u0443\u0442\u0435\u0433": "", // Cyrillic letters, no reserved word
		"Guest 4821":    api.MeNameReserved,
		"Guest ٤٨٢١":    api.MeNameReserved, // Arabic digits
		"Gast ४८२१":     api.MeNameReserved, // Devanagari digits
		"adm१n":         api.MeNameReserved,
		"Admin᪙":        api.MeNameReserved, // a digit of Tai Tham
		"Adminʼ":        api.MeNameReserved, // letters that look like signs
		"ˈAdmin ー":      api.MeNameReserved,
		"Cairn":         api.MeNameReserved,
		"you":           api.MeNameReserved,
		"Bot 3":         api.MeNameReserved,
		"Stockfish":     api.MeNameReserved,
		"St0ckfish":     api.MeNameReserved,
		"LC0":           api.MeNameReserved,
		"The Level5":    api.MeNameReserved,
		"Level Five":    api.MeNameReserved, // a number in words
		"Stufe fünf":    api.MeNameReserved,
		"Niveau dix":    api.MeNameReserved,
		"Nivel Dos":     api.MeNameReserved,
		"livello tre":   api.MeNameReserved,
		"poziom pięć":   api.MeNameReserved,
		"Le Niveau IV":  api.MeNameReserved,
		"Guest Four":    api.MeNameReserved,
		"Level 5 LYNGK": api.MeNameReserved,
		"Lvl 5":         api.MeNameReserved,
		"The Admin":     api.MeNameReserved,
		"Level l":       api.MeNameReserved,
		"A.D.M.I.N 2":   api.MeNameReserved,
		"Guestl2":       api.MeNameReserved,
		"Caim":          api.MeNameReserved,
		"Calrn":         api.MeNameReserved,
		"Ca1rn":         api.MeNameReserved,
		"CaIm 7":        api.MeNameReserved,
		"Cairn Team":    api.MeNameReserved,
		"Level Head":    "",
		"You Two":       "",
		"Oneill Levels": "",
		"Komputer":      api.MeNameReserved,
	} {
		if _, err := table.CheckName(in); codeOf(err) != string(want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
}

// Nobody is called what somebody without a name, or a level of the computer, is shown as, in any language.
func TestNamesOfGuests(t *testing.T) {
	for _, l := range i18n.Languages() {
		c := i18n.New(l.Code)
		for _, name := range []string{c.T("ui.table.guest", i18n.Args{"number": "4821"}), c.T("level.label", i18n.Args{"level": "5"})} {
			if _, err := table.CheckName(name); codeOf(err) != string(api.MeNameReserved) {
				t.Errorf("%s: %q: %v", l.Code, name, err)
			}
		}
	}
}

// Two people at a table are never called alike, and no watcher writes there under a player's name.
func TestNamesAtATable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		marta, jonas, other := h.person("Marta"), h.person("Jonas"), h.person("rnarta")
		v, err := h.Create(t.Context(), marta, api.NewTable{Options: api.Options{Game: "lyngk", Control: "300+3"}})
		if err != nil {
			t.Fatal(err)
		}
		o := v.Options
		o.Takeback = true
		taken := string(api.MeNameTaken)
		h.refused(taken, other, api.ToServer{Type: "sit", Table: v.ID})
		h.refused(taken, other, api.ToServer{Type: "ask", Table: v.ID, Options: &o})
		h.must(jonas, api.ToServer{Type: "sit", Table: v.ID})
		if _, err := h.Rename(t.Context(), jonas, "MARTA"); codeOf(err) != taken {
			t.Errorf("the opponent's name is taken in mid-game: %v", err)
		}
		h.refused(taken, other, api.ToServer{Type: "say", Table: v.ID, Text: "I resign"})
		for _, name := range []string{"Jonas 2", ""} {
			if _, err := h.Rename(t.Context(), jonas, name); err != nil {
				t.Errorf("renamed to %q: %v", name, err)
			}
		}
		h.must(marta, send(v.ID, 0, play.Event{Kind: play.Resign}))
		if _, err := h.Rename(t.Context(), jonas, "Marta"); err != nil {
			t.Errorf("renamed after the game: %v", err)
		}
	})
}

// Nobody is called what somebody without a name is shown as, with the number in the digits of
// whatever script.
func TestNamesOfGuestsInEveryScript(t *testing.T) {
	scripts := 0
	for zero := rune('0'); zero <= unicode.MaxRune; zero++ {
		if !unicode.IsDigit(zero) {
			continue
		}
		number := ""
		for _, digit := range []rune{4, 8, 2, 1} {
			number += string(zero + digit)
		}
		if _, err := table.CheckName("Guest " + number); codeOf(err) != string(api.MeNameReserved) {
			t.Errorf("Guest %s: %v", number, err)
		}
		scripts++
		zero += 9
	}
	if scripts < 50 {
		t.Errorf("only %d scripts have digits", scripts)
	}
}

func FuzzName(f *testing.F) {
	f.Add("Ann")
	f.Add("\u202e<b>\x00")
	f.Fuzz(func(t *testing.T, name string) {
		kept, err := table.CheckName(name)
		if err != nil {
			if codeOf(err) == "" {
				t.Fatalf("%q: %v", name, err)
			}
			return
		}
		if again, err := table.CheckName(kept); again != kept || err != nil {
			t.Errorf("%q is kept as %q, and that as %q (%v)", name, kept, again, err)
		}
	})
}

// A guest is the same person on another device by a link, once, and until it ends.
func TestGuests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		ctx := t.Context()
		p, token, err := h.NewGuest(ctx, "Ann", "")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.BySession(ctx, token); got != p || err != nil {
			t.Errorf("the session is of %+v (%v)", got, err)
		}
		link, err := h.NewLink(ctx, table.SignedIn{Person: p})
		if err != nil {
			t.Fatal(err)
		}
		got, second, err := h.UseLink(ctx, link.Token, "")
		if err != nil || got != p || second == token {
			t.Errorf("the link leads to %+v (%v)", got, err)
		}
		if _, _, err := h.UseLink(ctx, link.Token, ""); codeOf(err) != string(api.MeLink) {
			t.Errorf("used twice: %v", err)
		}
		if err := h.EndSession(ctx, token); err != nil {
			t.Fatal(err)
		}
		if _, err := h.BySession(ctx, token); codeOf(err) != string(api.MeNeeded) {
			t.Errorf("a session that was ended: %v", err)
		}
		if got, err := h.Rename(ctx, p.ID, "Anna"); err != nil || got.Name != "Anna" {
			t.Errorf("renamed to %+v (%v)", got, err)
		}
		if got, err := h.BySession(ctx, second); err != nil || got.Name != "Anna" {
			t.Errorf("the other device has %+v (%v)", got, err)
		}
		late, err := h.NewLink(ctx, table.SignedIn{Person: p})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(table.LinkFor + time.Second)
		if _, _, err := h.UseLink(ctx, late.Token, ""); codeOf(err) != string(api.MeLink) {
			t.Errorf("used too late: %v", err)
		}
		if strings.Trim(p.ID, "0123456789") != "" || len(p.ID) != 20 {
			t.Errorf("the id is %q, want 20 digits", p.ID)
		}
	})
}

// A link is used up by the session that it makes, and by nothing else: whatever of the
// store fails on the way, either the session is there or the link is as good as before.
func TestLinkAfterFault(t *testing.T) {
	for _, method := range []string{"UseCredential", "NewCredential", "ByCredential"} {
		for _, fault := range []error{table.ErrBusy, table.ErrFull, errDisk, table.ErrAmbiguous} {
			for _, stored := range []bool{false, true} {
				h := newHouse(t, noLimits)
				p, _, err := h.NewGuest(t.Context(), "Ann", "")
				if err != nil {
					t.Fatal(err)
				}
				link, err := h.NewLink(t.Context(), table.SignedIn{Person: p})
				if err != nil {
					t.Fatal(err)
				}
				h.store.Fail(func(m, _ string) error {
					if m == method {
						return fault
					}
					return nil
				}, stored)
				_, session, err := h.UseLink(t.Context(), link.Token, "")
				h.store.Fail(nil, false)
				if err != nil {
					if codeOf(err) != "" || stored && errors.Is(fault, table.ErrAmbiguous) {
						t.Fatalf("%s, %v, stored %v: %v", method, fault, stored, err)
					}
					if _, session, err = h.UseLink(t.Context(), link.Token, ""); err != nil {
						t.Fatalf("%s, %v, stored %v: the link is used up: %v", method, fault, stored, err)
					}
				}
				if got, err := h.BySession(t.Context(), session); err != nil || got != p {
					t.Errorf("%s, %v, stored %v: the session is of %+v (%v)", method, fault, stored, got, err)
				}
				if _, _, err := h.UseLink(t.Context(), link.Token, ""); codeOf(err) != string(api.MeLink) {
					t.Errorf("%s, %v, stored %v: used twice: %v", method, fault, stored, err)
				}
			}
		}
	}
}

// Tokens are not in the store, only their hashes.
func TestTokensAreHashed(t *testing.T) {
	h := newHouse(t)
	p, token, err := h.NewGuest(t.Context(), "Ann", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := h.store.ByCredential(t.Context(), "session", []byte(token)); err == nil {
		t.Error("the token itself is stored")
	}
	if len(token) < 22 || strings.Contains(token, p.ID) {
		t.Errorf("the token %q has less than 128 bits or tells who it is", token)
	}
}

// A deleted person has no name, and the game replays.
func TestDeleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		ann, ben := h.person("Quetzalcoatl"), h.person("Ben")
		made, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-", Side: "first"}})
		if err != nil {
			t.Fatal(err)
		}
		h.must(ben, api.ToServer{Type: "sit", Table: made.ID})
		h.must(ann, api.ToServer{Type: "say", Table: made.ID, Text: "I am Quetzalcoatl"})
		h.move(made.ID, [2]string{ann, ben}, 0)
		_, events, err := h.store.Load(t.Context(), made.ID)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(events)
		if strings.Contains(string(text), "Quetzalcoatl") {
			t.Error("a name is in the log")
		}
		if err := h.store.DeletePerson(t.Context(), ann); err != nil {
			t.Fatal(err)
		}
		h.start()
		ear, c := h.watcher(ben, made.ID)
		defer c.Close()
		v, s := h.view("", made.ID)
		if s.Ply() != 1 || v.Seats[0] == nil || v.Seats[0].Name != "" || strings.Contains(ear.Text(), "Quetzalcoatl") {
			t.Errorf("after the deletion: %d plies, %+v", s.Ply(), v.Seats[0])
		}
		r, err := h.Record(t.Context(), made.ID)
		if err != nil || r.First != "" || r.Second != (api.Person{ID: ben, Name: "Ben"}).Called() {
			t.Errorf("the record names %q and %q (%v)", r.First, r.Second, err)
		}
	})
}

// A line shows something.
func TestLinesShowSomething(t *testing.T) {
	h := newHouse(t, noLimits)
	id, people := h.table(api.Options{Control: "-"})
	for _, text := range []string{"", " \t\n", "\u200d", "\u200d \ufe0f", "\u202e", "\u3164", "\u2800\u2800", "\u115f\u1160", "\u0301"} {
		h.refused(string(api.TableChatEmpty), people[0], api.ToServer{Type: "say", Table: id, Text: text})
	}
	for _, text := range []string{".", "👨\u200d👩\u200d👧", "❤\ufe0f", "हाँ", "한글", "ᠮᠣᠩᠭᠣᠯ"} {
		h.must(people[0], api.ToServer{Type: "say", Table: id, Text: text})
	}
}

// What each role gets of the chat, live, on coming, and on coming back.
func TestChatRooms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		id, people := h.table(api.Options{Control: "300+3"})
		eve := h.person("Eve")
		roles := []string{people[0], people[1], eve, ""}
		var live []*tabletest.Recorder
		for _, person := range roles {
			ear, c := h.watcher(person, id)
			defer c.Close()
			live = append(live, ear)
		}
		const ofPlayers, ofWatchers = "between us", "among watchers"
		h.must(people[0], api.ToServer{Type: "say", Table: id, Text: ofPlayers})
		h.must(eve, api.ToServer{Type: "say", Table: id, Text: ofWatchers})
		h.refused(string(api.MeNeeded), "", api.ToServer{Type: "say", Table: id, Text: "x"})
		reads := func(when string, i int, text string, over bool) {
			t.Helper()
			player := i < 2
			if got := strings.Contains(text, ofPlayers); got != player {
				t.Errorf("%s: reader %d reads the players' room: %v", when, i, got)
			}
			if got := strings.Contains(text, ofWatchers); got != (!player || over) {
				t.Errorf("%s: reader %d reads the watchers' room: %v", when, i, got)
			}
		}
		v, _ := h.view("", id)
		check := func(when string, over bool) {
			for i, person := range roles {
				reads(when+", live", i, live[i].Text(), over)
				for _, since := range []int64{0, 1, v.Seq} {
					ear := &tabletest.Recorder{}
					c := h.Join(person, ear)
					if _, err := c.Do(t.Context(), api.ToServer{Type: "watch", Table: id, Since: since}); err != nil {
						t.Fatal(err)
					}
					c.Close()
					reads(fmt.Sprintf("%s, since %d", when, since), i, ear.Text(), over)
				}
			}
		}
		check("in the game", false)
		h.start() // what the role may read does not hang on what is in memory
		live = nil
		for _, person := range roles {
			ear, c := h.watcher(person, id)
			defer c.Close()
			live = append(live, ear)
		}
		check("after a restart", false)
		h.must(people[0], send(id, 0, play.Event{Kind: play.Resign}))
		v, _ = h.view("", id)
		check("after the end", true)
	})
}

// The players get what the watchers said once when the game ends, or when they
// come after that: not again with a rematch, whatever was in memory.
func TestWatchersRoomOpensOnce(t *testing.T) {
	const text = "among watchers"
	for _, when := range []string{"", "restart", "nobody watched"} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t, noLimits)
			id, people := h.table(api.Options{Control: "300+3"})
			h.must(h.person("Eve"), api.ToServer{Type: "say", Table: id, Text: text})
			ear := &tabletest.Recorder{}
			if when != "nobody watched" {
				var c *table.Session
				ear, c = h.watcher(people[0], id)
				defer c.Close()
			}
			h.must(people[1], send(id, 0, play.Event{Kind: play.Resign}))
			if when == "restart" {
				h.start()
			}
			if when != "" {
				var c *table.Session
				ear, c = h.watcher(people[0], id)
				defer c.Close()
			}
			h.must(people[1], api.ToServer{Type: "rematch", Table: id})
			h.must(people[0], api.ToServer{Type: "rematch", Table: id, No: true})
			if n := strings.Count(ear.Text(), text); n != 1 {
				t.Errorf("%q: told %d times, want once", when, n)
			}
		})
	}
}

// A game of days is among one's own tables, whatever was played since.
func TestMineGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		ann, ben := h.person("Ann"), h.person("Ben")
		make := func(control string) string {
			made, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: control}})
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Millisecond)
			return made.ID
		}
		days, open := make("1/604800"), make("1/86400")
		h.must(ben, api.ToServer{Type: "sit", Table: days})
		for range 120 {
			h.must(ann, api.ToServer{Type: "leave", Table: make("-")})
		}
		mine, err := h.Mine(t.Context(), ann)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]int{}
		for i, b := range mine.Tables {
			found[b.ID]++
			if i > 0 && b.Updated > mine.Tables[i-1].Updated {
				t.Errorf("table %d is newer than the one before it", i)
			}
		}
		if found[days] != 1 || found[open] != 1 || len(found) != 102 || len(mine.Tables) != 102 {
			t.Errorf("%d tables are listed, the game of days %d times, the open one %d times", len(mine.Tables), found[days], found[open])
		}
	})
}

// Who has sat down at one process writes to the players at another one, which was not told of it.
func TestChatOfWhoSatDownElsewhere(t *testing.T) {
	a, b, _ := processes(t, &tabletest.Hub{}) // they don't run, so no hint arrives
	ann, ben := a.person("Ann"), a.person("Ben")
	made, err := a.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
	if err != nil {
		t.Fatal(err)
	}
	b.view("", made.ID) // from now on b has the table in memory, with a free seat
	a.must(ben, api.ToServer{Type: "sit", Table: made.ID})
	b.must(ben, api.ToServer{Type: "say", Table: made.ID, Text: "between us"})
	for room, want := range map[string]int{"players": 1, "watchers": 0} {
		if lines, err := a.store.Lines(t.Context(), made.ID, room, 0, 10); err != nil || len(lines) != want {
			t.Errorf("the room of the %s: %+v (%v), want %d lines", room, lines, err, want)
		}
	}
}

// A line that is sent again stands there once, also after a restart.
func TestChatOnce(t *testing.T) {
	h := newHouse(t)
	id, people := h.table(api.Options{Control: "-"})
	ear, c := h.watcher(people[1], id)
	defer c.Close()
	m := api.ToServer{Type: "say", Table: id, ID: "hello", Text: "hello\u202e <b>\n\tyou\u200b"}
	first := h.must(people[0], m)
	for range 2 {
		if again := h.must(people[0], m); again != first {
			t.Errorf("line %d, then %d", first, again)
		}
		h.start()
	}
	lines, err := h.store.Lines(t.Context(), id, "players", 0, 10)
	if err != nil || len(lines) != 1 || lines[0].Text != "hello <b> you" {
		t.Errorf("stored %+v (%v)", lines, err)
	}
	if n := strings.Count(ear.Text(), "hello"); n != 1 {
		t.Errorf("told %d times", n)
	}
}

// halfHour is a control whose games can be claimed after two minutes: a process looks at
// its tables five times a second, so what a test waits for is work.
const halfHour = "1800+0"

// claimThreshold is how long an opponent must be away before a game of a control can be claimed.
func claimThreshold(t *testing.T, control string) time.Duration {
	t.Helper()
	parsed, err := play.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	after, ok := table.ClaimAfter(parsed)
	if !ok {
		t.Fatalf("%s: never", control)
	}
	return after
}

// Who is gone can be beaten by a claim: after a while that fits the clock, and only
// where it is known.
func TestClaim(t *testing.T) {
	for _, control := range []string{"60+0", "300+3", "1800+10", "5400+30", "-", "1/600"} {
		for _, draw := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				defer h.run()()
				id, people := h.table(api.Options{Control: control})
				after := claimThreshold(t, control)
				_, c0 := h.watcher(people[0], id)
				defer c0.Close()
				_, c1 := h.watcher(people[1], id)
				time.Sleep(table.SettleTime + time.Second)
				h.move(id, people, 0)
				c1.Close()
				time.Sleep(after / 2)
				h.refused(string(api.TableNoClaim), people[0], api.ToServer{Type: "claim", Table: id}) // it can be aborted
				_, c1 = h.watcher(people[1], id)
				h.move(id, people, 0)
				h.refused(string(api.TablePresent), people[0], api.ToServer{Type: "claim", Table: id})
				c1.Close()
				time.Sleep(after - time.Second)
				h.refused(string(api.TableWait), people[0], api.ToServer{Type: "claim", Table: id})
				v, _ := h.view(people[0], id)
				if p := v.Presence; p.Players != [2]string{"here", "away"} || p.Claimable == nil || *p.Claimable > 1000 || p.Away[1] == 0 {
					t.Errorf("%s: presence %+v", control, p)
				}
				time.Sleep(2 * time.Second)
				if _, s := h.view("", id); s.Over() {
					return // the flag was there first
				}
				h.must(people[0], api.ToServer{Type: "claim", Table: id, Draw: draw})
				_, s := h.view("", id)
				want := game.FirstWins
				if draw {
					want = game.Draw
				}
				if s.End().Why != record.Abandoned || s.End().Outcome != want {
					t.Errorf("%s: ended by %+v", control, s.End())
				}
			})
		}
	}
	if _, ok := table.ClaimAfter(play.Control{Kind: play.PerMove, Base: time.Hour}); ok {
		t.Error("a game of days can be claimed")
	}
}

// The host of the server may say how long the server waits for people; with that less
// is known sooner after a start. A claim counts at whatever moment it is made once its
// time has come, though other processes are asked again and again who is there.
func TestClaimAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := (&tabletest.Hub{}).NewBus()
		h := newHouse(t, noLimits, func(c *table.Config) { c.Bus, c.ClaimAfter = bus, 20*time.Second })
		defer h.run()()
		const tables = 20
		var ids [tables]string
		var people [tables][2]string
		for i := range ids {
			ids[i], people[i] = h.table(api.Options{Control: "-"})
			h.move(ids[i], people[i], 0)
			h.move(ids[i], people[i], 0)
			_, c := h.watcher(people[i][0], ids[i])
			defer c.Close()
		}
		h.refused(string(api.TableUnknown), people[0][0], api.ToServer{Type: "claim", Table: ids[0]})
		time.Sleep(21 * time.Second) // from the start on it was known
		h.refused(string(api.TableWait), people[0][0], api.ToServer{Type: "claim", Table: ids[0]})
		time.Sleep(20 * time.Second)
		for i, id := range ids {
			h.must(people[i][0], api.ToServer{Type: "claim", Table: id})
			time.Sleep(130 * time.Millisecond)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, func(c *table.Config) { c.ClaimAfter = 5 * time.Second })
		defer h.run()()
		id, people := h.table(api.Options{Control: "1/86400"})
		h.move(id, people, 0)
		h.move(id, people, 0)
		_, c := h.watcher(people[0], id)
		defer c.Close()
		time.Sleep(time.Hour)
		h.refused(string(api.TableNoClaim), people[0], api.ToServer{Type: "claim", Table: id})
	})
}

// Somebody who waits at a table hears as soon as it is known that the other one is away,
// though nothing else has happened since a restart.
func TestToldWhenKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		id, people := h.table(api.Options{Control: "-"})
		h.move(id, people, 0)
		h.move(id, people, 0)
		h.start()
		defer h.run()()
		ear, c := h.watcher(people[0], id)
		defer c.Close()
		last := func() (told api.Presence) {
			for _, m := range ear.Take() {
				if m.Type == "presence" {
					told = *m.Presence
				}
			}
			return told
		}
		time.Sleep(10 * time.Second)
		if p := last(); p.Players != [2]string{"here", "unknown"} {
			t.Errorf("after a restart told is %+v", p)
		}
		time.Sleep(table.SettleTime)
		if p := last(); p.Players != [2]string{"here", "away"} || p.Claimable == nil {
			t.Errorf("when it is known, told is %+v", p)
		}
	})
}

// After a restart and without a bus it is not known who is away, and nobody can
// claim.
func TestClaimNeedsKnowledge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := &tabletest.Hub{}
		bus := hub.NewBus()
		h := newHouse(t, func(c *table.Config) { c.Bus = bus })
		id, people := h.table(api.Options{Control: halfHour})
		h.move(id, people, 0)
		h.move(id, people, 0)
		h.start(func(c *table.Config) { c.Bus = bus })
		defer h.run()()
		_, c := h.watcher(people[0], id)
		defer c.Close()
		claim := api.ToServer{Type: "claim", Table: id}
		after := claimThreshold(t, halfHour)
		h.refused(string(api.TableUnknown), people[0], claim)
		v, _ := h.view("", id)
		if v.Presence.Players != [2]string{"here", "unknown"} || v.Presence.Claimable != nil {
			t.Errorf("after a restart: %+v", v.Presence)
		}
		time.Sleep(table.SettleTime + 5*time.Second)
		h.refused(string(api.TableWait), people[0], claim)
		bus.Cut(true, true)
		time.Sleep(2 * after)
		h.refused(string(api.TableUnknown), people[0], claim)
		bus.Cut(false, true)
		time.Sleep(table.SettleTime / 2)
		h.refused(string(api.TableUnknown), people[0], claim)
		time.Sleep(table.SettleTime + after)
		h.must(people[0], claim)
	})
}

// Who watches a table and then sits down is here, whichever side the lot gives.
func TestPresenceOfWhoSitsDown(t *testing.T) {
	for _, side := range []string{"first", "second"} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			defer h.run()()
			maker, joiner := h.person("maker"), h.person("joiner")
			v, err := h.Create(t.Context(), maker, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-", Side: side}})
			if err != nil {
				t.Fatal(err)
			}
			_, c0 := h.watcher(maker, v.ID)
			defer c0.Close()
			_, c1 := h.watcher(joiner, v.ID)
			time.Sleep(table.SettleTime + time.Second)
			h.must(joiner, api.ToServer{Type: "sit", Table: v.ID})
			time.Sleep(2 * time.Second)
			if v, _ := h.view(maker, v.ID); v.Presence.Players != [2]string{"here", "here"} || v.Presence.Watchers != 0 {
				t.Errorf("maker plays %s: %+v", side, v.Presence)
			}
			c1.Close()
			time.Sleep(10 * time.Second)
			want := [2]string{"here", "away"}
			if side == "second" {
				want = [2]string{"away", "here"}
			}
			if v, _ := h.view(maker, v.ID); v.Presence.Players != want {
				t.Errorf("maker plays %s, the opponent has left: %+v", side, v.Presence)
			}
		})
	}
}

// Who is here at another process is here; who was there when it died comes back or
// is away.
func TestPresenceElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, _ := processes(t, &tabletest.Hub{})
		defer a.run()()
		stop := b.run()
		synctest.Wait()
		id, people := a.table(api.Options{Control: "-"})
		_, c0 := a.watcher(people[0], id)
		defer c0.Close()
		_, c1 := b.watcher(people[1], id)
		_, c2 := b.watcher("", id)
		defer c2.Close()
		time.Sleep(3 * time.Second) // by then each process has said that it lives, and was asked
		v, _ := a.view("", id)
		if v.Presence.Players != [2]string{"here", "here"} || v.Presence.Watchers != 1 {
			t.Errorf("both are connected: %+v", v.Presence)
		}
		c1.Close()
		time.Sleep(table.SettleTime + 3*time.Second)
		if v, _ = a.view("", id); v.Presence.Players != [2]string{"here", "away"} {
			t.Errorf("one has left elsewhere: %+v", v.Presence)
		}
		_, c1 = b.watcher(people[1], id)
		time.Sleep(2 * time.Second)
		stop() // the process is gone, with whom it had
		time.Sleep(10 * time.Second)
		if v, _ = a.view("", id); v.Presence.Players != [2]string{"here", "unknown"} || v.Presence.Watchers != 0 {
			t.Errorf("the other process is dead: %+v", v.Presence)
		}
		time.Sleep(table.SettleTime)
		if v, _ = a.view("", id); v.Presence.Players != [2]string{"here", "away"} {
			t.Errorf("nobody has come back: %+v", v.Presence)
		}
		c1.Close()
	})
}

// Nobody is beaten by a claim who plays, though no connection of theirs watches the table.
func TestClaimAgainstWhoPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		defer h.run()()
		after := claimThreshold(t, halfHour)
		id, people := h.table(api.Options{Control: halfHour})
		_, c0 := h.watcher(people[0], id)
		defer c0.Close()
		time.Sleep(table.SettleTime + time.Second)
		for range 4 {
			h.move(id, people, 0)
		}
		time.Sleep(after - time.Second)
		h.must(people[1], send(id, 4, play.Event{Kind: play.Offer, What: play.OfferDraw}))
		time.Sleep(after - time.Second)
		h.refused(string(api.TableWait), people[0], api.ToServer{Type: "claim", Table: id})
		time.Sleep(2 * time.Second)
		h.must(people[0], api.ToServer{Type: "claim", Table: id})
	})
}

// Nobody is beaten by a claim who is here, though the hints that said so were lost.
func TestClaimAfterLostHints(t *testing.T) {
	after := claimThreshold(t, halfHour)
	for _, c := range []struct {
		name string
		cut  time.Duration
		// known says that the bus knows that it loses hints.
		known bool
	}{
		{"known", 20 * time.Second, true},
		{"nodes lost", 20 * time.Second, false},
		{"unnoticed", 3 * time.Second, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, b, buses := processes(t, &tabletest.Hub{})
				defer a.run()()
				defer b.run()()
				id, people := a.table(api.Options{Control: halfHour})
				a.move(id, people, 0)
				a.move(id, people, 0)
				_, c0 := a.watcher(people[0], id)
				defer c0.Close()
				_, there := b.watcher("", id) // so that B does not ask when the player comes
				defer there.Close()
				_, c1 := a.watcher(people[1], id)
				time.Sleep(table.SettleTime + time.Second)
				buses[0].Cut(true, c.known)
				buses[1].Cut(true, c.known)
				c1.Close()
				_, c2 := b.watcher(people[1], id)
				defer c2.Close()
				time.Sleep(c.cut)
				buses[0].Cut(false, true)
				buses[1].Cut(false, true)
				time.Sleep(5 * time.Second)
				if c.cut > 10*time.Second {
					if v, _ := a.view("", id); v.Presence.Players != [2]string{"here", "here"} {
						t.Errorf("presence %+v", v.Presence)
					}
				}
				time.Sleep(table.SettleTime + after)
				a.refused(string(api.TablePresent), people[0], api.ToServer{Type: "claim", Table: id})
			})
		})
	}
	t.Run("asks first", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			hub := &tabletest.Hub{}
			bus, other := hub.NewBus(), hub.NewBus()
			h := newHouse(t, func(c *table.Config) { c.Bus = bus }) // asks nothing by itself
			asked := 0
			go func() {
				_ = other.Subscribe(t.Context(), func(hint table.Hint) {
					if hint.Kind == "ask" {
						asked++
					}
				})
			}()
			id, people := h.table(api.Options{Control: halfHour})
			h.move(id, people, 0)
			h.move(id, people, 0)
			_, c0 := h.watcher(people[0], id)
			defer c0.Close()
			time.Sleep(table.SettleTime + after)
			asked = 0
			claim := api.ToServer{Type: "claim", Table: id}
			h.refused(string(api.TableWait), people[0], claim)
			h.refused(string(api.TableWait), people[0], claim)
			if asked != 1 {
				t.Errorf("asked %d times, want once", asked)
			}
			time.Sleep(time.Second)
			h.must(people[0], claim)
		})
	})
	t.Run("acts", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a, b, buses := processes(t, &tabletest.Hub{})
			defer a.run()()
			defer b.run()()
			id, people := a.table(api.Options{Control: halfHour})
			a.move(id, people, 0)
			a.move(id, people, 0)
			a.move(id, people, 0)
			_, c0 := a.watcher(people[0], id)
			defer c0.Close()
			buses[0].Cut(true, false)
			buses[1].Cut(true, false)
			time.Sleep(table.SettleTime + after + 10*time.Second)
			b.move(id, people, 0)
			time.Sleep(20 * time.Second) // the table is polled meanwhile
			a.refused(string(api.TableWait), people[0], api.ToServer{Type: "claim", Table: id})
		})
	})
}

// Only time in which a process served, and in which the player who claims was here,
// counts against who is away.
func TestClaimCountsTime(t *testing.T) {
	after := claimThreshold(t, halfHour)
	for _, down := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			defer h.run()()
			id, people := h.table(api.Options{Control: halfHour})
			h.move(id, people, 0)
			h.move(id, people, 0)
			_, c0 := h.watcher(people[0], id)
			_, c1 := h.watcher("", id)
			defer c1.Close()
			time.Sleep(table.SettleTime + time.Second)
			if down {
				_, c2 := h.watcher(people[1], id)
				time.Sleep(2 * after)
				c2.Close()
				h.store.Jump(2*after, false)
			} else {
				c0.Close()
				time.Sleep(2 * after)
				_, c0 = h.watcher(people[0], id)
			}
			defer c0.Close()
			claim := api.ToServer{Type: "claim", Table: id}
			h.refused(string(api.TableWait), people[0], claim)
			if v, _ := h.view("", id); v.Presence.Claimable == nil || *v.Presence.Claimable == 0 {
				t.Errorf("down %v: presence %+v", down, v.Presence)
			}
			time.Sleep(after)
			h.must(people[0], claim)
		})
	}
}

// A rematch swaps the sides; on the same layout it is the same start. Every record
// can be checked.
func TestRematch(t *testing.T) {
	for _, g := range games.All() {
		for _, same := range []bool{false, true} {
			h := newHouse(t, noLimits)
			ann, ben := h.person("Ann"), h.person("Ben")
			_, full := g.(game.FullStarter)
			made, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: g.ID(), Control: "300+3", Full: full, Takeback: true, Public: true}})
			if err != nil {
				t.Fatal(err)
			}
			h.must(ben, api.ToServer{Type: "sit", Table: made.ID})
			id, starts, commits := made.ID, map[string]bool{}, map[string]bool{made.Commit: true}
			var firsts []string
			for range 3 {
				v, s := h.view("", id)
				starts[s.Terms().Start] = true
				firsts = append(firsts, v.Seats[0].ID)
				r, err := h.Record(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				if err := setup.Verify(r); err != nil {
					t.Errorf("%s, same %v: %v", g.ID(), same, err)
				}
				if v.Options.Public != (id == made.ID) {
					t.Errorf("public: %v", v.Options.Public)
				}
				two := [2]string{v.Seats[0].ID, v.Seats[1].ID}
				h.move(id, two, 0)
				h.must(two[1], send(id, 0, play.Event{Kind: play.Resign}))
				h.must(two[0], api.ToServer{Type: "rematch", Table: id, Same: same, Nonce: strings.Repeat("a1", 16)})
				offered, _ := h.view("", id)
				next, _ := h.view(two[1], offered.Rematch.Table)
				if next.Phase != api.Open || !next.Kept || next.From != id || offered.Rematch.By != "first" {
					t.Errorf("offered: %+v at %+v", offered.Rematch, next)
				}
				commits[next.Commit] = true
				h.must(two[1], api.ToServer{Type: "rematch", Table: id, Same: same, Nonce: strings.Repeat("b2", 16)})
				agreed, _ := h.view("", id)
				if !agreed.Rematch.Agreed || agreed.Rematch.Table != next.ID {
					t.Errorf("agreed: %+v", agreed.Rematch)
				}
				id = next.ID
			}
			if firsts[0] == firsts[1] || firsts[1] == firsts[2] {
				t.Errorf("%s: First was %v", g.ID(), firsts)
			}
			fixed := g.Start("a").String() == g.Start("b").String() && !full
			if one := len(starts) == 1; one != (same || fixed) {
				t.Errorf("%s, same %v: %d different starts", g.ID(), same, len(starts))
			}
			if one := len(commits) == 1; one != same {
				t.Errorf("%s, same %v: %d commits", g.ID(), same, len(commits))
			}
		}
	}
}

// An offered rematch is declined or withdrawn, and its table is closed then.
func TestRematchDeclined(t *testing.T) {
	for _, by := range []int{0, 1} {
		h := newHouse(t)
		id, people := h.table(api.Options{Control: "-"})
		h.must(people[0], send(id, 0, play.Event{Kind: play.Resign}))
		h.must(people[0], api.ToServer{Type: "rematch", Table: id})
		v, _ := h.view("", id)
		next := v.Rematch.Table
		h.must(people[by], api.ToServer{Type: "rematch", Table: id, No: true})
		if v, _ := h.view("", id); !v.Rematch.No {
			t.Errorf("%+v", v.Rematch)
		}
		if v, _ := h.view("", next); v.Phase != api.Closed {
			t.Errorf("the table of the rematch is %s", v.Phase)
		}
		h.must(people[1], api.ToServer{Type: "rematch", Table: id, Same: true})
		v, _ = h.view("", id)
		// Who has offered closes the new table; accepting then says no.
		h.must(people[1], api.ToServer{Type: "leave", Table: v.Rematch.Table})
		h.must(people[0], api.ToServer{Type: "rematch", Table: id, Same: true})
		if v, _ = h.view("", id); v.Rematch.Agreed || !v.Rematch.No {
			t.Errorf("accepted at a closed table: %+v", v.Rematch)
		}
	}
}

// If the process ends between the two tables of a rematch, the message that is sent
// again does the rest, and makes no third table.
func TestRematchCutShort(t *testing.T) {
	h := newHouse(t)
	id, people := h.table(api.Options{Control: "-"})
	h.must(people[0], send(id, 0, play.Event{Kind: play.Resign}))
	fail := func(method, table string) error {
		if method == "Append" && table == id {
			return errDisk
		}
		return nil
	}
	for i, person := range people {
		m := api.ToServer{Type: "rematch", Table: id, ID: fmt.Sprintf("again%d", i)}
		h.store.Fail(fail, false)
		for range 3 {
			if _, err := h.Do(t.Context(), person, m); err == nil {
				t.Fatal("acknowledged though nothing is stored")
			}
			h.start()
		}
		h.store.Fail(nil, false)
		h.must(person, m)
	}
	v, _ := h.view("", id)
	next, s := h.view("", v.Rematch.Table)
	if !v.Rematch.Agreed || next.Phase != api.Playing || s.Ply() != 0 {
		t.Errorf("%+v, the next table is %s", v.Rematch, next.Phase)
	}
	mine, err := h.Mine(t.Context(), people[0])
	if err != nil || len(mine.Tables) != 2 {
		t.Errorf("%d tables (%v), want 2", len(mine.Tables), err)
	}
}

// A table that only has the id which a rematch would get is not that of the rematch,
// though who offers has made it: the opponent would sit down by other terms.
func TestRematchElsewhere(t *testing.T) {
	h := newHouse(t, noLimits)
	id, people := h.table(api.Options{Control: "300+3"})
	h.must(people[0], send(id, 0, play.Event{Kind: play.Abort}))
	offer, drawn := api.ToServer{Type: "rematch", Table: id}, []byte{}
	for n, ok := 0, false; !ok; n++ {
		offer.ID = fmt.Sprintf("try%d", n)
		sum := sha256.Sum256([]byte("cairn rematch 1\n" + id + "\n" + people[0] + ":" + offer.ID + "\n0"))
		drawn = sum[:]
		_, ok = table.NewID(drawn)
	}
	// A process whose random numbers are: its name, the key of where tables come from, the nonce of the maker, the id of
	// the table.
	other := *h
	other.start(noLimits, func(c *table.Config) {
		c.Rand = io.MultiReader(bytes.NewReader(make([]byte, 8+sha256.Size+setup.Bytes)), bytes.NewReader(drawn), rand.Reader)
	})
	trap, err := other.Create(t.Context(), people[0], api.NewTable{Options: api.Options{Game: "dvonn", Control: "1+0", Side: "second"}})
	if err != nil {
		t.Fatal(err)
	}
	if want, _ := table.NewID(drawn); trap.ID != want {
		t.Fatalf("the table is %s, want %s", trap.ID, want)
	}
	h.must(people[0], offer)
	h.must(people[1], api.ToServer{Type: "rematch", Table: id})
	v, _ := h.view("", id)
	next, _ := h.view("", v.Rematch.Table)
	if next.ID == trap.ID || next.From != id || next.Options.Game != "lyngk" || next.Options.Control != "300+3" {
		t.Errorf("the rematch is played at %+v", next.Options)
	}
	if left, _ := h.view("", trap.ID); left.Phase != api.Open {
		t.Errorf("the other table is %s", left.Phase)
	}
}

// The lobby shows public tables, those that run at once while their maker is here.
func TestLobby(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		defer h.run()()
		ann, ben := h.person("Ann"), h.person("Ben")
		ear := &tabletest.Recorder{}
		c := h.Join(ben, ear)
		defer c.Close()
		if _, err := c.Do(t.Context(), api.ToServer{Type: "lobby", On: true}); err != nil {
			t.Fatal(err)
		}
		lobby := func() *api.Lobby {
			time.Sleep(2 * time.Second)
			l, err := h.Lobby(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			var told []byte
			for _, m := range ear.Take() {
				if m.Type == "lobby" {
					told, _ = json.Marshal(m.Lobby)
				}
			}
			if asked, _ := json.Marshal(l); string(told) != string(asked) {
				t.Errorf("told %s, asked %s", told, asked)
			}
			return l
		}
		make := func(o api.Options) string {
			v, err := h.Create(t.Context(), ann, api.NewTable{Options: o})
			if err != nil {
				t.Fatal(err)
			}
			return v.ID
		}
		quick := make(api.Options{Game: "lyngk", Control: "300+3", Public: true})
		slow := make(api.Options{Game: "dvonn", Control: "1/259200", Public: true})
		make(api.Options{Game: "dvonn", Control: "1/259200"})
		if l := lobby(); len(l.Open) != 1 || l.Open[0].ID != slow || len(l.Here) != 1 || l.Here[0].Name != "Ben" {
			t.Errorf("without Ann: %+v", l)
		}
		hers := h.Join(ann, &tabletest.Recorder{})
		if l := lobby(); len(l.Open) != 2 || len(l.Here) != 2 {
			t.Errorf("with Ann: %+v", l)
		}
		h.must(ben, api.ToServer{Type: "sit", Table: quick})
		l := lobby()
		if len(l.Open) != 1 || len(l.Playing) != 1 || l.Playing[0].ID != quick || l.Playing[0].Position == "" {
			t.Errorf("after Ben sat down: %+v", l)
		}
		hers.Close()
		if l := lobby(); len(l.Here) != 1 {
			t.Errorf("Ann has gone: %+v", l.Here)
		}
		mine, err := h.Mine(t.Context(), ben)
		if err != nil || len(mine.Tables) != 1 || mine.Tables[0].You == api.Watcher {
			t.Errorf("Ben's tables: %+v (%v)", mine, err)
		}
	})
}

// A table at which nobody sits down is closed in the end, and earlier if its maker does not come back.
func TestOpenForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		make := func(name string) (person, id string) {
			person = h.person(name)
			v, err := h.Create(t.Context(), person, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
			if err != nil {
				t.Fatal(err)
			}
			return person, v.ID
		}
		phases := func(at string, ids []string, want ...api.Phase) {
			t.Helper()
			h.Sweep(t.Context())
			h.CloseUnseen(t.Context())
			h.ForgetTables(t.Context())
			for i, id := range ids {
				if v, _ := h.view("", id); v.Phase != want[i] {
					t.Errorf("%s table %d is %s, want %s", at, i, v.Phase, want[i])
				}
			}
		}
		ann, hers := make("Ann")
		_, gone := make("gone")
		both := []string{hers, gone}
		time.Sleep(table.UnseenFor - time.Hour)
		if _, err := h.NewSession(t.Context(), ann, "", ""); err != nil { // she comes back now and then
			t.Fatal(err)
		}
		phases("after less than two weeks", both, api.Open, api.Open)
		time.Sleep(2 * time.Hour)
		phases("after more than two weeks", both, api.Open, api.Closed)
		time.Sleep(table.UnseenFor - 4*time.Hour)
		if _, err := h.NewSession(t.Context(), ann, "", ""); err != nil {
			t.Fatal(err)
		}
		time.Sleep(table.OpenFor - 2*table.UnseenFor)
		phases("before the end", both, api.Open, api.Closed)
		time.Sleep(4 * time.Hour)
		phases("in the end", both, api.Closed, api.Closed)
		time.Sleep(table.UnplayedFor - time.Hour)
		phases("for a month after that", both[:1], api.Closed)
		time.Sleep(2 * time.Hour)
		h.ForgetTables(t.Context())
		h.start()
		for _, id := range both {
			if _, err := h.View(t.Context(), "", id); codeOf(err) != string(api.TableNotFound) {
				t.Errorf("a table that was never played is there after long: %v", err)
			}
		}
	})
}

// Agreeing to a takeback means the last move: nothing else can be meant.
func TestTakebackOfLastMove(t *testing.T) {
	h := newHouse(t, noLimits)
	id, people := h.table(api.Options{Control: "300+3", Takeback: true})
	ask := func(to int) api.ToServer {
		return send(id, 0, play.Event{Kind: play.Offer, What: play.OfferTakeback, To: to})
	}
	h.move(id, people, 0)
	h.refused(string(play.BadTakeback), people[1], ask(0)) // the opponent's move
	for ply := 1; ply < 5; ply++ {
		h.move(id, people, ply)
	}
	for to := range 5 {
		if to != 3 {
			h.refused(string(play.BadTakeback), people[1], ask(to))
		}
	}
	h.must(people[1], ask(3))
	h.must(people[0], send(id, 0, play.Event{Kind: play.Accept}))
	if _, s := h.view("", id); s.Ply() != 3 {
		t.Errorf("%d plies are left, want 3", s.Ply())
	}
}

// Who only looks on can do nothing, whatever is tried; nor can a player play the
// opponent's move.
func TestRoles(t *testing.T) {
	h := newHouse(t, noLimits)
	id, people := h.table(api.Options{Control: "300+3", Takeback: true})
	_, s := h.view("", id)
	move := send(id, 0, play.Event{Kind: play.Move, Move: moveText(s, 0)})
	// The side in the message is not read.
	forged := move
	forged.Event = json.RawMessage(strings.Replace(string(move.Event), `"side":"first"`, `"side":"second"`, 1))
	h.refused(string(play.NotYourTurn), people[1], move)
	h.refused(string(play.NotYourTurn), people[1], forged)
	eve := h.person("Eve")
	for _, kind := range []play.Kind{play.Move, play.Resign, play.Offer, play.Accept, play.Decline, play.Withdraw, play.TakeBack, play.Abort, play.MoreTime} {
		h.refused(string(api.TableNotYours), eve, send(id, 0, play.Event{Kind: kind}))
		h.refused(string(api.MeNeeded), "", send(id, 0, play.Event{Kind: kind}))
	}
	for _, what := range []string{"leave", "claim", "rematch"} {
		h.refused(string(api.MeNeeded), "", api.ToServer{Type: what, Table: id})
	}
	h.must(people[0], forged)
	if _, s := h.view("", id); s.Log().Events[0].Side != game.First {
		t.Error("the side of the message counted")
	}
}
