package tabletest

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn.example/internal/table"
)

// Store keeps everything in memory. Its zero value is not ready: see [NewStore].
type Store struct {
	mu      sync.Mutex
	tables  map[string]*stored
	people  map[string]table.PersonRow
	creds   map[string]table.Credential
	chat    map[string][]table.ChatLine
	reports []table.Report
	leased  map[string]time.Time
	down    [][2]time.Time
	offset  time.Duration

	fail    func(method, id string) error
	stored  bool
	appends int
}

type stored struct {
	row    table.Row
	events []table.Event
}

var _ table.Store = (*Store)(nil)

// NewStore returns an empty store whose clock is that of the process.
func NewStore() *Store {
	return &Store{
		tables: map[string]*stored{}, people: map[string]table.PersonRow{}, creds: map[string]table.Credential{},
		chat: map[string][]table.ChatLine{}, leased: map[string]time.Time{},
	}
}

// Fail has f decide which calls fail. For an Append that fails with
// [table.ErrAmbiguous], stored says whether the events are stored all the same. A nil
// f lets everything work.
func (s *Store) Fail(f func(method, id string) error, stored bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail, s.stored = f, stored
}

// Jump lets time pass in which nobody served, or, with served, in which somebody did.
func (s *Store) Jump(d time.Duration, served bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from := time.Now().Add(s.offset)
	s.offset += d
	if !served {
		s.down = append(s.down, [2]time.Time{from, from.Add(d)})
	}
}

// Appends returns how many appends were stored.
func (s *Store) Appends() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.appends
}

func (s *Store) failing(method, id string) error {
	if s.fail == nil {
		return nil
	}
	return s.fail(method, id)
}

// Now is the time of the process, and what was jumped.
func (s *Store) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Add(s.offset)
}

// Served leaves out the time in which nobody served.
func (s *Store) Served(from, to time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := to.Sub(from)
	for _, down := range s.down {
		start, end := down[0], down[1]
		if start.Before(from) {
			start = from
		}
		if end.After(to) {
			end = to
		}
		if end.After(start) {
			d -= end.Sub(start)
		}
	}
	return max(0, d)
}

// Create stores a new table.
func (s *Store) Create(_ context.Context, row table.Row, events []table.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Create", row.ID); err != nil {
		return err
	}
	if s.tables[row.ID] != nil {
		return table.ErrConflict
	}
	s.tables[row.ID] = &stored{row: copyRow(row), events: copyEvents(events)}
	return nil
}

// Append stores events where they are next.
func (s *Store) Append(_ context.Context, row table.Row, events []table.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.failing("Append", row.ID)
	if err != nil && (err != table.ErrAmbiguous || !s.stored) {
		return err
	}
	t := s.tables[row.ID]
	if t == nil {
		return table.ErrNotFound
	}
	if len(events) == 0 || events[0].Seq != t.row.Seq+1 {
		return table.ErrConflict
	}
	for _, e := range events {
		if e.Message != "" && slices.ContainsFunc(t.events, func(o table.Event) bool { return o.Message == e.Message }) {
			return table.ErrConflict
		}
	}
	secret, created := t.row.Secret, t.row.Created
	t.row = copyRow(row)
	t.row.Secret, t.row.Created = secret, created
	t.events = append(t.events, copyEvents(events)...)
	delete(s.leased, row.ID)
	s.appends++
	return err
}

// Load returns a table with its log.
func (s *Store) Load(_ context.Context, id string) (table.Row, []table.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Load", id); err != nil {
		return table.Row{}, nil, err
	}
	t := s.tables[id]
	if t == nil {
		return table.Row{}, nil, table.ErrNotFound
	}
	return copyRow(t.row), copyEvents(t.events), nil
}

// Since returns the events after a number.
func (s *Store) Since(_ context.Context, id string, seq int64) ([]table.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Since", id); err != nil {
		return nil, err
	}
	t := s.tables[id]
	if t == nil {
		return nil, table.ErrNotFound
	}
	return copyEvents(t.events[min(int(seq), len(t.events)):]), nil
}

// Seqs returns the last numbers.
func (s *Store) Seqs(_ context.Context, ids []string) (map[string]int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Seqs", ""); err != nil {
		return nil, err
	}
	seqs := map[string]int64{}
	for _, id := range ids {
		if t := s.tables[id]; t != nil {
			seqs[id] = t.row.Seq
		}
	}
	return seqs, nil
}

// Stored finds a message.
func (s *Store) Stored(_ context.Context, id, message string) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Stored", id); err != nil {
		return 0, err
	}
	if t := s.tables[id]; t != nil {
		for _, e := range t.events {
			if e.Message == message {
				return e.Seq, nil
			}
		}
	}
	return 0, table.ErrNotFound
}

// Due returns tables whose deadline has passed, each once in five seconds.
func (s *Store) Due(_ context.Context, limit int) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Due", ""); err != nil {
		return nil, err
	}
	now := time.Now().Add(s.offset)
	var ids []string
	for id, t := range s.tables {
		if d := t.row.Deadline; !d.IsZero() && !d.After(now) && s.leased[id].Before(now) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	ids = ids[:min(limit, len(ids))]
	for _, id := range ids {
		s.leased[id] = now.Add(5 * time.Second)
	}
	return ids, nil
}

// Postpone moves a deadline.
func (s *Store) Postpone(_ context.Context, id string, seq int64, deadline time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Postpone", id); err != nil {
		return err
	}
	if t := s.tables[id]; t != nil && t.row.Seq == seq {
		t.row.Deadline = deadline
		delete(s.leased, id)
	}
	return nil
}

// List returns rows.
func (s *Store) List(_ context.Context, q table.Query) ([]table.Row, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("List", ""); err != nil {
		return nil, err
	}
	var rows []table.Row
	for _, t := range s.tables {
		r := t.row
		if q.Person != "" && !slices.Contains(r.Seats[:], q.Person) || q.Phase != "" && r.Phase != q.Phase || q.Public && !r.Public ||
			!q.Before.IsZero() && !r.Updated.Before(q.Before) {
			continue
		}
		rows = append(rows, copyRow(r))
	}
	slices.SortFunc(rows, func(a, b table.Row) int {
		if c := b.Updated.Compare(a.Updated); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	limit := q.Limit
	if limit == 0 {
		limit = 100
	}
	return rows[:min(limit, len(rows))], nil
}

// NewPerson stores somebody.
func (s *Store) NewPerson(_ context.Context, p table.PersonRow) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("NewPerson", p.ID); err != nil {
		return err
	}
	s.people[p.ID] = p
	return nil
}

// Person returns somebody.
func (s *Store) Person(_ context.Context, id string) (table.PersonRow, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Person", id); err != nil {
		return table.PersonRow{}, err
	}
	p, ok := s.people[id]
	if !ok {
		return p, table.ErrNotFound
	}
	return p, nil
}

// Names returns names.
func (s *Store) Names(_ context.Context, ids []string) (map[string]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := map[string]string{}
	for _, id := range ids {
		if p, ok := s.people[id]; ok {
			names[id] = p.Name
		}
	}
	return names, nil
}

// UpdatePerson replaces somebody.
func (s *Store) UpdatePerson(_ context.Context, p table.PersonRow) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("UpdatePerson", p.ID); err != nil {
		return err
	}
	if _, ok := s.people[p.ID]; !ok {
		return table.ErrNotFound
	}
	s.people[p.ID] = p
	return nil
}

// Rename replaces the name alone.
func (s *Store) Rename(_ context.Context, id, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Rename", id); err != nil {
		return err
	}
	p, ok := s.people[id]
	if !ok {
		return table.ErrNotFound
	}
	p.Name = name
	s.people[id] = p
	return nil
}

// DeletePerson deletes all that is personal.
func (s *Store) DeletePerson(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.people, id)
	for key, c := range s.creds {
		if c.Person == id {
			delete(s.creds, key)
		}
	}
	for name, lines := range s.chat {
		s.chat[name] = slices.DeleteFunc(lines, func(l table.ChatLine) bool { return l.Person == id })
	}
	return nil
}

// NewCredential stores a hash.
func (s *Store) NewCredential(_ context.Context, c table.Credential) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("NewCredential", c.Person); err != nil {
		return err
	}
	c.Hash = bytes.Clone(c.Hash)
	s.creds[c.Kind+string(c.Hash)] = c
	return nil
}

func (s *Store) byCredential(kind string, hash []byte) (table.PersonRow, error) {
	if err := s.failing("ByCredential", ""); err != nil {
		return table.PersonRow{}, err
	}
	c, ok := s.creds[kind+string(hash)]
	p, lives := s.people[c.Person]
	if !ok || !lives || !c.Expires.After(time.Now().Add(s.offset)) {
		return table.PersonRow{}, table.ErrNotFound
	}
	return p, nil
}

// ByCredential finds a person.
func (s *Store) ByCredential(_ context.Context, kind string, hash []byte) (table.PersonRow, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byCredential(kind, hash)
}

// UseCredential finds a person once.
func (s *Store) UseCredential(_ context.Context, kind string, hash []byte) (table.PersonRow, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.byCredential(kind, hash)
	if err == nil {
		delete(s.creds, kind+string(hash))
	}
	return p, err
}

// DeleteCredential deletes a hash.
func (s *Store) DeleteCredential(_ context.Context, kind string, hash []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.creds, kind+string(hash))
	return nil
}

// Say stores a line of chat once.
func (s *Store) Say(_ context.Context, l table.ChatLine) (table.ChatLine, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Say", l.Table); err != nil {
		return l, err
	}
	lines := s.chat[l.Table]
	for _, old := range lines {
		if old.Message == l.Message && l.Message != "" {
			return old, nil
		}
	}
	l.Number = 1
	if n := len(lines); n > 0 {
		l.Number = lines[n-1].Number + 1
	}
	s.chat[l.Table] = append(lines, l)
	return l, nil
}

// Said returns the newest lines of a room.
func (s *Store) Said(_ context.Context, id, room string, after int64, limit int) ([]table.ChatLine, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("Said", id); err != nil {
		return nil, err
	}
	var lines []table.ChatLine
	for _, l := range s.chat[id] {
		if l.Room == room && l.Number > after {
			lines = append(lines, l)
		}
	}
	return lines[max(0, len(lines)-limit):], nil
}

// NewReport stores a report.
func (s *Store) NewReport(_ context.Context, r table.Report) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failing("NewReport", r.Table); err != nil {
		return err
	}
	r.ID = int64(len(s.reports) + 1)
	s.reports = append(s.reports, r)
	return nil
}

// Reports returns the newest reports.
func (s *Store) Reports(_ context.Context, limit int) ([]table.Report, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	reports := slices.Clone(s.reports)
	slices.Reverse(reports)
	return reports[:min(limit, len(reports))], nil
}

func copyRow(r table.Row) table.Row {
	r.Secret, r.Summary = bytes.Clone(r.Secret), bytes.Clone(r.Summary)
	return r
}

func copyEvents(events []table.Event) []table.Event {
	events = slices.Clone(events)
	for i := range events {
		events[i].Payload = bytes.Clone(events[i].Payload)
	}
	return events
}
