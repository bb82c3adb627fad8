package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"cairn.example/internal/files"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// Outbox keeps moves in a folder until the server has answered them, so that one that was
// made without a connection can be sent by a later run of the program. Runs at one time
// may share the folder: a message has one id, so it does not matter who sends it.
type Outbox struct {
	dir string
}

// NewOutbox returns the outbox in a folder, which need not exist yet.
func NewOutbox(dir string) *Outbox { return &Outbox{dir: dir} }

// kept is the file of one message.
type kept struct {
	Server  string       `json:"server"`
	Message api.ToServer `json:"message"`
}

// name is the file of a message; ids are made of letters and digits.
func (o *Outbox) name(id string) string { return filepath.Join(o.dir, id+".json") }

// keep writes a message, readable for its owner only. It is there after the end of this
// program, and after sync after a crash of the machine.
func (o *Outbox) keep(server string, m api.ToServer) error {
	text, err := json.Marshal(kept{server, m})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.dir, 0o700); err != nil {
		return err
	}
	return files.WriteUnsynced(o.name(m.ID), text, 0o600)
}

// sync waits until a message is on the disk, unless it has its answer already.
func (o *Outbox) sync(id string) { _ = files.Sync(o.name(id)) }

// drop forgets a message that has its answer.
func (o *Outbox) drop(id string) { _ = os.Remove(o.name(id)) }

// Unsent returns what is kept for a server, the messages of a table in the order of its
// plies; nothing where the outbox is nil. Files that cannot be read are left alone.
func (o *Outbox) Unsent(server string) []api.ToServer {
	if o == nil {
		return nil
	}
	names, _ := filepath.Glob(filepath.Join(o.dir, "*.json"))
	var list []api.ToServer
	for _, file := range names {
		var k kept
		text, err := os.ReadFile(file)
		if err == nil && json.Unmarshal(text, &k) == nil && k.Server == server && o.name(k.Message.ID) == file {
			list = append(list, k.Message)
		}
	}
	slices.SortFunc(list, func(a, b api.ToServer) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Ply, b.Ply), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// MoveText returns the move of a message, "" for a message without one.
func MoveText(m api.ToServer) string {
	var e play.Event
	if err := json.Unmarshal(m.Event, &e); err != nil {
		return ""
	}
	return e.Move
}

// Late is what has become of a move that an earlier run had left in the outbox.
type Late struct {
	Table, Move string
	// Refused is why the move is not played, nil where the server has it.
	Refused *Refused
}

// SendKept sends what an earlier run has left in the outbox. What has no answer before
// the end of ctx stays for the next run and is not told of.
func (l *Live) SendKept(ctx context.Context) []Late {
	var list []Late
	var mu sync.Mutex
	var sending sync.WaitGroup
	for _, m := range l.o.Outbox.Unsent(l.session.Address()) {
		sending.Go(func() {
			_, err := l.Do(ctx, m)
			if !final(err) {
				return
			}
			late := Late{Table: m.Table, Move: MoveText(m)}
			_ = errors.As(err, &late.Refused)
			mu.Lock()
			defer mu.Unlock()
			list = append(list, late)
		})
	}
	sending.Wait()
	slices.SortFunc(list, func(a, b Late) int { return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Move, b.Move)) })
	return list
}
