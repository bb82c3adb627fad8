-- What players answer to moves that the opponent may play.

-- name: GetPlan :one
SELECT * FROM plans WHERE table_id = @table_id AND person = @person;

-- name: PutPlan :exec
INSERT INTO plans (table_id, person, seq, at_ply, tree, unplayed, updated)
VALUES (@table_id, @person, @seq, @at_ply, @tree, @unplayed, @updated)
ON CONFLICT (table_id, person) DO UPDATE SET seq = @seq, at_ply = @at_ply, tree = @tree, unplayed = @unplayed, updated = @updated;

-- name: DeletePlan :exec
DELETE FROM plans WHERE table_id = @table_id AND person = @person;

-- name: SetPlanned :execrows
-- Nothing has happened since: else an answer would never be looked for.
UPDATE tables SET planned = (planned & CAST(@keep AS BIGINT)) | CAST(@bit AS BIGINT) WHERE id = @id AND seq = @seq;

-- name: DeletePlansOf :execrows
DELETE FROM plans WHERE person = @person;
