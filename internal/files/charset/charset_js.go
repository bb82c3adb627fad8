package charset

import "syscall/js"

// Decode returns the text of bytes in the charset of that name; false for a name that is
// not known. Bytes that are no text there become U+FFFD.
func Decode(name string, b []byte) (text string, ok bool) {
	defer func() {
		if recover() != nil { // TextDecoder throws where it does not know the name
			text, ok = "", false
		}
	}()
	bytes := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(bytes, b)
	return js.Global().Get("TextDecoder").New(name).Call("decode", bytes).String(), true
}
