-- +goose Up

-- When the deadline of a table was moved last, because no process was alive for a
-- while: downtime that has ended by then is counted in it. One that was never moved
-- counts what had ended by the last event.
ALTER TABLE tables ADD COLUMN deadline_set INTEGER NOT NULL DEFAULT 0;
