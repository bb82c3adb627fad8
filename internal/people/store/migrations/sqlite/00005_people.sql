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
