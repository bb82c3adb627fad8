package line

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// command is a word that is no move.
type command struct {
	name    string
	aliases []string
	takes   string // what stands behind the word in the list, not translated
	help    string // key of its explanation
	run     func(p *player, rest string) error
}

// commands are all of them, in the order in which help lists them.
func commands() []command {
	return []command{
		{"moves", []string{"m"}, "[e4]", "cli.help.moves", (*player).moves},
		{"why", []string{"w"}, "b1-b2", "cli.help.why", (*player).why},
		{"cut", []string{"isolation", "forecast"}, "e3-f3", "cli.help.isolation", (*player).forecast},
		{"look", []string{"stack", "l"}, "[e4]", "cli.help.look", (*player).look},
		{"show", []string{"b"}, "", "cli.help.show", simple((*player).show)},
		{"board", nil, "on|off", "cli.help.board", (*player).boards},
		{"score", []string{"count"}, "", "cli.help.score", simple((*player).score)},
		{"record", []string{"list"}, "", "cli.help.record", simple((*player).record)},
		{"position", []string{"pos"}, "", "cli.help.position", simple((*player).position)},
		{"undo", []string{"u", "back"}, "[2]", "cli.help.undo", (*player).undo},
		{"redo", []string{"r"}, "[2]", "cli.help.redo", (*player).redo},
		{"hint", []string{"h"}, "", "cli.help.hint", (*player).hint},
		{"level", nil, "5", "cli.help.level", (*player).level},
		{"save", []string{"s"}, "game.cairn", "cli.help.save", (*player).save},
		{"save!", nil, "game.cairn", "cli.help.save_anyway", (*player).saveAnyway},
		{"load", nil, "game.cairn", "cli.help.load", (*player).load},
		{"new", nil, "", "cli.help.new", (*player).newGame},
		{"draw", nil, "", "cli.help.draw", (*player).draw},
		{"accept", nil, "", "cli.help.accept", (*player).accept},
		{"decline", nil, "", "cli.help.decline", (*player).decline},
		{"resign", nil, "", "cli.help.resign", (*player).resign},
		{"abort", nil, "", "cli.help.abort", (*player).abort},
		{"clock", []string{"time"}, "", "cli.help.clock", (*player).clock},
		{"pause", nil, "", "cli.help.pause", (*player).pause},
		{"resume", nil, "", "cli.help.resume", (*player).resume},
		{"rules", nil, "", "cli.help.rules", simple((*player).rules)},
		{"help", []string{"?"}, "", "cli.help.help", (*player).help},
		{"quit", []string{"q", "exit"}, "", "cli.help.quit", (*player).quit},
	}
}

func simple(f func(*player)) func(*player, string) error {
	return func(p *player, _ string) error {
		f(p)
		return nil
	}
}

// execute takes one line of input: a command, a spot to look at, or a move. The
// error is errQuit.
func (p *player) execute(text string) error {
	text = strings.TrimSpace(text)
	if text == "" {
		p.emptyLine()
		return nil
	}
	if strings.HasPrefix(text, "#") {
		return nil // a remark in a script
	}
	word, rest, _ := strings.Cut(text, " ")
	if c := p.find(strings.ToLower(word)); c != nil {
		return c.run(p, strings.TrimSpace(rest))
	}
	if at, ok := p.spot(text); ok && !p.placing() {
		p.print(p.say.Spot(p.Session.Position(), at))
		p.list(at)
		return nil
	}
	if err := p.move(text); err != nil {
		p.explainRefusal(text, err)
	}
	return nil
}

// all are the commands for this game, in the order in which help lists them.
func (p *player) all() []command {
	list := commands()
	if p.Remote == nil {
		return list
	}
	list = slices.DeleteFunc(list, func(c command) bool { return slices.Contains(atHome, c.name) })
	for i, c := range list {
		if c.name == "undo" {
			list[i].takes, list[i].help = "", "cli.help.takeback"
		}
	}
	return slices.Insert(list, len(list)-3, away()...)
}

func (p *player) find(word string) *command {
	for _, c := range p.all() {
		if c.name == word {
			return &c
		}
		for _, a := range c.aliases {
			if a == word {
				return &c
			}
		}
	}
	return nil
}

// emptyLine plays a pass where nothing else is possible.
func (p *player) emptyLine() {
	m, pass := game.ForcedPass(p.Session.Position())
	if !pass || p.Session.Over() {
		return
	}
	text := p.Session.Game().MoveText(m)
	if err := p.move(text); err != nil {
		p.explainRefusal(text, err)
	}
}

// explainRefusal says why a text is no move, or that it is neither move nor command.
func (p *player) explainRefusal(text string, err error) {
	if game.LooksLikeMove(text) {
		p.illegal(text, err)
		return
	}
	word, _, _ := strings.Cut(text, " ")
	p.unknown(word)
}

// unknown says that a word is no command, and which one it may have been meant for.
func (p *player) unknown(word string) {
	args := i18n.Args{"input": game.Shown(word)}
	if s := p.suggestion(word); s != "" {
		args["suggestion"] = s
		p.print(i18n.Sentence(p.t("cli.unknown.suggest", args)))
		return
	}
	p.print(i18n.Sentence(p.t("cli.unknown", args)))
}

// illegal says which rule forbids a move.
func (p *player) illegal(move string, err error) {
	if errors.Is(err, context.Canceled) {
		return // the game is left, which is said where it ends
	}
	var refusal *play.Error
	if errors.As(err, &refusal) {
		switch {
		case refusal.Code == play.GameOver && p.Session.Position().Outcome() == game.Ongoing:
			p.print(p.t("cli.over"))
			return
		case refusal.Err == nil && refusal.Code != play.GameOver:
			p.print(i18n.Sentence(p.reason(err)))
			return
		case refusal.Err != nil:
			err = refusal.Err
		}
	}
	p.print(i18n.Sentence(p.Catalog.Labeled(p.t("ui.why.title", i18n.Args{"move": game.Shown(move)}), p.reason(err))))
}

// suggestion returns the command that word may have been meant for, "" for
// none: one with at most two mistakes, fewer than half of the letters.
func (p *player) suggestion(word string) string {
	word = strings.ToLower(word)
	best, least := "", min(2, (len(word)-1)/2)+1
	for _, c := range p.all() {
		if d := distance(word, c.name); d < least {
			best, least = c.name, d
		}
	}
	return best
}

// distance is how many mistakes make b of a: letters left out, put in, changed,
// or two neighbors exchanged.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	before, above := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, row[j]+1, above[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

// spot reads the name of a spot.
func (p *player) spot(text string) (game.Spot, bool) {
	return p.Session.Game().Layout().Lookup(strings.ToLower(text))
}

// placing reports whether the name of a spot alone is a move here.
func (p *player) placing() bool {
	moves := p.Session.Position().Moves(nil)
	if len(moves) == 0 {
		return false
	}
	first := p.Session.Game().Parts(moves[0])
	return first.From == game.NoSpot && first.To != game.NoSpot
}

// number reads a count, 1 where there is none.
func number(rest string) (int, bool) {
	if rest == "" {
		return 1, true
	}
	n, err := strconv.Atoi(rest)
	return n, err == nil && n > 0
}

// noCount says which numbers can stand behind a command.
func (p *player) noCount(command, rest string) {
	p.print(i18n.Sentence(p.t("cli.usage.least", i18n.Args{"flag": command, "least": 1, "value": game.Shown(rest)})))
}

// help lists the commands, or says what one of them does.
func (p *player) help(name string) error {
	if name != "" {
		if c := p.find(strings.ToLower(name)); c != nil {
			p.helpLine(strings.TrimSpace(c.name+" "+c.takes), p.about(*c))
		} else {
			p.unknown(name)
		}
		return nil
	}
	p.print(p.t("cli.help.title"))
	if claim := p.claimExample(); claim != "" {
		p.helpLine(p.exampleMove(), p.t("cli.help.move", i18n.Args{"example": claim}))
	} else {
		p.helpLine(p.exampleMove(), p.t("cli.help.move.plain"))
	}
	for _, c := range p.all() {
		if p.useful(c.name) {
			p.helpLine(strings.TrimSpace(c.name+" "+c.takes), p.about(c))
		}
	}
	return nil
}

// about says what a command does.
func (p *player) about(c command) string {
	if c.name != "level" {
		return p.t(c.help)
	}
	_, opponent := p.leveled()
	if opponent == nil {
		return p.t("cli.no_level")
	}
	return p.t(c.help, i18n.Args{"most": opponent.Levels()})
}

// useful reports whether a command can do anything in this game.
func (p *player) useful(command string) bool {
	switch command {
	case "cut":
		_, ok := p.Session.Position().(game.Isolator)
		return ok
	case "hint":
		return p.Adviser != nil
	case "clock", "pause", "resume":
		return p.Session.State().Clocked()
	case "level":
		_, opponent := p.leveled()
		return opponent != nil
	}
	return true
}

// claimExample is a legal move with a claim, "" where there is none.
func (p *player) claimExample() string {
	pos := p.Session.Position()
	for _, m := range pos.Moves(nil) {
		if p.Session.Game().Parts(m).Claim != 0 {
			return p.Session.Game().MoveText(m)
		}
	}
	return ""
}

func (p *player) helpLine(left, right string) {
	p.print("  " + left + strings.Repeat(" ", max(1, 18-len(left))) + right)
}
