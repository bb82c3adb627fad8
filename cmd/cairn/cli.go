package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"cairn.example/internal/i18n"
	"cairn.example/internal/puzzle"
	"cairn.example/players"
	"cairn.example/record/formats"
)

// cli is the command line: one field a subcommand, each in its own file.
type cli struct {
	langFlag
	ShowVersion kong.VersionFlag `name:"version" help:"Print the version of this program."`

	Play        playCmd        `cmd:"" help:"Play a game in the terminal."`
	Show        showCmd        `cmd:"" help:"Draw a position as text or as an SVG picture."`
	Moves       movesCmd       `cmd:"" help:"List the legal moves of a position."`
	Apply       applyCmd       `cmd:"" help:"Play moves and print the position they lead to."`
	Result      resultCmd      `cmd:"" help:"Tell whether a position is the end of a game, and for whom."`
	Why         whyCmd         `cmd:"" help:"Tell why a move is illegal."`
	Perft       perftCmd       `cmd:"" help:"Count the turn sequences of a given length."`
	Setup       setupCmd       `cmd:"" help:"Print the start position that a seed determines."`
	Random      randomCmd      `cmd:"" help:"Print random games as JSON lines, every legal turn included."`
	Verify      verifyCmd      `cmd:"" help:"Check test vectors and game records against the rules."`
	VerifySetup verifySetupCmd `cmd:"" name:"verify-setup" help:"Check that nobody chose the layout of a game at a table."`
	Convert     convertCmd     `cmd:"" help:"Convert game records between formats."`
	Analyze     analyzeCmd     `cmd:"" help:"Search a position and tell the best moves."`
	Solve       solveCmd       `cmd:"" help:"Prove the result of a position."`
	Annotate    annotateCmd    `cmd:"" help:"Judge every move of recorded games."`
	Bench       benchCmd       `cmd:"" help:"Search fixed positions; print a signature and the speed."`
	Train       trainCmd       `cmd:"" help:"Solve puzzles in the terminal."`
	Puzzles     puzzlesCmd     `cmd:"" help:"Find, verify and pack puzzles."`
	Match       matchCmd       `cmd:"" help:"Play two engines against each other in series."`
	Learn       learnCmd       `cmd:"" help:"Train nets that estimate positions, by self-play."`
	Ugi         ugiCmd         `cmd:"" help:"Serve other programs by a text protocol."`
	Codecup     codecupCmd     `cmd:"" help:"Play DVONN as programs did in the CodeCup 2011."`
	Serve       serveCmd       `cmd:"" help:"Serve the browser application."`
	Loadtest    loadtestCmd    `cmd:"" help:"Play at a server of tables with many people, and measure."`
	Store       storeCmd       `cmd:"" help:"Back up, restore, check or export the tables of people."`
	Admin       adminCmd       `cmd:"" help:"Look after the people at the tables of a server."`
	Version     versionCmd     `cmd:"" help:"Print the version of this program."`

	Help       helpCmd       `cmd:"" help:"Show what a command does."`
	Completion completionCmd `cmd:"" help:"Print a script that completes commands in a shell."`
	Licenses   licensesCmd   `cmd:"" help:"Tell whose work this program is made of, and under which terms."`
	Man        manCmd        `cmd:"" help:"Print the manual page."`
}

const description = `Rules, records and play for LYNGK, LYNGK: stack of 6, and DVONN.

GAME is lyngk, lyngk-captured (with a house rule), lyngk6 or dvonn. POS is a
position in text form, "-" to read it from standard input, "start:SEED" for the
start position of a seed, or "full:SEED" for a random full board of DVONN.

The exit status is 0 for success, 1 when the answer is no (an illegal move, a
disagreement, a record that cannot be read, a file that cannot be written), 2 for
a wrong call (an argument that is none, a file to read that is not there), 130 after
Ctrl-C, and 143 after SIGTERM.`

// streams are the three standard streams, so that tests can replace them.
type streams struct {
	in  io.Reader
	out *bufio.Writer
	err io.Writer

	// rawIn and rawOut are the streams as given, for commands that must know
	// whether they talk to a terminal.
	rawIn  io.Reader
	rawOut io.Writer

	// catalog is the language of all that people read; langGiven tells whether
	// the command line has chosen it.
	catalog   *i18n.Catalog
	langGiven bool
}

// json prints v as one line of JSON.
func (s *streams) json(v any) error {
	e := json.NewEncoder(s.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Exit codes, as the description promises.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

// exitError is an error with its exit code and, where there is one, a hint how to
// go on.
type exitError struct {
	code int
	err  error
	hint string
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// failure says that a command was understood and its answer is no. An err that
// already has an exit code keeps it.
func failure(err error, hint string) error { return withCode(exitFailure, err, hint) }

// usageError says that the command was called wrongly.
func usageError(err error, hint string) error { return withCode(exitUsage, err, hint) }

func withCode(code int, err error, hint string) error {
	var e *exitError
	if errors.As(err, &e) {
		return err
	}
	return &exitError{code, err, hint}
}

// exitCode is the panic by which the parser's call for an exit, after --help, reaches
// run: the parser goes on if that call returns.
type exitCode int

// run is the program without the process around it.
func run(args []string, in io.Reader, out, errw io.Writer) (code int) {
	s := &streams{in: bufio.NewReader(in), out: bufio.NewWriter(out), err: errw, rawIn: in, rawOut: out}
	var wrongLang error
	s.langGiven = langArg(args) != ""
	s.catalog, wrongLang = langFlag{langArg(args)}.catalog()
	defer func() {
		if err := s.out.Flush(); err != nil && code == exitOK {
			// A reader that went away (as in "cairn moves ... | head") needs no message,
			// but the output is incomplete.
			code = exitFailure
			if !errors.Is(err, syscall.EPIPE) {
				fmt.Fprintln(errw, "cairn:", unwritable(s.catalog, "stdout", err))
			}
		}
	}()
	defer func() {
		if r := recover(); r != nil {
			if c, ok := r.(exitCode); ok {
				code = int(c)
				return
			}
			code = exitFailure
			fmt.Fprintf(errw, "cairn: internal error: %v\nhint: please report it with these lines\n%s", r, debug.Stack())
		}
	}()

	var c cli
	parser, err := newParser(&c, s)
	if err != nil {
		return s.report(usageError(err, ""))
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	if wrongLang != nil {
		return s.report(wrongLang)
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return s.report(parseError(s.catalog, err))
	}
	if err := companions(s.catalog, ctx); err != nil {
		return s.report(err)
	}
	return s.report(ctx.Run())
}

// companions refuses a flag that was given without the one its tag "needs" names.
func companions(c *i18n.Catalog, ctx *kong.Context) error {
	given := map[string]bool{} // defaults are not in the path
	for _, p := range ctx.Path {
		if p.Flag != nil {
			given[p.Flag.Name] = true
		}
	}
	for _, f := range ctx.Flags() {
		if other := f.Tag.Get("needs"); other != "" && given[f.Name] && !given[other] {
			return flagRequires(c, "--"+f.Name, "--"+other)
		}
	}
	return nil
}

// newParser returns the parser that fills c.
func newParser(c *cli, s *streams) (*kong.Kong, error) {
	parser, err := kong.New(
		c,
		kong.Name("cairn"),
		kong.Description(description),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { panic(exitCode(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 80}),
		kong.ValueFormatter(helpWithDefault),
		kong.Vars{
			"formats":     strings.Join(formats.Names(), ", "),
			"languages":   strings.Join(languages(), ", "),
			"opponents":   strings.Join(players.Names(), ", "),
			"defaultAddr": defaultAddr,
			"themes":      strings.Join(puzzle.Themes(), ", "),
			"version":     versionLine(),
		},
		kong.Bind(s),
	)
	if err == nil {
		namePlaceHolders(parser.Model)
	}
	return parser, err
}

// report prints an error with its hint and returns the exit code.
func (s *streams) report(err error) int {
	if err == nil {
		return exitOK
	}
	var e *exitError
	if !errors.As(err, &e) {
		e = &exitError{code: exitFailure, err: err}
	}
	var i interrupted
	if errors.As(err, &i) {
		e = &exitError{code: i.code(), err: i, hint: e.hint}
	}
	if outputClosed(err) {
		return interrupted{syscall.SIGPIPE}.code() // who has closed it needs no message
	}
	if e.err != errSilent {
		fmt.Fprintln(s.err, "cairn:", errorText(s.catalog, e.err))
	}
	if e.hint != "" {
		fmt.Fprintln(s.err, s.catalog.T("cli.error.hint", i18n.Args{"text": e.hint}))
	}
	return e.code
}

// errSilent ends a command with its code when all has been said on stdout.
var errSilent = errors.New("silent")
