package message

// FileQuestion is what the records are asked. Which fields matter depends on the question.
type FileQuestion struct {
	Op string `json:"op" tstype:"keyof FileAnswers"`
	// Game is the rule set of a file that names none.
	Game string `json:"game,omitempty"`
	// Data is a file, in base64.
	Data   []byte      `json:"data,omitempty"`
	Name   string      `json:"name,omitempty"`
	Record *GameRecord `json:"record,omitempty"`
	Format string      `json:"format,omitempty"`
	Log    *Log        `json:"log,omitempty"`
	// Played are the games of a new run, of which each has its log or its record.
	Played []Playing `json:"played,omitempty"`
	// Position is looked up in blocks, the run that is shown first at their head. Most is how many games are named.
	Position string  `json:"position,omitempty"`
	Blocks   []Block `json:"blocks,omitempty"`
	Most     int     `json:"most,omitempty"`
}

// Playing is a game that is looked through.
type Playing struct {
	Log    *Log        `json:"log,omitempty"`
	Record *GameRecord `json:"record,omitempty"`
}

// FileAnswers has the type of the records' answer to every question, by its op.
type FileAnswers struct {
	Formats []Format      `json:"formats"`
	Import  []RecordEntry `json:"import"`
	Export  Exported      `json:"export"`
	// Record is the record of a log; Log is the log of a record's main line.
	Record GameRecord `json:"record"`
	Log    Converted  `json:"log"`
	// Drawn says whether layout and sides of a record follow from what server and players gave.
	Drawn Drawn `json:"drawn"`
	// Run makes a run of games, in which positions are looked up by their Key; Explore says what was played in one.
	Run     Run      `json:"run"`
	Key     Key      `json:"key"`
	Explore Explored `json:"explore"`
}

// Run is all positions of some games, packed into blocks in the order of their keys.
type Run struct {
	Blocks []Block `json:"blocks"`
	// Margins has a byte a game: by how much side 0 was ahead at its end in what counts first, as a signed number.
	Margins []byte `json:"margins"`
}

// Block is a part of a run. It begins with the key First, and is of no use without knowing which.
type Block struct {
	// Run is the number of the run where a position is looked up.
	Run   int    `json:"run,omitempty"`
	First string `json:"first"`
	Data  []byte `json:"data"`
	// Without is a game of the run that does not count: the one that is looked at.
	Without *LeftOut `json:"without,omitempty"`
}

// LeftOut is a game of a run, with its margin.
type LeftOut struct {
	Game   int `json:"game"`
	Margin int `json:"margin"`
}

// Key is the key of a position, the same for all boards that look alike.
type Key struct {
	Key string `json:"key"`
}

// Explored is what was played in a position of many games.
type Explored struct {
	Tally ExploredTally  `json:"tally"`
	Moves []ExploredMove `json:"moves"`
	// Visits are some of the games, the last ones of each run.
	Visits []Visit `json:"visits"`
}

// ExploredTally counts games: all, those that the sides have won, and those that were drawn. Margin is the sum of their margins.
type ExploredTally struct {
	Games  int `json:"games"`
	First  int `json:"first"`
	Second int `json:"second"`
	Draws  int `json:"draws"`
	Margin int `json:"margin"`
}

// ExploredMove is a move that was played. It stands for as many as Same, which lead to boards that look alike.
type ExploredMove struct {
	Move  string        `json:"move"`
	Same  int           `json:"same"`
	Tally ExploredTally `json:"tally"`
}

// Visit is a game that went through the position after some plies, and the move that it went on by, if it did.
type Visit struct {
	Run  int    `json:"run"`
	Game int    `json:"game"`
	Ply  int    `json:"ply"`
	Move string `json:"move,omitempty"`
}

// Drawn is the verdict on the draw of a layout.
type Drawn struct {
	Valid bool `json:"valid"`
	// Error says what is wrong.
	Error *Refusal `json:"error,omitempty"`
}

// Format is a format of records.
type Format struct {
	Name      string `json:"name"`
	Extension string `json:"extension"`
	// Games are the ids of the games that it can hold.
	Games []string `json:"games"`
}

// Place is a place in a file of records; everything counts from 1.
type Place struct {
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Game      int    `json:"game,omitempty"`
	Ply       int    `json:"ply,omitempty"`
	Variation bool   `json:"variation,omitempty"`
}

// GameRecord is the stored moves of one game and what is said about them.
type GameRecord struct {
	Game        string       `json:"game"`
	Start       string       `json:"start"`
	First       string       `json:"first,omitempty"`
	Second      string       `json:"second,omitempty"`
	Result      Outcome      `json:"result"`
	Termination string       `json:"termination,omitempty"`
	TimeControl string       `json:"timeControl,omitempty"`
	Seed        string       `json:"seed,omitempty"`
	Tags        []Tag        `json:"tags,omitempty"`
	Note        *Note        `json:"note,omitempty"`
	Moves       []RecordMove `json:"moves"`
}

// Tag is a named text.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Note is what is said at one place of a line. Times are in milliseconds.
type Note struct {
	Comment string `json:"comment,omitempty"`
	// Clock is the time left after the move, Took what it took.
	Clock *int64 `json:"clock,omitempty"`
	Took  *int64 `json:"took,omitempty"`
	// Eval is an evaluation as text, seen by side 0.
	Eval     string `json:"eval,omitempty"`
	Commands []Tag  `json:"commands,omitempty"`
}

// RecordMove is one move of a record.
type RecordMove struct {
	Text string `json:"text"`
	// NAGs are glyphs by number, as in chess: 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!".
	NAGs []int `json:"nags,omitempty"`
	Note *Note `json:"note,omitempty"`
	// Variations are other lines from the position before this move.
	Variations []RecordLine `json:"variations,omitempty"`
}

// RecordLine is a sequence of moves.
type RecordLine struct {
	Note  *Note        `json:"note,omitempty"`
	Moves []RecordMove `json:"moves"`
}

// RecordEntry is one game of a file: the record, or what is wrong with it and what could be read before that.
type RecordEntry struct {
	Record   *GameRecord `json:"record,omitempty"`
	Error    *Refusal    `json:"error,omitempty"`
	Warnings []*Refusal  `json:"warnings,omitempty" tstype:"Refusal[]"`
	File     string      `json:"file,omitempty"`
	Number   int         `json:"number,omitempty"`
}

// Exported is a record as the text of a file; the warnings tell what the format does not support.
type Exported struct {
	Text     string     `json:"text"`
	Warnings []*Refusal `json:"warnings,omitempty" tstype:"Refusal[]"`
}
