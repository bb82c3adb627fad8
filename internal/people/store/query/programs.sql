-- Programs that play by an account's leave, and their tokens.

-- name: BotsOf :many
SELECT * FROM people WHERE owner = @owner AND owner <> '' ORDER BY created, id;

-- name: TokensOf :many
SELECT * FROM credentials WHERE person = @person AND kind = 'token' AND expires > @now ORDER BY created, hash;

-- name: GamesOf :many
-- What somebody plays at now.
SELECT * FROM tables WHERE (chair0 = @person OR chair1 = @person) AND phase = 'playing' LIMIT @most;
