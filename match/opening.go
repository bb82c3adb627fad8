package match

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cairn.example/game"
)

// OpeningKind says where games begin.
type OpeningKind string

// The kinds of openings.
const (
	Start  OpeningKind = "start"  // the start position, of a seed where there are many
	Full   OpeningKind = "full"   // a random full board, where there is a placing phase
	Listed OpeningKind = "listed" // positions that are given
)

// Openings says where the pairs of a match begin. The same values give the same
// openings. The zero value is the start position; every pair has a layout of its own
// where there are many.
type Openings struct {
	Kind  OpeningKind // "" means Start
	Plies int         // random moves played from there
	Seed  string      // of the match

	// List holds the positions of Listed, used in turn.
	List []game.Position
}

// String returns the openings in words, such as "full+4".
func (o Openings) String() string {
	text := string(o.kind())
	if o.Kind == Listed {
		text += " " + strconv.Itoa(len(o.List))
	}
	if o.Plies > 0 {
		text += "+" + strconv.Itoa(o.Plies)
	}
	return text
}

// kind returns what Kind stands for.
func (o Openings) kind() OpeningKind {
	if o.Kind == "" {
		return Start
	}
	return o.Kind
}

// digest returns a short name for the positions of List, which tells one list from
// another; "" without one.
func (o Openings) digest() string {
	if len(o.List) == 0 {
		return ""
	}
	h := sha256.New()
	for _, p := range o.List {
		fmt.Fprintln(h, p)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Opening is where a pair begins: a position and moves from it that are played
// for the contestants.
type Opening struct {
	Start game.Position
	Moves []game.Move
}

// openingDomain is the domain of the stream of random opening moves.
const openingDomain = "cairn match opening 1"

// At returns the opening of a pair, counted from 0.
func (o Openings) At(g game.Game, pair int) (Opening, error) {
	seed := o.Seed + "/" + strconv.Itoa(pair)
	var start game.Position
	switch o.kind() {
	case Start, Full:
		var ok bool
		if start, ok = game.StartOf(g, seed, o.Kind == Full); !ok {
			return Opening{}, newError("match.not_full", "game", g.Name())
		}
	case Listed:
		if len(o.List) == 0 {
			return Opening{}, newError("match.no_openings")
		}
		start = o.List[pair%len(o.List)].Copy()
	default:
		return Opening{}, fmt.Errorf("no openings are called %q; there are start, full and a file", o.Kind)
	}
	s := game.NewStream(openingDomain, g.ID(), seed)
	// A game that random moves end at once decides nothing: try others.
	for range 100 {
		p := start.Copy()
		var moves []game.Move
		for range o.Plies {
			legal := p.Moves(nil)
			if len(legal) == 0 {
				break
			}
			m := legal[s.Intn(len(legal))]
			moves = append(moves, m)
			p.PlayUnchecked(m)
		}
		if p.Outcome() == game.Ongoing {
			return Opening{start, moves}, nil
		}
	}
	return Opening{}, newError("match.over", "pair", strconv.Itoa(pair+1), "plies", strconv.Itoa(o.Plies), "start", start.String())
}

// DefaultPlies is how many random plies make games differ that would all begin with one
// position.
const DefaultPlies = 4

// Alike reports whether every pair begins with the same position and no random plies.
func (o Openings) Alike(g game.Game) bool {
	first, err1 := o.At(g, 0)
	second, err2 := o.At(g, 1)
	return err1 == nil && err2 == nil && o.Plies == 0 && first.Start.Key() == second.Start.Key()
}

// ReadOpenings reads positions of g, one a line. Empty lines and lines that begin
// with # are skipped.
func ReadOpenings(g game.Game, r io.Reader) ([]game.Position, error) {
	var list []game.Position
	scan := bufio.NewScanner(r)
	n := 1
	for ; scan.Scan(); n++ {
		line := scan.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff") // some editors put it in front
		}
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		p, err := g.Parse(line)
		if err != nil {
			return nil, inLine(n, err)
		}
		list = append(list, p)
	}
	if err := scan.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, inLine(n, newError("match.line_long"))
	} else if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, newError("match.no_openings")
	}
	return list, nil
}
