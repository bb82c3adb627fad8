package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// processTime returns the processor time that a process has used, of all its threads
// together, to the nanosecond. The clock's number is made of the process's as
// clock_getcpuclockid(3) does it. The error is that of a process that is gone.
func processTime(pid int) (time.Duration, error) {
	const ofProcess = 2 // CPUCLOCK_SCHED of linux/posix-timers.h
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|ofProcess), &t); err != nil {
		return 0, err
	}
	return time.Duration(t.Nano()), nil
}
