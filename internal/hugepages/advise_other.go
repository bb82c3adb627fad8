//go:build !linux

package hugepages

// Advise does nothing on this system.
func Advise[T any]([]T) {}
