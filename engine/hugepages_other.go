//go:build !linux

package engine

// adviseHugePages does nothing on this system.
func adviseHugePages[T any]([]T) {}
