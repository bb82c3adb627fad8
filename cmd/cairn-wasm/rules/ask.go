package main

import (
	"encoding/json"
	"fmt"

	"cairn.example/game"
	"cairn.example/games"
)

// question is what the page asks. Which fields matter depends on Op.
type question struct {
	Op       string   `json:"op"`
	Game     string   `json:"game"`
	Position string   `json:"position"`
	Move     string   `json:"move"`
	Moves    []string `json:"moves"`
	From     string   `json:"from"`
	Claim    string   `json:"claim"`
	Seed     string   `json:"seed"`
	Full     bool     `json:"full"`

	Data   []byte      `json:"data"`
	Name   string      `json:"name"`
	Record *recordInfo `json:"record"`
	Format string      `json:"format"`
}

// refusal is a [game.Error], or an error or warning about a record, as the page
// reads it.
type refusal struct {
	Code   string            `json:"code"`
	Clause string            `json:"clause,omitempty"`
	Offset int               `json:"offset"`
	Spots  []string          `json:"spots,omitempty"`
	Args   map[string]string `json:"args,omitempty"`
	Place  *placeInfo        `json:"place,omitempty"`
	Why    *refusal          `json:"why,omitempty"`
	Count  int               `json:"count,omitempty"` // of warnings of this kind
	Text   string            `json:"text"`
}

// placeInfo is where in a file of records something is wrong.
type placeInfo struct {
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Game      int    `json:"game,omitempty"`
	Ply       int    `json:"ply,omitempty"`
	Variation bool   `json:"variation,omitempty"`
}

// ask answers one question. It never panics: what goes wrong inside comes back
// as a refusal, since a dead worker would leave the page mute.
func ask(text string) (answer string) {
	defer func() {
		if r := recover(); r != nil {
			answer = encode(nil, fmt.Errorf("internal: %v", r))
		}
	}()
	var q question
	if err := json.Unmarshal([]byte(text), &q); err != nil {
		return encode(nil, fmt.Errorf("the question is not JSON: %w", err))
	}
	return encode(answerTo(&q))
}

func answerTo(q *question) (any, error) {
	switch q.Op {
	case "games":
		return listGames(), nil
	case "formats":
		return listFormats(), nil
	case "import":
		return importRecords(q.Data, q.Name, q.Game), nil
	case "export":
		return exportRecord(q.Record, q.Format)
	}
	g, err := games.Lookup(q.Game)
	if err != nil {
		return nil, err
	}
	switch q.Op {
	case "layout":
		return describeLayout(g.Layout()), nil
	case "start":
		return start(g, q.Seed, q.Full)
	}
	p, err := g.Parse(q.Position)
	if err != nil {
		return nil, err
	}
	switch q.Op {
	case "view":
		return look(p), nil
	case "play":
		return play(p, q.Move)
	case "replay":
		return replay(p, q.Moves)
	case "why":
		return why(p, q.Move)
	case "whyStack":
		return whyStack(p, q.Claim, q.From)
	}
	return nil, fmt.Errorf("unknown question %q", q.Op)
}

func start(g game.Game, seed string, full bool) (any, error) {
	if full {
		s, ok := g.(game.FullStarter)
		if !ok {
			return nil, fmt.Errorf("%s has no full random board", g.Name())
		}
		return s.StartFull(seed).String(), nil
	}
	return g.Start(seed).String(), nil
}

func encode(answer any, err error) string {
	var out any
	if err != nil {
		out = map[string]any{"error": recordRefusal(err)}
	} else {
		out = map[string]any{"ok": answer}
	}
	b, err := json.Marshal(out)
	if err != nil {
		return `{"error":{"code":"error","offset":-1,"text":"the answer cannot be written"}}`
	}
	return string(b)
}
