package line

import (
	"cmp"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// showMoves lists the legal moves, of one spot or of all.
func showMoves(p *player, rest string) {
	if rest == "" {
		listMoves(p, game.NoSpot)
		return
	}
	at, ok := p.spot(rest)
	if !ok {
		printNoSpot(p, rest)
		return
	}
	listMoves(p, at)
}

// printNoSpot says that the board has no spot of that name: where it looks like one,
// as the rules say it of a move from there, with what the board has.
func printNoSpot(p *player, name string) {
	if spotLike, _ := regexp.MatchString(`^[A-Za-z][0-9]{1,2}$`, name); spotLike {
		if _, err := p.Session.Position().ParseMove(name + "-" + name); err != nil {
			p.report(err)
			return
		}
	}
	p.print(i18n.Sentence(p.t("cli.show.no_spot", i18n.Args{
		"game": p.t("game." + p.Session.Game().ID()), "spot": game.Shown(name),
	})))
}

// listMoves prints the moves from a spot, claim by claim; for NoSpot those of all
// stacks without a claim, and how many more there are.
func listMoves(p *player, from game.Spot) {
	g := p.Session.Game()
	plain := map[string][]string{} // by claim
	count := 0
	for _, m := range p.Session.Position().Moves(nil) {
		parts := g.Parts(m)
		if from != game.NoSpot && parts.From != from && !(parts.From == game.NoSpot && parts.To == from) {
			continue
		}
		claim := parts.Claim.Letter()
		plain[claim] = append(plain[claim], g.MoveText(m))
		count++
	}
	if count == 0 {
		if from == game.NoSpot {
			p.print(p.t("cli.over"))
			return
		}
		p.sentence("cli.moves.none", i18n.Args{"spot": g.Layout().Names[from]})
		return
	}
	p.print(p.t("cli.moves.title", i18n.Args{"n": count}))
	claims := make([]string, 0, len(plain))
	for c := range plain {
		claims = append(claims, c)
	}
	sort.Strings(claims)
	shown := 0
	for _, c := range claims {
		if from == game.NoSpot && shown > 0 && c != "" {
			continue // a thousand claims with moves are no answer
		}
		shown += len(plain[c])
		sort.Strings(plain[c])
		p.print("  " + strings.Join(plain[c], " "))
	}
	if more := count - shown; more > 0 {
		p.print("  " + p.t("cli.moves.more", i18n.Args{"n": more}))
	}
}

// legalMove reads the move behind a command. Where there is no legal one it says so and returns false.
func legalMove(p *player, command, rest string) (game.Move, bool) {
	if rest == "" {
		p.sentence("cli.needs_move", i18n.Args{"command": command, "example": p.exampleMove()})
		return 0, false
	}
	rest = p.typed(rest)
	m, err := p.Session.Position().ParseMove(rest)
	if err != nil {
		p.illegal(rest, err)
	}
	return m, err == nil
}

// explainMove says whether a move is legal, and if not which rule forbids it.
func explainMove(p *player, rest string) {
	if m, ok := legalMove(p, "why", rest); ok {
		p.sentence("cli.move.legal", i18n.Args{"move": p.Session.Game().MoveText(m)})
	}
}

// showCut says what a move would cut off and how the count would stand then.
func showCut(p *player, rest string) {
	m, ok := legalMove(p, "cut", rest)
	if !ok {
		return
	}
	pos := p.Session.Position()
	text := p.Session.Game().MoveText(m)
	cut := say.Isolated(pos, m)
	if len(cut) == 0 {
		p.sentence("cli.isolation.none", i18n.Args{"move": text})
		return
	}
	after := pos.Copy()
	after.PlayUnchecked(m)
	names := make([]string, len(cut))
	for i, at := range cut {
		names[i] = p.Session.Game().Layout().Names[at]
	}
	args := i18n.Args{"move": text, "spots": p.catalog.List("list.and", names)}
	if n, ok := game.FirstCounts(after); ok {
		args["white"], args["black"] = n[game.First], n[game.Second]
	}
	p.print(p.t("cli.isolation.some", args))
}

// showStacks describes a stack, or all of them.
func showStacks(p *player, rest string) {
	pos := p.Session.Position()
	if rest != "" {
		at, ok := p.spot(rest)
		if !ok {
			printNoSpot(p, rest)
			return
		}
		p.print(p.say.Spot(pos, at))
		return
	}
	for _, at := range p.Session.Game().Layout().Spots {
		if len(pos.Stack(at, nil)) > 0 {
			p.print(p.say.Spot(pos, at))
		}
	}
}

// setBoards says whether the board is drawn after every move, or draws it now.
func setBoards(p *player, rest string) {
	switch strings.ToLower(rest) {
	case "":
		p.show()
	case "on":
		p.Boards = BoardsOn
		p.print(p.t("cli.board.on"))
	case "off":
		p.Boards = BoardsOff
		p.print(p.t("cli.board.off"))
	default:
		p.sentence("cli.board.choices")
	}
}

// showScore tells the claims and the counts of both players.
func showScore(p *player, _ string) {
	pos := p.Session.Position()
	for _, side := range []game.Side{game.First, game.Second} {
		if c, ok := pos.(game.Claimer); ok {
			var colors []string
			for _, color := range c.Claims(side) {
				colors = append(colors, p.t("color."+p.Session.Game().ColorName(color)+".name"))
			}
			args := i18n.Args{"player": p.say.Player(side), "colors": p.catalog.List("list.and", colors)}
			if len(colors) == 0 {
				p.print(p.t("cli.claims.none", args))
			} else {
				p.print(p.t("cli.claims", args))
			}
		}
	}
	s, ok := pos.(game.Scorer)
	if !ok {
		return
	}
	second := s.Standing(game.Second)
	for i, c := range s.Standing(game.First) {
		p.print("  " + p.t("count."+c.Key, i18n.Args{"first": c.N, "second": second[i].N}))
	}
}

// showRecord lists the moves so far, two a line.
func showRecord(p *player, _ string) {
	g := p.Session.Game()
	var b strings.Builder
	for i, step := range p.Session.Played() {
		if i%2 == 0 {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(strconv.Itoa(i/2+1) + ".")
		}
		b.WriteString(" " + g.MoveText(step.Move))
	}
	if b.Len() > 0 {
		p.print(b.String())
	}
}

// printPosition prints the position as one line, so that it can be copied.
func (p *player) printPosition() { fmt.Fprintln(p.out, p.Session.Position()) }

func showPosition(p *player, _ string) { p.printPosition() }

func showBoard(p *player, _ string) { p.show() }

func showRules(p *player, _ string) {
	p.print(p.t("cli.rules." + p.Session.Game().ID()))
}

// giveHint suggests a move.
func giveHint(p *player, _ string) {
	if p.Session.Over() {
		p.printOver()
		return
	}
	if p.Adviser == nil {
		p.sentence("cli.no_level")
		return
	}
	a, err := p.Adviser.Advise(p.ctx, p.Session.Position())
	switch {
	case p.ctx.Err() != nil:
		return // Run says so
	case err != nil:
		p.report(err)
		return
	}
	p.print(say.Hint(p.catalog, p.Session.Game(), a.Move, a.Why, a.Line, a.IfNot))
}

// setLevel sets how strong the opponent plays.
func setLevel(p *player, rest string) {
	side, opponent := p.opponent()
	if opponent == nil {
		p.sentence("cli.no_level")
		return
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 || n > opponent.Levels() {
		p.sentence("cli.level_range", i18n.Args{"most": opponent.Levels()})
		return
	}
	if err := opponent.SetLevel(n); err != nil {
		p.report(err)
		return
	}
	p.print(p.t("cli.level_set", i18n.Args{"player": p.say.Player(side), "level": n}))
	p.Names[side] = cmp.Or(opponent.Name(), p.Names[side])
	p.newSpeaker()
}

// opponent returns the first computer player and its side, nil without one.
func (p *player) opponent() (game.Side, Opponent) {
	if p.Opponents[game.First] != nil {
		return game.First, p.Opponents[game.First]
	}
	return game.Second, p.Opponents[game.Second]
}

// confirm asks a person; a script is taken at its word.
func confirm(p *player, question string) bool {
	if !p.Interactive {
		return true
	}
	for {
		fmt.Fprintf(p.out, "%s (%s) ", question, p.t("cli.confirm.choices"))
		if p.flush() != nil {
			return false
		}
		typed := p.readLine()
		if !typed.ok {
			return false
		}
		switch yes, no := p.catalog.Answer(typed.text); {
		case yes:
			return true
		case no:
			return false
		}
	}
}

// confirmLeaving asks before a game that is not saved is left.
func confirmLeaving(p *player, question string) bool {
	if p.server != nil {
		return true // nothing is lost: the server keeps the game
	}
	if !p.Session.Changed() {
		return true
	}
	return confirm(p, p.t(question))
}

func quit(p *player, _ string) {
	if !confirmLeaving(p, "cli.confirm.quit") {
		return
	}
	if !p.Interactive && p.unsaved() {
		p.printPosition()
	}
	p.leaving = errQuit
}

func newGame(p *player, _ string) {
	if !confirmLeaving(p, "tui.sure.new") {
		return
	}
	next := p.New(p.Session.Game())
	if err := switchGame(p, next.Game()); err != nil {
		p.report(err)
		return
	}
	p.Session = next
	p.startTimer()
	p.newSpeaker()
	p.welcome()
}
