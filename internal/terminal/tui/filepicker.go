package tui

import (
	"os"
	"path/filepath"
	"sort"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record/formats"
)

// filePicker is the dialog in which a game to open is found: among the saved games, in
// the files of a directory, or among the games of one file.
type filePicker struct {
	*app
	past   bool // the finished games of the saved games alone
	dir    string
	file   string // whose games are listed, "" for none
	all    []entry
	list   []entry // those that the typed text fits
	at     int
	filter lineEditor
	failed string
}

// entry is something to open.
type entry struct {
	name  string // as shown
	path  string // of a file or directory; "" for a saved game
	dir   bool
	saved *SavedGame
	first bool // the first of its kind, with a heading
}

// openFiles opens the dialog in the working directory.
func openFiles(a *app) tea.Cmd {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	o := &filePicker{app: a, dir: dir}
	a.push(o)
	return o.read()
}

// openFinished opens the dialog with the games that were played to their end.
func openFinished(a *app) tea.Cmd {
	o := &filePicker{app: a, past: true}
	a.push(o)
	return o.read()
}

// entriesMsg is what there is to open.
type entriesMsg struct {
	dir   string
	list  []entry
	err   error
	saved error // what is wrong with the saved games
}

// read lists the directory and, in the first one, the saved games.
func (o *filePicker) read() tea.Cmd {
	dir, saved, past := o.dir, o.SavedGames, o.past
	describe := newStartScreen(o.app).describe
	return func() tea.Msg {
		var list []entry
		games, wrong := saved.List()
		for _, k := range games {
			if !past || !k.Open {
				list = append(list, entry{name: describe(k), saved: &k})
			}
		}
		if past {
			return entriesMsg{list: list, saved: wrong}
		}
		dirs, err := os.ReadDir(dir)
		m := entriesMsg{dir: dir, err: err, saved: wrong}
		var files []entry
		for _, d := range dirs {
			if strings.HasPrefix(d.Name(), ".") {
				continue
			}
			e := entry{name: d.Name(), path: filepath.Join(dir, d.Name()), dir: isDir(filepath.Join(dir, d.Name()), d)}
			if e.dir {
				e.name += string(filepath.Separator)
			}
			if e.dir || readable(d.Name()) {
				files = append(files, e)
			}
		}
		sort.SliceStable(files, func(i, j int) bool { return files[i].dir && !files[j].dir })
		up := entry{name: ".." + string(filepath.Separator), path: filepath.Dir(dir), dir: true}
		m.list = append(append(list, up), files...)
		return m
	}
}

func isDir(path string, d os.DirEntry) bool {
	if d.Type()&os.ModeSymlink != 0 {
		info, err := os.Stat(path)
		return err == nil && info.IsDir()
	}
	return d.IsDir()
}

// readable reports whether a file's name looks like one with games.
func readable(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	if _, ok := formats.OfFile(name); ok {
		return true
	}
	return strings.HasSuffix(name, ".tar") || strings.HasSuffix(name, ".tgz") || strings.HasSuffix(name, ".txt")
}

func (o *filePicker) update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case entriesMsg:
		if m.dir == o.dir && o.file == "" {
			o.all, o.at = m.list, 0
			if wrong := o.unlisted(m.saved); wrong != "" {
				o.failed = wrong
			}
			if m.err != nil {
				o.failed = say.FileError(o.Catalog, m.err)
			}
			o.filter = lineEditor{}
			o.applyFilter()
		}
	case loadedMsg:
		return o.loaded(m)
	case chosenMsg:
		o.at = int(m)
		return o.choose()
	case tea.PasteMsg:
		o.filter.insert(m.Content)
		o.applyFilter()
	case tea.MouseWheelMsg:
		o.move(3 * turned(m))
	case tea.KeyPressMsg:
		page := max(o.h-8, 1)
		switch m.String() {
		case "esc":
			o.pop()
		case "up", "shift+tab":
			o.move(-1)
		case "down", "tab":
			o.move(1)
		case "pgup":
			o.move(-page)
		case "pgdown":
			o.move(page)
		case "enter":
			return o.choose()
		case "delete":
			if o.filter.at < len(o.filter.text) {
				o.filter.key(m)
				o.applyFilter()
				return nil
			}
			return o.remove()
		case "backspace":
			if o.filter.text == "" && !o.past {
				if o.file != "" {
					return o.enter(o.dir)
				}
				return o.enter(filepath.Dir(o.dir))
			}
			fallthrough
		default:
			if o.filter.key(m) {
				o.applyFilter()
			}
		}
	}
	return nil
}

// applyFilter keeps the entries that hold the typed text.
func (o *filePicker) applyFilter() {
	o.list = o.list[:0]
	text := strings.ToLower(o.filter.text)
	for _, e := range o.all {
		if strings.Contains(strings.ToLower(e.name), text) {
			e.first = len(o.list) == 0 || (o.list[len(o.list)-1].saved == nil) != (e.saved == nil)
			o.list = append(o.list, e)
		}
	}
	o.move(0)
}

// move moves the cursor within the list.
func (o *filePicker) move(rows int) { o.at = max(min(o.at+rows, len(o.list)-1), 0) }

// remove deletes the saved game under the cursor after a yes.
func (o *filePicker) remove() tea.Cmd {
	if o.at >= len(o.list) || o.list[o.at].saved == nil {
		return nil
	}
	e := o.list[o.at]
	return o.push(o.confirm(o.t("tui.remove", i18n.Args{"game": e.name}), func() tea.Cmd {
		if err := o.SavedGames.Remove(e.saved.ID); err != nil {
			o.failed = say.FileError(o.Catalog, err)
			return nil
		}
		o.failed = ""
		return o.read()
	}))
}

func (o *filePicker) enter(dir string) tea.Cmd {
	o.dir, o.file, o.failed = dir, "", ""
	return o.read()
}

// choose opens what the cursor is on, or what was typed as a whole path.
func (o *filePicker) choose() tea.Cmd {
	o.failed = ""
	if typed := expandHome(strings.TrimSpace(o.filter.text)); typed != "" && o.file == "" && (len(o.list) == 0 || strings.ContainsRune(typed, filepath.Separator)) {
		if !filepath.IsAbs(typed) {
			typed = filepath.Join(o.dir, typed)
		}
		if info, err := os.Stat(typed); err == nil && info.IsDir() {
			return o.enter(typed)
		}
		return o.load(typed)
	}
	if o.at >= len(o.list) {
		return nil
	}
	switch e := o.list[o.at]; {
	case e.saved != nil:
		session, err := o.SavedGames.Open(e.saved.ID)
		if err != nil {
			o.failed = o.errorText(err)
			return nil
		}
		o.pop()
		return o.opened(setupOf(*e.saved, session), e.saved.Open)
	case e.dir:
		return o.enter(e.path)
	default:
		return o.load(e.path)
	}
}

func (o *filePicker) view(c *canvas) {
	w := min(c.Width-2, 84)
	x := (c.Width - w) / 2
	title := o.t("tui.menu.open")
	if o.past {
		title = o.t("tui.finished")
	}
	in := c.box(draw.Rect{X0: x, Y0: 0, X1: x + w, Y1: c.Height}, title)
	wide := in.X1 - in.X0
	end := c.text(in.X0, in.Y0, wide, o.t("tui.file")+" ", dim)
	o.filter.show(c, end, in.Y0, in.X1-end, strong)
	if o.failed != "" {
		c.trim(in.X0, in.Y0+1, wide, o.failed, bad)
	} else {
		at := o.dir
		if o.file != "" {
			at = o.file
		}
		c.trim(in.X0, in.Y0+1, wide, at, dim)
	}
	// Headings take lines too, so the rows are laid out first.
	type row struct {
		text  string
		index int
		when  string
	}
	var rows []row
	cursor := 0
	for i, e := range o.list {
		if e.first && !o.past {
			head := o.t("tui.open.files")
			switch {
			case e.saved != nil:
				head = o.t("tui.open.saved")
			case o.file != "":
				head = o.t("ui.import.several", i18n.Args{"n": len(o.all)})
			}
			rows = append(rows, row{head, -1, ""})
		}
		if i == o.at {
			cursor = len(rows)
		}
		when := ""
		if e.saved != nil {
			when = o.Catalog.Date(e.saved.Time.Local())
		}
		rows = append(rows, row{e.name, i, when})
	}
	room := in.Y1 - in.Y0 - 5
	top := min(max(cursor-room/2, 0), max(len(rows)-room, 0))
	for k, r := range rows[top:min(top+room, len(rows))] {
		y := in.Y0 + 3 + k
		if r.index < 0 {
			c.text(in.X0, y, wide, r.text, accent)
			continue
		}
		st := plain
		if r.index == o.at {
			st = picked
			c.row(in.X0-1, y, wide+2, "", picked)
		}
		end := in.X1
		if r.when != "" && wide > 50 {
			end = c.right(in.X1, y, r.when, st) - 2
		}
		c.trim(in.X0+1, y, end-in.X0-1, r.text, st)
		c.on(line(in.X0, y, wide), chosenMsg(r.index))
	}
	var hints []keyHint
	if o.at < len(o.list) && o.list[o.at].saved != nil {
		hints = append(hints, keyHint{"Del", o.t("ui.delete"), nil})
	}
	if !o.past {
		hints = append(hints, keyHint{c.glyph("⌫", "BS"), o.t("tui.key.up"), nil})
	}
	hints = append(hints, keyHint{"Enter", o.t("tui.key.open"), nil}, keyHint{"Esc", o.t("ui.cancel"), nil})
	c.keys(in.X0, in.Y1-1, wide, hints)
}
