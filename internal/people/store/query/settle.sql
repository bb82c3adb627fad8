-- Results and ratings: see results.go.

-- name: UnsettledTables :many
SELECT id FROM tables WHERE phase = 'over' AND settled = 0 ORDER BY updated, id LIMIT @most OFFSET @skip;

-- name: MarkSettled :execrows
-- The second of two finds nothing to mark, and on PostgreSQL waits for the first.
UPDATE tables SET settled = @at WHERE id = @id AND phase = 'over' AND settled = 0;

-- name: TableSettled :one
SELECT settled FROM tables WHERE id = @id;

-- name: InsertResult :exec
-- Public is that of the table, which may be hidden for a while.
INSERT INTO results (table_id, ended, game, pool, first, second, first_name, second_name, score, how, margin, plies, public, rated, unrated, contest,
  first_before, first_deviation, first_after, second_before, second_deviation, second_after)
VALUES (@table_id, @ended, @game, @pool, @first, @second, @first_name, @second_name, @score, @how, @margin, @plies, (SELECT tables.public FROM tables WHERE tables.id = @table_id), @rated, @unrated, @contest,
  @first_before, @first_deviation, @first_after, @second_before, @second_deviation, @second_after);

-- name: ShowResult :exec
UPDATE results SET public = 1 WHERE table_id = @id AND public = 0;

-- name: ResultOf :one
SELECT * FROM results WHERE table_id = @table_id;

-- name: ResultsOf :many
-- Rated 2 is both. Results of tables that are not public are for the two alone. Here and below
-- each side is looked up by an index of its own.
SELECT * FROM results WHERE table_id IN (
  SELECT table_id FROM (SELECT r.table_id FROM results AS r
    WHERE r.first = @person AND (r.public = 1 OR r.first = @reader OR r.second = @reader)
      AND (CAST(@pool AS TEXT) = '' OR r.pool = @pool OR r.pool LIKE @pools) AND (CAST(@rated AS BIGINT) = 2 OR r.rated = @rated)
      AND (CAST(@other AS TEXT) = '' OR r.second = @other)
      AND r.ended <= @before AND (r.ended < @before OR r.table_id > @after)
    ORDER BY r.ended DESC, r.table_id LIMIT @most) AS as_first
  UNION ALL
  SELECT table_id FROM (SELECT r.table_id FROM results AS r
    WHERE r.second = @person AND (r.public = 1 OR r.first = @reader OR r.second = @reader)
      AND (CAST(@pool AS TEXT) = '' OR r.pool = @pool OR r.pool LIKE @pools) AND (CAST(@rated AS BIGINT) = 2 OR r.rated = @rated)
      AND (CAST(@other AS TEXT) = '' OR r.first = @other)
      AND r.ended <= @before AND (r.ended < @before OR r.table_id > @after)
    ORDER BY r.ended DESC, r.table_id LIMIT @most) AS as_second)
ORDER BY ended DESC, table_id LIMIT @most;

-- name: PublicResults :many
SELECT * FROM results
WHERE public = 1 AND (CAST(@game AS TEXT) = '' OR game = @game)
  AND ended >= @since AND ended < @until AND ended <= @before AND (ended < @before OR table_id > @after)
ORDER BY ended DESC, table_id LIMIT @most;

-- name: PublicResultsOf :many
SELECT * FROM results WHERE table_id IN (
  SELECT table_id FROM (SELECT r.table_id FROM results AS r
    WHERE r.first = @person AND r.public = 1 AND (CAST(@game AS TEXT) = '' OR r.game = @game)
      AND r.ended >= @since AND r.ended < @until AND r.ended <= @before AND (r.ended < @before OR r.table_id > @after)
    ORDER BY r.ended DESC, r.table_id LIMIT @most) AS as_first
  UNION ALL
  SELECT table_id FROM (SELECT r.table_id FROM results AS r
    WHERE r.second = @person AND r.public = 1 AND (CAST(@game AS TEXT) = '' OR r.game = @game)
      AND r.ended >= @since AND r.ended < @until AND r.ended <= @before AND (r.ended < @before OR r.table_id > @after)
    ORDER BY r.ended DESC, r.table_id LIMIT @most) AS as_second)
ORDER BY ended DESC, table_id LIMIT @most;

-- name: CountTogether :one
SELECT CAST((SELECT COUNT(*) FROM results AS r WHERE r.first = @one AND r.second = @other AND r.pool = @pool AND r.rated = 1 AND r.ended >= @since)
  + (SELECT COUNT(*) FROM results AS r WHERE r.first = @other AND r.second = @one AND r.pool = @pool AND r.rated = 1 AND r.ended >= @since) AS BIGINT) AS games;

-- name: RatedOf :many
-- The cast keeps SQLite from reading a pool, where a person has played much less.
SELECT * FROM results WHERE table_id IN (
  SELECT r.table_id FROM results AS r WHERE r.first = @person AND CAST(r.pool AS TEXT) = @pool AND r.rated = 1 AND r.ended >= @since
  UNION ALL
  SELECT r.table_id FROM results AS r WHERE r.second = @person AND CAST(r.pool AS TEXT) = @pool AND r.rated = 1 AND r.ended >= @since)
ORDER BY ended, table_id;

-- name: RatedIn :many
SELECT * FROM results WHERE pool = @pool AND rated = 1 ORDER BY ended, table_id;

-- name: TallyOf :one
-- Of games with another person all are counted, else those at public tables.
SELECT
  CAST(COALESCE(SUM(CASE WHEN own.score = 1 THEN 1 ELSE 0 END), 0) AS BIGINT) AS won,
  CAST(COALESCE(SUM(CASE WHEN own.score = 0.5 THEN 1 ELSE 0 END), 0) AS BIGINT) AS drawn,
  CAST(COALESCE(SUM(CASE WHEN own.score = 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS lost
FROM (
  SELECT r.score FROM results AS r WHERE r.first = @person AND (CAST(@other AS TEXT) = '' AND r.public = 1 OR r.second = @other)
  UNION ALL
  SELECT 1 - r.score AS score FROM results AS r WHERE r.second = @person AND (CAST(@other AS TEXT) = '' AND r.public = 1 OR r.first = @other)) AS own;

-- name: TalliesOf :many
-- Rated games alone, as the ratings count them.
SELECT CAST(own.pool AS TEXT) AS pool,
  CAST(SUM(CASE WHEN own.score = 1 THEN 1 ELSE 0 END) AS BIGINT) AS won,
  CAST(SUM(CASE WHEN own.score = 0.5 THEN 1 ELSE 0 END) AS BIGINT) AS drawn,
  CAST(SUM(CASE WHEN own.score = 0 THEN 1 ELSE 0 END) AS BIGINT) AS lost
FROM (
  SELECT r.pool, r.score FROM results AS r WHERE r.first = @person AND r.rated = 1
  UNION ALL
  SELECT r.pool, 1 - r.score AS score FROM results AS r WHERE r.second = @person AND r.rated = 1) AS own
GROUP BY own.pool;

-- name: ChangeResult :exec
UPDATE results SET rated = @rated, unrated = @unrated, first_before = @first_before, first_deviation = @first_deviation, first_after = @first_after,
  second_before = @second_before, second_deviation = @second_deviation, second_after = @second_after
WHERE table_id = @table_id;

-- name: RatingsOf :many
SELECT * FROM ratings WHERE person = @person ORDER BY pool;

-- name: PutRating :exec
INSERT INTO ratings (person, pool, rating, deviation, volatility, games, opponents, at, best)
VALUES (@person, @pool, @rating, @deviation, @volatility, @games, @opponents, @at, @best)
ON CONFLICT (person, pool) DO UPDATE SET rating = @rating, deviation = @deviation, volatility = @volatility,
  games = @games, opponents = @opponents, at = @at, best = @best;

-- name: DeleteRatingsIn :exec
DELETE FROM ratings WHERE pool = @pool;

-- name: LeadingIn :many
SELECT ratings.* FROM ratings JOIN people ON people.id = ratings.person
WHERE ratings.pool = @pool AND people.kind = 'account' AND ratings.games >= @games AND ratings.opponents >= @opponents
  AND ratings.deviation <= @deviation AND ratings.at >= @since
ORDER BY ratings.rating DESC, ratings.person LIMIT @most;

-- name: ForgetFirstName :execrows
UPDATE results SET first_name = '' WHERE first = @person AND first_name <> '';

-- name: ForgetSecondName :execrows
UPDATE results SET second_name = '' WHERE second = @person AND second_name <> '';
