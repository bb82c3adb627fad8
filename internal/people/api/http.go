package api

// The HTTP calls. Every body is one JSON value; every refusal is an [Error] with a
// 4xx status. A call that changes something needs the session's cookie and comes
// from the own origin.
//
//	GET    /api/server                  -> Server
//	GET    /api/me                      -> Me; without a session Me is empty
//	POST   /api/me            NewName   -> Me; makes a guest where there is no session; ?guest names no account
//	POST   /api/me/links                -> Link; moves the guest to another device
//	POST   /api/me/use        Token     -> Me; the other device
//	POST   /api/me/look       Token     -> Me; whose link it is, which is not used up
//	DELETE /api/me/session              signs out here; a guest who used the device before comes back
//	POST   /api/me/claim      Claim     -> Claimed; the guest becomes an account
//	POST   /api/me/signin     SignIn    -> Me; the same 404 for an unknown name and a wrong code
//	POST   /api/me/code    SignInCode   -> SignInCode; a new one, which ends all other sessions
//	GET    /api/me/passkeys             -> [Passkey]; the oldest first
//	POST   /api/me/passkeys/begin       -> PasskeyOptions
//	POST   /api/me/passkeys/finish PasskeyAnswer -> Passkey
//	DELETE /api/me/passkeys/{id}
//	POST   /api/passkeys/begin          -> PasskeyOptions; nobody is named
//	POST   /api/passkeys/finish PasskeyAnswer -> Me; signs in
//	GET    /api/me/sessions             -> [Session]; the present one, then the one used last
//	DELETE /api/me/sessions             ends all others
//	DELETE /api/me/sessions/{id}
//	GET    /api/me/export               -> all that is stored of the person
//	GET    /api/me/kept                 -> Kept; ?person= ?after= ?wait=; what goes with the account
//	POST   /api/me/kept       Keep      -> KeptNow
//	DELETE /api/me/kept                 deletes all of it
//	GET    /api/me/archive              -> it as a file, which the page can read
//	DELETE /api/me            Leave     deletes it
//	GET    /api/people?name=            -> [Person]; accounts of that name; for an account also those that begin so
//	GET    /api/people/{id}             -> Profile; also people/@NAME for the account of that name
//	GET    /api/me/notices              -> Notices
//	PUT    /api/me/notices    NoticeSettings
//	POST   /api/me/notices/seen SeenNotices -> Unread; somebody is at a page
//	POST   /api/me/push       NewPush   -> PushID
//	DELETE /api/me/push       PushID
//	POST   /api/me/push/test  PushID
//	POST   /api/me/calendar             -> Calendar; a new address
//	GET    /api/me/calendar.ics         iCalendar, ?key=
//	GET    /api/feed.atom               open seats, Atom
//	GET    /api/me/bots                 -> [Bot]
//	POST   /api/me/bots       NewBot    -> Bot
//	DELETE /api/me/bots/{id}
//	POST   /api/me/bots/{id}/tokens NewToken -> BotToken; with the secret, this once
//	DELETE /api/me/bots/{id}/tokens/{token} revokes it
//	POST   /api/me/host       Token     -> Me; makes an account a host of the server
//	GET    /api/me/actions              -> [HostAction]; what hosts have done about oneself
//	POST   /api/me/actions/{id} Answer  says that one has read it
//	POST   /api/people/{id}/reports NewReport
//	GET    /api/host                    -> HostView; this and the next ones for hosts
//	GET    /api/host/people?name=       -> [HostPerson]
//	POST   /api/host/people/{id} NewAction -> HostAction
//	POST   /api/host/reports/{id}       says that one looks at it
//	POST   /api/host/tables   CloseTables -> ClosedTables
//	GET    /api/lobby                   -> Lobby
//	GET    /api/tables                  -> Tables; one's own
//	POST   /api/tables        NewTable  -> Table
//	GET    /api/tables/{id}             -> Table
//	GET    /api/tables/{id}/record      -> the record, ?format=
//	GET    /api/tables/{id}/qr.svg      -> the link as a QR code
//	POST   /api/tables/{id}/reports     NewReport
//	GET    /api/people/{id}/results     -> Results; ?before= ?game= ?rated= ?with=
//	GET    /api/ratings/{game}/{speed}  -> Ratings
//	GET    /api/contests                -> Contests; ?before=
//	POST   /api/contests  ContestOptions -> ContestView
//	GET    /api/contests/{id}           -> ContestView
//	POST   /api/contests/{id}/ACTION ContestCall -> ContestView, or ContestPreview
//	GET    /api/contests/{id}/results.csv
//	GET    /api/contests/{id}/records   -> the records of all its games, ?format=
//	GET    /api/contests/{id}/qr.svg    -> the link as a QR code
//	GET    /api/contests.ics            iCalendar
//	POST   /api/verify        a record  -> Verified
//	GET    /api/live                    the live connection (WebSocket), ?protocol=

// Server is what a page asks first.
type Server struct {
	Protocol int    `json:"protocol"`
	Version  string `json:"version"`
	// Addresses are where other devices find this server, best first; empty where only this machine does.
	Addresses []string `json:"addresses"`
	// Secure says that the connection is encrypted.
	Secure bool `json:"secure"`
	// Passkeys says that people can sign in by passkeys at this address.
	Passkeys bool `json:"passkeys,omitempty"`
	// Games says that the explorer has a file of games too.
	Games bool `json:"games,omitempty"`
	// Command says how to start the server so that others can join; "" where they can.
	Command string `json:"command,omitempty"`
}

// Me is the person of the session.
type Me struct {
	Person *Person `json:"person,omitempty"`
	// Host says that they look after the people of the server.
	Host bool `json:"host,omitempty"`
}

// NewName is what a person wants to be called; "" for a name made up by the server.
type NewName struct {
	Name string `json:"name"`
}

// NewTable makes a table.
type NewTable struct {
	Options Options `json:"options"`
	// Nonce is the maker's share of the layout, 32 hexadecimal digits; missing, the server draws it. The table's
	// Commit binds the server's share before the other player gives one.
	Nonce string `json:"nonce,omitempty"`
	// For is the id of a person who is asked to play, here or not: the seat is kept for them for 14 days.
	For string `json:"for,omitempty"`
	// With is the id of a program that stands at the server: the game with it begins at once.
	With string `json:"with,omitempty"`
	// Join asks for an open table with these options in place of a new one, where somebody else waits at one; who asks
	// sits down there next.
	Join bool `json:"join,omitempty"`
	// Network is that of the caller's address, "" for the server's own machine. The server fills it in.
	Network string `json:"-"`
}

// Link moves a guest to another device, once.
type Link struct {
	Token string `json:"token"`
	// QR is the address of the page that uses it, me/#TOKEN, as a QR code in SVG; missing where other devices do not
	// find this server.
	QR string `json:"qr,omitempty"`
	// Expires is UTC, in milliseconds since 1970.
	Expires int64 `json:"expires"`
}

// Token is that of a [Link].
type Token struct {
	Token string `json:"token"`
}

// Tables is a list.
type Tables struct {
	Tables []Brief `json:"tables"`
}

// NewReport tells the hosts of the server about a line of chat, a player, or somebody as such.
type NewReport struct {
	// Line is the number of the line, 0 for the player's conduct.
	Line   int64  `json:"line,omitempty"`
	Person string `json:"person,omitempty"` // missing where the call names them
	Text   string `json:"text"`
}

// Verified says whether a record's layout and sides follow from what was revealed.
type Verified struct {
	Valid bool   `json:"valid"`
	Error *Error `json:"error,omitempty"`
}
