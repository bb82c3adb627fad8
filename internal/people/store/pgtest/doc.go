// Package pgtest starts a PostgreSQL server for tests: a real one, in a folder of its
// own, reached by a socket there. It needs Debian's package postgresql, which
// "make need" installs.
package pgtest
