package line

import (
	"errors"
	"io/fs"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// save writes the game to a new file that the player names.
func (p *player) save(name string) error { return p.saveTo(name, false) }

// saveAnyway writes the game to the file that the player names, also where there is one.
func (p *player) saveAnyway(name string) error { return p.saveTo(name, true) }

func (p *player) saveTo(name string, replace bool) error {
	if name == "" {
		p.print(i18n.Sentence(p.t("cli.needs_file", i18n.Args{"command": "save"})))
		return nil
	}
	if p.Files == nil {
		p.printAbout(name, say.Unwritable(p.Catalog, name, fs.ErrPermission))
		return nil
	}
	for side, player := range p.Names {
		if player != "" {
			p.Session.Tags[local.NameTag(game.Side(side))] = player
		}
	}
	warnings, err := p.Files.Save(name, p.Session, replace)
	if errors.Is(err, fs.ErrExist) {
		p.printAbout(name, p.t("cli.file.exists", i18n.Args{"file": game.Printable(name), "command": "save! " + game.Printable(name)}))
		return nil
	}
	if err != nil {
		p.printAbout(name, say.Unwritable(p.Catalog, name, err))
		return nil
	}
	p.warn(warnings)
	p.Session.MarkSaved()
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
		p.printAbout(name, say.Unreadable(p.Catalog, name, fs.ErrPermission))
		return nil
	}
	session, warnings, err := p.Files.Load(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.printAbout(name, p.t("cli.file.not_found", i18n.Args{"file": game.Printable(name)}))
		return nil
	case err != nil:
		p.printAbout(name, say.Unreadable(p.Catalog, name, err))
		return nil
	}
	if !p.confirmLeaving("cli.confirm.load") {
		return nil
	}
	if err := p.takeOpponents(session); err != nil {
		p.printAbout(name, say.Unreadable(p.Catalog, name, err))
		return nil
	}
	p.warn(warnings)
	p.Session = session
	p.startTimer()
	p.newSpeaker()
	p.print(p.t("cli.loaded", i18n.Args{"file": name, "n": session.Ply()}))
	p.begin()
	return nil
}

// takeOpponents makes the computer player that a game names play on; where it names none,
// or two, the opponents stay and play its rule set.
func (p *player) takeOpponents(s *local.Session) error {
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
		return p.switchGame(s.Game())
	}
	p.Opponents = computers
	for side := range game.Side(2) {
		p.Names[side] = s.Tags[local.NameTag(side)]
	}
	return nil
}

func (p *player) warn(warnings []string) {
	for _, w := range warnings {
		p.print(w)
	}
}

// switchGame makes the opponents play a rule set. The error says which one cannot.
func (p *player) switchGame(g game.Game) error {
	if g == p.Session.Game() {
		return nil
	}
	for side, o := range p.Opponents {
		if o == nil {
			continue
		}
		s, ok := o.(Switcher)
		if !ok {
			return errors.New(p.t("cli.player.other_game", i18n.Args{"player": p.say.Player(game.Side(side)), "game": p.t("game." + g.ID())}))
		}
		if err := s.SetGame(g); err != nil {
			return err
		}
	}
	return nil
}

// printAbout says something about a file. In some languages the sentence begins with
// its name, which keeps its first letter.
func (p *player) printAbout(file, text string) {
	file = game.Printable(file)
	sentence := i18n.Sentence(text)
	if strings.HasPrefix(text, file) {
		sentence = file + sentence[len(file):]
	}
	p.print(sentence)
}
