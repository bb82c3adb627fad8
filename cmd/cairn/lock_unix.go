//go:build linux || darwin

package main

import (
	"os"
	"syscall"
)

// lock keeps f for this process until it is closed, and tells whether it could:
// false says that another process has it. A file system that knows no locks
// lets everybody in.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != syscall.EWOULDBLOCK
}
