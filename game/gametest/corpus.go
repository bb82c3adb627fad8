package gametest

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Corpus adds to f what earlier fuzzing found worth keeping: the inputs under
// f's name in testdata/corpus.tar.gz of the package, which tools/corpus.sh
// packs. Findings do not belong there; they are files below testdata/fuzz. A
// missing or damaged archive is an error.
func Corpus(f *testing.F) {
	f.Helper()
	const path = "testdata/corpus.tar.gz"
	file, err := os.Open(path)
	if err != nil {
		f.Fatal(err)
	}
	defer file.Close()
	n, err := corpus(file, f.Name(), f.Add)
	if err != nil {
		f.Fatalf("%s: %v", path, err)
	}
	if n == 0 {
		f.Fatalf("%s holds nothing for %s", path, f.Name())
	}
}

// corpus calls add for every input of a fuzz target in an archive.
func corpus(r io.Reader, target string, add func(...any)) (n int, err error) {
	unzipped, err := gzip.NewReader(r)
	if err != nil {
		return 0, err
	}
	archive := tar.NewReader(unzipped)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		if h.Typeflag != tar.TypeReg || !strings.HasPrefix(strings.TrimPrefix(h.Name, "./"), target+"/") {
			continue
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			return n, err
		}
		args, err := fuzzArgs(string(text))
		if err != nil {
			return n, fmt.Errorf("%s: %w", h.Name, err)
		}
		add(args...)
		n++
	}
}

// fuzzArgs reads one input as go test writes it: a line with a version, then
// one with each argument. It knows the types that our targets take.
func fuzzArgs(text string) ([]any, error) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if lines[0] != "go test fuzz v1" {
		return nil, fmt.Errorf("starts with %q", lines[0])
	}
	var args []any
	for _, line := range lines[1:] {
		kind, value, ok := strings.Cut(strings.TrimSuffix(line, ")"), "(")
		if !ok {
			return nil, fmt.Errorf("cannot read %q", line)
		}
		var arg any
		var err error
		switch kind {
		case "string":
			arg, err = strconv.Unquote(value)
		case "[]byte":
			var s string
			s, err = strconv.Unquote(value)
			arg = []byte(s)
		case "byte":
			var s string
			if s, err = strconv.Unquote(value); err == nil {
				// A byte above 127 is written as the rune of its number.
				r := []rune(s)
				if len(r) != 1 || r[0] > 255 {
					return nil, fmt.Errorf("cannot read %q", line)
				}
				arg = uint8(r[0])
			}
		case "uint32":
			var n uint64
			n, err = strconv.ParseUint(value, 10, 32)
			arg = uint32(n)
		default:
			return nil, fmt.Errorf("a target of ours takes no %s", kind)
		}
		if err != nil {
			return nil, fmt.Errorf("cannot read %q: %w", line, err)
		}
		args = append(args, arg)
	}
	return args, nil
}
