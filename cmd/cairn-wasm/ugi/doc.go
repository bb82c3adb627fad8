// Command ugi is "cairn ugi" in the browser's build: the same player, compiled
// with GOOS=js GOARCH=wasm and run by Node with the vector kernels of browsers,
// so that [cairn.example/match] can let it play against other builds.
//
//	GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w' -o new.wasm ./cmd/cairn-wasm/ugi
//	cairn match lyngk 'ugi:node cmd/cairn-wasm/ugi/run.mjs new.wasm' 'ugi:node cmd/cairn-wasm/ugi/run.mjs old.wasm' --time 5 --cpu --margin 300ms
//
// No page uses it; it exists to measure what a person in a browser plays
// against. Under run.mjs its clock is the processor time of Node's process, as
// "cairn match --cpu" counts it.
package main
