package gametest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"reflect"
	"strings"
	"testing"
)

// packed returns an archive of files, names and texts in turn.
func packed(t *testing.T, files ...string) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for i := 0; i < len(files); i += 2 {
		h := &tar.Header{Name: files[i], Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(files[i+1]))}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

func TestCorpus(t *testing.T) {
	const head = "go test fuzz v1\n"
	b := packed(t,
		"./FuzzMove/1", head+"byte('\\u0080')\nstring(\"a\\n(b)\")\n",
		"./FuzzOther/1", head+"string(\"not asked for\")\n",
		"./FuzzMove/2", head+"uint32(7)\n[]byte(\"\\xff\")\n")
	var got [][]any
	n, err := corpus(b, "FuzzMove", func(args ...any) { got = append(got, args) })
	want := [][]any{{uint8(128), "a\n(b)"}, {uint32(7), []byte("\xff")}}
	if err != nil || n != 2 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d %v %#v, want %#v", n, err, got, want)
	}
}

func TestCorpusRefuses(t *testing.T) {
	for _, text := range []string{
		"", "go test fuzz v2\n", "go test fuzz v1\nstring\n", "go test fuzz v1\nstring(\"a)\n",
		"go test fuzz v1\nint(3)\n", "go test fuzz v1\nbyte('\\u0100')\n", "go test fuzz v1\nuint32(4294967296)\n",
	} {
		_, err := corpus(packed(t, "FuzzMove/x", text), "FuzzMove", func(...any) {})
		if err == nil || !strings.Contains(err.Error(), "FuzzMove/x") {
			t.Errorf("%q: %v, want an error that names the file", text, err)
		}
	}
	b := packed(t, "FuzzMove/x", "go test fuzz v1\n")
	b.Truncate(b.Len() - 20)
	if _, err := corpus(b, "FuzzMove", func(...any) {}); err == nil {
		t.Error("a cut archive is accepted")
	}
}
