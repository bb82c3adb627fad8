//go:build !js

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/cmd/cairn-wasm/wasmtest"
)

// TestSameInBrowser builds the program as browsers run it and holds that every
// level plays the same moves there: same seed and level, same strength.
func TestSameInBrowser(t *testing.T) {
	if testing.Short() {
		return // it builds a program
	}
	program := wasmtest.Build(t, "build")
	questions := sameQuestions(t)
	var in bytes.Buffer
	for _, q := range questions {
		b, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(b, '\n'))
	}
	run := wasmtest.Command(t, "testdata/run.mjs", program)
	run.Stdin, run.Stderr = &in, os.Stderr
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	there := moves(t, out)
	var here bytes.Buffer
	for some := range slices.Chunk(questions, maxWaiting) {
		for _, e := range ask(t, nil, some...) {
			here.WriteString(textOf(e) + "\n")
		}
	}
	for id, move := range moves(t, here.Bytes()) {
		if move == "" || there[id] != move {
			q := questions[id-1]
			t.Errorf("%s, %s, %s: %q here, %q in a browser", q.Game, q.Player, q.Position, move, there[id])
		}
	}
	if len(there) != len(questions) {
		t.Errorf("%d of %d questions were answered", len(there), len(questions))
	}
}

// moves returns the best moves told, by question.
func moves(t *testing.T, events []byte) map[int]string {
	t.Helper()
	list := map[int]string{}
	lines := bufio.NewScanner(bytes.NewReader(events))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e message.EngineEvent
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		if e.Error != nil {
			t.Errorf("question %d: %s", e.ID, e.Error.Text)
		}
		if e.Best != nil {
			list[e.ID] = e.Best.Move
		}
	}
	return list
}
