package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record"
)

// storeFlags name the store that a command looks at.
type storeFlags struct {
	Data  string `help:"The folder with the tables, instead of your own." type:"path" placeholder:"DIR" env:"CAIRN_DATA" xor:"store"`
	Store string `help:"The PostgreSQL database with the tables." placeholder:"URL" env:"CAIRN_STORE" xor:"store"`
}

// open opens the store for a command. A file that is not there is made only if create
// says so.
func (f storeFlags) open(ctx context.Context, s *streams, create bool) (*store.Store, error) {
	where, err := f.where(s)
	if err != nil {
		return nil, err
	}
	if !create && !store.IsPostgres(where) {
		if _, err := os.Stat(where); err != nil {
			return nil, usageError(unreadable(s.catalog, where, err), "")
		}
	}
	st, err := store.Open(ctx, where, store.Options{Passive: true})
	if err != nil {
		return nil, failed(s, err)
	}
	return st, nil
}

// where names the store: a file, or the address of a database.
func (f storeFlags) where(s *streams) (string, error) {
	if f.Store != "" {
		return f.Store, unknownStore(s.catalog, f.Store, "--data DIR")
	}
	folder, err := ownFolder(f.Data)
	if err != nil {
		return "", usageError(err, "")
	}
	return store.DefaultFile(folder), nil
}

// unknownStore refuses the address of a database that is none of the known ones; flags name what else there is.
func unknownStore(c *i18n.Catalog, where string, flags ...string) error {
	if err := store.CheckName(where); err != nil {
		return usageError(err, chooseElse(c, flags...))
	}
	return nil
}

// storeError is what a store or its tables refuse, in the language of the catalog.
func storeError(c *i18n.Catalog, err error) error {
	var refusal *api.Error
	var played *play.Error
	var gone *store.UnreachableError
	switch {
	case errors.As(err, &gone):
		reason := strings.Join(strings.Fields(gone.Err.Error()), " ") // the driver has a line for each try
		return errors.New(c.T("cli.store.unreachable", i18n.Args{"reason": game.Printable(reason)}))
	case errors.As(err, &refusal):
		return errors.New(c.T(string(refusal.Code), textArgs(refusal.Args)))
	case errors.As(err, &played):
		return errors.New(say.Error(c, played))
	}
	// A file that is named is the place of what has happened.
	var file *fs.PathError
	named := errors.As(err, &file)
	if named && errors.Is(err, table.ErrFull) {
		return errors.New(errorText(c, file))
	}
	for known, key := range map[error]string{
		store.ErrBackup: "cli.store.damaged", store.ErrNewer: "cli.store.newer", store.ErrNotEmpty: "cli.store.not_empty", store.ErrServed: "cli.store.served",
		store.ErrTraces: "cli.store.traces", store.ErrFailed: "cli.store.failed", table.ErrBusy: string(api.LiveBusy), table.ErrFull: string(api.LiveFull),
	} {
		if !errors.Is(err, known) {
			continue
		}
		text := c.T(key)
		if named {
			text = c.Labeled(game.Printable(file.Path), text)
		}
		return errors.New(text)
	}
	if named {
		return errors.New(errorText(c, file))
	}
	return err
}

// storeHint is what can be done about an error of a store, "" for nothing in particular.
func storeHint(c *i18n.Catalog, err error) string {
	if errors.Is(err, table.ErrFull) {
		return c.T("cli.store.make_room")
	}
	return ""
}

func textArgs(args map[string]string) i18n.Args {
	all := i18n.Args{}
	for name, value := range args {
		all[name] = value
	}
	return all
}

type storeCmd struct {
	storeFlags

	Backup  storeBackupCmd  `cmd:"" help:"Write a snapshot of all tables to a file." example:"cairn store backup tables.backup.gz"`
	Restore storeRestoreCmd `cmd:"" help:"Read a backup into an empty store." example:"cairn store restore tables.backup.gz --data NEW"`
	Check   storeCheckCmd   `cmd:"" help:"Replay every game from its first event." example:"cairn store check"`
	Migrate storeMigrateCmd `cmd:"" help:"Update the store for this version." example:"cairn store migrate"`
	Export  storeExportCmd  `cmd:"" help:"Write the records of all games." example:"cairn store export games.cairn"`
}

func (storeCmd) Help() string {
	return `These commands look after the tables that "cairn serve" keeps.

backup writes a snapshot of all tables to a file, even while a server runs. restore
reads such a file into an empty store, either all of it or nothing. Games in progress
continue there, and no one is charged for the time in between. A backup of one kind
of store can be restored into the other, so this is also the way from a file to
PostgreSQL. A backup contains names and chat: keep it private.

check replays every game from its first event. The exit status is 1 if anything
disagrees. migrate updates the store for this version; serve does so by itself.
export writes the record of every game, without names or chat. Try

  cairn store backup tables.backup.gz
  cairn store restore tables.backup.gz --data NEW`
}

// with opens the store for a step and closes it.
func (c *storeCmd) with(ctx context.Context, s *streams, create bool, do func(*store.Store) error) error {
	st, err := c.open(ctx, s, create)
	if err != nil {
		return err
	}
	err = errors.Join(do(st), st.Close())
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

type storeMigrateCmd struct{}

func (storeMigrateCmd) Run(ctx context.Context, s *streams, tables *storeCmd) error {
	// Opening it does that.
	return tables.with(ctx, s, true, func(*store.Store) error { return nil })
}

// countsText says how much there is.
func countsText(c *i18n.Catalog, n store.Counts) string {
	var parts []string
	for _, part := range []struct {
		key string
		n   int
	}{{"cli.store.tables", n.Tables}, {"cli.store.events", n.Events}, {"cli.store.people", n.People}} {
		parts = append(parts, c.T(part.key, i18n.Args{"n": part.n, "count": strconv.Itoa(part.n)}))
	}
	return strings.Join(parts, ", ")
}

type storeBackupCmd struct {
	File string `arg:"" optional:"" help:"The file to write; - means standard output." default:"-"`
	overwriteFlag
}

func (c *storeBackupCmd) Run(ctx context.Context, s *streams, tables *storeCmd) error {
	return tables.with(ctx, s, false, func(st *store.Store) error { return c.backup(ctx, s, st) })
}

func (c *storeBackupCmd) backup(ctx context.Context, s *streams, st *store.Store) error {
	if c.File == "-" {
		_, err := st.Backup(ctx, s.out)
		return failed(s, err)
	}
	var counts store.Counts
	err := c.fill(s.catalog, c.File, func(f *files.File) (err error) {
		f.SetMode(0o600) // there are names in it
		out := bufio.NewWriterSize(f, 1<<20)
		counts, err = st.Backup(ctx, out)
		return failed(s, errors.Join(err, out.Flush()))
	})
	if err == nil {
		fmt.Fprintln(s.out, countsText(s.catalog, counts))
	}
	return err
}

type storeCheckCmd struct{}

func (c storeCheckCmd) Run(ctx context.Context, s *streams, tables *storeCmd) error {
	return tables.with(ctx, s, false, func(st *store.Store) error { return c.check(ctx, s, st) })
}

func (storeCheckCmd) check(ctx context.Context, s *streams, st *store.Store) error {
	findings := 0
	if err := st.Integrity(ctx); err != nil {
		findings++
		fmt.Fprintln(s.out, err)
	}
	var counts store.Counts
	err := st.All(ctx, func(row table.Row, events []table.Event) error {
		counts.Tables++
		counts.Events += len(events)
		if _, err := table.Replay(row, events); err != nil {
			findings++
			fmt.Fprintln(s.out, findingText(s.catalog, err))
		}
		return nil
	})
	if err != nil {
		return failed(s, err)
	}
	verdict := s.catalog.T("cli.verify.none")
	if findings > 0 {
		verdict = s.catalog.T("cli.verify.findings", i18n.Args{"n": findings, "count": strconv.Itoa(findings)})
	}
	what := s.catalog.T("cli.store.tables", i18n.Args{"n": counts.Tables, "count": strconv.Itoa(counts.Tables)}) + ", " +
		s.catalog.T("cli.store.events", i18n.Args{"n": counts.Events, "count": strconv.Itoa(counts.Events)})
	fmt.Fprintln(s.out, s.catalog.Labeled(what, verdict))
	if findings > 0 {
		return failure(errSilent, "")
	}
	return nil
}

// findingText is what is wrong with a table, in the language of the catalog.
func findingText(c *i18n.Catalog, err error) string {
	var f *table.Finding
	if !errors.As(err, &f) {
		return err.Error()
	}
	at := c.Labeled
	var text string
	switch f.Kind {
	case table.FoundRow:
		return at(f.Table, c.T("cli.store.finding.row"))
	case table.FoundStranger:
		text = c.T("cli.store.finding.stranger", i18n.Args{"other": f.Other})
	case table.FoundEarly:
		text = c.T("cli.store.finding.early")
	case table.FoundTwice:
		text = c.T("cli.store.finding.twice", i18n.Args{"other": f.Other})
	default:
		text = storeError(c, f.Err).Error()
	}
	return at(c.T("cli.store.finding.event", i18n.Args{"table": f.Table, "event": strconv.FormatInt(f.Event, 10)}), text)
}

type storeExportCmd struct {
	File string `arg:"" optional:"" help:"The file to write; - means standard output." default:"-"`
	To   string `help:"Format of the records: ${formats} (default: by the ending of the file's name, else JSON lines)." placeholder:"FORMAT"`
	overwriteFlag
}

func (c *storeExportCmd) Run(ctx context.Context, s *streams, tables *storeCmd) error {
	return tables.with(ctx, s, false, func(st *store.Store) error { return c.export(ctx, s, st) })
}

func (c *storeExportCmd) export(ctx context.Context, s *streams, st *store.Store) error {
	name := c.To
	if name == "" && c.File == "-" {
		name = "json"
	}
	to, err := outputFormat(s.catalog, name, c.File)
	if err != nil {
		return usageError(err, "")
	}
	if c.File == "-" {
		return c.exportTo(ctx, s, s.out, st, to)
	}
	return c.fill(s.catalog, c.File, func(f *files.File) error { return c.exportTo(ctx, s, f, st, to) })
}

// exportTo writes the records of all games that have begun. A log that cannot be
// replayed is reported, and the others are written all the same.
func (c *storeExportCmd) exportTo(ctx context.Context, s *streams, w io.Writer, st *store.Store, to record.Format) error {
	var kinds record.WarningCounts
	defer func() { warn(s.err, s.catalog, kinds.List()) }()
	bad := 0
	err := st.All(ctx, func(row table.Row, events []table.Event) error {
		replayed, err := table.Replay(row, events)
		if err != nil {
			bad++
			fmt.Fprintln(s.err, err)
			return nil
		}
		r := replayed.Record()
		if r == nil {
			return nil
		}
		warnings, err := to.Write(w, r)
		for _, warning := range warnings {
			kinds.Add(warning)
		}
		return err
	})
	if err == nil && bad > 0 {
		return failure(errSilent, "")
	}
	return failed(s, err)
}

// failed is the error of a store, unless it is none.
func failed(s *streams, err error) error {
	if err == nil {
		return nil
	}
	return failure(storeError(s.catalog, err), storeHint(s.catalog, err))
}

// outcomes are what a game is decided as.
var outcomes = map[string]game.Outcome{"first": game.FirstWins, "second": game.SecondWins, "draw": game.Draw}
