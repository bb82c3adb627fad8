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

func (r *reader) int16s(n int) []int16 {
	list := make([]int16, n)
	for i := range list {
		list[i] = int16(binary.LittleEndian.Uint16(r.data[2*i:]))
	}
	r.data = r.data[2*n:]
	return list
}

func (r *reader) int32s(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(binary.LittleEndian.Uint32(r.data[4*i:]))
	}
	r.data = r.data[4*n:]
	return list
}

func appendInt16s(buf []byte, list []int16) []byte {
	for _, v := range list {
		buf = binary.LittleEndian.AppendUint16(buf, uint16(v))
	}
	return buf
}

func appendInt32s(buf []byte, list []int32) []byte {
	for _, v := range list {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(v))
	}
	return buf
}
