package api

// KeptItem is one thing that goes with an account. The server looks into none: it knows what is newer, and who was first.
type KeptItem struct {
	// Item says what it is: g.ID a game or an analysis, s.ID a study, t.ID a try of a puzzle, c.ID a puzzle that comes back,
	// p.NAME a setting.
	Item string `json:"item"`
	// Version is that of its last change; of a change, the one from which it began, 0 for a new item.
	Version int64 `json:"version"`
	// Payload is JSON, by raw DEFLATE and base64url without padding; "" where the item is gone.
	Payload string `json:"payload"`
}

// KeptNow says how much somebody keeps.
type KeptNow struct {
	// Epoch rises when all is deleted, and Last with each change.
	Epoch int64 `json:"epoch"`
	Last  int64 `json:"last"`
	// Bytes are those of all payloads, and Most how many there may be.
	Bytes int64 `json:"bytes"`
	Most  int64 `json:"most"`
	// Versions are those of the items that were sent, in their order; 0 where another device was first.
	Versions []int64 `json:"versions,omitempty"`
}

// Kept is what was changed after a version, the earliest change first.
type Kept struct {
	KeptNow `tstype:",extends"`
	Items   []KeptItem `json:"items"`
	// More says that there are later changes than these.
	More bool `json:"more,omitempty"`
}

// Keep sends changes.
type Keep struct {
	// Person is who sends them: the session may be another's by now.
	Person string     `json:"person"`
	Epoch  int64      `json:"epoch"`
	Items  []KeptItem `json:"items"`
}
