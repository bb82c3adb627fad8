package store

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/store/storetest"
	"cairn.example/internal/people/table"
	"cairn.example/internal/rating"
)

// overTable stores a table whose game is over.
func overTable(t *testing.T, s *Store, id string, people [2]string) {
	t.Helper()
	row, events := storetest.NewTable(s, id)
	row.Phase, row.Seats, row.Public = "over", people, true
	if err := s.Create(t.Context(), row, events); err != nil {
		t.Fatal(err)
	}
}

// TestShownResult: the result of a table that is hidden is in no public list before it is shown, whatever is first.
func TestShownResult(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) {
		s := openTest(t, empty(t), Options{})
		for _, id := range []string{"ann", "ben"} {
			if err := s.NewPerson(t.Context(), table.PersonRow{ID: id, Kind: "account", Created: s.Now()}); err != nil {
				t.Fatal(err)
			}
		}
		for n, shownFirst := range []bool{false, true} {
			id, people := fmt.Sprintf("table%03d", n), [2]string{"ann", "ben"}
			row, events := storetest.NewTable(s, id)
			row.Phase, row.Seats, row.Public = "over", people, false
			if err := s.Create(t.Context(), row, events); err != nil {
				t.Fatal(err)
			}
			show := func() {
				row.Seq, row.Public = row.Seq+1, true
				e := table.Event{Table: id, Seq: row.Seq, Kind: string(api.EventShown), Payload: []byte(`{"v":4}`), At: s.Now()}
				if err := s.Append(t.Context(), row, []table.Event{e}); err != nil {
					t.Fatal(err)
				}
			}
			if shownFirst {
				show()
			}
			if err := s.Settle(t.Context(), counting(id, s.Now(), people)); err != nil {
				t.Fatal(err)
			}
			if !shownFirst {
				if list, err := s.Results(t.Context(), settle.ResultQuery{Person: "ann", Limit: 9}); err != nil || len(list) != n {
					t.Errorf("%d results of one that is hidden, %v", len(list), err)
				}
				show()
			}
			if list, err := s.Results(t.Context(), settle.ResultQuery{Person: "ann", Limit: 9}); err != nil || len(list) != n+1 {
				t.Errorf("%d results, %v", len(list), err)
			}
		}
	})
}

// counting settles a table so that everybody's rating is how many games they have won.
func counting(id string, at time.Time, people [2]string) settle.Settling {
	return settle.Settling{Table: id, At: at, People: people, Pool: "dvonn/live", Rated: true, Since: at.Add(-time.Hour), Decide: func(k settle.Known) settle.Verdict {
		r := &settle.Result{
			Table: id, Ended: at, Game: "dvonn", Pool: "dvonn/live", People: people, Names: [2]string{k.People[0].Name, k.People[1].Name},
			Score: 1, How: "normal", Rated: true, Plies: k.Pair, Public: true,
		}
		v := settle.Verdict{Result: r}
		for side, id := range people {
			now := settle.Rating{Person: id, Pool: "dvonn/live", Rating: rating.Rating{Deviation: 50, Volatility: 0.06}}
			if len(k.Ratings[side]) > 0 {
				now = k.Ratings[side][0]
			}
			r.Before[side] = now.Rating.Rating
			now.Games++
			if side == 0 {
				now.Rating.Rating++
			}
			if !k.Met {
				now.Opponents++
			}
			now.At, r.After[side] = at, now.Rating.Rating
			v.Ratings = append(v.Ratings, now)
		}
		return v
	}}
}

// listedPublic reads the results of public tables page by page: each comes once, the newest
// first, also those of one person alone.
func listedPublic(t *testing.T, s *Store, all int, person string, own int) {
	t.Helper()
	for who, want := range map[string]int{"": all, person: own} {
		q := settle.PublicQuery{Person: who, Game: "dvonn", Since: s.Now().Add(-time.Hour), Until: s.Now().Add(time.Hour), Limit: 7}
		seen := map[string]bool{}
		for {
			page, err := s.Public(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range page {
				if seen[r.Table] || !q.Before.IsZero() && r.Ended.After(q.Before) || who != "" && r.People[0] != who && r.People[1] != who {
					t.Errorf("of %q: %+v after %v", who, r, q.Before)
				}
				seen[r.Table] = true
				q.Before, q.After = r.Ended, r.Table
			}
			if len(page) < q.Limit {
				break
			}
		}
		if len(seen) != want {
			t.Errorf("of %q %d results are listed, want %d", who, len(seen), want)
		}
		q.Until, q.Before = q.Since, time.Time{}
		if none, err := s.Public(t.Context(), q); err != nil || len(none) > 0 {
			t.Errorf("before the first game there are %d (%v)", len(none), err)
		}
	}
}

// However many processes settle tables of the same people at the same moment, each game is
// counted once, on top of all others.
func TestSettleRace(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) {
		where := empty(t)
		stores := []*Store{openTest(t, where, Options{}), openTest(t, where, Options{})}
		s := stores[0]
		people := []string{"ann", "ben", "cleo"}
		for _, id := range people {
			if err := s.NewPerson(t.Context(), table.PersonRow{ID: id, Name: "Name of " + id, Kind: "account", Created: s.Now()}); err != nil {
				t.Fatal(err)
			}
		}
		const tables = 30
		seats := func(n int) [2]string { return [2]string{people[n%3], people[(n+1+n/3%2)%3]} }
		for n := range tables {
			overTable(t, s, fmt.Sprintf("table%03d", n), seats(n))
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		settled := map[string]int{}
		for n := range tables {
			id := fmt.Sprintf("table%03d", n)
			for range 2 {
				for _, s := range stores {
					all.Go(func() {
						err := s.Settle(t.Context(), counting(id, s.Now(), seats(n)))
						for errors.Is(err, table.ErrBusy) {
							err = s.Settle(t.Context(), counting(id, s.Now(), seats(n)))
						}
						mu.Lock()
						defer mu.Unlock()
						if err == nil {
							settled[id]++
						} else if !errors.Is(err, table.ErrConflict) {
							t.Errorf("%s: %v", id, err)
						}
					})
				}
			}
		}
		all.Wait()
		games, won, order := map[string]int{}, map[string]float64{}, map[[2]string]map[int]bool{}
		for n := range tables {
			id := fmt.Sprintf("table%03d", n)
			if settled[id] != 1 {
				t.Errorf("%s was settled %d times", id, settled[id])
			}
			games[seats(n)[0]]++
			games[seats(n)[1]]++
			won[seats(n)[0]]++
			r, err := s.Result(t.Context(), id)
			if err != nil || r.People != seats(n) || r.Names[0] != "Name of "+seats(n)[0] {
				t.Errorf("%s: %+v, %v", id, r, err)
			}
			couple := [2]string{min(seats(n)[0], seats(n)[1]), max(seats(n)[0], seats(n)[1])}
			if order[couple] == nil {
				order[couple] = map[int]bool{}
			}
			if order[couple][r.Plies] {
				t.Errorf("two games of %v are the one after %d", couple, r.Plies)
			}
			order[couple][r.Plies] = true
		}
		for _, id := range people {
			r, err := s.RatingsOf(t.Context(), id)
			if err != nil || len(r) != 1 || r[0].Games != games[id] || r[0].Opponents != 2 || r[0].Rating.Rating != won[id] {
				t.Errorf("%s: %+v, %v, want %d games and %v won", id, r, err, games[id], won[id])
			}
		}
		if left, err := s.Unsettled(t.Context(), 0, 100); err != nil || len(left) != 0 {
			t.Errorf("not settled: %v, %v", left, err)
		}

		listedPublic(t, s, tables, people[0], games[people[0]])

		// Those who count once more wait for those who settle, and what they do stays.
		if err := s.Rerate(t.Context(), "dvonn/live", func(results []settle.Result) ([]settle.Result, []settle.Rating, error) {
			if len(results) != tables {
				t.Errorf("%d results to count once more", len(results))
			}
			results[0].Rated, results[0].Unrated = false, "host"
			return results, []settle.Rating{{Person: "ann", Pool: "dvonn/live", Rating: rating.New(), Games: 1, Opponents: 1, At: s.Now()}}, nil
		}); err != nil {
			t.Fatal(err)
		}
		if n, err := s.RatedIn(t.Context(), "dvonn/live"); err != nil || len(n) != tables-1 {
			t.Errorf("%d results are rated after one was not: %v", len(n), err)
		}
		if r, err := s.RatingsOf(t.Context(), "ben"); err != nil || len(r) != 0 {
			t.Errorf("%+v, %v", r, err)
		}
		if r, err := s.Leading(t.Context(), settle.Listed{Pool: "dvonn/live", Games: 1, Opponents: 1, Deviation: 400, Limit: 9}); err != nil || len(r) != 1 || math.Abs(r[0].Rating.Rating-1500) > 1e-9 {
			t.Errorf("%+v, %v", r, err)
		}

		// Of who is deleted no name is left, and no rating.
		if err := s.DeletePerson(t.Context(), "ann"); err != nil {
			t.Fatal(err)
		}
		list, err := s.Results(t.Context(), settle.ResultQuery{Person: "ann", Limit: 100})
		if err != nil || len(list) == 0 {
			t.Fatalf("%d results, %v", len(list), err)
		}
		for _, r := range list {
			for side, id := range r.People {
				if (r.Names[side] == "") != (id == "ann") {
					t.Errorf("%+v", r)
				}
			}
		}
		overTable(t, s, "table999", [2]string{"ann", "ben"})
		if err := s.Settle(t.Context(), settle.Settling{Table: "table999", At: s.Now(), People: [2]string{"ann", "ben"}, Rated: true, Decide: func(k settle.Known) settle.Verdict {
			if k.People[0].ID != "" || k.People[1].ID != "ben" {
				t.Errorf("of who was deleted is known %+v", k.People)
			}
			return settle.Verdict{}
		}}); err != nil {
			t.Error(err)
		}
	})
}

// Nobody is deleted on PostgreSQL between their name being read and it being written, whether
// the game is rated or not.
func TestSettleKeepsPeople(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) {
		s := openTest(t, empty(t), Options{})
		e, ok := s.database.(*postgres)
		if !ok {
			t.Skip("SQLite has one writer")
		}
		people := [2]string{"ben", "ann"}
		for _, id := range people {
			if err := s.NewPerson(t.Context(), table.PersonRow{ID: id, Name: id, Kind: "account", Created: s.Now()}); err != nil {
				t.Fatal(err)
			}
		}
		for _, rated := range []bool{false, true} {
			id := fmt.Sprintf("table%v", rated)
			overTable(t, s, id, people)
			decided := false
			if err := s.Settle(t.Context(), settle.Settling{Table: id, At: s.Now(), People: people, Rated: rated, Decide: func(settle.Known) settle.Verdict {
				decided = true
				for _, id := range people {
					var one int
					err := e.db.QueryRowContext(t.Context(), "SELECT 1 FROM people WHERE id = $1 FOR UPDATE NOWAIT", id).Scan(&one)
					if answer := (*pgconn.PgError)(nil); !errors.As(err, &answer) || answer.Code != "55P03" {
						t.Errorf("rated %v: %s can be deleted meanwhile (%v)", rated, id, err)
					}
				}
				return settle.Verdict{}
			}}); err != nil || !decided {
				t.Errorf("rated %v: %v", rated, err)
			}
		}
	})
}
