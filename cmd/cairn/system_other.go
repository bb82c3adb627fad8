//go:build !unix

package main

import (
	"errors"
	"os/exec"
	"time"
)

// outputGone is never asked: only Unix has the signal that leads to it.
func outputGone() bool { return true }

// processorTime is not known here.
func processorTime() (time.Duration, error) {
	return 0, errors.New("this system does not tell the processor time of a process")
}

// lowPriority and ownGroup are of Unix.
func lowPriority()       {}
func ownGroup(*exec.Cmd) {}
