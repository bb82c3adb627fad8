package message_test

import (
	"reflect"
	"testing"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/internal/smalljson"
)

// Every message can be written and read by the small JSON of the workers.
func TestPlain(t *testing.T) {
	for _, m := range []reflect.Type{reflect.TypeFor[message.Question](), reflect.TypeFor[message.Answers](), reflect.TypeFor[message.Refusal]()} {
		if err := smalljson.Check(m); err != nil {
			t.Error(err)
		}
	}
}
