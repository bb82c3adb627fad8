-- +goose Up

-- All times are milliseconds since 1970 by the store's clock, 0 for never.

-- A table of people. All but id, secret, created and lines follow from its
-- events and are kept for lists and deadlines.
CREATE TABLE tables (
  id       TEXT    NOT NULL PRIMARY KEY,
  secret   BLOB    NOT NULL,
  created  INTEGER NOT NULL,
  seq      INTEGER NOT NULL,
  updated  INTEGER NOT NULL,
  game     TEXT    NOT NULL,
  phase    TEXT    NOT NULL,
  public   INTEGER NOT NULL,
  chair0   TEXT    NOT NULL,
  chair1   TEXT    NOT NULL,
  deadline INTEGER NOT NULL,
  claimed  INTEGER NOT NULL DEFAULT 0, -- until when a process looks after the deadline
  lines    INTEGER NOT NULL DEFAULT 0, -- number of the last line of chat
  summary  TEXT    NOT NULL
) STRICT;
CREATE INDEX tables_deadline ON tables (deadline) WHERE deadline > 0;
CREATE INDEX tables_phase ON tables (phase, updated);
CREATE INDEX tables_chair0 ON tables (chair0);
CREATE INDEX tables_chair1 ON tables (chair1);

-- What happened at a table; only ever added to. It names people by id only.
CREATE TABLE events (
  table_id TEXT    NOT NULL,
  seq      INTEGER NOT NULL,
  kind     TEXT    NOT NULL,
  payload  TEXT    NOT NULL,
  message  TEXT    NOT NULL,
  at       INTEGER NOT NULL,
  PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX events_message ON events (table_id, message) WHERE message <> '';

-- What is personal. It can be deleted.
CREATE TABLE people (
  id      TEXT    NOT NULL PRIMARY KEY,
  name    TEXT    NOT NULL,
  created INTEGER NOT NULL,
  banned  INTEGER NOT NULL,
  muted   INTEGER NOT NULL
) STRICT;

CREATE TABLE credentials (
  kind    TEXT    NOT NULL,
  hash    BLOB    NOT NULL,
  person  TEXT    NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (kind, hash)
) STRICT;
CREATE INDEX credentials_person ON credentials (person);
CREATE INDEX credentials_expires ON credentials (expires);

CREATE TABLE chat (
  table_id TEXT    NOT NULL,
  number   INTEGER NOT NULL,
  room     TEXT    NOT NULL,
  person   TEXT    NOT NULL,
  text     TEXT    NOT NULL,
  message  TEXT    NOT NULL,
  at       INTEGER NOT NULL,
  PRIMARY KEY (table_id, number)
) STRICT;
CREATE UNIQUE INDEX chat_message ON chat (table_id, message) WHERE message <> '';
CREATE INDEX chat_person ON chat (person);

CREATE TABLE reports (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  table_id TEXT    NOT NULL,
  line     INTEGER NOT NULL,
  reporter TEXT    NOT NULL,
  person   TEXT    NOT NULL,
  text     TEXT    NOT NULL,
  at       INTEGER NOT NULL
) STRICT;

-- When some process was alive last: one row, which every process renews.
CREATE TABLE heartbeat (
  id       INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  at       INTEGER NOT NULL,
  previous INTEGER NOT NULL
) STRICT;

-- The processes that serve. One that ends in order takes its row away.
CREATE TABLE processes (
  id TEXT    NOT NULL PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT;

-- When no process was alive: time that is charged to nobody.
CREATE TABLE downtime (
  began INTEGER NOT NULL PRIMARY KEY,
  ended INTEGER NOT NULL
) STRICT;
