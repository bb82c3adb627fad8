package players

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// The lab measures changes: two builds of this test's binary play each other
// with equal nodes, so that the load of the machine decides nothing.
//
//	go test -c -o old ./players; (change something); go test -c -o new ./players
//	./new -test.run Lab -lab.match ./new,./old -lab.game dvonn -lab.nodes 3000 -lab.pairs 100
//
// Where nobody asks for a measurement, each test of the lab runs a tiny one, so
// that it still works on the day it is needed.
//
// A player is a binary and, after a question mark, techniques to do without:
// ./new?late+reduce, or the name of a player: ./new?standin.
var (
	labServe = flag.Bool("lab.serve", false, "answer positions on standard input with moves")
	labMatch = flag.String("lab.match", "", "two binaries to play each other")
	labGame  = flag.String("lab.game", "lyngk", "the game")
	labNodes = flag.Uint64("lab.nodes", 3000, "nodes a move")
	labPairs = flag.Int("lab.pairs", 100, "pairs of games, sides swapped")
	labPlies = flag.Int("lab.plies", 4, "random plies of an opening")
	labFull  = flag.Bool("lab.full", true, "skip placing phases")
	labFirst = flag.Int("lab.first", 0, "number of the first pair")
	labOff   = flag.String("lab.without", "", "techniques to do without")
)

// newEngine returns an engine for a game that has what one needs.
func newEngine(g game.Game, o engine.Options) *engine.Engine {
	e, err := NewEngine(g, o)
	if err != nil {
		panic(err)
	}
	return e
}

// small makes a measurement tiny, until the test has ended.
func small(t *testing.T) {
	nodes, pairs, limit := *labNodes, *labPairs, *labTime
	*labNodes, *labPairs, *labTime = 20, 1, time.Millisecond
	t.Cleanup(func() { *labNodes, *labPairs, *labTime = nodes, pairs, limit })
}

func TestLabServe(t *testing.T) {
	if *labServe {
		serveLab(t, os.Stdin, os.Stdout)
		return
	}
	p := labOpening(games.All()[0], "serve", 2)
	var out strings.Builder
	serveLab(t, strings.NewReader(fmt.Sprintf("new|\n%s|%s|20\n", p.Game().ID(), p)), &out)
	var move string
	var score, depth int
	if _, err := fmt.Sscanf(out.String(), "move %s %d %d\n", &move, &score, &depth); err != nil {
		t.Fatalf("it answers %q: %v", out.String(), err)
	}
	if _, err := p.ParseMove(move); err != nil {
		t.Error(err)
	}
}

// serveLab answers positions with moves, a line each.
func serveLab(t *testing.T, questions io.Reader, answers io.Writer) {
	var other Player // a player of this package by name, such as standin
	off, err := engine.ParseTechniques(*labOff)
	if err != nil {
		g, _ := games.Lookup(*labGame)
		if other, err = New(g, *labOff, Options{Seed: "lab"}); err != nil {
			t.Fatal(err)
		}
	}
	var e *engine.Engine
	in := bufio.NewScanner(questions)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		part := strings.Split(in.Text(), "|")
		if part[0] == "new" {
			e = nil
			if other != nil {
				other.Reset()
			}
			continue
		}
		g, _ := games.Lookup(part[0])
		p, err := g.Parse(part[1])
		if err != nil {
			t.Fatal(err)
		}
		n, _ := strconv.ParseFloat(part[2], 64)
		if e == nil {
			e = newEngine(g, engine.Options{Hash: 16, Without: off})
		}
		l := engine.Limits{Nodes: uint64(n)}
		if n < 0 {
			l = engine.Limits{MoveTime: time.Duration(-n) * time.Millisecond}
		}
		if other != nil {
			r, err := other.Choose(context.Background(), p, l, nil)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(answers, "move %s %d %d\n", g.MoveText(r.Move), r.Score, r.Depth)
			continue
		}
		r := e.Search(context.Background(), p, l, nil)
		fmt.Fprintf(answers, "move %s %d %d\n", g.MoveText(r.Move), r.Score, r.Depth)
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
}

type labPlayer struct {
	in  io.Writer
	out *bufio.Scanner
}

func startLab(t *testing.T, spec string) *labPlayer {
	path, off, _ := strings.Cut(spec, "?")
	c := exec.Command(path, "-test.run", "^TestLabServe$", "-lab.serve", "-lab.game", *labGame, "-lab.without", strings.ReplaceAll(off, "+", ","))
	c.Stderr = os.Stderr
	in, _ := c.StdinPipe()
	out, _ := c.StdoutPipe()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); c.Wait() })
	return &labPlayer{in: in, out: bufio.NewScanner(out)}
}

func (l *labPlayer) move(t *testing.T, p game.Position, nodes float64) (string, int) {
	fmt.Fprintf(l.in, "%s|%s|%v\n", p.Game().ID(), p, nodes)
	for l.out.Scan() {
		if f := strings.Fields(l.out.Text()); len(f) == 4 && f[0] == "move" {
			d, _ := strconv.Atoi(f[3])
			return f[1], d
		}
	}
	t.Fatalf("the player ended at %s", p)
	return "", 0
}

func labOpening(g game.Game, seed string, plies int) game.Position {
	p := g.Start(seed)
	if f, ok := g.(game.FullStarter); ok && *labFull {
		p = f.StartFull(seed)
	}
	s := game.NewStream("cairn lab 1", g.ID(), seed)
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		p.PlayUnchecked(moves[s.Intn(len(moves))])
	}
	return p
}

func TestLabMatch(t *testing.T) {
	both := *labMatch
	if both == "" {
		small(t)
		both = os.Args[0] + "," + os.Args[0]
	}
	g, err := games.Lookup(*labGame)
	if err != nil {
		t.Fatal(err)
	}
	a, b, _ := strings.Cut(both, ",")
	two := [2]*labPlayer{startLab(t, a), startLab(t, b)}
	var wins, draws, losses int
	var sum, sumsq float64
	var depth, plies [2]int
	nodes := float64(*labNodes)
	for i := range *labPairs {
		pair := 0.0
		start := labOpening(g, fmt.Sprint("lab ", i+*labFirst), *labPlies)
		for swap := range 2 {
			p := start.Copy()
			for _, l := range two {
				fmt.Fprintln(l.in, "new|")
			}
			for p.Outcome() == game.Ongoing {
				who := int(p.Side()) ^ swap
				text, d := two[who].move(t, p, nodes)
				depth[who] += d
				plies[who]++
				m, err := p.ParseMove(text)
				if err != nil {
					t.Fatal(p, text, err)
				}
				p.PlayUnchecked(m)
			}
			s, ok := p.Outcome().Winner()
			switch {
			case !ok:
				draws++
				pair += 0.5
			case int(s) == swap:
				wins++
				pair++
			default:
				losses++
			}
		}
		sum += pair
		sumsq += pair * pair
	}
	n := float64(*labPairs)
	mean := sum / n / 2
	sd := math.Sqrt(max(sumsq/n-(sum/n)*(sum/n), 1e-9)/n) / 2
	fmt.Printf("%s %s nodes %v: +%d =%d -%d, %.1f%% Elo %+.0f (%+.0f..%+.0f) depth %.2f against %.2f\n", g.ID(), both, nodes,
		wins, draws, losses, 100*mean, elo(mean), elo(mean-1.96*sd), elo(mean+1.96*sd),
		float64(depth[0])/float64(plies[0]), float64(depth[1])/float64(plies[1]))
}

func elo(p float64) float64 {
	p = min(max(p, 0.001), 0.999)
	return 400 * math.Log10(p/(1-p))
}

// TestLabSpeed prints nodes per second of a search from the start.
func TestLabSpeed(t *testing.T) {
	nodes := uint64(400_000)
	if !*labServe {
		nodes = 400
	}
	for _, g := range games.All() {
		for _, plies := range []int{0, 10, 20} {
			p := labOpening(g, "speed", plies)
			e := newEngine(g, engine.Options{Hash: 64})
			r := e.Search(context.Background(), p, engine.Limits{Nodes: nodes}, nil)
			fmt.Printf("%s after %d: depth %d/%d, %d nodes/s, %v, %d moves\n", g.ID(), plies, r.Depth, r.SelDepth, r.NPS, r.Score, len(p.Moves(nil)))
		}
	}
}
