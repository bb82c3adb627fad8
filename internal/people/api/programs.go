package api

// Scope is what a token of a program is for.
type Scope string

// The scopes. Who may play may read as well.
const (
	ScopePlay Scope = "play"
	ScopeRead Scope = "read"
)

// NewBot is a program to be made: a person that plays by an account's leave, with a name that nobody else has.
type NewBot struct {
	Name string `json:"name"`
}

// Bot is a program as its owner sees it.
type Bot struct {
	Profile `tstype:",extends"`
	Tokens  []BotToken `json:"tokens"`
}

// NewToken asks for a token of a program. Scope is what it is for, Label what its owner calls it.
type NewToken struct {
	Scope Scope  `json:"scope" tstype:"'play' | 'read'"`
	Label string `json:"label,omitempty"`
}

// BotToken is by what the server knows a program: it comes with calls and the handshake as "Authorization: Bearer TOKEN".
type BotToken struct {
	ID    string `json:"id"`
	Scope Scope  `json:"scope" tstype:"'play' | 'read'"`
	Label string `json:"label"`
	// Created and Used are UTC, in milliseconds since 1970; Used is to the hour, 0 for never.
	Created int64 `json:"created"`
	Used    int64 `json:"used"`
	// Token is the secret itself, which is shown once, in the answer to who asked for it.
	Token string `json:"token,omitempty"`
}

// Offer is one of the terms by which a program plays.
type Offer struct {
	// Game is missing for every game.
	Game string `json:"game,omitempty"`
	// Controls are clocks, as in [Options], or all between two of them, such as "60+1..1800+30".
	Controls []string `json:"controls"`
	// Rated says that it plays rated games too.
	Rated bool `json:"rated,omitempty"`
}

// Standing is a program that plays with whom asks by terms it offers.
type Standing struct {
	Person Person  `json:"person"`
	Offers []Offer `json:"offers"`
	// Most is how many games it plays at once, those of days apart.
	Most int `json:"most"`
	// Each is how many games one person begins with it in a day, 0 for any number.
	Each int `json:"each,omitempty"`
	// Busy says that it plays as many now.
	Busy bool `json:"busy,omitempty"`
}
