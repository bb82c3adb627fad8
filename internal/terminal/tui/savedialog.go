package tui

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/local"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// saveDialog asks for the file that a game is saved to.
type saveDialog struct {
	*gameScreen
	name lineEditor
}

func newSaveDialog(gs *gameScreen) *saveDialog {
	s := &saveDialog{gameScreen: gs}
	name := gs.game().ID() + "-" + gs.Now().Format("2006-01-02") + (record.Cairn{}).Extension()
	s.name.insert(name)
	return s
}

func (s *saveDialog) update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case tea.PasteMsg:
		s.name.insert(m.Content)
	case tea.KeyPressMsg:
		switch m.String() {
		case "esc":
			s.pop()
		case "tab":
			s.format(1)
		case "shift+tab":
			s.format(-1)
		case "enter":
			if name := expandHome(strings.TrimSpace(s.name.text)); name != "" {
				s.pop()
				return s.save(name, false)
			}
		default:
			s.name.key(m)
		}
	case chosenMsg:
		s.end(formats.All()[m].Extension())
	}
	return nil
}

// format gives the name the end of the next format.
func (s *saveDialog) format(step int) {
	all := formats.All()
	at := -1
	for i, f := range all {
		if strings.EqualFold(filepath.Ext(s.name.text), f.Extension()) {
			at = i
		}
	}
	s.end(all[(at+step+len(all))%len(all)].Extension())
}

func (s *saveDialog) end(extension string) {
	s.name.text = strings.TrimSuffix(s.name.text, filepath.Ext(s.name.text)) + extension
	s.name.at = len(s.name.text)
}

func (s *saveDialog) view(c *canvas) {
	w := min(c.Width-4, 72)
	all := formats.All()
	h := len(all) + 6
	x, y := (c.Width-w)/2, max((c.Height-h)/2, 0)
	in := c.box(draw.Rect{X0: x, Y0: y, X1: x + w, Y1: y + h}, s.t("tui.save.title"))
	end := c.text(in.X0, in.Y0, in.X1-in.X0, s.t("tui.file")+" ", dim)
	s.name.show(c, end, in.Y0, in.X1-end, strong)
	for i, f := range all {
		row := in.Y0 + 2 + i
		st := plain
		if strings.EqualFold(filepath.Ext(s.name.text), f.Extension()) {
			st = picked
			c.row(in.X0-1, row, in.X1-in.X0+2, "", picked)
		}
		c.text(in.X0, row, 12, f.Extension(), st)
		c.text(in.X0+12, row, in.X1-in.X0-12, s.t("tui.format."+f.Name()), st)
		c.on(line(in.X0-1, row, in.X1-in.X0+2), chosenMsg(i))
	}
	c.keys(in.X0, in.Y1-1, in.X1-in.X0, []keyHint{
		{"Tab", s.t("tui.key.format"), nil}, {"Enter", s.t("ui.save"), nil}, {"Esc", s.t("ui.cancel"), nil},
	})
}

// expandHome reads a leading ~ as the home directory.
func expandHome(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return name
}

// savedMsg says how writing a file went.
type savedMsg struct {
	name     string
	warnings []string
	err      error
}

// save writes the game to a file, which may replace another one.
func (s *saver) save(name string, replace bool) tea.Cmd {
	// What is written is a copy: the game goes on meanwhile.
	session, err := local.Open(s.session.Record())
	if err != nil {
		s.warn(s.errorText(err))
		return nil
	}
	files, number := s.Files, s.number
	return func() tea.Msg {
		warnings, err := files.Save(name, session, replace)
		return gameMsg{number, savedMsg{name, warnings, err}}
	}
}

// saved says how it went, or asks whether another file may be lost.
func (s *saver) saved(m savedMsg) tea.Cmd {
	s.clearMessages()
	if errors.Is(m.err, fs.ErrExist) {
		return s.push(s.confirm(s.t("cli.confirm.overwrite", i18n.Args{"file": m.name}), func() tea.Cmd { return s.save(m.name, true) }))
	}
	if m.err != nil {
		s.warn(i18n.Sentence(say.Unwritable(s.Catalog, m.name, m.err)))
		return nil
	}
	s.unsaved = nil
	s.tell(accent, s.t("cli.saved", i18n.Args{"file": m.name}))
	if len(m.warnings) > 0 {
		text := s.t("ui.import.warnings", i18n.Args{"n": len(m.warnings)}) + "\n" + strings.Join(m.warnings, "\n")
		return s.push(s.messageBox(s.t("tui.save.title"), text))
	}
	return nil
}
