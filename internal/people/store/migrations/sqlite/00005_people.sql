-- +goose Up

-- What a player answers to moves that the opponent may play. Nobody else reads it.
CREATE TABLE plans (
  table_id TEXT    NOT NULL,
  person   TEXT    NOT NULL,
  seq      INTEGER NOT NULL, -- the last event of the table when it was saved
  at_ply   INTEGER NOT NULL,
  tree     TEXT    NOT NULL, -- JSON, lines of moves
  unplayed TEXT    NOT NULL, -- likewise: what the game has left
  updated  INTEGER NOT NULL,
  PRIMARY KEY (table_id, person)
) STRICT;
CREATE INDEX plans_person ON plans (person);

-- Which players have planned: 1 for the first seat, 2 for the second one. At their turn the table is due at once.
ALTER TABLE tables ADD COLUMN planned INTEGER NOT NULL DEFAULT 0;

-- When people are away, so that their clocks stand in games of days.
CREATE TABLE away (
  person TEXT    NOT NULL,
  began  INTEGER NOT NULL,
  until  INTEGER NOT NULL,
  PRIMARY KEY (person, began)
) STRICT;
CREATE INDEX away_until ON away (until);

-- What hosts of the server have decided about people. The host is '' for the owner of the server.
CREATE TABLE actions (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  host   TEXT    NOT NULL,
  person TEXT    NOT NULL,
  what   TEXT    NOT NULL,
  until  INTEGER NOT NULL, -- of mute and ban, 0 where it was ended
  text   TEXT    NOT NULL, -- the reason, as the person reads it
  quote  TEXT    NOT NULL, -- what the person had written
  tables TEXT    NOT NULL, -- where that was, or which tables were closed: ids with spaces between
  at     INTEGER NOT NULL,
  acknowledged INTEGER NOT NULL DEFAULT 0,
  answer TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX actions_person ON actions (person, id);

-- When a host has looked at a report, and who; 0 while it is open.
ALTER TABLE reports ADD COLUMN done INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reports ADD COLUMN host TEXT NOT NULL DEFAULT '';
CREATE INDEX reports_open ON reports (done, id) WHERE done = 0;
CREATE INDEX reports_person ON reports (person);

-- Who looks after the people of the server.
CREATE INDEX people_role ON people (role) WHERE role <> '';
