package tui

import (
	"context"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/record"
)

// silent is an analyst that never knows anything.
type silent struct{ fake }

func (s *silent) Analyst(game.Game) (Analyst, error) { return nil, context.Canceled }

// The judgements that a record holds are read: they show in the graph, at the
// bar and beside the moves before an engine has thought.
func TestJudgementsOfARecord(t *testing.T) {
	s := played(t, "dvonn", 56, trueColor, Setup{}).gameScreen().session
	evals := map[int]record.Eval{
		50: {Kind: record.Scored, Score: 1.5}, 51: {Kind: record.Scored, Score: -3}, 52: {Kind: record.ProvedWin},
		53: {Kind: record.ProvedLoss}, 54: {Kind: record.ProvedDraw}, 55: {Kind: record.Scored, Score: 1e300},
	}
	for ply, e := range evals {
		s.GoTo(ply)
		s.Annotate(func(n *record.Note) { n.Eval = e })
	}
	s.GoTo(56)
	session, err := local.Open(s.Record())
	if err != nil {
		t.Fatal(err)
	}
	session.GoTo(50)
	o := trueColor
	o.Engines = &silent{}
	r := opened(t, "dvonn", "", o, Setup{Session: session, Analysis: true})
	tab := r.gameScreen()
	if len(tab.engine.scores) != len(evals) {
		t.Errorf("%d judgements of %d are read", len(tab.engine.scores), len(evals))
	}
	r.size(140, 45)
	r.sees("+1.5")
	r.press("]")
	r.sees("-3")
	r.sees("??") // one move has thrown the game away
	r.press("]")
	r.sees("proved: White wins")
	if got := tab.session.Record(); got.Moves[49].Eval != evals[50] {
		t.Errorf("the record says %v now", got.Moves[49].Eval)
	}
}

// What stands beside a move is shown where one looks at it, a judge's remark in the language
// of who reads it.
func TestCommentsOfARecord(t *testing.T) {
	s := played(t, "dvonn", 20, trueColor, Setup{}).gameScreen().session
	s.GoTo(19)
	s.Annotate(func(n *record.Note) { n.Comment = "Ein Zug wie ein \x1bGedicht." })
	s.GoTo(20)
	why := record.Reason{Key: "dvonn.carries", Args: map[string]string{"spot": "e5"}}
	s.Annotate(func(n *record.Note) {
		n.AddRemark(record.Remark{Mark: 4, Better: "d4-e5", Cost: 31, Reasons: []record.Reason{why}}, "Grober Fehler: d4-e5 ist besser.")
	})
	session, err := local.Open(s.Record())
	if err != nil {
		t.Fatal(err)
	}
	r := opened(t, "dvonn", "", trueColor, Setup{Session: session, Analysis: true})
	for _, size := range [][2]int{{140, 45}, {80, 24}} {
		r.size(size[0], size[1])
		r.press("[")
		r.sees("Ein Zug wie ein")
		r.press("]")
		if text := r.text(); !strings.Contains(text, "Blunder: d4-e5 is better") {
			t.Errorf("at %v the remark is not shown:\n%s", size, text)
		}
	}
	if text := r.text(); strings.Contains(text, "Fehler") {
		t.Errorf("the remark is shown in two languages:\n%s", text)
	}
}

// A finished game is no longer offered to go on with but to look back at, and
// who only looks leaves no second copy of it.
func TestFinishedGames(t *testing.T) {
	saved := NewSavedGames(t.TempDir())
	o := trueColor
	o.SavedGames = saved
	r := opened(t, "lyngk", "demo", o, Setup{})
	r.press("enter", "tab", "enter")
	r.run(atHome(r.gameScreen()).resign())
	r.press("up", "enter")
	if !r.gameScreen().over() {
		t.Fatal("the game goes on")
	}
	r.press("q")
	st := r.a.top().(*startScreen)
	if len(st.saved) != 0 || st.past != 1 {
		t.Fatalf("%d games to go on with, %d finished", len(st.saved), st.past)
	}
	r.sees("Finished games")
	for i, f := range st.rows() {
		if f.id == "finished" {
			st.at = i
		}
	}
	r.press("enter")
	r.sees("1 move, 1–0")
	r.press("enter")
	if tab := r.gameScreen(); !tab.traits().studies || len(moves(tab)) != 1 {
		t.Fatal("the game is not opened to be looked at")
	}
	r.press("[", "]", "q")
	list, err := saved.List()
	if err != nil || len(list) != 1 {
		t.Fatalf("after looking there are %d games, %v", len(list), err)
	}
	st = r.a.top().(*startScreen)
	st.at = len(st.saved) + len(st.rows()) - 1
	r.run(openFinished(r.a))
	r.press("delete", "up", "enter")
	r.wait(time.Second)
	if list, _ := saved.List(); len(list) != 0 {
		t.Error("the game is still there after it was removed")
	}
}

// A game that was resigned can be analyzed as any other: engine and variations are there at
// every position, and looking takes nothing of it back.
func TestResignedGameInAnalysis(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	for range 3 {
		r.press("tab", "enter", "tab", "enter")
	}
	r.run(atHome(r.gameScreen()).resign())
	r.press("up", "enter", "x")
	gs := r.gameScreen()
	r.size(140, 45)
	r.sees("resigned.")
	r.sees("depth 8")
	r.press("[", "[", "u", "y")
	if n := len(gs.steps); n != 1 || !gs.session.State().Over() {
		t.Fatalf("after looking about: %d plies, over %v", n, gs.session.State().Over())
	}
	r.sees("To move: Player 2.")
	played := gs.game().MoveText(gs.ahead[0].Move)
	r.types(played) // what was played is gone along with
	if n := len(gs.steps); n != 2 || !gs.session.State().Over() {
		t.Fatalf("after a move of the game: %d plies, over %v", n, gs.session.State().Over())
	}
	r.press("]")
	r.press("tab", "enter", "tab", "enter") // at the end, on from there
	if n := len(gs.steps); n != 4 || gs.over() {
		t.Fatalf("after a move at the end: %d plies, over %v: %v", n, gs.over(), gs.messages)
	}
	if n := len(gs.session.Record().Moves); n != 4 {
		t.Errorf("the record has %d moves", n)
	}
	left := gs.session.Record()
	left.SetTag(tagPlayers, storedAnalysis)
	left.SetTag(tagPly, "2")
	left.Result, left.Termination = game.SecondWins, record.Resignation
	session, err := local.Open(left)
	if err != nil {
		t.Fatal(err)
	}
	if setup := setupOf(SavedGame{}, session); !setup.Analysis || setup.Session.Ply() != 2 {
		t.Errorf("an analysis goes on at ply %d, was left at 2", setup.Session.Ply())
	}
	r.press("x")
	if gs := r.gameScreen(); !gs.over() || gs.session.State().End().Why != record.Resignation {
		t.Error("the game itself goes on")
	}
	r.sees("resigned.")
	if text := r.text(); strings.Contains(text, "Resumed") {
		t.Errorf("a game that is over is resumed: %s", text)
	}
}
