package store

import (
	"context"
	"errors"
)

func openPostgres(ctx context.Context, where string, o Options) (engine, error) {
	return nil, errors.New("PostgreSQL is not supported yet")
}
