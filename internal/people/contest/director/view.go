package director

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest"
)

// View returns a contest as somebody may see it.
func (s *Service) View(ctx context.Context, person, id string) (*api.ContestView, error) {
	st, err := s.state(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, person, st), nil
}

// state returns a contest as it is stored now. Nobody changes it.
func (s *Service) state(ctx context.Context, id string) (*state, error) {
	l := s.contest(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.read(ctx, s); err != nil {
		return nil, err
	}
	return l.st, nil
}

func (s *Service) view(ctx context.Context, person string, st *state) *api.ContestView {
	return &api.ContestView{Contest: *s.picture(ctx, st), You: s.you(ctx, person, st)}
}

// points are half points as points.
func points(half int) float64 { return float64(half) / 2 }

// points are those of the table: a win in an arena counts 2.
func (st *state) points(half int) float64 {
	switch {
	case st.isArena():
		return float64(half)
	case st.Options.Matchpoints:
		return float64(half) / 10
	}
	return points(half)
}

// picture is a contest as everybody may see it.
func (s *Service) picture(ctx context.Context, st *state) *api.Contest {
	v := &api.Contest{
		ID: st.row.ID, Options: st.terms, Phase: st.phase(), Host: s.tables.Person(ctx, st.row.Host), Seq: st.seq(),
		Now: api.Millis(s.store.Now()), Created: api.Millis(st.row.Created), Updated: api.Millis(st.updated),
		CanJoin: s.steps.canJoin(st), Series: st.row.Series, Entrants: []api.Entrant{}, Rounds: []api.ContestRound{}, Standings: []api.ContestStanding{},
	}
	v.Next = s.next(st)
	if st.terms.Filler != "" {
		filler := s.tables.Person(ctx, st.terms.Filler)
		v.Filler = &filler
	}
	var free []*contest.Person
	if st.isArena() && st.Phase == contest.Running {
		free = st.Free()
	}
	for _, p := range st.People {
		e := api.Entrant{
			Person: s.tables.Person(ctx, p.ID), Checked: p.Checked, Left: p.Left, Away: p.Away && !p.Left, Since: p.Since, Here: s.tables.IsHere(p.ID),
		}
		e.Person.Rating = p.Rating
		if slices.Contains(free, p) {
			e.Looks = api.Millis(st.looks[p.ID])
		}
		v.Entrants = append(v.Entrants, e)
	}
	games := s.games(ctx, st)
	for i, r := range st.Rounds {
		v.Rounds = append(v.Rounds, st.round(i, r, games))
	}
	if st.isDuplicate() {
		for n := range st.terms.Rounds {
			v.Commits = append(v.Commits, st.draw(n+1).Commit())
		}
	}
	for _, l := range st.Standings() {
		line := api.ContestStanding{
			Place: l.Place, Person: l.Person, Points: st.mean(l.Points), Strength: l.Strength, Played: l.Played, Won: l.Won, Direct: points(l.Direct),
			Buchholz: points(l.Buchholz), Sonneborn: points(l.Sonneborn) / 2, SecondWon: l.SecondWon, Byes: l.Byes, Sheet: []api.ContestEntry{},
		}
		for _, e := range st.Sheet(l.Person) {
			line.Sheet = append(line.Sheet, api.ContestEntry{What: string(e.What), Board: e.Board, Points: st.points(e.Points)})
		}
		v.Standings = append(v.Standings, line)
	}
	return v
}

// round is one as everybody may see it.
func (st *state) round(n int, r contest.Round, games map[string]api.ContestGame) api.ContestRound {
	own := st.rounds[n]
	v := api.ContestRound{Began: api.Millis(own.began), Boards: []api.ContestBoard{}, Byes: slices.Clone(r.Byes)}
	if v.Byes == nil {
		v.Byes = []string{}
	}
	over := n+1 < len(st.Rounds) || st.complete()
	if v.Hidden = st.isDuplicate() && !over; st.isDuplicate() && over {
		v.Layout = st.layout(n + 1)
	}
	for i, b := range r.Boards {
		board := api.ContestBoard{First: b.First, Second: b.Second}
		if st.isDuplicate() && over {
			if result, _ := b.Result(); result.Margin != nil {
				board.Margin = result.Margin
			}
			if p, ok := r.Matchpoints(i); ok {
				board.Percent = &[2]float64{float64(p[0]) / 10, float64(p[1]) / 10}
			}
		}
		for g, id := range b.Tables {
			game, made := games[id]
			if !made {
				continue
			}
			game.First = [2]string{b.First, b.Second}[g&1]
			board.Games = append(board.Games, game)
		}
		times := own.times[i+1]
		for k, result := range b.Results {
			one := api.ContestResult{Points: [2]float64{points(result.Points[0]), points(result.Points[1])}, How: result.How, By: result.By}
			if k < len(times) {
				one.At = api.Millis(times[k])
			}
			board.Result = &one
			board.Results = append(board.Results, one)
		}
		if len(board.Results) == 1 {
			board.Results = nil
		}
		if both := own.said[i+1]; both != nil && board.Result == nil {
			board.Said = &[2]*[2]float64{}
			for side, p := range both {
				if p != nil {
					board.Said[side] = &[2]float64{points(p[0]), points(p[1])}
				}
			}
		}
		v.Boards = append(v.Boards, board)
	}
	return v
}

// games are those of all boards, as lists show them.
func (s *Service) games(ctx context.Context, st *state) map[string]api.ContestGame {
	var ids []string
	for _, r := range st.Rounds {
		for _, b := range r.Boards {
			// Of an arena, which has hundreds, those that are over are shown without a position.
			if _, over := b.Result(); !over || !st.isArena() {
				ids = append(ids, b.Tables...)
			}
		}
	}
	games := s.gamesAt(ctx, ids)
	if st.isArena() && len(st.Rounds) > 0 {
		for _, b := range st.Rounds[0].Boards {
			if result, over := b.Result(); over && len(b.Tables) > 0 && result.How != contest.HowAbsent {
				games[b.Tables[0]] = api.ContestGame{Table: b.Tables[0], Phase: api.Over}
			}
		}
	}
	return games
}

func (s *Service) gamesAt(ctx context.Context, ids []string) map[string]api.ContestGame {
	if len(ids) == 0 {
		return map[string]api.ContestGame{}
	}
	briefs, err := s.store.TableBriefs(ctx, ids)
	if err != nil {
		_ = s.fault("games", "", err) // shown without
	}
	games := make(map[string]api.ContestGame, len(briefs))
	for id, brief := range briefs {
		phase, text, _ := strings.Cut(brief, " ")
		var sum struct {
			Position, Turn, Outcome string
			Ply                     int
			Flag                    int64
			Hidden                  bool
		}
		_ = json.Unmarshal([]byte(text), &sum) // one that cannot be read is shown without a position
		if sum.Hidden {
			games[id] = api.ContestGame{Table: id, Phase: api.Phase(phase)}
			continue
		}
		games[id] = api.ContestGame{
			Table: id, Phase: api.Phase(phase), Position: sum.Position, Ply: sum.Ply, Turn: sum.Turn, Outcome: sum.Outcome, Deadline: sum.Flag,
		}
	}
	return games
}

// plyOf is how many plies were played, by the brief of a table.
func plyOf(brief string) int {
	_, text, _ := strings.Cut(brief, " ")
	var sum struct{ Ply int }
	_ = json.Unmarshal([]byte(text), &sum)
	return sum.Ply
}

// next is what happens by itself next, by the time that has been counted so far.
func (s *Service) next(st *state) *api.ContestNext {
	now := s.store.Now()
	in := func(what string, left time.Duration) *api.ContestNext {
		return &api.ContestNext{What: what, At: api.Millis(now.Add(max(0, left)))}
	}
	switch {
	case st.Phase == contest.Open:
		passed, needed := s.steps.sinceCheck(st, now)
		switch {
		case !st.isSlow() && passed < 0:
			return in("check", -passed)
		case passed < needed:
			return in("start", needed-passed)
		}
		return in("lapse", needed+quorumWait-passed)
	case st.Phase != contest.Running:
		return nil
	case st.isArena():
		if left := s.steps.leftOf(st, now); left > 0 {
			return in("end", left)
		}
		return nil
	case len(st.Rounds) == 0 || st.complete():
		if st.terms.ByHost || len(st.Rounds) >= st.Options.Rounds || len(st.Here()) < 2 {
			return nil
		}
		if len(st.Rounds) == 0 {
			return in("round", 0)
		}
		return in("round", st.pause()-s.store.Served(st.rounds[len(st.rounds)-1].scored, now))
	case !st.isSlow() && !st.isWood():
		if left := st.absentAfter() - s.store.Served(st.rounds[len(st.rounds)-1].began, now); left > 0 {
			return in("absent", left)
		}
	}
	return nil
}

// you is what a contest is to a reader.
func (s *Service) you(ctx context.Context, person string, st *state) api.ContestYou {
	v := api.ContestYou{Host: s.isHost(ctx, st, person)}
	p := st.Person(person)
	if p == nil || p.Left {
		if person == "" {
			v.Why = api.Refuse(api.MeNeeded)
		} else if err := s.mayJoin(ctx, st, person); err != nil {
			v.Why = api.Refusal(err)
		}
		if st.Phase == contest.Over {
			v.Why = api.Refuse(api.ContestEnded)
		}
		return v
	}
	v.Entered, v.Checked, v.Away = true, p.Checked, p.Away
	if st.Phase != contest.Running || len(st.Rounds) == 0 {
		return v
	}
	r := st.Rounds[len(st.Rounds)-1]
	v.Bye = slices.Contains(r.Byes, person) && !st.complete()
	for i, b := range r.Boards {
		if _, has := b.Has(person); !has {
			continue
		}
		if _, over := b.Result(); over {
			continue
		}
		v.Board = i + 1
		for _, id := range b.Tables {
			if game, made := s.gamesAt(ctx, []string{id})[id]; made {
				v.Table = id
				if game.Phase == api.Playing {
					break
				}
			}
		}
	}
	return v
}

// How many are listed.
const (
	mostComing = 100
	mostPast   = 20
	mostPlayed = 8
)

// List returns the contests, as somebody may see them. Before is what came back with the list before.
func (s *Service) List(ctx context.Context, person, before string) (*api.Contests, error) {
	v := &api.Contests{Now: api.Millis(s.store.Now()), Running: []api.ContestBrief{}, Coming: []api.ContestBrief{}, Past: []api.ContestBrief{}}
	var since time.Time
	after := ""
	if before != "" {
		text, id, _ := strings.Cut(before, ".")
		at, err := strconv.ParseInt(text, 10, 64)
		if err != nil || !api.IsTableID(id) {
			return nil, api.RefuseQuery("before", before)
		}
		since, after = time.UnixMilli(at), id
	} else {
		for phase, list := range map[api.ContestPhase]*[]api.ContestBrief{api.ContestRunning: &v.Running, api.ContestOpen: &v.Coming} {
			rows, err := s.store.Contests(ctx, string(phase), mostComing)
			if err != nil {
				return nil, s.fault("list", "", err)
			}
			for _, row := range rows {
				*list = append(*list, s.brief(ctx, person, row))
			}
		}
	}
	rows, err := s.store.PastContests(ctx, string(api.ContestOver), since, after, mostPast+1)
	if err != nil {
		return nil, s.fault("list", "", err)
	}
	if len(rows) > mostPast {
		rows = rows[:mostPast]
		last := rows[len(rows)-1]
		v.More = strconv.FormatInt(last.Starts.UnixMilli(), 10) + "." + last.ID
	}
	for _, row := range rows {
		v.Past = append(v.Past, s.brief(ctx, person, row))
	}
	err = s.mayCreate(ctx, person)
	var refusal *api.Error
	if v.Create = err == nil; errors.As(err, &refusal) {
		v.Why = refusal
	}
	return v, nil
}

func (s *Service) brief(ctx context.Context, person string, row Row) api.ContestBrief {
	sum := summaryOf(row)
	v := api.ContestBrief{
		ID: row.ID, Options: sum.Terms, Phase: api.ContestPhase(row.Phase), Host: s.tables.Person(ctx, row.Host), Series: row.Series, Updated: api.Millis(row.Updated),
		People: len(sum.People), Round: sum.Round, Entered: person != "" && slices.Contains(sum.People, person),
	}
	for _, id := range sum.Winners {
		v.Winners = append(v.Winners, s.tables.Person(ctx, id))
	}
	if v.Entered && v.Phase == api.ContestRunning {
		if st, err := s.state(ctx, row.ID); err == nil {
			v.Table = s.you(ctx, person, st).Table
		}
	}
	return v
}

// Played returns the last contests in which somebody has played, with what came of them.
func (s *Service) Played(ctx context.Context, person string) ([]api.PlayedContest, error) {
	rows, err := s.store.PlayedContests(ctx, person, mostPlayed)
	if err != nil {
		return nil, s.fault("list", "", err)
	}
	list := make([]api.PlayedContest, len(rows))
	for i, row := range rows {
		sum := summaryOf(row)
		list[i] = api.PlayedContest{ID: row.ID, Options: sum.Terms, Place: sum.Places[person]}
	}
	return list, nil
}
