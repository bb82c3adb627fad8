package vectors

import (
	"encoding/json"
	"io"
	"strconv"

	"cairn.example/game"
)

// RandomDomain is the domain of the random stream that chooses the moves of
// random games.
const RandomDomain = "cairn random game 1"

// Seed returns the seed of the nth of several random games, counted from 1: the
// first one has the seed itself, the others add "#2", "#3" and so on to it.
func Seed(seed string, n int) string {
	if n == 1 {
		return seed
	}
	return seed + "#" + strconv.Itoa(n)
}

// Random writes a number of random games, one line a ply and one at the end of each.
// Each game has a seed of its own, see [Seed]. It starts from the start position
// of that seed; at each ply the legal turns are sorted bytewise and one is
// chosen by the next number of the [game.Stream] of [RandomDomain], the game's
// id and the seed. So anybody can make the same games. The error is one of w.
func Random(w io.Writer, g game.Game, seed string, games int) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	var buf []game.Move
	for n := 1; n <= games; n++ {
		s := Seed(seed, n)
		stream := game.NewStream(RandomDomain, g.ID(), s)
		p := g.Start(s)
		for ply := 0; ; ply++ {
			turns := Turns(p, &buf)
			if len(turns) == 0 {
				break
			}
			l := plyLine{g.ID(), ply, p.String(), turns, turns[stream.Intn(len(turns))]}
			if err := e.Encode(l); err != nil {
				return err
			}
			m, err := p.ParseMove(l.Move)
			if err != nil {
				return err // no game refuses its own move
			}
			p.PlayUnchecked(m)
		}
		if err := e.Encode(endLine{g.ID(), p.String(), g.OutcomeName(p.Outcome())}); err != nil {
			return err
		}
	}
	return nil
}
