package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/api"
	"cairn.example/internal/play"
	"cairn.example/internal/setup"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// getRecord hands out the record of a game that is over.
func (s *Server) getRecord(c *call) (any, error) {
	name := c.r.URL.Query().Get("format")
	if name == "" {
		name = record.Cairn{}.Name()
	}
	format, err := formats.Lookup(name)
	if err != nil {
		return nil, api.Refuse(api.LiveQuery, "name", "format", "value", game.Shown(name))
	}
	t, err := s.tables.View(c.ctx(), c.who.person.ID, c.r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	r, err := tableRecord(t)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if _, err := format.Write(&text, r); err != nil {
		var unable *record.Error
		if errors.As(err, &unable) { // a format of one game is asked for another
			return nil, api.Refuse(api.LiveQuery, "name", "format", "value", game.Shown(name))
		}
		return nil, err
	}
	h := c.w.Header()
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": t.ID + format.Extension()}))
	c.send("text/plain; charset=utf-8", text.Bytes())
	return nil, nil
}

// tableRecord returns the record of a table's game, with everything that its layout
// and sides were drawn from.
func tableRecord(t *api.Table) (*record.Record, error) {
	switch t.Phase {
	case api.Open, api.Closed:
		return nil, api.Refuse(api.TableWaiting)
	case api.Playing:
		return nil, api.Refuse(api.TableNotOver)
	}
	var log play.Log
	if err := json.Unmarshal(t.Log, &log); err != nil {
		return nil, fmt.Errorf("the log of table %s: %w", t.ID, err)
	}
	r, err := play.Record(log)
	if err != nil {
		return nil, fmt.Errorf("the log of table %s: %w", t.ID, err)
	}
	for side, name := range []*string{&r.First, &r.Second} {
		if p := t.Chairs[side]; p != nil {
			*name = p.Name
		}
	}
	r.SetTag("Date", time.UnixMilli(t.Created).UTC().Format("2006.01.02"))
	if v := t.Reveal; v != nil {
		d := setup.Draw{Table: t.ID, Secret: v.Secret, Nonces: v.Nonces}
		sides := setup.SidesChosen
		switch {
		case v.From != "":
			d.Table, sides = v.From, setup.SidesSwapped
		case v.Drawn:
			sides = setup.SidesDrawn
		}
		maker := game.First
		if v.Swapped {
			maker = game.Second
		}
		r.Tags = append(r.Tags, setup.Tags(d, t.ID, v.Commit, sides, maker)...)
	}
	return r, nil
}

// postVerify tells whether layout and sides of a record follow from what was
// revealed. The page asks here where the browser offers no hashes: on a connection
// that is not encrypted.
func (s *Server) postVerify(c *call) (any, error) {
	text, err := whole(c.w, c.r)
	if err != nil {
		return nil, err
	}
	r, err := readRecord(text)
	if err != nil {
		return nil, api.Refuse(api.LiveMessage, "problem", err.Error())
	}
	err = setup.Verify(r)
	var wrong *setup.Error
	if errors.As(err, &wrong) {
		return api.Verified{Error: &api.Error{Code: string(wrong.Code), Args: wrong.Args, Text: wrong.Error()}}, nil
	}
	return api.Verified{Valid: err == nil}, err
}

// readRecord reads the first game of a text. It unpacks nothing.
func readRecord(text []byte) (*record.Record, error) {
	f, ok := formats.Detect(text)
	if !ok {
		return nil, errors.New("it is no record of a game: " + strings.Join(formats.Names(), ", "))
	}
	for entry := range f.Read(bytes.NewReader(text), record.Options{}) {
		return entry.Record, entry.Err
	}
	return nil, errors.New("it holds no game")
}
