package server

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"mime"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/files/charset"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// getRecord hands out the record of a game.
func (s *Server) getRecord(c *call) (any, error) {
	format, err := c.format()
	if err != nil {
		return nil, err
	}
	id := c.r.PathValue("id")
	var text bytes.Buffer
	if err := writeRecord(s, c, &text, format, id, map[string]string{}); err != nil {
		return nil, err
	}
	c.attach(id + format.Extension())
	c.send("text/plain; charset=utf-8", text.Bytes())
	return nil, nil
}

// format is that which a call asks for.
func (c *call) format() (record.Format, error) {
	name := cmp.Or(c.r.URL.Query().Get("format"), record.Cairn{}.Name())
	format, err := formats.Lookup(name)
	if err != nil {
		return nil, api.RefuseQuery("format", name)
	}
	return format, nil
}

// writeRecord writes the record of the game at a table, with the names that the players had at its
// end, and with where it was played: at which address, and in which contest. It asks for the title of
// a contest once, and keeps it among titles.
func writeRecord(s *Server, c *call, w io.Writer, format record.Format, id string, titles map[string]string) error {
	r, err := s.tables.Record(c.ctx(), id)
	if err != nil {
		return err
	}
	names, contest, err := s.results.AtEnd(c.ctx(), id)
	if err != nil {
		return err
	}
	r.Tags = slices.Insert(r.Tags, 0, record.Tag{Name: "Site", Value: c.origin() + id})
	if contest != "" {
		if _, known := titles[contest]; !known {
			v, err := s.contests.View(c.ctx(), "", contest)
			if err != nil {
				return err
			}
			titles[contest] = v.Contest.Options.Title
		}
		r.Tags = slices.Insert(r.Tags, 0, record.Tag{Name: "Event", Value: titles[contest]})
	}
	for i, name := range []*string{&r.First, &r.Second} {
		*name = cmp.Or(names[i], *name)
	}
	_, err = format.Write(w, r)
	var unable *record.Error
	if errors.As(err, &unable) { // a format of one game is asked for another
		return api.RefuseQuery("format", format.Name())
	}
	return err
}

// attach names the file that an answer is.
func (c *call) attach(name string) {
	c.w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}

// postVerify reports whether layout and sides of a record follow from what was
// revealed. The page asks here where the browser offers no hashes: on a connection
// that is not encrypted.
func (s *Server) postVerify(c *call) (any, error) {
	text, err := whole(c.w, c.r, bodyBytes)
	if err != nil {
		return nil, err
	}
	r, err := readRecord(text)
	if err != nil {
		return nil, api.Refuse(api.LiveMessage, "problem", game.Shown(err.Error()))
	}
	err = setup.Verify(r)
	var wrong *game.Error
	if errors.As(err, &wrong) {
		return api.Verified{Error: &api.Error{Code: wrong.Code, Args: wrong.Args, Text: wrong.Error()}}, nil
	}
	return api.Verified{Valid: err == nil}, err
}

// readRecord reads the first game of a text. It unpacks nothing.
func readRecord(text []byte) (*record.Record, error) {
	f, ok := formats.Detect(text)
	if !ok {
		return nil, errors.New("it is no record of a game: " + strings.Join(formats.Names(), ", "))
	}
	for entry := range f.Read(bytes.NewReader(text), record.Options{Decode: charset.Decode}) {
		return entry.Record, entry.Err
	}
	return nil, errors.New("it holds no game")
}
