package tui

import (
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/i18n"
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
func (t *gameScreen) typing(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		t.stopTyping()
		return nil
	case "enter":
		text := strings.TrimSpace(t.typed.text)
		t.stopTyping()
		return t.runCommand(text)
	case "backspace", "ctrl+h":
		if t.typed.text == "" {
			t.stopTyping()
			return nil
		}
	}
	t.typed.key(k)
	t.preview()
	return nil
}

func (t *gameScreen) stopTyping() {
	t.typed = nil
	t.choice.path, t.choice.claim = nil, 0
	t.why, t.asked = nil, game.NoSpot
}

// preview shows on the board what is typed so far.
func (t *gameScreen) preview() {
	t.why, t.asked = nil, game.NoSpot
	t.choice.path, t.choice.claim = nil, 0
	if !t.personToMove() {
		return
	}
	text := strings.TrimSpace(t.typed.text)
	claim, rest, claims := strings.Cut(text, ",")
	if claims && len(claim) == 1 {
		if p := game.Piece(strings.ToUpper(claim)[0]); contains(t.choice.claims(), p) {
			t.choice.claim = p
		}
	} else if !claims {
		rest = text
	}
	var path []game.Spot
	for _, name := range strings.Split(strings.ToLower(rest), "-") {
		s, ok := t.game().Layout().Lookup(strings.TrimSpace(name))
		if !ok {
			break
		}
		path = append(path, s)
	}
	if len(path) == 0 {
		return
	}
	t.focus = path[len(path)-1]
	if t.choice.placing() || t.choice.origins(t.choice.claim)&path[0].Bit() == 0 {
		return
	}
	t.choice.path = path[:1]
	for _, s := range path[1:] {
		if t.choice.points()&s.Bit() != 0 {
			t.choice.path = append(t.choice.path, s)
		}
	}
}

// runCommand plays a typed move or does a typed command.
func (t *gameScreen) runCommand(text string) tea.Cmd {
	if text == "" {
		return nil
	}
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	if cmd, ok := t.command(strings.ToLower(word), rest); ok {
		return cmd
	}
	t.clearMessages()
	if !t.personToMove() {
		return t.act(t.focus)
	}
	if s, ok := t.game().Layout().Lookup(strings.ToLower(text)); ok && !t.choice.placing() {
		t.focus = s
		t.take(s)
		return nil
	}
	m, err := t.pos().ParseMove(text)
	if err == nil {
		t.choice.path = t.spelledPath(text)
		return t.play(m)
	}
	if !looksLikeMove(text) {
		t.warn(i18n.Sentence(t.t("tui.unknown", i18n.Args{"input": word})))
		return nil
	}
	if e, ok := err.(*game.Error); ok {
		t.why = e
	}
	t.warn(t.t("ui.why.title", i18n.Args{"move": text}) + ": " + t.reason(err))
	return nil
}

// spelledPath returns the origin and the points of a legal typed move.
func (t *gameScreen) spelledPath(text string) []game.Spot {
	if _, rest, claims := strings.Cut(text, ","); claims {
		text = rest
	}
	var path []game.Spot
	for _, name := range strings.Split(strings.ToLower(text), "-") {
		if s, ok := t.game().Layout().Lookup(strings.TrimSpace(name)); ok {
			path = append(path, s)
		}
	}
	return path[:max(len(path)-1, 0)]
}

// looksLikeMove tells whether a text is meant as a move.
func looksLikeMove(text string) bool {
	text = strings.ToLower(text)
	return text == "pass" || strings.ContainsAny(text, "-,") ||
		len(text) >= 2 && text[0] >= 'a' && text[0] <= 'z' && text[1] >= '0' && text[1] <= '9'
}

// command does what a typed word stands for; false for a word that is none.
func (t *gameScreen) command(word, rest string) (tea.Cmd, bool) {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		n = 1
	}
	switch word {
	case "undo", "u", "back":
		return t.many(n, t.undo), true
	case "redo", "r":
		return t.many(n, t.redo), true
	case "goto", "go":
		return t.goTo(n), true
	case "hint", "h":
		return t.hint(), true
	case "save", "s":
		if rest == "" {
			return t.push(newSaveDialog(t)), true
		}
		return t.save(rest, false), true
	case "load", "open":
		if rest == "" {
			return t.openFile(), true
		}
		return loadFile(t.app, rest), true
	case "level":
		return t.level(rest), true
	case "resign":
		return t.resign(), true
	case "draw":
		return t.offerDraw(), true
	case "abort":
		return t.abort(), true
	case "pause", "resume":
		if (word == "pause") == t.state().Paused() {
			return nil, true
		}
		return t.pause(), true
	case "new":
		return t.do(doNew, 0), true
	case "analysis", "analyze":
		return t.toggleAnalysis(), true
	case "position", "pos":
		t.clearMessages()
		t.tell(plain, t.pos().String())
		return nil, true
	case "moves", "m":
		t.clearMessages()
		t.tell(plain, t.t("cli.moves.title", i18n.Args{"n": len(t.choice.options)}))
		return nil, true
	case "help", "?":
		return t.do(doHelp, 0), true
	case "menu":
		return t.do(doMenu, 0), true
	case "lang":
		return t.setLanguage(rest), true
	case "quit", "q", "exit":
		return tea.Quit, true
	}
	return nil, false
}

func (t *gameScreen) many(n int, do func() tea.Cmd) tea.Cmd {
	var cmds []tea.Cmd
	for range min(n, 1000) {
		cmds = append(cmds, do())
	}
	return tea.Batch(cmds...)
}

// level sets how strong the computer plays from now on.
func (t *gameScreen) level(rest string) tea.Cmd {
	t.clearMessages()
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 || n > 10 {
		t.warn(i18n.Sentence(t.t("cli.level_range")))
		return nil
	}
	for side := range t.players {
		if t.players[side].opponent == nil {
			continue
		}
		name := "level" + strconv.Itoa(n)
		o, err := t.Engines.Opponent(t.game(), name, t.Seed())
		if err != nil {
			t.warn(err.Error())
			return nil
		}
		t.players[side] = player{name, o}
		if t.session.Tags[nameTags[side]] != "" {
			t.session.Tags[nameTags[side]] = name
		}
		t.dirty = true
		t.updateSpeaker()
		t.tell(plain, t.t("cli.level_set", i18n.Args{"player": t.say.Player(game.Side(side)), "level": n}))
		return tea.Batch(t.remember(func(r *Settings) { r.Opponent = name }), t.proceed())
	}
	t.warn(i18n.Sentence(t.t("cli.no_level")))
	return nil
}

// setLanguage changes the language.
func (t *gameScreen) setLanguage(code string) tea.Cmd {
	t.Catalog = i18n.New(code)
	t.updateSpeaker()
	t.clearMessages()
	return t.remember(func(r *Settings) { r.Language = t.Catalog.Lang() })
}
