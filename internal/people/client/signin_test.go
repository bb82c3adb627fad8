package client_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"cairn.example/internal/files"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
)

func sessionsIn(dir string) *files.State[client.Sessions] {
	return client.SessionsFile(filepath.Join(dir, "servers.json"))
}

// guestServer is a server that makes guests and knows them by their cookies.
type guestServer struct {
	*httptest.Server
	making func() // is called while the first guest is made

	mu    sync.Mutex
	known map[string]bool
	made  int
}

func newGuestServer(t *testing.T) *guestServer {
	g := &guestServer{known: map[string]bool{}}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		var me api.Me
		if g.known[r.Header.Get("Cookie")] {
			me.Person = &api.Person{ID: "known"}
		} else if r.Method == http.MethodPost {
			g.made++
			if g.made == 1 && g.making != nil {
				g.making()
			}
			cookie := fmt.Sprint("session=guest", g.made)
			g.known[cookie] = true
			w.Header().Set("Set-Cookie", cookie)
			me.Person = &api.Person{ID: "new"}
		}
		if err := json.NewEncoder(w).Encode(me); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(g.Close)
	return g
}

// TestSignInTwice lets another program become a guest while this one does: both are one
// guest in the end, and the sessions at other servers stay.
func TestSignInTwice(t *testing.T) {
	g := newGuestServer(t)
	file := sessionsIn(t.TempDir())
	g.making = func() {
		g.known["session=other"] = true
		if err := file.Change(func(s client.Sessions) { s[g.URL], s["http://elsewhere"] = "session=other", "session=there" }); err != nil {
			t.Error(err)
		}
	}
	for range 2 {
		session, err := client.SignIn(t.Context(), file, g.URL, "")
		if err != nil || session.Cookie() != "session=other" {
			t.Fatalf("signed in with %v, %v", session, err)
		}
	}
	kept, err := file.Read()
	if err != nil || kept[g.URL] != "session=other" || kept["http://elsewhere"] != "session=there" || len(kept) != 2 {
		t.Errorf("the file holds %v, %v", kept, err)
	}
	if info, err := os.Stat(file.Path); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("others can read the sessions: %v, %v", info.Mode(), err)
	}
}

// TestSignInAtManyServers signs in at several servers at once: each session is kept.
func TestSignInAtManyServers(t *testing.T) {
	file := sessionsIn(filepath.Join(t.TempDir(), "deep"))
	var wait sync.WaitGroup
	for range 8 {
		g := newGuestServer(t)
		wait.Go(func() {
			if _, err := client.SignIn(t.Context(), file, g.URL, ""); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if kept, err := file.Read(); err != nil || len(kept) != 8 {
		t.Errorf("the file holds %v, %v", kept, err)
	}
}

// TestSessionsDamaged: nobody becomes a new guest before hearing that the old one's
// session is gone, and where it is; a file that cannot be read is left alone.
func TestSessionsDamaged(t *testing.T) {
	for _, bad := range []string{"{\"http://127.0.0.1\": \"session", "", "null", "[]"} {
		g := newGuestServer(t)
		file := sessionsIn(t.TempDir())
		if err := os.WriteFile(file.Path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := client.SignIn(t.Context(), file, g.URL, "")
		var damaged *files.Damaged
		if !errors.As(err, new(*client.SessionsError)) || !errors.As(err, &damaged) || damaged.Aside != file.Path+".damaged" || g.made != 0 {
			t.Errorf("%q: %v, %d guests", bad, err, g.made)
		}
		if text, err := os.ReadFile(file.Path + ".damaged"); err != nil || string(text) != bad {
			t.Errorf("%q was moved aside as %q, %v", bad, text, err)
		}
		if session, err := client.SignIn(t.Context(), file, g.URL, ""); err != nil || session.Cookie() != "session=guest1" {
			t.Errorf("after that: %v, %v", session, err)
		}
	}
	g := newGuestServer(t)
	file := sessionsIn(t.TempDir())
	if err := os.Mkdir(file.Path, 0o700); err != nil { // as unreadable as a file can be for everybody
		t.Fatal(err)
	}
	if _, err := client.SignIn(t.Context(), file, g.URL, ""); err == nil || g.made != 0 {
		t.Errorf("signed in without sessions: %v, %d guests", err, g.made)
	}
}

// TestFailedLeaving: a session whose end fails is still somebody's.
func TestFailedLeaving(t *testing.T) {
	failing := true
	g := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete && failing {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if err := json.NewEncoder(w).Encode(api.Me{Person: &api.Person{ID: "ada"}}); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(g.Close)
	s, err := client.NewSession(g.URL, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	leave := func() map[string]error {
		return map[string]error{"sign out": s.SignOut(t.Context()), "delete": s.Delete(t.Context(), "Ada")}
	}
	if _, err := s.Guest(t.Context(), "Ada"); err != nil {
		t.Fatal(err)
	}
	for what, err := range leave() {
		if err == nil || s.Person().ID != "ada" {
			t.Errorf("%s: %v, and it is %q", what, err, s.Person().ID)
		}
	}
	failing = false
	for what, err := range leave() {
		if err != nil || s.Person().ID != "" {
			t.Errorf("%s: %v, and it is %q", what, err, s.Person().ID)
		}
	}
}
