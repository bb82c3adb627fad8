package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
)

// MangleOptions describe a run of [Mangle].
type MangleOptions struct {
	// Messages is how many mangled, doubled, reordered and forged messages are sent.
	Messages int
	// Pairs is how many games are played meanwhile.
	Pairs int
}

// MangleReport is what came of [Mangle].
type MangleReport struct {
	Sent map[string]int64 // by what was done to them
	// Checked is for how many of them the answers were counted: the others were under way when their game ended or
	// their connection broke. Silent is how many of these had none.
	Checked, Silent             int64
	Acknowledged, Refused, Busy int64
	Codes                       map[string]int64
	// Nameless are refusals without a code.
	Nameless int64
	Closed   int64 // connections that the server closed
	Took     time.Duration
	Findings []Finding
}

// Mangle plays games and sends what no client sends: copies of the players' messages
// that are changed at random, sent again later, in another order, for another table,
// or by somebody else. It then compares all tables with the ledger.
func Mangle(ctx context.Context, crowd *Crowd, ledger *Ledger, o MangleOptions) (MangleReport, error) {
	begun := time.Now()
	m := &mangler{noted: map[string]bool{}, crowd: crowd, ledger: ledger, left: o.Messages, report: MangleReport{Sent: map[string]int64{}, Codes: map[string]int64{}}}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	games := &gameList{ledger: ledger}
	var all sync.WaitGroup
	var failed failures
	for n := range o.Pairs {
		all.Go(func() {
			if err := m.pair(playing, games, int64(n), int64(o.Pairs)); err != nil {
				failed.add(playing, err)
			}
		})
	}
	for ctx.Err() == nil && m.more() {
		_ = pause(ctx, 50*time.Millisecond)
	}
	stop()
	all.Wait()
	if list := failed.list(); len(list) > 0 {
		return m.report, fmt.Errorf("%d of %d games: %s", len(list), o.Pairs, list[0])
	}
	judge, err := crowd.Guest(ctx)
	if err != nil {
		return m.report, err
	}
	if _, err := games.compare(ctx, judge, games.all(), 0); err != nil {
		return m.report, err
	}
	m.report.Took, m.report.Findings = time.Since(begun), ledger.Findings()
	return m.report, ctx.Err()
}

type mangler struct {
	crowd  *Crowd
	ledger *Ledger

	mu     sync.Mutex
	left   int
	report MangleReport
	recent []api.ToServer // of all players
	noted  map[string]bool
}

func (m *mangler) more() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.left > 0
}

// pair plays games and mangles what its players send.
func (m *mangler) pair(ctx context.Context, games *gameList, n, pairs int64) error {
	for ctx.Err() == nil {
		pair, err := m.crowd.Pair(ctx)
		if err != nil {
			return err
		}
		for range 5 {
			if err := m.crowd.Sit(ctx, pair, n); err != nil {
				pair.Close()
				return err
			}
			games.add(pair.ID)
			// Each player's own session and one of a stranger send what nobody would.
			var evil sync.WaitGroup
			playing, over := context.WithCancel(ctx)
			stranger, err := m.crowd.Guest(ctx)
			if err != nil {
				over()
				pair.Close()
				return err
			}
			for i, s := range []*client.Session{pair.Sessions[0], pair.Sessions[1], stranger} {
				evil.Go(func() { m.disturb(playing, s, pair, i, rand.New(rand.NewPCG(uint64(n), uint64(i)))) })
			}
			err = pair.Play(playing, func(i int, p *Player) {
				p.Ledger, p.Rand, p.Manners = m.ledger, m.crowd.Random(2*n+int64(i)), true
				p.Wait = func(ctx context.Context) error { return pause(ctx, rand.N(50*time.Millisecond)) }
			})
			over()
			evil.Wait()
			if ctx.Err() != nil {
				break
			}
			if err != nil {
				pair.Close()
				return err
			}
			n += pairs
		}
		pair.Close()
	}
	return nil
}

// disturb sends with one session until the game is over. Player is 0 or 1, or 2 for
// somebody who does not play.
func (m *mangler) disturb(ctx context.Context, s *client.Session, pair *Pair, player int, r *rand.Rand) {
	for ctx.Err() == nil && m.more() {
		conn, err := m.crowd.dial(ctx, s.Address(), s.Cookie(), 0)
		if err != nil {
			_ = pause(ctx, 20*time.Millisecond)
			continue
		}
		stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
		m.talk(ctx, conn, pair, player, r)
		_ = conn.Close()
		stop()
	}
}

// together is how many messages are sent before their answers are waited for.
const together = 50

// talk sends messages and counts the answers until the connection breaks. Messages
// are carried out one after the other, so the answer to a ping follows all before.
func (m *mangler) talk(ctx context.Context, conn *websocket.Conn, pair *Pair, player int, r *rand.Rand) {
	for number := int64(1); ctx.Err() == nil && m.more(); number++ {
		for range together {
			kind, text := m.next(pair, player, r)
			if conn.WriteMessage(websocket.TextMessage, text) != nil {
				m.closed(ctx)
				return
			}
			m.mu.Lock()
			m.left--
			m.report.Sent[kind]++
			m.mu.Unlock()
		}
		ping, _ := json.Marshal(api.ToServer{Type: "ping", Number: number})
		if conn.WriteMessage(websocket.TextMessage, ping) != nil {
			m.closed(ctx)
			return
		}
		answers, whole := m.answers(conn, number)
		if !whole {
			m.closed(ctx)
			return
		}
		m.mu.Lock()
		m.report.Checked += together
		m.report.Silent += int64(together - answers)
		m.mu.Unlock()
	}
}

// closed notes that the server has ended a connection, unless the game was over.
func (m *mangler) closed(ctx context.Context) {
	if ctx.Err() == nil {
		m.mu.Lock()
		m.report.Closed++
		m.mu.Unlock()
	}
}

// answers counts the answers until that to a ping; false where the connection broke.
func (m *mangler) answers(conn *websocket.Conn, number int64) (int, bool) {
	n := 0
	for {
		_, text, err := conn.ReadMessage()
		if err != nil {
			return n, false
		}
		var a api.ToClient
		if json.Unmarshal(text, &a) != nil {
			continue
		}
		switch a.Type {
		case "pong":
			if a.Number == number {
				return n, true
			}
			continue
		case "ack", "refused", "busy":
			n++
		default:
			continue
		}
		m.mu.Lock()
		switch {
		case a.Type == "ack":
			m.report.Acknowledged++
		case a.Type == "busy":
			m.report.Busy++
		case a.Error == nil || a.Error.Code == "":
			m.report.Nameless++
		default:
			m.report.Refused++
			m.report.Codes[a.Error.Code]++
		}
		m.mu.Unlock()
	}
}

// next makes a message from one that a player would send now.
func (m *mangler) next(pair *Pair, player int, r *rand.Rand) (kind string, text []byte) {
	own := m.genuine(pair, player, r)
	switch r.IntN(8) {
	case 0: // the same again, in any order with others, from any sender
		m.mu.Lock()
		if len(m.recent) > 0 {
			own = m.recent[r.IntN(len(m.recent))]
		}
		m.mu.Unlock()
		m.note(own, player, pair)
		text, _ = json.Marshal(own)
		return "repeated", text
	case 1: // now, for either side
		m.note(own, player, pair)
		text, _ = json.Marshal(own)
		return "out of turn", text
	case 2: // for another ply
		own.Ply += r.IntN(5) - 2
		m.note(own, player, pair)
		text, _ = json.Marshal(own)
		return "stale", text
	case 3: // what only the server may say
		own.Event = []byte(fmt.Sprintf(`{"v":1,"kind":%q,"side":"second","outcome":"first","left":[1,1],"why":"time"}`, []play.Kind{play.Flag, play.Abandon, play.Adjudicate, play.Pause, play.Resume, play.Adjust, play.Result}[r.IntN(7)]))
		text, _ = json.Marshal(own)
		return "forged", text
	case 4: // another table
		own.Table = other(own.Table)
		text, _ = json.Marshal(own)
		return "forged", text
	}
	// Random bytes in a message whose event nobody may carry out: it is addressed to no table, or its move is none.
	if r.IntN(2) == 0 {
		own.Event = []byte(`{"v":1,"kind":"move","move":"zz-zz"}`)
	} else {
		own.Table = "zzzzzzz9"
	}
	text, _ = json.Marshal(own)
	for range 1 + r.IntN(6) {
		switch i := r.IntN(len(text)); r.IntN(4) {
		case 0:
			text[i] = byte(r.IntN(256))
		case 1:
			text = append(text[:i], text[min(len(text), i+1+r.IntN(4)):]...)
		case 2:
			text = append(text[:i:i], append([]byte{byte(r.IntN(128))}, text[i:]...)...)
		default:
			text = text[:i]
		}
		if len(text) == 0 {
			text = []byte("{")
		}
	}
	return "mangled", text
}

// other returns the id of another table, which nobody has made.
func other(id string) string {
	first := byte('a')
	if id[0] == first {
		first = 'b'
	}
	return string(first) + id[1:]
}

// genuine is what the player could send now.
func (m *mangler) genuine(pair *Pair, player int, r *rand.Rand) api.ToServer {
	out := api.ToServer{Type: "send", Table: pair.ID, ID: fmt.Sprintf("%016xe%08x", r.Uint64(), r.Uint32())}
	e := play.Event{Kind: play.Move, Move: "pass"}
	pair.Tables[player%2].View(func(v *client.View) {
		if v.State != nil && !v.State.Over() {
			out.Ply, e.Side, e.Move = v.State.Ply(), v.State.Turn(), randomMove(v.State, r)
		}
	})
	switch r.IntN(6) {
	case 0:
		e = play.Event{Kind: play.Offer, What: play.OfferDraw}
	case 1:
		e = play.Event{Kind: play.Decline}
	case 2:
		e = play.Event{Kind: play.MoreTime, Add: time.Second}
	}
	out.Event, _ = json.Marshal(e)
	return out
}

// note tells the ledger of a message that the server may carry out: one of a player
// of that table, once for each id.
func (m *mangler) note(own api.ToServer, player int, pair *Pair) {
	var e play.Event
	if player > 1 || own.Table != pair.ID || json.Unmarshal(own.Event, &e) != nil {
		return
	}
	pair.Tables[player].View(func(v *client.View) { e.Side, _ = v.Side() })
	key := fmt.Sprint(player, " ", own.Table, " ", own.ID)
	m.mu.Lock()
	known := m.noted[key]
	m.noted[key] = true
	if m.recent = append(m.recent, own); len(m.recent) > 4096 {
		m.recent = m.recent[2048:]
	}
	m.mu.Unlock()
	if !known {
		m.ledger.Sending(own.Table, e)
	}
}
