package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"cairn.example/web"
)

// serving is one run of the real program in the background.
type serving struct {
	url    string
	said   string // before it
	cmd    *exec.Cmd
	stdout *bufio.Reader
	stderr *strings.Builder
	cancel context.CancelFunc
}

// startServing starts "cairn serve" (this test binary under that name, which
// testscript.Main puts on the path) and waits for its address.
func startServing(env []string, args ...string) (*serving, error) {
	program, err := exec.LookPath("cairn")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience) // longer than who plays there waits
	if !slices.ContainsFunc(args, func(a string) bool { return a == "--data" || a == "--no-tables" || a == "--store" }) {
		// The tables of a test are not those of the person who runs it.
		folder, err := os.MkdirTemp("", "cairn-serve-")
		if err != nil {
			cancel()
			return nil, err
		}
		args = append(args, "--data", folder)
		end := cancel
		cancel = func() { end(); os.RemoveAll(folder) }
	}
	s := &serving{stderr: new(strings.Builder), cancel: cancel}
	s.cmd = exec.CommandContext(ctx, program, append([]string{"serve"}, args...)...)
	s.cmd.Env = append(os.Environ(), env...)
	s.cmd.Stderr = s.stderr
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	s.stdout = bufio.NewReader(out)
	line, err := s.stdout.ReadString('\n')
	said, url, ok := strings.Cut(strings.TrimSpace(line), "http")
	if err != nil || !ok {
		cancel()
		_ = s.cmd.Wait()
		return nil, fmt.Errorf("first line %q, %v\n%s", line, err, s.stderr)
	}
	s.said, s.url = strings.TrimSpace(said), "http"+url
	return s, nil
}

// end asks the program to stop and returns its log; an error is an end that was
// not in order.
func (s *serving) end() (log string, err error) {
	defer s.cancel()
	if runtime.GOOS == "windows" { // there is no signal to send
		s.cancel()
		_ = s.cmd.Wait()
		return s.stderr.String(), nil
	}
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		return "", err
	}
	_, _ = io.Copy(io.Discard, s.stdout)
	err = s.cmd.Wait()
	return s.stderr.String(), err
}

// slot keeps the server of one script, among the values of its environment.
type slot struct{ *serving }

type slotKey struct{}

// serveCommands are the commands of scripts around a server:
//
//	occupy VAR                 keep a port taken, its address in VAR
//	serve [FLAGS]              start the program, its address in URL
//	get PATH FILE [HEADER]...  write the whole answer to a file
//	stop-serving               end it in order, its log in serve.log
func serveCommands() map[string]func(*testscript.TestScript, bool, []string) {
	usage := func(ts *testscript.TestScript, ok bool, text string) {
		if !ok {
			ts.Fatalf("usage: %s", text)
		}
	}
	return map[string]func(*testscript.TestScript, bool, []string){
		"occupy": func(ts *testscript.TestScript, neg bool, args []string) {
			usage(ts, !neg && len(args) == 1, "occupy VAR")
			l, err := net.Listen("tcp", "127.0.0.1:0")
			ts.Check(err)
			ts.Defer(func() { l.Close() })
			ts.Setenv(args[0], l.Addr().String())
		},
		"serve": func(ts *testscript.TestScript, neg bool, args []string) {
			usage(ts, !neg, "serve [FLAGS]")
			s, err := startServing(nil, args...)
			ts.Check(err)
			ts.Defer(s.cancel)
			ts.Setenv("URL", s.url)
			ts.Value(slotKey{}).(*slot).serving = s
		},
		"get": func(ts *testscript.TestScript, neg bool, args []string) {
			usage(ts, !neg && len(args) >= 2, "get PATH FILE [HEADER]...")
			q, err := http.NewRequest("GET", ts.Getenv("URL")+strings.TrimPrefix(args[0], "/"), nil)
			ts.Check(err)
			q.Header.Set("Accept-Encoding", "identity")
			for _, line := range args[2:] {
				name, value, _ := strings.Cut(line, ":")
				if name == "Host" {
					q.Host = strings.TrimSpace(value)
				}
				q.Header.Set(name, strings.TrimSpace(value))
			}
			r, err := http.DefaultTransport.RoundTrip(q)
			ts.Check(err)
			defer r.Body.Close()
			text, err := httputil.DumpResponse(r, true)
			ts.Check(err)
			ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.ReplaceAll(string(text), "\r\n", "\n")), 0o600))
		},
		"stop-serving": func(ts *testscript.TestScript, neg bool, args []string) {
			usage(ts, !neg && len(args) == 0, "stop-serving")
			log, err := ts.Value(slotKey{}).(*slot).end()
			ts.Check(err)
			ts.Check(os.WriteFile(ts.MkAbs("serve.log"), []byte(log), 0o600))
		},
	}
}

func TestServeLogsJSON(t *testing.T) {
	s, err := startServing(nil, "--addr", "127.0.0.1:0", "--log", "debug", "--log-json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.Get(s.url)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	log, err := s.end()
	if err != nil {
		t.Errorf("the end: %v", err)
	}
	messages := map[string]bool{}
	for line := range strings.Lines(log) {
		var entry struct {
			Msg string `json:"msg"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Errorf("log line %q: %v", line, err)
		}
		messages[entry.Msg] = true
	}
	if !messages["request"] || runtime.GOOS != "windows" && !messages["stopping"] {
		t.Errorf("logged: %v", messages)
	}
}

// TestServeSpeaks: the server names its address in the reader's language.
func TestServeSpeaks(t *testing.T) {
	for lang, want := range map[string]string{"en": "Cairn is at", "pl": "Cairn działa pod adresem"} {
		s, err := startServing(nil, "--addr", "127.0.0.1:0", "--lang", lang)
		if err != nil {
			t.Fatal(err)
		}
		if s.said != want {
			t.Errorf("%s: %q, want %q", lang, s.said, want)
		}
		if _, err := s.end(); err != nil {
			t.Errorf("the end: %v", err)
		}
	}
}

// TestServePage asks for what every page needs, in every form. Where the page is
// not built, the answer says what to do.
func TestServePage(t *testing.T) {
	s, err := startServing(nil, "--addr", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if !web.Built() {
		r, err := http.Get(s.url)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(text), "make build") {
			t.Errorf("without a page it answers %d: %.200s, %v", r.StatusCode, text, err)
		}
		if log, err := s.end(); err != nil || !strings.Contains(log, "make build") {
			t.Errorf("the end: %v, log: %s", err, log)
		}
		return
	}
	for _, path := range []string{"", "sw.js", "manifest.webmanifest", "icon.svg"} {
		for _, encoding := range []string{"br", "gzip", "identity"} {
			q, err := http.NewRequest("GET", s.url+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			q.Header.Set("Accept-Encoding", encoding)
			r, err := http.DefaultClient.Do(q)
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.Discard, r.Body)
			r.Body.Close()
			if err != nil || n == 0 || r.StatusCode != http.StatusOK || r.Header.Get("Content-Security-Policy") != web.Policy() {
				t.Errorf("/%s as %s: %d, %d bytes, %v", path, encoding, r.StatusCode, n, err)
			}
		}
	}
	if _, err := s.end(); err != nil {
		t.Errorf("the end: %v", err)
	}
}

// TestServeOpensTheBrowser has a script stand in for the browser.
func TestServeOpensTheBrowser(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // the stand-in is a shell script
	}
	dir := t.TempDir()
	script, note := filepath.Join(dir, "browser"), filepath.Join(dir, "note")
	text := "#!/bin/sh\necho \"$1\" > '" + note + ".part' && mv '" + note + ".part' '" + note + "'\n"
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := startServing([]string{"BROWSER=" + script}, "--addr", "127.0.0.1:0", "--open")
	if err != nil {
		t.Fatal(err)
	}
	var shown []byte
	for deadline := time.Now().Add(time.Minute); len(shown) == 0 && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		shown, _ = os.ReadFile(note)
	}
	if got := strings.TrimSpace(string(shown)); got != s.url {
		t.Errorf("the browser shows %q, want %q", got, s.url)
	}
	if _, err := s.end(); err != nil {
		t.Errorf("the end: %v", err)
	}
}

// TestServeWithoutABrowser goes on all the same.
func TestServeWithoutABrowser(t *testing.T) {
	s, err := startServing([]string{"BROWSER=/does/not/exist"}, "--addr", "127.0.0.1:0", "--open")
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		defer s.cancel()
		return // ended hard, its log may lack the line
	}
	// The page is served after the attempt, so its answer says the line is there.
	if r, err := http.Get(s.url); err == nil {
		r.Body.Close()
	}
	log, err := s.end()
	if err != nil || !strings.Contains(log, "browser could not be started") {
		t.Errorf("the end: %v, log: %s", err, log)
	}
}

func TestOpenCommand(t *testing.T) {
	for _, c := range []struct {
		args []string
		addr string
		want string
	}{
		{[]string{"./cairn", "serve"}, "", "cairn serve --addr :8080"},
		{[]string{"cairn", "serve", "--addr", "127.0.0.1:9090", "--data", "my tables"}, "127.0.0.1:9090", "cairn serve --addr :9090 --data 'my tables'"},
		{[]string{"cairn", "serve", "--addr=localhost:9090", "--claim-after=20s"}, "localhost:9090", "cairn serve --addr :9090 --claim-after=20s"},
		{
			[]string{"cairn", "serve", "--store=postgres://ann:secret@db/cairn", "--addr", "127.0.0.1:0"},
			"127.0.0.1:0",
			"cairn serve --addr :8080 --store=postgres://ann:xxxxx@db/cairn",
		},
		{[]string{"cairn.test", "-test.run=x"}, "", "cairn serve --addr :8080"},
	} {
		if got := openCommand(c.args, c.addr); got != c.want {
			t.Errorf("%q: %s, want %s", c.args, got, c.want)
		}
	}
}
