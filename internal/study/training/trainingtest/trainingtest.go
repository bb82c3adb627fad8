package trainingtest

import (
	"testing"

	"cairn.example/internal/study/training"
)

// WrongMove returns a legal move that is no answer to a task.
func WrongMove(t testing.TB, task *training.Task) string {
	t.Helper()
	for _, m := range task.Position().Moves(nil) {
		if !task.Right(m) {
			return task.Game.MoveText(m)
		}
	}
	t.Fatal("every move is right")
	return ""
}
