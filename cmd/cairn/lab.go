package main

import (
	"fmt"
	"sort"
	"time"

	"cairn.example/game"
	"cairn.example/record/vectors"
)

// labCmd holds the commands for work on Cairn itself.
type labCmd struct {
	Bench   benchCmd   `cmd:"" help:"Search fixed positions; print a signature and the speed." example:"cairn lab bench dvonn"`
	Perft   perftCmd   `cmd:"" help:"Count the turn sequences of a given length."`
	Random  randomCmd  `cmd:"" help:"Print random games as JSON lines, with all legal turns."`
	Proofs  proofsCmd  `cmd:"" help:"Measure how far proofs reach."`
	Puzzles puzzlesCmd `cmd:"" help:"Find, verify and pack puzzles."`
	Chances chancesCmd `cmd:"" help:"Fit and measure the chances that people are told." example:"cairn lab chances dvonn lyngk lyngk6"`
	Learn   learnCmd   `cmd:"" help:"Train nets that estimate positions, by self-play."`
}

func (labCmd) Help() string {
	return `These commands are for work on Cairn itself, and for other programs that play by the
same rules: their counts and random games can be compared with perft and random. Try

  cairn lab perft lyngk start:demo 2 --divide`
}

type perftCmd struct {
	positionArg
	N      int  `least:"0" arg:"" help:"Length of the sequences in plies."`
	Divide bool `help:"Also print the count of each first move."`
	NoBulk bool `help:"Also make the moves of the last ply, instead of only counting them."`
	JSON   bool `help:"Print a JSON object, time and speed included."`
}

func (perftCmd) Help() string {
	return `The first line of standard output is the count; time and speed are printed to standard
error. Nothing is remembered between positions: every sequence is played. Try

  cairn lab perft lyngk start:demo 2 --divide`
}

// firstMoveCount is the number of sequences that start with one move.
type firstMoveCount struct {
	Move  string `json:"move"`
	Count uint64 `json:"count"`
}

func (c *perftCmd) Run(s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	start := time.Now()
	var count uint64
	var divide []firstMoveCount
	if c.Divide && c.N > 0 {
		game.Divide(p, c.N, !c.NoBulk, func(m game.Move, n uint64) {
			divide = append(divide, firstMoveCount{g.MoveText(m), n})
			count += n
		})
		sort.Slice(divide, func(i, j int) bool { return divide[i].Move < divide[j].Move })
	} else {
		count = game.Perft(p, c.N, !c.NoBulk)
	}
	elapsed := time.Since(start)
	speed := float64(count) / max(elapsed.Seconds(), 1e-9)
	if c.JSON {
		return s.json(struct {
			Game     string           `json:"game"`
			Position string           `json:"position"`
			Plies    int              `json:"plies"`
			Count    uint64           `json:"count"`
			Divide   []firstMoveCount `json:"divide,omitempty"`
			Millis   int64            `json:"ms"`
			NPS      uint64           `json:"nps"`
		}{g.ID(), p.String(), c.N, count, divide, elapsed.Milliseconds(), uint64(speed)})
	}
	fmt.Fprintln(s.out, count)
	for _, d := range divide {
		fmt.Fprintf(s.out, "%s %d\n", d.Move, d.Count)
	}
	fmt.Fprintf(s.err, "%.3f s, %.1fM nodes/s\n", elapsed.Seconds(), speed/1e6)
	return nil
}

type randomCmd struct {
	gameArg
	Seed  string `required:"" help:"Any text. The same seed always gives the same games." placeholder:"TEXT"`
	Games int    `least:"1" help:"Number of games." default:"1" placeholder:"K"`
}

func (randomCmd) Help() string {
	return `Each line is a JSON object: for each ply the position, every legal turn sorted
bytewise, and the turn played; at the end of each game the last position and the
result. Other implementations of the rules can be checked against it. Try

  cairn lab random dvonn --seed demo --games 10 | cairn verify -`
}

func (c *randomCmd) Run(s *streams) error {
	g, err := c.lookup()
	if err != nil {
		return err
	}
	return vectors.Random(s.out, g, c.Seed, c.Games)
}
