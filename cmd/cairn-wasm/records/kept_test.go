package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/internal/play"
)

// testdata/kept holds games as the page of November 2026 kept them, one a file,
// and beside each what must be found in them.
func TestKept(t *testing.T) {
	files, err := filepath.Glob("testdata/kept/*.json")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d kept games (%v)", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var c struct {
				Kept   message.LegacyGame `json:"kept"`
				Expect struct {
					Plies   int       `json:"plies"`
					Undone  []string  `json:"undone"`
					Why     string    `json:"why"`
					Outcome string    `json:"outcome"`
					Left    *[2]int64 `json:"left"`
					Paused  bool      `json:"paused"`
					Plays   [2]string `json:"plays"`
					Take    string    `json:"takeback"`
					Failed  *int      `json:"failed"`
				} `json:"expect"`
			}
			if err := json.Unmarshal(text, &c); err != nil {
				t.Fatal(err)
			}
			var got message.Converted
			if r := put(t, message.FileQuestion{Op: "kept", Kept: &c.Kept}, &got); r != nil {
				t.Fatal(r)
			}
			want := c.Expect
			if (got.Failed == nil) != (want.Failed == nil) || got.Failed != nil && (*got.Failed != *want.Failed || got.Why == nil) {
				t.Fatalf("failed %v, want %v", got.Failed, want.Failed)
			}
			stored, err := json.Marshal(got.Log)
			if err != nil {
				t.Fatal(err)
			}
			var log play.Log
			if err := json.Unmarshal(stored, &log); err != nil {
				t.Fatal(err)
			}
			s, err := play.Replay(log)
			if err != nil {
				t.Fatal(err)
			}
			if s.Ply() != want.Plies || strings.Join(s.Undone(), " ") != strings.Join(want.Undone, " ") || s.Paused() != want.Paused {
				t.Errorf("%d plies, %v taken back, paused %v", s.Ply(), s.Undone(), s.Paused())
			}
			for i, p := range s.Plies() {
				if p.Text != c.Kept.Moves[i] {
					t.Errorf("ply %d is %s, was %s", i+1, p.Text, c.Kept.Moves[i])
				}
				if want.Left != nil && i+1 < len(c.Kept.Clocks) && p.Left[p.Side] != legacyTime(c.Kept.Clocks[i+1][p.Side]) {
					t.Errorf("after ply %d the clocks show %v, they showed %v", i+1, p.Left, c.Kept.Clocks[i+1])
				}
			}
			left := message.Millis([2]time.Duration{s.Left(game.First, 0), s.Left(game.Second, 0)})
			if s.Clocked() != (want.Left != nil) || want.Left != nil && *left != *want.Left {
				t.Errorf("the clocks show %v, want %v", *left, want.Left)
			}
			end := s.End()
			if why, outcome := string(end.Why), string(message.OutcomeOf(end.Outcome)); why != want.Why || outcome != want.Outcome {
				t.Errorf("ended %s by %q, want %s by %q", outcome, why, want.Outcome, want.Why)
			}
			terms := got.Log.Terms
			if [2]string{terms.Players[0].Plays, terms.Players[1].Plays} != want.Plays || terms.Takeback != want.Take ||
				terms.Players[0].Name != c.Kept.Names[0] || terms.Players[1].Name != c.Kept.Names[1] || terms.Seed != c.Kept.Seed || terms.Start != c.Kept.Start {
				t.Errorf("the terms are %+v", terms)
			}
		})
	}
}
