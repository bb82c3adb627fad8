package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"cairn.example/internal/show/i18n"
	"cairn.example/internal/study/puzzle"
	"cairn.example/players"
	"cairn.example/record/formats"
)

// cli are the flags of every command.
type cli struct {
	langFlag
	ShowVersion kong.VersionFlag `name:"version" help:"Print the version of this program."`
}

const description = `Rules, records and play for LYNGK, LYNGK: stack of 6, and DVONN.

GAME is lyngk, lyngk-captured (with a house rule), lyngk6 or dvonn. POS is a
position in text form, "-" to read it from standard input, "start:SEED" for the
start position of a seed, or "full:SEED" for a random full board of DVONN.

The exit status is 0 for success; 1 if the answer is no (an illegal move, a
disagreement, a record that can't be read, a file that can't be written); 2 if the
command is wrong (an unknown argument, a missing input file); 130 after Ctrl-C; and
143 after SIGTERM.`

// streams are the three standard streams, so that tests can replace them.
type streams struct {
	in  io.Reader
	out *bufio.Writer
	err io.Writer

	// rawIn and rawOut are the streams as given, for commands that must know
	// whether they talk to a terminal.
	rawIn  io.Reader
	rawOut io.Writer

	// catalog is the language of all that people read; langGiven reports whether
	// the command line has chosen it.
	catalog   *i18n.Catalog
	langGiven bool
}

// json prints v as one line of JSON, in the style of docs/json.md.
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

	parser, err := newParser(s, commandsFor(args))
	if err != nil {
		return s.report(usageError(err, ""))
	}
	if len(args) > 1 && args[0] == completeCommand {
		candidates(s.out, parser.Model, args[1:])
		return exitOK
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
	if err := checkFlags(s.catalog, ctx); err != nil {
		return s.report(err)
	}
	// Commands that ask for a context can be interrupted, also while they read standard input.
	stop := func() {}
	defer func() { stop() }()
	err = ctx.BindSingletonProvider(func() (c context.Context) {
		c, stop = interruptible()
		s.in = bufio.NewReader(newCancelableReader(c, in))
		return c
	})
	if err == nil {
		err = ctx.Run()
	}
	return s.report(err)
}

// checkFlags refuses a flag that was given without the one its tag "needs" names, and a number
// outside of its range.
func checkFlags(c *i18n.Catalog, ctx *kong.Context) error {
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
		if err := inRange(c, "--"+f.Name, f.Value); err != nil {
			return err
		}
	}
	for _, p := range ctx.Selected().Positional {
		if err := inRange(c, p.Summary(), p); err != nil {
			return err
		}
	}
	return nil
}

// newParser returns a parser for some commands.
func newParser(s *streams, list []command) (*kong.Kong, error) {
	options := []kong.Option{
		kong.Name("cairn"),
		kong.Description(description),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { panic(exitCode(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: helpWidth(s.rawOut)}),
		kong.Help(s.help),
		kong.ValueFormatter(helpWithDefault),
		kong.Vars{
			"formats":     strings.Join(formats.Names(), ", "),
			"languages":   strings.Join(languages(), ", "),
			"opponents":   strings.Join(players.Names(), ", "),
			"defaultAddr": defaultAddr,
			"sections":    sectionNames(),
			"themes":      strings.Join(puzzle.Themes(), ", "),
			"version":     versionLine(),
		},
		kong.Bind(s),
	}
	for _, c := range list {
		options = append(options, kong.DynamicCommand(c.name, c.help, c.group+":", c.new(), fmt.Sprintf("example:%q", c.example)))
	}
	parser, err := kong.New(new(cli), options...)
	if err == nil {
		complete(parser.Model.Node)
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
