package table

import (
	"bytes"
	"encoding/json"
	"fmt"

	"cairn.example/internal/people/api"
)

// Version is the newest version of payloads. This package reads it and all before it,
// and leaves tables of later ones alone.
const Version = 2

// versionOf is the version in which events of a kind are written: the one that brought
// it. So a process of the version before goes on at all tables where nothing has
// happened that it does not know.
func versionOf(kind api.EventKind) int {
	switch kind {
	case api.EventTerms, api.EventAsked:
		return 2
	}
	return 1
}

// payload is the stored form of an event of a table. Seats are called chairs in it, as
// in all logs that there are. Which fields an event has depends on its kind; a version
// knows all its fields.
type payload struct {
	V int `json:"v"`

	// Of "opened" and "terms"; of "asked", where it is missing if the ask was taken back or declined.
	Options *api.Options `json:"options,omitempty"`

	// Of "opened".
	Commit   string          `json:"commit,omitempty"`
	From     string          `json:"from,omitempty"`     // the table of which this is a rematch
	Reserved string          `json:"reserved,omitempty"` // for whom the free seat is kept
	Terms    json.RawMessage `json:"terms,omitempty"`    // of a rematch on the same layout; also of "started"
	Reveal   *api.Reveal     `json:"reveal,omitempty"`   // likewise
	Swap     bool            `json:"swap,omitempty"`     // the side in the options is that of a rematch, not chosen

	// Of "opened" and "sat"; the person of "asked" too. The nonce is told to nobody before the start.
	Seat   int    `json:"chair,omitempty"`
	Person string `json:"person,omitempty"`
	Nonce  string `json:"nonce,omitempty"`

	// Of "started".
	Seats *[2]string `json:"chairs,omitempty"` // First, Second

	// Of "play". Lag is what was given back to the mover, in milliseconds; where it is an event of the opponent, what of the
	// time before it is charged with the next event.
	Play json.RawMessage `json:"play,omitempty"`
	Lag  int64           `json:"lag,omitempty"`

	// Of "rematch".
	Rematch *api.Rematch `json:"rematch,omitempty"`
}

// errNewer says that an event was written by a later version.
var errNewer = api.Refuse(api.TableNewer)

// encode writes a payload of an event of a kind.
func (p payload) encode(kind api.EventKind) ([]byte, error) {
	p.V = versionOf(kind)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(p)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// decodePayload reads a payload. The error is errNewer for one of a later version.
func decodePayload(text []byte) (payload, error) {
	var version struct {
		V int `json:"v"`
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return payload{}, fmt.Errorf("event of a table: %w", err)
	}
	switch {
	case version.V > Version:
		return payload{}, errNewer
	case version.V < 1:
		return payload{}, fmt.Errorf("event of a table: there is no version %d", version.V)
	}
	var p payload
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return payload{}, fmt.Errorf("event of a table, version %d: %w", version.V, err)
	}
	return p, nil
}
