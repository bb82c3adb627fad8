package movelist

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"cairn.example/game"
	"cairn.example/record"
)

// Read returns the games of r one after the other.
func (s Style) Read(r io.Reader, opt record.Options) iter.Seq[record.Entry] {
	return func(yield func(record.Entry) bool) {
		p := reader{style: s, opt: opt, yield: yield}
		for l := range record.Lines(r, opt.MaxBytes()) {
			if !p.line(l) {
				return
			}
		}
		p.finish()
	}
}

// reader joins the lines of each game.
type reader struct {
	style Style
	opt   record.Options
	yield func(record.Entry) bool

	number  int
	done    *record.Entry // complete, held back until the next one
	current *openGame     // nil between games
}

// openGame is a game whose lines are being read.
type openGame struct {
	record.Entry
	moves   bool           // move lines have begun
	wide    bool           // one of these lines held several moves
	size    int            // of the lines so far
	remarks []string       // to become the comment
	places  []record.Place // where each move stands
}

// game returns the game that a line belongs to; one begins if need be.
func (p *reader) game(l record.FileLine) *openGame {
	if p.current == nil {
		p.number++
		p.current = &openGame{Entry: record.Entry{File: p.opt.File, Number: p.number, Line: l.Number, Record: new(record.Record)}}
	}
	return p.current
}

// flush ends the open game and hands out the one before.
func (p *reader) flush() bool {
	g := p.current
	if g == nil {
		return true
	}
	p.current = nil
	if g.Err == nil {
		p.check(g)
	} else {
		g.Record = nil
	}
	g.SetPlaces()
	before := p.done
	p.done = &g.Entry
	return before == nil || p.yield(*before)
}

func (p *reader) check(g *openGame) {
	r := g.Record
	r.AddComment(strings.Join(g.remarks, "\n"))
	if r.Game == "" {
		r.Game = p.opt.Game
	}
	if r.Game == "" {
		r.Game = p.style.Games[0]
	}
	if !p.style.Holds(r.Game) {
		g.Err = p.style.noGame("movelist.game", r.Game)
		return
	}
	if r.Start == "" {
		r.Start = p.opt.Start
	}
	warnings, err := r.CheckAt(p.opt, func(n int) record.Place { return g.places[n] })
	g.Warnings = append(g.Warnings, warnings...)
	g.Err = err
}

// noGame returns the error of a code about a game that the format does not have.
func (s Style) noGame(code, id string) error {
	return texts.Error(record.Place{Offset: -1}, code,
		"format", s.Format, "game", game.Quoted(fmt.Sprintf("%.60s", id)), "games", strings.Join(s.Games, ", "))
}

// finish hands out what is left at the end of the file.
func (p *reader) finish() bool {
	if g := p.current; g != nil && !g.moves && g.Err == nil {
		// Nothing but remarks: they belong to no game, so to the last one.
		p.current = nil
		if p.done != nil {
			p.done.Warnings = append(p.done.Warnings, texts.Warning(
				record.Place{File: p.opt.File, Game: p.done.Number, Line: g.Line, Offset: -1}, "movelist.remark",
			))
		}
	}
	if !p.flush() {
		return false
	}
	return p.done == nil || p.yield(*p.done)
}

// line reads one line; false when the caller wants no more.
func (p *reader) line(l record.FileLine) bool {
	if l.Err != nil {
		if p.finish() {
			e := record.Entry{File: p.opt.File, Number: p.number + 1, Line: l.Number, Err: l.Err}
			e.SetPlaces()
			p.yield(e)
		}
		return false
	}
	text, utf8 := record.Decode(l.Text)
	if text = strings.TrimSpace(text); !strings.HasPrefix(text, "#") {
		text = strings.TrimSpace(game.Plain(text))
	}
	words := strings.Fields(text)
	remark := text != "" && text[0] == '#'
	if g := p.current; g != nil && g.moves && (text == "" || remark || g.endsBefore(words)) && !p.flush() {
		return false
	}
	if text == "" {
		return true
	}
	g := p.game(l)
	if !utf8 {
		g.Warnings = append(g.Warnings, record.WarnEncoding(g.place(l)))
	}
	g.size += len(l.Text)
	switch {
	case g.Err != nil:
	case l.Long || g.size > p.opt.MaxBytes():
		g.Err = record.ErrLong(g.place(l), p.opt)
	case remark:
		g.remark(words, text)
	default:
		g.words(p.style, l, words)
	}
	g.moves = g.moves || !remark
	return true
}

func (g *openGame) place(l record.FileLine) record.Place {
	return record.Place{Line: l.Number, Offset: l.Offset}
}

func (g *openGame) warn(l record.FileLine, code string, pairs ...string) {
	g.Warnings = append(g.Warnings, texts.Warning(g.place(l), code, pairs...))
}

// endsBefore reports whether a line of moves begins the next game: unless its
// number says otherwise, one with several moves does, and one after such a line.
func (g *openGame) endsBefore(words []string) bool {
	if n, ok := number(words[0]); ok && n > 1 {
		return false
	}
	return g.wide || moves(words) > 1
}

// moves counts the words that are no numbers.
func moves(words []string) int {
	n := len(words)
	for _, word := range words {
		if _, ok := number(word); ok {
			n--
		}
	}
	return n
}

// remark reads a line with #.
func (g *openGame) remark(words []string, text string) {
	r := g.Record
	comment, verbatim := strings.CutPrefix(text, "#:")
	start, isStart := strings.CutPrefix(text, "# start ")
	switch {
	case verbatim:
		g.remarks = append(g.remarks, comment)
	case len(words) == 3 && words[0] == "#" && words[1] == "game" && r.Game == "":
		r.Game = words[2]
	case isStart && r.Start == "":
		r.Start = strings.TrimSpace(start)
	default:
		g.remarks = append(g.remarks, text[1:])
	}
}

// words reads a line with moves.
func (g *openGame) words(s Style, l record.FileLine, words []string) {
	if moves(words) > 1 {
		g.wide = true
	}
	if len(words) == 1 && words[0] == none {
		g.wide = true
		return
	}
	for _, word := range words {
		if _, ok := number(word); ok {
			continue
		}
		if s.ignored(word) {
			g.warn(l, "movelist.word", "word", word)
			continue
		}
		move, ok := s.Move(word)
		if !ok {
			place := g.place(l)
			place.Ply = len(g.Record.Moves) + 1
			g.Err = texts.Error(place, "movelist.move", "word", game.Quoted(fmt.Sprintf("%.60s", word)))
			return
		}
		g.Record.Moves = append(g.Record.Moves, record.Move{Text: move})
		g.places = append(g.places, g.place(l))
	}
}
