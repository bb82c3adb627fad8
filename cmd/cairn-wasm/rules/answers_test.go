package rules

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"cairn.example/cmd/cairn-wasm/codec"
	"cairn.example/cmd/cairn-wasm/message"
)

const (
	lyngkStart = "K/I,K,I,B/K,R,K,B,R,R,B/B,K,I,R,G,G/G,G,G,I,K,R,B/J,G,J,R,R,J/I,I,K,B,I,K,G/B,R,I,B/G 1 -:- 0:0"
	// Red is player 1's: b1 goes by b4 and completes a five on c6.
	lyngkFive = "./R,.,.,R/.,.,.,.,.,IBGK,./.,.,.,.,.,./.,.,.,.,.,.,K/.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,J/. 1 R:- 0:0"
	dvonnCut  = ".,.,./.,.,.,./.,.,.,.,./.,.,.,.,./W,B,D,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move"
)

// questions has a question of every kind that this program answers.
var questions = map[string][]message.Question{
	"games":     {{}},
	"layout":    {{Game: "dvonn"}},
	"start":     {{Game: "lyngk", Seed: "x"}, {Game: "dvonn", Full: true}},
	"view":      {{Game: "lyngk", Position: lyngkFive}},
	"play":      {{Game: "lyngk", Position: lyngkFive, Move: "b1-c6"}},
	"replay":    {{Game: "lyngk", Position: lyngkFive, Moves: []string{"b1-c6", "a1-a1"}}},
	"why":       {{Game: "lyngk", Position: lyngkStart, Move: "f1-f2"}},
	"whyStack":  {{Game: "lyngk", Position: lyngkStart, From: "f1"}},
	"setup":     {{Game: "lyngk", Text: lyngkStart}, {Game: "lyngk", Edit: &message.Edit{Do: message.EditPut, Spot: "a1", Piece: "R"}}},
	"recognize": {{Text: lyngkStart}},
	"fold":      {{Log: &message.Log{V: 1, Terms: message.Terms{V: 1, Game: "dvonn", Control: "-"}}}},
	"apply":     {{Log: &message.Log{V: 1, Terms: message.Terms{V: 1, Game: "dvonn", Control: "-"}}, Events: []message.Event{{V: 1, Kind: "move", Side: "first", Move: "e3"}}}},
	"judge":     {{Game: "lyngk", Position: lyngkStart, Judge: []message.Judgeable{{}}}},
	"chances":   {{Game: "lyngk", Positions: []string{lyngkStart}, Scores: []int{0}}},
	"accuracy":  {{Turns: []message.JudgedMove{{Eval: "0.07"}, {Side: 1}}}},
}

// The page takes the types of answers from message.Answers; what this program
// answers to each question has that type.
func TestAnswersHaveTheTypesPromised(t *testing.T) {
	promised := reflect.TypeFor[message.Answers]()
	for i := range promised.NumField() {
		f := promised.Field(i)
		op := f.Tag.Get("json")
		if len(questions[op]) == 0 {
			t.Errorf("there is no question %q in this test", op)
		}
		for _, q := range questions[op] {
			q.Op = op
			got, err := new(gameCache).answer(&q)
			if err != nil {
				t.Errorf("%s: %v", op, err)
				continue
			}
			if is := reflect.TypeOf(got); is != f.Type && is != reflect.PointerTo(f.Type) {
				t.Errorf("%s is answered with %v, promised is %v", op, is, f.Type)
			}
			if _, err := codec.AppendAnswer(nil, got); err != nil {
				t.Errorf("%s: %v", op, err)
			}
		}
	}
}

func TestEffects(t *testing.T) {
	var d message.Played
	put(t, message.Question{Op: "play", Game: "lyngk", Position: lyngkFive, Move: "b1-c6"}, &d)
	if d.Ply.Built != "IBGKR" || !d.Ply.Captured || d.Ply.Gone["c6"] != "IBGKR" || len(d.Ply.Path) != 3 {
		t.Errorf("a captured five is told as %+v", d.Ply)
	}
	d = message.Played{}
	put(t, message.Question{Op: "play", Game: "dvonn", Position: dvonnCut, Move: "e2-e1"}, &d)
	if d.Ply.Captured || len(d.Ply.Gone) != 1 || d.Ply.Gone["e1"] != "WB" || len(d.Ply.Cut) != 1 {
		t.Errorf("a stack that cuts itself off is told as %+v", d.Ply)
	}
	for _, m := range d.View.Moves {
		if m.Text != "pass" && m.Built == "" {
			t.Errorf("%s builds nothing", m.Text)
		}
	}
}

func TestLeaves(t *testing.T) {
	var v message.View
	put(t, message.Question{Op: "view", Game: "dvonn", Position: dvonnCut}, &v)
	for _, m := range v.Moves {
		if (m.Leaves != nil) != (len(m.Cuts) > 0) {
			t.Errorf("%+v", m)
		}
		if m.Text == "e2-e1" && (m.Leaves == nil || *m.Leaves != [2]int{0, 0}) {
			t.Errorf("e2-e1 leaves %v", m.Leaves)
		}
	}
	if want := []string{"e3"}; !slices.Equal(v.Anchors, want) {
		t.Errorf("the others hang on %v, want %v", v.Anchors, want)
	}
	if v.Owners["W"] != 0 || v.Owners["B"] != 1 || len(v.Owners) != 2 {
		t.Errorf("owners %v", v.Owners)
	}
}

func TestClaimable(t *testing.T) {
	var v message.View
	put(t, message.Question{Op: "view", Game: "lyngk", Position: lyngkFive}, &v)
	if v.Owners["R"] != 0 || v.Owners["K"] != -1 || len(v.Owners) != 5 {
		t.Errorf("owners %v", v.Owners)
	}
	if len(v.Claimable) != 4 {
		t.Fatalf("%d colors can be claimed, want 4", len(v.Claimable))
	}
	for _, c := range v.Claimable {
		n := 0
		for _, m := range v.Moves {
			if m.Claim == c.Letter {
				n++
			}
		}
		if c.Possible != (n > 0) || c.Opened > n || (c.Opened > 0) != (len(c.Freed) > 0) || (c.Opened > 0) != (len(c.Goals) > 0) {
			t.Errorf("%+v, and %d moves", c, n)
		}
		if c.Letter == "K" && (len(c.Bound) != 2 || c.Bound[0] != "c6" || c.Bound[1] != "e7") {
			t.Errorf("black binds %v", c.Bound)
		}
	}
	put(t, message.Question{Op: "view", Game: "lyngk", Position: "./R,.,.,R/.,.,.,.,.,IBGK,./.,.,.,.,.,./.,.,.,.,.,.,K/.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,J/. 1 RK:- 0:0"}, &v)
	if v.Claimable = nil; v.Owners["K"] != 0 {
		t.Errorf("owners %v", v.Owners)
	}
	var w message.View
	put(t, message.Question{Op: "view", Game: "lyngk", Position: v.Position}, &w)
	if w.ClaimsLeft == nil || *w.ClaimsLeft != [2]int{0, 2} {
		t.Errorf("claims that are left: %v", w.ClaimsLeft)
	}
	if w.Claimable != nil {
		t.Errorf("after two claims %v can be claimed", w.Claimable)
	}
}

func TestLayers(t *testing.T) {
	// The stacks on e1 and e2 share red.
	const text = "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./RK,RI,.,.,.,G,B/.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 -:- 0:0"
	var r *message.Refusal
	put(t, message.Question{Op: "why", Game: "lyngk", Position: text, Move: "e1-e2"}, &r)
	if r == nil || len(r.Layers["e1"]) != 1 || r.Layers["e1"][0] != 0 || len(r.Layers["e2"]) != 1 || r.Layers["e2"][0] != 0 {
		t.Errorf("refused with %+v", r)
	}
	refused := put(t, message.Question{Op: "play", Game: "lyngk", Position: text, Move: "e1-e2"}, nil)
	if refused == nil || len(refused.Layers) != 2 {
		t.Errorf("refused with %+v", refused)
	}
}

// TestGames holds what the page knows of the games before there is a position.
func TestGames(t *testing.T) {
	var list []message.GameInfo
	put(t, message.Question{Op: "games"}, &list)
	for _, info := range list {
		want := message.GameInfo{Claims: true, Tally: &message.Tally{Key: "fives", Most: 8}}
		switch info.ID {
		case "lyngk6":
			want.Tally = &message.Tally{Key: "sixes", Most: 1}
		case "dvonn":
			want = message.GameInfo{Placing: true, Full: true}
		}
		if info.Claims != want.Claims || info.Placing != want.Placing || info.Full != want.Full || !reflect.DeepEqual(info.Tally, want.Tally) {
			t.Errorf("%+v", info)
		}
	}
}

// TestSetup builds a position by edits, and reads what is half written.
func TestSetup(t *testing.T) {
	ask := func(q message.Question) (s message.SetupState) {
		t.Helper()
		q.Op = "setup"
		if r := put(t, q, &s); r != nil {
			t.Fatal(r)
		}
		return s
	}
	s := ask(message.Question{Game: "lyngk", Edit: &message.Edit{Do: message.EditClear}})
	for _, e := range []message.Edit{
		{Do: message.EditPut, Spot: "a1", Piece: "R"},
		{Do: message.EditPut, Spot: "a1", Piece: "K"},
		{Do: message.EditPut, Spot: "b1", Piece: "I"},
		{Do: message.EditCarry, Spot: "a1", To: "b1"},
		{Do: message.EditPut, Spot: "z9", Piece: "I"},
		{Do: message.EditPut, Spot: "a1", Piece: "X"},
		{Do: message.EditCarry, Spot: "b1", To: "b1"},
		{Do: message.EditPop, Spot: "c1"},
		{Do: message.EditClaim, Piece: "K", Side: 0},
		{Do: message.EditClaim, Piece: "R", Side: 0},
	} {
		s = ask(message.Question{Game: "lyngk", Setup: s.Setup, Edit: &e})
	}
	// Claims are written in the order of the pieces, whichever was made first.
	if fields := strings.Fields(s.Text); fields[2] != "RK:-" {
		t.Errorf("the claims are written %s", fields[2])
	}
	for _, e := range []message.Edit{
		{Do: message.EditClaim, Piece: "K", Side: 1},
		{Do: message.EditSide, Side: 1},
		{Do: message.EditScore, Side: 1, Score: 3},
	} {
		s = ask(message.Question{Game: "lyngk", Setup: s.Setup, Edit: &e})
	}
	const want = "./IRK,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 2 R:K 0:3"
	if s.Text != want || s.View == nil || s.Refusal != nil || s.Left["R"] != 7 || s.Left["J"] != 3 || s.Highest != 5 {
		t.Errorf("the setup is %+v", s)
	}
	s = ask(message.Question{Game: "lyngk", Setup: s.Setup, Edit: &message.Edit{Do: message.EditPop, Spot: "b1"}})
	s = ask(message.Question{Game: "lyngk", Setup: s.Setup, Edit: &message.Edit{Do: message.EditClaim, Piece: "R", Side: -1}})
	if s.Setup.Stacks["b1"] != "IR" || s.Setup.Claims != [2]string{"", "K"} {
		t.Errorf("the setup is %+v", s.Setup)
	}
	// Ten reds are more than there are: refused, and still shown.
	for range 9 {
		s = ask(message.Question{Game: "lyngk", Setup: s.Setup, Edit: &message.Edit{Do: message.EditPut, Spot: "a1", Piece: "R"}})
	}
	if s.Refusal == nil || s.View != nil || s.Left["R"] != -2 || s.Highest != 9 || s.Setup.Stacks["a1"] != "RRRRRRRRR" {
		t.Errorf("the setup is %+v", s)
	}
	// While pieces are placed their number says whose turn it is.
	s = ask(message.Question{Game: "dvonn", Edit: &message.Edit{Do: message.EditPlacing, On: true}})
	s = ask(message.Question{Game: "dvonn", Setup: s.Setup, Edit: &message.Edit{Do: message.EditPut, Spot: "a1", Piece: "D"}})
	if s.Setup.Side != 1 || s.Refusal != nil || s.View == nil || s.View.Placing != "D" || s.View.Left != 2 {
		t.Errorf("the setup is %+v", s)
	}

	rest := "/.,.,.,." + strings.Repeat("/.,.,.,.,.", 7) + "/.,.,.,./.,.,."
	for _, test := range []struct{ game, text, want string }{
		{"lyngk", lyngkFive, lyngkFive},
		{"dvonn", dvonnCut, dvonnCut},
		{"lyngk", "./rw,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./._2_kr:-_1:0", "./RJ,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 2 RK:- 1:0"},
		{"lyngk", "./R,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 2", "./R,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 2 -:- 0:0"},
		{"dvonn", "w,bd,." + rest + "_B_MOVE", "W,BD,." + rest + " b move"},
		{"dvonn", ".,.,W" + rest + " w place", ".,.,W" + rest + " w place"},
		{"lyngk", "half a position", ""},
		{"lyngk", dvonnCut, ""},
		{"lyngk", "", ""},
		{"lyngk", "X/R,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 2", ""},
	} {
		s := ask(message.Question{Game: test.game, Text: test.text})
		if (s.Setup != nil) != (test.want != "") || s.Setup != nil && s.Text != test.want || s.Setup == nil && (s.Refusal == nil || s.Text != test.text) {
			t.Errorf("%q is read as %+v", test.text, s)
		}
	}
}

func TestRecognize(t *testing.T) {
	for _, test := range []struct {
		text, first, game, position string
		code                        string
		moves                       int
	}{
		{text: lyngkStart, first: "lyngk6", game: "lyngk6", position: lyngkStart},
		{text: "  ./R,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./._2_R:-_1:0\n", game: "lyngk", position: "./R,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 2 R:- 1:0"},
		{text: dvonnCut, first: "lyngk", game: "dvonn", position: dvonnCut},
		{text: "./R,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 3 -:- 0:0", first: "dvonn", code: "lyngk.text_turn"},
		{text: "./R,.", first: "lyngk", code: "lyngk.text_fields"},
		{text: "1. R,b1-b2 e3 2... pass b4-b1-c3-e2 e3f3", moves: 5},
		{text: "3.e4-e5 4...e5-e6", moves: 2},
		{text: "hello"},
		{text: "e4-"},
		{text: "[Game \"x\"]"},
		{text: "12"},
		{text: ""},
		{text: "(;GM[x]/"},
		{text: "1. e3 *"},
	} {
		var r message.Recognized
		put(t, message.Question{Op: "recognize", Text: test.text, Game: test.first}, &r)
		code := ""
		if r.Refusal != nil {
			code = r.Refusal.Code
		}
		if r.Game != test.game || r.Position != test.position || len(r.Moves) != test.moves || code != test.code {
			t.Errorf("%q is recognized as %+v (%s)", test.text, r, code)
		}
	}
}

// TestAccuracy judges ten moves, of which the first has nothing before it: proved
// outcomes count for the player they favor, and too few moves give no number.
func TestAccuracy(t *testing.T) {
	ask := func(evals ...string) (a message.Accuracy) {
		t.Helper()
		var turns []message.JudgedMove
		for i, e := range evals {
			turns = append(turns, message.JudgedMove{Side: i % 2, Eval: e})
		}
		if r := put(t, message.Question{Op: "accuracy", Turns: turns}, &a); r != nil {
			t.Fatal(r)
		}
		return a
	}
	even := slices.Repeat([]string{"0"}, 9)
	for _, c := range []struct {
		evals         []string
		first, second bool // has lost something
	}{
		{append(slices.Clone(even), "0"), false, false},
		{append(slices.Clone(even), "draw"), false, false},
		{append(slices.Clone(even), "win 3"), false, true},
		{append(slices.Clone(even[:8]), "loss 2", "loss 1"), true, false},
		{append(slices.Repeat([]string{"1.5"}, 8), "draw", "draw"), true, false},
	} {
		a := ask(c.evals...)
		if a.First == nil || a.Second == nil {
			t.Errorf("%v: no number", c.evals)
			continue
		}
		if (*a.First < 100) != c.first || (*a.Second < 100) != c.second {
			t.Errorf("%v: %d and %d percent", c.evals, *a.First, *a.Second)
		}
	}
	if a := ask("0", "0", "0"); a.First != nil || a.Second != nil {
		t.Errorf("of two moves: %+v", a)
	}
}

// TestViewOfPass tells that passing is all there is, and that nothing is left to place.
func TestViewOfPass(t *testing.T) {
	const stuck = "W,D,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move"
	for position, pass := range map[string]bool{stuck: true, strings.Replace(stuck, " b ", " w ", 1): false} {
		var v message.View
		if r := put(t, message.Question{Op: "view", Game: "dvonn", Position: position}, &v); r != nil {
			t.Fatal(r)
		}
		if v.Pass != pass || v.Left != 0 {
			t.Errorf("%s: pass %v, %d left to place", position, v.Pass, v.Left)
		}
	}
}
