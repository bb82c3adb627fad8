package table

import (
	"bytes"
	"encoding/json"
	"fmt"

	"cairn.example/internal/api"
)

// Version is the version of the payloads that this package writes. It reads this
// version and all before it, and leaves tables of later ones alone.
const Version = 1

// payload is the stored form of an event of a table. Seats are called chairs in it, as
// in all logs that there are. Which fields an event has depends on its kind; a version
// knows all its fields.
type payload struct {
	V int `json:"v"`

	// Of "opened".
	Options  *api.Options    `json:"options,omitempty"`
	Commit   string          `json:"commit,omitempty"`
	From     string          `json:"from,omitempty"`     // the table of which this is a rematch
	Reserved string          `json:"reserved,omitempty"` // for whom the free seat is kept
	Terms    json.RawMessage `json:"terms,omitempty"`    // of a rematch on the same layout; also of "started"
	Reveal   *api.Reveal     `json:"reveal,omitempty"`   // likewise
	Swap     bool            `json:"swap,omitempty"`     // the side in the options is that of a rematch, not chosen

	// Of "opened" and "sat". The nonce is told to nobody before the start.
	Seat   int    `json:"chair,omitempty"`
	Person string `json:"person,omitempty"`
	Nonce  string `json:"nonce,omitempty"`

	// Of "started".
	Seats *[2]string `json:"chairs,omitempty"` // First, Second

	// Of "play". Lag is what was given back to the mover, in milliseconds.
	Play json.RawMessage `json:"play,omitempty"`
	Lag  int64           `json:"lag,omitempty"`

	// Of "rematch".
	Rematch *api.Rematch `json:"rematch,omitempty"`
}

// errNewer says that an event was written by a later version.
var errNewer = api.Refuse(api.TableNewer)

// encode writes a payload in this version.
func (p payload) encode() ([]byte, error) {
	p.V = Version
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
	if version.V > Version {
		return payload{}, errNewer
	}
	var p payload
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil || version.V < 1 {
		return payload{}, fmt.Errorf("event of a table, version %d: %w", version.V, err)
	}
	return p, nil
}
