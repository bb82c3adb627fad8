// Package wasmtest has what tests of packages that run in browsers need: it builds a
// program for them and runs it in node. It imports testing, so only tests import it. It
// refuses to know what a program says: the script that runs it and the test do.
package wasmtest
