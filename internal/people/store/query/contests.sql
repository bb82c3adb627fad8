-- Contests: see contests.go.

-- name: InsertContest :execrows
INSERT INTO contests (id, secret, seq, phase, starts, deadline, created, updated, host, series, summary)
VALUES (@id, @secret, @seq, @phase, @starts, @deadline, @created, @updated, @host, @series, @summary)
ON CONFLICT (id) DO NOTHING;

-- name: AdvanceContest :execrows
-- The condition of an append, as that of a table.
UPDATE contests
SET seq = @seq, phase = @phase, starts = @starts, deadline = @deadline, updated = @updated, summary = @summary
WHERE contests.id = @id AND contests.seq = @expected;

-- name: InsertContestEvent :exec
INSERT INTO contest_events (contest, seq, kind, payload, message, at)
VALUES (@contest, @seq, @kind, @payload, @message, @at);

-- name: ContestOfMessage :one
SELECT seq FROM contest_events WHERE contest = @contest AND message = @message AND message <> '';

-- name: GetContest :one
SELECT * FROM contests WHERE id = @id;

-- name: ContestEventsSince :many
SELECT * FROM contest_events WHERE contest = @contest AND seq > @seq ORDER BY seq;

-- name: DueContests :many
SELECT id, seq FROM contests WHERE deadline > 0 AND deadline <= @now ORDER BY deadline LIMIT @most;

-- name: ContestsOfPhase :many
-- The next ones first.
SELECT * FROM contests WHERE phase = @phase ORDER BY starts, id LIMIT @most;

-- name: PastContests :many
-- The last ones first.
SELECT * FROM contests WHERE phase = @phase AND (starts < @before OR starts = @before AND id < CAST(@after AS TEXT))
ORDER BY starts DESC, id DESC LIMIT @most;

-- name: PlayedContests :many
-- Those that are over and in which somebody has played, the last ones first. The cast keeps SQLite from reading
-- all that are over. Of those at wooden boards the summary names who has played: see contests_wood.
SELECT * FROM contests WHERE CAST(phase AS TEXT) = 'over' AND id IN (
  SELECT r.contest FROM results AS r WHERE r.first = @person AND r.public = 1 AND r.contest <> ''
  UNION
  SELECT r.contest FROM results AS r WHERE r.second = @person AND r.public = 1 AND r.contest <> ''
  UNION
  SELECT w.id FROM contests AS w WHERE w.phase = 'over' AND w.summary LIKE '%"boards":"wood"%' AND w.summary LIKE '%"' || @person || '":%')
ORDER BY starts DESC, id DESC LIMIT @most;

-- name: ContestsOfSeries :many
SELECT * FROM contests WHERE series = @series AND series <> '' AND starts >= @since ORDER BY starts, id LIMIT @most;

-- name: CountContestsOf :one
SELECT COUNT(*) FROM contests WHERE host = @host AND phase = 'open';
