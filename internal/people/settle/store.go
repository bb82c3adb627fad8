package settle

import (
	"context"
	"time"

	"cairn.example/internal/people/table"
	"cairn.example/internal/rating"
)

// Result is how a game between two people ended, as it is stored. What is said of two is of
// First and Second.
type Result struct {
	Table string
	Ended time.Time
	Game  string
	// Pool is that of the table's terms; of a game without a clock it is the game alone, "dvonn".
	Pool   string
	People [2]string
	Names  [2]string // as they were called then
	Score  float64   // of First: 1, 0.5 or 0
	How    string    // why the game ended, in the words of a record
	Margin int       // by how much First was ahead in what the rules count first
	Plies  int
	Public bool
	// Contest is that of which it was a game, "" for none.
	Contest string

	// Rated says that it has changed ratings, of one of the two at least, and Unrated why a game by rated terms has not.
	Rated                    bool
	Unrated                  string
	Before, Deviation, After [2]float64
}

// Rating is how strong somebody is in a pool, as it is stored.
type Rating struct {
	Person, Pool string
	rating.Rating
	Games     int
	Opponents int       // different ones
	At        time.Time // of the last rated game
	Best      float64   // 0 while it was provisional
}

// Settling is a table to settle.
type Settling struct {
	Table  string
	At     time.Time
	People [2]string
	Pool   string
	// Rated says that the game may count; Since is from when on earlier games of the two are counted.
	Rated bool
	Since time.Time
	// Decide says what is stored. It may be called more than once, and does nothing else.
	Decide func(Known) Verdict
}

// Known is what is known when a table is settled. Nobody changes it meanwhile.
type Known struct {
	People  [2]table.PersonRow // without an id for who was deleted
	Ratings [2][]Rating        // in all pools
	Pair    int                // rated games of the two in the pool since Settling.Since
	Met     bool               // they have played a rated game in the pool before
}

// Verdict is what is stored of a table: nothing, for a game without a result, or all of this.
type Verdict struct {
	Result  *Result
	Ratings []Rating
}

// ResultQuery selects results of a person, the newest first. Those of tables that are not public
// are for the players only.
type ResultQuery struct {
	Person, Reader string
	With           string // the other player; "" for all
	Game           string // as in Result.Pool; "" for all
	Rated          *bool  // nil for both
	// Before and After are where the results before these ended: zero for the newest.
	Before time.Time
	After  string
	Limit  int
}

// Listed selects ratings for a leaderboard.
type Listed struct {
	Pool             string
	Games, Opponents int // at least
	Deviation        float64
	Since            time.Time
	Limit            int
}

// Tally is how games ended for somebody.
type Tally struct{ Won, Drawn, Lost int }

// Store keeps results and ratings. Its methods are safe for concurrent use.
type Store interface {
	Now() time.Time
	Load(ctx context.Context, id string) (table.Row, []table.Event, error)
	NewPerson(ctx context.Context, p table.PersonRow) error
	Person(ctx context.Context, id string) (table.PersonRow, error)
	// SetSettings replaces the settings of somebody; table.ErrConflict where they are not those of before.
	SetSettings(ctx context.Context, id, before, settings string) error

	// Unsettled returns tables whose game is over and was not settled, those first that were over first; skip is how
	// many of them to leave out.
	Unsettled(ctx context.Context, skip, most int) ([]string, error)
	// Settle stores what is decided about a table, and that it is settled, in one transaction. table.ErrConflict where
	// that was done before.
	Settle(ctx context.Context, s Settling) error

	// Result returns that of a table; table.ErrNotFound where there is none. Settled reports whether the table is settled.
	Result(ctx context.Context, id string) (Result, error)
	Settled(ctx context.Context, id string) (bool, error)
	Results(ctx context.Context, q ResultQuery) ([]Result, error)
	Public(ctx context.Context, q PublicQuery) ([]Result, error)
	// Together returns how many rated games two people have played in a pool since a time.
	Together(ctx context.Context, pool string, people [2]string, since time.Time) (int, error)
	// RatedOf returns the rated results of somebody in a pool since a time, the oldest first.
	RatedOf(ctx context.Context, person, pool string, since time.Time) ([]Result, error)
	// Tally counts how games of somebody at public tables ended, or, with another person, all games of the two.
	Tally(ctx context.Context, person, with string) (Tally, error)
	// Tallies counts how rated games of somebody ended, by pools.
	Tallies(ctx context.Context, person string) (map[string]Tally, error)
	// TableBriefs returns phase and summary of tables, with a space between the two.
	TableBriefs(ctx context.Context, ids []string) (map[string]string, error)
	// RatingsOf returns those of somebody in all pools.
	RatingsOf(ctx context.Context, person string) ([]Rating, error)
	// Leading returns the highest ratings of accounts in a pool.
	Leading(ctx context.Context, l Listed) ([]Rating, error)

	// RatedIn returns all rated results of a pool, the oldest first.
	RatedIn(ctx context.Context, pool string) ([]Result, error)
	// Rerate lets f work out from all rated results of a pool, the oldest first, what they have done, and stores that in
	// place of what was stored.
	Rerate(ctx context.Context, pool string, f func([]Result) ([]Result, []Rating, error)) error
}
