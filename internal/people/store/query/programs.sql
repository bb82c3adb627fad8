-- Programs that play by an account's leave, and their tokens.

-- name: BotsOf :many
SELECT * FROM people WHERE owner = @owner AND owner <> '' ORDER BY created, id;

-- name: TokensOf :many
SELECT * FROM credentials WHERE person = @person AND kind = 'token' AND expires > @now ORDER BY created, hash;

-- name: GamesOf :many
-- What somebody plays now. Nobody sits on both seats.
SELECT * FROM tables WHERE tables.phase = 'playing' AND tables.chair0 = @person
UNION ALL
SELECT * FROM tables AS others WHERE others.phase = 'playing' AND others.chair1 = @person
LIMIT @most;
