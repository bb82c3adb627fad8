package nn

import "encoding/binary"

// What the files of all nets are made of: numbers of 16 and 32 bits, little-endian, and
// texts.

// reader takes numbers and texts off the beginning of data, which must hold them.
type reader struct{ data []byte }

func (r *reader) text(n int) string {
	text := string(r.data[:n])
	r.data = r.data[n:]
	return text
}

// numbers takes n numbers off r.
func numbers[T int16 | int32](r *reader, n int) []T {
	list := make([]T, n)
	size, err := binary.Decode(r.data, binary.LittleEndian, list)
	if err != nil {
		panic(err) // the caller has looked at the size
	}
	r.data = r.data[size:]
	return list
}

// appendNumbers appends the numbers of list to buf.
func appendNumbers[T int16 | int32](buf []byte, list []T) []byte {
	buf, err := binary.Append(buf, binary.LittleEndian, list)
	if err != nil {
		panic(err) // these have a fixed size
	}
	return buf
}
