package line

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record"
)

// Opponent chooses moves. It must not change the position.
type Opponent interface {
	// Choose returns a legal move within the time on its clock, where there is
	// one. The error is that of ctx, or says why none could be chosen.
	Choose(ctx context.Context, p game.Position, clocks play.Clocks) (game.Move, error)

	// SetLevel makes it play at a level from 1 to Levels, SetGame another rule set.
	SetLevel(level int) error
	SetGame(g game.Game) error

	// Levels is the number of levels.
	Levels() int

	// Name may change with the strength; "" leaves what it was called.
	Name() string
}

// Adviser suggests moves and says why.
type Adviser interface {
	Advise(ctx context.Context, p game.Position) (Advice, error)

	// AcceptsDraw decides whether a computer player agrees to a draw that it is offered at
	// a position after some plies.
	AcceptsDraw(ctx context.Context, p game.Position, asked game.Side, plies int) (bool, error)
}

// Advice is a move that is suggested.
type Advice struct {
	Move game.Move

	// Why is what speaks for it, in sentences; "" where nothing simple does.
	Why string

	// IfNot is what is expected if nothing is done, the opponent's move first; it may be empty.
	IfNot []game.Move

	// Line is what is expected to be played, Move first; it may be empty.
	Line []game.Move
}

// Options say what is played and with whom.
type Options struct {
	Session *local.Session
	Catalog *i18n.Catalog

	// Names are what the players are called; an empty one is the side's own.
	Names [2]string

	// Opponents play the sides that no person plays; nil is a person.
	Opponents [2]Opponent

	// Computer returns the computer player of a name for a rule set, nil where nobody is called
	// so: a game that is loaded is gone on with against the one that it names. Without it
	// the opponents stay.
	Computer func(g game.Game, name string) (Opponent, error)

	// Adviser answers "hint"; nil without one.
	Adviser Adviser

	// New returns a session for the next game of that rule set, for "new".
	New func(g game.Game) *local.Session

	// Files read and write games; nil forbids both.
	Files Files

	// Board draws a position after the move that led to it, which is zero at
	// the start.
	Board func(w io.Writer, before game.Position, m game.Move, p game.Position) error

	// Interactive asks before anything is lost, and prints prompts.
	Interactive bool

	// Boards says when the board is drawn without being asked for.
	Boards Boards

	// Columns returns how wide the terminal is, so that lines break between words; nil
	// for output that is none, whose lines stay whole.
	Columns func() int

	// News is something to tell once, after the welcome, "" for nothing.
	News string

	// Clock is where the time comes from, for games with a clock.
	Clock Clock

	// Remote is the server that keeps the game, nil for a game at home. The session then shows what happens there.
	Remote Remote
}

// Boards says when the board is drawn without being asked for.
type Boards uint8

// The choices. The zero value draws it at the start of a game and, for
// Interactive players, after every change.
const (
	BoardsAuto Boards = iota
	BoardsOn
	BoardsOff
)

// Files read and write the game for "save" and "load".
type Files interface {
	// Save writes the game. The error is [fs.ErrExist] where there is a file that was not
	// written by it, unless it is to be replaced.
	Save(name string, s *local.Session, replace bool) (warnings []string, err error)
	Load(name string) (s *local.Session, warnings []string, err error)
}

// player is a running game: what [Run] holds together.
type player struct {
	Options
	ctx context.Context
	in  *input
	printer
	say *say.Speaker

	// since is the moment of the last event.
	since time.Time

	// refused is the code of the last refusal.
	refused play.Code

	// server is where the game is kept, nil for a game at home.
	server *server

	// leaving is why the game is left, errQuit or ErrLobby; nil while it goes on.
	leaving error

	// asking reports whether the prompt stands on the line of the terminal.
	asking bool
}

// errQuit ends the game when the player says so.
var errQuit = errors.New("quit")

// ErrLobby says that the player goes to the lobby of the server.
var ErrLobby = errors.New("to the lobby")

// Run plays until the input ends, the player quits or ctx ends. What is wrong
// with the input, a line that is far too long included, is said on out; the error is one of in, out or ctx. A game that
// the end of ctx cuts off is printed as a record, so that nothing is lost.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	p := newPlayer(ctx, in, out, o)
	p.welcome()
	for {
		if err := p.letComputersMove(); err != nil {
			if ctx.Err() != nil {
				break
			}
			p.out.Flush()
			return err
		}
		if ctx.Err() != nil {
			break // in the middle of a hint, say
		}
		p.prompt()
		if err := p.flush(); err != nil {
			return err
		}
		typed := p.next()
		if !typed.ok {
			break
		}
		p.checkFlag()
		if typed.long {
			p.sentence("cli.line.long")
			continue
		}
		if p.execute(typed.text); p.leaving != nil {
			if errors.Is(p.leaving, errQuit) {
				p.leaving = nil
			}
			return errors.Join(p.flush(), p.leaving)
		}
	}
	if ctx.Err() != nil {
		printInterrupted(p)
		return errors.Join(context.Cause(ctx), p.flush())
	}
	if p.Interactive {
		fmt.Fprintln(p.out) // the prompt stands on the line
	}
	if p.unsaved() {
		p.print(p.t("cli.input_ended"))
		p.printPosition()
	}
	return errors.Join(p.in.err, p.flush())
}

func newPlayer(ctx context.Context, in io.Reader, out io.Writer, o Options) *player {
	p := &player{
		Options: o, ctx: ctx, in: newInput(in),
		printer: printer{out: bufio.NewWriter(out), catalog: o.Catalog, columns: o.Columns},
	}
	if o.Remote != nil {
		p.server = newServer(o.Remote, o.Session)
	}
	p.newSpeaker()
	p.startTimer()
	return p
}

// newSpeaker makes the speaker for the game that is played now.
func (p *player) newSpeaker() {
	p.say = say.New(p.Session.Game(), p.catalog)
	for side, name := range p.Names {
		switch {
		case name == "":
		case p.Opponents[side] != nil:
			p.say.Names[side] = say.KnownPlayer(p.catalog, name)
		default:
			p.say.Names[side] = name
		}
	}
	// With one person at the keyboard, "your turn" means that person.
	if p.server != nil {
		if seat, plays := p.server.Seat(); plays {
			p.say.Listener = &seat
		}
		return
	}
	if (p.Opponents[0] == nil) != (p.Opponents[1] == nil) {
		side := game.First
		if p.Opponents[0] != nil {
			side = game.Second
		}
		p.say.Listener = &side
	}
}

func (p *player) welcome() {
	g := p.Session.Game()
	p.print(p.t("cli.welcome", i18n.Args{
		"game": p.t("game." + g.ID()), "first": p.say.Player(game.First), "second": p.say.Player(game.Second),
	}))
	p.print(p.t("cli.welcome.hint", i18n.Args{"example": p.exampleMove()}))
	if p.News != "" {
		p.print(p.News)
		p.News = ""
	}
	p.begin()
}

// begin shows a game that was just begun or loaded.
func (p *player) begin() {
	if p.Boards != BoardsOff {
		p.show()
	}
	p.printTurn()
}

// exampleMove is a legal move, for explanations.
func (p *player) exampleMove() string {
	pos := p.Session.Position()
	if moves := pos.Moves(nil); len(moves) > 0 {
		return p.Session.Game().MoveText(moves[0])
	}
	return game.PassText
}

// showChange draws the board where somebody looks at it after each change.
func (p *player) showChange() {
	if p.Boards == BoardsOn || p.Boards == BoardsAuto && p.Interactive {
		p.show()
	}
}

// show draws the board.
func (p *player) show() {
	var before game.Position
	var m game.Move
	if last, ok := p.Session.Last(); ok {
		before, m = last.Before, last.Move
	}
	if err := p.Board(p.out, before, m, p.Session.Position()); err != nil {
		p.printPosition()
	}
}

// prompt asks for input where somebody sits there to be asked.
func (p *player) prompt() {
	if !p.Interactive {
		return
	}
	fmt.Fprint(p.out, p.t("cli.prompt", i18n.Args{"player": p.say.Player(p.Session.Position().Side())}), " ")
}

// letComputersMove lets the computer move as long as it is its turn. Where its reply
// was taken back and the person has played the same move again, it replies as
// before.
func (p *player) letComputersMove() error {
	for !p.Session.Over() && !p.Session.State().Paused() {
		state := p.Session.State()
		side := state.Turn()
		opponent := p.Opponents[side]
		if opponent == nil {
			return nil
		}
		if ahead := p.Session.Ahead(); len(ahead) > 0 {
			if err := p.moveInTime(ahead[0].Move); err != nil {
				return err
			}
			continue
		}
		if p.Interactive {
			p.print(p.t("cli.thinking", i18n.Args{"player": p.say.Player(side)}))
			if err := p.flush(); err != nil {
				return err
			}
		}
		m, err := opponent.Choose(p.ctx, p.Session.Position(), state.Clocks(p.elapsed()))
		if p.checkFlag(); err == nil && p.Session.Over() {
			return nil
		}
		if err == nil {
			err = p.moveInTime(m)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.say.Player(side), err)
		}
	}
	return nil
}

// moveInTime plays a computer's move. That its flag fell before is no error: the
// game is over then, and that was said.
func (p *player) moveInTime(m game.Move) error {
	err := p.move(p.Session.Game().MoveText(m))
	if p.Session.End().Why == record.Time {
		return nil
	}
	return err
}

// printInterrupted prints a game that is left at once, as a file that can be loaded.
func printInterrupted(p *player) {
	if p.Interactive {
		fmt.Fprintln(p.out) // the prompt, or what was typed, stands on the line
	}
	r := p.Session.Record()
	if !p.Session.Changed() || len(r.Moves) == 0 || p.server != nil {
		p.print(p.t("cli.interrupted"))
		return
	}
	p.print(p.t("cli.interrupted") + " " + p.t("cli.interrupted.record"))
	if _, err := (record.Cairn{}).Write(p.out, r); err != nil {
		p.printPosition()
	}
}

// unsaved reports whether a game is left in the middle that was not saved. Its
// position is printed then, so that it can be picked up again.
func (p *player) unsaved() bool { return p.server == nil && p.Session.Changed() && !p.Session.Over() }
