package charset

import "testing"

func TestDecode(t *testing.T) {
	for _, c := range []struct{ name, bytes, want string }{
		{"ISO-8859-1", "J\xfcrgen", "Jürgen"},
		{"windows-1250", "\xa3ukasz", "Łukasz"},
		{" Shift_JIS ", "\x90\xce\\", "石\\"},
		{"koi8-r", "\xed\xc9\xd2", "Мир"},
		{"GBK", "\xc1\xaa\xcd\xa8", "联通"},
	} {
		if got, ok := Decode(c.name, []byte(c.bytes)); !ok || got != c.want {
			t.Errorf("%s: %q, %t, want %q", c.name, got, ok, c.want)
		}
	}
	if _, ok := Decode("klingon", []byte("x")); ok {
		t.Error("a charset is known that there is not")
	}
}
