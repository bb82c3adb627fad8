-- What goes with the accounts of people.

-- name: KeptSum :one
SELECT * FROM kept_sums WHERE person = @person;

-- name: PutKeptSum :exec
INSERT INTO kept_sums (person, epoch, version, bytes, items) VALUES (@person, @epoch, @version, @bytes, @items)
ON CONFLICT (person) DO UPDATE SET epoch = @epoch, version = @version, bytes = @bytes, items = @items;

-- name: KeptAfter :many
SELECT * FROM kept WHERE person = @person AND version > @after ORDER BY version LIMIT @most;

-- name: KeptItem :one
SELECT version, CAST(LENGTH(payload) AS BIGINT) AS size FROM kept WHERE person = @person AND item = @item;

-- name: PutKept :exec
INSERT INTO kept (person, item, version, payload, updated) VALUES (@person, @item, @version, @payload, @updated)
ON CONFLICT (person, item) DO UPDATE SET version = @version, payload = @payload, updated = @updated;

-- name: DeleteKeptOf :execrows
DELETE FROM kept WHERE person = @person;

-- name: DeleteKeptSumOf :execrows
DELETE FROM kept_sums WHERE person = @person;
