package formats

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"cairn.example/record"
	"cairn.example/record/boardspace"
	"cairn.example/record/codecup"
	"cairn.example/record/internal/movelist"
	"cairn.example/record/pbm"
	"cairn.example/record/vectors"
)

// All returns every format, in the order in which programs list them and in
// which a file is held against them.
func All() []record.Format {
	return []record.Format{
		record.Cairn{},
		record.JSON{},
		boardspace.SGF{},
		codecup.Format,
		pbm.Format,
	}
}

// Texts returns the English sentences of all readers by their codes: each needs a
// translation wherever errors are translated.
func Texts() record.Texts {
	all := record.Messages()
	maps.Copy(all, boardspace.Messages())
	maps.Copy(all, movelist.Messages())
	return all
}

// Names returns the names of [All], in the same order.
func Names() []string {
	var names []string
	for _, f := range All() {
		names = append(names, f.Name())
	}
	return names
}

// UnknownError says that there is no format of that name.
type UnknownError struct{ Name string }

// Error names what was asked for and lists the formats known.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown format %q; known formats: %s", e.Name, strings.Join(Names(), ", "))
}

// Lookup returns the format of that name, or an *[UnknownError].
func Lookup(name string) (record.Format, error) {
	for _, f := range All() {
		if strings.EqualFold(f.Name(), name) {
			return f, nil
		}
	}
	return nil, &UnknownError{Name: name}
}

// otherExtensions are further ends of the names of files of a format.
var otherExtensions = map[string]string{".json": ".jsonl"}

// Extensions returns every end of a name that [OfFile] knows, in the order of
// [All].
func Extensions() []string {
	var list []string
	for _, f := range All() {
		list = append(list, f.Extension())
		for _, other := range slices.Sorted(maps.Keys(otherExtensions)) {
			if otherExtensions[other] == f.Extension() {
				list = append(list, other)
			}
		}
	}
	return list
}

// OfFile returns the format that the end of a file's name asks for; false for an
// end that is none of [Extensions].
func OfFile(name string) (record.Format, bool) {
	extension := strings.ToLower(filepath.Ext(name))
	if other, ok := otherExtensions[extension]; ok {
		extension = other
	}
	for _, f := range All() {
		if f.Extension() == extension {
			return f, true
		}
	}
	return nil, false
}

// Detect returns the format of a file that begins with head.
func Detect(head []byte) (record.Format, bool) {
	for _, f := range All() {
		if f.Detect(head) {
			return f, true
		}
	}
	return nil, false
}

// skipBlanks reads the blanks that a file begins with, of which there may be more than
// Detect is shown. It returns as many with the same number of lines, so that places in the
// file stay right.
func skipBlanks(b *bufio.Reader) io.Reader {
	var spaces, lines int64
	for {
		next, err := b.Peek(1)
		if err != nil || !bytes.Contains([]byte(" \t\r\n\v\f"), next) {
			return io.MultiReader(io.LimitReader(repeated(' '), spaces), io.LimitReader(repeated('\n'), lines))
		}
		if next[0] == '\n' {
			lines++
		} else {
			spaces++
		}
		_, _ = b.Discard(1)
	}
}

// repeated is an endless reader of one byte.
type repeated byte

func (r repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

// headSize is how much of a file Detect is shown at most.
const headSize = 4096

// head returns how a file begins. It waits for no more than shows what the file
// is: a program that sends one game after the other may wait for each answer.
// Every format shows in its first line that says anything, so whole lines tell
// what more of them would.
func head(b *bufio.Reader) ([]byte, error) {
	for n := 1; ; n++ {
		_, err := b.Peek(n)
		n = min(b.Buffered(), headSize)
		text, _ := b.Peek(n)
		if err != nil || n == headSize {
			return text, err
		}
		if _, known := Detect(text[:bytes.LastIndexByte(text, '\n')+1]); known {
			return text, nil
		}
	}
}

// Read returns the games of r, which may be gzipped or a tar archive of files.
// With f nil each file is read in the format it looks like; one that looks like
// none is an entry with an error. The entries of an archive carry the name of
// the archive and of the file within, and count the games of each file from 1.
func Read(r io.Reader, f record.Format, opt record.Options) iter.Seq[record.Entry] {
	return func(yield func(record.Entry) bool) {
		for member, err := range record.Unpack(r, opt.File) {
			if err != nil {
				yield(record.Entry{File: member.Name, Err: err})
				return
			}
			for e := range readMember(member, f, opt) {
				if !yield(e) {
					return
				}
			}
		}
	}
}

func readMember(m record.Member, f record.Format, opt record.Options) iter.Seq[record.Entry] {
	opt.File = m.Name
	fails := func(err error) iter.Seq[record.Entry] {
		return func(yield func(record.Entry) bool) { yield(record.Entry{File: m.Name, Err: err}) }
	}
	place := record.Place{File: m.Name, Offset: -1}
	if f == nil {
		var ok bool
		blanks := skipBlanks(m.Reader)
		head, err := head(m.Reader)
		if f, ok = Detect(head); !ok {
			if err != nil && !errors.Is(err, io.EOF) {
				return fails(record.Within(m.Name, err))
			}
			if unread := record.ErrText(place, head); unread != nil {
				return fails(unread)
			}
			if vectors.Detect(head) {
				return fails(record.ErrVectors(place))
			}
			return fails(record.ErrFormat(place, strings.Join(Names(), ", ")))
		}
		return f.Read(io.MultiReader(blanks, m), opt)
	}
	return f.Read(m, opt) // an error of m follows the games before it
}
