-- Names of one's own, and the devices on which people are signed in.

-- name: ClaimName :execrows
UPDATE people SET kind = 'account', name = @name, skeleton = @skeleton WHERE id = @id AND kind = '';

-- name: RenameAccount :execrows
UPDATE people SET name = @name, skeleton = @skeleton, renamed = @renamed WHERE id = @id AND skeleton <> '';

-- name: PersonBySkeleton :one
SELECT * FROM people WHERE skeleton = @skeleton AND skeleton <> '';

-- name: PeopleLike :many
-- Claimed names between two, the shortest first.
SELECT * FROM people WHERE skeleton >= @first AND skeleton < @last AND skeleton <> '' ORDER BY LENGTH(skeleton), skeleton LIMIT @most;

-- name: NameHeld :one
-- Who is deleted is nobody, and so is a guest who is about to be made. A name that a host has taken away comes back to nobody.
SELECT COUNT(*) FROM credentials WHERE kind = 'held' AND hash = @hash AND (person <> @person OR person = '' OR data = 'host') AND expires > @now;

-- name: HoldName :exec
INSERT INTO credentials (kind, hash, person, created, expires) VALUES ('held', @hash, @person, @created, @expires)
ON CONFLICT (kind, hash) DO UPDATE SET person = @person, created = @created, expires = @expires;

-- name: SessionsOf :many
SELECT * FROM credentials WHERE person = @person AND kind = 'session' AND expires > @now ORDER BY used DESC, created DESC;

-- name: NoteBegun :exec
UPDATE credentials SET made_by = @made_by WHERE kind = 'session' AND hash = @hash AND person = @person;

-- name: NoteCoded :exec
UPDATE credentials SET data = @data WHERE kind = 'session' AND hash = @hash AND person = @person;

-- name: DeleteSessionsBut :execrows
-- Links go too: they become sessions.
DELETE FROM credentials WHERE person = @person AND kind IN ('session', 'link') AND hash <> @hash;

-- name: DeleteCodeOf :execrows
DELETE FROM credentials WHERE person = @person AND kind = 'code';

-- name: AllBlocks :many
SELECT * FROM blocks;

-- name: PutBlock :exec
INSERT INTO blocks (person, other, at) VALUES (@person, @other, @at) ON CONFLICT (person, other) DO NOTHING;

-- name: DeleteBlock :exec
DELETE FROM blocks WHERE person = @person AND other = @other;

-- name: DeleteBlocksOf :execrows
DELETE FROM blocks WHERE person = @person OR other = @person;

-- name: DeleteRatingsOf :execrows
DELETE FROM ratings WHERE person = @person;
