package nn

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"unsafe"

	"cairn.example/game"
)

// A file holds nets one after another, each for a part of a game. All numbers are
// little-endian:
//
//	8 bytes  "CAIRNNET"
//	uint16   version of the format, 2
//	uint16   kind: 1 dense, 2 convolutional
//	uint32   length of the body
//	bytes    body, as the kind defines it
//	uint32   CRC-32 (IEEE) of everything before
//
// The body of a dense net:
//
//	uint16   inputs, phases, hidden, knots, length of the id, of the note
//	bytes    id of the counts, note
//	int16    linear, rows
//	int32    bias, output
//
// The body of a convolutional net:
//
//	uint16   spots, views, planes, channels, blocks, head, length of the id, of the note
//	bytes    the spots of each view, id of the board, note
//	of each layer and then of the last: int16 rows, int32 bias
//	int32    output, output bias
const (
	magic        = "CAIRNNET"
	version      = 2
	headerBytes  = len(magic) + 2 + 2 + 4
	trailerBytes = 4

	kindDense = 1
	kindConv  = 2
)

// The errors of [Parse] that programs may want to tell apart. Others say what is
// wrong with the numbers of the net.
var (
	ErrNoNet    = errors.New("nn: not a net: the file does not begin with " + magic)
	ErrVersion  = errors.New("nn: the net is of another version")
	ErrTruncate = errors.New("nn: the file of the net has a wrong length")
	ErrDamaged  = errors.New("nn: the file of the net is damaged: its checksum is wrong")
)

// fileError is one of them with what was found.
type fileError struct {
	kind  error
	found string
}

func (e *fileError) Error() string { return e.kind.Error() + e.found }
func (e *fileError) Unwrap() error { return e.kind }

// Nets is what a file holds.
type Nets struct {
	Dense []*Dense
	Conv  []*Conv
}

// Append appends the file of d to buf. d must pass [Dense.Check]; the error is its.
func (d *Dense) Append(buf []byte) ([]byte, error) {
	if err := d.Check(); err != nil {
		return buf, err
	}
	body := appendShape(nil, d.Inputs, d.Phases, d.Hidden, d.Knots, len(d.Counts), len(d.Note))
	body = append(append(body, d.Counts...), d.Note...)
	body = appendNumbers(appendNumbers(body, d.Linear), d.Rows)
	return appendNet(buf, kindDense, appendNumbers(appendNumbers(body, d.Bias), d.Output)), nil
}

// Append appends the file of c to buf. c must pass [Conv.Check]; the error is its.
func (c *Conv) Append(buf []byte) ([]byte, error) {
	if err := c.Check(); err != nil {
		return buf, err
	}
	body := appendShape(nil, c.Spots, len(c.Views), c.Planes, c.Channels, c.Blocks, c.Head, len(c.Board), len(c.Note))
	for _, seen := range c.Views {
		body = append(body, byte(seen))
	}
	body = append(append(body, c.Board...), c.Note...)
	for _, l := range append(c.Layers[:len(c.Layers):len(c.Layers)], c.Last) {
		body = appendNumbers(appendNumbers(body, l.Rows), l.Bias)
	}
	body = appendNumbers(body, c.Output)
	return appendNet(buf, kindConv, appendNumbers(body, []int32{c.OutputBias})), nil
}

// appendNet appends a net of a kind.
func appendNet(buf []byte, kind uint16, body []byte) []byte {
	start := len(buf)
	le := binary.LittleEndian
	buf = le.AppendUint16(le.AppendUint16(append(buf, magic...), version), kind)
	buf = append(le.AppendUint32(buf, uint32(len(body))), body...)
	return le.AppendUint32(buf, crc32.ChecksumIEEE(buf[start:]))
}

// maxFileBytes is more than a file of nets has.
const maxFileBytes = 256 << 20

// Read returns what a file of nets holds, and reads little more of it than their headers
// announce: a file need not end. Of a file that holds none it returns the beginning. The
// error is that of r.
func Read(r io.Reader) ([]byte, error) {
	var data []byte
	// more reads up to a length and reports whether there is as much.
	more := func(want uint64) (bool, error) {
		want = min(want, maxFileBytes)
		rest, err := io.ReadAll(io.LimitReader(r, int64(want)-int64(len(data))))
		data = append(data, rest...)
		return uint64(len(data)) == want, err
	}
	for at := 0; ; at = len(data) {
		whole, err := more(uint64(at + len(magic)))
		if !whole || err != nil || string(data[at:]) != magic {
			return data, err
		}
		if whole, err = more(uint64(at + headerBytes)); whole && err == nil {
			whole, err = more(uint64(at) + sizeOf(data[at:]))
		}
		if !whole || err != nil {
			return data, err
		}
	}
}

// sizeOf returns the length of a net that begins with a header.
func sizeOf(header []byte) uint64 {
	return uint64(headerBytes+trailerBytes) + uint64(binary.LittleEndian.Uint32(header[headerBytes-4:]))
}

// Parse reads a file of one net or of several, one after another. Nothing is allocated for
// a shape that the length of the file contradicts. The error wraps one of those of this
// package, or is that of the net's Check.
func Parse(data []byte) (nets Nets, err error) {
	for first := true; first || len(data) > 0; first = false {
		var kind uint16
		var body reader
		if kind, body.data, data, err = cutNet(data); err != nil {
			return Nets{}, err
		}
		switch kind {
		case kindDense:
			nets.Dense = append(nets.Dense, body.dense())
			err = nets.Dense[len(nets.Dense)-1].Check()
		case kindConv:
			nets.Conv = append(nets.Conv, body.conv())
			err = nets.Conv[len(nets.Conv)-1].Check()
		default:
			err = &fileError{ErrVersion, game.Words(": kind ", int(kind), " is not known")}
		}
		if body.short || len(body.data) > 0 {
			err = &fileError{ErrTruncate, ": its shape asks for another one"}
		}
		if err != nil {
			return Nets{}, err
		}
	}
	return nets, nil
}

// cutNet cuts the first net off data, which must be whole.
func cutNet(data []byte) (kind uint16, body, rest []byte, err error) {
	le := binary.LittleEndian
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return 0, nil, nil, ErrNoNet
	}
	if len(data) < headerBytes {
		return 0, nil, nil, &fileError{ErrTruncate, game.Words(": ", len(data), " bytes")}
	}
	if v := le.Uint16(data[len(magic):]); v != version {
		return 0, nil, nil, &fileError{ErrVersion, game.Words(": version ", int(v), "; this program reads version ", version)}
	}
	size := sizeOf(data)
	if uint64(len(data)) < size {
		return 0, nil, nil, &fileError{ErrTruncate, game.Words(": ", len(data), " bytes, its header asks for ", int(size))}
	}
	end := size - trailerBytes
	if le.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return 0, nil, nil, ErrDamaged
	}
	return le.Uint16(data[len(magic)+2:]), data[headerBytes:end], data[size:], nil
}

// dense takes a dense net off r, which may be of a wrong shape.
func (r *reader) dense() *Dense {
	d := &Dense{}
	var id, note int
	r.shape(&d.Inputs, &d.Phases, &d.Hidden, &d.Knots, &id, &note)
	d.Counts, d.Note = r.text(id), r.text(note)
	d.Linear, d.Rows = numbers[int16](r, d.Knots, d.Inputs), numbers[int16](r, d.Inputs, d.Hidden)
	d.Bias, d.Output = numbers[int32](r, d.Hidden), numbers[int32](r, d.Knots, d.Hidden)
	return d
}

// conv takes a convolutional net off r, which may be of a wrong shape.
func (r *reader) conv() *Conv {
	c := &Conv{}
	var views, id, note int
	r.shape(&c.Spots, &views, &c.Planes, &c.Channels, &c.Blocks, &c.Head, &id, &note)
	for _, seen := range []byte(r.text(views)) {
		c.Views = append(c.Views, int(seen))
	}
	c.Board, c.Note = r.text(id), r.text(note)
	for k := 0; k < 1+2*c.Blocks && !r.short; k++ {
		perView := c.Channels
		if k == 0 {
			perView = c.Planes
		}
		c.Layers = append(c.Layers, ConvLayer{Rows: numbers[int16](r, views, perView, c.Channels), Bias: numbers[int32](r, c.Channels)})
	}
	c.Last = ConvLayer{Rows: numbers[int16](r, c.Channels, c.Head), Bias: numbers[int32](r, c.Head)}
	c.Output = numbers[int32](r, c.Head)
	if bias := numbers[int32](r, 1); bias != nil {
		c.OutputBias = bias[0]
	}
	return c
}

// reader takes numbers and texts off the beginning of data. Once data holds less than is
// asked for, short is true and what comes is zero.
type reader struct {
	data  []byte
	short bool
}

// take returns the first n bytes.
func (r *reader) take(n uint64) []byte {
	if r.short = r.short || n > uint64(len(r.data)); r.short {
		return nil
	}
	part := r.data[:n]
	r.data = r.data[n:]
	return part
}

func (r *reader) text(n int) string { return string(r.take(uint64(n))) }

// shape takes a number of 16 bits for each value.
func (r *reader) shape(values ...*int) {
	for _, v := range values {
		if b := r.take(2); b != nil {
			*v = int(binary.LittleEndian.Uint16(b))
		}
	}
}

// appendShape appends values as shape takes them.
func appendShape(buf []byte, values ...int) []byte {
	for _, v := range values {
		buf = binary.LittleEndian.AppendUint16(buf, uint16(v))
	}
	return buf
}

// numbers takes as many numbers off r as the product of the sizes, three of 16 bits at most.
func numbers[T int16 | int32](r *reader, sizes ...int) []T {
	n := uint64(1)
	for _, s := range sizes {
		n *= uint64(s)
	}
	size := int(unsafe.Sizeof(T(0)))
	part := r.take(n * uint64(size))
	if part == nil {
		return nil
	}
	list := make([]T, n)
	for i := range list {
		if at := part[i*size:]; size == 2 {
			list[i] = T(binary.LittleEndian.Uint16(at))
		} else {
			list[i] = T(binary.LittleEndian.Uint32(at))
		}
	}
	return list
}

// appendNumbers appends the numbers of list to buf.
func appendNumbers[T int16 | int32](buf []byte, list []T) []byte {
	for _, n := range list {
		if unsafe.Sizeof(n) == 2 {
			buf = binary.LittleEndian.AppendUint16(buf, uint16(n))
		} else {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(n))
		}
	}
	return buf
}
