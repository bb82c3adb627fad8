package line

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// far is a server that one game is played at. After each deed of the person at the
// keyboard the others do what is next in their script.
type far struct {
	planned [][]string
	t       *testing.T
	seat    game.Side
	watch   bool
	script  []any // play.Event, or a string that is said

	mu      sync.Mutex
	state   *play.State
	news    []string
	heard   string // what the person said last
	changed chan struct{}
	ended   error
	here    bool          // the opponent, so that nothing can be claimed
	next    bool          // a rematch begins when the game is over
	lost    chan struct{} // what is sent arrives when it is closed; nil for at once
}

func (f *far) Seat() (game.Side, bool) { return f.seat, !f.watch }

func (f *far) Events(n int) []play.Event {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state.Log().Events[n:]
}

func (f *far) Elapsed() time.Duration { return 0 }

func (f *far) Send(_ context.Context, e play.Event) error {
	if f.lost != nil {
		<-f.lost
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.watch {
		return &play.Error{Code: "table.not_yours", Text: "you do not play here"}
	}
	e.Side = f.seat
	if err := f.state.Apply(e); err != nil {
		return err
	}
	f.goOn()
	return nil
}

// goOn lets the others do something, until it is the person's turn.
func (f *far) goOn() {
	defer func() {
		close(f.changed)
		f.changed = make(chan struct{})
	}()
	for len(f.script) > 0 {
		switch next := f.script[0].(type) {
		case string:
			f.news = append(f.news, next)
		case play.Event:
			if err := f.state.Apply(next); err != nil {
				f.t.Errorf("%v: %v", next, err)
			}
		case error:
			f.ended = next
		case nil:
			f.script = f.script[1:]
			return
		}
		f.script = f.script[1:]
	}
}

func (f *far) Unsent() string {
	select {
	case <-f.lost:
	default:
		if f.lost != nil {
			return "It hasn’t arrived."
		}
	}
	return ""
}

func (f *far) Say(_ context.Context, text string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.news, f.heard = append(f.news, "me: "+text), text
	return nil
}

func (f *far) Rematch(_ context.Context, same bool) error {
	if same {
		return errors.New("not the same")
	}
	return nil
}

func (f *far) AnswerRematch(_ context.Context, yes bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.news = append(f.news, fmt.Sprintf("the rematch is answered: %v", yes))
	f.next = yes && f.next
	return nil
}

func (f *far) Claim(_ context.Context, draw bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	e := play.Event{Kind: play.Abandon, Side: f.seat.Other()}
	if draw {
		e.Outcome = game.Draw
	}
	if f.here {
		return &play.Error{Code: "table.present", Text: "your opponent is here"}
	}
	return f.state.Apply(e)
}

func (f *far) Planned() (lines, unplayed [][]string) { return f.planned, nil }

func (f *far) Plan(_ context.Context, lines [][]string) error {
	f.planned = lines
	return nil
}

func (f *far) Mute(name string, on bool) (bool, error) {
	return name == "" || name == "Bob", nil
}

func (f *far) Next() (Remote, *local.Session, [2]string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.next || !f.state.Over() {
		return nil, nil, [2]string{}
	}
	next := &far{t: f.t, seat: f.seat, changed: make(chan struct{})}
	next.state, _ = play.New(f.state.Terms())
	session, err := local.Begin(f.state.Terms())
	if err != nil {
		f.t.Error(err)
	}
	return next, session, [2]string{"Bob", "Anna"}
}

func (f *far) News() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	news := f.news
	f.news = nil
	return news
}

func (f *far) Changed() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.changed
}

func (f *far) Ended() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ended
}

// runFar plays at a server whose others follow a script; an empty element waits for
// the next deed of the person.
func runFar(t *testing.T, input string, f *far) string {
	t.Helper()
	return runFarFrom(t, strings.NewReader(input), f)
}

func runFarFrom(t *testing.T, in io.Reader, f *far) string {
	t.Helper()
	terms := play.Terms{Game: "dvonn", Draws: true, Takeback: play.TakebackAgreed, MoreTime: true, Control: play.Control{Kind: play.Fischer, Base: time.Minute}, Abort: 2}
	var err error
	if f.state, err = play.New(terms); err != nil {
		t.Fatal(err)
	}
	f.t, f.changed = t, make(chan struct{})
	session, err := local.Begin(terms)
	if err != nil {
		t.Fatal(err)
	}
	f.goOn()
	var out bytes.Buffer
	o := Options{Session: session, Catalog: i18n.New("en"), Boards: BoardsOff, Names: [2]string{"Anna", "Bob"}, Remote: f}
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	if err := Run(ctx, in, &out, o); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	return out.String()
}

func first(kind play.Kind, e play.Event) play.Event  { e.Kind, e.Side = kind, game.First; return e }
func second(kind play.Kind, e play.Event) play.Event { e.Kind, e.Side = kind, game.Second; return e }

// TestRemote plays with people elsewhere: what they do is shown as it comes, and every
// deed goes through the server.
func TestRemote(t *testing.T) {
	t.Parallel()
	said := runFar(t, "e3\nd3\nundo\nd3\nmore 20\ndraw\nz9\nhint\nsay hello\nredo\nrematch same\nresign\nsave\nquit\n", &far{script: []any{
		"Bob: hi", nil,
		second(play.Move, play.Event{Move: "f3"}), nil, // after e3
		second(play.Move, play.Event{Move: "c2"}), nil, // after d3
		second(play.Accept, play.Event{}), nil, // after undo
		second(play.MoreTime, play.Event{Add: 15 * time.Second}), second(play.Move, play.Event{Move: "c2"}), nil, // after d3
		nil,                                     // after more
		second(play.Decline, play.Event{}), nil, // after draw
	}})
	for _, want := range []string{
		"Cairn: DVONN. Anna starts, Bob answers.\n", "Bob: hi\n", "Bob: DVONN piece on f3.\nYour turn.",
		"Anna asks to take a move back.\nThe move is taken back.\nYour turn.", "Bob gives 15 s.\n", "Anna gives 20 s.\n",
		"Anna offers a draw.\nThe draw offer was declined.\n", "Unknown command “hint”;", "me: hello\n", "Not the same.\n", "Anna resigned. You lose.\nType “rematch”, “save”, “lobby” or “quit”.\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("nobody said %q in\n%s", want, said)
		}
	}
	for _, word := range []string{"undo”, “save", "Taken back"} {
		if strings.Contains(said, word) {
			t.Errorf("%q was said, which is for games at home:\n%s", word, said)
		}
	}
}

// TestRemoteAnyTime gives up through a pipe while the opponent thinks. What needs a turn
// waits for it.
func TestRemoteAnyTime(t *testing.T) {
	t.Parallel()
	said := runFar(t, "say hello\nresign\nquit\n", &far{seat: game.Second})
	if !strings.Contains(said, "me: hello\nBob resigned. You lose.\n") {
		t.Errorf("nobody resigned in\n%s", said)
	}
	f := &far{seat: game.Second}
	go func() {
		time.Sleep(20 * time.Millisecond)
		f.mu.Lock()
		defer f.mu.Unlock()
		f.script = []any{first(play.Move, play.Event{Move: "e3"}), nil}
		f.goOn()
	}()
	said = runFar(t, "f3\nresign\nquit\n", f)
	if !strings.Contains(said, "Anna: DVONN piece on e3.\nYour turn. Bob: 1:00 left.\nBob: DVONN piece on f3.\n") || !strings.Contains(said, "Bob resigned. You lose.\n") {
		t.Errorf("the move did not wait for its turn:\n%s", said)
	}
}

// TestRemotePlan plans answers while the opponent thinks: they are added, shown and taken off again.
func TestRemotePlan(t *testing.T) {
	t.Parallel()
	f := &far{seat: game.Second}
	said := runFar(t, "if\nif e3 f3 d3 c2\nif e4 e5\nif off\nresign\nquit\n", f)
	want := "No answer is planned.\nSaved. Only you see this.\n  If e3, then f3 d3 c2\nSaved. Only you see this.\n  If e3, then f3 d3 c2\n  If e4, then e5\nNo answer is planned.\n"
	if !strings.Contains(said, want) {
		t.Errorf("said\n%s, want\n%s", said, want)
	}
}

// TestRemoteUnsent types on while a move has not arrived: what needs no server is done, the
// rest waits, and one can leave.
func TestRemoteUnsent(t *testing.T) {
	t.Parallel()
	said := runFar(t, "e3\nlook e3\nsay hello\nquit\n", &far{lost: make(chan struct{})})
	want := "It hasn’t arrived.\ne3: empty\nFirst the server has to answer what you did last; “quit” leaves the table.\n"
	if !strings.HasSuffix(said, want) {
		t.Errorf("want %q at the end of\n%s", want, said)
	}
	// When the move arrives, what a script said meanwhile follows.
	f := &far{lost: make(chan struct{}), script: []any{nil, second(play.Move, play.Event{Move: "f3"}), nil}}
	in, typed := io.Pipe()
	go func() {
		fmt.Fprint(typed, "e3\nsay hello\n")
		fmt.Fprint(typed, "look e3\n") // is read when the line before it waits
		close(f.lost)
		for heard := false; !heard; time.Sleep(time.Millisecond) {
			f.mu.Lock()
			heard = f.heard == "hello"
			f.mu.Unlock()
		}
		fmt.Fprint(typed, "quit\n")
	}()
	said = runFarFrom(t, in, f)
	for _, want := range []string{"It hasn’t arrived.\nFirst the server", "It has arrived.\nAnna: DVONN piece on e3.\n", "me: hello\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("nobody said %q in\n%s", want, said)
		}
	}
}

// TestRemoteOffers answers what others offer.
func TestRemoteOffers(t *testing.T) {
	t.Parallel()
	said := runFar(t, "f3\ndecline\naccept\naccept\n", &far{seat: game.Second, script: []any{
		first(play.Move, play.Event{Move: "e3"}), nil,
		first(play.Offer, play.Event{What: play.OfferTakeback, To: 0}), nil, // after f3
		first(play.Move, play.Event{Move: "d3"}), first(play.Offer, play.Event{What: play.OfferTakeback, To: 2}), nil, // after decline
		first(play.Offer, play.Event{What: play.OfferDraw}), nil, // after accept
	}})
	for _, want := range []string{
		"Anna asks to take a move back.\nBob: answer “accept” or “decline”, or play on.\nThe move stays.\n",
		"The move is taken back.\n", "Anna offers a draw.\nBob: answer “accept” or “decline”, or play on.\nDraw by agreement.\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("nobody said %q in\n%s", want, said)
		}
	}
}

// TestRemoteClaim claims the game of an opponent who has left, after one who has not, and
// goes on with the rematch in the same run.
func TestRemoteClaim(t *testing.T) {
	t.Parallel()
	f := &far{here: true}
	said := runFar(t, "claim\nmute\nmute Carl\nunmute Bob\nwithdraw\nquit\n", f)
	for _, want := range []string{
		"Your opponent is here.\n", "Messages from this person aren’t shown anymore.\n", "No one here is called “Carl”.\n",
		"Messages from this person are shown again.\n", "No offer is waiting for an answer.\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("nobody said %q in\n%s", want, said)
		}
	}
	said = runFar(t, "claim\nquit\n", &far{next: true})
	for _, want := range []string{"Bob left the game. You win!", "Cairn: DVONN. Bob starts, Anna answers."} {
		if !strings.Contains(said, want) {
			t.Errorf("nobody said %q in\n%s", want, said)
		}
	}
}

// TestRemoteLobby leaves for the lobby.
func TestRemoteLobby(t *testing.T) {
	t.Parallel()
	f := &far{t: t, changed: make(chan struct{})}
	terms := play.Terms{Game: "dvonn"}
	var err error
	if f.state, err = play.New(terms); err != nil {
		t.Fatal(err)
	}
	session, err := local.Begin(terms)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Session: session, Catalog: i18n.New("en"), Boards: BoardsOff, Remote: f}
	var out bytes.Buffer
	if err := Run(t.Context(), strings.NewReader("lobby\nquit\n"), &out, o); !errors.Is(err, ErrLobby) {
		t.Errorf("the error is %v\n%s", err, &out)
	}
}

// TestRemoteWatch looks on to the end, though nothing is typed any more.
func TestRemoteWatch(t *testing.T) {
	t.Parallel()
	f := &far{watch: true, script: []any{first(play.Move, play.Event{Move: "e3"})}}
	go func() {
		time.Sleep(20 * time.Millisecond)
		f.mu.Lock()
		defer f.mu.Unlock()
		f.script = []any{second(play.Resign, play.Event{})}
		f.goOn()
	}()
	said := runFar(t, "f3\n", f)
	for _, want := range []string{"Anna: DVONN piece on e3.\nTo move: Bob.", "You don’t play at this table.\n", "Bob resigned. Anna wins.\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("nobody said %q in\n%s", want, said)
		}
	}
	// A connection that has ended for good ends the game here.
	ended := runFar(t, "", &far{watch: true, script: []any{errors.New("gone")}})
	if strings.Contains(ended, "resigned") {
		t.Error(ended)
	}
}
