// Package workertest asks the programs of the page's workers what tests want to know.
package workertest

import (
	"encoding/json"
	"testing"

	"cairn.example/cmd/cairn-wasm/message"
)

// Ask puts a question to a program and decodes the ok part of the answer into out, nil
// for nothing; it returns the refusal, if that was the answer.
func Ask(t *testing.T, ask func(question string) (answer string), question, out any) *message.Refusal {
	t.Helper()
	b, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	var a struct {
		OK    json.RawMessage  `json:"ok"`
		Error *message.Refusal `json:"error"`
	}
	if err := json.Unmarshal([]byte(ask(string(b))), &a); err != nil {
		t.Fatal(err)
	}
	if a.Error == nil && out != nil {
		if err := json.Unmarshal(a.OK, out); err != nil {
			t.Fatal(err)
		}
	}
	return a.Error
}
