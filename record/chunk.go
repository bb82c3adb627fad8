package record

import (
	"bytes"
	"io"
	"iter"
)

// chunk is the text of one record and where it begins.
type chunk struct {
	text    []byte
	line    int
	offset  int64
	tooLong bool // text is only its beginning

	named bool // has the tag Game
	moved bool // has something besides tags and remarks
}

// chunks cuts a file of our own format into records without understanding
// them, so that one broken record does not spoil the next. A record begins
//
//   - at a line with a tag after a line that is neither a tag nor a remark,
//   - at a line with the tag Game in a record that has one already.
//
// The writer keeps such lines out of comments.
func chunks(r io.Reader, limit int) iter.Seq2[chunk, error] {
	return func(yield func(chunk, error) bool) {
		var k chunk
		for l := range Lines(r, limit) {
			if l.Err != nil {
				yield(k, l.Err)
				return
			}
			tag, isTag := tagLine(l.Text)
			isGame := isTag && bytes.EqualFold(tag, []byte(tagGame))
			if isTag && (k.moved || isGame && k.named) {
				if !yield(k, nil) {
					return
				}
				k = chunk{}
			}
			blank := len(bytes.TrimSpace(l.Text)) == 0
			if blank && k.line == 0 {
				continue
			}
			k.add(l, limit)
			k.named = k.named || isGame
			k.moved = k.moved || !isTag && !blank && !isRemark(l.Text)
		}
		if k.line > 0 {
			yield(k, nil)
		}
	}
}

func (k *chunk) add(l FileLine, limit int) {
	if k.line == 0 {
		k.line, k.offset = l.Number, l.Offset
	}
	if l.Long || len(k.text)+len(l.Text) > limit {
		k.tooLong = true
	}
	if !k.tooLong {
		k.text = append(k.text, l.Text...)
	}
}

// tagLine returns the name of the tag that the line begins with.
func tagLine(line []byte) (name []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	if len(line) == 0 || line[0] != '[' {
		return nil, false
	}
	line = bytes.TrimLeft(line[1:], " \t")
	n := 0
	for n < len(line) && (n < 64) && line[n] != ' ' && line[n] != '\t' && line[n] != '"' {
		n++
	}
	name = line[:n]
	rest := bytes.TrimLeft(line[n:], " \t")
	return name, IsName(string(name)) && len(rest) > 0 && rest[0] == '"'
}

// isRemark tells whether the line is one of a remark, which may stand before
// the tags of a record.
func isRemark(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return len(line) > 0 && line[0] == ';'
}
