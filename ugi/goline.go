package ugi

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
)

// Go is what a "go" line asks for.
type Go struct {
	// Limits bound the search. Ponder is not used here.
	engine.Limits

	// Infinite and Ponder hold the answer back until "stop", Ponder also until
	// "ponderhit", from when the limits count.
	Infinite, Ponder bool

	// Perft is the length of the sequences to count instead of searching, when
	// Count is set.
	Perft int
	Count bool
}

// words of a go line that end a list of moves.
var goWords = []string{
	"movetime", "p1time", "p2time", "p1inc", "p2inc", "movestogo", "nodes", "depth",
	"infinite", "ponder", "perft", "searchmoves",
}

// longest is more time than any search has, little enough to reckon with.
const longest = 1 << 39 // milliseconds

// endless reports whether nothing that is asked for ends a search of side.
func (g *Go) endless(side game.Side) bool {
	return g.Infinite || g.Ponder || !g.Count && g.Depth == 0 && g.Nodes == 0 && g.MoveTime == 0 && !g.Clocked && g.Clock[side] == 0
}

// ParseGo reads what follows "go". The position is needed for searchmoves, and for
// whose clock counts: one that is not named sets no limit.
func ParseGo(fields []string, p game.Position) (Go, error) {
	var g Go
	var clocks [2]bool
	if len(fields) == 0 {
		g.Infinite = true
	}
	for i := 0; i < len(fields); i++ {
		word := fields[i]
		switch word {
		case "infinite":
			g.Infinite = true
			continue
		case "ponder":
			g.Ponder = true
			continue
		case "searchmoves":
			g.Only = []game.Move{}
			for i+1 < len(fields) && !slices.Contains(goWords, fields[i+1]) {
				i++
				m, err := p.ParseMove(fields[i])
				if err != nil {
					return Go{}, fmt.Errorf("searchmoves %s: %w", quoted(fields[i]), err)
				}
				if !slices.Contains(g.Only, m) {
					g.Only = append(g.Only, m)
				}
			}
			if len(g.Only) == 0 {
				return Go{}, errors.New("searchmoves is followed by no move")
			}
			continue
		}
		if !slices.Contains(goWords, word) {
			return Go{}, fmt.Errorf("go does not know %s; it knows %s", quoted(word), strings.Join(goWords, " "))
		}
		i++
		if i == len(fields) {
			return Go{}, fmt.Errorf("a number must follow %s", word)
		}
		n, err := strconv.ParseInt(fields[i], 10, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) { // then n is the nearest there is
			return Go{}, fmt.Errorf("a number must follow %s, not %s", word, quoted(fields[i]))
		}
		if err := g.set(word, n); err != nil {
			return Go{}, err
		}
		switch word {
		case "p1time":
			clocks[0] = true
		case "p2time":
			clocks[1] = true
		}
	}
	g.Clocked = clocks[p.Side()]
	return g, nil
}

// set takes one number of a go line.
func (g *Go) set(word string, n int64) error {
	ms := time.Duration(min(max(n, 0), longest)) * time.Millisecond
	least := int64(1)
	switch word {
	case "p1time", "p2time":
		// Programs send what is left when they looked, which may be below zero.
		g.Clock[word[1]-'1'] = ms
		return nil
	case "p1inc", "p2inc":
		g.Increment[word[1]-'1'] = ms
		return nil
	case "movetime":
		g.MoveTime = ms
	case "movestogo":
		g.MovesToGo = int(min(n, 1000))
	case "nodes":
		g.Nodes = uint64(max(n, 0))
	case "depth":
		g.Depth = int(min(n, 1000))
	case "perft":
		g.Perft, g.Count = int(min(n, 1000)), true
		least = 0
	}
	if n < least {
		return fmt.Errorf("%s must be at least %d, not %d", word, least, n)
	}
	return nil
}

// String returns the go line, "go" included. Moves of Only are not part of it.
func (g Go) String() string {
	var b strings.Builder
	b.WriteString("go")
	number := func(word string, n int64) { fmt.Fprintf(&b, " %s %d", word, n) }
	if g.Count {
		number("perft", int64(g.Perft))
		return b.String()
	}
	if g.Ponder {
		b.WriteString(" ponder")
	}
	// A clock that is zero sets no limit unless Clocked says that it does.
	for side, word := range []string{"p1time", "p2time"} {
		if g.Clocked || g.Clock[side] > 0 {
			// Whole milliseconds, rounded down: no time is promised that is not there.
			number(word, g.Clock[side].Milliseconds())
		}
	}
	if (g.Clocked || g.Clock[0]|g.Clock[1] != 0) && g.Increment[0]|g.Increment[1] != 0 {
		number("p1inc", g.Increment[0].Milliseconds())
		number("p2inc", g.Increment[1].Milliseconds())
	}
	if g.MovesToGo > 0 {
		number("movestogo", int64(g.MovesToGo))
	}
	if g.MoveTime > 0 {
		number("movetime", max(g.MoveTime.Milliseconds(), 1))
	}
	if g.Nodes > 0 {
		number("nodes", int64(g.Nodes))
	}
	if g.Depth > 0 {
		number("depth", int64(g.Depth))
	}
	if g.Infinite {
		b.WriteString(" infinite")
	}
	return b.String()
}
