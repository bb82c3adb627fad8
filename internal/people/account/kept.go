package account

import (
	"bufio"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
)

// Keeping is the part of a store that holds what goes with accounts.
type Keeping interface {
	KeptSum(ctx context.Context, person string) (table.KeptSum, error)
	KeptAfter(ctx context.Context, person string, after int64, most int) ([]table.KeptItem, error)
	PutKept(ctx context.Context, person string, items []table.KeptItem, most table.KeptSum) (table.KeptSum, []int64, error)
	ClearKept(ctx context.Context, person string) error
}

const (
	keptMost    = 50 << 20  // bytes of one person
	keptItems   = 200_000   // of one person, those that are gone included
	keptPayload = 256 << 10 // bytes of one item
	keptAtOnce  = 100       // items of a call
	keptAnswer  = 1 << 20   // bytes after which an answer ends
	keptPlain   = 4 << 20   // bytes of an item that is unpacked
	keptHead    = 32 << 20  // bytes of all that a file has before the games, which is in memory
	keptFile    = 512 << 20 // bytes of the games in a file
)

var (
	keeps    = rate.Limit{Burst: 300, Every: time.Second / 4}
	archives = rate.Limit{Burst: 5, Every: time.Minute}
)

// isKept reports whether something can be kept under a name: its kind, a point and up to 96
// letters, digits and signs.
func isKept(name string) bool {
	kind, rest, ok := strings.Cut(name, ".")
	return ok && len(kind) == 1 && strings.Contains("gstcp", kind) && rest != "" && len(rest) <= 96 && !strings.ContainsFunc(rest, isNot(".~"))
}

// isNot returns what reports whether a letter is none of the alphabet of packed texts
// (base64 for addresses), nor one of more.
func isNot(more string) func(rune) bool {
	return func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_' || strings.ContainsRune(more, r))
	}
}

// Kept is what goes with accounts.
type Kept struct{ of *Service }

func keptNow(sum table.KeptSum, versions []int64) api.KeptNow {
	return api.KeptNow{Epoch: sum.Epoch, Last: sum.Version, Bytes: sum.Bytes, Most: keptMost, Versions: versions}
}

// keeper refuses guests, and who is not, or no longer, the person that a device keeps its things with.
func keeper(who table.SignedIn, person string) error {
	switch {
	case who.Person.Kind != api.KindAccount:
		return api.Refuse(api.AccountNeeded)
	case who.Person.ID != person:
		return api.Refuse(api.AccountSession)
	}
	return nil
}

// Read returns what of the account of who asks was changed after a version.
func (k Kept) Read(ctx context.Context, who table.SignedIn, person string, after int64) (v api.Kept, err error) {
	if err := keeper(who, person); err != nil {
		return v, err
	}
	sum, err := k.of.store.KeptSum(ctx, who.Person.ID)
	if err != nil {
		return v, k.of.fault("kept", err)
	}
	v = api.Kept{KeptNow: keptNow(sum, nil), Items: []api.KeptItem{}}
	if after >= sum.Version {
		return v, nil
	}
	items, err := k.of.store.KeptAfter(ctx, who.Person.ID, after, keptAtOnce)
	if err != nil {
		return v, k.of.fault("kept", err)
	}
	size := 0
	for _, one := range items {
		if size += len(one.Payload); size > keptAnswer && len(v.Items) > 0 {
			break
		}
		v.Items = append(v.Items, api.KeptItem{Item: one.Item, Version: one.Version, Payload: one.Payload})
	}
	v.More = len(v.Items) < len(items) || len(items) == keptAtOnce
	return v, nil
}

// Write stores changes with the account of who asks, each if nobody else has changed the item since.
func (k Kept) Write(ctx context.Context, who table.SignedIn, v api.Keep) (_ api.KeptNow, err error) {
	if err := keeper(who, v.Person); err != nil {
		return api.KeptNow{}, err
	}
	back, err := k.of.take(keeps, "keep:"+who.Person.ID)
	if err != nil {
		return api.KeptNow{}, err
	}
	defer func() { back(err) }()
	if len(v.Items) > keptAtOnce {
		return api.KeptNow{}, api.Refuse(api.LiveMessage, "problem", strconv.Itoa(len(v.Items))+" items, at most "+strconv.Itoa(keptAtOnce))
	}
	now := k.of.store.Now()
	items := make([]table.KeptItem, len(v.Items))
	for i, one := range v.Items {
		if !isKept(one.Item) || len(one.Payload) > keptPayload || strings.ContainsFunc(one.Payload, isNot("")) {
			return api.KeptNow{}, api.Refuse(api.AccountKept, "item", game.Shown(one.Item))
		}
		items[i] = table.KeptItem{Item: one.Item, Version: one.Version, Payload: one.Payload, Updated: now}
	}
	sum, versions, err := k.of.store.PutKept(ctx, who.Person.ID, items, table.KeptSum{Epoch: v.Epoch, Bytes: keptMost, Items: keptItems})
	switch {
	case errors.Is(err, table.ErrNotFound):
		return api.KeptNow{}, api.Refuse(api.MeNeeded)
	case errors.Is(err, table.ErrConflict):
		return api.KeptNow{}, api.Refuse(api.AccountCleared)
	case errors.Is(err, table.ErrFull):
		return api.KeptNow{}, api.Refuse(api.AccountFull, "most", strconv.Itoa(keptMost>>20))
	case err != nil:
		return api.KeptNow{}, k.of.fault("keep", err)
	}
	return keptNow(sum, versions), nil
}

// Clear deletes all that goes with the account of who asks.
func (k Kept) Clear(ctx context.Context, who table.SignedIn) error {
	switch err := k.of.store.ClearKept(ctx, who.Person.ID); {
	case errors.Is(err, table.ErrNotFound):
		return api.Refuse(api.MeNeeded)
	case err != nil:
		return k.of.fault("clear kept", err)
	}
	return nil
}

// File returns what writes the games, studies and training that go with the account of who asks as the file that the page
// writes and reads.
func (k Kept) File(ctx context.Context, who table.SignedIn) (func(w io.Writer) error, error) {
	if who.Person.Kind != api.KindAccount {
		return nil, api.Refuse(api.AccountNeeded)
	}
	if _, err := k.of.take(archives, "archive:"+who.Person.ID); err != nil {
		return nil, err
	}
	return func(to io.Writer) error {
		w := bufio.NewWriter(to)
		head := map[byte][]json.RawMessage{'s': {}, 't': {}, 'c': {}}
		err := k.each(ctx, who.Person.ID, "stc", keptHead, func(kind byte, plain []byte) error {
			head[kind] = append(head[kind], plain)
			return nil
		})
		if err != nil {
			return err
		}
		first, err := json.Marshal(map[string]any{
			"format": "cairn.archive", "v": 1, "saved": k.of.store.Now().UTC().Format(time.RFC3339),
			"training": map[string]any{"tries": head['t'], "cards": head['c']}, "studies": head['s'],
		})
		if err != nil {
			return err
		}
		between := string(first[:len(first)-1]) + ",\"games\":[\n"
		err = k.each(ctx, who.Person.ID, "g", keptFile, func(_ byte, plain []byte) error {
			_, err := w.WriteString(between + string(plain))
			between = ",\n"
			return err
		})
		if err != nil {
			return err
		}
		if _, err := w.WriteString(strings.TrimSuffix(between, ",\n") + "\n]}\n"); err != nil {
			return err
		}
		return w.Flush()
	}, nil
}

// each calls f with what somebody keeps of some kinds and has not deleted, unpacked. What is no JSON is left out, and what
// comes beyond a number of bytes: neither is from the page.
func (k Kept) each(ctx context.Context, person, kinds string, most int, f func(kind byte, plain []byte) error) error {
	for after := int64(0); ; {
		items, err := k.of.store.KeptAfter(ctx, person, after, keptAtOnce)
		if err != nil || len(items) == 0 {
			return err
		}
		for _, one := range items {
			after = one.Version
			if one.Payload == "" || !strings.Contains(kinds, one.Item[:1]) {
				continue
			}
			plain, err := io.ReadAll(io.LimitReader(flate.NewReader(base64.NewDecoder(base64.RawURLEncoding, strings.NewReader(one.Payload))), keptPlain))
			var deleted struct {
				Deleted int64 `json:"deleted"`
				Entry   struct {
					Deleted int64 `json:"deleted"`
				} `json:"entry"`
			}
			if most -= len(plain); most < 0 {
				return nil
			}
			if err != nil || json.Unmarshal(plain, &deleted) != nil || deleted.Deleted+deleted.Entry.Deleted > 0 {
				continue
			}
			if err := f(one.Item[0], plain); err != nil {
				return err
			}
		}
	}
}
