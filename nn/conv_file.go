package nn

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// The file of a convolutional net, all numbers little-endian:
//
//	8 bytes  "CAIRNCNV"
//	uint16   version of the format, 1
//	uint16   spots, views, planes, channels, blocks, head, length of the id, of the note
//	bytes    the spots of each view, id of the board, note
//	of each layer and then of the last: int16 rows, int32 bias
//	int32    output, output bias
//	uint32   CRC-32 (IEEE) of everything before
const (
	convMagic   = "CAIRNCNV"
	convVersion = 1
	convHeader  = len(convMagic) + 9*2
)

// Append appends the file of c to buf. c must pass [Conv.Check]; the error is its.
func (c *Conv) Append(buf []byte) ([]byte, error) {
	if err := c.Check(); err != nil {
		return buf, err
	}
	start := len(buf)
	le := binary.LittleEndian
	buf = append(buf, convMagic...)
	for _, v := range []int{convVersion, c.Spots, len(c.Views), c.Planes, c.Channels, c.Blocks, c.Head, len(c.Board), len(c.Note)} {
		buf = le.AppendUint16(buf, uint16(v))
	}
	for _, seen := range c.Views {
		buf = append(buf, byte(seen))
	}
	buf = append(append(buf, c.Board...), c.Note...)
	for k := range len(c.Layers) + 1 {
		l := c.layer(k)
		buf = appendNumbers(appendNumbers(buf, l.Rows), l.Bias)
	}
	buf = appendNumbers(buf, c.Output)
	buf = le.AppendUint32(buf, uint32(c.OutputBias))
	return le.AppendUint32(buf, crc32.ChecksumIEEE(buf[start:])), nil
}

// layer returns layer k, the last one after the others.
func (c *Conv) layer(k int) *ConvLayer {
	if k == len(c.Layers) {
		return &c.Last
	}
	return &c.Layers[k]
}

// isConv tells whether data begins like the file of a convolutional net.
func isConv(data []byte) bool {
	return len(data) >= len(convMagic) && string(data[:len(convMagic)]) == convMagic
}

// convSize returns how many bytes the file of a net of the shape has that a header tells.
func convSize(header []byte) uint64 {
	at := func(i int) uint64 { return uint64(binary.LittleEndian.Uint16(header[len(convMagic)+2*i:])) }
	// A program that reads files of any size must not be told of a size that overflows.
	views, planes, channels, blocks, head := min(at(2), maxConvViews+1), at(3), at(4), at(5), at(6)
	layers := 2*views*planes*channels + 4*channels + 2*blocks*(2*views*channels*channels+4*channels)
	return uint64(convHeader) + views + at(7) + at(8) + layers + 2*channels*head + 4*head + 4*head + 4 + trailerBytes
}

// parseConv reads the file of one net, and returns what follows it.
func parseConv(data []byte) (*Conv, []byte, error) {
	le := binary.LittleEndian
	if len(data) < convHeader {
		return nil, nil, fmt.Errorf("%w: %d bytes", ErrTruncate, len(data))
	}
	var head [9]int
	for i := range head {
		head[i] = int(le.Uint16(data[len(convMagic)+2*i:]))
	}
	if head[0] != convVersion {
		return nil, nil, fmt.Errorf("%w: version %d; this program reads version %d", ErrVersion, head[0], convVersion)
	}
	want := convSize(data)
	if uint64(len(data)) < want {
		return nil, nil, fmt.Errorf("%w: %d bytes, its shape asks for %d", ErrTruncate, len(data), want)
	}
	if le.Uint32(data[want-trailerBytes:]) != crc32.ChecksumIEEE(data[:want-trailerBytes]) {
		return nil, nil, ErrDamaged
	}
	if head[2] > maxConvViews {
		return nil, nil, fmt.Errorf("nn: the number of views is %d, not 1 to %d", head[2], maxConvViews)
	}
	c := &Conv{Spots: head[1], Views: make([]int, head[2]), Planes: head[3], Channels: head[4], Blocks: head[5], Head: head[6]}
	r := reader{data[convHeader:]}
	for v, seen := range []byte(r.text(len(c.Views))) {
		c.Views[v] = int(seen)
	}
	c.Board, c.Note = r.text(head[7]), r.text(head[8])
	layer := func(inputs, outputs int) ConvLayer {
		return ConvLayer{Rows: numbers[int16](&r, inputs*outputs), Bias: numbers[int32](&r, outputs)}
	}
	for k := range 1 + 2*c.Blocks {
		c.Layers = append(c.Layers, layer(c.inputs(k), c.Channels))
	}
	c.Last = layer(c.Channels, c.Head)
	c.Output, c.OutputBias = numbers[int32](&r, c.Head), numbers[int32](&r, 1)[0]
	if err := c.Check(); err != nil {
		return nil, nil, err
	}
	return c, data[want:], nil
}

// PhaseNets is what a file of nets holds that are each for a part of a game: dense nets
// and convolutional ones.
type PhaseNets struct {
	Dense []*Dense
	Conv  []*Conv
}

// IsPhaseNets tells whether data begins like the file of such nets.
func IsPhaseNets(data []byte) bool { return IsDense(data) || isConv(data) }

// ParsePhaseNets reads the file of one such net or of several, one after another. The
// error wraps one of those of this package, or is that of the net's Check.
func ParsePhaseNets(data []byte) (nets PhaseNets, err error) {
	for first := true; first || len(data) > 0; first = false {
		if isConv(data) {
			var c *Conv
			if c, data, err = parseConv(data); err != nil {
				return PhaseNets{}, err
			}
			nets.Conv = append(nets.Conv, c)
			continue
		}
		var d *Dense
		if d, data, err = parseDense(data); err != nil {
			return PhaseNets{}, err
		}
		nets.Dense = append(nets.Dense, d)
	}
	return nets, nil
}
