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

// CleanText returns what is kept of a text that people wrote: one line, without
// what cannot be seen or turns the direction of the text around it; "" where nothing
// in it can be seen.
func CleanText(text string) string {
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

// chat is what of the rooms of a table is known here. The table's lock guards it.
type chat struct {
	*liveTable
	number int64            // of the last line that those who watch have got
	ids    map[string]int64 // of the last messages: the numbers of their lines
	// open says that the game is over, and that the players who watched then have got what the watchers had said.
	open bool
}

// say stores a line of chat in the room of one's role.
func (t *liveTable) say(ctx context.Context, q request) (int64, error) {
	if utf8.RuneCountInString(q.m.Text) > api.MostChat {
		return 0, api.Refuse(api.TableChatLong, "most", strconv.Itoa(api.MostChat))
	}
	text := CleanText(q.m.Text)
	if text == "" {
		return 0, api.Refuse(api.TableChatEmpty)
	}
	if n, ok := t.chat.ids[q.key]; ok {
		return n, nil
	}
	err := q.charges.take(t.limits.Chat, "chat:"+q.person)
	if err == nil {
		err = t.accounts.mayWrite(ctx, q.person)
	}
	if err == nil {
		return t.chat.storeLine(ctx, q, text)
	}
	return t.chat.saidBefore(ctx, q.key, err)
}

// storeLine stores a line that may be written and tells it.
func (c *chat) storeLine(ctx context.Context, q request, text string) (int64, error) {
	// Who has sat down at another process writes to the players.
	if err := c.readNow(ctx); err != nil {
		return 0, err
	}
	if err := refuseHidden(c.hidden, c.seats, q.person); err != nil {
		return 0, err
	}
	// A watcher must not be taken for a player.
	if err := c.accounts.distinctAt(ctx, c.seats, q.person); err != nil {
		return c.saidBefore(ctx, q.key, err)
	}
	room := roomOf(c.roleOf(q.person))
	line, err := c.store.Say(ctx, ChatLine{Table: c.id, Room: room, Person: q.person, Text: text, Message: q.key, At: c.now()})
	switch {
	case errors.Is(err, ErrNotFound):
		return 0, api.Refuse(api.MeNeeded) // deleted a moment ago
	case err != nil:
		return 0, c.fault("say", c.id, err)
	}
	c.remember(q.key, line.Number)
	c.publish(Hint{Table: c.id, Kind: hintChat, Seq: line.Number})
	switch {
	case line.Number == c.number+1:
		c.number = line.Number
		c.tellChat(ctx, []ChatLine{line})
	case line.Number > c.number:
		c.catchUpChat(ctx)
	}
	return line.Number, nil
}

// saidBefore acknowledges a line again that is stored, though its sender may not write now
// and this process does not remember it. One that is not stored is refused; a fault stays one.
func (c *chat) saidBefore(ctx context.Context, key string, refusal error) (int64, error) {
	if !refused(refusal) {
		return 0, refusal
	}
	number, err := c.store.Said(ctx, c.id, key)
	switch {
	case errors.Is(err, ErrNotFound):
		return 0, refusal
	case err != nil:
		return 0, c.fault("said", c.id, err)
	}
	c.remember(key, number)
	return number, nil
}

// mayWrite refuses who has no session, is muted or is banned.
func (a *Accounts) mayWrite(ctx context.Context, person string) error {
	row, err := a.known(ctx, person)
	until := row.Muted
	if row.Banned.After(until) {
		until = row.Banned
	}
	if err == nil && until.After(a.now()) {
		err = api.Refuse(api.TableMuted, "until", instant(until))
	}
	return err
}

// remember keeps the last message ids of chat, so that the store is not asked for
// each line that is sent again.
func (c *chat) remember(key string, number int64) {
	if c.ids == nil || len(c.ids) >= 16 {
		c.ids = map[string]int64{}
	}
	c.ids[key] = number
}

// tellChat tells lines of one room to all who may read it.
func (c *chat) tellChat(ctx context.Context, lines []ChatLine) {
	if len(lines) == 0 || len(c.watching) == 0 {
		return
	}
	var p *Push
	for _, w := range c.watching {
		if mayRead(w.role, c.phase, lines[0].Room) {
			if p == nil {
				p = c.chatPush(ctx, lines)
			}
			c.tellOne(ctx, w, p)
		}
	}
}

// tellOne tells lines to one who watches.
func (c *chat) tellOne(ctx context.Context, w *watch, p *Push) {
	if p = c.blocks.chatFor(ctx, w.session.person, p); p != nil {
		w.session.sub.Tell(p)
	}
}

func (c *chat) chatPush(ctx context.Context, lines []ChatLine) *Push {
	m := api.ToClient{Type: "chat", TableID: c.id}
	for _, l := range lines {
		m.Chat = append(m.Chat, api.Line{
			Number: l.Number, Room: l.Room, Person: c.accounts.person(ctx, l.Person), Text: l.Text, At: api.Millis(l.At),
		})
	}
	return &Push{Message: m}
}

// catchUpChat tells what was said since.
func (c *chat) catchUpChat(ctx context.Context) {
	last := c.number
	for _, room := range []string{roomPlayers, roomWatchers} {
		lines, err := c.store.Lines(ctx, c.id, room, c.number, shownChat)
		if err != nil {
			_ = c.fault("lines", c.id, err)
			return
		}
		if len(lines) > 0 {
			last = max(last, lines[len(lines)-1].Number)
		}
		c.tellChat(ctx, lines)
	}
	c.number = last
}

// greetChat tells a watcher the last lines of the rooms that the role may read.
func (c *chat) greetChat(ctx context.Context, w *watch) error {
	for _, room := range []string{roomPlayers, roomWatchers} {
		// For the first who watches even a room that the role may not read is read: its last line is where news begin.
		if !mayRead(w.role, c.phase, room) && len(c.watching) > 0 {
			continue
		}
		lines, err := c.store.Lines(ctx, c.id, room, 0, shownChat)
		if err != nil {
			return c.fault("lines", c.id, err)
		}
		if len(lines) == 0 {
			continue
		}
		if len(c.watching) == 0 {
			c.number = max(c.number, lines[len(lines)-1].Number)
		}
		if mayRead(w.role, c.phase, room) {
			c.tellOne(ctx, w, c.chatPush(ctx, lines))
		}
	}
	return nil
}

// openWatchersRoom tells the players what was said while they played.
func (c *chat) openWatchersRoom(ctx context.Context) {
	lines, err := c.store.Lines(ctx, c.id, roomWatchers, 0, shownChat)
	if err != nil {
		_ = c.fault("lines", c.id, err)
		return
	}
	if len(lines) == 0 {
		return
	}
	p := c.chatPush(ctx, lines)
	for _, w := range c.watching {
		if w.role != api.Watcher {
			c.tellOne(ctx, w, p)
		}
	}
}

// Report tells the hosts of the server about a line of chat that one can read, about the conduct of somebody at the table,
// or with no table about somebody else.
func (s *Service) Report(ctx context.Context, person, table string, r api.NewReport) (err error) {
	charges := s.newCharges()
	defer func() { charges.settle(err) }()
	if r.Text = CleanText(r.Text); utf8.RuneCountInString(r.Text) > mostReport || table == "" && r.Text == "" {
		return api.Refuse(api.TableReport, "most", strconv.Itoa(mostReport))
	}
	if err := s.accounts.mayPlay(ctx, person); err != nil {
		return err
	}
	// Looking for the line is work for the store, so this comes first.
	if err := charges.take(s.limits.Reports, "report:"+person); err != nil {
		return err
	}
	if err := s.mayReport(ctx, person, table, r); err != nil {
		return err
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	err = s.store.NewReport(ctx, Report{Table: table, Line: r.Line, Reporter: person, Person: r.Person, Text: r.Text, At: s.now()})
	if errors.Is(err, ErrNotFound) && table == "" {
		return api.Refuse(api.AccountNobody)
	}
	if errors.Is(err, ErrNotFound) {
		return api.Refuse(api.TableLine) // one of the two was deleted a moment ago
	}
	if err != nil {
		return s.fault("report", table, err)
	}
	return nil
}

// mayReport refuses a report about what one cannot see.
func (s *Service) mayReport(ctx context.Context, person, table string, r api.NewReport) error {
	if table == "" {
		if r.Person == person {
			return api.Refuse(api.AccountNobody)
		}
		return nil
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
	return nil
}
