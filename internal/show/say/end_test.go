package say

import (
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

// TestEnd says every end, to nobody in particular and to one of the players.
func TestEnd(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	pos := g.Start("")
	first := game.First
	for _, test := range []struct {
		end       play.End
		all, mine string
	}{
		{play.End{Over: true, Outcome: game.SecondWins, Why: record.Resignation, By: game.First}, "White resigned. Black wins.", "White resigned. You lose."},
		{play.End{Over: true, Outcome: game.FirstWins, Why: record.Time, By: game.Second}, "Time out: Black. White wins.", "Time out: Black. You win!"},
		{play.End{Over: true, Outcome: game.FirstWins, Why: record.Abandoned, By: game.Second}, "Black left the game. White wins.", "Black left the game. You win!"},
		{play.End{Over: true, Outcome: game.Draw, Why: record.Abandoned, By: game.Second}, "Draw.", "Draw."},
		{play.End{Over: true, Outcome: game.Draw, Why: record.Agreement, By: game.Second}, "Draw by agreement.", "Draw by agreement."},
		{play.End{Over: true, Outcome: game.SecondWins, Why: record.Adjudication}, "The result was decided by an arbiter. Black wins.", "The result was decided by an arbiter. You lose."},
		{play.End{Over: true, Why: record.Aborted, By: game.First}, "The game was aborted.", "The game was aborted."},
		{play.End{Over: true, Outcome: game.FirstWins}, "White wins.", "You win!"},
		{play.End{}, "The game goes on.", "The game goes on."},
	} {
		s := New(g, i18n.New("en"))
		if got := s.End(pos, test.end); got != test.all {
			t.Errorf("%q: %q, want %q", test.end.Why, got, test.all)
		}
		s.Listener = &first
		if got := s.End(pos, test.end); got != test.mine {
			t.Errorf("%q: %q, want %q", test.end.Why, got, test.mine)
		}
	}
	for lang, want := range map[string]string{
		"en": "You resigned. You lose.", "de": "Du hast aufgegeben. Du verlierst.", "it": "Hai abbandonato. Hai perso.", "nl": "Je hebt opgegeven. Je verliest.",
	} {
		s := New(g, i18n.New(lang))
		s.Names[0], s.Listener = s.catalog.T("player.you"), &first
		if got := s.End(pos, play.End{Over: true, Outcome: game.SecondWins, Why: record.Resignation, By: game.First}); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	for _, lang := range i18n.Languages() {
		s := New(g, i18n.New(lang.Code).Report(func(lang, key, problem string) { t.Errorf("%s %s: %s", lang, key, problem) }))
		for _, why := range []record.Termination{record.Resignation, record.Time, record.Abandoned, record.Agreement, record.Adjudication, record.Aborted} {
			if s.End(pos, play.End{Over: true, Outcome: game.Draw, Why: why}) == "" {
				t.Errorf("%s: nothing is said of %s", lang.Code, why)
			}
		}
	}
}
