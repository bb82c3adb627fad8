package boardspace

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/lyngk"
	"cairn.example/record"
)

// setup is one kind of game at the site.
type setup struct {
	word  string      // in SU
	name  string      // in GM
	tail  string      // what we write after the word for want of the site's key
	games []game.Game // that it may mean: the first one unless the file or the options name another
	rack  bool        // the board begins empty, pieces come from racks
	words words
}

// words are operations as the site spells them, which reads any case.
type words struct{ move, done, pass, resign string }

var setups = []setup{
	{"dvonn", "Dvonn", "0", []game.Game{dvonn.Game}, true, words{"move", "done", "pass", "resign"}},
	{"lyngk", "Lyngk", "2 0 100", []game.Game{lyngk.Captured, lyngk.Standard}, false, words{"Move", "Done", "Pass", "Resign"}},
	{"lyngk-6", "Lyngk", "2 0 100", []game.Game{lyngk.Six}, false, words{"Move", "Done", "Pass", "Resign"}},
}

func isDefaultSetup(text string) bool {
	for _, s := range setups {
		if strings.EqualFold(strings.TrimSpace(text), s.word+" "+s.tail) {
			return true
		}
	}
	return strings.TrimSpace(text) == ""
}

// Properties that are not the site's, for what a record holds and SGF, as the site
// uses it, does not.
const (
	propGame    = "CG"   // the id of the game, where SU leaves it open
	propStart   = "SP"   // the start position
	propEnd     = "CR"   // result and termination, where the moves do not tell
	propTag     = "TAG"  // name and value of a tag
	propCommand = "CMD"  // name and argument of a command
	propGlyph   = "NAG"  // the number of a glyph
	propIntro   = "C0"   // the comment before the first move of a line
	propIntroC  = "CMD0" // a command there
)

// rootTags are properties of the root that become tags.
var rootTags = []struct{ property, tag string }{
	{"DT", "Date"},
	{"GN", "GameName"},
	{"RE", "ResultText"},
	{"SU", "Setup"},
	{"VV", "FormatVersion"},
}

// A value of P0 or P1 that begins with one of these words is about the player.
var playerTags = []struct{ word, tag string }{
	{"ranking", "Rating"},
	{"time", "TimeUsed"},
}

const (
	defaultVersion = "1"
	otherTag       = "SGF_" // before the name of any other property of the root
)

// identity finds the game that the root is of.
func (g *reader) identity(root *node, opt record.Options) *record.Error {
	r := g.record
	setup, _ := root.get("SU")
	word, _, _ := strings.Cut(strings.TrimSpace(setup), " ")
	if word == "" {
		word, _ = root.get("GM")
		word = strings.TrimSpace(word)
	}
	for _, s := range setups {
		if !strings.EqualFold(s.word, word) {
			continue
		}
		wanted, _ := root.get(propGame)
		if wanted == "" {
			wanted = opt.Game
		}
		r.Game = s.games[0].ID()
		for _, may := range s.games {
			if strings.EqualFold(may.ID(), strings.TrimSpace(wanted)) {
				r.Game = may.ID()
			}
		}
		start, given := root.get(propStart)
		switch {
		case given:
			r.Start = start
		case s.rack:
		case opt.Start != "":
			r.Start = opt.Start
		default:
			return g.fail(root.pos, "boardspace.no_start",
				"setup", strings.TrimSpace(setup))
		}
		return nil
	}
	return g.fail(root.pos, "boardspace.game", "word", game.Quoted(word))
}

// rootProperty files a property of the root; false for one that any node may
// have.
func (g *reader) rootProperty(p property) bool {
	r := g.record
	switch p.name {
	case "GM", "SU", propGame, propStart, propEnd:
		for i, v := range p.values {
			if first, _ := g.root.get(p.name); v != first || i > 0 {
				g.warn(p.pos, "boardspace.twice", "name", p.name, "value", game.Quoted(v))
			}
		}
		if p.name != "SU" || g.record.Tag("Setup") != "" {
			return true
		}
		p.values = p.values[:1]
	case "CA":
		return true // the charset is that of the file, not of the game
	case propTag:
		for _, v := range p.values {
			g.tag(v)
		}
		return true
	case "P0", "P1", "P-1", "C", propCommand, propGlyph, propIntro, propIntroC:
		return false
	}
	tag := otherTag + p.name
	for _, t := range rootTags {
		if t.property == p.name {
			tag = t.tag
		}
	}
	if !record.IsName(tag) {
		return false
	}
	for _, v := range p.values {
		// The site writes Thu Nov 12 16:02:51 CST 2009, which is Date and Time as tags.
		if date := strings.Fields(v); p.name == "DT" && len(date) == 6 {
			day, err := time.Parse("Jan 02 2006", date[1]+" "+date[2]+" "+date[5])
			if _, wrong := time.Parse(time.TimeOnly, date[3]); err == nil && wrong == nil {
				r.Tags = append(r.Tags, record.Tag{Name: tag, Value: day.Format(time.DateOnly)}, record.Tag{Name: "Time", Value: date[3] + " " + date[4]})
				continue
			}
		}
		if p.name == "DT" {
			v = isoDate(v)
		}
		if v == "" || p.name == "SU" && isDefaultSetup(v) || p.name == "VV" && v == defaultVersion {
			continue
		}
		r.Tags = append(r.Tags, record.Tag{Name: tag, Value: v})
	}
	return true
}

// isoDate returns a date as ISO 8601 writes it where it can be read in one way only, and any
// other text as it is: "3/2/2020" is a day of February or of March.
func isoDate(text string) string {
	for _, layout := range []string{
		"2 Jan 2006", "2 January 2006", "2. January 2006", "Jan 2, 2006", "January 2, 2006", "Jan 2 2006", "January 2 2006",
		"2006/1/2", "2006.1.2", "2.1.2006", "20060102",
	} {
		if day, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return day.Format(time.DateOnly)
		}
	}
	return text
}

// tag reads a tag of ours: its name, a space and its value.
func (g *reader) tag(text string) {
	name, value, _ := strings.Cut(text, " ")
	switch {
	case name == "TimeControl" && g.record.TimeControl == "":
		g.record.TimeControl = value
	case name == "Seed" && g.record.Seed == "":
		g.record.Seed = value
	default:
		g.record.Tags = append(g.record.Tags, record.Tag{Name: name, Value: value})
	}
}

// playerInfo stores a value of P0 or P1 that is about the player: a name or a tag.
// It returns false for any other text.
func (g *reader) playerInfo(player, pos int, text string) bool {
	text = strings.TrimSpace(text)
	word, rest := text, ""
	if i := strings.IndexAny(text, " \t\r\n\""); i >= 0 {
		word, rest = text[:i], strings.TrimSpace(text[i:])
	}
	if strings.EqualFold(word, "id") {
		if len(rest) > 1 && rest[0] == '"' && rest[len(rest)-1] == '"' {
			rest = rest[1 : len(rest)-1]
		}
		if is := g.names[player]; is != "" && is != rest {
			g.warn(pos, "boardspace.twice", "name", "P"+strconv.Itoa(player)+"[id]", "value", game.Quoted(rest))
			return true
		}
		g.names[player] = rest
		return true
	}
	for _, t := range playerTags {
		if strings.EqualFold(word, t.word) {
			if rest != "" {
				g.record.Tags = append(g.record.Tags, record.Tag{Name: playerMark(player) + t.tag, Value: rest})
			}
			return true
		}
	}
	return false
}

// playerMark stands for a player in tag names until it is known who moves first.
func playerMark(player int) string { return "\x00" + strconv.Itoa(player) }

// players gives names and tags to First and Second.
func (g *reader) players() {
	r := g.record
	r.First, r.Second = g.names[g.first], g.names[1-g.first]
	for i := range r.Tags {
		name := &r.Tags[i].Name
		for player := range 2 {
			if after, ok := strings.CutPrefix(*name, playerMark(player)); ok {
				side := "First"
				if player != g.first {
					side = "Second"
				}
				*name = side + after
			}
		}
	}
}

// resultText is what we, and the site, write in RE.
func resultText(r *record.Record) string {
	switch r.Result {
	case game.FirstWins:
		return "Game won by " + r.First
	case game.SecondWins:
		return "Game won by " + r.Second
	case game.Draw:
		return "The game is a draw"
	}
	return ""
}

// result reads the end of the game that the moves do not tell: from our own
// property, else from the name in RE.
func (g *reader) result(root *node) {
	r := g.record
	if end, ok := root.get(propEnd); ok {
		word, termination, _ := strings.Cut(strings.TrimSpace(end), " ")
		i := slices.Index(endWords, word)
		t, known := record.ParseTermination(termination)
		if i < 0 || !known {
			g.warn(root.pos, "boardspace.end", "value", game.Quoted(end), "name", propEnd)
			return
		}
		r.Result, r.Termination = game.Outcome(i), t
	}
}

// endWords are the outcomes in propEnd.
var endWords = []string{game.Ongoing: "ongoing", game.FirstWins: "first", game.SecondWins: "second", game.Draw: "draw"}
