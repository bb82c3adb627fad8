package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/gamefile"
	collection "cairn.example/internal/study/games"
	"cairn.example/internal/terminal/tui"
	"cairn.example/record"
)

type gamesCmd struct {
	List   gamesListCmd   `cmd:"" help:"List games, a line each."`
	Show   gamesShowCmd   `cmd:"" help:"Print games in full, or write them to a file of any format."`
	Stats  gamesStatsCmd  `cmd:"" help:"Count results, ends, lengths, players, first moves and claims."`
	Export gamesExportCmd `cmd:"" help:"Write games as tables for other programs: CSV, JSON lines, Parquet, SQLite."`
	Index  gamesIndexCmd  `cmd:"" help:"Make an index of games, in which positions are found."`
	Find   gamesFindCmd   `cmd:"" help:"List the games of an index that went through a position."`
	Tree   gamesTreeCmd   `cmd:"" help:"Show what was played in a position, and with what results."`
}

func (gamesCmd) Help() string {
	return `An index is a file or a PostgreSQL database (postgres://...). It holds the games without
comments and variations. Boards that look alike from another side are one position in
it, and so are those of LYNGK that differ only in the names of the colors.
docs/games.md has more. Try

  cairn games index club.tar.gz match.cairn -o club.games
  cairn games tree club.games start:1 --depth 3`
}

// gamesInput are files of games.
type gamesInput struct {
	File  []string `arg:"" help:"Files of games in any format, also gzipped or tar archives; - means standard input."`
	From  string   `help:"Format of the input (default: recognized by its content)." placeholder:"FORMAT"`
	Game  string   `help:"Rule set, if a file doesn't name it." placeholder:"GAME"`
	Start string   `help:"Start position, if a record has none: its text, start:SEED or full:SEED." placeholder:"POS"`
	keepLegalFlag
}

// open returns the games of all files, one after the other; of an index those it holds.
// A file that can't be opened is refused before anything is read.
func (c gamesInput) open(ctx context.Context, s *streams) (entries iter.Seq[record.Entry], closeAll func(), err error) {
	var list []iter.Seq[record.Entry]
	var closers []func() error
	closeAll = func() {
		for _, f := range closers {
			f()
		}
	}
	for _, name := range c.File {
		var one iter.Seq[record.Entry]
		var closeOne func() error
		if file, wanted := gamefile.Split(name); collection.IsPostgres(file) || collection.IsSQLite(file) {
			var x *collection.Index
			if x, err = openIndex(s.catalog, file); err == nil {
				one, closeOne = indexed(x), x.Close
			}
			if wanted > 0 {
				one = record.Only(one, wanted)
			}
		} else {
			in := gameInput{name: name, format: c.From, game: c.Game, start: c.Start, keepLegal: c.KeepLegal}
			one, closeOne, err = in.open(ctx, s, s.catalog)
		}
		if err != nil {
			closeAll()
			return nil, nil, err
		}
		list, closers = append(list, one), append(closers, closeOne)
	}
	return func(yield func(record.Entry) bool) {
		for _, one := range list {
			for e := range one {
				if !yield(e) {
					return
				}
			}
		}
	}, closeAll, nil
}

// indexed returns the games of an index as they are read from a file.
func indexed(x *collection.Index) iter.Seq[record.Entry] {
	return func(yield func(record.Entry) bool) {
		for g, err := range x.Games(nil) {
			if err != nil {
				yield(record.Entry{Err: err})
				return
			}
			if !yield(g.Entry) {
				return
			}
		}
	}
}

// sources are the names, sizes and times of the files: whether they are the same. There are
// none where games or the start come from standard input, which nobody can read twice.
func (c gamesInput) sources() []string {
	if slices.Contains(c.File, "-") || c.Start == "-" {
		return nil
	}
	list := []string{c.From, c.Game, c.Start, fmt.Sprint(c.KeepLegal)}
	for _, name := range c.File {
		path, err := filepath.Abs(name)
		if err != nil {
			path = name
		}
		text := path
		file, _ := gamefile.Split(name)
		if info, err := os.Stat(file); err == nil {
			text = fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano())
		}
		list = append(list, text)
	}
	return list
}

// openIndex opens an index to read it.
func openIndex(c *i18n.Catalog, name string) (*collection.Index, error) {
	x, err := collection.Open(name)
	if err != nil {
		return nil, indexTrouble(c, name, err)
	}
	return x, nil
}

// indexTrouble says what is wrong with an index.
func indexTrouble(c *i18n.Catalog, name string, err error) error {
	return fileTrouble(c, name, c.T("cli.games.remedy", i18n.Args{"command": "cairn games index"}), err)
}

// partTrouble says what is wrong with the part of an index that is made.
func partTrouble(c *i18n.Catalog, name string, err error) error {
	return fileTrouble(c, name, c.T("cli.annotate.other_run.remedy", i18n.Args{"file": game.Printable(name)}), err)
}

// fileTrouble says what is wrong with a file, and how to mend what is no index or damaged.
func fileTrouble(c *i18n.Catalog, name, remedy string, err error) error {
	var said *exitError
	var stopped interrupted
	if errors.As(err, &said) || errors.As(err, &stopped) {
		return failure(err, "")
	}
	name = shownStore(name)
	args := i18n.Args{"file": game.Printable(name)}
	var gone collection.UnreachableError
	switch {
	case errors.As(err, &gone):
		return failure(errors.New(c.T("cli.store.unreachable", i18n.Args{"reason": game.Printable(string(gone))})), "")
	case errors.Is(err, collection.ErrForeign):
		return usageError(errors.New(c.T("cli.games.foreign", args)), remedy)
	case errors.Is(err, collection.ErrNewer):
		return failure(errors.New(c.Labeled(game.Printable(name), c.T("cli.store.newer"))), "")
	case errors.Is(err, collection.ErrDamaged):
		return failure(errors.New(c.T("cli.games.damaged", args)), remedy)
	case errors.Is(err, collection.ErrOther):
		return failure(errors.New(c.T("cli.annotate.other_run", args)), remedy)
	case errors.Is(err, fs.ErrNotExist):
		return usageError(unreadable(c, name, err), "")
	}
	return failure(unreadable(c, name, err), "")
}

type gamesIndexCmd struct {
	gamesInput
	Out string `short:"o" required:"" help:"File to write, such as club.games, or the address of a PostgreSQL database." placeholder:"FILE"`
	overwriteFlag
	workers
}

func (gamesIndexCmd) Help() string {
	return `Until all games are read the index is FILE.part: after an interruption the same
command goes on there. Games that can't be read are named and left out, and the exit
status is 1. More than one machine should hold goes to PostgreSQL, whose address then
stands for the file in all commands. Try

  cairn games index club.tar.gz -o club.games
  cairn games index club.tar.gz -o postgres://user@host/name`
}

func (c *gamesIndexCmd) Run(ctx context.Context, s *streams) error {
	catalog := s.catalog
	if err := c.place(c.Out); errors.Is(err, fs.ErrExist) {
		return failure(unwritable(catalog, shownStore(c.Out), err), catalog.T("cli.usage.force", i18n.Args{"flag": "--force"}))
	} else if err != nil && collection.IsPostgres(c.Out) {
		return fileTrouble(catalog, c.Out, "", err)
	} else if err != nil {
		return failure(unwritable(catalog, c.Out, err), "")
	}
	entries, closeInput, err := c.open(ctx, s)
	if err != nil {
		return err
	}
	defer closeInput()
	n := converted{catalog: catalog, game: c.Game}
	defer n.warn(s.err)
	sources := c.sources()
	err = collection.Build(ctx, c.Out, entries, collection.BuildOptions{
		Workers: c.number(), Sources: sources,
		Again: func(games int) { fmt.Fprintln(s.err, catalog.T("cli.match.going_on", i18n.Args{"n": games})) },
		Each:  func(e record.Entry) error { _, err := n.sound(s.err, &e); return err },
	})
	if err != nil {
		if _, stopped := interruption(ctx, err); stopped && sources != nil {
			return failure(err, catalog.T("cli.match.go_on"))
		}
		return partTrouble(catalog, collection.Part(c.Out), err)
	}
	return n.verdict("cli.games.failed")
}

// place returns why no file can be put at a name, nil where one can: the index takes the
// place of what is there, which must not be a device.
func (o overwriteFlag) place(name string) error {
	if collection.IsPostgres(name) {
		there, err := collection.Exists(name)
		if there && !o.Force {
			err = fs.ErrExist
		}
		return err
	}
	switch info, err := os.Stat(name); {
	case err != nil:
		_, err = os.Stat(filepath.Dir(name))
		return err
	case info.IsDir():
		return syscall.EISDIR
	case !info.Mode().IsRegular():
		return syscall.ENODEV
	case !o.Force:
		return fs.ErrExist
	}
	return nil
}

// indexPosition is an index and a position to find in it.
type indexPosition struct {
	Index string `arg:"" help:"The index, as cairn games index makes it: a file, or the address of a database."`
	Pos   string `arg:"" optional:"" help:"The position: its text, - for standard input, start:SEED, or full:SEED (DVONN)."`
	Like  string `help:"In place of a position what is on some of its spots, such as 'e3=WB f3=.', and who moves." placeholder:"STACKS"`
	Game  string `help:"Rule set, if the index has games of several that know such a position." placeholder:"GAME"`
	JSON  bool   `help:"Print JSON."`
}

// ask opens the index, reads the position, and finds the games that went through it or
// fit, with what was played there.
func (c indexPosition) ask(ctx context.Context, s *streams, limit int, o collection.TreeOptions) (x *collection.Index, tree collection.Branch, visits []collection.Visit, err error) {
	switch {
	case c.Pos == "" && c.Like == "":
		return nil, tree, nil, usageError(errors.New(s.catalog.T("cli.usage.missing", i18n.Args{"arguments": "<pos>"})), "")
	case c.Pos != "" && c.Like != "":
		return nil, tree, nil, flagConflict(s.catalog, "<pos>", "--like")
	}
	if x, err = openIndex(s.catalog, c.Index); err != nil {
		return nil, tree, nil, err
	}
	tree, visits, err = c.askIndex(ctx, s, x, limit, o)
	if err != nil {
		x.Close()
		return nil, tree, nil, err
	}
	return x, tree, visits, nil
}

func (c indexPosition) askIndex(ctx context.Context, s *streams, x *collection.Index, limit int, o collection.TreeOptions) (tree collection.Branch, visits []collection.Visit, err error) {
	if c.Like != "" {
		var p *collection.Pattern
		if p, err = readFor(c, s, x, c.pattern); err != nil {
			return tree, nil, err
		}
		tree, visits, err = x.Like(ctx, p, runtime.NumCPU(), limit, o)
		return tree, visits, c.trouble(ctx, s.catalog, err)
	}
	p, err := readFor(c, s, x, c.position)
	switch {
	case err != nil:
		return tree, nil, err
	case limit > 0:
		tree.Tally, visits, err = x.Find(ctx, p, limit)
	default:
		tree, err = x.Tree(ctx, p, o)
	}
	return tree, visits, c.trouble(ctx, s.catalog, err)
}

// readFor reads something for the rule set named, or the first one of the index for which
// it can be read.
func readFor[T any](c indexPosition, s *streams, x *collection.Index, read func(*streams, game.Game) (T, error)) (is T, err error) {
	var rules []game.Game
	if c.Game != "" {
		g, err := gameArg{c.Game}.lookup()
		if err != nil {
			return is, err
		}
		rules = []game.Game{g}
	} else if rules, err = x.Rules(); err != nil {
		return is, indexTrouble(s.catalog, c.Index, err)
	}
	refusal := failure(errors.New(s.catalog.T("cli.convert.none")), "")
	for i, g := range rules {
		is, err := read(s, g)
		if err == nil {
			return is, nil
		}
		if i == 0 {
			refusal = err
		}
	}
	return is, refusal
}

func (c indexPosition) position(s *streams, g game.Game) (game.Position, error) {
	return readPosition(s.catalog, g, c.Pos, s.in)
}

func (c indexPosition) pattern(s *streams, g game.Game) (*collection.Pattern, error) {
	p, err := collection.ParsePattern(g, c.Like)
	var bad collection.BadWordError
	if errors.As(err, &bad) {
		args := i18n.Args{"flag": "--like", "value": shown(string(bad)), "example": "e3=" + g.Pieces()[0].Letter()}
		return nil, usageError(errors.New(s.catalog.T("cli.games.like", args)), "")
	}
	return p, err
}

// trouble says what went wrong while the index was asked: an interruption where ctx has ended.
func (c indexPosition) trouble(ctx context.Context, catalog *i18n.Catalog, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return indexTrouble(catalog, c.Index, err)
}

type gamesFindCmd struct {
	indexPosition
	Limit int `least:"1" help:"Most games to list." default:"20" placeholder:"N"`
}

func (gamesFindCmd) Help() string {
	return `Each line names the file and the number of a game, the ply after which it came to the
position, the players and the result. With --like stacks are given for some spots only,
from bottom to top, . for an empty spot; a position fits turned or reflected, too, and in
LYNGK with other names of the colors. Try

  cairn games find club.games start:1 --limit 5
  cairn games find club.games --like 'e3=. e4=WB w'`
}

func (c *gamesFindCmd) Run(ctx context.Context, s *streams) error {
	x, tree, visits, err := c.ask(ctx, s, c.Limit, collection.TreeOptions{})
	if err != nil {
		return err
	}
	defer x.Close()
	ids := []int64{}
	plies := map[int64]int{}
	for _, v := range visits {
		ids = append(ids, v.ID)
		plies[v.ID] = v.Ply
	}
	for g, err := range x.Games(ids) {
		if err != nil || ctx.Err() != nil {
			return c.trouble(ctx, s.catalog, err)
		}
		if c.JSON {
			if err := s.json(foundGame{g.ID, g.File, g.Number, plies[g.ID], g.Record.First, g.Record.Second, collection.Mark(g.Record.Result)}); err != nil {
				return err
			}
			continue
		}
		place := s.catalog.T("place.ply", i18n.Args{"n": fmt.Sprint(plies[g.ID])})
		fmt.Fprintf(s.out, "%s#%d, %s: %s\n", game.Printable(g.File), g.Number, place, say.Entry(s.catalog, g.Entry))
	}
	if !c.JSON && tree.Games > len(visits) {
		fmt.Fprintln(s.out, s.catalog.T("cli.file.more", i18n.Args{"n": tree.Games - len(visits)}))
	}
	return nil
}

// foundGame is a game as find prints it for programs.
type foundGame struct {
	ID     int64  `json:"id"`
	File   string `json:"file"`
	Number int    `json:"number"`
	Ply    int    `json:"ply"`
	First  string `json:"first,omitempty"`
	Second string `json:"second,omitempty"`
	Result string `json:"result"`
}

type gamesTreeCmd struct {
	indexPosition
	Depth int `least:"1" help:"How many plies to show." default:"1" placeholder:"N"`
	Limit int `least:"1" help:"Most moves to show in one position." default:"12" placeholder:"N"`
}

func (gamesTreeCmd) Help() string {
	return `A line counts the games in which a move was played in the position before it, however
they came there, and how they ended. Of moves to boards that look alike the first in
the alphabet stands for all. Try

  cairn games tree club.games start:1 --depth 3 --limit 5`
}

func (c *gamesTreeCmd) Run(ctx context.Context, s *streams) error {
	x, tree, _, err := c.ask(ctx, s, 0, collection.TreeOptions{Depth: c.Depth, Limit: c.Limit})
	if err != nil {
		return err
	}
	defer x.Close()
	if c.JSON {
		return s.json(tree)
	}
	catalog := s.catalog
	rows := [][]string{
		append([]string{catalog.T("ui.moves")}, tallyHead(catalog)...),
		append([]string{""}, tallyCells(catalog, tree.Tally)...),
	}
	printTable(s.out, branchRows(catalog, rows, "", tree.Branches))
	return nil
}

// branchRows appends a row for each branch, those below a move with a longer indent.
func branchRows(c *i18n.Catalog, rows [][]string, indent string, list []collection.Branch) [][]string {
	for _, b := range list {
		move := indent + b.Move
		if b.Same > 1 {
			move += fmt.Sprintf(" ×%d", b.Same)
		}
		rows = append(rows, append([]string{move}, tallyCells(c, b.Tally)...))
		rows = branchRows(c, rows, indent+"  ", b.Branches)
	}
	return rows
}

// tallyHead is what stands above the cells of a tally.
func tallyHead(c *i18n.Catalog) []string {
	return []string{c.T("ui.archive"), collection.Mark(game.FirstWins), collection.Mark(game.SecondWins), collection.Mark(game.Draw), "±"}
}

// tallyCells are the number of games, the shares of those that ended in each way, and the mean
// lead of First.
func tallyCells(c *i18n.Catalog, t collection.Tally) []string {
	share := func(n int) string { return c.Percent(float64(n) / float64(max(t.Games, 1))) }
	lead := c.Figure(fmt.Sprintf("%+.1f", float64(t.Margin)/float64(max(t.Games, 1))))
	return []string{c.Number(t.Games), share(t.First), share(t.Second), share(t.Draws), lead}
}

// printTable prints rows with their cells one below the other, those after the first to the
// right.
func printTable(w io.Writer, rows [][]string) {
	widths := map[int]int{}
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			switch {
			case i > 0:
				cell = "  " + gap + cell
			case len(row) > 1:
				cell += gap
			}
			fmt.Fprint(w, cell)
		}
		fmt.Fprintln(w)
	}
}

// explored is what the full screen shows of the games in an index.
func explored(ctx context.Context, c *i18n.Catalog, name string, x *collection.Index, p game.Position) (tui.Explored, error) {
	tree, err := x.Tree(ctx, p, collection.TreeOptions{Depth: 1, Limit: 12})
	if err != nil {
		return tui.Explored{}, indexTrouble(c, name, err)
	}
	found := tui.Explored{Games: tree.Games}
	for _, b := range tree.Branches {
		m, err := p.ParseMove(b.Move)
		if err != nil {
			return found, err
		}
		found.Moves = append(found.Moves, tui.ExploredMove{Move: m, Games: b.Games, First: b.First, Second: b.Second, Draws: b.Draws})
	}
	return found, nil
}
