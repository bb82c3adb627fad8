-- +goose Up

-- Contests at wooden boards, whose results are in no table: few, so that a profile can look through them.
CREATE INDEX contests_wood ON contests (phase, starts, id) WHERE summary LIKE '%"boards":"wood"%';
