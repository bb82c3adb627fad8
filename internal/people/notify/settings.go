package notify

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// kinds are those that can be switched off. That somebody has signed in is always told.
var kinds = []string{table.NoticeTurn, table.NoticeEnding, table.NoticeSat, table.NoticeInvited, table.NoticeOver}

// settings are how somebody wants to get notices, with the place of their time zone.
type settings struct {
	api.NoticeSettings
	place *time.Location // nil where it is not known
}

// settingsKey is where they stand among the settings of a person.
const settingsKey = "notices"

func settingsOf(row table.PersonRow) settings {
	all := map[string]json.RawMessage{}
	_ = json.Unmarshal([]byte(row.Settings), &all)
	s := settings{NoticeSettings: api.NoticeSettings{Push: []string{table.NoticeOver}, From: 22, To: 8}}
	if own, ok := all[settingsKey]; ok {
		s.NoticeSettings = api.NoticeSettings{}
		_ = json.Unmarshal(own, &s.NoticeSettings) // only what was checked is stored
	}
	if s.Page == nil {
		s.Page = []string{}
	}
	if s.Push == nil {
		s.Push = []string{}
	}
	s.place = placeOf(s.Zone)
	return s
}

// places are the zones that were read, by their names: each is read from the disk once.
var places sync.Map

// placeOf returns a zone that a person has stored; nil for none.
func placeOf(zone string) *time.Location {
	if zone == "" {
		return nil
	}
	if place, ok := places.Load(zone); ok {
		return place.(*time.Location)
	}
	place, err := time.LoadLocation(zone)
	if err != nil {
		return nil
	}
	places.Store(zone, place)
	return place
}

// SetSettings stores how somebody wants to get notices.
func (s *Service) SetSettings(ctx context.Context, person string, v api.NoticeSettings) error {
	return s.change(ctx, person, func(stored *api.NoticeSettings) { *stored = v })
}

func checkSettings(v *api.NoticeSettings) error {
	for _, list := range []*[]string{&v.Page, &v.Push} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
		for _, kind := range *list {
			if !slices.Contains(kinds, kind) {
				return api.RefuseQuery("kind", kind)
			}
		}
	}
	for name, hour := range map[string]int{"from": v.From, "to": v.To} {
		if hour < 0 || hour > 23 {
			return api.RefuseQuery(name, strconv.Itoa(hour))
		}
	}
	if _, err := time.LoadLocation(v.Zone); err != nil || len(v.Zone) > 64 || v.Zone == "Local" {
		return api.RefuseQuery("zone", v.Zone)
	}
	return nil
}

// change stores the settings of somebody beside what else of theirs stands there.
func (s *Service) change(ctx context.Context, person string, f func(*api.NoticeSettings)) error {
	for range 5 {
		row, err := s.Store.Person(ctx, person)
		if err != nil {
			return err
		}
		v := settingsOf(row).NoticeSettings
		f(&v)
		if err := checkSettings(&v); err != nil {
			return err
		}
		all := map[string]any{}
		_ = json.Unmarshal([]byte(row.Settings), &all)
		all[settingsKey] = v
		text, err := json.Marshal(all)
		if err != nil {
			return err
		}
		if err := s.Store.SetSettings(ctx, person, row.Settings, string(text)); !errors.Is(err, table.ErrConflict) {
			return err
		}
	}
	return table.ErrBusy
}

// quiet returns when the quiet hours begin and end that an instant falls into; false for none.
func (s settings) quiet(at time.Time) (from, to time.Time, is bool) {
	if s.place == nil || s.From == s.To {
		return from, to, false
	}
	y, m, d := at.In(s.place).Date()
	for day := d - 1; day <= d; day++ {
		from, to = time.Date(y, m, day, s.From, 0, 0, 0, s.place), time.Date(y, m, day, s.To, 0, 0, 0, s.place)
		if s.To < s.From {
			to = time.Date(y, m, day+1, s.To, 0, 0, 0, s.place)
		}
		if !at.Before(from) && at.Before(to) {
			return from, to, true
		}
	}
	return from, to, false
}

// remindAt returns when somebody is reminded whose time is over at an instant: in quiet hours
// after them, and where that is too late, before.
func (s settings) remindAt(at, over time.Time) time.Time {
	from, to, is := s.quiet(at)
	switch {
	case !is:
		return at
	case to.Before(over):
		return to
	}
	return from.Add(-beforeQuiet)
}

const beforeQuiet = 5 * time.Minute

func seconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}
