//go:build unix

package ugi

import (
	"os"
	"syscall"
)

// ownGroup has a program lead a process group of its own. A Ctrl-C in the
// terminal then reaches us only, and we end the program.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a program and all that it has started and that has not left its
// group.
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }
