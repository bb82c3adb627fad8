package boardspace

import (
	"strings"

	"cairn.example/game"
	"cairn.example/record"
)

// turn is what the clicks of an unfinished turn have come to so far.
type turn struct {
	from, to string // spots by our names, "" for none yet; from is "" for a piece of the rack
	lifted   bool   // the stack or piece is picked up and not put down yet
	picked   string // the spot that it was last taken up from, "" for the rack or a tray
	tray     tray   // where a stack or piece rests that must be taken up again
	claim    string // the color claimed, by our letter
	color    string // the color picked up, to be claimed

	resigned bool
	passed   int // the player who has just passed by a word, -1 for none
	note     note
}

// tray is a tray for captured pieces of DVONN with the stack or piece that a
// player has put there in this turn. The zero value holds nothing.
type tray struct {
	name string // "wc" or "bc"
	from string // the spot that the stack came from, "" for a piece of the rack
}

// note holds the comments, commands and glyphs of one place of a line, its comments
// still apart.
type note struct {
	comments []string
	commands []record.Command
	nags     []uint8
}

func (n *note) append(o note) {
	n.comments = append(n.comments, o.comments...)
	n.commands = append(n.commands, o.commands...)
	n.nags = append(n.nags, o.nags...)
}

// record returns the note as a record holds it, glyphs apart.
func (n *note) record() record.Note {
	var r record.Note
	r.AddComment(strings.Join(n.comments, " "))
	for _, c := range n.commands {
		r.AddCommand(c.Name, c.Arg)
	}
	return r
}

func (n *note) isEmpty() bool {
	return len(n.commands) == 0 && strings.TrimSpace(strings.Join(n.comments, " ")) == ""
}

// empty reports whether all clicks of the turn, resigning aside, have come to
// nothing.
func (t *turn) empty() bool {
	return t.from == "" && t.to == "" && !t.lifted && t.tray == (tray{}) && t.claim == "" && t.color == ""
}

// reset takes all clicks of the turn back.
func (t *turn) reset() {
	*t = turn{passed: t.passed, note: t.note}
}

// text returns the turn as a move in our text.
func (t *turn) text() string {
	text := t.to
	if t.from != "" {
		text = t.from + "-" + t.to
	}
	return game.WithClaim(t.claim, text)
}

// refusal is the code of the error that an operation is, "" where it is sound.
type refusal string

const (
	badWords      refusal = "boardspace.operation_form"
	pickedUp      refusal = "boardspace.air"
	nothingPicked refusal = "boardspace.nothing_up"
	wasDropped    refusal = "boardspace.dropped"
	trayFull      refusal = "boardspace.tray_full"
	trayEmpty     refusal = "boardspace.tray_empty"
)

// lift is pickb: a stack is taken off a spot, or the piece just dropped taken
// up again. Files of June 2008 hold this click twice in a row.
func (t *turn) lift(spot string) refusal {
	switch {
	case t.lifted && t.picked == spot:
		return ""
	case t.lifted || t.color != "":
		return pickedUp
	case t.to == spot:
		t.to = ""
	case t.to != "":
		return wasDropped
	default:
		t.from = spot
	}
	t.lifted, t.picked = true, spot
	return ""
}

// drop is dropb: what is picked up is put on a spot; on the one it came from, the
// turn is as before. With nothing picked up it is a piece from the rack.
func (t *turn) drop(spot string) refusal {
	switch {
	case t.color != "":
		return pickedUp
	case t.to != "":
		return wasDropped
	case t.lifted && t.from == spot:
		t.from = ""
	default:
		t.to = spot
	}
	t.lifted = false
	return ""
}

// move is a whole move in one operation, as robots make it.
func (t *turn) move(from, to string) refusal {
	switch {
	case t.lifted || t.color != "":
		return pickedUp
	case t.to != "":
		return wasDropped
	}
	t.from, t.to = from, to
	return ""
}

// pickRack takes a piece of DVONN from a rack. One taken from there before goes
// back to it, even from the spot it was put on.
func (t *turn) pickRack() refusal {
	if t.from != "" || t.color != "" {
		return pickedUp
	}
	t.to, t.lifted, t.picked = "", true, ""
	return ""
}

// dropRack puts the piece that is picked up back to the rack that it came from.
func (t *turn) dropRack() refusal {
	if !t.lifted || t.from != "" {
		return nothingPicked
	}
	t.lifted = false
	return ""
}

// dropTray puts what is picked up on a tray, where it must not be at the end of the
// turn.
func (t *turn) dropTray(name string) refusal {
	switch {
	case !t.lifted:
		return nothingPicked
	case t.tray != (tray{}):
		return trayFull
	}
	t.tray = tray{name, t.from}
	t.from, t.lifted = "", false
	return ""
}

// pickTray takes up again what this turn has put on a tray. What else was taken
// up goes back to where it was.
func (t *turn) pickTray(name string) refusal {
	if t.tray.name != name {
		return trayEmpty
	}
	t.from, t.to = t.tray.from, ""
	t.lifted, t.picked, t.tray = true, "", tray{}
	return ""
}

// colors are the site's letters of colors and ours.
var colors = map[string]string{"i": "I", "b": "B", "r": "R", "g": "G", "n": "K"}

// playerLetters are the site's letters of players.
var playerLetters = map[string]int{"f": 0, "s": 1}

// pick is pick of a color to claim, or of the one just claimed.
func (t *turn) pick(from string, player int) refusal {
	from = strings.ToLower(from)
	if t.lifted || t.color != "" {
		return pickedUp
	}
	if color, ok := colors[from]; ok && t.claim == "" && t.to == "" {
		t.color = color
		return ""
	}
	if owner, ok := playerLetters[from]; ok && owner == player && t.claim != "" && t.to == "" {
		t.color, t.claim = t.claim, ""
		return ""
	}
	return badWords
}

// put is drop of the color that is picked up, to a player or back.
func (t *turn) put(to string, player int) refusal {
	to = strings.ToLower(to)
	if t.color == "" {
		return nothingPicked
	}
	if color, ok := colors[to]; ok && color == t.color {
		t.color = ""
		return ""
	}
	if owner, ok := playerLetters[to]; ok && owner == player {
		t.claim, t.color = t.color, ""
		return ""
	}
	return badWords
}

// spotName joins the two tokens of a spot.
func spotName(column, row string) (string, bool) {
	if len(column) != 1 || len(row) != 1 || row[0] < '1' || row[0] > '9' {
		return "", false
	}
	c := column[0] | 0x20
	return string(c) + row, 'a' <= c && c <= 'k'
}
