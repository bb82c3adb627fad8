package api

// Contest is a contest in rounds as everybody may see it. Its people are in Entrants; elsewhere they are named by their
// ids. Points are those of games won, half of one for a draw.
type Contest struct {
	ID      string         `json:"id"`
	Options ContestOptions `json:"options"`
	// Phase is "open" while people join, "running", "over", or "lapsed" where too few came.
	Phase ContestPhase `json:"phase" tstype:"'open' | 'running' | 'over' | 'lapsed'"`
	// Host is who made it.
	Host Person `json:"host"`
	// Seq is the number of the last event in this picture. The calls of a host name it, so that two of them don't collide.
	Seq int64 `json:"seq"`
	// Now is the time of the server, and Created and Updated are others: UTC, in milliseconds since 1970.
	Now     int64 `json:"now"`
	Created int64 `json:"created"`
	Updated int64 `json:"updated"`
	// CanJoin says that people who have not taken part can still join.
	CanJoin bool `json:"canJoin,omitempty"`
	// Next is what happens by itself if nobody does anything, missing where nothing does.
	Next *ContestNext `json:"next,omitempty"`
	// Entrants are all who ever took part, in the order in which they joined.
	Entrants []Entrant `json:"entrants"`
	// Rounds are those that were paired, the first one first. The last one may be under way.
	Rounds []ContestRound `json:"rounds"`
	// Standings are all who took part, the best first.
	Standings []ContestStanding `json:"standings"`
	// Series is the same for all contests of a weekly one, missing for a single one.
	Series string `json:"series,omitempty"`
	// Commits bind the server to its shares of the layouts of duplicate rounds, one for each round, before anybody joins.
	Commits []string `json:"commits,omitempty"`
	// Filler is the level of Options.Filler.
	Filler *Person `json:"filler,omitempty"`
}

// ContestPhase is what a contest is at.
type ContestPhase string

// The phases.
const (
	ContestOpen    ContestPhase = "open"
	ContestRunning ContestPhase = "running"
	ContestOver    ContestPhase = "over"
	ContestLapsed  ContestPhase = "lapsed"
)

// ContestOptions are what a contest is played by.
type ContestOptions struct {
	// Title has at most 60 characters and About at most 500, both of plain text.
	Title string `json:"title"`
	About string `json:"about,omitempty"`
	// Game, Full, Control, Takeback and Rated are those of the tables; see [Options].
	Game     string `json:"game"`
	Full     bool   `json:"full,omitempty"`
	Control  string `json:"control"`
	Takeback bool   `json:"takeback,omitempty"`
	Rated    bool   `json:"rated,omitempty"`
	// Format is how people meet: in rounds where it is missing, or in an arena, which goes on for Minutes and in which all who
	// are free are paired again and again.
	// In duplicate rounds all boards of a round have one layout and are hidden until it is over.
	Format  string `json:"format,omitempty" tstype:"'arena' | 'duplicate'"`
	Minutes int    `json:"minutes,omitempty"`
	// Scoring is what counts in duplicate rounds: wins where it is missing, or matchpoints, in percent of those that could be
	// had: 2 for each other board of the round with a worse margin, 1 for each with an equal one.
	Scoring string `json:"scoring,omitempty" tstype:"'matchpoints'"`
	// Rounds is how many there are, 1 to 20; 0 in an arena. With one round less than people, or more, each plays each.
	Rounds int `json:"rounds"`
	// Away lets the clock stand, in games of days, of who is away.
	Away bool `json:"away,omitempty"`
	// Games is how many two people play when they meet: 1, or 2 on one layout with sides swapped.
	Games int `json:"games" tstype:"1 | 2"`
	// Quorum is how many people it takes at least, 2 to 200; missing for 2. Where fewer are there at the start, it waits for a quarter of
	// an hour and then lapses.
	Quorum int `json:"quorum,omitempty"`
	// Starts is when, UTC, in milliseconds since 1970; Zone the time zone in which the host has said so, such as "Europe/Berlin".
	Starts int64  `json:"starts"`
	Zone   string `json:"zone"`
	// Weekly repeats the contest every week at that time of the zone. The next eight are announced.
	Weekly bool `json:"weekly,omitempty"`
	// Guests says that guests may join; they can't where games are rated or last for days.
	Guests bool `json:"guests,omitempty"`
	// Programs says that programs may take part. One joins by its own token, or a host lets it; where it stands it is there.
	Programs bool `json:"programs,omitempty"`
	// Filler is the id of a level that plays with who would be free where the number of people is odd, missing for none. It has
	// no points and no place, and it is nobody's opponent where it does not stand.
	Filler string `json:"filler,omitempty"`
	// Boards is "wood" where people play at boards of their own and say here how it ended, missing for tables of the server.
	Boards string `json:"boards,omitempty" tstype:"'wood'"`
	// Pause is how many seconds there are between the end of a round and the next one, at most 3600.
	Pause int `json:"pause,omitempty"`
	// ByHost says that a round begins when a host pairs it, and not by itself.
	ByHost bool `json:"byHost,omitempty"`
}

// BoardsWood is the Boards of a contest that is played at wooden boards.
const BoardsWood = "wood"

// The formats and the scoring of [ContestOptions] that are not "".
const (
	FormatArena     = "arena"
	FormatDuplicate = "duplicate"
	Matchpoints     = "matchpoints"
)

// The bounds of [ContestOptions].
const (
	LeastArena        = 5 // minutes
	MostArena         = 600
	MostContestTitle  = 60
	MostContestAbout  = 500
	MostContestRounds = 20
	MostContestPeople = 200
	MostContestPause  = 3600
)

// ContestNext is what happens by itself at an instant, UTC, in milliseconds since 1970: check-in begins, the contest starts,
// it lapses if nobody else comes, the next round begins, who is not at a board loses there, or the time of an arena is over:
// from then on nobody is paired, and the games under way still count.
type ContestNext struct {
	What string `json:"what" tstype:"'check' | 'start' | 'lapse' | 'round' | 'absent' | 'end'"`
	At   int64  `json:"at"`
}

// Entrant is somebody who takes part in a contest, or did.
type Entrant struct {
	// Person has the rating of the time when they joined.
	Person Person `json:"person"`
	// Checked says that they were there before the start; Left that they, or a host, have taken them out; Away that they
	// pause, because they said so or did not come to a board.
	Checked bool `json:"checked,omitempty"`
	Left    bool `json:"left,omitempty"`
	Away    bool `json:"away,omitempty"`
	// Since is how many rounds had begun when they joined.
	Since int `json:"since,omitempty"`
	// Here says that they are connected now.
	Here bool `json:"here,omitempty"`
	// Looks is since when they look for an opponent in an arena, UTC, in milliseconds since 1970; missing while they don't.
	Looks int64 `json:"looks,omitempty"`
}

// ContestRound is a round that was paired.
type ContestRound struct {
	// Began is UTC, in milliseconds since 1970; 0 in a preview.
	Began  int64          `json:"began"`
	Boards []ContestBoard `json:"boards"`
	// Byes are the people who play nobody in this round, though they are here.
	Byes []string `json:"byes"`
	// Hidden says that nobody sees the boards of a duplicate round before it is over. Then Layout is the position in which all
	// of them began, as its games write it.
	Hidden bool   `json:"hidden,omitempty"`
	Layout string `json:"layout,omitempty"`
}

// ContestBoard is where two people meet in a round. Boards are numbered from 1, in the order of the round.
type ContestBoard struct {
	First  string `json:"first"`
	Second string `json:"second"`
	// Games are those of the two on the server, in order; First begins in the first one and Second in the next. There are
	// none at a wooden board.
	Games []ContestGame `json:"games,omitempty"`
	// Result is the one that counts, missing before there is one; Results are all that were given, where there is more than
	// one.
	Result  *ContestResult  `json:"result,omitempty"`
	Results []ContestResult `json:"results,omitempty"`
	// Said is what First and Second say of a wooden board, which counts once they agree.
	Said *[2]*[2]float64 `json:"said,omitempty" tstype:"Pair<Pair<number> | null>"`
	// Margin is by how much First won in a duplicate round, and Percent the matchpoints of both; missing before it is over.
	Margin  *Margin     `json:"margin,omitempty"`
	Percent *[2]float64 `json:"percent,omitempty" tstype:"Pair<number>"`
}

// Margin is by how much a game was won. Order compares games for First, from the front: 1 for a win on the board and 2 for one
// that somebody gave up, below zero for losses, and then the differences in what the rules count. Key and N are the first
// count in which the two differ, missing for a game that was given up or drawn; Height is that of the stacks counted.
type Margin struct {
	Order  []int  `json:"order"`
	Key    string `json:"key,omitempty"`
	Height int    `json:"height,omitempty"`
	N      [2]int `json:"n" tstype:"Pair<number>"`
}

// ContestGame is a game of a board. Position and the like are as in [Brief].
type ContestGame struct {
	Table    string `json:"table"`
	First    string `json:"first"` // who plays First here
	Phase    Phase  `json:"phase" tstype:"'open' | 'playing' | 'over' | 'closed'"`
	Position string `json:"position,omitempty"`
	Ply      int    `json:"ply"`
	Turn     string `json:"turn,omitempty" tstype:"'first' | 'second'"`
	Outcome  string `json:"outcome,omitempty" tstype:"'first' | 'second' | 'draw'"`
	Deadline int64  `json:"deadline,omitempty"`
}

// ContestResult is what came of a board.
type ContestResult struct {
	// Points are those of First and Second of the board.
	Points [2]float64 `json:"points" tstype:"Pair<number>"`
	// How it came about: "" by the games, "absent" where somebody did not come, "said" by both players of a wooden board,
	// "host" by a host.
	How string `json:"how,omitempty" tstype:"'absent' | 'said' | 'host'"`
	// By is the host who has said so.
	By string `json:"by,omitempty"`
	At int64  `json:"at"`
}

// ContestStanding is a line of the table of a contest.
type ContestStanding struct {
	// Place counts from 1; people who are equal in everything share one.
	Place  int     `json:"place"`
	Person string  `json:"person"`
	Points float64 `json:"points"`
	// Played counts boards with a game, and Won those of them with more than half of the points.
	Played int `json:"played"`
	Won    int `json:"won"`
	// What breaks ties, in this order: the points against those with as many, where all of them have met; those of
	// the opponents without the worst (Buchholz); those of the opponents by what was won against them (Sonneborn-Berger);
	// wins as Second.
	Direct    float64 `json:"direct"`
	Buchholz  float64 `json:"buchholz"`
	Sonneborn float64 `json:"sonneborn"`
	SecondWon int     `json:"secondWon"`
	Byes      int     `json:"byes,omitempty"`
	// Where matchpoints count, Points are the mean of the rounds that are over, in percent.
	// Strength breaks ties in an arena: the mean rating of the opponents. Points are 2 for a win and 1 for a draw there.
	Strength int `json:"strength,omitempty"`
	// Sheet is what each round so far was for the person, in an arena each game.
	Sheet []ContestEntry `json:"sheet"`
}

// ContestEntry is what a round was for somebody: a game at a board, a bye, "absent" who did not come to the board,
// "alone" whose opponent did not come, "away" while pausing, "left", or "late" before joining. Points are those of this
// round; the first round of who came late has half a point for all that were missed.
type ContestEntry struct {
	What   string  `json:"what" tstype:"'game' | 'bye' | 'absent' | 'alone' | 'away' | 'left' | 'late'"`
	Board  int     `json:"board,omitempty"`
	Points float64 `json:"points,omitempty"`
}

// ContestYou is what a contest is to its reader.
type ContestYou struct {
	// Host says that the calls of a host are the reader's to make.
	Host bool `json:"host,omitempty"`
	// Entered says that the reader takes part and has not left; Checked and Away are as of [Entrant].
	Entered bool `json:"entered,omitempty"`
	Checked bool `json:"checked,omitempty"`
	Away    bool `json:"away,omitempty"`
	// Board is the number of the reader's own in the last round while it lacks a result, and Table where the game under
	// way is. Bye says that the reader plays nobody in it.
	Board int    `json:"board,omitempty"`
	Table string `json:"table,omitempty"`
	Bye   bool   `json:"bye,omitempty"`
	// Why is the reason for which the reader cannot join, missing where they can.
	Why *Error `json:"why,omitempty"`
}

// ContestView is a contest with what it is to its reader: the answer to every call about one contest.
type ContestView struct {
	Contest Contest    `json:"contest"`
	You     ContestYou `json:"you"`
}

// Contests is the list of all that are public.
type Contests struct {
	Running []ContestBrief `json:"running"`
	// Coming are the next ones first, Past the last ones first.
	Coming []ContestBrief `json:"coming"`
	Past   []ContestBrief `json:"past"`
	// More is what to ask for as ?before= to get older ones, missing after the last.
	More string `json:"more,omitempty"`
	// Create says that the reader may make one. Where they may not, Why says what is missing.
	Create bool   `json:"create,omitempty"`
	Why    *Error `json:"why,omitempty"`
	Now    int64  `json:"now"`
}

// ContestBrief is a contest in a list.
type ContestBrief struct {
	ID      string         `json:"id"`
	Options ContestOptions `json:"options"`
	Phase   ContestPhase   `json:"phase" tstype:"'open' | 'running' | 'over' | 'lapsed'"`
	Host    Person         `json:"host"`
	Series  string         `json:"series,omitempty"`
	// Updated is UTC, in milliseconds since 1970.
	Updated int64 `json:"updated"`
	// People is how many take part, and Round the number of the last one that was paired.
	People int `json:"people"`
	Round  int `json:"round,omitempty"`
	// Winners are the first of one that is over.
	Winners []Person `json:"winners,omitempty"`
	// Entered says that the reader takes part; Table is their board under way.
	Entered bool   `json:"entered,omitempty"`
	Table   string `json:"table,omitempty"`
}

// ContestCall is the body of the calls POST contests/{id}/ACTION, whose action says which fields it needs:
//
//	change  Seq, Options: other terms, before the start
//	join    Nonce: one's share of the layouts, drawn by the server where it is missing. Of a host: Person, or at wooden
//	        boards Name, who takes part without a device
//	check   one is there; from a quarter of an hour before the start. Of a host: Person
//	leave   one takes no part any more
//	back    one is here again. Of a host: Person
//	absent  one pauses. Of a host: Seq, Person
//	start   Seq; of a host
//	pair    Seq, Preview: answers the next round as [ContestPreview]; or Seq, Boards, Byes: it begins so; of a host. While
//	        the running one has no result, it is paired once more
//	result  Round, Board, Points: at a wooden board, of its players. Of a host: Seq too, of every board
//	remove  Seq, Person; of a host
//	end     Seq, Series: also all that are to come of a weekly one; of a host
//
// Every call but a preview answers a [ContestView].
type ContestCall struct {
	Seq     int64           `json:"seq,omitempty"`
	Options *ContestOptions `json:"options,omitempty"`
	Nonce   string          `json:"nonce,omitempty"`
	Person  string          `json:"person,omitempty"`
	Name    string          `json:"name,omitempty"`
	Round   int             `json:"round,omitempty"`
	Board   int             `json:"board,omitempty"`
	Points  *[2]float64     `json:"points,omitempty" tstype:"Pair<number>"`
	Preview bool            `json:"preview,omitempty"`
	Boards  [][2]string     `json:"boards,omitempty" tstype:"Pair<string>[]"`
	Byes    []string        `json:"byes,omitempty"`
	Series  bool            `json:"series,omitempty"`
}

// ContestPreview is how a round would be paired: boards of First and Second.
type ContestPreview struct {
	Seq    int64       `json:"seq"`
	Round  int         `json:"round"`
	Boards [][2]string `json:"boards" tstype:"Pair<string>[]"`
	Byes   []string    `json:"byes"`
}
