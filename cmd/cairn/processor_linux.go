package main

import (
	"os"
	"strconv"
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

// idleOnly leaves this process the processor time that no other wants. Each thread has its own policy, which those that it
// starts inherit: so it is done when every thread has it.
func idleOnly() error {
	idle := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE}
	for left := true; left; {
		left = false
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return err
		}
		for _, thread := range threads {
			id, _ := strconv.Atoi(thread.Name())
			if now, err := unix.SchedGetAttr(id, 0); err == nil && now.Policy == idle.Policy {
				continue
			}
			if err := unix.SchedSetAttr(id, &idle, 0); err != nil {
				return err
			}
			left = true
		}
	}
	return nil
}
