//go:build !linux

package load

import (
	"errors"
	"os/exec"
)

func endWithParent(*exec.Cmd) {}

func stop(int) error    { return errors.ErrUnsupported }
func proceed(int) error { return errors.ErrUnsupported }

// manyLoopbacks says that every address of 127.0.0.0/8 is this machine.
const manyLoopbacks = false
