package boardspace

import (
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/record"
)

// operation plays one operation of a player: a number that counts them, which
// means nothing, a word and what belongs to it.
func (g *reader) operation(l *line, t *turn, player, pos int, text string) *record.Error {
	words := strings.Fields(text)
	if len(words) > 0 {
		if _, err := strconv.Atoi(words[0]); err == nil {
			words = words[1:]
		}
	}
	if len(words) == 0 {
		return g.fail(pos, "boardspace.operation_empty")
	}
	if g.over(l) {
		if !strings.EqualFold(words[0], "done") {
			g.warn(pos, "boardspace.after_end", "op", game.Quoted(text))
		}
		return nil
	}
	word, rest := strings.ToLower(words[0]), words[1:]
	if t.passed >= 0 && word != "done" {
		t.passed = -1
	}
	var refused refusal
	switch word {
	case "start":
		refused = g.start(l, rest)
	case "done":
		return g.done(l, t, player, pos, text)
	case "pass":
		if !t.empty() {
			refused = wasDropped
			break
		}
		commit(l, t, player, pos, "pass")
	case "resign":
		t.resigned = !t.resigned // clicked again, it is taken back
	case "reset":
		t.reset()
	case "gameoverontime":
		g.timeout = l == g.main
	case "pick", "drop":
		refused = g.rack(t, word, rest, player)
	case "claim":
		refused = badWords
		if len(rest) == 2 {
			if refused = t.pick(rest[0], player); refused == "" {
				refused = t.put(rest[1], player)
			}
		}
	case "pickb", "dropb", "move":
		refused = g.onBoard(t, word, rest)
	default:
		return g.fail(pos, "boardspace.operation", "op", game.Quoted(text))
	}
	if refused != "" {
		e := g.fail(pos, string(refused), "op", game.Quoted(text))
		e.Ply, e.Variation = len(l.plies)+1, l != g.main
		return e
	}
	return nil
}

// over reports whether the line has ended with a resignation or a flag.
func (g *reader) over(l *line) bool { return l == g.main && (g.resigned >= 0 || g.timeout) }

// start is the operation that names the player who moves first.
func (g *reader) start(l *line, rest []string) refusal {
	if len(rest) == 1 && l == g.main && len(l.plies) == 0 {
		switch strings.ToLower(rest[0]) {
		case "p0":
			g.first = 0
			return ""
		case "p1":
			g.first = 1
			return ""
		}
	}
	return badWords
}

// rack is pick and drop off the board: a piece of DVONN by rack or tray and
// number, or a color of LYNGK.
func (g *reader) rack(t *turn, word string, rest []string, player int) refusal {
	if len(rest) == 0 {
		return badWords
	}
	pick := word == "pick"
	place := strings.ToLower(rest[0])
	switch {
	case len(rest) == 2 && pick && (place == "wr" || place == "br"):
		return t.pickRack()
	case len(rest) == 2 && (place == "wr" || place == "br"):
		return t.dropRack()
	case len(rest) == 2 && pick && (place == "wc" || place == "bc"):
		return t.pickTray(place)
	case len(rest) == 2 && (place == "wc" || place == "bc"):
		return t.dropTray(place)
	case len(rest) == 1 && pick:
		return t.pick(rest[0], player)
	case len(rest) == 1:
		return t.put(rest[0], player)
	}
	return badWords
}

// onBoard is an operation with spots.
func (g *reader) onBoard(t *turn, word string, rest []string) refusal {
	var spots []string
	for i := 0; i+1 < len(rest); i += 2 {
		spot, ok := spotName(rest[i], rest[i+1])
		if !ok {
			return badWords
		}
		spots = append(spots, spot)
	}
	switch {
	case word == "move" && len(rest) == 4:
		return t.move(spots[0], spots[1])
	case word == "dropb" && len(rest) == 2:
		return t.drop(spots[0])
	case word == "pickb" && (len(rest) == 2 || len(rest) == 3 && rest[2] == "0"):
		// The third number says how many pieces stay: none, but in an editor.
		return t.lift(spots[0])
	}
	return badWords
}

// done ends a turn.
func (g *reader) done(l *line, t *turn, player, pos int, text string) *record.Error {
	fail := func(code string) *record.Error {
		e := g.fail(pos, code, "op", game.Quoted(text))
		e.Ply, e.Variation = len(l.plies)+1, l != g.main
		return e
	}
	switch {
	case t.resigned:
		if l != g.main {
			g.warn(pos, "boardspace.resigned")
		} else {
			g.resigned = player
		}
		t.reset()
	case t.lifted || t.color != "":
		return fail("boardspace.air")
	case t.tray != (tray{}):
		return fail("boardspace.tray")
	case t.to != "":
		commit(l, t, player, pos, t.text())
	case t.claim != "":
		return fail("boardspace.claim")
	case t.passed == player:
		t.passed = -1 // the pass was written down
	default:
		commit(l, t, player, pos, "pass")
		t.passed = -1
	}
	return nil
}
