package nn

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// The file of a net, all numbers little-endian:
//
//	8 bytes  "CAIRNNET"
//	uint16   version of the format, 1
//	uint16   activation, 1: clamped to 0 to 255
//	uint32   inputs
//	uint16   hidden, buckets, active features at most, length of the id, of the note
//	uint32   divisor
//	bytes    id of the features, note
//	int16    rows, bias, output
//	int32    output bias
//	uint32   CRC-32 (IEEE) of everything before
const (
	magic        = "CAIRNNET"
	version      = 1
	activation   = 1
	headerBytes  = len(magic) + 2 + 2 + 4 + 5*2 + 4
	trailerBytes = 4
)

// The errors of [Parse] that programs may want to tell apart. Others say what is
// wrong with the numbers of the net.
var (
	ErrNoNet    = errors.New("nn: not a net: the file does not begin with " + magic)
	ErrVersion  = errors.New("nn: the net is of another version")
	ErrTruncate = errors.New("nn: the file of the net has a wrong length")
	ErrDamaged  = errors.New("nn: the file of the net is damaged: its checksum is wrong")
)

// Append appends the file of n to buf. n must pass [Net.Check]; the error is its.
func (n *Net) Append(buf []byte) ([]byte, error) {
	if err := n.Check(); err != nil {
		return buf, err
	}
	start := len(buf)
	le := binary.LittleEndian
	buf = append(buf, magic...)
	buf = le.AppendUint16(buf, version)
	buf = le.AppendUint16(buf, activation)
	buf = le.AppendUint32(buf, uint32(n.Inputs))
	for _, v := range []int{n.Hidden, n.Buckets, n.MaxActive, len(n.Features), len(n.Note)} {
		buf = le.AppendUint16(buf, uint16(v))
	}
	buf = le.AppendUint32(buf, uint32(n.Divisor))
	buf = append(append(buf, n.Features...), n.Note...)
	buf = appendNumbers(appendNumbers(appendNumbers(buf, n.Rows), n.Bias), n.Output)
	buf = appendNumbers(buf, n.OutputBias)
	return le.AppendUint32(buf, crc32.ChecksumIEEE(buf[start:])), nil
}

// maxFileBytes is more than the file of any net has.
const maxFileBytes = 256 << 20

// Read returns what the file of a net, or of nets for parts of a game, holds, and reads
// little more of it than their headers announce: a file need not end. Of a file that holds
// none it returns the beginning. The error is that of r.
func Read(r io.Reader) ([]byte, error) {
	var data []byte
	// more reads until there are so many bytes, or as many as there are.
	more := func(want uint64) (bool, error) {
		want = min(want, maxFileBytes)
		rest, err := io.ReadAll(io.LimitReader(r, int64(want)-int64(len(data))))
		data = append(data, rest...)
		return uint64(len(data)) == want, err
	}
	for at := 0; ; at = len(data) {
		whole, err := more(uint64(at + len(magic)))
		if !whole || err != nil {
			return data, err
		}
		switch {
		case at == 0 && string(data) == magic:
			if whole, err = more(uint64(headerBytes)); whole && err == nil {
				_, err = more(netSize(data) + 1)
			}
			return data, err
		case !IsPhaseNets(data[at:]):
			return data, nil
		}
		header, size := denseHeader, denseSize
		if isConv(data[at:]) {
			header, size = convHeader, convSize
		}
		if whole, err = more(uint64(at + header)); whole && err == nil {
			whole, err = more(uint64(at) + size(data[at:]))
		}
		if !whole || err != nil {
			return data, err
		}
	}
}

// netSize returns how many bytes the file of a net of the shape has that a header tells.
func netSize(header []byte) uint64 {
	le := binary.LittleEndian
	head := header[len(magic):]
	inputs := uint64(le.Uint32(head[4:]))
	hidden, buckets := uint64(le.Uint16(head[8:])), uint64(le.Uint16(head[10:]))
	texts := uint64(le.Uint16(head[14:])) + uint64(le.Uint16(head[16:]))
	// Inputs have 32 bits and hidden 16, so this does not overflow 64.
	return uint64(headerBytes+trailerBytes) + texts + 2*(inputs*hidden+hidden+buckets*2*hidden) + 4*buckets
}

// Parse reads the file of a net. Nothing is allocated for a shape that the length
// of the file contradicts. The error wraps one of those of this package, or is that
// of [Net.Check].
func Parse(data []byte) (*Net, error) {
	le := binary.LittleEndian
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return nil, ErrNoNet
	}
	if len(data) < headerBytes+trailerBytes {
		return nil, fmt.Errorf("%w: %d bytes", ErrTruncate, len(data))
	}
	head := data[len(magic):]
	if v, a := le.Uint16(head), le.Uint16(head[2:]); v != version || a != activation {
		return nil, fmt.Errorf("%w: version %d, activation %d; this program reads version %d, activation %d", ErrVersion, v, a, version, activation)
	}
	features, note := int(le.Uint16(head[14:])), int(le.Uint16(head[16:]))
	divisor := le.Uint32(head[18:])
	if want := netSize(data); uint64(len(data)) != want {
		return nil, fmt.Errorf("%w: %d bytes, its shape asks for %d", ErrTruncate, len(data), want)
	}
	if sum := le.Uint32(data[len(data)-trailerBytes:]); sum != crc32.ChecksumIEEE(data[:len(data)-trailerBytes]) {
		return nil, ErrDamaged
	}
	if divisor > math.MaxInt32 {
		return nil, fmt.Errorf("nn: the divisor is %d, more than 31 bits hold", divisor)
	}
	n := &Net{
		Inputs: int(le.Uint32(head[4:])), Hidden: int(le.Uint16(head[8:])), Buckets: int(le.Uint16(head[10:])), MaxActive: int(le.Uint16(head[12:])),
		Divisor: int32(divisor),
	}
	r := reader{data[headerBytes:]}
	n.Features, n.Note = r.text(features), r.text(note)
	n.Rows, n.Bias, n.Output = numbers[int16](&r, n.Inputs*n.Hidden), numbers[int16](&r, n.Hidden), numbers[int16](&r, n.Buckets*2*n.Hidden)
	n.OutputBias = numbers[int32](&r, n.Buckets)
	if err := n.Check(); err != nil {
		return nil, err
	}
	return n, nil
}
