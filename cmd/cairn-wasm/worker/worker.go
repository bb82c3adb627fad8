package worker

import (
	"errors"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/internal/smalljson"
)

// Worker answers questions. Its fields are set once; it is not safe for
// concurrent use.
type Worker struct {
	// Name is the global function in a browser.
	Name string

	// Answer answers one question. The answer must be a value that
	// [smalljson.Codec] can write.
	Answer func(*message.Question) (any, error)

	// Refusal tells what is wrong where Answer has failed.
	Refusal func(error) *message.Refusal

	codec *smalljson.Codec
}

// Ask answers one question. It never panics: what goes wrong inside comes back
// as a refusal, since a dead worker would leave the page without answers.
func (w *Worker) Ask(text string) (answer string) {
	if w.codec == nil {
		w.codec = smalljson.New()
	}
	defer func() {
		if r := recover(); r != nil {
			answer = w.refuse(errors.New("internal: " + shown(r)))
		}
	}()
	var q message.Question
	if err := w.codec.Read(text, &q); err != nil {
		return w.refuse(errors.New("the question cannot be read: " + err.Error()))
	}
	out, err := w.Answer(&q)
	if err != nil {
		return w.refuse(err)
	}
	b, err := w.codec.Append([]byte(`{"ok":`), out)
	if err != nil {
		return w.refuse(err)
	}
	return string(append(b, '}'))
}

func (w *Worker) refuse(err error) string {
	b, err := w.codec.Append([]byte(`{"error":`), w.Refusal(err))
	if err != nil {
		return `{"error":{"code":"error","offset":-1,"text":"the answer cannot be written"}}`
	}
	return string(append(b, '}'))
}

// shown is the text of a panic.
func shown(r any) string {
	switch v := r.(type) {
	case error:
		return v.Error()
	case string:
		return v
	}
	return "panic"
}
