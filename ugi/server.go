package ugi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/players"
)

// Server answers another program. The zero value is ready to run.
type Server struct {
	// Name and Author are told on "ugi"; "" means Cairn.
	Name, Author string

	// Game is the game to begin with; nil means the first of [games.All].
	Game game.Game

	// Settings are the values of the options to begin with; the zero value
	// means [DefaultSettings].
	Settings Settings

	// Player makes players; nil means [NewPlayer].
	Player func(game.Game, Settings) (players.Player, error)

	// Draw, if set, draws a position for "d", in lines.
	Draw func(game.Position) string
}

// Run reads commands from in and answers on out until "quit", the end of in, or
// the end of ctx. At the end of in a search that ends by itself is waited for.
// The error is one of in or out; nothing that is read is an error.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &talk{server: s, game: s.Game, settings: s.Settings, out: bufio.NewWriter(out), done: make(chan string, 1)}
	if t.game == nil {
		t.game = games.All()[0]
	}
	if t.settings == (Settings{}) {
		t.settings = DefaultSettings()
	}
	t.position = t.game.Start("")

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
	return t.run(ctx, lines)
}

// read is a line of input, or why there is none.
type read struct {
	text string
	err  error
}

// talk is one run of a server. Only say is used by the search's goroutine.
type talk struct {
	server   *Server
	game     game.Game
	settings Settings
	position game.Position
	player   players.Player // nil until it is needed

	search *search     // the one that runs, nil for none
	done   chan string // gets the answer of the search
	wait   bool        // commands wait for the search to end
	queue  []string    // commands that wait

	mutex  sync.Mutex
	out    *bufio.Writer
	broken error // the first error of out
}

// say writes lines and sends them off.
func (t *talk) say(lines ...string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, l := range lines {
		t.out.WriteString(l)
		t.out.WriteByte('\n')
	}
	if err := t.out.Flush(); err != nil && t.broken == nil {
		t.broken = err
	}
}

// complain says what is wrong, in one line.
func (t *talk) complain(err error) { t.say("info string error: " + clean(err.Error())) }

func (t *talk) failed() error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.broken
}

func (t *talk) run(ctx context.Context, lines <-chan read) error {
	var ended error // why in gave no more, io.EOF at its end
	for t.failed() == nil {
		if ended != nil && t.search == nil && len(t.queue) == 0 {
			break
		}
		select {
		case answer := <-t.done:
			// Said here and not by the search: who has read it may go on at once.
			t.search.cancel()
			t.search, t.wait = nil, false
			t.say(answer)
			if t.drain(ctx) {
				return t.finish(nil)
			}
			if ended != nil && t.search != nil && t.search.endless {
				t.search.stop() // nobody is left to do it
			}
		case r, ok := <-lines:
			switch {
			case !ok || r.err != nil && r.err != errLong:
				lines, ended = nil, io.EOF
				if ok {
					ended = r.err
				}
				if t.search != nil && t.search.endless {
					t.search.stop()
				}
			case r.err != nil:
				t.complain(r.err)
			case t.hear(ctx, r.text):
				return t.finish(nil)
			}
		case <-ctx.Done():
			return t.finish(nil)
		}
	}
	if ended == io.EOF {
		ended = nil
	}
	return t.finish(ended)
}

// finish stops what runs and returns the error of the whole run.
func (t *talk) finish(err error) error {
	if t.search != nil {
		t.search.stop()
		<-t.done
		t.search.cancel()
		t.search = nil
	}
	if err == nil {
		err = t.failed()
	}
	return err
}

// drain obeys the commands that waited, until one starts waiting again.
func (t *talk) drain(ctx context.Context) (quit bool) {
	for len(t.queue) > 0 && !t.wait {
		line := t.queue[0]
		t.queue = t.queue[1:]
		if t.hear(ctx, line) {
			return true
		}
	}
	return false
}

// atOnce tells whether a command is obeyed during a search; while "wait" holds,
// only what concerns the search is.
func (t *talk) atOnce(command string) bool {
	switch command {
	case "stop", "ponderhit":
		return true
	case "quit", "isready", "ugi", "query", "wait", "":
		return !t.wait
	}
	return false
}

// longestQueue bounds the commands that wait.
const longestQueue = 10_000

// hear obeys one line and returns whether it asks to end.
func (t *talk) hear(ctx context.Context, line string) (quit bool) {
	fields := strings.Fields(line)
	command := ""
	if len(fields) > 0 {
		command, fields = fields[0], fields[1:]
	}
	if t.search != nil && !t.atOnce(command) {
		switch {
		case !t.wait:
			t.complain(fmt.Errorf("%s must wait for the search to end; send stop or wait", quoted(command)))
		case len(t.queue) == longestQueue:
			t.complain(errors.New("too many commands wait"))
		default:
			t.queue = append(t.queue, line)
		}
		return false
	}
	if command == "quit" {
		return true
	}
	if err := t.obey(ctx, command, fields); err != nil {
		t.complain(err)
	}
	return false
}

// obey does what one command asks. A failure changes nothing.
func (t *talk) obey(ctx context.Context, command string, fields []string) error {
	switch command {
	case "":
	case "ugi":
		t.greet()
	case "isready":
		t.say("readyok")
	case "setoption":
		return t.setOption(fields)
	case "uginewgame":
		if t.player != nil {
			t.player.Reset()
		}
		t.position = t.game.Start("")
	case "position":
		p, err := ParsePosition(t.game, fields)
		if err != nil {
			return err
		}
		t.position = p
	case "go":
		g, err := ParseGo(fields, t.position)
		if err == nil {
			err = t.begin(ctx, g)
		}
		if err != nil {
			t.refuse(err, fields)
		}
	case "stop":
		if t.search != nil {
			t.search.stop()
		}
	case "ponderhit":
		if t.search == nil || !t.search.hit() {
			return errors.New("ponderhit comes while nothing is pondered")
		}
	case "wait":
		t.wait = t.search != nil
	case "query":
		return t.query(fields)
	case "d":
		t.describe()
	default:
		return fmt.Errorf("unknown command %s; known are ugi isready setoption uginewgame position go stop ponderhit wait query d quit", quoted(command))
	}
	return nil
}

func (t *talk) greet() {
	name, author := t.server.Name, t.server.Author
	if name == "" {
		name = "Cairn"
	}
	if author == "" {
		author = "the Cairn authors"
	}
	lines := []string{"id name " + clean(name), "id author " + clean(author)}
	t.say(append(append(lines, options(t.game, t.settings)...), "ugiok")...)
}

func (t *talk) setOption(fields []string) error {
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
		if t.settings.Player != "" {
			// Not every player knows every game.
			s := t.settings
			s.Hash = 1 // nothing is searched
			if _, err := t.newPlayer(g, s); err != nil {
				return err
			}
		}
		if g.ID() != t.game.ID() {
			t.game, t.player = g, nil
			t.position = g.Start("")
		}
		return nil
	case "clear hash":
		if t.player != nil {
			t.player.Reset()
		}
		return nil
	}
	s := t.settings
	anew, err := s.set(name, value)
	if err != nil {
		return err
	}
	if anew && s != t.settings {
		t.player = nil
	}
	t.settings = s
	return nil
}

func (t *talk) query(fields []string) error {
	if len(fields) != 1 {
		return errors.New("query needs one of gameover, p1turn, result")
	}
	outcome := t.position.Outcome()
	switch fields[0] {
	case "gameover":
		t.say(fmt.Sprintf("response %t", outcome != game.Ongoing))
	case "p1turn":
		t.say(fmt.Sprintf("response %t", t.position.Side() == game.First))
	case "result":
		t.say("response " + [...]string{"none", "p1win", "p2win", "draw"}[outcome&3])
	default:
		return fmt.Errorf("query does not know %s; it knows gameover p1turn result", quoted(fields[0]))
	}
	return nil
}

// describe shows the position for people.
func (t *talk) describe() {
	p := t.position
	var lines []string
	if t.server.Draw != nil {
		lines = strings.Split(strings.TrimRight(t.server.Draw(p), "\n"), "\n")
	}
	lines = append(
		lines,
		"game "+t.game.ID(),
		"position "+p.String(),
		fmt.Sprintf("key %016x", p.Key()),
		"turn "+t.game.SideName(p.Side()),
		fmt.Sprintf("moves %d", len(p.Moves(nil))),
		"result "+t.game.OutcomeName(p.Outcome()),
	)
	t.say(lines...)
}
