package api

// HostAction is what a host of the server has done about somebody.
type HostAction struct {
	ID int64 `json:"id"`
	// Host is missing for the owner of the server, Person where the reader is the one.
	Host   *Person `json:"host,omitempty"`
	Person *Person `json:"person,omitempty"`
	What   string  `json:"what" tstype:"'nothing' | 'warn' | 'mute' | 'ban' | 'name' | 'close'"`
	// Until is when a mute or a ban ends; missing where it was ended by this.
	Until int64 `json:"until,omitempty"`
	// Text is the reason; Quote what the person had written at the first of Tables, or the name that was taken away. Of
	// "close" Tables are those that were closed.
	Text   string   `json:"text,omitempty"`
	Quote  string   `json:"quote,omitempty"`
	Tables []string `json:"tables,omitempty"`
	// At and Acknowledged are UTC, in milliseconds since 1970.
	At           int64  `json:"at"`
	Acknowledged int64  `json:"acknowledged,omitempty"`
	Answer       string `json:"answer,omitempty"`
}

// NewAction is what a host does about somebody: a report is looked at and nothing is done, a warning, a mute of 1 or 7 days, a
// ban of 1 or 30, another name, or all their open tables are closed. A mute or ban of no days ends the one that there is.
type NewAction struct {
	What string `json:"what" tstype:"'nothing' | 'warn' | 'mute' | 'ban' | 'name' | 'close'"`
	Days int    `json:"days,omitempty"`
	// Text is the reason, which the person reads.
	Text string `json:"text,omitempty"`
	// Report is the number of the report that it answers.
	Report int64 `json:"report,omitempty"`
}

// HostAnswer says that somebody has read what was done about them, with an answer to the host or without.
type HostAnswer struct {
	Text string `json:"text,omitempty"`
}

// CloseTables closes tables at which nobody plays yet: some, or all that guests have made from the address of one of them within
// an hour.
type CloseTables struct {
	Tables []string `json:"tables,omitempty"`
	Like   string   `json:"like,omitempty"`
	Text   string   `json:"text"`
}

// ClosedTables is how many were closed.
type ClosedTables struct {
	Closed int `json:"closed"`
}

// HostView is what hosts see.
type HostView struct {
	// Reports are those at which nobody has looked, the oldest first.
	Reports []HostReport `json:"reports"`
	// Actions are the last ones, the newest first.
	Actions []HostAction `json:"actions"`
	// Tables are those that wait for somebody, the newest first.
	Tables   []HostTable    `json:"tables"`
	Contests []ContestBrief `json:"contests"`
	Load     HostLoad       `json:"load"`
}

// HostReport is a report with what a host wants to know of it.
type HostReport struct {
	ID       int64      `json:"id"`
	At       int64      `json:"at"`
	Reporter Person     `json:"reporter"`
	About    HostPerson `json:"about"`
	Text     string     `json:"text"`
	Table    string     `json:"table,omitempty"`
	// Line is the number of the line of chat, and Lines are some around it.
	Line  int64  `json:"line,omitempty"`
	Lines []Line `json:"lines,omitempty"`
	// Looks is another host who has begun to look at it within ten minutes.
	Looks *Person `json:"looks,omitempty"`
}

// HostPerson is somebody as hosts see them.
type HostPerson struct {
	Person Person `json:"person"`
	// Since and Seen are when they came and were here last, Muted and Banned until when they are that: UTC, in milliseconds
	// since 1970.
	Since  int64 `json:"since"`
	Seen   int64 `json:"seen,omitempty"`
	Here   bool  `json:"here,omitempty"`
	Muted  int64 `json:"muted,omitempty"`
	Banned int64 `json:"banned,omitempty"`
	Host   bool  `json:"host,omitempty"`
	// Tables is how often they have sat down, Open how many of their tables wait, Reports how many there are about them.
	Tables  int          `json:"tables"`
	Open    int          `json:"open,omitempty"`
	Reports int          `json:"reports,omitempty"`
	Actions []HostAction `json:"actions"`
}

// HostTable is a table that waits for somebody.
type HostTable struct {
	Brief `tstype:",extends"`
	// Group is the same number for tables that were made from one address, 0 where that is not known.
	Group int `json:"group,omitempty"`
}

// HostLoad is what the server has to do.
type HostLoad struct {
	// Connections are those of this process. Levels are how many games the levels of the computer play, and MostLevels how
	// many they would.
	Connections int `json:"connections"`
	Levels      int `json:"levels"`
	MostLevels  int `json:"mostLevels,omitempty"`
	Cores       int `json:"cores"`
	// Busy is how many of them were busy in the last minute, where the system says it.
	Busy float64 `json:"busy,omitempty"`
}
