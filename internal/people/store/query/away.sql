-- When people are away from their games of days.

-- name: AwayOf :many
SELECT * FROM away WHERE person = @person AND until > @after ORDER BY began;

-- name: AwayNow :many
SELECT * FROM away WHERE until > @now AND began <= @now ORDER BY until LIMIT @most;

-- name: PutAway :exec
INSERT INTO away (person, began, until) VALUES (@person, @began, @until) ON CONFLICT (person, began) DO UPDATE SET until = @until;

-- name: DeleteAway :exec
DELETE FROM away WHERE person = @person AND until > @after;

-- name: DeleteAwayOf :execrows
DELETE FROM away WHERE person = @person;
