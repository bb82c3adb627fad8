package main

import (
	"context"
	"fmt"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
)

// answers is a game of days in which one plays moves to which the other has planned the answer, while servers die.
type answers struct {
	first, second *settler
	mine, theirs  *client.Table // nil before the first game
	planned       string        // the answer that is waited for
	ply           int           // after it
}

// mostAnswered is after how many plies another game begins.
const mostAnswered = 16

// next waits for the answer that was planned last, and plays another move to which one is planned. It returns what is wrong
// with the answer: it was not played, or not as it was planned.
func (a *answers) next(ctx context.Context) (wrong string, err error) {
	if a.planned != "" {
		waited, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		if a.mine.Wait(waited, func(v *client.View) bool { return v.State != nil && v.State.Ply() >= a.ply }) != nil {
			return fmt.Sprintf("table %s: the planned %s is not played", a.mine.ID(), a.planned), ctx.Err()
		}
		a.mine.View(func(v *client.View) {
			if last := v.State.Plies()[a.ply-1]; v.State.Ply() != a.ply || last.Text != a.planned || last.Took != 0 {
				wrong = fmt.Sprintf("table %s: %s was planned, %d plies are played, with %s in %v", a.mine.ID(), a.planned, v.State.Ply(), last.Text, last.Took)
			}
		})
	}
	if a.mine == nil || a.ply >= mostAnswered {
		if err := a.begin(ctx); err != nil {
			return wrong, err
		}
	}
	var line []string
	a.mine.View(func(v *client.View) {
		a.ply = v.State.Ply() + 2
		pos := v.State.Position().Copy()
		for range 2 {
			m := pos.Moves(nil)[0]
			line = append(line, v.State.Game().MoveText(m))
			pos.PlayUnchecked(m)
		}
	})
	if err := a.theirs.Wait(ctx, func(v *client.View) bool { return v.State != nil && v.State.Ply() == a.ply-2 }); err != nil {
		return wrong, err
	}
	if _, err := a.theirs.Plan(ctx, [][]string{line}); err != nil {
		return wrong, err
	}
	a.planned = line[1]
	_, err = a.mine.Move(ctx, line[0])
	return wrong, err
}

func (a *answers) begin(ctx context.Context) error {
	var made api.Table
	if err := load.Again(ctx, func() (err error) {
		made, err = a.first.session.Create(ctx, api.Options{Game: games.IDs()[0], Control: "1/259200", Side: "first"})
		return err
	}); err != nil {
		return err
	}
	if _, err := a.second.live.Do(ctx, api.ToServer{Type: "sit", Table: made.ID}); err != nil {
		return err
	}
	a.mine, a.theirs = a.first.live.Watch(made.ID), a.second.live.Watch(made.ID)
	return a.mine.Wait(ctx, func(v *client.View) bool { return v.State != nil })
}
