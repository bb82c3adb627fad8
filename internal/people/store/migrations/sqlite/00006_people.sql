-- +goose Up

-- What of somebody's games, studies, training and settings goes with the account.
CREATE TABLE kept (
  person  TEXT    NOT NULL,
  item    TEXT    NOT NULL,
  version INTEGER NOT NULL, -- rises with each change of any item of the person
  payload TEXT    NOT NULL, -- as the page packs it, '' where the item is gone
  updated INTEGER NOT NULL,
  PRIMARY KEY (person, item)
) STRICT;
CREATE INDEX kept_version ON kept (person, version);

-- How much that is. The epoch rises when all of it is deleted.
CREATE TABLE kept_sums (
  person  TEXT    NOT NULL PRIMARY KEY,
  epoch   INTEGER NOT NULL,
  version INTEGER NOT NULL,
  bytes   INTEGER NOT NULL,
  items   INTEGER NOT NULL
) STRICT;
