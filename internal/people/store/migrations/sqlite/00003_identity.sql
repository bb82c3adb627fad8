-- +goose Up

-- The name of the store itself, drawn by the first process that serves it: one row.
CREATE TABLE identity (
  id   INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  name TEXT    NOT NULL
) STRICT;
