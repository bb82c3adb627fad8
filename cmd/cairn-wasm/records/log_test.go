package main

import (
	"slices"
	"testing"
	"time"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/internal/play"
)

// A log becomes a record and a log again.
func TestRecordAndBack(t *testing.T) {
	s, err := play.New(play.Terms{
		Game: "lyngk", Seed: "record", Control: play.Control{Kind: play.Fischer, Base: time.Minute, Increment: time.Second}, Free: 2,
		Takeback: play.TakebackFree, Draws: true, Abort: 2, MoreTime: true, Pause: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 12 {
		m := s.Position().Moves(nil)[0]
		if err := s.Apply(play.Event{Kind: play.Move, Side: s.Turn(), Move: s.Game().MoveText(m), Took: 2500 * time.Millisecond}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Apply(play.Event{Kind: play.Resign}); err != nil {
		t.Fatal(err)
	}
	log := message.FromLog(s.Log())
	var r message.GameRecord
	var back message.Converted
	if e := put(t, message.FileQuestion{Op: "record", Log: &log}, &r); e != nil {
		t.Fatal(e)
	}
	if len(r.Moves) != 12 || r.Termination != "resignation" || r.Result != message.OutcomeSecond || r.Moves[3].Note == nil || *r.Moves[3].Note.Took != 2500 {
		t.Errorf("the record is %+v", r)
	}
	if e := put(t, message.FileQuestion{Op: "log", Record: &r}, &back); e != nil || back.Failed != nil {
		t.Fatal(e, back.Why)
	}
	if !slices.Equal(back.Log.Events, log.Events) || back.Log.Terms != log.Terms {
		t.Errorf("came back as %+v\nwas %+v", back.Log, log)
	}
	r.Moves[5].Text = "a1-a1"
	if e := put(t, message.FileQuestion{Op: "log", Record: &r}, &back); e != nil || back.Failed == nil || *back.Failed != 5 || back.Why == nil || len(back.Log.Events) != 5 {
		t.Errorf("%v, %+v", e, back)
	}
	log.Events[3].Kind = "dance"
	if e := put(t, message.FileQuestion{Op: "record", Log: &log}, nil); e == nil || e.Code != "play.kind" {
		t.Errorf("an unknown event is refused with %+v", e)
	}
}
