// Package server is the HTTP edge of Cairn. It hands out the browser
// application as the build made it.
//
// # Vocabulary
//
// A site is the folder of the built application. A file has one or more forms
// (HTTP calls them content codings): plain and, where the build made them, Brotli
// (.br) and gzip (.gz). A file below assets/ has a hash of its content in its name
// and never changes; browsers keep it. Every other file has a fixed name, and
// browsers ask for it each time; while it is unchanged the answer is 304, without
// a body. The index.html of a folder is served at the address of that folder.
//
// # Example
//
//	handler, err := server.New(server.Options{Files: web.Files(), Policy: web.Policy(), Log: log})
//	listener, err := server.Listen(ctx, "127.0.0.1:8080", 10)
//	err = server.Run(ctx, listener, handler, log)
//
// # What it refuses
//
// It compresses nothing itself, reads no folder that it was not given, and
// sends nothing that could let a page load a script from elsewhere. It knows no
// game.
package server
