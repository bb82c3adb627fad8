-- The queries of the store. They are written once and run on SQLite and
-- PostgreSQL; only those that end in Locked are for PostgreSQL alone. After a
-- change, "go generate ./internal/people/store" makes the code in queries/.

-- name: InsertTable :execrows
INSERT INTO tables (id, secret, created, seq, updated, game, phase, public, chair0, chair1, deadline, summary)
VALUES (@id, @secret, @created, @seq, @updated, @game, @phase, @public, @chair0, @chair1, @deadline, @summary)
ON CONFLICT (id) DO NOTHING;

-- name: AdvanceTable :execrows
-- The condition of an append: the log is where the writer believes it to be, and
-- the message is new. Columns that hardly ever change are left to SeatTable, so
-- that their indexes are not written again at every move. Where who is to move has
-- planned an answer, the table is due at once: at 1, since what is due now waits
-- until every process was heard of.
UPDATE tables
SET seq = @seq, updated = @updated, phase = @phase, summary = @summary, claimed = 0,
  deadline = CASE WHEN (planned & CAST(@mover AS BIGINT)) > 0 THEN 1 ELSE CAST(@deadline AS BIGINT) END
WHERE tables.id = @id AND tables.seq = @expected
  AND NOT EXISTS (SELECT 1 FROM events WHERE events.table_id = @id AND events.message = @message AND events.message <> '');

-- name: SeatTable :exec
UPDATE tables SET game = @game, public = @public, chair0 = @chair0, chair1 = @chair1
WHERE id = @id AND (game <> @game OR public <> @public OR chair0 <> @chair0 OR chair1 <> @chair1);

-- name: InsertEvent :exec
INSERT INTO events (table_id, seq, kind, payload, message, at)
VALUES (@table_id, @seq, @kind, @payload, @message, @at);

-- name: GetTable :one
SELECT * FROM tables WHERE id = @id;

-- name: TableSeq :one
SELECT seq FROM tables WHERE id = @id;

-- name: EventsSince :many
SELECT * FROM events WHERE table_id = @table_id AND seq > @seq ORDER BY seq;

-- name: EventOfMessage :one
SELECT seq FROM events WHERE table_id = @table_id AND message = @message AND message <> '';

-- name: AnyDue :one
SELECT COUNT(*) FROM (SELECT id FROM tables WHERE deadline > 0 AND deadline <= @heard AND claimed <= @now LIMIT 1) AS due;

-- name: ClaimDue :many
-- Nothing is due after the instant until which every process was heard of.
UPDATE tables SET claimed = @until
WHERE id IN (SELECT due.id FROM tables AS due WHERE due.deadline > 0 AND due.deadline <= @heard AND due.claimed <= @now ORDER BY due.deadline LIMIT @most)
RETURNING id;

-- name: ClaimDueLocked :many
UPDATE tables SET claimed = @until
WHERE id IN (SELECT due.id FROM tables AS due WHERE due.deadline > 0 AND due.deadline <= @heard AND due.claimed <= @now ORDER BY due.deadline LIMIT @most FOR UPDATE SKIP LOCKED)
RETURNING id;

-- name: Postpone :exec
UPDATE tables SET deadline = @deadline, deadline_set = @at, claimed = 0 WHERE id = @id AND seq = @seq;

-- name: OldestDue :one
-- When the oldest of the deadlines that have passed was worked out: at the last
-- event, or when it was moved.
SELECT CAST(COALESCE(MIN(CASE WHEN updated > deadline_set THEN updated ELSE deadline_set END), 0) AS BIGINT) AS at
FROM tables WHERE deadline > 0 AND deadline <= @now;

-- name: MoveDue :execrows
-- Moves some of the deadlines that have passed, and were worked out before a gap
-- ended, by what they did not know of it. A row says when that was done, so that
-- it is done once, whatever processes do it at the same time.
UPDATE tables
SET deadline = tables.deadline + CAST(@ended AS BIGINT) - (CASE
    WHEN tables.updated > CAST(@began AS BIGINT) AND tables.updated > tables.deadline_set THEN tables.updated
    WHEN tables.deadline_set > CAST(@began AS BIGINT) THEN tables.deadline_set
    ELSE CAST(@began AS BIGINT) END),
  deadline_set = CAST(@ended AS BIGINT)
WHERE tables.deadline > CAST(@began AS BIGINT) AND tables.updated < CAST(@ended AS BIGINT) AND tables.deadline_set < CAST(@ended AS BIGINT)
  AND tables.id IN (
    SELECT due.id FROM tables AS due
    WHERE due.deadline > 0 AND due.deadline <= @now AND due.deadline > CAST(@began AS BIGINT)
      AND due.updated < CAST(@ended AS BIGINT) AND due.deadline_set < CAST(@ended AS BIGINT)
    ORDER BY due.deadline LIMIT @most);

-- name: ClosedTables :many
-- Tables at which no game began, and nothing has happened since.
SELECT id FROM tables WHERE phase = 'closed' AND updated <= @before ORDER BY updated LIMIT @most;

-- name: UnseenTables :many
-- Open tables that have waited since a time and whose makers have no session that is good until another one.
SELECT id FROM tables WHERE phase = 'open' AND updated <= @before
  AND NOT EXISTS (SELECT 1 FROM credentials WHERE credentials.person = tables.chair0 AND credentials.kind IN ('session', 'link') AND credentials.expires > @until)
ORDER BY updated LIMIT @most;

-- name: DeleteClosedTable :execrows
DELETE FROM tables WHERE id = @id AND phase = 'closed';

-- name: DeleteEventsAt :exec
DELETE FROM events WHERE table_id = @table_id;

-- name: DeleteChatAt :exec
DELETE FROM chat WHERE table_id = @table_id;

-- name: ListTables :many
-- Tables of the same millisecond go by their ids.
SELECT * FROM tables WHERE public >= @public AND updated <= @before AND (updated < @before OR CAST(@after AS TEXT) <> '' AND id > CAST(@after AS TEXT))
ORDER BY updated DESC, id LIMIT @most;

-- name: ListTablesOfPhase :many
SELECT * FROM tables WHERE phase = @phase AND public >= @public AND updated <= @before AND (updated < @before OR CAST(@after AS TEXT) <> '' AND id > CAST(@after AS TEXT))
ORDER BY updated DESC, id LIMIT @most;

-- name: ListTablesOfPerson :many
SELECT * FROM tables
WHERE (chair0 = @person OR chair1 = @person)
  AND (CAST(@phase AS TEXT) = '' OR phase = CAST(@phase AS TEXT)) AND public >= @public AND updated <= @before AND (updated < @before OR CAST(@after AS TEXT) <> '' AND id > CAST(@after AS TEXT))
ORDER BY updated DESC, id LIMIT @most;

-- name: TableIDs :many
SELECT id FROM tables WHERE id > @after ORDER BY id LIMIT @most;

-- name: InsertPerson :execrows
INSERT INTO people (id, name, created, banned, muted, skeleton, kind, owner, role, renamed, seen, settings)
VALUES (@id, @name, @created, @banned, @muted, @skeleton, @kind, @owner, @role, @renamed, @seen, @settings)
ON CONFLICT (id) DO NOTHING;

-- name: GetPerson :one
SELECT * FROM people WHERE id = @id;

-- name: RenamePerson :execrows
UPDATE people SET name = @name WHERE id = @id AND skeleton = '';

-- name: BanPerson :execrows
UPDATE people SET banned = @banned WHERE id = @id;

-- name: MutePerson :execrows
UPDATE people SET muted = @muted WHERE id = @id;

-- name: DeletePerson :execrows
DELETE FROM people WHERE id = @id;

-- name: PeopleAfter :many
SELECT id FROM people WHERE id > @after ORDER BY id LIMIT @most;

-- name: ListPeople :many
SELECT * FROM people WHERE id > @after ORDER BY id LIMIT @most;

-- name: ForgottenPeople :many
-- Those among some people who will not come back: all whose sessions and links are
-- over, and who plays at no table; and who has never sat at one, if no session of
-- theirs is good until a time. Who is banned stays, so do levels, and programs as long as their owners.
SELECT people.id FROM people
WHERE people.id >= @first AND people.id <= @last AND people.created <= @created AND people.banned <= @now AND people.kind NOT IN ('level', 'bot')
  AND NOT EXISTS (SELECT 1 FROM credentials WHERE credentials.person = people.id AND credentials.expires > @unused)
  AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.chair0 = people.id AND tables.phase NOT IN ('over', 'closed'))
  AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.chair1 = people.id AND tables.phase NOT IN ('over', 'closed'))
  AND (NOT EXISTS (SELECT 1 FROM credentials WHERE credentials.person = people.id AND credentials.expires > @now)
    OR (NOT EXISTS (SELECT 1 FROM tables WHERE tables.chair0 = people.id)
      AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.chair1 = people.id)))
ORDER BY people.id;

-- name: DeleteCredentialsOf :execrows
DELETE FROM credentials WHERE person = @person;

-- name: DeleteChatOf :execrows
DELETE FROM chat WHERE person = @person;

-- name: DeleteReportsOf :execrows
DELETE FROM reports WHERE person = @person OR reporter = @person;

-- name: InsertCredential :execrows
INSERT INTO credentials (kind, hash, person, created, expires, label, used, made_by, data)
VALUES (@kind, @hash, @person, @created, @expires, @label, @used, @made_by, @data)
ON CONFLICT (kind, hash) DO NOTHING;

-- name: PersonByCredential :one
SELECT sqlc.embed(people), sqlc.embed(credentials) FROM credentials JOIN people ON people.id = credentials.person
WHERE credentials.kind = @kind AND credentials.hash = @hash AND credentials.expires > @now;

-- name: DeleteCredential :execrows
DELETE FROM credentials WHERE kind = @kind AND hash = @hash;

-- name: RenewCredential :execrows
UPDATE credentials SET expires = CASE WHEN expires < CAST(@expires AS BIGINT) THEN CAST(@expires AS BIGINT) ELSE expires END, used = @used
WHERE kind = @kind AND hash = @hash;

-- name: DeleteExpired :execrows
DELETE FROM credentials WHERE expires <= @now;

-- name: CredentialsOf :many
SELECT * FROM credentials WHERE person = @person ORDER BY created, kind;

-- name: NextLine :one
UPDATE tables SET lines = lines + 1 WHERE id = @id RETURNING lines;

-- name: InsertLine :exec
INSERT INTO chat (table_id, number, room, person, text, message, at)
VALUES (@table_id, @number, @room, @person, @text, @message, @at);

-- name: LineOfMessage :one
SELECT * FROM chat WHERE table_id = @table_id AND message = @message AND message <> '';

-- name: LinesAfter :many
SELECT * FROM chat WHERE table_id = @table_id AND room = @room AND number > @after
ORDER BY number DESC LIMIT @most;

-- name: LineByNumber :one
SELECT * FROM chat WHERE table_id = @table_id AND number = @number;

-- name: LinesOf :many
SELECT * FROM chat WHERE person = @person ORDER BY at, table_id, number;

-- name: InsertReport :exec
INSERT INTO reports (table_id, line, reporter, person, text, at) VALUES (@table_id, @line, @reporter, @person, @text, @at);

-- name: ListReports :many
SELECT * FROM reports ORDER BY id DESC LIMIT @most;

-- name: ReportsOf :many
SELECT * FROM reports WHERE person = @person OR reporter = @person ORDER BY id;

-- name: InsertIdentity :exec
INSERT INTO identity (id, name) VALUES (1, @name) ON CONFLICT (id) DO NOTHING;

-- name: GetIdentity :one
SELECT name FROM identity WHERE id = 1;

-- name: FirstBeat :execrows
INSERT INTO heartbeat (id, at, previous) VALUES (1, @at, @at) ON CONFLICT (id) DO NOTHING;

-- name: Beat :one
-- The row is locked by this, so of several processes that find a gap only one
-- records it.
UPDATE heartbeat SET previous = at, at = CASE WHEN at > @now THEN at ELSE @now END WHERE id = 1
RETURNING at, previous;

-- name: LastBeat :one
SELECT at FROM heartbeat WHERE id = 1;

-- name: ProcessAlive :exec
INSERT INTO processes (id, at) VALUES (@id, @at) ON CONFLICT (id) DO UPDATE SET at = @at;

-- name: ProcessEnded :exec
DELETE FROM processes WHERE id = @id;

-- name: TakeLost :many
-- The last heartbeats of processes that have ended without a word. Each comes once.
DELETE FROM processes WHERE at < @before RETURNING at;

-- name: OldestBeatOfOthers :one
-- The last heartbeat of the process that is silent for longest, 0 where there is no other.
SELECT CAST(COALESCE(MIN(at), 0) AS BIGINT) AS at FROM processes WHERE id <> @id;

-- name: CountProcesses :one
SELECT COUNT(*) FROM processes WHERE at >= @since;

-- name: InsertDowntime :exec
INSERT INTO downtime (began, ended) VALUES (@began, @ended)
ON CONFLICT (began) DO UPDATE SET ended = CASE WHEN downtime.ended > excluded.ended THEN downtime.ended ELSE excluded.ended END;

-- name: DowntimeSince :many
SELECT * FROM downtime WHERE ended > @after ORDER BY began;
