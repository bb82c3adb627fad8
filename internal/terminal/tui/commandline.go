package tui

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
)

// lineEditor is a line of text being typed.
type lineEditor struct {
	text string
	at   int // byte offset of the cursor
}

// longestTyped bounds what is typed or pasted.
const longestTyped = 4096

func (e *lineEditor) insert(text string) {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return -1
		}
		return r
	}, text)
	if len(e.text)+len(text) > longestTyped {
		return
	}
	e.text = e.text[:e.at] + text + e.text[e.at:]
	e.at += len(text)
}

// key edits the text; false where the key is none for editing.
func (e *lineEditor) key(k tea.KeyPressMsg) bool {
	switch k.String() {
	case "backspace", "ctrl+h":
		_, n := utf8.DecodeLastRuneInString(e.text[:e.at])
		e.text = e.text[:e.at-n] + e.text[e.at:]
		e.at -= n
	case "delete", "ctrl+d":
		_, n := utf8.DecodeRuneInString(e.text[e.at:])
		e.text = e.text[:e.at] + e.text[e.at+n:]
	case "left", "ctrl+b":
		_, n := utf8.DecodeLastRuneInString(e.text[:e.at])
		e.at -= n
	case "right", "ctrl+f":
		_, n := utf8.DecodeRuneInString(e.text[e.at:])
		e.at += n
	case "home", "ctrl+a":
		e.at = 0
	case "end", "ctrl+e":
		e.at = len(e.text)
	case "ctrl+u":
		e.text, e.at = e.text[e.at:], 0
	case "ctrl+w":
		cut := strings.LastIndexAny(strings.TrimRight(e.text[:e.at], " /"), " /") + 1
		e.text, e.at = e.text[:cut]+e.text[e.at:], cut
	default:
		if k.Text == "" {
			return false
		}
		e.insert(k.Text)
	}
	return true
}

// show draws the text with its cursor in w columns and returns the column of the
// cursor.
func (e *lineEditor) show(c *canvas, x, y, w int, s style) {
	before := width(e.text[:e.at])
	text := e.text
	for before >= w { // scrolled
		_, n := utf8.DecodeRuneInString(text)
		before -= width(text[:n])
		text = text[n:]
	}
	c.text(x, y, w, text, s)
	c.cursorX, c.cursorY = x+before, y
}

// typing takes a key while a move or a command is being typed.
func (gs *gameScreen) typing(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		gs.stopTyping()
		return nil
	case "enter":
		text := strings.TrimSpace(gs.typed.text)
		gs.stopTyping()
		return gs.runCommand(text)
	case "backspace", "ctrl+h":
		if gs.typed.text == "" {
			gs.stopTyping()
			return nil
		}
	}
	gs.typed.key(k)
	gs.preview()
	return nil
}

func (gs *gameScreen) stopTyping() {
	gs.typed = nil
	gs.drop()
	gs.forgive()
}

// preview shows on the board what is typed so far.
func (gs *gameScreen) preview() {
	gs.forgive()
	gs.drop()
	if !gs.personToMove() {
		return
	}
	text := strings.TrimSpace(gs.typed.text)
	claim, rest, _ := game.CutClaim(text)
	if len(claim) == 1 {
		if p := game.Piece(strings.ToUpper(claim)[0]); slices.Contains(gs.choice.claims(), p) {
			gs.choice.claim = p
		}
	}
	path, _ := gs.game().Layout().ReadWay(rest)
	if len(path) == 0 {
		return
	}
	gs.focus = path[len(path)-1]
	if gs.choice.placing() || gs.choice.origins(gs.choice.claim)&path[0].Bit() == 0 {
		return
	}
	gs.choice.path = path[:1]
	for _, s := range path[1:] {
		if gs.choice.points()&s.Bit() != 0 {
			gs.choice.path = append(gs.choice.path, s)
		}
	}
}

// runCommand plays a typed move or does a typed command.
func (gs *gameScreen) runCommand(text string) tea.Cmd {
	if text == "" {
		return nil
	}
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	lower := strings.ToLower(word)
	if c := gs.find(lower, func(c *command) string { return c.words }); c != nil {
		return c.do(gs, lower, rest)
	}
	gs.clearMessages()
	text = gs.game().Layout().Typed(text)
	if !game.LooksLikeMove(text) {
		gs.warn(i18n.Sentence(gs.t("tui.unknown", i18n.Args{"input": game.Shown(word)})))
		return nil
	}
	if !gs.personToMove() {
		return gs.mode.outOfTurn(game.NoSpot, text)
	}
	if s, ok := gs.game().Layout().Lookup(strings.ToLower(text)); ok && !gs.choice.placing() {
		gs.focus = s
		gs.take(s)
		return nil
	}
	m, err := gs.pos().ParseMove(text)
	if err == nil {
		gs.choice.path = gs.spelledPath(text)
		return gs.play(m)
	}
	if e, ok := err.(*game.Error); ok {
		gs.why = e
	}
	gs.warn(gs.Catalog.Labeled(gs.t("ui.why.title", i18n.Args{"move": text}), gs.reason(err)))
	return nil
}

// many is for commands that are done as often as the rest of the line says, once where it
// says nothing.
func many(do func(*gameScreen) tea.Cmd) doing {
	return func(gs *gameScreen, by, rest string) tea.Cmd {
		n := 1
		if rest != "" {
			var err error
			if n, err = strconv.Atoi(rest); err != nil || n < 1 {
				return gs.noCount(by, rest, 1)
			}
		}
		var cmds []tea.Cmd
		for range min(n, 1000) {
			cmds = append(cmds, do(gs))
		}
		return tea.Batch(cmds...)
	}
}

// noCount says which numbers can stand behind a word.
func (gs *gameScreen) noCount(word, rest string, least int) tea.Cmd {
	gs.clearMessages()
	text := gs.t("cli.usage.value", i18n.Args{"flag": word})
	if rest != "" {
		text = gs.t("cli.usage.least", i18n.Args{"flag": word, "least": least, "value": game.Shown(rest)})
	}
	gs.warn(i18n.Sentence(text))
	return nil
}

// setLanguage changes the language to that of a code.
func (gs *gameScreen) setLanguage(code string) tea.Cmd {
	gs.clearMessages()
	code = strings.ToLower(code)
	var known []string
	for _, l := range i18n.Languages() {
		known = append(known, l.Code)
	}
	if code == "" {
		gs.warn(i18n.Sentence(gs.t("cli.usage.value", i18n.Args{"flag": "lang"})))
		return nil
	}
	if !slices.Contains(known, code) && code != i18n.Pseudo {
		gs.warn(i18n.Sentence(gs.t("cli.unknown.language", i18n.Args{"language": game.Shown(code), "known": strings.Join(known, ", ")})))
		return nil
	}
	gs.Catalog = i18n.New(code)
	gs.updateSpeaker()
	return gs.remember(func(r *Settings) { r.Language = gs.Catalog.Lang() })
}

// switchMotion lets moves travel over the board, or shows them at once.
func (gs *gameScreen) switchMotion() tea.Cmd {
	gs.Animate = !gs.Animate
	return gs.remember(func(r *Settings) { r.Still = !gs.Animate })
}
