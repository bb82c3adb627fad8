package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// userAgent names this program and its system in the list of one's devices, as browsers do.
var userAgent = "cairn (" + cmp.Or(map[string]string{"linux": "Linux", "darwin": "Mac OS", "windows": "Windows"}[runtime.GOOS], runtime.GOOS) + ")"

// maxBody bounds the answers that are read: a table with a long game is the largest.
const maxBody = 8 << 20

// Refused is the server's no. Nothing has changed.
type Refused struct {
	Reason api.Error
	// Status is that of the HTTP answer, 0 on the live connection.
	Status int
	// Seq is the number of the table's last event, where the server told it.
	Seq int64
}

func (r *Refused) Error() string {
	if r.Reason.Text != "" {
		return r.Reason.Text
	}
	return r.Reason.Code
}

// Refusal returns the server's no, and that no server answers, as an error of package
// play, whose codes have a text in every language; any other error as it is.
func Refusal(err error) error {
	if refused := new(Refused); errors.As(err, &refused) {
		return refusalOf(&refused.Reason)
	}
	failed := new(url.Error)
	if !errors.As(err, &failed) || errors.Is(err, context.Canceled) {
		return err
	}
	where := failed.URL
	if u, err := url.Parse(where); err == nil {
		where = u.Scheme + "://" + u.Host
	}
	reached := new(net.OpError)
	if failed.Timeout() || errors.As(err, &reached) && reached.Op == "dial" {
		return &play.Error{Code: "cli.remote.unreachable", Text: "no server answers at {address}", Args: map[string]string{"address": where}}
	}
	args := map[string]string{"address": where, "reason": failed.Err.Error()}
	return &play.Error{Code: "cli.remote.no_connection", Text: "no connection to {address}: {reason}", Args: args}
}

func refusalOf(e *api.Error) error {
	p := &play.Error{Code: play.Code(e.Code), Text: e.Text, Args: e.Args}
	if e.Why != nil {
		p.Err = refusalOf(e.Why)
	}
	return p
}

// Options say how a session reaches the server. The zero value will do.
type Options struct {
	// Transport carries the HTTP calls; nil for one of its own. Sessions may share one.
	Transport *http.Transport
	// From is the local address of the live connection, nil for any.
	From net.IP
	// Cookie is that of an earlier session, as [Session.Cookie] returned it.
	Cookie string
	// Token is that of a program, in place of a cookie.
	Token string
}

// Session is somebody at a server. It is safe for concurrent use.
type Session struct {
	base *url.URL
	http *http.Client
	from net.IP
	// token is that of a program, "" for a person's session.
	token string

	mu      sync.Mutex
	cookies map[string]string
	me      api.Person
}

// ParseAddress reads the address of a server, or of something there: "http://" may be
// left out, as in what a page shows to be typed. The error is one of package play.
func ParseAddress(address string) (*url.URL, error) {
	text := address
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, &play.Error{Code: "cli.remote.address", Text: "“{address}” is not the address of a server", Args: map[string]string{"address": address}}
	}
	return u, nil
}

// NewSession returns a session at the server with the address, such as
// "http://127.0.0.1:8080". It does not connect. The error is that of [ParseAddress].
func NewSession(address string, o Options) (*Session, error) {
	base, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	base.Path, base.RawQuery, base.Fragment = "", "", ""
	transport := o.Transport
	if transport == nil {
		transport = http.DefaultTransport.(*http.Transport).Clone()
		if o.From != nil {
			transport.DialContext = (&net.Dialer{LocalAddr: &net.TCPAddr{IP: o.From}}).DialContext
		}
	}
	s := &Session{base: base, from: o.From, token: o.Token, cookies: map[string]string{}}
	s.http = &http.Client{Transport: transport, Timeout: 30 * time.Second}
	for pair := range strings.SplitSeq(o.Cookie, "; ") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			s.cookies[name] = value
		}
	}
	return s, nil
}

// Address returns the address of the server.
func (s *Session) Address() string { return s.base.String() }

// Cookie returns what makes the session, so that it can be taken up later; "" before
// somebody was made. It is all that it takes to be that person. Several cookies are written as in the
// header of a request: a server may have one name for what it gives now, and one that an older
// version of it knows.
func (s *Session) Cookie() string { return strings.Join(s.cookiePairs(), "; ") }

func (s *Session) cookiePairs() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var pairs []string
	for name, value := range s.cookies {
		pairs = append(pairs, name+"="+value)
	}
	slices.Sort(pairs)
	return pairs
}

// Person returns who the session is, as far as the server has told.
func (s *Session) Person() api.Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.me
}

// Server returns what the server says of itself.
func (s *Session) Server(ctx context.Context) (api.Server, error) {
	var v api.Server
	err := s.Call(ctx, http.MethodGet, "/api/server", nil, &v)
	return v, err
}

// Me returns the person of the session, false where there is none yet.
func (s *Session) Me(ctx context.Context) (api.Person, bool, error) {
	var v api.Me
	if err := s.Call(ctx, http.MethodGet, "/api/me", nil, &v); err != nil || v.Person == nil {
		return api.Person{}, false, err
	}
	s.setPerson(*v.Person)
	return *v.Person, true, nil
}

// Guest makes the session a guest with a name, or renames the person it has; "" lets
// the server choose.
func (s *Session) Guest(ctx context.Context, name string) (api.Person, error) {
	return s.become(ctx, "/api/me", api.NewName{Name: name})
}

// Report tells the host of the server about a line of chat.
func (s *Session) Report(ctx context.Context, table string, line api.Line, why string) error {
	report := api.NewReport{Line: line.Number, Person: line.Person.ID, Text: why}
	return s.Call(ctx, http.MethodPost, "/api/tables/"+url.PathEscape(table)+"/reports", report, nil)
}

func (s *Session) setPerson(p api.Person) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.me = p
}

// Lobby returns the public tables.
func (s *Session) Lobby(ctx context.Context) (api.Lobby, error) {
	var v api.Lobby
	err := s.Call(ctx, http.MethodGet, "/api/lobby", nil, &v)
	return v, err
}

// Tables returns one's own tables.
func (s *Session) Tables(ctx context.Context) ([]api.Brief, error) {
	var v api.Tables
	err := s.Call(ctx, http.MethodGet, "/api/tables", nil, &v)
	return v.Tables, err
}

// Create makes a table.
func (s *Session) Create(ctx context.Context, o api.Options) (api.Table, error) {
	var v api.Table
	err := s.Call(ctx, http.MethodPost, "/api/tables", api.NewTable{Options: o, Nonce: newNonce()}, &v)
	return v, err
}

// CreateWith makes a table with a program, whose game begins at once.
func (s *Session) CreateWith(ctx context.Context, o api.Options, program string) (api.Table, error) {
	var v api.Table
	err := s.Call(ctx, http.MethodPost, "/api/tables", api.NewTable{Options: o, Nonce: newNonce(), With: program}, &v)
	return v, err
}

// Table returns a table as the session may see it.
func (s *Session) Table(ctx context.Context, id string) (api.Table, error) {
	var v api.Table
	err := s.Call(ctx, http.MethodGet, "/api/tables/"+url.PathEscape(id), nil, &v)
	return v, err
}

// Call makes one HTTP call: in is sent as JSON unless it is nil, and the answer is
// read into out unless that is nil. The server's no is a [*Refused].
func (s *Session) Call(ctx context.Context, method, path string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	answer, err := s.do(ctx, method, path, body)
	if err != nil || out == nil || len(answer) == 0 {
		return err
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("%s %s: the answer cannot be read: %w", method, path, err)
	}
	return nil
}

func (s *Session) do(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	var content io.Reader
	if body != nil {
		content = bytes.NewReader(body)
	}
	request, err := http.NewRequestWithContext(ctx, method, s.base.String()+path, content)
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("User-Agent", userAgent)
	s.identify(request.Header)
	response, err := s.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxBody))
	if err != nil {
		return nil, err
	}
	s.keepCookies(response.Cookies())
	if response.StatusCode >= 400 {
		return nil, refusal(response.StatusCode, answer)
	}
	return answer, nil
}

// identify adds to the headers of a request who makes it.
func (s *Session) identify(h http.Header) {
	if s.token != "" {
		h.Set("Authorization", "Bearer "+s.token)
		return
	}
	h.Set("Origin", s.base.String())
	for _, pair := range s.cookiePairs() {
		h.Add("Cookie", pair)
	}
}

// keepCookies takes over what the server sets. There is one host and one path, so no
// jar is needed, which would keep far more for each of many sessions.
func (s *Session) keepCookies(cookies []*http.Cookie) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range cookies {
		if c.MaxAge < 0 || c.Value == "" {
			delete(s.cookies, c.Name)
			continue
		}
		s.cookies[c.Name] = c.Value
	}
}

// refusal reads the body of a 4xx or 5xx answer.
func refusal(status int, body []byte) *Refused {
	r := &Refused{Status: status}
	if err := json.Unmarshal(body, &r.Reason); err != nil || r.Reason.Code == "" {
		// A proxy answers, or another program.
		args := map[string]string{"status": strconv.Itoa(status) + " " + http.StatusText(status)}
		r.Reason = api.Error{Code: "cli.remote.status", Args: args, Text: "the answer is {status}: no server of tables, or one that is not ready"}
	}
	return r
}
