//go:build unix

package main

import (
	"os/exec"
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

// lowPriority lets other processes go before this one, with all its threads: they are a group of their own, see ownGroup.
// A nice process still takes a share of the processor from busy ones, which an idle one leaves them.
func lowPriority() {
	if idleOnly() != nil {
		_ = syscall.Setpriority(syscall.PRIO_PGRP, 0, 10)
	}
}

// ownGroup makes a command a group of processes of its own, which the keys of the terminal do not reach.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
