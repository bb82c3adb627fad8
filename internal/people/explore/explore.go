package explore

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/table"
	collection "cairn.example/internal/study/games"
	"cairn.example/record"
)

// Service answers questions about games. Its methods are safe for concurrent use.
type Service struct {
	tables  *table.Service
	results *settle.Service
	file    *collection.Index
	log     *slog.Logger

	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup

	asking sync.RWMutex // held while the index is asked, and to replace it
	public *collection.Index

	mu    sync.Mutex      // guards what follows
	made  chan struct{}   // closed when the index is made that is being made; nil before the first
	after time.Time       // when it may be made once more
	known map[string]bool // the tables that it has
	built bool            // whether one was made, or there were no games for it
	dir   string
	files int
}

// New returns a service. File is a further index to ask, nil for none. It is to be closed.
func New(tables *table.Service, results *settle.Service, file *collection.Index, log *slog.Logger) *Service {
	ctx, stop := context.WithCancel(context.Background())
	return &Service{tables: tables, results: results, file: file, log: log, ctx: ctx, stop: stop, known: map[string]bool{}}
}

// HasFile reports whether there is a further index to ask.
func (s *Service) HasFile() bool { return s.file != nil }

// Close ends what runs in the background and removes what was made. The file stays open.
func (s *Service) Close() error {
	s.stop()
	s.running.Wait()
	s.asking.Lock()
	defer s.asking.Unlock()
	var err error
	if s.public != nil {
		err = s.public.Close()
		s.public = nil
	}
	if s.dir != "" {
		err = errors.Join(err, os.RemoveAll(s.dir))
	}
	return err
}

// Games calls f with the records of public games that ended, the newest first, and returns
// what to ask for as Before to get the next ones, "" after the last.
func (s *Service) Games(ctx context.Context, a settle.PublicAsked, f func(*record.Record) error) (more string, err error) {
	found, more, err := s.results.Public(ctx, a)
	if err != nil {
		return "", err
	}
	for _, r := range found {
		switch one, err := s.tables.Record(ctx, r.Table); {
		case isRefusal(err): // forgotten since, or played by a newer version
		case err != nil:
			return "", err
		default:
			if err := f(one); err != nil {
				return "", err
			}
		}
	}
	return more, nil
}

// isRefusal reports whether a table has no record to read, rather than that the store is in trouble.
func isRefusal(err error) bool {
	var refusal *api.Error
	return errors.As(err, &refusal) || errors.Is(err, table.ErrNotFound)
}

// Asked is what is asked about a position.
type Asked struct {
	Game, Position string
	// Of is "file" for the file of games, "" for those of the server.
	Of string
	// Depth and Limit are how many plies and moves to show, "" for the usual ones.
	Depth, Limit string
}

// Most plies and moves that are shown, and most games that are named.
const (
	mostDepth = 3
	mostMoves = 50
	mostNamed = 10
)

// firstWait is how long somebody waits for the first index.
const firstWait = 5 * time.Second

// Explore returns what was played in a position, and the first tables with it.
func (s *Service) Explore(ctx context.Context, a Asked) (api.Explored, error) {
	wrong := func(name, value string) (api.Explored, error) {
		return api.Explored{}, api.RefuseQuery(name, value)
	}
	g, err := games.Lookup(a.Game)
	if err != nil {
		return wrong("game", a.Game)
	}
	p := g.Start("")
	if a.Position != "" {
		if p, err = g.Parse(a.Position); err != nil {
			return wrong("position", a.Position)
		}
	}
	o := collection.TreeOptions{Depth: 1, Limit: 12}
	for _, n := range []struct {
		name, text string
		to         *int
		most       int
	}{{"depth", a.Depth, &o.Depth, mostDepth}, {"limit", a.Limit, &o.Limit, mostMoves}} {
		if n.text == "" {
			continue
		}
		if *n.to, err = strconv.Atoi(n.text); err != nil || *n.to < 1 || *n.to > n.most {
			return wrong(n.name, n.text)
		}
	}
	index := s.file
	switch a.Of {
	case "file":
		if index == nil {
			return wrong("of", a.Of)
		}
	case "":
		select {
		case <-s.refresh():
		case <-time.After(firstWait):
			return api.Explored{}, table.ErrBusy
		case <-ctx.Done():
			return api.Explored{}, ctx.Err()
		}
		s.asking.RLock()
		defer s.asking.RUnlock()
		index = s.public
	default:
		return wrong("of", a.Of)
	}
	if index == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.built {
			return api.Explored{}, table.ErrBusy
		}
		return api.Explored{Moves: []api.ExploredMove{}}, nil
	}
	return ask(ctx, index, p, o, a.Of == "")
}

func ask(ctx context.Context, index *collection.Index, p game.Position, o collection.TreeOptions, tables bool) (api.Explored, error) {
	tree, err := index.Tree(ctx, p, o)
	if err != nil {
		return api.Explored{}, err
	}
	v := api.Explored{ExploredTally: api.ExploredTally(tree.Tally), Moves: branches(tree.Branches)}
	if !tables {
		return v, nil
	}
	_, visits, err := index.Find(ctx, p, mostNamed)
	if err != nil {
		return v, err
	}
	ids := make([]int64, len(visits))
	for i, one := range visits {
		ids[i] = one.ID
	}
	for one, err := range index.Games(ids) {
		if err != nil {
			return v, err
		}
		v.Tables = append(v.Tables, one.File)
	}
	return v, nil
}

func branches(list []collection.Branch) []api.ExploredMove {
	moves := []api.ExploredMove{}
	for _, b := range list {
		m := api.ExploredMove{Move: b.Move, Same: b.Same, ExploredTally: api.ExploredTally(b.Tally)}
		if len(b.Branches) > 0 {
			m.Moves = branches(b.Branches)
		}
		moves = append(moves, m)
	}
	return moves
}

// refresh has the index made once more where that is due. What it returns is closed as soon
// as there is one to ask.
func (s *Service) refresh() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.after) || s.ctx.Err() != nil {
		return s.made
	}
	first := s.made == nil
	made := make(chan struct{})
	if first {
		s.made = made
	}
	s.after = time.Now().Add(24 * time.Hour) // until this one is made
	s.running.Go(func() {
		begun := time.Now()
		err := s.make()
		if err != nil && s.ctx.Err() == nil {
			s.log.Error("the index of public games was not made", "error", err)
		}
		s.mu.Lock()
		s.built = s.built || err == nil
		// It takes a twentieth of the time at most.
		s.after = time.Now().Add(max(time.Minute, 20*time.Since(begun)))
		s.mu.Unlock()
		close(made)
	})
	return s.made
}

// make makes an index of the games that the last one has and of those that ended since.
func (s *Service) make() error {
	fresh, err := s.fresh()
	if err != nil || len(fresh) == 0 {
		return err
	}
	if s.dir == "" {
		if s.dir, err = os.MkdirTemp("", "cairn-games-"); err != nil {
			return err
		}
	}
	name := filepath.Join(s.dir, strconv.Itoa(s.files+1))
	var unread error
	err = collection.Build(s.ctx, name, s.entries(fresh, &unread), collection.BuildOptions{Workers: 1 + runtime.NumCPU()/4, Postings: 1 << 19})
	if unread != nil && err == nil {
		err = os.Remove(name)
	}
	if err = errors.Join(unread, err); err != nil {
		return err
	}
	next, err := collection.Open(name)
	if err != nil {
		return err
	}
	s.files++
	for _, id := range fresh {
		s.known[id] = true
	}
	s.asking.Lock()
	before := s.public
	s.public = next
	s.asking.Unlock()
	if before == nil {
		return nil
	}
	return errors.Join(before.Close(), os.Remove(filepath.Join(s.dir, strconv.Itoa(s.files-1))))
}

// fresh returns the tables whose public game has ended and is not in the index.
func (s *Service) fresh() ([]string, error) {
	var list []string
	a := settle.PublicAsked{Limit: settle.MostPublic}
	for {
		found, more, err := s.results.Public(s.ctx, a)
		if err != nil {
			return nil, err
		}
		news := false
		for _, r := range found {
			if !s.known[r.Table] {
				list, news = append(list, r.Table), true
			}
		}
		if more == "" || !news {
			return list, nil
		}
		a.Before = more
	}
}

// entries are the games of the last index, then those of tables, without the names of people.
// They end early, with an error, where one cannot be read.
func (s *Service) entries(tables []string, unread *error) iter.Seq[record.Entry] {
	return func(yield func(record.Entry) bool) {
		if s.public != nil {
			for g, err := range s.public.Games(nil) {
				if err != nil {
					*unread = err
					return
				}
				if !yield(g.Entry) {
					return
				}
			}
		}
		for _, id := range tables {
			r, err := s.tables.Record(s.ctx, id)
			if isRefusal(err) {
				continue // forgotten since, or played by a newer version
			}
			if err != nil {
				*unread = err
				return
			}
			r = &record.Record{Game: r.Game, Start: r.Start, Result: r.Result, Termination: r.Termination, Line: record.Line{Moves: r.Moves}}
			if !yield(record.Entry{Record: r, File: id, Number: 1}) {
				return
			}
		}
	}
}
