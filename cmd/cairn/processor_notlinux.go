//go:build !linux

package main

import (
	"errors"
	"time"
)

// processTime is known on Linux only.
func processTime(int) (time.Duration, error) {
	return 0, errors.New("this system does not tell the processor time of another process")
}

// idleOnly reports that only Linux has this.
func idleOnly() error { return errors.ErrUnsupported }
