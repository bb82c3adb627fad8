package table

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"cairn.example/internal/people/api"
)

// The rooms. Players do not read what watchers write until the end; watchers never
// read what players write to each other.
const (
	roomPlayers  = "players"
	roomWatchers = "watchers"
)

const (
	mostReport = 1000 // characters
	shownChat  = 100  // lines that are sent to who comes
)

// roomOf is where a role writes.
func roomOf(role api.Role) string {
	if role == api.Watcher {
		return roomWatchers
	}
	return roomPlayers
}

// mayRead reports whether a role may read a room.
func mayRead(role api.Role, phase api.Phase, room string) bool {
	if role == api.Watcher {
		return room == roomWatchers
	}
	return room == roomPlayers || phase == api.Over
}

// brailleBlank is a sign that shows nothing, though it is no space.
const brailleBlank = '\u2800'

// cleanText returns what is kept of a text that people wrote: one line, without
// what cannot be seen or turns the direction of the text around it; "" where nothing
// in it can be seen.
func cleanText(text string) string {
	text = norm.NFC.String(strings.ToValidUTF8(text, "\uFFFD"))
	var b strings.Builder
	marks, visible := 0, false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			r, marks = ' ', 0
		case r == '\u200d' || r == '\ufe0f': // inside emoji
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
			if marks++; marks > 4 {
				continue
			}
		case !unicode.IsGraphic(r):
			continue
		default:
			marks = 0
			visible = visible || r != brailleBlank && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
		}
		b.WriteRune(r)
	}
	if !visible {
		return ""
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// say stores a line of chat in the room of one's role.
func (s *Service) say(ctx context.Context, q request) (int64, error) {
	if utf8.RuneCountInString(q.m.Text) > api.MostChat {
		return 0, api.Refuse(api.TableChatLong, "most", strconv.Itoa(api.MostChat))
	}
	text := cleanText(q.m.Text)
	if text == "" {
		return 0, api.Refuse(api.TableChatEmpty)
	}
	t := s.use(q.m.Table)
	defer s.done(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	ctx, cancel := storeContext(ctx)
	defer cancel()
	if n, ok := t.chatIDs[q.key]; ok {
		return n, nil
	}
	if err := t.refusals.find(q.key); err != nil {
		return 0, err
	}
	err := q.charges.take(s.limits.Chat, "chat:"+q.person)
	if err == nil {
		err = s.mayWrite(ctx, q.person)
	}
	switch {
	case refused(err):
		return s.saidBefore(ctx, t, q.key, err)
	case err != nil:
		return 0, err
	}
	return s.storeLine(ctx, t, q, text)
}

// storeLine stores a line that may be written and tells it. The lock of the table is held.
func (s *Service) storeLine(ctx context.Context, t *liveTable, q request, text string) (int64, error) {
	// Who has sat down at another process writes to the players.
	if err := s.readNow(ctx, t); err != nil {
		return 0, err
	}
	// A watcher must not be taken for a player.
	if err := s.distinctAt(ctx, t.seats, q.person); refused(err) {
		return s.saidBefore(ctx, t, q.key, err)
	} else if err != nil {
		return 0, err
	}
	room := roomOf(roleOf(t.seats, t.phase, q.person))
	line, err := s.store.Say(ctx, ChatLine{Table: t.id, Room: room, Person: q.person, Text: text, Message: q.key, At: s.now()})
	switch {
	case errors.Is(err, ErrNotFound):
		return 0, api.Refuse(api.MeNeeded) // deleted a moment ago
	case err != nil:
		return 0, s.fault("say", t.id, err)
	}
	t.remember(q.key, line.Number)
	s.bus.Publish(Hint{Table: t.id, Kind: hintChat, Seq: line.Number, Node: s.node})
	switch {
	case line.Number == t.chatSeen+1:
		t.chatSeen = line.Number
		s.tellChat(ctx, t, []ChatLine{line})
	case line.Number > t.chatSeen:
		s.catchUpChat(ctx, t)
	}
	return line.Number, nil
}

// saidBefore acknowledges a line again that is stored, though its sender may not write now
// and this process does not remember it. One that is not stored is refused.
func (s *Service) saidBefore(ctx context.Context, t *liveTable, key string, refusal error) (int64, error) {
	number, err := s.store.Said(ctx, t.id, key)
	switch {
	case errors.Is(err, ErrNotFound):
		return 0, t.refusals.note(key, refusal)
	case err != nil:
		return 0, s.fault("said", t.id, err)
	}
	t.remember(key, number)
	return number, nil
}

// mayWrite refuses who has no session, is muted or is banned.
func (s *Service) mayWrite(ctx context.Context, person string) error {
	row, err := s.known(ctx, person)
	until := row.Muted
	if row.Banned.After(until) {
		until = row.Banned
	}
	if err == nil && until.After(s.now()) {
		err = api.Refuse(api.TableMuted, "until", instant(until))
	}
	return err
}

// remember keeps the last message ids of chat, so that the store is not asked for
// each line that is sent again.
func (t *liveTable) remember(key string, number int64) {
	if t.chatIDs == nil || len(t.chatIDs) >= 16 {
		t.chatIDs = map[string]int64{}
	}
	t.chatIDs[key] = number
}

// tellChat tells lines of one room to all who may read it. The lock is held.
func (s *Service) tellChat(ctx context.Context, t *liveTable, lines []ChatLine) {
	if len(lines) == 0 || len(t.watching) == 0 {
		return
	}
	var p *Push
	for _, w := range t.watching {
		if mayRead(roleOf(t.seats, t.phase, w.session.person), t.phase, lines[0].Room) {
			if p == nil {
				p = s.chatPush(ctx, t.id, lines)
			}
			w.session.sub.Tell(p)
		}
	}
}

func (s *Service) chatPush(ctx context.Context, table string, lines []ChatLine) *Push {
	m := api.ToClient{Type: "chat", TableID: table}
	for _, l := range lines {
		m.Chat = append(m.Chat, api.Line{
			Number: l.Number, Room: l.Room, Person: s.person(ctx, l.Person), Text: l.Text, At: api.Millis(l.At),
		})
	}
	return &Push{Message: m}
}

// catchUpChat tells what was said since. The lock is held.
func (s *Service) catchUpChat(ctx context.Context, t *liveTable) {
	last := t.chatSeen
	for _, room := range []string{roomPlayers, roomWatchers} {
		lines, err := s.store.Lines(ctx, t.id, room, t.chatSeen, shownChat)
		if err != nil {
			_ = s.fault("lines", t.id, err)
			return
		}
		if len(lines) > 0 {
			last = max(last, lines[len(lines)-1].Number)
		}
		s.tellChat(ctx, t, lines)
	}
	t.chatSeen = last
}

// greetChat tells a watcher the last lines of the rooms that the role may read.
func (s *Service) greetChat(ctx context.Context, t *liveTable, w *watch) error {
	for _, room := range []string{roomPlayers, roomWatchers} {
		// For the first who watches even a room that the role may not read is read: its last line is where news begin.
		if !mayRead(w.role, t.phase, room) && len(t.watching) > 0 {
			continue
		}
		lines, err := s.store.Lines(ctx, t.id, room, 0, shownChat)
		if err != nil {
			return s.fault("lines", t.id, err)
		}
		if len(lines) == 0 {
			continue
		}
		if len(t.watching) == 0 {
			t.chatSeen = max(t.chatSeen, lines[len(lines)-1].Number)
		}
		if mayRead(w.role, t.phase, room) {
			w.session.sub.Tell(s.chatPush(ctx, t.id, lines))
		}
	}
	return nil
}

// openWatchersRoom tells the players what was said while they played. The lock is
// held.
func (s *Service) openWatchersRoom(ctx context.Context, t *liveTable) {
	lines, err := s.store.Lines(ctx, t.id, roomWatchers, 0, shownChat)
	if err != nil {
		_ = s.fault("lines", t.id, err)
		return
	}
	if len(lines) == 0 {
		return
	}
	p := s.chatPush(ctx, t.id, lines)
	for _, w := range t.watching {
		if w.role != api.Watcher {
			w.session.sub.Tell(p)
		}
	}
}

// Report tells the host of the server about a line of chat that one can read, or
// about the conduct of somebody at the table.
func (s *Service) Report(ctx context.Context, person, table string, r api.NewReport) (err error) {
	charges := s.charges()
	defer func() { charges.settle(err) }()
	if utf8.RuneCountInString(r.Text) > mostReport {
		return api.Refuse(api.TableReport, "most", strconv.Itoa(mostReport))
	}
	if err := s.mayPlay(ctx, person); err != nil {
		return err
	}
	// Looking for the line is work for the store, so this comes first.
	if err := charges.take(s.limits.Reports, "report:"+person); err != nil {
		return err
	}
	view, err := s.View(ctx, person, table)
	if err != nil {
		return err
	}
	known := false
	if r.Line > 0 {
		line, err := s.store.Line(ctx, table, r.Line)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return s.fault("line", table, err)
		}
		known = err == nil && line.Person == r.Person && mayRead(view.You, view.Phase, line.Room)
	} else {
		for _, p := range view.Seats {
			known = known || r.Line == 0 && p != nil && p.ID == r.Person
		}
	}
	if !known {
		return api.Refuse(api.TableLine)
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	err = s.store.NewReport(ctx, Report{Table: table, Line: r.Line, Reporter: person, Person: r.Person, Text: cleanText(r.Text), At: s.now()})
	if errors.Is(err, ErrNotFound) {
		return api.Refuse(api.TableLine) // one of the two was deleted a moment ago
	}
	if err != nil {
		return s.fault("report", table, err)
	}
	return nil
}
