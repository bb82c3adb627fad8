package engine_test

import (
	"context"
	"fmt"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
	"cairn.example/lyngk/think"
)

// An engine is given an evaluator and knowledge of a game. With one thread and a
// budget of nodes it finds the same again.
func Example() {
	e := engine.New(engine.Options{Hash: 1, Evaluator: think.NewLinear, Knowledge: think.NewKnowledge})
	p := lyngk.Standard.Start("example")
	limits := engine.Limits{Nodes: 5000}
	first := e.Search(context.Background(), p, limits, func(i engine.Info) {
		if i.Depth == 1 {
			fmt.Println("a line of depth 1 has", len(i.PV), "move")
		}
	})
	fmt.Println("nodes:", first.Nodes)
	fmt.Println("legal:", p.Legal(first.Move) == nil)

	e.Clear()
	again := e.Search(context.Background(), p, limits, nil)
	fmt.Println("the same again:", again.Move == first.Move && again.Score == first.Score)
	// Output:
	// a line of depth 1 has 1 move
	// nodes: 5000
	// legal: true
	// the same again: true
}

// material estimates a position of any scored game by its first count.
type material struct{}

func (material) Evaluate(p game.Position) engine.Score {
	if p.Outcome() != game.Ongoing {
		return engine.FinalScore(p)
	}
	n, _ := game.FirstCounts(p)
	return engine.Estimate(100 * (n[p.Side()] - n[p.Side().Other()]))
}

// An evaluator of one's own needs no knowledge of the game besides: the search is then
// right, only slower.
func ExampleEvaluator() {
	e := engine.New(engine.Options{Hash: 1, Evaluator: func() engine.Evaluator { return material{} }})
	p := dvonn.Game.StartFull("example")
	r := e.Search(context.Background(), p, engine.Limits{Depth: 3}, nil)
	fmt.Println("depth", r.Depth, "legal:", p.Legal(r.Move) == nil, "proved:", r.Proved)
	// Output: depth 3 legal: true proved: false
}

// Solve proves the outcome, and with time the margin, and gives a line to the end.
func ExampleEngine_Solve() {
	p, err := lyngk.Standard.Parse("./K,.,.,./.,GR,.,.,BRIG,.,KI/JBG,.,BIGK,JG,.,I/BI,.,.,.,.,.,./.,.,.,.,.,./KBG,KR,KIR,.,.,.,KIRG/R,.,.,KRB/B 1 IR:BG 1:0")
	if err != nil {
		panic(err)
	}
	e := engine.New(engine.Options{Hash: 1, Evaluator: think.NewLinear, Knowledge: think.NewKnowledge})
	r := e.Solve(context.Background(), p, engine.Limits{}, nil)
	fmt.Println(r.Score.Won(), r.Proved, r.Bound)

	for _, m := range r.PV {
		p.PlayUnchecked(m)
	}
	fmt.Println("the line leads to the end:", p.Outcome() == game.Win(game.First))
	// Output:
	// true true exact
	// the line leads to the end: true
}
