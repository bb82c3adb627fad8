package store

import (
	"context"
	"time"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// notices are the news for people, and the devices that get them.
type notices struct{ *base }

// insertNotices stores notices in the transaction of their cause.
func insertNotices(ctx context.Context, q tx, list []table.Notice) error {
	for _, n := range list {
		if err := q.InsertNotice(ctx, queries.InsertNoticeParams{
			Person: n.Person, Kind: n.Kind, Key: n.Key, Args: orEmpty(n.Args), At: millis(n.At), Due: millis(n.Due),
		}); err != nil {
			return err
		}
	}
	return nil
}

// Notify stores notices that have no other cause in the store.
func (s notices) Notify(ctx context.Context, list []table.Notice) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error { return insertNotices(ctx, q, list) })
}

// seenTogether is how many people one transaction notes as seen: others wait to write.
const seenTogether = 100

// SeePeople notes that people are at the server.
func (s notices) SeePeople(ctx context.Context, people []string, at time.Time) error {
	for len(people) > 0 {
		some := people[:min(len(people), seenTogether)]
		people = people[len(some):]
		if err := s.database.write(ctx, func(ctx context.Context, q tx) error {
			for _, id := range some {
				if err := q.SeePerson(ctx, queries.SeePersonParams{ID: id, At: millis(at)}); err != nil {
					return err
				}
				if err := q.SeeTurn(ctx, queries.SeeTurnParams{Person: id, At: millis(at)}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// SeenSince returns accounts that were at the server since a time, the latest first.
func (s notices) SeenSince(ctx context.Context, since time.Time, most int) ([]table.PersonRow, error) {
	return list(ctx, s.base, fromPerson, (*queries.Queries).AccountsSeen, queries.AccountsSeenParams{Since: millis(since), Most: int32(most)})
}

// ClaimNotices returns notices that are to be sent to devices, the longest due first. No other
// process gets them until a time; who has not said by then what became of one died, and it comes again.
func (s notices) ClaimNotices(ctx context.Context, until time.Time, most int) ([]table.Notice, error) {
	now := millis(s.Now())
	if n, err := get(ctx, s.base, (*queries.Queries).AnyNoticeDue, now); err != nil || n == 0 {
		return nil, err
	}
	var claimed []queries.Notice
	err := s.database.write(ctx, func(ctx context.Context, q tx) error {
		var err error
		if s.database.locks() {
			claimed, err = q.ClaimNoticesLocked(ctx, queries.ClaimNoticesLockedParams{Until: millis(until), Now: now, Most: int32(most)})
		} else {
			claimed, err = q.ClaimNotices(ctx, queries.ClaimNoticesParams{Until: millis(until), Now: now, Most: int32(most)})
		}
		return err
	})
	return each(claimed, fromNotice), err
}

// PutOffNotice has a notice that was claimed, and was not sent as far as is known, come again: its Due and Tries.
func (s notices) PutOffNotice(ctx context.Context, n table.Notice) error {
	return put(ctx, s.base, (*queries.Queries).PutOffNotice, queries.PutOffNoticeParams{ID: n.ID, Claimed: millis(n.Claimed), Due: millis(n.Due), Tries: int64(n.Tries)})
}

// FinishNotice notes what became of a notice that was claimed: its Sent and Seen.
func (s notices) FinishNotice(ctx context.Context, n table.Notice) error {
	return put(ctx, s.base, (*queries.Queries).FinishNotice, queries.FinishNoticeParams{ID: n.ID, Claimed: millis(n.Claimed), Sent: millis(n.Sent), Seen: millis(n.Seen)})
}

// Notices returns the notices of somebody until now, the newest first.
func (s notices) Notices(ctx context.Context, person string, most int) ([]table.Notice, error) {
	return list(ctx, s.base, fromNotice, (*queries.Queries).NoticesOf, queries.NoticesOfParams{Person: person, Now: millis(s.Now()), Most: int32(most)})
}

// SeeNotices notes that somebody has seen the notices up to a number.
func (s notices) SeeNotices(ctx context.Context, person string, last int64) error {
	return put(ctx, s.base, (*queries.Queries).SeeNotices, queries.SeeNoticesParams{Person: person, Last: last, At: millis(s.Now())})
}

// forgetTogether is how many rows one transaction forgets: others wait to write.
const forgetTogether = 500

// ForgetNotices deletes those from before a time, and devices that have signed out.
func (s notices) ForgetNotices(ctx context.Context, before time.Time) error {
	for n := int64(forgetTogether); n == forgetTogether; {
		if err := s.database.write(ctx, func(ctx context.Context, q tx) (err error) {
			n, err = q.DeleteOldNotices(ctx, queries.DeleteOldNoticesParams{Before: millis(before), Most: forgetTogether})
			return err
		}); err != nil {
			return err
		}
	}
	for {
		// They are looked for before the transaction, which would keep others waiting.
		gone, err := get(ctx, s.base, (*queries.Queries).SignedOut, forgetTogether)
		if err != nil || len(gone) == 0 {
			return err
		}
		if err := s.database.write(ctx, func(ctx context.Context, q tx) error {
			for _, id := range gone {
				if err := q.DeleteSignedOut(ctx, id); err != nil {
					return err
				}
			}
			return nil
		}); err != nil || len(gone) < forgetTogether {
			return err
		}
	}
}

// PutDevice stores a device of somebody, or its new keys.
func (s notices) PutDevice(ctx context.Context, d table.Device) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.mustKnow(ctx, q, d.Person); err != nil {
			return err
		}
		return q.PutDevice(ctx, queries.PutDeviceParams{
			ID: d.ID, Person: d.Person, Session: d.Session, Endpoint: d.Endpoint, P256dh: d.P256dh, Auth: d.Auth, Label: d.Label, Created: millis(d.Created),
		})
	})
}

// Devices returns the devices of somebody that are signed in, the oldest first.
func (s notices) Devices(ctx context.Context, person string) ([]table.Device, error) {
	return list(ctx, s.base, fromDevice, (*queries.Queries).DevicesOf, queries.DevicesOfParams{Person: person, Now: millis(s.Now())})
}

// DeleteDevice deletes a device of somebody; that there is none is no error.
func (s notices) DeleteDevice(ctx context.Context, person, id string) error {
	return put(ctx, s.base, (*queries.Queries).DeleteDevice, queries.DeleteDeviceParams{ID: id, Person: person})
}

// DeviceWorked notes that a device got something.
func (s notices) DeviceWorked(ctx context.Context, id string) error {
	return put(ctx, s.base, (*queries.Queries).DeviceWorked, queries.DeviceWorkedParams{ID: id, At: millis(s.Now())})
}

// After mostFailures in a row a device is left alone for pausedFor.
const (
	mostFailures = 5
	pausedFor    = 24 * time.Hour
)

// DeviceFailed notes that a device did not get something, and until when its push service
// wants to be left alone; zero where it does not say.
func (s notices) DeviceFailed(ctx context.Context, id string, paused time.Time) error {
	return put(ctx, s.base, (*queries.Queries).DeviceFailed, queries.DeviceFailedParams{ID: id, Paused: millis(paused), Most: mostFailures, Until: millis(s.Now().Add(pausedFor))})
}

// Secret returns a secret that all processes of the store share. The first that asks draws it.
func (s notices) Secret(ctx context.Context, name string, draw func() (string, error)) (string, error) {
	if found, err := get(ctx, s.base, (*queries.Queries).GetSecret, name); err == nil {
		return found, nil
	}
	drawn, err := draw()
	if err != nil {
		return "", err
	}
	if err := s.database.write(ctx, func(ctx context.Context, q tx) error {
		return q.InsertSecret(ctx, queries.InsertSecretParams{Name: name, Data: drawn})
	}); err != nil {
		return "", err
	}
	return get(ctx, s.base, (*queries.Queries).GetSecret, name)
}

// SetSettings replaces the settings of somebody; table.ErrConflict where they are not those of before.
func (s notices) SetSettings(ctx context.Context, person, before, settings string) error {
	return change(ctx, s.base, table.ErrConflict, (*queries.Queries).SetSettings,
		queries.SetSettingsParams{ID: person, Before: before, Settings: settings})
}

// ReplaceCredentials makes a credential the only one of its kind that its person has.
func (s notices) ReplaceCredentials(ctx context.Context, c table.Credential) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.mustKnow(ctx, q, c.Person); err != nil {
			return err
		}
		if err := q.DeleteCredentialsOfKind(ctx, queries.DeleteCredentialsOfKindParams{Person: c.Person, Kind: c.Kind}); err != nil {
			return err
		}
		_, err := q.InsertCredential(ctx, toCredential(c))
		return err
	})
}

func fromNotice(n queries.Notice) table.Notice {
	return table.Notice{
		ID: n.ID, Person: n.Person, Kind: n.Kind, Key: n.Key, Args: n.Args, At: instant(n.At), Due: instant(n.Due),
		Claimed: instant(n.Claimed), Tries: int(n.Tries), Sent: instant(n.Sent), Seen: instant(n.Seen),
	}
}

func fromDevice(d queries.Push) table.Device {
	return table.Device{
		ID: d.ID, Person: d.Person, Session: d.Session, Endpoint: d.Endpoint, P256dh: d.P256dh, Auth: d.Auth, Label: d.Label,
		Created: instant(d.Created), Failures: int(d.Failures), Paused: instant(d.Paused), Worked: instant(d.Worked),
	}
}

// OfKind returns the credentials of a kind that somebody has.
func (s notices) OfKind(ctx context.Context, person, kind string) ([]table.Credential, error) {
	list, err := get(ctx, s.base, (*queries.Queries).CredentialsOf, person)
	var all []table.Credential
	for _, c := range list {
		if c.Kind == kind {
			all = append(all, fromCredential(c))
		}
	}
	return all, err
}
