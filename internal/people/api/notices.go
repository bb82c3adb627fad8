package api

// Notices are the news for somebody, and how they want to get them.
type Notices struct {
	Notices []Notice `json:"notices"` // the newest first
	// Unread is how many of them were not seen yet.
	Unread   int            `json:"unread"`
	Settings NoticeSettings `json:"settings"`
	Devices  []PushDevice   `json:"devices"`
	// Key is what a browser subscribes to Web Push with; "" where this server sends none.
	Key string `json:"key,omitempty"`
	// Calendar reports whether the person's calendar has an address. It is shown once, when it is made.
	Calendar bool `json:"calendar,omitempty"`
}

// Notice is one piece of news for somebody.
type Notice struct {
	ID   int64  `json:"id"`
	Kind string `json:"kind" tstype:"'turn' | 'ending' | 'sat' | 'invited' | 'over' | 'device' | 'contest' | 'host' | 'test'"`
	// At is UTC, in milliseconds since 1970.
	At   int64 `json:"at"`
	Seen bool  `json:"seen,omitempty"`
	// Tables is how many wait for a move, of "turn".
	Tables int     `json:"tables,omitempty"`
	Table  string  `json:"table,omitempty"`
	Game   string  `json:"game,omitempty"`
	Person *Person `json:"person,omitempty"`
	// End is what became of one's own invitation, of "invited".
	End string `json:"end,omitempty" tstype:"'declined' | 'lapsed' | 'withdrawn'"`
	// Label names a device that has signed in.
	Label string `json:"label,omitempty"`
	// Deadline is when the time for the move is over, of "ending"; when the contest starts, of "contest".
	Deadline int64 `json:"deadline,omitempty"`
	// What is the news of "contest": it is about to start, one's board of a round, or the next one of an arena, is ready at Table, too
	// few came, or a host has called it off. A wooden board has no Table. Contest is its id, and Title what it is called.
	// Of "device" it is "passkey" where one was made there. Of "host" it is that a report has come, that one's own about Person was
	// looked at, that Person has answered, or else what a host has done about one, until Deadline.
	What    string `json:"what,omitempty" tstype:"'passkey' | 'soon' | 'board' | 'next' | 'lapsed' | 'off' | 'report' | 'looked' | 'answer' | 'warn' | 'mute' | 'ban' | 'name' | 'close'"`
	Contest string `json:"contest,omitempty"`
	Title   string `json:"title,omitempty"`
	Round   int    `json:"round,omitempty"`
	Board   int    `json:"board,omitempty"`
}

// NoticeSettings are how somebody wants to get notices.
type NoticeSettings struct {
	// Page and Push are the kinds that are left out there.
	Page []string `json:"page"`
	Push []string `json:"push"`
	// From and To are the hours between which devices are quiet, in the time zone of Zone; equal for never.
	From int    `json:"from"`
	To   int    `json:"to"`
	Zone string `json:"zone,omitempty"`
}

// PushDevice is a browser that gets notices while the page is not open.
type PushDevice struct {
	ID      string `json:"id"`
	Label   string `json:"label"`
	Created int64  `json:"created"`
	// Worked is when it got something last, 0 for never.
	Worked int64 `json:"worked,omitempty"`
	// Paused is until when it is left alone, because its push service took nothing; 0 for not.
	Paused int64 `json:"paused,omitempty"`
}

// NewPush is what a browser says of its subscription.
type NewPush struct {
	Endpoint string `json:"endpoint"`
	P256dh   string `json:"p256dh"`
	Auth     string `json:"auth"`
	// Was is the endpoint that the browser has dropped.
	Was string `json:"was,omitempty"`
	// Zone is the time zone of the browser, such as "Europe/Berlin".
	Zone string `json:"zone,omitempty"`
}

// PushID names a device.
type PushID struct {
	ID string `json:"id"`
}

// SeenNotices says that somebody is at a page.
type SeenNotices struct {
	// Last is the number of the newest notice that they have looked at, 0 for none.
	Last int64 `json:"last,omitempty"`
}

// Unread is how many notices somebody has not seen.
type Unread struct {
	Unread int `json:"unread"`
	// Decided is how many decisions of hosts about them they have not acknowledged.
	Decided int `json:"decided,omitempty"`
}

// Calendar is where a person's calendar is, from the root of the site.
type Calendar struct {
	Calendar string `json:"calendar"`
}

// NewAway says when somebody is away, in milliseconds since 1970; without Until they are back.
type NewAway struct {
	From  int64 `json:"from,omitempty"`
	Until int64 `json:"until,omitempty"`
}

// Away is when somebody is away: then their clocks stand in games of days.
type Away struct {
	// From and Until are 0 where they are not, and have not said that they will be.
	From  int64 `json:"from,omitempty"`
	Until int64 `json:"until,omitempty"`
	// Left is how many days of this year's absence are left.
	Left int `json:"left"`
	// Held is in how many of their games the clock stands meanwhile; Running are the tables where it runs on: with
	// programs, and where the terms say so, as those of most contests.
	Held    int      `json:"held"`
	Running []string `json:"running"`
}
