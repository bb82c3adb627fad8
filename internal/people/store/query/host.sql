-- What hosts of the server decide about people: see host.go.

-- name: InsertAction :one
INSERT INTO actions (host, person, what, until, text, quote, tables, at, acknowledged)
VALUES (@host, @person, @what, @until, @text, @quote, @tables, @at, @acknowledged)
RETURNING id;

-- name: GetAction :one
SELECT * FROM actions WHERE id = @id;

-- name: ActionsOf :many
SELECT * FROM actions WHERE person = @person ORDER BY id DESC LIMIT @most;

-- name: LastActions :many
SELECT * FROM actions ORDER BY id DESC LIMIT @most;

-- name: WaitingActions :one
-- How many of them somebody has not acknowledged.
SELECT COUNT(*) FROM actions WHERE person = @person AND acknowledged = 0;

-- name: AcknowledgeAction :exec
UPDATE actions SET acknowledged = CASE WHEN acknowledged = 0 THEN CAST(@at AS BIGINT) ELSE acknowledged END, answer = @answer WHERE id = @id;

-- name: ForgetActionsOf :execrows
-- That something was done stays, without what the person wrote or was called.
UPDATE actions SET text = '', quote = '', answer = '' WHERE person = @person AND (text <> '' OR quote <> '' OR answer <> '');

-- name: GetReport :one
SELECT * FROM reports WHERE id = @id;

-- name: OpenReports :many
-- The oldest first.
SELECT * FROM reports WHERE done = 0 ORDER BY id LIMIT @most;

-- name: CountReportsAbout :one
SELECT COUNT(*) FROM reports WHERE person = @person;

-- name: TakeReport :execrows
-- Of two hosts who decide at once, one finds nothing left to take.
UPDATE reports SET done = @at, host = @host WHERE id = @id AND done = 0;

-- name: PeopleWithRole :many
SELECT id FROM people WHERE role = @role AND role <> '' ORDER BY id;

-- name: SetRole :execrows
UPDATE people SET role = @role WHERE id = @id;

-- name: ForceName :execrows
-- The person may choose another one at once.
UPDATE people SET name = @name, skeleton = @skeleton, renamed = 0 WHERE id = @id;

-- name: RefuseName :exec
-- Nobody takes the name for a while; who had it still signs in by it.
INSERT INTO credentials (kind, hash, person, created, expires, data) VALUES ('held', @hash, @person, @created, @expires, 'host')
ON CONFLICT (kind, hash) DO UPDATE SET person = @person, created = @created, expires = @expires, data = 'host';

-- name: CountTablesOf :one
-- How often somebody has sat down.
SELECT COUNT(*) FROM (SELECT a.id FROM tables AS a WHERE a.chair0 = @person UNION ALL SELECT b.id FROM tables AS b WHERE b.chair1 = @person) AS own;

-- name: LinesFrom :many
SELECT * FROM chat WHERE table_id = @table_id AND room = @room AND number > @after ORDER BY number LIMIT @most;

-- name: LinesUpTo :many
SELECT * FROM chat WHERE table_id = @table_id AND room = @room AND number <= @last ORDER BY number DESC LIMIT @most;
