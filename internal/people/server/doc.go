// Package server is the HTTP edge of Cairn. It hands out the browser application as
// the build made it, and lets people play at the tables of package table: by HTTP
// calls and over one live connection, a WebSocket. docs/api.md describes both.
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
// A route is one HTTP call: routes.go has the table of all. A session is who a
// request belongs to, known from its cookie alone. A socket is one live connection;
// a heartbeat asks each for a sign of life, and cuts who gives none. A limit is how often
// one address may do what costs others something.
//
// # Example
//
//	s, err := server.New(server.Options{Files: web.Files(), Policy: web.Policy(), Tables: tables})
//	listener, err := server.Listen(ctx, "127.0.0.1:8080", 10)
//	go s.Background(background) // ends after the last answer
//	err = server.Run(ctx, listener, s, log)
//
// # A live connection
//
// While nothing happens it holds one goroutine with a stack of 4 KB, the one that
// waits for the client (socket.go): the buffers and the goroutine of the HTTP call
// are given back, each message is carried out by a goroutine of its own, and a writer
// lives as long as there is something to write. What waits for a client is bounded;
// who reads too slowly is cut and resumes by number. Messages of one client are
// carried out one after the other, and acknowledged when package table says that they
// are stored.
//
// # What it refuses
//
// It compresses nothing itself, reads no folder that it was not given, and
// sends nothing that could let a page load a script from elsewhere. Pages of other
// sites make no call that changes something, and names that are not the server's
// reach no call at all. It knows no game, and decides nothing about one.
package server
