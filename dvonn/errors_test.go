package dvonn

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
)

// The boards of the tests below.
const (
	// empty is the board before the first placing.
	empty = ".,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,."

	// three has the DVONN pieces on a1, a2 and a3.
	three = "D,D,D/.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,."

	// few has DVONN on a1, white on a2 and a3, a black stack of two on c3
	// and b2 to b4 filled.
	few = "D,W,W/.,B,W,B/.,.,WB,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,."

	// blocked has a white piece on e3 with all neighbors.
	blocked = ".,.,./.,.,.,./.,.,.,.,./.,B,B,.,./.,B,W,B,./.,.,B,D,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,."

	// done is over: two stacks too high to move.
	done = "WBWBWBWBWBWBW,D,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,."
)

// full is a board with all 49 pieces.
var full = strings.Fields(Game.StartFull("").String())[0]

func TestRefusedMoves(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []struct {
		position, move string
		code, clause   string
		offset         int
		spots          string
		says           string // part of the sentence
	}{
		{empty + " w place", "", "dvonn.move_text", "", 0, "", `"" isn't a move`},
		{empty + " w place", "x", "dvonn.move_text", "", 0, "", "x isn't a move"},
		{empty + " w place", "e", "dvonn.move_text", "", 1, "", ""},
		{empty + " w place", " e3", "dvonn.move_text", "", 0, "", ""},
		{empty + " w place", "e3 ", "dvonn.move_text", "", 2, "", ""},
		{empty + " w place", "e3-", "dvonn.move_text", "", 3, "", ""},
		{empty + " w place", "e3f", "dvonn.move_text", "", 3, "", ""},
		{empty + " w place", "e3--f3", "dvonn.move_text", "", 3, "", ""},
		{empty + " w place", "e3-f3-g3", "dvonn.move_text", "", 5, "", ""},
		{empty + " w place", "passe", "dvonn.move_text", "", 0, "", ""},
		{empty + " w place", "paſſ", "dvonn.move_character", "", 2, "", ""},
		{empty + " w place", "\x1b[7me3", "dvonn.move_text", "", 0, "", "\uFFFD[7me3"},
		{empty + " w place", "é3", "dvonn.move_character", "", 0, "", ""},
		{empty + " w place", "e\xff", "dvonn.move_text", "", 1, "", ""},
		{empty + " w place", strings.Repeat("7", 500), "dvonn.move_text", "", 0, "", "7…"},
		{empty + " w place", "a4", "dvonn.move_space", "", 0, "", "no space a4"},
		{empty + " w place", "j1", "dvonn.move_space", "", 0, "", ""},
		{empty + " w place", "e33", "dvonn.move_space", "", 0, "", "no space e33"},
		{empty + " w place", "z9", "dvonn.move_space", "", 0, "", ""},
		{empty + " w place", "e3-e6", "dvonn.move_space", "", 3, "", "no space e6"},
		{empty + " w place", "e3e0", "dvonn.move_space", "", 2, "", "no space e0"},

		{three + " b place", "A2", "dvonn.occupied", "2.1", 0, "a2", "a2 is occupied"},
		{three + " b place", "a2-b2", "dvonn.placing", "2.1", 0, "a2 b2", "46 are left"},
		{three + " b place", "pass", "dvonn.can_move", "2.4", 0, "b1", "b1 is a legal move"},
		{few + " w move", "pass", "dvonn.can_move", "2.4", 0, "", "is a legal move"},
		{few + " w move", "e3", "dvonn.all_placed", "2.2", 0, "e3", ""},
		{few + " w move", "e3-e4", "dvonn.empty_origin", "2.2", 0, "e3", "e3 is empty"},
		{few + " w move", "a1-a2", "dvonn.lone_dvonn", "2.2", 0, "a1", "a1 can't move"},
		{few + " w move", "b2-b3", "dvonn.not_yours", "2.2", 0, "b2", "has black on top"},
		{few + " b move", "b3-b2", "dvonn.not_yours", "2.2", 0, "b3", "has white on top"},
		{few + " w move", "a2-a2", "dvonn.same_spot", "2.2", 0, "a2", "another space than a2"},
		{few + " w move", "A2B4", "dvonn.not_straight", "2.2", 0, "a2 b4", "b4 isn't in a straight line from a2"},
		{few + " w move", "a2-c4", "dvonn.distance", "2.2", 0, "a2 c4", "has 1, and c4 is 2 away"},
		{few + " b move", "c3-b3", "dvonn.distance", "2.2", 0, "c3 b3", "has 2, and b3 is 1 away"},
		{few + " b move", "b4-c4", "dvonn.empty_target", "2.2", 3, "c4 b4", "c4 is empty"},
		{few + " b move", "B4C4", "dvonn.empty_target", "2.2", 2, "c4 b4", "c4 is empty"},
		{blocked + " w move", "e3-e2", "dvonn.surrounded", "2.2", 0, "e3", "on all six sides"},
		{blocked + " w move", "e3", "dvonn.all_placed", "2.2", 0, "e3", ""},
		{done + " w move", "a1-a2", "dvonn.over", "2.5", 0, "", "the game is over"},
		{done + " w move", "a3", "dvonn.over", "2.5", 0, "a3", ""},
		{done + " w move", "pass", "dvonn.over", "2.5", 0, "", ""},
	} {
		p, err := Game.Parse(c.position)
		if err != nil {
			t.Fatalf("%s: %v", c.position, err)
		}
		m, err := p.ParseMove(c.move)
		var e *game.Error
		if !errors.As(err, &e) || m != 0 {
			t.Errorf("%q in %s: move %d, error %v", c.move, c.position, m, err)
			continue
		}
		seen[e.Code] = true
		if e.Code != c.code || e.Clause != c.clause || e.Offset != c.offset ||
			c.spots != "" && strings.Join(e.Spots, " ") != c.spots || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%q in %s:\n got %s, clause %q, offset %d, spots %v: %v\nwant %+v",
				c.move, c.position, e.Code, e.Clause, e.Offset, e.Spots, e, c)
		}
	}

	// Values that are no move.
	p := Game.Start("")
	for _, m := range []game.Move{0, 1, Placing(9), Placing(60), Placing(3) | 1, Stacking(0, 63), Pass | 1, Pass << 2, 1 << 31} {
		var e *game.Error
		if err := p.Legal(m); !errors.As(err, &e) || e.Code != "dvonn.no_move" || e.Offset != -1 {
			t.Errorf("move %d is refused with %v", m, err)
		}
		if got := Game.MoveText(m); got != "?" {
			t.Errorf("move %d is written as %s", m, got)
		}
	}
	seen["dvonn.no_move"] = true

	for code := range seen {
		if Reasons[code].Text == "" {
			t.Errorf("%s is not in the table", code)
		}
	}
	testedCodes(t, seen, true)
}

func TestRefusedPositions(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []struct {
		text   string
		code   string
		offset int
		spots  string
		says   string
	}{
		{"", "dvonn.space_missing", 0, "a1", ""},
		{empty, "dvonn.fields", len(empty), "", ""},
		{empty + " ", "dvonn.fields", len(empty) + 1, "", ""},
		{empty + " w", "dvonn.fields", len(empty) + 2, "", ""},
		{empty + " w ", "dvonn.fields", len(empty) + 3, "", ""},
		{empty + "  w place", "dvonn.fields", len(empty) + 1, "", ""},
		{empty + " w place ", "dvonn.fields", len(empty) + 8, "", ""},
		{empty + " w place x", "dvonn.fields", len(empty) + 8, "", ""},
		{" " + empty + " w place", "dvonn.space_missing", 0, "a1", ""},
		{empty + " 1 place", "dvonn.turn", len(empty) + 1, "", "1 isn't a turn"},
		{empty + " w\tplace", "dvonn.turn", len(empty) + 1, "", ""},
		{empty + " w placing", "dvonn.phase", len(empty) + 3, "", "placing isn't a phase"},
		{empty + "/. w place", "dvonn.columns", len(empty), "", "12"},
		{strings.TrimSuffix(empty, "/.,.,.") + " w place", "dvonn.columns", len(empty) - 6, "", "10"},
		{". w place", "dvonn.column_spaces", 1, "", "column a has 3 spaces"},
		{".,.,.,. w place", "dvonn.column_spaces", 5, "", "here are 4"},
		{".,.,./.,. w place", "dvonn.column_spaces", 9, "", "column b has 4 spaces, joined by commas; here are 2"},
		{".,,. w place", "dvonn.space_missing", 2, "a2", "a2 is left out"},
		{".,..,. w place", "dvonn.piece", 2, "a2", ". on a2 isn't a piece"},
		{".,W.,. w place", "dvonn.piece", 3, "a2", ""},
		{".,é,. w place", "dvonn.piece", 2, "a2", "é"},
		{".,\xff,. w place", "dvonn.piece", 2, "a2", ""},
		{".,WJ,. w move", "dvonn.piece", 3, "a2", "J on a2 isn't a piece"},
		{".,WD,. w move", "dvonn.dvonn_on_top", 3, "a2", ""},
		{"DD,.,. w move", "dvonn.dvonn_on_top", 1, "a1", ""},
		{"D,D,D/D,.,.,. w move", "dvonn.too_many", 6, "b1", "the set has 3"},
		{strings.Repeat("W", 24) + ",.,. w move", "dvonn.too_many", 23, "a1", "one white piece too many at a1: the set has 23"},
		{strings.Repeat("b", 24) + ",.,. w move", "dvonn.too_many", 23, "a1", "black"},
		{strings.Replace(three, "D,D,D", "DW,D,D", 1) + " w place", "dvonn.place_stack", 1, "a1", ""},
		{three + " w place", "dvonn.place_turn", len(three) + 1, "", "after 3 placings black is to place"},
		{empty + " b place", "dvonn.place_turn", len(empty) + 1, "", "white"},
		{strings.Replace(three, "D,D,D", "D,W,D", 1) + " b place", "dvonn.place_count", len(three) + 3, "", "there are 3 DVONN, 0 white and 0 black pieces, not 2, 1 and 0"},
		{strings.Replace(three, "D,D,D/.", "D,D,D/W", 1) + " w place", "dvonn.place_count", len(three) + 3, "", ""},
		{full + " w place", "dvonn.place_complete", len(full) + 3, "", ""},
	} {
		p, err := Game.Parse(c.text)
		var e *game.Error
		if !errors.As(err, &e) || p != nil {
			t.Errorf("%q is read as %v, error %v", c.text, p, err)
			continue
		}
		seen[e.Code] = true
		if e.Code != c.code || e.Offset != c.offset || strings.Join(e.Spots, " ") != c.spots || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%q:\n got %s, offset %d, spots %v: %v\nwant %+v", c.text, e.Code, e.Offset, e.Spots, e, c)
		}
	}
	testedCodes(t, seen, false)
}

// testedCodes checks that every reason of its kind was met: those of moves or
// those of positions.
func testedCodes(t *testing.T, seen map[string]bool, moves bool) {
	t.Helper()
	positions := []string{
		"dvonn.column_spaces", "dvonn.columns", "dvonn.dvonn_on_top", "dvonn.fields", "dvonn.phase", "dvonn.piece",
		"dvonn.place_complete", "dvonn.place_count", "dvonn.place_stack", "dvonn.place_turn", "dvonn.space_missing",
		"dvonn.too_many", "dvonn.turn",
	}
	for code, reason := range Reasons {
		if slices.Contains(positions, code) != moves && !seen[code] {
			t.Errorf("no test meets %s", code)
		}
		if reason.Text == "" {
			t.Errorf("%s has no text", code)
		}
	}
}

// TestAccepted reads texts that look odd and are right.
func TestAccepted(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{strings.ToLower(few) + " W MOVE", few + " w move"},
		{empty + " b move", ""},
		{done + " b move", ""},
		// Pieces beyond what placing could have left, isolated ones, no DVONN piece.
		{"W,W,W/.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,B w move", ""},
		{"DDDW,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,B w move", ""},
		{full + " b move", ""},
		{strings.Repeat("W", 23) + ",DDD" + strings.Repeat("B", 23) + ",./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move", ""},
		{"DDD" + strings.Repeat("WB", 23) + ",.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move", ""},
	} {
		if c.want == "" {
			c.want = c.text
		}
		p, err := Game.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if p.String() != c.want {
			t.Errorf("%s prints as %s", c.text, p)
		}
	}

	p, err := Game.Parse(few + " w move")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a2-b2", "A2-B2", "a2b2", "A2B2", "A2b2"} {
		m, err := p.ParseMove(text)
		if err != nil || Game.MoveText(m) != "a2-b2" {
			t.Errorf("%s is read as %s, %v", text, Game.MoveText(m), err)
		}
	}
}

// TestForcedPass: White is surrounded, Black moves on (rule 2.4).
func TestForcedPass(t *testing.T) {
	p, err := Game.Parse(blocked + " w move")
	if err != nil {
		t.Fatal(err)
	}
	if got := turnTexts(p); !slices.Equal(got, []string{"pass"}) {
		t.Fatalf("moves %s, want a pass", got)
	}
	for _, turn := range []string{"PASS", "d2-d3", "e3-e2"} {
		m, err := p.ParseMove(turn)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.Stack(layout.Spots[0], nil); got != nil || p.Outcome() != game.Ongoing {
		t.Errorf("a1 holds %c, the game is %s", got, Game.OutcomeName(p.Outcome()))
	}
}

// TestLoose: only a move removes what never was connected, a pass does not
// (rule 2.3).
func TestLoose(t *testing.T) {
	board := func(a string) string {
		return "W,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./" + a
	}
	p, err := Game.Parse(board("D,B,B") + " w move")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ turn, want string }{
		{"pass", board("D,B,B") + " b move"},
		{"k5-k4", strings.Replace(board("D,BB,."), "W", ".", 1) + " w move"},
	} {
		m, err := p.ParseMove(c.turn)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.(game.Isolator).Isolated(m) != 0; got != (c.turn != "pass") {
			t.Errorf("%s isolates: %v", c.turn, got)
		}
		p.PlayUnchecked(m)
		if p.String() != c.want {
			t.Errorf("after %s\n got %s\nwant %s", c.turn, p, c.want)
		}
	}
}
