package api

// PoolRating is how strong somebody is in one pool.
type PoolRating struct {
	// Pool is a game and how fast it is played: "lyngk/live", "lyngk/days", "dvonn/live" or "dvonn/days".
	Pool   string `json:"pool"`
	Rating int    `json:"rating"`
	// Deviation is how uncertain the rating is, in the same units.
	Deviation int `json:"deviation"`
	// Provisional says that little is known yet: the deviation is large, or there were few opponents.
	Provisional bool `json:"provisional,omitempty"`
	Games       int  `json:"games"`
	// How those games ended.
	Tally `tstype:",extends"`
	// Opponents is how many different ones there were.
	Opponents int `json:"opponents"`
	Best      int `json:"best"`
	// Days is the rating at the end of each day with a rated game, of the last 90 days, the oldest first.
	Days []DayRating `json:"days"`
}

// DayRating is a rating at an instant, in milliseconds since 1970.
type DayRating struct {
	At     int64 `json:"at"`
	Rating int   `json:"rating"`
}

// Tally is how games ended for somebody.
type Tally struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Result is how a game between two people ended. An aborted game has none.
type Result struct {
	Table string `json:"table"`
	// Ended is UTC, in milliseconds since 1970.
	Ended int64 `json:"ended"`
	// Game is the id of the rule set. Pool is missing for a game without a clock.
	Game   string `json:"game"`
	Pool   string `json:"pool,omitempty"`
	First  Person `json:"first"`
	Second Person `json:"second"`
	// Score is that of First: 1, 0.5 or 0.
	Score float64 `json:"score"`
	// How it ended, in the words of a record: "normal" by the rules, "resignation", "time", "abandoned", "agreement" or
	// "adjudication".
	How   string `json:"how"`
	Plies int    `json:"plies"`
	// Position is the last one on the board, missing where the table is gone.
	Position string `json:"position,omitempty"`
	// Points are what First and Second have of what the rules count first, where the game ended by them.
	Points *[2]int `json:"points,omitempty" tstype:"Pair<number>"`
	// Rated says that it changed the ratings of both. Unrated is why a game by rated terms did not: "short" (given up before
	// it had really begun), "pair" (the two had played enough rated games in these days), "level" (so had one with that level),
	// "person" (one of them is no account any more) or "host" (the host of the server has decided it). Both are missing for a casual game.
	Rated   bool   `json:"rated,omitempty"`
	Unrated string `json:"unrated,omitempty" tstype:"'short' | 'pair' | 'level' | 'person' | 'host'"`
	// Rating is before and after of First and Second.
	Rating *[2][2]int `json:"rating,omitempty" tstype:"Pair<Pair<number>>"`
}

// Results are those of a person, the newest first.
type Results struct {
	Results []Result `json:"results"`
	// More is what to ask for as ?before= to get the next ones, missing after the last.
	More string `json:"more,omitempty"`
}

// Ratings is the leaderboard of a pool.
type Ratings struct {
	Pool string       `json:"pool"`
	Rows []RatingsRow `json:"rows"`
	// You is the reader's own row, also where it is not listed; it has no place then, and ToGo says what is missing.
	You  *RatingsRow `json:"you,omitempty"`
	ToGo *ToGo       `json:"toGo,omitempty"`
}

// RatingsRow is somebody in a leaderboard. The levels of the computer stand among the people, without a place.
type RatingsRow struct {
	Place     int    `json:"place,omitempty"`
	Person    Person `json:"person"`
	Rating    int    `json:"rating"`
	Deviation int    `json:"deviation"`
	Games     int    `json:"games"`
	// Last is when the last rated game ended, UTC, in milliseconds since 1970; missing for a level.
	Last int64 `json:"last,omitempty"`
}

// ToGo is what somebody lacks for the leaderboard.
type ToGo struct {
	Games     int `json:"games,omitempty"`
	Opponents int `json:"opponents,omitempty"`
	// Unsure says that the rating is too uncertain yet, and Idle that the last game was long ago.
	Unsure bool `json:"unsure,omitempty"`
	Idle   bool `json:"idle,omitempty"`
}

// Explored is what was played in a position of many games.
type Explored struct {
	ExploredTally `tstype:",extends"`
	// Moves are the most frequent first.
	Moves []ExploredMove `json:"moves"`
	// Tables are some of those where the position was on the board.
	Tables []string `json:"tables,omitempty"`
}

// ExploredMove is a move with what followed it. The move stands for as many as Same, which lead to boards that look alike.
type ExploredMove struct {
	Move          string `json:"move"`
	Same          int    `json:"same"`
	ExploredTally `tstype:",extends"`
	Moves         []ExploredMove `json:"moves,omitempty"`
}

// ExploredTally counts games: all, and those that First and Second have won, and that were drawn. Margin is the sum of the
// leads of First in what counts first at their ends.
type ExploredTally struct {
	Games  int `json:"games"`
	First  int `json:"first"`
	Second int `json:"second"`
	Draws  int `json:"draws"`
	Margin int `json:"margin"`
}
