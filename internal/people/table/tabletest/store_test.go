package tabletest_test

import (
	"testing"

	"cairn.example/internal/people/store/storetest"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
)

// What tests stand on keeps the promises of a store while it is not told to fail.
func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) table.Store {
		t.Parallel()
		return tabletest.NewStore(t)
	})
}
