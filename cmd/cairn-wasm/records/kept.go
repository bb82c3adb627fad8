package main

import (
	"math"
	"strconv"
	"time"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// legacyLog makes a log of a game that the page kept before there were logs. The log
// ends at a move that cannot be played, and the answer holds the number of that move.
func legacyLog(k *message.LegacyGame) (*message.Converted, error) {
	if k == nil {
		return nil, errNoGame
	}
	g, err := games.Lookup(k.Game)
	if err != nil {
		return nil, err
	}
	p, err := g.Parse(k.Start)
	if err != nil {
		return nil, err
	}
	r := &record.Record{Game: k.Game, Start: k.Start, First: k.Names[0], Second: k.Names[1], Seed: k.Seed}
	r.TimeControl = legacyControl(k.Clock)
	clocked := r.TimeControl != ""
	for i, text := range k.Moves {
		m := record.Move{Text: text}
		if clocked {
			m.Clock = record.Clock{Known: true, Left: legacyTime(legacyLeft(k, i+1)[p.Side()])}
		}
		r.Moves = append(r.Moves, m)
		if move, err := p.ParseMove(text); err == nil {
			p.PlayUnchecked(move)
		}
	}
	log, err := play.FromRecord(r)
	log.Terms.Players[0].Plays, log.Terms.Players[1].Plays = legacyLevel(k.Levels[0]), legacyLevel(k.Levels[1])
	alone := k.Levels[0] > 0 || k.Levels[1] > 0
	log.Terms.Takeback = play.TakebackFree
	if alone && !k.Takeback {
		log.Terms.Takeback = play.TakebackNever
	}
	if err != nil {
		return converted(log, err)
	}
	s, err := play.Replay(log)
	if err != nil {
		return nil, err
	}
	appendLegacyEnd(s, k, clocked)
	return converted(s.Log(), nil)
}

// appendLegacyEnd appends what came after the moves: moves that were taken back, the
// time that has passed since, and the end. What cannot be is left out.
func appendLegacyEnd(s *play.State, k *message.LegacyGame, clocked bool) {
	if n := s.Ply(); len(k.Undone) > 0 && s.Terms().Takeback == play.TakebackFree {
		for _, text := range k.Undone {
			if s.Apply(play.Event{Kind: play.Move, Side: s.Turn(), Move: text}) != nil {
				break
			}
		}
		_ = s.Apply(play.Event{Kind: play.TakeBack, Side: s.Turn(), To: n})
	}
	var spent time.Duration
	if side, runs := s.Running(); runs && clocked && k.Left != nil {
		spent = max(0, s.Left(side, 0)-legacyTime(k.Left[side]))
	}
	if k.Ending == nil {
		if side, runs := s.Running(); runs && spent > 0 && spent < s.Left(side, 0) {
			_ = s.Apply(play.Event{Kind: play.Pause, Took: spent})
		}
		return
	}
	loser := k.Ending.Loser & 1
	switch k.Ending.By {
	case "resignation":
		_ = s.Apply(play.Event{Kind: play.Resign, Side: loser, Took: spent})
	case "agreement":
		_ = s.Apply(play.Event{Kind: play.Result, Outcome: game.Draw, Why: record.Agreement, Took: spent})
	case "time":
		if side, runs := s.Running(); runs && side == loser {
			_, _ = s.Advance(math.MaxInt64, play.Event{})
		} else {
			_ = s.Apply(play.Event{Kind: play.Result, Outcome: game.Win(loser.Other()), Why: record.Time})
		}
	}
}

// legacyLeft is what the clocks showed after n plies; where that was not
// kept, what they showed before.
func legacyLeft(k *message.LegacyGame, n int) [2]float64 {
	if n < len(k.Clocks) {
		return k.Clocks[n]
	}
	if len(k.Clocks) > 0 {
		return k.Clocks[len(k.Clocks)-1]
	}
	return [2]float64{k.Clock.Initial, k.Clock.Initial}
}

// legacyControl is the tag of a kept control, "" for none.
func legacyControl(c *message.LegacyControl) string {
	if c == nil {
		return ""
	}
	text := seconds(c.Initial) + "+" + seconds(c.Increment)
	if control, err := play.ParseControl(text); err != nil || !control.On() {
		return ""
	}
	return text
}

func seconds(ms float64) string { return strconv.FormatFloat(math.Round(ms)/1000, 'f', -1, 64) }

func legacyTime(ms float64) time.Duration {
	return time.Duration(math.Round(max(0, min(ms, 1e12)))) * time.Millisecond
}

// legacyLevel is what plays at a level of the computer, "" for a person.
func legacyLevel(n int) string {
	if n >= 1 && n <= 10 { // the levels of the pages that kept games so
		return "level" + strconv.Itoa(n)
	}
	return ""
}
