package store

import (
	"context"
	"errors"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// KeptSum returns how much somebody keeps here, zero for nothing.
func (s accounts) KeptSum(ctx context.Context, person string) (table.KeptSum, error) {
	sum, err := get(ctx, s.base, (*queries.Queries).KeptSum, person)
	if errors.Is(err, table.ErrNotFound) {
		return table.KeptSum{}, nil
	}
	return fromKeptSum(sum), err
}

func fromKeptSum(sum queries.KeptSum) table.KeptSum {
	return table.KeptSum{Epoch: sum.Epoch, Version: sum.Version, Bytes: sum.Bytes, Items: sum.Items}
}

// KeptAfter returns what somebody has changed after a version, the earliest first.
func (s accounts) KeptAfter(ctx context.Context, person string, after int64, most int) (items []table.KeptItem, err error) {
	stored, err := get(ctx, s.base, (*queries.Queries).KeptAfter, queries.KeptAfterParams{Person: person, After: after, Most: int32(most)})
	for _, k := range stored {
		items = append(items, table.KeptItem{Item: k.Item, Version: k.Version, Payload: k.Payload, Updated: instant(k.Updated)})
	}
	return items, err
}

// PutKept stores those items whose version is still the one that the change began from, and returns the version of each after
// that, 0 where somebody else was first. It stores nothing and returns table.ErrFull where there would be more than most says,
// and table.ErrConflict where all was deleted since the epoch of most.
func (s accounts) PutKept(ctx context.Context, person string, items []table.KeptItem, most table.KeptSum) (sum table.KeptSum, versions []int64, err error) {
	err = s.changeKept(ctx, person, func(ctx context.Context, q tx, now *queries.KeptSum) error {
		if now.Epoch != most.Epoch {
			return table.ErrConflict
		}
		versions = make([]int64, len(items))
		before := now.Bytes
		for i, k := range items {
			had, err := q.KeptItem(ctx, queries.KeptItemParams{Person: person, Item: k.Item})
			if err = notFound(err); err != nil && !errors.Is(err, table.ErrNotFound) {
				return err
			}
			if had.Version != k.Version {
				continue
			}
			if err != nil {
				now.Items++
			}
			now.Version++
			now.Bytes += int64(len(k.Payload)) - had.Size
			versions[i] = now.Version
			if err := q.PutKept(ctx, queries.PutKeptParams{Person: person, Item: k.Item, Version: now.Version, Payload: k.Payload, Updated: millis(k.Updated)}); err != nil {
				return err
			}
		}
		if now.Bytes > most.Bytes && now.Bytes > before || now.Items > most.Items {
			return table.ErrFull
		}
		sum = fromKeptSum(*now)
		return nil
	})
	return sum, versions, err
}

// ClearKept deletes all that somebody keeps here. Devices that have it see by the epoch that it was deleted.
func (s accounts) ClearKept(ctx context.Context, person string) error {
	return s.changeKept(ctx, person, func(ctx context.Context, q tx, now *queries.KeptSum) error {
		*now = queries.KeptSum{Person: person, Epoch: now.Epoch + 1}
		_, err := q.DeleteKeptOf(ctx, person)
		return err
	})
}

// changeKept changes what somebody keeps: one change after the other, so that nobody reads a version before an earlier one.
func (s accounts) changeKept(ctx context.Context, person string, f func(ctx context.Context, q tx, sum *queries.KeptSum) error) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.lockPerson(ctx, q, person, "NO KEY UPDATE"); err != nil {
			return err
		}
		sum, err := q.KeptSum(ctx, person)
		if err = notFound(err); err != nil && !errors.Is(err, table.ErrNotFound) {
			return err
		}
		sum.Person = person
		if err := f(ctx, q, &sum); err != nil {
			return err
		}
		return q.PutKeptSum(ctx, queries.PutKeptSumParams(sum))
	})
}
