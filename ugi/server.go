package ugi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/players"
)

// Server answers another program. The zero value is ready to run.
type Server struct {
	// Name and Author are the answer to "ugi"; "" means Cairn.
	Name, Author string

	// Games are those that the option Game offers; nil means [games.All].
	Games []game.Game

	// Game is the game to begin with; nil means the first that is offered.
	Game game.Game

	// Settings are the values of the options to begin with; the zero value
	// means [DefaultSettings].
	Settings Settings

	// Player makes players, for programs with a player of their own; nil means
	// [NewPlayer]. It is called at "isready", and when a move is asked for, where there
	// is no player yet: at first, in another game, and after an option was set that the player depends on.
	// Where Settings name a player it is also asked at the start which games it makes
	// that player for.
	Player func(game.Game, Settings) (players.Player, error)

	// Draw, if set, draws a position for "d", in lines.
	Draw func(game.Position) string
}

// Run reads commands from in and answers on out until "quit", the end of in, or
// the end of ctx. At the end of in a search that ends by itself is waited for. A
// search that runs at "quit" is stopped, and its answer sent. The error is one of
// in or out; nothing that is read is an error.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run := &session{server: s, game: s.Game, settings: s.Settings, out: bufio.NewWriter(out), done: make(chan string, 1)}
	if run.settings == (Settings{}) {
		run.settings = DefaultSettings()
	}
	run.games = run.offered()
	if run.game == nil {
		run.game = run.games[0]
	}
	run.position = run.game.Start("")

	lines := make(chan read)
	go func() {
		defer close(lines)
		r := bufio.NewReader(in)
		for first := true; ; first = false {
			text, err := readLine(r)
			if first {
				// Some editors put a byte order mark in front of a script.
				text = strings.TrimPrefix(text, "\ufeff")
			}
			select {
			case lines <- read{text, err}:
			case <-ctx.Done():
				return
			}
			if err != nil && err != errLong {
				return
			}
		}
	}()
	return run.run(ctx, lines)
}

// read is a line of input, or why there is none.
type read struct {
	text string
	err  error
}

// session is one run of a server. Only send is used by the search's goroutine.
//
// Lines are obeyed in the order in which they came. During a search most
// commands are refused; after "wait", and once the search has to stop, they
// are held back in queue until its answer is out.
type session struct {
	server   *Server
	games    []game.Game // offered, at least one
	game     game.Game
	settings Settings
	position game.Position
	refused  bool           // the last "position" was refused, so there is none to search
	ply      int            // played with "position" before it
	player   players.Player // nil until it is needed

	search *search     // the one that runs, nil for none
	done   chan string // gets the answer of the search
	wait   bool        // "wait" was sent during the search
	queue  []read      // lines held back, in their order; empty without a search
	goHeld bool        // queue holds a "go"

	mutex  sync.Mutex
	out    *bufio.Writer
	broken error // the first error of out
}

// offered returns the games to choose from.
func (s *session) offered() []game.Game {
	if len(s.server.Games) == 0 {
		return games.All()
	}
	return s.server.Games
}

// send writes lines and flushes them.
func (s *session) send(lines ...string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, l := range lines {
		s.out.WriteString(l)
		s.out.WriteByte('\n')
	}
	if err := s.out.Flush(); err != nil && s.broken == nil {
		s.broken = err
	}
}

// sendError says what is wrong, in one line.
func (s *session) sendError(err error) { s.send("info string error: " + clean(err.Error())) }

// writeError returns the first error of the output.
func (s *session) writeError() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.broken
}

// run obeys lines until "quit", the end of the input or that of ctx.
func (s *session) run(ctx context.Context, lines <-chan read) error {
	var ended error // why the input ended, io.EOF at its regular end
	for s.writeError() == nil {
		if ended != nil {
			if s.search == nil {
				break
			}
			if s.search.endless {
				s.search.stop() // nobody is left to stop it
			}
		}
		select {
		case answer := <-s.done:
			s.answer(answer)
			if s.resume(ctx) {
				return s.finish(nil)
			}
		case r, ok := <-lines:
			switch {
			case !ok:
				lines, ended = nil, io.EOF
			case r.err != nil && r.err != errLong:
				lines, ended = nil, r.err
			case s.receive(ctx, r):
				return s.finish(nil)
			}
		case <-ctx.Done():
			return s.finish(nil)
		}
	}
	if ended == io.EOF {
		ended = nil
	}
	return s.finish(ended)
}

// answer ends the search with its answer. The answer is sent here and not by the
// search's goroutine: a client that has read it may send the next "go" at once.
func (s *session) answer(line string) {
	s.search.cancel()
	s.search, s.wait = nil, false
	s.send(line)
}

// finish stops the search, if one runs, sends its answer, and returns the error
// of the whole run.
func (s *session) finish(err error) error {
	if s.search != nil {
		s.search.stop()
		s.answer(<-s.done)
	}
	if err == nil {
		err = s.writeError()
	}
	return err
}

// resume obeys the lines that were held back during the search. Those after the
// next "go" may be held back again.
func (s *session) resume(ctx context.Context) (quit bool) {
	held := s.queue
	s.queue, s.goHeld = nil, false
	for _, r := range held {
		if s.receive(ctx, r) {
			return true
		}
	}
	return false
}

// longestQueue bounds the lines that are held back.
const longestQueue = 10_000

// receive obeys a line, holds it back or refuses it, and returns whether it asks
// to end.
func (s *session) receive(ctx context.Context, r read) (quit bool) {
	fields := strings.Fields(r.text)
	command := ""
	if len(fields) > 0 {
		command, fields = fields[0], fields[1:]
	}
	if s.search != nil {
		switch {
		case (command == "stop" || command == "ponderhit") && !s.search.stopped && !s.goHeld:
			// It is about the search that runs. After another "go" it would be about
			// that one, and is held back with it.
		case s.wait || s.search.stopped || len(s.queue) > 0:
			s.hold(r, command)
			return false
		case r.err != nil || duringSearch(command):
		default:
			s.sendError(fmt.Errorf("%s must wait for the search to end; send stop or wait", quoted(command)))
			return false
		}
	}
	if r.err != nil {
		s.sendError(r.err)
		return false
	}
	if command == "quit" {
		return true
	}
	if err := s.obey(ctx, command, fields); err != nil {
		s.sendError(err)
	}
	return false
}

// hold keeps a line back until the search has answered. Behind a "go" or "quit"
// that is held back no "stop" can reach an endless search any more, so these stop it.
func (s *session) hold(r read, command string) {
	if s.search.endless && (command == "go" || command == "quit") {
		s.search.stop()
	}
	if len(s.queue) >= longestQueue {
		s.sendError(errors.New("too many commands wait"))
		return
	}
	s.queue = append(s.queue, r)
	s.goHeld = s.goHeld || command == "go"
}

// duringSearch reports whether a command is obeyed while a search runs.
func duringSearch(command string) bool {
	switch command {
	case "stop", "ponderhit", "quit", "isready", "ugi", "query", "wait", "":
		return true
	}
	return false
}

// obey does what one command asks. A failure changes nothing, but after a refused
// "position" no other one is searched in its place.
func (s *session) obey(ctx context.Context, command string, fields []string) error {
	switch command {
	case "":
	case "ugi":
		s.greet()
	case "isready":
		if err := s.makePlayer(); err != nil {
			s.sendError(err)
		}
		s.send("readyok")
	case "setoption":
		return s.setOption(fields)
	case "uginewgame":
		if s.player != nil {
			s.player.Reset()
		}
		s.position, s.ply, s.refused = s.game.Start(""), 0, false
	case "position":
		p, err := ParsePosition(s.game, fields)
		if s.refused = err != nil; err != nil {
			return err
		}
		s.position, s.ply = p, 0
		if i := slices.Index(fields, "moves"); i >= 0 {
			s.ply = len(fields) - i - 1
		}
	case "go":
		g, err := ParseGo(fields, s.position)
		if err == nil && s.refused {
			err = errors.New("the last position was refused; send another one")
		}
		if err == nil {
			err = s.begin(ctx, g)
		}
		if err != nil {
			s.refuseGo(err, fields)
		}
	case "stop":
		if s.search != nil {
			s.search.stop()
		}
	case "ponderhit":
		if s.search == nil || !s.search.ponderHit() {
			return errors.New("ponderhit comes while nothing is pondered")
		}
	case "wait":
		s.wait = s.search != nil
	case "query":
		return s.query(fields)
	case "d":
		s.describe()
	default:
		return fmt.Errorf("unknown command %s; known commands: ugi isready setoption uginewgame position go stop ponderhit wait query d quit", quoted(command))
	}
	return nil
}

func (s *session) greet() {
	name, author := s.server.Name, s.server.Author
	if name == "" {
		name = "Cairn"
	}
	if author == "" {
		author = "the Cairn authors"
	}
	lines := []string{"id name " + clean(name), "id author " + clean(author)}
	s.send(append(append(lines, options(s.games, s.game, s.settings)...), "ugiok")...)
}

func (s *session) setOption(fields []string) error {
	name, value, err := parseOption(fields)
	if err != nil {
		return err
	}
	switch strings.ToLower(name) {
	case "game":
		g, err := games.Lookup(strings.ToLower(value))
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(s.games, func(o game.Game) bool { return o.ID() == g.ID() }) {
			return fmt.Errorf("this program does not play %s; it plays %s", g.ID(), strings.Join(ids(s.games), " "))
		}
		if g.ID() != s.game.ID() {
			s.game, s.player = g, nil
			s.position, s.ply, s.refused = g.Start(""), 0, false
		}
		return nil
	case "clear hash":
		if s.player != nil {
			s.player.Reset()
		}
		return nil
	}
	settings := s.settings
	anew, err := settings.set(name, value)
	if err != nil {
		return err
	}
	if anew && settings != s.settings {
		s.player = nil
	}
	s.settings = settings
	return nil
}

func (s *session) query(fields []string) error {
	if len(fields) != 1 {
		return errors.New("query needs one of gameover, p1turn, result")
	}
	outcome := s.position.Outcome()
	switch fields[0] {
	case "gameover":
		s.send(fmt.Sprintf("response %t", outcome != game.Ongoing))
	case "p1turn":
		s.send(fmt.Sprintf("response %t", s.position.Side() == game.First))
	case "result":
		s.send("response " + [...]string{"none", "p1win", "p2win", "draw"}[outcome&3])
	default:
		return fmt.Errorf("query does not know %s; it knows gameover p1turn result", quoted(fields[0]))
	}
	return nil
}

// describe shows the position for people.
func (s *session) describe() {
	p := s.position
	var lines []string
	if s.server.Draw != nil {
		lines = strings.Split(strings.TrimRight(s.server.Draw(p), "\n"), "\n")
	}
	lines = append(
		lines,
		"game "+s.game.ID(),
		"position "+p.String(),
		fmt.Sprintf("key %016x", p.Key()),
		"turn "+s.game.SideName(p.Side()),
		fmt.Sprintf("moves %d", len(p.Moves(nil))),
		"result "+s.game.OutcomeName(p.Outcome()),
	)
	s.send(lines...)
}
