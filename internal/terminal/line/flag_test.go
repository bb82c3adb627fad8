package line

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/lyngk"
	"cairn.example/record"
)

// slowTypist types one line at a time, each so long after the one before.
type slowTypist struct {
	now   time.Time
	lines []slowLine
}

type slowLine struct {
	after time.Duration
	text  string
}

func (s *slowTypist) Read(to []byte) (int, error) {
	if len(s.lines) == 0 {
		return 0, io.EOF
	}
	l := s.lines[0]
	s.lines = s.lines[1:]
	s.now = s.now.Add(l.after)
	return copy(to, l.text+"\n"), nil
}

// TestFlagBeforeTheLine: what is typed after the flag has fallen finds the game
// over, whatever it is, and the flag is named once and first.
func TestFlagBeforeTheLine(t *testing.T) {
	start := lyngk.Standard.Start("flag")
	legal := func(n int) string {
		p := start.Copy()
		for range n {
			p.PlayUnchecked(p.Moves(nil)[0])
		}
		return p.Game().MoveText(p.Moves(nil)[0])
	}
	for _, command := range []string{legal(2), "clock", "draw", "resign", "pause", "record", "hello"} {
		o := options(t, "lyngk", "flag", "en")
		s, err := local.Begin(play.Casual(start, play.Control{Kind: play.Fischer, Base: time.Minute}))
		if err != nil {
			t.Fatal(err)
		}
		typist := &slowTypist{now: time.Unix(0, 0), lines: []slowLine{
			{time.Second, "board off"},
			{time.Second, legal(0)},
			{time.Second, legal(1)},
			{59 * time.Second, "score"}, // not yet
			{2 * time.Second, command},
		}}
		o.Session, o.Clock = s, Clock{Now: func() time.Time { return typist.now }}
		var out strings.Builder
		if err := Run(context.Background(), typist, &out, o); err != nil {
			t.Fatal(err)
		}
		const flag = "Time out: Player 1. Player 2 wins."
		_, after, told := strings.Cut(out.String(), flag)
		switch {
		case !told || strings.Contains(after, flag):
			t.Errorf("%q after the flag: it is told %d times in\n%s", command, strings.Count(out.String(), flag), &out)
		case strings.Contains(after, "offers") || strings.Contains(after, "resigned") || strings.Contains(after, "to move"):
			t.Errorf("%q after the flag is obeyed:\n%s", command, after)
		}
		if end := fmt.Sprint(s.End().Why); end != "time" || s.Ply() != 2 {
			t.Errorf("%q after the flag: the game ends by %s after %d plies", command, end, s.Ply())
		}
	}
}

// TestFlagOfTheComputer: wherever in the computer's turn its flag falls, the game
// ends by it and the program goes on.
func TestFlagOfTheComputer(t *testing.T) {
	for step := 5 * time.Millisecond; step < 60*time.Millisecond; step += time.Millisecond {
		start := lyngk.Standard.Start("flag")
		s, err := local.Begin(play.Casual(start, play.Control{Kind: play.Fischer, Base: 100 * time.Millisecond}))
		if err != nil {
			t.Fatal(err)
		}
		now := time.Unix(0, 0)
		o := options(t, "lyngk", "flag", "en")
		o.Session, o.Boards = s, BoardsOff
		o.Opponents = [2]Opponent{&last{}, &last{}}
		o.Clock = Clock{Now: func() time.Time { now = now.Add(step); return now }} // asking for the time takes some
		var out strings.Builder
		if err := Run(context.Background(), strings.NewReader("score\n"), &out, o); err != nil {
			t.Errorf("steps of %v: %v", step, err)
		}
		if why := s.End().Why; why != record.Time || strings.Count(out.String(), "Time out") != 1 {
			t.Errorf("steps of %v: the game ends by %q:\n%s", step, why, &out)
		}
	}
}
