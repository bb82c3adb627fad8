package games

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"io"
	"math"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Parquet writes a table as a file of Apache Parquet; what is unknown is null. Each column of
// a group of rows is one page: levels, which say what is known, and the values that are.
func Parquet(w io.Writer, t Table) Exporter {
	e := &parquetExporter{w: w, table: t, room: 32 << 20}
	names, types := t.Columns()
	e.meta.Version = 1
	e.meta.Schema = append(e.meta.Schema, format.SchemaElement{Name: string(t), NumChildren: thrift.New(int32(len(names)))})
	for i, name := range names {
		column := format.SchemaElement{Name: name, RepetitionType: thrift.New(format.Optional)}
		switch types[i] {
		case "INTEGER":
			column.Type = thrift.New(format.Int64)
		case "REAL":
			column.Type = thrift.New(format.Double)
		default:
			column.Type, column.ConvertedType = thrift.New(format.ByteArray), thrift.New(deprecated.UTF8)
		}
		e.meta.Schema = append(e.meta.Schema, column)
	}
	e.pages = make([]page, len(names))
	e.write([]byte(parquetMagic))
	return e
}

const parquetMagic = "PAR1"

type parquetExporter struct {
	w      io.Writer
	table  Table
	meta   format.FileMetaData
	pages  []page // one a column, of the rows that are not written yet
	count  int64  // of these rows
	size   int    // of their values in bytes,
	room   int    // and from where on they are written
	at     int64  // bytes written
	failed error
}

// A page is what one column holds in a group of rows.
type page struct {
	levels, values []byte
	unknown        int64
	known          bool // whether the last values are, of which there are
	run            uint64
}

// add appends a value, and returns how many bytes it takes.
func (p *page) add(v any) int {
	if known := v != nil; known != p.known {
		p.endRun()
		p.known = known
	}
	p.run++
	before := len(p.values)
	switch v := v.(type) {
	case nil:
		p.unknown++
	case int64:
		p.values = binary.LittleEndian.AppendUint64(p.values, uint64(v))
	case float64:
		p.values = binary.LittleEndian.AppendUint64(p.values, math.Float64bits(v))
	case string:
		p.values = append(binary.LittleEndian.AppendUint32(p.values, uint32(len(v))), v...)
	}
	return len(p.values) - before + 1
}

func (p *page) endRun() {
	if p.run > 0 {
		p.levels = append(binary.AppendUvarint(p.levels, p.run<<1), map[bool]byte{true: 1}[p.known])
		p.run = 0
	}
}

func (e *parquetExporter) Add(g *Game) error {
	return cmp.Or(e.failed, rows(g, e.table, func(row []any) error {
		for i, v := range row {
			e.size += e.pages[i].add(v)
		}
		e.count++
		if e.size >= e.room {
			e.flush()
		}
		return e.failed
	}))
}

// flush writes the rows that are held.
func (e *parquetExporter) flush() {
	group := format.RowGroup{NumRows: e.count, FileOffset: e.at, Ordinal: int16(len(e.meta.RowGroups))}
	for i := range e.pages {
		p := &e.pages[i]
		p.endRun()
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(p.levels))))
		z.Write(p.levels)
		z.Write(p.values)
		z.Close()
		nulls := format.Statistics{NullCount: p.unknown} // readers believe it, and 0 where it lacks
		size := 4 + len(p.levels) + len(p.values)
		head := e.marshal(format.PageHeader{
			UncompressedPageSize: int32(size),
			CompressedPageSize:   int32(packed.Len()),
			DataPageHeader: thrift.New(format.DataPageHeader{
				NumValues:               int32(e.count),
				DefinitionLevelEncoding: format.RLE,
				RepetitionLevelEncoding: format.RLE,
				Statistics:              nulls,
			}),
		})
		column := format.ColumnMetaData{
			Type:                  e.meta.Schema[i+1].Type.V,
			Encoding:              []format.Encoding{format.Plain, format.RLE},
			PathInSchema:          []string{e.meta.Schema[i+1].Name},
			Codec:                 format.Gzip,
			NumValues:             e.count,
			TotalUncompressedSize: int64(len(head) + size),
			TotalCompressedSize:   int64(len(head) + packed.Len()),
			DataPageOffset:        e.at,
			Statistics:            nulls,
		}
		group.Columns = append(group.Columns, format.ColumnChunk{MetaData: column})
		group.TotalByteSize += column.TotalUncompressedSize
		group.TotalCompressedSize += column.TotalCompressedSize
		e.write(head, packed.Bytes())
		*p = page{levels: p.levels[:0], values: p.values[:0]}
	}
	e.meta.RowGroups = append(e.meta.RowGroups, group)
	e.meta.NumRows += e.count
	e.count, e.size = 0, 0
}

func (e *parquetExporter) marshal(v any) []byte {
	data, err := thrift.Marshal(new(thrift.CompactProtocol), v)
	e.failed = cmp.Or(e.failed, err)
	return data
}

func (e *parquetExporter) write(parts ...[]byte) {
	for _, data := range parts {
		if e.failed == nil {
			_, e.failed = e.w.Write(data)
			e.at += int64(len(data))
		}
	}
}

func (e *parquetExporter) Close(whole bool) error {
	if !whole {
		return nil
	}
	if e.count > 0 {
		e.flush()
	}
	e.meta.CreatedBy = "cairn"
	foot := e.marshal(e.meta)
	e.write(foot, binary.LittleEndian.AppendUint32(nil, uint32(len(foot))), []byte(parquetMagic))
	return e.failed
}
