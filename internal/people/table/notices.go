package table

import (
	"encoding/json"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// endingBefore is how long before the end of the time somebody is reminded at most, and
// endingLook how long before that it is looked whether the reminder falls into the night.
const (
	endingBefore = 12 * time.Hour
	endingLook   = day
)

// notices are the news for people of events that have led from one state to another. A
// game at which both sit before the board says all but its beginning by itself.
func notices(before, after *state, events []Event) []Notice {
	last := events[len(events)-1]
	by, _, _ := strings.Cut(events[0].Message, ":") // of several the first one is theirs
	var list []Notice
	tell := func(person, kind, key string, args NoticeArgs, due time.Time) {
		list = append(list, NewNotice(person, kind, key, args, last.At, due))
	}
	started := before.phase == api.Open && after.phase == api.Playing
	switch {
	case started && after.from == "":
		tell(before.seats[0], NoticeSat, after.id, NoticeArgs{Table: after.id, By: by}, last.At)
	case after.phase == api.Closed && before.phase == api.Open && after.isInvitation():
		maker := after.seats[0]
		switch by {
		case after.reserved:
			tell(maker, NoticeInvited, after.id, NoticeArgs{Table: after.id, By: after.reserved, End: "declined"}, last.At)
		case maker:
			tell(after.reserved, NoticeInvited, after.id, NoticeArgs{Table: after.id, By: maker, End: "withdrawn"}, time.Time{})
		default:
			tell(maker, NoticeInvited, after.id, NoticeArgs{Table: after.id, By: after.reserved, End: "lapsed"}, last.At)
		}
	}
	if !after.isSlow() {
		return list
	}
	switch {
	case after.phase == api.Over && before.phase == api.Playing:
		for seat, person := range after.seats {
			if person != by {
				tell(person, NoticeOver, after.id, NoticeArgs{Table: after.id, By: after.seats[1-seat]}, last.At)
			}
		}
	case after.phase == api.Playing && (started || before.game.Turn() != after.game.Turn()):
		list = append(list, after.turnNotices(by, last.At)...)
	case after.phase == api.Playing && before.stands() && !after.stands():
		list = append(list, after.turnNotices("", last.At)...) // what was played meanwhile was no news
	case after.phase == api.Playing && before.stands() != after.stands():
		list = append(list, after.turnNotices(after.seats[after.game.Turn()], last.At)...) // the end of the time has moved
	}
	return list
}

// turnNotices are the news for who is to move in a game at which nobody sits all the time, and has not just acted. Who is
// away hears of it when they are back.
func (st *state) turnNotices(by string, now time.Time) (list []Notice) {
	if _, only := st.forcedPass(); only {
		return nil // the server passes in a moment
	}
	turn := int(st.game.Turn())
	mover, args := st.seats[turn], NoticeArgs{Table: st.id, By: st.seats[1-turn]}
	if mover != by && !st.stands() { // else they have sat down just now, and look at the board, or are away
		list = append(list, NewNotice(mover, NoticeTurn, "", NoticeArgs{}, now, now))
	}
	if left, runs := st.game.Deadline(); runs {
		over, _ := st.flagFalls()
		at := over.Add(-min(left/4, endingBefore))
		args.Over = api.Millis(over)
		list = append(list, NewNotice(mover, NoticeEnding, st.id, args, at, later(at.Add(-endingLook), now)))
	}
	return list
}

// NewNotice makes a piece of news for somebody.
func NewNotice(person, kind, key string, args NoticeArgs, at, due time.Time) Notice {
	text, _ := json.Marshal(args) // it has strings only
	return Notice{Person: person, Kind: kind, Key: key, Args: string(text), At: at, Due: due}
}

// earlier returns the first of two instants, of which zero is none.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// isSlow reports whether nobody sits before the board all the time.
func (st *state) isSlow() bool {
	c, err := play.ParseControl(st.options.Control)
	return err == nil && c.Slow()
}

// isInvitation reports whether a seat is kept for who was asked to play.
func (st *state) isInvitation() bool { return st.reserved != "" && st.from == "" }

// Waits returns who is to move at a table whose game goes on, whether nobody sits before the board
// all the time, and when the time for the move is over; "" for nobody, also where the answer is planned and
// played in a moment, and zero for never.
func (r Row) Waits() (person string, slow bool, until time.Time) {
	sum := summaryOf(r)
	c, err := play.ParseControl(sum.Options.Control)
	if err != nil || r.Phase != string(api.Playing) || sum.Turn == "" {
		return "", false, time.Time{}
	}
	seat := 0
	if sum.Turn == play.SideWord(game.Second) {
		seat = 1
	}
	if r.Planned&(1<<seat) != 0 {
		return "", false, time.Time{}
	}
	if sum.Away[seat] > 0 { // then the table is looked at when they are back
		return r.Seats[seat], c.Slow(), time.UnixMilli(sum.Flag)
	}
	return r.Seats[seat], c.Slow(), r.Deadline
}

// Options are those of a table in a list.
func (r Row) Options() api.Options { return summaryOf(r).Options }
