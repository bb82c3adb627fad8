-- +goose Up

-- What a player answers to moves that the opponent may play. Nobody else reads it.
CREATE TABLE plans (
  table_id text   NOT NULL,
  person   text   NOT NULL,
  seq      bigint NOT NULL, -- the last event of the table when it was saved
  at_ply   bigint NOT NULL,
  tree     text   NOT NULL, -- JSON, lines of moves
  unplayed text   NOT NULL, -- likewise: what the game has left
  updated  bigint NOT NULL,
  PRIMARY KEY (table_id, person)
);
CREATE INDEX plans_person ON plans (person);

-- Which players have planned: 1 for the first seat, 2 for the second one. At their turn the table is due at once.
ALTER TABLE tables ADD COLUMN planned bigint NOT NULL DEFAULT 0;

-- When people are away, so that their clocks stand in games of days.
CREATE TABLE away (
  person text   NOT NULL,
  began  bigint NOT NULL,
  until  bigint NOT NULL,
  PRIMARY KEY (person, began)
);
CREATE INDEX away_until ON away (until);
