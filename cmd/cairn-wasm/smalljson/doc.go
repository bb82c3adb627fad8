// Package smalljson has the parts of which code that writes and reads the JSON of
// known types is put together: texts and numbers to append, and a [Parser].
//
// What is written has the same bytes as that of encoding/json, and what is read
// is JSON to encoding/json too. But a WebAssembly module, which people wait for,
// is some 150 KB smaller with it when compressed, since it brings in neither
// encoding/json nor reflect nor fmt. That is its only purpose: whatever does not
// go into a browser uses encoding/json. The code that uses it is generated, see
// cmd/cairn-wasm/message.
package smalljson
