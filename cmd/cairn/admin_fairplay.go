package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/study/annotate"
	"cairn.example/players"
)

type adminFairplayCmd struct {
	onePerson
	Games int    `least:"1" help:"Look at this many of the last rated games." default:"40" placeholder:"N"`
	Peers int    `least:"1" help:"Compare with at most this many people of about the same rating." default:"10" placeholder:"N"`
	Nodes uint64 `least:"1" help:"Search this many positions for each move." default:"20000" placeholder:"N"`
}

// near is by how much the rating of those with whom somebody is compared may differ.
const near = 150

// The levels with which somebody's moves are compared.
const firstCompared, lastCompared = 3, 9

func (c *adminFairplayCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	p, err := st.Person(ctx, c.Person)
	if err != nil {
		return err
	}
	pool, results, err := mostRated(ctx, st, p.ID)
	if err != nil {
		return err
	}
	if len(results) == 0 {
		tellFew(s, judge.Fairness{})
		return nil
	}
	last := results[max(0, len(results)-c.Games):]
	before := results[max(0, len(results)-2*c.Games) : len(results)-len(last)]
	look := &looker{nodes: c.Nodes, levels: true}
	games, err := look.games(ctx, st, last, p.ID)
	if err != nil {
		return err
	}
	f := judge.FairnessOf(games)
	tell(s, "cli.admin.fair", i18n.Args{"person": personText(p.ID, p.Name), "pool": pool, "games": f.Games, "moves": f.Choices})
	if !f.Enough() {
		tellFew(s, f)
		return nil
	}
	look.levels = false
	earlier, err := look.games(ctx, st, before, p.ID)
	if err != nil {
		return err
	}
	others, err := c.peers(ctx, st, look, pool, p.ID, last)
	if err != nil {
		return err
	}
	c.show(s, f, judge.FairnessOf(earlier), others)
	return nil
}

// tellFew says that the figures say nothing yet, and what is missing.
func tellFew(s *streams, f judge.Fairness) {
	tell(s, "cli.admin.fair.few", i18n.Args{
		"games": f.Games, "moves": f.Choices, "fewest": judge.FewestGames, "least": judge.FewestChoices, "more": f.Missing(), "all": f.Games + f.Missing(),
	})
}

// show says what the figures are, and that they prove nothing.
func (c *adminFairplayCmd) show(s *streams, f, before judge.Fairness, others []judge.Fairness) {
	percent := func(x float64) string { return s.catalog.Number(float64(int(1000*x+0.5)) / 10) }
	tell(s, "cli.admin.fair.loss", i18n.Args{"loss": percent(f.Loss), "best": percent(f.Agreement)})
	tell(s, "cli.admin.fair.level", i18n.Args{"level": firstCompared + f.Level})
	tell(s, "cli.admin.fair.pace", i18n.Args{"pace": s.catalog.Number(float64(int(100*f.Pace)) / 100)})
	if before.Enough() {
		tell(s, "cli.admin.fair.before", i18n.Args{"games": before.Games, "loss": percent(before.Loss), "best": percent(before.Agreement)})
	}
	if chance, ok := f.ChanceOf(others); ok {
		tell(s, "cli.admin.fair.others", i18n.Args{"n": len(others), "chance": percent(chance)})
	}
	tell(s, "cli.admin.fair.ask", nil)
}

// mostRated returns the pool in which somebody has played most rated games, and these, the oldest first.
func mostRated(ctx context.Context, st *store.Store, person string) (pool string, most []settle.Result, err error) {
	for _, one := range table.Pools() {
		list, err := st.RatedOf(ctx, person, one, time.Time{})
		if err != nil {
			return "", nil, err
		}
		if len(list) > len(most) {
			pool, most = one, list
		}
	}
	return pool, most, nil
}

// peers returns the figures of people who were about as strong when they played, each in their last games.
func (c *adminFairplayCmd) peers(ctx context.Context, st *store.Store, look *looker, pool, person string, own []settle.Result) ([]judge.Fairness, error) {
	rating := 0.0
	for _, r := range own {
		rating += r.Before[side(r, person)] / float64(len(own))
	}
	all, err := st.RatedIn(ctx, pool)
	if err != nil {
		return nil, err
	}
	byPerson := map[string][]settle.Result{}
	var order []string
	for _, r := range slices.Backward(all) { // those who played last come first
		for i, id := range r.People {
			if id == person || isLevel(id) || r.Before[i] < rating-near || r.Before[i] > rating+near || len(byPerson[id]) >= c.Games {
				continue
			}
			if byPerson[id] == nil {
				order = append(order, id)
			}
			byPerson[id] = append(byPerson[id], r)
		}
	}
	var others []judge.Fairness
	for _, id := range order {
		if len(others) == c.Peers {
			break
		}
		if len(byPerson[id]) < judge.FewestGames {
			continue
		}
		games, err := look.games(ctx, st, byPerson[id], id)
		if err != nil {
			return nil, err
		}
		if f := judge.FairnessOf(games); f.Enough() {
			others = append(others, f)
		}
	}
	return others, nil
}

func isLevel(person string) bool {
	for n := 1; n <= settle.Levels; n++ {
		if settle.LevelID(n) == person {
			return true
		}
	}
	return false
}

// side is where somebody sat: 0 for First.
func side(r settle.Result, person string) int {
	if r.People[1] == person {
		return 1
	}
	return 0
}

// looker looks at the choices of players.
type looker struct {
	nodes  uint64
	levels bool // the levels are asked too
}

// games returns the choices of somebody in some games.
func (l *looker) games(ctx context.Context, st *store.Store, results []settle.Result, person string) ([][]judge.Choice, error) {
	var all [][]judge.Choice
	for _, r := range results {
		row, events, err := st.Load(ctx, r.Table)
		if err != nil {
			return nil, err
		}
		replayed, err := table.Replay(row, events)
		if err != nil {
			return nil, err
		}
		choices, err := l.game(ctx, replayed.Game, game.Side(side(r, person)), row.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, choices)
	}
	return all, nil
}

// game returns the choices of one side in a game.
func (l *looker) game(ctx context.Context, st *play.State, by game.Side, seed string) ([]judge.Choice, error) {
	e, err := players.NewEngine(st.Game(), engine.Options{Hash: 16, Threads: 1})
	if err != nil {
		return nil, err
	}
	var levels []players.Player
	for n := firstCompared; l.levels && n <= lastCompared; n++ {
		p, err := players.New(st.Game(), players.LevelName(n), players.Options{Seed: seed})
		if err != nil {
			return nil, err
		}
		levels = append(levels, p)
	}
	var choices []judge.Choice
	for ply, p := range st.Plies() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		before := st.PositionAt(ply)
		c := judge.Choice{Ply: ply, Legal: len(before.Moves(nil)), Took: p.Took}
		if p.Side != by || !c.Early() {
			continue
		}
		if l.look(ctx, e, before, p.Move, &c); !c.Counts() {
			continue
		}
		for _, level := range levels {
			r, err := level.Choose(ctx, before, engine.Limits{}, nil)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", level.Name(), err)
			}
			c.Levels = append(c.Levels, r.Move == p.Move)
		}
		choices = append(choices, c)
	}
	return choices, nil
}

// look fills in what a search says of a choice.
func (l *looker) look(ctx context.Context, e *engine.Engine, before game.Position, played game.Move, c *judge.Choice) {
	e.Clear()
	found := e.Search(ctx, before, engine.Limits{Nodes: l.nodes, MultiPV: 2}, nil)
	if len(found.Lines) < 2 {
		return
	}
	chance := func(i engine.Info) float64 { return annotate.Value(i).Chance() }
	c.Best, c.Second, c.Agrees = chance(found.Lines[0]), chance(found.Lines[1]), found.Move == played
	c.Played = c.Best
	if c.Agrees || !c.Counts() {
		return
	}
	if second := found.Lines[1].PV; len(second) > 0 && second[0] == played {
		c.Played = c.Second
		return
	}
	c.Played = chance(e.Search(ctx, before, engine.Limits{Nodes: l.nodes, Only: []game.Move{played}}, nil).Info)
}
