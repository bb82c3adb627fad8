package tui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/draw"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
)

// BenchmarkKey is what one key costs this package: the update and the view.
func BenchmarkKey(b *testing.B) {
	for _, id := range games.IDs() {
		for _, size := range [][2]int{{80, 24}, {140, 45}} {
			b.Run(id+"-"+map[bool]string{true: "small", false: "large"}[size[0] == 80], func(b *testing.B) {
				g, err := games.Lookup(id)
				if err != nil {
					b.Fatal(err)
				}
				s := local.New(g.Start("bench"))
				for s.Ply() < 20 && s.Outcome() == game.Ongoing {
					list := s.Position().Moves(nil)
					if err := s.Play(list[len(list)/2]); err != nil {
						b.Fatal(err)
					}
				}
				a := newApp(Options{Catalog: i18n.New("en"), Engines: &fake{}, Files: disk{}, Depth: draw.TrueColor, Theme: draw.Dark(), Open: &Setup{Session: s}, Now: func() time.Time { return time.Unix(0, 0) }, Seed: func() string { return "" }})
				a.Init()
				a.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				a.View()
				keys := []tea.Msg{keyPress("up"), keyPress("down")}
				shown := 0
				b.ReportAllocs()
				for i := range b.N {
					a.Update(keys[i%2])
					shown += len(a.View().Content)
				}
				if shown < 1000*b.N {
					b.Fatalf("only %d bytes shown", shown)
				}
			})
		}
	}
}
