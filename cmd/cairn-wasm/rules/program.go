package rules

import (
	"errors"

	"cairn.example/cmd/cairn-wasm/codec"
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/cmd/cairn-wasm/worker"
)

// Program answers questions about games.
func Program() *worker.Worker[message.Question] {
	return &worker.Worker[message.Question]{
		Name: "cairnRules", Read: codec.ReadQuestion, Append: codec.AppendAnswer, Answer: new(gameCache).answer, Refusal: refusal,
	}
}

// refusal tells what is wrong with a question, with the layers it is about where
// a position is known.
func refusal(err error) *message.Refusal {
	var in *positionError
	if errors.As(err, &in) {
		return refusalIn(in.position, in.err)
	}
	var at *gameError
	if errors.As(err, &at) {
		return refusalAt(at.state, at.err)
	}
	return message.GameRefusal(err)
}
