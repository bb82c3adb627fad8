package smalljson_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"cairn.example/internal/smalljson"
)

type side uint8

type inner struct {
	Name  string            `json:"name"`
	Args  map[string]string `json:"args,omitempty"`
	Next  *inner            `json:"next,omitempty"`
	Count int64             `json:"count,omitempty"`
}

type message struct {
	Text    string                         `json:"text"`
	Side    side                           `json:"side"`
	Flag    bool                           `json:"flag,omitempty"`
	Off     bool                           `json:"off"`
	Small   int8                           `json:"small"`
	Large   uint64                         `json:"large"`
	Real    float64                        `json:"real"`
	Data    []byte                         `json:"data"`
	List    []string                       `json:"list"`
	Empty   []inner                        `json:"empty,omitempty"`
	Inner   inner                          `json:"inner"`
	Pointer *inner                         `json:"pointer"`
	Pair    [2][]string                    `json:"pair"`
	Deep    map[string]map[string][]string `json:"deep,omitempty"`
	Times   *[2]int64                      `json:"times,omitempty"`
	Plain   string
	hidden  int
	Left    string `json:"-"`
}

var cases = []message{
	{},
	{
		Text: "\"\\/\b\f\n\r\t\x00\x1f\u2028<&>\u00e9\U0001f600\xff", Side: 1, Flag: true, Small: -128, Large: math.MaxUint64, Real: -0.5,
		Data: []byte{0, 255, 10}, List: []string{"a", ""}, Empty: []inner{{Name: "x"}},
		Inner:   inner{Args: map[string]string{"b": "2", "a": "1", "": "\u2029"}},
		Pointer: &inner{Next: &inner{Count: -5}}, Pair: [2][]string{{"x"}, {}},
		Deep: map[string]map[string][]string{"k": {"a1": {"b2"}}, "j": nil}, Times: &[2]int64{1, -1}, Plain: "p", hidden: 3, Left: "l",
	},
	{Real: 1e-9},
	{Real: 1e21},
	{Real: 1.5e300},
	{Real: 123456789.125},
	{Real: 1e-7},
	{Real: 1e-10},
}

// Everything is written as encoding/json writes it, and read back as that reads
// it.
func TestAsTheStandardLibrary(t *testing.T) {
	c := smalljson.New()
	for _, in := range cases {
		want, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Append(nil, in)
		if err != nil || string(got) != string(want) {
			t.Errorf("writes %s (%v)\nwant   %s", got, err, want)
		}
		var a, b message
		if err := json.Unmarshal(want, &a); err != nil {
			t.Fatal(err)
		}
		if err := c.Read(string(want), &b); err != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("reads %+v (%v)\nwant  %+v", b, err, a)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	c := smalljson.New()
	for _, v := range []any{math.NaN(), math.Inf(1), func() {}, map[string]any{"a": 1}, message{Real: math.Inf(-1)}} {
		if b, err := c.Append([]byte("x"), v); err == nil || string(b) != "x" {
			t.Errorf("%T is written as %s", v, b)
		}
	}
	if b, err := c.Append(nil, nil); err != nil || string(b) != "null" {
		t.Errorf("nothing is written as %s (%v)", b, err)
	}
}

func TestReadRefuses(t *testing.T) {
	c := smalljson.New()
	deep := strings.Repeat(`{"next":`, 2000) + "null" + strings.Repeat("}", 2000)
	for _, text := range []string{
		"", "{", "[]", `{"text":}`, `{"text":1}`, `{"text":"a}`, `{"text":"\x"}`, `{"text":"\u12"}`, `{"side":256}`, `{"side":-1}`,
		`{"side":1.5}`, `{"side":01}`, `{"real":.5}`, `{"real":1.}`, `{"real":1e}`, `{"flag":1}`, `{"data":"?"}`, `{"list":"a"}`,
		`{"list":[1]}`, `{"list":["a" "b"]}`, `{"text":"a",}`, `{"x":tru}`, `{"text":"a"} 1`, `{"text" "a"}`, "{\"text\":\"\n\"}", `{"inner":` + deep + `}`,
		`{"x":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}`, `{"text":nul}`, `nul`,
	} {
		var m message
		var syntax *smalljson.SyntaxError
		if err := c.Read(text, &m); !errors.As(err, &syntax) {
			t.Errorf("%.40q is read with the error %v", text, err)
		}
	}
	var kind *smalljson.TypeError
	if err := c.Read("{}", message{}); !errors.As(err, &kind) {
		t.Errorf("what is no pointer is filled: %v", err)
	}
}

func TestCheck(t *testing.T) {
	if err := smalljson.Check(reflect.TypeFor[message]()); err != nil {
		t.Error(err)
	}
	for _, bad := range []reflect.Type{
		reflect.TypeFor[any](), reflect.TypeFor[map[int]string](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[struct{ inner }](),
		reflect.TypeFor[struct {
			N int `json:"n,string"`
		}](), reflect.TypeFor[[]chan int](),
	} {
		if smalljson.Check(bad) == nil {
			t.Errorf("%v is not refused", bad)
		}
	}
}

// FuzzRead holds that what this package reads is JSON for encoding/json too, and
// that the value comes back from what that writes of it.
func FuzzRead(f *testing.F) {
	for _, in := range cases {
		text, err := json.Marshal(in)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`{"text":"\ud800\u0041","x":[1,{"y":null}],"side":1, "real":-1.5e3}`)
	f.Fuzz(func(t *testing.T, text string) {
		var got, again message
		if smalljson.New().Read(text, &got) != nil {
			return
		}
		if !json.Valid([]byte(text)) {
			t.Fatalf("%q is read and no JSON", text)
		}
		written, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if err := smalljson.New().Read(string(written), &again); err != nil {
			t.Fatalf("%s is not read: %v", written, err)
		}
		if twice, err := smalljson.New().Append(nil, again); err != nil || string(twice) != string(written) {
			t.Errorf("%q is written as %s (%v), want %s", text, twice, err, written)
		}
	})
}
