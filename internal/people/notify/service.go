package notify

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
)

// Store is what the package needs of a store.
type Store interface {
	Now() time.Time
	ID() string
	Person(ctx context.Context, id string) (table.PersonRow, error)
	Names(ctx context.Context, ids []string) (map[string]string, error)
	List(ctx context.Context, q table.Query) ([]table.Row, error)
	Load(ctx context.Context, id string) (table.Row, []table.Event, error)

	ClaimNotices(ctx context.Context, until time.Time, most int) ([]table.Notice, error)
	PutOffNotice(ctx context.Context, n table.Notice) error
	FinishNotice(ctx context.Context, n table.Notice) error
	Notices(ctx context.Context, person string, most int) ([]table.Notice, error)
	SeeNotices(ctx context.Context, person string, last int64) error
	ForgetNotices(ctx context.Context, before time.Time) error

	PutDevice(ctx context.Context, d table.Device) error
	Devices(ctx context.Context, person string) ([]table.Device, error)
	DeleteDevice(ctx context.Context, person, id string) error
	DeviceWorked(ctx context.Context, id string) error
	DeviceFailed(ctx context.Context, id string, paused time.Time) error

	SetSettings(ctx context.Context, person, before, settings string) error
	Secret(ctx context.Context, name string, draw func() (string, error)) (string, error)
	ByCredential(ctx context.Context, kind string, hash []byte) (table.PersonRow, table.Credential, error)
	RenewCredential(ctx context.Context, c table.Credential) error
	ReplaceCredentials(ctx context.Context, c table.Credential) error
	OfKind(ctx context.Context, person, kind string) ([]table.Credential, error)
}

// Config is what a [Service] works with.
type Config struct {
	Store Store
	// Active returns when somebody did something at this process; zero for not lately.
	Active func(person string) time.Time
	// Acted notes that somebody did.
	Acted func(person string)
	// Lobby returns what everybody may see of the tables.
	Lobby func(ctx context.Context, person string) (*api.Lobby, error)
	// Contests returns those that are to start or run, of somebody or with "" all; nil for none.
	Contests func(ctx context.Context, person string) ([]api.ContestBrief, error)
	// Subject is the address of this server, beginning with https://, where operators of push services find who runs
	// it; without one nothing is pushed.
	Subject string
	// PushHosts are the push services that devices may name; nil for PushHosts.
	PushHosts []string
	// Transport sends pushes; nil for [PublicTransport].
	Transport http.RoundTripper
	// Title says what is played at a table, in the language of the server's host: "LYNGK, 10 min + 5 s".
	Title func(o api.Options) string
	Log   *slog.Logger // nil for slog.Default
}

// Service sends and lists notices. Its methods are safe for concurrent use.
type Service struct {
	Config
	client *http.Client
	tests  rate.Buckets

	signing sync.Mutex
	signer  *signer // nil before it was needed
}

// New returns a service. It sends nothing before [Service.Run].
func New(c Config) *Service {
	if c.PushHosts == nil {
		c.PushHosts = PushHosts
	}
	if c.Transport = cmp.Or(c.Transport, elsewhere()); c.Transport == nil {
		c.Transport = PublicTransport()
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return &Service{Config: c, client: newClient(c.Transport)}
}

// sender returns who signs pushes, nil where this server sends none.
func (s *Service) sender(ctx context.Context) (*signer, error) {
	if s.Subject == "" {
		return nil, nil
	}
	s.signing.Lock()
	defer s.signing.Unlock()
	if s.signer != nil {
		return s.signer, nil
	}
	key, err := s.Store.Secret(ctx, "vapid", newKey)
	if err != nil {
		return nil, err
	}
	s.signer, err = newSigner(key, s.Subject)
	return s.signer, err
}

const (
	mostListed  = 50
	mostDevices = 10
)

// Notices returns the notices of somebody, and how they want to get them.
func (s *Service) Notices(ctx context.Context, person string) (*api.Notices, error) {
	row, err := s.Store.Person(ctx, person)
	if err != nil {
		return nil, err
	}
	all := &api.Notices{Settings: settingsOf(row).NoticeSettings, Devices: []api.PushDevice{}}
	if all.Notices, err = s.list(ctx, row); err != nil {
		return nil, err
	}
	for _, n := range all.Notices {
		if !n.Seen {
			all.Unread++
		}
	}
	devices, err := s.Store.Devices(ctx, person)
	if err != nil {
		return nil, err
	}
	now := s.Store.Now()
	for _, d := range devices {
		shown := api.PushDevice{ID: d.ID, Label: d.Label, Created: api.Millis(d.Created), Worked: api.Millis(d.Worked)}
		if d.Paused.After(now) {
			shown.Paused = api.Millis(d.Paused)
		}
		all.Devices = append(all.Devices, shown)
	}
	if all.Calendar, err = s.hasCalendar(ctx, person); err != nil {
		return nil, err
	}
	signer, err := s.sender(ctx)
	if signer != nil {
		all.Key = signer.public()
	}
	return all, err
}

// list returns the notices that somebody wants on the page and that are still true.
func (s *Service) list(ctx context.Context, row table.PersonRow) ([]api.Notice, error) {
	stored, err := s.Store.Notices(ctx, row.ID, mostListed)
	if err != nil {
		return nil, err
	}
	settings, list := settingsOf(row), []api.Notice{}
	var waits *waiting
	for _, n := range stored {
		if slices.Contains(settings.Page, n.Kind) {
			continue
		}
		if waits == nil && n.Seen.IsZero() && (n.Kind == table.NoticeTurn || n.Kind == table.NoticeEnding) {
			if waits, err = s.waiting(ctx, row.ID); err != nil {
				return nil, err
			}
		}
		if v, ok := shown(n, waits); ok {
			list = append(list, v)
		}
	}
	s.named(ctx, list)
	return list, nil
}

// named fills in the people of notices.
func (s *Service) named(ctx context.Context, list []api.Notice) {
	known := map[string]api.Person{}
	for _, n := range list {
		if n.Person == nil {
			continue
		}
		id := n.Person.ID
		if _, ok := known[id]; !ok {
			row, _ := s.Store.Person(ctx, id) // without it they are shown as guests
			row.ID = id
			known[id] = row.Shown()
		}
		*n.Person = known[id]
	}
}

// shown is a notice as its person sees it, but for the names of others; false where nothing of it is left to tell.
func shown(n table.Notice, waits *waiting) (api.Notice, bool) {
	args := argsOf(n)
	v := api.Notice{ID: n.ID, Kind: n.Kind, At: api.Millis(n.At), Seen: !n.Seen.IsZero(), Table: args.Table, Game: args.Game, End: args.End, Label: args.Label, What: args.What}
	if n.Kind == table.NoticeContest {
		v.Contest, v.Title, v.Round, v.Board, v.Deadline = args.Contest, args.Title, args.Round, args.Board, args.Over
	}
	if n.Kind == table.NoticeHost {
		v.Deadline = args.Over
	}
	switch {
	case n.Kind == table.NoticeTurn && !v.Seen:
		if v.Tables = len(waits.tables); v.Tables == 0 {
			return v, false
		}
		if v.Tables == 1 {
			v.Table, args.By = waits.tables[0].ID, opponentOf(waits.tables[0], n.Person)
		}
	case n.Kind == table.NoticeTurn:
		return v, false // no news any more
	case n.Kind == table.NoticeEnding && !v.Seen:
		row := waits.byID(args.Table)
		if row == nil {
			return v, false
		}
		_, _, until := row.Waits()
		v.Deadline = api.Millis(until)
	case n.Kind == table.NoticeEnding:
		return v, false
	}
	if args.By != "" {
		v.Person = &api.Person{ID: args.By}
	}
	return v, true
}

// argsOf reads what a notice is about; what cannot be read is not told.
func argsOf(n table.Notice) (args table.NoticeArgs) {
	_ = json.Unmarshal([]byte(n.Args), &args)
	return args
}

func opponentOf(row table.Row, person string) string {
	if row.Seats[0] == person {
		return row.Seats[1]
	}
	return row.Seats[0]
}

// waiting are the tables without haste that wait for somebody's move.
type waiting struct{ tables []table.Row }

func (w *waiting) byID(id string) *table.Row {
	if w == nil {
		return nil
	}
	for i := range w.tables {
		if w.tables[i].ID == id {
			return &w.tables[i]
		}
	}
	return nil
}

func (s *Service) waiting(ctx context.Context, person string) (*waiting, error) {
	w := &waiting{}
	q := table.Query{Person: person, Phase: string(api.Playing), Limit: listedTogether}
	for {
		rows, err := s.Store.List(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if mover, slow, _ := row.Waits(); mover == person && slow {
				w.tables = append(w.tables, row)
			}
		}
		if len(rows) < q.Limit {
			return w, nil
		}
		last := rows[len(rows)-1]
		q.Before, q.After = last.Updated, last.ID
	}
}

const listedTogether = 100 // tables that one query returns

// See notes that somebody is at a page and has looked at the notices up to a number, and returns
// how many are left.
func (s *Service) See(ctx context.Context, person string, last int64) (api.Unread, error) {
	s.Acted(person)
	if last > 0 {
		if err := s.Store.SeeNotices(ctx, person, last); err != nil {
			return api.Unread{}, err
		}
	}
	row, err := s.Store.Person(ctx, person)
	if err != nil {
		return api.Unread{}, err
	}
	list, err := s.list(ctx, row)
	var v api.Unread
	for _, n := range list {
		if !n.Seen && n.Kind != table.NoticeTurn { // tables that wait are counted by themselves
			v.Unread++
		}
	}
	return v, err
}

// Subscribe stores a device of somebody, under the session whose token is given.
func (s *Service) Subscribe(ctx context.Context, person, token, label string, p api.NewPush) (api.PushID, error) {
	if signer, err := s.sender(ctx); err != nil || signer == nil {
		return api.PushID{}, errors.Join(err, refuse(signer == nil, api.PushNone))
	}
	if err := checkEndpoint(p.Endpoint, s.PushHosts); err != nil {
		return api.PushID{}, api.Refuse(api.PushEndpoint)
	}
	if _, err := newTarget(p.Endpoint, p.P256dh, p.Auth); err != nil {
		return api.PushID{}, api.Refuse(api.PushEndpoint)
	}
	devices, err := s.Store.Devices(ctx, person)
	if err != nil {
		return api.PushID{}, err
	}
	id := deviceID(p.Endpoint)
	devices = slices.DeleteFunc(devices, func(d table.Device) bool { return d.ID == id })
	drop := []string{}
	if p.Was != "" {
		drop = append(drop, deviceID(p.Was))
	}
	for len(devices) >= mostDevices {
		drop, devices = append(drop, devices[0].ID), devices[1:]
	}
	for _, old := range drop {
		if err := s.Store.DeleteDevice(ctx, person, old); err != nil {
			return api.PushID{}, err
		}
	}
	err = s.Store.PutDevice(ctx, table.Device{
		ID: id, Person: person, Session: table.HashOf(token), Endpoint: p.Endpoint, P256dh: p.P256dh, Auth: p.Auth, Label: label, Created: s.Store.Now(),
	})
	if err == nil && p.Zone != "" {
		err = s.change(ctx, person, func(v *api.NoticeSettings) { v.Zone = p.Zone })
	}
	return api.PushID{ID: id}, err
}

func refuse(yes bool, code api.Code) error {
	if yes {
		return api.Refuse(code)
	}
	return nil
}

// deviceID names a device: its endpoint is known to it alone, and to its push service.
func deviceID(endpoint string) string {
	sum := sha256.Sum256([]byte(endpoint))
	return hex.EncodeToString(sum[:12])
}

// Unsubscribe forgets a device of somebody.
func (s *Service) Unsubscribe(ctx context.Context, person, id string) error {
	return s.Store.DeleteDevice(ctx, person, id)
}

// testLimit is how often a person tries their devices.
var testLimit = rate.Limit{Burst: 5, Every: 20 * time.Second}

// Test sends something to a device now, so that its person sees that it works.
func (s *Service) Test(ctx context.Context, person, id string) error {
	if wait := s.tests.Take(testLimit, person, s.Store.Now()); wait > 0 {
		return api.Refuse(api.TableRate, "seconds", seconds(wait))
	}
	devices, err := s.Store.Devices(ctx, person)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(devices, func(d table.Device) bool { return d.ID == id })
	if i < 0 {
		return api.Refuse(api.PushGone)
	}
	text, err := json.Marshal(api.Notice{Kind: "test", At: api.Millis(s.Store.Now())})
	if err != nil {
		return err
	}
	switch result := s.pushTo(ctx, devices[i], text, "test", true); result.outcome {
	case taken:
		return nil
	case gone:
		return api.Refuse(api.PushGone)
	default:
		return api.Refuse(api.PushFailed)
	}
}

// Run sends what is due until the context ends.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(sendEvery)
	defer tick.Stop()
	forgotten := s.Store.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		s.SendDue(ctx)
		if now := s.Store.Now(); now.Sub(forgotten) > forgetEvery {
			forgotten = now
			if err := s.Store.ForgetNotices(ctx, now.Add(-keptFor)); err != nil {
				s.fault(ctx, "forget notices", err)
			}
		}
	}
}

const (
	sendEvery   = time.Second
	forgetEvery = time.Hour
	keptFor     = 30 * 24 * time.Hour
)

func (s *Service) fault(ctx context.Context, doing string, err error) {
	if ctx.Err() == nil && !errors.Is(err, table.ErrBusy) {
		s.Log.Error("notices: "+doing, "error", err)
	}
}
