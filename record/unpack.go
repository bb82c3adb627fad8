//go:build !norecords

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

	// Reader reads the unpacked file as UTF-8, where it is UTF-16, and with line feeds,
	// where carriage returns alone end its lines; it is valid until the next member.
	// Nothing has been read from it, and Peek shows how it begins.
	*bufio.Reader
}

// Unpack returns the files in r: each regular file of a tar archive, else r
// itself. Both r and the files within may be gzipped. The first bytes decide what r
// is, not its name, which is used for places only. An error is the last element.
// Damaged gzip or tar data is an *[Error], also where it shows only while a member
// is read; any other error is r's own.
func Unpack(r io.Reader, name string) iter.Seq2[Member, error] {
	return func(yield func(Member, error) bool) {
		plain, err := gunzip(r)
		if err != nil {
			yield(Member{Name: name}, Within(name, err))
			return
		}
		if !isTar(plain) {
			yield(Member{name, plainText(plain)}, nil)
			return
		}
		archive := tar.NewReader(plain)
		for {
			h, err := archive.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Member{Name: name}, Within(name, tarError(err)))
				return
			}
			if h.Typeflag != tar.TypeReg {
				continue
			}
			member := name + "/" + h.Name
			file, err := gunzip(mapErrors{archive, tarError})
			if err != nil {
				yield(Member{Name: member}, Within(member, err))
				return
			}
			if !yield(Member{member, plainText(file)}, nil) {
				return
			}
		}
	}
}

const (
	tarMagic   = "ustar"
	tarMagicAt = 257
)

// isTar reports whether b begins like a tar archive. It peeks no further than the
// first line of a text, so that a program that sends games line by line is not kept
// waiting; in an archive the name of the first file, padded with zeros, stands there.
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

const bufferSize = 64 << 10

// gunzip unpacks r if it is gzipped.
func gunzip(r io.Reader) (*bufio.Reader, error) {
	b := bufio.NewReaderSize(r, bufferSize)
	if head, _ := b.Peek(2); !bytes.Equal(head, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, gzipError(err)
	}
	return bufio.NewReaderSize(mapErrors{z, gzipError}, bufferSize), nil
}

// mapErrors is a reader whose errors, io.EOF excepted, are passed through a
// function.
type mapErrors struct {
	io.Reader
	mapped func(error) error
}

func (m mapErrors) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = m.mapped(err)
	}
	return n, err
}

// gzipError returns the *[Error] for damaged gzip data. Errors of the reader below
// stay as they are.
func gzipError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return texts.Error(Place{Offset: -1}, "record.gzip_cut")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return texts.Error(Place{Offset: -1}, "record.gzip")
	}
	return err
}

// tarError returns the *[Error] for a damaged archive. An *[Error] about the gzip
// data around it stays as it is.
func tarError(err error) error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if errors.Is(err, tar.ErrHeader) || errors.Is(err, io.ErrUnexpectedEOF) {
		return texts.Error(Place{Offset: -1}, "record.tar")
	}
	return err
}

// Within returns the error of reading a file with the name of that file: an
// *[Error] has its File set, any other becomes an *[fs.PathError].
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
