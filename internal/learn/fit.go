package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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

// check returns what is wrong with settings of a net over a board, or over counts.
func (s FitSettings) check(board bool) error {
	kind := cmp.Or(multiple("hidden", s.Hidden, nn.DenseLanes, 0), above("knots", s.Knots, 0))
	if board {
		kind = cmp.Or(
			multiple("channels", s.Channels, nn.DenseLanes, nn.DenseLanes),
			above("blocks", s.Blocks, -1),
			multiple("hidden", s.Hidden, nn.DenseLanes, nn.DenseLanes),
		)
	}
	return cmp.Or(kind, above("epochs", s.Epochs, 0), above("batch", s.Batch, 0), above("rate", s.Rate, 0), share("mix", s.Mix))
}

// viewsOf returns what nets see of the positions of a game: the counts first, then the boards.
func viewsOf(g game.Game) (list []view) {
	for _, c := range players.Counts(g) {
		list = append(list, viewOfCounts(c))
	}
	for _, b := range players.Boards(g) {
		list = append(list, viewOfBoard(b))
	}
	return list
}

// viewOf returns what is seen under a name, the first counts of the game where there is none.
func viewOf(g game.Game, id string) (view, error) {
	for _, v := range viewsOf(g) {
		if id == "" || v.part.ID() == id {
			return v, nil
		}
	}
	return view{}, noView(g, id)
}

// noView says that nothing of a game is seen under a name.
func noView(g game.Game, id string) error {
	var known []string
	for _, v := range viewsOf(g) {
		known = append(known, v.part.ID())
	}
	return newError("learn.no_counts", "game", g.Name(), "counts", game.ShownOrEmpty(id), "known", strings.Join(known, ", "))
}

// Fit fits a net to the positions of the run, writes it as a candidate, and returns what
// the held-out positions say of it: overall, then by phases. The net is convolutional where
// the settings name a board, and dense otherwise. It is the same to the bit for the same
// shards and settings on one kind of processor, however many workers there are.
func (r *Run) Fit(ctx context.Context, name string, s FitSettings, o Options) ([]FitLine, error) {
	if err := r.checkFree(name); err != nil {
		return nil, err
	}
	v, err := viewOf(r.game, s.Part)
	if err != nil {
		return nil, err
	}
	n, log, table, err := r.fit(ctx, name, v, s, o)
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
	for _, v := range viewsOf(r.game) {
		n, log, _, err := r.fit(ctx, name, v, v.shipped, o)
		if errors.Is(err, ErrNoPositions) {
			continue // games that begin with a full board have no placings
		} else if err != nil {
			return err
		}
		nets, logs = append(nets, n), append(logs, log...)
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

// netFitter fits a net to positions.
type netFitter interface {
	// rateOf returns the rate that an epoch begins with, counted from 0.
	rateOf(epoch int) float64

	// epoch passes once over the positions in a random order and returns the mean loss. The
	// error is the cause of ctx's end.
	epoch(ctx context.Context, d *samples) (float64, error)

	// loss returns the mean loss over positions, 0 where there is none.
	loss(d *samples) float64

	// net returns the net in integers. The error is that of its check: weights are too large,
	// or its shape is none.
	net(note string) (fitted, error)
}

// fit fits a net for what is seen and returns it, its loss log and what the held-out positions
// say.
func (r *Run) fit(ctx context.Context, name string, v view, s FitSettings, o Options) (fitted, []byte, []FitLine, error) {
	if err := s.check(v.board != nil); err != nil {
		return nil, nil, nil, err
	}
	train, held, err := r.load(v, s.Mix)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(train.list) == 0 {
		return nil, nil, nil, ErrNoPositions
	}
	var f netFitter
	shape := fmt.Sprintf("hidden %d, knots %d", s.Hidden, s.Knots)
	if v.board != nil {
		f = newConvFitter(v.board, s, len(train.list), o)
		shape = fmt.Sprintf("channels %d, blocks %d, hidden %d", s.Channels, s.Blocks, s.Hidden)
	} else {
		f = newFitter(train, v.counts, s, o)
	}
	note := fmt.Sprintf("%s, seed %s, %d positions, %s, mix %g, epochs %d, revision %s", name, r.Seed, len(train.list), shape, s.Mix, s.Epochs, o.Revision)
	if _, err := f.net(note); err != nil {
		return nil, nil, nil, err // a shape that no net has, before hours are spent on it
	}
	log, err := passes(ctx, Epoch{Part: v.part.ID(), Positions: len(train.list), HeldOut: len(held.list)}, s.Epochs, f, train, held)
	if err != nil {
		return nil, nil, nil, err
	}
	n, err := f.net(note)
	if err != nil {
		return nil, nil, nil, err
	}
	says, err := v.estimates(n, held)
	if err != nil {
		return nil, nil, nil, err
	}
	return n, log, newFitTable(held.list, v.phases, func(i int) float64 { return float64(says(i)) / scale }), nil
}
