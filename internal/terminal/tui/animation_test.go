package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
)

// animated returns options under which moves travel.
func animated() Options {
	o := trueColor
	o.Animate = true
	return o
}

// A stack is seen on its way; when it has arrived the screen is what it would be
// without animation, and nothing goes on.
func TestMovesTravel(t *testing.T) {
	withoutRaceDetector(t)
	for _, id := range []string{"lyngk", "lyngk6", "dvonn"} {
		for _, size := range sizes {
			for _, plies := range []int{0, 9, 56, 70} {
				still := played(t, id, plies, trueColor, Setup{})
				r := played(t, id, plies, animated(), Setup{})
				if r.gameScreen().over() {
					continue
				}
				still.size(size[0], size[1])
				r.size(size[0], size[1])
				m := sensible(r.gameScreen().session)
				still.run(still.gameScreen().play(m))
				r.run(r.gameScreen().play(m))
				want := new(encoder).encode(still.a.draw())
				if r.gameScreen().game().Parts(m).From == game.NoSpot {
					if r.gameScreen().animation != nil {
						t.Fatalf("%s: a piece that is placed travels", id)
					}
					continue
				}
				seen := map[string]bool{}
				for n := 0; r.gameScreen().animation != nil; n++ {
					if n > 60 {
						t.Fatalf("%s: the motion does not end", id)
					}
					seen[new(encoder).encode(r.a.draw())] = true
					r.wait(frameTime)
				}
				if len(seen) < 2 {
					t.Errorf("%s in %v: %d pictures of a motion", id, size, len(seen))
				}
				if got := new(encoder).encode(r.a.draw()); got != want {
					t.Errorf("%s in %v after %d plies: after the motion the screen differs", id, size, plies)
				}
				if len(r.later) > 0 {
					t.Errorf("%s: %d messages are still to come", id, len(r.later))
				}
			}
		}
	}
}

// A captured five arrives whole, and then goes layer by layer.
func TestCapturedStackLeaves(t *testing.T) {
	s := local.New(played(t, "lyngk", 0, trueColor, Setup{}).gameScreen().session.Start())
	for {
		before := s.Position().Copy()
		m := sensible(s)
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
		to := before.Game().Parts(m).To
		if len(s.Position().Stack(to, nil)) > 0 {
			continue
		}
		s.Undo()
		r := opened(t, "lyngk", "", animated(), Setup{Session: s})
		r.size(140, 45)
		r.run(r.gameScreen().play(m))
		if n := len(r.gameScreen().animation.leaves); n != 5 {
			t.Fatalf("%d pieces leave", n)
		}
		heights := map[int]bool{}
		for r.gameScreen().animation != nil {
			r.a.draw()
			heights[len(r.gameScreen().drawing.board.Stacks[to])] = true
			r.wait(frameTime)
		}
		for h := range 5 {
			if !heights[h] {
				t.Errorf("it is never seen %d high", h)
			}
		}
		return
	}
}

// Whatever the player does ends a motion, and is done at once.
func TestMotionNeverWaits(t *testing.T) {
	for name, act := range map[string]func(*harness){
		"key":   func(r *harness) { r.press("u") },
		"type":  func(r *harness) { r.typeText("a") },
		"click": func(r *harness) { r.click("e4") },
		"wheel": func(r *harness) { r.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp}) },
		"paste": func(r *harness) { r.send(tea.PasteMsg{Content: "e4"}) },
	} {
		r := opened(t, "lyngk", "demo", animated(), Setup{})
		r.press("enter", "tab", "enter")
		if r.gameScreen().animation == nil {
			t.Fatal("nothing travels")
		}
		act(r)
		if r.gameScreen().animation != nil {
			t.Errorf("%s: the motion goes on", name)
		}
		if undone := name == "key" || name == "wheel"; undone != (len(moves(r.gameScreen())) == 0) {
			t.Errorf("%s: there are %d moves", name, len(moves(r.gameScreen())))
		}
		r.wait(time.Second) // the frame that was asked for comes late and is dropped
		if r.gameScreen().animation != nil || len(r.later) > 0 {
			t.Errorf("%s: the motion began again", name)
		}
	}
}

// A resize in the middle of a motion draws it in the new size.
func TestMotionInAnotherSize(t *testing.T) {
	r := opened(t, "lyngk6", "demo", animated(), Setup{})
	r.press("enter", "tab", "enter")
	r.wait(frameTime)
	for _, size := range [][2]int{{140, 45}, {40, 16}, {10, 3}, {200, 60}} {
		r.size(size[0], size[1])
		if lines := strings.Count(r.text(), "\n"); lines != size[1] {
			t.Errorf("%v: %d lines", size, lines)
		}
	}
}

// The menu switches the animation off and on.
func TestAnimationSwitch(t *testing.T) {
	r := opened(t, "lyngk", "demo", animated(), Setup{})
	r.run(r.gameScreen().switchMotion())
	r.press("enter", "tab", "enter")
	if r.gameScreen().animation != nil {
		t.Error("a move travels though the animation is off")
	}
	r.press("m")
	r.sees("Switch animation on")
}
