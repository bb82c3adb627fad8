package players

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// The fit of the weights of the linear estimates: games of the engine with
// itself, kept as positions with their results, then a logistic regression.
//
//	./lab -test.run LabPlay -lab.play 3m -lab.game dvonn -lab.nodes 1500 -lab.data d1.txt
//	./lab -test.run LabFit -lab.game dvonn -lab.data 'd*.txt' -lab.out weights.txt
var (
	labPlay    = flag.Duration("lab.play", 0, "how long to play games for a fit")
	labData    = flag.String("lab.data", "", "file of positions, to write, or files to read")
	labMix     = flag.Float64("lab.mix", 0.4, "share of the search's score in the target")
	labOut     = flag.String("lab.out", "", "file for the weights")
	labL2      = flag.Float64("lab.l2", 1e-6, "weight decay")
	labPlacing = flag.Bool("lab.placing", false, "games from the placing phase, of which the full boards are kept")
	labSeed    = flag.Uint64("lab.seed", 1, "seed of the games")
)

// featured is an evaluator whose estimate is a sum of weighted features.
type featured interface {
	Features(p game.Position, buf []float32) []float32
}

// fitScale is the score, in hundredths, at which the side to move wins e times
// as often as it loses.
const fitScale = 200

// TestLabPlay plays games and writes a line for each position that is not
// decided: the position, the result for First, the score for the side to move.
func TestLabPlay(t *testing.T) {
	if *labPlay != 0 {
		playLab(t, *labPlay, *labData)
		return
	}
	small(t)
	name := filepath.Join(t.TempDir(), "positions.txt")
	playLab(t, 0, name)
	g, err := games.Lookup(*labGame)
	if err != nil {
		t.Fatal(err)
	}
	if len(labRead(t, g, name)) == 0 {
		t.Error("no position is kept")
	}
}

// playLab plays games for as long as told, one at least.
func playLab(t *testing.T, long time.Duration, name string) {
	g, err := games.Lookup(*labGame)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	defer out.Flush()
	rng := rand.New(rand.NewPCG(*labSeed, 1))
	e := newEngine(g, engine.Options{Hash: 16})
	played, positions := 0, 0
	type line struct {
		text  string
		score engine.Score
	}
	for end := time.Now().Add(long); positions == 0 || time.Now().Before(end); played++ {
		p := labOpening(g, fmt.Sprint("fit ", rng.Uint64()), 2+rng.IntN(8))
		e.Clear()
		if *labPlacing {
			p = labPlace(e, g, rng)
		}
		var own []line
		result := -1.0
		for p.Outcome() == game.Ongoing {
			r := e.Search(context.Background(), p, engine.Limits{Nodes: *labNodes}, nil)
			if r.Score.Decided() {
				result = 0
				if r.Score.Won() == (p.Side() == game.First) {
					result = 1
				}
				break
			}
			own = append(own, line{p.String(), r.Score})
			m := r.Move
			if rng.IntN(30) == 0 && !*labPlacing {
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
		if *labPlacing && len(own) > 1 {
			own = own[:1]
		}
		for _, l := range own {
			fmt.Fprintf(out, "%s|%v|%d\n", l.text, result, l.score)
			positions++
		}
	}
	fmt.Println(played, "games", positions, "positions")
}

// labPlace plays a placing phase, more or less at random.
func labPlace(e *engine.Engine, g game.Game, rng *rand.Rand) game.Position {
	p := g.Start("")
	chance := 0.2 + 0.8*rng.Float64()
	var buf []game.Move
	for {
		buf = p.Moves(buf[:0])
		if p.(game.Placer).Next() == 0 {
			return p
		}
		m := buf[rng.IntN(len(buf))]
		if rng.Float64() > chance {
			m = e.Search(context.Background(), p, engine.Limits{Nodes: 60}, nil).Move
		}
		p.PlayUnchecked(m)
	}
}

type sample struct {
	x []float32
	y float32 // target: probability that the side to move wins
}

func labRead(t *testing.T, g game.Game, pattern string) []sample {
	var all []sample
	evaluator, err := Evaluator(g, "linear")
	if err != nil {
		t.Fatal(err)
	}
	knowledge, err := Knowledge(g)
	if err != nil {
		t.Fatal(err)
	}
	ev, tactics := evaluator(), knowledge()
	files, _ := filepath.Glob(pattern)
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewScanner(f)
		for in.Scan() {
			part := strings.Split(in.Text(), "|")
			p, err := g.Parse(part[0])
			if err != nil || len(part) != 3 {
				continue // the last line of a file still being written
			}
			if len(tactics.Tactical(p, nil)) > 0 && g.ID() != "dvonn" {
				continue // the search never estimates it as it stands
			}
			res, _ := strconv.ParseFloat(part[1], 64)
			score, _ := strconv.ParseFloat(part[2], 64)
			if p.Side() == game.Second {
				res = 1 - res
			}
			var x []float32
			if *labPlacing {
				x = ev.(interface {
					PlacingFeatures(game.Position, []float32) []float32
				}).PlacingFeatures(p, nil)
			} else {
				x = ev.(featured).Features(p, nil)
			}
			all = append(all, sample{x: x, y: float32(*labMix/(1+math.Exp(-score/fitScale)) + (1-*labMix)*res)})
		}
		if err := in.Err(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f.Close()
	}
	return all
}

func TestLabFit(t *testing.T) {
	if *labPlay != 0 {
		return // the data are being made
	}
	g, err := games.Lookup(*labGame)
	if err != nil {
		t.Fatal(err)
	}
	files, most := *labData, 3_000_000
	if files == "" {
		small(t)
		files, most = filepath.Join(t.TempDir(), "positions.txt"), 0
		playLab(t, 0, files)
	}
	data := labRead(t, g, files)
	if len(data) == 0 {
		t.Fatalf("no positions in %s", files)
	}
	fmt.Println(len(data), "positions")
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
	for _, s := range data {
		for i := range s.x {
			s.x[i] /= float32(scale[i])
		}
	}
	predict := func(s *sample) float64 {
		z := 0.0
		for i, v := range s.x {
			z += w[i] * float64(v)
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
	batch := min(256, len(train))
	epochs := max(10, most/len(data))
	for epoch := range epochs {
		lr := 0.01 * math.Pow(0.01, float64(epoch)/float64(epochs))
		rng.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		for b := 0; b+batch <= len(train); b += batch {
			clear(grad)
			for i := b; i < b+batch; i++ {
				s := &train[i]
				d := predict(s) - float64(s.y)
				for k, v := range s.x {
					grad[k] += d * float64(v) / float64(batch)
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
		if epoch%10 == 9 || epoch == epochs-1 {
			fmt.Printf("epoch %d: loss %.5f train, %.5f test\n", epoch, loss(train), loss(test))
		}
	}
	if first := math.Ln2; loss(train) >= first {
		t.Errorf("the loss is %.5f, that of knowing nothing %.5f", loss(train), first)
	}
	var out strings.Builder
	half, phases := n/2, 2
	if *labPlacing {
		half, phases = n, 1
	}
	for ph := range phases {
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
