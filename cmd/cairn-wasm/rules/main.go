package main

import (
	"errors"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/cmd/cairn-wasm/worker"
)

func main() { program().Run() }

func program() *worker.Worker {
	return &worker.Worker{Name: "cairnRules", Answer: new(keeper).answer, Refusal: refusal}
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
	return gameRefusal(err)
}
