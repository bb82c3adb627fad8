package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"cairn.example/internal/people/table"
)

// keeping is a store that holds what goes with accounts.
type keeping interface {
	KeptSum(ctx context.Context, person string) (table.KeptSum, error)
	KeptAfter(ctx context.Context, person string, after int64, most int) ([]table.KeptItem, error)
	PutKept(ctx context.Context, person string, items []table.KeptItem, most table.KeptSum) (table.KeptSum, []int64, error)
	ClearKept(ctx context.Context, person string) error
}

// keptMost is as much as the tests keep.
var keptMost = table.KeptSum{Bytes: 1000, Items: 100}

// testKept holds that a change is stored only where it began from the present version, that versions rise in the order in
// which they can be read, and that nothing is stored beyond the limits or after all was deleted.
func testKept(t *testing.T, s table.Store) {
	k, ctx := s.(keeping), t.Context()
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: "ann", Created: s.Now()}))
	item := func(id string, base int64, payload string) table.KeptItem {
		return table.KeptItem{Item: id, Version: base, Payload: payload, Updated: s.Now()}
	}
	put := func(most table.KeptSum, items ...table.KeptItem) (table.KeptSum, string, error) {
		sum, versions, err := k.PutKept(ctx, "ann", items, most)
		return sum, fmt.Sprint(versions), err
	}
	if sum, err := k.KeptSum(ctx, "ann"); err != nil || sum != (table.KeptSum{}) {
		t.Errorf("of nothing: %+v, %v", sum, err)
	}
	if sum, v, err := put(keptMost, item("g.1", 0, "one"), item("g.2", 0, "two")); err != nil || v != "[1 2]" || sum != (table.KeptSum{Version: 2, Bytes: 6, Items: 2}) {
		t.Errorf("two: %+v, %s, %v", sum, v, err)
	}
	// The second change of one item began from the version before the first.
	if sum, v, err := put(keptMost, item("g.1", 1, "longer"), item("g.1", 1, "late"), item("g.3", 7, "none")); err != nil || v != "[3 0 0]" || sum.Bytes != 9 {
		t.Errorf("changed: %+v, %s, %v", sum, v, err)
	}
	if sum, v, err := put(keptMost, item("g.2", 2, "")); err != nil || v != "[4]" || sum.Bytes != 6 {
		t.Errorf("gone: %+v, %s, %v", sum, v, err)
	}
	all, err := k.KeptAfter(ctx, "ann", 2, 10)
	if err != nil || len(all) != 2 || all[0].Item != "g.1" || all[0].Payload != "longer" || all[1].Item != "g.2" || all[1].Version != 4 || all[1].Payload != "" {
		t.Errorf("after 2: %+v, %v", all, err)
	}
	_, _, err = put(table.KeptSum{Bytes: 8, Items: 9}, item("g.4", 0, "abc"))
	want(t, "too many bytes", err, table.ErrFull)
	if _, v, err := put(table.KeptSum{Bytes: 1, Items: 9}, item("g.1", 3, "less")); err != nil || v != "[5]" {
		t.Errorf("less although it is full: %s, %v", v, err)
	}
	_, _, err = put(table.KeptSum{Bytes: 99, Items: 2}, item("g.4", 0, "abc"))
	want(t, "too many items", err, table.ErrFull)
	// Many at once: each version is given once, and one of the changes from the same version is stored.
	var all8 sync.WaitGroup
	var won sync.Map
	for i := range 8 {
		all8.Go(func() {
			_, versions, err := k.PutKept(ctx, "ann", []table.KeptItem{item("g.1", 5, fmt.Sprint(i)), item(fmt.Sprint("g.own", i), 0, "x")}, keptMost)
			for errors.Is(err, table.ErrBusy) || errors.Is(err, table.ErrAmbiguous) {
				_, versions, err = k.PutKept(ctx, "ann", []table.KeptItem{item("g.1", 5, fmt.Sprint(i)), item(fmt.Sprint("g.own", i), 0, "x")}, keptMost)
			}
			if err != nil {
				t.Error(err)
				return
			}
			for _, v := range versions {
				if _, twice := won.LoadOrStore(v, i); twice && v > 0 {
					t.Errorf("version %d was given twice", v)
				}
			}
		})
	}
	all8.Wait()
	if sum, err := k.KeptSum(ctx, "ann"); err != nil || sum.Version != 5+8+1 || sum.Items != 2+8 {
		t.Errorf("after eight at once: %+v, %v", sum, err)
	}
	must(t, "clear", k.ClearKept(ctx, "ann"))
	if all, err := k.KeptAfter(ctx, "ann", 0, 10); err != nil || len(all) != 0 {
		t.Errorf("after all was deleted: %+v, %v", all, err)
	}
	_, _, err = put(keptMost, item("g.1", 5, "again"))
	want(t, "a change of before", err, table.ErrConflict)
	if sum, v, err := put(table.KeptSum{Epoch: 1, Bytes: 9, Items: 9}, item("g.1", 0, "again")); err != nil || v != "[1]" || sum.Epoch != 1 {
		t.Errorf("again: %+v, %s, %v", sum, v, err)
	}
	_, _, err = k.PutKept(ctx, "nobody", nil, keptMost)
	want(t, "of nobody", err, table.ErrNotFound)
}
