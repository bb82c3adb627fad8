// Package codec writes and reads the JSON of the messages without reflection, so
// that the modules of the page's workers stay small. codec.go is generated from the
// types of package message, by go test ./cmd/cairn-wasm/message -update; it is
// committed because Go must build from a checkout alone, and a test holds that it
// is up to date. Tests hold it against encoding/json.
package codec
