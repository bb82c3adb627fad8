package worker

import (
	"errors"

	"cairn.example/cmd/cairn-wasm/message"
)

// Worker answers questions. It is not safe for concurrent use.
type Worker[Q any] struct {
	// Name is the global function in a browser.
	Name string

	// Read reads a question, Append appends the JSON of an answer or a refusal.
	Read   func(text string, q *Q) error
	Append func(b []byte, answer any) ([]byte, error)

	// Answer answers one question.
	Answer func(*Q) (any, error)

	// Refusal tells what is wrong where Answer has failed.
	Refusal func(error) *message.Refusal
}

// Ask answers one question. It never panics: what goes wrong inside comes back
// as a refusal, since a dead worker would leave the page without answers.
func (w *Worker[Q]) Ask(text string) (answer string) {
	defer func() {
		if r := recover(); r != nil {
			answer = w.refuse(errors.New("internal: " + Shown(r)))
		}
	}()
	var q Q
	if err := w.Read(text, &q); err != nil {
		return w.refuse(errors.New("the question cannot be read: " + err.Error()))
	}
	out, err := w.Answer(&q)
	if err != nil {
		return w.refuse(err)
	}
	b, err := w.Append([]byte(`{"ok":`), out)
	if err != nil {
		return w.refuse(err)
	}
	return string(append(b, '}'))
}

func (w *Worker[Q]) refuse(err error) string {
	b, err := w.Append([]byte(`{"error":`), w.Refusal(err))
	if err != nil {
		return `{"error":{"code":"error","offset":-1,"text":"the answer cannot be written"}}`
	}
	return string(append(b, '}'))
}

// Shown is the text of a panic.
func Shown(r any) string {
	switch v := r.(type) {
	case error:
		return v.Error()
	case string:
		return v
	}
	return "panic"
}
