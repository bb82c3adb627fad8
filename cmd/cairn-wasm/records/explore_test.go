package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
)

// logs are games by random play, of which some begin alike.
func logs(t *testing.T, n int) (list []message.Log, states []*play.State) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range n {
		g := games.All()[i%len(games.All())]
		s, err := play.New(play.Terms{Game: g.ID(), Seed: "one", Takeback: play.TakebackFree})
		if err != nil {
			t.Fatal(err)
		}
		for range 6 {
			moves := s.Position().Moves(nil)
			m := moves[rng.IntN(min(3, len(moves)))]
			if err := s.Apply(play.Event{Kind: play.Move, Side: s.Turn(), Move: g.MoveText(m)}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Apply(play.Event{Kind: play.Resign, Side: game.Side(i / 2 % 2)}); err != nil {
			t.Fatal(err)
		}
		list, states = append(list, message.FromLog(s.Log())), append(states, s)
	}
	return list, states
}

// TestExplore looks up every position of games that lie in two runs, and counts without an index.
func TestExplore(t *testing.T) {
	list, states := logs(t, 40)
	var blocks []message.Block
	for run := range 2 {
		var played []message.Playing
		for i := range list[run*20 : run*20+20] {
			one := message.Playing{Log: &list[run*20+i]}
			if i%3 == 0 { // as a record
				var r message.GameRecord
				put(t, message.FileQuestion{Op: "record", Log: one.Log}, &r)
				one = message.Playing{Record: &r}
			}
			played = append(played, one)
		}
		played = append(played, message.Playing{}) // that cannot be read
		var made message.Run
		if r := put(t, message.FileQuestion{Op: "run", Played: played}, &made); r != nil || len(made.Blocks) != 1 || len(made.Margins) != 21 {
			t.Fatal(r, len(made.Blocks), len(made.Margins))
		}
		b := made.Blocks[0]
		b.Run = run + 5
		blocks = append(blocks, b)
	}
	key := func(g, position string) string {
		var k message.Key
		put(t, message.FileQuestion{Op: "key", Game: g, Position: position}, &k)
		return k.Key
	}
	// All of them, with their keys before and after each ply.
	type passed struct{ run, id, ply, first int }
	all, after := map[string][]passed{}, map[string]map[string]int{}
	var asked []game.Position
	for i, s := range states {
		p, err := s.Game().Parse(s.Terms().Start)
		if err != nil {
			t.Fatal(err)
		}
		for ply := 0; ; ply++ {
			k := key(s.Game().ID(), p.String())
			one := passed{5 + i/20, i % 20, ply, 0}
			if s.End().Outcome == game.FirstWins {
				one.first = 1
			}
			if all[k] = append(all[k], one); len(all[k]) == 1 {
				asked = append(asked, p.Copy())
			}
			if ply == s.Ply() {
				break
			}
			m, _ := p.ParseMove(s.Plies()[ply].Text)
			p.PlayUnchecked(m)
			if after[k] == nil {
				after[k] = map[string]int{}
			}
			after[k][key(s.Game().ID(), p.String())]++
		}
	}
	for _, p := range asked {
		q := message.FileQuestion{Op: "explore", Game: p.Game().ID(), Position: p.String(), Blocks: blocks, Most: 7}
		var got message.Explored
		if r := put(t, q, &got); r != nil {
			t.Fatal(r)
		}
		k := key(q.Game, q.Position)
		want, first := all[k], 0
		for _, one := range want {
			first += one.first
		}
		if got.Tally.Games != len(want) || got.Tally.First != first || got.Tally.Second != len(want)-first {
			t.Fatalf("%s: %+v, want %d games, %d for First", p, got, len(want), first)
		}
		for _, m := range got.Moves {
			move, err := p.ParseMove(m.Move)
			if err != nil {
				t.Fatal(err)
			}
			next := p.Copy()
			next.PlayUnchecked(move)
			if n := after[k][key(q.Game, next.String())]; n != m.Tally.Games || n == 0 {
				t.Errorf("%s: %s in %d games, want %d", p, m.Move, m.Tally.Games, n)
			}
		}
		if len(got.Moves) != len(after[k]) || len(got.Visits) != min(7, len(want)) {
			t.Errorf("%s: %d moves and %d games, want %d and %d", p, len(got.Moves), len(got.Visits), len(after[k]), min(7, len(want)))
		}
		for _, v := range got.Visits {
			if !slices.ContainsFunc(want, func(w passed) bool { return w.run == v.Run && w.id == v.Game }) {
				t.Errorf("%s: game %d of run %d did not come here", p, v.Game, v.Run)
			}
		}
		// The game that is looked at does not count.
		q.Blocks = slices.Clone(blocks)
		q.Blocks[want[0].run-5].Without = &message.LeftOut{Game: want[0].id}
		var less message.Explored
		if r := put(t, q, &less); r != nil || less.Tally.Games != len(want)-1 || less.Tally.First != first-want[0].first {
			t.Errorf("%s: without one %+v (%v)", p, less, r)
		}
	}
	blocks[0].Data[20] ^= 1
	p := asked[0]
	if r := put(t, message.FileQuestion{Op: "explore", Game: p.Game().ID(), Position: p.String(), Blocks: blocks}, nil); r == nil {
		t.Error("a damaged block is believed")
	}
}

// TestMargin holds the mean lead to the counts at the end of games.
func TestMargin(t *testing.T) {
	start, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	p := start.Start("lead")
	r := message.GameRecord{Game: "dvonn", Start: p.String(), Result: message.OutcomeFirst}
	want := 0
	for rng := rand.New(rand.NewPCG(5, 6)); ; {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		r.Moves = append(r.Moves, message.RecordMove{Text: start.MoveText(m)})
		p.PlayUnchecked(m)
	}
	s := p.(game.Scorer)
	want = s.Standing(game.First)[0].N - s.Standing(game.Second)[0].N
	var made message.Run
	put(t, message.FileQuestion{Op: "run", Played: []message.Playing{{Record: &r}, {Record: &r}}}, &made)
	if got := int(int8(made.Margins[1])); got != want || want == 0 {
		t.Errorf("the margin is %d, want %d", got, want)
	}
	b := made.Blocks[0]
	var got message.Explored
	put(t, message.FileQuestion{Op: "explore", Game: "dvonn", Position: r.Start, Blocks: []message.Block{b}, Most: 5}, &got)
	if got.Tally.Margin != 2*want || got.Moves[0].Tally.Margin != 2*want {
		t.Errorf("the margins of two games are %+v, want %d", got, 2*want)
	}
	b.Without = &message.LeftOut{Game: 1, Margin: want}
	put(t, message.FileQuestion{Op: "explore", Game: "dvonn", Position: r.Start, Blocks: []message.Block{b}, Most: 5}, &got)
	if got.Tally.Games != 1 || got.Tally.Margin != want || got.Moves[0].Tally.Margin != want || len(got.Visits) != 1 {
		t.Errorf("the margin of one game is %+v, want %d", got, want)
	}
}
