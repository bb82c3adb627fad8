package line

import (
	"errors"
	"io/fs"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// save writes the game to a new file that the player names.
func save(p *player, name string) { saveTo(p, name, false) }

// saveAnyway writes the game to the file that the player names, also where there is one.
func saveAnyway(p *player, name string) { saveTo(p, name, true) }

func saveTo(p *player, name string, replace bool) {
	if name == "" {
		p.sentence("cli.needs_file", i18n.Args{"command": "save"})
		return
	}
	if p.Files == nil {
		p.printAbout(name, say.Unwritable(p.catalog, name, fs.ErrPermission))
		return
	}
	for side, player := range p.Names {
		if player != "" {
			p.Session.Tags[local.NameTag(game.Side(side))] = player
		}
	}
	warnings, err := p.Files.Save(name, p.Session, replace)
	if errors.Is(err, fs.ErrExist) {
		p.printAbout(name, p.t("cli.file.exists", i18n.Args{"file": game.Printable(name), "command": "save! " + game.Printable(name)}))
		return
	}
	if err != nil {
		p.printAbout(name, say.Unwritable(p.catalog, name, err))
		return
	}
	p.warn(warnings)
	p.Session.MarkSaved()
	p.print(p.t("cli.saved", i18n.Args{"file": name}))
}

// load replaces the game by one from a file.
func load(p *player, name string) {
	if name == "" {
		p.sentence("cli.needs_file", i18n.Args{"command": "load"})
		return
	}
	if p.Files == nil {
		p.printAbout(name, say.Unreadable(p.catalog, name, fs.ErrPermission))
		return
	}
	session, warnings, err := p.Files.Load(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.printAbout(name, p.t("cli.file.not_found", i18n.Args{"file": game.Printable(name)}))
		return
	case err != nil:
		p.printAbout(name, say.Unreadable(p.catalog, name, err))
		return
	}
	if !confirmLeaving(p, "cli.confirm.load") {
		return
	}
	if err := takeOpponents(p, session); err != nil {
		p.printAbout(name, say.Unreadable(p.catalog, name, err))
		return
	}
	p.warn(warnings)
	p.Session = session
	p.startTimer()
	p.newSpeaker()
	p.print(p.t("cli.loaded", i18n.Args{"file": name, "n": session.Ply()}))
	p.begin()
}

// takeOpponents makes the computer player that a game names play on; where it names none,
// or two, the opponents stay and play its rule set.
func takeOpponents(p *player, s *local.Session) error {
	var computers [2]Opponent
	found := 0
	for side := range game.Side(2) {
		tag := local.NameTag(side)
		if p.Computer == nil || s.Tags[tag] == "" {
			continue
		}
		o, err := p.Computer(s.Game(), s.Tags[tag])
		if err != nil {
			return err
		}
		if o != nil {
			computers[side] = o
			found++
		}
	}
	if found != 1 {
		return switchGame(p, s.Game())
	}
	p.Opponents = computers
	for side := range game.Side(2) {
		p.Names[side] = s.Tags[local.NameTag(side)]
	}
	return nil
}

// switchGame makes the opponents play a rule set.
func switchGame(p *player, g game.Game) error {
	if g == p.Session.Game() {
		return nil
	}
	for _, o := range p.Opponents {
		if o == nil {
			continue
		}
		if err := o.SetGame(g); err != nil {
			return err
		}
	}
	return nil
}
