package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	collection "cairn.example/internal/study/games"
)

// gamesChoice are some of the games of files.
type gamesChoice struct {
	gamesInput
	Where  string `help:"Only games for which this is true, such as 'plies > 60'." placeholder:"EXPR"`
	Sort   string `help:"Order by a column, such as date; =-date for the other way round." placeholder:"COLUMN"`
	Limit  int    `least:"0" help:"Most games, the first ones." placeholder:"N"`
	Dedupe bool   `help:"Of games with the same start and moves only the first, with what the others know."`
}

// whereHelp stands in the help of each command that chooses games.
const whereHelp = `

EXPR is an expression over the columns that docs/games.md lists, with and, or, not, ==,
<, in, contains, matches and the like, and the functions player("ann"), tag("Event")
and played("d3-d4"). Try

  cairn games `

// chosen calls f for the games asked for, with numbers of their own, and says what is wrong
// with games that can't be read. The verdict is that there were such, the error that of f or
// the end of ctx.
func (c gamesChoice) chosen(ctx context.Context, s *streams, f func(*collection.Game) error) (verdict, err error) {
	condition, err := c.condition(s.catalog)
	if err != nil {
		return nil, err
	}
	entries, closeInput, err := c.open(ctx, s)
	if err != nil {
		return nil, err
	}
	defer closeInput()
	n := converted{catalog: s.catalog, game: c.Game}
	defer n.warn(s.err)
	same := collection.Distinct{}
	var held []*collection.Game // until all have been read
	var id int64
	taken := 0
	for e := range entries {
		if ctx.Err() != nil {
			return nil, failure(context.Cause(ctx), "")
		}
		if sound, err := n.sound(s.err, &e); err != nil {
			return nil, err
		} else if !sound {
			continue
		}
		id++
		g := &collection.Game{ID: id, Entry: e}
		switch {
		case condition != nil && !condition.Matches(g):
		case c.Dedupe && same.Merge(g):
		case c.Sort != "" || c.Dedupe:
			held = append(held, g)
		default:
			taken++
			if err := f(g); err != nil {
				return nil, failure(err, "")
			}
		}
		if taken > 0 && taken == c.Limit {
			break
		}
	}
	if ctx.Err() != nil {
		return nil, failure(context.Cause(ctx), "")
	}
	if c.Sort != "" {
		_ = collection.Sort(held, c.Sort) // that there is such a column is known
	}
	if c.Limit > 0 {
		held = held[:min(c.Limit, len(held))]
	}
	for _, g := range held {
		if ctx.Err() != nil {
			return nil, failure(context.Cause(ctx), "")
		}
		if err := f(g); err != nil {
			return nil, failure(err, "")
		}
	}
	return n.verdict("cli.games.failed"), nil
}

// conditionFaults are the messages that say what is wrong with a condition.
var conditionFaults = map[collection.Fault]string{
	collection.UnknownName: "cli.games.name",
	collection.WrongKind:   "cli.games.kind",
	collection.BadSyntax:   "cli.games.syntax",
}

// condition reads --where, and refuses a wrong --sort or --limit too.
func (c gamesChoice) condition(catalog *i18n.Catalog) (*collection.Condition, error) {
	names, _ := collection.GameTable.Columns()
	columns := strings.Join(names, ", ")
	if c.Sort != "" && collection.Sort(nil, c.Sort) != nil {
		return nil, usageError(errors.New(catalog.T("cli.usage.choice", i18n.Args{"flag": "--sort", "choices": columns, "value": shown(c.Sort)})), "")
	}
	if c.Where == "" {
		return nil, nil
	}
	condition, err := collection.ParseCondition(c.Where)
	var bad *collection.ConditionError
	if errors.As(err, &bad) {
		said := catalog.T(conditionFaults[bad.Code], i18n.Args{"name": shown(bad.Name)})
		return nil, usageError(errors.New(caret(catalog, said, c.Where, bad.Offset)), catalog.T("cli.games.names", i18n.Args{"columns": columns}))
	}
	return condition, err
}

type gamesListCmd struct{ gamesChoice }

func (gamesListCmd) Help() string {
	return `Each line names the file and the number of a game in it, the players and the result.` + whereHelp + `list club.tar.gz --where 'player("ann")' --sort=-date`
}

func (c *gamesListCmd) Run(ctx context.Context, s *streams) error {
	verdict, err := c.chosen(ctx, s, func(g *collection.Game) error {
		_, err := fmt.Fprintf(s.out, "%s#%d: %s\n", game.Printable(g.File), g.Number, say.Entry(s.catalog, g.Entry))
		return err
	})
	return cmp.Or(err, verdict)
}

type gamesShowCmd struct {
	gamesChoice
	To    string `help:"Format to write: ${formats} (default: by the ending of --out, else cairn)." placeholder:"FORMAT" xor:"to"`
	After *int   `least:"0" help:"Write the positions after N moves instead, one a line and each once, as cairn match takes for --openings." placeholder:"N" xor:"to,split"`
	Out   string `short:"o" help:"File to write, gzipped if its name ends in .gz (default: standard output)." placeholder:"FILE"`
	Split bool   `help:"Write each game to a file of its own: club-1.cairn for club.cairn." needs:"out" xor:"split"`
	overwriteFlag
}

func (gamesShowCmd) Help() string {
	return `Of a file of many games this makes one of those asked for, in any format.` + whereHelp + `show club.tar.gz --where 'termination=="resignation"' --dedupe -o some.sgf`
}

func (c *gamesShowCmd) Run(ctx context.Context, s *streams) error {
	n := converted{catalog: s.catalog}
	defer n.warn(s.err)
	var put func(w io.Writer, g *collection.Game) error
	if c.After != nil {
		put = n.positions(*c.After)
	} else if to, err := outputFormat(s.catalog, c.To, c.Out); err != nil {
		return usageError(err, "")
	} else {
		put = func(w io.Writer, g *collection.Game) error {
			n.read++
			return n.write(s.err, w, &g.Entry, to)
		}
	}
	var verdict, err error
	switch {
	case c.Out == "":
		verdict, err = c.chosen(ctx, s, func(g *collection.Game) error { return put(s.out, g) })
	case c.Split:
		verdict, err = c.chosen(ctx, s, func(g *collection.Game) error {
			_, err := c.toFile(s, partName(c.Out, n.read+1), &n, func(f io.Writer) (error, error) { return nil, put(f, g) })
			return err
		})
	default:
		verdict, err = c.toFile(s, c.Out, &n, func(f io.Writer) (error, error) {
			return c.chosen(ctx, s, func(g *collection.Game) error { return put(f, g) })
		})
	}
	if n.failed > 0 {
		verdict = n.verdict("cli.convert.failed")
	} else if n.read == 0 && verdict == nil {
		verdict = failure(errors.New(s.catalog.T("ui.archive.none_found")), "")
	}
	return cmp.Or(err, verdict)
}

// positions returns what writes the position of a game after some plies, unless the game is
// shorter, is over there, or another one came to the position.
func (n *converted) positions(ply int) func(io.Writer, *collection.Game) error {
	seen := map[string]bool{}
	return func(w io.Writer, g *collection.Game) error {
		all, err := g.Record.Positions()
		if err != nil || ply >= len(all) || all[ply].Outcome() != game.Ongoing || seen[all[ply].String()] {
			return err
		}
		seen[all[ply].String()] = true
		n.read++
		_, err = fmt.Fprintln(w, all[ply])
		return err
	}
}

// toFile writes a file, which is kept where a game could be written.
func (o overwriteFlag) toFile(s *streams, name string, n *converted, write func(io.Writer) (verdict, err error)) (verdict, err error) {
	f, err := o.create(s.catalog, name)
	if err != nil {
		return nil, err
	}
	before := n.read - n.failed
	verdict, err = write(f)
	if err != nil || n.read-n.failed == before {
		f.Drop()
		return verdict, err
	}
	if err := f.Keep(); err != nil {
		return nil, failure(unwritable(s.catalog, name, err), "")
	}
	return verdict, nil
}

// partName is the name of the nth file where each game has one.
func partName(name string, n int) string {
	end := filepath.Ext(name)
	if files.IsGzip(name) {
		end = filepath.Ext(strings.TrimSuffix(name, end)) + end
	}
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, end), n, end)
}

type gamesStatsCmd struct {
	gamesChoice
	Only []string `help:"Only these sections: ${sections}." placeholder:"SECTION"`
	Top  int      `least:"1" help:"Most rows of a section." default:"20" placeholder:"N"`
	CSV  bool     `name:"csv" help:"Print all rows as CSV." xor:"kind"`
	JSON bool     `help:"Print all rows as one JSON object a line." xor:"kind"`
}

func (gamesStatsCmd) Help() string {
	return `The columns are the number of games, and how many of them were won, lost and drawn: by
the player named or who claimed the color, else by who moves first.` + whereHelp + `stats club.tar.gz --where 'plies>20' --only player --only pair`
}

func (c *gamesStatsCmd) Run(ctx context.Context, s *streams) error {
	for _, name := range c.Only {
		if !slices.Contains(collection.Sections, collection.Section(name)) {
			return usageError(errors.New(s.catalog.T("cli.usage.choice", i18n.Args{"flag": "--only", "choices": sectionNames(), "value": shown(name)})), "")
		}
	}
	var sums collection.Stats
	verdict, err := c.chosen(ctx, s, sums.Add)
	if err != nil {
		return err
	}
	rows := sums.Rows()
	if len(c.Only) > 0 {
		rows = slices.DeleteFunc(rows, func(r collection.Stat) bool { return !slices.Contains(c.Only, string(r.Section)) })
	}
	switch {
	case c.JSON:
		for _, r := range rows {
			if err := s.json(r); err != nil {
				return err
			}
		}
	case c.CSV:
		w := csv.NewWriter(s.out)
		_ = w.Write([]string{"section", "game", "name", "other", "games", "won", "lost", "drawn", "plies"})
		for _, r := range rows {
			_ = w.Write([]string{string(r.Section), r.Game, r.Name, r.Other, strconv.Itoa(r.Games), strconv.Itoa(r.Won), strconv.Itoa(r.Lost), strconv.Itoa(r.Drawn), strconv.FormatFloat(r.Plies, 'f', 2, 64)})
		}
		w.Flush() // what cannot be written shows when the output is flushed
	default:
		c.print(s, rows)
	}
	return verdict
}

func sectionNames() string {
	var list []string
	for _, section := range collection.Sections {
		list = append(list, string(section))
	}
	return strings.Join(list, ", ")
}

// print prints a table for each section of each rule set.
func (c *gamesStatsCmd) print(s *streams, rows []collection.Stat) {
	for first := true; len(rows) > 0; first = false {
		of := rows[0]
		n := slices.IndexFunc(rows, func(r collection.Stat) bool { return r.Section != of.Section || r.Game != of.Game })
		if n < 0 {
			n = len(rows)
		}
		if !first {
			fmt.Fprintln(s.out)
		}
		printTable(s.out, c.table(s.catalog, rows[:min(n, c.Top)]))
		if n > c.Top {
			fmt.Fprintln(s.out, s.catalog.T("cli.file.more", i18n.Args{"n": n - c.Top}))
		}
		rows = rows[n:]
	}
}

// sectionTitles are the messages that name the sections.
var sectionTitles = map[collection.Section]string{
	collection.Results:  "cli.games.section.result",
	collection.Ends:     "ui.archive.endings",
	collection.Lengths:  "cli.games.section.length",
	collection.Players:  "cli.games.section.player",
	collection.Pairs:    "cli.games.section.pair",
	collection.Openings: "cli.games.section.opening",
	collection.Claims:   "ui.editor.claims",
}

// table returns the rows of one section as they are printed.
func (c *gamesStatsCmd) table(catalog *i18n.Catalog, rows []collection.Stat) [][]string {
	of := rows[0]
	title := catalog.Labeled(catalog.T("game."+of.Game), catalog.T(sectionTitles[of.Section]))
	list := [][]string{{title, catalog.T("ui.archive"), "+", "−", "=", catalog.T("cli.games.mean")}}
	for _, r := range rows {
		name := game.Printable(r.Name)
		switch r.Section {
		case collection.Pairs:
			name += " – " + game.Printable(r.Other)
		case collection.Ends:
			name = cmp.Or(name, "?")
		case collection.Claims:
			name = catalog.T("color."+r.Name+".name") + ", " + r.Other
		}
		list = append(list, []string{name, catalog.Number(r.Games), catalog.Number(r.Won), catalog.Number(r.Lost), catalog.Number(r.Drawn), catalog.Figure(strconv.FormatFloat(r.Plies, 'f', 1, 64))})
	}
	return list
}
