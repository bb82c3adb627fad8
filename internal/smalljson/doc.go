// Package smalljson writes and reads the JSON of plain values: structs with
// json tags, slices, arrays, maps with string keys, pointers, texts, numbers and
// truth values.
//
// It writes the same bytes as encoding/json and reads the same values, but a
// WebAssembly module, which people wait for, is some 150 KB smaller with it when
// compressed, since it brings in neither encoding/json nor fmt. That is its only
// purpose. Whatever does not go into a browser uses encoding/json.
//
// It refuses types with methods of their own for JSON, interfaces, embedded
// fields and the options "string" and "omitzero": with [Check] a test makes sure
// that its messages hold none.
package smalljson
