-- Passkeys: what devices sign with their lock.

-- name: GetChallenge :one
SELECT * FROM credentials WHERE kind = 'challenge' AND hash = @hash AND expires > @now;

-- name: UsePasskey :execrows
-- Of two who sign with copies of one key at once, the second finds it changed.
UPDATE credentials SET data = @data, used = @used WHERE kind = 'passkey' AND hash = @hash AND data = @before;
