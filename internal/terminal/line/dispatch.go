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
	"cairn.example/internal/show/say"
)

// command is a word that is no move.
type command struct {
	name    string
	aliases []string
	takes   string // what stands behind the word in the list, not translated
	help    string // key of its explanation
	where   place
	when    func(p *player) bool // where it can do anything, so that help lists it; nil for always
	run     func(p *player, rest string)
}

// place says where a command belongs.
type place uint8

const (
	anywhere place = 0
	atHome   place = 1 << iota // it makes no sense in a game that a server keeps
	away                       // only in such a game
	atOnce                     // it needs no turn and is no answer: through a pipe it does not wait until there is something to decide
)

// commands are all of them, in the order in which help lists them.
func commands() []command {
	return []command{
		{"moves", []string{"m"}, "[e4]", "cli.help.moves", anywhere, nil, showMoves},
		{"why", []string{"w"}, "b1-b2", "cli.help.why", anywhere, nil, explainMove},
		{"cut", []string{"isolation", "forecast"}, "e3-f3", "cli.help.isolation", anywhere, canCut, showCut},
		{"look", []string{"stack", "l"}, "[e4]", "cli.help.look", anywhere, nil, showStacks},
		{"show", []string{"b"}, "", "cli.help.show", anywhere, nil, showBoard},
		{"board", nil, "on|off", "cli.help.board", anywhere, nil, setBoards},
		{"score", []string{"count"}, "", "cli.help.score", anywhere, nil, showScore},
		{"record", []string{"list"}, "", "cli.help.record", anywhere, nil, showRecord},
		{"position", []string{"pos"}, "", "cli.help.position", anywhere, nil, showPosition},
		{"undo", []string{"u", "back"}, "[2]", "cli.help.undo", atHome, nil, undo},
		{"undo", []string{"u", "back"}, "", "cli.help.takeback", away, nil, offerTakeback},
		{"redo", []string{"r"}, "[2]", "cli.help.redo", atHome, nil, redo},
		{"hint", []string{"h"}, "", "cli.help.hint", atHome, hasAdviser, giveHint},
		{"level", nil, "5", "cli.help.level", atHome, hasLevel, setLevel},
		{"save", []string{"s"}, "game.cairn", "cli.help.save", anywhere, nil, save},
		{"save!", nil, "game.cairn", "cli.help.save_anyway", anywhere, nil, saveAnyway},
		{"load", nil, "game.cairn", "cli.help.load", atHome, nil, load},
		{"new", nil, "", "cli.help.new", atHome, nil, newGame},
		{"draw", nil, "", "cli.help.draw", anywhere, nil, offerDraw},
		{"accept", nil, "", "cli.help.accept", anywhere, nil, accept},
		{"decline", nil, "", "cli.help.decline", anywhere, nil, decline},
		{"resign", nil, "", "cli.help.resign", atOnce, nil, resign},
		{"abort", nil, "", "cli.help.abort", atOnce, nil, abort},
		{"clock", []string{"time"}, "", "cli.help.clock", anywhere, hasClock, showClocks},
		{"pause", nil, "", "cli.help.pause", atHome, hasClock, pause},
		{"resume", nil, "", "cli.help.resume", atHome, hasClock, resume},
		{"say", nil, "hello", "cli.help.say", away | atOnce, nil, talk},
		{"rematch", nil, "[same]", "cli.help.rematch", away, nil, rematch},
		{"more", nil, "[15]", "cli.help.more", away, nil, giveTime},
		{"withdraw", nil, "", "cli.help.withdraw", away | atOnce, nil, withdraw},
		{"claim", nil, "[draw]", "cli.help.claim", away | atOnce, nil, claimGame},
		{"if", []string{"plan"}, "[e3-e4 e5-e6]", "cli.help.if", away | atOnce, nil, planAnswers},
		{"mute", nil, "[name]", "cli.help.mute", away | atOnce, nil, mute},
		{"unmute", nil, "[name]", "cli.help.unmute", away | atOnce, nil, unmute},
		{"lobby", nil, "", "cli.help.lobby", away, nil, toLobby},
		{"rules", nil, "", "cli.help.rules", anywhere, nil, showRules},
		{"help", []string{"?"}, "", "cli.help.help", anywhere, nil, showHelp},
		{"quit", []string{"q", "exit"}, "", "cli.help.quit", anywhere, nil, quit},
	}
}

func canCut(p *player) bool {
	_, ok := p.Session.Position().(game.Isolator)
	return ok
}

func hasAdviser(p *player) bool { return p.Adviser != nil }

func hasClock(p *player) bool { return p.Session.State().Clocked() }

func hasLevel(p *player) bool {
	_, opponent := p.opponent()
	return opponent != nil
}

// execute takes one line of input: a command, a spot to look at, or a move.
func (p *player) execute(text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		playPass(p)
		return
	}
	if strings.HasPrefix(text, "#") {
		return // a remark in a script
	}
	word, rest, _ := strings.Cut(text, " ")
	if c := find(p, strings.ToLower(word)); c != nil {
		c.run(p, strings.TrimSpace(rest))
		return
	}
	text = p.typed(text)
	if at, ok := p.spot(text); ok && !p.placing() {
		p.print(p.say.Spot(p.Session.Position(), at))
		listMoves(p, at)
		return
	}
	if err := p.move(text); err != nil {
		explainRefusal(p, text, err)
	}
}

// commandsFor returns the commands for this game, in the order in which help lists them.
func commandsFor(p *player) []command {
	return slices.DeleteFunc(commands(), func(c command) bool {
		return c.where&atHome != 0 && p.server != nil || c.where&away != 0 && p.server == nil
	})
}

func find(p *player, word string) *command {
	list := commandsFor(p)
	i := slices.IndexFunc(list, func(c command) bool { return c.name == word || slices.Contains(c.aliases, word) })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// playPass plays a pass where nothing else is possible.
func playPass(p *player) {
	m, pass := game.ForcedPass(p.Session.Position())
	if !pass || p.Session.Over() {
		return
	}
	text := p.Session.Game().MoveText(m)
	if err := p.move(text); err != nil {
		explainRefusal(p, text, err)
	}
}

// explainRefusal says why a text is no move, or that it is neither move nor command.
func explainRefusal(p *player, text string, err error) {
	if game.LooksLikeMove(text) {
		p.illegal(text, err)
		return
	}
	word, _, _ := strings.Cut(text, " ")
	printUnknown(p, word)
}

// printUnknown says that a word is no command, and which one it may have been meant for.
func printUnknown(p *player, word string) {
	args := i18n.Args{"input": game.Shown(word)}
	if s := suggestion(p, word); s != "" {
		args["suggestion"] = s
		p.sentence("cli.unknown.suggest", args)
		return
	}
	p.sentence("cli.unknown", args)
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
			p.report(err)
			return
		case refusal.Err != nil:
			err = refusal.Err
		}
	}
	p.print(i18n.Sentence(p.catalog.Labeled(p.t("ui.why.title", i18n.Args{"move": game.Shown(move)}), say.Error(p.catalog, err))))
}

// suggestion returns the command that word may have been meant for, "" for none.
func suggestion(p *player, word string) string {
	var names []string
	for _, c := range commandsFor(p) {
		names = append(names, c.name)
	}
	return append(say.Nearest(word, names), "")[0]
}

// typed is a move as it is written, where it was typed with blanks.
func (p *player) typed(text string) string { return p.Session.Game().Layout().Typed(text) }

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

// printNoCount says which numbers can stand behind a command.
func printNoCount(p *player, command, rest string) {
	p.sentence("cli.usage.least", i18n.Args{"flag": command, "least": 1, "value": game.Shown(rest)})
}

// showHelp lists the commands, or says what one of them does.
func showHelp(p *player, name string) {
	if name != "" {
		if c := find(p, strings.ToLower(name)); c != nil {
			printHelpLine(p, strings.TrimSpace(c.name+" "+c.takes), about(p, *c))
		} else {
			printUnknown(p, name)
		}
		return
	}
	p.print(p.t("cli.help.title"))
	if claim := claimExample(p); claim != "" {
		printHelpLine(p, p.exampleMove(), p.t("cli.help.move", i18n.Args{"example": claim}))
	} else {
		printHelpLine(p, p.exampleMove(), p.t("cli.help.move.plain"))
	}
	for _, c := range commandsFor(p) {
		if c.when == nil || c.when(p) {
			printHelpLine(p, strings.TrimSpace(c.name+" "+c.takes), about(p, c))
		}
	}
}

// about says what a command does.
func about(p *player, c command) string {
	if c.name != "level" {
		return p.t(c.help)
	}
	_, opponent := p.opponent()
	if opponent == nil {
		return p.t("cli.no_level")
	}
	return p.t(c.help, i18n.Args{"most": opponent.Levels()})
}

// claimExample is a legal move with a claim, "" where there is none.
func claimExample(p *player) string {
	pos := p.Session.Position()
	for _, m := range pos.Moves(nil) {
		if p.Session.Game().Parts(m).Claim != 0 {
			return p.Session.Game().MoveText(m)
		}
	}
	return ""
}

func printHelpLine(p *player, left, right string) {
	p.print("  " + left + strings.Repeat(" ", max(1, 18-len(left))) + right)
}
