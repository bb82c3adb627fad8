//go:build unix

package tui

import (
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// processorTime is what this process has used of the processor so far, which
// does not depend on what else runs on the machine.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

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
				b.ResetTimer()
				before := processorTime(b)
				for i := range b.N {
					a.Update(keys[i%2])
					shown += len(a.View().Content)
				}
				b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
				if shown < 1000*b.N {
					b.Fatalf("only %d bytes shown", shown)
				}
			})
		}
	}
}
