//go:build !unix

package ugi

import (
	"os"
	"syscall"
)

// ownGroup asks for nothing: there are no process groups here.
func ownGroup() *syscall.SysProcAttr { return nil }

// killGroup ends a program; what it has started goes on.
func killGroup(p *os.Process) { p.Kill() }
