package tui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record"
)

// shownGame is the game on a game screen, with what follows from it. The parts of the
// screen read it; [gameScreen] and its mode play on in it.
type shownGame struct {
	*app
	number  int // of the screen, which marks the messages for it
	session *local.Session
	mode    mode
	players [2]player
	say     *say.Speaker
	style   *draw.Style

	// What follows from the position.
	steps    []local.Step
	ahead    []local.Step
	captured []capture
}

// player is who plays a side.
type player struct {
	name     string // "" for a person, else the opponent's
	opponent Opponent
}

func (g *shownGame) game() game.Game { return g.session.Game() }

func (g *shownGame) pos() game.Position { return g.session.Position() }

func (g *shownGame) pieces() *draw.Style { return g.style }

// state is what the line played has led to.
func (g *shownGame) state() *play.State { return g.session.State() }

func (g *shownGame) traits() traits { return g.mode.traits() }

// updateSpeaker makes the speaker and names the players.
func (g *shownGame) updateSpeaker() {
	g.say = say.New(g.game(), g.Catalog)
	for side := range g.players {
		s := game.Side(side)
		if name := g.session.Tags[local.NameTag(game.Side(side))]; name != "" {
			name, _, _ = strings.Cut(name, guestSign) // at one table nobody is taken for the other
			g.say.Names[side] = say.KnownPlayer(g.Catalog, name)
		}
		if g.players[side].name != "" {
			g.say.Names[side] = say.ComputerName(g.Catalog, g.players[side].name)
			continue
		}
		if !g.traits().studies && g.players[s.Other()].name != "" && g.session.Tags[local.NameTag(game.Side(side))] == "" {
			g.say.Names[side] = g.t("player.you")
		}
	}
	g.say.Listener = g.listener()
}

// guestSign is what stands between the name of a guest and the digits that tell guests of one name apart (see
// api.Person); no name has it.
const guestSign = " ·"

// nameOf is the name of a player as the panel shows it, which tells guests apart.
func (g *shownGame) nameOf(side game.Side) string {
	if name := g.session.Tags[local.NameTag(side)]; strings.Contains(name, guestSign) {
		return name
	}
	return g.say.Player(side)
}

// listener is the side of the person at the keyboard, nil where there is none or both are.
func (g *shownGame) listener() *game.Side {
	seats := g.traits().seats
	if seats[game.First] == seats[game.Second] {
		return nil
	}
	side := game.First
	if seats[game.Second] {
		side = game.Second
	}
	return &side
}

// end is how the game ended, as far as no move can be made for it at the position shown; the
// zero value says that moves can be made. In a study that is what the rules say: where a game
// was resigned or agreed, moves can be tried out all the same.
func (g *shownGame) end() play.End {
	if !g.traits().studies {
		return g.session.End()
	}
	if o := g.pos().Outcome(); o != game.Ongoing {
		return play.End{Over: true, Outcome: o, Why: record.Normal}
	}
	return play.End{}
}

// over reports whether the game has ended, so that no move can be made at the position shown.
func (g *shownGame) over() bool { return g.end().Over }

// personToMove reports whether a person is to move.
func (g *shownGame) personToMove() bool { return g.mode.canMove() }

// lookingBack reports whether another position than the last one is shown.
func (g *shownGame) lookingBack() bool {
	if g.traits().studies {
		return len(g.ahead) > 0
	}
	return !g.session.Live()
}

// result says how the game ended.
func (g *shownGame) result() string { return g.say.End(g.pos(), g.end()) }

// stopped reports whether the clocks are stopped here.
func (g *shownGame) stopped() bool { return g.traits().hosts && g.state().Paused() }

// wholeLine returns the steps of the line shown, those ahead too.
func (g *shownGame) wholeLine() []local.Step { return slices.Concat(g.steps, g.ahead) }

// line returns the positions of the line shown, the first one in front.
func (g *shownGame) line() []game.Position {
	list := []game.Position{g.session.Start()}
	for _, s := range g.wholeLine() {
		list = append(list, s.After)
	}
	return list
}

// fork returns how many plies the line on the screen shares with the line played.
func (g *shownGame) fork() int {
	plies := g.state().Plies()
	n := 0
	for n < len(plies) && n < len(g.steps) && plies[n].Move == g.steps[n].Move {
		n++
	}
	return n
}

// claimable returns the colors that players claim in this game, claimed already or
// not; jokers are none of them.
func (g *shownGame) claimable() []game.Piece {
	claimer, ok := g.pos().(game.Claimer)
	if !ok {
		return nil
	}
	var list []game.Piece
	for _, p := range g.game().Pieces() {
		if claimer.IsColor(p) {
			list = append(list, p)
		}
	}
	return list
}

// spelledPath returns the origin and the points of a legal typed move.
func (g *shownGame) spelledPath(text string) []game.Spot {
	_, way, _ := game.CutClaim(text)
	path, _ := g.game().Layout().ReadWay(way)
	return path[:max(len(path)-1, 0)]
}

func (g *shownGame) movesText(moves []game.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = g.game().MoveText(m)
	}
	return strings.Join(words, " ")
}

// scoreText says a score in words.
func (g *shownGame) scoreText(s Score) string {
	side, won := s.Outcome.Winner()
	switch {
	case s.Outcome == game.Draw:
		return g.t("ui.analysis.proved_draw")
	case won && s.Margin > 0:
		return g.t("ui.analysis.proved_margin", i18n.Args{"player": g.say.Player(side), "margin": s.Margin})
	case won:
		return g.t("ui.analysis.proved_win", i18n.Args{"player": g.say.Player(side)})
	}
	share, name := s.chance(g.pos()), g.say.Player(game.First)
	if share < 0.5 {
		share, name = 1-share, g.say.Player(game.Second)
	}
	return g.t("ui.analysis.chance", i18n.Args{"player": name, "percent": g.Catalog.Percent(share)})
}

// scoreShort writes a score in a few characters: +1.25, or who wins for certain.
func (g *shownGame) scoreShort(s Score) string {
	side, won := s.Outcome.Winner()
	switch {
	case s.Outcome == game.Draw:
		return "=="
	case won:
		return "#" + strings.ToUpper(g.game().SideName(side))
	}
	return g.Catalog.Figure(fmt.Sprintf("%+.2f", float64(s.Points)/100))
}

// person is the side that the person at the keyboard plays, or the side to move
// where two people do.
func (g *shownGame) person() game.Side {
	if g.say.Listener != nil {
		return *g.say.Listener
	}
	return g.state().Turn()
}

// people are the sides that people play.
func (g *shownGame) people() []game.Side {
	var sides []game.Side
	for side := range g.players {
		if g.players[side].opponent == nil {
			sides = append(sides, game.Side(side))
		}
	}
	return sides
}

// reason says a refusal in the player's language.
func (g *shownGame) reason(err error) string {
	// The reason that the rules give says enough, without that the move is none.
	var refusal *play.Error
	if errors.As(err, &refusal) && refusal.Code == play.Illegal && refusal.Err != nil {
		err = refusal.Err
	}
	return say.Error(g.Catalog, err)
}

// later sends this game screen a message.
func (g *shownGame) later(d time.Duration, msg tea.Msg) tea.Cmd {
	return g.after(d, gameMsg{g.number, msg})
}

// message is a line of what has happened.
type message struct {
	text  string
	style style
}

// said is what the screen has said of what happened.
type said struct{ messages []message }

// tell shows a line of what has happened.
func (s *said) tell(look style, text string) {
	s.messages = append(s.messages, message{text, look})
	if len(s.messages) > 20 {
		s.messages = s.messages[len(s.messages)-20:]
	}
}

// clearMessages forgets what was said.
func (s *said) clearMessages() { s.messages = nil }

// warn shows why something cannot be done, once where the same is tried again.
func (s *said) warn(text string) {
	why := message{text, bad}
	if n := len(s.messages); n > 0 && s.messages[n-1] == why {
		return
	}
	s.tell(bad, text)
}
