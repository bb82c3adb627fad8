package load

import (
	"bufio"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// TraceCalls are the system calls that [ReadTrace] needs, in the form of strace's
// option -e.
const TraceCalls = "trace=write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync,sync_file_range,msync"

// TraceArgs are the arguments of strace before the program, or before -p, that write
// a trace [ReadTrace] can read.
func TraceArgs(file string) []string {
	// A write of PostgreSQL's log may be as long as its buffer for it, a half megabyte.
	return []string{"-f", "-I", "2", "-yy", "-s", "1000000", "-e", TraceCalls, "-e", "signal=none", "-o", file}
}

// Order is what a trace of the system calls of servers and databases shows.
type Order struct {
	// Acks is how many acknowledgements were written to sockets.
	Acks int
	// Durable is how many of them were written when what they acknowledge lay in a file on which fsync or fdatasync
	// had ended since.
	Durable int
	// Syncs is how many fsync and fdatasync have ended without an error.
	Syncs int
	// Early names some of the others that were written to a file later, or never.
	Early []string
	// Unread is how many of the others have ids that are nowhere in the trace: they were never written, or
	// their writer was not traced.
	Unread int
}

// traceFile is a file that something was written to.
type traceFile struct {
	synced int // when the last sync that has ended had begun: all before is durable
}

// place is where a message id was written first.
type place struct {
	file   *traceFile
	at     int // the number of the call that wrote it
	commit int // the call that ends the transaction in SQLite's log; 0 while it is open
	wal    bool
}

// trace reads the lines of strace.
type trace struct {
	order   Order
	files   map[string]*traceFile
	found   map[string][]*place
	open    map[*traceFile][]*place // in SQLite's log, waiting for the frame that commits
	frames  map[string]bool         // a header of a frame that commits was written to this file
	pending map[string]string       // process -> the call that has not ended
	begun   map[string]int
	now     int
	logs    map[string]map[int64][]byte // what the pages of PostgreSQL's log hold, by segment and number
	early   []earlyAck
}

// earlyAck is an acknowledgement of what was not durable.
type earlyAck struct{ id, why string }

var (
	traceLine = regexp.MustCompile(`^(?:\[pid +)?(\d+)\]? +(?:\d+\.\d+ )?(.*)$`)
	traceCall = regexp.MustCompile(`^(\w+)\((.*)$`)
	tracePath = regexp.MustCompile(`^(\d+)<(.*?)>[,)]`)
	traceAck  = regexp.MustCompile(`\\"type\\":\\"ack\\",\\"id\\":\\"([0-9A-Za-z]+)\\"`)
	traceID   = regexp.MustCompile(`[0-9a-f]{16}x[0-9a-z]+`)
)

// ReadTrace reads what strace has written of the processes of a server and of its
// database, and tells for each acknowledgement whether what it acknowledges was
// durable when it was sent. The ids of messages are those of package client.
func ReadTrace(r io.Reader) (Order, error) {
	t := &trace{files: map[string]*traceFile{}, found: map[string][]*place{}, open: map[*traceFile][]*place{}, frames: map[string]bool{}, logs: map[string]map[int64][]byte{}, pending: map[string]string{}, begun: map[string]int{}}
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 1<<20), 1<<24)
	for s.Scan() {
		t.line(s.Text())
	}
	for _, a := range t.early {
		if len(t.found[a.id]) == 0 {
			t.order.Unread++
			a.why = "acknowledged, but it was never seen in a write"
		}
		if len(t.order.Early) < 5 {
			t.order.Early = append(t.order.Early, a.id+": "+a.why)
		}
	}
	return t.order, s.Err()
}

func (t *trace) line(text string) {
	parts := traceLine.FindStringSubmatch(text)
	if parts == nil {
		return
	}
	pid, rest := parts[1], parts[2]
	t.now++
	switch {
	case strings.HasPrefix(rest, "<... "):
		call := t.pending[pid]
		delete(t.pending, pid)
		_, tail, _ := strings.Cut(rest, " resumed>")
		if call != "" {
			t.end(call+tail, t.begun[pid])
		}
	case strings.HasSuffix(rest, " <unfinished ...>"):
		call := strings.TrimSuffix(rest, " <unfinished ...>")
		t.pending[pid], t.begun[pid] = call, t.now
		t.begin(call)
	default:
		t.begin(rest)
		t.end(rest, t.now)
	}
}

// parse takes a call apart: its name, the path of its descriptor, and all of its text.
func parse(call string) (name, path, args string) {
	parts := traceCall.FindStringSubmatch(call)
	if parts == nil {
		return "", "", ""
	}
	if p := tracePath.FindStringSubmatch(parts[2] + ")"); p != nil {
		path = p[2]
	}
	return parts[1], path, parts[2]
}

func isSocket(path string) bool {
	return strings.HasPrefix(path, "TCP") || strings.HasPrefix(path, "socket:") || strings.HasPrefix(path, "UNIX")
}

// begin looks at a call when it begins: an acknowledgement counts from there on.
func (t *trace) begin(call string) {
	name, path, args := parse(call)
	if !strings.Contains(name, "write") && !strings.HasPrefix(name, "send") || !isSocket(path) {
		return
	}
	for _, m := range traceAck.FindAllStringSubmatch(args, -1) {
		id := m[1]
		if !traceID.MatchString(id) {
			continue
		}
		t.order.Acks++
		if why := t.durable(id); why != "" {
			t.early = append(t.early, earlyAck{id, why})
			continue
		}
		t.order.Durable++
	}
}

// durable returns why a message is not, "" where it is.
func (t *trace) durable(id string) string {
	places := t.found[id]
	if len(places) == 0 {
		return "acknowledged before it was written"
	}
	for _, p := range places {
		after := p.at
		if p.wal {
			after = p.commit
		}
		if after != 0 && p.file.synced > after {
			return ""
		}
	}
	return "acknowledged before it was durable"
}

// end looks at a call when it has ended: only then has a file what was written, and
// only what was written before a sync began is durable after it.
func (t *trace) end(call string, begun int) {
	name, path, args := parse(call)
	if path == "" || isSocket(path) {
		return
	}
	result := call[strings.LastIndex(call, "=")+1:]
	n, err := strconv.Atoi(strings.Fields(result + " ?")[0])
	if err != nil || n < 0 {
		return
	}
	switch name {
	case "fsync", "fdatasync":
		t.order.Syncs++
		f := t.file(path)
		f.synced = max(f.synced, begun)
	case "write", "writev", "pwrite64", "pwritev":
		f := t.file(path)
		wal := strings.HasSuffix(path, "-wal")
		if commits, header := frameHeader(args, n); wal && header {
			t.frames[path] = commits
			return
		}
		if strings.Contains(path, "/pg_wal/") {
			args = t.records(path, args, n)
		}
		for _, id := range traceID.FindAllString(args, -1) {
			p := &place{file: f, at: t.now, wal: wal}
			if wal {
				t.open[f] = append(t.open[f], p)
			}
			t.found[id] = append(t.found[id], p)
		}
		if wal && t.frames[path] {
			for _, p := range t.open[f] {
				p.commit = t.now
			}
			delete(t.open, f)
			t.frames[path] = false
		}
	}
}

func (t *trace) file(path string) *traceFile {
	f := t.files[path]
	if f == nil {
		f = &traceFile{}
		t.files[path] = f
	}
	return f
}

// The pages of PostgreSQL's log, which begin with a header; the first one of a segment
// has a longer one.
const (
	logPage        = 8192
	logHeader      = 24
	logFirstHeader = 40
)

// offset reads the last argument of pwrite64.
var offset = regexp.MustCompile(`, (\d+)\) *= \d+$`)

// records takes over a write to PostgreSQL's log and returns what the pages it wrote
// hold then, without their headers: a record may go on in the next page, a page is
// written again when more has been added to it, and the buffer is a ring, so that one
// record may come in two writes.
func (t *trace) records(path, args string, n int) string {
	_, quoted, _ := strings.Cut(args, `"`)
	m := offset.FindStringSubmatch(args)
	if m == nil {
		return string(unescape(quoted, n))
	}
	at, _ := strconv.ParseInt(m[1], 10, 64)
	pages := t.logs[path]
	if pages == nil {
		pages = map[int64][]byte{}
		t.logs[path] = pages
	}
	first := at / logPage
	for bytes := unescape(quoted, n); len(bytes) > 0; {
		page, in := at/logPage, int(at%logPage)
		if pages[page] == nil {
			pages[page] = make([]byte, logPage)
		}
		copied := copy(pages[page][in:], bytes)
		bytes, at = bytes[copied:], at+int64(copied)
	}
	var b strings.Builder
	// The page before and the one behind may hold the other part of an id.
	for number := max(0, first-1); number <= (at-1)/logPage+1; number++ {
		header := logHeader
		if number == 0 {
			header = logFirstHeader
		}
		if page := pages[number]; page != nil {
			b.Write(page[header:])
		}
	}
	return b.String()
}

// frameHeader reports whether a write is the header of a frame of SQLite's log, 24
// bytes, and whether that frame ends a transaction: its second word is the size of the
// database then, and zero in all other frames.
func frameHeader(args string, n int) (commits, header bool) {
	if n != 24 {
		return false, false
	}
	_, quoted, _ := strings.Cut(args, `"`)
	bytes := unescape(quoted, 8)
	if len(bytes) < 8 {
		return false, false
	}
	return bytes[4]|bytes[5]|bytes[6]|bytes[7] != 0, true
}

// unescape reads the first bytes of a string as strace writes it.
func unescape(s string, most int) []byte {
	var b []byte
	for len(s) > 0 && len(b) < most && s[0] != '"' {
		if s[0] != '\\' || len(s) < 2 {
			b, s = append(b, s[0]), s[1:]
			continue
		}
		if i := strings.IndexByte(`abtnvfr`, s[1]); i >= 0 {
			b, s = append(b, byte(7+i)), s[2:]
			continue
		}
		digits := 0
		for digits < 3 && 1+digits < len(s) && s[1+digits] >= '0' && s[1+digits] <= '7' {
			digits++
		}
		if digits == 0 {
			b, s = append(b, s[1]), s[2:]
			continue
		}
		v, _ := strconv.ParseUint(s[1:1+digits], 8, 16)
		b, s = append(b, byte(v)), s[1+digits:]
	}
	return b
}
