package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/record"
)

// bodyBytes is the most that the body of a call may have.
const bodyBytes = 256 << 10

// encode writes JSON without the escapes that only HTML needs: our answers are never read
// as HTML.
func encode(v any) []byte {
	text, err := record.Marshal(v)
	if err != nil {
		panic(err) // the types of package api have nothing that JSON does not know
	}
	return text
}

// decode reads one JSON object. Fields that are not known are ignored: a later client may have more to say.
func decode(text []byte, v any) *api.Error {
	d := json.NewDecoder(bytes.NewReader(text))
	err := d.Decode(v)
	if err == nil && bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("null")) {
		err = errors.New("null is no object") // to package json it is one without a field
	}
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		err = errors.New("text after the end")
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the end is missing")
	}
	return api.Refuse(api.LiveMessage, "problem", game.Shown(strings.TrimPrefix(err.Error(), "json: ")))
}

// reading returns a handler that gets what it reads in the body of its call.
func reading[T any](handle func(*Server, *call, T) (any, error)) func(*Server, *call) (any, error) {
	return func(s *Server, c *call) (any, error) {
		var v T
		if err := readBody(c.w, c.r, &v); err != nil {
			return nil, err
		}
		return handle(s, c, v)
	}
}

// readBody reads the body of a call into v.
func readBody(w http.ResponseWriter, r *http.Request, v any) error {
	return readBodyOf(w, r, v, bodyBytes)
}

// readBodyOf reads a body that has most bytes at most.
func readBodyOf(w http.ResponseWriter, r *http.Request, v any, most int) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return api.Refuse(api.LiveContent)
	}
	text, err := whole(w, r, most)
	if err != nil {
		return err
	}
	// A nil *api.Error is not a nil error.
	if refused := decode(text, v); refused != nil {
		return refused
	}
	return nil
}

// whole reads a body to its end.
func whole(w http.ResponseWriter, r *http.Request, most int) ([]byte, error) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(most)))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, api.Refuse(api.LiveLarge, "most", strconv.Itoa(most))
	case err != nil:
		return nil, api.Refuse(api.LiveMessage, "problem", "it was cut off")
	}
	return text, nil
}

// refusal words an error for the client. Whatever is no refusal and no
// trouble that passes is a fault of ours: its text goes to the log, not to the
// client.
func refusal(err error) (e *api.Error, fault bool) {
	if e = api.Refusal(err); e != nil {
		return e, false
	}
	switch {
	case errors.Is(err, table.ErrNotFound):
		return api.Refuse(api.TableNotFound), false
	case errors.Is(err, table.ErrBusy), errors.Is(err, table.ErrConflict), errors.Is(err, table.ErrAmbiguous),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return api.Refuse(api.LiveBusy), false
	case errors.Is(err, table.ErrFull):
		return api.Refuse(api.LiveFull), false
	}
	return api.Refuse(api.LiveInternal), true
}

// answer writes a value, or why there is none.
func answer(w http.ResponseWriter, r *http.Request, log *slog.Logger, v any, err error) {
	status := http.StatusOK
	if err != nil {
		e, fault := refusal(err)
		if fault {
			log.Error("a call has failed", "path", r.URL.Path, "error", err)
		}
		status = e.Status()
		if seconds := e.Args["seconds"]; seconds != "" && status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", seconds)
		}
		if status == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "1")
		}
		v = e
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	if v == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	text := encode(v)
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(text) // the client may be gone
	}
}
