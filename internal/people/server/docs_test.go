package server

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
)

var update = flag.Bool("update", false, "write docs/api.md anew")

const (
	apiDocument = "../../../docs/api.md"
	apiStory    = "testdata/story.txt" // the examples with whole answers
)

// volatile are the fields that differ each time, by name.
var volatile = map[string]bool{
	"token": true, "commit": true, "secret": true, "nonces": true, "at": true, "created": true, "updated": true, "expires": true,
	"elapsed": true, "took": true, "seed": true, "lag": true, "away": true, "deadline": true, "claimable": true, "version": true, "used": true, "since": true, "seen": true,
	"busy": true, "cores": true, "connections": true, "acknowledged": true, "now": true, "starts": true, "began": true, "position": true,
	"key": true, "clocks": true, "calendar": true, "ended": true, "last": true,
}

// story runs the examples of a document.
type story struct {
	t      *testing.T
	h      *house
	people map[string]*browser
	wires  map[string]*wire
	kept   map[string][]api.ToClient // messages that were read while others were waited for
	known  map[string]string         // TABLE and the like -> what it is now
	ids    map[string]string         // an id of the document -> what it is now
	sent   map[string]bool           // types
	came   map[string]bool
	calls  map[string]bool
}

// TestDocument runs the examples and holds docs/api.md, which shows them shortened, against
// the program.
func TestDocument(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile(apiDocument)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(apiStory)
	if err != nil {
		t.Fatal(err)
	}
	s := &story{
		t: t, h: newHouse(t, func(o *Options) { o.Command = "cairn serve --addr :8080"; o.Version = "1.0" }),
		people: map[string]*browser{}, wires: map[string]*wire{}, kept: map[string][]api.ToClient{}, known: map[string]string{"SOON": fmt.Sprint(time.Now().Add(time.Hour).UnixMilli())}, ids: map[string]string{},
		sent: map[string]bool{}, came: map[string]bool{}, calls: map[string]bool{},
	}
	blocks := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n\n")
	for i, block := range blocks {
		blocks[i] = strings.TrimSuffix(s.run(block), "\n")
	}
	s.hold(apiStory, string(text), strings.Join(blocks, "\n\n")+"\n")
	var examples []string
	shortened := shortener{}
	for _, block := range blocks {
		if example := shortened.block(block); example != "" {
			examples = append(examples, example)
		}
	}
	shown := 0
	want := regexp.MustCompile("(?s)```story\n.*?```").ReplaceAllStringFunc(string(document), func(string) string {
		shown++
		return "```story\n" + examples[min(shown, len(examples))-1] + "```"
	})
	if shown != len(examples) {
		t.Errorf("%s shows %d of %d blocks of examples", apiDocument, shown, len(examples))
	}
	s.hold(apiDocument, string(document), section(want, "calls", callTable()))
	for _, kind := range messageTypes {
		if !s.sent[kind] {
			t.Errorf("no example sends %s", kind)
		}
	}
	for _, kind := range strings.Fields("hello reload table events ack refused presence plan chat invited lobby contest started pong busy moved") {
		if !s.came[kind] {
			t.Errorf("no example gets %s", kind)
		}
	}
	for _, rt := range routes() {
		if name := rt.method + " " + rt.pattern; !s.calls[name] && !rt.live {
			t.Errorf("no example calls %s", name)
		}
	}
}

// hold fails where a file is not what it is to be, or writes it.
func (s *story) hold(file, is, want string) {
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			s.t.Fatal(err)
		}
	} else if s.t.Failed() || is != want {
		s.t.Errorf("%s is not what the program does; go test ./internal/people/server -run TestDocument -update writes it", file)
	}
}

// section replaces what is between two marks.
func section(text, name, content string) string {
	before, rest, ok := strings.Cut(text, "<!-- "+name+" -->\n")
	_, after, ok2 := strings.Cut(rest, "<!-- end -->")
	if !ok || !ok2 {
		panic("the document has no section " + name)
	}
	return before + "<!-- " + name + " -->\n" + content + "<!-- end -->" + after
}

// callTable lists the calls by who may make them, those of one path in a line.
func callTable() string {
	var order []string
	paths, methods := map[string][]string{}, map[string]string{}
	for _, rt := range routes() {
		who := "Anybody"
		if rt.need == somebody {
			who = "With a session"
		}
		if rt.need == hosting {
			who = "A host"
		}
		switch rt.program {
		case never:
			who += ", no program"
		case playable:
			who += ", programs that play"
		}
		if paths[who] == nil {
			order = append(order, who)
		}
		key := who + rt.pattern
		if methods[key] == "" {
			paths[who] = append(paths[who], rt.pattern)
		}
		methods[key] += rt.method + " "
	}
	var b strings.Builder
	for _, who := range order {
		fmt.Fprintf(&b, "\n%s:\n\n", who)
		for _, path := range paths[who] {
			fmt.Fprintf(&b, "    %s/api/%s\n", methods[who+path], path)
		}
	}
	return b.String() + "\n"
}

var (
	callLine    = regexp.MustCompile(`^(\w+): (GET|POST|PUT|DELETE) /api/(\S+)(?: (.*))?$`)
	connectLine = regexp.MustCompile(`^(\w+): connect \?(.*)$`)
	messageLine = regexp.MustCompile(`^(\w+): (.*)$`)
	awaitLine   = regexp.MustCompile(`^(\w+) <- (\w+)(?: with (\d+))?$`)
)

// run runs one block and returns it with the answers: those that it has where they fit.
func (s *story) run(block string) string {
	var out strings.Builder
	lines := strings.Split(block, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "<- ") {
			continue
		}
		fmt.Fprintln(&out, line)
		answer := s.step(strings.TrimPrefix(line, unshown))
		if answer == "" {
			continue
		}
		known := ""
		if i+1 < len(lines) {
			known = strings.TrimPrefix(lines[i+1], "<- ")
		}
		if s.fits(known, answer) {
			answer = known
		} else if !*update {
			s.t.Errorf("%s\nanswers %s\nknown is %s", line, answer, known)
		}
		fmt.Fprintln(&out, "<- "+answer)
	}
	return out.String()
}

// wrapped breaks a long answer before its fields.
func wrapped(answer string) string {
	const most = 150
	var b strings.Builder
	width := 0
	for i, part := range strings.Split("<- "+answer, `,"`) {
		if i > 0 {
			b.WriteString(",")
			part = `"` + part
			if width+len(part) > most {
				b.WriteString("\n   ")
				width = 3
			}
		}
		b.WriteString(part)
		width += len(part) + 1
	}
	return b.String() + "\n"
}

// step does what a line says and returns the answer.
func (s *story) step(line string) string {
	replace := func(text string) string {
		for name, value := range s.known {
			text = strings.ReplaceAll(text, name, value)
		}
		return text
	}
	switch {
	case strings.HasPrefix(line, "("):
		s.turn(line)
		return ""
	case callLine.MatchString(line):
		m := callLine.FindStringSubmatch(line)
		return s.call(m[1], m[2], m[3], replace(m[3]), replace(m[4]))
	case connectLine.MatchString(line):
		m := connectLine.FindStringSubmatch(line)
		conn, answer, err := s.person(m[1]).handshake(m[2])
		if err != nil {
			s.t.Fatalf("%s: %v %v", line, err, answer)
		}
		s.h.t.Cleanup(func() { conn.Close() })
		s.wires[m[1]] = &wire{browser: s.person(m[1]), conn: conn}
		return s.await(m[1], func(*api.ToClient) bool { return true })
	case awaitLine.MatchString(line):
		m := awaitLine.FindStringSubmatch(line)
		return s.await(m[1], func(a *api.ToClient) bool {
			return a.Type == m[2] && (m[3] == "" || len(a.Events) > 0 && fmt.Sprint(a.Events[0].Seq) == m[3])
		})
	}
	m := messageLine.FindStringSubmatch(line)
	if m == nil || s.wires[m[1]] == nil {
		s.t.Fatalf("the line %q is none", line)
	}
	var v api.ToServer
	text := replace(m[2])
	_ = json.Unmarshal([]byte(text), &v)
	s.sent[v.Type] = true
	if v.Type == "watch" {
		s.kept[m[1]] = nil // what came before says nothing about the answer
	}
	s.wires[m[1]].raw([]byte(text))
	switch v.Type {
	case "unwatch":
		return ""
	case "contest":
		return s.await(m[1], func(a *api.ToClient) bool { return a.Type == "contest" && a.Contest != nil })
	case "lobby":
		if !v.On {
			return ""
		}
		return s.await(m[1], func(a *api.ToClient) bool { return a.Type == "lobby" })
	case "ping":
		return s.await(m[1], func(a *api.ToClient) bool { return a.Type == "pong" })
	case "watch":
		return s.await(m[1], func(a *api.ToClient) bool { return a.Type == "table" || a.Type == "events" && v.Since > 0 })
	}
	return s.await(m[1], func(a *api.ToClient) bool {
		return a.Type == "refused" && a.ID == v.ID || v.ID != "" && a.ID == v.ID
	})
}

func (s *story) person(name string) *browser {
	if s.people[name] == nil {
		s.people[name] = s.h.stranger()
	}
	return s.people[name]
}

func (s *story) call(name, method, pattern, path, in string) string {
	var content any
	if in != "" {
		content = []byte(in)
	}
	b := s.person(name)
	if pattern == "me/host" { // the owner of the server makes the link
		var me api.Me
		b.call("GET", "me", nil, &me)
		token, err := s.h.server.host.Invite(s.t.Context(), me.Person.ID)
		if err != nil {
			s.t.Fatal(err)
		}
		content = api.Token{Token: token}
	}
	status, header, text := b.request(method, path, content)
	pattern, _, _ = strings.Cut(pattern, "?")
	s.calls[method+" "+strings.NewReplacer("TABLE", "{id}", "DEVICE", "{id}", "00000000", "{id}", "@Clara", "{id}", "BOT", "{id}", "actions/1", "actions/{id}", "reports/1", "reports/{id}", "GRANT", "{token}", "DORA", "{id}", "dvonn/live", "{game}/{speed}", "CONTEST/join", "{id}/{action}", "CONTEST/start", "{id}/{action}", "CONTEST/pair", "{id}/{action}", "CONTEST", "{id}").Replace(pattern)] = true
	if kind := header.Get("Content-Type"); !strings.Contains(kind, "json") || strings.Contains(kind, "ndjson") || header.Get("Content-Disposition") != "" {
		if status == 204 {
			return "204"
		}
		return fmt.Sprint(status, " ", header.Get("Content-Type"))
	}
	var v struct {
		Token, ID string
		Code      string
		Calendar  string
		Person    *api.Person
		Contest   *api.Contest
	}
	_ = json.Unmarshal(text, &v)
	var devices []api.Session
	_ = json.Unmarshal(text, &devices)
	if v.Person != nil && name == "Clara" {
		s.known["CLARA"] = v.Person.ID
	}
	switch {
	case status == 200 && v.Code != "":
		s.known["CODE"] = v.Code
	case len(devices) > 0 && pattern == "me/sessions":
		s.known["DEVICE"] = devices[slices.IndexFunc(devices, func(d api.Session) bool { return !d.Here })].ID
	case v.Calendar != "":
		_, s.known["KEY"], _ = strings.Cut(v.Calendar, "=")
	case v.Contest != nil:
		s.known["CONTEST"] = v.Contest.ID
	case v.Token != "":
		if method == "POST" && strings.HasSuffix(pattern, "/tokens") {
			s.known["GRANT"] = v.ID
		}
		s.known["TOKEN"] = v.Token
	case v.ID != "" && method == "POST" && s.known["TABLE"] == "":
		s.known["TABLE"] = v.ID
	case v.ID != "" && method == "POST":
		s.known["OPEN"] = v.ID
	case v.Person != nil && v.Person.Kind == api.KindBot && method == "POST":
		s.known["BOT"] = v.Person.ID
	case v.Person != nil && name == "Dora":
		s.known["DORA"] = v.Person.ID
	case v.Person != nil && name == "Anna":
		s.known["PERSON"] = v.Person.ID
	case v.Person != nil && name == "Bert":
		s.known["BERT"] = v.Person.ID
	}
	return fmt.Sprint(status, " ", string(text))
}

// await returns the next message that fits and keeps the others for later.
func (s *story) await(name string, fits func(*api.ToClient) bool) string {
	for i, m := range s.kept[name] {
		if fits(&m) {
			s.kept[name] = slices.Delete(s.kept[name], i, i+1)
			s.came[m.Type] = true
			return string(encode(m))
		}
	}
	for {
		m, err := s.wires[name].read()
		if err != nil {
			s.t.Fatalf("%s waits: %v", name, err)
		}
		if fits(&m) {
			s.came[m.Type] = true
			return string(encode(m))
		}
		s.kept[name] = append(s.kept[name], m)
	}
}

// turn is what happens to the server.
func (s *story) turn(line string) {
	switch line {
	case "(Walker has TOKEN)":
		s.person("Walker").token = s.known["TOKEN"]
	case "(the store does not answer)":
		s.h.store.Fail(func(string, string) error { return errTest }, false)
	case "(it answers again)":
		s.h.store.Fail(nil, false)
	case "(the server is about to end)":
		go s.h.server.Drain(s.t.Context())
	default:
		s.t.Fatalf("what is %s", line)
	}
}

// fits reports whether the document's answer has the form of the program's: what
// differs each time aside, they are the same. The same id of the document is always
// the same id of the program.
func (s *story) fits(doc, got string) bool {
	docStatus, docText, _ := strings.Cut(doc, " ")
	gotStatus, gotText, _ := strings.Cut(got, " ")
	if !strings.HasPrefix(doc, "{") {
		if docStatus != gotStatus {
			return false
		}
		if docText == gotText {
			return true
		}
		doc, got = docText, gotText
	}
	var a, b any
	if json.Unmarshal([]byte(doc), &a) != nil || json.Unmarshal([]byte(got), &b) != nil {
		return false
	}
	return s.same("", a, b)
}

func (s *story) same(name string, doc, got any) bool {
	if name == "presence" { // who is here follows when it is known
		return true
	}
	switch d := doc.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(d) != len(g) && !volatileDiffer(d, g) {
			return false
		}
		for key, v := range d {
			other, there := g[key]
			if !there && !volatile[key] || there && !s.same(key, v, other) {
				return false
			}
		}
		return true
	case []any:
		g, ok := got.([]any)
		if !ok || len(d) != len(g) {
			return false
		}
		for i := range d {
			if !s.same(name, d[i], g[i]) {
				return false
			}
		}
		return true
	case string:
		g, ok := got.(string)
		if !ok {
			return false
		}
		if d == g || volatile[name] || name == "code" && isCode(d) && isCode(g) {
			return true
		}
		if name == "id" || name == "table" || name == "tables" || name == "tableId" || name == "from" || name == "person" || api.IsPersonID(d) {
			if s.ids[d] == "" {
				s.ids[d] = g
			}
			return s.ids[d] == g
		}
		return false
	case float64:
		_, ok := got.(float64)
		return ok && (doc == got || volatile[name])
	}
	return doc == got
}

// isCode reports whether a text is a sign-in code rather than that of a refusal.
func isCode(text string) bool { return strings.Count(text, "-") == 3 }

// volatileDiffer reports whether two objects differ only in fields that may be left
// out because they are zero this time.
func volatileDiffer(a, b map[string]any) bool {
	for key := range b {
		if _, ok := a[key]; !ok && !volatile[key] {
			return false
		}
	}
	return true
}
