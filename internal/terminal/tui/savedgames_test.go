package tui

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/show/i18n"
	"cairn.example/players"
	"cairn.example/record"
)

// stages returns records of one game after one ply, two plies and so on.
func stages(t *testing.T, n int) []*record.Record {
	t.Helper()
	s := local.New(games.All()[0].Start("saved"))
	var list []*record.Record
	for range n {
		if err := s.Play(sorted(s.Position())[0]); err != nil {
			t.Fatal(err)
		}
		list = append(list, s.Record())
	}
	return list
}

// plies returns how many plies each saved game has, as a stranger reads it.
func plies(t *testing.T, dir string) []int {
	t.Helper()
	games, err := NewSavedGames(dir).List()
	var unreadable *UnreadableError
	if err != nil && !errors.As(err, &unreadable) {
		t.Fatal(err)
	}
	var list []int
	for _, k := range games {
		list = append(list, k.Plies)
	}
	return list
}

func TestSavedGames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "down")
	r := stages(t, 4)
	s := NewSavedGames(dir)
	check := func(what string, want ...int) {
		t.Helper()
		got := plies(t, dir)
		if len(got) != len(want) {
			t.Fatalf("%s: games of %v plies, want %v", what, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: games of %v plies, want %v", what, got, want)
			}
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check("empty")
	must(s.SaveDraft("a", 1, r[0]))
	check("jotted only", 1)
	must(s.Save("a", 1, r[0]))
	check("put", 1)
	must(s.SaveDraft("a", 3, r[2]))
	must(s.Save("a", 2, r[1])) // the disk is behind
	check("jotted ahead", 3)
	must(s.Save("a", 3, r[2]))
	must(s.Save("a", 2, r[1])) // late
	check("late", 3)
	if _, err := os.Stat(filepath.Join(dir, "a"+draftExtension)); err == nil {
		t.Error("what was jotted down stays after it was put")
	}
	// Half a note, as a full disk leaves one, does not hide the game.
	must(os.WriteFile(filepath.Join(dir, "a"+draftExtension), []byte("[Game"), 0o600))
	check("a broken note", 3)
	must(os.Remove(filepath.Join(dir, "a"+draftExtension)))
	// Another program has gone on with the game: both are kept.
	other := NewSavedGames(dir)
	if _, err := other.Open("a"); err != nil {
		t.Fatal(err)
	}
	must(other.Save("a", 1, r[0]))
	must(s.Save("a", 4, r[3]))
	got := plies(t, dir)
	if len(got) != 2 || got[0]+got[1] != 5 {
		t.Fatalf("games of %v plies, want one of 1 and one of 4", got)
	}
	must(s.Remove("a"))
	must(s.Remove("a"))
	check("removed", 4)
	// What is no game is left alone and left out.
	must(os.WriteFile(filepath.Join(dir, "b.cairn"), []byte("not a record"), 0o600))
	must(os.WriteFile(filepath.Join(dir, "c.txt"), nil, 0o600))
	check("strangers", 4)
}

// However many games are saved, each can be reached: the oldest is listed too.
func TestManySavedGames(t *testing.T) {
	dir := t.TempDir()
	saved := NewSavedGames(dir)
	if err := saved.Save("oldest", 1, stages(t, 2)[1]); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-1000 * time.Hour)
	if err := os.Chtimes(saved.path("oldest"), long, long); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := (record.Cairn{}).Write(&text, stages(t, 1)[0]); err != nil {
		t.Fatal(err)
	}
	const others = 300
	for i := range others {
		if err := os.WriteFile(saved.path(fmt.Sprint(i)), text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := saved.List()
	if err != nil || len(list) != others+1 || list[others].ID != "oldest" || !list[others].Open {
		t.Fatalf("%d games are listed, %v", len(list), err)
	}
}

// Where no name is left beside a game that another program has changed, saving fails and
// no game is replaced.
func TestNoNameLeft(t *testing.T) {
	dir := t.TempDir()
	saved := NewSavedGames(dir)
	r := stages(t, 2)
	if err := saved.Save("a", 1, r[0]); err != nil {
		t.Fatal(err)
	}
	names := []string{"a"}
	for n := 2; n <= 101; n++ {
		names = append(names, fmt.Sprintf("a-%d", n))
	}
	for _, name := range names {
		if err := os.WriteFile(saved.path(name), []byte("another's"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := saved.Save("a", 2, r[1]); !errors.Is(err, fs.ErrExist) {
		t.Errorf("saved as %s, %v", saved.written["a"].name, err)
	}
	for _, name := range names {
		if text, err := os.ReadFile(saved.path(name)); err != nil || string(text) != "another's" {
			t.Errorf("%s was replaced: %v", name, err)
		}
	}
}

// Of the games of one file one is chosen, also among many: by what is typed of its line, or
// by its number behind the name.
func TestManyGames(t *testing.T) {
	var text bytes.Buffer
	played := stages(t, 2)[1]
	for n := range 400 {
		played.First = fmt.Sprintf("Player %d", n+1)
		if _, err := (record.Cairn{}).Write(&text, played); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(t.TempDir(), "many.cairn")
	if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, open := range []func(r *harness){
		func(r *harness) {
			r.run(loadFile(r.a, name))
			r.sees("The file holds 400 games. Choose one.")
			r.typeText("Player 397")
			r.press("enter")
		},
		func(r *harness) { r.run(loadFile(r.a, name+" 397")) },
	} {
		r := newHarness(t, trueColor)
		r.size(100, 30)
		open(r)
		r.press("enter") // play on
		r.sees("Player 397")
	}
}

// What is wrong with a file that was asked for by name stays on the screen when the list
// of the files beside it comes later than that.
func TestMissingFileByName(t *testing.T) {
	r := newHarness(t, trueColor)
	r.size(100, 30)
	missing := filepath.Join(t.TempDir(), "none.cairn")
	r.run(loadFile(r.a, missing))
	r.sees("Can’t read none.cairn: it doesn’t exist.")
	o := r.a.top().(*filePicker)
	r.run(o.load(missing))
	r.run(o.read())
	r.sees("Can’t read none.cairn: it doesn’t exist.")
	r.press("backspace") // the folder above
	if o.failed != "" {
		t.Errorf("in another folder it still says %q", o.failed)
	}
}

// A saved game that cannot be read is named where saved games are listed, with its
// file; the others are listed.
func TestUnreadableSavedGame(t *testing.T) {
	dir := t.TempDir()
	saved := NewSavedGames(dir)
	if err := saved.Save("good", 1, stages(t, 1)[0]); err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("bad%d.cairn", i)), []byte("[Game \"dvonn\"]\n\n1. e3 e3 *\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := saved.List()
	var unreadable *UnreadableError
	if !errors.As(err, &unreadable) || len(unreadable.Files) != 5 || len(list) != 1 || !strings.Contains(err.Error(), "bad3.cairn") {
		t.Fatalf("%d games, %v", len(list), err)
	}
	o := trueColor
	o.SavedGames = saved
	for lang, want := range map[string]string{"en": "5 saved games can’t be read:", "pl": "Nie można odczytać 5 zapisanych partii:"} {
		o.Catalog = catalogOf(lang)
		r := newHarness(t, o)
		r.sees(want)
		r.sees("…")
		r.sees("1") // the readable one is listed
		r.run(openFiles(r.a))
		r.sees(want)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o.Catalog = catalogOf("en")
	newHarness(t, o).sees("The saved games can’t be listed: ")
}

// A saved game with a player whom this program does not know is refused in the
// language of the program.
func TestUnknownPlayerInSavedGame(t *testing.T) {
	saved := NewSavedGames(t.TempDir())
	r := stages(t, 1)[0]
	r.SetTag(tagPlayers, "person nobody")
	if err := saved.Save("a", 1, r); err != nil {
		t.Fatal(err)
	}
	o := trueColor
	o.SavedGames, o.Catalog, o.Engines = saved, catalogOf("de"), strict{&fake{}}
	o.ErrorText = func(c *i18n.Catalog, err error) string { // the program knows all errors by type
		var unknown *players.UnknownError
		if !errors.As(err, &unknown) {
			t.Errorf("the error is %v", err)
			return ""
		}
		return c.T("cli.unknown.player", i18n.Args{"name": unknown.Name, "known": strings.Join(players.Names(), ", ")})
	}
	h := newHarness(t, o)
	h.press("enter")
	h.sees("Kein Spieler heißt nobody; bekannte Spieler: random")
}

// strict are engines that know the players of the program by name.
type strict struct{ *fake }

func (s strict) Opponent(g game.Game, name, seed string) (Opponent, error) {
	if _, err := players.New(g, name, players.Options{}); err != nil {
		return nil, err
	}
	return s.fake.Opponent(g, name, seed)
}

// What a file holds that is ignored is said for the game that is opened, by kinds
// and with their number, whether the file holds one game or several; a game that cannot be
// read is listed with the reason.
func TestWarningsOfAFile(t *testing.T) {
	const odd = "[Game \"dvonn\"]\n[Result \"5\"]\n\n1. e3 {[%clk soon]} f3 {[%clk late]} *\n\n"
	const sound = "[Game \"dvonn\"]\n\n1. e3 *\n\n"
	dir := t.TempDir()
	open := func(text string) *harness {
		t.Helper()
		name := filepath.Join(dir, "games.cairn")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r := newHarness(t, trueColor)
		r.size(120, 50)
		r.run(loadFile(r.a, name))
		return r
	}
	r := open(odd)
	r.sees("2 things were ignored:")
	r.sees("(2 times)")
	r = open(sound + odd)
	r.sees("The file holds 2 games.")
	r.press("down", "enter")
	r.sees("2 things were ignored:")
	r = open(sound + "[Game \"dvonn\"]\n\n1. e3 e3 *\n")
	r.sees("The file holds 2 games.")
	r.sees("e3 is illegal")
}

func TestSavedGamesCannotWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o := trueColor
	o.SavedGames = NewSavedGames(filepath.Join(file, "below"))
	r := opened(t, "lyngk", "demo", o, Setup{})
	r.press("enter", "tab", "enter")
	if !strings.Contains(r.text(), "couldn’t be saved") {
		t.Fatalf("nobody hears of it:\n%s", r.text())
	}
	if !strings.Contains(strings.Join(strings.Fields(r.text()), " "), "can’t write "+file) {
		t.Errorf("nobody hears where:\n%s", r.text())
	}
	gs := r.gameScreen()
	if len(moves(gs)) != 1 {
		t.Error("one cannot play on")
	}

	// A player who leaves would lose the game, and is asked. A second Ctrl-C leaves.
	for _, keys := range [][]string{{"q"}, {"ctrl+c"}, {"n", "y"}, {"m", "q"}} {
		r.press(keys...)
		if d, ok := r.a.top().(*dialog); !ok || r.gameScreen() != gs || r.quit {
			t.Fatalf("%v leaves it without a question:\n%s", keys, r.text())
		} else if !strings.Contains(d.text, "isn’t saved") || !strings.Contains(d.text, file) {
			t.Errorf("%v: %q", keys, d.text)
		}
		r.press("n")
	}
	for _, typed := range []string{"quit", "open", "open x.cairn"} {
		r.types(typed)
		if _, ok := r.a.top().(*dialog); !ok || r.quit {
			t.Fatalf("%q leaves it without a question:\n%s", typed, r.text())
		}
		r.press("n")
	}
	r.press("ctrl+c", "ctrl+c")
	if !r.quit {
		t.Error("a second Ctrl-C does not end the program")
	}
	r.press("n")

	// As soon as it can be saved nobody is asked.
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	r.press("q")
	if r.a.gameScreen() != nil {
		t.Fatalf("it is not left:\n%s", r.text())
	}
	r.sees("1 move")
	var none *SavedGames
	if err := none.Save("a", 1, stages(t, 1)[0]); err != nil {
		t.Error(err)
	}
	if list, err := none.List(); err != nil || list != nil {
		t.Error("no saved games hold something")
	}
}

// What a kill in the middle of writing leaves behind goes away in time, and
// nothing else does.
func TestRemoveLeftovers(t *testing.T) {
	dir := t.TempDir()
	old := []string{".a.cairn.123", ".a.jot.9"}
	stay := []string{"a.cairn", "a.jot", ".a.cairn", ".a.cairn.x1", "notes.cairn.123", ".fresh.cairn.123"}
	then := time.Now().Add(-2 * time.Hour)
	for _, name := range append(append([]string(nil), old...), stay...) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if name != ".fresh.cairn.123" {
			if err := os.Chtimes(path, then, then); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".d.cairn.1"), 0o700); err != nil {
		t.Fatal(err)
	}
	NewSavedGames(dir).RemoveLeftovers(time.Now())
	for _, name := range old {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range append(stay, ".d.cairn.1") {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			t.Errorf("%s is gone: %v", name, err)
		}
	}
	NewSavedGames(filepath.Join(dir, "none")).RemoveLeftovers(time.Now()) // no directory is no fault
}
