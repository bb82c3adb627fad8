package smalljson_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"cairn.example/cmd/cairn-wasm/smalljson"
)

// Texts and numbers are written as encoding/json writes them.
func TestAppend(t *testing.T) {
	for _, s := range []string{"", "a", "\"\\/\b\f\n\r\t\x00\x1f\x7f\u2028\u2029<&>é😀\xff\xc3"} {
		if want, _ := json.Marshal(s); string(smalljson.AppendText(nil, s)) != string(want) {
			t.Errorf("%q is written as %s, want %s", s, smalljson.AppendText(nil, s), want)
		}
	}
	for _, f := range []float64{0, 1, -0.5, 1e-9, 1e-10, 1e-7, 1e-6, 1e20, 1e21, 1.5e300, 123456789.125, math.MaxFloat64, math.Copysign(0, -1)} {
		if want, _ := json.Marshal(f); string(smalljson.AppendFloat(nil, f)) != string(want) {
			t.Errorf("%v is written as %s, want %s", f, smalljson.AppendFloat(nil, f), want)
		}
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := smalljson.AppendFloat(nil, f); string(got) != "null" {
			t.Errorf("%v is written as %s", f, got)
		}
	}
}

// kinds reads a value of each kind.
var kinds = map[string]func(*smalljson.Parser) error{
	"text":  func(p *smalljson.Parser) error { return p.Text(new(string)) },
	"bool":  func(p *smalljson.Parser) error { return p.Bool(new(bool)) },
	"int":   func(p *smalljson.Parser) error { _, err := p.Int(8); return err },
	"uint":  func(p *smalljson.Parser) error { _, err := p.Uint(8); return err },
	"float": func(p *smalljson.Parser) error { return p.Float(new(float64)) },
	"bytes": func(p *smalljson.Parser) error { return p.Bytes(new([]byte)) },
	"list":  func(p *smalljson.Parser) error { return p.List(p.Skip) },
	"object": func(p *smalljson.Parser) error {
		return p.Object(func(string) error { return p.Skip() })
	},
}

func TestRead(t *testing.T) {
	for kind, texts := range map[string][2][]string{
		"text":   {{`"a"`, ` "\ud83d\ude00\u0041\n" `, `"\ud800"`, "\"\xff\""}, {"", "1", `"a`, `"\x"`, `"\u12"`, "\"\n\"", `"a" 1`, `"\`}},
		"bool":   {{"true", " false"}, {"", "tru", "1", "null"}},
		"int":    {{"0", "-128", "127"}, {"128", "1.5", "01", "-", "1e2", "a"}},
		"uint":   {{"0", "255"}, {"256", "-1"}},
		"float":  {{"0", "-1.5e3", "1E+2", "10"}, {".5", "1.", "1e", "0x1", "NaN", "1e999"}},
		"bytes":  {{`""`, `"AP8K"`}, {`"?"`, "1"}},
		"list":   {{"[]", "[1, {\"a\":null} ,[true]]"}, {"[", "[1 2]", "[1,]", "{}", "[tru]", strings.Repeat("[", 2000) + strings.Repeat("]", 2000)}},
		"object": {{"{}", `{"a":1, "b" : null,"":"x"}`}, {"{", `{"a"}`, `{"a":}`, `{"a":1,}`, `{1:2}`, "[]", `{"a":nul}`}},
	} {
		for i, list := range texts {
			for _, text := range list {
				p := smalljson.NewParser(text)
				err := kinds[kind](p)
				if err == nil {
					err = p.End()
				}
				var syntax *smalljson.SyntaxError
				if (err == nil) != (i == 0) || err != nil && !errors.As(err, &syntax) {
					t.Errorf("%s %.40q: error %v", kind, text, err)
				}
			}
		}
	}
}

// FuzzRead holds that what is read is JSON for encoding/json too, and a text the
// same.
func FuzzRead(f *testing.F) {
	f.Add(`{"text":"\ud800\u0041","x":[1,{"y":null}],"side":1, "real":-1.5e3}`)
	f.Add(`"\ud83d\ude00\t"`)
	f.Fuzz(func(t *testing.T, text string) {
		p := smalljson.NewParser(text)
		if p.Skip() != nil || p.End() != nil {
			return
		}
		if !json.Valid([]byte(text)) {
			t.Fatalf("%q is read and no JSON", text)
		}
		var got, want string
		if json.Unmarshal([]byte(text), &want) == nil && !smalljson.NewParser(text).Null() {
			if err := smalljson.NewParser(text).Text(&got); err != nil || got != want {
				t.Errorf("%q is read as %q (%v), want %q", text, got, err, want)
			}
		}
	})
}
