package main

import (
	"errors"

	"cairn.example/cmd/cairn-wasm/codec"
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/cmd/cairn-wasm/worker"
	"cairn.example/game"
)

func main() { program().Run() }

func program() *worker.Worker[message.FileQuestion] {
	return &worker.Worker[message.FileQuestion]{
		Name: "cairnRecords", Read: codec.ReadFileQuestion, Append: codec.AppendFileAnswer, Answer: answer, Refusal: recordRefusal,
	}
}

// answer answers one question. The types of the answers are those of
// [message.FileAnswers].
func answer(q *message.FileQuestion) (any, error) {
	switch q.Op {
	case "formats":
		return listFormats(), nil
	case "import":
		return importRecords(q.Data, q.Name, q.Game), nil
	case "export":
		return exportRecord(q.Record, q.Format)
	case "record":
		return recordOf(q.Log)
	case "log":
		return logOf(q.Record)
	case "drawn":
		return checkDraw(q.Record)
	case "run":
		return runOf(q.Played), nil
	case "key":
		return keyOf(q.Game, q.Position)
	case "explore":
		return explore(q)
	}
	return nil, errors.New("unknown question " + game.Shown(q.Op))
}
