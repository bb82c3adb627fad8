package store

import (
	"context"
	"encoding/json"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// Plan returns what somebody has planned at a table; table.ErrNotFound for nothing.
func (s tables) Plan(ctx context.Context, id, person string) (table.PlanRow, error) {
	stored, err := get(ctx, s.base, (*queries.Queries).GetPlan, queries.GetPlanParams{TableID: id, Person: person})
	if err != nil {
		return table.PlanRow{}, err
	}
	p := table.PlanRow{Table: id, Person: person, Seq: stored.Seq, Ply: int(stored.AtPly), Updated: instant(stored.Updated)}
	if err := json.Unmarshal([]byte(stored.Tree), &p.Lines); err != nil {
		return p, err
	}
	return p, json.Unmarshal([]byte(stored.Unplayed), &p.Unplayed)
}

// SavePlan replaces what somebody in a seat has planned; table.ErrConflict where the table has gone on since p.Seq. The notices
// are stored with it.
func (s tables) SavePlan(ctx context.Context, p table.PlanRow, seat int, notices []table.Notice) error {
	tree, err := json.Marshal(p.Lines)
	if err != nil {
		return err
	}
	unplayed, err := json.Marshal(p.Unplayed)
	if err != nil {
		return err
	}
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		set := queries.SetPlannedParams{ID: p.Table, Seq: p.Seq, Keep: 3 &^ (1 << seat)}
		if len(p.Lines) > 0 {
			set.Bit = 1 << seat
		}
		if n, err := q.SetPlanned(ctx, set); err != nil || n == 0 {
			return orConflict(err)
		}
		if len(p.Lines)+len(p.Unplayed) == 0 {
			err = q.DeletePlan(ctx, queries.DeletePlanParams{TableID: p.Table, Person: p.Person})
		} else {
			err = q.PutPlan(ctx, queries.PutPlanParams{
				TableID: p.Table, Person: p.Person, Seq: p.Seq, AtPly: int64(p.Ply), Tree: string(tree), Unplayed: string(unplayed), Updated: millis(p.Updated),
			})
		}
		if err != nil {
			return err
		}
		return insertNotices(ctx, q, notices)
	})
}
