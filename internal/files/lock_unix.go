//go:build linux || darwin

package files

import (
	"os"
	"syscall"
)

// TryLock keeps f for this process until it is closed, and reports whether it could:
// false says that another process has it. A file system that knows no locks
// lets everybody in.
func TryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != syscall.EWOULDBLOCK
}
