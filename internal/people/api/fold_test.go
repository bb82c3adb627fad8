package api_test

import (
	"encoding/json"
	"errors"
	"testing"

	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// A game is made of its start and what happens in it; whatever cannot be is an error,
// and leaves the game as it was.
func TestFold(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	terms, err := json.Marshal(play.Casual(g.Start(""), play.Control{}))
	if err != nil {
		t.Fatal(err)
	}
	move := func(text string) json.RawMessage {
		data, err := json.Marshal(play.Event{Kind: play.Move, Move: text})
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	if s, err := api.Fold(nil, api.EventPlay, nil, move("e3")); s != nil || err == nil {
		t.Errorf("a move before the start makes %v, %v", s, err)
	}
	if _, err := api.Fold(nil, api.EventStarted, json.RawMessage(`{"v":`), nil); err == nil {
		t.Error("half of the terms are taken")
	}
	s, err := api.Fold(nil, api.EventStarted, terms, nil)
	if err != nil || s == nil || s.Ply() != 0 {
		t.Fatalf("the start makes %v, %v", s, err)
	}
	if same, err := api.Fold(s, api.EventSat, terms, move("e3")); same != s || err != nil || s.Ply() != 0 {
		t.Errorf("somebody who sits down makes %v, %v", same, err)
	}
	if same, err := api.Fold(s, api.EventPlay, nil, move("e3")); same != s || err != nil || s.Ply() != 1 {
		t.Errorf("a move makes %v, %v", same, err)
	}
	for _, bad := range []json.RawMessage{move("e3"), json.RawMessage(`[`)} {
		if same, err := api.Fold(s, api.EventPlay, nil, bad); same != s || err == nil || s.Ply() != 1 {
			t.Errorf("%s makes %v, %v", bad, same, err)
		}
	}
	if _, err := api.Fold(s, api.EventPlay, nil, move("e3")); !errors.As(err, new(*play.Error)) {
		t.Errorf("an occupied spot is refused with %v", err)
	}
}
