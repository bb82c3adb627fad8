package online

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
	"cairn.example/internal/terminal/line"
)

// waitingLines is the wait for a game at a table, line by line: who made the table changes
// the terms and answers those who ask for others; who has asked hears the answer.
type waitingLines struct {
	*visitor
	table *client.Table
	seen  api.Table // as it arrived last
}

// until waits for the game to begin, or for what ends the wait: an error, or
// [line.ErrLobby].
func (w *waitingLines) until(ctx context.Context) error {
	typed := w.read()
	var held *heldLine // a line for the game
	for {
		changed := w.table.Changed()
		begun, err := w.news()
		if begun || err != nil {
			if held == nil {
				held = &heldLine{line: typed}
			}
			w.holdBack(held)
			return err
		}
		if err := w.out.Flush(); err != nil {
			return err
		}
		lines := typed
		if held != nil {
			lines = nil
		}
		select {
		case l := <-lines:
			done := l.err == nil && w.command(ctx, strings.Fields(l.text), &err)
			switch {
			case err != nil:
				return err
			case !done && (l.err != nil || !w.Interactive):
				held = &heldLine{text: l.text, read: true}
			default:
				typed = w.read()
			}
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// typedLine is a line of input and the error that ended it.
type typedLine struct {
	text string
	err  error
}

// read reads the next line in the background.
func (w *waitingLines) read() <-chan typedLine {
	lines, in := make(chan typedLine, 1), w.in
	go func() {
		text, err := in.ReadString('\n')
		lines <- typedLine{text, err}
	}()
	return lines
}

// heldLine gives a line that was read ahead, or still is being read, to the next reader.
type heldLine struct {
	line <-chan typedLine
	text string
	read bool
}

func (h *heldLine) Read(b []byte) (int, error) {
	if !h.read {
		h.text, h.read = (<-h.line).text, true
	}
	if h.text == "" {
		return 0, io.EOF
	}
	n := copy(b, h.text)
	h.text = h.text[n:]
	return n, nil
}

// news tells what has changed at the table; begun says that the game has begun.
func (w *waitingLines) news() (begun bool, err error) {
	was := w.seen
	w.table.View(func(v *client.View) {
		w.seen, begun = v.Table, v.State != nil
		if v.Gone != nil {
			err = v.Gone
		}
	})
	if err == nil {
		err = w.Live.Err()
	}
	if err != nil {
		return false, &noGameError{client.Refusal(err)}
	}
	if w.seen.Phase == api.Closed {
		return false, &noGameError{errors.New(w.Catalog.T("cli.remote.closed"))}
	}
	if begun {
		return true, nil
	}
	if was.Seq != 0 && was.Options != w.seen.Options {
		w.say("ui.table.terms.changed")
		w.print(w.terms(w.seen.Options))
	}
	for _, a := range w.seen.Asks {
		if w.seen.You != api.Sitter || slices.Contains(was.Asks, a) {
			continue
		}
		w.say("ui.table.terms.asks", i18n.Args{"player": tables.Player(w.Catalog, a.Person)})
		w.print(w.terms(a.Options))
		w.say("cli.wait.answer")
	}
	own := func(a api.Ask) bool { return a.Person.ID == w.Session.Person().ID }
	if slices.ContainsFunc(was.Asks, own) && !slices.ContainsFunc(w.seen.Asks, own) && was.Options == w.seen.Options {
		w.say("cli.wait.declined")
	}
	return false, nil
}

// print prints a text for people, broken to the width of the terminal.
func (p *visitor) print(text string) {
	if p.Columns != nil {
		text = line.Wrap(text, p.Columns())
	}
	fmt.Fprintln(p.out, text)
}

func (p *visitor) say(key string, args ...i18n.Args) { p.print(p.Catalog.T(key, args...)) }

// terms are what a game is played by, in words, as the person would play it.
func (w *waitingLines) terms(o api.Options) string {
	return i18n.Sentence(strings.Join(tables.Terms(w.Catalog, o, w.mine()), ", "))
}

// mine reports whether the person has made the table.
func (w *waitingLines) mine() bool { return w.seen.You == api.Sitter }

// command does what a line asks for before the game; it is false for what is no such
// command. What ends the wait is put into end.
func (w *waitingLines) command(ctx context.Context, words []string, end *error) bool {
	if len(words) == 0 {
		words = []string{"help"}
	}
	var err error
	switch word := strings.ToLower(words[0]); {
	case word == "terms" && w.mine(), word == "ask" && !w.mine():
		var o api.Options
		if o, err = w.changedTerms(w.seen.Options, words[1:], w.mine()); err == nil && w.mine() {
			_, err = w.table.Terms(ctx, o)
		} else if err == nil {
			err = w.ask(ctx, o)
		}
	case word == "accept" && w.mine() && len(w.seen.Asks) > 0:
		_, err = w.table.Terms(ctx, w.seen.Asks[0].Options)
	case word == "decline" && w.mine() && len(w.seen.Asks) > 0:
		_, err = w.table.Unask(ctx, w.seen.Asks[0].Person.ID)
	case word == "withdraw" && !w.mine():
		_, err = w.table.Unask(ctx, "")
	case word == "sit" && !w.mine():
		_, err = w.table.Sit(ctx)
	case word == "close" && w.mine():
		if _, err = w.table.Leave(ctx); err == nil {
			w.say("cli.remote.closed")
			*end = line.ErrLobby
		}
	case !w.Interactive: // a script's line for the game
		return false
	case word == "lobby":
		*end = line.ErrLobby
	case word == "quit", word == "q", word == "exit":
		*end = errLeft
	case (word == "help" || word == "?") && w.mine():
		w.say("cli.wait.help.mine")
	case word == "help", word == "?":
		w.say("cli.wait.help.other")
	default:
		w.print(i18n.Sentence(w.Catalog.T("cli.unknown", i18n.Args{"input": game.Shown(words[0])})))
	}
	if err != nil {
		w.print(i18n.Sentence(w.ErrorText(client.Refusal(err))))
	}
	return true
}

// errLeft says that one does not wait any longer.
var errLeft = errors.New("left")

// ask asks who made the table for other terms.
func (w *waitingLines) ask(ctx context.Context, o api.Options) error {
	if _, err := w.table.Ask(ctx, o); err != nil {
		return err
	}
	w.say("ui.table.terms.asked")
	w.print(w.terms(o))
	w.say("cli.wait.help.other")
	return nil
}

// holdBack lets what reads next begin with a line that was read while one waited.
func (p *visitor) holdBack(h *heldLine) {
	p.in = bufio.NewReader(io.MultiReader(h, p.in))
}

// changedTerms returns terms with what the words name in place of what was: a game,
// "full" for a full board, whether the game is rated, a side, a clock. The side is the one of who says so: of who
// made the table, or of the other one.
func (p *visitor) changedTerms(o api.Options, words []string, mine bool) (api.Options, error) {
	var clock []string
	for _, word := range words {
		switch lower := strings.ToLower(word); lower {
		case "full":
			o.Full = true
		case "rated", "casual":
			o.Rated = lower == "rated"
			o.Takeback = o.Takeback && !o.Rated
		case "accounts", "guests":
			o.Accounts = lower == "accounts"
		case "first", "second", "drawn":
			o.Side = tables.SideSeen(lower, mine)
			if o.Side == "drawn" {
				o.Side = ""
			}
		default:
			if g, err := games.Lookup(lower); err == nil {
				o.Game, o.Full = g.ID(), false
			} else {
				clock = append(clock, word)
			}
		}
	}
	if len(clock) == 0 {
		return o, nil
	}
	control, err := play.ParseShort(strings.Join(clock, " "))
	if err != nil && len(words) == len(clock) && strings.Trim(clock[0], "0123456789") == clock[0] {
		_, err = games.Lookup(strings.ToLower(clock[0])) // meant as a game
	}
	if err != nil {
		return o, errors.New(p.ErrorText(err))
	}
	o.Control = control.String()
	return o, nil
}
