package ugi

import "syscall"

// memory returns the bytes of memory that the machine has; 0 where it does not
// tell.
func memory() uint64 {
	var i syscall.Sysinfo_t
	if syscall.Sysinfo(&i) != nil {
		return 0
	}
	return uint64(i.Totalram) * uint64(i.Unit)
}
