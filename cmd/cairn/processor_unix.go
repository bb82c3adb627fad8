//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns the time that this process has spent on processors, of
// all its threads together, in the system's service included.
func processorTime() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
