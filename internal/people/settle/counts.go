package settle

import (
	"context"
	"errors"
	"strconv"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Which games count. Terms by which none does are refused by package table; what follows is
// known when two sit down together, or only at the end.

// Why a game by rated terms does not count, in [Result].Unrated.
const (
	short  = "short"  // given up before it had really begun
	byHost = "host"   // nobody at the board has decided it
	pair   = "pair"   // the two have played enough
	level  = "level"  // so has one with a level
	person = "person" // one of them is no account any more
)

// Before each side has made this many moves, a game that somebody leaves does not count: a
// no-show is nobody's strength. Placing goes fast.
const (
	fewMoves   = 4
	fewPlacing = 8
)

// The most rated games of two people in a pool, and of somebody with one level.
const (
	mostOfPair  = 12
	pairFor     = 7 * day
	mostOfLevel = 3
	levelFor    = day
)

// moves says whose rating a game moves: of somebody of the first kind against the second.
// Levels stand still, and what a program does moves no person.
var moves = map[[2]api.Kind]bool{
	{api.KindAccount, api.KindAccount}: true,
	{api.KindAccount, api.KindLevel}:   true,
	{api.KindBot, api.KindAccount}:     true,
	{api.KindBot, api.KindBot}:         true,
	{api.KindBot, api.KindLevel}:       true,
}

// limitOf returns how many games of two people count since a time, and why more do not.
func limitOf(people [2]string, now time.Time) (most int, since time.Time, why string) {
	for _, id := range people {
		if _, ok := levelOf(id); ok {
			return mostOfLevel, now.Add(-levelFor), level
		}
	}
	return mostOfPair, now.Add(-pairFor), pair
}

// MayRate refuses a rated game between two people who have played enough of them.
func (s *Service) MayRate(ctx context.Context, pool string, people [2]table.PersonRow) error {
	ids := [2]string{people[0].ID, people[1].ID}
	if ids[0] == "" || ids[1] == "" {
		return nil
	}
	most, since, why := limitOf(ids, s.store.Now())
	n, err := s.store.Together(ctx, pool, ids, since)
	switch {
	case err != nil || n < most:
		return err
	case why == level:
		return api.Refuse(api.TableRatedLevel, "count", strconv.Itoa(most))
	}
	return api.Refuse(api.TableRatedPair, "count", strconv.Itoa(n), "days", strconv.Itoa(int(pairFor/day)))
}

// uncounted returns why a game by rated terms does not count, as far as its end says; "" where
// it may.
func uncounted(g *play.State) string {
	switch end := g.End(); end.Why {
	case record.Adjudication:
		return byHost
	case record.Time, record.Abandoned:
		few := fewMoves
		if p, ok := g.PositionAt(0).(game.Placer); ok && p.Next() != 0 {
			few = fewPlacing
		}
		var made [2]int
		for _, ply := range g.Plies() {
			made[ply.Side]++
		}
		if min(made[0], made[1]) < few {
			return short
		}
	}
	return ""
}

// unratedBy returns why a game that may count does not, by who has played it; "" where it does.
func unratedBy(k Known, people [2]string) string {
	for _, p := range k.People {
		if p.ID == "" || api.Kind(p.Kind) == api.KindGuest {
			return person
		}
	}
	if most, _, why := limitOf(people, time.Time{}); k.Pair >= most {
		return why
	}
	return ""
}

// scoreOf is what First gets.
func scoreOf(o game.Outcome) (float64, error) {
	switch o {
	case game.FirstWins:
		return 1, nil
	case game.SecondWins:
		return 0, nil
	case game.Draw:
		return 0.5, nil
	}
	return 0, errors.New("the game has no outcome")
}
