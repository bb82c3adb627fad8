//go:build !planted

package store

import (
	"context"

	"cairn.example/internal/people/settle"
)

// planted does nothing in a program that people use: see planted.go.
func planted(string, func()) {}

func (e *sqlite) onlyEvents() bool { return false }

func synchronous() string { return "FULL" }

func synchronousCommit() string { return "on" }

func plantedIs(string) bool { return false }

func (s results) settleInHalves(context.Context, settle.Settling) error { return nil }
