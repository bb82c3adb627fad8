package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/show/i18n"
	"cairn.example/lyngk"
)

// The lessons as the page reads them; src/learn/lessons.ts describes the fields.
type course struct {
	ID, Game string
	Lessons  []lesson
}

type lesson struct {
	ID      string
	Clauses []string
	Steps   []lessonStep
}

type lessonStep struct {
	ID, Clause, Goal, How, Position, Game string

	Claim, Pass, Continues bool

	// Goal "move".
	Effect, Accept, Reply []string
	Wrong                 []wrongTry
	// Tries are moves that the board does not offer, with the code that
	// refuses each, or nothing where it is legal.
	Tries map[string]string

	// Goal "spots".
	Want []string
	Of   string

	// Goal "choice".
	Options []string
	Answer  string
}

type wrongTry struct {
	Say   string
	Moves []string
	Code  string
}

func readCourses(t *testing.T) []course {
	t.Helper()
	files, err := filepath.Glob("src/learn/lessons/*.json")
	if err != nil || len(files) < 3 {
		t.Fatalf("found %v, %v", files, err)
	}
	var all []course
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c course
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		if err := d.Decode(&c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, c)
	}
	return all
}

// TestLessons holds every position, solution and refused try of the lessons
// against the rules.
func TestLessons(t *testing.T) {
	clauses := map[string]bool{}
	for _, c := range readCourses(t) {
		for _, l := range c.Lessons {
			var before *desk
			for i := range l.Steps {
				s := &l.Steps[i]
				t.Run(c.ID+"/"+l.ID+"/"+s.ID, func(t *testing.T) {
					clauses[s.Clause] = true
					if !slices.Contains(l.Clauses, s.Clause) {
						t.Errorf("the lesson is about %v, the step about %s", l.Clauses, s.Clause)
					}
					id := c.Game
					if s.Game != "" {
						id = s.Game
					}
					d := sit(t, id, s)
					if s.Continues && (before == nil || !slices.Contains(before.after, s.Position)) {
						t.Errorf("does not go on from the step before, which leads to %v", before.after)
					}
					switch s.Goal {
					case "move":
						d.moves()
					case "spots":
						d.spots()
					case "choice":
						d.choice()
					default:
						t.Errorf("there is no goal %q", s.Goal)
					}
					before = d
				})
			}
		}
	}
	for _, clause := range strings.Fields("1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 2.1 2.2 2.3 2.4 2.5") {
		if !clauses[clause] {
			t.Errorf("no step teaches clause %s", clause)
		}
	}
}

// A desk is one step with the rules at hand.
type desk struct {
	*testing.T
	step  *lessonStep
	g     game.Game
	p     game.Position
	legal map[string]game.Move // what the page offers: claims and pass only where the step shows them
	after []string             // positions that a solution leads to
}

func sit(t *testing.T, id string, s *lessonStep) *desk {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(s.Position)
	if err != nil {
		t.Fatal(err)
	}
	if p.String() != s.Position {
		t.Errorf("the position is not canonical, want %s", p)
	}
	d := &desk{T: t, step: s, g: g, p: p, legal: map[string]game.Move{}}
	for _, m := range p.Moves(nil) {
		parts := g.Parts(m)
		if parts.Claim != 0 && !s.Claim || parts.Pass() && !s.Pass {
			continue
		}
		d.legal[g.MoveText(m)] = m
	}
	return d
}

// TestHowIsTold holds that each course says once how stacks are moved and once how
// they are marked: at the first step where a learner has to.
func TestHowIsTold(t *testing.T) {
	for _, c := range readCourses(t) {
		told := map[string]bool{"": true}
		for _, l := range c.Lessons {
			for i := range l.Steps {
				s, how := &l.Steps[i], ""
				id := c.Game
				if s.Game != "" {
					id = s.Game
				}
				n, places := sit(t, id, s).p.(game.Placer)
				switch {
				case s.Goal == "spots":
					how = "mark"
				case s.Goal == "move" && !(places && n.Next() != 0):
					how = "move"
				}
				if told[how] {
					how = ""
				}
				told[how] = true
				if s.How != how {
					t.Errorf("%s/%s/%s tells how to %q, want %q", c.ID, l.ID, s.ID, s.How, how)
				}
			}
		}
	}
}

// fits is the page's way to compare a try with a pattern, "*" for any text.
func fits(pattern, text string) bool {
	ok, err := path.Match(pattern, text)
	return err == nil && ok
}

func fitsAny(patterns []string, text string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return fits(p, text) })
}

func (d *desk) code(text string) string {
	_, err := d.p.ParseMove(text)
	var refused *game.Error
	if errors.As(err, &refused) {
		return refused.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// moves checks a step that asks for a move: its accepted moves are exactly
// those with its effects, and every try it comments on is as it says.
func (d *desk) moves() {
	s := d.step
	if len(s.Effect) == 0 || len(s.Accept) == 0 {
		d.Fatal("no effect or nothing accepted")
	}
	for _, p := range s.Accept {
		if !slices.ContainsFunc(sortedKeys(d.legal), func(m string) bool { return fits(p, m) }) {
			d.Errorf("accepts %s, which is no move here: %v", p, sortedKeys(d.legal))
		}
	}
	for _, text := range sortedKeys(d.legal) {
		want := true
		for _, e := range s.Effect {
			want = want && d.effect(d.legal[text], e)
		}
		if have := fitsAny(s.Accept, text); have != want {
			d.Errorf("%s: accepted %v, has the effects %v %v", text, have, s.Effect, want)
		}
		if fitsAny(s.Accept, text) {
			d.follow(text)
		}
	}
	if len(d.after) == 0 {
		d.Error("nothing solves it")
	}
	seen := func(i int, text string) bool {
		return fitsAny(s.Accept, text) && d.code(text) == "" ||
			slices.ContainsFunc(s.Wrong[:i], func(w wrongTry) bool { return w.Code == d.code(text) && fitsAny(w.Moves, text) })
	}
	for i, w := range s.Wrong {
		for _, p := range w.Moves {
			switch {
			case w.Code == "":
				if !slices.ContainsFunc(sortedKeys(d.legal), func(m string) bool { return fits(p, m) && !seen(i, m) }) {
					d.Errorf("%s: no move is left for %s", w.Say, p)
				}
			case strings.HasSuffix(p, "-*"): // a stack that cannot move at all
				for _, to := range d.names() {
					if text := strings.Replace(p, "*", to, 1); !strings.HasPrefix(p, to) && d.code(text) != w.Code {
						d.Errorf("%s: %s is refused with %q, want %s", w.Say, text, d.code(text), w.Code)
					}
				}
			case strings.Contains(p, "*"):
				if !slices.ContainsFunc(d.all(), func(m string) bool { return fits(p, m) && d.code(m) == w.Code }) {
					d.Errorf("%s: nothing like %s is refused with %s", w.Say, p, w.Code)
				}
			case d.code(p) != w.Code:
				d.Errorf("%s: %s is refused with %q, want %s", w.Say, p, d.code(p), w.Code)
			}
		}
	}
	for text, code := range s.Tries {
		if d.code(text) != code {
			d.Errorf("%s is refused with %q, want %q", text, d.code(text), code)
		}
	}
}

func (d *desk) names() []string {
	var out []string
	for _, s := range d.g.Layout().Spots {
		out = append(out, d.g.Layout().Names[s])
	}
	return out
}

// all returns every text that looks like a move, without claims.
func (d *desk) all() []string {
	names := d.names()
	out := slices.Clone(names)
	for _, from := range names {
		for _, to := range names {
			out = append(out, from+"-"+to)
		}
	}
	return out
}

// follow plays an accepted move and the replies to it.
func (d *desk) follow(text string) {
	p := d.p.Copy()
	for _, move := range append([]string{text}, d.step.Reply...) {
		m, err := p.ParseMove(move)
		if err == nil {
			err = p.Play(m)
		}
		if err != nil {
			d.Errorf("after %s: %s: %v", text, move, err)
			return
		}
	}
	d.after = append(d.after, p.String())
}

func (d *desk) effect(m game.Move, effect string) bool {
	name, arg, _ := strings.Cut(effect, ":")
	number, _ := strconv.Atoi(arg)
	parts, l := d.g.Parts(m), d.g.Layout()
	after := d.p.Copy()
	after.PlayUnchecked(m)
	switch name {
	case "any":
		return true
	case "only":
		return len(d.p.Moves(nil)) == 1
	case "from", "to":
		spot, ok := l.Lookup(arg)
		if !ok {
			d.Errorf("no spot %q", arg)
		}
		return name == "from" && parts.From == spot || name == "to" && parts.To == spot
	case "claim":
		return parts.Claim != 0 && string(rune(parts.Claim)) == arg
	case "height":
		return parts.To != game.NoSpot && len(after.Stack(parts.To, nil)) == number
	case "scores":
		mover := d.p.Side()
		return after.(*lyngk.Position).Tally(mover) > d.p.(*lyngk.Position).Tally(mover)
	case "wins":
		return after.Outcome() == game.Win(d.p.Side())
	case "hops":
		return len(d.p.(game.Router).Route(m))-2 >= number
	case "edge":
		return slices.Contains(l.Neighbors[parts.To][:], game.NoSpot)
	case "cuts":
		own, theirs := d.cut(m)
		return own == 0 && theirs >= number
	}
	d.Errorf("there is no effect %q", effect)
	return false
}

// cut returns how many pieces of stacks of each side a move cuts off; a stack
// that was moved onto counts as the mover's.
func (d *desk) cut(m game.Move) (own, theirs int) {
	mask := d.p.(game.Isolator).Isolated(m)
	to := d.g.Parts(m).To
	for _, s := range d.g.Layout().Spots {
		if mask&s.Bit() == 0 {
			continue
		}
		n := len(d.p.Stack(s, nil))
		if s == to || d.p.(game.Owner).Owned(d.p.Side())&s.Bit() != 0 {
			own += n
		} else {
			theirs += n
		}
	}
	return own, theirs
}

// spots checks a step that asks for spots with a property.
func (d *desk) spots() {
	name, arg, _ := strings.Cut(d.step.Of, ":")
	var have []string
	add := func(s game.Spot) {
		if text := d.g.Layout().Names[s]; !slices.Contains(have, text) {
			have = append(have, text)
		}
	}
	mask := func(bits uint64) {
		for _, s := range d.g.Layout().Spots {
			if bits&s.Bit() != 0 {
				add(s)
			}
		}
	}
	switch name {
	case "movable":
		for _, m := range d.legal {
			add(d.g.Parts(m).From)
		}
	case "targets":
		for text, m := range d.legal {
			if strings.HasPrefix(text, arg+"-") {
				add(d.g.Parts(m).To)
			}
		}
	case "points":
		for text, m := range d.legal {
			if strings.HasPrefix(text, arg+"-") {
				d.p.(game.LegLister).Legs(m, func(at game.Spot, _ uint64) {
					if d.g.Layout().Names[at] != arg {
						add(at)
					}
				})
			}
		}
	case "blocked":
		mask(d.p.(game.Connectivity).Blocked())
	case "cuts":
		m, ok := d.legal[arg]
		if !ok {
			d.Fatalf("%s is no move", arg)
		}
		mask(d.p.(game.Isolator).Isolated(m))
	default:
		d.Fatalf("there is no property %q", d.step.Of)
	}
	slices.Sort(have)
	if !slices.Equal(have, d.step.Want) {
		d.Errorf("asks for %v, %s are %v", d.step.Want, d.step.Of, have)
	}
	for _, spot := range d.step.Want {
		s, _ := d.g.Layout().Lookup(spot)
		if len(d.p.Stack(s, nil)) == 0 {
			d.Errorf("%s is empty and cannot be marked", spot)
		}
	}
}

// choice checks a question about the result of a finished game.
func (d *desk) choice() {
	words := map[game.Outcome]string{game.FirstWins: "first", game.SecondWins: "second", game.Draw: "draw"}
	if got := words[d.p.Outcome()]; got != d.step.Answer {
		d.Errorf("the answer is %q, the rules say %q", d.step.Answer, got)
	}
	if !slices.Contains(d.step.Options, d.step.Answer) {
		d.Error("the answer is not among the options")
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// A clauseBoard is the board beside a clause of the rules page.
type clauseBoard struct {
	Clause, Game, Position, Lesson string

	Claim, Pass bool

	// What the caption says: moves that are legal, and moves that are refused
	// with the code.
	Legal   []string
	Refused map[string]string
}

func readClauses(t *testing.T) []clauseBoard {
	t.Helper()
	data, err := os.ReadFile("src/rulespage/clauses.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []clauseBoard
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestClauses holds the boards of the rules page against the rules.
func TestClauses(t *testing.T) {
	lessons := map[string]bool{}
	for _, c := range readCourses(t) {
		for _, l := range c.Lessons {
			lessons[c.ID+"/"+l.ID] = true
		}
	}
	for _, c := range readClauses(t) {
		t.Run(c.Clause, func(t *testing.T) {
			d := sit(t, c.Game, &lessonStep{Position: c.Position, Claim: c.Claim, Pass: c.Pass})
			for _, text := range c.Legal {
				if code := d.code(text); code != "" {
					t.Errorf("%s is refused with %s", text, code)
				}
			}
			for text, code := range c.Refused {
				if d.code(text) != code {
					t.Errorf("%s is refused with %q, want %s", text, d.code(text), code)
				}
			}
			if !lessons[c.Lesson] {
				t.Errorf("there is no lesson %s", c.Lesson)
			}
		})
	}
}

// TestMiddle reads the positions shown beside the choice of a game: one for
// each, in the middle of it.
func TestMiddle(t *testing.T) {
	data, err := os.ReadFile("src/play/middle.json")
	if err != nil {
		t.Fatal(err)
	}
	var middle map[string]string
	if err := json.Unmarshal(data, &middle); err != nil {
		t.Fatal(err)
	}
	for _, g := range games.All() {
		p, err := g.Parse(middle[g.ID()])
		if err != nil {
			t.Errorf("%s: %v", g.ID(), err)
		} else if p.Outcome() != game.Ongoing {
			t.Errorf("%s: the game is over", g.ID())
		}
	}
	if len(middle) != len(games.All()) {
		t.Errorf("%d positions for %d games", len(middle), len(games.All()))
	}
}

// TestLessonTexts compares the keys that the lessons and the rules page put
// together with the catalogs: none is missing and none is left over.
func TestLessonTexts(t *testing.T) {
	want := map[string]bool{}
	for _, c := range readCourses(t) {
		want["lesson."+c.ID+".about"] = true
		for _, l := range c.Lessons {
			lesson := "lesson." + c.ID + "." + l.ID
			want[lesson] = true
			for _, s := range l.Steps {
				for _, part := range []string{"title", "text", "ok"} {
					want[lesson+"."+s.ID+"."+part] = true
				}
				for _, w := range s.Wrong {
					want[lesson+"."+s.ID+"."+w.Say] = true
				}
				if s.Goal != "move" {
					want[lesson+"."+s.ID+".hint"] = true
				}
			}
		}
	}
	for _, c := range readClauses(t) {
		for _, part := range []string{"title", "text", "see"} {
			want["rules."+c.Clause+"."+part] = true
		}
	}
	for _, clause := range []string{"1.6", "1.7", "1.10"} {
		want["rules."+clause+".more"] = true
	}
	spot := regexp.MustCompile(`\b[a-k][1-7]\b`)
	english := map[string]string{}
	languages := []string{i18n.Fallback}
	for _, l := range i18n.Languages() {
		if l.Code != i18n.Fallback {
			languages = append(languages, l.Code)
		}
	}
	for _, l := range languages {
		data, err := os.ReadFile("../internal/show/i18n/catalog/" + l + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var messages map[string]any
		if err := json.Unmarshal(data, &messages); err != nil {
			t.Fatal(err)
		}
		for key := range want {
			text, _ := messages[key].(string)
			if text == "" {
				t.Errorf("%s: %s is missing", l, key)
			}
			// A translation must not speak of another spot.
			spots := spot.FindAllString(text, -1)
			slices.Sort(spots)
			named := strings.Join(slices.Compact(spots), " ")
			if l == "en" {
				english[key] = named
			} else if named != english[key] {
				t.Errorf("%s: %s names the spots %q, in English %q", l, key, named, english[key])
			}
		}
		for key := range messages {
			for _, family := range []string{"lesson.lyngk.", "lesson.lyngk6.", "lesson.dvonn.", "rules.1.", "rules.2."} {
				if strings.HasPrefix(key, family) && !want[key] {
					t.Errorf("%s: nothing shows %s", l, key)
				}
			}
		}
	}
}
