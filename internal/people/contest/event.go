package contest

import (
	"slices"

	"cairn.example/internal/people/api"
)

// Kind says what happened.
type Kind string

// The kinds of events.
const (
	Announced Kind = "announced" // the first event, with Options
	Changed   Kind = "changed"   // Options are others now; before the start
	Joined    Kind = "joined"    // Person, for the first time or again
	Left      Kind = "left"      // Person, or who was removed by the host
	Called    Kind = "called"    // check-in is open
	Checked   Kind = "checked"   // Person is there before the start; in an arena, looks for an opponent
	Closed    Kind = "closed"    // Person, in an arena, looks for no opponent: the page is closed
	Started   Kind = "started"
	Paired    Kind = "round"  // Round with Boards and Byes; the running one again while it has no result; in an arena further Boards
	Scored    Kind = "result" // Points of a Board of a Round; the last one counts, also after the end
	Absent    Kind = "absent" // Person did not come to the board and is away until back
	Back      Kind = "back"   // Person is here again
	Ended     Kind = "ended"
)

// Bounds of Options, which keep the costs of a pairing within whole numbers.
const (
	MostRounds = api.MostContestRounds
	MostPeople = api.MostContestPeople
)

// Options are what a contest is played by.
type Options struct {
	// Rounds is how many there are.
	Rounds int `json:"rounds"`
	// Games is how many two people play when they meet: 1, or 2 with both sides.
	Games int `json:"games"`
	// Quorum is how many people it takes at least; 0 means 2.
	Quorum int `json:"quorum,omitempty"`
	// Arena is a contest of one round, in which people are paired as they come free.
	Arena bool `json:"arena,omitempty"`
	// Filler is who plays with somebody who would be free, and takes no part else; "" for nobody.
	Filler string `json:"filler,omitempty"`
	// Matchpoints counts on each board how many others of the round, all on one layout, were won by less; else wins count.
	Matchpoints bool `json:"matchpoints,omitempty"`
}

// Event is something that happened. Fields that its kind does not name are empty.
type Event struct {
	Kind    Kind     `json:"kind"`
	Options *Options `json:"options,omitempty"`
	Person  string   `json:"person,omitempty"`
	// Rating orders people of equal points, of Joined.
	Rating int      `json:"rating,omitempty"`
	Round  int      `json:"round,omitempty"`
	Boards []Board  `json:"boards,omitempty"`
	Byes   []string `json:"byes,omitempty"`
	// Board counts from 1.
	Board  int    `json:"board,omitempty"`
	Points Points `json:"points,omitzero"`
	// How is how a result came about, such as "absent"; By who said so.
	How string `json:"how,omitempty"`
	By  string `json:"by,omitempty"`
	// Margin is by how much First won a game on a layout that others play on, too.
	Margin *api.Margin `json:"margin,omitempty"`
}

// Points are the half points of the first and the second of a board.
type Points [2]int

// Board is where two people meet in a round.
type Board struct {
	First  string `json:"first"`
	Second string `json:"second"`
	// Tables are where the games of the two are played, in order; none for a board of wood.
	Tables []string `json:"tables,omitempty"`
	// Results are all that were given, the last one counts.
	Results []Result `json:"results,omitempty"`
}

// Result is what came of a board.
type Result struct {
	Points Points      `json:"points"`
	How    string      `json:"how,omitempty"`
	By     string      `json:"by,omitempty"`
	Margin *api.Margin `json:"margin,omitempty"`
}

// HowAbsent is the How of a board to which somebody did not come. It is no game: it counts
// for the points and nothing else.
const HowAbsent = "absent"

// Result returns the result that counts, false before there is one.
func (b Board) Result() (Result, bool) {
	if len(b.Results) == 0 {
		return Result{}, false
	}
	return b.Results[len(b.Results)-1], true
}

// Has reports whether a person sits at the board, and on which side.
func (b Board) Has(person string) (side int, ok bool) {
	return slices.Index([]string{b.First, b.Second}, person), person == b.First || person == b.Second
}
