package players

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// The fit of the weights of the linear estimates: games of the engine with
// itself, then a logistic regression of their results.
//
//	go test ./players -run LabFit -lab.fit 3m -lab.game dvonn -lab.nodes 1500 -lab.out weights.txt
var (
	labFit = flag.Duration("lab.fit", 0, "how long to play games for a fit")
	labMix = flag.Float64("lab.mix", 0.5, "share of the search's score in the target")
	labOut = flag.String("lab.out", "", "file for the weights")
	labL2  = flag.Float64("lab.l2", 1e-6, "weight decay")
)

// featured is an evaluator whose estimate is a sum of weighted features.
type featured interface {
	Features(p game.Position, buf []float32) []float32
}

// fitScale is the score, in hundredths, at which the side to move wins e times
// as often as it loses.
const fitScale = 200

type sample struct {
	x []float32
	y float32 // target: probability that the side to move wins

	side game.Side
}

func labSamples(g game.Game, d time.Duration, nodes uint64, mix float64) []sample {
	var all, own []sample
	ev := mind(g)()
	tactics, _ := ev.(engine.Tactics)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	e := engine.New(engine.Options{Hash: 16, Evaluator: mind(g)})
	games := 0
	for end := time.Now().Add(d); time.Now().Before(end); games++ {
		p := labOpening(g, fmt.Sprint("fit ", rng.Uint64()), 2+rng.IntN(8))
		e.Clear()
		own = own[:0]
		result := -1.0 // for First, once known
		for p.Outcome() == game.Ongoing {
			r := e.Search(context.Background(), p, engine.Limits{Nodes: nodes}, nil)
			if !r.Score.Decided() && (tactics == nil || len(tactics.Tactical(p, nil)) == 0) {
				ev.Reset(p)
				own = append(own, sample{
					x:    ev.(featured).Features(p, nil),
					y:    float32(1 / (1 + math.Exp(-float64(r.Score)/fitScale))),
					side: p.Side(),
				})
			}
			if r.Score.Decided() {
				result = 0
				if r.Score.Won() == (p.Side() == game.First) {
					result = 1
				}
				break
			}
			m := r.Move
			if rng.IntN(30) == 0 {
				moves := p.Moves(nil)
				m = moves[rng.IntN(len(moves))]
				// What came before says nothing about a game that a blunder
				// decided.
				own = own[:0]
			}
			p.PlayUnchecked(m)
		}
		if result < 0 {
			result = 0.5
			if w, ok := p.Outcome().Winner(); ok {
				result = 1 - float64(w)
			}
		}
		for _, o := range own {
			res := result
			if o.side == game.Second {
				res = 1 - res
			}
			o.y = float32(mix)*o.y + float32((1-mix)*res)
			all = append(all, o)
		}
	}
	fmt.Println(games, "games", len(all), "positions")
	return all
}

func TestLabFit(t *testing.T) {
	if *labFit == 0 {
		t.Skip("only for the lab")
	}
	g, err := games.Lookup(*labGame)
	if err != nil {
		t.Fatal(err)
	}
	data := labSamples(g, *labFit, *labNodes, *labMix)
	n := len(data[0].x)
	w := make([]float64, n)
	m1, m2 := make([]float64, n), make([]float64, n)
	grad := make([]float64, n)
	rng := rand.New(rand.NewPCG(1, 1))
	test := data[:len(data)/10]
	train := data[len(data)/10:]
	// Features of different sizes learn alike when scaled.
	scale := make([]float64, n)
	for i := range scale {
		for _, s := range data {
			scale[i] += float64(s.x[i]) * float64(s.x[i])
		}
		scale[i] = math.Sqrt(scale[i]/float64(len(data))) + 1e-3
	}
	predict := func(s *sample) float64 {
		z := 0.0
		for i, v := range s.x {
			z += w[i] * float64(v) / scale[i]
		}
		return 1 / (1 + math.Exp(-z))
	}
	loss := func(d []sample) float64 {
		l := 0.0
		for i := range d {
			q := min(max(predict(&d[i]), 1e-9), 1-1e-9)
			y := float64(d[i].y)
			l -= y*math.Log(q) + (1-y)*math.Log(1-q)
		}
		return l / float64(len(d))
	}
	step := 0
	const batch = 256
	for epoch := range 30 {
		lr := 0.01 * math.Pow(0.85, float64(epoch))
		rng.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		for b := 0; b+batch <= len(train); b += batch {
			clear(grad)
			for i := b; i < b+batch; i++ {
				s := &train[i]
				d := predict(s) - float64(s.y)
				for k, v := range s.x {
					grad[k] += d * float64(v) / scale[k] / batch
				}
			}
			step++
			for k := range w {
				gk := grad[k] + *labL2*w[k]
				m1[k] += 0.1 * (gk - m1[k])
				m2[k] += 0.001 * (gk*gk - m2[k])
				h1, h2 := m1[k]/(1-math.Pow(0.9, float64(step))), m2[k]/(1-math.Pow(0.999, float64(step)))
				w[k] -= lr * h1 / (math.Sqrt(h2) + 1e-9)
			}
		}
		if epoch%5 == 4 {
			fmt.Printf("epoch %d: loss %.5f train, %.5f test\n", epoch, loss(train), loss(test))
		}
	}
	var out strings.Builder
	half := n / 2
	for ph := range 2 {
		out.WriteString("{")
		for i := range half {
			if i%12 == 0 {
				out.WriteString("\n\t")
			}
			k := ph*half + i
			fmt.Fprintf(&out, "%d, ", int(math.Round(w[k]/scale[k]*fitScale*16)))
		}
		out.WriteString("\n},\n")
	}
	if *labOut != "" {
		os.WriteFile(*labOut, []byte(out.String()), 0o644)
	} else {
		fmt.Print(out.String())
	}
}
