package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// appearance is how everything is painted.
type appearance struct {
	theme *draw.Theme
	depth draw.Depth
	ascii bool
}

// screen is what fills the terminal, or a dialog before it.
type screen interface {
	// update takes a key, a mouse event, a paste, a result of one of its own
	// commands, or what a click on its view means.
	update(msg tea.Msg) tea.Cmd

	// view draws the screen.
	view(c *canvas)

	// pieces returns the look of the pieces on the screen, nil without any.
	pieces() *draw.Style
}

// app holds the screens; the last one is in front and gets keys and mouse.
type app struct {
	Options
	screens     []screen
	appearance  appearance
	w, h        int
	frame       *canvas // what is shown, for the meaning of clicks
	encoder     encoder
	gameScreens int // made so far; the number of each marks the messages for it

	storing chan struct{} // closed when the settings have been written; nil at first

	// after sends a message later; tests have their own.
	after func(d time.Duration, msg tea.Msg) tea.Cmd

	// flaw is given to each canvas; for tests.
	flaw func(x, y int, text, what string)
}

func newApp(o Options) *app {
	a := &app{Options: o, appearance: appearance{theme: o.Theme, depth: o.Depth, ascii: o.ASCII}}
	if a.appearance.theme == nil {
		a.appearance.theme = draw.Dark()
	}
	a.after = func(d time.Duration, msg tea.Msg) tea.Cmd {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	}
	return a
}

// await sends a message when something has changed, unless that is stopped before.
func (a *app) await(changed, stop <-chan struct{}, msg tea.Msg) tea.Cmd {
	if a.awaited != nil {
		a.awaited(changed, stop, msg)
		return nil
	}
	return func() tea.Msg {
		select {
		case <-changed:
			return msg
		case <-stop:
			return nil
		}
	}
}

// pieces returns the look of no pieces: most screens show none.
func (a *app) pieces() *draw.Style { return nil }

// t is a message of the catalog.
func (a *app) t(key string, args ...i18n.Args) string { return a.Catalog.T(key, args...) }

// top returns the screen in front.
func (a *app) top() screen { return a.screens[len(a.screens)-1] }

// push shows a screen before the others.
func (a *app) push(s screen) tea.Cmd {
	a.screens = append(a.screens, s)
	return nil
}

// pop goes back to the screen behind.
func (a *app) pop() {
	if len(a.screens) > 1 {
		a.screens = a.screens[:len(a.screens)-1]
	}
}

// show replaces all screens.
func (a *app) show(s screen) {
	for _, old := range a.screens {
		if l, ok := old.(interface{ leave() }); ok {
			l.leave()
		}
	}
	a.screens = []screen{s}
}

// gameScreen returns the game screen, nil without one.
func (a *app) gameScreen() *gameScreen {
	for _, s := range a.screens {
		if gs, ok := s.(*gameScreen); ok {
			return gs
		}
	}
	return nil
}

// open shows a game.
func (a *app) open(s Setup) tea.Cmd {
	gs, err := newGameScreen(a, s)
	if err != nil {
		return a.push(a.messageBox(a.t("tui.failed"), i18n.Sentence(a.errorText(err))))
	}
	a.show(gs)
	return gs.start()
}

// errorText says an error in the language of the catalog.
func (a *app) errorText(err error) string {
	if a.ErrorText != nil {
		return a.ErrorText(a.Catalog, err)
	}
	return say.Error(a.Catalog, err)
}

// home shows the start screen.
func (a *app) home() tea.Cmd {
	s := newStartScreen(a)
	a.show(s)
	return s.list()
}

// close stops what still runs and saves the game as it is.
func (a *app) close() {
	if gs := a.gameScreen(); gs != nil {
		gs.leave()
		if m, ok := gs.mode.(interface{ closed() }); ok {
			m.closed()
		}
		return
	}
	for _, s := range a.screens {
		if w, ok := s.(*waitingScreen); ok && a.LeftTable != nil {
			a.LeftTable(w.table.ID(), "")
		}
	}
}

// Init opens the first screen and asks the terminal for its background.
func (a *app) Init() tea.Cmd {
	var first tea.Cmd
	if a.Server != nil {
		first = a.openServer()
	} else if a.Training != nil {
		first = a.nextPuzzle()
	} else if a.Options.Open != nil {
		first = a.open(*a.Options.Open)
		if len(a.screens) == 1 {
			if _, failed := a.top().(*dialog); failed { // behind the message is the start
				a.screens = []screen{newStartScreen(a), a.top()}
			}
		}
	} else {
		first = a.home()
	}
	if a.Notice != "" {
		a.push(a.messageBox(a.t("ui.settings"), a.Notice))
	}
	saved, now := a.SavedGames, a.Now()
	tidy := func() tea.Msg {
		saved.RemoveLeftovers(now)
		return nil
	}
	if a.Theme == nil && a.Depth > draw.NoColor {
		return tea.Batch(first, tidy, tea.RequestBackgroundColor)
	}
	return tea.Batch(first, tidy)
}

// Update hands each message to the screen that it is for.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch m := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = m.Width, m.Height
		return a, nil
	case tea.BackgroundColorMsg:
		if a.Theme == nil {
			a.appearance.theme = draw.Dark()
			if !m.IsDark() {
				a.appearance.theme = draw.Light()
			}
		}
		return a, nil
	case tea.KeyPressMsg:
		switch m.String() {
		case "ctrl+c":
			return a, a.quit()
		case "ctrl+z":
			return a, tea.Suspend
		case "ctrl+l":
			return a, tea.ClearScreen
		}
		if a.small() {
			return a, nil
		}
		return a, a.top().update(msg)
	case tea.MouseMsg:
		if a.small() {
			return a, nil
		}
		return a, a.mouse(m)
	case tea.PasteMsg:
		return a, a.top().update(msg)
	case gameMsg:
		if gs := a.gameScreen(); gs != nil && gs.number == m.number {
			return a, gs.update(m.msg)
		}
		return a, nil
	case screenMsg:
		for _, s := range a.screens { // a dialog may be in front of it
			if s == m.to {
				return a, s.update(m.msg)
			}
		}
		return a, nil
	case storedMsg:
		if m.err != nil {
			text := a.t("tui.settings.unsaved", i18n.Args{"reason": say.FileError(a.Catalog, m.err)})
			return a, a.push(a.messageBox(a.t("ui.settings"), text))
		}
		return a, nil
	}
	return a, a.top().update(msg)
}

// mouse turns a click on something into what it means; the rest the screen gets
// as it is.
func (a *app) mouse(m tea.MouseMsg) tea.Cmd {
	at := m.Mouse()
	if click, ok := m.(tea.MouseClickMsg); ok && click.Button == tea.MouseLeft {
		if does := a.frame.under(at.X, at.Y); does != nil {
			return a.top().update(does)
		}
	}
	return a.top().update(m)
}

// turned is by how many rows the wheel goes down.
func turned(m tea.MouseWheelMsg) int {
	switch m.Button {
	case tea.MouseWheelUp:
		return -1
	case tea.MouseWheelDown:
		return 1
	}
	return 0
}

// The smallest terminal in which there is room for a board.
const (
	leastWidth  = 40
	leastHeight = 16
)

func (a *app) small() bool { return a.w < leastWidth || a.h < leastHeight }

// View draws the screens from back to front.
func (a *app) View() tea.View {
	c := a.draw()
	a.frame = c
	v := tea.NewView(a.encoder.encode(c))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeAllMotion
	v.WindowTitle = a.title()
	if c.cursorX >= 0 {
		v.Cursor = tea.NewCursor(c.cursorX, c.cursorY)
	}
	return v
}

func (a *app) title() string {
	if gs := a.gameScreen(); gs != nil {
		if title := gs.mode.notes().title; title != "" {
			return title
		}
		return a.Catalog.Labeled(a.t("app.name"), a.t("game."+gs.game().ID()))
	}
	return a.t("app.name")
}

func (a *app) draw() *canvas {
	var pieces *draw.Style
	for _, s := range a.screens {
		if p := s.pieces(); p != nil {
			pieces = p
		}
	}
	c := newCanvas(a.w, a.h, a.appearance, pieces)
	c.flaw = a.flaw
	if a.w == 0 || a.h == 0 { // the terminal has not told its size yet
		return c
	}
	if a.small() {
		c.tooSmall(a)
		return c
	}
	for i, s := range a.screens {
		if i == len(a.screens)-1 && i > 0 {
			c.clickAreas, c.cursorX = nil, -1 // only what is in front is clicked
		}
		s.view(c)
	}
	return c
}

// tooSmall says how much room is needed.
func (c *canvas) tooSmall(a *app) {
	w, h := leastWidth, leastHeight
	text := a.t("tui.too_small", i18n.Args{"width": w, "height": h, "has_width": a.w, "has_height": a.h})
	lines := wrap(text, max(a.w-2, 1))
	y := max(0, (a.h-len(lines))/2)
	for i, l := range lines {
		c.text(max(0, (a.w-width(l))/2), y+i, a.w, l, strong)
	}
}

// gameMsg is a message for one game screen, whatever is in front of it.
type gameMsg struct {
	number int
	msg    tea.Msg
}

// screenMsg is a message for one screen, whatever is in front of it.
type screenMsg struct {
	to  screen
	msg tea.Msg
}

// storedMsg says that the settings were stored, or why not.
type storedMsg struct{ err error }

// remember stores the settings after a change. Changes are written in their
// order: each waits for the one before.
func (a *app) remember(change func(*Settings)) tea.Cmd {
	was := a.Settings
	change(&a.Settings)
	if a.SettingsFile == nil || a.Settings == was {
		return nil
	}
	file, now, turn, done := a.SettingsFile, a.Settings, a.storing, make(chan struct{})
	a.storing = done
	return func() tea.Msg {
		defer close(done)
		if turn != nil {
			<-turn
		}
		return storedMsg{file.Write(now)}
	}
}
