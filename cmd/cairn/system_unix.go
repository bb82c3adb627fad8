//go:build unix

package main

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// outputGone reports whether standard output or standard error is closed at its other
// end.
func outputGone() bool {
	// Poll reports errors without being asked for them.
	ends := []unix.PollFd{{Fd: int32(unix.Stdout)}, {Fd: int32(unix.Stderr)}}
	if _, err := unix.Poll(ends, 0); err != nil {
		return false
	}
	return (ends[0].Revents|ends[1].Revents)&(unix.POLLERR|unix.POLLHUP) != 0
}

// processorTime returns the time that this process has spent on processors, of
// all its threads together, in the system's service included.
func processorTime() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
