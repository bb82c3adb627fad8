package api

import (
	"encoding/json"
	"strconv"
)

// Person is somebody as others see them.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Kind is missing for a guest, whose name others may have too.
	Kind Kind `json:"kind,omitempty" tstype:"'account' | 'bot' | 'level'"`
	// Level is the number of a level of the program, from 1.
	Level int `json:"level,omitempty"`
	// Rating is that of the pool in which they are shown, such as that of the table where they sit; 0 where there is
	// none. Provisional says that little is known of it yet.
	Rating      int  `json:"rating,omitempty"`
	Provisional bool `json:"provisional,omitempty"`
}

// Called is the name that sets somebody apart from all others, in lists and in records: a guest, whose name others
// may have too, has two digits of the id behind it. It is "" for who has no name.
func (p Person) Called() string {
	if p.Name == "" || p.Kind != KindGuest || len(p.ID) < 2 {
		return p.Name
	}
	return p.Name + " ·" + p.ID[len(p.ID)-2:]
}

// GuestNumber returns four digits that tell guests without a name apart, the same as on
// the page (web/src/table/names.ts).
func GuestNumber(id string) string {
	n := 0
	for _, c := range id {
		n = (n*31 + int(c)) % 9000
	}
	return strconv.Itoa(1000 + n)
}

// Kind is what somebody is.
type Kind string

// The kinds of people. An account has a name of its own; a bot is a program that plays by an account's leave.
const (
	KindGuest   Kind = ""
	KindAccount Kind = "account"
	KindBot     Kind = "bot"
	KindLevel   Kind = "level"
)

// Claim makes a guest an account: the name is theirs alone from then on.
type Claim struct {
	Name string `json:"name"`
}

// Claimed is a new account with its sign-in code, which is shown this once.
type Claimed struct {
	Person Person `json:"person"`
	Code   string `json:"code"`
	// QR is the address that signs in by the code, me/#in=NAME.CODE, as a QR code in SVG; missing where other devices do
	// not find this server.
	QR string `json:"qr,omitempty"`
}

// SignIn begins a session of an account on this device.
type SignIn struct {
	Name string `json:"name"`
	// Code may have spaces and hyphens anywhere, and letters of either case.
	Code string `json:"code"`
}

// SignInCode is a sign-in code: the one that an account has, in a call, and the one that takes its place, in the
// answer. In the call it may be missing where the session was begun by a code or a passkey less than ten minutes ago.
type SignInCode struct {
	Code string `json:"code,omitempty"`
	// QR is that of the answer, as in [Claimed].
	QR string `json:"qr,omitempty"`
}

// Session is a device on which somebody is signed in.
type Session struct {
	ID string `json:"id"`
	// Label names the device, such as "Firefox, Windows", "" where it is not known.
	Label string `json:"label"`
	// Created and Used are UTC, in milliseconds since 1970; Used is to the hour.
	Created int64 `json:"created"`
	Used    int64 `json:"used"`
	// MadeBy is what it was begun with, "" for a new guest.
	MadeBy string `json:"madeBy" tstype:"'' | 'claim' | 'code' | 'link' | 'passkey'"`
	// Here says that it is the session of this call.
	Here bool `json:"here,omitempty"`
}

// PasskeyOptions are what a browser is asked for a passkey, in the JSON form of Web Authentication.
type PasskeyOptions struct {
	PublicKey json.RawMessage `json:"publicKey" tstype:"PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON"`
}

// PasskeyAnswer is what a browser answers to [PasskeyOptions].
type PasskeyAnswer struct {
	Credential json.RawMessage `json:"credential" tstype:"PublicKeyCredentialJSON"`
}

// Passkey is the lock of a device, which signs an account in.
type Passkey struct {
	ID string `json:"id"`
	// Label names the device where it was made, "" where it is not known.
	Label string `json:"label"`
	// Host is the name of the server at which it works.
	Host string `json:"host"`
	// Created and Used are UTC, in milliseconds since 1970; Used is 0 where it has not signed in yet.
	Created int64 `json:"created"`
	Used    int64 `json:"used,omitempty"`
}

// Leave deletes all that is stored of who calls. The name is typed once more, so that it does not happen by accident.
type Leave struct {
	Name string `json:"name"`
}

// Profile is what everybody may see of somebody.
type Profile struct {
	Person Person `json:"person"`
	// Since is when they came, Seen when they were here last, to the day: UTC, in milliseconds since 1970. Both are
	// missing for who has left.
	Since int64 `json:"since,omitempty"`
	Seen  int64 `json:"seen,omitempty"`
	// Owner is the account by whose leave a program plays, Stand what it offers now; missing for people.
	Owner *Person   `json:"owner,omitempty"`
	Stand *Standing `json:"stand,omitempty"`
	// Here says that they are connected now.
	Here bool `json:"here,omitempty"`
	// Gone says that the person has left; the games stay.
	Gone bool `json:"gone,omitempty"`
	// Blocked says that the reader does not want to meet them.
	Blocked bool `json:"blocked,omitempty"`
	// Pools are the ratings, those with games alone.
	Pools []PoolRating `json:"pools"`
	// How their games with other people ended.
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
	// You is how those with the reader ended, as the reader counts; missing where there are none.
	You *Tally `json:"you,omitempty"`
	// Contests are the last ones that are over and in which they have played, the newest first.
	Contests []PlayedContest `json:"contests,omitempty"`
}

// PlayedContest is what came of a contest for somebody.
type PlayedContest struct {
	ID      string         `json:"id"`
	Options ContestOptions `json:"options"`
	// Place counts from 1, and is missing for who has left.
	Place int `json:"place,omitempty"`
}

// Blocks are people whom somebody does not want to meet.
type Blocks struct {
	Blocks []Person `json:"blocks"`
}
