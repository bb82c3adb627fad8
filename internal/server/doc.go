// Package server is the HTTP edge of Cairn. It hands out the browser
// application as the build made it.
//
// # Vocabulary
//
// A site is the folder of the built application. Its files have forms: plain,
// and where the build made them Brotli (.br) and gzip (.gz). A file below
// assets/ carries a hash of its content in its name and never changes; every
// other file has a fixed name and is asked for again each time, which costs an
// answer without a body while it is the same. A place is a page of its own, the
// index.html of a folder, at the address of that folder.
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
