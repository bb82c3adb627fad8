-- +goose Up

-- What of somebody's games, studies, training and settings goes with the account.
CREATE TABLE kept (
  person  text   NOT NULL,
  item    text   NOT NULL,
  version bigint NOT NULL, -- rises with each change of any item of the person
  payload text   NOT NULL, -- as the page packs it, '' where the item is gone
  updated bigint NOT NULL,
  PRIMARY KEY (person, item)
);
CREATE INDEX kept_version ON kept (person, version);

-- How much that is. The epoch rises when all of it is deleted.
CREATE TABLE kept_sums (
  person  text   NOT NULL PRIMARY KEY,
  epoch   bigint NOT NULL,
  version bigint NOT NULL,
  bytes   bigint NOT NULL,
  items   bigint NOT NULL
);
