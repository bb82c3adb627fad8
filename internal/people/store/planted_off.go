//go:build !planted

package store

// planted does nothing in a program that people use: see planted.go.
func planted(string, func()) {}

func (e *sqlite) onlyEvents() bool { return false }

func synchronous() string { return "FULL" }

func synchronousCommit() string { return "on" }
