package learn

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"cairn.example/engine"
	"cairn.example/game"
)

// Header is the first line of a shard. Lines of positions follow, the whole
// compressed by gzip, whose checksum tells a damaged file.
type Header struct {
	Version   int    `json:"shard"`
	Game      string `json:"game"`
	Seed      string `json:"seed"` // of the run
	Number    int    `json:"number"`
	Nodes     uint64 `json:"nodes"`
	Evaluator string `json:"evaluator"`
	Revision  string `json:"revision"`
}

// Result is how a game ended for the side to move of a position.
type Result int8

// The results. Unknown is that of positions before a random move.
const (
	Unknown Result = iota
	Loss
	Draw
	Win
)

// Position is a position of self-play with what is known of it.
type Position struct {
	Game   int // number of the game within the run
	Text   string
	Score  engine.Score // of the search, for the side to move
	Result Result
	Proved bool // Result is proved
}

// appendLine appends the line of a position: game, text, score, result, and "proved"
// or nothing, separated by bars.
func (p *Position) appendLine(buf []byte) []byte {
	proved := ""
	if p.Proved {
		proved = "proved"
	}
	return fmt.Appendf(buf, "%d|%s|%d|%d|%s\n", p.Game, p.Text, p.Score, p.Result, proved)
}

// parseLine reads a line; ok is false where it is none of a position.
func parseLine(line string) (p Position, ok bool) {
	part := strings.Split(line, "|")
	if len(part) != 5 || part[4] != "" && part[4] != "proved" {
		return Position{}, false
	}
	number, noNumber := strconv.Atoi(part[0])
	score, noScore := strconv.ParseInt(part[2], 10, 32)
	result, noResult := strconv.ParseUint(part[3], 10, 8)
	if noNumber != nil || noScore != nil || noResult != nil || result > uint64(Win) {
		return Position{}, false
	}
	return Position{Game: number, Text: part[1], Score: engine.Score(score), Result: Result(result), Proved: part[4] != ""}, true
}

// encodeShard returns the bytes of a shard.
func encodeShard(h Header, list []Position) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	for i := range list {
		text = list[i].appendLine(text)
	}
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// ReadShard reads a shard. The error is that of reading the file, or an *[game.Error] that says
// which line is wrong.
func ReadShard(name string) (h Header, list []Position, err error) {
	f, err := os.Open(name)
	if err != nil {
		return h, nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return h, nil, damagedShard(name, err)
	}
	in := bufio.NewScanner(z)
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		if n == 1 {
			if json.Unmarshal(in.Bytes(), &h) != nil || h.Version == 0 {
				return h, nil, newError("learn.shard_line", "file", game.Printable(name), "line", n)
			}
			if h.Version != version {
				return h, nil, newError("learn.version", "file", game.Printable(name), "version", h.Version, "known", version)
			}
			continue
		}
		p, ok := parseLine(in.Text())
		if !ok {
			return h, nil, newError("learn.shard_line", "file", game.Printable(name), "line", n)
		}
		list = append(list, p)
	}
	if err := in.Err(); err != nil {
		return h, nil, damagedShard(name, err)
	}
	if h.Version == 0 {
		return h, nil, newError("learn.shard", "file", game.Printable(name))
	}
	return h, list, nil
}

// damagedShard is the error of a shard whose bytes cannot be unpacked, unless the file could
// not be read at all.
func damagedShard(name string, err error) error {
	var unread *fs.PathError
	if errors.As(err, &unread) {
		return err
	}
	return newError("learn.shard", "file", game.Printable(name))
}

// parse returns a position of g in a shard.
func parse(g game.Game, shard string, at *Position) (game.Position, error) {
	p, err := g.Parse(at.Text)
	if err != nil {
		return nil, because(err, "learn.position", "file", game.Printable(shard), "number", at.Game)
	}
	return p, nil
}

// readShard returns the positions of a shard of the run. Shards of several runs may lie in
// one folder, so its seed need not be that of the run, but its game must be.
func (r *Run) readShard(name string) ([]Position, error) {
	h, list, err := ReadShard(name)
	if err != nil {
		return nil, err
	}
	if h.Game != r.game.ID() {
		return nil, newError("learn.other_game", "file", game.Printable(name), "other", game.Shown(h.Game), "game", r.game.ID())
	}
	return list, nil
}

// shard returns the place of a shard.
func (r *Run) shard(n int) string {
	return filepath.Join(r.Dir, "games", fmt.Sprintf("%06d.shard", n))
}

// Shards returns the files of the shards, in the order of their names, which is that of
// their numbers.
func (r *Run) Shards() ([]string, error) {
	dir := filepath.Join(r.Dir, "games")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".shard" {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names, nil
}
