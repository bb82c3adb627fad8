package codec_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"cairn.example/cmd/cairn-wasm/codec"
	"cairn.example/cmd/cairn-wasm/message"
)

// fill sets v to something random, often with empty parts.
func fill(r *rand.Rand, v reflect.Value, depth int) {
	some := r.IntN(4) > 0 && depth < 9
	switch v.Kind() {
	case reflect.String:
		v.SetString([]string{"", "a", "\"<\\\n", "é", "first"}[r.IntN(5)])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt([]int64{0, 1, -1, 1 << 40}[r.IntN(4)])
	case reflect.Uint8:
		v.SetUint(uint64(r.IntN(2)))
	case reflect.Uint64:
		v.SetUint([]uint64{0, 1, 1 << 53}[r.IntN(3)])
	case reflect.Float64:
		v.SetFloat([]float64{0, -0.5, 1e-9, 300000}[r.IntN(4)])
	case reflect.Pointer:
		if some {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), depth+1)
		}
	case reflect.Slice:
		if some {
			v.Set(reflect.MakeSlice(v.Type(), r.IntN(3), 3))
		}
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Map:
		if some {
			v.Set(reflect.MakeMap(v.Type()))
			for _, k := range []string{"b1", "a1"}[:r.IntN(3)] {
				e := reflect.New(v.Type().Elem()).Elem()
				fill(r, e, depth+1)
				v.SetMapIndex(reflect.ValueOf(k), e)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(r, v.Field(i), depth+1)
		}
	}
}

// Answers are written as encoding/json writes them, questions read as that reads
// them.
func TestCodec(t *testing.T) {
	t.Run("rules", func(t *testing.T) {
		program[message.Question, message.Answers](t, codec.ReadQuestion, codec.AppendAnswer)
	})
	t.Run("records", func(t *testing.T) {
		program[message.FileQuestion, message.FileAnswers](t, codec.ReadFileQuestion, codec.AppendFileAnswer)
	})
	t.Run("engine", func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			questions(t, r, codec.ReadEngineQuestion)
			var v message.EngineEvent
			fill(r, reflect.ValueOf(&v).Elem(), 0)
			want, err := json.Marshal(&v)
			if err != nil {
				t.Fatal(err)
			}
			if got := codec.AppendEngineEvent(nil, &v); string(got) != string(want) {
				t.Fatalf("an event is written as\n%s, want\n%s", got, want)
			}
		}
	})
}

func program[Q, A any](t *testing.T, read func(string, *Q) error, write func([]byte, any) ([]byte, error)) {
	r := rand.New(rand.NewPCG(1, 2))
	answers := reflect.TypeFor[A]()
	for range 300 {
		for i := range answers.NumField() {
			v := reflect.New(answers.Field(i).Type)
			fill(r, v.Elem(), 0)
			answer := v.Interface()
			if v.Elem().Kind() != reflect.Struct {
				answer = v.Elem().Interface()
			}
			want, err := json.Marshal(answer)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := write(nil, answer); err != nil || string(got) != string(want) {
				t.Fatalf("%T is written as\n%s (%v), want\n%s", answer, got, err, want)
			}
		}
		questions(t, r, read)
	}
	if b, err := write([]byte("x"), 7); err == nil || string(b) != "x" {
		t.Errorf("a number is written as %s", b)
	}
}

// questions holds that a question is read as encoding/json reads it.
func questions[Q any](t *testing.T, r *rand.Rand, read func(string, *Q) error) {
	t.Helper()
	var q, got, want Q
	fill(r, reflect.ValueOf(&q).Elem(), 0)
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if err := read(string(text), &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%s is read as\n%+v (%v), want\n%+v", text, got, err, want)
	}
}

// FuzzQuestion holds that what is read as a question is one to encoding/json too.
func FuzzQuestion(f *testing.F) {
	f.Add(`{"op":"view","game":"dvonn","position":"x","x":[1,{"y":null}],"setup":{"stacks":{"a1":"R"},"score":[1,2,3]}}`)
	f.Add(`{"op":"apply","log":{"v":1,"terms":{"v":1},"events":[{"v":1,"left":[1,null]},null]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var q, again message.Question
		if codec.ReadQuestion(text, &q) != nil {
			return
		}
		if !json.Valid([]byte(text)) {
			t.Fatalf("%q is read and no JSON", text)
		}
		b, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		if err := codec.ReadQuestion(string(b), &again); err != nil {
			t.Fatalf("%s is not read: %v", b, err)
		}
		if c, err := json.Marshal(again); err != nil || string(c) != string(b) {
			t.Errorf("%s becomes %s (%v)", b, c, err)
		}
	})
}
