//go:build !linux && !darwin

package main

import "os"

// lock lets everybody in: there are no locks here.
func lock(*os.File) bool { return true }
