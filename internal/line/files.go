package line

import (
	"errors"
	"io/fs"

	"cairn.example/internal/i18n"
)

// save writes the game to the file the player names.
func (p *player) save(name string) error {
	if name == "" {
		p.print(i18n.Sentence(p.t("cli.needs_file", i18n.Args{"command": "save"})))
		return nil
	}
	if p.Files == nil {
		p.print(i18n.Sentence(p.t("cli.file.unwritable", i18n.Args{"file": name, "reason": fs.ErrPermission.Error()})))
		return nil
	}
	if p.Files.Exists(name) && !p.confirm(p.t("cli.confirm.overwrite", i18n.Args{"file": name})) {
		return nil
	}
	for side, player := range p.Names {
		if player != "" {
			p.Session.Tags[[2]string{"First", "Second"}[side]] = player
		}
	}
	warnings, err := p.Files.Save(name, p.Session)
	if err != nil {
		p.print(i18n.Sentence(p.t("cli.file.unwritable", i18n.Args{"file": name, "reason": fileReason(err)})))
		return nil
	}
	p.warn(warnings)
	p.Session.Kept()
	p.print(p.t("cli.saved", i18n.Args{"file": name}))
	return nil
}

// load replaces the game by one from a file.
func (p *player) load(name string) error {
	if name == "" {
		p.print(i18n.Sentence(p.t("cli.needs_file", i18n.Args{"command": "load"})))
		return nil
	}
	if p.Files == nil {
		p.print(i18n.Sentence(p.t("cli.file.unreadable", i18n.Args{"file": name, "reason": fs.ErrPermission.Error()})))
		return nil
	}
	session, warnings, err := p.Files.Load(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.print(i18n.Sentence(p.t("cli.file.not_found", i18n.Args{"file": name})))
		return nil
	case err != nil:
		p.print(i18n.Sentence(p.t("cli.file.unreadable", i18n.Args{"file": name, "reason": fileReason(err)})))
		return nil
	}
	if !p.leave("cli.confirm.load") {
		return nil
	}
	p.warn(warnings)
	p.Session = session
	p.speak()
	p.print(p.t("cli.loaded", i18n.Args{"file": name, "n": session.Ply()}))
	p.show()
	p.turn()
	return nil
}

func (p *player) warn(warnings []string) {
	for _, w := range warnings {
		p.print(w)
	}
}

// fileReason is what went wrong, without the name of the file.
func fileReason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
