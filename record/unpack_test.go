package record_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"cairn.example/record"
)

func zip(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func archive(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: "games/", Typeflag: tar.TypeDir, Mode: 0o755}); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(files); i += 2 {
		if err := w.WriteHeader(&tar.Header{Name: files[i], Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(files[i+1]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, files[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestUnpack(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	files := archive(t, "games/a", "one", "games/b", long, "games/c.gz", string(zip(t, []byte("three"))))
	members := "in/games/a=one in/games/b=" + long + " in/games/c.gz=three"
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"plain", []byte("text"), "in=text"},
		{"empty", nil, "in="},
		{"gzip", zip(t, []byte("text")), "in=text"},
		{"tar", files, members},
		{"tar.gz", zip(t, files), members},
		{"broken gzip header", []byte{0x1f, 0x8b, 0xff}, "in! in: the gzip data is cut short; the file must be copied or packed again"},
		{"wrong gzip header", []byte("\x1f\x8b\xff\xff\xff\xff\xff\xff\xff\xff"), "in! in: the gzip data is damaged; the file must be copied or packed again"},
		{"cut tar", files[:2000], "in/games/a=one in! in: the tar archive is damaged or cut short; it must be copied or packed again"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for m, err := range record.Unpack(bytes.NewReader(tt.data), "in") {
				if err != nil {
					got = append(got, m.Name+"! "+err.Error())
					continue
				}
				text, _ := io.ReadAll(m)
				got = append(got, m.Name+"="+string(text))
			}
			if all := strings.Join(got, " "); all != tt.want {
				t.Errorf("got %.300s\nwant %.300s", all, tt.want)
			}
		})
	}
	for range record.Unpack(bytes.NewReader(files), "in") {
		break // a caller may stop early
	}
}

// TestCutGzip makes sure that an error in the middle of a file reaches the
// reader of the records.
func TestCutGzip(t *testing.T) {
	text := strings.Repeat("[Game \"dvonn\"]\n1. d3 *\n\n", 20_000)
	cut := zip(t, []byte(text))
	cut = cut[:len(cut)/2]
	for m, err := range record.Unpack(bytes.NewReader(cut), "in") {
		if err != nil {
			t.Fatal(err)
		}
		games, failed := 0, false
		for e := range (record.Cairn{}).Read(m, record.Options{File: m.Name}) {
			if failed {
				t.Fatal("an entry after the error of the reader")
			}
			if failed = e.Err != nil; !failed {
				games++
				continue
			}
			var bad *record.Error
			if !errors.As(e.Err, &bad) || bad.Code != "record.gzip_cut" || bad.File != "in" || bad.Game != games+1 || bad.Line < games {
				t.Errorf("the error is %#v", e.Err)
			}
		}
		if !failed || games < 1000 {
			t.Errorf("%d games, failed %v; want many games and then the error", games, failed)
		}
	}
}
