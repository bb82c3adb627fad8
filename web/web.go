// Package web holds the built browser application for programs that serve it.
//
// `make build` fills dist; before that it holds one page, stand-in.html, which says
// how to build the application. Beside every compressible file are its .br and .gz forms. Files
// below assets/ carry a hash of their content in their names and never change.
//
//	server.New(server.Options{Files: web.Files(), Policy: web.Policy()})
//
// The package serves nothing itself.
package web

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed all:dist
var dist embed.FS

//go:embed policy.txt
var policy string

// Files returns the application: index.html at its root once it is built.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("web: " + err.Error()) // "dist" is a valid name
	}
	return files
}

// Built reports whether dist holds the application and not only stand-in.html.
func Built() bool {
	_, err := fs.Stat(Files(), "index.html")
	return err == nil
}

// Policy returns the content security policy of the application: nothing inline,
// nothing from other hosts.
func Policy() string { return strings.TrimSpace(policy) }

// StandIn is the name of the page that says how to build the application.
const StandIn = "stand-in.html"
