// Package smalljson writes and reads the JSON of plain values: structs with
// json tags, slices, arrays, maps with string keys, pointers, texts, numbers and
// truth values.
//
// It writes the same bytes as encoding/json and reads the same values. Its only
// purpose is size: a WebAssembly module with it, compressed, is some 150 KB smaller
// than one with encoding/json, which also brings in fmt. Programs that are not
// downloaded by a browser use encoding/json.
//
// It refuses types with methods of their own for JSON, interfaces, embedded
// fields and the options "string" and "omitzero". Tests of its users call [Check]
// to make sure that their types have none.
package smalljson
