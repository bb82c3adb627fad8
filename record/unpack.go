package record

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
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
// shows in its first bytes, not in its name. An error is the last element.
func Unpack(r io.Reader, name string) iter.Seq2[Member, error] {
	return func(yield func(Member, error) bool) {
		plain, err := gunzip(r)
		if err != nil {
			yield(Member{Name: name}, fmt.Errorf("%s: %w", name, err))
			return
		}
		head, _ := plain.Peek(tarMagicAt + len(tarMagic))
		if !bytes.HasSuffix(head, []byte(tarMagic)) || len(head) < tarMagicAt {
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
				yield(Member{Name: name}, fmt.Errorf("%s: %w", name, err))
				return
			}
			if h.Typeflag != tar.TypeReg {
				continue
			}
			within := name + "/" + h.Name
			file, err := gunzip(archive)
			if err != nil {
				yield(Member{Name: within}, fmt.Errorf("%s: %w", within, err))
				return
			}
			if !yield(Member{within, file}, nil) {
				return
			}
		}
	}
}

const (
	tarMagic   = "ustar"
	tarMagicAt = 257
)

// gunzip unpacks r if it is gzipped.
func gunzip(r io.Reader) (*bufio.Reader, error) {
	const size = 64 << 10
	b := bufio.NewReaderSize(r, size)
	if head, _ := b.Peek(2); !bytes.Equal(head, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(z, size), nil
}
