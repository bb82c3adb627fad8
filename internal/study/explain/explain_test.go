package explain_test

import (
	"slices"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/study/explain"
	"cairn.example/lyngk"
	"cairn.example/players"
)

// alwaysScores reports whether the mover can complete a stack after m and any reply.
func alwaysScores(pos game.Position, m game.Move) bool {
	us := pos.Side()
	then := func(p game.Position, m game.Move) *lyngk.Position {
		after := p.Copy().(*lyngk.Position)
		after.PlayUnchecked(m)
		return after
	}
	after := then(pos, m)
	for _, reply := range after.Moves(nil) {
		later := then(after, reply)
		if !slices.ContainsFunc(later.Moves(nil), func(m game.Move) bool { return then(later, m).Tally(us) > later.Tally(us) }) {
			return false
		}
	}
	return true
}

// TestPassedBy holds that a hint says why a stack is not completed at once, and that a move is the
// only one that wins. The outcomes were found by a search of every move to the end.
func TestPassedBy(t *testing.T) {
	for _, tt := range []struct{ name, position, want string }{
		{"completing loses", "./G,.,KBGI,K/B,J,.,.,.,K,B/.,.,.,.,.,JBK/R,IB,.,BGR,.,.,./KGB,.,.,IKR,.,IRG/.,RIBG,.,.,.,RKGI,./JKR,.,RG,I/I 2 BR:G 0:0", "waits_lost"},
		{"only one wins", "JBK/.,.,IBR,./.,.,.,BIR,GIBR,.,./.,J,.,.,.,RI/.,.,.,RIKB,.,KI,./.,BRKG,.,.,.,./G,GKR,KB,.,.,.,IJK/G,IRGB,GK,./G 1 R:BG 0:0", engine.OnlyWins},
		{"completing can wait", "K/K,.,.,./.,G,J,KBR,.,IB,J/K,.,.,GB,IRB,I/.,.,BRGI,.,IG,G,I/.,.,.,BRIG,GR,B/J,GR,.,.,K,R,./K,.,RBI,K/K 2 IR:BG 0:0", "waits_safely"},
		{"completing costs", "J/GI,I,JK,./K,K,.,R,J,BIRK,R/I,G,R,.,.,GB/.,BG,K,I,.,.,IGB/BK,R,.,.,KRI,./I,.,R,G,BK,.,G/B,GB,.,R/. 1 B:GK 0:0", "waits"},
		{"completing is played", "./.,B,.,./.,.,.,IG,.,.,./.,IG,.,.,.,./K,BI,.,KR,.,.,./BRK,G,.,.,.,J/G,.,.,.,KIR,G,G/RBK,JIB,.,R/. 1 BR:IK 2:1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos, err := lyngk.Standard.Parse(tt.position)
			if err != nil {
				t.Fatal(err)
			}
			e, err := players.NewEngine(lyngk.Standard, engine.Options{Hash: 16})
			if err != nil {
				t.Fatal(err)
			}
			r := e.Search(t.Context(), pos, engine.Limits{Nodes: 200_000}, nil)
			x := explain.Move(t.Context(), e, pos, &r)
			for _, why := range x.Reasons {
				if why.Key == "waits_safely" && !alwaysScores(pos, r.Move) {
					t.Errorf("%v is not so", why)
				}
			}
			t.Log(lyngk.Standard.MoveText(r.Move), x.Reasons)
			if tt.want != "" && !slices.ContainsFunc(x.Reasons, func(why engine.Reason) bool { return why.Key == tt.want }) {
				t.Errorf("%v, not %s", x.Reasons, tt.want)
			}
		})
	}
}

// TestPlainSearch holds that moves are explained too where the engine does without its techniques.
func TestPlainSearch(t *testing.T) {
	pos, err := lyngk.Standard.Parse("./.,B,.,./.,.,.,IG,.,.,./.,IG,.,.,.,./K,BI,.,KR,.,.,./BRK,G,.,.,.,J/G,.,.,.,KIR,G,G/RBK,JIB,.,R/. 1 BR:IK 2:1")
	if err != nil {
		t.Fatal(err)
	}
	e, err := players.NewEngine(lyngk.Standard, engine.Options{Hash: 16, Without: engine.AllTechniques})
	if err != nil {
		t.Fatal(err)
	}
	// Any move but those that complete a stack, so that one of these is passed by.
	moves := slices.DeleteFunc(pos.Moves(nil), func(m game.Move) bool {
		after := pos.Copy().(*lyngk.Position)
		after.PlayUnchecked(m)
		return after.Tally(pos.Side()) > pos.(*lyngk.Position).Tally(pos.Side())
	})
	r := e.Search(t.Context(), pos, engine.Limits{Nodes: 2000, Only: moves}, nil)
	if x := explain.Move(t.Context(), e, pos, &r); len(x.Tempting.PV) == 0 || len(x.Reasons) == 0 {
		t.Errorf("%v beside %v", x.Reasons, x.Tempting.PV)
	}
}
