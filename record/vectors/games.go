package vectors

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"cairn.example/game"
)

// plyLine is one ply of a game.
type plyLine struct {
	Game  string   `json:"game"`
	Ply   int      `json:"ply"`
	Pos   string   `json:"pos"`
	Moves []string `json:"moves"`
	Move  string   `json:"move"`
}

// endLine ends a game.
type endLine struct {
	Game   string `json:"game"`
	Final  string `json:"final"`
	Result string `json:"result"`
}

// object checks one line of a file of games.
func (c *checker) object(text []byte) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		c.find("no JSON object: %v", err)
		return
	}
	if _, ended := fields["final"]; ended {
		var end endLine
		if c.decode(text, &end) {
			c.end(end)
		}
		return
	}
	for _, name := range []string{"ply", "pos", "moves", "move"} {
		if fields[name] == nil {
			c.find("the field %s is missing", name)
			return
		}
	}
	var ply plyLine
	if c.decode(text, &ply) {
		c.onePly(ply)
	}
}

func (c *checker) decode(text []byte, to any) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		c.find("%s", strings.TrimPrefix(err.Error(), "json: "))
		return false
	}
	return true
}

// begin makes sure that the line belongs to the game that is being replayed, or
// to a new one.
func (c *checker) begin(id string, first bool) bool {
	g := c.lookup(id)
	if g == nil {
		return false
	}
	if first {
		c.endGame()
	} else if c.playing != nil && c.playing != g {
		c.find("a ply of %s in a game of %s", g.ID(), c.playing.ID())
		c.expected = nil
	}
	c.playing = g
	return true
}

// endGame notes a game that stops before its end.
func (c *checker) endGame() {
	if c.playing != nil {
		c.find("the game before has no end")
	}
	c.playing, c.expected, c.ply = nil, nil, 0
}

func (c *checker) onePly(l plyLine) {
	if !c.begin(l.Game, l.Ply == 0) {
		return
	}
	if l.Ply != c.ply {
		c.find("ply %d comes where ply %d should", l.Ply, c.ply)
	}
	c.ply = l.Ply + 1
	p := c.position(c.playing, l.Pos)
	c.continues(p)
	c.expected = nil
	if p == nil {
		return
	}
	c.summary.Plies++
	c.turns(p, l)
	m, err := p.ParseMove(l.Move)
	if err != nil {
		c.find("ply %d: the move %.40q: %v", l.Ply, l.Move, err)
		return
	}
	if text := c.playing.MoveText(m); text != l.Move {
		c.find("ply %d: the move %.40q is not canonical, that is %s", l.Ply, l.Move, text)
	}
	p.PlayUnchecked(m)
	c.expected = p
}

// continues compares a position of the file with the one that the move before
// led to.
func (c *checker) continues(p game.Position) {
	if p != nil && c.expected != nil && p.String() != c.expected.String() {
		c.find("the move before leads to %s, the file goes on with %s", c.expected, p)
	}
}

// turns compares the list of legal turns.
func (c *checker) turns(p game.Position, l plyLine) {
	want := Turns(p, &c.buf)
	if slices.Equal(want, l.Moves) {
		return
	}
	given := slices.Clone(l.Moves)
	slices.Sort(given)
	missing, surplus := without(want, given), without(given, want)
	if len(missing) > 0 {
		c.find("ply %d: %d legal turns are missing: %s", l.Ply, len(missing), some(missing))
	}
	if len(surplus) > 0 {
		c.find("ply %d: %d turns are not legal: %s", l.Ply, len(surplus), some(surplus))
	}
	if len(missing)+len(surplus) == 0 {
		c.find("ply %d: the turns are not sorted, or one stands twice", l.Ply)
	}
}

// Turns returns the texts of the legal turns of a position, sorted bytewise. It
// uses *buf as scratch space.
func Turns(p game.Position, buf *[]game.Move) []string {
	*buf = p.Moves((*buf)[:0])
	texts := make([]string, len(*buf))
	for i, m := range *buf {
		texts[i] = p.Game().MoveText(m)
	}
	slices.Sort(texts)
	return texts
}

// without returns the texts of a that are not in b, both sorted.
func without(a, b []string) []string {
	var rest []string
	for _, text := range a {
		if _, found := slices.BinarySearch(b, text); !found {
			rest = append(rest, text)
		}
	}
	return rest
}

// some names a few of many.
func some(texts []string) string {
	const most = 8
	shown := make([]string, 0, most)
	for _, text := range texts[:min(most, len(texts))] {
		if len(text) > 40 {
			text = text[:40] + "..."
		}
		shown = append(shown, strings.ToValidUTF8(text, "?"))
	}
	list := strings.Join(shown, " ")
	if len(texts) > most {
		list += " ..."
	}
	return list
}

func (c *checker) end(l endLine) {
	if c.playing == nil {
		c.find("an end without a game")
	}
	if !c.begin(l.Game, false) {
		return
	}
	p := c.position(c.playing, l.Final)
	c.continues(p)
	if p != nil {
		c.summary.Games++
		if got := c.playing.OutcomeName(p.Outcome()); got != l.Result {
			c.find("the result is %s, the file says %.40q", got, l.Result)
		} else if p.Outcome() == game.Ongoing {
			c.find("the game goes on after its end")
		}
	}
	c.playing, c.expected, c.ply = nil, nil, 0
}
