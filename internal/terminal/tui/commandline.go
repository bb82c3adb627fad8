package tui

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
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
	gs.choice.path, gs.choice.claim = nil, 0
	gs.why, gs.asked = nil, game.NoSpot
}

// preview shows on the board what is typed so far.
func (gs *gameScreen) preview() {
	gs.why, gs.asked = nil, game.NoSpot
	gs.choice.path, gs.choice.claim = nil, 0
	if !gs.personToMove() {
		return
	}
	text := strings.TrimSpace(gs.typed.text)
	claim, rest, _ := game.CutClaim(text)
	if len(claim) == 1 {
		if p := game.Piece(strings.ToUpper(claim)[0]); contains(gs.choice.claims(), p) {
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
	if cmd, ok := gs.command(strings.ToLower(word), rest); ok {
		return cmd
	}
	gs.clearMessages()
	if gs.source.premoving() && gs.prepareText(text) {
		return nil
	}
	if !game.LooksLikeMove(text) {
		gs.warn(i18n.Sentence(gs.t("tui.unknown", i18n.Args{"input": game.Shown(word)})))
		return nil
	}
	if !gs.personToMove() {
		gs.source.tellTurn()
		return nil
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

// spelledPath returns the origin and the points of a legal typed move.
func (gs *gameScreen) spelledPath(text string) []game.Spot {
	_, way, _ := game.CutClaim(text)
	path, _ := gs.game().Layout().ReadWay(way)
	return path[:max(len(path)-1, 0)]
}

// command does what a typed word stands for; false for a word that is none.
func (gs *gameScreen) command(word, rest string) (tea.Cmd, bool) {
	if cmd, ok := gs.source.command(word, rest); ok {
		return cmd, true
	}
	switch word {
	case "undo", "u", "back":
		return gs.many(word, rest, gs.undo), true
	case "redo", "r":
		return gs.many(word, rest, gs.redo), true
	case "goto", "go":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 0 {
			return gs.noCount(word, rest, 0), true
		}
		return gs.goTo(n), true
	case "hint", "h":
		return gs.hint(), true
	case "save", "s":
		if rest == "" {
			return gs.push(newSaveDialog(gs)), true
		}
		return gs.save(rest, false), true
	case "load", "open":
		if rest == "" {
			return gs.do(doOpen, 0), true
		}
		return gs.leaving(func() tea.Cmd { return loadFile(gs.app, rest) }), true
	case "level":
		return gs.level(rest), true
	case "resign":
		return gs.resign(), true
	case "draw":
		return gs.offerDraw(), true
	case "abort":
		return gs.abort(), true
	case "pause", "resume":
		if (word == "pause") == gs.state().Paused() {
			return nil, true
		}
		return gs.pause(), true
	case "new":
		return gs.do(doNew, 0), true
	case "analysis", "analyze":
		return gs.toggleAnalysis(), true
	case "position", "pos":
		gs.clearMessages()
		gs.tell(plain, gs.pos().String())
		return nil, true
	case "moves", "m":
		gs.clearMessages()
		gs.tell(plain, gs.t("cli.moves.title", i18n.Args{"n": len(gs.choice.options)}))
		return nil, true
	case "help", "?":
		return gs.do(doHelp, 0), true
	case "menu":
		return gs.do(doMenu, 0), true
	case "lang":
		return gs.setLanguage(rest), true
	case "quit", "q", "exit":
		return gs.quit(), true
	}
	return nil, false
}

// many does what a word stands for as often as the rest of the line says, once where it
// says nothing.
func (gs *gameScreen) many(word, rest string, do func() tea.Cmd) tea.Cmd {
	n := 1
	if rest != "" {
		var err error
		if n, err = strconv.Atoi(rest); err != nil || n < 1 {
			return gs.noCount(word, rest, 1)
		}
	}
	var cmds []tea.Cmd
	for range min(n, 1000) {
		cmds = append(cmds, do())
	}
	return tea.Batch(cmds...)
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

// level sets how strong the computer plays from now on.
func (gs *gameScreen) level(rest string) tea.Cmd {
	gs.clearMessages()
	levels := gs.Engines.Levels()
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 || n > len(levels) {
		gs.warn(i18n.Sentence(gs.t("cli.level_range", i18n.Args{"most": len(levels)})))
		return nil
	}
	for side := range gs.players {
		if gs.players[side].opponent == nil {
			continue
		}
		name := levels[n-1]
		o, err := gs.Engines.Opponent(gs.game(), name, gs.Seed())
		if err != nil {
			gs.warn(i18n.Sentence(gs.errorText(err)))
			return nil
		}
		gs.players[side] = player{name, o}
		if gs.session.Tags[local.NameTag(game.Side(side))] != "" {
			gs.session.Tags[local.NameTag(game.Side(side))] = name
		}
		gs.dirty = true
		gs.updateSpeaker()
		gs.tell(plain, gs.t("cli.level_set", i18n.Args{"player": gs.say.Player(game.Side(side)), "level": n}))
		return tea.Batch(gs.remember(func(r *Settings) { r.Opponent = name }), gs.proceed())
	}
	gs.warn(i18n.Sentence(gs.t("cli.no_level")))
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
