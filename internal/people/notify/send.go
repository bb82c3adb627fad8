package notify

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

const (
	lease    = time.Minute // how long a process has for what it claimed
	together = 64          // notices at once
	// mostTries is how often a notice is sent. One more means that processes died with it.
	mostTries = 2
	// awayFor is how long somebody must have done nothing on any page.
	awayFor  = time.Minute
	tryAgain = time.Minute
	// giveUp is how long a notice is tried that no push service takes.
	giveUp = 24 * time.Hour
)

// SendDue sends what is due now, and returns when that is done.
func (s *Service) SendDue(ctx context.Context) {
	list, err := s.Store.ClaimNotices(ctx, s.Store.Now().Add(leaseFor()).Truncate(time.Millisecond), together)
	if err != nil {
		s.fault(ctx, "claim", err)
		return
	}
	var all sync.WaitGroup
	for _, n := range list {
		all.Go(func() {
			if err := s.send(ctx, n); err != nil {
				s.fault(ctx, "send", err) // it comes again after the lease
			}
		})
	}
	all.Wait()
}

// send does with a notice what is to be done now: it is sent, held back, or dropped where its
// person does not want it or nothing of it is left to tell. An error is a fault of the store.
func (s *Service) send(ctx context.Context, n table.Notice) error {
	now := s.Store.Now()
	row, err := s.Store.Person(ctx, n.Person)
	settings := settingsOf(row)
	switch {
	case errors.Is(err, table.ErrNotFound):
		return s.Store.FinishNotice(ctx, n)
	case err != nil:
		return err
	case n.Tries > mostTries || slices.Contains(settings.Push, n.Kind):
		return s.Store.FinishNotice(ctx, n) // it stays on the page
	}
	told, due, err := s.look(ctx, n, settings)
	switch {
	case err != nil:
		return err
	case told == nil:
		if n.Kind != table.NoticeSat { // that stays news on the page
			n.Seen = now
		}
		return s.Store.FinishNotice(ctx, n)
	}
	if back := s.lastActive(row).Add(awayFor); back.After(due) {
		due = back
	}
	if _, to, is := settings.quiet(due); is && n.Kind != table.NoticeEnding {
		due = to
	}
	if due.After(now) {
		return s.putOff(ctx, n, due, 1)
	}
	if age := now.Sub(n.At); age > giveUp && n.Kind != table.NoticeEnding || age > 2*giveUp {
		return s.Store.FinishNotice(ctx, n) // also that of a backup which was put back
	}
	text, err := json.Marshal(told)
	if err != nil {
		return err
	}
	return s.deliver(ctx, n, text)
}

func (s *Service) lastActive(row table.PersonRow) time.Time {
	if here := s.Active(row.ID); here.After(row.Seen) {
		return here
	}
	return row.Seen
}

// putOff has a notice come again. What was not tried counts as no try.
func (s *Service) putOff(ctx context.Context, n table.Notice, due time.Time, untried int) error {
	n.Due, n.Tries = due.Add(time.Millisecond), n.Tries-untried
	return s.Store.PutOffNotice(ctx, n)
}

// look finds out what of a notice is true now, and from when on it may go out; nil for nothing.
func (s *Service) look(ctx context.Context, n table.Notice, settings settings) (told *api.Notice, due time.Time, err error) {
	var waits *waiting
	switch n.Kind {
	case table.NoticeTurn, table.NoticeEnding:
		if waits, err = s.waiting(ctx, n.Person); err != nil {
			return nil, due, err
		}
	case table.NoticeInvited:
		row, _, err := s.Store.Load(ctx, n.Key)
		if errors.Is(err, table.ErrNotFound) || err == nil && row.Phase != string(api.Open) && row.Phase != string(api.Closed) {
			return nil, due, nil // answered
		}
		if err != nil {
			return nil, due, err
		}
	case table.NoticeSat:
		row, events, err := s.Store.Load(ctx, n.Key)
		if errors.Is(err, table.ErrNotFound) || err == nil && (row.Phase != string(api.Playing) || actedSince(events, n)) {
			return nil, due, nil
		}
		if err != nil {
			return nil, due, err
		}
	}
	v, ok := shown(n, waits)
	if !ok {
		return nil, due, nil
	}
	s.named(ctx, []api.Notice{v})
	row := waits.byID(v.Table)
	if row != nil {
		v.Game = row.Game
	}
	if n.Kind == table.NoticeEnding {
		// Time in which nobody served is given back, so that the end may have moved.
		_, _, over := row.Waits()
		due = settings.remindAt(n.At.Add(over.Sub(time.UnixMilli(argsOf(n).Over))), over)
	}
	return &v, due, nil
}

// actedSince reports whether the person of a notice has done something at its table after it.
func actedSince(events []table.Event, n table.Notice) bool {
	return slices.ContainsFunc(events, func(e table.Event) bool {
		return e.At.After(n.At) && strings.HasPrefix(e.Message, n.Person+":")
	})
}

// sent is what became of a push to a device.
type sent struct {
	outcome outcome
	wait    time.Duration // as the push service asks
}

// deliver sends a text to all devices of a person.
func (s *Service) deliver(ctx context.Context, n table.Notice, text []byte) error {
	devices, err := s.Store.Devices(ctx, n.Person)
	if err != nil {
		return err
	}
	now := s.Store.Now()
	ready := slices.DeleteFunc(slices.Clone(devices), func(d table.Device) bool { return d.Paused.After(now) })
	results := make([]sent, len(ready))
	var all sync.WaitGroup
	for i, d := range ready {
		all.Go(func() { results[i] = s.pushTo(ctx, d, text, topicOf(n), urgent(n.Kind)) })
	}
	all.Wait()
	some := func(o outcome) bool { return slices.ContainsFunc(results, func(r sent) bool { return r.outcome == o }) }
	now = s.Store.Now()
	switch {
	case some(taken):
		n.Sent = now
		return s.Store.FinishNotice(ctx, n)
	case len(devices) == 0:
		return s.Store.FinishNotice(ctx, n)
	case some(unknown):
		return s.putOff(ctx, n, now.Add(tryAgain), 0) // it may have been taken: that was a try
	case some(later), len(ready) == 0:
		wait := max(tryAgain, now.Sub(n.At)/2)
		for _, r := range results {
			wait = max(wait, r.wait)
		}
		return s.putOff(ctx, n, now.Add(min(wait, giveUp)), 1)
	}
	return s.Store.FinishNotice(ctx, n)
}

// topicOf names what a push takes the place of while a device is off, in at most 32 letters.
func topicOf(n table.Notice) string {
	if n.Key == "" {
		return n.Kind
	}
	sum := sha256.Sum256([]byte(n.Kind + " " + n.Key))
	return raw64.EncodeToString(sum[:16])
}

// urgent reports whether a phone that saves power is woken for it.
func urgent(kind string) bool {
	return kind == table.NoticeEnding || kind == table.NoticeSat || kind == table.NoticeContest
}

// pushTo sends a text to one device and notes what became of it.
func (s *Service) pushTo(ctx context.Context, d table.Device, text []byte, topic string, urgent bool) sent {
	to, err := newTarget(d.Endpoint, d.P256dh, d.Auth)
	if err == nil {
		err = checkEndpoint(d.Endpoint, s.PushHosts) // the list may have been another one
	}
	signer, keyErr := s.sender(ctx)
	if keyErr != nil || signer == nil {
		return sent{outcome: later}
	}
	result, wait := refused, time.Duration(0)
	if err == nil {
		result, wait, err = signer.push(ctx, s.client, to, text, topic, urgent, s.Store.Now())
	}
	var noted error
	switch result {
	case taken:
		noted = s.Store.DeviceWorked(ctx, d.ID)
	case gone:
		noted = s.Store.DeleteDevice(ctx, d.Person, d.ID)
	default:
		s.Log.Debug("a push was not taken", "device", d.ID, "error", err)
		var until time.Time
		if wait > 0 {
			until = s.Store.Now().Add(wait)
		}
		noted = s.Store.DeviceFailed(ctx, d.ID, until)
	}
	if noted != nil {
		s.fault(ctx, "device", noted)
	}
	return sent{result, wait}
}
