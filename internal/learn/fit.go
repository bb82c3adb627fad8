package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/nn"
	"cairn.example/players"
)

// A fit is the training of a dense net: a linear function of counts and a small
// hidden layer over the same counts. The counts of a position are computed once and
// kept, so a pass over a million positions takes seconds.

// FitSettings say how a dense net is fitted, or a convolutional one.
type FitSettings struct {
	Part   string // which of the game's counts or boards, "" for the first counts
	Hidden int    // of the hidden layer; 0 for none
	Knots  int    // sets of weights over the phases, of a dense net
	Epochs int

	Channels, Blocks int // of a convolutional net

	Batch int
	Rate  float64
	Mix   float64 // share of the search's score in the target
}

// DefaultFit returns the settings of the nets that are shipped; that of DVONN's placing
// was fitted with others, which FitAll knows.
func DefaultFit() FitSettings {
	return FitSettings{Hidden: 16, Knots: 4, Epochs: 20, Channels: 32, Blocks: 2, Batch: 256, Rate: 0.003, Mix: 0.7}
}

// shippedFit returns the settings of the dense net that is shipped for such counts.
func shippedFit(c nn.Counts) FitSettings {
	s := DefaultFit()
	s.Part = c.ID()
	return s
}

// shippedConvFit does the same for a board. Without results in the target, placings became far
// worse.
func shippedConvFit(b nn.Board) FitSettings {
	s := DefaultFit()
	s.Part, s.Mix, s.Hidden, s.Epochs = b.ID(), 0.5, 32, 5
	s.Channels, s.Blocks = 16, 1
	return s
}

// check returns what is wrong with settings.
func (s FitSettings) check() error {
	return cmp.Or(
		multiple("hidden", s.Hidden, nn.DenseLanes, 0),
		above("knots", s.Knots, 0),
		above("epochs", s.Epochs, 0),
		above("batch", s.Batch, 0),
		above("rate", s.Rate, 0),
		share("mix", s.Mix),
	)
}

// boardOf returns the board of a name that a game has, nil where there is none.
func boardOf(g game.Game, id string) nn.Board {
	for _, b := range players.Boards(g) {
		if b.ID() == id {
			return b
		}
	}
	return nil
}

// countsOf returns what is counted under a name, the game's first counts where there is none.
func countsOf(g game.Game, id string) (nn.Counts, error) {
	var known []string
	for _, c := range players.Counts(g) {
		if id == "" || c.ID() == id {
			return c, nil
		}
		known = append(known, c.ID())
	}
	for _, b := range players.Boards(g) {
		known = append(known, b.ID())
	}
	return nil, newError("learn.no_counts", "game", g.Name(), "counts", shown(id), "known", strings.Join(known, ", "))
}

// Fit fits a net to the positions of the run, writes it as a candidate, and returns what
// the held-out positions say of it: overall, then by phases. The net is convolutional where
// the settings name a board, and dense otherwise. It is the same to the bit for the same
// shards and settings on one kind of processor, however many workers there are.
func (r *Run) Fit(ctx context.Context, name string, s FitSettings, o Options) ([]FitLine, error) {
	if err := r.checkFree(name); err != nil {
		return nil, err
	}
	var n fitted
	var log []byte
	var table []FitLine
	var err error
	if b := boardOf(r.game, s.Part); b != nil {
		n, log, table, err = r.fitConv(ctx, name, b, s, o)
	} else {
		n, log, table, err = r.fit(ctx, name, s, o)
	}
	if err != nil {
		return nil, err
	}
	return table, r.writeFit(name, log, n)
}

// FitAll fits a net to each phase of the game that the positions of the run are of, with the
// settings of the nets that are shipped, and writes them as one candidate.
func (r *Run) FitAll(ctx context.Context, name string, o Options) error {
	if err := r.checkFree(name); err != nil {
		return err
	}
	var nets []fitted
	var logs []byte
	add := func(n fitted, log []byte, err error) error {
		if errors.Is(err, ErrNoPositions) {
			return nil // games that begin with a full board have no placings
		} else if err != nil {
			return err
		}
		nets, logs = append(nets, n), append(logs, log...)
		return nil
	}
	for _, c := range players.Counts(r.game) {
		n, log, _, err := r.fit(ctx, name, shippedFit(c), o)
		if err := add(n, log, err); err != nil {
			return err
		}
	}
	for _, b := range players.Boards(r.game) {
		n, log, _, err := r.fitConv(ctx, name, b, shippedConvFit(b), o)
		if err := add(n, log, err); err != nil {
			return err
		}
	}
	if len(nets) == 0 {
		return ErrNoPositions
	}
	return r.writeFit(name, logs, nets...)
}

// fitted is a net that was fitted.
type fitted interface {
	Append(buf []byte) ([]byte, error)
}

// writeFit writes a candidate of such nets and its loss log, the net last: where it is,
// the log is whole.
func (r *Run) writeFit(name string, log []byte, nets ...fitted) error {
	var data []byte
	for _, n := range nets {
		var err error
		if data, err = n.Append(data); err != nil {
			return err
		}
	}
	if err := files.Write(r.Path(Candidate, name, ".loss"), log, 0o644); err != nil {
		return err
	}
	return files.Write(r.Path(Candidate, name, ".net"), data, 0o644)
}

// fit fits a dense net and returns it, its loss log and what the held-out positions say.
func (r *Run) fit(ctx context.Context, name string, s FitSettings, o Options) (*nn.Dense, []byte, []FitLine, error) {
	if err := s.check(); err != nil {
		return nil, nil, nil, err
	}
	c, err := countsOf(r.game, s.Part)
	if err != nil {
		return nil, nil, nil, err
	}
	train, held, err := r.load(viewOfCounts(c), s.Mix)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(train.list) == 0 {
		return nil, nil, nil, ErrNoPositions
	}
	rng := rand.New(rand.NewPCG(mixed(uint64(len(train.list))), 2))
	f := newFitter(train, c.Phases(), s, rng)
	log, err := passes(Epoch{Part: c.ID(), Positions: len(train.list), HeldOut: len(held.list)}, s.Epochs, falling(s.Rate, s.Epochs), o,
		func(rate float64) (float64, error) { return f.epoch(ctx, train, s.Batch, rate, rng) },
		func() float64 { return f.loss(held) })
	if err != nil {
		return nil, nil, nil, err
	}
	note := fmt.Sprintf("%s, seed %s, %d positions, hidden %d, knots %d, mix %g, epochs %d, revision %s",
		name, r.Seed, len(train.list), s.Hidden, s.Knots, s.Mix, s.Epochs, o.Revision)
	n, err := f.net(c, note)
	if err != nil {
		return nil, nil, nil, err
	}
	table, err := fitTable(n, c, held)
	return n, log, table, err
}
