-- Notices to people: see notices.go.

-- name: InsertNotice :exec
-- One of a kind and key waits until it was seen. A turn has one notice, however
-- many tables wait; any other takes the place of the one before. A turn that was not sent yet keeps
-- its time, but who has it in hand may have looked too early and looks again. Who has no device reads it
-- on the page only, and nothing reaches somebody who was deleted.
INSERT INTO notices (person, kind, key, args, at, due)
SELECT people.id, CAST(@kind AS TEXT), CAST(@key AS TEXT), CAST(@args AS TEXT), CAST(@at AS BIGINT),
  CASE WHEN EXISTS (SELECT 1 FROM push WHERE push.person = people.id) THEN CAST(@due AS BIGINT) ELSE 0 END
FROM people WHERE people.id = @person
ON CONFLICT (person, kind, key) WHERE seen = 0 DO UPDATE
SET args = excluded.args, at = excluded.at, claimed = 0, tries = 0, sent = 0,
  due = CASE WHEN notices.kind = 'turn' AND notices.due > 0 THEN notices.due ELSE excluded.due END
WHERE notices.kind <> 'turn' OR notices.sent = 0 AND (notices.due > 0 OR excluded.due > 0);

-- name: AnyNoticeDue :one
SELECT COUNT(*) FROM (SELECT id FROM notices WHERE due > 0 AND sent = 0 AND due <= @now AND claimed <= @now LIMIT 1) AS due;

-- name: ClaimNotices :many
UPDATE notices SET claimed = @until, tries = tries + 1
WHERE id IN (SELECT n.id FROM notices AS n WHERE n.due > 0 AND n.sent = 0 AND n.due <= @now AND n.claimed <= @now ORDER BY n.due LIMIT @most)
RETURNING *;

-- name: ClaimNoticesLocked :many
UPDATE notices SET claimed = @until, tries = tries + 1
WHERE id IN (SELECT n.id FROM notices AS n WHERE n.due > 0 AND n.sent = 0 AND n.due <= @now AND n.claimed <= @now ORDER BY n.due LIMIT @most FOR UPDATE SKIP LOCKED)
RETURNING *;

-- name: PutOffNotice :exec
-- One that was replaced since it was claimed is left alone, here and below.
UPDATE notices SET due = @due, tries = @tries, claimed = 0 WHERE id = @id AND claimed = @claimed;

-- name: FinishNotice :exec
UPDATE notices SET sent = @sent, seen = @seen, due = 0, claimed = 0 WHERE id = @id AND claimed = @claimed;

-- name: NoticesOf :many
SELECT * FROM notices WHERE person = @person AND at <= @now ORDER BY id DESC LIMIT @most;

-- name: SeeNotices :exec
-- What was seen goes to no device any more, and a process that has it in hand leaves it as it is.
UPDATE notices SET seen = @at, due = 0, claimed = 0 WHERE person = @person AND seen = 0 AND id <= @last AND at <= @at;

-- name: SeePerson :exec
UPDATE people SET seen = @at WHERE id = @id AND seen < @at;

-- name: AccountsSeen :many
-- Accounts that were at the server since a time, the latest first.
SELECT * FROM people WHERE seen >= @since AND skeleton <> '' ORDER BY seen DESC LIMIT @most;

-- name: SeeTurn :exec
-- After a person came back, the next turn makes a new notice.
UPDATE notices SET seen = @at WHERE person = @person AND kind = 'turn' AND seen = 0 AND sent > 0;

-- name: DeleteOldNotices :execrows
DELETE FROM notices WHERE id IN (SELECT n.id FROM notices AS n WHERE n.at <= @before ORDER BY n.at LIMIT @most);

-- name: DeleteNoticesOf :execrows
DELETE FROM notices WHERE person = @person;

-- name: PutDevice :exec
INSERT INTO push (id, person, session, endpoint, p256dh, auth, label, created)
VALUES (@id, @person, @session, @endpoint, @p256dh, @auth, @label, @created)
ON CONFLICT (id) DO UPDATE SET person = excluded.person, session = excluded.session, p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label, failures = 0, paused = 0;

-- name: DevicesOf :many
-- Those that are signed in.
SELECT * FROM push WHERE push.person = @person
  AND EXISTS (SELECT 1 FROM credentials WHERE credentials.kind = 'session' AND credentials.hash = push.session AND credentials.expires > @now)
ORDER BY created, id;

-- name: SignedOut :many
SELECT id FROM push
WHERE NOT EXISTS (SELECT 1 FROM credentials WHERE credentials.kind = 'session' AND credentials.hash = push.session)
ORDER BY id LIMIT @most;

-- name: DeleteSignedOut :exec
DELETE FROM push
WHERE id = @id AND NOT EXISTS (SELECT 1 FROM credentials WHERE credentials.kind = 'session' AND credentials.hash = push.session);

-- name: DeleteDevice :exec
DELETE FROM push WHERE id = @id AND person = @person;

-- name: DeviceWorked :exec
UPDATE push SET failures = 0, paused = 0, worked = @at WHERE id = @id;

-- name: DeviceFailed :exec
-- The time until when it is left alone is that of the push service, or else comes after a number of failures in a row.
UPDATE push SET failures = failures + 1, paused = CASE
    WHEN CAST(@paused AS BIGINT) > 0 THEN CAST(@paused AS BIGINT)
    WHEN failures + 1 >= CAST(@most AS BIGINT) THEN CAST(@until AS BIGINT)
    ELSE paused END
WHERE id = @id;

-- name: DeleteDevicesOf :execrows
DELETE FROM push WHERE person = @person;

-- name: InsertSecret :exec
INSERT INTO secrets (name, data) VALUES (@name, @data) ON CONFLICT (name) DO NOTHING;

-- name: GetSecret :one
SELECT data FROM secrets WHERE name = @name;

-- name: SetSettings :execrows
UPDATE people SET settings = @settings WHERE id = @id AND settings = @before;

-- name: DeleteCredentialsOfKind :exec
DELETE FROM credentials WHERE person = @person AND kind = @kind;
