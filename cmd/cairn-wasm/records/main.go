package main

import (
	"errors"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/cmd/cairn-wasm/worker"
	"cairn.example/game"
)

func main() { program().Run() }

func program() *worker.Worker {
	return &worker.Worker{Name: "cairnRecords", Answer: answer, Refusal: recordRefusal}
}

// answer answers one question. The types of the answers are those of
// [message.Answers].
func answer(q *message.Question) (any, error) {
	switch q.Op {
	case "formats":
		return listFormats(), nil
	case "import":
		return importRecords(q.Data, q.Name, q.Game), nil
	case "export":
		return exportRecord(q.Record, q.Format)
	}
	return nil, errors.New("unknown question " + game.Shown(q.Op))
}
