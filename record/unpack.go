package record

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"iter"
)

// Member is one file of those that Unpack finds in a stream.
type Member struct {
	// Name is the name of the stream, with the name of the file within where
	// the stream is an archive: "games.tar.gz/club/1.sgf".
	Name string

	// Reader reads the unpacked file; it is good until the next member. Nothing
	// has been read from it, and Peek shows how it begins.
	*bufio.Reader
}

// Unpack returns the files in r: of a tar archive each regular file, of
// anything else r itself, either unpacked first if it is gzipped. What r is
// shows in its first bytes, not in its name. An error is the last element; what
// is wrong with the packing is an *[Error], also where it shows only while a
// member is read.
func Unpack(r io.Reader, name string) iter.Seq2[Member, error] {
	return func(yield func(Member, error) bool) {
		plain, err := gunzip(r)
		if err != nil {
			yield(Member{Name: name}, Within(name, err))
			return
		}
		if !isTar(plain) {
			yield(Member{name, plain}, nil)
			return
		}
		archive := tar.NewReader(plain)
		for {
			h, err := archive.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Member{Name: name}, Within(name, tarTrouble(err)))
				return
			}
			if h.Typeflag != tar.TypeReg {
				continue
			}
			member := name + "/" + h.Name
			file, err := gunzip(troubled{archive, tarTrouble})
			if err != nil {
				yield(Member{Name: member}, Within(member, err))
				return
			}
			if !yield(Member{member, file}, nil) {
				return
			}
		}
	}
}

const (
	tarMagic   = "ustar"
	tarMagicAt = 257
)

// isTar tells whether an archive begins. A text shows that it is none by the end
// of its first line: who sends it line by line is not kept waiting for more. In an
// archive the name of the first file stands there, filled up with zeros.
func isTar(b *bufio.Reader) bool {
	for n := 1; ; n++ {
		if _, err := b.Peek(n); err != nil {
			return false
		}
		n = min(b.Buffered(), tarMagicAt+len(tarMagic))
		head, _ := b.Peek(n)
		if len(head) == tarMagicAt+len(tarMagic) {
			return bytes.HasSuffix(head, []byte(tarMagic))
		}
		if i := bytes.IndexAny(head, "\n\x00"); i >= 0 && head[i] == '\n' {
			return false
		}
	}
}

// gunzip unpacks r if it is gzipped.
func gunzip(r io.Reader) (*bufio.Reader, error) {
	const size = 64 << 10
	b := bufio.NewReaderSize(r, size)
	if head, _ := b.Peek(2); !bytes.Equal(head, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, gzipTrouble(err)
	}
	return bufio.NewReaderSize(troubled{z, gzipTrouble}, size), nil
}

// troubled is a reader that says of its errors what is wrong with the file. The
// end is none.
type troubled struct {
	io.Reader
	say func(error) error
}

func (t troubled) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = t.say(err)
	}
	return n, err
}

// gzipTrouble says what is wrong with gzipped data. Errors of whatever they are
// read from stay as they are.
func gzipTrouble(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return texts.Error(Place{Offset: -1}, "record.gzip_cut")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return texts.Error(Place{Offset: -1}, "record.gzip")
	}
	return err
}

// tarTrouble says what is wrong with an archive. What is wrong with its packing
// has been said.
func tarTrouble(err error) error {
	var said *Error
	if errors.As(err, &said) {
		return said
	}
	if errors.Is(err, tar.ErrHeader) || errors.Is(err, io.ErrUnexpectedEOF) {
		return texts.Error(Place{Offset: -1}, "record.tar")
	}
	return err
}

// Within names the file in an error of reading it.
func Within(name string, err error) error {
	var e *Error
	if errors.As(err, &e) {
		e.File = name
		return e
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &fs.PathError{Op: "read", Path: name, Err: err}
}
