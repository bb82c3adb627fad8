//go:build !linux && !darwin

package files

import "os"

// TryLock lets everybody in: there are no locks here.
func TryLock(*os.File) bool { return true }
