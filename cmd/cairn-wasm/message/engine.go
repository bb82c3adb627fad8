package message

// EngineQuestion is what the engine is asked: "search" searches a position, "stop" ends the search of the same id,
// "forget" drops what was learned from earlier ones.
type EngineQuestion struct {
	Op       string `json:"op" tstype:"'search' | 'stop' | 'forget'"`
	ID       int    `json:"id"`
	Game     string `json:"game,omitempty"`
	Position string `json:"position,omitempty"`
	// Player is "level1" to "level10", "greedy" or "random"; none is the engine at full strength, which tells the most.
	Player string `json:"player,omitempty"`
	// Seed decides what a player leaves to chance: the same seed, position and level give the same move everywhere.
	Seed   string  `json:"seed,omitempty"`
	Limits *Limits `json:"limits,omitempty"`
	// MultiPV is how many best moves to find; none is one.
	MultiPV int `json:"multipv,omitempty"`
	// Only are the moves to choose from; none are all.
	Only []string `json:"only,omitempty"`
	// Solve proves the outcome, then the best margin, instead of searching.
	Solve bool `json:"solve,omitempty"`
	// Exhaust goes on to the best margin when the outcome is proved.
	Exhaust bool `json:"exhaust,omitempty"`
	// Fresh drops what this engine has learned before it searches: what it finds then depends on the question alone.
	Fresh bool `json:"fresh,omitempty"`
	// Explain asks for what speaks for the move, which takes half as long again.
	Explain bool `json:"explain,omitempty"`
	// Hash is the memory of the engine for what it has seen, in MiB.
	Hash int `json:"hash,omitempty"`
}

// Limits say when a search ends, all that are set together. Without any it ends when it is stopped, or when everything
// is proved. Times are in milliseconds.
type Limits struct {
	Depth     int         `json:"depth,omitempty"`
	Nodes     uint64      `json:"nodes,omitempty"`
	MoveTime  float64     `json:"movetime,omitempty"`
	Clock     *[2]float64 `json:"clock,omitempty" tstype:"Pair<number>"`
	Increment *[2]float64 `json:"increment,omitempty" tstype:"Pair<number>"`
	// Clocked says that the clock counts even at zero.
	Clocked bool `json:"clocked,omitempty"`
	// Base is what the clock began with, for the plan where a person waits, and Ply how many plies were played.
	Base float64 `json:"base,omitempty"`
	Ply  int     `json:"ply,omitempty"`
	// Overhead is kept back from every time for what happens outside the search.
	Overhead float64 `json:"overhead,omitempty"`
	// Late is by how much answers have come too late; it is kept back for every move to come.
	Late float64 `json:"late,omitempty"`
}

// EngineEvent is what the engine tells. One of info, best and error is set, but in the first event of all, which is
// ready.
type EngineEvent struct {
	// ID is that of the question.
	ID    int      `json:"id"`
	Ready bool     `json:"ready,omitempty"`
	Info  *Info    `json:"info,omitempty"`
	Best  *Best    `json:"best,omitempty"`
	Error *Refusal `json:"error,omitempty"`
}

// Info is what a search has learned about one of the best moves. Score, result and chance are for the side to move of
// the position asked about.
type Info struct {
	// MultiPV is 1 for the best move, 2 for the second.
	MultiPV  int `json:"multipv"`
	Depth    int `json:"depth"`
	SelDepth int `json:"seldepth"`
	// Score is in hundredths of about a piece, of no meaning where there is a result.
	Score int `json:"score"`
	// Result is a proved result.
	Result string `json:"result,omitempty" tstype:"'win' | 'loss' | 'draw'"`
	// Margin is what a proved win or loss comes to, where that is proved too.
	Margin *Margin `json:"margin,omitempty"`
	Bound  string  `json:"bound" tstype:"'exact' | 'lower' | 'upper' | 'none'"`
	Proved bool    `json:"proved,omitempty"`
	// Chance is how likely the side to move wins, from 0 to 1, a draw counted half.
	Chance float64 `json:"chance"`
	Nodes  uint64  `json:"nodes"`
	// Time is in milliseconds since the search began.
	Time float64 `json:"time"`
	NPS  uint64  `json:"nps"`
	// Hashfull is how much of the memory is in use, in thousandths.
	Hashfull int      `json:"hashfull"`
	PV       []string `json:"pv" tstype:"string[]"`
}

// Margin is the difference in one count of the standing.
type Margin struct {
	Key string `json:"key"`
	By  int    `json:"by"`
}

// Best is the answer to a search.
type Best struct {
	// Move is the best move, "" where the game is over.
	Move string `json:"move"`
	// Ponder is the reply expected.
	Ponder  string   `json:"ponder,omitempty"`
	Reasons []Reason `json:"reasons,omitempty"`
	// IfNot is what is expected if the opponent could move at once, where a reason is about that.
	IfNot []string `json:"ifnot,omitempty"`
	// Final is what the search has come to: the value of the move and the line behind it. A player that did not search
	// has none.
	Final *Info `json:"final,omitempty"`
	// Stopped says that the search was stopped before its limits.
	Stopped bool `json:"stopped,omitempty"`
}

// Reason is one thing that speaks for a move; the catalog has it under "reason." and the key, as the end of
// "This move ...".
type Reason struct {
	Key  string            `json:"key"`
	Kind string            `json:"kind" tstype:"'result' | 'threat' | 'count' | 'line' | 'cost'"`
	Args map[string]string `json:"args,omitempty" tstype:"ByName<string>"`
	// Spots are where it shows; of a threat they are the ends of the opponent's move.
	Spots []string `json:"spots,omitempty"`
}
