package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/terminal/computer"
	"cairn.example/internal/terminal/line"
	"cairn.example/players"
)

type playCmd struct {
	Game   string `arg:"" optional:"" help:"lyngk (the default), lyngk-captured, lyngk6 or dvonn; with --server also a table."`
	Pos    string `arg:"" optional:"" help:"Position to begin with: its text, start:SEED, or full:SEED (DVONN)."`
	Plain  bool   `help:"Play line by line instead of on the full screen; for pipes and screen readers."`
	Server string `help:"Play people at this server: at the table given, at a new table of the game given, or from its lobby." placeholder:"URL"`
	Games  string `help:"Full screen: in an analysis show what was played in this index of games; \"cairn games index\" makes one." placeholder:"FILE"`
	Watch  bool   `help:"With --server: watch the table, even if a seat is free."`
	Rated  bool   `help:"With --server: make the new table one for a rated game, without takebacks. For people who have kept their name."`
	Vs     string `help:"Opponent: human (the default), ${opponents}." placeholder:"NAME"`
	Eval   string `help:"Line by line: evaluator of the engine and its levels: net, linear or a net file (default: the strongest)." placeholder:"FILE"`
	Side   string `help:"Your side against the computer: first, second or drawn by lot." enum:"first,second,drawn" default:"first"`
	Seed   string `help:"Seed of the start position and of a computer player's random choices." placeholder:"TEXT"`
	Full   bool   `help:"DVONN: begin with a random full board."`
	Daily  bool   `help:"Play the board of the day, the same for everyone. Without GAME, play the game of the day against the level of the day."`
	Load   string `help:"Continue the game in this file; FILE#37 is game 37. The opponent is the computer player named in the file, or that of --vs." placeholder:"FILE"`
	Name   string `help:"Your name in the record." placeholder:"NAME"`
	Board  string `help:"Line by line: draw the board at the start and after every move of people at a terminal (auto), always, or never." enum:"auto,always,never" default:"auto"`
	Clock  string `help:"Minutes per game and seconds added per move, such as 5+3 (or 5d3 with a delay); or \"3 days\" per move; or none." default:"none" placeholder:"TIME"`
	Color  string `help:"Full screen: number of colors: auto, never, 16, 256 or true." enum:"auto,never,16,256,true" default:"auto"`
	Theme  string `help:"Full screen: colors for a light or a dark terminal; auto asks the terminal." enum:"auto,light,dark" default:"auto"`
	ASCII  bool   `name:"ascii" help:"Full screen: draw boards and frames in ASCII only."`
	Still  bool   `name:"no-animation" help:"Full screen: show moves at once, without animation." env:"CAIRN_NO_ANIMATION"`
}

func (playCmd) Help() string {
	return `In a terminal the board fills the screen. You move stacks with the cursor keys, with
the mouse, or by typing a move such as b1-b2 or R,b1-b2 (with a claim); "?" lists all
keys. Without GAME the start screen opens and lists your unfinished games. Each game
is saved after every ply in $XDG_STATE_HOME/cairn (~/.local/state/cairn). The start
screen remembers language, name, game, opponent and animation in cairn/settings.json
in the folder for settings (~/.config); the command line takes precedence. A terminal
that can't place text (TERM=dumb) gets play line by line.

With --server you play against people: "cairn play --server URL" shows the lobby.
With GAME you open a table and get its address. With TABLE you join, watch or continue.
On the full screen "t" opens the chat, "y" and "n" answer an offer of your opponent,
and "m" lists the rest. With a clock you can prepare a move while your opponent
thinks. The server keeps the game: you can leave and continue at any time. Your
identity there is kept beside the saved games. So is a move that didn't reach the
server; it is sent at the next start.

With --plain you play line by line; "help" lists the commands. Games are saved and
loaded in every format that "cairn convert" writes. With a screen reader, --board never
(or the command "board off") leaves out the drawing; every move is put in words, and
"look" describes the board. Lines can come from a pipe:

  printf 'E3\nundo\nquit\n' | cairn play dvonn --plain`
}

func (c *playCmd) Run(ctx context.Context, s *streams) error {
	catalog := s.catalog
	c.takeAddress()
	if c.Daily {
		if err := c.boardOfDay(catalog, time.Now()); err != nil {
			return err
		}
	}
	fallBack := !c.Plain && canFill(s) && dumb(os.Getenv("TERM"))
	c.Plain = c.Plain || fallBack
	if err := c.contradiction(catalog, canFill(s)); err != nil {
		return err
	}
	if fallBack {
		fmt.Fprintln(s.err, i18n.Sentence(catalog.T("cli.play.dumb")))
	}
	if c.Server != "" {
		return c.playAtServer(ctx, s)
	}
	if !c.Plain {
		if !canFill(s) {
			return noScreen(catalog)
		}
		return c.fullScreen(ctx, s, catalog)
	}
	g, err := c.game()
	if err != nil {
		return err
	}
	if _, err := play.ParseShort(c.Clock); err != nil {
		return usageError(errors.New(errorText(catalog, err)), "")
	}
	asked := c.Vs != ""
	session, err := c.session(g, s, catalog)
	if err != nil {
		return err
	}
	o := line.Options{
		Session:     session,
		Catalog:     catalog,
		Files:       &gameFiles{catalog: catalog},
		Adviser:     computer.NewAdviser(catalog),
		Board:       plainBoard(s, catalog),
		Columns:     terminalColumns(s),
		Interactive: isTerminal(s.rawIn) && isTerminal(s.rawOut),
		New:         c.next,
		Boards:      boardsOf(c.Board),
		Clock:       line.Clock{Now: time.Now, After: time.After},
	}
	if err := c.assignPlayers(&o); err != nil {
		return err
	}
	if c.Vs == "" && c.Load == "" {
		o.News = catalog.T("cli.welcome.two")
	}
	if !asked { // else whom the command line names plays on, whatever is loaded
		o.Computer = func(g game.Game, name string) (line.Opponent, error) {
			if !slices.Contains(players.Names(), name) {
				return nil, nil
			}
			opponent, err := computer.NewOpponent(g, name, c.maker(), said(catalog))
			if err != nil {
				return nil, errors.New(errorText(catalog, err))
			}
			return opponent, nil
		}
	}
	err = line.Run(ctx, s.in, s.out, o)
	return quietly(ctx, err) // the game has said so
}

// boardOfDay makes the board of the day that with which the game begins.
func (c *playCmd) boardOfDay(catalog *i18n.Catalog, now time.Time) error {
	for _, other := range []struct{ flag, value string }{{"--seed", c.Seed}, {"--load", c.Load}, {"<pos>", c.Pos}, {"--server", c.Server}} {
		if other.value != "" {
			return flagConflict(catalog, "--daily", other.flag)
		}
	}
	day := puzzle.Day(now)
	if c.Game == "" {
		c.Game = puzzle.BoardGame(day)
		if c.Vs == "" {
			c.Vs = players.LevelName(puzzle.PlanOf(day).Level)
		}
	}
	g, err := c.game()
	if err != nil {
		return err
	}
	c.Game, c.Seed = g.ID(), puzzle.BoardSeed(day)
	if _, ok := g.(game.FullStarter); ok {
		c.Full = true
	}
	return nil
}

// dumb reports whether a terminal of that name cannot place text on the screen.
// Windows names none.
func dumb(name string) bool {
	return name == "dumb" || name == "" && runtime.GOOS != "windows"
}

// contradiction refuses arguments of which one would have to be dropped; screen says
// that there is a terminal to fill.
func (c *playCmd) contradiction(catalog *i18n.Catalog, screen bool) error {
	// The seed is the computer player's too, whatever the game begins with.
	seed := c.Seed != "" && c.opponent() == ""
	for _, pair := range []struct {
		wrong       bool
		refuse      func(c *i18n.Catalog, flag, other string) error
		flag, other string
	}{
		{c.Load != "" && c.Pos != "", flagConflict, "--load", "<pos>"},
		{c.Load != "" && c.Full, flagConflict, "--load", "--full"},
		{c.Load != "" && seed && c.Plain, flagConflict, "--load", "--seed"},
		{c.Pos != "" && c.Full, flagConflict, "<pos>", "--full"},
		{c.Pos != "" && seed && c.Plain, flagConflict, "<pos>", "--seed"},
		{c.Server != "" && c.Load != "", flagConflict, "--server", "--load"},
		{c.Server != "" && c.Pos != "", flagConflict, "--server", "<pos>"},
		{c.Server != "" && c.Vs != "", flagConflict, "--server", "--vs"},
		{c.Server != "" && c.Seed != "", flagConflict, "--server", "--seed"},
		{c.Clock != "none" && c.Load != "" && c.Plain, flagConflict, "--clock", "--load"},
		{c.Eval != "" && !c.Plain, flagRequires, "--eval", "--plain"},
		{c.Games != "" && c.Plain, flagConflict, "--games", "--plain"},
		{c.Watch && c.Server == "", flagRequires, "--watch", "--server"},
		{c.Rated && c.Server == "", flagRequires, "--rated", "--server"},
		{c.Board != "auto" && !c.Plain && (c.Server == "" || screen), flagRequires, "--board", "--plain"},
	} {
		if pair.wrong {
			return pair.refuse(catalog, pair.flag, pair.other)
		}
	}
	return nil
}

// game returns the rule set asked for.
func (c *playCmd) game() (game.Game, error) {
	if c.Game == "" {
		return games.All()[0], nil
	}
	g, err := games.Lookup(strings.ToLower(c.Game))
	if err != nil {
		return nil, usageError(err, "")
	}
	return g, nil
}

// session makes the game to play: from a file, a position, or a seed.
func (c *playCmd) session(g game.Game, s *streams, catalog *i18n.Catalog) (*local.Session, error) {
	if c.Load != "" {
		session, warnings, err := (&gameFiles{catalog: catalog}).Load(c.Load)
		if missing := new(fs.PathError); errors.As(err, &missing) {
			return nil, usageError(unreadable(catalog, c.Load, err), "")
		} else if err != nil {
			return nil, failure(unreadable(catalog, c.Load, err), "")
		}
		if is := session.Game(); c.Game != "" && is.ID() != g.ID() {
			text := catalog.T("cli.file.other_game", i18n.Args{"file": game.Printable(c.Load), "game": catalog.T("game." + is.ID())})
			return nil, usageError(errors.New(text), catalog.T("cli.usage.leave_out", i18n.Args{"argument": g.ID()}))
		}
		for _, w := range warnings {
			fmt.Fprintln(s.err, catalog.T("cli.warning", i18n.Args{"text": w}))
		}
		c.keepOpponent(session)
		return session, nil
	}
	seed := c.Seed
	if seed == "" {
		seed = newSeed()
	}
	var start game.Position
	var err error
	switch {
	case c.Pos != "":
		start, err = readPosition(catalog, g, c.Pos, s.in)
	default:
		start, err = startOf(catalog, g, seed, c.Full)
	}
	if err != nil {
		return nil, err
	}
	if c.Pos != "" {
		seed = seedOf(c.Pos)
	}
	return c.begin(start, seed)
}

// keepOpponent has the computer player that a loaded game names play on, where the
// command line does not say against whom.
func (c *playCmd) keepOpponent(session *local.Session) {
	if c.Vs != "" {
		return
	}
	var computers []game.Side
	for side := range game.Side(2) {
		tag := local.NameTag(side)
		if slices.Contains(players.Names(), session.Tags[tag]) {
			computers = append(computers, side)
		}
	}
	if len(computers) != 1 { // two people, or two programs that somebody looks at
		return
	}
	c.Vs = session.Tags[local.NameTag(computers[0])]
	c.Side = map[game.Side]string{game.First: "second", game.Second: "first"}[computers[0]]
}

// begin makes a game that begins at a position drawn from a seed, "" for none,
// with the clock asked for.
func (c *playCmd) begin(start game.Position, seed string) (*local.Session, error) {
	clock, err := play.ParseShort(c.Clock)
	if err != nil {
		return nil, err
	}
	terms := play.Casual(start, clock)
	terms.Seed = seed
	session, err := local.Begin(terms)
	if err == nil {
		session.Tags[local.DateTag] = time.Now().Format(time.DateOnly)
	}
	return session, err
}

// next starts another game of the rule set, from a seed of its own and as full as
// the first was asked to be.
func (c *playCmd) next(g game.Game) *local.Session {
	seed := newSeed()
	start, _ := game.StartOf(g, seed, c.Full)
	session, err := c.begin(start, seed)
	if err != nil {
		return local.New(start) // the clock was read before, so this is never met
	}
	return session
}

// assignPlayers puts the person and the opponent on their sides.
func (c *playCmd) assignPlayers(o *line.Options) error {
	me := local.SideOf(o.Session.Game(), c.Side, newSeed)
	o.Names[me] = c.Name
	if c.Vs == "" || c.Vs == "human" {
		return nil
	}
	opponent, err := computer.NewOpponent(o.Session.Game(), c.Vs, c.maker(), said(o.Catalog))
	if err != nil {
		return usageError(err, "")
	}
	o.Opponents[me.Other()] = opponent
	o.Names[me.Other()] = opponent.Name()
	return nil
}

// maker returns what makes players as the command line says: with its seed, and its
// evaluator.
func (c *playCmd) maker() func(game.Game, string) (players.Player, error) {
	return func(g game.Game, name string) (players.Player, error) {
		o := players.Options{Seed: c.Seed}
		if c.Eval != "" {
			e, err := players.LoadEvaluator(g, c.Eval, openNet)
			if err != nil {
				return nil, err
			}
			o.Evaluator = e
		}
		return players.New(g, name, o)
	}
}

// boardsOf says when line play draws the board, from the value of --board.
func boardsOf(flag string) line.Boards {
	return map[string]line.Boards{"always": line.BoardsOn, "never": line.BoardsOff}[flag]
}

// plainBoard draws positions without color, as pipes and screen readers want it.
func plainBoard(s *streams, catalog *i18n.Catalog) func(io.Writer, game.Position, game.Move, game.Position) error {
	return func(w io.Writer, before game.Position, m game.Move, p game.Position) error {
		b, err := draw.New(p)
		if err != nil {
			return err
		}
		if before != nil {
			b.MarkPlayed(before, m)
		}
		o := terminalOptions(s, catalog, "never")
		_, err = io.WriteString(w, draw.Text(b, o))
		return err
	}
}
