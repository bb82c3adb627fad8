package main

import "syscall"

// inMemory reports whether a folder lies on a file system that is gone with the power.
func inMemory(dir string) bool {
	const tmpfs, ramfs = 0x01021994, 0x858458f6
	var s syscall.Statfs_t
	return syscall.Statfs(dir, &s) == nil && (uint32(s.Type) == tmpfs || uint32(s.Type) == ramfs)
}
