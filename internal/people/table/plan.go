package table

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// plan stores what a player answers to moves that the opponent may play. Nobody else hears of it.
func (t *liveTable) plan(ctx context.Context, q request) (int64, error) {
	if err := q.charges.take(t.limits.Plans, "plan:"+t.id+":"+q.person); err != nil {
		return 0, err
	}
	if err := t.readNow(ctx); err != nil {
		return 0, err
	}
	st := t.cached.state
	side, err := st.player(q.person)
	if err == nil && st.phase == api.Playing && len(q.m.Lines) > 0 {
		switch {
		case q.m.Ply != st.game.Ply():
			err = api.Refuse(api.TableStale)
		case st.game.Turn() == side:
			err = api.Refuse(api.TablePlanTurn)
		}
	}
	if err == nil && st.phase != api.Playing {
		err = api.Refusal(st.game.Check(play.Event{Kind: play.Resign, Side: side})) // the game is over
	}
	if err != nil {
		return t.seq, err
	}
	p := PlanRow{Table: t.id, Person: q.person, Seq: st.seq, Ply: st.game.Ply(), Updated: t.now()}
	if p.Lines, err = api.CheckPlan(st.game, side, q.m.Lines); err != nil {
		return t.seq, err
	}
	switch before, err := t.store.Plan(ctx, t.id, q.person); {
	case err == nil:
		now := before.now(st)
		if len(p.Lines)+len(now.Lines) > 0 { // to clear what is cleared already clears what was left, too
			p.Unplayed = now.Unplayed
		}
	case !errors.Is(err, ErrNotFound):
		return t.seq, t.fault("plan", t.id, err)
	}
	switch err := t.store.SavePlan(ctx, p, int(side), nil); {
	case errors.Is(err, ErrConflict):
		return t.seq, api.Refuse(api.TableStale)
	case err != nil:
		return t.seq, t.fault("save plan", t.id, err)
	}
	t.publish(Hint{Table: t.id, Kind: hintPlan, Body: []byte(q.person)})
	t.tellPlans(ctx, q.person)
	return t.seq, nil
}

// now is a plan as it stands: what is left of it, or what the game has left, which is all of it after moves were taken back.
func (p PlanRow) now(st *state) api.Plan {
	v := api.Plan{Ply: p.Ply, Lines: p.Lines, Unplayed: p.Unplayed}
	if st.rewound > p.Seq && len(p.Lines) > 0 {
		v.Lines, v.Unplayed = nil, p.Lines
	}
	return v.After(st.game)
}

// message is the id of the event with which an answer is played: the same however often that is tried. No client can give
// such a one.
func (p PlanRow) message(st *state) string {
	lines, _ := json.Marshal(p.Lines)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %s", p.Table, st.game.Ply(), p.Seq, lines))
	return p.Person + ":plan-" + hex.EncodeToString(sum[:12])
}

// playPlanned plays what who is to move has planned. Where the game has left the plan, what is left of it is put aside and
// who is to move gets the notices of their turn. The lock of the table is held.
func (t *liveTable) playPlanned(ctx context.Context) (played bool, err error) {
	var aside *PlanRow
	_, err = t.carryOut(ctx, request{arrived: t.now(), beforeHost: true}, func(ctx context.Context, st *state, _ request) ([]Event, error) {
		played, aside = false, nil
		if st.phase != api.Playing {
			return nil, nil
		}
		turn := st.game.Turn()
		p, err := t.store.Plan(ctx, t.id, st.seats[turn])
		switch {
		case errors.Is(err, ErrNotFound):
			return nil, nil
		case err != nil:
			return nil, t.fault("plan", t.id, err)
		case len(p.Lines) == 0:
			return nil, nil
		}
		now := p.now(st)
		if len(now.Lines) > 0 {
			var e play.Event
			if e, err = st.game.Canonical(play.Event{Kind: play.Move, Side: turn, Move: now.Lines[0][0]}); err == nil {
				text, err := json.Marshal(e)
				if err != nil {
					return nil, err
				}
				events, err := encoded(api.EventPlay, payload{Play: text, Planned: true})
				if err == nil {
					events[0].Message, played = p.message(st), true
				}
				return events, err
			}
			now.Lines, now.Unplayed = nil, now.Lines
		}
		aside = &PlanRow{Table: t.id, Person: p.Person, Seq: st.seq, Ply: now.Ply, Unplayed: now.Unplayed, Updated: t.now()}
		return nil, nil
	})
	if err != nil || aside == nil {
		return played, err
	}
	st := t.cached.state
	var notices []Notice
	if st.isSlow() {
		notices = st.turnNotices("", t.now())
	}
	switch err := t.store.SavePlan(ctx, *aside, int(st.game.Turn()), notices); {
	case errors.Is(err, ErrConflict):
		return true, nil // it has gone on
	case err != nil:
		return false, t.fault("save plan", t.id, err)
	}
	return false, nil
}

// tellPlans tells somebody on all their connections what they have planned. The lock of the table is held.
func (t *liveTable) tellPlans(ctx context.Context, person string) {
	if err := t.readNow(ctx); err != nil {
		return
	}
	for _, w := range t.watching {
		if w.session.person == person {
			_ = t.sendPlan(ctx, w, true) // logged; it comes with the next watch
		}
	}
}

// tellPlan tells one who begins to watch what they have planned; that it is nothing only to who has heard of the table before.
func (t *liveTable) tellPlan(ctx context.Context, w *watch, again bool) error {
	_, ok := seatOf(t.seats, w.session.person)
	if !ok || t.phase != api.Playing && t.phase != api.Over {
		return nil
	}
	return t.sendPlan(ctx, w, again)
}

// sendPlan tells a player's connection what they have planned, with none also that it is nothing.
func (t *liveTable) sendPlan(ctx context.Context, w *watch, none bool) error {
	p, err := t.store.Plan(ctx, t.id, w.session.person)
	switch {
	case errors.Is(err, ErrNotFound) && !none:
		return nil
	case err != nil && !errors.Is(err, ErrNotFound):
		return t.fault("plan", t.id, err)
	}
	if _, err := t.load(ctx); err != nil {
		return err
	}
	if t.cached.state.game == nil {
		return nil
	}
	plan := p.now(t.cached.state)
	w.session.sub.Tell(&Push{Message: api.ToClient{Type: "plan", TableID: t.id, Plan: &plan}})
	return nil
}
