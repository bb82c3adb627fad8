package table_test

import (
	"encoding/json"
	"testing"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// Whatever a player sends is carried out or refused with a code.
func FuzzDo(f *testing.F) {
	for _, text := range []string{
		`{"type":"send","id":"1","event":{"kind":"move","move":"e3"}}`,
		`{"type":"send","id":"1","ply":0,"event":{"v":1,"kind":"offer","what":"takeback","to":-1}}`,
		`{"type":"send","id":"1","event":{"kind":"moretime","add":9223372036854775807}}`,
		`{"type":"send","id":"1","event":[]}`,
		`{"type":"claim","id":"1","draw":true}`,
		`{"type":"rematch","id":"1","same":true,"nonce":"00"}`,
		`{"type":"say","id":"1","text":"\u202e\u0000 x"}`,
		`{"type":"sit","id":"1","nonce":"x"}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var m api.ToServer
		if json.Unmarshal(text, &m) != nil {
			return
		}
		h := newHouse(t, noLimits)
		id, people := h.table(api.Options{Game: "dvonn", Control: "300+3", Takeback: true})
		h.must(people[0], send(id, 0, play.Event{Kind: play.Move, Move: "a1"}))
		m.Table = id
		for _, person := range people {
			if _, err := h.Do(t.Context(), person, m); err != nil && codeOf(err) == "" {
				t.Fatalf("%s: %v", text, err)
			}
		}
		h.start()
		if v, s := h.view("", id); v.Seq < 4 || s.Ply() == 0 && m.Type != "send" {
			t.Errorf("%s: %d events, %d plies", text, v.Seq, s.Ply())
		}
	})
}
