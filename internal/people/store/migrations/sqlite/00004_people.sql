-- +goose Up

-- Who a person is beyond a name. A guest has no kind; an account has a claimed name, whose
-- skeleton is unique.
ALTER TABLE people ADD COLUMN skeleton TEXT NOT NULL DEFAULT ''; -- of a claimed name
ALTER TABLE people ADD COLUMN kind TEXT NOT NULL DEFAULT '';     -- '' guest, account, bot, level
ALTER TABLE people ADD COLUMN owner TEXT NOT NULL DEFAULT '';    -- of a bot
ALTER TABLE people ADD COLUMN role TEXT NOT NULL DEFAULT '';     -- host
ALTER TABLE people ADD COLUMN renamed INTEGER NOT NULL DEFAULT 0; -- when an account took another name
ALTER TABLE people ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;   -- at the server last, to the minute
ALTER TABLE people ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX people_skeleton ON people (skeleton) WHERE skeleton <> '';
CREATE INDEX people_owner ON people (owner) WHERE owner <> '';

-- What somebody plays now.
CREATE INDEX tables_playing0 ON tables (chair0) WHERE phase = 'playing';
CREATE INDEX tables_playing1 ON tables (chair1) WHERE phase = 'playing';

ALTER TABLE credentials ADD COLUMN label TEXT NOT NULL DEFAULT ''; -- the device
ALTER TABLE credentials ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
ALTER TABLE credentials ADD COLUMN made_by TEXT NOT NULL DEFAULT ''; -- claim, code, link, passkey
ALTER TABLE credentials ADD COLUMN data TEXT NOT NULL DEFAULT '';

-- Whom somebody does not want to meet.
CREATE TABLE blocks (
  person TEXT    NOT NULL,
  other  TEXT    NOT NULL,
  at     INTEGER NOT NULL,
  PRIMARY KEY (person, other)
) STRICT;
CREATE INDEX blocks_other ON blocks (other);

-- When the end of a game was counted; 0 for not yet. The index names what is the same in all its
-- rows too: otherwise SQLite prefers the one of all tables in a phase.
ALTER TABLE tables ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_unsettled ON tables (phase, settled, updated, id) WHERE phase = 'over' AND settled = 0;

-- How games between people ended. It names them by id; the names are what they were called then.
CREATE TABLE results (
  table_id TEXT    NOT NULL PRIMARY KEY,
  ended    INTEGER NOT NULL,
  game     TEXT    NOT NULL,
  pool     TEXT    NOT NULL,
  first    TEXT    NOT NULL,
  second   TEXT    NOT NULL,
  score    REAL    NOT NULL, -- of First: 1, 0.5, 0
  how      TEXT    NOT NULL,
  margin   INTEGER NOT NULL,
  plies    INTEGER NOT NULL,
  public   INTEGER NOT NULL,
  rated    INTEGER NOT NULL,
  unrated  TEXT    NOT NULL, -- why a game by rated terms does not count, '' where it does
  first_before      REAL NOT NULL,
  first_deviation   REAL NOT NULL,
  first_after       REAL NOT NULL,
  second_before     REAL NOT NULL,
  second_deviation  REAL NOT NULL,
  second_after      REAL NOT NULL,
  contest  TEXT    NOT NULL DEFAULT '',
  first_name  TEXT NOT NULL,
  second_name TEXT NOT NULL
) STRICT;
CREATE INDEX results_first ON results (first, ended);
CREATE INDEX results_second ON results (second, ended);
CREATE INDEX results_pair ON results (first, second, pool, ended);
CREATE INDEX results_pool ON results (pool, ended);
CREATE INDEX results_ended ON results (ended);

-- How strong people are, a row for each pool of games.
CREATE TABLE ratings (
  person     TEXT    NOT NULL,
  pool       TEXT    NOT NULL,
  rating     REAL    NOT NULL,
  deviation  REAL    NOT NULL,
  volatility REAL    NOT NULL,
  games      INTEGER NOT NULL,
  opponents  INTEGER NOT NULL, -- different ones
  at         INTEGER NOT NULL, -- of the last rated game
  best       REAL    NOT NULL,
  PRIMARY KEY (person, pool)
) STRICT;
CREATE INDEX ratings_pool ON ratings (pool, rating);

-- The news for somebody: an outbox, which is written with its cause. One of a kind and
-- key waits at a time until it was seen.
CREATE TABLE notices (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  person TEXT    NOT NULL,
  kind   TEXT    NOT NULL,
  key    TEXT    NOT NULL,
  args   TEXT    NOT NULL, -- JSON
  at     INTEGER NOT NULL,
  due    INTEGER NOT NULL, -- when it is to be sent to the devices, 0 for on the page only
  claimed INTEGER NOT NULL DEFAULT 0, -- until when a process sends it
  tries  INTEGER NOT NULL DEFAULT 0,
  sent   INTEGER NOT NULL DEFAULT 0,
  seen   INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX notices_key ON notices (person, kind, key) WHERE seen = 0;
CREATE INDEX notices_person ON notices (person, id);
CREATE INDEX notices_at ON notices (at);
CREATE INDEX notices_due ON notices (due) WHERE due > 0 AND sent = 0;

-- Devices that get notices while the page is not open, by Web Push.
CREATE TABLE push (
  id       TEXT    NOT NULL PRIMARY KEY, -- hash of the endpoint
  person   TEXT    NOT NULL,
  session  BLOB    NOT NULL, -- hash of its token: a device that signs out gets nothing
  endpoint TEXT    NOT NULL,
  p256dh   TEXT    NOT NULL,
  auth     TEXT    NOT NULL,
  label    TEXT    NOT NULL,
  created  INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0, -- in a row
  paused   INTEGER NOT NULL DEFAULT 0, -- until when
  worked   INTEGER NOT NULL DEFAULT 0  -- last
) STRICT;
CREATE INDEX push_person ON push (person);

-- Secrets that all processes of a store share, such as the key pair that signs pushes.
CREATE TABLE secrets (
  name TEXT NOT NULL PRIMARY KEY,
  data TEXT NOT NULL
) STRICT;

-- Contests in rounds, with their logs. A row is what follows from the log, for lists and for what is due.
CREATE TABLE contests (
  id       TEXT    NOT NULL PRIMARY KEY,
  secret   BLOB    NOT NULL,
  seq      INTEGER NOT NULL,
  phase    TEXT    NOT NULL, -- open, running, over, lapsed
  starts   INTEGER NOT NULL,
  deadline INTEGER NOT NULL, -- from when on it is looked at whether something is due, 0 for never
  created  INTEGER NOT NULL,
  updated  INTEGER NOT NULL,
  host     TEXT    NOT NULL,
  series   TEXT    NOT NULL, -- the first one of a weekly one, '' for a single one
  summary  TEXT    NOT NULL
) STRICT;
CREATE INDEX contests_deadline ON contests (deadline) WHERE deadline > 0;
CREATE INDEX contests_phase ON contests (phase, starts, id);
CREATE INDEX contests_series ON contests (series, starts) WHERE series <> '';
CREATE INDEX contests_host ON contests (host, phase);

CREATE TABLE contest_events (
  contest TEXT    NOT NULL,
  seq     INTEGER NOT NULL,
  kind    TEXT    NOT NULL,
  payload TEXT    NOT NULL,
  message TEXT    NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (contest, seq)
) STRICT;
CREATE UNIQUE INDEX contest_events_message ON contest_events (contest, message) WHERE message <> '';
