package settle

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/record"
)

// mostResults is how many results are listed at a time.
const mostResults = 20

// Asked is which results of somebody are listed.
type Asked struct {
	// Game is a rule set whose pool is meant, "" for all.
	Game string
	// Rated is "true", "false" or "" for both.
	Rated string
	// With is the id of who else has played, "" for anybody.
	With string
	// Before is the More of the list before.
	Before string
}

// Results returns how games of a person ended, the newest first. Those of tables that are not
// public are seen by their players alone.
func (s *Service) Results(ctx context.Context, reader, person string, a Asked) (api.Results, error) {
	q := ResultQuery{Person: person, Reader: reader, With: a.With, Limit: mostResults + 1}
	wrong := func(name, value string) (api.Results, error) {
		return api.Results{}, api.RefuseQuery(name, value)
	}
	if q.Game = games.PoolOf(a.Game); a.Game != "" && q.Game == "" {
		return wrong("game", a.Game)
	}
	if a.Rated != "" {
		rated, err := strconv.ParseBool(a.Rated)
		if err != nil {
			return wrong("rated", a.Rated)
		}
		q.Rated = &rated
	}
	if a.Before != "" {
		var ok bool
		if q.Before, q.After, ok = parsePlace(a.Before); !ok {
			return wrong("before", a.Before)
		}
	}
	found, err := s.store.Results(ctx, q)
	if err != nil {
		return api.Results{}, err
	}
	list := api.Results{Results: []api.Result{}}
	if len(found) > mostResults {
		found = found[:mostResults]
		list.More = placeOf(found[mostResults-1])
	}
	ids := make([]string, len(found))
	for i, r := range found {
		ids[i] = r.Table
	}
	briefs, err := s.store.TableBriefs(ctx, ids)
	for _, r := range found {
		v := s.show(ctx, r)
		var sum struct{ Position string }
		_, text, _ := strings.Cut(briefs[r.Table], " ")
		_ = json.Unmarshal([]byte(text), &sum) // one that cannot be read is shown without
		v.Position, v.Points = sum.Position, pointsOf(r, sum.Position)
		list.Results = append(list.Results, v)
	}
	return list, err
}

// pointsOf is what First and Second have of what the rules count first, nil where the rules did not end the game
// or something else decided it.
func pointsOf(r Result, position string) *[2]int {
	g, err := games.Lookup(r.Game)
	if err != nil || r.How != string(record.Normal) {
		return nil
	}
	p, err := g.Parse(position)
	scorer, ok := p.(game.Scorer)
	if err != nil || !ok {
		return nil
	}
	first, second := scorer.Standing(game.First)[0].N, scorer.Standing(game.Second)[0].N
	if first == second && r.Score != 0.5 {
		return nil
	}
	return &[2]int{first, second}
}

// placeOf names the place in a list behind a result.
func placeOf(r Result) string { return strconv.FormatInt(api.Millis(r.Ended), 10) + "-" + r.Table }

// parsePlace reads the name of a place.
func parsePlace(text string) (before time.Time, after string, ok bool) {
	at, after, ok := strings.Cut(text, "-")
	ms, err := strconv.ParseInt(at, 10, 64)
	return time.UnixMilli(ms).UTC(), after, ok && err == nil && api.IsTableID(after)
}

// show is a result as everybody may see it.
func (s *Service) show(ctx context.Context, r Result) api.Result {
	v := api.Result{
		Table: r.Table, Ended: api.Millis(r.Ended), Game: r.Game, First: s.tables.Person(ctx, r.People[0]), Second: s.tables.Person(ctx, r.People[1]),
		Score: r.Score, How: r.How, Plies: r.Plies, Rated: r.Rated, Unrated: r.Unrated, Rating: r.change(),
	}
	if isPool(r.Pool) {
		v.Pool = r.Pool
	}
	return v
}

// Figures returns the ratings of somebody in the pools where they have played, in the order of
// the pools.
func (s *Service) Figures(ctx context.Context, person string) ([]api.PoolRating, error) {
	list := []api.PoolRating{}
	if n, ok := levelOf(person); ok {
		for _, pool := range table.Pools() {
			levels, err := s.scale(ctx, pool)
			if err != nil {
				return nil, err
			}
			r := levels.of(n)
			list = append(list, api.PoolRating{Pool: pool, Rating: rounded(r.Rating), Deviation: rounded(r.Deviation), Best: rounded(r.Rating), Days: []api.DayRating{}})
		}
		return list, nil
	}
	all, err := s.store.RatingsOf(ctx, person)
	if err != nil {
		return nil, err
	}
	tallies, err := s.store.Tallies(ctx, person)
	if err != nil {
		return nil, err
	}
	now := s.store.Now()
	for _, pool := range table.Pools() {
		i := slices.IndexFunc(all, func(r Rating) bool { return r.Pool == pool })
		if i < 0 {
			continue
		}
		r := all[i].later(now)
		v := api.PoolRating{
			Pool: pool, Rating: rounded(r.Rating.Rating), Deviation: rounded(r.Deviation), Provisional: r.isProvisional(),
			Games: r.Games, Opponents: r.Opponents, Best: rounded(r.Best), Tally: api.Tally(tallies[pool]),
		}
		if r.Best == 0 {
			v.Best = v.Rating
		}
		if v.Days, err = s.days(ctx, person, pool, now); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// days is the rating of somebody at the end of each day with a rated game, of the last ones.
func (s *Service) days(ctx context.Context, person, pool string, now time.Time) ([]api.DayRating, error) {
	list := []api.DayRating{}
	results, err := s.store.RatedOf(ctx, person, pool, now.Add(-profileFor))
	for i, r := range results {
		side := 0
		if r.People[1] == person {
			side = 1
		}
		v := api.DayRating{At: api.Millis(r.Ended), Rating: rounded(r.After[side])}
		if i > 0 && results[i-1].Ended.Truncate(day).Equal(r.Ended.Truncate(day)) {
			list[len(list)-1] = v
		} else {
			list = append(list, v)
		}
	}
	return list, err
}

// AddTo adds to a profile how strong somebody is, and how their games ended, those with the reader too.
func (s *Service) AddTo(ctx context.Context, p *api.Profile, reader string) error {
	all, you, err := s.Tally(ctx, reader, p.Person.ID)
	if err != nil {
		return err
	}
	p.Won, p.Drawn, p.Lost, p.You = all.Won, all.Drawn, all.Lost, you
	p.Pools, err = s.Figures(ctx, p.Person.ID)
	return err
}

// Tally returns how the games of somebody at public tables ended, and how all those with the
// reader did, as the reader counts; nil where there are none.
func (s *Service) Tally(ctx context.Context, reader, person string) (all api.Tally, you *api.Tally, err error) {
	t, err := s.store.Tally(ctx, person, "")
	if err != nil || reader == "" || reader == person {
		return api.Tally(t), nil, err
	}
	own, err := s.store.Tally(ctx, reader, person)
	if own != (Tally{}) {
		mine := api.Tally(own)
		you = &mine
	}
	return api.Tally(t), you, err
}

// AtEnd returns what the players of a game were called when it ended, and the contest of which it is one; "" for who had no name,
// has left, or was called what nobody should be, and all of it before the game is counted.
func (s *Service) AtEnd(ctx context.Context, id string) (names [2]string, contest string, err error) {
	r, err := s.store.Result(ctx, id)
	if errors.Is(err, table.ErrNotFound) {
		return names, "", nil
	}
	for i, name := range r.Names {
		p := s.tables.Person(ctx, r.People[i])
		p.Name = name
		names[i] = p.Called()
	}
	return names, r.Contest, err
}

// Leaderboard returns who is strongest in a pool, with the levels among them, and where the
// reader stands. [api.LivePath] says that there is no such pool.
func (s *Service) Leaderboard(ctx context.Context, reader, pool string) (api.Ratings, error) {
	if !isPool(pool) {
		return api.Ratings{}, api.Refuse(api.LivePath)
	}
	now := s.store.Now()
	leading, err := s.store.Leading(ctx, Listed{
		Pool: pool, Games: listedGames, Opponents: fewOpponents, Deviation: listedAt, Since: now.Add(-listedFor), Limit: mostListed,
	})
	if err != nil {
		return api.Ratings{}, err
	}
	list := api.Ratings{Pool: pool, Rows: []api.RatingsRow{}}
	for _, r := range leading {
		if r = r.later(now); r.Deviation <= listedAt {
			row := s.row(ctx, r)
			row.Place = len(list.Rows) + 1
			list.Rows = append(list.Rows, row)
		}
	}
	for _, row := range list.Rows {
		if row.Person.ID == reader {
			list.You = &row
		}
	}
	levels, err := s.scale(ctx, pool)
	if err != nil {
		return api.Ratings{}, err
	}
	for n := 1; n <= Levels; n++ {
		list.Rows = append(list.Rows, s.row(ctx, standing(pool, LevelID(n), nil, levels, now)))
	}
	slices.SortStableFunc(list.Rows, func(a, b api.RatingsRow) int { return b.Rating - a.Rating })
	if list.You == nil && reader != "" {
		err = s.toGo(ctx, reader, pool, now, &list)
	}
	return list, err
}

// toGo adds the row of who is not listed, and why.
func (s *Service) toGo(ctx context.Context, reader, pool string, now time.Time, list *api.Ratings) error {
	all, err := s.store.RatingsOf(ctx, reader)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(r Rating) bool { return r.Pool == pool })
	if i < 0 {
		if p := s.tables.Person(ctx, reader); p.Kind == api.KindAccount {
			list.ToGo = &api.ToGo{Games: listedGames, Opponents: fewOpponents}
		}
		return nil
	}
	r := all[i].later(now)
	row := s.row(ctx, r)
	list.You = &row
	list.ToGo = &api.ToGo{
		Games: max(0, listedGames-r.Games), Opponents: max(0, fewOpponents-r.Opponents),
		Unsure: r.Deviation > listedAt, Idle: r.At.Before(now.Add(-listedFor)),
	}
	return nil
}

// row is somebody in a leaderboard.
func (s *Service) row(ctx context.Context, r Rating) api.RatingsRow {
	p := s.tables.Person(ctx, r.Person)
	p.Rating, p.Provisional = rounded(r.Rating.Rating), p.Kind != api.KindLevel && r.isProvisional()
	return api.RatingsRow{Person: p, Rating: p.Rating, Deviation: rounded(r.Deviation), Games: r.Games, Last: api.Millis(r.At)}
}
