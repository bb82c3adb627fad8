package store

import (
	"context"
	"database/sql"
	"errors"
)

// statements runs queries on a connection to SQLite and prepares each of them once:
// most of the time of a short query would go into reading its text. One goroutine at a
// time uses it.
type statements struct {
	conn   *sql.Conn
	byText map[string]*sql.Stmt
}

func newStatements(conn *sql.Conn) *statements {
	return &statements{conn, map[string]*sql.Stmt{}}
}

// close closes the statements and gives the connection back. SQLite keeps a connection
// open, and the log of the file with it, as long as one of its statements is.
func (s *statements) close() error {
	var errs []error
	for _, stmt := range s.byText {
		errs = append(errs, stmt.Close())
	}
	s.byText = nil
	return errors.Join(append(errs, s.conn.Close())...)
}

// PrepareContext returns the statement of a query. It is closed by close.
func (s *statements) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt := s.byText[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := s.conn.PrepareContext(ctx, query)
	if err == nil {
		s.byText[query] = stmt
	}
	return stmt, err
}

func (s *statements) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	stmt, err := s.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// QueryRowContext lets the database report a query that cannot be prepared, because a
// row has no other way to do so.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	stmt, err := s.PrepareContext(ctx, query)
	if err != nil {
		return s.conn.QueryRowContext(ctx, query, args...)
	}
	return stmt.QueryRowContext(ctx, args...)
}
